//! Timber and the bench it is worked on.

use super::{Look, State};
use crate::canvas::Canvas;
use crate::palette::*;

/// Boards upright and a stack of ends.
pub fn timber_rack(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 40);
    c.rect(1, 8, 3, 31, STONE.s(2)).rect(w - 4, 8, 3, 31, STONE.s(1)).rect(1, 8, 1, 31, STONE.s(4));
    if l.state != State::Empty {
        for (i, x) in (4..w - 9).step_by(5).enumerate() {
            let top = [2, 5, 1, 4][i % 4];
            let s = [3, 2, 4, 3][i % 4];
            c.rect(x, top, 5, 26 - top, WOOD.s(s)).rect(x, top, 1, 26 - top, WOOD.s(s + 1));
            c.rect(x + 4, top, 1, 26 - top, WOOD.s(s - 1));
            c.rect(x + 2, top + 4 + i as i32, 1, 5, WOOD.s(s - 1));
        }
        for j in 0..2 {
            for x in (4..w - 8).step_by(6) {
                c.oval(x + j * 2, 26 + j * 6, 7, 6, WOOD.s(2)).oval(x + j * 2, 26 + j * 6, 6, 5, WOOD.s(4));
                c.rect(x + 2 + j * 2, 28 + j * 6, 2, 1, WOOD.s(2));
            }
        }
    }
    c.rect(1, 24, w - 2, 2, STONE.s(3)).rect(1, 25, w - 2, 1, STONE.s(1)).rect(1, 37, w - 2, 2, STONE.s(1));
    c.rect(1, 37, w - 2, 1, STONE.s(3));
    if l.used() {
        c.item(|c| {
            c.rect(0, 18, w, 4, WOOD.s(4)).rect(0, 21, w, 1, WOOD.s(2)).rect(w - 6, 18, 1, 3, WOOD.s(3));
        });
    }
    c.outlined()
}

/// A vice, a saw, shavings.
pub fn workbench(l: &Look) -> Canvas {
    let w = 16 * l.w;
    let mut c = Canvas::new(w, 30);
    c.rect(2, 18, 4, 11, WOOD.s(2)).rect(w - 6, 18, 4, 11, WOOD.s(1)).rect(6, 23, w - 12, 3, WOOD.s(1));
    c.rect(6, 23, w - 12, 1, WOOD.s(2));
    c.rect(0, 10, w, 8, WOOD.s(3)).rect(0, 10, w, 1, WOOD.s(4)).rect(0, 17, w, 4, WOOD.s(2));
    c.rect(0, 17, w, 1, WOOD.s(4)).rect(0, 20, w, 1, WOOD.s(1));
    c.item(|c| {
        c.rect(1, 7, 8, 4, BLUE.s(2)).rect(1, 7, 8, 1, BLUE.s(3)).rect(1, 11, 8, 3, BLUE.s(1));
        c.rect(4, 14, 2, 6, STONE.s(3)).rect(2, 19, 6, 1, STONE.s(4));
    });
    if l.used() {
        let x = 11 + l.frame * 2;
        c.rect(10, 12, w - 14, 3, WOOD.s(4)).rect(10, 14, w - 14, 1, WOOD.s(1));
        c.item(|c| {
            c.art(
                x,
                5,
                &["ww........", "w.wsssss..", "w.wssssssss", "www.s.s.s.s"],
                &[('s', STONE.s(4)), ('w', RED.s(2))],
            );
        });
        c.dots(EARTH.s(3), &[(14, 16), (17, 15), (21, 16), (23 - l.frame, 22), (18, 25 + l.frame), (12, 24)]);
    } else {
        c.item(|c| {
            c.rect(w - 12, 11, 9, 2, WOOD.s(2)).rect(w - 6, 8, 4, 5, STONE.s(3)).rect(w - 6, 8, 4, 1, STONE.s(4));
        });
        c.dots(STONE.s(4), &[(12, 14), (14, 12), (16, 15)]);
    }
    c.outlined()
}
