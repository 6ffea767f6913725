//! Word lists as files: `[section]` heads, one entry a line, fields between bars, `#` for comments.

use std::collections::BTreeMap;

/// The sections of a data file by name.
pub struct Table(BTreeMap<&'static str, Vec<Vec<&'static str>>>);

impl Table {
    /// Reads a data file. Lines before the first head belong to the section with the empty name.
    pub fn read(text: &'static str) -> Self {
        let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut section = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                Some(name) => {
                    section = name;
                    table.entry(section).or_default();
                }
                None => table.entry(section).or_default().push(line.split('|').map(str::trim).collect()),
            }
        }
        Self(table)
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
            TABLE.get_or_init(|| $crate::language::table::Table::read(include_str!($file)))
        }
    };
}

pub(crate) use table;
