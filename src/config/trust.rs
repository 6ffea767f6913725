//! Whether a `smallville.toml` that lies in the current folder may say where questions and keys go. It came with the
//! folder, so perhaps from somebody else: until the user has said yes to what it says, only the rest of it counts.

use std::{
    fmt,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use super::Config;
use crate::{
    data::{File, home},
    mind::Choice,
};

/// The file in the user's own folder that holds the hashes of what was said yes to, a line each.
const LIST: &str = "trusted";
/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// Entries that do not count, as nobody has said yes to them. Displays as a sentence that says how to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored(Vec<&'static str>);

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} in the smallville.toml of this folder {} ignored, as it may send what people say, and your keys, \
             anywhere; if you know who wrote it, `smallville trust` makes it count as it is now",
            self.0.join(" and "),
            if self.0.len() == 1 { "is" } else { "are" }
        )
    }
}

/// Takes out of the configuration of a folder whatever says who is asked.
pub(super) fn restrain(config: &mut Config) -> Option<Ignored> {
    let mut out = Vec::new();
    let asks = |mind: &String| matches!(mind.parse(), Ok(Choice::Server(_) | Choice::Configured) | Err(_));
    if config.mind.take_if(|mind| asks(mind)).is_some() {
        out.push("mind");
    }
    if let Some(models) = &mut config.models {
        if !models.servers.is_empty() {
            models.servers.clear();
            out.push("models.servers");
        }
        if models.embeddings.take().is_some() {
            out.push("models.embeddings");
        }
    }
    (!out.is_empty()).then_some(Ignored(out))
}

/// Reads a configuration.
pub(super) fn read(path: &Path) -> Result<String, String> {
    File::on_disk(path).text(LONGEST).map_err(|why| format!("{}: it {why}", path.display()))
}

/// Whether the user has said yes to exactly this text. `own`: the user's own folder of settings.
pub(super) fn is_trusted(text: &str, own: Option<&Path>) -> bool {
    let list = own.and_then(|own| read(&own.join(LIST)).ok()).unwrap_or_default();
    let hash = hash(text);
    list.lines().any(|line| line.split_whitespace().next() == Some(hash.as_str()))
}

/// Remembers a yes to exactly this text.
pub(super) fn remember(text: &str, own: Option<&Path>) -> Result<(), String> {
    let own = own.ok_or("it cannot be remembered: there is no folder for your settings; set HOME")?;
    if is_trusted(text, Some(own)) {
        return Ok(());
    }
    let list = own.join(LIST);
    let put = fs::create_dir_all(own).and_then(|()| {
        let mut file = OpenOptions::new().create(true).append(true).open(&list)?;
        writeln!(file, "{}", hash(text))
    });
    put.map_err(|error| format!("it cannot be remembered: {}: {}", list.display(), error.kind()))
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// `smallville trust`: says yes to a file as it is now, and what that means.
///
/// # Errors
/// One sentence: there is no such file, it has a fault, or the yes cannot be remembered.
pub fn command(file: Option<&Path>) -> Result<String, String> {
    let file = file.unwrap_or(Path::new(super::FILE));
    let text = read(file)?;
    let mut config = Config::parse(file, &text)?;
    let models = config.models.clone().unwrap_or_default();
    let mind = config.mind.clone();
    let Some(Ignored(entries)) = restrain(&mut config) else {
        return Ok(format!("{}: it names no server, so it counts anyway", file.display()));
    };
    remember(&text, home::config().as_deref()).map_err(|why| format!("{}: {why}", file.display()))?;
    let mut lines =
        vec![format!("{}: {} counts from now on, until the file changes", file.display(), entries.join(" and "))];
    if let Some(Ok(choice)) = mind.map(|mind| mind.parse::<Choice>()) {
        lines.push(match choice {
            Choice::Server(word) if word.contains("://") => format!("mind: {}", crate::mind::llm::shown(&word)),
            Choice::Server(word) => format!("mind: {word}"),
            _ => "mind: configured".into(),
        });
    }
    for server in models.servers.iter().chain(&models.embeddings) {
        lines.push(format!("asks {}, {}", server.place(), server.key_in_words()));
    }
    Ok(lines.join("\n"))
}

/// Whether two paths lead to one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { path.canonicalize().ok() };
    real(one).is_some_and(|one| Some(one) == real(other))
}

/// A write that was asked for by the user, in a file that counted in full before it or that says nothing but what the user
/// has just chosen: the new text counts as well. Files that need no yes get none.
pub(super) fn carry(file: &Path, old: &str, new: &str, chosen: bool) -> Result<(), String> {
    if file != Path::new(super::FILE) {
        return Ok(());
    }
    let own = home::config();
    let names = |text: &str| toml::from_str::<Config>(text).is_ok_and(|mut config| restrain(&mut config).is_some());
    if names(new) && (chosen || !names(old) || is_trusted(old, own.as_deref())) {
        remember(new, own.as_deref())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVERS: &str = "mind = 'configured'\nlanguage = 'de'\n[caps]\ncalls = 5\n[models]\nthink_tokens = 9\n\
        [[models.servers]]\nurl = 'http://10.0.0.9:1/v1'\nkey_variable = 'GITHUB_TOKEN'\n\
        [models.embeddings]\nurl = 'http://10.0.0.9:2/v1'";

    fn restrained(text: &str) -> (Config, Option<String>) {
        let mut config = toml::from_str(text).unwrap();
        let ignored = restrain(&mut config);
        (config, ignored.map(|ignored| ignored.to_string()))
    }

    #[test]
    fn only_what_says_who_is_asked_is_ignored() {
        let (config, ignored) = restrained(SERVERS);
        let ignored = ignored.expect("it names servers");
        assert!(ignored.starts_with("mind and models.servers and models.embeddings in"), "{ignored}");
        assert!(ignored.contains("smallville trust"), "{ignored}");
        let models = config.models.expect("the rest stays");
        assert!(models.servers.is_empty() && models.embeddings.is_none() && config.mind.is_none());
        assert_eq!((models.think_tokens, config.caps.calls, config.language.as_deref()), (9, Some(5), Some("de")));
        for mind in ["openai", "ollama", "https://far.example/v1", "no mind at all"] {
            let (config, ignored) = restrained(&format!("mind = '{mind}'"));
            assert!(ignored.is_some_and(|why| why.starts_with("mind in")) && config.mind.is_none(), "{mind}");
        }
        for harmless in ["mind = 'builtin'", "mind = 'cassette:a.jsonl'", "", "[models.limits]\nwhole_s = 9"] {
            assert_eq!(restrained(harmless).1, None, "{harmless}");
        }
    }

    #[test]
    fn a_yes_is_to_a_content_and_is_remembered() {
        let own = tempfile::tempdir().unwrap();
        let own = own.path().join("not there yet");
        assert!(!is_trusted(SERVERS, Some(&own)) && !is_trusted(SERVERS, None));
        for _ in 0..3 {
            remember(SERVERS, Some(&own)).unwrap();
        }
        remember("mind = 'openai'", Some(&own)).unwrap();
        assert!(is_trusted(SERVERS, Some(&own)) && is_trusted("mind = 'openai'", Some(&own)));
        assert!(!is_trusted(&format!("{SERVERS}\n"), Some(&own)), "a changed file is another");
        assert_eq!(fs::read_to_string(own.join(LIST)).unwrap().lines().count(), 2);
        assert!(remember(SERVERS, None).unwrap_err().contains("no folder"));
    }

    #[test]
    fn only_a_file_of_a_usual_size_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("smallville.toml");
        fs::write(&file, "#".repeat(2_000_000)).unwrap();
        assert!(read(&file).unwrap_err().contains("longer"));
        assert!(read(folder.path()).unwrap_err().contains("not a file"));
    }
}
