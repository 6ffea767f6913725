//! Chairs and the other fixtures that the map places tile by tile. All are one tile wide.

use super::kitchen::cupboard;
use super::shelves::spines;
use crate::canvas::Canvas;
use crate::palette::*;

/// What a chair is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chair {
    /// Wood with a red cushion.
    Indoor,
    /// White iron with a green cushion, for terraces.
    Garden,
}

impl Chair {
    /// Frame: light, middle, dark, gaps; and the cushion.
    fn inks(self) -> ([Ink; 4], Ramp) {
        match self {
            Chair::Indoor => ([WOOD.s(4), WOOD.s(3), WOOD.s(2), WOOD.s(0)], RED),
            Chair::Garden => ([LINEN.s(3), LINEN.s(2), LINEN.s(1), LINEN.s(0)], TEAL),
        }
    }
}

/// A chair whose sitter looks south.
pub fn chair_south(kind: Chair) -> Canvas {
    let mut c = Canvas::new(16, 22);
    let ([light, mid, dark, gap], cloth) = kind.inks();
    c.rect(3, 1, 10, 11, mid).rect(3, 1, 10, 1, light).rect(3, 2, 1, 10, light).rect(12, 2, 1, 10, dark);
    c.rect(5, 4, 2, 6, gap).rect(9, 4, 2, 6, gap);
    c.rect(2, 11, 12, 5, cloth.s(2)).rect(2, 11, 12, 1, cloth.s(3)).rect(13, 12, 1, 4, cloth.s(1));
    c.rect(2, 16, 12, 2, dark).rect(2, 18, 2, 3, mid).rect(12, 18, 2, 3, dark);
    c.outlined()
}

/// A chair whose sitter looks north: the back rest hides the seat.
pub fn chair_north(kind: Chair) -> Canvas {
    let mut c = Canvas::new(16, 22);
    let ([light, mid, dark, gap], cloth) = kind.inks();
    c.rect(3, 5, 10, 4, cloth.s(2)).rect(3, 5, 10, 1, cloth.s(3));
    c.rect(2, 8, 12, 10, mid).rect(2, 8, 12, 1, light).rect(2, 9, 1, 9, light).rect(13, 9, 1, 9, dark);
    c.rect(4, 11, 8, 2, gap).rect(4, 14, 8, 2, gap).rect(2, 17, 12, 1, dark);
    c.rect(2, 18, 2, 3, mid).rect(12, 18, 2, 3, dark);
    c.outlined()
}

/// A chair whose sitter looks east; mirror it for west.
pub fn chair_east(kind: Chair) -> Canvas {
    let mut c = Canvas::new(16, 24);
    let ([light, mid, dark, _], cloth) = kind.inks();
    c.rect(4, 13, 9, 5, cloth.s(2)).rect(4, 13, 9, 1, cloth.s(3)).rect(4, 18, 9, 2, dark).rect(11, 20, 2, 3, dark);
    c.rect(2, 2, 3, 21, mid).rect(2, 2, 1, 21, light).rect(2, 2, 3, 1, light).rect(4, 3, 1, 10, dark);
    c.outlined()
}

/// A bar stool.
pub fn stool() -> Canvas {
    let mut c = Canvas::new(16, 20);
    c.rect(4, 11, 2, 8, STONE.s(2)).rect(10, 11, 2, 8, STONE.s(1)).rect(4, 15, 8, 1, STONE.s(1));
    c.rect(7, 11, 2, 7, STONE.s(3));
    c.oval(2, 5, 12, 7, RED.s(1)).oval(2, 4, 12, 6, RED.s(2)).rect(5, 4, 5, 1, RED.s(3));
    c.outlined()
}

/// A wardrobe, two tall.
pub fn wardrobe() -> Canvas {
    let mut c = Canvas::new(16, 38);
    c.rect(1, 3, 14, 33, WOOD.s(2)).rect(0, 1, 16, 4, WOOD.s(3)).rect(0, 1, 16, 1, WOOD.s(4));
    c.rect(0, 4, 16, 1, WOOD.s(1));
    c.rect(14, 5, 1, 31, WOOD.s(1));
    for x in [2, 8] {
        c.panel(x, 7, 5, 24, WOOD, 3).panel(x + 1, 9, 3, 9, WOOD, 2).panel(x + 1, 20, 3, 9, WOOD, 2);
    }
    c.rect(7, 6, 1, 27, WOOD.s(0)).rect(6, 18, 1, 2, GOLD.s(3)).rect(8, 18, 1, 2, GOLD.s(3));
    c.rect(1, 34, 14, 1, WOOD.s(1)).rect(2, 36, 2, 1, WOOD.s(1)).rect(12, 36, 2, 1, WOOD.s(1));
    c.outlined()
}

/// Open shelves, two tall: books and a plant, jars and baskets, boxes and a globe. They join sideways.
pub fn shelving(variant: i32) -> Canvas {
    let mut c = Canvas::new(16, 36);
    c.rect(0, 1, 16, 34, WOOD.s(2)).rect(0, 0, 16, 1, WOOD.s(0)).rect(0, 1, 16, 1, WOOD.s(4));
    c.rect(0, 2, 16, 2, WOOD.s(3));
    for (n, y) in [5, 15, 25].into_iter().enumerate() {
        c.rect(1, y, 14, 8, WOOD.s(0)).rect(1, y + 8, 14, 1, WOOD.s(4));
        match (variant + n as i32) % 3 {
            0 => spines(&mut c, 2, y + 1, 12, 7, n as i32 * 5 + variant),
            1 => {
                for (x, r) in [(2, GOLD), (6, ROSE), (10, TEAL)] {
                    c.rect(x, y + 3, 4, 5, r.s(2)).rect(x, y + 3, 1, 5, r.s(3)).rect(x, y + 2, 4, 1, LINEN.s(3));
                }
            }
            _ => {
                c.rect(2, y + 3, 7, 5, EARTH.s(2)).rect(2, y + 3, 7, 1, EARTH.s(3)).rect(4, y + 5, 3, 1, EARTH.s(0));
                c.oval(10, y + 2, 4, 5, WATER.s(2)).set(11, y + 3, LEAF.s(3)).rect(11, y + 7, 2, 1, GOLD.s(1));
            }
        }
    }
    c.rect(0, 34, 16, 1, WOOD.s(1)).rect(0, 35, 16, 1, WOOD.s(0)).rect(0, 4, 1, 30, WOOD.s(3));
    c.rect(15, 4, 1, 30, WOOD.s(1));
    c
}

/// A stretch of kitchen: bare with a jar, a bread board, a kettle. Joins stove and sink in one line.
pub fn kitchen_counter(variant: i32) -> Canvas {
    let mut c = Canvas::new(16, 28);
    cupboard(&mut c, STONE);
    match variant {
        0 => c.item(|c| {
            c.rect(10, 5, 4, 7, LINEN.s(2)).rect(10, 5, 1, 7, LINEN.s(3)).rect(10, 5, 4, 1, RED.s(2));
            c.rect(4, 7, 4, 5, GOLD.s(2)).rect(4, 7, 1, 5, GOLD.s(3)).rect(4, 6, 4, 1, WOOD.s(2));
        }),
        1 => c
            .rect(2, 9, 12, 5, WOOD.s(3))
            .rect(2, 13, 12, 1, WOOD.s(1))
            .item(|c| {
                c.oval(3, 7, 8, 5, GOLD.s(1)).oval(3, 7, 7, 3, GOLD.s(2));
            })
            .dots(GOLD.s(3), &[(5, 8), (7, 8)]),
        _ => c.item(|c| {
            c.soft(4, 5, 8, 7, RED.s(2)).rect(5, 6, 1, 4, RED.s(3)).rect(12, 6, 2, 2, RED.s(1));
            c.rect(6, 3, 4, 1, NIGHT.s(1));
            c.rect(5, 4, 1, 1, NIGHT.s(1)).rect(10, 4, 1, 1, NIGHT.s(1));
        }),
    };
    c
}

/// Clear rows under a thing that hangs on the wall whose cell it is placed on: above the wainscot.
const HUNG: i32 = 9;

/// A thing of 16 x 15 hung on a tall wall: the picture reaches down to the wall's foot.
fn hung(draw: impl FnOnce(&mut Canvas)) -> Canvas {
    let mut c = Canvas::new(16, 15);
    draw(&mut c);
    let mut high = Canvas::new(16, 15 + HUNG);
    high.blit(&c.outlined(), 0, 0);
    high
}

/// A framed picture for a wall: a coast, a still life, a portrait.
pub fn picture(variant: i32) -> Canvas {
    hung(|c| {
        c.rect(1, 1, 14, 12, GOLD.s(1)).rect(1, 1, 14, 1, GOLD.s(3)).rect(1, 1, 1, 12, GOLD.s(2));
        match variant {
            0 => c
                .rect(3, 3, 10, 8, WATER.s(4))
                .rect(3, 7, 10, 4, WATER.s(2))
                .rect(3, 6, 4, 2, LEAF.s(2))
                .set(10, 4, RED.s(3))
                .rect(9, 6, 1, 2, LINEN.s(3))
                .set(8, 7, LINEN.s(3)),
            1 => c
                .rect(3, 3, 10, 8, PLUM.s(1))
                .rect(3, 9, 10, 2, WOOD.s(3))
                .oval(4, 6, 3, 3, RED.s(2))
                .oval(7, 6, 3, 3, GOLD.s(2))
                .rect(10, 4, 2, 5, TEAL.s(2)),
            _ => c.rect(3, 3, 10, 8, TEAL.s(1)).oval(6, 4, 4, 4, SKIN.s(4)).rect(6, 3, 4, 2, WOOD.s(1)).rect(
                5,
                8,
                6,
                3,
                RED.s(2),
            ),
        };
    })
}

/// Things for walls: a clock, a calendar, two posters, a shelf with a plant, a wall lamp.
pub fn on_wall(variant: i32) -> Canvas {
    hung(|c| {
        match variant {
            0 => c
                .oval(2, 1, 12, 12, WOOD.s(2))
                .oval(3, 2, 10, 10, LINEN.s(3))
                .rect(7, 3, 1, 4, NIGHT.s(0))
                .rect(8, 6, 3, 1, NIGHT.s(0))
                .dots(RED.s(2), &[(7, 10), (4, 6), (11, 8)]),
            1 => c
                .rect(3, 1, 10, 12, LINEN.s(3))
                .rect(3, 1, 10, 4, RED.s(2))
                .rect(3, 1, 10, 1, RED.s(3))
                .dots(STONE.s(2), &[(4, 7), (6, 7), (8, 7), (10, 7), (4, 9), (6, 9), (10, 9), (4, 11), (6, 11)])
                .rect(8, 9, 2, 2, GOLD.s(2)),
            2 => c
                .rect(3, 0, 10, 14, BLUE.s(1))
                .oval(5, 2, 6, 6, GOLD.s(2))
                .oval(6, 2, 4, 4, GOLD.s(3))
                .rect(5, 9, 6, 1, LINEN.s(3))
                .rect(6, 11, 4, 1, ROSE.s(2)),
            3 => c
                .rect(3, 0, 10, 14, ROSE.s(2))
                .rect(5, 2, 6, 7, PLUM.s(1))
                .rect(6, 3, 2, 5, LINEN.s(3))
                .rect(8, 5, 2, 3, LINEN.s(2))
                .rect(5, 11, 6, 1, RED.s(1)),
            4 => {
                c.rect(0, 10, 16, 2, WOOD.s(3)).rect(0, 10, 16, 1, WOOD.s(4)).rect(2, 12, 1, 2, WOOD.s(1));
                c.rect(13, 12, 1, 2, WOOD.s(1)).rect(2, 6, 4, 4, RED.s(2)).rect(2, 6, 4, 1, RED.s(3));
                c.oval(1, 1, 6, 6, LEAF.s(3)).rect(2, 2, 2, 2, LEAF.s(4)).rect(8, 5, 2, 5, BLUE.s(2));
                c.rect(10, 4, 2, 6, GOLD.s(2)).rect(12, 6, 2, 4, TEAL.s(2))
            }
            _ => c
                .rect(7, 8, 2, 5, GOLD.s(1))
                .rect(5, 12, 6, 1, GOLD.s(1))
                .rect(5, 2, 6, 6, GOLD.s(3))
                .rect(4, 6, 8, 2, GOLD.s(2))
                .rect(6, 2, 2, 5, LINEN.s(3)),
        };
    })
}

fn pot(c: &mut Canvas, y: i32, ramp: Ramp) {
    c.rect(3, y, 10, 3, ramp.s(2)).rect(3, y, 10, 1, ramp.s(3)).rect(4, y + 3, 8, 6, ramp.s(2));
    c.rect(4, y + 3, 8, 1, ramp.s(1)).rect(10, y + 4, 2, 5, ramp.s(1)).rect(5, y + 4, 1, 4, ramp.s(3));
}

/// A palm in a blue pot, higher than a person.
pub fn palm() -> Canvas {
    let mut c = Canvas::new(16, 32);
    pot(&mut c, 22, BLUE);
    c.rect(7, 12, 2, 10, WOOD.s(2)).dots(WOOD.s(1), &[(8, 13), (8, 16), (8, 19)]);
    c.art(
        0,
        1,
        &[
            "....aa...aa.....",
            "..aabba.abbaa...",
            ".ab..bbabb..ba..",
            "ab.aabbbbbaa.ba.",
            "b.abb.bbb.bbabb.",
            "..b..abdba..b.b.",
            ".ab.ab.db.ba.b..",
            ".b..b..d...b....",
            "...ab..d...ba...",
            "...b...d....b...",
            ".......d........",
        ],
        &[('a', LEAF.s(4)), ('b', LEAF.s(3)), ('d', LEAF.s(2))],
    );
    c.outlined()
}

/// A rubber tree in a white pot.
pub fn rubber_tree() -> Canvas {
    let mut c = Canvas::new(16, 32);
    pot(&mut c, 22, LINEN);
    c.rect(7, 8, 2, 14, WOOD.s(2));
    for (x, y) in [(5, 1), (1, 5), (9, 4), (3, 9), (9, 10), (1, 13), (7, 14), (11, 15)] {
        c.item(|c| {
            c.oval(x, y, 5, 6, LEAF.s(3)).rect(x + 1, y + 1, 1, 3, LEAF.s(4)).rect(x + 3, y + 3, 1, 2, LEAF.s(2));
        });
    }
    c.outlined()
}
