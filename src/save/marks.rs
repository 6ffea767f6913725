//! Each row of a save has a mark, made from all its values when it was written: whoever reads a row learns whether it still
//! is that one. A letter that a failing disk has changed would otherwise be another reply, and with it another town.

use std::sync::LazyLock;

use rusqlite::{
    Connection, Error,
    functions::{Context, FunctionFlags},
    types::ValueRef,
};

use super::schema::{VERSION, tables};

/// The tables of a save, each with the names of its columns but for the mark.
pub(super) static COLUMNS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let columns = || -> rusqlite::Result<Vec<(String, String)>> {
        let blank = Connection::open_in_memory()?;
        blank.execute_batch(&tables(VERSION))?;
        let sql = "SELECT t.name, group_concat(c.name, ', ' ORDER BY c.cid) FROM sqlite_schema t, pragma_table_info(t.name) c \
                   WHERE t.type = 'table' AND c.name != 'mark' GROUP BY t.name ORDER BY t.rowid";
        blank.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    columns().expect("declared in this crate")
});

/// How a sentence about a row begins that is not what was written.
pub(super) const UNSOUND: &str = "a row of its table";

/// Lets a connection make marks.
pub(super) fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("mark", -1, flags, |row| Ok(mark(row, 0)))?;
    connection.create_scalar_function("sound", -1, flags, |row| {
        let (table, held) = (row.get::<String>(0)?, row.get::<i64>(1)?);
        let why = || format!("{UNSOUND} {table} is not what was written").into();
        if held == mark(row, 2) { Ok(true) } else { Err(Error::UserFunctionError(why())) }
    })
}

/// What all values from the `first` on come to: their CRC-32, each with its type and length before it.
fn mark(row: &Context<'_>, first: usize) -> i64 {
    let mut sum = crc32fast::Hasher::new();
    for value in (first..row.len()).map(|n| row.get_raw(n)) {
        let (kind, bytes) = match &value {
            ValueRef::Null => (0, &[][..]),
            ValueRef::Integer(number) => (1, &number.to_le_bytes()[..]),
            ValueRef::Real(number) => (2, &number.to_le_bytes()[..]),
            ValueRef::Text(text) => (3, *text),
            ValueRef::Blob(bytes) => (4, *bytes),
        };
        let [a, b, c, d] = (bytes.len() as u32).to_le_bytes();
        sum.update(&[kind, a, b, c, d]);
        sum.update(bytes);
    }
    sum.finalize().into()
}

/// The statement that puts a row of these columns into a table.
pub(super) fn insert(table: &str, columns: &str) -> String {
    let values: Vec<String> = (1..=columns.split(',').count()).map(|n| format!("?{n}")).collect();
    let values = values.join(", ");
    format!("INSERT INTO main.{table} ({columns}, mark) VALUES ({values}, mark({values}))")
}

/// As [`insert`], in the place of the row with the same key.
pub(super) fn replace(table: &str, columns: &str) -> String {
    insert(table, columns).replacen("INSERT", "REPLACE", 1)
}

/// Has all that is read from a file looked at: in place of each table stands a view that is the table if all rows read from
/// it are sound. What is written, or need not be looked at, names the table itself: `main.answers`.
pub(super) fn guard(connection: &Connection) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    // Older files have no marks.
    if version == VERSION {
        for (table, columns) in COLUMNS.iter() {
            // In a query of its own: SQLite puts what a column is compared with in the column's place wherever else it stands.
            // Talks have no key but the order in which they were written, which a view does not have by itself.
            let order = if table == "talks" { "rowid AS rowid, " } else { "" };
            connection.execute_batch(&format!(
                "CREATE TEMP VIEW {table} AS SELECT {order}{columns} FROM main.{table} \
                 WHERE (SELECT sound('{table}', mark, {columns}))"
            ))?;
        }
    }
    Ok(())
}

/// Marks every row anew, as it is now.
pub(super) fn renew(connection: &Connection) -> rusqlite::Result<()> {
    COLUMNS.iter().try_for_each(|(table, columns)| {
        connection
            .execute_batch(&format!("UPDATE main.{table} SET mark = mark({columns}) WHERE mark != mark({columns})"))
    })
}
