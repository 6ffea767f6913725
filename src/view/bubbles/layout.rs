//! Where bubbles are drawn: over their heads; those that would cover one another move apart, aside as far as their tails
//! reach, else up.
//!
//! Rule: plates settle first, each as near to its head as it can; words then take the nearest place that is free of
//! other words and, if that is not far, of plates and faces.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{Bubble, BubbleOf, CLEAR, Form, TAIL_SIDE, Tail};
use crate::{
    clock::AgentId,
    view::{
        Z_LABELS,
        camera::Viewpoint,
        people::{Figure, Overhead},
        speech::{Speech, paint},
    },
};

/// From the head to the body of a bubble of words.
const WORDS_UP: f32 = 7.0;
/// How fast a bubble moves to its place, world pixels a second.
const MOVING: f32 = 160.0;

/// A crowd's pile ends here, in heights of what is lifted; above it bubbles may cover one another again.
const HIGHEST: f32 = 4.0;
/// Two plates that cover less of each other's height than this are parted by lifting the northern one.
const LIFTED: f32 = 8.0;
/// Turns in which a row of plates is pushed apart.
const TURNS: usize = 12;
/// Overlays may cover so much of each other's sides: an outline.
const SLACK: f32 = 1.5;
/// What a face is, from the top of the head: half its width, and its height.
const FACE: Vec2 = Vec2::new(6.0, 12.0);
/// How much farther aside words may go than their tail, which then leans.
const LEANS: f32 = 20.0;
/// Half the width of a tail, and how high above its head plates make room for it.
const TAIL: Vec2 = Vec2::new(4.0, 18.0);
/// Placement costs of words, where a pixel up costs 1: a pixel aside, covering a plate, a pixel outside their room,
/// covering a face, a tail across something, a pixel of jumping.
const ASIDE: f32 = 0.3;
const COVERS: f32 = 30.0;
const LEAVES: f32 = 4.0;
const HIDES: f32 = 60.0;
const ACROSS: f32 = 20.0;
const JUMPS: f32 = 0.2;

/// A bubble where it would like to be. All in one unit, y up.
#[derive(Clone, Copy, Debug)]
struct Wish {
    /// Its body, right above the head.
    body: Rect,
    /// The top of the head.
    head: Vec2,
    /// How far the body may go aside.
    slide: f32,
    /// Words: they go over all plates.
    words: bool,
    /// How far it is from its wish now.
    off: Vec2,
    /// What words may not leave without need.
    room: Option<Rect>,
}

/// Once a frame.
pub(super) fn place(
    mut bubbles: Query<(&BubbleOf, &mut Bubble, &mut Transform, &mut Visibility), Without<Tail>>,
    mut tails: Query<(&Tail, &ChildOf, &mut Transform)>,
    people: Query<(&AgentId, &Figure)>,
    (mut speech, mut overhead): (ResMut<Speech>, ResMut<Overhead>),
    look: Res<Viewpoint>,
    mut egui: EguiContexts,
    time: Res<Time<Real>>,
) {
    let real = look.factor();
    let points = egui.ctx_mut().map_or(1.0, |ctx| ctx.pixels_per_point());
    let mut ready: Vec<_> = (bubbles.iter_mut())
        .filter_map(|(of, bubble, at, seen)| {
            let (who, figure) = people.get(of.0).ok()?;
            Some((*who, figure.crown, bubble, at, seen))
        })
        .collect();
    let form = |bubble: &Bubble| bubble.drawn.as_ref().map(|drawn| drawn.form);
    // A tag keeps its size on the screen, and so do words.
    let scale = |bubble: &Bubble| if form(bubble) == Some(Form::Tag) { 1.0 / real } else { 1.0 };
    let wishes: Vec<Wish> = (ready.iter())
        .map(|(_, crown, bubble, ..)| {
            let (size, gap, side) = match bubble.words {
                Some(words) => (words * points / real, WORDS_UP, paint::MOUTH * points / real),
                None => (bubble.size * scale(bubble), 2.0, TAIL_SIDE * scale(bubble)),
            };
            let corner = *crown + Vec2::new(-size.x / 2.0, gap);
            let body = Rect { min: corner, max: corner + size };
            let slide = (size.x / 2.0 - side).max(0.0);
            Wish {
                body,
                head: *crown,
                slide,
                words: bubble.words.is_some(),
                off: bubble.off.unwrap_or_default(),
                room: speech.room.filter(|room| room.contains(*crown)),
            }
        })
        .collect();
    let offs = settle(&wishes);
    overhead.0.clear();
    for (((who, crown, bubble, at, seen), wish), off) in ready.iter_mut().zip(&wishes).zip(offs) {
        let scale = scale(bubble);
        let step = Vec2::splat(MOVING * time.delta_secs() * scale);
        // What has just appeared stands where it belongs; only what is in the way of others moves there.
        let off = bubble.off.map_or(off, |now| now + (off - now).clamp(-step, step));
        bubble.off = Some(off);
        let body = Rect { min: wish.body.min + off, max: wish.body.max + off };
        overhead.0.push((*who, body));
        if let Some(line) = speech.of_mut(*who) {
            line.body = Some(body);
        }
        let rise = if form(bubble) == Some(Form::Whole) { 2.0 - CLEAR } else { 2.0 };
        let depth = Z_LABELS - crown.y.clamp(-8000.0, 0.0) * 0.005;
        let corner = *crown + Vec2::new(off.x.round(), rise + off.y.round());
        let wanted = Transform::from_translation(corner.extend(depth)).with_scale(Vec3::new(scale, scale, 1.0));
        at.set_if_neq(wanted);
        seen.set_if_neq(if bubble.drawn.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    }
    // Words in front of plates, and of those the southern ones.
    overhead.0.sort_by(|a, b| {
        let words = |one: &(AgentId, Rect)| speech.of(one.0).is_some();
        words(a).cmp(&words(b)).then(b.1.min.y.total_cmp(&a.1.min.y)).then(a.0.cmp(&b.0))
    });
    for (tail, bubble, mut at) in &mut tails {
        let off = bubbles.get(bubble.parent()).ok().and_then(|(_, bubble, ..)| bubble.off).unwrap_or_default();
        at.set_if_neq(Transform::from_translation(tail.0 - Vec3::X * off.x.round()));
    }
}

/// How far each has to go from its wish, in the order given.
fn settle(wishes: &[Wish]) -> Vec<Vec2> {
    let (words, plates): (Vec<usize>, Vec<usize>) = (0..wishes.len()).partition(|n| wishes[*n].words);
    let mut all = vec![Vec2::ZERO; wishes.len()];
    let mut settled = Vec::with_capacity(wishes.len());
    // Who speaks has no plate, but a tail that wants room.
    let tail = |wish: &Wish| {
        let body = Rect::from_corners(wish.head - Vec2::X * TAIL.x, wish.head + TAIL);
        Wish { body, slide: 0.0, ..*wish }
    };
    let row = plates.iter().map(|n| wishes[*n]).chain(words.iter().map(|n| tail(&wishes[*n])));
    let aside = push_apart(&row.collect::<Vec<_>>());
    let mut order: Vec<(usize, f32)> = plates.into_iter().zip(aside).collect();
    // From south to north; of two on one row the western stays.
    order.sort_by(|a, b| southern(&wishes[a.0], &wishes[b.0]));
    for (n, aside) in order {
        let wanted = moved(wishes[n].body, Vec2::new(aside, 0.0));
        let slim = Rect { min: wanted.min + Vec2::X * SLACK, max: wanted.max - Vec2::X * SLACK };
        let (up, _) = lift(slim, &settled);
        all[n] = Vec2::new(aside, up);
        settled.push(moved(wanted, Vec2::new(0.0, up)));
    }
    let heads: Vec<Vec2> = wishes.iter().map(|wish| wish.head).collect();
    let mut order = words;
    order.sort_by(|a, b| southern(&wishes[*a], &wishes[*b]));
    let mut spoken = Vec::new();
    for n in order {
        all[n] = speak(&wishes[n], &settled, &spoken, &heads);
        spoken.push(moved(wishes[n].body, all[n]));
    }
    all
}

fn southern(a: &Wish, b: &Wish) -> std::cmp::Ordering {
    a.body.min.y.total_cmp(&b.body.min.y).then(a.body.min.x.total_cmp(&b.body.min.x))
}

fn moved(body: Rect, by: Vec2) -> Rect {
    Rect { min: body.min + by, max: body.max + by }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    !a.intersect(*b).is_empty()
}

/// How far aside each plate of a row goes, whole pixels.
fn push_apart(plates: &[Wish]) -> Vec<f32> {
    let mut order: Vec<usize> = (0..plates.len()).collect();
    order.sort_by(|a, b| plates[*a].body.min.y.total_cmp(&plates[*b].body.min.y));
    let mut pairs = Vec::new();
    for (n, a) in order.iter().enumerate() {
        for b in &order[n + 1..] {
            let (low, high) = (&plates[*a], &plates[*b]);
            if low.body.max.y - high.body.min.y <= LIFTED {
                break;
            }
            let reach = (low.body.width() + high.body.width()) / 2.0 + low.slide + high.slide;
            if (low.head.x - high.head.x).abs() < reach {
                let west = if (low.head.x, *a) <= (high.head.x, *b) { (*a, *b) } else { (*b, *a) };
                pairs.push(west);
            }
        }
    }
    let mut aside = vec![0.0f32; plates.len()];
    for _ in 0..TURNS {
        for (west, east) in &pairs {
            let covered = plates[*west].body.max.x + aside[*west] - plates[*east].body.min.x - aside[*east];
            if covered > 0.0 {
                for (n, by) in [(*west, -covered / 2.0), (*east, covered / 2.0)] {
                    aside[n] = (aside[n] + by).clamp(-plates[n].slide, plates[n].slide);
                }
            }
        }
    }
    // Away from the middle, or half a pixel would still be covered.
    aside.into_iter().map(|by| by.abs().ceil().copysign(by)).collect()
}

/// How far up a body has to go to be clear of all others, and whether it then is.
fn lift(body: Rect, others: &[Rect]) -> (f32, bool) {
    let (mut at, most) = (body, body.min.y + HIGHEST * body.height());
    while let Some(below) = others.iter().find(|one| overlap(one, &at)) {
        let next = below.max.y.max(at.min.y + 1.0);
        if next > most {
            return (at.min.y - body.min.y, false);
        }
        at = moved(at, Vec2::new(0.0, next - at.min.y));
    }
    (at.min.y - body.min.y, true)
}

/// The cheapest place for words among plates and other words.
fn speak(wish: &Wish, plates: &[Rect], spoken: &[Rect], heads: &[Vec2]) -> Vec2 {
    let (slide, far) = (wish.slide, wish.slide + LEANS);
    let faces: Vec<Rect> = (heads.iter().filter(|head| **head != wish.head))
        .map(|head| Rect::from_corners(*head - FACE, *head + Vec2::new(FACE.x, 0.0)))
        .collect();
    let all: Vec<Rect> = plates.iter().chain(spoken).copied().collect();
    let cost = |aside: f32, others: &[Rect]| {
        let wanted = moved(wish.body, Vec2::new(aside.round(), 0.0));
        let (up, clear) = lift(wanted, others);
        let body = moved(wanted, Vec2::new(0.0, up));
        let off = body.min - wish.body.min;
        let count = |some: &[Rect]| some.iter().filter(|one| overlap(one, &body)).count() as f32;
        let mouth = Vec2::new(wish.head.x.clamp(body.center().x - slide, body.center().x + slide), body.min.y);
        let across = all.iter().chain(&faces).filter(|one| crosses(one, wish.head, mouth)).count();
        let crowded = if clear { 0.0 } else { HIDES * 2.0 };
        let jump = (off - wish.off).abs().element_sum();
        let way = up + ASIDE * off.x.abs() + ACROSS * across as f32 + JUMPS * jump;
        let left = wish.room.map_or(0.0, |room| {
            let out = (room.min - body.min).max(Vec2::ZERO) + (body.max - room.max).max(Vec2::ZERO);
            LEAVES * out.element_sum()
        });
        (left + way + COVERS * count(plates) + HIDES * count(&faces) + crowded, off)
    };
    let asides = [0.0, -slide / 2.0, slide / 2.0, -slide, slide, -far, far];
    let places = asides.into_iter().flat_map(|aside| [cost(aside, &all), cost(aside, spoken)]);
    places.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Vec2::ZERO, |(_, off)| off)
}

/// Does the way from a head up to a mouth lead across a body?
fn crosses(body: &Rect, head: Vec2, mouth: Vec2) -> bool {
    // As fine as a tail is thick.
    let steps = ((mouth.y - head.y) / 3.0).ceil().clamp(1.0, 60.0) as i32;
    (1..steps).any(|n| {
        let at = head.lerp(mouth, n as f32 / steps as f32);
        body.min.x < at.x && at.x < body.max.x && body.min.y < at.y && at.y < body.max.y
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> Wish {
        plate(x, y, 0.0)
    }

    fn plate(x: f32, y: f32, slide: f32) -> Wish {
        let body = Rect::from_corners(Vec2::new(x, y), Vec2::new(x + 20.0, y + 22.0));
        Wish { body, head: Vec2::new(x + 10.0, y - 2.0), slide, words: false, off: Vec2::ZERO, room: None }
    }

    fn words(x: f32, y: f32) -> Wish {
        let body = Rect::from_corners(Vec2::new(x - 50.0, y), Vec2::new(x + 50.0, y + 30.0));
        Wish { body, head: Vec2::new(x, y - 7.0), slide: 42.0, words: true, off: Vec2::ZERO, room: None }
    }

    fn ups(wishes: &[Wish]) -> Vec<f32> {
        settle(wishes).into_iter().map(|off| off.y).collect()
    }

    #[test]
    fn the_northern_one_is_lifted_clear() {
        assert_eq!(ups(&[at(0.0, 10.0), at(5.0, 0.0)]), [12.0, 0.0]);
        assert_eq!(ups(&[at(0.0, 0.0), at(20.0, 0.0)]), [0.0, 0.0]);
        // Three in a row: a stair.
        assert_eq!(ups(&[at(0.0, 0.0), at(16.0, 0.0), at(8.0, 0.0)]), [0.0, 44.0, 22.0]);
    }

    #[test]
    fn neighbours_part_aside_before_one_is_lifted() {
        let two = [plate(0.0, 0.0, 6.0), plate(16.0, 0.0, 6.0)];
        assert_eq!(settle(&two), [Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0)]);
        // Nearer than tails reach: both.
        let near = settle(&[plate(0.0, 0.0, 6.0), plate(2.0, 0.0, 6.0)]);
        assert_eq!(near, [Vec2::new(-6.0, 0.0), Vec2::new(6.0, 22.0)]);
        // Hardly covered: lifting is nearer.
        assert_eq!(settle(&[plate(0.0, 0.0, 6.0), plate(2.0, 16.0, 6.0)]), [Vec2::ZERO, Vec2::new(0.0, 6.0)]);
    }

    #[test]
    fn words_cover_no_other_words() {
        let all = [words(0.0, 0.0), words(30.0, 4.0), words(60.0, 0.0), words(0.0, 16.0)];
        let offs = settle(&all);
        let bodies: Vec<Rect> = all.iter().zip(offs).map(|(wish, off)| moved(wish.body, off)).collect();
        for (n, a) in bodies.iter().enumerate() {
            assert!(bodies[n + 1..].iter().all(|b| !overlap(a, b)), "{bodies:?}");
        }
    }

    #[test]
    fn words_go_beside_or_over_a_plate() {
        let near = settle(&[words(0.0, 0.0), plate(5.0, 8.0, 0.0)]);
        let body = moved(words(0.0, 0.0).body, near[0]);
        assert!(!overlap(&body, &plate(5.0, 8.0, 0.0).body), "{body:?}");
    }

    #[test]
    fn words_stay_in_their_room() {
        let room = Rect::from_corners(Vec2::new(-20.0, -100.0), Vec2::new(300.0, 100.0));
        let off = settle(&[Wish { room: Some(room), ..words(0.0, 0.0) }])[0];
        assert!(off.x > 20.0 && off.y == 0.0, "{off}");
    }

    #[test]
    fn words_step_aside_from_a_face_in_the_north() {
        let mut other = at(-10.0, 26.0);
        other.head = Vec2::new(-2.0, 16.0);
        let off = settle(&[words(0.0, 0.0), other])[0];
        assert!(off.x.abs() > 50.0 && off.y == 0.0, "{off}");
        assert_eq!(settle(&[words(0.0, 0.0)]), [Vec2::ZERO]);
    }

    #[test]
    fn a_crowd_does_not_pile_up_to_the_sky() {
        let crowd: Vec<Wish> = (0..25).map(|n| plate(n as f32, 0.0, 6.0)).collect();
        assert!(ups(&crowd).iter().all(|up| *up <= HIGHEST * 22.0));
    }
}
