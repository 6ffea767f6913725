//! The panel of all conversations, newest first, with a search by person and by words.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{ComboBox, RichText, Sense, Stroke, Ui, vec2};

use super::{
    mind::talks::{name, talk_head},
    telling::listed,
    why::Inspector,
    widgets::*,
};
use crate::{
    agent::components::talk::{Talk, TalkId, Talks},
    clock::AgentId,
    schedule::TownResources,
    town::why::Topic,
    view::{Selection, names::TownView},
};

/// Conversations shown at first, and how many more at a time.
const FEW: usize = 30;
/// Most letters of the search.
const LONGEST: usize = 200;

/// What is searched for, and what was opened or shut.
#[derive(Resource, Default)]
pub struct Log {
    who: Option<AgentId>,
    words: String,
    toggled: BTreeSet<TalkId>,
    more: usize,
}

/// Adds what the panel remembers.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Log>();
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: TownView,
    talks: Res<Talks>,
    mut log: ResMut<Log>,
    (mut selection, mut inspector): (Selection, ResMut<Inspector>),
) {
    let names = folk.names();
    filter(ui, &mut log, &names);
    let (sought, now) = (Sought::new(log.who, &log.words), folk.tick());
    let open = talks.open.iter().map(|(id, talk)| (*id, talk, true));
    // A talk without lines never came about.
    let over = talks.over.iter().map(|(id, talk)| (*id, talk, false)).filter(|(_, talk, _)| !talk.lines.is_empty());
    let mut all: Vec<(TalkId, &Talk, bool)> =
        open.chain(over).filter(|(_, talk, _)| sought.fits(talk, |who| names.get(&who).copied())).collect();
    all.sort_by_key(|(id, talk, live)| std::cmp::Reverse((*live, talk.began, *id)));
    let lines = all.iter().map(|(_, talk, _)| talk.lines.len()).sum();
    ui.label(faint(format!("{}, {}, newest first", counted(all.len(), "talk"), counted(lines, "line"))));
    list(ui, "conversations", 2.0, |ui| {
        for (id, talk, live) in all.iter().take(FEW + log.more) {
            // Whoever searches for words wants to see them.
            let open = (*live || sought.has_words()) != log.toggled.contains(id);
            let members: Vec<&str> = talk.members.iter().map(|one| name(&names, *one)).collect();
            if talk_head(ui, &listed(&members), talk, &folk, (*live, open)) {
                toggle_in(&mut log.toggled, *id);
            }
            for (n, line) in talk.lines.iter().enumerate().filter(|(_, line)| open && line.from <= now) {
                let head = format!("{} · {}", name(&names, line.by), clock(folk.calendar.date_time(line.from)));
                let response = draw_line(ui, &head, &line.words, sought.is_in(&line.words));
                let corner = response.rect.right_top() + vec2(-2.0, 18.0);
                if why_button(ui, corner, true, ("line", id.by, id.count, n)) {
                    inspector.ask(line.by, Some(Topic::Line(*id, n)));
                } else if response.on_hover_text("Go to this person").clicked() {
                    selection.go_to(line.by);
                }
            }
            if open {
                ui.add_space(5.0);
            }
        }
        if all.is_empty() {
            empty_note(ui, "No conversation matches this yet.");
        }
        older_button(ui, all.len().saturating_sub(FEW + log.more), &mut log.more, FEW);
    });
}

/// The fields of the search.
fn filter(ui: &mut Ui, log: &mut Log, names: &BTreeMap<AgentId, &str>) {
    ui.add(field(&mut log.words, "Search for words or for people").char_limit(LONGEST));
    let mut sorted: Vec<(&str, AgentId)> = names.iter().map(|(id, name)| (*name, *id)).collect();
    sorted.sort_unstable();
    let before = log.who;
    let chosen = before.and_then(|who| names.get(&who).copied()).unwrap_or("Everybody");
    let list = ComboBox::from_id_salt("who talks").selected_text(RichText::new(short_line(chosen, 30)).size(SMALL));
    list.show_ui(ui, |ui| {
        ui.selectable_value(&mut log.who, None, "Everybody");
        for (name, id) in sorted {
            ui.selectable_value(&mut log.who, Some(id), short_line(name, 40));
        }
    });
    if before != log.who {
        log.more = 0;
    }
}

/// A line in full, marked if it was searched for.
fn draw_line(ui: &mut Ui, head: &str, words: &str, is_found: bool) -> egui::Response {
    let width = ui.available_width();
    let head = truncated(ui, head, SMALL, TEAL, width - 60.0, 1);
    let text = layout_text(ui.painter(), &short_line(words, WHOLE), 13.5, WORDS, width - 20.0, 0);
    text_row(ui, Sense::click(), (12.0, 1.0, 7.0), &[head, text], |ui, at| {
        if is_found {
            ui.painter().rect_filled(at.shrink2(vec2(6.0, 0.0)), CORNER, GLOW);
        }
        ui.painter().vline(at.left() + 4.0, at.y_range(), Stroke::new(1.0, LINE));
    })
}

/// What is searched for.
struct Sought {
    who: Option<AgentId>,
    words: Vec<String>,
}

impl Sought {
    /// Talks of this person in which all of these words are said, in upper or lower case.
    fn new(who: Option<AgentId>, words: &str) -> Self {
        Self { who, words: words.to_lowercase().split_whitespace().map(str::to_string).collect() }
    }

    fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Does a talk match: by its members, and by one of its lines or by their names?
    fn fits<'a>(&self, talk: &Talk, name: impl Fn(AgentId) -> Option<&'a str>) -> bool {
        let members = || talk.members.iter().copied().chain(talk.lines.iter().map(|line| line.by));
        self.who.is_none_or(|who| members().any(|one| one == who))
            && (self.words.is_empty()
                || talk.lines.iter().any(|line| self.is_in(&line.words))
                || self.is_in(&members().filter_map(name).collect::<Vec<_>>().join(" ")))
    }

    /// Does this line contain all the words? If there are none, no line does.
    fn is_in(&self, line: &str) -> bool {
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
        assert!(sought.is_in("Who comes?") && !sought.is_in("Nobody.") && !Sought::new(None, "").is_in("x"));
    }
}
