//! Which cells a drawn shape covers.

use std::collections::BTreeSet;

use super::{
    item::{Item, pairs},
    parts::Tile,
    xml::{shorten, text_of},
};

/// Pixels of a cell's side in the map file.
pub const CELL: u32 = 16;

/// The most cells one object stands on.
const MAX_CELLS: usize = 400;

/// The most cells of the rectangle around an object whose cells are listed.
const MAX_AROUND: usize = 10_000;

/// A map's size in cells.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// West to east.
    pub width: i32,
    /// North to south.
    pub height: i32,
}

impl Size {
    /// The place of a cell in per-cell lists.
    pub fn index(self, at: Tile) -> Option<usize> {
        let inside = (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y);
        inside.then(|| (at.y * self.width + at.x) as usize)
    }

    /// The cell at a place in per-cell lists.
    pub fn tile(self, n: usize) -> Tile {
        Tile::new(n as i32 % self.width, n as i32 / self.width)
    }

    /// How many cells.
    pub fn cells(self) -> usize {
        (self.width * self.height) as usize
    }
}

/// A shape along cell borders: its corners in cells, going round.
pub struct Outline(Vec<(i32, i32)>);

impl Outline {
    /// Of a rectangle or polygon.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of(item: &Item<'_>, size: Size) -> Result<Self, String> {
        if item.pixels("rotation") != 0.0 {
            return Err("it is rotated".to_owned());
        }
        let (width, height) = (item.pixels("width"), item.pixels("height"));
        let points: Vec<(f32, f32)> = match item.shape() {
            None => vec![(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)],
            Some(polygon) if polygon.has_tag_name("polygon") => pairs(text_of(polygon, "points"))
                .collect::<Result<_, _>>()
                .map_err(|pair| format!("its points hold {:?}, not two numbers such as 12,40", shorten(pair)))?,
            _ => return Err("it is neither a rectangle nor a polygon".to_owned()),
        };
        let mut corners = Vec::with_capacity(points.len());
        for (x, y) in points {
            let corner = (border(item.pixels("x") + x)?, border(item.pixels("y") + y)?);
            if !(0..=size.width).contains(&corner.0) || !(0..=size.height).contains(&corner.1) {
                return Err(format!("its corner at cell {} is outside the map", Tile::new(corner.0, corner.1)));
            }
            corners.push(corner);
        }
        let slanted = edges(&corners).any(|(a, b)| a.0 != b.0 && a.1 != b.1);
        if slanted { Err("it has a slanted edge".to_owned()) } else { Ok(Self(corners)) }
    }

    /// The covered cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Tile> {
        let rows = self.0.iter().map(|corner| corner.1);
        let rows = rows.clone().min().unwrap_or(0)..rows.max().unwrap_or(0);
        rows.flat_map(move |y| {
            let crosses = |(a, b): &((i32, i32), (i32, i32))| a.0 == b.0 && (a.1.min(b.1)..a.1.max(b.1)).contains(&y);
            let mut columns: Vec<i32> = edges(&self.0).filter(crosses).map(|(a, _)| a.0).collect();
            columns.sort_unstable();
            let runs: Vec<_> = columns.chunks_exact(2).map(|run| (run[0], run[1])).collect();
            runs.into_iter().flat_map(move |(from, to)| (from..to).map(move |x| Tile::new(x, y)))
        })
    }
}

fn edges(corners: &[(i32, i32)]) -> impl Iterator<Item = ((i32, i32), (i32, i32))> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// A place in pixels as a border between cells.
fn border(pixels: f32) -> Result<i32, String> {
    let cells = pixels / CELL as f32;
    let off = !cells.is_finite() || (cells - cells.round()).abs() > 0.01 || cells.abs() > 4096.0;
    if off {
        Err(format!("its edge at pixel {pixels} is not on the border of a cell"))
    } else {
        Ok(cells.round() as i32)
    }
}

/// The cell that a point lies in.
///
/// # Errors
/// What is wrong with it.
pub fn cell_of(item: &Item<'_>, size: Size) -> Result<Tile, String> {
    if !item.shape().is_some_and(|shape| shape.has_tag_name("point")) {
        return Err("it is not a point".to_owned());
    }
    let [x, y] = ["x", "y"].map(|name| (item.pixels(name) / CELL as f32).floor() as i32);
    let at = Tile::new(x, y);
    if size.index(at).is_some() { Ok(at) } else { Err(format!("its cell {at} is outside the map")) }
}

/// The cells an object stands on: those listed, or its rectangle.
///
/// # Errors
/// What is wrong with them.
pub fn footprint(item: &Item<'_>, listed: &str, size: Size) -> Result<Vec<Tile>, String> {
    let outline = Outline::of(item, size)?;
    if listed.is_empty() {
        let cells: Vec<Tile> = outline.cells().take(MAX_CELLS + 1).collect();
        return match cells.len() {
            0 => Err("it covers no cell".to_owned()),
            n if n > MAX_CELLS => Err(format!("it covers more than {MAX_CELLS} cells")),
            _ => Ok(cells),
        };
    }
    let whole: BTreeSet<Tile> = outline.cells().take(MAX_AROUND).collect();
    let mut cells = Vec::new();
    for pair in pairs(listed).take(MAX_CELLS) {
        let bad = |pair| format!("its cells hold {:?}, not two numbers such as 12,40", shorten(pair));
        let at = pair.map(|(x, y)| Tile::new(x, y)).map_err(bad)?;
        if !whole.contains(&at) {
            return Err(format!("its cell {at} is outside its rectangle"));
        }
        cells.push(at);
    }
    cells.sort_unstable_by_key(|at| (at.y, at.x));
    cells.dedup();
    Ok(cells)
}
