//! Objects: a picture for each group of their cells that hang together, by kind, size and look.

use std::collections::BTreeSet;

use bevy::math::{IVec2, Rect};
use painter::things::{self, Light};

use super::{
    Depth, OVER_SITTER, TILE, foot_of,
    sheets::{Index, Sheet},
};
use crate::world::{ArenaId, Facing, ObjectId, Tile, TownMap, map::Object};

/// One picture of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Whose.
    pub object: ObjectId,
    /// Cells from west to east and from north to south.
    pub size: IVec2,
    /// The left end of its foot.
    pub foot: IVec2,
    /// What it hides, and what hides it.
    pub depth: Depth,
    /// How it shines while it is used.
    pub shine: Option<Shine>,
}

/// The light of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shine {
    /// Its heart.
    pub at: IVec2,
    /// Its colour.
    pub light: Light,
    /// The room it stays in; `None`: it stands in the open.
    pub within: Option<ArenaId>,
}

/// The pictures of all objects.
pub fn pieces(map: &TownMap) -> Vec<Piece> {
    let of = |(n, object)| groups(object).into_iter().map(move |group| piece(map, ObjectId(n as u16), object, group));
    map.objects.iter().enumerate().flat_map(of).collect()
}

fn piece(map: &TownMap, id: ObjectId, object: &Object, (tile, size): (Tile, IVec2)) -> Piece {
    let foot = foot_of(Tile::new(tile.x, tile.y + size.y - 1));
    let kind = things::kind(&object.kind);
    let depth = match kind {
        // What is stood on lies before whoever is on it.
        Some(kind) if kind.stood_on => Depth { row: (tile.y + 1) * TILE, order: -OVER_SITTER },
        // A bench seen from behind hides laps.
        Some(kind) if kind.hides_sitters && object.facing == Facing::Up => Depth { row: foot.y, order: OVER_SITTER },
        _ => Depth { row: foot.y, order: 0 },
    };
    let shine = kind.and_then(|kind| kind.shines).map(|light| Shine {
        at: foot + IVec2::new(size.x * TILE / 2, -14),
        light,
        within: map.arena(object.arena).indoor.then_some(object.arena),
    });
    Piece { object: id, size, foot, depth, shine }
}

/// Groups of an object's cells that hang together, each with its north-west cell and size.
pub fn groups(object: &Object) -> Vec<(Tile, IVec2)> {
    let mut left: BTreeSet<Tile> = object.cells.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut low, mut high) = (IVec2::new(first.x, first.y), IVec2::new(first.x, first.y));
        let mut edge = vec![first];
        while let Some(tile) = edge.pop() {
            (low, high) = (low.min(IVec2::new(tile.x, tile.y)), high.max(IVec2::new(tile.x, tile.y)));
            edge.extend(Facing::ALL.map(|way| tile.toward(way)).into_iter().filter(|next| left.remove(next)));
        }
        found.push((Tile::new(low.x, low.y), high - low + 1));
    }
    found
}

/// The frames of an object of this size in a state, if there is a picture of it.
pub fn frames<'a>(index: &'a Index, object: &Object, size: IVec2, state: &str) -> Option<&'a [Rect]> {
    let kind = object.kind.replace(' ', "_");
    let way = format!("{:?}", object.facing).to_lowercase();
    let plain = format!("{kind}/{}x{}/{}", size.x, size.y, state.replace(' ', "_"));
    index.first_of(Sheet::Furniture, [format!("{plain}/{way}").as_str(), &plain])
}

/// The first of these states that there is a picture of, and its frames.
pub fn picture<'a, 's>(
    index: &'a Index,
    object: &Object,
    size: IVec2,
    states: &[&'s str],
) -> Option<(&'s str, &'a [Rect])> {
    states.iter().find_map(|state| Some((*state, frames(index, object, size, state)?)))
}

/// How many world pixels an object's picture is high where it takes `size` cells.
pub fn tall(index: &Index, object: &Object, size: IVec2) -> f32 {
    let idle = frames(index, object, size, "idle").and_then(<[_]>::first);
    idle.map_or((size.y * TILE) as f32, Rect::height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_cells_are_told_apart() {
        let cells = [(1, 1), (2, 1), (1, 2), (2, 2), (5, 1), (6, 1)].map(|(x, y)| Tile::new(x, y)).to_vec();
        let object = Object { cells, ..super::super::states::tests::object("box", "closed") };
        assert_eq!(groups(&object), [(Tile::new(1, 1), IVec2::new(2, 2)), (Tile::new(5, 1), IVec2::new(2, 1))]);
    }
}
