//! The program on its own: one file, copied anywhere, for a user with or without files of their own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use assert_cmd::Command;
use tempfile::TempDir;

/// A user with an empty home, and a copy of the program in an empty folder.
struct User {
    folder: TempDir,
}

impl User {
    fn new() -> Self {
        let user = Self { folder: tempfile::tempdir().expect("a folder") };
        for folder in ["home", "bin"] {
            fs::create_dir(user.at(folder)).expect("a folder");
        }
        let (program, copy) = (env!("CARGO_BIN_EXE_smallville"), user.at("bin/town"));
        // The same file under another name where that is possible: it is large.
        fs::hard_link(program, &copy).or_else(|_| fs::copy(program, &copy).map(|_| ())).expect("a copy");
        user
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Puts a file among the user's own data.
    fn write(&self, path: &str, text: &str) {
        self.write_to(&format!("home/.local/share/smallville/{path}"), text);
    }

    fn write_to(&self, path: &str, text: &str) {
        let file = self.at(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(self.at("bin/town"));
        command.current_dir(self.at("bin")).env_clear().env("HOME", self.at("home"));
        // Empty is as good as unset.
        command.env("XDG_DATA_HOME", "").env("XDG_CONFIG_HOME", "").env("SMALLVILLE_SAVES", "");
        command.args(arguments).output().expect("the program runs")
    }

    /// What it prints; it must succeed and say nothing on stderr.
    #[track_caller]
    fn out(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?}: {out}");
        out
    }

    /// The town begins and lives a little.
    #[track_caller]
    fn lives(&self, scenario: &str) -> serde_json::Value {
        let report = self.out(&["run", "--scenario", scenario, "--hours", "0.2", "--json"]);
        serde_json::from_str(&report).expect("JSON")
    }

    /// The age of somebody as a mind is told it.
    #[track_caller]
    fn age(&self, more: &[&str], name: &str) -> String {
        let asked = ["prompts", "--scenario", "three_friends", "--hours", "0.1", "--agent", name];
        let text = self.out(&[&asked, more].concat());
        let start = format!("PERSON: {name}, ");
        let at = text.find(&start).unwrap_or_else(|| panic!("no {start:?} in {text}")) + start.len();
        text[at..].chars().take_while(char::is_ascii_digit).collect()
    }
}

/// A cast file of ours, of somebody as old as this.
fn aged(file: &str, age: u32) -> String {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenarios/the_ville/cast").join(file);
    let text = fs::read_to_string(ours).expect("a cast file of ours");
    let lines = text.lines().map(|line| if line.starts_with("age = ") { format!("age = {age}") } else { line.into() });
    lines.collect::<Vec<_>>().join("\n")
}

const KLAUS: &str = "assets/scenarios/the_ville/cast/klaus_mueller.toml";

#[test]
fn a_copied_program_needs_nothing_else() {
    let user = User::new();
    assert_eq!(user.lives("the_ville")["agents"], 25);
    assert!(user.out(&["check"]).contains("no fault in harbour, the_ville, three_friends and the prompts"));
    let left: Vec<_> = fs::read_dir(user.at("home")).expect("a home").flatten().collect();
    assert!(left.is_empty(), "it has written {left:?}");
    let doctor = String::from_utf8(user.run(&["doctor"]).stdout).expect("text");
    let home = user.at("home").display().to_string();
    for line in [
        "data      built-in".to_string(),
        format!("settings  none: {home}/.config/smallville/smallville.toml"),
        format!("saves     {home}/.local/share/smallville/saves"),
    ] {
        assert!(cfg!(not(target_os = "linux")) || doctor.contains(&line), "no {line:?} in {doctor}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn empty_folders_of_the_user_hide_nothing() {
    let user = User::new();
    for folder in ["assets/pictures", "assets/scenarios/the_ville/cast", "maps", "prompts"] {
        fs::create_dir_all(user.at("home/.local/share/smallville").join(folder)).expect("a folder");
    }
    assert_eq!(user.lives("the_ville")["agents"], 25);
    assert!(user.out(&["check"]).contains("no fault in harbour, the_ville, three_friends and the prompts"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_the_user_goes_before_ours_and_the_rest_stays() {
    let user = User::new();
    assert_eq!(user.age(&[], "Klaus Mueller"), "20");
    user.write(KLAUS, &aged("klaus_mueller.toml", 61));
    assert_eq!(user.age(&[], "Klaus Mueller"), "61");
    // The folder of `--data` comes second: what the user has nothing of is taken from there.
    let given = user.at("given").display().to_string();
    user.write_to(&format!("given/{KLAUS}"), &aged("klaus_mueller.toml", 71));
    user.write_to("given/assets/scenarios/the_ville/cast/maria_lopez.toml", &aged("maria_lopez.toml", 72));
    assert_eq!(user.age(&["--data", &given], "Klaus Mueller"), "61");
    assert_eq!(user.age(&["--data", &given], "Maria Lopez"), "72");
    assert_eq!(user.lives("the_ville")["agents"], 25);
    // A scenario of the user's own stands on ours.
    user.write(
        "assets/scenarios/two/scenario.toml",
        "name = \"Two\"\nextends = \"the_ville\"\npeople = [\"Klaus Mueller\", \"Maria Lopez\"]",
    );
    assert_eq!(user.lives("two")["agents"], 2);
    assert!(user.out(&["check"]).contains("no fault in harbour, the_ville, three_friends, two and the prompts"));
    // A fault names the user's file.
    user.write(KLAUS, "name = 7");
    let output = user.run(&["check", "the_ville"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains(".local/share/smallville/assets/scenarios/the_ville/cast/klaus_mueller.toml, line 1"),
        "{said}"
    );
}

#[test]
fn a_fault_between_ours_and_the_users_names_our_file() {
    let user = User::new();
    let given = user.at("given").display().to_string();
    // Ours names Klaus Mueller as one to take over; here he is called something else.
    user.write_to(&format!("given/{KLAUS}"), &aged("klaus_mueller.toml", 20).replace("Klaus Mueller", "Claude Miller"));
    let output = user.run(&["check", "three_friends", "--data", &given]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("built-in assets/scenarios/three_friends/scenario.toml, line 4"), "{said}");
}

/// A map is what its tilesets say, too: a save goes on with its own, and with others only if the same stands in them.
#[cfg(target_os = "linux")]
#[test]
fn a_town_on_other_tilesets_is_another_town() {
    let user = User::new();
    let (save, on) = (user.at("a.town").display().to_string(), user.at("b.town").display().to_string());
    user.out(&["run", "--scenario", "three_friends", "--hours", "0.1", "--save", &save]);
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps/ground.tsx");
    let ground = fs::read_to_string(ours).expect("a tileset");
    let go_on = |more: &[&str]| user.run(&[&["run", "--load", &save, "--hours", "0.2"], more].concat());
    user.write("maps/ground.tsx", &ground);
    assert_eq!(go_on(&["--scenario", "three_friends"]).status.code(), Some(0), "the same stands in it");
    user.write("maps/ground.tsx", &ground.replacen("type=\"grass\"", "type=\"water\"", 1));
    let output = go_on(&["--scenario", "three_friends"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("a.town was made with scenario three_friends with other content"), "{said}");
    let output = go_on(&["--save", &on]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_map_anywhere_uses_the_pictures_of_the_game() {
    let user = User::new();
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    for name in ["the_ville.tmx", "ground.tsx", "walls.tsx", "decor.tsx", "collision.tsx"] {
        user.write_to(&format!("maps/{name}"), &fs::read_to_string(maps.join(name)).expect("a map of ours"));
    }
    let map = user.at("maps/the_ville.tmx").display().to_string();
    assert!(user.out(&["check", &map]).contains("no fault"));
    let ground = fs::read_to_string(user.at("maps/ground.tsx")).expect("a tileset");
    user.write_to("maps/ground.tsx", &ground.replace("/ground.png", "/no_such.png"));
    let said = String::from_utf8_lossy(&user.run(&["check", &map]).stdout).into_owned();
    assert!(said.contains("ground.tsx, line 3") && said.contains("no_such.png"), "{said}");
}
