//! All talks of the town, newest first: who, where, when, and every line; sifted by person and by words.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{ComboBox, RichText, Sense, Stroke, Ui, vec2};

use super::{
    Selection,
    names::Folk,
    panels::{mind::talks::talk_head, widgets::*},
    why::Glass,
};
use crate::{
    agent::components::talk::{Talk, TalkId, Talks},
    clock::AgentId,
    schedule::TownResources,
    town::why::Of,
};

/// Talks shown at first, and how many more at a time.
const FEW: usize = 30;
/// Most letters of what is searched for.
const LONGEST: usize = 200;

/// What is searched for, and what was turned by hand.
#[derive(Resource, Default)]
pub struct Log {
    who: Option<AgentId>,
    words: String,
    turned: BTreeSet<TalkId>,
    more: usize,
}

/// What a click in the log asks for.
#[derive(Default)]
struct Asked {
    person: Option<AgentId>,
    why: Option<(AgentId, Of)>,
}

/// Adds what the panel remembers.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Log>();
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: Folk,
    talks: Res<Talks>,
    mut log: ResMut<Log>,
    (mut selection, mut glass): (Selection, ResMut<Glass>),
) {
    let (calendar, map) = (&*folk.calendar, &*folk.map);
    let names = folk.names();
    filter(ui, &mut log, &names);
    let (sought, now) = (Sought::new(log.who, &log.words), folk.tick());
    let over = talks.over.iter().map(|(id, talk)| (id, talk, false));
    let mut all: Vec<(&TalkId, &Talk, bool)> = talks
        .open
        .iter()
        .map(|(id, talk)| (id, talk, true))
        .chain(over)
        // Whoever walked up in vain has not talked.
        .filter(|(_, one, live)| (*live || !one.lines.is_empty()) && sought.fits(one, |who| names.get(&who).copied()))
        .collect();
    all.sort_by_key(|(id, talk, live)| std::cmp::Reverse((*live, talk.began, **id)));
    let lines: usize = all.iter().map(|(_, talk, _)| talk.lines.len()).sum();
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    ui.label(faint(format!("{}, {}, newest first", count(all.len(), "talk"), count(lines, "line"))));
    let mut asked = Asked::default();
    list(ui, "conversations", 2.0, |ui| {
        for (id, talk, live) in all.iter().take(FEW + log.more) {
            // Whoever searches for words wants to see them.
            let wide = (*live || sought.has_words()) != log.turned.contains(id);
            let who = members(talk, &names);
            let place = short_place(map, talk.arena);
            if talk_head(ui, &who, (talk, &place), calendar, (*live, wide)) {
                flip(&mut log.turned, **id);
            }
            if wide {
                for (n, line) in talk.lines.iter().enumerate().filter(|(_, line)| line.from <= now) {
                    let name = names.get(&line.by).copied().unwrap_or("somebody");
                    let at = calendar.date_time(line.from);
                    spoken(
                        ui,
                        (name, &clock(at), &line.words),
                        sought.in_line(&line.words),
                        (**id, n, line.by),
                        &mut asked,
                    );
                }
                ui.add_space(5.0);
            }
        }
        if all.is_empty() {
            nothing(ui, "No talk answers to this yet.");
        }
        let older = all.len().saturating_sub(FEW + log.more);
        if older > 0 && ui.button(format!("{older} older")).clicked() {
            log.more += FEW;
        }
    });
    if let Some((who, of)) = asked.why {
        glass.ask(who, Some(of));
    }
    if let Some(who) = asked.person {
        selection.go_to(who);
    }
}

/// By whom and by which words.
fn filter(ui: &mut Ui, log: &mut Log, names: &BTreeMap<AgentId, &str>) {
    ui.add(field(&mut log.words, "Search words, or who talks").char_limit(LONGEST));
    let mut sorted: Vec<(&str, AgentId)> = names.iter().map(|(id, name)| (*name, *id)).collect();
    sorted.sort_unstable();
    let chosen = log.who.and_then(|who| names.get(&who).copied()).unwrap_or("Everybody");
    let before = log.who;
    let list = ComboBox::from_id_salt("who talks").selected_text(RichText::new(tame(chosen, 30)).size(SMALL));
    list.show_ui(ui, |ui| {
        ui.selectable_value(&mut log.who, None, "Everybody");
        for (name, id) in sorted {
            ui.selectable_value(&mut log.who, Some(id), tame(name, 40));
        }
    });
    if before != log.who {
        log.more = 0;
    }
}

/// Who talks with whom.
fn members(talk: &Talk, names: &BTreeMap<AgentId, &str>) -> String {
    let members: Vec<&str> = talk.members.iter().map(|one| names.get(one).copied().unwrap_or("somebody")).collect();
    members.join(" and ")
}

/// A line in full; one that was searched for is marked.
fn spoken(
    ui: &mut Ui,
    (name, when, words): (&str, &str, &str),
    found: bool,
    (talk, n, by): (TalkId, usize, AgentId),
    asked: &mut Asked,
) {
    let width = ui.available_width();
    let who = cut(ui, &format!("{name} · {when}"), SMALL, TEAL, width - 60.0, 1);
    let text = lay(ui.painter(), &tame(words, WHOLE), 13.5, WORDS, width - 20.0, 0);
    let line = lines(ui, Sense::click(), (12.0, 1.0, 7.0), &[who, text], |ui, at| {
        if found {
            ui.painter().rect_filled(at.shrink2(vec2(6.0, 0.0)), CORNER, GLOW);
        }
        ui.painter().vline(at.left() + 4.0, at.y_range(), Stroke::new(1.0, LINE));
    });
    if why(ui, line.rect.right_top() + vec2(-2.0, 18.0), true, ("line", talk.by, talk.count, n)) {
        asked.why = Some((by, Of::Line(talk, n)));
    } else if line.clicked() {
        asked.person = Some(by);
    }
    line.on_hover_text("Go to who says this");
}

/// What is searched for.
struct Sought {
    who: Option<AgentId>,
    words: Vec<String>,
}

impl Sought {
    /// Talks of this person in which all of these words are said, in any letters.
    fn new(who: Option<AgentId>, words: &str) -> Self {
        Self { who, words: words.to_lowercase().split_whitespace().map(str::to_string).collect() }
    }

    /// Are there words?
    fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Does a talk answer to it: by who takes part, and by one of its lines, or by the names of who takes part?
    fn fits<'a>(&self, talk: &Talk, name: impl Fn(AgentId) -> Option<&'a str>) -> bool {
        let members = || talk.members.iter().copied().chain(talk.lines.iter().map(|line| line.by));
        self.who.is_none_or(|who| members().any(|one| one == who))
            && (self.words.is_empty()
                || talk.lines.iter().any(|line| self.in_line(&line.words))
                || self.in_line(&members().filter_map(name).collect::<Vec<_>>().join(" ")))
    }

    /// Are all the words in this line? No words are in none.
    fn in_line(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.has_words() && self.words.iter().all(|word| line.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    #[test]
    fn by_person_and_by_words() {
        let line = |by, words: &str| Utterance { by: AgentId(by), words: words.into(), from: 1, until: 4 };
        let talk = Talk {
            members: vec![AgentId(1), AgentId(2)],
            lines: vec![line(1, "There is a Party on Tuesday."), line(2, "Who comes?")],
            began: 1,
            ..Talk::default()
        };
        let name = |who: AgentId| if who == AgentId(1) { Some("Ada Byron") } else { Some("Carl Gauss") };
        let fits = |who: Option<u32>, words: &str| Sought::new(who.map(AgentId), words).fits(&talk, name);
        assert!(fits(None, "") && fits(Some(2), " ") && fits(Some(1), "party tues"));
        assert!(!fits(Some(3), "") && !fits(None, "party comes"), "both words in one line");
        assert!(fits(None, "carl ada") && fits(Some(1), "carl") && !fits(None, "grace"));
        let sought = Sought::new(None, "WHO");
        assert!(sought.in_line("Who comes?") && !sought.in_line("Nobody.") && !Sought::new(None, "").in_line("x"));
    }
}
