//! What others are to somebody: a sentence, a feeling, how often they talked.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui;
use egui::{Rect, RichText, ScrollArea, Sense, Ui, vec2};

use super::row;
use crate::{
    agent::{
        components::{reflection::Relations, talk::Talks},
        persona::Acquaintance,
    },
    clock::AgentId,
    view::panels::{
        fold,
        style::{FAINT, INK, SMALL, WORDS},
        telling::sentence,
    },
};

/// Somebody else as the page shows them.
pub struct Other<'a> {
    /// Their full name.
    pub name: &'a str,
    /// Their face.
    pub face: Option<egui::Image<'static>>,
}

/// How many talks somebody had with each other person.
pub fn counts(talks: Option<&Talks>, who: AgentId) -> BTreeMap<AgentId, u32> {
    let mut counts = BTreeMap::new();
    let Some(talks) = talks else { return counts };
    for talk in talks.over.iter().map(|(_, talk)| talk).chain(talks.open.values()) {
        if talk.members.contains(&who) && !talk.lines.is_empty() {
            for other in talk.members.iter().filter(|other| **other != who) {
                *counts.entry(*other).or_default() += 1;
            }
        }
    }
    counts
}

/// What others are to somebody from before the town began.
pub fn before<'a>(known: &'a [Acquaintance], others: &BTreeMap<AgentId, Other>) -> BTreeMap<AgentId, &'a str> {
    let of = |id: &AgentId, other: &Other| Some((*id, known.iter().find(|one| one.name == other.name)?.knows.as_str()));
    others.iter().filter_map(|(id, other)| of(id, other)).collect()
}

/// Draws the page; gives who was clicked. What was known `before` stands until there is a thought of one's own.
pub fn draw(
    ui: &mut Ui,
    relations: Option<&Relations>,
    before: &BTreeMap<AgentId, &str>,
    counts: &BTreeMap<AgentId, u32>,
    others: &BTreeMap<AgentId, Other>,
) -> Option<AgentId> {
    let known = relations.iter().flat_map(|all| &all.0).filter(|(_, one)| !one.relation.is_empty());
    let mut ids: Vec<AgentId> = { known }
        .map(|(id, _)| *id)
        .chain(counts.keys().copied())
        .chain(before.keys().copied())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    ids.sort_by_key(|id| (std::cmp::Reverse(counts.get(id).copied().unwrap_or(0)), *id));
    let mut clicked = None;
    ScrollArea::vertical().id_salt("relations").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        if ids.is_empty() {
            ui.label(RichText::new("No thought was given to anybody yet.").color(FAINT));
        }
        for id in ids {
            let Some(other) = others.get(&id) else { continue };
            let relation = relations.and_then(|all| all.0.get(&id));
            let talks = counts.get(&id).copied().unwrap_or(0);
            let text = |of: fn(&crate::agent::components::reflection::Relation) -> &String| {
                relation.map(of).map_or("", String::as_str)
            };
            let thought = text(|one| &one.relation);
            let is = if thought.is_empty() { before.get(&id).copied().unwrap_or_default() } else { thought };
            if draw_row(ui, other, is, text(|one| &one.feeling), talks) {
                clicked = Some(id);
            }
        }
    });
    clicked
}

fn draw_row(ui: &mut Ui, other: &Other, relation: &str, feeling: &str, talks: u32) -> bool {
    let width = ui.available_width();
    let left = 54.0;
    let name = row::cut(ui, other.name, 14.0, INK, width - left - 70.0, 1);
    let count = match talks {
        0 => String::new(),
        1 => "1 talk".into(),
        many => format!("{many} talks"),
    };
    let texts = [(relation, WORDS), (feeling, FAINT)].into_iter().filter(|(text, _)| !text.trim().is_empty());
    let line = |(text, ink): (&str, _)| row::cut(ui, &sentence(text.trim()), SMALL + 0.5, ink, width - left - 6.0, 4);
    let lines: Vec<_> = [name].into_iter().chain(texts.map(line)).collect();
    let high: f32 = lines.iter().map(|line| line.size().y).sum();
    let response = fold::row(ui, (high + 9.0).max(50.0), Sense::click(), |ui, at| {
        fold::line_under(ui, at);
        if let Some(face) = &other.face {
            let side = face.size().map_or(32.0, |size| size.y);
            face.paint_at(ui, Rect::from_min_size(at.min + vec2(4.0, 4.0), vec2(side, side)));
        }
        let font = egui::FontId::proportional(SMALL);
        ui.painter().text(at.right_top() + vec2(-6.0, 5.0), egui::Align2::RIGHT_TOP, count, font, FAINT);
        fold::stack(ui, at.min + vec2(left, 3.0), &lines);
    });
    response.on_hover_text(format!("Go to {}", other.name)).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::{Talk, TalkId, Utterance};

    #[test]
    fn friends_of_old_are_there_before_any_talk() {
        let friend = Acquaintance { name: "Maria Lopez".into(), knows: "They are close friends.".into() };
        let other = |name| Other { name, face: None };
        let others = BTreeMap::from([(AgentId(1), other("Maria Lopez")), (AgentId(2), other("Tom Moreno"))]);
        assert_eq!(before(&[friend], &others), BTreeMap::from([(AgentId(1), "They are close friends.")]));
    }

    #[test]
    fn talks_are_counted_by_partner() {
        let said = Utterance { by: AgentId(0), words: "Hello".into(), from: 1, until: 4 };
        let talk = |a, b| Talk {
            members: vec![AgentId(a), AgentId(b)],
            lines: vec![said.clone()],
            began: 1,
            ended: Some(5),
            ..Talk::default()
        };
        let id = |count| TalkId { by: AgentId(0), count };
        let over = vec![(id(0), talk(0, 1)), (id(1), talk(1, 0)), (id(2), talk(2, 1))];
        let mut talks = Talks { over, ..Talks::default() };
        talks.open.insert(id(3), talk(0, 2));
        assert_eq!(counts(Some(&talks), AgentId(0)), BTreeMap::from([(AgentId(1), 2), (AgentId(2), 1)]));
        assert!(counts(None, AgentId(0)).is_empty());
    }
}
