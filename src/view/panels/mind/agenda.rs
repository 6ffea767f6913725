//! What somebody has promised or means to go to, and what they are about instead of their plan.

use bevy_egui::egui;
use egui::{RichText, ScrollArea, Ui};

use crate::{
    agent::{agenda::Agenda, components::reaction::Errand},
    clock::{Calendar, Minute},
    language::time,
    memory::MemoryStream,
    view::{
        panels::{
            style::{BODY, FAINT, GLOW, INK, SHADE, SMALL, WORDS},
            telling::{day, sentence, short_place},
            words::lay,
        },
        sanitize::tame,
    },
    world::TownMap,
};

/// Most letters of an engagement's words.
const WORDY: usize = 300;

/// Something of one's own at an hour to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// What: `holding a party at Hobbs Cafe`.
    pub what: String,
}

/// What somebody gives or means to do of themselves and is not over, as they have known it since before the town began:
/// nobody promises that to anybody.
pub fn own(stream: &MemoryStream, name: &str, calendar: &Calendar, now: Minute) -> Vec<Own> {
    let before = stream.all().iter().take_while(|memory| memory.created == 0 && memory.source.is_none());
    let fixed = before.filter_map(|memory| {
        let said = memory.text.strip_prefix(name)?.strip_prefix(' ')?.trim_end_matches('.');
        dated(said.strip_prefix("is ").unwrap_or(said), calendar, now)
    });
    sorted(fixed.collect())
}

/// What somebody has agreed to and not declined since, as those remember it whom they told: a newcomer has no mind that
/// would keep an agenda.
pub fn agreed<'a>(
    others: impl Iterator<Item = &'a MemoryStream>,
    name: &str,
    calendar: &Calendar,
    now: Minute,
) -> Vec<Own> {
    let (mut yes, mut no) = (vec![], vec![]);
    for memory in others.flat_map(MemoryStream::all).filter(|memory| memory.source.as_deref() == Some(name)) {
        let Some(said) = memory.text.strip_prefix(name) else { continue };
        match (said.strip_prefix(" agreed to "), said.strip_prefix(" declined to ")) {
            (Some(what), _) => yes.push((memory.created, what)),
            (_, Some(what)) => no.push((memory.created, what)),
            _ => {}
        }
    }
    let stands = |(tick, what): &(u64, &str)| !no.iter().any(|(later, same)| same == what && later > tick);
    let stands = yes.into_iter().filter(stands).map(|(_, what)| format!("agreed to {}", what.trim_end_matches('.')));
    sorted(stands.filter_map(|said| dated(&said, calendar, now)).collect())
}

/// What is said to be at an hour to come; `None`: it has none, or is over.
fn dated(said: &str, calendar: &Calendar, now: Minute) -> Option<Own> {
    let day = time::day_of_iso(&calendar.date(now).to_string())?;
    let minute = day * time::DAY + u32::from(now.time_of_day().0);
    let mut words: Vec<String> = said.split(' ').map(String::from).collect();
    let when = time::take(&mut words, minute).filter(|when| when.from.is_some())?;
    let (from, until) = (when.start()?, when.end().filter(|end| *end > minute)?);
    let (from, until) = (Minute((now.0 + from).checked_sub(minute)?), Minute(now.0 + until - minute));
    Some(Own { from, until, what: words.join(" ") })
}

/// By their hours, each once.
fn sorted(mut all: Vec<Own>) -> Vec<Own> {
    all.sort_by(|a, b| (a.from, a.until, &a.what).cmp(&(b.from, b.until, &b.what)));
    all.dedup();
    all
}

/// Draws the page.
pub fn draw(
    ui: &mut Ui,
    (agenda, errand, own): (Option<&Agenda>, Option<&Errand>, &[Own]),
    map: &TownMap,
    calendar: &Calendar,
    now: Minute,
) {
    let card = |ui: &mut Ui, ground, title: String, text: &str, under: Vec<String>| {
        egui::Frame::new().fill(ground).corner_radius(3).inner_margin(8).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(RichText::new(title).size(SMALL).color(FAINT));
            lay(ui.painter(), &sentence(&tame(text, WORDY)), BODY, INK, ui.available_width(), 0).show(ui);
            for line in under.into_iter().filter(|line| !line.is_empty()) {
                lay(ui.painter(), &sentence(&tame(&line, WORDY)), SMALL + 0.5, WORDS, ui.available_width(), 0).show(ui);
            }
        });
    };
    ScrollArea::vertical().id_salt("agenda").auto_shrink(false).show(ui, |ui| {
        let doing = errand.and_then(|errand| errand.0.as_ref());
        if let Some(doing) = doing {
            let until = format!("Instead of the plan, until {}", doing.until.time_of_day());
            card(ui, GLOW, until, &doing.what, vec![]);
        }
        let engagements = agenda.map_or(&[][..], |agenda| &agenda.0);
        let title = |from: Minute, until: Minute| {
            let date = if from.day() == now.day() { "Today".to_owned() } else { day(calendar.date(from)) };
            format!("{date}, {}–{}", from.time_of_day(), until.time_of_day())
        };
        // What has become an engagement by now is not told twice.
        let own = || own.iter().filter(|own| engagements.iter().all(|one| one.from != own.from));
        for one in own() {
            card(ui, SHADE, title(one.from, one.until), &one.what, vec![]);
        }
        for one in engagements {
            let title = title(one.from, one.until);
            let place = short_place(map, one.place);
            card(ui, SHADE, title, &one.what, vec![place, one.how.clone()]);
        }
        if engagements.is_empty() && doing.is_none() && own().next().is_none() {
            ui.label(RichText::new("Nothing promised, nothing meant to be gone to.").color(FAINT));
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
        let own = own(&stream, "Ada Byron", &calendar, now);
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
        let all = agreed([&ada, &carl].into_iter(), "Juno Reed", &calendar, now);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(all[0].what, "agreed to come to Ada Byron's party at Hobbs Cafe");
    }
}
