//! Which `smallville.toml` counts, and for what: the command line as somebody meets it in a folder that is not their own.

use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    path::PathBuf,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use assert_cmd::Command;

const CANARY: &str = "canary-7d1f9e3b5a";

/// A folder of somebody else's and a home of one's own.
struct Place {
    folder: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        Self { folder: folder(), home: folder() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("smallville.toml")
    }

    fn write(&self, text: &str) {
        fs::write(self.file(), text).expect("it is written");
    }

    /// Exit code, stdout, stderr.
    fn smallville(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        command
            .current_dir(self.folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("RUST_LOG");
        command.env("HOME", self.home.path()).env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME");
        for name in ["OPENAI_BASE_URL", "SMALLVILLE_MODEL", "SMALLVILLE_EMBED_MODEL", "SMALLVILLE_EMBED_BASE_URL"] {
            command.env_remove(name);
        }
        command.env("GITHUB_TOKEN", CANARY).env("OPENAI_API_KEY", CANARY);
        let output = command.args(arguments).output().expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(!out.contains(CANARY) && !err.contains(CANARY), "{out}{err}");
        (output.status.code(), out, err)
    }
}

/// A server that takes whatever comes and answers nothing of use: where it is, and what it has heard.
fn listener() -> (String, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = listener.local_addr().expect("it has one");
    let heard = Arc::new(Mutex::new(String::new()));
    let hears = heard.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            stream.set_read_timeout(Some(Duration::from_millis(200))).expect("it can be set");
            let mut bytes = [0; 4096];
            let read = stream.read(&mut bytes).unwrap_or(0);
            hears.lock().expect("it is whole").push_str(&String::from_utf8_lossy(&bytes[..read]));
            drop(stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        }
    });
    (format!("http://{at}"), heard)
}

fn servers(url: &str) -> String {
    format!(
        "mind = 'configured'\n[[models.servers]]\nurl = '{url}/{CANARY}/v1'\nmodel = 'm'\nkey_variable = 'GITHUB_TOKEN'\n"
    )
}

const RUN: [&str; 5] = ["run", "--scenario", "three_friends", "--hours", "0.1"];

#[test]
fn a_file_of_the_folder_sends_nothing_anywhere_until_somebody_says_yes_to_it() {
    let (place, (url, heard)) = (Place::new(), listener());
    let heard = || std::mem::take(&mut *heard.lock().expect("it is whole"));
    place.write(&servers(&url));
    for arguments in [&RUN[..], &["doctor"]] {
        let (code, out, err) = place.smallville(arguments);
        let said = out + &err;
        assert!(said.contains("mind and models.servers") && said.contains("smallville trust"), "{said}");
        assert!(said.contains("smallville.toml"), "{said}");
        assert_eq!((code, heard().as_str()), (Some(0), ""), "{arguments:?}");
    }
    let (code, said, err) = place.smallville(&["trust"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{said}");
    assert!(said.contains(&format!("asks {url}, with the key in the variable GITHUB_TOKEN")), "{said}");
    for arguments in [&RUN[..], &["doctor"]] {
        let (_, out, err) = place.smallville(arguments);
        let said = out + &err;
        assert!(said.contains("smallville.toml") && !said.contains("smallville trust"), "{said}");
        assert!(heard().contains(&format!("Bearer {CANARY}")), "{arguments:?}: {said}");
    }
    // The yes was to what stood there.
    place.write(&(servers(&url) + "[caps]\ncalls = 3\n"));
    let (_, _, err) = place.smallville(&RUN);
    assert!(err.contains("smallville trust") && heard().is_empty(), "{err}");
    // Who names the file means it.
    let (_, _, err) = place.smallville(&[&RUN[..], &["--config", "smallville.toml"]].concat());
    assert!(!err.contains("smallville trust") && heard().contains(CANARY), "{err}");
}

#[test]
fn the_users_own_file_counts_and_is_named() {
    let (place, (url, heard)) = (Place::new(), listener());
    let (_, _, err) = place.smallville(&RUN);
    assert_eq!(err, "", "there is no file to be named");
    assert!(place.smallville(&["doctor"]).1.contains("settings  none"));
    let own = place.home.path().join(".config/smallville/smallville.toml");
    fs::create_dir_all(own.parent().expect("it has one")).expect("it is made");
    fs::write(&own, servers(&url)).expect("it is written");
    let (_, _, err) = place.smallville(&RUN);
    assert!(err.contains(&format!("settings of {}", own.display())) && !err.contains("smallville trust"), "{err}");
    assert!(heard.lock().expect("it is whole").contains(CANARY), "{err}");
    // What the folder says besides of servers counts in place of it.
    place.write("[caps]\ncalls = 5\n");
    let (code, _, err) = place.smallville(&RUN);
    assert_eq!((code, err.as_str()), (Some(0), "smallville: settings of smallville.toml\n"));
}

#[test]
fn a_yes_needs_a_file_without_faults() {
    let place = Place::new();
    let (code, out, err) = place.smallville(&["trust"]);
    assert!(code == Some(1) && out.is_empty() && err.contains("cannot be read"), "{err}");
    place.write("mind = 7");
    assert!(place.smallville(&["trust"]).2.contains("smallville.toml:1:"));
    place.write("mind = 'builtin'");
    assert!(place.smallville(&["trust"]).1.contains("names no server"));
}

#[test]
fn a_key_that_was_written_down_as_a_variable_is_not_printed() {
    let (place, (url, _)) = (Place::new(), listener());
    for key in [CANARY.to_owned(), format!("sk_{}", CANARY.replace('-', "_")), "a94a8fe5ccb19ba61c4c0873d391".into()] {
        place.write(&servers(&url).replace("GITHUB_TOKEN", &key).replace(&format!("/{CANARY}/"), "/"));
        for arguments in [&[&RUN[..], &["--config", "smallville.toml"]].concat(), &vec!["trust"], &vec!["doctor"]] {
            let (_, out, err) = place.smallville(arguments);
            assert!(!out.contains(&key) && !err.contains(&key), "{arguments:?}: {out}{err}");
            assert!((out + &err).contains("key_variable"), "{arguments:?}");
        }
    }
}

#[test]
fn nothing_of_a_url_but_its_host_is_in_a_save() {
    let (place, (url, heard)) = (Place::new(), listener());
    place.write(&servers(&url));
    let run = [&RUN[..], &["--config", "smallville.toml", "--save", "a.town"]].concat();
    assert_eq!(place.smallville(&run).0, Some(0));
    assert!(heard.lock().expect("it is whole").contains(&format!("/{CANARY}/v1/")), "it was asked");
    let save = fs::read(place.folder.path().join("a.town")).expect("it is there");
    let holds = |text: &str| save.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds("weigh") || holds("hours"), "it has answers");
    assert!(!holds(CANARY) && !holds("http://") && !holds("https://"));
}
