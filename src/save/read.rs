//! What can be read of a save: the journal, how the town stood at any tick, and what changed and happened in between.

use super::{History, Meta, PartChange, Save, SaveError, SavedState, changes, memories, rows, schema, seen, state};
use crate::{
    agent::components::talk::{Talk, TalkId},
    chronicle::Event,
    clock::AgentId,
    data::Files,
    exchange::Recording,
    journal::Journal,
    memory::Memory,
};

impl Save {
    /// The whole journal, as far as it is saved.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn journal(&self) -> Result<Journal, SaveError> {
        rows::read(&self.connection, self.meta.tick).map_err(|error| {
            // Another process may have gone on in the file since.
            let there = Meta::read(&self.connection).ok().and_then(Result::ok).map(|meta| meta.tick);
            match there.filter(|there| *there != self.meta.tick) {
                Some(there) => SaveError::Overtaken(self.path.display().to_string(), there, self.meta.tick),
                None => self.unreadable(&error),
            }
        })
    }

    /// The journal, to be lived again.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn recording(&self) -> Result<Recording, SaveError> {
        Ok(Recording::new(self.journal()?, self.meta.tick).of(&self.path))
    }

    /// The files of scenario and map as they were when the town began.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn files(&self) -> Result<Files, SaveError> {
        schema::read_files(&self.connection).map_err(|error| self.unreadable(&error))
    }

    /// The newest snapshot at or before a tick; `None`: the town has to be lived again from its beginning.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn state(&self, at: u64) -> Result<Option<SavedState>, SaveError> {
        let newest = state::newest_snapshot(&self.connection, at).map_err(|error| self.unreadable(&error))?;
        newest.map(|tick| self.standing(tick)).transpose()
    }

    /// How the town stood at a tick: what can be seen as it was then, the rest as of the snapshot before.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn standing(&self, at: u64) -> Result<SavedState, SaveError> {
        state::read(&self.connection, at).map_err(|error| self.unreadable(&error))
    }

    /// What changed after the tick `from` up to `until`, of what can be seen, in the order of ticks.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn changes(&self, from: u64, until: u64) -> Result<Vec<(u64, PartChange)>, SaveError> {
        changes::changes(&self.connection, (Some(from), until), None).map_err(|error| self.unreadable(&error))
    }

    /// What of all that can be seen is otherwise at the tick `at` than at `other`, as it is at `at`.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn between(&self, at: u64, other: u64) -> Result<Vec<PartChange>, SaveError> {
        changes::between(&self.connection, at, other).map_err(|error| self.unreadable(&error))
    }

    /// All that happened of these kinds, by the names that [`crate::chronicle::EventKind`] gives them, oldest first.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn events_of(&self, kinds: &[&str]) -> Result<Vec<Event>, SaveError> {
        self.numbers.get().reading(|| seen::events_of(&self.connection, kinds)).map_err(|error| self.unreadable(&error))
    }

    /// When people concluded something from what they remember, and who, oldest first.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn reflections(&self) -> Result<Vec<(u64, AgentId)>, SaveError> {
        memories::reflections(&self.connection).map_err(|error| self.unreadable(&error))
    }

    /// What happened at ticks from `from` on and before `until`, oldest first.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn events(&self, from: u64, until: u64) -> Result<Vec<Event>, SaveError> {
        self.numbers
            .get()
            .reading(|| seen::events(&self.connection, (from, until)))
            .map_err(|error| self.unreadable(&error))
    }

    /// Talks that came to their end after the tick `from` up to `until`, each with the first tick at which it was over, in
    /// the order in which they ended.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn talks(&self, from: u64, until: u64) -> Result<Vec<(u64, TalkId, Talk)>, SaveError> {
        self.numbers
            .get()
            .reading(|| seen::talks(&self.connection, (from, until)))
            .map_err(|error| self.unreadable(&error))
    }

    /// What came into streams of memories at ticks from `from` on and before `until`: whose, its place, and as it was when
    /// it was first saved. Oldest first.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn memories(&self, from: u64, until: u64) -> Result<Vec<(AgentId, u32, Memory)>, SaveError> {
        memories::new(&self.connection, (from, until)).map_err(|error| self.unreadable(&error))
    }

    /// All that was lived, for whoever shows it and lives nothing again.
    pub fn history(&self) -> History<'_> {
        History(self)
    }

    pub(super) fn unreadable(&self, error: &rusqlite::Error) -> SaveError {
        SaveError::reading(&self.path, error)
    }

    /// The ticks at which the whole state was saved, in order.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn snapshots(&self) -> Result<Vec<u64>, SaveError> {
        state::ticks(&self.connection).map_err(|error| self.unreadable(&error))
    }
}
