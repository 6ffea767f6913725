//! An agent that was told of a danger goes to check it when the talk is over. It knows only the words and its own tree
//! of places; whether it is true it perceives there.

use super::begin::{interruption, start_errand, walk_minutes};
use crate::{agent::prelude::*, language::cues::raises_alarm, mind::question::ReactAnswer};

/// So many of the last lines may have told of it: one answers, and another word may follow.
const LINES: usize = 4;
/// Minutes for a look, besides the walk there.
const LOOK: u32 = 3;

type Will<'a> = (&'a Percepts, &'a EndedTalks, &'a InTalk, &'a mut Approach, &'a mut Errand, &'a mut DayPlan);

pub(super) fn check_hearsay((town, ways): (Town, Res<Ways>), mut people: Query<(Person, Will), Without<Avatar>>) {
    let (now, map) = (town.now.0, &town.map);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((one, (percepts, ended_talks, in_talk, mut approach, mut errand, mut plan))) = people.fetch_next() {
        let Some(past) = ended_talks.0.last().filter(|past| past.ended == now && in_talk.0.is_none()) else { continue };
        if errand.is_urgent() {
            continue;
        }
        let told = past.lines.iter().rev().take(LINES).filter(|line| line.who != one.persona.name);
        let Some(told) = told.map(|line| line.words.as_str()).find(|text| raises_alarm(text, &one.persona.name)) else {
            continue;
        };
        let Some(object) = object_meant(told, one.known, *one.at, map) else { continue };
        let sees = |one: &_| matches!(one, Subject::Object(seen) if *seen == object);
        if percepts.0.iter().any(|percept| sees(&percept.subject) && percept.kind.is_danger()) {
            continue; // They see it: that is a thought of its own.
        }
        let name = &map.object(object).name;
        let what = if town.ablation.english() { format!("checking the {name}") } else { name.clone() };
        let walks = walk_minutes(&one, &[object], &ways, &town);
        let minutes = LOOK + walks.iter().sum::<u32>();
        let look = ReactAnswer { what, minutes, emoji: "👀".into(), ..ReactAnswer::default() };
        let doing = start_errand(&look, None, vec![object], &walks, town.minute());
        plan.interrupt(&interruption(&doing, one.here.0, map));
        approach.0 = None;
        errand.0 = Some(doing);
    }
}

/// The thing that words speak of, among those that one knows of: named by its name or its place, and else one that was
/// in danger when it was seen last; the nearest of equals.
fn object_meant(words: &str, known: &KnownPlaces, at: Tile, map: &TownMap) -> Option<ObjectId> {
    let said: Vec<String> = lowercase_words(words).collect();
    let named =
        |name: &str| lowercase_words(name).count() > 0 && lowercase_words(name).all(|word| said.contains(&word));
    let all = known.0.iter().flat_map(|(arena, objects)| objects.iter().map(move |(id, seen)| (*arena, *id, seen)));
    let candidates = all.filter_map(|(arena, id, seen)| {
        let (object, room) = (map.object(id), map.arena(arena));
        let sector = room.sector.map_or("", |sector| map.sector(sector).name.as_str());
        let (thing, place) = (named(&object.name), [room.name.as_str(), sector].map(named));
        let danger = seen.kind.is_danger();
        if !thing && !danger && place == [false; 2] {
            return None;
        }
        let far = object.cells.iter().map(|cell| cell.steps(at)).min().unwrap_or_default();
        Some(((!thing, !place[0], !place[1], !danger, far, id), id))
    });
    candidates.min_by_key(|(order, _)| *order).map(|(_, id)| id)
}

/// The words of a text, small.
fn lowercase_words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}
