//! `smallville export F.town --html out.html`: a recorded day as one page that plays in any browser, without a network.
//!
//! | file | concern |
//! |---|---|
//! | `day` | what happened, as the page plays it |
//! | `news` | the ways of news |
//! | `pictures` | the painter's sheets |
//! | `scene`, `rooms`, `things` | the town as a list of pictures, from `src/drawing/` |
//!
//! Rule: whatever stands in a save goes into the page as one packed text and never as markup or script; the page says
//! by its policy that nothing is loaded, and names its one script by its hash.

mod day;
mod news;
mod pictures;
mod rooms;
mod scene;
mod things;

use std::{io::Write, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, write::ZlibEncoder};
use serde::Serialize;
use sha2::{Digest, Sha256};

use self::{
    day::{Day, Texts, day},
    pictures::Pictures,
    scene::Scene,
};
use crate::{agent::Scenario, data::Data, save::Save, town::TownError, world::TownMap};

const HTML: &str = include_str!("../../../assets/page/page.html");
const STYLE: &str = include_str!("../../../assets/page/page.css");
/// The parts of the script, in the order in which they are read.
const SCRIPTS: [&str; 12] = [
    include_str!("../../../assets/page/data.js"),
    include_str!("../../../assets/page/time.js"),
    include_str!("../../../assets/page/camera.js"),
    include_str!("../../../assets/page/ground.js"),
    include_str!("../../../assets/page/people.js"),
    include_str!("../../../assets/page/night.js"),
    include_str!("../../../assets/page/bubbles.js"),
    include_str!("../../../assets/page/person.js"),
    include_str!("../../../assets/page/lists.js"),
    include_str!("../../../assets/page/timeline.js"),
    include_str!("../../../assets/page/input.js"),
    include_str!("../../../assets/page/main.js"),
];

/// All that the page is told.
#[derive(Serialize)]
struct Told<'a> {
    name: &'a str,
    start: &'a str,
    tick_seconds: u32,
    ticks: u64,
    texts: &'a [String],
    scene: &'a Scene,
    day: &'a Day,
}

/// Writes the page of a save.
///
/// # Errors
/// Why the save cannot be read or the page cannot be written.
pub fn write(save: &Path, html: &Path, data: &Data) -> Result<(), TownError> {
    let (page, file) = (page(save, data)?, html.display());
    super::write_file(html, &page, "name another file with --html")?;
    let size = page.len() as f64 / 1e6;
    crate::say!("{file}: {size:.1} MB; open it in a browser");
    Ok(())
}

/// The page of a save.
fn page(save: &Path, data: &Data) -> Result<String, TownError> {
    let save = Save::read(save)?;
    let meta = save.meta();
    let begun = data.with_saved(save.files()?);
    let scenario = Scenario::open(&meta.scenario, &begun)?;
    let map = TownMap::read(&scenario.map, &begun)?;
    let mut pictures = Pictures::read(data)?;
    let mut texts = Texts::default();
    let day = day(&save, &map, &scenario.news, &mut pictures, &mut texts)?;
    let mut scene = Scene::of(&map, &mut pictures);
    scene.pictures = std::mem::take(&mut pictures.table);
    let told = Told {
        name: &meta.name,
        start: &meta.start,
        tick_seconds: meta.tick_seconds.max(1),
        ticks: meta.tick,
        texts: &texts.all,
        scene: &scene,
        day: &day,
    };
    let unwritten = |why: String| TownError::Message(format!("the page cannot be put together: {why}"));
    let json = serde_json::to_vec(&told).map_err(|why| unwritten(why.to_string()))?;
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&json).map_err(|why| unwritten(why.to_string()))?;
    let packed = packer.finish().map_err(|why| unwritten(why.to_string()))?;
    Ok(assemble(&packed, &pictures.files))
}

/// Puts the parts of a page together. Nothing that a save says is among them but what is packed.
fn assemble(packed: &[u8], sheets: &[Vec<u8>]) -> String {
    let block = |class: &str, bytes: &[u8]| {
        let text = BASE64_STANDARD.encode(bytes);
        format!("<script type=\"text/plain\" class=\"{class}\">{text}</script>\n")
    };
    let data = sheets.iter().map(|sheet| block("sheet", sheet)).collect::<String>() + &block("town", packed);
    let script = format!("(() => {{\n'use strict';\n{}}})();\n", SCRIPTS.concat());
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'",
        hash(&script),
        hash(STYLE)
    );
    HTML.replace("{policy}", &policy).replace("{style}", STYLE).replace("{data}", &data).replace("{script}", &script)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_policy_names_the_one_script_and_the_one_style() {
        let page = assemble(b"packed", &[b"sheet".to_vec()]);
        let between = |from: &str, to: &str| {
            let rest = page.split_once(from).expect("its beginning").1;
            rest.split_once(to).expect("its end").0.to_owned()
        };
        let policy = between("http-equiv=\"Content-Security-Policy\" content=\"", "\"");
        for text in [between("<script>", "</script>"), between("<style>", "</style>")] {
            let hash = BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
            assert!(policy.contains(&format!("'sha256-{hash}'")), "{policy}");
        }
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe") && !policy.contains("http"));
        assert_eq!(page.matches("<script>").count(), 1);
        assert!(!["{policy}", "{style}", "{data}", "{script}"].iter().any(|hole| page.contains(hole)));
        // Nothing is named that would have to be loaded.
        assert!(!["src=", "href=", "url(", "@import", "http://", "https://"].iter().any(|word| page.contains(word)));
    }

    #[test]
    fn a_file_that_is_no_save_is_refused_in_a_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("no.town");
        let refused = |file: &std::path::Path| page(file, &Data::built_in()).map(|_| ()).unwrap_err().to_string();
        assert!(!refused(&file).is_empty(), "a file that is not there");
        fs::write(&file, "no save at all, but long enough to be looked at").expect("a file");
        assert!(!refused(&file).contains('\n'), "a file of words");
    }
}
