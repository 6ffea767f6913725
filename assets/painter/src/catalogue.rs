//! Every object of the map: its sizes, its facings and its looks. Names in the index are
//! `<kind>/<W>x<H>/<look>` and, where the picture depends on it, `.../<facing>`.

use crate::canvas::Canvas;
use crate::furniture::State::{self, Empty, Idle, Trouble, Used};
use crate::furniture::{self as f, Facing, Look};
use crate::sheet::{Entry, frames};
use crate::street;

/// How a thing is painted.
type Draw = fn(&Look) -> Canvas;

/// A kind of object.
pub struct Kind {
    /// Kind as in the map, blanks as `_`.
    pub name: &'static str,
    draw: Draw,
    /// Sizes in tiles.
    sizes: &'static [(i32, i32)],
    /// Frames of idle, used, trouble, empty; 0 where there is no such look.
    looks: [i32; 4],
}

const fn kind(name: &'static str, draw: Draw, sizes: &'static [(i32, i32)], looks: [i32; 4]) -> Kind {
    Kind { name, draw, sizes, looks }
}

/// Kinds that need no facing, in the order of the sheet.
pub const KINDS: &[Kind] = &[
    kind("bed", |l| f::bed(l.state), &[(1, 2)], [1, 1, 0, 0]),
    kind("double_bed", |l| f::double_bed(l.state, true, true), &[(2, 2)], [1, 1, 0, 0]),
    kind("desk", f::desk, &[(1, 1), (2, 1), (3, 1)], [1, 1, 0, 0]),
    kind("computer_desk", f::computer_desk, &[(2, 1), (3, 1)], [1, 2, 1, 0]),
    kind("fridge", |l| f::fridge(l.state, l.frame), &[(1, 1)], [1, 1, 1, 0]),
    kind("stove", stove, &[(1, 1), (2, 1)], [1, 2, 2, 0]),
    kind("sink", |l| f::kitchen_sink(l.state, l.frame), &[(1, 1)], [1, 2, 2, 0]),
    kind("dining_table", f::dining_table, &[(1, 1), (2, 1), (2, 2), (3, 2)], [1, 1, 0, 0]),
    kind("bookshelf", f::bookshelf, &[(1, 1), (2, 1)], [1, 1, 0, 0]),
    kind("tool_cupboard", f::tool_cupboard, &[(1, 1)], [1, 1, 0, 0]),
    kind("toilet", |l| f::toilet(l.state, l.frame), &[(1, 1)], [1, 1, 2, 0]),
    kind("shower", |l| f::shower(l.state, l.frame), &[(1, 1)], [1, 2, 2, 0]),
    kind("radio", f::radio, &[(1, 1)], [1, 2, 0, 0]),
    kind("television", |l| f::television(l.state, l.frame), &[(2, 1)], [1, 2, 1, 0]),
    kind("keyboard", f::keyboard, &[(2, 1)], [1, 2, 0, 0]),
    kind("piano", |l| f::piano(l.state, l.frame), &[(2, 1)], [1, 2, 0, 0]),
    kind("guitar", |l| f::guitar(l.state, l.frame), &[(1, 1)], [1, 2, 0, 0]),
    kind("easel", f::easel, &[(1, 1), (2, 1)], [1, 1, 0, 0]),
    kind("art_table", f::art_table, &[(1, 1), (2, 1)], [1, 1, 0, 0]),
    kind("light_table", f::light_table, &[(2, 1)], [1, 2, 0, 0]),
    kind("camera_stand", f::camera_stand, &[(1, 1)], [1, 2, 0, 0]),
    kind("mirror", f::mirror, &[(1, 1)], [1, 1, 0, 0]),
    kind("weights", f::weights, &[(1, 1)], [1, 2, 0, 0]),
    kind("decoration_box", f::decoration_box, &[(1, 1)], [1, 2, 0, 0]),
    kind("garden_bed", f::garden_bed, &[(2, 2), (3, 2)], [1, 2, 0, 0]),
    kind("filing_cabinet", f::filing_cabinet, &[(1, 1)], [1, 1, 0, 0]),
    kind("office_desk", f::office_desk, &[(2, 1)], [1, 1, 0, 0]),
    kind("blackboard", f::blackboard, &[(2, 1), (6, 1)], [1, 1, 0, 0]),
    kind("lectern", f::lectern, &[(1, 1)], [1, 1, 0, 0]),
    kind("student_desks", f::student_desks, &[(2, 1), (3, 1), (4, 1)], [1, 1, 0, 0]),
    kind("library_shelves", f::library_shelves, &[(3, 1), (3, 2)], [1, 1, 0, 0]),
    kind("reading_table", f::reading_table, &[(2, 1), (2, 2)], [1, 1, 0, 0]),
    kind("library_desk", f::library_desk, &[(2, 1)], [1, 1, 0, 0]),
    kind("library_computer", f::library_computer, &[(2, 1)], [1, 2, 0, 0]),
    kind("laboratory_bench", f::laboratory_bench, &[(3, 1)], [1, 2, 2, 0]),
    kind("fume_cupboard", f::fume_cupboard, &[(2, 1)], [1, 2, 2, 0]),
    kind("optics_table", f::optics_table, &[(2, 1)], [1, 2, 0, 0]),
    kind("notice_board", f::notice_board, &[(1, 1), (2, 1)], [1, 1, 0, 0]),
    kind("vending_machine", f::vending_machine, &[(1, 1)], [1, 2, 2, 1]),
    kind("shop_counter", f::shop_counter, &[(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)], [1, 1, 0, 0]),
    kind("bar", f::bar, &[(4, 1), (5, 1), (6, 1)], [1, 1, 0, 0]),
    kind("coffee_machine", f::coffee_machine, &[(1, 1)], [1, 2, 2, 0]),
    kind("cake_stand", f::cake_stand, &[(1, 1)], [1, 1, 0, 1]),
    kind("baking_table", |l| f::baking_table(l.state, l.frame), &[(2, 1)], [1, 1, 0, 0]),
    kind("cafe_table", f::cafe_table, &[(1, 1), (2, 1), (2, 2)], [1, 1, 0, 0]),
    kind("beer_taps", f::beer_taps, &[(2, 1)], [1, 2, 0, 0]),
    kind("pub_table", f::pub_table, &[(2, 1), (2, 2)], [1, 1, 0, 0]),
    kind("billiard_table", f::billiard_table, &[(3, 2)], [1, 1, 0, 0]),
    kind("microphone", |l| f::microphone(l.state, l.frame), &[(1, 1)], [1, 2, 0, 0]),
    kind("goods_shelf", f::goods_shelf, &[(3, 2)], [1, 1, 0, 1]),
    kind("produce_stand", f::produce_stand, &[(3, 2)], [1, 1, 0, 1]),
    kind("drinks_cabinet", f::drinks_cabinet, &[(1, 1), (1, 2)], [1, 1, 0, 1]),
    kind("medicine_shelf", f::medicine_shelf, &[(4, 1)], [1, 1, 0, 1]),
    kind("tool_shelf", f::tool_shelf, &[(3, 1)], [1, 1, 0, 1]),
    kind("paint_shelf", f::paint_shelf, &[(3, 1)], [1, 1, 0, 1]),
    kind("craft_shelf", f::craft_shelf, &[(3, 1)], [1, 1, 0, 1]),
    kind("seed_and_party_shelf", f::seed_and_party_shelf, &[(2, 1)], [1, 1, 0, 1]),
    kind("workbench", f::workbench, &[(2, 1)], [1, 2, 0, 0]),
    kind("timber_rack", f::timber_rack, &[(2, 1)], [1, 1, 0, 1]),
    kind("chess_table", f::chess_table, &[(1, 1)], [1, 1, 0, 0]),
    kind("pier", f::pier, &[(1, 2)], [1, 2, 0, 0]),
    kind("bandstand", f::bandstand, &[(3, 2)], [1, 2, 0, 0]),
    kind("exercise_bars", f::exercise_bars, &[(2, 1)], [1, 2, 0, 0]),
    kind("swing", f::swing, &[(2, 1)], [1, 2, 0, 0]),
    kind("picnic_table", f::picnic_table, &[(2, 2)], [1, 1, 0, 0]),
    kind("storyboard", f::storyboard, &[(1, 1)], [1, 1, 0, 0]),
    kind("fountain", |l| street::fountain(l.frame), &[(2, 2)], [2, 0, 0, 0]),
];

/// Seats whose picture depends on where their sitters look: name, drawing, size and facing.
const SEATS: &[(&str, Draw, (i32, i32), Facing)] = &[
    ("sofa", f::sofa, (2, 1), Facing::Down),
    ("sofa", f::sofa, (3, 1), Facing::Down),
    ("sofa", f::sofa, (1, 2), Facing::Left),
    ("sofa", f::sofa, (1, 2), Facing::Right),
    ("bench", f::bench, (2, 1), Facing::Down),
    ("bench", f::bench, (2, 1), Facing::Up),
    ("bench", f::bench, (1, 2), Facing::Left),
    ("bench", f::bench, (1, 2), Facing::Right),
];

fn stove(l: &Look) -> Canvas {
    if l.w > 1 { f::range(l.state, l.frame) } else { f::stove(l.state, l.frame) }
}

/// All looks of all objects, for the sheet.
pub fn entries() -> Vec<Entry> {
    let mut all = Vec::new();
    for k in KINDS {
        for &(w, h) in k.sizes {
            for (state, n) in [Idle, Used, Trouble, Empty].into_iter().zip(k.looks) {
                if n > 0 {
                    let look = Look::idle(w, h);
                    all.push(frames(
                        format!("{}/{w}x{h}/{}", k.name, word(state)),
                        (0..n).map(|i| (k.draw)(&look.at(state, i))).collect(),
                    ));
                }
            }
        }
    }
    for (name, left, right) in [("used_left", true, false), ("used_right", false, true)] {
        all.push(frames(format!("double_bed/2x2/{name}"), vec![f::double_bed(Used, left, right)]));
    }
    for &(name, draw, (w, h), facing) in SEATS {
        let look = Look { facing, ..Look::idle(w, h) };
        let first = !all.iter().any(|e: &Entry| e.name == format!("{name}/{w}x{h}/idle"));
        if first {
            all.push(frames(format!("{name}/{w}x{h}/idle"), vec![draw(&look)]));
        }
        let way = match facing {
            Facing::Up => "up",
            Facing::Right => "right",
            Facing::Down => "down",
            Facing::Left => "left",
        };
        all.push(frames(format!("{name}/{w}x{h}/idle/{way}"), vec![draw(&look)]));
    }
    all
}

fn word(state: State) -> &'static str {
    match state {
        Idle => "idle",
        Used => "used",
        Trouble => "trouble",
        Empty => "empty",
    }
}
