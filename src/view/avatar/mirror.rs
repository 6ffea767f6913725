//! The mirror on the page of who comes to town: a person composed of the painter's parts, one part after the other.

use bevy_egui::egui;
use egui::{
    Align2, Button, Color32, ColorImage, EventFilter, Key, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use painter::{
    canvas::Canvas,
    ground,
    palette::{self, GRASS, Ink},
    people::{self, Choice, Colour, Dir, Look, PARTS, Part, Pose},
};

use crate::view::panels::{
    pictures::{Icons, icon},
    widgets::*,
};

/// Pixels of the lawn on which the person walks.
const LAWN: (i32, i32) = (28, 34);
/// Steps a second.
const STEPS: f64 = 6.0;
/// Width of the columns, and height of a row, in points.
const NAME: f32 = 82.0;
const KIND: f32 = 128.0;
const ROW: f32 = 24.0;
/// Side of a swatch with what is left free beside it.
const SWATCH: f32 = 17.0;

/// Who one will be, and from where one looks at them.
#[derive(Default)]
pub struct Mirror {
    /// The parts, once there are any.
    look: Option<Look>,
    /// Place in [`WAYS`].
    way: usize,
    /// What the picture shows.
    shown: Option<(Look, usize, i32)>,
    picture: Option<TextureHandle>,
}

const WAYS: [Dir; 4] = [Dir::South, Dir::East, Dir::North, Dir::West];

fn colour(ink: Ink) -> Color32 {
    let [r, g, b, _] = palette::rgba(ink);
    Color32::from_rgb(r, g, b)
}

/// What stands on the lawn, in the given step.
fn scene(look: &Look, way: Dir, step: i32) -> Canvas {
    let tiles: Vec<Canvas> = (0..4).map(ground::grass).collect();
    let mut lawn = Canvas::paint(LAWN.0, LAWN.1, |x, y| {
        let tile = &tiles[((x / 16 + 2 * (y / 16)) % 4) as usize];
        tile.get(x % 16, y % 16)
    });
    lawn.oval(9, 27, 12, 4, GRASS.s(1));
    lawn.blit(&people::paint(&look.person(), way, Pose::Walk(step)), 6, 6);
    lawn
}

impl Mirror {
    /// The parts; somebody by chance the first time.
    pub fn look(&mut self, ui: &Ui) -> &mut Look {
        self.look.get_or_insert_with(|| by_chance(ui))
    }

    /// The person, walking, and what turns them and changes all of them. True: one of the buttons has the keys.
    pub fn preview(&mut self, ui: &mut Ui, icons: &mut Icons) -> bool {
        let (look, way) = (*self.look(ui), self.way % WAYS.len());
        let step = (ui.input(|input| input.time) * STEPS) as i64 as i32 & 3;
        if self.shown != Some((look, way, step)) {
            let canvas = scene(&look, WAYS[way], step);
            let inks = (0..canvas.w * canvas.h).map(|n| colour(canvas.get(n % canvas.w, n / canvas.w)));
            let image = ColorImage::new([canvas.w as usize, canvas.h as usize], inks.collect());
            match &mut self.picture {
                Some(picture) => picture.set(image, TextureOptions::NEAREST),
                None => self.picture = Some(ui.ctx().load_texture("mirror", image, TextureOptions::NEAREST)),
            }
            self.shown = Some((look, way, step));
        }
        let wide = whole_pixels(ui.ctx(), LAWN.0 as f32, 168.0);
        let size = vec2(wide, wide * LAWN.1 as f32 / LAWN.0 as f32);
        let mut held = false;
        if let Some(picture) = &self.picture {
            let shown = ui.add(egui::Image::new((picture.id(), size)).sense(Sense::click()));
            ui.painter().rect_stroke(shown.rect, 3, Stroke::new(2.0, INK), StrokeKind::Inside);
            if shown.on_hover_text("A click turns them").clicked() {
                self.way += 1;
            }
        }
        ui.horizontal(|ui| {
            let turn = |ui: &mut Ui, name: &str, left: bool| {
                let button = ui.add(Button::new("").min_size(vec2(ROW, ROW))).on_hover_text(name);
                arrow(ui, button.rect, left, WORDS);
                button
            };
            let left = turn(ui, "Turn left", true);
            let dice = Button::image_and_text(icon(ui, icons, "dice", 14.0), "By chance");
            let dice = ui.add(dice.min_size(vec2(wide - 2.0 * ROW - 16.0, ROW)));
            let right = turn(ui, "Turn right", false);
            self.way += if left.clicked() { WAYS.len() - 1 } else { usize::from(right.clicked()) };
            if dice.clicked() {
                self.look = Some(by_chance(ui));
            }
            held = [&left, &dice, &right].into_iter().any(Response::has_focus);
            dice.on_hover_text("Somebody else altogether");
        });
        ui.scope(|ui| {
            ui.set_max_width(wide);
            ui.label(faint("With keys: Tab goes from row to row, the arrows choose."));
        });
        held
    }

    /// A row for each part: arrows for its kinds, swatches for its colours, and, where there is room, their names.
    pub fn rows(&mut self, ui: &mut Ui, named: bool) {
        let look = self.look(ui);
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        for (part, choice) in PARTS.iter().zip(&mut look.0) {
            ui.push_id(part.key, |ui| {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(NAME, ROW), Sense::hover());
                    paint_text(ui, rect.left_center(), Align2::LEFT_CENTER, sentence(part.key), BODY, WORDS);
                    if part.kinds.len() > 1 {
                        kinds(ui, part, choice);
                    }
                    if let Some((word, ..)) = part.colour(*choice) {
                        swatches(ui, part, choice);
                        if named {
                            ui.label(faint(word));
                        }
                    }
                })
            });
        }
    }
}

fn by_chance(ui: &Ui) -> Look {
    Look::rolled(ui.input(|input| input.time).to_bits())
}

fn arrow(ui: &Ui, rect: Rect, left: bool, ink: Color32) {
    let (at, by) = (rect.center(), if left { -1.0 } else { 1.0 });
    let points = vec![at + vec2(4.0 * by, 0.0), at + vec2(-3.0 * by, -5.0), at + vec2(-3.0 * by, 5.0)];
    ui.painter().add(Shape::convex_polygon(points, ink, Stroke::NONE));
}

/// A button at the next place of the row that is worked with the arrows once it has the keys: by how much, and the place
/// where it was clicked.
fn field(ui: &mut Ui, button: Button, wide: f32) -> (Response, i32, Option<Pos2>) {
    let response = ui.add(button.min_size(vec2(wide, ROW)));
    if response.clicked() {
        response.request_focus();
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let mut by = 0;
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let times = |key| ui.input(|input| input.num_presses(key)) as i32;
        by = times(Key::ArrowRight) - times(Key::ArrowLeft);
    }
    let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
    (response, by, clicked)
}

/// The next or the one before, round and round.
fn turned(now: usize, by: i32, count: usize) -> usize {
    (now as i32 + by).rem_euclid(count.max(1) as i32) as usize
}

fn kinds(ui: &mut Ui, part: &Part, choice: &mut Choice) {
    let (response, by, clicked) = field(ui, Button::new(part.kind(*choice).0.replace('-', " ")), KIND);
    let rect = response.rect;
    let by = by + clicked.map_or(0, |at| if at.x < rect.center().x { -1 } else { 1 });
    choice.kind = turned(choice.kind, by, part.kinds.len());
    for (left, x) in [(true, rect.left() + ROW / 2.0), (false, rect.right() - ROW / 2.0)] {
        let near = response.hover_pos().is_some_and(|at| (at.x < rect.center().x) == left);
        let end = Rect::from_center_size(pos2(x, rect.center().y), vec2(ROW, ROW));
        arrow(ui, end, left, if near || response.has_focus() { INK } else { WOOD });
    }
    let word = part.kind(*choice).0.replace('-', " ");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, format!("{}: {word}", part.key)));
}

fn swatches(ui: &mut Ui, part: &Part, choice: &mut Choice) {
    let count = part.colours.len();
    let (response, by, clicked) = field(ui, Button::new("").frame(false), SWATCH * count as f32 + 4.0);
    let rect = response.rect;
    let under = |at: Pos2| (((at.x - rect.left() - 2.0) / SWATCH).max(0.0) as usize).min(count - 1);
    choice.colour = clicked.map_or(turned(choice.colour, by, count), under);
    let over = response.hover_pos().map(under);
    if response.has_focus() {
        ui.painter().rect(rect, 3, GLOW, Stroke::new(2.0, INK), StrokeKind::Inside);
    }
    for (n, &(_, ramp, step)) in part.colours.iter().enumerate() {
        let corner = rect.left_top() + vec2(2.0 + n as f32 * SWATCH, 3.0);
        let one = Rect::from_min_size(corner, vec2(SWATCH, SWATCH));
        let (edge, inner) = match n {
            n if n == choice.colour => (Stroke::new(1.0, GOLD), one.shrink(3.0)),
            n if over == Some(n) => (Stroke::new(1.5, INK), one.shrink(2.0)),
            _ => (Stroke::new(1.0, LINE), one.shrink(2.0)),
        };
        if n == choice.colour {
            ui.painter().rect(one, 3, PAPER, Stroke::new(2.0, INK), StrokeKind::Inside);
        }
        ui.painter().rect(inner, 2, colour(ramp.s(step)), edge, StrokeKind::Inside);
    }
    let word = |n: usize| part.colours.get(n).map_or("", |(word, ..): &Colour| word);
    let chosen = word(choice.colour);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, format!("{} in {chosen}", part.key)));
    if let Some(n) = over {
        response.on_hover_text(word(n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lawn_holds_everyone_and_turning_comes_round() {
        for throw in 0..200 {
            let look = Look::rolled(throw);
            for (way, step) in WAYS.into_iter().zip(0..) {
                let lawn = scene(&look, way, step);
                // All is opaque: the picture has nothing to shine through.
                assert!((0..lawn.w * lawn.h).all(|n| lawn.get(n % lawn.w, n / lawn.w) >= 8));
            }
        }
        assert_eq!((turned(0, -1, 5), turned(4, 1, 5), turned(0, 0, 0)), (4, 0, 0));
    }
}
