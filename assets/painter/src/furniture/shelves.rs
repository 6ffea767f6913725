//! Cupboards, book cases and cabinets of homes and the college.

use super::{Look, State};
use crate::canvas::{Canvas, chance};
use crate::palette::*;

/// Book spines of one board.
pub(super) fn spines(c: &mut Canvas, x: i32, y: i32, w: i32, h: i32, salt: i32) {
    let ramps = [RED, BLUE, TEAL, GOLD, PLUM, LINEN, WOOD];
    let mut i = 0;
    while i < w {
        let wide = 2 + (chance(i, salt, 1, 3) == 0) as i32;
        let low = chance(i, salt, 2, 3) as i32;
        let ramp = ramps[chance(i, salt, 3, 7) as usize];
        if i + wide > w {
            break;
        }
        c.rect(x + i, y + low, wide, h - low, ramp.s(2)).rect(x + i + wide - 1, y + low, 1, h - low, ramp.s(1));
        c.rect(x + i, y + low, wide - 1, 1, ramp.s(3));
        if h - low > 5 {
            c.set(x + i, y + low + 2, GOLD.s(3));
        }
        i += wide;
    }
}

/// One tile wide, crammed.
pub fn bookshelf(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 36);
    c.rect(1, 1, w - 2, 34, WOOD.s(2)).rect(0, 1, w, 3, WOOD.s(3)).rect(0, 1, w, 1, WOOD.s(4));
    c.rect(w - 2, 4, 1, 31, WOOD.s(1));
    for (n, y) in [5, 15, 25].into_iter().enumerate() {
        c.rect(2, y, w - 4, 8, WOOD.s(0));
        let gap = if l.used() && n == 1 { 5 } else { 0 };
        spines(&mut c, 2, y + 1, w - 4 - gap, 7, n as i32 * 7 + 4);
        c.rect(2, y + 8, w - 4, 1, WOOD.s(3));
    }
    c.rect(1, 34, w - 2, 1, WOOD.s(1));
    let mut c = c.outlined();
    c.item(|c| {
        if l.used() {
            c.rect(4, 11, 5, 7, RED.s(2)).rect(9, 11, 5, 7, RED.s(1)).rect(5, 12, 4, 5, LINEN.s(3));
            c.rect(9, 12, 4, 5, LINEN.s(2));
        }
    });
    c
}

/// High cases with a ladder; two tiles deep they are an island with a top.
pub fn library_shelves(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let over = if l.h > 1 { 10 } else { 21 };
    let h = 16 * l.h + over;
    let mut c = Canvas::new(w, h);
    let front = if l.h > 1 { 32 } else { h - 4 };
    let fy = h - front;
    c.rect(0, 0, w, h, WOOD.s(1));
    if l.h > 1 {
        c.rect(0, 1, w, fy - 1, WOOD.s(3)).rect(0, 1, w, 1, WOOD.s(4)).rect(0, 1, 1, fy - 1, WOOD.s(4));
        c.item(|c| {
            c.rect(5, 2, 10, 2, RED.s(2)).rect(6, 0, 9, 2, BLUE.s(2)).oval(w - 14, 0, 7, 7, WATER.s(2));
            c.rect(w - 12, 7, 3, 1, GOLD.s(2));
            c.dots(LEAF.s(3), &[(w - 12, 2), (w - 11, 3), (w - 10, 2), (w - 12, 4)]);
        });
    } else {
        c.rect(0, 1, w, 3, WOOD.s(3)).rect(0, 1, w, 1, WOOD.s(4)).rect(w / 2 - 6, 1, 12, 3, GOLD.s(2));
        c.rect(w / 2 - 6, 1, 12, 1, GOLD.s(3));
    }
    let rows = (front - 2) / 10;
    for n in 0..rows {
        let y = fy + 1 + n * 10;
        for (i, x) in (0..w).step_by(24).enumerate() {
            let wide = 22.min(w - x - 2);
            c.rect(x + 2, y, wide - 1, 9, WOOD.s(0));
            spines(&mut c, x + 2, y + 1, wide - 1, 8, n * 7 + i as i32 * 3 + l.h);
            c.rect(x + 2, y + 9, wide - 1, 1, WOOD.s(3));
        }
    }
    c.rect(0, h - 2, w, 1, WOOD.s(2));
    let ladder = if l.used() { w - 14 } else { 4 };
    c.item(|c| {
        c.rect(ladder, fy - 2, 2, front + 1, GOLD.s(1)).rect(ladder + 7, fy - 2, 2, front + 1, GOLD.s(1));
        c.rect(ladder, fy - 2, 1, front, GOLD.s(2));
        for y in (fy + 2..h - 3).step_by(5) {
            c.rect(ladder + 1, y, 7, 1, GOLD.s(2));
        }
    });
    c.outlined()
}

/// A green steel locker with a wrench on its door and a mop beside.
pub fn tool_cupboard(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 36);
    c.rect(1, 2, 11, 32, LEAF.s(3)).rect(1, 2, 11, 3, LEAF.s(4)).rect(10, 5, 2, 29, LEAF.s(2));
    c.rect(2, 34, 2, 1, STONE.s(0)).rect(9, 34, 2, 1, STONE.s(0));
    if l.used() {
        c.rect(2, 6, 9, 27, LEAF.s(1)).rect(2, 18, 9, 1, LEAF.s(4)).rect(2, 26, 9, 1, LEAF.s(4));
        c.rect(3, 8, 2, 9, WOOD.s(3)).rect(2, 8, 4, 3, STONE.s(3)).rect(7, 9, 3, 6, RED.s(2));
        c.rect(7, 15, 3, 3, WOOD.s(3));
        c.rect(3, 22, 3, 4, GOLD.s(2)).rect(7, 21, 3, 5, BLUE.s(2)).rect(3, 29, 7, 4, RED.s(2));
        c.rect(3, 29, 7, 1, RED.s(3));
    } else {
        c.rect(3, 7, 7, 2, LEAF.s(2)).rect(3, 10, 7, 1, LEAF.s(2)).set(9, 20, GOLD.s(3));
        c.art(3, 14, &["s..s..", "ssss..", ".sss..", "...ss.", "....ss", ".....s"], &[('s', LINEN.s(3))]);
    }
    let mut c = c.outlined();
    // A mop leans beside it.
    c.rect(14, 5, 1, 22, WOOD.s(4)).rect(15, 6, 1, 21, WOOD.s(1)).rect(13, 26, 3, 2, BLUE.s(2));
    c.rect(12, 28, 4, 7, LINEN.s(3)).rect(13, 29, 1, 6, LINEN.s(1)).rect(15, 28, 1, 7, LINEN.s(1));
    c.rect(12, 35, 4, 1, LINEN.s(0));
    c
}

/// Three grey drawers; one stands open when used.
pub fn filing_cabinet(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 34);
    c.block((1, 2, 14), 6, 25, STONE, 3);
    for y in [10, 18, 26] {
        c.rect(3, y, 10, 6, STONE.s(2)).rect(3, y, 10, 1, STONE.s(4)).rect(3, y + 6, 10, 1, STONE.s(0));
        c.rect(6, y + 2, 4, 2, STONE.s(0)).rect(5, y + 1, 6, 1, LINEN.s(3));
    }
    if l.used() {
        c.item(|c| {
            c.rect(2, 12, 12, 6, NIGHT.s(0)).rect(2, 17, 12, 8, STONE.s(3)).rect(2, 17, 12, 1, STONE.s(4));
            c.rect(6, 20, 4, 2, STONE.s(0));
            for (x, r) in [(3, GOLD), (5, RED), (7, GOLD), (9, BLUE), (11, GOLD)] {
                c.rect(x, 11, 2, 6, r.s(2)).set(x, 10, LINEN.s(3));
            }
        });
    }
    c.outlined()
}

/// A cooler of bottles behind glass, two tiles deep.
pub fn drinks_cabinet(l: &Look) -> Canvas {
    let h = 16 * l.h + 14;
    let mut c = Canvas::new(16, h);
    let fy = h - 33;
    c.rect(0, 1, 16, h - 3, RED.s(2)).rect(0, 1, 16, fy - 1, RED.s(3)).rect(0, 1, 1, fy, LINEN.s(3));
    c.rect(15, fy, 1, 30, RED.s(1)).rect(0, h - 3, 16, 2, RED.s(1));
    c.rect(2, fy + 1, 12, 4, LINEN.s(3)).art(3, fy + 1, &["b.bb.b.bb", "bb.b.bb.b", "b.bb.b.bb"], &[('b', RED.s(2))]);
    let open = l.used();
    c.rect(2, fy + 6, 12, 23, if open { LINEN.s(3) } else { WATER.s(3) }).rect(2, fy + 6, 12, 1, WATER.s(4));
    for (n, y) in [fy + 8, fy + 15, fy + 22].into_iter().enumerate() {
        if l.state != State::Empty {
            for (i, x) in [3, 6, 9, 12].into_iter().enumerate() {
                let r = [LEAF, GOLD, PLUM, RED, BLUE][(i + n) % 5];
                c.rect(x, y + 1, 2, 4, r.s(2)).set(x, y, r.s(3)).set(x, y + 2, LINEN.s(3));
            }
        }
        c.rect(2, y + 5, 12, 1, STONE.s(2));
    }
    if open {
        c.rect(0, fy + 5, 3, 24, STONE.s(4)).rect(0, fy + 5, 1, 24, STONE.s(2));
    } else {
        for i in 0..4 {
            c.set(4 + i, fy + 12 - i, LINEN.s(3)).set(9 + i, fy + 26 - i, LINEN.s(3));
        }
    }
    c.outlined()
}
