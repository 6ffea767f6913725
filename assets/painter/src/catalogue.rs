//! Every object of the map and its looks.

use crate::sheet::Entry;

/// All looks of all objects, for the sheet.
pub fn entries() -> Vec<Entry> {
    vec![]
}
