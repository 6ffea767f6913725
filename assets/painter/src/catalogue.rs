//! Every object of the map: how it is drawn. Its sizes and states are rows of `assets/things.toml`; names in the index are
//! `<kind>/<W>x<H>/<state>` and, where the picture depends on it, `.../<facing>`, with `_` for blanks.

use crate::canvas::Canvas;
use crate::furniture::{self as f, Facing, Look, State};
use crate::sheet::{Entry, frames};
use crate::street::fountain;
use crate::things::{self, Kind};

/// How a thing is drawn.
type Draw = fn(&Look) -> Canvas;

macro_rules! drawings {
    ($($name:ident)*) => { &[("fountain", fountain as Draw), $((stringify!($name), f::$name as Draw)),*] };
}

/// The kinds that have a drawing of their own; all others are painted from their shape.
const DRAWINGS: &[(&str, Draw)] = drawings! {
    bed double_bed desk computer_desk fridge stove sink dining_table bookshelf tool_cupboard toilet shower radio television
    keyboard piano guitar easel art_table light_table camera_stand mirror weights decoration_box garden_bed filing_cabinet
    office_desk blackboard lectern student_desks library_shelves reading_table library_desk library_computer
    laboratory_bench fume_cupboard optics_table notice_board vending_machine shop_counter bar coffee_machine cake_stand
    baking_table cafe_table beer_taps pub_table billiard_table microphone goods_shelf produce_stand drinks_cabinet
    medicine_shelf tool_shelf paint_shelf craft_shelf seed_and_party_shelf workbench timber_rack chess_table pier bandstand
    exercise_bars swing picnic_table storyboard sofa bench
};

/// How a kind is drawn, if there is a drawing of it.
pub(crate) fn drawing(kind: &str) -> Option<Draw> {
    let name = kind.replace(' ', "_");
    DRAWINGS.iter().find(|(one, _)| *one == name).map(|(_, draw)| *draw)
}

/// All pictures of all objects, for the sheet.
pub fn entries() -> Vec<Entry> {
    let mut all: Vec<(u8, Entry)> = Vec::new();
    for kind in things::kinds() {
        let sided = kind.sizes.iter().any(|size| size.facing.is_some());
        let rank = |name: &str| if sided { 2 } else { u8::from(name.contains("/used_")) };
        all.extend(pictures(kind).into_iter().map(|entry| (rank(&entry.name), entry)));
    }
    // Pictures for one side come last.
    all.sort_by_key(|(rank, _)| *rank);
    all.into_iter().map(|(_, entry)| entry).collect()
}

/// All pictures of one kind.
pub fn pictures(kind: &Kind) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    for size in &kind.sizes {
        let look = Look { facing: size.facing.unwrap_or(Facing::Down), ..Look::idle(size.width, size.depth) };
        let base = format!("{}/{}x{}", kind.name.get_ref().replace(' ', "_"), size.width, size.depth);
        let rest = (!kind.states.iter().any(|state| state.is == "idle")).then_some(("idle", 1));
        for (is, count) in rest.into_iter().chain(kind.states.iter().map(|state| (state.is.as_str(), state.frames))) {
            let look = match is {
                "idle" => look,
                "used" => look.at(State::Used, 0),
                "used left" => Look { facing: Facing::Left, ..look.at(State::Used, 0) },
                "used right" => Look { facing: Facing::Right, ..look.at(State::Used, 0) },
                "empty" => look.at(State::Empty, 0),
                _ => look.at(State::Trouble, 0),
            };
            let paint = |frame| match drawing(kind.name.get_ref()) {
                Some(draw) => draw(&Look { frame, ..look }),
                None => f::shaped(kind, is, &Look { frame, ..look }),
            };
            let painted = || (0..count).map(paint).collect::<Vec<_>>();
            let name = format!("{base}/{}", is.replace(' ', "_"));
            if !all.iter().any(|one| one.name == name) {
                all.push(frames(&name, painted()));
            }
            if let Some(facing) = size.facing {
                all.push(frames(format!("{name}/{}", facing.name()), painted()));
            }
        }
    }
    all
}
