//! Bad maps: each is refused with a fault that says what and where; none brings the program down.

mod form;
mod meaning;
mod mutations;
mod small;

use smallville::world::map::{TownMap, check_map};

use self::small::Small;

/// The faults of the small town after one change, as people read them.
fn faults_after(change: impl FnOnce(&Small)) -> Vec<String> {
    let small = Small::new();
    change(&small);
    let folder = format!("{}/", small.at("").display()).replace("//", "/");
    let begun = std::time::Instant::now();
    let faults = check_map(&small.file(), &small.data());
    assert!(begun.elapsed().as_secs() < 10, "it took {:?}", begun.elapsed());
    faults.iter().map(|fault| fault.to_string().replace(&folder, "")).collect()
}

/// Changes the map in one place; some fault must say all of `says`.
fn map_says(old: &str, new: &str, says: &[&str]) {
    says_after(|small| small.change("maps/small.tmx", old, new), says);
}

/// Some fault must say all of `says` after the change.
fn says_after(change: impl FnOnce(&Small), says: &[&str]) {
    let faults = faults_after(change);
    let said = faults.iter().any(|fault| says.iter().all(|part| fault.contains(part)));
    assert!(said, "no fault says {says:?}; there are:\n{}", faults.join("\n"));
}

#[test]
fn the_small_town_is_good_before_it_is_broken() {
    let small = Small::new();
    let town = TownMap::read(&small.file(), &small.data()).expect("no faults");
    assert_eq!((town.sectors.len(), town.arenas.len(), town.objects.len(), town.spots.len()), (2, 4, 2, 2));
    assert_eq!(town.sectors[0].owners, ["Ada One", "Bo Two"]);
    assert_eq!(town.arenas[2].capacity, Some(1));
}

/// A town of the greatest size that is nothing but one room over the other is refused in good time.
#[test]
fn the_greatest_town_takes_no_longer_than_it_must() {
    let cells = vec!["1"; 1024 * 1024].join(",");
    let empty = vec!["0"; 1024 * 1024].join(",");
    let layer = |id: u32, name: &str, cells: &str| {
        format!(
            "<layer id=\"{id}\" name=\"{name}\" width=\"1024\" height=\"1024\"><data encoding=\"csv\">{cells}</data></layer>"
        )
    };
    let shape = |id: usize, name: String, class: &str, more: &str| {
        format!(
            "<object id=\"{id}\" name=\"{name}\" type=\"{class}\" x=\"0\" y=\"0\" width=\"16384\" height=\"16384\">{more}</object>"
        )
    };
    let of = "<properties><property name=\"sector\" value=\"s0\"/><property name=\"arena\" value=\"a0\"/><property name=\"kind\" value=\"k\"/></properties>";
    let part = "<properties><property name=\"sector\" value=\"s0\"/></properties>";
    let sectors: String = (0..400).map(|n| shape(n + 1, format!("s{n}"), "Sector", "")).collect();
    let arenas: String = (0..3000).map(|n| shape(n + 1000, format!("a{n}"), "Arena", part)).collect();
    let objects: String = (0..6000).map(|n| shape(n + 10_000, format!("o{n}"), "Object", of)).collect();
    let text = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1024\" height=\"1024\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" source=\"ground.tsx\"/>{}{}<objectgroup id=\"4\" name=\"Sectors\">{sectors}</objectgroup><objectgroup id=\"5\" name=\"Arenas\">{arenas}</objectgroup><objectgroup id=\"6\" name=\"Objects\">{objects}</objectgroup><objectgroup id=\"7\" name=\"Spots\"/><objectgroup id=\"8\" name=\"Spawns\"/></map>",
        layer(1, "grass", &cells),
        layer(2, "collision", &empty),
    );
    says_after(|small| small.write("maps/small.tmx", text.as_bytes()), &["overlaps the sector"]);
}
