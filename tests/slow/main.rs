//! What takes too long for every day: `cargo test --release --test slow -- --ignored --nocapture`.

use std::process::{Command, Stdio};

/// All that is promised of saves, at full size: two days of 25 people, 200 kills, 200 sizes of a full disk for each way of
/// writing, 1,000 damaged files. Prints the table. Full disks need somebody who may mount them.
#[test]
#[ignore = "takes an hour"]
fn saves_stand_what_nobody_should_do_to_them() {
    let mut torture = Command::new(env!("CARGO_BIN_EXE_smallville"));
    let done = torture.arg("torture").stdin(Stdio::null()).status().expect("the program runs");
    assert!(done.success(), "something does not hold: see the table");
}
