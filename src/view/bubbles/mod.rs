//! A bubble over each head: initials, and emoji of what its owner does.
//!
//! Rule: the emoji is the message, whoever wants words hovers. Never tinted by night. Seen from so far away that
//! a bubble's pixels are lost, only a tag with the initials is left.

mod layout;

use bevy::{ecs::system::SystemParam, prelude::*, sprite::Anchor};

use super::{
    FeetPlaced,
    camera::Viewpoint,
    emoji::{Emoji, split},
    initials::{self, Initials},
    labels,
    marks::{Mark, Marks},
    people::Figure,
    sheets::{Sheet, Sheets},
    speech::{Heard, Speech},
};
use crate::{
    agent::components::{action::CurrentAction, talk::InTalk},
    clock::AgentId,
};

/// Below so many real pixels a world pixel, bubbles give way to tags.
const TAGS_BELOW: f32 = 1.0;
/// World pixels of an emoji's side.
const EMOJI: f32 = 12.0;
/// From one slot of a bubble to the next.
const SLOT: f32 = 14.0;
/// Height of the bubble's picture, and of its lowest clear rows.
const TALL: f32 = 22.0;
const CLEAR: f32 = 3.0;
/// The tail of the painted bubble, in its middle: first row, width, height; and how near to a side it may come.
const TAIL_AT: (f32, Vec2) = (15.0, Vec2::splat(4.0));
const TAIL_SIDE: f32 = 5.0;

/// What a bubble says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Says {
    /// Whose it is; empty: who sleeps needs no name.
    pub initials: String,
    /// One or two; none: a neutral mark.
    pub emoji: Vec<String>,
}

/// What the bubble of an agent says. Who has no action yet thinks; a mark goes before what is done.
pub fn says(initials: &str, action: Option<&CurrentAction>, mark: Option<Mark>) -> Says {
    let initials = initials.to_owned();
    match action {
        _ if let Some(mark) = mark => Says { initials, emoji: split(mark.emoji()) },
        None => Says { initials, emoji: vec!["💭".to_owned()] },
        Some(action) if action.is_sleeping() => Says { initials: String::new(), emoji: vec!["💤".to_owned()] },
        Some(action) => {
            let mut emoji = split(&action.emoji);
            emoji.truncate(2);
            Says { initials, emoji }
        }
    }
}

/// Whose a bubble is; it goes when they do.
#[derive(Component)]
#[relationship(relationship_target = HasBubble)]
struct BubbleOf(Entity);

/// On an agent that has its bubble.
#[derive(Component)]
#[relationship_target(relationship = BubbleOf, linked_spawn)]
struct HasBubble(Entity);

/// A bubble.
#[derive(Component, Default)]
#[require(Transform, Visibility = Visibility::Hidden)]
struct Bubble {
    drawn: Option<Drawn>,
    /// How far it is from where it would be if nobody else were near, in world pixels; `None`: not placed yet.
    off: Option<Vec2>,
    /// In world pixels.
    size: Vec2,
    /// Size in points of the words that stand in its place.
    words: Option<Vec2>,
}

/// The tail of a painted bubble stays at the head, here, when its body moves aside.
#[derive(Component)]
struct Tail(Vec3);

/// How much of a bubble there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Initials, as large on the screen at any zoom.
    Tag,
    /// Initials on a plate: who listens to words that are shown.
    Name,
    /// Initials and emoji.
    Whole,
}

/// What a bubble was last built from.
#[derive(Clone, PartialEq, Eq)]
struct Drawn {
    says: Says,
    form: Form,
    side: usize,
}

const INK: Color = Color::srgb_u8(0x3a, 0x24, 0x50);
const PAPER: Color = Color::srgb_u8(0xff, 0xf8, 0xe4);

/// A sprite of a bubble: what it shows, where from the bubble's foot, and which of its corners is there.
type Part = (Sprite, Vec3, Anchor);

/// Initials, with the middle of their lower edge at `foot`.
fn letters(sheets: &Sheets, text: &str, foot: Vec3) -> impl Iterator<Item = Part> {
    let left = foot - Vec3::X * initials::width(text) / 2.0;
    let all = initials::letters(sheets, text).into_iter();
    all.map(move |(place, at)| (sheets.sprite(place), left + at.extend(0.0), Anchor::BOTTOM_LEFT))
}

/// Initials on a plate with an outline and cut corners, and how large it is.
fn plate(sheets: &Sheets, text: &str) -> (Vec<Part>, Vec2) {
    let size = Vec2::new(initials::width(text), initials::HEIGHT) + 4.0;
    let area = |color: Color, inset: Vec2, z: f32| {
        let plain = sheets.sprite(sheets.white());
        let sprite = Sprite { color, custom_size: Some(size - 2.0 * inset), ..plain };
        (sprite, Vec3::new(0.0, inset.y, z), Anchor::BOTTOM_CENTER)
    };
    let areas = [area(INK, Vec2::X, 0.0), area(INK, Vec2::Y, 0.0), area(PAPER, Vec2::ONE, 0.001)];
    (areas.into_iter().chain(letters(sheets, text, Vec3::new(0.0, 2.0, 0.002))).collect(), size)
}

fn hang(newcomer: On<Add, Figure>, mut commands: Commands) {
    commands.spawn((BubbleOf(newcomer.entity), Bubble::default()));
}

/// What bubbles are drawn with.
#[derive(SystemParam)]
struct Art<'w> {
    sheets: Res<'w, Sheets>,
    emoji: ResMut<'w, Emoji>,
    images: ResMut<'w, Assets<Image>>,
}

impl Art<'_> {
    /// A bubble that says all: its parts, its tail, and how large it is.
    fn whole(&mut self, says: &Says, side: usize) -> Option<(Vec<Part>, Part, Vec2)> {
        let marks = says.emoji.len().max(1);
        let named = usize::from(!says.initials.is_empty());
        let slots = marks + named;
        let body = self.sheets.named(Sheet::Bubbles, "bubble", slots - 1)?;
        let place = body.rect.unwrap_or_default();
        let width = place.width().max(1.0);
        let piece = |left: f32, top: f32, size: Vec2| {
            let corner = place.min + Vec2::new(left, top);
            Sprite { rect: Some(Rect::from_corners(corner, corner + size)), ..body.clone() }
        };
        // The tail apart, and over where it was a piece of the edge beside it.
        let over = Vec3::new(0.0, TALL - TAIL_AT.0, 0.0005);
        let tail = piece((width - TAIL_AT.1.x) / 2.0, TAIL_AT.0, TAIL_AT.1);
        let edge = piece(TAIL_SIDE, TAIL_AT.0, Vec2::new(TAIL_AT.1.x, 2.0));
        let body = piece(0.0, 0.0, Vec2::new(width, TAIL_AT.0 + 2.0));
        let mut parts = vec![(edge, over, Anchor::TOP_CENTER), (body, Vec3::Y * TALL, Anchor::TOP_CENTER)];
        let slot = |n: usize| Vec3::new((n as f32 - (slots as f32 - 1.0) / 2.0) * SLOT, 14.0, 0.002);
        // Odd widths lie on half pixels unless they are moved.
        let odd = (initials::width(&says.initials) % 2.0) / 2.0;
        let foot = slot(0) + Vec3::new(odd, 0.5 - initials::HEIGHT / 2.0, 0.0);
        parts.extend(letters(&self.sheets, &says.initials, foot));
        for n in 0..marks {
            let known = says.emoji.get(n).and_then(|one| self.emoji.sprite(one, side, &mut self.images));
            let sprite = match known {
                Some(image) => Sprite { image, custom_size: Some(Vec2::splat(EMOJI)), ..default() },
                None => neutral(&self.sheets),
            };
            parts.push((sprite, slot(n + named), Anchor::CENTER));
        }
        Some((parts, (tail, over + Vec3::Z * 0.0005, Anchor::TOP_CENTER), Vec2::new(width, TALL - CLEAR)))
    }
}

fn fill(
    mut bubbles: Query<(Entity, &BubbleOf, &mut Bubble)>,
    people: Query<(&AgentId, Option<&CurrentAction>, Option<&InTalk>)>,
    (marks, speech, initials, look): (Res<Marks>, Res<Speech>, Res<Initials>, Res<Viewpoint>),
    mut art: Art,
    mut commands: Commands,
) {
    for (entity, of, mut bubble) in &mut bubbles {
        let Ok((who, action, company)) = people.get(of.0) else { continue };
        bubble.words = speech.of(*who).map(|line| line.size);
        if bubble.words.is_some() {
            // Who speaks has no other bubble.
            if bubble.drawn.take().is_some() {
                bubble.off = None;
                commands.entity(entity).despawn_related::<Children>();
            }
            continue;
        }
        let mark = marks.of(*who);
        let says = says(initials.of(*who), action, mark);
        // The words in sight say already that there is talk.
        let listens =
            mark == Some(Mark::Talking) && company.and_then(|one| one.0).is_some_and(|talk| speech.runs(talk));
        let form = match look.factor() < TAGS_BELOW {
            true => Form::Tag,
            false if listens => Form::Name,
            false => Form::Whole,
        };
        let side = if form == Form::Whole { (EMOJI * look.factor()).round().clamp(8.0, 144.0) as usize } else { 0 };
        let wanted = Drawn { says, form, side };
        if bubble.drawn.as_ref() == Some(&wanted) {
            continue;
        }
        let text = &wanted.says.initials;
        let (parts, tail, size) = match form {
            Form::Whole => match art.whole(&wanted.says, side) {
                Some((parts, tail, size)) => (parts, Some(tail), size),
                None => continue,
            },
            _ if text.is_empty() => (Vec::new(), None, Vec2::ZERO),
            _ => {
                let (parts, size) = plate(&art.sheets, text);
                (parts, None, size)
            }
        };
        (bubble.size, bubble.drawn) = (size, Some(wanted));
        let body = |(sprite, at, anchor): Part| (sprite, anchor, Transform::from_translation(at), labels());
        commands.entity(entity).despawn_related::<Children>().with_children(|bubble| {
            for part in parts {
                bubble.spawn(body(part));
            }
            if let Some(tail) = tail {
                bubble.spawn((Tail(tail.1), body(tail)));
            }
        });
    }
}

/// What is drawn for an emoji that nobody knows: a plum dash.
fn neutral(sheets: &Sheets) -> Sprite {
    let mut sprite = sheets.sprite(sheets.white());
    sprite.color = Color::srgb_u8(0x9f, 0x6d, 0xb4);
    sprite.custom_size = Some(Vec2::new(6.0, 2.0));
    sprite
}

/// Adds the bubbles.
pub fn plugin(app: &mut App) {
    app.init_resource::<Emoji>()
        .add_observer(hang)
        .add_systems(Update, (fill, layout::place).chain().after(FeetPlaced).after(Heard));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::components::Phase,
        clock::Minute,
        world::{ArenaId, Tile},
    };

    fn action(emoji: &str, asleep: bool, phase: Phase) -> CurrentAction {
        CurrentAction {
            what: String::new(),
            arena: ArenaId::OUTDOORS,
            object: None,
            spot: None,
            goal: Tile::default(),
            state: String::new(),
            uses: 0,
            leaves: Default::default(),
            left: None,
            emoji: emoji.to_owned(),
            from: 0,
            until: 9,
            phase,
            asleep,
            begun: Minute(0),
            fresh: false,
        }
    }

    #[test]
    fn a_bubble_says_at_most_two_emoji() {
        let doing = Phase::Doing { since: 0 };
        assert_eq!(says("IR", Some(&action("☕📰🎸", false, doing)), None).emoji, ["☕", "📰"]);
        assert_eq!(says("IR", Some(&action("words", false, doing)), None).emoji.len(), 0);
        assert_eq!(says("IR", None, None).emoji, ["💭"]);
        assert_eq!(says("IR", Some(&action("☕", false, doing)), Some(Mark::Late)).emoji, ["💭"]);
    }

    #[test]
    fn who_sleeps_says_only_that() {
        let asleep = says("IR", Some(&action("🛏️", true, Phase::Doing { since: 0 })), None);
        assert_eq!((asleep.initials.as_str(), asleep.emoji), ("", vec!["💤".to_owned()]));
        // On the way to bed nobody sleeps yet.
        let going = says("IR", Some(&action("🛏️", true, Phase::Going)), None);
        assert_eq!((going.initials.as_str(), going.emoji), ("IR", vec!["🛏️".to_owned()]));
    }

    #[test]
    fn a_plate_is_as_wide_as_its_letters() {
        let (sheets, _) = crate::view::sheets::pack(&crate::data::Data::built_in());
        let (parts, size) = plate(&sheets, "IR");
        assert_eq!((size, parts.len()), (Vec2::new(15.0, 11.0), 5));
        assert_eq!((parts[3].1.x, parts[4].1.x), (-5.5, 0.5));
    }
}
