//! The conversations of a person, newest first: with whom, where, when, and what was said, as a chat.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui;
use egui::{CornerRadius, Pos2, Rect, Sense, Stroke, Ui, vec2};

use super::{PageContext, row};
use crate::{
    agent::components::talk::{Talk, TalkId},
    clock::AgentId,
    town::why::Topic,
    view::{
        names::TownView,
        panels::{telling::listed, widgets::*},
    },
};

/// Talks shown at first, and how many more at a time.
const FEW: usize = 50;

/// Which were opened or shut, and how many more are shown.
#[derive(Default)]
pub struct Opened {
    toggled: BTreeSet<TalkId>,
    more: usize,
}

/// The head of a talk: who, when, where, how long, and what it was about if that is known; true: it was clicked.
/// `live`: it is going on; `open`: it is unfolded.
pub fn talk_head(ui: &mut Ui, who: &str, talk: &Talk, folk: &TownView, (live, open): (bool, bool)) -> bool {
    // Room for the arrow.
    let width = ui.available_width() - 26.0;
    let end = talk.ended.filter(|_| !live).map(|end| clock(folk.calendar.date_time(end)));
    let (from, until) = (row::when(&folk.calendar, talk.began), end.unwrap_or_else(|| "now".into()));
    let (place, lines) = (short_place(&folk.map, talk.arena), counted(talk.lines.len(), "line"));
    let meta = format!("{from}–{until} · {place} · {lines}");
    let mut shown = vec![truncated(ui, who, 14.0, INK, width, 2), truncated(ui, &meta, SMALL - 0.5, FAINT, width, 2)];
    shown.extend((!talk.topic.is_empty()).then(|| truncated(ui, &talk.topic, SMALL, TEAL, width, 1)));
    head(ui, &shown, live, open)
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let (folk, talks, opened) = (page.folk, &page.minds.talks, &mut page.state.talks);
    let (who, names) = (page.who, folk.names());
    let open = talks.open.iter().rev().map(|(id, talk)| (id, talk, true));
    let over = talks.over.iter().rev().map(|(id, talk)| (id, talk, false));
    let mut all = open.chain(over).filter(|(_, talk, _)| talk.members.contains(&who)).peekable();
    list(ui, "talks", 2.0, |ui| {
        if all.peek().is_none() {
            empty_note(ui, "No conversation yet.");
        }
        for (id, talk, live) in all.by_ref().take(FEW + opened.more) {
            let others = talk.members.iter().filter(|one| **one != who);
            let with: Vec<&str> = others.map(|one| name(&names, *one)).collect();
            // One that is going on is open unless it was shut.
            let open = live != opened.toggled.contains(id);
            if talk_head(ui, &listed(&with), talk, folk, (live, open)) {
                toggle_in(&mut opened.toggled, *id);
            }
            if open && let Some(n) = chat(ui, talk, who, &names, folk.tick()) {
                page.inspector.ask(who, Some(Topic::Line(*id, n)));
            }
        }
        older_button(ui, all.count(), &mut opened.more, FEW);
    });
}

/// What somebody is called.
pub fn name<'a>(names: &BTreeMap<AgentId, &'a str>, who: AgentId) -> &'a str {
    names.get(&who).copied().unwrap_or("somebody")
}

/// Lines as bubbles, the person's own on the right; gives the line whose *Why?* was clicked.
fn chat(ui: &mut Ui, talk: &Talk, who: AgentId, names: &BTreeMap<AgentId, &str>, now: u64) -> Option<usize> {
    let width = ui.available_width();
    let mut before = None;
    let mut asked = None;
    for (n, line) in talk.lines.iter().enumerate().filter(|(_, line)| line.from <= now) {
        let own = line.by == who;
        if !own && talk.members.len() > 2 && before != Some(line.by) {
            ui.label(faint(name(names, line.by)));
        }
        before = Some(line.by);
        let text = layout_text(ui.painter(), &short_line(&line.words, WHOLE), 13.0, WORDS, width - 66.0, 0);
        let size = text.size() + vec2(16.0, 8.0);
        let (at, _) = ui.allocate_exact_size(vec2(width, size.y + 1.0), Sense::hover());
        if !ui.is_rect_visible(at) {
            continue;
        }
        let left = if own { at.right() - size.x - 4.0 } else { at.left() + 4.0 };
        let body = Rect::from_min_size(Pos2::new(left, at.top()), size);
        let (fill, edge) = (if own { GLOW } else { PAPER }, Stroke::new(1.0, LINE));
        ui.painter().rect(body, CornerRadius::same(4), fill, edge, egui::StrokeKind::Inside);
        text.paint(ui.painter(), body.min + vec2(8.0, 4.0));
        let corner = body.right_bottom() + vec2(2.0, 4.0);
        if why_button(ui, corner, ui.rect_contains_pointer(at), (talk.began, line.by, n)) {
            asked = Some(n);
        }
    }
    ui.add_space(4.0);
    asked
}
