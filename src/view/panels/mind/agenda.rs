//! What a person has promised and plans to go to, and what they do instead of their plan.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Ui};

use super::PageContext;
use crate::{
    agent::{agenda::Agreement, persona::Names},
    clock::{Calendar, Minute},
    language::time,
    memory::MemoryStream,
    mind::question::Settled,
    view::panels::widgets::*,
};

/// So much is shown that is settled and in no plan, newest first.
const SHOWN: usize = 12;

/// Something at an hour to come.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Date {
    from: Minute,
    until: Minute,
    /// `holding a party at Hobbs Cafe`.
    what: String,
}

/// What somebody plans themselves and is not over, as they have known it since before the town began: it is promised to
/// nobody.
fn own(stream: &MemoryStream, name: &str, calendar: &Calendar, now: Minute) -> BTreeSet<Date> {
    let before = stream.all().iter().take_while(|memory| memory.created == 0 && memory.source.is_none());
    let fixed = before.filter_map(|memory| {
        let said = memory.text.strip_prefix(name)?.strip_prefix(' ')?.trim_end_matches('.');
        dated(said.strip_prefix("is ").unwrap_or(said), calendar, now)
    });
    fixed.collect()
}

/// What is said to take place at an hour to come; `None`: there is no hour, or it is over.
fn dated(said: &str, calendar: &Calendar, now: Minute) -> Option<Date> {
    let day = time::day_of_iso(&calendar.date(now).to_string())?;
    let minute = day * time::DAY + u32::from(now.time_of_day().0);
    let mut words: Vec<String> = said.split(' ').map(String::from).collect();
    let when = time::extract_time(&mut words, minute).filter(|when| when.from.is_some())?;
    let (from, until) = (when.start()?, when.end().filter(|end| *end > minute)?);
    let (from, until) = (Minute((now.0 + from).checked_sub(minute)?), Minute(now.0 + until - minute));
    Some(Date { from, until, what: words.join(" ") })
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let (calendar, mind) = (&*page.folk.calendar, page.mind);
    let (now, name) = (calendar.minute(page.folk.tick()), &page.persona.name);
    let mut own = own(mind.stream, name, calendar, now);
    let engagements = &mind.agenda.engagements;
    // What has become an engagement is not told twice.
    own.retain(|own| engagements.iter().all(|one| one.from != own.from));
    let title = |from: Minute, until: Minute| {
        let date = if from.day() == now.day() { "Today".to_owned() } else { day(calendar.date(from)) };
        format!("{date}, {}–{}", from.time_of_day(), until.time_of_day())
    };
    list(ui, "agenda", ui.spacing().item_spacing.y, |ui| {
        if let Some(doing) = &mind.errand.0 {
            entry(ui, GLOW, format!("Instead of the plan, until {}", doing.until.time_of_day()), &doing.what, &[]);
        }
        for one in &own {
            entry(ui, SHADE, title(one.from, one.until), &one.what, &[]);
        }
        for one in engagements {
            let place = short_place(&page.folk.map, one.place);
            entry(ui, SHADE, title(one.from, one.until), &one.what, &[&place, &one.how]);
        }
        // What is settled and in no plan: another does it, or where or when was not said.
        let planned = |one: &Agreement| engagements.iter().any(|other| Some(other.memory) == one.memory);
        let pending =
            |one: &&Agreement| one.is_pending() && !one.is_over(now) && one.is_party(page.who) && !planned(one);
        let names = Names(page.folk.names().into_iter().map(|(id, name)| (id, name.to_owned())).collect());
        let mut settled = 0;
        for one in mind.agenda.agreements.iter().rev().filter(pending).take(SHOWN) {
            let Settled { who, what, place, when, condition, how, .. } = one.settled(page.who, &names);
            let when = if when.is_empty() { "No hour yet".to_owned() } else { when };
            let place = if place.is_empty() { "no place yet" } else { &place };
            let condition = if condition.is_empty() { condition } else { format!("if {condition}") };
            entry(ui, SHADE, when, &format!("{who}: {what}"), &[place, &condition, &how]);
            settled += 1;
        }
        let needs = mind.agenda.open_needs(page.who, now, calendar, &names);
        for need in &needs {
            let met = if need.met.is_empty() { "nobody yet" } else { &need.met };
            entry(ui, SHADE, "Needs somebody to".to_owned(), &need.what, &[met]);
        }
        let nothing = engagements.is_empty() && own.is_empty() && settled == 0 && needs.is_empty();
        if nothing && mind.errand.0.is_none() {
            empty_note(ui, "No promises and no plans.");
        }
    });
}

/// An entry: when, what, and details.
fn entry(ui: &mut Ui, ground: Color32, title: String, what: &str, under: &[&str]) {
    card(ui, ground, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.label(faint(title));
        paragraph(ui, &sentence(what), BODY, INK);
        for line in under.iter().filter(|line| !line.is_empty()) {
            paragraph(ui, &sentence(line), SMALL + 0.5, WORDS);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{memory::Memory, mind::question::TimeOfDay};

    #[test]
    fn ones_own_party_stands_on_the_page() {
        let calendar = Calendar { start: "2023-02-13T06:30".parse().expect("a date"), tick_seconds: 10 };
        let now = calendar.minute(360);
        let mut stream = MemoryStream::default();
        for text in [
            "Ada Byron is holding a party at Hobbs Cafe on 14 February 2023 from 17:00 to 19:00.",
            "Ada Byron baked a cake on 11 February 2023.",
            "Ada Byron has a box of lanterns at home.",
        ] {
            stream.remember(Memory::observed(text, 0, 5));
        }
        let own = Vec::from_iter(own(&stream, "Ada Byron", &calendar, now));
        assert_eq!(own.len(), 1, "{own:?}");
        assert_eq!(own[0].what, "holding a party at Hobbs Cafe");
        assert_eq!((own[0].from.time_of_day(), own[0].until.time_of_day()), (TimeOfDay(1020), TimeOfDay(1140)));
        assert_eq!(calendar.date(own[0].from).to_string(), "2023-02-14");
    }
}
