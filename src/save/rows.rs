//! The journal as rows, both ways.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, ToSql, params};

use super::{fault::nonsense, marks::insert};
use crate::{
    command::Command,
    journal::{By, Entry, Journal, Key},
    mind::{QuestionId, Reply, TokenUsage},
};

/// Entries of ticks from `from` up to and without `until`.
pub(super) fn write(connection: &Connection, journal: &Journal, from: u64, until: u64) -> rusqlite::Result<()> {
    let columns = "tick, agent, count, asked, question, purpose, reply, who, model, why, calls, tokens_in, tokens_cached, \
                   tokens_out, tokens_new, millis, template";
    let mut put = connection.prepare_cached(&insert("answers", columns))?;
    for ((tick, id), entry) in journal.answers_between(from, until) {
        let (who, model) = match &entry.by {
            By::Builtin => ("builtin", None),
            By::Model(name) => ("model", Some(name)),
            By::Cassette => ("cassette", None),
        };
        let QuestionId { agent, count } = id;
        let Entry { purpose, why, usage, .. } = &**entry;
        let TokenUsage { calls, template, .. } = usage;
        let (tick, asked, hash) = (signed(*tick)?, signed(entry.asked)?, entry.question.to_string());
        let reply = entry.reply.as_ref().map(|reply| &reply.0);
        let [sent, cached, received, new, millis] =
            [usage.tokens_in, usage.tokens_cached, usage.tokens_out, usage.tokens_new, usage.millis]
                .map(|figure| i64::try_from(figure).unwrap_or(i64::MAX));
        let row: [&dyn ToSql; 17] = [
            &tick, agent, count, &asked, &hash, purpose, &reply, &who, &model, why, calls, &sent, &cached, &received,
            &new, &millis, template,
        ];
        put.execute(row)?;
    }
    let mut put = connection.prepare_cached(&insert("commands", "tick, nth, line"))?;
    for (tick, commands) in journal.commands_between(from, until) {
        for (nth, command) in commands.iter().enumerate() {
            put.execute(params![signed(*tick)?, nth as i64, command.to_string()])?;
        }
    }
    Ok(())
}

pub(super) fn signed(tick: u64) -> rusqlite::Result<i64> {
    i64::try_from(tick).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

/// Takes out what came in from the tick `from` on.
pub(super) fn forget_from(connection: &Connection, from: u64) -> rusqlite::Result<()> {
    let from = signed(from)?;
    connection.execute("DELETE FROM main.answers WHERE tick >= ?1", [from])?;
    connection.execute("DELETE FROM main.commands WHERE tick >= ?1", [from])?;
    Ok(())
}

/// The most memory that a journal may take, in bytes.
const MAX: f64 = 2e9;

/// Whether the journal fits into memory, by the lengths of what is in it; no value is read for this.
fn fits(connection: &Connection) -> rusqlite::Result<bool> {
    let sizes = [
        "SELECT total(300 + octet_length(purpose) + ifnull(octet_length(reply), 0) + ifnull(octet_length(model), 0) \
         + ifnull(octet_length(why), 0) + ifnull(octet_length(template), 0)) FROM main.answers",
        "SELECT total(100 + octet_length(line)) FROM main.commands",
    ];
    let sizes = sizes.map(|sql| connection.query_row(sql, [], |row| row.get::<_, f64>(0)));
    Ok(sizes.into_iter().sum::<rusqlite::Result<f64>>()? <= MAX)
}

/// Everything.
pub(super) fn read(connection: &Connection, end: u64) -> rusqlite::Result<Journal> {
    if !fits(connection)? {
        return Err(nonsense("it holds more than fits into memory"));
    }
    let mut journal = Journal::default();
    let mut lines = connection.prepare("SELECT tick, line FROM commands ORDER BY tick, nth")?;
    let mut rows = lines.query([])?;
    while let Some(row) = rows.next()? {
        let (tick, line) = (unsigned(row, 0)?, row.get::<_, String>(1)?);
        match line.parse::<Command>() {
            Ok(command) => journal.commands.entry(tick).or_default().push(command),
            Err(why) => return Err(nonsense(format!("a command of tick {tick} makes no sense: {why}"))),
        }
    }
    let mut answers = connection.prepare(
        "SELECT tick, agent, count, asked, question, purpose, reply, who, model, why, \
         calls, tokens_in, tokens_cached, tokens_out, tokens_new, millis, template \
         FROM answers ORDER BY tick, agent, count",
    )?;
    let mut rows = answers.query([])?;
    while let Some(row) = rows.next()? {
        let (key, entry) = entry(row)?;
        journal.answers.insert(key, entry.into());
    }
    let last = journal.answers.keys().map(|(tick, _)| *tick).chain(journal.commands.keys().copied()).max();
    if let Some(last) = last.filter(|&last| last >= end) {
        return Err(nonsense(format!("it holds something of tick {last} but says it was lived only up to tick {end}")));
    }
    let mut seen = BTreeMap::new();
    for (tick, id) in journal.answers.keys() {
        if let Some(before) = seen.insert(*id, *tick) {
            let QuestionId { agent, count } = id;
            return Err(nonsense(format!(
                "question {count} of agent {agent} is answered twice, at ticks {before} and {tick}"
            )));
        }
    }
    Ok(journal)
}

fn entry(row: &Row<'_>) -> rusqlite::Result<(Key, Entry)> {
    let (tick, id) = (unsigned(row, 0)?, QuestionId { agent: row.get(1)?, count: row.get(2)? });
    let (question, who, model): (String, String, Option<String>) = (row.get(4)?, row.get(7)?, row.get(8)?);
    let by = match (who.as_str(), model) {
        ("builtin", None) => By::Builtin,
        ("model", Some(name)) => By::Model(name),
        ("cassette", None) => By::Cassette,
        (who, model) => return Err(nonsense(format!("an answer of tick {tick} is by {who:?} ({model:?})"))),
    };
    let (asked, purpose) = (unsigned(row, 3)?, row.get(5)?);
    let reply = row.get::<_, Option<String>>(6)?.map(Reply);
    let why = row.get(9)?;
    let usage = TokenUsage {
        calls: row.get(10)?,
        tokens_in: unsigned(row, 11)?,
        tokens_cached: unsigned(row, 12)?,
        tokens_out: unsigned(row, 13)?,
        tokens_new: unsigned(row, 14)?,
        millis: unsigned(row, 15)?,
        template: row.get(16)?,
    };
    let question = question.parse().map_err(|why: String| nonsense(why))?;
    Ok(((tick, id), Entry { asked, question, purpose, reply, by, why, usage }))
}
