//! A bare question, all of a line: "Why?", "Who told you that?", "Really?".

use super::Point;
use crate::language::{
    lexicon::lex,
    text::{is_punct, sentences, split},
};

/// A line of more sentences, or a sentence of more words, is no bare question.
const SENTENCES: usize = 4;
const WORDS: usize = 12;

/// Lists of the wordings of each, the more particular first.
const POINTS: [(&str, Point); 8] = [
    ("follow.source", Point::Source),
    ("follow.with", Point::With),
    ("follow.why", Point::Why),
    ("follow.sure", Point::Sure),
    ("follow.when", Point::When),
    ("follow.where", Point::Where),
    ("follow.who", Point::Who),
    ("follow.mean", Point::Meaning),
];

/// What a line asks if it is nothing but a bare question; the last one, if it has several. `names` are those of who is
/// spoken to, in small letters.
pub fn bare(line: &str, names: &[String]) -> Option<Point> {
    let all = sentences(line);
    if all.is_empty() || all.len() > SENTENCES {
        return None;
    }
    let mut found = None;
    for sentence in &all {
        let words: Vec<String> =
            split(sentence).iter().filter(|word| !is_punct(word)).map(|word| word.to_lowercase()).collect();
        if words.len() > WORDS {
            return None;
        }
        let words: Vec<String> = words.into_iter().filter(|word| !names.contains(word)).collect();
        match asked(&words, sentence.ends_with('?')) {
            Some(point) => found = Some(point),
            // A word before it that means nothing: "Interesting."
            None if stripped(&words).is_empty() => {}
            None => return None,
        }
    }
    found
}

/// What one sentence asks: `question` if it ends like one.
fn asked(words: &[String], question: bool) -> Option<Point> {
    let of = |words: &[String]| {
        let said = words.join(" ");
        let found = POINTS.iter().find(|(section, _)| lex().contains(section, &said));
        // "Sorry.", "Really.", "Is that so." and "Why not." want no answer; "Why" does, however it is written.
        let is = words.first().is_some_and(|word| word == "is");
        let plainly = words.first().is_some_and(|word| word == "why") && words.get(1).is_none_or(|word| word != "not");
        found.filter(|_| question || words.len() > 2 && !is || plainly)
    };
    // As it stands first: "really" may be the question, or stand before it.
    of(words).or_else(|| of(stripped(words))).map(|(_, point)| *point)
}

/// The words less those that may stand before or after a question.
fn stripped(mut words: &[String]) -> &[String] {
    let fits = |section: &str, some: &[String]| lex().contains(section, &some.join(" "));
    loop {
        let before = (1..=words.len().min(4)).rev().find(|n| fits("follow.before", &words[..*n]));
        let after = (1..=words.len().min(4)).rev().find(|n| fits("follow.after", &words[words.len() - n..]));
        words = match (before, after) {
            (Some(n), _) => &words[n..],
            (None, Some(n)) => &words[..words.len() - n],
            (None, None) => return words,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::rules::phrases;

    #[test]
    fn bare_questions_are_told_from_others() {
        let names = ["ann".to_owned(), "bell".to_owned()];
        for (line, wanted) in [
            ("Why?", Point::Why),
            ("why", Point::Why),
            ("Oh. Why is that, Ann?", Point::Why),
            ("How come?", Point::Why),
            ("Really?", Point::Sure),
            ("Really? Why?", Point::Why),
            ("Interesting! Who told you that?", Point::Source),
            ("Who said so, Ann Bell?", Point::Source),
            ("And when exactly?", Point::When),
            ("Ok, where's that?", Point::Where),
            ("With whom?", Point::With),
            ("who's that?", Point::Who),
            ("What do you mean?", Point::Meaning),
            ("I don't understand.", Point::Meaning),
            ("Are you sure?", Point::Sure),
        ] {
            assert_eq!(bare(line, &names), Some(wanted), "{line}");
        }
        for line in [
            "",
            "Ann?",
            "Interesting.",
            "Really.",
            "Sorry.",
            "Why do you bake bread?",
            "When is the party?",
            "Where do you live?",
            "Who told you about the party at the inn?",
            "I know why.",
            "Thanks, and good night.",
            "What time is it?",
        ] {
            assert_eq!(bare(line, &names), None, "{line}");
        }
    }

    #[test]
    fn no_phrase_of_ours_is_a_bare_question() {
        let names: Vec<String> = Vec::new();
        for (section, phrases) in phrases::sections().filter(|(name, _)| !name.starts_with("follow.")) {
            for phrase in phrases {
                // With all that may be chosen in it, and names where names stand.
                for choice in 0..4 {
                    let mut line = phrase.to_owned();
                    while let (Some(from), Some(to)) = (line.find('['), line.find(']')) {
                        let choices: Vec<&str> = line[from + 1..to].split('|').collect();
                        let one = choices[choice % choices.len()].to_owned();
                        line.replace_range(from..=to, &one);
                    }
                    while let (Some(from), Some(to)) = (line.find('{'), line.find('}')) {
                        line.replace_range(from..=to, "Old Mill");
                    }
                    assert_eq!(bare(&line, &names), None, "[[{section}]] {phrase}");
                }
            }
        }
    }
}
