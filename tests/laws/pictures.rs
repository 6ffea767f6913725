//! Whatever the town can show has a picture: every object at its size, every person, every emoji.

use std::collections::{BTreeMap, BTreeSet};

use smallville::{
    agent::Scenario,
    data::{Data, File},
    world::{Facing, Tile, TownMap},
};

use super::{files, none, root, scenarios};

/// The names in the index of a sheet.
fn index(sheet: &str) -> BTreeSet<String> {
    let path = root().join("assets/pictures").join(format!("{sheet}.json"));
    let text = std::fs::read_to_string(path).expect("the index of a sheet");
    let index: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).expect("an index");
    index.into_keys().collect()
}

/// Width and height of each group of cells that hang together.
fn sizes(cells: &[Tile]) -> BTreeSet<(i32, i32)> {
    let mut left: BTreeSet<Tile> = cells.iter().copied().collect();
    let mut sizes = BTreeSet::new();
    while let Some(first) = left.pop_first() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let around = Facing::ALL.map(|way| group[next].toward(way));
            group.extend(around.into_iter().filter(|cell| left.remove(cell)));
            next += 1;
        }
        let span = |along: fn(&Tile) -> i32| {
            let (least, most) = group.iter().map(along).fold((i32::MAX, i32::MIN), |(a, b), n| (a.min(n), b.max(n)));
            most - least + 1
        };
        sizes.insert((span(|cell| cell.x), span(|cell| cell.y)));
    }
    sizes
}

#[test]
fn every_object_has_a_picture() {
    let (data, furniture) = (Data::only(root()), index("furniture"));
    let mut faults = BTreeSet::new();
    for map in files(&root().join("maps"), &["tmx"]) {
        let map = TownMap::read(&File::on_disk(map), &data).expect("a good map");
        assert!(map.objects.len() > 50, "{} has hardly a thing in it", map.id);
        for object in &map.objects {
            let (kind, facing) = (&object.kind, format!("{:?}", object.facing).to_lowercase());
            let Some(row) = painter::things::kind(kind) else {
                faults.insert(format!("{}: the kind {kind:?} has no row in assets/things.toml: add one", map.id));
                continue;
            };
            for (width, depth) in sizes(&object.cells) {
                let name = format!("{}/{width}x{depth}/idle", kind.replace(' ', "_"));
                if !row.sizes.iter().any(|size| (size.width, size.depth) == (width, depth)) {
                    let size = format!("\"{width}x{depth}\"");
                    faults.insert(format!("{}: add {size} to the sizes of {kind:?} in assets/things.toml", map.id));
                } else if !furniture.contains(&name) && !furniture.contains(&format!("{name}/{facing}")) {
                    faults.insert(format!("there is no picture {name}: run `cargo run -p painter`"));
                }
            }
        }
    }
    none(&faults.into_iter().collect::<Vec<_>>());
}

#[test]
fn every_person_has_pictures() {
    let (data, people) = (Data::only(root()), index("people"));
    let mut faults = Vec::new();
    for id in scenarios() {
        for one in Scenario::open(&id, &data).expect("a good scenario").people {
            let look = &one.persona.look;
            // Parts are painted while the game runs; reading the scenario has checked their words.
            if look.contains('=') {
                continue;
            }
            let sides = ["south", "east", "north", "west"];
            let ways = sides.iter().flat_map(|side| [format!("walk/{side}"), format!("sit/{side}")]);
            for picture in ways.chain(["lie".to_string(), "portrait".to_string()]) {
                let name = format!("{look}/{picture}");
                if !people.contains(&name) {
                    faults.push(format!("{}: there is no picture {name}", one.file.display()));
                }
            }
        }
    }
    none(&faults);
}

/// Every emoji that the program can put on screen by itself: those of the built-in mind's lists, and those in code.
#[cfg(feature = "window")]
#[test]
fn every_emoji_has_a_picture() {
    use smallville::view::emoji::{spellings, split};
    use twemoji_assets::png::PngTwemojiAsset;

    let known = |emoji: &str| spellings(emoji).iter().any(|one| PngTwemojiAsset::from_emoji(one).is_some());
    assert!(known("☕") && !known("§"));
    let (mut faults, mut count) = (Vec::new(), 0);
    let mut look = |place: String, text: &str| {
        for emoji in split(text).into_iter().filter(|one| !one.is_ascii() && !PLAIN.contains(&one.as_str())) {
            count += 1;
            if !known(&emoji) {
                faults.push(format!("{place}: there is no picture of {emoji} ({})", emoji.escape_unicode()));
            }
        }
    };
    for file in files(&root().join("src/mind/rules/data"), &["txt"]) {
        let text = std::fs::read_to_string(&file).expect("a text");
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            look(format!("{}:{}", file.display(), n + 1), line);
        }
    }
    let things = std::fs::read_to_string(root().join("assets/things.toml")).expect("a text");
    things.lines().enumerate().for_each(|(n, line)| look(format!("assets/things.toml:{}", n + 1), line));
    for source in super::source::Source::all() {
        if !source.path.starts_with("src/view") {
            source.code.lines().enumerate().for_each(|(n, line)| look(format!("{}:{}", source.path, n + 1), line));
        }
    }
    assert!(count > 100, "only {count} emoji were found");
    none(&faults);
}

/// Signs of print that are no emoji.
#[cfg(feature = "window")]
const PLAIN: [&str; 23] = [
    "—", "–", "…", "·", "’", "‘", "“", "”", "„", "«", "»", "‹", "›", "×", "、", "，", "；", "：", "「", "」", "『",
    "』", "→",
];
