//! What others mean to a person: a sentence, a feeling, how often they talked.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use bevy_egui::egui;
use egui::{Align2, Sense, Ui, vec2};

use super::PageContext;
use crate::{
    agent::{components::talk::Talks, persona::Acquaintance},
    clock::AgentId,
    view::panels::{pictures::portrait, widgets::*},
};

/// How many talks somebody had with each other person.
fn counts(talks: &Talks, who: AgentId) -> BTreeMap<AgentId, usize> {
    let mut counts = BTreeMap::new();
    let all = talks.over.iter().map(|(_, talk)| talk).chain(talks.open.values());
    for talk in all.filter(|talk| talk.members.contains(&who) && !talk.lines.is_empty()) {
        for other in talk.members.iter().filter(|other| **other != who) {
            *counts.entry(*other).or_default() += 1;
        }
    }
    counts
}

/// What others meant to a person before the town began.
fn before<'a>(known: &'a [Acquaintance], names: &BTreeMap<AgentId, &str>) -> BTreeMap<AgentId, &'a str> {
    let of = |(id, name): (&AgentId, &&str)| Some((*id, known.iter().find(|one| one.name == **name)?.knows.as_str()));
    names.iter().filter_map(of).collect()
}

/// Draws the page. What was known before is shown until there is a newer thought.
pub fn draw(ui: &mut Ui, page: &mut PageContext) {
    let (relations, names) = (&page.mind.relations.0, page.folk.names());
    let (before, counts) = (before(&page.persona.people, &names), counts(&page.minds.talks, page.who));
    let known = relations.iter().filter(|(_, one)| !one.relation.is_empty()).map(|(id, _)| id);
    let ids: BTreeSet<AgentId> = known.chain(counts.keys()).chain(before.keys()).copied().collect();
    let talks = |id: &AgentId| counts.get(id).copied().unwrap_or(0);
    let mut others: Vec<_> = page.folk.people.iter().filter(|(id, ..)| ids.contains(id)).collect();
    others.sort_by_key(|(id, ..)| (Reverse(talks(id)), **id));
    list(ui, "relations", 1.0, |ui| {
        if others.is_empty() {
            empty_note(ui, "This person knows nobody yet.");
        }
        for (id, other, figure, ..) in others {
            let relation = relations.get(id);
            let thought = relation.map_or("", |one| &one.relation);
            let is = if thought.is_empty() { before.get(id).copied().unwrap_or_default() } else { thought };
            let face = portrait(ui.ctx(), page.icons, figure.portrait, 32.0);
            if draw_row(ui, (&other.name, face), [is, relation.map_or("", |one| &one.feeling)], talks(id)) {
                page.selection.go_to(*id);
            }
        }
    });
}

fn draw_row(ui: &mut Ui, (name, face): (&str, Option<egui::Image>), said: [&str; 2], talks: usize) -> bool {
    let (width, left) = (ui.available_width(), 54.0);
    let mut all = vec![truncated(ui, name, 14.0, INK, width - left - 70.0, 1)];
    for (text, ink) in said.into_iter().zip([WORDS, FAINT]).filter(|(text, _)| !text.trim().is_empty()) {
        all.push(truncated(ui, &sentence(text.trim()), SMALL + 0.5, ink, width - left - 6.0, 4));
    }
    let count = if talks == 0 { String::new() } else { counted(talks, "talk") };
    let below = 6.0 + (41.0 - height(&all)).max(0.0);
    let response = text_row(ui, Sense::click(), (left, 3.0, below), &all, |ui, at| {
        line_under(ui, at);
        if let Some(image) = &face {
            paint_face(ui, image, at.min + vec2(4.0, 4.0));
        }
        paint_text(ui, at.right_top() + vec2(-6.0, 5.0), Align2::RIGHT_TOP, count, SMALL, FAINT);
    });
    response.on_hover_text(format!("Go to {name}")).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::{Talk, TalkId, Utterance};

    #[test]
    fn friends_of_old_are_there_before_any_talk() {
        let friend = Acquaintance { name: "Maria Lopez".into(), knows: "They are close friends.".into() };
        let others = BTreeMap::from([(AgentId(1), "Maria Lopez"), (AgentId(2), "Tom Moreno")]);
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
        assert_eq!(counts(&talks, AgentId(0)), BTreeMap::from([(AgentId(1), 2), (AgentId(2), 1)]));
        assert!(counts(&Talks::default(), AgentId(0)).is_empty());
    }
}
