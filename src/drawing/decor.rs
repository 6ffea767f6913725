//! What stands about and is not used: trees, lamps, pots, lilies.

use std::collections::BTreeSet;

use bevy::math::IVec2;
use painter::things;

use super::{
    Depth, Drawn, Look, OVER_SITTER, Standing, TILE, foot_of,
    rooms::is_wall,
    sheets::{Index, Sheet},
};
use crate::world::{TownMap, map::Picture};

/// All that stands about; the log says once of each picture that is missing.
pub fn decor(map: &TownMap, index: &Index) -> Vec<Drawn> {
    let (mut drawn, mut missing) = (Vec::new(), BTreeSet::new());
    for (tile, Picture { name, frame }) in &map.drawing.decor {
        let frame = |sheet: Sheet| Some((sheet, index.frame(sheet, name, *frame as usize)?));
        let Some((sheet, place)) = [Sheet::Outdoors, Sheet::Furniture].into_iter().find_map(frame) else {
            if missing.insert(name) {
                tracing::warn!("no picture for the decor {name}");
            }
            continue;
        };
        // Wide pictures stand centred on their cell.
        let aside = (TILE - place.width() as i32).div_euclid(2);
        let foot = foot_of(*tile) + IVec2::new(aside, 0);
        let kind = things::decor().iter().find(|decor| decor.picture == *name);
        if kind.is_some_and(|kind| kind.flat) {
            let at = foot - IVec2::new(0, 3 + place.height() as i32);
            drawn.push(Drawn::Flat { sheet, place, at });
            continue;
        }
        let hides = kind.is_some_and(|kind| kind.hides_sitters);
        let order = if hides { OVER_SITTER } else { 0 } + if is_wall(map, *tile) { 3 } else { 0 };
        let look = match index.frames(Sheet::Outdoors, name) {
            Some(&[out, lit]) if name == "lamp" => Look::Lamp([out, lit], foot_of(*tile) + IVec2::new(TILE / 2, 0)),
            _ => Look::Still(place),
        };
        drawn.push(Drawn::Standing(Standing { sheet, look, foot, depth: Depth { row: foot.y, order } }));
    }
    drawn
}
