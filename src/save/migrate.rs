//! Saves of older formats become saves of today's, all or nothing: those that are gone on with in their file, those that
//! are looked at in memory, and their file stays as it is.

use std::{collections::BTreeMap, time::Duration};

use rusqlite::{Connection, TransactionBehavior, backup::Backup, limits::Limit};

use super::{
    block::{Block, Changed, owner_of},
    copy::PAGES,
    fault::nonsense,
    marks::{self, COLUMNS},
    pieces::kept,
    rows::unsigned,
    schema::{STATE, VERSION, limit, tables},
};
use crate::agent::state::Owner;

/// How formats 4 and 5 kept the state: a row for each part at each tick at which it changed.
pub(super) const STATE_BEFORE: &str = "
    CREATE TABLE snapshots (tick INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE parts (
        owner TEXT NOT NULL, number INTEGER NOT NULL, part TEXT NOT NULL, tick INTEGER NOT NULL, version INTEGER,
        body BLOB NOT NULL, PRIMARY KEY (owner, number, part, tick)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX parts_by_tick ON parts (tick);
    CREATE TABLE memory_changes (
        tick INTEGER NOT NULL, agent INTEGER NOT NULL, place INTEGER NOT NULL, accessed INTEGER NOT NULL,
        importance INTEGER NOT NULL, fixed INTEGER NOT NULL, PRIMARY KEY (tick, agent, place)
    ) STRICT, WITHOUT ROWID;
";

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// A copy in memory of a save of an older format, in today's; `None`: it is of today's.
pub(super) fn migrated(connection: &Connection) -> rusqlite::Result<Option<Connection>> {
    if version(connection)? == VERSION {
        return Ok(None);
    }
    let mut copy = Connection::open_in_memory()?;
    limit(&copy)?;
    marks::add_functions(&copy)?;
    Backup::new(connection, &mut copy)?.run_to_completion(PAGES, Duration::ZERO, None)?;
    migrate(&mut copy)?;
    Ok(Some(copy))
}

/// Makes a file one of today's format.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been quicker.
    let before = version(&transaction)?;
    if before == VERSION {
        return Ok(());
    }
    // Every table is begun anew, so that its declaration is word for word today's.
    let named = |kind: &str| -> rusqlite::Result<Vec<String>> {
        let sql = format!("SELECT name FROM sqlite_schema WHERE type = '{kind}' AND sql NOT NULL");
        transaction.prepare(&sql)?.query_map([], |row| row.get(0))?.collect()
    };
    for table in named("table")? {
        transaction.execute_batch(&format!("ALTER TABLE {table} RENAME TO old_{table}"))?;
    }
    for index in named("index")? {
        transaction.execute_batch(&format!("DROP INDEX {index}"))?;
    }
    transaction.execute_batch(&tables(VERSION))?;
    // Format 4 has no marks.
    let sound = |table: &str, columns: &str| match before {
        4 => "true".to_owned(),
        _ => format!("(SELECT sound('{table}', mark, {columns}))"),
    };
    for (table, columns) in COLUMNS.iter().filter(|(table, _)| !STATE.contains(&format!(" TABLE {table} "))) {
        let sound = sound(table, columns);
        transaction.execute_batch(&format!(
            "INSERT INTO {table} ({columns}, mark) SELECT {columns}, mark({columns}) FROM old_{table} WHERE {sound}"
        ))?;
    }
    let columns = "tick, agent, place, accessed, importance, fixed";
    let changed = "json_group_array(json_array(agent, place, accessed, importance, fixed))";
    transaction.execute_batch(&format!(
        "INSERT INTO memory_changes (tick, nth, body, mark)
         SELECT tick, 0, changed, mark(tick, 0, changed) FROM (
             SELECT tick, {changed} AS changed FROM (
                 SELECT * FROM old_memory_changes WHERE {} ORDER BY tick, agent, place
             ) GROUP BY tick
         )",
        sound("memory_changes", columns)
    ))?;
    gather(&transaction, &sound("parts", "owner, number, part, tick, version, body"))?;
    for table in named("table")?.iter().filter(|name| name.starts_with("old_")) {
        transaction.execute_batch(&format!("DROP TABLE {table}"))?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    // The old tables leave as much room as they took. To give it back, SQLite wants a second file for a while; where it
    // cannot have one, the room is used later.
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
    drop(connection.execute_batch("VACUUM"));
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    marks::guard(connection)
}

/// Puts the state, which was kept part by part, into the rows of today.
fn gather(connection: &Connection, sound: &str) -> rusqlite::Result<()> {
    let mut snapshots = connection.prepare("SELECT tick FROM old_snapshots ORDER BY tick")?;
    let snapshots: rusqlite::Result<Vec<u64>> = snapshots.query_map([], |row| unsigned(row, 0))?.collect();
    let mut snapshots = snapshots?.into_iter().peekable();
    let mut state: BTreeMap<(Owner, String), Kept> = BTreeMap::new();
    let mut block = Block::default();
    let sql = format!(
        "SELECT owner, number, part, tick, version, body FROM old_parts WHERE {sound} \
         ORDER BY tick, owner = 'agent', owner = 'object', number, part"
    );
    let mut all = connection.prepare(&sql)?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (owner, name, tick) = (row.get::<_, String>(0)?, row.get::<_, String>(2)?, unsigned(row, 3)?);
        let owner = owner_of(&owner, row.get(1)?)?;
        let packed: Vec<u8> = row.get(5)?;
        let body = kept(&packed).ok_or_else(|| nonsense(format!("{} cannot be unpacked", owner.part(&name, None))))?;
        let (is_cut, body) = match body {
            Ok(text) => (false, text.to_owned()),
            Err(numbers) => (true, serde_json::to_string(&numbers).unwrap_or_default()),
        };
        let version = row.get::<_, Option<u32>>(4)?;
        while let Some(before) = snapshots.next_if(|snapshot| *snapshot < tick) {
            block.write_changes(connection)?;
            write_snapshot(connection, before, &state)?;
        }
        let kept = version.map(|version| (version, is_cut, body));
        block.push(Changed { tick, owner, name: &name, kept: kept.as_ref().map(borrowed) });
        if block.is_long() {
            block.write_changes(connection)?;
        }
        match kept {
            Some(kept) => state.insert((owner, name), kept),
            None => state.remove(&(owner, name)),
        };
    }
    block.write_changes(connection)?;
    snapshots.try_for_each(|tick| write_snapshot(connection, tick, &state))
}

type Kept = (u32, bool, String);

fn borrowed((version, is_cut, body): &Kept) -> (u32, bool, &str) {
    (*version, *is_cut, body)
}

fn write_snapshot(connection: &Connection, tick: u64, state: &BTreeMap<(Owner, String), Kept>) -> rusqlite::Result<()> {
    let mut block = Block::default();
    for ((owner, name), kept) in state {
        block.push(Changed { tick, owner: *owner, name, kept: Some(borrowed(kept)) });
    }
    block.write_snapshot(connection, tick)
}
