//! All talks of the town, newest first: who, where, when, and every line; sifted by person and by words.
//!
//! | file | concern |
//! |---|---|
//! | `sift` | which talks and lines answer to what is searched for (pure) |

mod sift;

use crate::{
    agent::components::talk::{Talk, TalkId, Talks},
    schedule::TownResources,
};
use std::collections::{BTreeMap, BTreeSet};

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{ComboBox, CornerRadius, RichText, Sense, Stroke, TextEdit, Ui, vec2};

use self::sift::Sought;
use super::{
    Selection,
    names::Folk,
    panels::{
        mind::talks::talk_head,
        widgets::{
            FAINT, GLOW, LINE, SMALL, TEAL, WHOLE, WORDS, clock, cut, faint, flip, lay, list, nothing, short_place,
            small, tame, why,
        },
    },
    why::Glass,
};
use crate::{clock::AgentId, town::why::Of};

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
    filter(ui, &mut log, &names, selection.who());
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
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let (talks, s) = (all.len(), plural(all.len()));
    ui.label(faint(format!("{talks} talk{s}, {lines} line{}, newest first", plural(lines))));
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
fn filter(ui: &mut Ui, log: &mut Log, names: &BTreeMap<AgentId, &str>, selected: Option<AgentId>) {
    let hint = RichText::new("Search words, or who talks").color(FAINT);
    ui.add(TextEdit::singleline(&mut log.words).hint_text(hint).char_limit(LONGEST).desired_width(f32::INFINITY));
    ui.horizontal(|ui| {
        let mut sorted: Vec<(&str, AgentId)> = names.iter().map(|(id, name)| (*name, *id)).collect();
        sorted.sort_unstable();
        let chosen = log.who.and_then(|who| names.get(&who).copied()).unwrap_or("Everybody");
        let before = log.who;
        ComboBox::from_id_salt("who talks").selected_text(RichText::new(tame(chosen, 30)).size(SMALL)).show_ui(
            ui,
            |ui| {
                ui.selectable_value(&mut log.who, None, "Everybody");
                for (name, id) in sorted {
                    ui.selectable_value(&mut log.who, Some(id), tame(name, 40));
                }
            },
        );
        if let Some(who) = selected.filter(|who| log.who != Some(*who)) {
            let name = names.get(&who).and_then(|name| name.split_whitespace().next()).unwrap_or("them");
            let only = small(format!("Only {}", tame(name, 20)));
            if ui.add(only).on_hover_text("Only talks of who is selected").clicked() {
                log.who = Some(who);
            }
        }
        let filtered = log.who.is_some() || !log.words.is_empty();
        if ui.add_enabled(filtered, small("All")).clicked() {
            log.who = None;
            log.words.clear();
        }
        if before != log.who {
            log.more = 0;
        }
    });
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
    // As high as the button beside it.
    let high = who.size().y.max(18.0);
    let (at, response) = ui.allocate_exact_size(vec2(width, high + text.size().y + 5.0), Sense::click());
    if !ui.is_rect_visible(at) {
        return;
    }
    if found {
        ui.painter().rect_filled(at.shrink2(vec2(6.0, 0.0)), CornerRadius::same(3), GLOW);
    }
    ui.painter().vline(at.left() + 4.0, at.y_range(), Stroke::new(1.0, LINE));
    let below = at.top() + 1.0 + high;
    let name_wide = who.size().x;
    who.paint(ui.painter(), at.min + vec2(12.0, 1.0));
    text.paint(ui.painter(), egui::pos2(at.left() + 12.0, below));
    if why(ui, at.right_top() + vec2(-2.0, 18.0), true, ("line", talk.by, talk.count, n)) {
        asked.why = Some((by, Of::Line(talk, n)));
    } else if response.clicked() {
        asked.person = Some(by);
    }
    if response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        let line = at.top() + 1.0 + 15.0;
        ui.painter().hline(at.left() + 12.0..=at.left() + 12.0 + name_wide, line, Stroke::new(1.0, TEAL));
    }
    response.on_hover_text("Go to who says this");
}
