//! The word lists of the rules.

use crate::language::table::table;

/// The files that are full of words, as they stand: whatever stands there is a word one knows.
pub const TEXTS: [&str; 4] = [
    include_str!("../../language/data/verbs.txt"),
    include_str!("data/day.txt"),
    include_str!("data/steps.txt"),
    include_str!("data/senses.txt"),
];

table!(
    /// How parts of a day are worded, and what fills free time.
    day, "data/day.txt");
table!(
    /// Which scheme of steps an activity follows, and the schemes.
    steps, "data/steps.txt");
table!(
    /// Which words call for which kind of object.
    senses, "data/senses.txt");
table!(
    /// How objects in use look, and what is used up.
    looks, "data/looks.txt");
table!(
    /// What to do about what is noticed.
    react, "data/react.txt");
table!(
    /// Emoji by stem.
    emoji, "data/emoji.txt");

/// Whether a word stands in a section of `day` that lists words, as `- | word`.
pub fn listed(section: &str, word: &str) -> bool {
    day().section(section).iter().any(|row| row.get(1) == Some(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_an_emoji_for_most_of_life() {
        let rows = emoji().section("");
        let stems: usize = rows.iter().map(|row| row[0].split_whitespace().count()).sum();
        assert!(stems >= 150, "{stems}");
        for row in rows {
            assert_eq!(row.len(), 2, "{row:?}");
            for one in row[1].split_whitespace() {
                let known = |c: char| matches!(c as u32, 0x1F300..=0x1FAF8 | 0x2600..=0x27BF | 0x231A..=0x23F3 | 0x2B50 | 0x1F0CF | 0x200D | 0xFE0F);
                assert!(one.chars().all(known) && one.chars().count() <= 5, "{one}");
            }
        }
    }

    #[test]
    fn senses_have_wants_and_calls() {
        for (name, rows) in senses().sections() {
            assert!(rows.iter().all(|row| row.len() == 2 && ["for", "by", "not"].contains(&row[0])), "[{name}]");
            assert!(rows.iter().any(|row| row[0] == "for") && rows.iter().any(|row| row[0] == "by"), "[{name}]");
        }
    }

    #[test]
    fn looks_are_short_and_uses_are_numbers() {
        for row in looks().section("states") {
            for state in row[2].split('/') {
                assert!(state.split_whitespace().count() <= 5, "{row:?}");
            }
        }
        assert!(looks().section("uses").iter().all(|row| row[2].parse::<u32>().is_ok()));
    }

    #[test]
    fn parts_of_a_day_are_worded_under_twelve_words() {
        for (name, rows) in day().sections() {
            for row in rows {
                let fields = if ["home", "outing"].contains(&name) { 3 } else { 2 };
                assert_eq!(row.len(), fields, "[{name}] {row:?}");
                assert!(row[fields - 1].split_whitespace().count() < 10, "[{name}] {row:?}");
            }
        }
    }
}
