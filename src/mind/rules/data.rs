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
    /// What to do about what is noticed.
    react, "data/react.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::things;

    #[test]
    fn what_a_kind_brings_with_it_goes_to_a_table() {
        for head in things::words().flat_map(str::lines).filter_map(|line| line.trim().strip_prefix('[')) {
            let tables = ["conditions", "verbs", "looks", "emojis", "day", "steps", "senses", "react"];
            assert!(
                head.split_once('.').is_some_and(|(table, _)| tables.contains(&table)),
                "assets/things.toml: [{head}"
            );
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
