//! Who knows whom, and who likes whom: a graph of people in a circle, and its lines in words.
//!
//! | file | concern |
//! |---|---|
//! | `ties` | the ties between people, updated once in a while (pure) |
//! | `web` | the graph, moved and zoomed with the mouse |

mod ties;
mod web;

use std::collections::BTreeMap;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Align2, RichText, Sense, Ui, vec2};

use self::{
    ties::{Tie, Ties},
    web::{About, Person, Web, colour, line, room},
};
use super::{
    pictures::{Icons, on_sheet},
    widgets::*,
};
use crate::{
    agent::components::{Relations, talk::Talks},
    clock::AgentId,
    language::importance::Sentiment,
    schedule::TownResources,
    view::{Selection, names::TownView},
};

/// Ticks between two updates.
const AGAIN: u64 = 6;
/// Shown while nobody is pointed at.
const HINT: &str = "Point at a face to see its ties; click to select. Scroll to zoom, drag to move.";

/// Adds what the panel remembers of a town.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Web>();
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: TownView,
    relations: Query<(&AgentId, &Relations)>,
    (talks, icons): (Res<Talks>, Res<Icons>),
    mut selection: Selection,
    mut web: ResMut<Web>,
) {
    let web = &mut *web;
    if web.updated.is_none_or(|tick| folk.tick() >= tick + AGAIN) {
        web.updated = Some(folk.tick());
        let homes = folk.people.iter().map(|(id, persona, ..)| (*id, persona.home.as_str()));
        web.ties.update(&talks, relations.iter().map(|(id, one)| (*id, one)), homes);
    }
    flow(ui, |ui| {
        if ui.add(egui::Button::new("Only the selected person").selected(web.own).small()).clicked() {
            web.own = !web.own;
        }
        if ui.add_enabled(web.chosen.is_some(), egui::Button::new("Show all").small()).clicked() {
            web.chosen = None;
        }
        legend(ui);
    });
    let (selected, names, panel) = (selection.who(), folk.names(), ui.available_size());
    let about = About { selected, lit: web.under.or(selected), only: selected.filter(|_| web.own) };
    // Always of the same height, or faces would move under the mouse.
    let below = (panel.y * 0.22).clamp(60.0, 130.0);
    let (place, response) = ui.allocate_exact_size(room(panel, below + 6.0), Sense::hover());
    let people = folk.people.iter().filter_map(|(id, persona, figure, ..)| {
        let (texture, on) = on_sheet(&icons, figure.portrait)?;
        let face = (texture, on, figure.portrait.width().max(1.0));
        let name = persona.name.split_whitespace().next().unwrap_or_default().to_owned();
        let shown = about.only.is_none_or(|who| who == *id || web.ties.between(who, *id).is_some());
        Some(Person { who: *id, face, name, shown })
    });
    let people: Vec<Person> = people.collect();
    if let Some(who) = web.show(ui, place, &people, about) {
        selection.go_to(who);
    }
    if let Some(name) = web.under.and_then(|who| names.get(&who)) {
        response.on_hover_text_at_pointer(*name);
    }
    ui.add_space(4.0);
    match web.under.or(selected).filter(|who| names.contains_key(who)) {
        Some(who) => told(ui, &web.ties, who, &names),
        None => _ = ui.label(faint(HINT)),
    }
}

/// What the lines mean.
fn legend(ui: &mut Ui) {
    for (how, words) in [(Some(Sentiment::Warm), "liking"), (Some(Sentiment::Cold), "dislike"), (None, "talks only")] {
        let (at, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
        let ends = [at.left_center(), at.right_center()];
        line(ui.painter(), ends.into(), 2.5, how, colour(ui.painter(), how));
        ui.label(faint(words));
    }
}

/// A tie in words, as the one whose feeling is given first sees it.
fn words(tie: &Tie, [mine, theirs]: [Option<Sentiment>; 2]) -> String {
    let talks = if tie.talks == 0 { "no talk yet".to_owned() } else { counted(tie.talks, "talk") };
    let feels = match (mine, theirs) {
        (Some(Sentiment::Warm), Some(Sentiment::Warm)) => " · like each other",
        (Some(Sentiment::Warm), _) => " · likes them",
        (_, Some(Sentiment::Warm)) if mine.is_none() => " · is liked",
        (Some(Sentiment::Cold), Some(Sentiment::Cold)) => " · dislike each other",
        (Some(Sentiment::Cold), _) => " · dislikes them",
        (_, Some(Sentiment::Cold)) => " · is disliked",
        _ => "",
    };
    talks + feels
}

/// Under the graph: the ties of a person, the strongest first.
fn told(ui: &mut Ui, ties: &Ties, who: AgentId, names: &BTreeMap<AgentId, &str>) {
    let Some(name) = names.get(&who) else { return };
    let mine = ties.of(who);
    if mine.is_empty() {
        ui.label(faint(format!("{name} has talked to nobody yet.")));
        return;
    }
    coloured(ui, RichText::new(*name).size(13.5), INK);
    list(ui, ("ties", who), 1.0, |ui| {
        for (other, tie) in mine {
            let Some(name) = names.get(&other) else { continue };
            let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
            line_under(ui, at.translate(vec2(0.0, 0.5)));
            let mut sentiments = tie.sentiments;
            if who > other {
                sentiments.reverse();
            }
            let end = at.right_center() - vec2(2.0, 0.0);
            let colour = colour(ui.painter(), tie.sentiment());
            let end = paint_text(ui, end, Align2::RIGHT_CENTER, words(tie, sentiments), SMALL, colour);
            truncated(ui, name, 13.0, WORDS, at.width() - end.width() - 10.0, 1)
                .paint(ui.painter(), at.min + vec2(2.0, 0.0));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Teardown;

    #[test]
    fn another_town_has_a_graph_of_its_own() {
        let mut app = App::new();
        app.init_schedule(Teardown);
        plugin(&mut app);
        let mut web = app.world_mut().resource_mut::<Web>();
        (web.own, web.updated) = (true, Some(7));
        app.world_mut().run_schedule(Teardown);
        let web = app.world().resource::<Web>();
        assert!(!web.own && web.updated.is_none() && web.ties.order.is_empty());
    }
}
