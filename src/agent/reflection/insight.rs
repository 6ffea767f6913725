//! Reflection: three questions to oneself about recent memories, and for each the insights, with pointers to the
//! memories they rest on. Insights may rest on earlier ones, so they form a tree. And the self summary, which is
//! renewed each night before the day is planned, and after each reflection.

use super::{ReflectionSettings, SLOW, Thinker};
use crate::{
    agent::{ablation::Ablation, prelude::*, recall},
    mind::question::{AskMyself, Conclude, Me, Summarise},
};

/// A conclusion matters at least this much until it is judged.
const WEIGHT: u8 = 4;

/// Adds the observers.
pub fn plugin(app: &mut App) {
    app.add_observer(store_questions).add_observer(store_insights).add_observer(store_summary);
}

/// Over the threshold one looks back.
pub fn ask_myself(town: Town, reflecting: Res<ReflectionSettings>, mut people: Query<Thinker, Without<Newcomer>>) {
    if !town.ablation.allow(MemoryKind::Reflection) {
        return;
    }
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let busy = one.thinking.about::<AskMyself>() || one.thinking.about::<Conclude>();
        if one.drive.sum <= reflecting.threshold || busy || !one.drive.asking.is_empty() {
            continue;
        }
        let last = town.recall(&one.memory, None).newest(reflecting.last);
        let came = last.iter().map(|(one, _)| *one).collect();
        let question = AskMyself {
            language: town.language(),
            me: one.person.me(&one.image, &town),
            now: one.person.moment(one.action, &town),
            known: one.person.knows(&town),
            memories: recall::numbered(last),
        };
        one.ask(&town, SLOW, &question, came);
        one.drive.sum = 0;
    }
}

fn store_questions(on: On<Answered<AskMyself>>, mut people: Query<&mut ReflectionDrive>) -> Result {
    people.get_mut(on.entity)?.asking.clone_from(&on.answer.questions);
    Ok(())
}

/// Looks into the next question to oneself.
pub fn conclude(
    town: Town,
    (reflecting, mut embeddings): (Res<ReflectionSettings>, ResMut<EmbeddingStore>),
    mut people: Query<Thinker, Without<Newcomer>>,
) {
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let Some(ask) = one.drive.asking.first().cloned().filter(|_| !one.thinking.about::<Conclude>()) else {
            continue;
        };
        if embeddings.request_urgently(*one.person.id, &ask, town.now.0) {
            continue;
        }
        one.drive.asking.remove(0);
        let found = town.recall(&one.memory, Some(&embeddings)).about(&ask, reflecting.retrieved);
        let (came, memories) = one.think_of(found, *town.now);
        let question = Conclude {
            language: town.language(),
            me: one.person.me(&one.image, &town),
            now: one.person.moment(one.action, &town),
            known: one.person.knows(&town),
            ask,
            memories,
        };
        one.ask(&town, SLOW, &question, came);
    }
}

fn store_insights(
    on: On<Answered<Conclude>>,
    (now, ablation): (Res<Now>, Res<Ablation>),
    mut people: Query<(&Persona, &mut MemoryStream, &mut SelfImage, &ReflectionDrive)>,
) -> Result {
    let (persona, mut stream, mut image, drive) = people.get_mut(on.entity)?;
    for insight in &on.answer.insights {
        let text = insight.text.trim();
        let again = |memory: &Memory| memory.kind == MemoryKind::Reflection && memory.text == text;
        if let Some(place) = stream.all().iter().position(again) {
            stream.touch(&[place as u32], now.0); // Concluded before: it is thought of again.
            continue;
        }
        let evidence = recall::cited(&insight.because);
        // What rests on a secret is one.
        let secret = evidence.iter().any(|place| stream.get(*place).is_some_and(|memory| memory.secret));
        let weight = ablation.weight(text, &persona.name).max(WEIGHT);
        let kind = MemoryKind::Reflection;
        stream.remember(Memory { kind, secret, evidence, ..Memory::observed(text, now.0, weight) });
    }
    image.stale |= drive.asking.is_empty();
    Ok(())
}

/// How many memories it is made from.
const SUMMARISED: usize = 30;
/// Minutes for which a picture holds, whatever one concludes meanwhile.
const LASTS: u32 = 240;
/// Minutes after midnight at which a new day begins for this: before anybody plans theirs.
const DAY_BEGINS: u32 = 180;

/// Asks for it when there is none, when one has looked back, and once a day.
pub fn ask_self_image(
    town: Town,
    mut embeddings: ResMut<EmbeddingStore>,
    mut people: Query<Thinker, Without<Newcomer>>,
) {
    let day = |tick: u64| Minute(town.calendar.minute(tick).0.saturating_sub(DAY_BEGINS)).day();
    let lasts = town.ticks(LASTS);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let none = one.image.summary.is_none() && one.image.since == 0;
        let old = day(one.image.since) < day(town.now.0);
        let stale = one.image.stale && one.image.since + lasts <= town.now.0;
        if one.thinking.about::<Summarise>() || !(none || old || stale) {
            continue;
        }
        let about = about(&one.person.persona.name, &one.person.persona.aim);
        if embeddings.request_urgently(*one.person.id, &about, town.now.0) {
            continue;
        }
        let found = town.recall(&one.memory, Some(&embeddings)).about(&about, SUMMARISED);
        let (came, memories) = one.think_of(found, *town.now);
        let question = Summarise {
            language: town.language(),
            me: Me { summary: None, ..one.person.me(&one.image, &town) },
            now: one.person.moment(one.action, &town),
            known: one.person.knows(&town),
            memories,
        };
        one.ask(&town, SLOW, &question, came);
        one.image.since = town.now.0.max(1);
        one.image.stale = false;
    }
}

/// What is looked for: the paper's three searches as one (appendix A).
fn about(name: &str, aim: &str) -> String {
    format!("{name}'s core characteristics. {name}'s daily occupation. {name}'s feeling about how life is going. {aim}")
}

fn store_summary(on: On<Answered<Summarise>>, now: Res<Now>, mut people: Query<&mut SelfImage>) -> Result {
    let mut image = people.get_mut(on.entity)?;
    let parts = [&on.answer.core, &on.answer.occupation, &on.answer.feeling];
    let told = parts.into_iter().map(|part| part.trim()).filter(|part| !part.is_empty() && *part != "Not known.");
    image.summary = Some(told.collect::<Vec<_>>().join(" "));
    image.since = now.0;
    Ok(())
}
