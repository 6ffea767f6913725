//! The college, and what hangs and hums in its hall.

use super::{Look, State};
use crate::canvas::Canvas;
use crate::palette::*;

/// On the wall, any width.
pub fn blackboard(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 34);
    c.rect(1, 1, w - 2, 24, WOOD.s(3)).rect(1, 1, w - 2, 1, WOOD.s(4)).rect(3, 3, w - 6, 20, TEAL.s(0));
    c.rect(3, 3, w - 6, 1, NIGHT.s(0));
    c.rect(1, 25, w - 2, 3, WOOD.s(2)).rect(1, 25, w - 2, 1, WOOD.s(4)).rect(w - 12, 23, 5, 2, RED.s(2));
    c.rect(5, 24, 4, 1, LINEN.s(3)).rect(11, 24, 3, 1, ROSE.s(1));
    c.rect(3, 28, 2, 5, WOOD.s(1)).rect(w - 5, 28, 2, 5, WOOD.s(1));
    if l.used() {
        for (n, y) in [6, 9, 12, 15].into_iter().enumerate() {
            c.rect(6, y, [12, 8, 11, 6][n], 1, LINEN.s(if n == 0 { 3 } else { 2 }));
        }
        let key = [('w', LINEN.s(3)), ('r', ROSE.s(1)), ('g', GOLD.s(3))];
        if w > 40 {
            c.art(
                26,
                5,
                &[
                    "w..........",
                    "w.......r..",
                    "w......r...",
                    "w..r..r....",
                    "w.r.rr.....",
                    "wr.........",
                    "w..........",
                    "wwwwwwwwwww",
                ],
                &key,
            );
            c.art(44, 6, &[".ggg...", "g...g..", "g.g.gww", "g...g..", ".ggg..."], &key);
            c.art(56, 5, &["......g...", "...g..g...", "...g..g..g", ".g.g..g..g", "wwwwwwwwww"], &key);
            c.rect(56, 13, 20, 1, LINEN.s(2)).rect(56, 16, 14, 1, LINEN.s(2)).rect(80, 7, 9, 9, TEAL.s(1));
            c.rect(81, 8, 7, 7, TEAL.s(0));
        } else {
            c.art(19, 8, &["...r...", "..r.r..", ".r...r.", "rrrrrrr", ".w...w.", ".w.w.w."], &key);
        }
    } else {
        for i in 0..w / 8 - 1 {
            c.rect(6 + i * 8, 9 + i % 3 * 4, 5, 1, TEAL.s(1));
        }
    }
    c.outlined()
}

/// A stand with the college's crest; a lit page when used.
pub fn lectern(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 32);
    c.rect(3, 13, 10, 17, WOOD.s(2)).rect(3, 13, 1, 17, WOOD.s(3)).rect(11, 13, 2, 17, WOOD.s(1));
    c.rect(1, 28, 14, 3, WOOD.s(2)).rect(1, 28, 14, 1, WOOD.s(3));
    c.item(|c| {
        c.rect(5, 16, 6, 5, BLUE.s(2)).rect(6, 21, 4, 2, BLUE.s(2)).rect(7, 17, 2, 4, GOLD.s(2));
    });
    c.item(|c| {
        c.rect(0, 7, 16, 7, WOOD.s(3)).rect(0, 7, 16, 1, WOOD.s(4)).rect(0, 13, 16, 1, WOOD.s(1));
    });
    if l.used() {
        c.item(|c| {
            c.rect(3, 6, 5, 6, LINEN.s(3)).rect(8, 6, 5, 6, LINEN.s(2)).rect(4, 8, 3, 1, STONE.s(2));
            c.rect(9, 8, 3, 1, STONE.s(2));
        });
        c.item(|c| {
            c.rect(13, 1, 1, 8, GOLD.s(1)).rect(10, 0, 4, 2, GOLD.s(2)).rect(10, 2, 3, 1, GOLD.s(3));
        });
    }
    c.outlined()
}

fn flask(c: &mut Canvas, x: i32, y: i32, r: Ramp) {
    c.item(|c| {
        c.rect(x + 2, y, 3, 3, LINEN.s(3)).rect(x + 1, y + 3, 5, 2, WATER.s(4)).rect(x, y + 5, 7, 4, r.s(2));
        c.rect(x + 1, y + 5, 1, 2, r.s(3)).rect(x + 5, y + 6, 1, 3, r.s(1));
    });
}

/// White, with flasks and a microscope; they bubble when used.
pub fn laboratory_bench(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 34);
    c.rect(0, 14, w, 7, LINEN.s(3)).rect(0, 20, w, 1, LINEN.s(1)).rect(0, 21, w, 11, WATER.s(2));
    c.rect(0, 21, w, 1, WATER.s(0)).rect(0, 31, w, 2, WATER.s(0));
    for x in (2..w - 8).step_by(12) {
        c.panel(x, 23, 9, 7, WATER, 2).rect(x + 3, 25, 3, 1, LINEN.s(3));
    }
    flask(&mut c, 3, 9, TEAL);
    flask(&mut c, 12, 10, ROSE);
    c.item(|c| {
        let x = w - 14;
        c.rect(x, 15, 9, 3, NIGHT.s(1)).rect(x + 6, 7, 2, 8, NIGHT.s(2)).rect(x + 2, 5, 3, 6, STONE.s(3));
        c.rect(x + 2, 3, 3, 2, NIGHT.s(1)).rect(x + 4, 6, 4, 2, NIGHT.s(2));
        c.rect(x + 1, 12, 6, 1, STONE.s(4));
    });
    c.item(|c| {
        c.rect(w / 2 - 4, 14, 9, 4, WOOD.s(3));
        for (i, r) in [GOLD, PLUM, LEAF].into_iter().enumerate() {
            let x = w / 2 - 3 + i as i32 * 3;
            c.rect(x, 10, 2, 7, LINEN.s(3)).rect(x, 13, 2, 4, r.s(2));
        }
    });
    if l.used() {
        let f = l.frame * 2;
        c.dots(TEAL.s(3), &[(5, 7 - f), (7, 5 + f), (6, 2), (4, 4 - f / 2)])
            .dots(ROSE.s(2), &[(14, 8 - f), (16, 6), (15, 3 + f)]);
        // A burner's blue flame, and clouds over the flasks.
        c.item(|c| {
            c.rect(21, 14, 3, 5, STONE.s(2)).rect(20, 18, 5, 2, STONE.s(1));
        });
        c.rect(21, 9 - l.frame, 3, 5 + l.frame, WATER.s(2)).rect(22, 10, 1, 4, WATER.s(4));
        let f = l.frame;
        c.oval(4 + f, 4 - f, 4, 3, TEAL.s(3)).oval(7 - f, f, 5, 4, TEAL.s(3)).set(3, 2 + f * 3, TEAL.s(2));
        c.oval(14 - f, 5 - f, 4, 3, ROSE.s(2)).oval(15 + f, 1 + f, 5, 4, ROSE.s(2)).set(19, 6 - f, ROSE.s(1));
    } else if l.state == State::Trouble {
        crate::furniture::flames(&mut c, 8, 4, l.frame);
    }
    c.outlined()
}

/// A glass hood over flasks; lit and vapour rising when used, smoke in trouble.
pub fn fume_cupboard(l: &Look) -> Canvas {
    let mut c = Canvas::new(32, 44);
    c.rect(1, 1, 30, 41, STONE.s(3)).rect(1, 1, 30, 2, STONE.s(4)).rect(29, 3, 2, 39, STONE.s(1));
    c.rect(1, 41, 30, 1, STONE.s(0)).rect(11, 0, 10, 2, STONE.s(2));
    c.rect(3, 6, 26, 20, if l.used() { GOLD.s(3) } else { NIGHT.s(2) }).rect(
        3,
        6,
        26,
        2,
        if l.used() { LINEN.s(3) } else { NIGHT.s(1) },
    );
    flask(&mut c, 6, 17, LEAF);
    flask(&mut c, 17, 17, GOLD);
    if l.used() {
        for (x, y) in [(9, 13), (11, 10), (20, 12), (22, 9)] {
            c.oval(x - l.frame, y - l.frame, 4, 4, LEAF.s(4));
        }
        c.rect(3, 6, 26, 4, STONE.s(4)).rect(3, 9, 26, 1, STONE.s(1));
    } else if l.state == State::Trouble {
        for (x, y) in [(5, 6), (11, 8), (17, 5), (21, 9), (9, 2), (19, 1)] {
            c.oval(x + l.frame, y, 7, 6, PLUM.s(2)).oval(x + 1 + l.frame, y, 4, 3, PLUM.s(3));
        }
    } else {
        c.rect(3, 21, 26, 2, STONE.s(4)).rect(3, 22, 26, 1, STONE.s(1));
        for i in 0..5 {
            c.set(20 + i, 16 - i, WATER.s(4)).set(22 + i, 16 - i, WATER.s(4));
        }
    }
    c.rect(1, 27, 30, 2, LINEN.s(3)).rect(3, 31, 12, 9, GOLD.s(2)).rect(17, 31, 12, 9, GOLD.s(2));
    c.rect(3, 31, 12, 1, GOLD.s(3)).rect(17, 31, 12, 1, GOLD.s(3));
    c.art(6, 33, &["..nn..", ".nyyn.", ".nnnn.", "nyyyyn", "nnnnnn"], &[('n', NIGHT.s(0)), ('y', GOLD.s(2))]);
    c.rect(20, 34, 6, 1, NIGHT.s(0)).rect(20, 36, 6, 1, NIGHT.s(0));
    c.outlined()
}

/// A dark plate of lenses; a laser and a rainbow when used.
pub fn optics_table(l: &Look) -> Canvas {
    let mut c = Canvas::new(32, 30);
    c.rect(3, 18, 4, 11, STONE.s(1)).rect(25, 18, 4, 11, STONE.s(0)).rect(3, 18, 1, 11, STONE.s(3));
    c.rect(0, 7, 32, 11, NIGHT.s(1)).rect(0, 7, 32, 1, STONE.s(2)).rect(0, 18, 32, 4, NIGHT.s(0));
    c.rect(0, 18, 32, 1, NIGHT.s(2));
    for y in [9, 12, 15] {
        for x in (2..31).step_by(3) {
            c.set(x, y, NIGHT.s(2));
        }
    }
    if l.used() {
        c.rect(6, 10, 11, 3, RED.s(2)).rect(6, 11, 11, 1, ROSE.s(2));
        for (i, r) in [RED, GOLD, LEAF, BLUE, PLUM].into_iter().enumerate() {
            for k in 0..11 {
                c.set(20 + k, 9 + i as i32 * (k + 4) / 9 + l.frame * (k % 2) / 2, r.s(3));
            }
        }
    }
    c.item(|c| {
        c.rect(0, 9, 7, 5, RED.s(2)).rect(0, 9, 7, 1, RED.s(3)).rect(6, 10, 1, 3, STONE.s(4));
    });
    c.item(|c| {
        c.rect(10, 6, 3, 9, WATER.s(3)).rect(10, 6, 1, 9, WATER.s(4)).rect(10, 15, 3, 1, STONE.s(2));
    });
    c.item(|c| {
        c.art(
            16,
            6,
            &["..w..", "..ww.", ".www.", ".wwb.", "wwwbb", "wwwbb", "wwwbb"],
            &[('w', WATER.s(4)), ('b', WATER.s(3))],
        );
    });
    c.item(|c| {
        c.rect(28, 5, 4, 11, LINEN.s(3)).rect(31, 6, 1, 10, LINEN.s(1));
    });
    c.outlined()
}

/// Papers on a board under a little roof.
pub fn notice_board(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 34);
    c.rect(2, 20, 2, 13, WOOD.s(2)).rect(w - 4, 20, 2, 13, WOOD.s(1)).rect(1, 6, w - 2, 17, WOOD.s(2));
    c.rect(2, 7, w - 4, 14, EARTH.s(2)).rect(2, 7, w - 4, 1, EARTH.s(1));
    c.rect(0, 2, w, 4, RED.s(2)).rect(1, 1, w - 2, 1, RED.s(3)).rect(0, 5, w, 1, RED.s(1));
    c.rect(1, 22, w - 2, 1, WOOD.s(1));
    let paper = |c: &mut Canvas, x: i32, y: i32, w: i32, h: i32, r: Ramp| {
        c.rect(x, y, w, h, r.s(3)).rect(x, y + h - 1, w, 1, r.s(1)).set(x + w / 2, y, RED.s(2));
        c.rect(x + 1, y + 2, w - 2, 1, STONE.s(2));
    };
    paper(&mut c, 3, 8, 4, 6, LINEN);
    paper(&mut c, 9, 9, 4, 5, GOLD);
    for x in (17..w - 5).step_by(7) {
        paper(&mut c, x, 8 + x % 3, 5, 7, [ROSE, LINEN, TEAL][(x % 3) as usize]);
        paper(&mut c, x - 2, 16, 4, 4, LINEN);
    }
    if l.used() {
        paper(&mut c, 3, 15, 5, 5, ROSE);
        c.item(|c| paper(c, 8, 12, 6, 9, LINEN));
        c.rect(9, 16, 4, 1, STONE.s(2)).rect(9, 18, 3, 1, STONE.s(2));
    }
    c.outlined()
}

/// Cans and bars behind a lit window.
pub fn vending_machine(l: &Look) -> Canvas {
    let mut c = Canvas::new(16, 38);
    c.rect(1, 1, 14, 36, BLUE.s(2)).rect(1, 1, 14, 3, BLUE.s(3)).rect(13, 4, 2, 32, BLUE.s(1));
    c.rect(1, 36, 14, 1, BLUE.s(0));
    c.rect(2, 4, 11, 3, ROSE.s(1)).rect(3, 5, 7, 1, LINEN.s(3));
    c.rect(2, 9, 8, 18, if l.state == State::Trouble { NIGHT.s(0) } else { LINEN.s(3) });
    for (n, y) in [10, 16, 22].into_iter().enumerate() {
        if l.state == State::Idle || l.used() {
            for (i, x) in [3, 5, 7].into_iter().enumerate() {
                let r = [RED, GOLD, TEAL, PLUM, LEAF][(i * 2 + n) % 5];
                c.rect(x, y, 2, 4, r.s(2)).set(x, y, r.s(3));
            }
        }
        c.rect(2, y + 4, 8, 1, STONE.s(2));
    }
    c.rect(11, 10, 2, 4, TEAL.s(3)).rect(11, 16, 2, 2, GOLD.s(2)).rect(11, 20, 2, 4, NIGHT.s(0));
    c.rect(3, 30, 9, 4, NIGHT.s(0)).rect(3, 30, 9, 1, STONE.s(3));
    if l.used() {
        c.rect(5, 30, 5, 3, RED.s(2)).rect(5, 30, 5, 1, RED.s(3)).rect(6, 17 + l.frame * 6, 2, 4, RED.s(2));
        c.rect(11, 10, 2, 4, GOLD.s(3));
    } else if l.state == State::Trouble {
        c.dots(GOLD.s(3), &[(4 + l.frame, 14), (7, 18 - l.frame), (6, 23)]).rect(4, 11, 4, 1, RED.s(3));
    }
    c.outlined()
}
