//! The list of people, with a search.

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Pos2, Sense, vec2};

use super::{
    Shown, Tab,
    pictures::{Icons, picture_of, portrait},
    telling::briefly,
    widgets::*,
};
use crate::{
    clock::AgentId,
    view::{Selection, bubbles::says, dock::Dock, emoji::Emoji, marks::Marks, names::TownView},
};

/// Height of a row, and size of a face and of the sign of what they do, in points.
const ROW: f32 = 40.0;
const FACE: f32 = 32.0;
const SIGN: f32 = 18.0;

/// How well a name matches the search, the best first: it starts with it, each word starts a word of it, or it contains
/// each word. `None`: it does not match.
fn rank(name: &str, search: &str) -> Option<u8> {
    let (name, search) = (name.to_lowercase(), search.trim().to_lowercase());
    let words = || search.split_whitespace();
    let starts = |word: &str| name.split_whitespace().any(|part| part.starts_with(word));
    if name.starts_with(&search) {
        Some(0)
    } else if words().all(starts) {
        Some(1)
    } else {
        words().all(|word| name.contains(word)).then_some(2)
    }
}

/// The search is forgotten when the list is closed.
pub fn clear_search(dock: Res<Dock>, mut shown: ResMut<Shown>) {
    if !dock.is_open(Tab::People) && !shown.search.is_empty() {
        shown.search.clear();
    }
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<egui::Ui>,
    folk: TownView,
    mut selection: Selection,
    mut shown: ResMut<Shown>,
    (icons, marks): (Res<Icons>, Res<Marks>),
    mut pictures: ResMut<Emoji>,
) {
    let found = folk.people.iter().filter_map(|one| Some((rank(&one.1.name, &shown.search)?, one)));
    let mut found: Vec<_> = found.collect();
    found.sort_by_cached_key(|(rank, (id, who, ..))| (*rank, who.name.clone(), **id));
    let mut chosen: Option<AgentId> = None;
    let mut focus = std::mem::take(&mut shown.seek);
    let (_, entered) = text_entry(ui, field(&mut shown.search, "Find by name"), &mut focus, false);
    if entered {
        chosen = found.first().map(|(_, (id, ..))| **id);
    }
    ui.add_space(2.0);
    if found.is_empty() {
        empty_note(ui, "Nobody by that name lives here.");
    }
    list(ui, "people", 2.0, |ui| {
        for (_, (id, persona, figure, action, ..)) in &found {
            let is_selected = selection.who() == Some(**id);
            let mut is_cut = false;
            let response = row(ui, ROW, Sense::click(), |ui, at| {
                if is_selected {
                    ui.painter().rect_filled(at, CORNER, GLOW);
                }
                line_under(ui, at.translate(vec2(0.0, 1.0)));
                let (mut left, mut right) = (at.left() + 4.0, at.right() - 4.0);
                if let Some(face) = portrait(ui.ctx(), &icons, figure.portrait, FACE) {
                    let side = face.size().map_or(FACE, |size| size.y);
                    paint_face(ui, &face, Pos2::new(left, at.center().y - side / 2.0));
                    left += side + 7.0;
                }
                if let Some(sign) = says("", *action, marks.of(**id)).emoji.first()
                    && let Some(sign) = picture_of(ui.ctx(), &mut pictures, sign, SIGN)
                {
                    let side = sign.size().map_or(SIGN, |size| size.y);
                    right -= side + 2.0;
                    paint_face(ui, &sign, Pos2::new(right, at.center().y - side / 2.0));
                }
                let (wide, painter) = (right - 4.0 - left, ui.painter());
                let name = layout_name(painter, &persona.name, 14.0, INK, wide);
                for nudge in [0.0, 0.4] {
                    name.paint(painter, Pos2::new(left + nudge, at.top() + 3.0));
                }
                truncated(ui, &briefly(*action), SMALL, FAINT, wide, 1)
                    .paint(painter, Pos2::new(left, at.top() + 21.0));
                is_cut = name.text() != persona.name || name.cut();
            });
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &persona.name));
            if response.clicked() {
                chosen = Some(**id);
            }
            if is_cut {
                response.on_hover_text(&persona.name);
            }
        }
    });
    if let Some(id) = chosen {
        selection.go_to(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_found_by_part_of_the_name() {
        assert!(rank("Ada Byron", "by").is_some());
        assert!(rank("Ada Byron", "BYRON a").is_some());
        assert!(rank("Ada Byron", "  ").is_some());
        assert!(rank("Ada Byron", "carl").is_none());
    }

    #[test]
    fn whose_name_begins_so_comes_first() {
        let mut found = ["Hailey Johnson", "Mae Upjohn", "John Lin"];
        found.sort_by_key(|name| rank(name, " john"));
        assert_eq!(found, ["John Lin", "Hailey Johnson", "Mae Upjohn"]);
        assert_eq!((rank("Ada Byron", ""), rank("Ada Byron", "by a")), (Some(0), Some(1)));
    }

    #[test]
    fn a_list_that_was_closed_begins_anew() {
        let mut app = App::new();
        app.init_resource::<Dock>().insert_resource(Shown { search: "john".into(), ..Shown::default() });
        app.add_systems(Update, clear_search);
        app.world_mut().resource_mut::<Dock>().show(Tab::People);
        app.update();
        assert_eq!(app.world().resource::<Shown>().search, "john");
        app.world_mut().resource_mut::<Dock>().close(Tab::People);
        app.update();
        assert!(app.world().resource::<Shown>().search.is_empty());
    }
}
