//! A small good town in a folder of its own, to be broken in one place at a time.

use std::{
    fs,
    path::{Path, PathBuf},
};

use smallville::data::{Data, File};

/// West to east.
pub const WIDTH: usize = 12;
/// North to south.
pub const HEIGHT: usize = 10;

/// Walls `#`, window `w`, door `+`, blocked `x`, a seat or bed `e`, free `.`; the yard is below the house.
const PLAN: [&str; HEIGHT] = [
    "............",
    ".###w####...",
    ".#...#..#...",
    ".#xe.+..#...",
    ".#...#..#...",
    ".##+#####...",
    "............",
    "..........e.",
    "............",
    "............",
];

/// The town's files in a folder of their own.
pub struct Small {
    folder: tempfile::TempDir,
}

impl Small {
    /// Written anew.
    pub fn new() -> Self {
        let small = Self { folder: tempfile::tempdir().expect("a folder") };
        for folder in ["maps", "assets/pictures"] {
            fs::create_dir_all(small.at(folder)).expect("a folder");
        }
        for picture in ["ground", "walls", "outdoors", "collision"] {
            small.write(&format!("assets/pictures/{picture}.png"), b"not looked at");
        }
        small.write("secret.tsx", sheet("secret", 4, "").as_bytes());
        small.write("maps/ground.tsx", sheet("ground", 4, "").as_bytes());
        let classes = [(0, "wall"), (1, "window"), (2, "door")];
        small.write("maps/walls.tsx", sheet("walls", 3, &tiles(&classes)).as_bytes());
        small.write("maps/collision.tsx", sheet("collision", 2, &tiles(&[(0, "blocked"), (1, "end")])).as_bytes());
        small.write("maps/decor.tsx", DECOR.as_bytes());
        small.write("maps/small.tmx", town().as_bytes());
        small
    }

    /// A path inside.
    pub fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The map.
    pub fn map(&self) -> PathBuf {
        self.at("maps/small.tmx")
    }

    /// The map, to be read.
    pub fn file(&self) -> File {
        File::on_disk(self.map())
    }

    /// The game's files beside it.
    pub fn data(&self) -> Data {
        Data::only(self.at(""))
    }

    /// Puts a file there.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        fs::write(self.at(path), bytes).expect("a file");
    }

    /// Changes the first place in a file where `old` stands.
    pub fn change(&self, path: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.at(path)).expect("a text");
        assert!(text.contains(old), "{path} does not hold {old:?}");
        self.write(path, text.replacen(old, new, 1).as_bytes());
    }

    /// The map's text.
    pub fn text(&self) -> String {
        read(&self.map())
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

const DECOR: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="decor" tilewidth="32" tileheight="48" tilecount="1" columns="0">
 <tile id="7" type="Decor" x="0" y="0" width="32" height="48">
  <properties><property name="frame" type="int" value="0"/><property name="picture" value="tree/oak"/></properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
</tileset>
"#;

fn sheet(name: &str, count: usize, tiles: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="{name}" tilewidth="16" tileheight="16" spacing="1" tilecount="{count}" columns="{count}">
 <image source="../assets/pictures/ground.png" width="{}" height="16"/>
{tiles}</tileset>
"#,
        count * 17
    )
}

fn tiles(classes: &[(u32, &str)]) -> String {
    classes.iter().map(|(id, class)| format!(" <tile id=\"{id}\" type=\"{class}\"/>\n")).collect()
}

/// One tile layer by what each letter of the plan stands for.
fn layer(id: usize, name: &str, number: impl Fn(char) -> u32) -> String {
    let row = |row: &str| row.chars().map(|letter| number(letter).to_string()).collect::<Vec<_>>().join(",");
    let rows = PLAN.map(row).join(",\n");
    format!(
        r#" <layer id="{id}" name="{name}" width="{WIDTH}" height="{HEIGHT}">
  <data encoding="csv">
{rows}
</data>
 </layer>
"#
    )
}

fn town() -> String {
    let layers = [
        layer(1, "grass", |_| 1),
        layer(2, "path", |letter| if letter == '+' { 3 } else { 0 }),
        layer(3, "walls", |letter| "#w+".find(letter).map_or(0, |n| 11 + n as u32)),
        layer(4, "decor", |_| 0),
        layer(5, "collision", |letter| match letter {
            '#' | 'w' | 'x' => 41,
            'e' => 42,
            _ => 0,
        }),
    ]
    .concat();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="{WIDTH}" height="{HEIGHT}" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" source="ground.tsx"/>
 <tileset firstgid="11" source="walls.tsx"/>
 <tileset firstgid="21" source="decor.tsx"/>
 <tileset firstgid="41" source="collision.tsx"/>
{layers}{OBJECTS}</map>
"#
    )
}

const OBJECTS: &str = r#" <objectgroup id="6" name="Sectors">
  <object id="1" name="Ada's house" type="Sector" x="16" y="16" width="128" height="80">
   <properties><property name="owner" value="Ada One, Bo Two"/><property name="opening_hours" value="08:00-20:00"/></properties>
  </object>
  <object id="2" name="Yard" type="Sector" x="144" y="96"><polygon points="0,0 48,0 48,64 0,64"/></object>
 </objectgroup>
 <objectgroup id="7" name="Arenas">
  <object id="3" name="bedroom" type="Arena" x="32" y="32" width="48" height="48">
   <properties><property name="sector" value="Ada's house"/></properties>
  </object>
  <object id="4" name="bathroom" type="Arena" x="96" y="32" width="32" height="48">
   <properties><property name="sector" value="Ada's house"/><property name="capacity" type="int" value="1"/></properties>
  </object>
  <object id="5" name="lawn" type="Arena" x="144" y="96" width="48" height="64">
   <properties><property name="sector" value="Yard"/><property name="indoor" type="bool" value="false"/></properties>
  </object>
 </objectgroup>
 <objectgroup id="8" name="Objects">
  <object id="6" name="bed" type="Object" x="32" y="48" width="32" height="16">
   <properties>
    <property name="affordances" value="sleep, rest"/><property name="arena" value="bedroom"/>
    <property name="kind" value="bed"/><property name="rest_state" value="made"/>
    <property name="sector" value="Ada's house"/>
   </properties>
  </object>
  <object id="7" name="bench" type="Object" x="160" y="112" width="16" height="16">
   <properties>
    <property name="affordances" value="sit"/><property name="arena" value="lawn"/><property name="kind" value="bench"/>
    <property name="capacity" type="int" value="2"/><property name="sector" value="Yard"/>
   </properties>
  </object>
 </objectgroup>
 <objectgroup id="9" name="Spots">
  <object id="8" type="Spot" x="56" y="56">
   <properties><property name="of" type="object" value="6"/></properties><point/>
  </object>
  <object id="9" type="Spot" x="168" y="120">
   <properties><property name="of" type="object" value="7"/><property name="facing" value="down"/></properties><point/>
  </object>
 </objectgroup>
 <objectgroup id="10" name="Spawns">
  <object id="10" name="newcomer" type="Spawn" x="8" y="152"><point/></object>
 </objectgroup>
"#;
