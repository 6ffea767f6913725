//! Maps that are good files and no good towns.

use super::{map_says, says_after};

#[test]
fn names_and_places() {
    map_says("Ada's house\" type", "\" type", &["object 1", "it has no name"]);
    map_says("name=\"Yard\"", "name=\"Ada's house\"", &["object 2", "another sector"]);
    map_says("name=\"bathroom\"", "name=\"bedroom\"", &["object 4", "another arena \"bedroom\" in \"Ada's house\""]);
    map_says("name=\"lawn\"", "name=\" lawn\"", &["object 5", "space"]);
    map_says("name=\"lawn\"", "name=\"a: b\"", &["object 5", "< >"]);
    map_says(
        "<property name=\"sector\" value=\"Yard\"/>",
        "<property name=\"sector\" value=\"Yrad\"/>",
        &["object 5 \"lawn\"", "its sector \"Yrad\" is not on this map"],
    );
    map_says(
        "value=\"bedroom\"",
        "value=\"bedrom\"",
        &["object 6 \"bed\"", "its arena \"bedrom\" is not in", "bathroom, bedroom"],
    );
    says_after(
        |small| {
            let object = "<object id=\"70\" name=\"bed\" type=\"Object\" x=\"32\" y=\"32\" width=\"16\" height=\"16\"><properties><property name=\"kind\" value=\"bed\"/><property name=\"arena\" value=\"bedroom\"/><property name=\"sector\" value=\"Ada's house\"/></properties></object>";
            small.change("maps/small.tmx", "name=\"Objects\">", &format!("name=\"Objects\">{object}"));
        },
        &["object 6 \"bed\"", "another object \"bed\" in \"bedroom\""],
    );
    map_says("type=\"Sector\"", "type=\"Sektor\"", &["object 1", "its class is \"Sektor\""]);
    map_says("name=\"opening_hours\"", "name=\"openning\"", &["object 1", "a property \"openning\""]);
    map_says("id=\"2\" name=\"Yard\"", "id=\"1\" name=\"Yard\"", &["its id 1 is also that of the object in line"]);
}

#[test]
fn shapes() {
    map_says(
        "x=\"96\" y=\"32\" width=\"32\"",
        "x=\"144\" y=\"32\" width=\"32\"",
        &["object 4 \"bathroom\", cell (9, 2)", "outside its sector"],
    );
    map_says(
        "x=\"96\" y=\"32\" width=\"32\"",
        "x=\"64\" y=\"32\" width=\"32\"",
        &["object 4 \"bathroom\", cell (4, 2)", "overlaps the arena \"bedroom\""],
    );
    map_says("x=\"144\" y=\"96\"><polygon", "x=\"128\" y=\"80\"><polygon", &["object 2", "overlaps the sector"]);
    map_says("points=\"0,0 48,0 48,64 0,64\"", "points=\"0,0 48,0 32,64 0,64\"", &["object 2", "slanted"]);
    map_says("points=\"0,0 48,0 48,64 0,64\"", "points=\"0,0 nan,0\"", &["maps/small.tmx"]);
    map_says("points=\"0,0 48,0 48,64 0,64\"", "points=\"0,0 48,0\"", &["object 2", "covers no cell"]);
    map_says("points=\"0,0 48,0 48,64 0,64\"", "points=\"0,0 9999,0 9999,64 0,64\"", &["object 2"]);
    map_says("x=\"16\" y=\"16\"", "x=\"17\" y=\"16\"", &["object 1", "not on the border of a cell"]);
    map_says("x=\"16\" y=\"16\"", "x=\"inf\" y=\"16\"", &["its x is \"inf\""]);
    map_says("x=\"16\" y=\"16\"", "rotation=\"45\" x=\"16\" y=\"16\"", &["object 1", "rotated"]);
    map_says(
        "<point/></object>\n </objectgroup>\n</map>",
        "</object></objectgroup></map>",
        &["object 10", "not a point"],
    );
    map_says(
        "x=\"32\" y=\"48\" width=\"32\"",
        "x=\"80\" y=\"48\" width=\"32\"",
        &["object 6 \"bed\", cell (5, 3)", "outside its arena \"bedroom\""],
    );
    map_says(
        "name=\"kind\" value=\"bed\"/>",
        "name=\"kind\" value=\"bed\"/><property name=\"cells\" value=\"2,3 9,9\"/>",
        &["object 6", "cell (9, 9) is outside its rectangle"],
    );
    map_says(
        "x=\"32\" y=\"32\" width=\"48\"",
        "x=\"32\" y=\"32\" width=\"32\"",
        &["cell (4, 2)", "in none of its arenas"],
    );
}

#[test]
fn values() {
    for bad in ["8-20", "08:00", "25:00-26:00", "08:00-08:00", "soon"] {
        map_says("08:00-20:00", bad, &["object 1", "its opening_hours is", "08:00-20:00"]);
    }
    map_says("Ada One, Bo Two", "Ada One,, Bo Two", &["object 1", "its owner"]);
    map_says("type=\"int\" value=\"2\"", "type=\"int\" value=\"0\"", &["object 7 \"bench\"", "its capacity"]);
    map_says("type=\"int\" value=\"2\"", "type=\"int\" value=\"-2\"", &["object 7 \"bench\"", "its capacity"]);
    map_says("type=\"int\" value=\"2\"", "value=\"2\"", &["object 7 \"bench\"", "its capacity"]);
    map_says("type=\"int\" value=\"2\"", "type=\"int\" value=\"two\"", &["maps/small.tmx"]);
    map_says("type=\"bool\" value=\"false\"", "value=\"no\"", &["object 5", "true or false"]);
    map_says("name=\"kind\" value=\"bed\"", "name=\"stock\" value=\"food\"", &["object 6", "stock_full 0"]);
    map_says("name=\"kind\" value=\"bed\"", "name=\"kind\" value=\"\"", &["object 6", "no kind"]);
    map_says(
        "name=\"facing\" value=\"down\"",
        "name=\"facing\" value=\"south\"",
        &["object 9", "its facing is \"south\""],
    );
    map_says(
        "name=\"opening_hours\" value=\"08:00-20:00\"",
        "name=\"cap\" value=\"pink\"",
        &["object 1", "its cap is \"pink\""],
    );
}

#[test]
fn spots() {
    map_says(
        "name=\"of\" type=\"object\" value=\"6\"",
        "name=\"of\" type=\"object\" value=\"3\"",
        &["object 8", "belongs to no object"],
    );
    map_says(
        "name=\"of\" type=\"object\" value=\"6\"",
        "name=\"of\" value=\"6\"",
        &["object 8", "belongs to no object"],
    );
    map_says("x=\"56\" y=\"56\"", "x=\"40\" y=\"56\"", &["object 8", "cell (2, 3)", "blocked"]);
    map_says("x=\"56\" y=\"56\"", "x=\"88\" y=\"56\"", &["object 8", "cell (5, 3)", "doorway"]);
    map_says("x=\"56\" y=\"56\"", "x=\"104\" y=\"56\"", &["object 8", "cell (6, 3)", "neither on nor beside"]);
    map_says(
        "name=\"of\" type=\"object\" value=\"6\"",
        "name=\"of\" type=\"object\" value=\"7\"",
        &["object 6 \"bed\"", "no spot to use it from"],
    );
    map_says("x=\"8\" y=\"152\"", "x=\"8\" y=\"1520\"", &["object 10", "outside the map"]);
    map_says(
        "<object id=\"10\" name=\"newcomer\" type=\"Spawn\" x=\"8\" y=\"152\"><point/></object>",
        "",
        &["nobody can enter"],
    );
}

/// The n-th cell of a layer's text, given by its name, becomes another number.
fn paint(layer: &str, cells: &[((usize, usize), u32)]) -> impl FnOnce(&super::Small) {
    let (layer, cells) = (format!("name=\"{layer}\""), cells.to_vec());
    move |small| {
        let text = small.text();
        let from = text.find(&layer).expect("the layer");
        let from = from + text[from..].find("csv\">").expect("its cells") + 5;
        let to = from + text[from..].find("</data>").expect("its end");
        let mut numbers: Vec<String> = text[from..to].split(',').map(|cell| cell.trim().to_owned()).collect();
        for ((x, y), number) in cells {
            numbers[y * super::small::WIDTH + x] = number.to_string();
        }
        small.write("maps/small.tmx", format!("{}{}{}", &text[..from], numbers.join(","), &text[to..]).as_bytes());
    }
}

#[test]
fn ground_and_reach() {
    says_after(paint("collision", &[((3, 5), 41)]), &["layer \"collision\", cell (3, 5)", "door that cannot"]);
    says_after(paint("collision", &[((1, 1), 0)]), &["layer \"collision\", cell (1, 1)", "a wall that can be walked"]);
    says_after(paint("collision", &[((0, 0), 1)]), &["layer \"collision\", cell (0, 0)", "not from the tileset"]);
    says_after(paint("grass", &[((4, 4), 0)]), &["layer \"grass\", cell (4, 4)", "no grass"]);
    // Walled up: the whole house, then only the bed behind furniture.
    says_after(
        paint("collision", &[((3, 6), 41)]),
        &["object 8", "no way on foot to this spot of <Ada's house: bedroom: bed>"],
    );
    says_after(
        paint("collision", &[((3, 6), 41)]),
        &["object 3 \"bedroom\"", "no way on foot to Ada's house: bedroom"],
    );
    says_after(paint("collision", &[((3, 2), 41), ((4, 3), 41), ((3, 4), 41)]), &["no way on foot", "bed>"]);
    says_after(
        paint("collision", &[((6, 2), 41), ((6, 3), 41), ((6, 4), 41)]),
        &["object 4 \"bathroom\"", "no way on foot"],
    );
}
