//! What somebody does by a line that an onlooker would turn round for. It is understood as whoever is spoken to
//! understands it, from the words alone.

use super::{
    super::{beliefs::Beliefs, frame::Class},
    Act, acts,
};
use crate::{language::lexicon::lex, mind::question::Me};

/// What is done by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Asks for help.
    Asks,
    /// Invites.
    Invites,
    /// Says no to something.
    Declines,
    /// Says whom they dislike.
    Dislikes,
    /// Has hard words for whoever they speak to.
    Scolds,
}

/// Are these hard words to somebody's face? Questions and what is supposed are none.
pub(super) fn scolds(line: &str) -> bool {
    let small = line.to_lowercase().replace('’', "'");
    small.split_inclusive(['.', '!', '?', ';']).filter(|clause| !clause.trim_end().ends_with('?')).any(|clause| {
        let bare = |word: &str| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned();
        let words: Vec<String> = clause.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
        let joined = format!(" {} ", words.join(" "));
        if joined.starts_with(" if ") {
            return false;
        }
        let called = |from: usize| {
            let rest = words.iter().skip(from).skip_while(|word| lex().is("hard.between", word));
            rest.take(1).any(|word| lex().is("hard.names", word))
        };
        // "You idiot!", "Idiot!"
        let alone = match words.as_slice() {
            [one] => lex().is("hard.names", one),
            [you, ..] if words.len() <= 4 => {
                you == "you" && called(1) && lex().is("hard.names", &words[words.len() - 1])
            }
            _ => false,
        };
        let you_are = |n: usize| match (words.get(n).map(String::as_str), words.get(n + 1).map(String::as_str)) {
            (Some("you're"), _) => called(n + 1),
            (Some("you"), Some("are")) => called(n + 2),
            _ => false,
        };
        // "it won't leave me alone" is said of something else
        let denied = |before: &str| before.ends_with("n't") || before.ends_with(" not") || before.ends_with(" never");
        let hard = |hard: &String| joined.split_once(&format!(" {hard} ")).is_some_and(|(before, _)| !denied(before));
        alone || lex().list("hard.words").iter().any(hard) || (0..words.len()).any(you_are)
    })
}

/// All that is done by a line said `by` somebody `to` somebody. `people`: the names that may stand in it.
pub fn deeds(by: &str, to: &str, line: &str, people: &[&str]) -> Vec<Deed> {
    let me = Me { name: by.to_owned(), ..Me::default() };
    let mut head = Beliefs::timeless(&me);
    people.iter().for_each(|name| head.names.person(name));
    let head = head.read();
    let deed = |act: &Act| match act {
        Act::Help(_) => Some(Deed::Asks),
        Act::Invite => Some(Deed::Invites),
        Act::Decline => Some(Deed::Declines),
        Act::Tell(said) => {
            let frame = &said.frame;
            let somebody = frame.about.iter().any(|name| people.contains(&name.as_str()));
            let them = if frame.about.iter().any(|name| name == to) { Deed::Scolds } else { Deed::Dislikes };
            let theirs = frame.subj == by || frame.subj.is_empty();
            let deed = if theirs { them } else { Deed::Dislikes };
            (frame.class == Class::Dislike && !frame.neg && somebody).then_some(deed)
        }
        _ => None,
    };
    let mut done: Vec<Deed> = acts(&head, by, to, line, &mut None).iter().filter_map(deed).collect();
    if scolds(line) {
        done.push(Deed::Scolds);
    }
    done.sort_unstable();
    done.dedup();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_onlooker_understands_what_whoever_is_spoken_to_does() {
        let people = ["Ann Lee", "Bo Carr", "Cy Dunn"];
        let done = |line: &str| deeds("Ann Lee", "Bo Carr", line, &people);
        assert_eq!(done("I'm holding a concert at Old Hall tomorrow at six. Will you come?"), [Deed::Invites]);
        assert_eq!(done("I dislike Cy Dunn."), [Deed::Dislikes]);
        assert_eq!(done("Good morning. A fine day, isn't it?"), []);
        assert_eq!(done(""), []);
        assert!(done("I would love to, but I can't make it.").contains(&Deed::Declines));
    }

    #[test]
    fn hard_words_are_those_to_ones_face() {
        let hard = [
            "You old fool!",
            "Go away, will you.",
            "You are a total bore, no, a nuisance. Idiot.",
            "You are a liar!",
            "You’re so rude",
            "No. Leave me alone.",
            "I can't stand you, Bo.",
        ];
        hard.iter().for_each(|line| assert!(scolds(line), "{line}"));
        let soft =
            ["Are you lazy?", "If you are a fool, so am I.", "You are not rude.", "You are kind.", "Cy is a liar.", ""];
        soft.iter().for_each(|line| assert!(!scolds(line), "{line}"));
        let people = ["Ann Lee", "Bo Carr", "Cy Dunn"];
        assert!(deeds("Ann Lee", "Bo Carr", "You are a liar, and I don't trust you.", &people).contains(&Deed::Scolds));
    }
}
