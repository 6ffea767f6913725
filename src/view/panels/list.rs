//! The list of people on the left, with a search.

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Pos2, Sense, vec2};

use super::{
    Shown,
    pictures::{Icons, picture_of, portrait},
    telling::briefly,
    widgets::*,
};
use crate::{
    clock::AgentId,
    view::{
        Selection,
        bubbles::says,
        dock::{Dock, tabs::Tab},
        emoji::Emoji,
        marks::Marks,
        names::Folk,
    },
};

const ROW: f32 = 40.0;

/// Does a name answer to what is searched for: each word of it begins a word of the name, or is somewhere in it?
pub fn answers(name: &str, search: &str) -> bool {
    let name = name.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| name.contains(word))
}

/// How well a name answers, the best first: it begins so, each word begins a word of it, or it has them somewhere.
fn rank(name: &str, search: &str) -> u8 {
    let (name, search) = (name.to_lowercase(), search.trim().to_lowercase());
    let begins = |word: &str| name.split_whitespace().any(|part| part.starts_with(word));
    match () {
        () if name.starts_with(&search) => 0,
        () if search.split_whitespace().all(begins) => 1,
        () => 2,
    }
}

/// What was searched for is forgotten with the list: who opens it again sees everybody.
pub fn forget(dock: Res<Dock>, mut shown: ResMut<Shown>) {
    if !dock.is_open(Tab::People) && !shown.search.is_empty() {
        shown.search.clear();
    }
}

/// Draws it.
pub fn draw(
    InMut(ui): InMut<egui::Ui>,
    folk: Folk,
    mut selection: Selection,
    mut shown: ResMut<Shown>,
    (icons, marks): (Res<Icons>, Res<Marks>),
    mut pictures: ResMut<Emoji>,
) {
    let mut everyone: Vec<_> = folk.people.iter().filter(|(_, who, ..)| answers(&who.name, &shown.search)).collect();
    everyone.sort_by_cached_key(|(id, who, ..)| (rank(&who.name, &shown.search), who.name.clone(), **id));
    let mut chosen: Option<AgentId> = None;
    let field = ui.add(field(&mut shown.search, "Find by name"));
    if std::mem::take(&mut shown.seek) {
        field.request_focus();
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        chosen = everyone.first().map(|(id, ..)| **id);
    }
    ui.add_space(2.0);
    if everyone.is_empty() {
        nothing(ui, "Nobody of that name lives here.");
    }
    list(ui, "people", 2.0, |ui| {
        for (id, persona, figure, action, ..) in &everyone {
            let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &persona.name));
            if response.clicked() {
                chosen = Some(**id);
            }
            if !ui.is_rect_visible(at) {
                continue;
            }
            if selection.who() == Some(**id) || response.hovered() {
                let ground = if selection.who() == Some(**id) { GLOW } else { SHADE };
                ui.painter().rect_filled(at, CORNER, ground);
            }
            line_under(ui, at.translate(vec2(0.0, 1.0)));
            let (mut left, mut right) = (at.left() + 4.0, at.right() - 4.0);
            if let Some(face) = portrait(ui.ctx(), &icons, figure.portrait, 32.0) {
                let side = face.size().map_or(32.0, |size| size.y);
                paint_face(ui, &face, Pos2::new(left, at.center().y - side / 2.0));
                left += side + 7.0;
            }
            if let Some(picture) = says("", *action, marks.of(**id)).emoji.first()
                && let Some(picture) = picture_of(ui.ctx(), &mut pictures, picture, 18.0)
            {
                let side = picture.size().map_or(18.0, |size| size.y);
                right -= side + 2.0;
                paint_face(ui, &picture, Pos2::new(right, at.center().y - side / 2.0));
            }
            let (wide, painter) = (right - 4.0 - left, ui.painter());
            let name = lay_name(painter, &persona.name, 14.0, INK, wide);
            for nudge in [0.0, 0.4] {
                name.paint(painter, Pos2::new(left + nudge, at.top() + 3.0));
            }
            cut(ui, &briefly(*action), SMALL, FAINT, wide, 1).paint(painter, Pos2::new(left, at.top() + 21.0));
            if name.text() != persona.name || name.cut() {
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
        assert!(answers("Ada Byron", "by"));
        assert!(answers("Ada Byron", "BYRON a"));
        assert!(answers("Ada Byron", "  "));
        assert!(!answers("Ada Byron", "carl"));
    }

    #[test]
    fn whose_name_begins_so_comes_first() {
        let mut found = ["Hailey Johnson", "Mae Upjohn", "John Lin"];
        found.sort_by_key(|name| rank(name, " john"));
        assert_eq!(found, ["John Lin", "Hailey Johnson", "Mae Upjohn"]);
        assert_eq!((rank("Ada Byron", ""), rank("Ada Byron", "by a")), (0, 1));
    }

    #[test]
    fn a_list_that_was_closed_begins_anew() {
        let mut app = App::new();
        app.init_resource::<Dock>().insert_resource(Shown { search: "john".into(), ..Shown::default() });
        app.add_systems(Update, forget);
        app.world_mut().resource_mut::<Dock>().show(Tab::People);
        app.update();
        assert_eq!(app.world().resource::<Shown>().search, "john");
        app.world_mut().resource_mut::<Dock>().close(Tab::People);
        app.update();
        assert!(app.world().resource::<Shown>().search.is_empty());
    }
}
