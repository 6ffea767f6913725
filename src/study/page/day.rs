//! What happened, as a page plays it: changes alone, by person or thing, and every text once.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::{pictures::Pictures, things::looks_of};
use crate::{
    agent::scenario::News,
    clock::AgentId,
    memory::{Memory, MemoryKind},
    save::{History, PartOf, Save},
    town::TownError,
    world::{Tile, TownMap},
};

/// All texts, each once: what says something has its number.
#[derive(Default)]
pub(super) struct Texts {
    numbers: HashMap<String, usize>,
    pub(super) all: Vec<String>,
}

impl Texts {
    pub(super) fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.numbers.insert(text.to_owned(), self.all.len());
        self.all.push(text.to_owned());
        self.all.len() - 1
    }
}

/// Somebody, and all that became of them.
#[derive(Default, Serialize)]
pub(super) struct Person {
    id: u32,
    name: String,
    about: Vec<(String, usize)>,
    /// Walking north, east, south and west, sitting in the same order, lying, portrait.
    pictures: [Vec<usize>; 10],
    /// Ticks since the step before, and steps east and south since then.
    steps: [Vec<i64>; 3],
    /// Ticks and where they look: 0 to 3, clockwise from north.
    facing: Vec<(u64, u8)>,
    /// Ticks and how they are: 0 standing, 1 sitting, 2 lying.
    posture: Vec<(u64, u8)>,
    /// Ticks and whether they sleep from then on.
    asleep: Vec<(u64, u8)>,
    /// Tick, words, emoji, thing or -1.
    deeds: Vec<(u64, usize, usize, i64)>,
    /// Ticks, and the rows of the plan from then on.
    plans: Vec<(u64, Vec<usize>)>,
    /// Tick, kind, text, importance, who said it, with whom, secret, evidence.
    memories: Vec<(u64, u8, usize, u8, i64, i64, u8, Vec<u32>)>,
}

/// A row of a plan: level, beginning and end in minutes, words, arena, emoji.
type Row = (u8, i64, i64, usize, i64, usize);

/// A talk: who, where, and its lines (tick, speaker, words, until).
#[derive(Serialize)]
pub(super) struct Talk {
    pub(super) members: Vec<u32>,
    arena: i32,
    pub(super) lines: Vec<(u64, u32, usize, u64)>,
}

/// What became of the town.
#[derive(Default, Serialize)]
pub(super) struct Day {
    pub(super) people: Vec<Person>,
    rows: Vec<Row>,
    talks: Vec<Talk>,
    /// What can be seen of things: what to look for, the best first, and what is the matter.
    looks: Vec<(Vec<&'static str>, Option<&'static str>)>,
    /// By tick: thing, words, look.
    states: Vec<(u64, usize, usize, usize)>,
    /// Fires: thing, beginning, end or -1.
    fires: Vec<(usize, u64, i64)>,
    /// What people set out to do: tick, who, words.
    reactions: Vec<(u64, u32, usize)>,
    pub(super) news: Vec<super::news::Way>,
}

/// Puts together what happened.
pub(super) fn day(
    save: &Save,
    map: &TownMap,
    news: &[News],
    pictures: &mut Pictures,
    texts: &mut Texts,
) -> Result<Day, TownError> {
    let (mut day, history) = (Day::default(), &save.history());
    let personas = parsed(history.part("persona")?);
    let looks = personas.iter().filter_map(|(_, _, body)| body.get("look")?.as_str());
    pictures.compose(looks)?;
    for (id, name) in save.people()? {
        let persona = personas.iter().rfind(|(_, who, _)| *who == id).map(|(.., body)| body);
        day.people.push(Person::new(id, name, persona, pictures, texts));
    }
    let by_id: BTreeMap<AgentId, usize> = day.people.iter().enumerate().map(|(n, one)| (AgentId(one.id), n)).collect();
    day.walk(history, &by_id)?;
    day.stand(history, &by_id)?;
    for deed in history.deeds()? {
        let Some(n) = by_id.get(&deed.agent) else { continue };
        let object = deed.object.map(|object| usize::from(object.0)).filter(|object| *object < map.objects.len());
        let (what, emoji) = (texts.number(&deed.what), texts.number(&deed.emoji));
        let row = (what, emoji, object.map_or(-1, |object| object as i64));
        let deeds = &mut day.people[*n].deeds;
        if deeds.last().is_none_or(|(_, what, emoji, object)| (*what, *emoji, *object) != row) {
            deeds.push((deed.tick, row.0, row.1, row.2));
        }
    }
    day.plan(history, &by_id, texts)?;
    day.talk(history, map, texts)?;
    day.state(history, map, texts)?;
    let reactions = history.reactions()?.into_iter().filter(|(_, who, _)| by_id.contains_key(who));
    day.reactions = reactions.map(|(tick, who, what)| (tick, who.0, texts.number(&what))).collect();
    let mut memories: BTreeMap<AgentId, Vec<Memory>> = BTreeMap::new();
    for (id, _, memory) in save.memories(0, save.meta().tick + 1)? {
        memories.entry(id).or_default().push(memory);
    }
    let names: BTreeMap<&str, u32> = day.people.iter().map(|one| (one.name.as_str(), one.id)).collect();
    let number =
        |name: &Option<String>| name.as_ref().and_then(|name| names.get(name.as_str())).map_or(-1, |id| i64::from(*id));
    let kept: Vec<(usize, Vec<_>)> = memories
        .iter()
        .filter_map(|(agent, stream)| {
            let rows = stream.iter().map(|one| {
                let (text, secret) = (texts.number(&one.text), u8::from(one.secret));
                let (source, with, evidence) = (number(&one.source), number(&one.with), one.evidence.clone());
                (one.created, kind(one), text, one.importance, source, with, secret, evidence)
            });
            Some((*by_id.get(agent)?, rows.collect()))
        })
        .collect();
    kept.into_iter().for_each(|(n, rows)| day.people[n].memories = rows);
    let told: Vec<(AgentId, &str)> = day.people.iter().map(|one| (AgentId(one.id), one.name.as_str())).collect();
    day.news = super::news::ways(news, &told, &memories, &day.talks, texts);
    Ok(day)
}

/// Parts that can be read.
fn parsed(parts: Vec<PartOf>) -> Vec<(u64, AgentId, Value)> {
    let parts = parts.into_iter();
    parts.filter_map(|part| Some((part.tick, part.agent, serde_json::from_slice(&part.body).ok()?))).collect()
}

fn kind(memory: &Memory) -> u8 {
    match memory.kind {
        MemoryKind::Observation => 0,
        MemoryKind::Reflection => 1,
        MemoryKind::Plan => 2,
        MemoryKind::Dialogue => 3,
    }
}

impl Person {
    fn new(
        AgentId(id): AgentId,
        name: String,
        persona: Option<&Value>,
        pictures: &mut Pictures,
        texts: &mut Texts,
    ) -> Self {
        let said = |key: &str| persona.and_then(|persona| persona.get(key)?.as_str()).unwrap_or_default();
        let age = persona.and_then(|persona| persona.get("age")?.as_u64()).map(|age| age.to_string());
        let (sheet, key) = pictures.person(said("look"), id);
        let ways = ["north", "east", "south", "west"];
        let walk = ways.map(|way| format!("{key}/walk/{way}"));
        let sit = ways.map(|way| format!("{key}/sit/{way}"));
        let poses = walk.into_iter().chain(sit).chain([format!("{key}/lie"), format!("{key}/portrait")]);
        let mut found = poses.map(|pose| {
            let frames = pictures.index.frames(sheet, &pose).unwrap_or_default().to_vec();
            pictures.numbers(sheet, frames)
        });
        let drawn = std::array::from_fn(|_| found.next().unwrap_or_default());
        let mut about: Vec<(String, usize)> = ["traits", "background", "aim", "lifestyle", "voice", "home"]
            .iter()
            .filter(|key| !said(key).is_empty())
            .map(|key| ((*key).to_owned(), texts.number(said(key))))
            .collect();
        about.extend(age.map(|age| ("age".to_owned(), texts.number(&age))));
        Self { id, name, about, pictures: drawn, ..Self::default() }
    }
}

impl Day {
    fn walk(&mut self, history: &History, by_id: &BTreeMap<AgentId, usize>) -> Result<(), TownError> {
        let mut last = vec![(0, 0, 0); self.people.len()];
        for step in history.steps()? {
            let Some(n) = by_id.get(&step.agent) else { continue };
            let (tick, x, y) = (step.tick as i64, i64::from(step.at.x), i64::from(step.at.y));
            let [ticks, east, south] = &mut self.people[*n].steps;
            let before = std::mem::replace(&mut last[*n], (tick, x, y));
            ticks.push(tick - before.0);
            east.push(x - before.1);
            south.push(y - before.2);
        }
        Ok(())
    }

    /// Where everybody looked, how they stood or sat, and when they slept.
    fn stand(&mut self, history: &History, by_id: &BTreeMap<AgentId, usize>) -> Result<(), TownError> {
        let named = |body: &Value, names: &[&str]| names.iter().position(|name| *body == **name).map(|n| n as u8);
        for (tick, who, body) in parsed(history.part("facing")?) {
            let found = by_id.get(&who).zip(named(&body, &["up", "right", "down", "left"]));
            if let Some((n, way)) = found {
                self.people[*n].facing.push((tick, way));
            }
        }
        for (tick, who, body) in parsed(history.part("posture")?) {
            let found = by_id.get(&who).zip(named(&body, &["Stand", "Sit", "Lie"]));
            if let Some((n, how)) = found {
                self.people[*n].posture.push((tick, how));
            }
        }
        for (tick, who, body) in parsed(history.part("action")?) {
            let Some(n) = by_id.get(&who) else { continue };
            // On the way to bed nobody sleeps yet.
            let sleeps = body["asleep"] == true && body["phase"] != "Going";
            let asleep = &mut self.people[*n].asleep;
            if asleep.last().is_none_or(|(_, before)| *before != u8::from(sleeps)) {
                asleep.push((tick, u8::from(sleeps)));
            }
        }
        Ok(())
    }

    /// The cell in which somebody was at a tick.
    fn at(&self, AgentId(who): AgentId, tick: u64) -> Option<Tile> {
        let [ticks, east, south] = &self.people.iter().find(|one| one.id == who)?.steps;
        let (mut then, mut x, mut y) = (0, 0, 0);
        for ((ticks, east), south) in ticks.iter().zip(east).zip(south) {
            then += ticks;
            if then > tick as i64 {
                break;
            }
            (x, y) = (x + east, y + south);
        }
        Some(Tile::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
    }

    fn plan(
        &mut self,
        history: &History,
        by_id: &BTreeMap<AgentId, usize>,
        texts: &mut Texts,
    ) -> Result<(), TownError> {
        let mut known: HashMap<Row, usize> = HashMap::new();
        for plan in history.part("day_plan")? {
            let Some(n) = by_id.get(&plan.agent) else { continue };
            let Ok(body) = serde_json::from_slice(&plan.body) else { continue };
            let mut rows = Vec::new();
            read_plan(&body, "parts", 0, texts, &mut rows);
            let rows = rows.into_iter().map(|row| {
                *known.entry(row).or_insert_with(|| {
                    self.rows.push(row);
                    self.rows.len() - 1
                })
            });
            let rows: Vec<usize> = rows.collect();
            let plans = &mut self.people[*n].plans;
            if plans.last().is_none_or(|(_, last)| *last != rows) {
                plans.push((plan.tick, rows));
            }
        }
        Ok(())
    }

    fn talk(&mut self, history: &History, map: &TownMap, texts: &mut Texts) -> Result<(), TownError> {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for line in history.lines()? {
            let place = self.at(line.speaker, line.tick).and_then(|tile| map.arena_at(tile));
            let next = self.talks.len();
            let n = *known.entry(line.talk).or_insert(next);
            if n == next {
                let arena = place.map_or(-1, |place| i32::from(place.0));
                self.talks.push(Talk { members: Vec::new(), arena, lines: Vec::new() });
            }
            let talk = &mut self.talks[n];
            for who in [line.speaker].into_iter().chain(line.hearers) {
                if !talk.members.contains(&who.0) {
                    talk.members.push(who.0);
                }
            }
            let until = line.until.max(line.tick + 1);
            talk.lines.push((line.tick, line.speaker.0, texts.number(&line.words), until));
        }
        Ok(())
    }

    fn state(&mut self, history: &History, map: &TownMap, texts: &mut Texts) -> Result<(), TownError> {
        let mut known: BTreeMap<(usize, String), usize> = BTreeMap::new();
        let mut burning: BTreeMap<usize, usize> = BTreeMap::new();
        for look in history.looks()? {
            let (tick, thing, words) = (look.tick, usize::from(look.object.0), look.state);
            let Some(object) = map.objects.get(thing) else { continue };
            let number = texts.number(&words);
            let look = *known.entry((thing, words.clone())).or_insert_with(|| {
                let look = looks_of(object, &words);
                self.looks.iter().position(|one| *one == look).unwrap_or_else(|| {
                    self.looks.push(look);
                    self.looks.len() - 1
                })
            });
            let fire = matches!(self.looks[look].1, Some("burning" | "smoking"));
            match (fire, burning.get(&thing)) {
                (true, None) => {
                    burning.insert(thing, self.fires.len());
                    self.fires.push((thing, tick, -1));
                }
                (false, Some(n)) => {
                    self.fires[*n].2 = tick as i64;
                    burning.remove(&thing);
                }
                _ => {}
            }
            self.states.push((tick, thing, number, look));
        }
        Ok(())
    }
}

/// Reads a level of a plan and those below it.
fn read_plan(body: &Value, list: &str, level: u8, texts: &mut Texts, rows: &mut Vec<Row>) {
    for one in body.get(list).and_then(Value::as_array).into_iter().flatten() {
        let minute = |key: &str| one.get(key).and_then(Value::as_i64).unwrap_or_default();
        let what = one.get("what").and_then(Value::as_str).unwrap_or_default();
        let emoji = one.get("target").and_then(|target| target.get("emoji")?.as_str()).unwrap_or_default();
        let place = one.get("place").and_then(Value::as_i64).unwrap_or(-1);
        rows.push((level, minute("from"), minute("until"), texts.number(what), place, texts.number(emoji)));
        match level {
            0 => read_plan(one, "hours", 1, texts, rows),
            1 => read_plan(one, "steps", 2, texts, rows),
            _ => {}
        }
    }
}
