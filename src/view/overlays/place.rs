//! Where each overlay stands, so that none covers another.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Context, InnerResponse, Pos2, Rect, Ui, pos2};

use super::{Overlay, Overlays, Room};
use crate::view::{
    Feet, WindowCamera,
    avatar::PlayerState,
    panels::{self, PanelsDrawn},
    people::{Figure, Overhead},
};

/// Points between two of them, and between them and the panels.
pub const GAP: f32 = 8.0;
/// Frames after which it is told that two cover each other.
const LONG: u32 = 5;
/// Half the width of a figure, in world pixels.
const BROAD: f32 = 8.0;

impl Overlays {
    /// Where it lies.
    pub fn of(&self, overlay: Overlay) -> Option<Rect> {
        self.now.get(&overlay).or_else(|| self.before.get(&overlay)).copied()
    }

    /// Where all lie.
    pub fn all(&self) -> impl Iterator<Item = (Overlay, Rect)> {
        let gone = self.before.iter().filter(|(overlay, _)| !self.now.contains_key(overlay));
        self.now.iter().chain(gone).map(|(overlay, at)| (*overlay, *at))
    }

    /// Where those lie that go before this one.
    fn taken(&self, overlay: Overlay) -> Vec<Rect> {
        self.all().filter(|(other, _)| *other < overlay).map(|(_, at)| at).collect()
    }

    /// Would it stand free of all that go before it?
    pub fn has_room(&self, overlay: Overlay, at: Rect) -> bool {
        !self.taken(overlay).iter().any(|one| one.expand(GAP - 0.5).intersects(at))
    }

    /// The upper edge of what stands at the foot of `clear`, and the lower edge of what stands at its head.
    pub fn between(&self, clear: Rect) -> (f32, f32) {
        let lies = |overlays: &[Overlay]| overlays.iter().filter_map(|overlay| self.of(*overlay)).collect::<Vec<_>>();
        let foot = lies(&[Overlay::Console, Overlay::Speech, Overlay::Happenings]);
        let head = lies(&[Overlay::Corner, Overlay::Clock]);
        let foot = foot.iter().fold(clear.bottom(), |foot, at| foot.min(at.top()));
        let head = head.iter().fold(clear.top(), |head, at| head.max(at.bottom()));
        (head + GAP, foot - GAP)
    }

    /// Draws one with its corner or middle `pivot` at `wish`, or near it where it covers nothing that goes before; in
    /// `room`, and off all in `off` if that can be.
    pub fn show<R>(
        &mut self,
        ctx: &Context,
        overlay: Overlay,
        (pivot, wish): (Align2, Pos2),
        (room, off): (Rect, &[Rect]),
        add: impl FnOnce(&mut Ui) -> R,
    ) -> InnerResponse<R> {
        let row = overlay.row();
        let id = egui::Id::new(("overlay", overlay));
        let size = ctx.memory(|memory| memory.area_rect(id)).map_or(egui::Vec2::ZERO, |last| last.size());
        let wish = pivot.anchor_size(wish, size);
        let taken = self.taken(overlay);
        let both: Vec<Rect> = taken.iter().chain(off).copied().collect();
        let last = self.before.get(&overlay).filter(|_| row.stays).map(|at| Rect::from_min_size(at.min, size));
        let last = last.and_then(|last| free(last, room, &both).filter(|at| at.min.distance(last.min) < 1.0));
        let strict = last.or_else(|| free(wish, room, &both));
        let found = strict.or_else(|| free(wish, room, &taken).filter(|_| overlay != Overlay::Hint));
        let found = found.filter(|at| row.room != Room::Corner || at.min.distance(wish.min) < 1.0);
        let seen = found.is_some() || row.room == Room::Must;
        let area = Area::new(id).order(row.order).fixed_pos(found.unwrap_or(wish).min);
        let drawn = area.interactable(seen && !row.only_read).show(ctx, |ui| {
            // What waits is laid out all the same: it may get smaller, and find its place.
            if !seen {
                ui.set_invisible();
            }
            add(ui)
        });
        if seen {
            self.now.insert(overlay, drawn.response.rect);
        }
        drawn
    }

    #[cfg(test)]
    fn lies(&mut self, overlay: Overlay, at: Rect) {
        self.now.insert(overlay, at);
    }
}

/// The place nearest to `wish` where it covers none of `taken` and stays in `room`; `None`: there is none.
pub fn free(wish: Rect, room: Rect, taken: &[Rect]) -> Option<Rect> {
    let size = wish.size();
    // To the pixel nothing is laid out.
    let inside = room.expand(0.5);
    let fits = |at: &Rect| inside.contains_rect(*at) && !taken.iter().any(|one| one.expand(GAP - 0.5).intersects(*at));
    let along = |wish: f32, low: f32, high: f32, edges: &mut dyn Iterator<Item = (f32, f32)>, size: f32| {
        let mut all = vec![wish.clamp(low, (high - size).max(low)), low, high - size];
        for (least, most) in edges {
            all.extend([most + GAP, least - GAP - size]);
        }
        all
    };
    let mut wide = taken.iter().map(|one| (one.left(), one.right()));
    let mut tall = taken.iter().map(|one| (one.top(), one.bottom()));
    let x = along(wish.left(), room.left(), room.right(), &mut wide, size.x);
    let y = along(wish.top(), room.top(), room.bottom(), &mut tall, size.y);
    let places = x.iter().flat_map(|x| y.iter().map(|y| Rect::from_min_size(pos2(*x, *y), size)));
    let far = |at: &Rect| (at.min - wish.min).length_sq();
    places.filter(fits).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// A new frame begins; where the player's figure stands in it.
fn begin(
    mut overlays: ResMut<Overlays>,
    context: Option<panels::Context>,
    (you, overhead): (Res<PlayerState>, Res<Overhead>),
    (cameras, people): (Query<(&Camera, &GlobalTransform), With<WindowCamera>>, Query<(&Feet, &Figure)>),
) {
    overlays.before = std::mem::take(&mut overlays.now);
    overlays.own = None;
    let (Some(mut context), Ok((camera, at))) = (context, cameras.single()) else { return };
    let Some((feet, figure)) = you.entity.and_then(|entity| people.get(entity).ok()) else { return };
    let zoom = context.get_mut().zoom_factor();
    let point = |world: Vec2| {
        let seen = camera.world_to_viewport(at, world.extend(0.0)).ok()?;
        Some(pos2(seen.x, seen.y) / zoom)
    };
    let corners = |low: Vec2, high: Vec2| Some(Rect::from_two_pos(point(low)?, point(high)?));
    let body = corners(feet.0 - Vec2::X * BROAD, feet.0.max(figure.crown) + Vec2::X * BROAD);
    let bubble = overhead.0.iter().find(|(who, _)| Some(*who) == you.id).and_then(|(_, at)| corners(at.min, at.max));
    overlays.own = body.map(|body| bubble.map_or(body, |bubble| body.union(bubble)));
}

/// Tells the log of two that cover each other, for whoever tries the window from outside.
fn tell(overlays: Res<Overlays>, mut before: Local<(Vec<(Overlay, Overlay)>, u32)>) {
    let all: Vec<_> = overlays.now.iter().collect();
    let covers = all.iter().enumerate().flat_map(|(n, (one, at))| {
        let over = |(_, other): &&(&Overlay, &Rect)| at.shrink(1.0).intersects(other.shrink(1.0));
        all[n + 1..].iter().filter(over).map(|(other, _)| (**one, **other)).collect::<Vec<_>>()
    });
    let covers: Vec<_> = covers.collect();
    let (same, frames) = &mut *before;
    *frames = if *same == covers { *frames + 1 } else { 0 };
    // What grew has moved with the next frame.
    if *frames == LONG {
        tracing::debug!(target: "screen", ?covers, "plates");
    }
    *same = covers;
}

/// Adds the places.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, begin.before(PanelsDrawn)).add_systems(Last, tell);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn rect(x: f32, y: f32, wide: f32, tall: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(wide, tall))
    }

    #[test]
    fn what_is_free_stays_where_it_would_be() {
        let room = rect(0.0, 0.0, 640.0, 480.0);
        let wish = rect(100.0, 50.0, 200.0, 80.0);
        assert_eq!(free(wish, room, &[]), Some(wish));
        assert_eq!(free(wish, room, &[rect(400.0, 50.0, 99.0, 99.0)]), Some(wish));
        assert_eq!(free(wish.translate(vec2(999.0, 0.0)), room, &[]), Some(rect(440.0, 50.0, 200.0, 80.0)));
    }

    #[test]
    fn nothing_covers_what_goes_before_in_any_window() {
        for (wide, tall) in [(1280.0, 720.0), (1097.0, 617.0), (731.0, 549.0), (420.0, 300.0)] {
            let room = rect(8.0, 8.0, wide - 16.0, tall - 16.0);
            let mut taken = vec![rect(8.0, 8.0, 330.0, 36.0), rect(8.0, tall - 140.0, wide.min(760.0), 132.0)];
            for (x, y, w, h) in [(8.0, 8.0, 240.0, 120.0), (600.0, 52.0, 400.0, 30.0), (300.0, 300.0, 250.0, 150.0)] {
                let Some(at) = free(rect(x, y, w, h), room, &taken) else {
                    assert!(wide < 1000.0, "there is room enough in {wide} x {tall}");
                    continue;
                };
                assert!(room.contains_rect(at), "{at}");
                assert!(taken.iter().all(|one| one.expand(GAP - 1.0).intersect(at).is_negative()), "{at} {taken:?}");
                taken.push(at);
            }
        }
    }

    #[test]
    fn what_finds_no_place_finds_none() {
        let room = rect(0.0, 0.0, 300.0, 200.0);
        assert_eq!(free(rect(0.0, 0.0, 400.0, 20.0), room, &[]), None);
        assert_eq!(free(rect(0.0, 0.0, 100.0, 120.0), room, &[rect(0.0, 60.0, 300.0, 80.0)]), None);
    }

    #[test]
    fn what_happens_stays_in_its_corner_or_is_not_seen() {
        let ctx = Context::default();
        let mut overlays = Overlays::default();
        let room = rect(8.0, 8.0, 624.0, 464.0);
        let mut frame = |taken: Option<Rect>| {
            overlays.before = std::mem::take(&mut overlays.now);
            taken.into_iter().for_each(|at| overlays.lies(Overlay::Whisper, at));
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                let at = (Align2::LEFT_BOTTOM, room.left_bottom());
                overlays.show(ui.ctx(), Overlay::Happenings, at, (room, &[]), |ui| {
                    ui.allocate_exact_size(vec2(400.0, 100.0), egui::Sense::hover());
                });
            });
            output.textures_delta.clear();
            (
                overlays.now.get(&Overlay::Happenings).copied(),
                overlays.has_room(Overlay::Happenings, rect(8.0, 440.0, 400.0, 32.0)),
            )
        };
        frame(None);
        let corner = rect(8.0, 372.0, 400.0, 100.0);
        assert_eq!(frame(None), (Some(corner), true));
        let over = Some(rect(200.0, 200.0, 300.0, 220.0));
        assert_eq!(frame(over), (None, true), "there is room for one line");
        assert_eq!(frame(Some(rect(200.0, 200.0, 300.0, 270.0))), (None, false));
        frame(None);
        assert_eq!(frame(None).0, Some(corner));
    }

    #[test]
    fn a_note_goes_beside_the_console_and_over_the_foot() {
        let mut overlays = Overlays::default();
        let clear = rect(0.0, 0.0, 1280.0, 720.0);
        assert_eq!(overlays.between(clear), (8.0, 712.0));
        overlays.lies(Overlay::Console, rect(8.0, 400.0, 900.0, 312.0));
        overlays.lies(Overlay::Clock, rect(400.0, 8.0, 450.0, 36.0));
        assert_eq!(overlays.between(clear), (52.0, 392.0));
        assert_eq!(overlays.taken(Overlay::Console), [rect(400.0, 8.0, 450.0, 36.0)]);
        assert_eq!(overlays.taken(Overlay::Notes).len(), 2);
    }
}
