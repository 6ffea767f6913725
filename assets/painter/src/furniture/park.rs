//! Under the open sky: beds, swings, the bandstand, the pier, the fountain.

use super::Look;
use crate::canvas::{Canvas, chance};
use crate::palette::*;

/// Flowers in a stone frame; a can waters them when used.
pub fn garden_bed(l: &Look) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 2);
    let mut c = Canvas::new(w, h);
    c.rect(0, 6, w, h - 7, WOOD.s(2)).rect(0, 6, w, 1, WOOD.s(4)).rect(0, 6, 1, h - 10, WOOD.s(4));
    c.rect(0, h - 5, w, 4, WOOD.s(2));
    c.rect(0, h - 5, w, 1, WOOD.s(4)).rect(0, h - 2, w, 1, WOOD.s(1)).rect(w - 1, 7, 1, h - 9, WOOD.s(1));
    c.rect(2, 8, w - 4, h - 13, EARTH.s(0)).rect(3, 10, w - 6, h - 15, EARTH.s(1));
    for x in [0, w - 3] {
        c.rect(x, h - 7, 3, 6, WOOD.s(3)).rect(x, h - 7, 3, 1, WOOD.s(4)).rect(x, 4, 3, 4, WOOD.s(3));
        c.rect(x, 4, 3, 1, WOOD.s(4));
    }
    for (row, y) in [2, 10, 18].into_iter().enumerate() {
        // Bushy leaves under each row, with dark soil between the rows.
        for x in (2..w - 5).step_by(4) {
            let up = chance(x, row as i32, 5, 2) as i32;
            c.oval(x - 1, y + 3 + up, 6, 6, LEAF.s(2)).rect(x, y + 4 + up, 3, 1, LEAF.s(3));
            c.set(x + 3, y + 7 + up, LEAF.s(1));
        }
        let r = [ROSE, GOLD, PLUM][row];
        for (i, x) in (2..w - 6).step_by(6).enumerate() {
            let q = if (i + row) % 4 == 3 { RED } else { r };
            let light = if q == ROSE { LINEN.s(3) } else { q.s(3) };
            let heart = if q == GOLD { RED.s(2) } else { GOLD.s(2) };
            let dy = chance(i as i32, row as i32, 3, 2) as i32;
            c.art(
                x,
                y + dy,
                &[".lp..", "lppp.", "pphpp", ".ppp.", "..p.."],
                &[('l', light), ('p', q.s(if q == ROSE { 1 } else { 2 })), ('h', heart)],
            );
        }
    }
    let mut c = c.outlined();
    if l.used() {
        let x = w - 17;
        c.item(|c| {
            c.rect(x + 6, 8, 8, 7, BLUE.s(2)).rect(x + 6, 8, 8, 1, BLUE.s(3)).rect(x + 13, 9, 1, 6, BLUE.s(1));
            c.rect(x + 8, 5, 5, 1, BLUE.s(1)).rect(x + 13, 5, 1, 3, BLUE.s(1)).rect(x + 3, 9, 3, 2, BLUE.s(2));
            c.rect(x + 1, 7, 3, 3, BLUE.s(3));
        });
        c.dots(
            WATER.s(4),
            &[
                (x, 11 + l.frame),
                (x - 2, 13 + l.frame),
                (x + 1, 15 - l.frame),
                (x - 1, 17 - l.frame),
                (x - 3, 17 + l.frame),
            ],
        );
    }
    c
}

/// Rod, bucket and bollard at the edge of the boards; the line is out when used.
pub fn pier(l: &Look) -> Canvas {
    let h = 16 * l.h;
    let mut c = Canvas::new(16, h);
    c.item(|c| {
        c.rect(10, 2, 5, 9, WOOD.s(2)).rect(10, 2, 5, 2, WOOD.s(4)).rect(14, 4, 1, 7, WOOD.s(1));
        c.rect(9, 7, 7, 2, LINEN.s(2));
    });
    c.item(|c| {
        c.rect(1, h - 12, 7, 7, STONE.s(3)).rect(1, h - 12, 7, 1, STONE.s(4)).rect(6, h - 11, 2, 6, STONE.s(1));
        c.rect(2, h - 11, 5, 2, WATER.s(2));
        if l.used() {
            c.rect(3, h - 15, 2, 4, WATER.s(4)).rect(2, h - 15, 4, 1, WATER.s(3));
        }
    });
    if l.used() {
        for i in 0..14 {
            c.set(2 + i, h - 18 - i / 2, WOOD.s(0)).set(2 + i, h - 19 - i / 2, WOOD.s(4));
        }
        c.rect(15, h - 25, 1, 12 + l.frame, LINEN.s(3)).rect(14, h - 13 + l.frame, 2, 2, RED.s(2));
    } else {
        for i in 0..12 {
            c.set(9 + i / 4, h - 6 - i, WOOD.s(4)).set(10 + i / 4, h - 6 - i, WOOD.s(0));
        }
        c.rect(8, h - 7, 3, 3, RED.s(2));
    }
    c
}

/// A low stage with bunting on posts behind it: people stand on it, so it is drawn before them.
pub fn bandstand(l: &Look) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 26);
    let mut c = Canvas::new(w, h);
    c.soft(0, 24, w, h - 31, EARTH.s(3)).rect(1, 24, w - 2, 1, LINEN.s(3)).rect(0, h - 8, w, 6, WOOD.s(2));
    c.rect(0, h - 8, w, 1, WOOD.s(4)).rect(0, h - 3, w, 1, WOOD.s(0));
    for y in (28..h - 8).step_by(5) {
        c.rect(0, y, w, 1, EARTH.s(2));
    }
    for x in (4..w).step_by(8) {
        c.rect(x, h - 7, 1, 4, WOOD.s(1));
    }
    for x in [1, w - 4] {
        c.rect(x, 3, 3, 24, LINEN.s(3)).rect(x + 2, 3, 1, 24, LINEN.s(1)).rect(x, 1, 3, 2, GOLD.s(2));
    }
    c.rect(1, 17, w - 2, 2, LINEN.s(3)).rect(1, 18, w - 2, 1, LINEN.s(1));
    for x in (6..w - 4).step_by(5) {
        c.rect(x, 19, 2, 6, LINEN.s(2));
    }
    let mut c = c.outlined();
    let half = w / 2;
    for x in 4..w - 4 {
        let u = (x - half).abs();
        let y = 9 - u * u * 7 / (half * half);
        c.set(x, y, RED.s(0));
        if x % 5 < 3 {
            let r = [RED, GOLD, BLUE, LINEN, TEAL][(x / 5 % 5) as usize];
            let drop = if x % 5 == 1 { 5 } else { 3 };
            let wave = if l.used() { (x / 5 + l.frame) % 2 } else { 0 };
            c.rect(x, y + 1, 1, drop + wave, r.s(2));
        }
    }
    if l.used() {
        for x in [5, w - 9] {
            c.item(|c| {
                c.rect(x, h - 16, 4, 4, GOLD.s(3)).rect(x, h - 12, 4, 2, STONE.s(1));
            });
            for k in 0..3 {
                c.dots(GOLD.s(3), &[(x + 1, h - 19 - k * 2), (x + 3 - k, h - 18 - k * 2)]);
            }
        }
    }
    c
}

/// Two bars at different heights.
pub fn exercise_bars(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 38);
    c.oval(0, 32, w, 6, EARTH.s(2)).oval(2, 33, w - 4, 4, EARTH.s(3));
    let mut up = Canvas::new(w, 38);
    for (x, top) in [(2, 4), (w / 2 - 1, 4), (w - 5, 14)] {
        up.rect(x, top, 3, 32 - top, BLUE.s(2)).rect(x, top, 1, 32 - top, BLUE.s(3));
        up.rect(x + 2, top, 1, 32 - top, BLUE.s(1));
        up.rect(x - 1, 31, 5, 3, STONE.s(2));
    }
    up.rect(1, 4, w / 2 + 1, 2, GOLD.s(2)).rect(1, 4, w / 2 + 1, 1, GOLD.s(3));
    up.rect(w / 2 - 1, 14, w / 2 - 1, 2, GOLD.s(2)).rect(w / 2 - 1, 14, w / 2 - 1, 1, GOLD.s(3));
    c.blit(&up.outlined(), 0, 0);
    if l.used() {
        c.item(|c| {
            c.rect(6, 7 + l.frame, 5, 4, RED.s(2)).rect(6, 6, 1, 2, RED.s(1)).rect(10, 6, 1, 2, RED.s(1));
        });
        c.item(|c| {
            c.rect(w - 12, 15, 5, 8, LINEN.s(3)).rect(w - 12, 22, 5, 1, BLUE.s(2));
        });
    }
    c
}

/// A frame with a seat for each tile; the seats fly when used.
pub fn swing(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 42);
    c.oval(2, 35, w - 4, 6, EARTH.s(2));
    let mut frame = Canvas::new(w, 42);
    for i in 0..34 {
        frame.rect(4 - i / 9, 5 + i, 2, 1, RED.s(2)).rect(w - 6 + i / 9, 5 + i, 2, 1, RED.s(1));
        frame.set(4 - i / 9, 5 + i, RED.s(3));
    }
    frame.rect(3, 3, w - 6, 3, RED.s(2)).rect(3, 3, w - 6, 1, RED.s(3));
    c.blit(&frame.outlined(), 0, 0);
    for i in 0..l.w {
        let mid = 8 + i * 16 + if i == 0 { 2 } else { -2 };
        let (dx, dy) = if l.used() { ([-3, 3][((l.frame + i) & 1) as usize], -2) } else { (0, 0) };
        for k in 0..22 + dy {
            c.set(mid - 4 + dx * k / 22, 6 + k, STONE.s(4)).set(mid + 3 + dx * k / 22, 6 + k, STONE.s(4));
        }
        c.item(|c| {
            c.rect(mid - 5 + dx, 28 + dy, 10, 3, GOLD.s(2)).rect(mid - 5 + dx, 28 + dy, 10, 1, GOLD.s(3));
            c.rect(mid - 5 + dx, 30 + dy, 10, 1, GOLD.s(1));
        });
    }
    c
}
