//! A save as a page: written by the command, whole, and with nothing of the save but packed data. How the page plays is
//! checked in a browser, by `check.mjs`.

use std::{fs, path::Path, process::Command};

/// Runs the game; what it said.
fn run(args: &[&str], folder: &Path) -> Result<String, String> {
    let program = env!("CARGO_BIN_EXE_smallville");
    let done = Command::new(program).args(args).current_dir(folder).output().expect("the game runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if done.status.success() { Ok(text(&done.stdout)) } else { Err(text(&done.stderr)) }
}

#[test]
fn a_save_becomes_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&["run", "--hours", "1", "--scenario", "three_friends", "--save", "a.town"], folder.path()).expect("a save");
    let said = run(&["export", "a.town", "--html", "a.html"], folder.path()).expect("a page");
    assert!(said.contains("a.html"), "{said}");
    let page = fs::read_to_string(folder.path().join("a.html")).expect("a page");
    assert!(page.contains("default-src 'none'") && page.matches("<script>").count() == 1 && page.len() < 5_000_000);
    // Nobody's name stands in it as it is.
    assert!(!page.contains("The Ville") && !page.contains("three_friends"));
    let again = run(&["export", "a.town", "--html", "b.html"], folder.path());
    assert!(again.is_ok());
    assert_eq!(fs::read(folder.path().join("b.html")).ok(), Some(page.into_bytes()), "the same save is the same page");
}

#[test]
fn a_page_lies_in_the_docs() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/harbour.html")).expect("a page");
    assert!(page.contains("default-src 'none'") && page.matches("<script>").count() == 1 && page.len() < 5_000_000);
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("no.town"), "no save").expect("a file");
    for save in ["no.town", "missing.town"] {
        let why = run(&["export", save, "--html", "a.html"], folder.path()).expect_err("no save");
        assert!(why.contains(save) && !why.contains("panicked"), "{why}");
        assert!(!folder.path().join("a.html").exists());
    }
}

#[test]
fn nothing_is_written_over_a_save() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&["run", "--hours", "0.5", "--scenario", "three_friends", "--save", "a.town"], folder.path()).expect("a save");
    let save = || fs::read(folder.path().join("a.town")).expect("the save");
    let before = save();
    let runs: [&[&str]; 2] = [
        &["export", "a.town", "--html", "a.town"],
        &["run", "--hours", "0.2", "--scenario", "three_friends", "--record", "a.town"],
    ];
    for args in runs {
        let why = run(args, folder.path()).expect_err("refused");
        assert!(why.contains("a.town") && why.contains("name another file"), "{why}");
        assert!(save() == before, "{args:?} changed the save");
    }
}
