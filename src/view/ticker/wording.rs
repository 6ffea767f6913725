//! Names and days as briefly as a line at the screen's edge wants them. Pure.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};

use crate::mind::builtin::tongue::text::{content, overlap, split};

/// From so much in common on, two things that one told the other are one.
const ALIKE: f32 = 0.7;
/// What must not drown among talks: danger, hard words, goals.
const LOUD: [&str; 6] = ["🔥", "💧", "💢", "🙅", "🎉", "🏆"];

/// Does this stand out?
pub fn loud(sign: &str) -> bool {
    LOUD.contains(&sign)
}

/// First names, where no two have the same.
pub fn brief_names(text: &str, names: &[&str]) -> String {
    let first = |name: &str| name.split_whitespace().next().unwrap_or_default().to_owned();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    names.iter().for_each(|name| *count.entry(first(name)).or_default() += 1);
    let own = names.iter().filter(|name| count[&first(name)] == 1);
    own.fold(text.to_owned(), |text, name| if text.contains(name) { text.replace(name, &first(name)) } else { text })
}

/// `on 14 February 2023` is `today` or `tomorrow`, if it is.
pub fn brief_days(text: &str, today: Date) -> String {
    let tomorrow = today.saturating_add(1.day());
    [(today, "today"), (tomorrow, "tomorrow")].into_iter().fold(text.to_owned(), |text, (date, word)| {
        let written = date.strftime("on %-d %B").to_string();
        text.replace(&format!("{written} {}", date.year()), word).replace(&written, word)
    })
}

/// Did one tell the other the same in two ways? `Ada to Carl: Ada needs somebody to help.` and `Ada to Carl: Ada asked
/// Carl to help.`
pub fn alike(one: &str, other: &str) -> bool {
    let (Some((way, one)), Some((same, other))) = (one.split_once(": "), other.split_once(": ")) else { return false };
    let names: Vec<&str> = way.split(" to ").collect();
    let of = |text: &str| {
        let rest = names.iter().fold(text.to_owned(), |text, name| text.replace(name, " "));
        content(&split(&rest))
    };
    way == same && names.len() == 2 && overlap(&of(one), &of(other)) >= ALIKE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_days_are_brief() {
        let names = ["Ada Byron", "Ada King", "Carl Gauss"];
        assert_eq!(brief_names("Carl Gauss asked Ada Byron.", &names), "Carl asked Ada Byron.");
        let today: Date = "2023-02-14".parse().expect("a date");
        let told = "Come on 14 February 2023 from 17:00, or on 15 February from 14:00, or on 16 February.";
        assert_eq!(brief_days(told, today), "Come today from 17:00, or tomorrow from 14:00, or on 16 February.");
    }

    #[test]
    fn a_need_and_its_question_are_one() {
        let needs = "Adam to Eddy: Adam needs somebody to help sort notes tomorrow from 14:00 to 16:00.";
        let asks = "Adam to Eddy: Adam asked Eddy to help sort notes tomorrow from 14:00 to 16:00.";
        assert!(alike(needs, asks));
        assert!(!alike(needs, "Adam to Mei: Adam asked Mei to help sort notes tomorrow from 14:00 to 16:00."));
        assert!(!alike(needs, "Adam to Eddy: There is a dance at the pub."));
        assert!(!alike("Ada talks", "Ada talks"));
    }

    #[test]
    fn fires_and_quarrels_stand_out() {
        assert!(loud("🔥") && loud("💢") && !loud("💬") && !loud("📰"));
    }
}
