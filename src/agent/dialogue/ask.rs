//! The next line of a talk and, when it is over, what is kept of it: as questions.

use super::{
    Participant, ParticipantItem,
    memories::{Rememberer, about, each_once},
    settle::AGREED,
};
use crate::{
    agent::{agenda::Agreement, persona::WorkLife, prelude::*, wording},
    mind::question::{AfterTalk, Appointment, Moment, Other, Settled, Spoken, Stretch, Utter, UtterAnswer},
};

/// Ticks until the first line is said.
const FIRST: u64 = 3;
/// Ticks until one knows what is kept of a talk.
const AFTERWARDS: u64 = 6;
/// What goes on for so many minutes or less is no part of the rest of a day.
const OVER: u32 = 2;
/// Ticks after its due at which a line is given up.
const GIVE_UP_TICKS: u64 = 12;

/// Adds the questions.
pub fn plugin(app: &mut App) {
    app.add_question::<Utter>().add_question::<AfterTalk>();
    app.add_observer(store_line).add_observer(store_silence);
    app.add_systems(Tick, (ask_lines.in_set(TickStep::AskLines), ask_after.in_set(TickStep::AskAfterTalk)));
}

impl<'w, 's> ParticipantItem<'w, 's> {
    fn mind<'a>(&'a self, town: &'a Town, embeddings: &'a EmbeddingStore) -> Rememberer<'a, 'w, 's> {
        Rememberer { person: &self.person, memory: &self.memory, relations: self.relations, town, embeddings }
    }

    /// What one did before the talk, for what is done now may be talking.
    fn was_doing(&self) -> String {
        if self.action.is_unplanned() { self.dialogue.was.clone() } else { self.action.what.clone() }
    }

    fn moment(&self, town: &Town, place: ArenaId, doing: String) -> Moment {
        let until = self.plan.part(town.minute()).map(|part| part.until.time_of_day());
        wording::moment(&town.calendar, town.minute(), town.map.arena_name(place), doing, until)
    }

    /// The rest of today's plan, without what is as good as over.
    fn rest_of_day(&self, town: &Town) -> Vec<Stretch> {
        let parts = self.plan.parts.iter().filter(|part| part.until.0 > town.minute().0 + OVER);
        parts.map(|part| part.stretch(&town.map)).collect()
    }

    /// What is fixed for tomorrow and stands in no agreement.
    fn tomorrow(&self, town: &Town) -> Vec<Appointment> {
        let mut all = self.agenda.tomorrow(town.minute(), &town.map, &town.ablation);
        all.retain(|one| !one.how.starts_with(AGREED));
        all
    }

    /// What was asked, promised or settled in a talk.
    fn settled_in(&self, talk: Option<TalkId>, town: &Town) -> Vec<Settled> {
        let here = |one: &&Agreement| [one.origin.talk, one.said_in].map(Some).contains(&talk);
        let here = self.agenda.agreements.iter().filter(here);
        here.map(|one| one.settled(*self.person.id, &town.names)).collect()
    }

    /// Who else is near enough to hear, by name.
    fn hearers(&self, other: AgentId, town: &Town) -> Vec<String> {
        let near = self.percepts.0.iter().filter_map(|one| match one.subject {
            Subject::Agent(id) if id != other => Some(id),
            _ => None,
        });
        near.map(|id| town.named(id).name).collect()
    }

    /// What `other` is seen doing.
    fn sees(&self, other: AgentId) -> String {
        let seen = self.percepts.0.iter().find(|one| one.subject == Subject::Agent(other));
        seen.map(|one| one.state.clone()).filter(|state| state != "walking").unwrap_or_default()
    }
}

/// Whoever's turn is next thinks of something while the other speaks.
fn ask_lines(
    town: Town,
    (talks, mut embeddings): (Res<Talks>, ResMut<EmbeddingStore>),
    mut people: Query<Participant>,
) {
    if talks.open.is_empty() {
        return;
    }
    let mut looked_for = Vec::new();
    let first = |id: AgentId| town.names.first_name(id);
    for (id, talk) in talks.open.iter().filter(|(_, talk)| talk.ended.is_none()) {
        let guided = |id: AgentId| {
            let one = town.entity(id).and_then(|entity| people.get(entity).ok());
            one.is_some_and(|one| one.avatar.is_some())
        };
        // Nobody thinks for whom a player guides; whoever would go on without them thinks of it beforehand.
        let Some(speaker) = talk.next(first, guided, false).filter(|speaker| !guided(*speaker)) else { continue };
        let Some(mut one) = town.entity(speaker).and_then(|entity| people.get_mut(entity).ok()) else { continue };
        let ready = one.in_talk.0 != Some(*id) || one.dialogue.next.is_some() || one.thinking.about::<Utter>();
        let Some(other) = talk.partner(speaker).filter(|_| !ready) else { continue };
        // Who is spoken to again at once has first to take in what was said before.
        if one.dialogue.recollection.is_none() && one.ended_talks.0.iter().any(|past| past.with == other) {
            continue;
        }
        if one.dialogue.recollection.is_none() {
            looked_for.push((speaker, about(&town.named(other).name)));
            let (doing, other_doing) = (one.was_doing(), one.sees(other));
            let recollection = one.mind(&town, &embeddings).recollect(other);
            one.memory.touch(&recollection.about, town.now.0);
            one.memory.touch(&recollection.weighs, town.now.0);
            one.dialogue.recollection = Some(Memo::new(Recollection { doing, other_doing, ..recollection }));
        }
        let last = talk.lines.iter().rev().take(2).rev().map(|line| line.words.as_str());
        let retrieved = one.mind(&town, &embeddings).brought_up(&last.collect::<Vec<_>>().join(" "));
        let brought_up: Vec<u32> = retrieved.iter().map(|one| one.index).collect();
        one.memory.touch(&brought_up, town.now.0);
        // What is asked outright is thought back for by its own words; that alone makes nothing come to mind more
        // easily.
        let heard = talk.lines.last().filter(|line| line.by != speaker);
        let asked = heard.map(|line| one.mind(&town, &embeddings).asked(&line.words)).unwrap_or_default();
        let places: Vec<u32> = asked.iter().map(|one| one.index).collect();
        let question = line_question(&one, (*id, talk, other), (&brought_up, &places), &town, &embeddings);
        let due = if talk.lines.is_empty() { FIRST } else { talk.said().saturating_sub(town.now.0).max(1) };
        let kept = one.dialogue.recollection.as_ref().map_or(&[][..], |mind| &mind.retrieved);
        let retrieved = each_once([&retrieved[..], &asked, kept].concat());
        town.ask((&mut one.thinking, speaker), (due, GIVE_UP_TICKS), &question, retrieved);
    }
    for (who, about) in looked_for {
        embeddings.request(who, &about, town.now.0);
    }
}

fn line_question(
    one: &ParticipantItem,
    (id, talk, other): (TalkId, &Talk, AgentId),
    (brought_up, asked): (&[u32], &[u32]),
    town: &Town,
    embeddings: &EmbeddingStore,
) -> Utter {
    let mind = one.dialogue.recollection.clone().map(Memo::into_inner).unwrap_or_default();
    let persona = one.person.persona;
    let they = town.named(other);
    let lines = talk.lines.iter().map(|line| Spoken { who: town.named(line.by).name, words: line.words.clone() });
    let mine = one.mind(town, embeddings);
    let begins = talk.lines.is_empty() && talk.members.first() == Some(one.person.id) && !talk.topic.is_empty();
    Utter {
        language: town.language(),
        me: one.person.me(one.image, town),
        now: one.moment(town, one.person.here.0, mind.doing),
        talk_began: town.calendar.minute(talk.began).time_of_day(),
        other: Other { name: they.name, pronouns: they.pronouns, relation: mind.relation, doing: mind.other_doing },
        plan: one.rest_of_day(town),
        known: mind.known,
        about: mine.recalled(&mind.about),
        brought_up: mine.recalled(brought_up),
        asked: mine.recalled(asked),
        weighs: mine.recalled(&mind.weighs),
        told: mine.recalled(&mind.told),
        own_lines: one.dialogue.lines.to_vec(),
        lines: lines.collect(),
        topic: begins.then(|| talk.topic.clone()),
        within_hearing: one.hearers(other, town),
        usual: persona.work.as_ref().map(WorkLife::usual).unwrap_or_default(),
        tomorrow: one.tomorrow(town),
        agreements: one.agenda.settled(*one.person.id, id, town.minute(), &town.names),
        needs: one.agenda.open_needs(*one.person.id, town.minute(), &town.calendar, &town.names),
        home: persona.home.clone(),
        workplace: persona.work.as_ref().and_then(|work| work.places.first()).cloned().unwrap_or_default(),
    }
}

/// What is kept of the talk that ended first.
fn ask_after(town: Town, embeddings: Res<EmbeddingStore>, mut people: Query<Participant>) {
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let Some(past) = one.ended_talks.0.first().filter(|past| !past.asked && one.newcomer.is_none()).cloned() else {
            continue;
        };
        if one.thinking.about::<AfterTalk>() {
            continue;
        }
        let mind = Memo::into_inner(past.recollection);
        let retrieved = each_once(mind.retrieved.clone());
        let mut places: Vec<u32> = [&mind.about, &mind.weighs, &mind.told].into_iter().flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let they = town.named(past.with);
        let question = AfterTalk {
            language: town.language(),
            me: one.person.me(one.image, &town),
            now: one.moment(&town, past.arena, mind.doing),
            talk_began: town.calendar.minute(past.began).time_of_day(),
            other: Other { name: they.name, pronouns: they.pronouns, relation: mind.relation, doing: mind.other_doing },
            plan: one.rest_of_day(&town),
            known: mind.known,
            memories: one.mind(&town, &embeddings).recalled(&places),
            agreements: one.settled_in(past.talk, &town),
            lines: past.lines,
        };
        let ticks = (AFTERWARDS, GIVE_UP_TICKS);
        if town.ask((&mut one.thinking, *one.person.id), ticks, &question, retrieved)
            && let Some(past) = one.ended_talks.0.first_mut()
        {
            past.asked = true;
        }
    }
}

fn store_line(on: On<Answered<Utter>>, mut states: Query<&mut DialogueState>) -> Result {
    let UtterAnswer { words, end, acts } = &on.answer;
    let words = words.trim().to_string();
    states.get_mut(on.entity)?.next = Some(NextLine::Line { words, end: *end, acts: acts.clone() });
    Ok(())
}

fn store_silence(on: On<Unanswered<Utter>>, mut states: Query<&mut DialogueState>) -> Result {
    states.get_mut(on.entity)?.next = Some(NextLine::Silence);
    Ok(())
}
