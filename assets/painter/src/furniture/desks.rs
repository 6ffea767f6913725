//! Desks: one writes, draws, programs or serves at them.

use super::{Look, State};
use crate::canvas::Canvas;
use crate::palette::*;

/// A desk with drawers, knee room in the middle or on the right; the top begins at row 9.
fn desk_body(c: &mut Canvas, ramp: Ramp, step: i32) {
    let w = c.w;
    c.block((1, 9, w - 2), 9, 10, ramp, step);
    if w == 16 {
        c.rect(9, 20, 5, 8, ramp.s(0)).panel(2, 20, 6, 3, ramp, step).panel(2, 24, 6, 3, ramp, step);
        c.dots(GOLD.s(2), &[(5, 21), (5, 25)]);
        return;
    }
    c.rect(9, 20, w - 19, 8, ramp.s(0)).rect(9, 20, w - 19, 1, ramp.s(1));
    for x in [3, w - 9] {
        c.panel(x, 20, 5, 3, ramp, step).panel(x, 24, 5, 3, ramp, step).dots(GOLD.s(2), &[(x + 2, 21), (x + 2, 25)]);
    }
}

/// A desk lamp, 7 x 12; lit or not.
fn lamp(c: &mut Canvas, x: i32, y: i32, lit: bool) {
    c.item(|c| {
        c.rect(x + 3, y + 3, 1, 8, STONE.s(2)).rect(x + 1, y + 10, 5, 2, STONE.s(1));
        c.rect(x, y, 7, 3, TEAL.s(2)).rect(x, y, 6, 1, TEAL.s(3)).rect(
            x + 1,
            y + 3,
            5,
            1,
            if lit { GOLD.s(3) } else { TEAL.s(1) },
        );
    });
    if lit {
        c.dots(GOLD.s(3), &[(x, y + 5), (x + 6, y + 5), (x - 1, y + 7), (x + 7, y + 7)]);
    }
}

/// Lamp, books, papers.
pub fn desk(l: &Look) -> Canvas {
    let mut c = Canvas::new(16 * l.w, 30);
    desk_body(&mut c, WOOD, 3);
    let w = c.w;
    lamp(&mut c, w - 9, 2, l.used());
    if l.w > 1 {
        c.item(|c| {
            c.rect(3, 8, 2, 6, RED.s(2)).rect(5, 7, 2, 7, BLUE.s(2)).rect(7, 9, 2, 5, GOLD.s(2));
            c.dots(LINEN.s(3), &[(3, 9), (5, 8), (7, 10)]);
        });
    }
    let x = w / 2 - 6;
    if l.used() {
        c.rect(x, 11, 5, 6, LINEN.s(3)).rect(x + 6, 11, 5, 6, LINEN.s(3)).rect(x + 5, 12, 1, 5, LINEN.s(1));
        c.rect(x + 1, 12, 3, 1, STONE.s(2)).rect(x + 1, 14, 2, 1, STONE.s(2)).rect(x + 7, 13, 3, 1, STONE.s(2));
        c.dots(RED.s(2), &[(x + 10, 12), (x + 11, 11), (x + 12, 10)]);
    } else {
        c.rect(x, 14, 6, 2, BLUE.s(2)).rect(x, 14, 6, 1, BLUE.s(3)).rect(x, 16, 6, 1, LINEN.s(3));
    }
    c.outlined()
}

fn screen(c: &mut Canvas, x: i32, l: &Look, salt: i32) {
    c.item(|c| {
        c.rect(x + 6, 13, 5, 3, STONE.s(1)).rect(x + 4, 15, 9, 1, STONE.s(2));
        c.soft(x, 1, 17, 13, STONE.s(1)).rect(x + 1, 1, 15, 1, STONE.s(3)).rect(x + 2, 3, 13, 9, NIGHT.s(0));
    });
    let x = x + 2;
    match l.state {
        State::Used if salt == 0 => {
            c.rect(x, 3, 13, 9, BLUE.s(1)).rect(x, 3, 13, 2, WATER.s(3)).rect(x + 1, 6, 6 + l.frame, 1, TEAL.s(3));
            c.rect(x + 3, 8, 5, 1, GOLD.s(2)).rect(x + 3, 10, 8 - l.frame * 2, 1, LINEN.s(3));
        }
        State::Used => {
            c.rect(x, 3, 13, 9, PLUM.s(1)).oval(x + 4, 4, 6, 6, GOLD.s(2)).rect(x + 1 + l.frame, 10, 8, 1, TEAL.s(3));
        }
        State::Trouble => {
            c.rect(x, 3, 13, 9, BLUE.s(2));
            c.art(x + 4, 5, &["x...x", ".x.x.", "..x..", ".x.x.", "x...x"], &[('x', LINEN.s(3))]);
        }
        _ => {
            c.dots(NIGHT.s(2), &[(x + 2, 9), (x + 3, 8), (x + 4, 7), (x + 5, 6), (x + 6, 5), (x + 7, 4)]);
        }
    }
}

/// One screen on two tiles, two on three.
pub fn computer_desk(l: &Look) -> Canvas {
    let mut c = Canvas::new(16 * l.w, 32);
    let mut d = Canvas::new(16 * l.w, 30);
    desk_body(&mut d, WOOD, 3);
    c.blit(&d, 0, 2);
    if l.w > 2 {
        screen(&mut c, 5, l, 0);
        screen(&mut c, 25, l, 1);
    } else {
        screen(&mut c, 8, l, 0);
    }
    let k = c.w / 2 - 7;
    c.rect(k, 17, 12, 3, STONE.s(3)).rect(k, 19, 12, 1, STONE.s(1)).rect(k + 1, 17, 10, 1, LINEN.s(3));
    c.rect(k + 14, 17, 3, 3, LINEN.s(3)).rect(k + 15, 19, 2, 1, STONE.s(3));
    c.outlined()
}

/// A pale booth with an old green screen.
pub fn library_computer(l: &Look) -> Canvas {
    let mut c = Canvas::new(32, 36);
    c.rect(1, 3, 30, 31, TEAL.s(2)).rect(1, 3, 30, 2, TEAL.s(3)).rect(1, 33, 30, 1, TEAL.s(0));
    c.rect(29, 5, 2, 28, TEAL.s(1));
    c.rect(4, 6, 24, 14, TEAL.s(0)).rect(4, 26, 24, 8, TEAL.s(0));
    c.rect(2, 20, 28, 6, EARTH.s(3)).rect(2, 20, 28, 1, LINEN.s(3)).rect(2, 25, 28, 1, EARTH.s(1));
    c.item(|c| {
        c.soft(8, 6, 16, 14, LINEN.s(2)).rect(9, 6, 14, 1, LINEN.s(3)).rect(22, 8, 2, 11, LINEN.s(1));
        c.rect(10, 8, 11, 8, NIGHT.s(0));
        c.rect(10, 18, 5, 1, LINEN.s(1)).set(20, 18, if l.used() { GOLD.s(2) } else { RED.s(1) });
    });
    if l.used() {
        c.rect(10, 8, 11, 8, TEAL.s(0)).rect(11, 9, 7, 1, TEAL.s(3)).rect(11, 11, 5 + l.frame * 2, 1, TEAL.s(2));
        c.rect(11, 13, 6, 1, TEAL.s(3)).set(18 - l.frame, 13, LINEN.s(3));
    }
    c.rect(10, 22, 12, 2, LINEN.s(3)).rect(10, 23, 12, 1, LINEN.s(1));
    c.outlined()
}

/// Dark wood, a telephone, a tray of papers.
pub fn office_desk(l: &Look) -> Canvas {
    let mut c = Canvas::new(16 * l.w, 30);
    desk_body(&mut c, WOOD, 2);
    c.rect(10, 11, 12, 6, PLUM.s(1)).rect(10, 11, 12, 1, PLUM.s(2));
    c.item(|c| {
        c.soft(24, 9, 7, 6, RED.s(2)).rect(23, 7, 9, 2, RED.s(2)).rect(24, 7, 6, 1, RED.s(3));
        c.rect(26, 11, 3, 2, LINEN.s(3));
    });
    c.item(|c| {
        c.rect(2, 11, 7, 3, STONE.s(2)).rect(2, 8, 7, 3, LINEN.s(3)).rect(3, 7, 5, 1, LINEN.s(2));
        c.rect(2, 13, 7, 1, STONE.s(0));
    });
    if l.used() {
        c.rect(12, 11, 8, 6, LINEN.s(3)).rect(13, 12, 5, 1, BLUE.s(2)).rect(13, 14, 6, 1, STONE.s(2));
        c.item(|c| {
            c.rect(20, 8, 1, 6, GOLD.s(2)).set(20, 7, GOLD.s(3));
        });
    }
    c.outlined()
}

/// A long pale row for three.
pub fn student_desks(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 26);
    for x in (2..w).step_by(14) {
        c.rect(x, 16, 2, 9, STONE.s(1)).rect(x, 16, 1, 9, STONE.s(3));
    }
    c.rect(1, 6, w - 2, 9, EARTH.s(3)).rect(1, 6, w - 2, 1, LINEN.s(3)).rect(1, 15, w - 2, 3, EARTH.s(1));
    c.rect(1, 14, w - 2, 1, LINEN.s(2));
    for i in 0..l.w {
        let x = 3 + i * 16;
        let r = [RED, BLUE, LEAF][(i % 3) as usize];
        if l.used() {
            c.item(|c| {
                c.rect(x, 7, 5, 6, LINEN.s(3)).rect(x + 5, 7, 5, 6, LINEN.s(2)).rect(x, 12, 10, 1, r.s(2));
            });
            c.rect(x + 1, 8, 3, 1, STONE.s(2)).rect(x + 1, 10, 2, 1, STONE.s(2)).rect(x + 6, 9, 3, 1, STONE.s(2));
            c.dots(GOLD.s(2), &[(x + 10, 9), (x + 11, 8), (x + 9, 10)]);
        } else {
            c.rect(x + 1, 8, 6, 4, r.s(2)).rect(x + 1, 8, 6, 1, r.s(3)).rect(x + 1, 11, 6, 1, LINEN.s(3));
            c.rect(x + 9, 8, 1, 4, GOLD.s(1));
        }
        if i > 0 {
            c.rect(i * 16, 7, 1, 7, EARTH.s(2));
        }
    }
    c.outlined()
}

/// A blue counter with a bell and returned books.
pub fn library_desk(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 32);
    c.block((0, 13, w), 6, 12, BLUE, 2);
    c.rect(0, 13, w, 6, WOOD.s(3)).rect(0, 13, w, 1, WOOD.s(4)).rect(0, 19, w, 1, WOOD.s(4));
    c.rect(0, 20, w, 1, WOOD.s(0));
    for x in (2..w - 8).step_by(10) {
        c.panel(x, 22, 8, 7, BLUE, 2).rect(x + 3, 24, 2, 3, GOLD.s(2));
    }
    c.item(|c| {
        c.rect(2, 13, 9, 2, RED.s(2)).rect(3, 11, 8, 2, TEAL.s(2)).rect(2, 9, 8, 2, GOLD.s(2));
        c.rect(3, 7, 7, 2, PLUM.s(2));
        c.rect(9, 7, 1, 8, LINEN.s(3));
    });
    c.item(|c| {
        c.oval(w - 9, 11, 6, 5, GOLD.s(2)).rect(w - 8, 11, 2, 1, GOLD.s(3)).rect(w - 10, 15, 8, 1, GOLD.s(1));
        c.set(w - 6, 10, GOLD.s(3));
    });
    if l.used() {
        c.item(|c| {
            c.rect(13, 12, 9, 5, LINEN.s(3)).rect(17, 12, 1, 5, LINEN.s(1)).rect(14, 13, 2, 1, STONE.s(2));
        });
        c.item(|c| {
            c.rect(19, 7, 3, 3, WOOD.s(2)).rect(18, 10, 5, 2, RED.s(2));
        });
    }
    c.outlined()
}

/// A glass slab lit from below.
pub fn light_table(l: &Look) -> Canvas {
    let mut c = Canvas::new(32, 30);
    c.rect(3, 20, 2, 9, STONE.s(1)).rect(27, 20, 2, 9, STONE.s(1)).rect(3, 20, 1, 9, STONE.s(3));
    c.rect(5, 25, 22, 1, STONE.s(1));
    c.soft(0, 5, 32, 15, STONE.s(2)).rect(1, 5, 30, 1, STONE.s(4)).rect(0, 18, 32, 3, STONE.s(1));
    let lit = l.used();
    c.rect(3, 7, 26, 10, if lit { LINEN.s(3) } else { WATER.s(1) });
    if lit {
        c.rect(3, 7, 26, 1, WATER.s(4)).rect(3, 16, 26, 1, WATER.s(4)).rect(3, 7, 1, 10, WATER.s(4));
        c.rect(28, 7, 1, 10, WATER.s(4));
        let hop = [0, 2][(l.frame & 1) as usize];
        for (i, x) in [6, 13, 20].into_iter().enumerate() {
            let y = 10 - if i == 1 { hop } else { 0 };
            c.oval(x, y, 4, 4, PLUM.s(2)).rect(x, y + 4, 4, 2, BLUE.s(2));
        }
    } else {
        c.rect(4, 8, 24, 8, WATER.s(2)).dots(WATER.s(3), &[(6, 14), (7, 13), (8, 12), (9, 11), (10, 10), (11, 9)]);
        c.rect(16, 9, 8, 6, LINEN.s(3)).rect(17, 11, 4, 1, STONE.s(2));
    }
    c.item(|c| {
        c.rect(27, 2, 2, 6, TEAL.s(2)).rect(26, 1, 4, 2, GOLD.s(2));
    });
    c.outlined()
}

/// Jars, brushes and splashes.
pub fn art_table(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 30);
    c.rect(2, 18, 2, 11, WOOD.s(3)).rect(w - 4, 18, 2, 11, WOOD.s(2)).rect(4, 24, w - 8, 2, WOOD.s(1));
    c.soft(0, 9, w, 10, LINEN.s(2)).rect(1, 9, w - 2, 1, LINEN.s(3)).rect(0, 17, w, 3, WOOD.s(3));
    c.rect(0, 19, w, 1, WOOD.s(1));
    for (i, (x, y)) in [(3, 15), (9, 16), (w - 5, 14), (w / 2 + 3, 11)].into_iter().enumerate() {
        let r = [RED, BLUE, GOLD, TEAL][i];
        c.rect(x, y, 2, 1, r.s(2)).set(x + 1, y + 1, r.s(2));
    }
    c.item(|c| {
        c.rect(w - 7, 6, 5, 7, STONE.s(3)).rect(w - 7, 6, 1, 7, STONE.s(4));
        for (x, top, r) in [(w - 7, 1, RED), (w - 5, 0, BLUE), (w - 3, 2, GOLD)] {
            c.rect(x, top + 2, 1, 5 - top, WOOD.s(3)).rect(x, top, 1, 2, r.s(2));
        }
    });
    let jars: &[(i32, Ramp)] = if l.w > 1 { &[(2, RED), (7, GOLD), (12, BLUE)] } else { &[(1, RED), (5, BLUE)] };
    for &(x, r) in jars {
        c.item(|c| {
            c.rect(x, 7, 4, 5, WATER.s(4)).rect(x, 8, 4, 4, r.s(2)).rect(x, 8, 1, 3, r.s(3));
        });
    }
    if l.used() {
        let x = w / 2 - 3;
        c.item(|c| {
            c.rect(x, 10, 9, 7, LINEN.s(3)).rect(x + 1, 11, 4, 3, TEAL.s(2)).rect(x + 4, 12, 4, 3, ROSE.s(1));
            c.set(x + 6, 15, GOLD.s(2));
        });
        c.dots(WOOD.s(1), &[(x + 8, 9), (x + 9, 8), (x + 10, 7)]);
    }
    c.outlined()
}
