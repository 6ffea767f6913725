//! Selects the percepts that are worth a question. Questions are costly: a passer-by is rarely worth one; danger, the
//! agent's own affairs and its own name always are.

use std::collections::BTreeMap;

use crate::{
    agent::{access::Visitor, acquaintances::Acquaintances, known_places::SeenObject, prelude::*, wording::looks},
    language::condition::ConditionKind,
};

/// Minutes until a person is thought about again.
const SAME_PERSON: u32 = 30;
/// Minutes between two thoughts about any people.
const ANY_PERSON: u32 = 10;
/// Minutes between two thoughts about words that were meant for others, unless they name oneself.
const ANY_WORDS: u32 = 20;
/// Minutes until a thing that is still so is thought about again, and how often at most.
const SAME_THING: u32 = 120;
const TIMES: u8 = 3;
/// Minutes until a danger that is still there is thought about again, however often it was: nobody gets used to a fire.
const DANGER: u32 = 5;
/// Ticks for which something is worth a thought after it was noticed last: a thing, words, a person.
const THING_STAYS: u64 = 30;
const WORDS_STAY: u64 = 12;
const PERSON_STAYS: u64 = 6;
/// Words that were meant for others and matter at least so much are worth a thought.
const WEIGHTY: u8 = 6;
/// A memory of somebody that matters at least so much is worth leaving a talk for.
const DEAR: u8 = 8;
/// How what one waits for looks while somebody else is at it.
const TAKEN: &str = "occupied";
/// So many thoughts are remembered.
const MAX_THOUGHTS: usize = 60;

type Wish<'a> = (&'a CurrentAction, &'a InTalk, &'a Approach, &'a Cooldowns, &'a Errand);
type Mind<'a> = (&'a Percepts, &'a MemoryStream, &'a mut Reactions);

pub(super) fn select_percepts(town: Town, mut people: Query<(Person, Wish, Mind), Without<Avatar>>) {
    let (now, ticks) = (town.now.0, |minutes| town.ticks(minutes));
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((one, (action, in_talk, approach, cooldowns, errand), mind)) = people.fetch_next() {
        let (percepts, stream, mut reactions) = mind;
        if percepts.0.is_empty() && reactions.pending.is_empty() && !matches!(action.phase, Phase::Waiting { .. }) {
            continue;
        }
        if action.is_sleeping() {
            reactions.pending.clear();
            continue;
        }
        if !reactions.thoughts.is_empty() {
            reactions.forget_past(one.known.0.get(&one.here.0));
        }
        let concern = |object: ObjectId| concerns(&one.visitor(&town), object) || action.object == Some(object);
        let free = in_talk.0.is_none() && approach.0.is_none() && errand.0.is_none();
        let private = town.map.arena(one.here.0).capacity == Some(1);
        for percept in &percepts.0 {
            let found = match percept.subject {
                Subject::Object(object) if percept.striking => {
                    let (of, state) = (percept.subject, percept.state.as_str());
                    let (urgency, known) = match percept.kind.is_danger() {
                        true => (0, reactions.is_recent(of, state, now, ticks(DANGER)) || errand.is_about(object)),
                        false => (2, reactions.is_considered(of, state, now, ticks(SAME_THING))),
                    };
                    (!known).then(|| stimulus(percept, urgency, concern(object), action.object == Some(object)))
                }
                Subject::Object(_) => None,
                Subject::Speech(_) if !percept.fresh => None,
                Subject::Speech(_) if percept.striking => Some(stimulus(percept, 1, true, false)),
                Subject::Speech(by) => {
                    let weight = percept.memory.and_then(|place| stream.all().get(place as usize));
                    let weighty = weight.is_some_and(|memory| memory.importance >= WEIGHTY);
                    let lately = |at: &u64| at + ticks(ANY_WORDS) > now;
                    let quiet = !reactions.met.get(&by).is_some_and(lately)
                        && !reactions.latest().is_some_and(|at| lately(&at));
                    (weighty && quiet && free).then(|| stimulus(percept, 3, false, false))
                }
                Subject::Agent(other) => {
                    let asleep = percept.state == "sleeping" || percept.state.starts_with("talking with");
                    // A talk is left for those who matter most alone.
                    let dear =
                        || in_talk.0.is_some() && errand.0.is_none() && matters(one.acquaintances, other, stream);
                    let meets = percept.fresh && !private && !asleep && (free || dear());
                    let quiet = |reactions: &Reactions| {
                        let within = |at: Option<u64>, minutes| at.is_some_and(|at| at + ticks(minutes) > now);
                        !within(reactions.met.get(&other).copied(), SAME_PERSON)
                            && cooldowns.over(other, now)
                            && !within(reactions.latest(), ANY_PERSON)
                    };
                    (meets && quiet(&reactions)).then(|| stimulus(percept, 4, false, false))
                }
            };
            if let Some(found) = found {
                reactions.add_pending(Stimulus { at: now, ..found });
            }
        }
        if let (Phase::Waiting { .. }, Some(object)) = (action.phase, action.object)
            && !reactions.is_considered(Subject::Object(object), TAKEN, now, ticks(SAME_PERSON))
        {
            reactions.add_pending(occupied_object(object, &town));
        }
        reactions.pending.retain(|one| {
            let stays = match one.subject {
                Subject::Object(_) => THING_STAYS,
                Subject::Speech(_) => WORDS_STAY,
                Subject::Agent(_) => PERSON_STAYS,
            };
            one.at + stays > now
        });
    }
}

/// Is this one of those whom one's heaviest memories are about?
fn matters(acquaintances: &Acquaintances, other: AgentId, stream: &MemoryStream) -> bool {
    let places = acquaintances.get(other).map_or(&[][..], |one| &one.places);
    places.iter().filter_map(|place| stream.get(*place)).any(|memory| memory.importance >= DEAR)
}

/// Is it where this person lives or works, or their own?
fn concerns(visitor: &Visitor, object: ObjectId) -> bool {
    let object = visitor.map.object(object);
    let sector = |arena: ArenaId| visitor.map.arena(arena).sector;
    let works = visitor.home.work.iter().any(|work| sector(*work).is_some() && sector(*work) == sector(object.arena));
    let room = &visitor.map.arena(object.arena).owners;
    let others = !room.is_empty() && !room.contains(&visitor.persona.name);
    let lives = visitor.at_home(object.arena) && !others;
    lives || works || object.owners.contains(&visitor.persona.name) || visitor.home.rooms.contains(&object.arena)
}

fn stimulus(percept: &Percept, urgency: u8, concerns: bool, needs: bool) -> Stimulus {
    Stimulus {
        subject: percept.subject,
        state: percept.state.clone(),
        kind: percept.kind,
        text: percept.text.clone(),
        arena: percept.arena,
        distance: percept.distance,
        at: 0,
        urgency,
        concerns,
        needs,
    }
}

/// Somebody else is at what one wants to use.
fn occupied_object(object: ObjectId, town: &Town) -> Stimulus {
    let (state, arena, at) = (TAKEN.to_string(), town.map.object(object).arena, town.now.0);
    let text = looks(object, &state, &town.map, town.ablation.english());
    let (subject, kind, distance, urgency) = (Subject::Object(object), ConditionKind::Occupied, 1, 1);
    Stimulus { subject, state, kind, text, arena, distance, at, urgency, concerns: true, needs: true }
}

impl Reactions {
    fn past(&self, subject: Subject, state: &str) -> Option<&PastStimulus> {
        self.thoughts.iter().find(|one| one.subject == subject && one.state == state)
    }

    /// Was this thought about within so many ticks, or often enough?
    pub fn is_considered(&self, subject: Subject, state: &str, now: u64, within: u64) -> bool {
        self.past(subject, state).is_some_and(|one| one.times >= TIMES) || self.is_recent(subject, state, now, within)
    }

    /// Was this thought about within so many ticks, or is it just now?
    fn is_recent(&self, subject: Subject, state: &str, now: u64, within: u64) -> bool {
        let asked = self.asked.as_ref().map(|asked| &asked.stimulus);
        self.past(subject, state).is_some_and(|one| one.at + within > now)
            || asked.is_some_and(|one| one.subject == subject && one.state == state)
    }

    /// Notes that something is being thought about.
    pub fn note_considered(&mut self, stimulus: &Stimulus) {
        let same = |one: &PastStimulus| one.subject == stimulus.subject && one.state == stimulus.state;
        let before = self.thoughts.iter().position(same).map(|at| self.thoughts.remove(at));
        let times = before.map_or(0, |thought| thought.times).saturating_add(1);
        let (subject, state, at) = (stimulus.subject, stimulus.state.clone(), stimulus.at);
        self.thoughts.push(PastStimulus { subject, state, at, times });
        if self.thoughts.len() > MAX_THOUGHTS {
            self.thoughts.remove(0);
        }
    }

    /// What is seen to be otherwise now is past: if it is so again, that is another thought.
    fn forget_past(&mut self, here: Option<&BTreeMap<ObjectId, SeenObject>>) {
        let Some(here) = here else { return };
        self.thoughts.retain(|one| match one.subject {
            Subject::Object(id) if one.state != TAKEN => here.get(&id).is_none_or(|seen| seen.state == one.state),
            _ => true,
        });
    }

    /// When anybody was thought about last.
    pub fn latest(&self) -> Option<u64> {
        self.met.values().copied().max()
    }

    /// Keeps it for a thought; of one subject only the newest.
    fn add_pending(&mut self, found: Stimulus) {
        self.pending.retain(|one| one.subject != found.subject);
        self.pending.push(found);
    }

    /// Takes what is most urgent.
    pub fn take_most_urgent(&mut self) -> Option<Stimulus> {
        let order = |(_, one): &(usize, &Stimulus)| (one.urgency, !one.concerns, one.distance, one.subject);
        let first = self.pending.iter().enumerate().min_by_key(order)?.0;
        Some(self.pending.remove(first))
    }
}
