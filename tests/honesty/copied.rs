//! A scenario copied into a folder of its own, to be changed there.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use smallville::{agent::Scenario, data::Data, world::TownMap};

/// Scenario, map, tilesets and sheets in a data folder of their own.
pub struct Copied {
    folder: tempfile::TempDir,
    id: String,
}

impl Copied {
    /// A copy of one of ours. The sheets are empty: without a window nobody looks at them.
    pub fn of(id: &str) -> Self {
        let copied = Self { folder: tempfile::tempdir().expect("a folder"), id: id.into() };
        let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
        let inner = format!("assets/scenarios/{id}");
        for folder in ["maps", "assets/pictures", &inner] {
            fs::create_dir_all(copied.root().join(folder)).expect("a folder");
        }
        let scenario = Scenario::open(id, &Data::only(ours)).expect("a good scenario");
        copied.copy(ours, scenario.file.path().strip_prefix(ours).expect("a file of ours"));
        copied.copy(ours, scenario.map.path().strip_prefix(ours).expect("a map of ours"));
        for one in &scenario.people {
            let cast = copied.root().join(&inner).join("cast");
            fs::create_dir_all(&cast).expect("a folder");
            fs::copy(&one.file, cast.join(one.file.file_name().expect("a name"))).expect("a file");
        }
        for entry in fs::read_dir(ours.join("maps")).expect("our maps").flatten() {
            if entry.path().extension().is_some_and(|ending| ending == "tsx") {
                fs::copy(entry.path(), copied.root().join("maps").join(entry.file_name())).expect("a tileset");
            }
        }
        for entry in fs::read_dir(ours.join("assets/pictures")).expect("our sheets").flatten() {
            fs::write(copied.root().join("assets/pictures").join(entry.file_name()), b"").expect("a sheet");
        }
        copied
    }

    fn copy(&self, ours: &Path, inner: &Path) {
        fs::copy(ours.join(inner), self.root().join(inner)).expect("a file");
    }

    /// The data folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// To be found by the town.
    pub fn data(&self) -> Data {
        Data::only(self.root())
    }

    /// The scenario's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The file of the scenario, those of its people, its map.
    pub fn texts(&self) -> Vec<PathBuf> {
        let scenario = self.scenario();
        let people: BTreeSet<PathBuf> = scenario.people.iter().map(|one| one.file.clone()).collect();
        [scenario.file, scenario.map].iter().map(|file| file.path().to_path_buf()).chain(people).collect()
    }

    /// As it stands now.
    pub fn scenario(&self) -> Scenario {
        Scenario::open(&self.id, &self.data()).expect("a good scenario")
    }

    /// Its map, as it stands now.
    pub fn map(&self) -> TownMap {
        TownMap::read(&self.scenario().map, &self.data()).expect("a good map")
    }

    /// Writes each of `texts` anew.
    pub fn rewrite(&self, new: impl Fn(&str) -> String) {
        for file in self.texts() {
            let text = fs::read_to_string(&file).expect("a text");
            fs::write(&file, new(&text)).expect("a file");
        }
    }

    /// One more memory for the person of this name.
    pub fn plant(&self, who: &str, text: &str, importance: u8, secret: bool) {
        let file = self.scenario().people.into_iter().find(|one| one.persona.name == who).expect("somebody").file;
        let mut words = fs::read_to_string(&file).expect("a text");
        words.push_str(&format!("\n[[memories]]\ntext = {text:?}\nimportance = {importance}\nsecret = {secret}\n"));
        fs::write(&file, words).expect("a file");
    }
}
