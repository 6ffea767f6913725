//! The people: a picture each, walking, sitting, lying, with a shadow.
//!
//! Rule: an agent is dressed when it is first seen and undressed with its own end; the simulation knows nothing of
//! it. All is drawn on whole world pixels and sorted by the row in which the feet are.

use bevy::{prelude::*, sprite::Anchor};

use super::{
    Feet, FeetPlaced, STEP, Selected, TILE, Z_FLAT,
    avatar::{PlayerState, walk::PredictedStep},
    motion::Gait,
    preferences::{Palette, Settings},
    scene::TownState,
    sheets::{Sheet, Sheets},
    standing_z,
};
use crate::{
    agent::{
        Persona,
        components::action::{CurrentAction, Posture},
    },
    clock::{AgentId, Driver, driver::drive},
    drawing::people,
    schedule::TownResources,
    world::{Facing, Tile, TownMap},
};

/// Feet stand so many pixels inside the cell, or people would walk on its very edge.
const INSET: f32 = 2.0;
/// Who sits is drawn so much higher.
const SEAT: f32 = 4.0;
/// Rows of the lying picture that show above the blanket.
const HEAD_ROWS: f32 = 15.0;
/// Height of a person's picture.
const TALL: f32 = 24.0;

/// The pictures of one agent and what of them is drawn.
#[derive(Component, Clone, Debug)]
pub struct Figure {
    /// By direction as in [`Facing::ALL`], four each.
    walk: [[Rect; 4]; 4],
    sit: [Rect; 4],
    lie: Rect,
    /// Head and shoulders, 20 x 20, on [`Sheets::picture`].
    pub portrait: Rect,
    /// The middle of the top of the head, in world pixels.
    pub crown: Vec2,
    /// Lies with closed eyes.
    pub lying: bool,
}

/// The oval under somebody's feet.
#[derive(Component)]
struct Shadow;

/// The ring under who is selected.
#[derive(Component)]
struct Ring;

/// Paints who is composed of parts, unless they are painted already. `None`: these are no parts.
fn compose(parts: &str, sheets: &mut ResMut<Sheets>, images: &mut Assets<Image>) -> Option<Figure> {
    let (key, look) = people::parts(parts)?;
    if let Some(done) = figure(Sheet::Composed, &key, sheets) {
        return Some(done);
    }
    let painted = people::paint([(key.as_str(), &look)]);
    let mut picture = images.get_mut(&sheets.picture)?;
    sheets.lay(&mut picture, Sheet::Composed, &painted);
    figure(Sheet::Composed, &key, sheets)
}

fn figure(sheet: Sheet, name: &str, sheets: &Sheets) -> Option<Figure> {
    let of = |pose: &str, frame| sheets.frame(sheet, &format!("{name}/{pose}"), frame);
    let (mut walk, mut sit) = ([[Rect::default(); 4]; 4], [Rect::default(); 4]);
    for (n, direction) in ["north", "east", "south", "west"].into_iter().enumerate() {
        for (frame, place) in walk[n].iter_mut().enumerate() {
            *place = of(&format!("walk/{direction}"), frame)?;
        }
        sit[n] = of(&format!("sit/{direction}"), 0)?;
    }
    let (lie, portrait) = (of("lie", 0)?, of("portrait", 0)?);
    Some(Figure { walk, sit, lie, portrait, crown: Vec2::ZERO, lying: false })
}

/// The ring is gold, or what stands out from every ground for eyes that gold does not.
fn paint_ring(settings: Res<Settings>, sheets: Res<Sheets>, mut ring: Single<&mut Sprite, With<Ring>>) {
    let name = if settings.palette == Palette::Usual { "ring" } else { "ring for all eyes" };
    **ring = sheets.named(Sheet::Signs, name, 0).unwrap_or_default();
}

fn dress(
    newcomers: Query<(Entity, &AgentId, &Persona, &Tile), Without<Figure>>,
    (mut sheets, mut images): (ResMut<Sheets>, ResMut<Assets<Image>>),
    mut commands: Commands,
) {
    for (entity, id, persona, tile) in &newcomers {
        let composed = compose(&persona.look, &mut sheets, &mut images);
        let whole = || figure(Sheet::People, &people::named(&persona.look, id.0, &people::known(&sheets)), &sheets);
        let Some(figure) = composed.or_else(whole) else { continue };
        let sprite = sheets.sprite(figure.walk[2][0]);
        let shadow = sheets.named(Sheet::Signs, "shadow", 0).unwrap_or_default();
        let gait = Gait::standing(*tile);
        let body = (figure, gait, Feet(gait.at), sprite, Anchor::BOTTOM_CENTER);
        commands.entity(entity).insert(body).with_child((Shadow, shadow));
    }
}

/// Where a sleeper's head is: the top of the bed's column that the sleeper lies in.
struct Pillow {
    /// Middle of the top of the head.
    crown: Vec2,
    /// South edge of the bed, pixels from the town's north edge.
    foot: f32,
}

/// South edge of the object that somebody is on, pixels from the town's north edge: who sits in a bed or a tub is
/// drawn after all of it. `None`: they are beside it.
fn foot_of(cells: &[Tile], at: Tile) -> Option<f32> {
    let south = cells.iter().filter(|cell| cell.x == at.x).map(|cell| cell.y).max();
    south.filter(|_| cells.contains(&at)).map(|south| (south + 1) as f32 * TILE)
}

/// South edge of the doorway that feet at these world pixels are in: who stands in one is drawn before the wall over it
/// and before its leaf. `None`: they are in none.
fn doorway(base: Vec2, is_door: impl Fn(Tile) -> bool) -> Option<f32> {
    let tile = Tile::new((base.x / TILE).floor() as i32, (-base.y / TILE).floor() as i32);
    is_door(tile).then_some((tile.y + 1) as f32 * TILE)
}

/// Finds the pillow of who lies at `at` on an object of these cells.
fn pillow(cells: &[Tile], at: Tile) -> Option<Pillow> {
    let column = |x: i32| cells.iter().filter(move |cell| cell.x == x);
    let x = if column(at.x).next().is_some() { at.x } else { cells.iter().map(|cell| cell.x).min()? };
    let north = column(x).map(|cell| cell.y).min()?;
    let south = column(x).map(|cell| cell.y).max()?;
    let crown = Vec2::new((x as f32 + 0.5) * TILE, -(north as f32) * TILE + 4.0);
    Some(Pillow { crown, foot: (south + 1) as f32 * TILE })
}

/// Everyone's place and picture of this frame.
fn place(
    (you, ahead): (Res<PlayerState>, Res<PredictedStep>),
    mut people: Query<(
        (&AgentId, &Tile, &Facing, &Posture, Option<&CurrentAction>),
        (&mut Gait, &mut Figure, &mut Feet, &mut Sprite, &mut Transform, &mut Anchor, &Children),
    )>,
    mut shadows: Query<(&mut Transform, &mut Visibility), (With<Shadow>, Without<Figure>)>,
    (driver, map): (Res<Driver>, Res<TownMap>),
    time: Res<Time<Real>>,
) {
    let share = driver.owed as f32;
    for (
        (id, tile, facing, posture, action),
        (mut gait, mut figure, mut feet, sprite, mut place, mut anchor, children),
    ) in &mut people
    {
        // The player's own step is seen at once; everybody else's once the town has taken it.
        if you.id == Some(*id) {
            gait.chase(ahead.predicted_tile().unwrap_or(*tile), time.delta_secs());
        } else {
            gait.glide(*tile, share, time.delta_secs());
        }
        let at = gait.at.round();
        let direction = Facing::ALL.iter().position(|one| one == facing).unwrap_or(2);
        let posture = if gait.underway() { Posture::Stand } else { *posture };
        let thing = action.and_then(|action| action.object).map(|id| &map.object(id).cells);
        let pillow = thing.filter(|_| posture == Posture::Lie).and_then(|cells| pillow(cells, *tile));
        let (rect, base, depth, crown, hold) = match (posture, pillow) {
            (Posture::Lie, Some(pillow)) => {
                let lie = figure.lie;
                // A head has less above its hair than one that stands: no hat.
                let hair = pillow.crown - Vec2::new(0.0, 3.0);
                let head = Rect::from_corners(lie.min, Vec2::new(lie.max.x, lie.min.y + HEAD_ROWS));
                (head, pillow.crown, standing_z(pillow.foot) + 2.0 * STEP, hair, Anchor::TOP_CENTER)
            }
            (Posture::Lie, None) => {
                let base = at + Vec2::new(0.0, INSET);
                (figure.lie, base, standing_z(-base.y), base + Vec2::new(0.0, TALL), Anchor::BOTTOM_CENTER)
            }
            (Posture::Sit, _) => {
                let base = at + Vec2::new(0.0, SEAT);
                // Just before the seat, but behind the back of a chair that looks away.
                let order = if *facing == Facing::Up { -4.0 } else { 4.0 };
                let crown = base + Vec2::new(0.0, TALL - 3.0);
                let foot = thing.and_then(|cells| foot_of(cells, *tile)).unwrap_or(-at.y);
                (figure.sit[direction], base, standing_z(foot) + order * STEP, crown, Anchor::BOTTOM_CENTER)
            }
            (Posture::Stand, _) => {
                let base = at + Vec2::new(0.0, INSET);
                let crown = base + Vec2::new(0.0, TALL);
                let picture = figure.walk[direction][gait.picture()];
                let on = thing.filter(|_| !gait.underway()).and_then(|cells| foot_of(cells, *tile));
                let through = || doorway(base, |tile| map.is_door(tile));
                let on = on.or_else(through);
                let depth = on.map_or(standing_z(-base.y) + STEP, |foot| standing_z(foot) + 4.0 * STEP);
                (picture, base, depth, crown, Anchor::BOTTOM_CENTER)
            }
        };
        figure.crown = crown;
        figure.lying = posture == Posture::Lie;
        feet.set_if_neq(Feet(base));
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(rect));
        place.set_if_neq(Transform::from_translation(base.extend(depth)));
        anchor.set_if_neq(hold);
        for child in children {
            let Ok((mut under, mut seen)) = shadows.get_mut(*child) else { continue };
            // Flat on the ground, whatever the depth of who throws it.
            under.set_if_neq(Transform::from_xyz(0.0, 1.5, Z_FLAT + STEP - depth));
            let shown = if posture == Posture::Stand { Visibility::Inherited } else { Visibility::Hidden };
            seen.set_if_neq(shown);
        }
    }
}

/// How near to somebody's middle, in world pixels.
const REACH: f32 = 14.0;

/// From the top of the head of one who lies, to where their feet would be if they stood with their head there.
const LAID: f32 = 15.0;

/// Everybody by their feet, those who lie by their head, which is all that is seen of them.
pub type Bodies = (&'static AgentId, &'static Feet, &'static Figure);

/// Where somebody stands, for [`Overhead::at`].
pub fn stands((id, feet, figure): (&AgentId, &Feet, &Figure)) -> (AgentId, Vec2) {
    (*id, if figure.lying { feet.0 - Vec2::new(0.0, LAID) } else { feet.0 })
}

/// The bodies of all bubbles, in world pixels (y up), those in front last. Written where bubbles are placed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Overhead(pub Vec<(AgentId, Rect)>);

impl Overhead {
    /// Whom a place means.
    pub fn at(&self, at: Vec2, people: impl Iterator<Item = (AgentId, Vec2)>) -> Option<AgentId> {
        // What lies over the people hides them.
        let bubble = self.0.iter().rev().find(|(_, body)| body.contains(at)).map(|(id, _)| *id);
        bubble.or_else(|| nearest(at, people))
    }
}

/// Who stands nearest to a point, within reach; people by their feet.
fn nearest(at: Vec2, people: impl Iterator<Item = (AgentId, Vec2)>) -> Option<AgentId> {
    let middle = |feet: Vec2| feet + Vec2::new(0.0, TILE * 0.6);
    let all = people.map(|(id, feet)| (middle(feet).distance(at), id));
    all.filter(|(distance, _)| *distance < REACH).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

/// The ring lies under who is selected, else under the player.
fn ring(
    (selected, you): (Res<Selected>, Res<PlayerState>),
    people: Query<(&AgentId, &Feet, &Figure)>,
    ring: Single<(&mut Transform, &mut Visibility), With<Ring>>,
) {
    let (mut place, mut seen) = ring.into_inner();
    let whom = selected.0.or(you.id);
    let who = people.iter().find(|(id, _, figure)| whom == Some(**id) && !figure.lying);
    if let Some((_, feet, _)) = who {
        place.translation = (feet.0 + Vec2::new(0.0, 1.0)).extend(Z_FLAT + 2.0 * STEP);
    }
    seen.set_if_neq(if who.is_some() { Visibility::Visible } else { Visibility::Hidden });
}

/// Adds the people.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Overhead>().world_mut().spawn((Ring, Sprite::default(), Visibility::Hidden));
    app.add_systems(Update, paint_ring.before(ring).run_if(resource_exists_and_changed::<Settings>)).add_systems(
        Update,
        (dress, place.in_set(FeetPlaced).run_if(in_state(TownState::Open)), ring).chain().after(drive),
    );
}

#[cfg(test)]
mod tests {
    use painter::people::Look;

    use super::*;

    #[test]
    fn everyone_on_the_sheet_has_all_pictures() {
        let (sheets, _) = super::super::sheets::pack(&crate::data::Data::built_in());
        let known = people::known(&sheets);
        assert_eq!(known.iter().filter(|name| !name.starts_with("guest_")).count(), 25);
        for name in known {
            assert!(figure(Sheet::People, name, &sheets).is_some(), "{name} lacks a picture");
        }
    }

    #[test]
    fn who_is_composed_is_laid_beside_the_others() {
        let (mut sheets, mut picture) = super::super::sheets::pack(&crate::data::Data::built_in());
        let mut taken: Vec<Rect> = Vec::new();
        for throw in 0..40 {
            let painted = people::paint([("one", &Look::rolled(throw))]);
            assert!(sheets.lay(&mut picture, Sheet::Composed, &painted));
            let one = figure(Sheet::Composed, "one", &sheets).expect("all pictures");
            let whole = Rect::from_corners(Vec2::ZERO, picture.size_f32());
            let places = one.walk.into_iter().flatten().chain(one.sit).chain([one.lie, one.portrait]);
            for place in places {
                assert!(whole.union(place) == whole && taken.iter().all(|other| other.intersect(place).is_empty()));
                taken.push(place);
            }
            // The corners of a portrait are clear, its frame is not.
            let data = picture.data.as_ref().expect("pixels");
            let alpha = |x: f32, y: f32| data[((y * picture.size_f32().x + x) * 4.0) as usize + 3];
            assert_eq!(
                (alpha(one.portrait.min.x, one.portrait.min.y), alpha(one.portrait.min.x + 1.0, one.portrait.min.y)),
                (0, 255)
            );
            assert_eq!(data.len() as f32, whole.width() * whole.height() * 4.0);
        }
    }

    #[test]
    fn feet_in_a_doorway_are_before_its_wall() {
        let door = |tile: Tile| tile == Tile::new(3, 4);
        // The wall of the door stands on the south edge of its cell.
        assert_eq!(doorway(Vec2::new(56.0, -78.0), door), Some(80.0));
        assert_eq!(doorway(Vec2::new(56.0, -65.0), door), Some(80.0));
        assert_eq!(doorway(Vec2::new(56.0, -62.0), door), None);
        assert_eq!(doorway(Vec2::new(40.0, -78.0), door), None);
    }

    #[test]
    fn heads_lie_at_the_north_end_of_their_half() {
        let double = [Tile::new(4, 7), Tile::new(5, 7), Tile::new(4, 8), Tile::new(5, 8)];
        let pillow = |at| pillow(&double, at).expect("a bed has a pillow");
        assert_eq!(pillow(Tile::new(5, 8)).crown, Vec2::new(88.0, -108.0));
        assert_eq!(pillow(Tile::new(4, 7)).crown, Vec2::new(72.0, -108.0));
        // Beside the bed: its first column.
        assert_eq!(pillow(Tile::new(6, 8)).crown, Vec2::new(72.0, -108.0));
        assert_eq!(pillow(Tile::new(5, 8)).foot, 144.0);
        assert_eq!(foot_of(&double, Tile::new(4, 7)), Some(144.0));
        assert_eq!(foot_of(&double, Tile::new(3, 7)), None);
    }

    #[test]
    fn the_nearest_within_reach_is_meant_unless_a_bubble_is_there() {
        let people = [(AgentId(1), Vec2::new(0.0, 0.0)), (AgentId(2), Vec2::new(10.0, 0.0))];
        let mut overhead = Overhead::default();
        let at = |overhead: &Overhead, x, y| overhead.at(Vec2::new(x, y), people.into_iter());
        assert_eq!(at(&overhead, 2.0, 9.0), Some(AgentId(1)));
        assert_eq!(at(&overhead, 8.0, 9.0), Some(AgentId(2)));
        assert_eq!(at(&overhead, 0.0, 60.0), None);
        let body = Rect::from_corners(Vec2::new(-5.0, 5.0), Vec2::new(5.0, 70.0));
        overhead.0 = vec![(AgentId(7), body), (AgentId(2), body)];
        assert_eq!(at(&overhead, 0.0, 60.0), Some(AgentId(2)));
        assert_eq!(at(&overhead, 2.0, 9.0), Some(AgentId(2)));
    }
}
