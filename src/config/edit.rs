//! What was chosen, written into `smallville.toml`; whatever else stands there stays, comments too.

use std::path::Path;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value, value};

use super::{Config, trust};
use crate::{
    data::home,
    mind::{Caps, Price, llm::Endpoint},
};

/// What is written, and nothing else.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedSettings {
    /// As `--mind`.
    pub mind: String,
    /// What a million tokens cost; `None` takes out what stands there.
    pub price: Option<Price>,
    /// The most that a run may take; a limit that is `None` is taken out.
    pub caps: Caps,
    /// The servers, which share the load. None of them leaves all that stand there as they are.
    pub servers: Vec<Endpoint>,
    /// Where embeddings are made; `None` takes out what stands there: our own are used.
    pub embeddings: Option<Endpoint>,
}

impl SavedSettings {
    /// Writes it into `file`, which need not be there. A file with a fault is left as it is.
    ///
    /// # Errors
    /// One sentence that names the file.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        // Then every server in the file was on the page that the user saw.
        let chosen = !self.servers.is_empty();
        rewrite(file, chosen, |all| self.put(all))
    }

    fn put(&self, all: &mut DocumentMut) -> Result<(), String> {
        put(all.as_table_mut(), "mind", Some(self.mind.as_str().into()));
        match self.price {
            Some(price) => {
                let table = table(all.as_table_mut(), "price")?;
                put(table, "input", Some(price.input.into()));
                put(table, "output", Some(price.output.into()));
            }
            None => drop(all.remove("price")),
        }
        if self.caps == Caps::default() {
            all.remove("caps");
        } else {
            let table = table(all.as_table_mut(), "caps")?;
            let whole = |cap: Option<u64>| cap.map(|cap| i64::try_from(cap).unwrap_or(i64::MAX).into());
            put(table, "calls", whole(self.caps.calls));
            put(table, "tokens", whole(self.caps.tokens));
            put(table, "usd", self.caps.usd.map(Value::from));
        }
        if !self.servers.is_empty() {
            put_servers(table(all.as_table_mut(), "models")?, &self.servers)?;
        }
        match (&self.embeddings, all.get_mut("models").and_then(Item::as_table_like_mut)) {
            (None, Some(models)) => drop(models.remove("embeddings")),
            (None, None) => {}
            (Some(one), _) => put_endpoint(table(table(all.as_table_mut(), "models")?, "embeddings")?, one),
        }
        Ok(())
    }
}

/// Writes into `file`, which need not be there, the language that people think and talk in; `None`: English. Whatever
/// else stands there stays; a file with a fault is left as it is.
///
/// # Errors
/// One sentence that names the file.
pub fn keep_language(language: Option<&str>, file: &Path) -> Result<(), String> {
    keep_one("language", language.map(Value::from), file)
}

/// Writes into `file`, which need not be there, whether people who are asked from outside what they are say so; that they
/// do is usual, and nothing is written. Whatever else stands there stays; a file with a fault is left as it is.
///
/// # Errors
/// One sentence that names the file.
pub fn keep_honest(honest: bool, file: &Path) -> Result<(), String> {
    keep_one("honest", (!honest).then(|| false.into()), file)
}

/// Sets one entry, or takes it out.
fn keep_one(key: &str, new: Option<Value>, file: &Path) -> Result<(), String> {
    rewrite(file, false, |all| {
        put(all.as_table_mut(), key, new);
        Ok(())
    })
}

/// The text of a configuration after a change.
fn changed(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<(), String>) -> Result<String, String> {
    let mut all: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.message().to_string())?;
    change(&mut all)?;
    let text = all.to_string();
    toml::from_str::<Config>(&text).map_err(|error| error.message().to_string())?;
    Ok(text)
}

/// Writes a file after a change. `chosen`: the user has seen every server that it then names.
fn rewrite(
    file: &Path,
    chosen: bool,
    change: impl FnOnce(&mut DocumentMut) -> Result<(), String>,
) -> Result<(), String> {
    let fault = |what: &str, error: std::io::Error| {
        format!("{}: {what}: {}; check its permissions", file.display(), error.kind())
    };
    let old = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(fault("cannot be read", error)),
    };
    let text = changed(&old, change).map_err(|why| format!("{}: {why}; it was left as it is", file.display()))?;
    home::replace(file, &text).map_err(|error| fault("cannot be written", error))?;
    trust::carry(file, &old, &text, chosen).map_err(|why| format!("{}: written, but {why}", file.display()))
}

/// Sets an entry or takes it out; a comment behind it stays.
fn put(table: &mut dyn TableLike, key: &str, new: Option<Value>) {
    match (new, table.get_mut(key).and_then(Item::as_value_mut)) {
        (Some(mut new), Some(old)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (Some(new), None) => drop(table.insert(key, value(new))),
        (None, _) => drop(table.remove(key)),
    }
}

/// The table of this name, made if there is none.
fn table<'a>(from: &'a mut dyn TableLike, key: &str) -> Result<&'a mut dyn TableLike, String> {
    if from.get(key).is_none() {
        let mut new = Table::new();
        // `[models]` is not written when only `[[models.servers]]` stands in it.
        new.set_implicit(key == "models");
        from.insert(key, Item::Table(new));
    }
    from.get_mut(key).and_then(Item::as_table_like_mut).ok_or_else(|| format!("{key} is no table"))
}

/// Makes `servers` of `models` say these, in this order. One whose URL stood there already keeps the comments on it.
fn put_servers(models: &mut dyn TableLike, servers: &[Endpoint]) -> Result<(), String> {
    let old = match models.remove("servers").map(Item::into_array_of_tables) {
        None => ArrayOfTables::new(),
        Some(old) => old.map_err(|_| "models.servers is no list of servers")?,
    };
    let bare = |url: &str| url.trim().trim_end_matches('/').to_owned();
    // All are written where the first stood in the file.
    let place = old.iter().next().and_then(Table::position);
    let mut all = ArrayOfTables::new();
    for server in servers {
        let is_it = |one: &&Table| one.get("url").and_then(Item::as_str).map(bare) == Some(bare(&server.url));
        let mut table = old.iter().find(is_it).cloned().unwrap_or_default();
        table.set_position(place);
        put_endpoint(&mut table, server);
        all.push(table);
    }
    models.insert("servers", Item::ArrayOfTables(all));
    Ok(())
}

/// One server. How many requests it takes at a time is only written where it stands already or is not the usual.
fn put_endpoint(table: &mut dyn TableLike, one: &Endpoint) {
    let words = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(Value::from);
    put(table, "url", Some(one.url.as_str().into()));
    put(table, "model", words(Some(&one.model)));
    put(table, "large_model", words(one.large_model.as_deref()));
    put(table, "key_variable", words(one.key_variable.as_deref()));
    if table.contains_key("slots") || one.slots != Endpoint::default().slots {
        put(table, "slots", Some(i64::try_from(one.slots).unwrap_or(i64::MAX).into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl SavedSettings {
        /// As text, from what stood there.
        fn merged(&self, text: &str) -> Result<String, String> {
            changed(text, |all| self.put(all))
        }
    }

    fn endpoint(url: &str) -> Endpoint {
        Endpoint { url: url.into(), ..Endpoint::default() }
    }

    fn kept() -> SavedSettings {
        let server = Endpoint {
            model: "small".into(),
            large_model: Some("large".into()),
            ..endpoint("http://127.0.0.1:11434/v1")
        };
        SavedSettings {
            mind: "configured".into(),
            price: Some(Price { input: 0.2, output: 0.8 }),
            caps: Caps { calls: Some(2000), tokens: None, usd: Some(1.5) },
            servers: vec![server],
            embeddings: None,
        }
    }

    /// Two servers, and embeddings at one of them.
    fn several() -> SavedSettings {
        let one = SavedSettings::default();
        let far = Endpoint { key_variable: Some("FAR_KEY".into()), slots: 2, ..endpoint("https://far.example/v1") };
        let rows = Endpoint { model: "rows".into(), ..endpoint("https://far.example/v1") };
        SavedSettings { servers: vec![endpoint("http://10.0.0.2/v1"), far], embeddings: Some(rows), ..one }
    }

    fn read(text: &str) -> Config {
        toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn from_nothing_a_whole_file_comes() {
        let text = kept().merged("").unwrap();
        let config = read(&text);
        assert_eq!(
            (config.mind.as_deref(), config.price, config.caps),
            (Some("configured"), kept().price, kept().caps)
        );
        let server = &config.models.unwrap().servers[0];
        assert_eq!((server.model.as_str(), server.large_model.as_deref()), ("small", Some("large")));
        assert_eq!(server, &kept().servers[0]);
        assert!(!text.contains("slots") && !text.contains("embeddings"), "the usual is not written: {text}");
        assert_eq!(kept().merged(&text).unwrap(), text, "the same again changes nothing");
    }

    const OWN: &str = r#"# mine
mind = "ollama" # the old one

[models]
think_tokens = 7

[models.limits]
whole_s = 300.0 # slow machine

[[models.servers]] # at home
url = "http://10.0.0.1/v1"
model = "old"
key_variable = "MY_KEY"
slots = 3

[[models.servers]] # at work
url = "http://10.0.0.2/v1"
"#;

    #[test]
    fn what_is_not_the_pages_stays() {
        let text = kept().merged(OWN).unwrap();
        for line in ["# mine", "# the old one", "whole_s = 300.0 # slow machine"] {
            assert!(text.contains(line), "{line} is lost:\n{text}");
        }
        let models = read(&text).models.unwrap();
        assert_eq!((&models.servers, models.think_tokens), (&kept().servers, 7));
        assert!(!text.contains("MY_KEY") && !text.contains("10.0.0.2"), "what was taken off is gone:\n{text}");
    }

    #[test]
    fn each_server_keeps_what_was_said_about_it() {
        let text = several().merged(OWN).unwrap();
        let models = read(&text).models.unwrap();
        assert_eq!((&models.servers, &models.embeddings), (&several().servers, &several().embeddings));
        assert!(text.contains("# at work") && !text.contains("# at home"), "the first went, the second stays:\n{text}");
        assert!(text.contains("whole_s = 300.0 # slow machine"), "{text}");
        assert_eq!(several().merged(&text).unwrap(), text, "the same again changes nothing");
        // Back to one, and to our own embeddings.
        let text = kept().merged(&text).unwrap();
        let models = read(&text).models.unwrap();
        assert_eq!((models.servers, models.embeddings), (kept().servers, None), "{text}");
    }

    #[test]
    fn servers_stand_in_the_order_of_the_page() {
        let mut other = several();
        other.servers.reverse();
        let text = other.merged(&several().merged(OWN).unwrap()).unwrap();
        assert_eq!(read(&text).models.unwrap().servers, other.servers, "{text}");
        other.servers.insert(1, endpoint("http://new/v1"));
        assert_eq!(read(&other.merged(&text).unwrap()).models.unwrap().servers, other.servers);
    }

    #[test]
    fn what_was_emptied_is_taken_out() {
        let text = kept().merged("").unwrap();
        let none = SavedSettings { mind: "builtin".into(), ..SavedSettings::default() };
        let config = read(&none.merged(&text).unwrap());
        assert_eq!((config.mind.as_deref(), config.price, config.caps), (Some("builtin"), None, Caps::default()));
        assert_eq!(config.models.unwrap().servers[0].model, "small", "servers are for another time");
    }

    #[test]
    fn other_ways_to_write_it_do_too() {
        let inline =
            "price = { input = 1.0, output = 2.0 }\nmodels = { servers = [{ url = \"http://a/v1\", slots = 2 }] }\n";
        let config = read(&kept().merged(inline).unwrap());
        assert_eq!(config.price, kept().price);
        assert_eq!(config.models.unwrap().servers, kept().servers);
        assert_eq!(read(&kept().merged("models = { think_tokens = 3 }").unwrap()).models.unwrap().think_tokens, 3);
        let text = several().merged("models = {}").unwrap();
        assert_eq!(read(&text).models.unwrap().servers, several().servers, "{text}");
        let text = several().merged(inline).unwrap();
        let models = read(&text).models.unwrap();
        assert_eq!((models.servers, models.embeddings), (several().servers, several().embeddings), "{text}");
    }

    #[test]
    fn a_language_is_kept_and_taken_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("smallville.toml");
        std::fs::write(&file, OWN).unwrap();
        keep_language(Some("German"), &file).unwrap();
        let config = Config::find(Some(&file)).unwrap().config;
        assert_eq!((config.language.as_deref(), config.mind.as_deref()), (Some("German"), Some("ollama")));
        keep_language(None, &file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), OWN);
        keep_honest(false, &file).unwrap();
        assert_eq!(Config::find(Some(&file)).unwrap().config.honest, Some(false));
        keep_honest(true, &file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), OWN);
    }

    #[test]
    fn a_file_with_faults_is_left_alone() {
        for bad in ["mind = ", "price = 3\n", "nonsense = 1\n", "models = { servers = 3 }\n"] {
            assert!(kept().merged(bad).is_err(), "{bad:?} was written over");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/smallville.toml");
        kept().write(&file).unwrap();
        assert_eq!(Config::find(Some(&file)).unwrap().config.price, kept().price);
        std::fs::write(&file, "mind = ").unwrap();
        let why = kept().write(&file).unwrap_err();
        assert!(why.contains("smallville.toml") && why.contains("left as it is"), "{why}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mind = ");
    }
}
