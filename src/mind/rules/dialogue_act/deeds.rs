//! What somebody does by a line that an onlooker would turn round for. It is understood as whoever is spoken to
//! understands it, from the words alone.

use super::{
    super::{context::Context, frame::Class},
    Act, acts,
};

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

/// Said to somebody's face, these are hard words.
const HARD: [&str; 38] = [
    "leave me alone",
    "shame on you",
    "how dare you",
    "shut up",
    "out of my sight",
    "had enough of you",
    "can't stand you",
    "cannot stand you",
    "hate you",
    "despise you",
    "don't trust you",
    "do not trust you",
    "don't like you",
    "do not like you",
    "dislike you",
    "you lied to me",
    "you cheated me",
    "you disgust me",
    "never want to see you",
    "never speak to me again",
    "get lost",
    "go away",
    "go to hell",
    "drop dead",
    "screw you",
    "fuck you",
    "fuck off",
    "piss off",
    "damn you",
    "to hell with you",
    "nobody likes you",
    "you make me sick",
    "you stink",
    "you smell",
    "hope you die",
    "stop bothering me",
    "stop following me",
    "leave me be",
];
/// Whoever is told that they are this has been told off.
const NAMES: [&str; 38] = [
    "rude",
    "liar",
    "selfish",
    "arrogant",
    "fool",
    "idiot",
    "cheat",
    "thief",
    "coward",
    "disgrace",
    "dishonest",
    "nuisance",
    "stupid",
    "lazy",
    "cruel",
    "mean",
    "ridiculous",
    "bully",
    "moron",
    "imbecile",
    "dumb",
    "ugly",
    "jerk",
    "loser",
    "pathetic",
    "useless",
    "worthless",
    "disgusting",
    "horrible",
    "awful",
    "annoying",
    "boring",
    "bore",
    "scoundrel",
    "swine",
    "pig",
    "bastard",
    "asshole",
];
/// Words that may stand between "you are" and what one is called.
const BETWEEN: [&str; 19] = [
    "a", "an", "so", "such", "very", "really", "just", "nothing", "but", "being", "always", "the", "most", "total",
    "complete", "absolute", "old", "big", "little",
];

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
            let rest = words.iter().skip(from).skip_while(|word| BETWEEN.contains(&word.as_str()));
            rest.take(1).any(|word| NAMES.contains(&word.as_str()))
        };
        // "You idiot!", "Idiot!"
        let alone = match words.as_slice() {
            [one] => NAMES.contains(&one.as_str()),
            [you, ..] if words.len() <= 4 => {
                you == "you" && called(1) && NAMES.contains(&words[words.len() - 1].as_str())
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
        let hard = |hard: &&str| joined.split_once(&format!(" {hard} ")).is_some_and(|(before, _)| !denied(before));
        alone || HARD.iter().any(hard) || (0..words.len()).any(you_are)
    })
}

/// All that is done by a line said `by` somebody `to` somebody. `people`: the names that may stand in it.
pub fn deeds(by: &str, to: &str, line: &str, people: &[&str]) -> Vec<Deed> {
    let mut mindset = Context { others: people.iter().map(|name| (*name).to_owned()).collect(), ..Context::default() };
    mindset.me.name = by.to_owned();
    let head = mindset.head();
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
