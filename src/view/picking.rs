//! Where the mouse is over the town, and which thing's picture is there.
//!
//! Rule: a thing answers where it is painted, whatever cells it stands in; of several it is the one drawn in front.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::EguiContexts;

use super::{
    Pointer, TILE,
    camera::{Viewpoint, zoom},
    scene::TownState,
    sheets::Sheets,
    things::Piece,
};
use crate::world::{ObjectId, Tile, TownMap};

/// A picture of a thing as it is drawn now.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    object: ObjectId,
    /// Its south-west corner in world pixels, y up.
    foot: Vec2,
    /// How large it is drawn.
    size: Vec2,
    /// Which one lies in front: the greater one.
    depth: f32,
    /// Where it lies on the sheets; `None`: a plain box, painted all over.
    place: Option<Rect>,
}

impl Shown {
    /// Is there paint of it at a point of the world? `paint` knows the pixels of the sheets.
    fn covers(&self, at: Vec2, paint: impl Fn(UVec2) -> bool) -> bool {
        let from = at - self.foot;
        let inside = from.cmpge(Vec2::ZERO).all() && from.cmplt(self.size).all();
        // Sheets are counted from their upper edge, the world from below.
        inside
            && self.place.is_none_or(|place| {
                let row = place.max.y - 1.0 - from.y.floor();
                paint(Vec2::new(place.min.x + from.x.floor(), row).as_uvec2())
            })
    }
}

/// The thing that is seen at a point.
fn foremost(at: Vec2, all: impl Iterator<Item = Shown>, paint: impl Fn(UVec2) -> bool) -> Option<ObjectId> {
    let there = all.filter(|one| one.covers(at, &paint));
    there.max_by(|a, b| a.depth.total_cmp(&b.depth).then(a.object.cmp(&b.object))).map(|one| one.object)
}

/// The thing that stands in a cell.
fn standing(map: &TownMap, at: Tile) -> Option<ObjectId> {
    let found = map.objects.iter().position(|object| object.cells.contains(&at));
    found.map(|n| ObjectId(n as u16))
}

/// Is there paint at a pixel of a picture of four bytes a pixel?
fn painted(picture: &Image, at: UVec2) -> bool {
    let alpha = (at.y as usize * picture.width() as usize + at.x as usize) * 4 + 3;
    // A picture whose bytes are elsewhere is taken to be painted all over.
    at.x < picture.width() && picture.data.as_ref().is_none_or(|data| data.get(alpha).is_some_and(|alpha| *alpha > 0))
}

/// Writes [`Pointer`].
fn point(
    mut pointer: ResMut<Pointer>,
    look: Res<Viewpoint>,
    map: Res<TownMap>,
    (sheets, images): (Res<Sheets>, Res<Assets<Image>>),
    pieces: Query<(&Piece, &Sprite, &Transform)>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut egui: EguiContexts,
) {
    let cursor = window.cursor_position();
    let over_panel = egui.ctx_mut().is_ok_and(|ctx| {
        // What egui knows of the cursor is a frame old: a quick click on a panel would fall through to the town.
        let here = cursor.map(|cursor| bevy_egui::egui::pos2(cursor.x, cursor.y) / ctx.zoom_factor());
        let layer = here.and_then(|at| ctx.layer_id_at(at));
        let covered = layer.is_some_and(|layer| layer.order != bevy_egui::egui::Order::Background);
        covered || ctx.egui_wants_pointer_input() || ctx.is_pointer_over_egui()
    });
    let cursor = cursor.filter(|_| !over_panel);
    let world = cursor.map(|cursor| look.at(cursor));
    let cell = |at: Vec2| Tile::new((at.x / TILE).floor() as i32, (at.y / TILE).floor() as i32);
    let tile = world.map(cell).filter(|tile| map.index(*tile).is_some());
    let world = world.map(|at| Vec2::new(at.x, -at.y));
    let shown = pieces.iter().filter_map(|(piece, sprite, stand)| {
        let place = sprite.rect?;
        let boxed = sprite.custom_size;
        Some(Shown {
            object: piece.object,
            foot: stand.translation.truncate(),
            size: boxed.unwrap_or(place.size()),
            depth: stand.translation.z,
            place: boxed.is_none().then_some(place),
        })
    });
    let picture = images.get(&sheets.picture);
    let paint = |at: UVec2| picture.is_none_or(|picture| painted(picture, at));
    let seen = world.and_then(|at| foremost(at, shown, paint));
    // Between the legs of a table it is still the table.
    let thing = seen.or_else(|| tile.and_then(|tile| standing(&map, tile)));
    pointer.set_if_neq(Pointer { world, tile, thing });
}

/// Adds what knows where the mouse is.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, point.before(zoom).run_if(in_state(TownState::Open)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::sheets::{self, Sheet};

    fn fridge(sheets: &Sheets, object: u16, foot: Vec2, depth: f32) -> Shown {
        let place = sheets.frame(Sheet::Furniture, "fridge/1x1/idle", 0).expect("a fridge is painted");
        Shown { object: ObjectId(object), foot, size: place.size(), depth, place: Some(place) }
    }

    #[test]
    fn a_tall_thing_answers_from_its_foot_to_its_head() {
        let (sheets, picture) = sheets::pack(&crate::data::Data::built_in());
        let one = fridge(&sheets, 3, Vec2::new(32.0, -64.0), 1.0);
        assert!(one.size.y > 2.0 * TILE, "a fridge stands taller than two cells");
        let at = |x: f32, y: f32| foremost(Vec2::new(x, y), [one].into_iter(), |pixel| painted(&picture, pixel));
        for up in 2..one.size.y as i32 - 4 {
            assert_eq!(at(40.0, -64.0 + up as f32), Some(ObjectId(3)), "{up} pixels up");
        }
        assert_eq!(at(40.0, -64.0 + one.size.y + 1.0), None);
        assert_eq!(at(40.0, -66.0), None);
        assert_eq!(at(31.0, -50.0), None);
        assert_eq!(at(48.5, -50.0), None);
    }

    #[test]
    fn what_stands_in_front_is_meant() {
        let (sheets, picture) = sheets::pack(&crate::data::Data::built_in());
        let behind = fridge(&sheets, 1, Vec2::new(0.0, -16.0), 1.0);
        let before = fridge(&sheets, 2, Vec2::new(0.0, -32.0), 2.0);
        for both in [[behind, before], [before, behind]] {
            let at = |y: f32| foremost(Vec2::new(8.0, y), both.into_iter(), |pixel| painted(&picture, pixel));
            assert_eq!(at(-20.0), Some(ObjectId(2)));
            assert_eq!(at(-10.0), Some(ObjectId(2)), "the head of the one hides the foot of the other");
            assert_eq!(at(16.0), Some(ObjectId(1)));
        }
    }

    #[test]
    fn where_nothing_is_painted_what_lies_behind_is_seen() {
        let place = Some(Rect::new(0.0, 0.0, 16.0, 16.0));
        let shown = |object: u16, depth: f32| Shown {
            object: ObjectId(object),
            foot: Vec2::ZERO,
            size: Vec2::splat(16.0),
            depth,
            place: place.filter(|_| object == 1),
        };
        // The first has a hole in its upper half; the second is a plain box behind it.
        let paint = |pixel: UVec2| pixel.y >= 8;
        let at = |y: f32| foremost(Vec2::new(4.0, y), [shown(1, 2.0), shown(2, 1.0)].into_iter(), paint);
        assert_eq!(at(3.0), Some(ObjectId(1)));
        assert_eq!(at(12.0), Some(ObjectId(2)));
    }

    #[test]
    fn every_thing_that_is_painted_answers_almost_everywhere_in_its_picture() {
        let (sheets, picture) = sheets::pack(&crate::data::Data::built_in());
        for name in ["bed/1x2/idle", "library_shelves/3x1/idle", "fume_cupboard/2x1/idle", "goods_shelf/3x2/idle"] {
            let place = sheets.frame(Sheet::Furniture, name, 0).unwrap_or_else(|| panic!("{name} is painted"));
            let one =
                Shown { object: ObjectId(0), foot: Vec2::ZERO, size: place.size(), depth: 0.0, place: Some(place) };
            let (wide, tall) = (place.width() as u32, place.height() as u32);
            let all = (0..tall).flat_map(|y| (0..wide).map(move |x| Vec2::new(x as f32 + 0.5, y as f32 + 0.5)));
            let hit = all.filter(|at| one.covers(*at, |pixel| painted(&picture, pixel))).count();
            assert!(hit as f32 > 0.8 * (wide * tall) as f32, "{name}: {hit} of {}", wide * tall);
        }
    }
}
