//! Tables one eats, plays and reads at, of any size in tiles.

use super::Look;
use crate::canvas::Canvas;
use crate::palette::*;

/// Height of a table's canvas above its cells.
const OVER: i32 = 12;

/// A four-legged table over all its cells; the top begins 8 px above them.
pub(super) fn table_body(l: &Look, ramp: Ramp, step: i32) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + OVER);
    let mut c = Canvas::new(w, h);
    let deep = 16 * l.h - 3;
    c.rect(3, 3 + deep, 3, h - 5 - deep, ramp.s(step - 1)).rect(w - 6, 3 + deep, 3, h - 5 - deep, ramp.s(step - 2));
    c.rect(6, 6 + deep, w - 12, 3, ramp.s(0));
    c.soft(1, 4, w - 2, deep, ramp.s(step)).rect(2, 4, w - 4, 1, ramp.s(step + 1));
    c.rect(1, 5, 1, deep - 2, ramp.s(step + 1));
    c.rect(1, 2 + deep, w - 2, 1, ramp.s(step + 1));
    c.rect(1, 3 + deep, w - 2, 4, ramp.s(step - 1)).rect(1, 6 + deep, w - 2, 1, ramp.s(step - 2));
    c
}

fn plate(c: &mut Canvas, x: i32, y: i32, food: Ramp) {
    c.item(|c| {
        c.oval(x, y, 8, 6, LINEN.s(3)).rect(x + 2, y + 5, 5, 1, LINEN.s(1));
        c.rect(x + 2, y + 2, 4, 2, food.s(2)).set(x + 2, y + 2, food.s(3));
    });
}

fn mug(c: &mut Canvas, x: i32, y: i32) {
    c.item(|c| {
        c.rect(x, y + 1, 4, 5, GOLD.s(2)).rect(x, y, 4, 2, LINEN.s(3)).rect(x + 3, y + 2, 1, 4, GOLD.s(1));
        c.rect(x + 4, y + 3, 1, 2, STONE.s(3));
    });
}

fn cup(c: &mut Canvas, x: i32, y: i32) {
    c.item(|c| {
        c.oval(x - 1, y + 3, 7, 3, LINEN.s(2)).rect(x, y, 5, 4, LINEN.s(3)).rect(x + 1, y, 3, 1, WOOD.s(1));
        c.set(x + 5, y + 1, LINEN.s(3)).rect(x + 4, y + 1, 1, 3, LINEN.s(2));
    });
}

/// With a cloth and a vase; laid with plates when used.
pub fn dining_table(l: &Look) -> Canvas {
    let mut c = table_body(l, WOOD, 3);
    let (w, deep) = (16 * l.w, 16 * l.h - 3);
    let (x0, cw) = match (l.w, l.h) {
        (1, _) => (4, 8),
        (_, 1) => (8, w - 16),
        _ => (w / 2 - 6, 12),
    };
    c.rect(x0, 5, cw, deep - 2, LINEN.s(3)).rect(x0, 3 + deep, cw, 3, LINEN.s(2)).rect(x0, 5 + deep, cw, 1, RED.s(2));
    let mid = 4 + deep / 2;
    c.rect(x0, mid, cw, 1, RED.s(3)).rect(x0 + cw - 1, 6, 1, deep - 3, LINEN.s(2));
    c.rect(w / 2 - 1, 5, 1, deep - 2, RED.s(3));
    if l.used() {
        match (l.w, l.h) {
            (1, _) => plate(&mut c, 4, 7, GOLD),
            (_, 1) => {
                plate(&mut c, 2, 7, GOLD);
                plate(&mut c, w - 10, 7, RED);
            }
            _ => {
                for (x, y, food) in [(1, 8, GOLD), (w - 9, 9, RED), (1, 21, LEAF), (w - 9, 21, GOLD)] {
                    plate(&mut c, x, y, food);
                }
            }
        }
    }
    if l.h > 1 {
        c.item(|c| {
            c.oval(w / 2 - 5, mid + 2, 10, 8, RED.s(1)).oval(w / 2 - 5, mid + 1, 10, 7, WOOD.s(4));
            c.rect(w / 2 - 3, mid + 2, 3, 3, RED.s(2)).rect(w / 2, mid + 3, 3, 3, LEAF.s(3));
            c.rect(w / 2 - 2, mid + 4, 3, 2, GOLD.s(2));
        });
        if !l.used() {
            for (x, y) in [(2, 9), (w - 9, 9), (2, 21), (w - 9, 21)] {
                c.rect(x, y, 7, 6, TEAL.s(2)).rect(x, y, 7, 1, TEAL.s(3)).rect(x, y + 5, 7, 1, TEAL.s(1));
            }
        }
    }
    let (vx, vy) = (w / 2 - 2, mid - 9 + i32::from(l.h == 1) * 2);
    if l.w > 1 || !l.used() {
        c.item(|c| {
            c.rect(vx, vy + 3, 4, 5, BLUE.s(2)).rect(vx, vy + 3, 1, 5, BLUE.s(3)).rect(vx + 3, vy + 4, 1, 4, BLUE.s(1));
        });
        c.dots(LEAF.s(3), &[(vx, vy + 2), (vx + 3, vy + 2), (vx + 1, vy + 1)]);
        c.rect(vx - 1, vy, 2, 2, ROSE.s(1)).rect(vx + 3, vy, 2, 2, ROSE.s(2)).rect(vx + 1, vy - 1, 2, 2, GOLD.s(2));
    }
    c.outlined()
}

/// Round, under a checked cloth; cups on it when used.
pub fn cafe_table(l: &Look) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + OVER - 2);
    let mut c = Canvas::new(w, h);
    let deep = 16 * l.h - 2;
    let mid = w / 2;
    c.rect(mid - 2, deep, 4, h - 3 - deep, STONE.s(1)).rect(mid - 2, deep, 1, h - 3 - deep, STONE.s(3));
    c.oval(mid - 7, h - 5, 14, 4, STONE.s(1)).rect(mid - 4, h - 5, 6, 1, STONE.s(3));
    c.oval(1, 7, w - 2, deep, RED.s(1));
    c.oval(1, 4, w - 2, deep, LINEN.s(3));
    for y in 0..deep + 8 {
        for x in 0..w {
            let ink = c.get(x, y);
            let check = ((x / 4) + (y / 4)) % 2 == 0;
            if ink == LINEN.s(3) && check {
                c.set(x, y, RED.s(3));
            } else if ink == RED.s(1) {
                c.set(x, y, if x / 2 % 2 == 0 { RED.s(2) } else { LINEN.s(2) });
            }
        }
    }
    let top = 4 + deep / 2;
    if l.used() {
        cup(&mut c, 5, top - 3);
        cup(&mut c, w - 11, top - 1);
        if l.h > 1 {
            plate(&mut c, mid - 4, top - 8, GOLD);
            cup(&mut c, mid - 2, top + 5);
        }
    } else {
        c.item(|c| {
            c.rect(mid - 2, top - 2, 4, 5, BLUE.s(2)).rect(mid - 2, top - 2, 1, 5, BLUE.s(3));
        });
        c.rect(mid - 1, top - 5, 1, 3, LEAF.s(2)).rect(mid + 1, top - 4, 1, 2, LEAF.s(3));
        c.item(|c| {
            c.rect(mid - 2, top - 8, 3, 3, GOLD.s(2)).set(mid - 1, top - 7, GOLD.s(1));
            c.rect(mid + 1, top - 6, 2, 2, ROSE.s(1));
        });
    }
    c.outlined()
}

/// Thick dark planks and a candle; mugs and cards when used.
pub fn pub_table(l: &Look) -> Canvas {
    let mut c = table_body(l, WOOD, 2);
    let (w, deep) = (16 * l.w, 16 * l.h - 3);
    for x in (8..w - 4).step_by(8) {
        c.rect(x, 5, 1, deep - 3, WOOD.s(1));
    }
    c.rect(1, 3 + deep, 4, 4, STONE.s(1)).rect(w - 5, 3 + deep, 4, 4, STONE.s(1));
    c.dots(STONE.s(3), &[(2, 4 + deep), (w - 4, 4 + deep)]);
    let (mx, my) = (w / 2, 4 + deep / 2);
    for (x, y) in [(5, 9), (w - 10, 9), (5, deep - 5), (w - 10, deep - 5)] {
        c.rect(x, y + 1, 5, 3, LINEN.s(1)).rect(x, y, 5, 3, LINEN.s(2)).rect(x + 1, y + 1, 3, 1, RED.s(2));
    }
    if l.used() {
        mug(&mut c, 5, 6);
        mug(&mut c, w - 10, 7);
        mug(&mut c, 6, deep - 8);
        c.item(|c| {
            c.rect(w - 12, deep - 6, 4, 5, LINEN.s(3)).set(w - 11, deep - 4, RED.s(2));
        });
    }
    c.item(|c| {
        c.rect(mx - 3, my + 2, 6, 2, GOLD.s(1)).rect(mx - 1, my - 3, 3, 5, LINEN.s(3));
        c.rect(mx + 1, my - 3, 1, 5, LINEN.s(1));
    });
    c.rect(mx, my - 6, 1, 3, GOLD.s(2)).set(mx, my - 5, GOLD.s(3)).set(mx - 1, my - 4, RED.s(3));
    c.outlined()
}

/// Green leather, a row of lamps; open books and lit lamps when used.
pub fn reading_table(l: &Look) -> Canvas {
    let mut c = table_body(l, WOOD, 2);
    let (w, deep) = (16 * l.w, 16 * l.h - 3);
    c.rect(4, 7, w - 8, deep - 6, TEAL.s(1)).rect(4, 7, w - 8, 1, TEAL.s(0)).rect(4, 7, 1, deep - 6, TEAL.s(0));
    let mid = w / 2;
    for y in [8, deep - 7] {
        if l.used() {
            for x in [5, w - 14] {
                c.item(|c| {
                    c.rect(x, y, 4, 6, LINEN.s(3)).rect(x + 5, y, 4, 6, LINEN.s(3));
                    c.rect(x + 4, y + 1, 1, 5, LINEN.s(1));
                });
                c.rect(x + 1, y + 1, 2, 1, STONE.s(2)).rect(x + 1, y + 3, 2, 1, STONE.s(2));
                c.rect(x + 6, y + 2, 2, 1, STONE.s(2));
            }
        } else {
            // Chairs' places, marked by blotters.
            c.rect(w - 13, y, 9, 5, TEAL.s(2)).rect(w - 13, y, 9, 1, TEAL.s(3)).rect(4, y, 9, 5, TEAL.s(2));
            c.rect(4, y, 9, 1, TEAL.s(3));
        }
        if y == 8 && !l.used() {
            c.item(|c| {
                c.rect(6, y + 1, 6, 2, RED.s(2)).rect(6, y - 1, 6, 2, BLUE.s(2)).rect(7, y - 3, 5, 2, GOLD.s(2));
            });
        }
    }
    c.item(|c| {
        let y = deep / 2 - 2;
        c.rect(mid - 1, y + 3, 2, 6, GOLD.s(1)).rect(mid - 3, y + 9, 6, 2, GOLD.s(2));
        c.rect(mid - 5, y, 10, 3, LEAF.s(3));
        c.rect(mid - 4, y, 8, 1, LEAF.s(4)).rect(mid - 4, y + 3, 8, 1, if l.used() { GOLD.s(3) } else { LEAF.s(1) });
    });
    c.outlined()
}

/// Planks with a bench before and a bench behind.
pub fn picnic_table(l: &Look) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 6);
    let mut c = Canvas::new(w, h);
    c.oval(1, h - 7, w - 1, 6, SHADE);
    let plank = |c: &mut Canvas, x: i32, y: i32, wide: i32, deep: i32, front: i32| {
        c.rect(x, y, wide, deep, WOOD.s(3)).rect(x, y, wide, 1, WOOD.s(4)).rect(x, y + deep, wide, front, WOOD.s(1));
    };
    c.item(|c| {
        plank(c, 1, 2, w - 2, 4, 2);
        c.rect(5, 8, 2, 3, WOOD.s(1)).rect(w - 7, 8, 2, 3, WOOD.s(1));
    });
    for x in [5, w - 8] {
        c.item(|c| {
            c.rect(x, 24, 3, 9, WOOD.s(2)).rect(x, 24, 1, 9, WOOD.s(3));
        });
    }
    c.item(|c| {
        plank(c, 0, 11, w, 11, 3);
        for y in [14, 18] {
            c.rect(0, y, w, 1, WOOD.s(1)).rect(0, y + 1, w, 1, WOOD.s(4));
        }
    });
    c.item(|c| {
        plank(c, 1, h - 9, w - 2, 4, 2);
        c.rect(4, h - 3, 2, 2, WOOD.s(1)).rect(w - 6, h - 3, 2, 2, WOOD.s(1));
    });
    if l.used() {
        let (x0, y0) = (w / 2 - 9, 11);
        for i in 0..18 {
            for j in 0..12 {
                c.set(x0 + i, y0 + j, if (i / 3 + j / 3) % 2 == 0 { RED.s(2) } else { LINEN.s(3) });
            }
        }
        c.item(|c| {
            c.rect(w / 2 - 6, 9, 11, 8, GOLD.s(1)).rect(w / 2 - 6, 9, 11, 1, GOLD.s(3));
            c.rect(w / 2 - 4, 5, 1, 4, GOLD.s(2));
            c.rect(w / 2 + 2, 5, 1, 4, GOLD.s(2)).rect(w / 2 - 4, 5, 7, 1, GOLD.s(2));
            c.rect(w / 2 - 4, 7, 3, 3, RED.s(2));
            c.rect(w / 2, 6, 2, 4, LEAF.s(3));
        });
        cup(&mut c, w / 2 + 5, 16);
    } else {
        c.dots(LEAF.s(3), &[(9, 16), (10, 15), (22, 20)]).dots(RED.s(2), &[(20, 13), (21, 13)]);
    }
    c
}

/// A stone pedestal with a chequered top.
pub fn chess_table(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 28);
    c.rect(5, 17, 6, 8, STONE.s(2)).rect(5, 17, 1, 8, STONE.s(4)).rect(9, 17, 2, 8, STONE.s(1));
    c.rect(3, 24, 10, 3, STONE.s(2));
    c.soft(0, 5, 16, 13, STONE.s(3)).rect(1, 5, 14, 1, STONE.s(4)).rect(0, 15, 16, 3, STONE.s(1));
    for i in 0..4 {
        for j in 0..3 {
            c.rect(2 + i * 3, 6 + j * 3, 3, 3, if (i + j) % 2 == 0 { LINEN.s(3) } else { RED.s(2) });
        }
    }
    let men: &[(i32, i32, bool)] = if l.used() {
        &[(3, 3, true), (9, 5, true), (6, 8, false), (12, 10, false)]
    } else {
        &[
            (3, 3, true),
            (6, 3, true),
            (9, 3, true),
            (12, 3, true),
            (3, 11, false),
            (6, 11, false),
            (9, 11, false),
            (12, 11, false),
        ]
    };
    for &(x, y, white) in men {
        let (a, b) = if white { (LINEN.s(3), LINEN.s(0)) } else { (NIGHT.s(2), NIGHT.s(0)) };
        c.rect(x - 1, y + 1, 2, 3, a).set(x - 1, y, a).rect(x, y + 1, 1, 3, b).set(x, y, b);
    }
    c.outlined()
}
