//! The question: this is noticed; what do I do about it?

use std::collections::BTreeMap;

use bevy::ecs::query::QueryData;

use crate::{
    agent::{
        offers::{FIRST_FOR_REACTION, Offers},
        prelude::*,
        recall,
    },
    mind::question::{Choice, Noticed, Other, React, ReactionKind, Recalled, Sort, Spoken, Stretch},
};

/// Ticks in which one makes up one's mind.
const DUE: u64 = 3;
/// Ticks after which the question is given up.
const GIVE_UP_TICKS: u64 = 30;
/// At most so many people are offered to talk to.
const MAX_PEOPLE: usize = 3;
/// At most so many people of a room are told of.
const MAX_HERE: usize = 8;
/// Memories about what is noticed, heavy ones, and recent ones.
const ABOUT: usize = 5;
const HEAVY: usize = 4;
const RECENT: usize = 3;

#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Who {
    person: Person,
    action: &'static CurrentAction,
    memory: &'static MemoryStream,
    image: &'static SelfImage,
    relations: &'static Relations,
    plan: &'static DayPlan,
    percepts: &'static Percepts,
    in_talk: &'static InTalk,
    errand: &'static Errand,
    reactions: &'static mut Reactions,
    thinking: &'static mut Thinking,
}

/// What can be told of others by looking at them.
type Looks = BTreeMap<AgentId, Look>;

struct Look {
    pronouns: String,
    /// Can they be spoken to?
    free: bool,
    /// In which arena they are, and in which cell.
    here: (ArenaId, Tile),
}

type Seen<'a> =
    ((&'a AgentId, &'a Persona), (&'a Whereabouts, &'a Tile), (&'a InTalk, &'a Approach, &'a CurrentAction));

pub fn ask_reactions(
    town: Town,
    (talks, mut embeddings): (Res<Talks>, ResMut<EmbeddingStore>),
    others: Query<Seen>,
    mut people: Query<Who>,
) {
    let mut looks: Option<Looks> = None;
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        if one.reactions.pending.is_empty() || one.reactions.asked.is_some() || one.thinking.about::<React>() {
            continue;
        }
        // One fire after the other: who puts one out lets everything else wait, another fire too.
        if one.errand.is_urgent() {
            continue;
        }
        let looks = looks.get_or_insert_with(|| {
            let look = |((id, persona), (here, at), (in_talk, approach, action)): Seen| {
                let free = in_talk.0.is_none() && approach.0.is_none() && !action.asleep;
                (*id, Look { pronouns: persona.pronouns.clone(), free, here: (here.0, *at) })
            };
            others.iter_many(&town.active.0).map(look).collect()
        });
        let Some(stimulus) = one.reactions.take_most_urgent() else { continue };
        embeddings.request(*one.person.id, &stimulus.text, town.now.0);
        let scene = Scene { embeddings: &embeddings, town: &town, talks: &talks, looks };
        let (question, asked, came) = scene.question(&one, stimulus);
        if town.ask((&mut one.thinking, *one.person.id), (DUE, GIVE_UP_TICKS), &question, came) {
            match asked.stimulus.subject {
                Subject::Agent(other) => {
                    one.reactions.met.insert(other, town.now.0);
                }
                Subject::Speech(_) | Subject::Object(_) => one.reactions.note_considered(&asked.stimulus),
            }
            one.reactions.asked = Some(asked);
        }
    }
}

struct Scene<'a> {
    embeddings: &'a EmbeddingStore,
    town: &'a Town<'a>,
    talks: &'a Talks,
    looks: &'a Looks,
}

impl Scene<'_> {
    fn question(&self, one: &WhoItem, stimulus: Stimulus) -> (React, OpenReaction, Vec<Retrieved>) {
        let (town, person) = (self.town, &one.person);
        let object = if let Subject::Object(object) = stimulus.subject { Some(object) } else { None };
        let (places, offered) = Offers::of(person, town).for_reaction((person.here.0, object), stimulus.needs);
        let near = self.people(one, &stimulus);
        let (options, people) = self.options(one, (&stimulus, &offered), &near);
        let ways = options.iter().map(|option| option.kind).collect();
        let (came, memories) = self.memories(one, &stimulus);
        let question = React {
            language: town.language(),
            me: person.me(one.image, town),
            now: person.moment(one.action, town),
            plan: rest_of_day(one.plan, town.minute(), &town.map),
            known: person.knows(town),
            people: near.into_iter().map(|(_, other)| other).collect(),
            places,
            memories,
            talk: self.last_line(one),
            noticed: self.noticed(&stimulus, &offered),
            options,
        };
        (question, OpenReaction { stimulus, offered, ways, people }, came)
    }

    /// Who is here, nearest first, with what they are to oneself; then those whom one has no eye on.
    fn people(&self, one: &WhoItem, stimulus: &Stimulus) -> Vec<(AgentId, Other)> {
        let mut near: Vec<AgentId> = Vec::new();
        if let Subject::Agent(id) | Subject::Speech(id) = stimulus.subject {
            near.push(id);
        }
        for percept in &one.percepts.0 {
            if let Subject::Agent(id) = percept.subject
                && !near.contains(&id)
            {
                near.push(id);
            }
        }
        // Whom one talks with is no event, and of a crowd one takes in a part: they are here all the same.
        let within = |look: &Look| {
            let (here, at) = look.here;
            here == one.person.here.0 && one.person.at.distance(at) <= one.person.persona.attention.radius
        };
        let others =
            self.looks.iter().filter(|(id, look)| **id != *one.person.id && !near.contains(id) && within(look));
        let others: Vec<AgentId> = others.map(|(id, _)| *id).collect();
        near.extend(others.into_iter().take(MAX_HERE.saturating_sub(near.len())));
        let doing = |id: AgentId| {
            let seen = one.percepts.0.iter().find(|percept| percept.subject == Subject::Agent(id));
            seen.map(|percept| percept.state.clone()).unwrap_or_default()
        };
        let other = |id: AgentId| {
            let name = self.town.names.name(id);
            let pronouns = self.looks.get(&id).map(|look| look.pronouns.clone()).unwrap_or_default();
            let relation = recall::relation_to(one.person.persona, one.relations, id, &name);
            (id, Other { doing: doing(id), name, pronouns, relation })
        };
        near.into_iter().map(other).collect()
    }

    /// What can be done, and whom the numbers of talks mean.
    fn options(
        &self,
        one: &WhoItem,
        (stimulus, offered): (&Stimulus, &[ObjectId]),
        near: &[(AgentId, Other)],
    ) -> (Vec<Choice>, BTreeMap<u32, AgentId>) {
        let talk = one.in_talk.0.and_then(|talk| self.talks.open.get(&talk));
        let others = talk.into_iter().flat_map(|talk| &talk.members).filter(|id| *id != one.person.id);
        let partners: Vec<String> = others.map(|id| self.town.names.name(*id)).collect();
        let leave = if partners.is_empty() { "" } else { "leave the talk and " };
        let subject = self.subject(stimulus);
        let about = match stimulus.subject {
            // What one cannot get at one can do nothing about.
            Subject::Object(object) => {
                offered.contains(&object).then(|| format!("{leave}do something about the {subject}"))
            }
            Subject::Agent(_) | Subject::Speech(_) => {
                Some(format!("{leave}do something else, here or at another place"))
            }
        };
        let stay = match partners.join(" and ") {
            names if names.is_empty() => "carry on".into(),
            names => format!("carry on talking with {names}"),
        };
        let mut options = vec![(ReactionKind::CarryOn, None, stay)];
        options.extend(about.map(|about| (ReactionKind::Act, None, about)));
        let eyed = |id: &AgentId| one.percepts.0.iter().any(|percept| percept.subject == Subject::Agent(*id));
        let meant = |id: &AgentId| matches!(stimulus.subject, Subject::Agent(one) | Subject::Speech(one) if one == *id);
        let free = |id: &AgentId| self.looks.get(id).is_some_and(|look| look.free) && (eyed(id) || meant(id));
        let free = near.iter().filter(|(id, _)| free(id)).take(MAX_PEOPLE);
        let mut people = BTreeMap::new();
        for (id, other) in free {
            people.insert(options.len() as u32 + 1, *id);
            options.push((ReactionKind::Talk, Some(other.name.clone()), format!("{leave}speak to {}", other.name)));
        }
        options.push((ReactionKind::Wait, None, "wait and see".into()));
        let choice = |(n, (kind, with, text))| Choice { n, kind, with, text };
        ((1..).zip(options).map(choice).collect(), people)
    }

    /// The person or the thing, by name.
    fn subject(&self, stimulus: &Stimulus) -> String {
        match stimulus.subject {
            Subject::Object(object) => self.town.map.object(object).name.clone(),
            Subject::Agent(id) | Subject::Speech(id) => self.town.names.name(id),
        }
    }

    fn noticed(&self, stimulus: &Stimulus, offered: &[ObjectId]) -> Noticed {
        let number = |object| (FIRST_FOR_REACTION..).zip(offered).find(|(_, one)| **one == object).map(|(n, _)| n);
        let (sort, object) = match stimulus.subject {
            Subject::Object(object) => (Sort::Object, number(object)),
            Subject::Agent(_) => (Sort::Person, None),
            Subject::Speech(_) => (Sort::Speech, None),
        };
        Noticed {
            text: stimulus.text.clone(),
            sort,
            subject: self.subject(stimulus),
            state: stimulus.state.clone(),
            kind: stimulus.kind,
            object,
            concerns: stimulus.concerns,
            needs: stimulus.needs,
        }
    }

    fn last_line(&self, one: &WhoItem) -> Option<Spoken> {
        let talk = self.talks.open.get(&one.in_talk.0?)?;
        let line = talk.lines.iter().rev().find(|line| line.by != *one.person.id)?;
        Some(Spoken { who: self.town.names.name(line.by), words: line.words.clone() })
    }

    /// Three small retrievals in one: about it, what weighs, what is fresh; in order of time.
    fn memories(&self, one: &WhoItem, stimulus: &Stimulus) -> (Vec<Retrieved>, Vec<Recalled>) {
        let text = stimulus.text.as_str();
        let recall = self.town.recall(one.memory, Some(self.embeddings));
        let about = match stimulus.subject {
            Subject::Agent(id) | Subject::Speech(id) => recall.of_person(one.person.acquaintances, id, text, ABOUT),
            Subject::Object(_) => recall.about(text, ABOUT),
        };
        let mut all = recall::together([about, recall.heaviest(HEAVY), recall.newest(RECENT)]);
        all.retain(|(_, memory)| memory.text != text);
        all.into_iter().unzip()
    }
}

/// The rest of today's plan, as finely as it is known by the hour.
fn rest_of_day(plan: &DayPlan, minute: Minute, map: &TownMap) -> Vec<Stretch> {
    let mut rest = Vec::new();
    for part in plan.parts.iter().filter(|part| part.until > minute) {
        let mut add = |from: Minute, until: Minute, what: &str| {
            if until > minute {
                rest.push(Stretch::between(from.max(minute), until, what, part.place, map));
            }
        };
        match part.hours.is_empty() || part.from > minute {
            true => add(part.from, part.until, &part.what),
            false => part.hours.iter().for_each(|hour| add(hour.from, hour.until, &hour.what)),
        }
    }
    rest
}
