//! `smallville talks F.town`: what was said, talk by talk, from the events of a save.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    agent::{prelude::*, resolve},
    chronicle::{Event, EventKind},
    cli::{self, Moment},
    console::{ToldLine, ToldTalk},
    headless,
    save::{Save, SaveError},
    town::TownError,
};

/// Who and what is meant by the numbers of a town.
pub struct Meant<'a> {
    /// Full names.
    pub people: &'a dyn Fn(AgentId) -> String,
    /// Addresses of places.
    pub places: &'a dyn Fn(ArenaId) -> String,
    /// The town's time.
    pub calendar: Calendar,
}

/// All talks of which a line is among these events, by their beginning.
pub fn told<'a>(events: impl IntoIterator<Item = &'a Event>, meant: &Meant) -> Vec<ToldTalk> {
    let mut talks: BTreeMap<TalkId, (ArenaId, Vec<ToldLine>)> = BTreeMap::new();
    for Event { at, who, place, kind } in events {
        if let (Some(by), EventKind::Said { talk, to, words, .. }) = (who, kind) {
            talks.entry(*talk).or_insert_with(|| (*place, Vec::new())).1.push(ToldLine {
                tick: *at,
                time: meant.calendar.date_time(*at),
                speaker: (meant.people)(*by),
                hearers: to.iter().map(|one| (meant.people)(*one)).collect(),
                words: words.clone(),
            });
        }
    }
    let talks = talks.into_iter();
    let mut talks: Vec<ToldTalk> =
        talks.filter_map(|(id, (place, lines))| ToldTalk::new(id, (meant.places)(place), lines)).collect();
    talks.sort_by_key(|talk| talk.tick);
    talks
}

/// All that is printed with `--json`.
#[derive(Serialize)]
struct All<'a> {
    talks: Vec<&'a ToldTalk>,
}

/// Runs the command.
///
/// # Errors
/// Why the save cannot be read; that nobody is called so, or no place.
pub fn command(args: &cli::Talks) -> Result<bool, TownError> {
    let save = Save::read(&args.save)?;
    let (people, places, calendar) = (save.people()?, save.places()?, save.calendar()?);
    let names: Vec<&str> = people.values().map(String::as_str).collect();
    let who: Result<Vec<&str>, String> =
        args.person.iter().map(|name| resolve::one_of(&names, name).map(|n| names[n])).collect();
    let (who, place) = (who?, args.place.as_deref().unwrap_or_default().to_lowercase());
    if !place.is_empty() && !places.values().any(|address| address.to_lowercase().contains(&place)) {
        let near = resolve::or_near(&resolve::nearest(&place, places.values().cloned()));
        return Err(format!("there is no place with {} in its address{near}", resolve::quoted(&place)).into());
    }
    let meant = Meant {
        people: &|id| people.get(&id).cloned().unwrap_or_else(|| format!("person {}", id.0)),
        places: &|id| places.get(&id).cloned().unwrap_or_else(|| format!("place {}", id.0)),
        calendar,
    };
    let words = args.words.as_deref().unwrap_or_default().to_lowercase();
    let talks = told(&save.events(0, save.meta().tick)?, &meant);
    // Of a large save not every page is looked at when it is opened, and a list may just have fewer rows.
    if talks.is_empty() && save.talks(0, save.meta().tick)?.iter().any(|(.., talk)| !talk.lines.is_empty()) {
        let what = "people have talked, and what they said is not in it";
        return Err(SaveError::Damaged(args.save.display().to_string(), what.into()).into());
    }
    let is_wanted = |talk: &&ToldTalk| {
        who.iter().all(|name| talk.people.iter().any(|one| one == name))
            && talk.place.to_lowercase().contains(&place)
            && talk.lines.iter().any(|line| line.words.to_lowercase().contains(&words))
            && Moment::is_between(args.from, args.until, talk.time)
    };
    let all = All { talks: talks.iter().filter(is_wanted).collect() };
    if all.talks.is_empty() {
        let of =
            if talks.is_empty() { "nobody has talked".into() } else { format!("none of {} talks is so", talks.len()) };
        crate::complain!("{of} in {}", args.save.display());
    }
    let texts = || all.talks.iter().map(|talk| talk.text() + "\n").collect::<Vec<_>>().join("\n");
    headless::print(args.json, &all, texts)?;
    Ok(true)
}
