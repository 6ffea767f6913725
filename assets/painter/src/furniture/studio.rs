//! Music, pictures, exercise and parties.

use super::Look;
use super::leisure::small_easel;
use crate::canvas::Canvas;
use crate::palette::*;

pub(super) fn note(c: &mut Canvas, x: i32, y: i32, r: Ramp) {
    c.art(x, y, &[".nn", ".n.", ".n.", "nn.", "nn."], &[('n', r.s(2))]);
}

/// A valve radio on a little table; notes rise when used.
pub fn radio(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 34);
    c.rect(2, 25, 2, 8, WOOD.s(2)).rect(12, 25, 2, 8, WOOD.s(1)).rect(0, 21, 16, 3, WOOD.s(3));
    c.rect(0, 21, 16, 1, WOOD.s(4)).rect(0, 24, 16, 2, WOOD.s(1));
    c.item(|c| {
        c.soft(1, 9, 14, 14, RED.s(1)).soft(2, 9, 12, 13, RED.s(2)).rect(3, 9, 9, 1, RED.s(3));
        c.oval(3, 11, 7, 7, GOLD.s(1)).oval(4, 12, 5, 5, LINEN.s(2));
        c.dots(WOOD.s(1), &[(5, 13), (7, 13), (6, 14), (5, 15), (7, 15)]);
        c.rect(11, 12, 2, 2, GOLD.s(3)).rect(11, 16, 2, 2, GOLD.s(3)).rect(
            3,
            19,
            10,
            2,
            if l.used() { GOLD.s(3) } else { NIGHT.s(1) },
        );
        c.rect(13, 2, 1, 7, STONE.s(3));
    });
    if l.used() {
        c.set(6 + l.frame * 3, 19, RED.s(2)).set(6 + l.frame * 3, 20, RED.s(2));
        note(&mut c, 2, 3 - l.frame, BLUE);
        note(&mut c, 8, 1 + l.frame, PLUM);
    }
    c.outlined()
}

/// A stage keyboard on crossed legs.
pub fn keyboard(l: &Look) -> Canvas {
    let mut c = Canvas::new(32, 32);
    for i in 0..12 {
        c.rect(8 + i, 18 + i, 2, 1, STONE.s(2)).rect(22 - i, 18 + i, 2, 1, STONE.s(1));
    }
    c.rect(6, 30, 5, 1, STONE.s(1)).rect(20, 30, 6, 1, STONE.s(1));
    c.item(|c| {
        c.rect(1, 8, 30, 10, NIGHT.s(1)).rect(1, 8, 30, 1, NIGHT.s(2)).rect(1, 17, 30, 2, NIGHT.s(0));
        c.rect(2, 12, 28, 5, LINEN.s(3)).rect(2, 16, 28, 1, LINEN.s(1));
        for x in [4, 7, 12, 15, 18, 23, 26] {
            c.rect(x, 12, 2, 3, NIGHT.s(0));
        }
        c.rect(3, 10, 6, 1, RED.s(2)).dots(TEAL.s(3), &[(20, 10), (23, 10), (26, 10)]).rect(
            12,
            9,
            6,
            2,
            if l.used() { TEAL.s(3) } else { TEAL.s(0) },
        );
    });
    if l.used() {
        c.rect(9 + l.frame * 8, 12, 2, 5, ROSE.s(2));
        note(&mut c, 5, 2 - l.frame, TEAL);
        note(&mut c, 14, 1 + l.frame, RED);
        note(&mut c, 24, 2 - l.frame, GOLD);
    }
    c.outlined()
}

/// A canvas on its easel; two tiles wide the canvas is broad and paints stand beside it.
pub fn easel(l: &Look) -> Canvas {
    if l.w == 1 {
        let wide = small_easel(l.state);
        let mut c = Canvas::new(16, 34);
        for y in 0..34 {
            for x in 0..16 {
                // The narrow canvas leaves out two columns on either side of its middle.
                let from = if x < 8 { x } else { x + 4 };
                c.set(x, y, wide.get(from, y));
            }
        }
        return c;
    }
    let mut c = Canvas::new(32, 38);
    c.rect(12, 1, 2, 6, WOOD.s(2)).rect(5, 24, 2, 13, WOOD.s(2)).rect(19, 24, 2, 13, WOOD.s(1));
    c.rect(12, 26, 2, 9, WOOD.s(1));
    c.rect(1, 5, 24, 18, LINEN.s(3)).rect(1, 22, 24, 1, LINEN.s(1)).rect(24, 6, 1, 17, LINEN.s(2));
    c.rect(2, 23, 22, 2, WOOD.s(3)).rect(2, 24, 22, 1, WOOD.s(1));
    if l.used() {
        c.rect(2, 6, 22, 9, PLUM.s(3)).rect(2, 10, 22, 5, ROSE.s(2)).oval(14, 7, 6, 6, GOLD.s(3));
        c.rect(2, 15, 22, 6, WATER.s(2)).rect(12, 16, 9, 1, GOLD.s(3)).rect(14, 18, 6, 1, WATER.s(4));
        c.art(
            4,
            9,
            &["...l..", "..ll..", ".lll..", "llll.l", "..d...", "dddddd"],
            &[('l', LINEN.s(3)), ('d', RED.s(1))],
        );
    }
    let mut c = c.outlined();
    c.item(|c| {
        c.rect(25, 26, 7, 3, WOOD.s(3)).rect(26, 29, 1, 8, WOOD.s(1)).rect(30, 29, 1, 8, WOOD.s(1));
        c.rect(25, 23, 2, 3, RED.s(2)).rect(28, 22, 3, 4, TEAL.s(2)).rect(28, 22, 1, 4, TEAL.s(3));
        c.rect(29, 18, 1, 4, WOOD.s(3));
    });
    c
}

/// A camera on three legs; it flashes when used.
pub fn camera_stand(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 34);
    c.rect(7, 14, 2, 10, STONE.s(2));
    for i in 0..16 {
        c.set(7 - i / 3, 17 + i, STONE.s(1)).set(8 + i / 3, 17 + i, STONE.s(1)).set(6 - i / 3, 17 + i, STONE.s(3));
    }
    c.item(|c| {
        c.rect(1, 6, 14, 9, NIGHT.s(1)).rect(1, 6, 14, 2, STONE.s(2)).rect(3, 4, 5, 2, NIGHT.s(1));
        c.oval(5, 7, 7, 7, STONE.s(3)).oval(6, 8, 5, 5, WATER.s(1)).set(7, 9, LINEN.s(3)).rect(13, 7, 1, 1, RED.s(2));
    });
    if l.used() {
        let k = [('w', LINEN.s(3)), ('y', GOLD.s(3))];
        if l.frame == 0 {
            c.art(1, 0, &["y..w..w..y", ".y.wwww.y.", "...wwww...", "yywwwwwwyy", "...wwww...", ".y.wwww.y."], &k);
        } else {
            c.rect(3, 3, 5, 2, LINEN.s(3));
        }
    }
    c.outlined()
}

/// A dressing mirror with bulbs; it shows a face when used.
pub fn mirror(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 38);
    c.rect(2, 30, 3, 7, WOOD.s(2)).rect(11, 30, 3, 7, WOOD.s(1)).oval(0, 1, 16, 33, GOLD.s(1));
    c.oval(1, 1, 13, 30, GOLD.s(2)).oval(2, 3, 12, 29, WATER.s(3));
    for i in 0..6 {
        c.dots(LINEN.s(3), &[(4 + i, 14 - i), (5 + i, 14 - i), (6 + i, 22 - i)]);
    }
    if l.used() {
        c.item(|c| {
            c.oval(4, 9, 8, 8, SKIN.s(3)).rect(4, 8, 8, 3, WOOD.s(1)).dots(NIGHT.s(0), &[(6, 13), (9, 13)]);
            c.rect(4, 17, 8, 11, PLUM.s(2)).rect(4, 17, 2, 9, PLUM.s(3));
        });
        for (x, y) in [(1, 8), (0, 16), (1, 24), (14, 8), (15, 16), (14, 24), (8, 1)] {
            c.rect(x.min(14), y, 2, 2, GOLD.s(3));
        }
    }
    c.outlined()
}

/// Dumb-bells in a rack; the bar is off it when used.
pub fn weights(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 28);
    c.rect(2, 8, 2, 19, STONE.s(2)).rect(12, 8, 2, 19, STONE.s(1)).rect(1, 26, 4, 1, STONE.s(1));
    c.rect(11, 26, 4, 1, STONE.s(1));
    let bell = |c: &mut Canvas, y: i32, r: Ramp| {
        c.item(|c| {
            c.rect(0, y, 16, 2, STONE.s(3)).rect(0, y - 2, 3, 6, r.s(2)).rect(13, y - 2, 3, 6, r.s(2));
            c.rect(0, y - 2, 1, 6, r.s(3)).rect(3, y - 1, 2, 4, r.s(1)).rect(11, y - 1, 2, 4, r.s(1));
        });
    };
    bell(&mut c, 21, BLUE);
    bell(&mut c, 14, TEAL);
    bell(&mut c, if l.used() { 3 + l.frame } else { 7 }, RED);
    c.outlined()
}

/// A carton of garlands; balloons are out when used.
pub fn decoration_box(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 36);
    c.rect(1, 22, 14, 13, EARTH.s(2)).rect(1, 22, 1, 13, EARTH.s(3)).rect(13, 23, 2, 12, EARTH.s(1));
    c.rect(6, 26, 4, 5, LINEN.s(3)).art(6, 26, &["r..r", ".rr.", "rrrr", ".rr."], &[('r', RED.s(2))]);
    c.rect(0, 19, 6, 4, EARTH.s(3)).rect(10, 19, 6, 4, EARTH.s(3)).rect(3, 20, 10, 3, WOOD.s(0));
    if l.used() {
        let up = l.frame;
        for (x, y, r) in [(0, 3, RED), (8, 1, GOLD), (4, 8, BLUE)] {
            c.rect(x + 3, y + 8 - up, 1, 21 - y - 8 + up, LINEN.s(2));
            c.item(|c| {
                c.oval(x, y - up, 8, 9, r.s(2)).rect(x + 2, y + 2 - up, 2, 2, r.s(3)).set(x + 3, y + 9 - up, r.s(1));
            });
        }
    } else {
        for (x, r) in [(3, RED), (6, GOLD), (9, TEAL)] {
            c.rect(x, 17, 3, 5, r.s(2)).rect(x, 17, 3, 1, r.s(3));
        }
        c.dots(PLUM.s(3), &[(2, 23), (2, 25), (1, 27)]).dots(ROSE.s(1), &[(13, 22), (14, 24), (13, 26)]);
    }
    c.outlined()
}

/// A board of pinned scenes on legs.
pub fn storyboard(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 36);
    c.rect(2, 24, 2, 11, STONE.s(2)).rect(12, 24, 2, 11, STONE.s(1)).rect(0, 3, 16, 22, BLUE.s(2));
    c.rect(0, 3, 16, 1, BLUE.s(3)).rect(1, 5, 14, 18, LINEN.s(2)).rect(0, 24, 16, 1, BLUE.s(1));
    let scenes = if l.used() { 6 } else { 3 };
    for (i, (x, y)) in [(2, 6), (9, 6), (2, 12), (9, 12), (2, 18), (9, 18)].into_iter().enumerate().take(scenes) {
        let r = [GOLD, ROSE, TEAL, PLUM, RED, BLUE][i];
        c.rect(x, y, 5, 4, LINEN.s(3)).rect(x, y, 5, 4, r.s(3)).rect(x + 1 + i as i32 % 3, y + 1, 2, 3, r.s(1));
        c.set(x + 2, y - 1, RED.s(2));
    }
    if l.used() {
        c.item(|c| {
            c.rect(10, 14, 2, 7, GOLD.s(2)).set(10, 21, NIGHT.s(0)).rect(10, 13, 2, 1, ROSE.s(1));
        });
    } else {
        c.rect(8, 13, 6, 1, STONE.s(3)).rect(3, 19, 5, 1, STONE.s(3));
    }
    c.outlined()
}
