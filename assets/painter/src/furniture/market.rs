//! What shops sell from: shelves, stands, racks.

use super::{Look, State};
use crate::canvas::{Canvas, chance};
use crate::palette::*;

/// A case of three boards, `h` high; `bay(c, row, x, y)` fills bays of 9 x 7 unless the stock is gone.
fn case(l: &Look, h: i32, ramp: Ramp, bay: impl Fn(&mut Canvas, i32, i32, i32)) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, h);
    let y0 = h - 37;
    c.rect(0, y0, w, 37, ramp.s(2)).rect(0, y0, w, 3, ramp.s(3)).rect(w - 1, y0 + 3, 1, 33, ramp.s(1));
    c.rect(0, h - 2, w, 1, ramp.s(0));
    for (n, y) in [5, 15, 25].into_iter().enumerate() {
        let y = y0 + y - 1;
        c.rect(2, y, w - 4, 8, ramp.s(0)).rect(2, y + 8, w - 4, 2, ramp.s(3)).rect(2, y + 9, w - 4, 1, ramp.s(1));
        let bays = (w - 4) / 9;
        let slack = ((w - 4) - bays * 9) / 2;
        for i in 0..bays {
            let x = 2 + slack + i * 9;
            let left_over = chance(i, n as i32, 17, 6) == 0;
            if l.state != State::Empty || left_over {
                bay(&mut c, n as i32 * 10 + i, x, y + 1);
            }
            c.rect(x + 2, y + 8, 4, 2, LINEN.s(3)).set(x + 3, y + 8, RED.s(2));
        }
    }
    c
}

fn tins(c: &mut Canvas, i: i32, x: i32, y: i32) {
    let r = [BLUE, ROSE, TEAL, RED, GOLD, PLUM][(i * 5 % 6) as usize];
    match i % 3 {
        0 => {
            for dx in [0, 4] {
                c.rect(x + dx, y + 1, 4, 6, r.s(2)).rect(x + dx, y + 1, 4, 1, STONE.s(4));
                c.rect(x + dx, y + 3, 4, 2, LINEN.s(3));
                c.rect(x + dx + 3, y + 2, 1, 5, r.s(1));
            }
        }
        1 => {
            c.rect(x, y, 8, 7, r.s(2)).rect(x, y, 8, 1, r.s(3)).rect(x + 2, y + 2, 4, 3, LINEN.s(3));
            c.rect(x + 7, y + 1, 1, 6, r.s(1));
        }
        _ => {
            for (dx, q) in [(0, GOLD), (3, r), (6, LEAF)] {
                c.rect(x + dx, y + 2, 2, 5, q.s(2)).set(x + dx, y + 1, q.s(3)).set(x + dx, y + 4, LINEN.s(3));
            }
        }
    }
}

/// An island of tins and boxes, two deep, with a red header.
pub fn goods_shelf(l: &Look) -> Canvas {
    let h = 16 * l.h + 14;
    let w = 16 * l.w;
    let mut c = case(l, h, STONE, tins);
    c.rect(0, 1, w, h - 37, STONE.s(3)).rect(0, 1, w, 1, STONE.s(4)).rect(0, 1, 1, h - 37, STONE.s(4));
    c.rect(0, h - 38, w, 4, RED.s(2)).rect(0, h - 38, w, 1, RED.s(3));
    for x in (4..w - 6).step_by(8) {
        c.rect(x, h - 37, 4, 1, LINEN.s(3));
    }
    if l.state != State::Empty {
        c.item(|c| {
            for (x, r) in [(3, GOLD), (11, BLUE), (19, ROSE), (27, TEAL), (35, GOLD)] {
                c.rect(x, 0, 7, 6, r.s(2)).rect(x, 0, 7, 2, r.s(3)).rect(x + 6, 2, 1, 4, r.s(1));
            }
        });
    }
    let mut c = c.outlined();
    if l.used() {
        basket(&mut c, w - 16, h - 12);
    }
    c
}

fn basket(c: &mut Canvas, x: i32, y: i32) {
    c.item(|c| {
        c.rect(x, y + 4, 12, 7, GOLD.s(1)).rect(x, y + 4, 12, 1, GOLD.s(3)).rect(x + 2, y, 1, 4, GOLD.s(2));
        c.rect(x + 9, y, 1, 4, GOLD.s(2)).rect(x + 2, y, 8, 1, GOLD.s(2));
        c.rect(x + 3, y + 2, 3, 3, RED.s(2)).rect(x + 6, y + 1, 3, 4, LEAF.s(3));
    });
}

/// Slanted crates of fruit and vegetables.
pub fn produce_stand(l: &Look) -> Canvas {
    let (w, h) = (16 * l.w, 16 * l.h + 6);
    let mut c = Canvas::new(w, h);
    c.rect(2, h - 8, w - 4, 6, WOOD.s(1)).rect(2, h - 3, 3, 2, WOOD.s(0)).rect(w - 5, h - 3, 3, 2, WOOD.s(0));
    let fruit: [(Ramp, i32); 6] = [(RED, 2), (GOLD, 2), (LEAF, 3), (ROSE, 1), (PLUM, 2), (GOLD, 3)];
    let each = (w - 2) / l.w;
    for (row, y) in [2, 16].into_iter().enumerate() {
        for i in 0..l.w {
            let x = 1 + i * each;
            c.item(|c| {
                c.rect(x, y, each - 1, 14, WOOD.s(3)).rect(x, y, each - 1, 1, WOOD.s(4));
                c.rect(x + 1, y + 1, each - 3, 8, WOOD.s(0));
                c.rect(x, y + 9, each - 1, 1, WOOD.s(4)).rect(x, y + 12, each - 1, 1, WOOD.s(2));
            });
            let (ramp, step) = fruit[(row * l.w as usize + i as usize) % 6];
            if l.state == State::Empty {
                c.rect(x + 4, y + 6, 2, 2, ramp.s(step)).rect(x + 2, y + 3, 4, 1, WOOD.s(1));
            } else {
                for j in 0..3 {
                    for k in 0..4 {
                        let (fx, fy) = (x + 1 + k * 3 + (j % 2), y + j * 3 - 1);
                        c.rect(fx, fy, 3, 3, ramp.s(step - 1)).rect(fx, fy, 2, 2, ramp.s(step));
                        c.set(fx, fy, ramp.s(step + 1));
                    }
                }
            }
            c.rect(x + each / 2 - 3, y + 10, 6, 3, LINEN.s(3)).rect(x + each / 2 - 2, y + 11, 3, 1, RED.s(2));
        }
    }
    let mut c = c.outlined();
    if l.used() {
        c.item(|c| {
            c.rect(w - 15, h - 16, 10, 12, EARTH.s(3)).rect(w - 15, h - 16, 2, 12, LINEN.s(2));
            c.rect(w - 7, h - 15, 2, 11, EARTH.s(2));
            c.rect(w - 14, h - 19, 3, 4, LEAF.s(3)).rect(w - 11, h - 20, 2, 4, LEAF.s(4));
            c.oval(w - 9, h - 19, 4, 4, RED.s(2));
        });
    }
    c
}

/// White boards of bottles under a green cross.
pub fn medicine_shelf(l: &Look) -> Canvas {
    let mut c = case(l, 42, LINEN, |c, i, x, y| {
        for (k, dx) in [0, 3, 6].into_iter().enumerate() {
            let r = [TEAL, GOLD, BLUE, ROSE, WATER][chance(i, k as i32, 5, 5) as usize];
            if chance(i, k as i32, 6, 3) == 0 {
                c.rect(x + dx, y + 3, 3, 4, LINEN.s(3)).set(x + dx + 1, y + 4, RED.s(2));
            } else {
                c.rect(x + dx, y + 2, 2, 5, r.s(2)).set(x + dx, y + 1, LINEN.s(3)).set(x + dx, y + 4, LINEN.s(3));
            }
        }
    });
    let m = 8 * l.w;
    c.item(|c| {
        c.soft(m - 6, 0, 12, 12, LINEN.s(3)).rect(m - 2, 2, 4, 8, LEAF.s(3)).rect(m - 4, 4, 8, 4, LEAF.s(3));
    });
    if l.used() {
        c.item(|c| {
            c.rect(m + 6, 22, 14, 14, LINEN.s(3)).rect(m + 18, 23, 2, 13, LINEN.s(1)).rect(m + 11, 25, 4, 8, LEAF.s(3));
            c.rect(m + 9, 27, 8, 4, LEAF.s(3)).rect(m + 6, 22, 14, 2, LEAF.s(2)).rect(m + 10, 19, 6, 3, STONE.s(2));
        });
        c.item(|c| {
            c.rect(m - 20, 28, 9, 8, GOLD.s(1)).rect(m - 20, 28, 2, 8, GOLD.s(2)).rect(m - 21, 25, 11, 3, LINEN.s(3));
            c.rect(m - 18, 31, 6, 3, LINEN.s(3));
        });
    }
    c.outlined()
}

/// A pegboard of hammers, saws and spades.
pub fn tool_shelf(l: &Look) -> Canvas {
    let (w, h) = (16 * l.w, 40);
    let mut c = Canvas::new(w, h);
    c.rect(0, 2, w, h - 4, GOLD.s(1)).rect(0, 2, w, 2, GOLD.s(2)).rect(w - 2, 4, 2, h - 6, GOLD.s(0));
    for y in (7..24).step_by(4) {
        for x in (4..w - 3).step_by(4) {
            c.set(x, y, GOLD.s(0));
        }
    }
    if l.state != State::Empty {
        c.item(|c| {
            c.rect(5, 7, 2, 13, WOOD.s(3)).rect(3, 6, 7, 4, STONE.s(3)).rect(3, 6, 7, 1, STONE.s(4));
        });
        c.item(|c| {
            c.art(
                12,
                7,
                &["ssssssssss...", "sssssssssswww", ".sssssssssw.w", "..s.s.s.s.w.w", "..........www"],
                &[('s', STONE.s(4)), ('w', RED.s(2))],
            );
        });
        c.item(|c| {
            c.rect(15, 15, 2, 8, RED.s(2)).rect(15, 15, 1, 8, RED.s(3)).rect(15, 12 + 2, 1, 1, STONE.s(3));
            c.rect(20, 15, 2, 8, BLUE.s(2));
        });
        if !l.used() {
            c.item(|c| {
                c.rect(w - 18, 6, 2, 12, WOOD.s(3)).rect(w - 20, 17, 6, 7, STONE.s(3));
                c.rect(w - 20, 17, 1, 6, STONE.s(4));
            });
        }
        c.item(|c| {
            c.rect(w - 8, 6, 2, 12, WOOD.s(3)).rect(w - 10, 18, 6, 1, STONE.s(1)).rect(w - 10, 19, 1, 4, STONE.s(3));
            c.rect(w - 7, 19, 1, 4, STONE.s(3)).rect(w - 5, 19, 1, 4, STONE.s(3));
        });
    }
    c.rect(0, 26, w, 12, WOOD.s(2)).rect(0, 26, w, 2, WOOD.s(4)).rect(0, 37, w, 1, WOOD.s(0));
    for (i, x) in (3..w - 8).step_by(11).enumerate() {
        let r = [RED, TEAL, BLUE, PLUM][i % 4];
        c.rect(x, 29, 9, 7, r.s(1)).rect(x, 29, 9, 2, r.s(2)).rect(x + 3, 32, 3, 2, GOLD.s(3));
    }
    c.outlined()
}

/// Tins of paint with dripping colours.
pub fn paint_shelf(l: &Look) -> Canvas {
    let mut c = case(l, 40, WOOD, |c, i, x, y| {
        let r = [RED, GOLD, TEAL, BLUE, PLUM, ROSE, LEAF][(i * 3 % 7) as usize];
        c.rect(x, y, 8, 7, STONE.s(3)).rect(x, y, 8, 2, r.s(2)).rect(x, y, 8, 1, r.s(3));
        c.rect(x + 7, y + 2, 1, 5, STONE.s(2));
        c.rect(x + 2, y + 2, 1, 4, r.s(2)).rect(x + 5, y + 2, 1, 2, r.s(2)).rect(x + 3, y + 2, 2, 1, r.s(2));
    });
    let w = c.w;
    c.item(|c| {
        for (i, r) in [RED, GOLD, LEAF, TEAL, BLUE, PLUM].into_iter().enumerate() {
            c.rect(w / 2 - 12 + i as i32 * 4, 1, 4, 5, r.s(2)).rect(w / 2 - 12 + i as i32 * 4, 1, 4, 1, r.s(3));
        }
    });
    if l.used() {
        c.item(|c| {
            c.rect(w - 15, 29, 11, 9, STONE.s(3)).rect(w - 15, 29, 11, 3, RED.s(2)).rect(w - 12, 32, 2, 4, RED.s(2));
            c.rect(w - 15, 26, 11, 1, STONE.s(4));
        });
    }
    c.outlined()
}

/// Wool, rolls of paper and canvases.
pub fn craft_shelf(l: &Look) -> Canvas {
    let mut c = case(l, 40, ROSE, |c, i, x, y| {
        let r = [RED, GOLD, TEAL, BLUE, PLUM, LINEN][(i * 5 % 6) as usize];
        match (i / 10) % 3 {
            0 => {
                c.rect(x, y, 8, 7, WOOD.s(3)).rect(x + 1, y + 1, 6, 5, LINEN.s(3)).rect(x + 2, y + 3, 4, 2, r.s(2));
            }
            1 => {
                c.oval(x, y, 8, 7, r.s(2)).dots(r.s(3), &[(x + 2, y + 2), (x + 3, y + 1), (x + 4, y + 3)]);
                c.dots(r.s(1), &[(x + 5, y + 5), (x + 3, y + 5)]);
            }
            _ => {
                for dx in [0, 3, 6] {
                    c.rect(x + dx, y, 2, 7, if dx == 3 { LINEN.s(3) } else { r.s(2) }).set(x + dx, y, LINEN.s(1));
                }
            }
        }
    });
    let w = c.w;
    if l.used() {
        c.item(|c| {
            c.rect(8, 24, 14, 12, WOOD.s(3)).rect(9, 25, 12, 10, LINEN.s(3)).rect(w - 14, 30, 8, 6, GOLD.s(2));
        });
    }
    c.outlined()
}

/// Packets of seeds below, balloons and garlands above.
pub fn seed_and_party_shelf(l: &Look) -> Canvas {
    let mut c = case(l, 46, LEAF, |c, i, x, y| {
        let r = [RED, GOLD, ROSE, PLUM, TEAL][(i * 3 % 5) as usize];
        c.rect(x, y, 4, 7, LINEN.s(3)).rect(x, y + 1, 4, 3, r.s(2)).rect(x + 4, y + 1, 4, 6, EARTH.s(3));
        c.rect(x + 5, y + 3, 2, 2, LEAF.s(3));
    });
    let w = c.w;
    if l.state != State::Empty {
        for (x, y, r) in [(4, 2, RED), (w - 11, 0, GOLD), (w / 2 - 3, 4, PLUM)] {
            c.item(|c| {
                c.oval(x, y, 7, 8, r.s(2)).rect(x + 1, y + 2, 2, 2, r.s(3)).set(x + 3, y + 8, r.s(1));
            });
            c.rect(x + 3, y + 9, 1, 4, LINEN.s(3));
        }
        for x in 0..w {
            let sag = ((x % 16) - 8).abs();
            c.set(x, 17 - sag / 3, LINEN.s(3));
            if x % 4 == 1 {
                c.rect(x, 18 - sag / 3, 2, 3, [RED, GOLD, BLUE][(x / 4 % 3) as usize].s(2));
            }
        }
    }
    if l.used() {
        basket(&mut c, w / 2 - 6, 33);
    }
    c.outlined()
}
