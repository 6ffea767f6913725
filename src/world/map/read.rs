//! A map file in, a town or every fault of it out.

use std::{io, path::Path};

use super::{
    TownMap, build, prepass,
    sources::{Faults, Sources},
    xml,
};
use crate::{
    data::{Data, File},
    world::Fault,
};

impl TownMap {
    /// Reads a map that Tiled has written. Its id is the file's name, or the folder's for a `map.tmx`.
    ///
    /// # Errors
    /// Every fault that could be found; at least one.
    pub fn read(tmx: &File, data: &Data) -> Result<TownMap, Vec<Fault>> {
        let mut faults = Faults::of(tmx.path());
        let town = read(tmx, data, &mut faults);
        let faults = faults.into_list();
        match town {
            Some(town) if faults.is_empty() => Ok(town),
            _ => Err(faults),
        }
    }
}

/// Every fault of a map; none: it can be played on.
pub fn check_map(tmx: &File, data: &Data) -> Vec<Fault> {
    TownMap::read(tmx, data).err().unwrap_or_default()
}

fn read(tmx: &File, data: &Data, faults: &mut Faults) -> Option<TownMap> {
    let mut sources = Sources::new(tmx, data);
    let text = sources.read(tmx).map_err(|why| faults.add_unread(tmx, &why)).ok()?;
    let advice = "open it in Tiled and save it again";
    let root =
        xml::parse(&text).map_err(|broken| faults.add(format!("line {}", broken.line), broken.what, advice)).ok()?;
    let lines = prepass::check(&root, &mut sources, faults)?;
    let mut loader = tiled::Loader::with_reader(|path: &Path| -> io::Result<_> { sources.open(path) });
    let map = loader.load_tmx_map(tmx.name()).map_err(|error| faults.add("", error.to_string(), advice)).ok()?;
    Some(build::town(name(tmx.path()), &map, &lines, faults))
}

fn name(tmx: &Path) -> String {
    let stem = tmx.file_stem().unwrap_or_default();
    let folder = tmx.parent().and_then(Path::file_name).filter(|_| stem == "map");
    folder.unwrap_or(stem).to_string_lossy().into_owned()
}
