//! What people plant and put up in gardens, parks and squares.

use crate::canvas::{Canvas, chance};
use crate::palette::*;

const PETALS: [Ramp; 5] = [RED, GOLD, ROSE, PLUM, LINEN];

/// One blossom of 3 x 3 with its heart.
fn blossom(c: &mut Canvas, x: i32, y: i32, ramp: Ramp) {
    let heart = if ramp == GOLD { GOLD.s(1) } else { GOLD.s(2) };
    let light = if ramp == LINEN { LINEN.s(3) } else { ramp.s(3) };
    c.art(x, y, &[".l.", "php", ".p."], &[('p', ramp.s(2)), ('l', light), ('h', heart)]);
}

/// A round tub of flowers, 16 x 22; variants change the colour.
pub fn flower_tub(variant: i32) -> Canvas {
    let mut c = Canvas::new(16, 22);
    let a = PETALS[variant as usize % 5];
    let b = PETALS[(variant as usize + 2) % 5];
    c.rect(2, 12, 12, 3, WOOD.s(3)).rect(2, 12, 12, 1, WOOD.s(4)).rect(3, 15, 10, 6, WOOD.s(2));
    c.rect(3, 15, 10, 1, WOOD.s(1));
    for x in [5, 8, 11] {
        c.rect(x, 16, 1, 5, WOOD.s(1));
    }
    c.rect(3, 18, 10, 1, STONE.s(2)).set(3, 18, STONE.s(4));
    let mut c = c.outlined();
    c.item(|c| {
        c.oval(1, 5, 14, 8, LEAF.s(2)).oval(3, 4, 10, 6, LEAF.s(3));
        c.dots(LEAF.s(1), &[(3, 10), (7, 11), (12, 10)]).dots(LEAF.s(4), &[(5, 5), (9, 4), (3, 7)]);
    });
    for (x, y, r) in [(2, 6, a), (6, 2, b), (10, 5, a), (6, 7, a), (11, 9, b), (2, 10, b)] {
        blossom(&mut c, x, y - 1, r);
    }
    c
}

/// A row of vegetables on soil, 16 x 18, continuing to east and west: carrots, cabbages, tomatoes, pumpkins.
pub fn vegetables(variant: i32) -> Canvas {
    let mut c = Canvas::new(16, 18);
    c.rect(0, 8, 16, 9, EARTH.s(0)).rect(0, 9, 16, 6, EARTH.s(1)).rect(0, 8, 16, 1, EARTH.s(2));
    c.rect(0, 16, 16, 1, GRASS.s(1));
    for x in 0..16 {
        if chance(x, variant, 31, 4) == 0 {
            c.set(x, 10 + x % 4, EARTH.s(0)).set((x + 5) % 16, 14, EARTH.s(2));
        }
    }
    match variant {
        0 => {
            for x in [2, 7, 12] {
                c.art(
                    x - 2,
                    3,
                    &["g..g.", ".ggl.", "glglg", ".gg..", ".oo..", ".oO.."],
                    &[('g', LEAF.s(3)), ('l', LEAF.s(4)), ('o', RED.s(3)), ('O', GOLD.s(1))],
                );
            }
        }
        1 => {
            for x in [0, 8] {
                c.item(|c| {
                    c.oval(x, 5, 8, 7, LEAF.s(3)).oval(x + 1, 5, 5, 4, LEAF.s(4)).oval(x + 2, 7, 4, 4, GRASS.s(4));
                    c.dots(LEAF.s(2), &[(x + 1, 10), (x + 6, 9), (x + 4, 8)]);
                });
            }
        }
        2 => {
            for x in [1, 9] {
                c.rect(x + 2, 0, 1, 13, WOOD.s(3)).rect(x + 3, 1, 1, 12, WOOD.s(1));
                c.art(
                    x - 1,
                    1,
                    &[".ggl..", "glrrg.", ".grRg.", "lgggrr", "rrglrR", "rRggg.", ".gglg."],
                    &[('g', LEAF.s(2)), ('l', LEAF.s(3)), ('r', RED.s(2)), ('R', RED.s(1))],
                );
            }
        }
        _ => {
            c.rect(0, 12, 16, 1, LEAF.s(3)).dots(LEAF.s(3), &[(1, 11), (7, 11), (8, 10), (14, 11), (13, 13)]);
            c.item(|c| {
                c.oval(1, 6, 9, 8, GOLD.s(1)).oval(2, 6, 5, 7, GOLD.s(2)).rect(5, 5, 1, 2, LEAF.s(2));
                c.dots(GOLD.s(3), &[(3, 8), (3, 9)]);
            });
            c.item(|c| {
                c.oval(10, 9, 5, 5, GOLD.s(1)).dots(GOLD.s(2), &[(11, 10), (12, 10)]).set(12, 8, LEAF.s(2));
            });
        }
    }
    c
}

/// A loose clump of flowers on the lawn, 16 x 16: tulips, daisies, lavender, poppies, sunflowers, roses.
pub fn flowers(variant: i32) -> Canvas {
    let mut c = Canvas::new(16, 20);
    let stem = |c: &mut Canvas, x: i32, y: i32, foot: i32| {
        c.rect(x, y, 1, foot - y, LEAF.s(2)).dots(LEAF.s(3), &[(x - 1, foot - 2), (x + 1, foot - 3)]);
    };
    match variant {
        0 => {
            for (i, (x, y)) in [(3, 6), (7, 9), (11, 5), (5, 12), (12, 12)].into_iter().enumerate() {
                let r = [RED, GOLD, ROSE][i % 3];
                stem(&mut c, x, y + 3, y + 8);
                c.art(x - 1, y, &["p.p", "lpp", ".p."], &[('p', r.s(2)), ('l', r.s(3))]);
            }
        }
        1 => {
            for (x, y) in [(3, 5), (9, 4), (6, 9), (12, 9), (3, 13), (9, 14)] {
                stem(&mut c, x, y + 2, y + 5);
                blossom(&mut c, x - 1, y, LINEN);
            }
        }
        2 => {
            for (i, x) in [2, 5, 8, 11, 13].into_iter().enumerate() {
                let y = 4 + (i as i32 * 3) % 5;
                stem(&mut c, x, y + 4, y + 11);
                c.rect(x, y, 1, 6, PLUM.s(2)).dots(PLUM.s(3), &[(x, y), (x - 1, y + 2), (x + 1, y + 3)]);
                c.dots(PLUM.s(1), &[(x + 1, y + 5), (x - 1, y + 4)]);
            }
        }
        3 => {
            for (x, y) in [(4, 5), (10, 7), (6, 11), (12, 13)] {
                stem(&mut c, x, y + 3, y + 7);
                c.oval(x - 2, y, 5, 4, RED.s(2)).dots(RED.s(3), &[(x - 1, y), (x - 2, y + 1)]);
                c.set(x, y + 2, NIGHT.s(0));
            }
        }
        4 => {
            for (x, y) in [(4, 2), (11, 5)] {
                c.rect(x, y + 5, 1, 13 - y, LEAF.s(2)).rect(x - 2, y + 9, 2, 1, LEAF.s(3));
                c.rect(x + 1, y + 8, 2, 1, LEAF.s(3));
                c.item(|c| {
                    c.oval(x - 3, y, 7, 7, GOLD.s(2)).dots(GOLD.s(3), &[(x - 2, y + 1), (x - 1, y), (x, y)]);
                    c.rect(x - 1, y + 2, 3, 3, WOOD.s(1)).set(x - 1, y + 2, WOOD.s(2));
                });
            }
        }
        _ => {
            c.item(|c| {
                c.oval(2, 7, 12, 11, LEAF.s(2)).oval(3, 7, 8, 7, LEAF.s(3));
            });
            for (x, y) in [(3, 8), (8, 6), (11, 10), (6, 11), (9, 14)] {
                c.art(x, y, &["lp.", "prp", ".p."], &[('p', ROSE.s(1)), ('l', ROSE.s(2)), ('r', ROSE.s(0))]);
            }
        }
    }
    c
}

/// The founder of the town on a plinth, 16 x 40.
pub fn statue() -> Canvas {
    let mut c = Canvas::new(16, 42);
    c.oval(2, 36, 14, 6, SHADE);
    c.block((2, 28, 12), 3, 9, STONE, 3);
    c.rect(5, 33, 6, 3, GOLD.s(1)).rect(5, 33, 6, 1, GOLD.s(2));
    c.item(|c| {
        c.rect(5, 14, 6, 9, TEAL.s(2)).rect(5, 14, 1, 9, TEAL.s(3)).rect(9, 14, 2, 9, TEAL.s(1));
        c.rect(5, 23, 2, 5, TEAL.s(2)).rect(9, 23, 2, 5, TEAL.s(1)).rect(7, 22, 2, 3, TEAL.s(1));
        c.rect(3, 15, 2, 6, TEAL.s(2)).rect(11, 10, 2, 6, TEAL.s(2)).rect(12, 8, 2, 3, TEAL.s(3));
    });
    c.item(|c| {
        c.oval(5, 5, 7, 8, TEAL.s(2)).rect(6, 6, 2, 3, TEAL.s(3)).rect(4, 4, 9, 1, TEAL.s(1));
        c.rect(6, 1, 5, 4, TEAL.s(2));
    });
    c.outlined()
}

/// Small animals, two frames each: butterfly 8 x 8, duck 14 x 12, bird 10 x 10, cat 16 x 14, fish 10 x 6.
pub fn critter(name: &str, frame: i32) -> Canvas {
    let art = |w: i32, h: i32, rows: &[&str], key: &[(char, Ink)]| {
        let mut c = Canvas::new(w, h);
        c.art(1, 1, rows, key);
        c.outlined()
    };
    match (name, frame) {
        ("butterfly", 0) => art(9, 8, &["aa...aa", "aba.aba", ".aakaa.", ".aakaa.", "ab.k.ba"], &BUTTERFLY),
        ("butterfly", _) => art(9, 8, &["..a.a..", "..aaa..", "..bkb..", "..aka..", "..bkb.."], &BUTTERFLY),
        ("duck", f) => {
            let mut c = Canvas::new(15, 12);
            c.art(
                1,
                1,
                &[
                    "..ggg......",
                    ".ggegg.....",
                    "oogggg.....",
                    "oo.ggl...w.",
                    "...wlllwww.",
                    "..wwwwwwwww",
                    "..wwwwwwww.",
                    "...wwwwww..",
                ],
                &DUCK,
            );
            let mut c = c.outlined();
            c.rect(1 + f, 10, 12, 1, WATER.s(4)).rect(3 - f, 11, 9, 1, WATER.s(3));
            c
        }
        ("bird", f) => {
            let rows: &[&str] = if f == 0 {
                &["..bbb...", ".bbebb..", "yybbbb..", "..rbbbb.", "..rrbbbb", "...rr.bb", "...k.k.."]
            } else {
                &["........", "..bbb...", ".bbbbb..", ".bebbbb.", "yyrbbbbb", ".yrrb.bb", "..k.k..."]
            };
            art(
                10,
                9,
                rows,
                &[('b', BLUE.s(2)), ('e', NIGHT.s(0)), ('y', GOLD.s(2)), ('r', RED.s(3)), ('k', WOOD.s(1))],
            )
        }
        ("fish", f) => {
            let mut c = Canvas::new(12, 6);
            c.art(
                f,
                1,
                &["...ooo...", "o.ooooow.", "oooowoooe", "o.oooooo."],
                &[('o', WATER.s(1)), ('w', WATER.s(1)), ('e', WATER.s(0))],
            );
            c
        }
        (_, f) => {
            let tail: &[&str] = if f == 0 { &["o", "o", "o", "oo"] } else { &["oo", ".o", ".o", "oo"] };
            let mut c = Canvas::new(16, 14);
            c.art(
                1,
                1,
                &[
                    "o..o.......",
                    "oooo.......",
                    "oeoe.......",
                    "owwooooooo.",
                    ".wwoodoodoo",
                    "..ooooooooo",
                    "..wooooooo.",
                    "..w.o..o.o.",
                    "..w.w..w.w.",
                ],
                &[('o', GOLD.s(2)), ('e', LEAF.s(1)), ('w', LINEN.s(3)), ('d', GOLD.s(1))],
            );
            c.art(12, 2, tail, &[('o', GOLD.s(2))]);
            c.outlined()
        }
    }
}

const BUTTERFLY: [(char, Ink); 3] = [('a', ROSE.s(1)), ('b', GOLD.s(3)), ('k', NIGHT.s(0))];
const DUCK: [(char, Ink); 5] =
    [('g', LEAF.s(3)), ('e', NIGHT.s(0)), ('o', GOLD.s(2)), ('l', WOOD.s(2)), ('w', LINEN.s(2))];
