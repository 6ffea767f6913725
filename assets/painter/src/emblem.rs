//! The town's name on a board, and the picture of the window and the README.

use crate::bubble;
use crate::canvas::Canvas;
use crate::outdoors;
use crate::palette::*;
use crate::people::{self, Dir, GUESTS, Pose};
use crate::sheet::{Entry, still};

/// Letters of the name, 9 rows each, strokes two pixels wide.
const LETTERS: [(char, [&str; 9]); 7] = [
    ('S', [".#####.", "#######", "##...##", "###....", ".#####.", "....###", "##...##", "#######", ".#####."]),
    ('M', ["##....##", "###..###", "########", "########", "##.##.##", "##....##", "##....##", "##....##", "##....##"]),
    ('A', ["..###..", ".#####.", "###.###", "##...##", "##...##", "#######", "#######", "##...##", "##...##"]),
    ('L', ["##....", "##....", "##....", "##....", "##....", "##....", "##....", "######", "######"]),
    ('V', ["##...##", "##...##", "##...##", "##...##", "##...##", "###.###", ".#####.", "..###..", "...#..."]),
    ('I', ["##", "##", "##", "##", "##", "##", "##", "##", "##"]),
    ('E', ["######", "######", "##....", "##....", "#####.", "#####.", "##....", "######", "######"]),
];

/// Draws a word in gold fading downwards, ringed and shadowed in the dark of the board.
fn word(c: &mut Canvas, x: i32, y: i32, text: &str) {
    let mut dots = Vec::new();
    let mut at = x;
    for letter in text.chars() {
        let Some((_, rows)) = LETTERS.iter().find(|(ch, _)| *ch == letter) else { continue };
        for (j, row) in (0..).zip(rows) {
            dots.extend((at..).zip(row.chars()).filter(|(_, dot)| *dot == '#').map(|(i, _)| (i, y + j, j)));
        }
        at += rows[0].len() as i32 + 2;
    }
    for &(i, j, _) in &dots {
        c.rect(i - 1, j - 1, 3, 4, TEAL.s(0));
    }
    for &(i, j, row) in &dots {
        let ink = match row {
            0 | 1 => LINEN.s(3),
            2..=4 => GOLD.s(3),
            5 | 6 => GOLD.s(2),
            _ => GOLD.s(1),
        };
        c.set(i, j, ink);
    }
}

/// The name on a board between two trees, 152 x 50.
pub fn logo() -> Canvas {
    let mut c = Canvas::new(152, 50);
    c.oval(6, 42, 142, 7, SHADE);
    for x in [36, 112] {
        c.item(|c| {
            c.rect(x, 12, 5, 34, WOOD.s(2)).rect(x, 12, 2, 34, WOOD.s(3)).rect(x + 4, 13, 1, 33, WOOD.s(1));
        });
    }
    c.item(|c| {
        c.soft(26, 14, 102, 24, WOOD.s(2)).rect(27, 14, 100, 1, WOOD.s(4)).rect(27, 36, 100, 2, WOOD.s(1));
        c.rect(28, 16, 98, 20, TEAL.s(1)).rect(28, 16, 98, 1, TEAL.s(0)).rect(28, 35, 98, 1, TEAL.s(2));
    });
    word(&mut c, 37, 21, "SMALLVILLE");
    c.blit(&outdoors::oak(), 0, 1).blit(&outdoors::cherry(), 121, 1);
    for (x, ink) in [(29, RED.s(2)), (43, LINEN.s(3)), (92, ROSE.s(2)), (107, GOLD.s(2))] {
        c.blit(&outdoors::bush(ink), x, 33);
    }
    c
}

/// Somebody with something to say, 32 x 32: the window's picture.
pub fn icon() -> Canvas {
    let mut c = Canvas::new(32, 32);
    c.soft(0, 0, 32, 32, PLUM.s(0)).soft(1, 1, 30, 30, GRASS.s(2)).rect(2, 26, 28, 5, GRASS.s(3));
    let figure = people::paint(&GUESTS[0], Dir::South, Pose::Walk(0));
    for y in 0..16 {
        for x in 0..16 {
            let ink = figure.get(x, y);
            if ink != CLEAR {
                c.set(x + 2, y + 15, ink);
            }
        }
    }
    c.blit(&bubble::bubble(12), 10, 1);
    c.art(
        14,
        5,
        &[".rr..rr.", "rlrrrrrr", "rlrrrrrr", "rrrrrrrr", ".rrrrrr.", "..rrrr..", "...rr..."],
        &[('r', RED.s(2)), ('l', RED.s(3))],
    );
    for x in [0, 31] {
        c.rect(x, 1, 1, 30, PLUM.s(0));
    }
    c.rect(1, 31, 30, 1, PLUM.s(0)).clone()
}

/// What is on the sheet `emblem`.
pub fn entries() -> Vec<Entry> {
    vec![still("logo", logo()), still("icon", icon())]
}
