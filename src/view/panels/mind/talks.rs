//! All talks of somebody, newest first: with whom, where, when, and what was said, as a chat.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui;
use egui::{CornerRadius, Pos2, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::row;
use crate::{
    agent::components::talk::{Talk, TalkId, Talks},
    clock::{AgentId, Calendar},
    view::{
        panels::{
            fold,
            style::{FAINT, GLOW, LINE, SMALL, WORDS},
            words::lay,
        },
        sanitize::{WHOLE, tame},
    },
};

/// Talks shown at first, and how many more at a time.
const FEW: usize = 50;

/// Which are open, and how many are shown.
#[derive(Default)]
pub struct Opened {
    talks: BTreeSet<TalkId>,
    more: usize,
}

/// Draws the page; gives the line about which it is asked why.
pub fn draw(
    ui: &mut Ui,
    opened: &mut Opened,
    talks: Option<&Talks>,
    who: AgentId,
    (names, place): (&BTreeMap<AgentId, &str>, &dyn Fn(&Talk) -> String),
    (calendar, now): (&Calendar, u64),
) -> Option<(TalkId, usize)> {
    let talks = talks?;
    let mine = |talk: &Talk| talk.members.contains(&who);
    let open = talks.open.iter().rev().filter(|(_, talk)| mine(talk));
    let over = talks.over.iter().rev().filter(|(_, talk)| mine(talk)).map(|(id, talk)| (id, talk));
    let mut asked = None;
    let mut all = open.map(|one| (one, true)).chain(over.map(|one| (one, false)));
    ScrollArea::vertical().id_salt("talks").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut any = false;
        for ((id, talk), live) in all.by_ref().take(FEW + opened.more) {
            any = true;
            let with: Vec<&str> = talk
                .members
                .iter()
                .filter(|one| **one != who)
                .map(|one| names.get(one).copied().unwrap_or("somebody"))
                .collect();
            // One that is under way is open unless it was shut.
            let wide = live != opened.talks.contains(id);
            if fold::talk(ui, &with.join(", "), (talk, &place(talk)), calendar, (live, wide))
                && !opened.talks.remove(id)
            {
                opened.talks.insert(*id);
            }
            if wide && let Some(n) = chat(ui, talk, who, names, now) {
                asked = Some((*id, n));
            }
        }
        if !any {
            ui.label(RichText::new("No talk yet.").color(FAINT));
        }
        let older = all.count();
        if older > 0 && ui.button(format!("{older} older")).clicked() {
            opened.more += FEW;
        }
    });
    asked
}

/// Lines as bubbles: one's own on the right. Gives the line about which it is asked why.
pub fn chat(ui: &mut Ui, talk: &Talk, who: AgentId, names: &BTreeMap<AgentId, &str>, now: u64) -> Option<usize> {
    let width = ui.available_width();
    let mut before = None;
    let mut asked = None;
    for (n, line) in talk.lines.iter().enumerate().filter(|(_, line)| line.from <= now) {
        let own = line.by == who;
        if !own && talk.members.len() > 2 && before != Some(line.by) {
            ui.label(RichText::new(names.get(&line.by).copied().unwrap_or("somebody")).size(SMALL).color(FAINT));
        }
        before = Some(line.by);
        let words = tame(&line.words, WHOLE);
        let text = lay(ui.painter(), &words, 13.0, WORDS, width - 66.0, 0);
        let size = text.size() + vec2(16.0, 8.0);
        let (at, _) = ui.allocate_exact_size(vec2(width, size.y + 1.0), Sense::hover());
        if !ui.is_rect_visible(at) {
            continue;
        }
        let left = if own { at.right() - size.x - 4.0 } else { at.left() + 4.0 };
        let body = egui::Rect::from_min_size(Pos2::new(left, at.top()), size);
        let fill = if own { GLOW } else { super::super::style::PAPER };
        ui.painter().rect(body, CornerRadius::same(4), fill, Stroke::new(1.0, LINE), egui::StrokeKind::Inside);
        text.paint(ui.painter(), body.min + vec2(8.0, 4.0));
        if row::why(ui, body.right_bottom() + vec2(2.0, 4.0), row::under_cursor(ui, at), (talk.began, line.by, n)) {
            asked = Some(n);
        }
    }
    ui.add_space(4.0);
    asked
}
