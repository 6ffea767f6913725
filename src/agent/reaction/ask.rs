//! The question: this is noticed; what do I do about it?

use std::collections::BTreeMap;

use bevy::{ecs::query::QueryData, prelude::*};

use super::{Asked, Errand, Noticing, Reactions, offer};
use crate::{
    agent::{
        action::CurrentAction,
        circle::{Circle, Directory},
        conditions::Conditions,
        dialogue::{Approach, Company, Talks},
        known::KnownPlaces,
        perception::{Percepts, Subject},
        persona::{Home, Names, Persona, Whereabouts},
        plan::{DayPlan, words},
        recall,
        reflection::{Relations, SelfImage},
        visitor::Visitor,
    },
    clock::{Active, AgentId, Calendar, Minute, Now, Seed},
    memory::MemoryStream,
    mind::question::{Choice, Noticed, Other, React, Recalled, Sort, Spoken, Stretch, Way},
    thought::Thinking,
    world::{ObjectId, TownMap},
};

/// Ticks in which one makes up one's mind.
const DUE: u64 = 3;
/// Ticks after which the question is given up.
const PATIENCE: u64 = 30;
/// At most so many people are offered to talk to.
const MOST_PEOPLE: usize = 3;
/// Memories about what is noticed, heavy ones, and recent ones.
const ABOUT: usize = 5;
const HEAVY: usize = 4;
const RECENT: usize = 3;

#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Who {
    id: &'static AgentId,
    persona: &'static Persona,
    home: &'static Home,
    here: &'static Whereabouts,
    action: &'static CurrentAction,
    known: &'static KnownPlaces,
    memory: &'static MemoryStream,
    mind: (&'static SelfImage, &'static Relations, &'static Circle),
    plan: &'static DayPlan,
    percepts: &'static Percepts,
    company: (&'static Company, &'static Approach, &'static Errand),
    reactions: &'static mut Reactions,
    thinking: &'static mut Thinking,
}

/// What can be told of others by looking at them.
type Looks = BTreeMap<AgentId, (String, bool)>;

pub fn ask(
    (now, active, seed, calendar): (Res<Now>, Res<Active>, Res<Seed>, Res<Calendar>),
    (map, names, talks): (Res<TownMap>, Res<Names>, Res<Talks>),
    (conditions, directory): (Res<Conditions>, Res<Directory>),
    others: Query<(&AgentId, &Persona, &Company, &Approach, &CurrentAction)>,
    mut people: Query<Who>,
) {
    let mut looks: Option<Looks> = None;
    let mut people = people.iter_many_mut(&active.0);
    while let Some(mut one) = people.fetch_next() {
        if one.reactions.pending.is_empty() || one.reactions.asked.is_some() || one.thinking.about::<React>() {
            continue;
        }
        let looks = looks.get_or_insert_with(|| {
            let look = |(id, persona, company, approach, action): (
                &AgentId,
                &Persona,
                &Company,
                &Approach,
                &CurrentAction,
            )| {
                let free = company.0.is_none() && approach.0.is_none() && !action.asleep;
                (*id, (persona.pronouns.clone(), free))
            };
            others.iter_many(&active.0).map(look).collect()
        });
        let Some(noticing) = one.reactions.take_most_urgent() else { continue };
        let scene = Scene {
            calendar: &calendar,
            conditions: &conditions,
            directory: &directory,
            map: &map,
            names: &names,
            talks: &talks,
            looks,
        };
        let (question, asked) = scene.question(&one, *seed, *now, noticing);
        if one.thinking.ask(*seed, *one.id, *now, DUE, DUE + PATIENCE, &question) {
            match asked.noticing.subject {
                Subject::Agent(other) => {
                    one.reactions.met.insert(other, now.0);
                }
                Subject::Speech(_) | Subject::Object(_) => one.reactions.note(&asked.noticing),
            }
            one.reactions.asked = Some(asked);
        }
    }
}

struct Scene<'a> {
    calendar: &'a Calendar,
    conditions: &'a Conditions,
    directory: &'a Directory,
    map: &'a TownMap,
    names: &'a Names,
    talks: &'a Talks,
    looks: &'a Looks,
}

impl Scene<'_> {
    fn name(&self, id: AgentId) -> String {
        self.names.0.get(&id).cloned().unwrap_or_else(|| "somebody".into())
    }

    fn question(&self, one: &WhoItem, seed: Seed, now: Now, noticing: Noticing) -> (React, Asked) {
        let Self { calendar, map, .. } = *self;
        let minute = calendar.minute(now.0);
        let visitor = Visitor { persona: one.persona, home: one.home, map };
        let object = match noticing.subject {
            Subject::Object(object) => Some(object),
            Subject::Agent(_) | Subject::Speech(_) => None,
        };
        let name_of = |id: AgentId| self.name(id);
        let (places, offered) = offer::offer(&visitor, one.known, (one.here.0, object), minute.time_of_day(), &name_of);
        let near = self.people(one, &noticing);
        let (options, people) = self.options(one, &noticing, &near);
        let ways = options.iter().map(|option| option.way).collect();
        let until = calendar.minute(one.action.until).time_of_day();
        let (what, place) = (one.action.what.clone(), map.arena_name(one.here.0));
        let question = React {
            language: self.conditions.language.clone(),
            me: one.persona.me(one.mind.0.summary.clone(), seed.nature(*one.id)),
            now: words::moment(calendar, minute, place, what, Some(until)),
            plan: rest_of_day(one.plan, minute, map),
            known: recall::known(one.mind.2, one.known, self.directory, map),
            people: near.into_iter().map(|(_, other)| other).collect(),
            places,
            memories: memories(one, &noticing, now.0, calendar, self.conditions),
            talk: self.last_line(one),
            noticed: self.noticed(&noticing, &offered),
            options,
        };
        (question, Asked { noticing, offered, ways, people })
    }

    /// Who is here, nearest first, with what they are to oneself.
    fn people(&self, one: &WhoItem, noticing: &Noticing) -> Vec<(AgentId, Other)> {
        let mut near: Vec<AgentId> = Vec::new();
        if let Subject::Agent(id) | Subject::Speech(id) = noticing.subject {
            near.push(id);
        }
        for percept in &one.percepts.0 {
            if let Subject::Agent(id) = percept.subject
                && !near.contains(&id)
            {
                near.push(id);
            }
        }
        let doing = |id: AgentId| {
            let seen = one.percepts.0.iter().find(|percept| percept.subject == Subject::Agent(id));
            seen.map(|percept| percept.state.clone()).unwrap_or_default()
        };
        let other = |id: AgentId| {
            let (name, pronouns) = (self.name(id), self.looks.get(&id).map(|look| look.0.clone()).unwrap_or_default());
            let relation = recall::relation_to(one.persona, one.mind.1, id, &name);
            (id, Other { doing: doing(id), name, pronouns, relation })
        };
        near.into_iter().map(other).collect()
    }

    /// What can be done, and whom the numbers of talks mean.
    fn options(
        &self,
        one: &WhoItem,
        noticing: &Noticing,
        near: &[(AgentId, Other)],
    ) -> (Vec<Choice>, BTreeMap<u32, AgentId>) {
        let talk = one.company.0.0.and_then(|talk| self.talks.open.get(&talk));
        let partners: Vec<String> = talk
            .map(|talk| talk.members.iter().filter(|id| *id != one.id).map(|id| self.name(*id)).collect())
            .unwrap_or_default();
        let leave = if partners.is_empty() { "" } else { "leave the talk and " };
        let subject = self.subject(noticing);
        let about = match noticing.subject {
            Subject::Object(_) => format!("{leave}do something about the {subject}"),
            Subject::Agent(_) | Subject::Speech(_) => format!("{leave}do something else, here or at another place"),
        };
        let stay = if partners.is_empty() {
            "carry on".into()
        } else {
            format!("carry on talking with {}", partners.join(" and "))
        };
        let mut options = vec![(Way::CarryOn, None, stay), (Way::Act, None, about)];
        let free = |id: &AgentId| self.looks.get(id).is_some_and(|look| look.1);
        let free = near.iter().filter(|(id, _)| free(id)).take(MOST_PEOPLE);
        let mut people = BTreeMap::new();
        for (id, other) in free {
            people.insert(options.len() as u32 + 1, *id);
            options.push((Way::Talk, Some(other.name.clone()), format!("{leave}speak to {}", other.name)));
        }
        options.push((Way::Wait, None, "wait and see".into()));
        let choice = |(n, (way, with, text))| Choice { n, way, with, text };
        ((1..).zip(options).map(choice).collect(), people)
    }

    /// The person or the thing, by name.
    fn subject(&self, noticing: &Noticing) -> String {
        match noticing.subject {
            Subject::Object(object) => self.map.object(object).name.clone(),
            Subject::Agent(id) | Subject::Speech(id) => self.name(id),
        }
    }

    fn noticed(&self, noticing: &Noticing, offered: &[ObjectId]) -> Noticed {
        let number = |object| (offer::FIRST..).zip(offered).find(|(_, one)| **one == object).map(|(n, _)| n);
        let (sort, object) = match noticing.subject {
            Subject::Object(object) => (Sort::Object, number(object)),
            Subject::Agent(_) => (Sort::Person, None),
            Subject::Speech(_) => (Sort::Speech, None),
        };
        Noticed {
            text: noticing.text.clone(),
            sort,
            subject: self.subject(noticing),
            state: noticing.state.clone(),
            object,
            concerns: noticing.concerns,
            needs: noticing.needs,
        }
    }

    fn last_line(&self, one: &WhoItem) -> Option<Spoken> {
        let talk = self.talks.open.get(&one.company.0.0?)?;
        let line = talk.lines.iter().rev().find(|line| line.by != *one.id)?;
        Some(Spoken { who: self.name(line.by), words: line.words.clone() })
    }
}

/// The rest of today's plan, as finely as it is known by the hour.
fn rest_of_day(plan: &DayPlan, minute: Minute, map: &TownMap) -> Vec<Stretch> {
    let mut rest = Vec::new();
    for part in plan.parts.iter().filter(|part| part.until > minute) {
        let mut add = |from: Minute, until: Minute, what: &str| {
            if until > minute {
                let (from, until) = (from.max(minute).time_of_day(), until.time_of_day());
                rest.push(Stretch { from, until, what: what.to_string(), place: map.arena_name(part.place) });
            }
        };
        match part.hours.is_empty() || part.from > minute {
            true => add(part.from, part.until, &part.what),
            false => part.hours.iter().for_each(|hour| add(hour.from, hour.until, &hour.what)),
        }
    }
    rest
}

/// Three small retrievals in one: about it, what weighs, what is fresh; in order of time.
fn memories(
    one: &WhoItem,
    noticing: &Noticing,
    now: u64,
    calendar: &Calendar,
    conditions: &Conditions,
) -> Vec<Recalled> {
    let (stream, text) = (one.memory, noticing.text.as_str());
    let about = match noticing.subject {
        Subject::Agent(id) | Subject::Speech(id) => {
            recall::of_person(stream, (one.mind.2, id), text, now, calendar, ABOUT, conditions)
        }
        Subject::Object(_) => recall::recall(stream, text, now, calendar, ABOUT, conditions),
    };
    let heavy = recall::heaviest(stream, HEAVY, calendar, conditions);
    let recent = recall::newest(stream, RECENT, calendar, conditions);
    let all = recall::together([about, heavy, recent]).into_iter();
    all.map(|(_, memory)| memory).filter(|memory| memory.text != text).collect()
}
