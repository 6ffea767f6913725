//! The committed pictures, indexes and tilesets are what the code paints. If this fails: `cargo run -p painter`.

use painter::sheet::colour;
use painter::{decor, sheets, tilesets};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn committed_pictures_and_indexes_are_painted() {
    for sheet in sheets::packed() {
        let file = root().join(format!("assets/pictures/{}.png", sheet.name));
        let committed = image::open(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display())).to_rgba8();
        let painted = colour(&sheet.picture);
        assert_eq!(committed.dimensions(), painted.dimensions(), "{}", file.display());
        assert!(painted.width() <= 2048 && painted.height() <= 2048, "{} is too large for old cards", sheet.name);
        if let Some((x, y, _)) = painted.enumerate_pixels().find(|(x, y, p)| committed.get_pixel(*x, *y) != *p) {
            panic!("{} differs from the code at {x}, {y}", file.display());
        }
        let index = root().join(format!("assets/pictures/{}.json", sheet.name));
        let written = std::fs::read_to_string(&index).unwrap_or_default();
        assert!(written == sheet.index(), "{} is not what the code paints", index.display());
    }
}

#[test]
fn committed_tilesets_are_written_by_the_code() {
    for (name, text) in tilesets::all(&sheets::packed()) {
        let file = root().join("maps").join(name);
        assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), text, "{}", file.display());
    }
}

#[test]
fn tiled_offers_every_kind() {
    let text = std::fs::read_to_string(root().join("maps/smallville.tiled-project")).expect("the project file");
    assert_eq!(tilesets::project(&text).as_deref(), Ok(text.as_str()), "run `cargo run -p painter` and commit");
    assert!(tilesets::project("{}").is_err());
}

#[test]
fn names_are_unique_over_the_sheets_of_things() {
    let mut names: Vec<String> = sheets::packed()
        .iter()
        .filter(|s| !["walls", "walls_tiled"].contains(&s.name))
        .flat_map(|s| s.places.iter().map(|(n, _)| n.clone()))
        .collect();
    names.sort();
    let all = names.len();
    names.dedup();
    assert_eq!(all, names.len(), "two entries share a name");
}

#[test]
fn every_decor_tile_has_a_picture() {
    let sheets = sheets::packed();
    for (id, (name, frame)) in decor::ids().into_iter().enumerate() {
        assert!(sheets.iter().any(|s| s.find(name, frame).is_some()), "decor tile {id}: {name} frame {frame}");
    }
}
