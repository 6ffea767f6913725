//! Kinds without a drawing of their own, painted from what their row in `assets/things.toml` says: a shape, a material, an
//! accent, and what a state adds.

use super::{
    Look, State,
    bath::puddle,
    flames,
    home::{bedstead, pot},
    studio::note,
    tables::table_body,
};
use crate::canvas::Canvas;
use crate::palette::*;
use crate::things::{Effect, Kind, Shape};

/// The picture of a kind in one state.
pub fn shaped(kind: &Kind, is: &str, l: &Look) -> Canvas {
    let state = kind.states.iter().find(|state| state.is == is);
    let (m, a) = (kind.material, state.and_then(|state| state.accent).unwrap_or(kind.accent));
    let shape = match kind.shape {
        Some(Shape::Table) => table,
        Some(Shape::Shelf) => shelf,
        Some(Shape::Machine) => machine,
        Some(Shape::Seat) => seat,
        Some(Shape::Bed) => bed,
        Some(Shape::Plant) => plant,
        Some(Shape::Board) => board,
        Some(Shape::Frame) => frame,
        Some(Shape::Box) | None => chest,
    };
    let mut c = shape(l, m, a);
    let Some(state) = state else { return c };
    let rows: Vec<&str> = state.art.iter().map(String::as_str).collect();
    let (wide, tall) = (rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as i32, rows.len() as i32);
    let inks =
        [('l', m.s(3)), ('m', m.s(2)), ('d', m.s(1)), ('L', a.s(3)), ('M', a.s(2)), ('D', a.s(1)), ('#', NIGHT.s(0))];
    let (at, over) = ((c.w - wide) / 2, (c.h - tall) / 2);
    c.art(at, over, &rows, &inks);
    for effect in &state.with {
        add(&mut c, *effect, l.frame);
    }
    c
}

/// One effect for each tile of the width.
fn add(c: &mut Canvas, effect: Effect, frame: i32) {
    for (n, x) in (0..c.w).step_by(16).enumerate() {
        let f = (frame + n as i32) & 1;
        match effect {
            Effect::Flames => flames(c, x + 3, (c.h / 3 - 4).max(0), f),
            Effect::Steam | Effect::Smoke => {
                let puff = if effect == Effect::Steam { LINEN } else { STONE };
                for (dx, y) in [(3, 8), (7, 4), (4 + f, 0)] {
                    c.oval(x + dx, y, 7, 6, puff.s(2)).rect(x + dx + 1, y + 1, 3, 2, puff.s(3));
                }
            }
            Effect::Water => {}
            Effect::Glow => {
                c.dots(GOLD.s(3), &[(x + 2, 2 + f), (x + 8, f), (x + 13, 2 + f), (x + 1, 7), (x + 14, 7)]);
                c.item(|c| {
                    c.oval(x + 4, 3, 8, 7, GOLD.s(3)).rect(x + 6, 4, 3, 3, LINEN.s(3));
                });
            }
            Effect::Notes => {
                for (dx, y, ramp) in [(2, 2 - f, BLUE), (9, 4 + f, PLUM)] {
                    c.item(|c| note(c, x + dx, y, ramp));
                }
            }
        }
    }
    if effect == Effect::Water {
        puddle(c, c.h - 6, frame);
    }
}

/// A box with a lid; open when used.
fn chest(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let (w, top) = (16 * l.w, 16 * l.h - 4);
    let mut c = Canvas::new(w, top + 14);
    c.block((1, 2, w - 2), top, 11, m, 2);
    for y in (6..top).step_by(4) {
        c.rect(1, y, w - 2, 1, m.s(0)).rect(1, y + 1, w - 2, 1, m.s(3));
    }
    c.rect(1, top + 5, w - 2, 2, a.s(2)).rect(w / 2 - 1, top + 4, 3, 4, GOLD.s(2));
    match l.state {
        State::Used => c.rect(3, 4, w - 6, top - 3, NIGHT.s(0)).rect(4, top - 2, w - 8, 2, a.s(3)),
        State::Empty => c.rect(3, 4, w - 6, top - 3, NIGHT.s(1)),
        _ => c.rect(3, 4, w - 6, 2, a.s(2)),
    };
    c.outlined()
}

/// With a runner of cloth; things lie on it when used.
fn table(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let mut c = table_body(l, m, 2);
    let (w, deep) = (16 * l.w, 16 * l.h - 3);
    c.rect(w / 2 - 4, 5, 8, deep - 2, a.s(2)).rect(w / 2 - 4, deep + 3, 8, 3, a.s(1));
    if l.used() {
        for x in (2..w - 8).step_by(10) {
            c.item(|c| {
                c.rect(x + 1, 6, 7, 5, LINEN.s(3)).rect(x + 2, 7, 4, 2, a.s(3));
            });
        }
    }
    c.outlined()
}

/// Three boards of wares, fewer when used, none when empty.
fn shelf(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 20);
    let mut c = Canvas::new(w, h);
    c.rect(1, 1, w - 2, h - 3, m.s(1)).rect(1, 1, w - 2, 2, m.s(3)).rect(1, 1, 1, h - 3, m.s(3));
    for (n, y) in (4..h - 9).step_by(10).enumerate() {
        c.rect(2, y, w - 4, 8, m.s(0)).rect(2, y + 8, w - 4, 1, m.s(3));
        for (k, x) in (3..w - 5).step_by(5).enumerate() {
            let there = l.state != State::Empty && (!l.used() || (n + k) % 2 == 0);
            if there {
                let step = 1 + ((n + k) % 3) as i32;
                c.rect(x, y + 3, 4, 5, a.s(step)).rect(x, y + 3, 4, 1, a.s(step + 1));
            }
        }
    }
    c.outlined()
}

/// Its lamps take turns and its panel is lit when used.
fn machine(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 16);
    let mut c = Canvas::new(w, h);
    c.block((1, 2, w - 2), 6, h - 10, m, 2);
    c.rect(3, 10, w - 6, 8, NIGHT.s(0)).rect(4, 11, w - 8, 6, if l.used() { a.s(3) } else { NIGHT.s(1) });
    for (n, x) in (3..w - 3).step_by(4).enumerate() {
        let lit = l.used() && (n as i32 + l.frame) % 2 == 0;
        c.rect(x, 20, 2, 2, if lit { GOLD.s(3) } else { a.s(2) });
    }
    c.panel(3, 24, w - 6, h - 29, a, 2);
    if l.used() {
        c.rect(4, 12 + l.frame * 2, w - 8, 1, LINEN.s(3));
    }
    c.outlined()
}

/// A cushion for each tile, pressed when used.
fn seat(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 6);
    let mut c = Canvas::new(w, h);
    c.rect(1, 2, w - 2, h - 10, m.s(2)).rect(1, 2, w - 2, 1, m.s(3)).rect(1, h - 8, w - 2, 4, m.s(1));
    c.rect(2, h - 4, 2, 3, m.s(1)).rect(w - 4, h - 4, 2, 3, m.s(1));
    for x in (0..w).step_by(16) {
        c.soft(x + 2, 5, 12, h - 12, a.s(if l.used() { 1 } else { 2 })).rect(x + 3, 5, 10, 1, a.s(3));
    }
    c.outlined()
}

/// A pillow for each tile of its width; the blankets bulge when used.
fn bed(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let places: Vec<(i32, bool)> = (0..l.w).map(|n| (1 + 16 * n, l.used())).collect();
    bedstead(16 * l.w, m, a, &places)
}

/// A bush with flowers in a pot for each tile of its width; drops fall on it when used.
fn plant(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let mut c = Canvas::new(16 * l.w, 16 * l.h + 10);
    let mut one = Canvas::new(16, 26);
    pot(&mut one, m);
    one.oval(1, 1, 14, 16, LEAF.s(2)).oval(2, 1, 11, 12, LEAF.s(3)).dots(LEAF.s(1), &[(5, 12), (9, 14), (12, 10)]);
    if l.state != State::Empty {
        for (x, y) in [(4, 4), (9, 3), (6, 8), (11, 8), (3, 10)] {
            one.rect(x, y, 2, 2, a.s(2)).set(x, y, a.s(3));
        }
    }
    if l.used() {
        let drops = [(2, 2), (7, 1), (12, 3), (5, 6), (10, 6), (2, 8), (13, 9)];
        one.dots(WATER.s(4), &drops.map(|(x, y)| (x, y + l.frame * 2)));
        one.dots(WATER.s(3), &drops.map(|(x, y)| (x, y + 1 + l.frame * 2)));
    }
    for x in (0..c.w).step_by(16) {
        let foot = c.h - 26;
        c.blit(&one, x, foot);
    }
    c.outlined()
}

/// A sheet on two legs; written on when used.
fn board(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 18);
    let mut c = Canvas::new(w, h);
    c.rect(3, h - 10, 2, 9, m.s(1)).rect(w - 5, h - 10, 2, 9, m.s(1));
    c.rect(1, 2, w - 2, h - 12, m.s(2)).rect(1, 2, w - 2, 1, m.s(3)).rect(3, 4, w - 6, h - 16, a.s(2));
    if l.used() {
        for y in (6..h - 14).step_by(3) {
            c.rect(5, y, w - 10 - y % 4, 1, LINEN.s(3));
        }
    }
    c.outlined()
}

/// Strung from beam to beam; something goes to and fro when used.
fn frame(l: &Look, m: Ramp, a: Ramp) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 20);
    let mut c = Canvas::new(w, h);
    for x in (4..w - 4).step_by(2) {
        c.rect(x, 5, 1, h - 14, a.s(2));
    }
    for x in [1, w - 4] {
        c.rect(x, 2, 3, h - 4, m.s(2)).rect(x, 2, 1, h - 4, m.s(3));
    }
    for y in [3, h - 11] {
        c.rect(1, y, w - 2, 3, m.s(2)).rect(1, y, w - 2, 1, m.s(3)).rect(1, y + 2, w - 2, 1, m.s(1));
    }
    if l.used() {
        c.rect(4, h / 2, w - 8, h / 2 - 11, a.s(3)).rect(4 + l.frame * (w - 14), h / 2 - 3, 6, 2, RED.s(2));
    }
    c.outlined()
}
