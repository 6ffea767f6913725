//! Whom the camera keeps: who is followed or the player, in the middle of the window; and making way for a panel that
//! would cover them or who is selected.
//!
//! Rule: the town lies still under the mouse while panels come and go, unless somebody would be hidden.

use bevy::prelude::*;

use super::{
    super::{Feet, Following, Selected, TILE, avatar::PlayerState},
    Viewpoint,
};
use crate::clock::AgentId;

/// Logical pixels between whoever is selected and the panels.
const BESIDE: f32 = 40.0;
/// Seconds that the view takes at most to make way for a panel.
const GLIDE: f32 = 1.0;

/// The part of the window without panels, in physical pixels. The camera keeps followed and selected people in it.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct SafeArea(pub Rect);

impl Default for SafeArea {
    fn default() -> Self {
        Self(Rect::new(0.0, 0.0, 1.0, 1.0))
    }
}

impl SafeArea {
    /// Where in the window whoever is followed stands, in physical pixels: in its middle, or as near to that as no panel
    /// covers.
    pub fn stand(&self, look: &Viewpoint) -> Vec2 {
        let middle = look.window.as_vec2() / 2.0;
        Vec2::new(middle.x - into(middle, self.inner(look)).x, middle.y)
    }

    /// Where nobody is hidden by a panel, or half hidden.
    fn inner(&self, look: &Viewpoint) -> Rect {
        self.0.inflate(-(BESIDE * look.scale).min(self.0.half_size().min_element()))
    }
}

pub(in super::super) fn follow(
    mut look: ResMut<Viewpoint>,
    (selected, following, room): (Res<Selected>, Res<Following>, Res<SafeArea>),
    people: Query<(&AgentId, &Feet)>,
    (time, you): (Res<Time<Real>>, Res<PlayerState>),
    mut before: Local<(SafeArea, Option<AgentId>, f32)>,
) {
    let (was, whom, mut glide) = *before;
    let seconds = time.delta_secs().min(0.1);
    let kept = if following.0 { selected.0 } else { you.id.filter(|_| you.camera_follows) };
    let meant = kept.or(selected.0);
    let Some((_, feet)) = people.iter().find(|(id, _)| Some(**id) == meant) else {
        *before = (*room, None, 0.0);
        return;
    };
    let at = Vec2::new(feet.0.x, -feet.0.y - TILE * 0.5);
    let on_screen = at * look.factor() - look.corner().as_vec2();
    let by = if kept.is_some() {
        on_screen - room.stand(&look)
    } else {
        // A panel that opens over somebody, or beside whom somebody was just selected, makes way once.
        let seen = if whom == meant { was.0 } else { Rect::from_corners(Vec2::ZERO, look.window.as_vec2()) };
        if (was, whom) != (*room, meant) && seen.contains(on_screen) {
            glide = GLIDE;
        }
        let by = into(on_screen, room.inner(&look));
        glide = if by == Vec2::ZERO { 0.0 } else { glide - seconds };
        by
    };
    *before = (*room, meant, glide);
    if kept.is_none() && glide <= 0.0 {
        return;
    }
    // Eases in from afar, then keeps step.
    let share = if by.length() < 1.0 { 1.0 } else { 1.0 - (-8.0 * seconds).exp() };
    let mut now = *look;
    now.aim(look.middle + by * share / look.factor());
    look.set_if_neq(now);
}

/// How far a point lies outside of a room.
fn into(at: Vec2, room: Rect) -> Vec2 {
    at - at.clamp(room.min, room.max.max(room.min))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look() -> Viewpoint {
        let (middle, map) = (Vec2::splat(600.0), UVec2::splat(1600));
        Viewpoint { zoom: 2, middle, window: UVec2::new(1280, 720), scale: 1.0, map }
    }

    #[test]
    fn a_panel_moves_the_town_only_where_it_would_hide_who_is_followed() {
        let stand = |left: f32, right: f32| SafeArea(Rect::new(left, 0.0, right, 720.0)).stand(&look());
        assert_eq!(stand(0.0, 1280.0), Vec2::new(640.0, 360.0));
        assert_eq!(stand(250.0, 1280.0), stand(0.0, 1280.0));
        assert_eq!(stand(0.0, 930.0), stand(0.0, 1280.0));
        assert_eq!(stand(390.0, 930.0), stand(0.0, 1280.0));
        assert_eq!(stand(700.0, 1280.0).x, 740.0);
        assert_eq!(stand(0.0, 500.0).x, 460.0);
        assert_eq!(stand(600.0, 640.0).x, 620.0, "there is hardly any room");
    }

    #[test]
    fn the_town_glides_only_where_somebody_would_be_hidden() {
        let mut app = App::new();
        app.init_resource::<crate::clock::Roster>()
            .init_resource::<Selected>()
            .init_resource::<Following>()
            .init_resource::<PlayerState>();
        app.insert_resource(look()).insert_resource(SafeArea(Rect::new(0.0, 0.0, 1280.0, 720.0)));
        app.init_resource::<Time<Real>>().add_systems(Update, follow);
        app.world_mut().spawn((AgentId(1), Feet(Vec2::new(600.0, -608.0))));
        (app.world_mut().resource_mut::<Selected>().0, app.world_mut().resource_mut::<Following>().0) =
            (Some(AgentId(1)), true);
        let mut pass = |room: Option<Rect>, times: u32| {
            if let Some(room) = room {
                app.world_mut().resource_mut::<SafeArea>().0 = room;
            }
            for _ in 0..times {
                app.world_mut().resource_mut::<Time<Real>>().advance_by(std::time::Duration::from_millis(50));
                app.update();
            }
            app.world().resource::<Viewpoint>().middle
        };
        let still = pass(None, 40);
        assert_eq!(pass(Some(Rect::new(250.0, 0.0, 1280.0, 720.0)), 40), still, "nobody is hidden");
        let at = pass(Some(Rect::new(800.0, 0.0, 1280.0, 720.0)), 3);
        assert!(at.x < still.x && at.x > still.x - 100.0, "it glides: {at}");
        let at = pass(None, 30);
        assert!((at.x - (still.x - 100.0)).abs() < 1.0, "{at}");
    }
}
