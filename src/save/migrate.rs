//! Saves of older formats. To be looked at they are read as they are; to be gone on with they become files of today's
//! format, all or nothing.

use rusqlite::{Connection, TransactionBehavior};

use super::{
    marks::{self, COLUMNS},
    schema::{VERSION, tables},
};

/// Makes a file one of today's format.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let version =
        |connection: &Connection| connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been quicker.
    if version(&transaction)? == VERSION {
        return Ok(());
    }
    // Every table is begun anew, so that its declaration is word for word today's.
    for (table, _) in COLUMNS.iter() {
        transaction.execute_batch(&format!("ALTER TABLE {table} RENAME TO old_{table}"))?;
    }
    let indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL";
    let indexes: rusqlite::Result<Vec<String>> =
        transaction.prepare(indexes)?.query_map([], |row| row.get(0))?.collect();
    for index in indexes? {
        transaction.execute_batch(&format!("DROP INDEX {index}"))?;
    }
    transaction.execute_batch(&tables(VERSION))?;
    for (table, columns) in COLUMNS.iter() {
        transaction.execute_batch(&format!(
            "INSERT INTO {table} ({columns}, mark) SELECT {columns}, mark({columns}) FROM old_{table};
             DROP TABLE old_{table}"
        ))?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    marks::guard(connection)
}
