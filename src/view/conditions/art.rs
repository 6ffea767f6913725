//! The pictures of conditions, in the town's own pixels and colours.

use bevy::{
    asset::RenderAssetUsages,
    image::ImageSampler,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

const FLAMES: [&[&str]; 3] = [
    &[
        "     #      ",
        "    #r#     ",
        "    #r##    ",
        "  # #rr#    ",
        " #r##ror#   ",
        " #rr#oor# # ",
        " #rorooor#r#",
        "#rrooyooorr#",
        "#rooyyyoor# ",
        "#roywwyyor# ",
        " #rywwwyr#  ",
        "  ##yyy##   ",
    ],
    &[
        "      #     ",
        "     #r#    ",
        "    #rr#    ",
        "   #ror# #  ",
        "   #roo##r# ",
        " ##rooor#r# ",
        "#r#rooorrr# ",
        "#rrooyyoor# ",
        " #royyyyor# ",
        " #ryywwyyr# ",
        "  #rwwwyr#  ",
        "   ##yy##   ",
    ],
    &[
        "            ",
        "   #    #   ",
        "  #r#  #r#  ",
        "  #r# #rr#  ",
        " #ro# #ror# ",
        " #roo#roor# ",
        "#rrooroorr# ",
        "#royyooyor# ",
        "#royywyyor# ",
        " #rywwwyr#  ",
        " #rrywyyr#  ",
        "  ##yyy##   ",
    ],
];
const PUFF: &[&str] = &["  ggg  ", " gllgg ", "glllggg", "gllgggd", " ggggd ", "  ddd  "];
const PUDDLE: [&[&str]; 2] = [
    &[
        "     bbbbbbbb   ",
        "  bbbcccbbbbbbb ",
        " bbbccbbbbbbbbbb",
        "bbbbbbbbbbwbbbbb",
        "bbbbbwwbbbbbbbb ",
        " bbbbbbbbbbbbb  ",
        "    bbbbbbb     ",
    ],
    &[
        "     bbbbbbbb   ",
        "  bbbbbbcccbbbb ",
        " bbbbbbbbccbbbbb",
        "bbbwbbbbbbbbbbbb",
        "bbbbbbbbwwbbbbb ",
        " bbbbbbbbbbbbb  ",
        "    bbbbbbb     ",
    ],
];
const GARLAND: &[&str] = &[
    "#              #",
    "r#            #y",
    "rr##        ##yy",
    "#r#c##    ##y#y#",
    " # ccb####oot # ",
    "   #c#bboo#t#   ",
    "    # #bo# #    ",
    "       ##       ",
];
const SIGN: &[&str] = &[
    " ######### ",
    "#ppppppppp#",
    "#pppprpppp#",
    "#pppprpppp#",
    "#pppprpppp#",
    "#pppprpppp#",
    "#ppppppppp#",
    "#pppprpppp#",
    "#ppppppppp#",
    " ####p#### ",
    "    ###    ",
    "     #     ",
];
const EMPTY: &[&str] = &[
    " ######### ",
    "#ppppppppp#",
    "#ppp###ppp#",
    "#pp#ppp#pp#",
    "#p#######p#",
    "#p#ppppp#p#",
    "#p#ppppp#p#",
    "#pp#####pp#",
    "#ppppppppp#",
    " ####p#### ",
    "    ###    ",
    "     #     ",
];

/// All of them as images.
#[derive(Resource, Clone, Debug)]
pub struct Art {
    /// Fire.
    pub flames: Vec<Handle<Image>>,
    /// Smoke.
    pub puff: Handle<Image>,
    /// Water on the floor.
    pub puddle: Vec<Handle<Image>>,
    /// Little flags on a string.
    pub garland: Handle<Image>,
    /// Something is not as it should be.
    pub sign: Handle<Image>,
    /// An empty basket.
    pub empty: Handle<Image>,
}

fn ink(letter: char) -> [u8; 4] {
    let [r, g, b] = match letter {
        '#' => [0x3a, 0x24, 0x50],
        'r' => [0xd2, 0x4e, 0x45],
        'o' => [0xf0, 0x8e, 0x68],
        'y' => [0xef, 0xb8, 0x45],
        'w' => [0xff, 0xf8, 0xe4],
        'g' => [0x9a, 0x8f, 0xa6],
        'l' => [0xc9, 0xc0, 0xd0],
        'd' => [0x6f, 0x60, 0x80],
        'b' => [0x4a, 0x9a, 0xcb],
        'c' => [0x9a, 0xe0, 0xee],
        't' => [0x55, 0xae, 0x98],
        'p' => [0xff, 0xf8, 0xe4],
        _ => return [0; 4],
    };
    [r, g, b, 255]
}

fn picture(rows: &[&str]) -> Image {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let pixels: Vec<u8> = rows.iter().flat_map(|row| row.chars()).flat_map(ink).collect();
    let size = Extent3d { width: width as u32, height: rows.len() as u32, depth_or_array_layers: 1 };
    let usage = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, usage);
    image.sampler = ImageSampler::nearest();
    image
}

/// Makes them.
pub fn plugin(app: &mut App) {
    let Some(mut images) = app.world_mut().get_resource_mut::<Assets<Image>>() else { return };
    let mut add = |rows: &[&str]| images.add(picture(rows));
    let art = Art {
        flames: FLAMES.iter().map(|rows| add(rows)).collect(),
        puff: add(PUFF),
        puddle: PUDDLE.iter().map(|rows| add(rows)).collect(),
        garland: add(GARLAND),
        sign: add(SIGN),
        empty: add(EMPTY),
    };
    app.insert_resource(art);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_rectangles() {
        for rows in FLAMES.iter().chain(&PUDDLE).chain(&[PUFF, GARLAND, SIGN, EMPTY]) {
            let width = rows[0].chars().count();
            assert!(rows.iter().all(|row| row.chars().count() == width), "{rows:?}");
        }
    }
}
