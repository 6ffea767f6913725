//! What people asked their minds, as they asked it.

use std::path::PathBuf;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::{
    marks::{self, insert},
    pieces::{Packer, Unpacker},
    record::{Pending, Question},
    rows::{signed, unsigned},
    schema::limited,
};
use crate::{
    exchange::{Kept, QuestionArchive},
    mind::{Ask, QuestionId},
};

/// Writes questions that were answered.
pub(super) fn write(connection: &Connection, pending: &Pending, packer: &mut Packer) -> rusqlite::Result<()> {
    let columns = "agent, count, tick, asked, due, give_up, dice, purpose, inputs, came";
    let mut put = connection.prepare_cached(&insert("questions", columns))?;
    for Question { tick, ask, inputs, came } in &pending.questions {
        let QuestionId { agent, count } = ask.id;
        let [tick, asked, due, give_up] = [*tick, ask.asked, ask.due, ask.give_up].map(signed);
        let inputs = String::from_utf8_lossy(&pending.json[inputs.clone()]);
        let came = serde_json::to_string(&pending.came[came.clone()]).unwrap_or_default();
        let [inputs, came] = [&inputs, &*came].map(|text| packer.pack(text));
        put.execute(params![
            agent,
            count,
            tick?,
            asked?,
            due?,
            give_up?,
            ask.dice.cast_signed(),
            ask.purpose,
            inputs,
            came
        ])?;
    }
    Ok(())
}

/// The questions of a file, looked up one by one: the file is opened for each, so that nobody waits for this.
#[derive(Debug)]
pub struct SavedQuestions(pub PathBuf);

impl QuestionArchive for SavedQuestions {
    fn question(&self, id: QuestionId) -> Option<Kept> {
        let connection = limited(&self.0, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        marks::guard(&connection).and_then(|()| read(&connection, id)).ok().flatten()
    }
}

/// The longest question, in bytes.
const LONGEST: u64 = 64 << 20;

/// A question as it was asked; `None`: it is not there, or makes no sense.
fn read(connection: &Connection, id: QuestionId) -> rusqlite::Result<Option<Kept>> {
    let sql = "SELECT asked, due, give_up, dice, purpose, inputs, came FROM questions WHERE agent = ?1 AND count = ?2";
    let row = connection.prepare_cached(sql)?.query_row(params![id.agent, id.count], |row| {
        let (asked, due, give_up) = (unsigned(row, 0)?, unsigned(row, 1)?, unsigned(row, 2)?);
        let dice = row.get::<_, i64>(3)?.cast_unsigned();
        let ask = Ask { id, purpose: row.get(4)?, inputs: String::new(), asked, due, give_up, dice };
        Ok((ask, row.get(5)?, row.get(6)?))
    });
    let Some((ask, inputs, came)) = row.optional()? else { return Ok(None) };
    let mut unpacker = Unpacker::new(connection, LONGEST);
    let (inputs, came) = (unpacker.unpack(inputs)?, unpacker.unpack(came)?);
    let whole = inputs.and_then(|inputs| String::from_utf8(inputs).ok()).zip(came);
    Ok(whole.and_then(|(inputs, came)| {
        let came = serde_json::from_slice(&came).ok()?;
        Some(Kept { ask: Ask { inputs, ..ask }, came })
    }))
}

/// Takes out what was answered from a tick on.
pub(super) fn forget_from(connection: &Connection, from: u64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM main.questions WHERE tick >= ?1", [signed(from)?]).map(drop)
}
