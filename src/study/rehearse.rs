//! `smallville rehearse`: how long a town would wait for a slow mind, on a virtual clock.
//!
//! The town lives in lockstep, and every answer takes as long as is said, so many at a time. Time passes only while the
//! town waits. Three towns are lived: with the slots there are, with as many as one likes, and with one. They are the
//! same town, so what differs is the waiting.

use std::{collections::BTreeMap, fmt, sync::atomic::Ordering};

use serde::Serialize;

use crate::{
    agent::prelude::*,
    cli::Rehearse,
    data::Data,
    exchange::{Minds, Provenance, Source, run_until},
    headless,
    journal::Journal,
    mind::{
        QuestionId,
        client::SimulatedClient,
        question::{Question, Utter, asked},
        rules,
    },
    town::{Options, TownError},
};

/// What came of it; times in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Waiting {
    /// Answers.
    pub calls: u64,
    /// Seconds that one answer takes.
    pub latency: f64,
    /// Answers at a time.
    pub slots: usize,
    /// How long the town waited.
    pub makespan: f64,
    /// All answers one after the other, shared out among the slots.
    pub work_over_slots: f64,
    /// How long it waits if nobody has to wait for a slot.
    pub unlimited: f64,
    /// The longest row of answers each of which had to be there before the next was asked: all that the same person was
    /// given before, and in a talk what the other said.
    pub chain: f64,
    /// The makespan over the greater of the work over the slots and the wait without limit.
    pub over_schedule: f64,
    /// The makespan over the greater of the work over the slots and the longest chain.
    pub over_ideal: f64,
    /// With one slot: the share of the time that it is busy.
    pub busy_with_one: f64,
    /// The journal's hash, the same in all three.
    pub journal_hash: String,
}

struct Lived {
    journal: Journal,
    /// Of each line of talk: to whom.
    partners: BTreeMap<QuestionId, u32>,
    makespan: f64,
}

fn lived(args: &Rehearse, slots: usize, data: &Data) -> Result<Lived, TownError> {
    let options = Options {
        scenario: args.scenario.clone(),
        seed: args.seed,
        threads: 1,
        experiment: args.change.experiment(),
        ..Options::default()
    };
    let mut app = headless::app(&options, data)?;
    let end = headless::ticks(args.hours, app.world().resource::<Calendar>())?;
    let (client, clock) = SimulatedClient::new(rules::answer, slots, args.latency_ms.saturating_mul(1000));
    app.insert_resource(Minds::new(Source::Mind(Box::new(client)))).insert_resource(Provenance::with_room(usize::MAX));
    run_until(&mut app, end)?;
    let names = &app.world().resource::<Names>().0;
    let journal = app.world().resource::<Journal>().clone();
    let makespan = clock.load(Ordering::Relaxed) as f64 / 1e6;
    let questions = app.world().resource::<Provenance>();
    let lines = journal.answers.iter().filter(|(_, entry)| entry.purpose == Utter::PURPOSE).map(|((_, id), _)| *id);
    let partner = |id| {
        let other = asked::<Utter>(&questions.get(id)?.ask).ok()?.other.name;
        names.iter().find(|(_, name)| **name == other).map(|(partner, _)| (id, partner.0))
    };
    let partners = lines.filter_map(partner).collect();
    Ok(Lived { journal, partners, makespan })
}

/// The length of the longest row of answers that need each other.
fn chain(journal: &Journal, partners: &BTreeMap<QuestionId, u32>) -> u64 {
    // By agent: when an answer came in and the longest row that ends with it or with an earlier one; of all, and of
    // talk.
    let mut rows: BTreeMap<(u32, bool), Vec<(u64, u64)>> = BTreeMap::new();
    let before = |rows: &BTreeMap<(u32, bool), Vec<(u64, u64)>>, key: (u32, bool), at: u64| {
        let row = rows.get(&key).map(Vec::as_slice).unwrap_or_default();
        row[..row.partition_point(|(came, _)| *came <= at)].last().map_or(0, |(_, length)| *length)
    };
    let mut longest = 0;
    for ((came, id), entry) in &journal.answers {
        let mut length = before(&rows, (id.agent, false), entry.asked);
        if let Some(partner) = partners.get(id) {
            length = length.max(before(&rows, (*partner, true), entry.asked));
        }
        let talk = entry.purpose == Utter::PURPOSE;
        for key in [(id.agent, false), (id.agent, true)].into_iter().take(1 + usize::from(talk)) {
            let row = rows.entry(key).or_default();
            let best = row.last().map_or(0, |(_, length)| *length).max(length + 1);
            row.push((*came, best));
        }
        longest = longest.max(length + 1);
    }
    longest
}

/// Lives the town three times and compares.
///
/// # Errors
/// Why it cannot be lived, or that the three towns are not the same.
pub fn rehearse(args: &Rehearse, data: &Data) -> Result<Waiting, TownError> {
    let latency = args.latency_ms as f64 / 1000.0;
    let slots = args.slots as usize;
    let some = lived(args, slots, data)?;
    let many = lived(args, usize::MAX, data)?;
    let one = lived(args, 1, data)?;
    let hash = some.journal.hash();
    if many.journal.hash() != hash || one.journal.hash() != hash {
        return Err("with another number of slots the town differs: please report this".to_owned().into());
    }
    let calls = some.journal.answers.len() as u64;
    let work = calls as f64 * latency;
    let work_over_slots = work / f64::from(args.slots);
    let chain = chain(&some.journal, &some.partners) as f64 * latency;
    Ok(Waiting {
        calls,
        latency,
        slots,
        makespan: some.makespan,
        work_over_slots,
        unlimited: many.makespan,
        chain,
        over_schedule: some.makespan / work_over_slots.max(many.makespan).max(f64::MIN_POSITIVE),
        over_ideal: some.makespan / work_over_slots.max(chain).max(f64::MIN_POSITIVE),
        busy_with_one: work / one.makespan.max(f64::MIN_POSITIVE),
        journal_hash: hash,
    })
}

/// Runs the command.
///
/// # Errors
/// See [`rehearse`].
pub fn command(args: &Rehearse, data: &Data) -> Result<bool, TownError> {
    let waiting = rehearse(args, data)?;
    headless::print(args.json, &waiting, || waiting.to_string())?;
    Ok(true)
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, latency, slots, .. } = self;
        writeln!(f, "{calls} answers of {latency} s each, {slots} at a time:")?;
        writeln!(f, "  the town waits              {:>9.1} s", self.makespan)?;
        writeln!(f, "  all work over the slots     {:>9.1} s", self.work_over_slots)?;
        writeln!(f, "  with slots without limit    {:>9.1} s", self.unlimited)?;
        writeln!(f, "  the longest chain           {:>9.1} s", self.chain)?;
        writeln!(f, "  over the greater of work and wait without limit   {:.2}", self.over_schedule)?;
        writeln!(f, "  over the greater of work and longest chain        {:.2}", self.over_ideal)?;
        writeln!(f, "  with one slot it is busy                          {:.1} %", 100.0 * self.busy_with_one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{By, Entry, QuestionHash};

    #[test]
    fn a_chain_goes_through_one_head_and_from_one_to_the_other_in_a_talk() {
        let mut journal = Journal::default();
        let mut partners = BTreeMap::new();
        let mut put = |agent, count, asked, came, purpose: &str, to: Option<u32>| {
            let id = QuestionId { agent, count };
            let question = QuestionHash(0);
            let (purpose, by) = (purpose.to_string(), By::Builtin);
            let entry = Entry { asked, question, purpose, reply: None, by, why: None, usage: Default::default() };
            journal.answers.insert((came, id), entry.into());
            partners.extend(to.map(|to| (id, to)));
        };
        put(0, 0, 0, 2, "steps", None);
        put(0, 1, 1, 3, "importance", None); // Asked before the first came: beside it.
        put(0, 2, 3, 5, "utterance", Some(1));
        put(1, 0, 5, 7, "utterance", Some(0));
        put(1, 1, 6, 9, "steps", None); // Asked before the line came.
        put(0, 3, 7, 9, "utterance", Some(1));
        assert_eq!(chain(&journal, &partners), 4);
    }
}
