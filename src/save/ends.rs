//! Whether all that a save holds is of the time that it says was lived.

use std::fs;

use super::{Save, SaveError, fault::nonsense, schema};

/// Each table and its column of ticks; whether the last is looked up in an index, and not in all rows; whether it may be the
/// tick that is to be lived next: how the town stands then, and not what happens in it.
const LAST: [(&str, &str, bool, bool); 14] = [
    ("answers", "tick", true, false),
    ("commands", "tick", true, false),
    ("events", "tick", true, false),
    ("lines", "tick", false, false),
    ("questions", "tick", false, false),
    ("positions", "tick", true, true),
    ("actions", "tick", true, true),
    ("states", "tick", true, true),
    ("talks", "tick", false, true),
    ("memories", "tick", true, true),
    ("memories", "saved", false, true),
    ("memory_changes", "tick", true, true),
    ("changes", "last", true, true),
    ("snapshots", "tick", true, true),
];

/// Game seconds in which something is written of any town: its whole state each hour.
const SOMETHING: u64 = 24 * 60 * 60;

impl Save {
    /// Refuses rows of a time to come, and a time of which there is nothing. All rows are looked at in a file of which all
    /// pages were.
    pub(super) fn check_ends(&self) -> Result<(), SaveError> {
        let version = self.connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
        // One of an older format is looked at when it has become one of today's.
        if version.map_err(|error| self.unreadable(&error))? != schema::VERSION {
            return Ok(());
        }
        let is_short = fs::metadata(&self.path).is_ok_and(|about| about.len() <= schema::CHECKED);
        let (end, mut last) = (self.meta.tick, 0);
        for (table, column, is_indexed, may_be_next) in LAST {
            if !is_indexed && !is_short {
                continue;
            }
            let sql = format!("SELECT max({column}) FROM main.{table}");
            let newest = self.connection.query_row(&sql, [], |row| row.get::<_, Option<i64>>(0));
            let newest = newest.map_err(|error| self.unreadable(&error))?.unwrap_or_default().max(0).unsigned_abs();
            if newest > end || newest == end && !may_be_next && end > 0 {
                let why = format!(
                    "it holds something of tick {newest}, in its table {table}, but says it was lived only up to tick {end}"
                );
                return Err(self.unreadable(&nonsense(why)));
            }
            last = last.max(newest);
        }
        let day = SOMETHING / u64::from(self.meta.tick_seconds.max(1));
        if end > last + day {
            let why = format!(
                "it says that it was lived up to tick {end}, but all that it holds is of tick {last} or before"
            );
            return Err(self.unreadable(&nonsense(why)));
        }
        Ok(())
    }
}
