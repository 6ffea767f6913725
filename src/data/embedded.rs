//! The files inside the program. A build without optimisations reads them from the checkout instead, so that an edited
//! prompt needs no build.

use std::{borrow::Cow, collections::BTreeSet};

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets/scenarios"]
#[prefix = "assets/scenarios/"]
struct Scenarios;

#[derive(RustEmbed)]
#[folder = "assets/pictures"]
#[prefix = "assets/pictures/"]
struct Pictures;

#[derive(RustEmbed)]
#[folder = "maps"]
#[prefix = "maps/"]
struct Maps;

#[derive(RustEmbed)]
#[folder = "prompts"]
#[prefix = "prompts/"]
struct Prompts;

#[derive(RustEmbed)]
#[folder = "assets/recordings"]
#[prefix = "assets/recordings/"]
struct Recordings;

/// The content of `path`, such as `maps/ground.tsx`.
pub(super) fn get(path: &str) -> Option<Cow<'static, [u8]>> {
    let all = [Scenarios::get, Pictures::get, Maps::get, Prompts::get, Recordings::get];
    all.into_iter().find_map(|get| get(path)).map(|file| file.data)
}

/// The paths of all files, sorted.
pub(super) fn paths() -> BTreeSet<Cow<'static, str>> {
    let all = Scenarios::iter().chain(Pictures::iter()).chain(Maps::iter());
    all.chain(Prompts::iter()).chain(Recordings::iter()).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn what_the_game_reads_is_embedded_and_nothing_else() {
        let paths = paths();
        for path in ["assets/scenarios/the_ville/scenario.toml", "assets/pictures/walls.json", "maps/ground.tsx"] {
            let ours = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the checkout");
            assert!(paths.contains(path), "{path} is missing: {paths:?}");
            assert_eq!(get(path).as_deref(), Some(ours.as_slice()), "{path}");
        }
        assert!(paths.iter().all(|path| !path.contains("painter")), "{paths:?}");
        assert!(paths.iter().all(|path| get(path).is_some()));
        assert_eq!(get("Cargo.toml"), None);
        assert_eq!(get("prompts/../Cargo.toml"), None);
        let size: usize = paths.iter().filter_map(|path| get(path)).map(|file| file.len()).sum();
        assert!(size < 6 << 20, "{size} bytes inside the program");
    }
}
