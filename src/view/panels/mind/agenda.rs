//! What a person has promised and plans to go to, and what they do instead of their plan.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Ui};

use super::PageContext;
use crate::{
    clock::{Calendar, Minute},
    language::time,
    memory::MemoryStream,
    view::panels::widgets::*,
};

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

/// What somebody has agreed to and not declined since, as the people they told remember it: a newcomer has no mind that
/// keeps an agenda.
fn agreed<'a>(
    others: impl Iterator<Item = &'a MemoryStream>,
    name: &str,
    calendar: &Calendar,
    now: Minute,
) -> BTreeSet<Date> {
    let (mut yes, mut no) = (vec![], vec![]);
    for memory in others.flat_map(MemoryStream::all).filter(|memory| memory.source.as_deref() == Some(name)) {
        let Some(said) = memory.text.strip_prefix(name) else { continue };
        match (said.strip_prefix(" agreed to "), said.strip_prefix(" declined to ")) {
            (Some(what), _) => yes.push((memory.created, what)),
            (_, Some(what)) => no.push((memory.created, what)),
            _ => {}
        }
    }
    let holds = |(tick, what): &(u64, &str)| !no.iter().any(|(later, same)| same == what && later > tick);
    let held = yes.into_iter().filter(holds).map(|(_, what)| format!("agreed to {}", what.trim_end_matches('.')));
    held.filter_map(|said| dated(&said, calendar, now)).collect()
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
    let mut own = match page.minds.newcomers.iter().any(|one| *one == page.who) {
        true => agreed(page.minds.all.iter().map(|mind| mind.stream), name, calendar, now),
        false => own(mind.stream, name, calendar, now),
    };
    let engagements = &mind.agenda.0;
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
        if engagements.is_empty() && mind.errand.0.is_none() && own.is_empty() {
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

    #[test]
    fn what_a_newcomer_agreed_to_is_known_from_whom_they_told() {
        let calendar = Calendar { start: "2023-02-13T06:30".parse().expect("a date"), tick_seconds: 10 };
        let now = calendar.minute(360);
        let told = |tick, text: &str| Memory { source: Some("Juno Reed".into()), ..Memory::observed(text, tick, 5) };
        let party = "come to Ada Byron's party at Hobbs Cafe on 14 February 2023 from 17:00 to 19:00.";
        let quiz = "come to Carl Gauss's quiz on 15 February 2023 from 19:00 to 21:00.";
        let [mut ada, mut carl] = [MemoryStream::default(), MemoryStream::default()];
        ada.remember(told(10, &format!("Juno Reed agreed to {party}")));
        carl.remember(told(12, &format!("Juno Reed agreed to {party}")));
        carl.remember(told(20, &format!("Juno Reed agreed to {quiz}")));
        carl.remember(told(30, &format!("Juno Reed declined to {quiz}")));
        carl.remember(told(40, "Juno Reed agreed to help Carl Gauss."));
        let all = Vec::from_iter(agreed([&ada, &carl].into_iter(), "Juno Reed", &calendar, now));
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(all[0].what, "agreed to come to Ada Byron's party at Hobbs Cafe");
    }
}
