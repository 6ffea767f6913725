//! Files that are no good as files: too few cells, groups nested without end, templates that name themselves, sizes of
//! 2^32, tiles that are in no tileset, paths that lead anywhere.

use super::{Small, faults_after, map_says, says_after};

/// The whole map replaced.
fn instead(bytes: &[u8], says: &[&str]) {
    says_after(|small| small.write("maps/small.tmx", bytes), says);
}

/// Everything after a place in the map.
fn after(mark: &str, new: &str, says: &[&str]) {
    map_says(mark, &format!("{mark}{new}"), says);
}

#[test]
fn files_that_are_no_map() {
    instead(b"", &["maps/small.tmx, line 1", "does not have a root node"]);
    instead(b"this is a map, honestly", &["line 1", "not well-formed XML"]);
    instead(br#"{"type": "map", "width": 3}"#, &["line 1", "not well-formed XML"]);
    instead(b"<tileset name=\"x\"/>", &["line 1", "<tileset>, not a map"]);
    instead(b"<map\0/>", &["line 1", "not well-formed XML"]);
    instead(b"<map>\n\xFF\xFE</map>", &["line 2", "not UTF-8 text"]);
    instead(b"<?xml version=\"1.0\" encoding=\"UTF-16\"?><map/>", &["encoding is not UTF-8"]);
    instead(b"<map/><map/>", &["not well-formed XML"]);
    says_after(|small| std::fs::remove_file(small.map()).expect("a file"), &["maps/small.tmx", "cannot be read"]);
    says_after(
        |small| {
            std::fs::remove_file(small.map()).expect("a file");
            std::fs::create_dir(small.map()).expect("a folder");
        },
        &["it is not a file"],
    );
}

#[test]
fn maps_cut_short_or_badly_nested() {
    says_after(
        |small| {
            let text = small.text();
            small.write("maps/small.tmx", text[..text.len() / 2].rsplit_once('\n').expect("lines").0.as_bytes());
        },
        &["never closed"],
    );
    map_says("</objectgroup>\n</map>\n", "</objectgroup", &["line ", "not well-formed XML"]);
    map_says("</objectgroup>", "</object>", &["line "]);
    map_says(" infinite=\"0\"", " width=\"12\"", &["line 2", "already defined"]);
    // Whatever hides a closing tag from the eye, or shows one that is none.
    for group in ["<group>", "<group name='/>'>", "<!--></group>--><group>", "<group><![CDATA[</group>]]>"] {
        after("infinite=\"0\">", &group.repeat(20_000), &["line 2", "nested deeper than 64"]);
    }
    after(
        "infinite=\"0\">",
        &format!("{}{}", "<group>".repeat(12), "</group>".repeat(12)),
        &["line 2", "a group of layers"],
    );
}

#[test]
fn entities_are_not_expanded() {
    let bomb = "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    map_says("<map ", &format!("{bomb}<map "), &["DTD"]);
    let file = "<!DOCTYPE map [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>";
    map_says("<map ", &format!("{file}<map "), &["DTD"]);
    map_says("Ada's house", "&lol;", &["line "]);
}

#[test]
fn sizes_are_bounded() {
    for (side, other) in [("width", "12"), ("height", "10")] {
        for bad in ["4294967295", "1025", "0", "-3", "1e3", "", "99999999999999999999"] {
            map_says(
                &format!("{side}=\"{other}\""),
                &format!("{side}=\"{bad}\""),
                &["line 2", &format!("<map> has {side}")],
            );
        }
    }
    map_says("infinite=\"0\"", "infinite=\"1\"", &["line 2", "infinite"]);
    map_says("orthogonal", "hexagonal", &["line 2", "orientation"]);
    map_says("tilewidth=\"16\"", "tilewidth=\"0\"", &["line 2", "tilewidth must be 16"]);
    let long = "x".repeat(10 << 20);
    map_says("Ada's house", &long, &["longer than 8388608 bytes"]);
    map_says("Ada's house", &long[..1 << 20], &["longer than 80 letters"]);
    let many: String = (100..20_200)
        .map(|id| format!("<object id=\"{id}\" type=\"Spawn\" x=\"8\" y=\"8\"><point/></object>"))
        .collect();
    after("name=\"Spawns\">", &many, &["20110 objects", "at most 20000"]);
    after("name=\"Spawns\">", &"<object id=\"77\"/>".repeat(430_000), &["nodes limit"]);
}

#[test]
fn layers_must_be_whole() {
    map_says("\n1,1,1,", "\n1,1,", &["layer \"grass\"", "119 cells, not 12 x 10 = 120"]);
    map_says("\n1,1,1,", "\n1,1,1,1,", &["layer \"grass\"", "121 cells"]);
    map_says("\n1,1,1,", "\n1,x,1,", &["layer \"grass\", cell (1, 0)", "\"x\" is not the number"]);
    map_says("\n1,1,1,", "\n1,-7,1,", &["layer \"grass\", cell (1, 0)", "\"-7\""]);
    map_says("\n1,1,1,", "\n1,1,4294967296,", &["layer \"grass\", cell (2, 0)", "\"4294967296\""]);
    map_says("\n1,1,1,", "\n1,9,1,", &["layer \"grass\", cell (1, 0)", "no tileset has the tile"]);
    map_says("\n1,1,1,", "\n1,21,1,", &["layer \"grass\", cell (1, 0)", "no tileset has the tile"]);
    map_says("\n1,1,1,", "\n1,4000,1,", &["layer \"grass\", cell (1, 0)", "no tileset has the tile"]);
    map_says("\n1,1,1,", "\n1,2147483649,1,", &["layer \"grass\", cell (1, 0)", "flipped"]);
    map_says("encoding=\"csv\"", "encoding=\"base64\"", &["layer \"grass\"", "\"base64\"", "CSV"]);
    map_says("encoding=\"csv\"", "encoding=\"csv\" compression=\"zstd\"", &["layer \"grass\"", "CSV"]);
    map_says(" encoding=\"csv\"", "", &["layer \"grass\"", "\"XML\""]);
    after(
        "<data encoding=\"csv\">",
        "<chunk x=\"0\" y=\"0\" width=\"16\" height=\"16\">1</chunk>",
        &["layer \"grass\""],
    );
    map_says("name=\"grass\" width=\"12\"", "name=\"grass\" width=\"13\"", &["<layer> has width \"13\""]);
    map_says("name=\"path\"", "name=\"grass\"", &["second layer named \"grass\""]);
    map_says("name=\"path\"", "name=\"paths\"", &["unknown tile layer \"paths\""]);
    map_says("name=\"Spawns\"", "name=\"Spawn points\"", &["unknown object layer \"Spawn points\""]);
    map_says("name=\"collision\"", "name=\"decor2\"", &["no tile layer \"collision\""]);
    after(
        "infinite=\"0\">",
        "<imagelayer id=\"70\" name=\"sky\"><image source=\"/etc/passwd\"/></imagelayer>",
        &["an image layer"],
    );
}

#[test]
fn tilesets_must_be_sound() {
    let ground = |old: &'static str, new: &'static str| move |small: &Small| small.change("maps/ground.tsx", old, new);
    map_says("ground.tsx", "nowhere.tsx", &["maps/small.tmx, line 3", "there is no file \"nowhere.tsx\""]);
    map_says("firstgid=\"1\" ", "", &["line 3", "has no firstgid"]);
    map_says("firstgid=\"11\"", "firstgid=\"3\"", &["line 4", "begin before"]);
    map_says("firstgid=\"1\"", "firstgid=\"4294967295\"", &["line 3", "firstgid"]);
    map_says("walls.tsx", "ground.tsx", &["line 4", "listed twice"]);
    map_says(
        "<tileset firstgid=\"1\" source=\"ground.tsx\"/>",
        "<tileset firstgid=\"1\" name=\"g\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"4\"/>",
        &["line 3", "a tileset is embedded in the map"],
    );
    says_after(ground("tilewidth=\"16\"", "tilewidth=\"0\""), &["maps/ground.tsx, line 2", "tilewidth \"0\""]);
    says_after(ground("columns=\"4\"", "columns=\"0\""), &["maps/ground.tsx, line 2", "columns \"0\""]);
    says_after(ground(" columns=\"4\"", ""), &["maps/ground.tsx, line 2", "no columns"]);
    says_after(ground("tilecount=\"4\"", "tilecount=\"4294967295\""), &["maps/ground.tsx, line 2", "tilecount"]);
    says_after(ground("name=\"ground\"", "name=\"walls\""), &["maps/walls.tsx, line 2", "\"walls\" is empty or taken"]);
    says_after(|small| small.write("maps/ground.tsx", b""), &["maps/ground.tsx, line 1", "does not have a root node"]);
    says_after(|small| small.write("maps/ground.tsx", b"\xFF\xFE<"), &["maps/ground.tsx", "not UTF-8"]);
    says_after(|small| small.write("maps/ground.tsx", &vec![b' '; 9 << 20]), &["maps/ground.tsx", "8388608 bytes"]);
}

#[test]
fn files_that_include_themselves() {
    map_says("ground.tsx", "small.tmx", &["maps/small.tmx, line 2", "<map>, not a tileset"]);
    says_after(
        |small| small.write("maps/ground.tsx", b"<tileset firstgid=\"1\" source=\"ground.tsx\"/>"),
        &["maps/ground.tsx, line 1", "not a tileset of its own"],
    );
    says_after(
        |small| {
            small.write("maps/ground.tsx", b"<tileset source=\"walls.tsx\"/>");
            small.write("maps/walls.tsx", b"<tileset source=\"ground.tsx\"/>");
        },
        &["maps/walls.tsx, line 1", "not a tileset of its own"],
    );
    let itself = "<template><object id=\"1\" template=\"self.tx\"/></template>";
    says_after(
        |small| {
            small.write("maps/self.tx", itself.as_bytes());
            small.change("maps/small.tmx", "<object id=\"1\" ", "<object id=\"1\" template=\"self.tx\" ");
        },
        &["maps/small.tmx", "made from a template"],
    );
}

#[test]
fn no_path_leaves_the_folder() {
    let outside = ["../secret.tsx", "../../../../../../../etc/passwd", "../nowhere.tsx", "x/../../secret.tsx"];
    for path in outside {
        map_says("ground.tsx", path, &["maps/small.tmx, line 3", "leads out of the map's folder"]);
    }
    for path in
        ["/etc/passwd", "C:\\\\secret.tsx", "file:///etc/passwd", "https://example.org/a.tsx", "..\\\\secret.tsx", ""]
    {
        map_says("ground.tsx", path, &["maps/small.tmx, line 3", "not relative"]);
    }
    says_after(
        |small| small.change("maps/ground.tsx", "../assets/pictures/ground.png", "../secret.tsx"),
        &["maps/ground.tsx, line 3", "leads out of the map's folder"],
    );
    says_after(
        |small| small.change("maps/ground.tsx", "source=\"../assets/pictures/ground.png\"", "format=\"png\""),
        &["maps/ground.tsx, line 3", "a picture is embedded in the tileset"],
    );
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_and_no_pipe_is_waited_for() {
    says_after(
        |small| {
            std::os::unix::fs::symlink(small.at("secret.tsx"), small.at("maps/link.tsx")).expect("a link");
            small.change("maps/small.tmx", "ground.tsx", "link.tsx");
        },
        &["line 3", "leads out of the map's folder"],
    );
    says_after(
        |small| {
            std::fs::remove_file(small.at("maps/ground.tsx")).expect("a file");
            std::os::unix::fs::symlink("ground.tsx", small.at("maps/ground.tsx")).expect("a link");
        },
        &["line 3", "ground.tsx"],
    );
    says_after(
        |small| {
            std::fs::remove_file(small.at("maps/ground.tsx")).expect("a file");
            let pipe = small.at("maps/ground.tsx");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            if !made.is_ok_and(|status| status.success()) {
                std::fs::create_dir(&pipe).expect("a folder");
            }
        },
        &["maps/ground.tsx", "it is not a file"],
    );
}

#[test]
fn all_faults_are_named_at_once() {
    let faults = faults_after(|small| {
        small.change("maps/small.tmx", "\n1,1,1,", "\n1,2147483649,1,");
        small.change("maps/small.tmx", "08:00-20:00", "late");
        small.change("maps/small.tmx", "name=\"lawn\"", "name=\"\"");
        small.change(
            "maps/small.tmx",
            "name=\"of\" type=\"object\" value=\"6\"",
            "name=\"of\" type=\"object\" value=\"600\"",
        );
        small.change("maps/ground.tsx", "../assets/pictures/ground.png", "gone.png");
    });
    assert!(faults.len() >= 5, "{}", faults.join("\n"));
}
