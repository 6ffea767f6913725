//! Word lists as files: `[section]` heads, one entry a line, fields between bars, `#` for comments.

use std::collections::BTreeMap;

use super::things;

/// The sections of a data file by name.
pub struct Table(BTreeMap<&'static str, Vec<Vec<&'static str>>>);

impl Table {
    /// Reads the data file of this name. What kinds of furniture bring below `[name.section]` comes first in each section.
    pub fn read(name: &str, text: &'static str) -> Self {
        let mut table = Self(BTreeMap::new());
        things::words().for_each(|words| table.add(words, None, |head| head.strip_prefix(name)?.strip_prefix('.')));
        table.add(text, Some(""), Some);
        table
    }

    /// Adds rows, each to the section that its head stands for, if to any; those before any head to `first`.
    fn add<F>(&mut self, text: &'static str, first: Option<&'static str>, section_of: F)
    where
        F: Fn(&'static str) -> Option<&'static str>,
    {
        let mut section = first;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = section_of(head);
            } else if let Some(name) = section {
                self.0.entry(name).or_default().push(line.split('|').map(str::trim).collect());
            }
        }
    }

    /// The entries of a section; none if there is no such section.
    pub fn section(&self, name: &str) -> &[Vec<&'static str>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// All sections in the order of their names.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, &[Vec<&'static str>])> {
        self.0.iter().map(|(name, rows)| (*name, rows.as_slice()))
    }
}

/// Declares a function that gives a data file, read once.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub fn $name() -> &'static $crate::language::table::Table {
            static TABLE: std::sync::OnceLock<$crate::language::table::Table> = std::sync::OnceLock::new();
            TABLE.get_or_init(|| $crate::language::table::Table::read(stringify!($name), include_str!($file)))
        }
    };
}

pub(crate) use table;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_kind_brings_goes_before_the_file() {
        let mut table = Table(BTreeMap::new());
        let brought = "[day.home]\nweave | e | weave\n[looks.states]\nloom | - | clattering";
        table.add(brought, None, |head| head.strip_prefix("looks")?.strip_prefix('.'));
        table.add("before any\n[states]\n# no\nbed | - | made", Some(""), Some);
        assert_eq!(table.section("states"), [["loom", "-", "clattering"], ["bed", "-", "made"]]);
        assert_eq!((table.section("").len(), table.section("home").len()), (1, 0));
    }
}
