//! All talks of somebody, newest first: with whom, where, when, and what was said, as a chat.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui;
use egui::{CornerRadius, Pos2, Rect, Sense, Stroke, Ui, vec2};

use super::{Page, row};
use crate::{
    agent::components::talk::{Talk, TalkId},
    clock::{AgentId, Calendar},
    town::why::Of,
    view::panels::widgets::*,
};

/// Talks shown at first, and how many more at a time.
const FEW: usize = 50;

/// Which are open, and how many are shown.
#[derive(Default)]
pub struct Opened {
    talks: BTreeSet<TalkId>,
    more: usize,
}

/// The head of a talk: who, when, where, how long; and what it was about, if that is said. Says whether it was clicked.
/// `live`: it goes on right now; `open`: it is unfolded.
pub fn talk_head(
    ui: &mut Ui,
    who: &str,
    (talk, place): (&Talk, &str),
    calendar: &Calendar,
    (live, open): (bool, bool),
) -> bool {
    // Room for the tip.
    let width = ui.available_width() - 26.0;
    let end = talk.ended.filter(|_| !live).map(|end| clock(calendar.date_time(end)));
    let (until, count) = (end.unwrap_or_else(|| "now".into()), talk.lines.len());
    let plural = if count == 1 { "" } else { "s" };
    let meta = format!("{}–{until} · {place} · {count} line{plural}", row::when(calendar, talk.began));
    let mut shown = vec![cut(ui, who, 14.0, INK, width, 2), cut(ui, &meta, SMALL - 0.5, FAINT, width, 2)];
    shown.extend((!talk.topic.is_empty()).then(|| cut(ui, &talk.topic, SMALL, TEAL, width, 1)));
    head(ui, &shown, live, open)
}

/// Draws the page.
pub fn draw(ui: &mut Ui, page: &mut Page) {
    let (folk, talks, opened) = (page.folk, &page.inside.talks, &mut page.inner.talks);
    let (who, names) = (page.who, folk.names());
    let open = talks.open.iter().rev().map(|(id, talk)| (id, talk, true));
    let over = talks.over.iter().rev().map(|(id, talk)| (id, talk, false));
    let mut all = open.chain(over).filter(|(_, talk, _)| talk.members.contains(&who)).peekable();
    list(ui, "talks", 2.0, |ui| {
        if all.peek().is_none() {
            nothing(ui, "No talk yet.");
        }
        for (id, talk, live) in all.by_ref().take(FEW + opened.more) {
            let others = talk.members.iter().filter(|one| **one != who);
            let with: Vec<&str> = others.map(|one| name(&names, *one)).collect();
            let place = short_place(&folk.map, talk.arena);
            // One that is under way is open unless it was shut.
            let open = live != opened.talks.contains(id);
            if talk_head(ui, &with.join(", "), (talk, &place), &folk.calendar, (live, open)) {
                flip(&mut opened.talks, *id);
            }
            if open && let Some(n) = chat(ui, talk, who, &names, folk.tick()) {
                page.asked = Some(Of::Line(*id, n));
            }
        }
        let older = all.count();
        if older > 0 && ui.button(format!("{older} older")).clicked() {
            opened.more += FEW;
        }
    });
}

fn name<'a>(names: &BTreeMap<AgentId, &'a str>, who: AgentId) -> &'a str {
    names.get(&who).copied().unwrap_or("somebody")
}

/// Lines as bubbles: one's own on the right. Gives the line about which it is asked why.
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
        let text = lay(ui.painter(), &tame(&line.words, WHOLE), 13.0, WORDS, width - 66.0, 0);
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
        if why(ui, corner, ui.rect_contains_pointer(at), (talk.began, line.by, n)) {
            asked = Some(n);
        }
    }
    ui.add_space(4.0);
    asked
}
