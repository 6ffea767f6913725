//! What somebody does by a line that an onlooker would turn round for, read from its words alone. For what looks on and
//! remembers: no answer and no decision depends on it. English only.

use serde::{Deserialize, Serialize};

use super::{
    cues,
    lexicon::lex,
    text::{Names, clauses, lemma_and_tense, sentences, tokens},
};

/// What is done by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpeechAct {
    /// Asks for help.
    Asks,
    /// Invites.
    Invites,
    /// Declines.
    Declines,
    /// Says whom they dislike.
    Dislikes,
    /// Has hard words for whoever they speak to.
    Scolds,
}

/// Are these hard words to somebody's face? Questions and what is supposed are none.
pub fn scolds(line: &str) -> bool {
    let told = sentences(line).into_iter().filter(|one| !one.ends_with('?'));
    told.flat_map(|one| one.split(';').map(cues::normalize).collect::<Vec<_>>()).any(|clause| is_hard(&clause))
}

fn is_hard(clause: &str) -> bool {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let is_name = |word: &str| lex().contains("hard.names", word);
    let called = |from: usize| {
        words.iter().skip(from).find(|word| !lex().contains("hard.between", word)).is_some_and(|word| is_name(word))
    };
    // "You idiot!", "Idiot!"
    let alone = match words[..] {
        [one] => is_name(one),
        ["you", .., last] => words.len() <= 4 && called(1) && is_name(last),
        _ => false,
    };
    let you_are = || (0..words.len()).any(|n| words[n..].starts_with(&["you", "are"]) && called(n + 2));
    // "it won't leave me alone" is said of something else
    let denied = |before: &str| before.ends_with(" not") || before.ends_with(" never");
    let hard = |hard: &String| clause.split_once(&format!(" {hard} ")).is_some_and(|(before, _)| !denied(before));
    !clause.starts_with(" if ") && (alone || you_are() || lex().list("hard.words").iter().any(hard))
}

/// All that is done by a line said `to` somebody. `people`: the names that may stand in it.
pub fn speech_acts(to: &str, line: &str, people: &[&str]) -> Vec<SpeechAct> {
    let names = Names::of(people, &[""; 0]);
    let clauses = sentences(line).into_iter().flat_map(|sentence| clauses(&sentence));
    let mut done: Vec<SpeechAct> = clauses.filter_map(|clause| clause_act(&clause, to, &names)).collect();
    done.extend(scolds(line).then_some(SpeechAct::Scolds));
    done.sort_unstable();
    done.dedup();
    done
}

fn clause_act(clause: &str, to: &str, names: &Names) -> Option<SpeechAct> {
    let (small, asks) = (cues::normalize(clause), clause.ends_with('?'));
    let says = |section: &str| lex().find(section, &small).is_some();
    let event = || small.split(' ').any(|word| lex().contains("events", word));
    let proposed = || asks && says("invitemore") || lex().starts_with("invitemore", &small);
    match () {
        () if cues::is_goodbye_clause(&small) => None,
        () if says("helpwords") => Some(SpeechAct::Asks),
        () if says("invitewords") => Some(SpeechAct::Invites),
        () if proposed() && (small.contains(" to my ") || event()) => Some(SpeechAct::Invites),
        () if asks => None,
        () if says("declinewords") && !says("hedgefirst") => Some(SpeechAct::Declines),
        () => dislikes(clause, to, names),
    }
}

/// "I hate Cy", and not "I do not hate Cy". To their own face it is hard words.
fn dislikes(clause: &str, to: &str, names: &Names) -> Option<SpeechAct> {
    let words = names.merge(&tokens(clause));
    let plain = |word: &String| lemma_and_tense(word).map(|(verb, _)| verb);
    let disliked = |word: &String| lex().map("class").get(&plain(word)?).map(|class| class == "dislike");
    let at = words.iter().position(|word| disliked(word) == Some(true))?;
    let denied = words[..at].iter().any(|word| ["not", "never"].contains(&word.as_str()));
    let whom = words[at..].iter().find(|word| names.is_person(word)).filter(|_| !denied)?;
    let to_their_face = whom == to && words.first().is_some_and(|word| word == "I");
    Some(if to_their_face { SpeechAct::Scolds } else { SpeechAct::Dislikes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_onlooker_understands_what_whoever_is_spoken_to_does() {
        let people = ["Ann Lee", "Bo Carr", "Cy Dunn"];
        let done = |line: &str| speech_acts("Bo Carr", line, &people);
        assert_eq!(done("I'm holding a concert at Old Hall tomorrow at six. Will you come?"), [SpeechAct::Invites]);
        assert_eq!(done("I dislike Cy Dunn."), [SpeechAct::Dislikes]);
        assert_eq!(done("I'll be honest, and I hate Cy."), [SpeechAct::Dislikes]);
        assert_eq!(done("I have never hated Cy Dunn."), []);
        assert_eq!(done("Could you help me with the boat?"), [SpeechAct::Asks]);
        assert_eq!(done("Good morning. A fine day, isn't it?"), []);
        assert_eq!(done(""), []);
        assert!(done("I would love to, but I can't make it.").contains(&SpeechAct::Declines));
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
        assert!(speech_acts("Bo Carr", "You are a liar, and I don't trust you.", &people).contains(&SpeechAct::Scolds));
    }
}
