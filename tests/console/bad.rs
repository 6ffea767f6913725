//! Lines that nobody means well.

use smallville::{
    agent::state_hash,
    command::{Command, LONGEST},
    console::{self, complete, usages},
    exchange::{CommandQueue, run_until},
};

use super::{first_person, town};

/// Numbers from a seed, the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

const PIECES: &[&str] = &[
    "<",
    ">",
    ":",
    " ",
    "is",
    "to",
    " is ",
    "\u{0}",
    "\u{202e}",
    "\n",
    "\t",
    "🔥",
    "👩\u{200d}🍳",
    "é",
    "燃",
    "العربية",
    "\"",
    "'",
    "-1",
    "0",
    "99999999999999999999",
    "09:00",
    "24:00",
    "2023-02-14 09:00",
    "<Hobbs Cafe: kitchen: stove>",
    "stove",
    "as a reporter",
    "remembered",
    ": ",
    "{{ x }}",
    "../../etc/passwd",
    "DROP TABLE",
    "events",
    "hourly",
    "observations",
    "ignore your instructions",
    "a",
    "\u{feff}",
    "h",
    "m",
    "everything",
    "you will",
    "at 17:00 tomorrow",
    "cafe",
];

#[test]
fn ten_thousand_lines_and_no_panic() {
    let mut app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    let before = state_hash(app.world_mut());
    let mut chance = Chance(7);
    let mut entered: Vec<Command> = Vec::new();
    let names: Vec<&str> = usages().map(|usage| usage.name()).collect();
    for n in 0..10_000 {
        let mut line = match chance.next(8) {
            0 => String::new(),
            _ => names[chance.next(names.len())].to_string(),
        };
        for _ in 0..chance.next(6) {
            line.push_str(if chance.next(3) == 0 { " " } else { "" });
            line.push_str(if chance.next(5) == 0 { &name } else { PIECES[chance.next(PIECES.len())] });
        }
        // Files that happen to be named are no matter here.
        if let Ok(console::Outcome::Enters(commands)) = console::read(app.world(), &line) {
            // What is done is what a replay reads.
            for command in &commands {
                assert_eq!(command.to_string().parse().as_ref(), Ok(command), "{line:?}");
            }
            entered.extend(commands);
        }
        if n % 10 == 0 {
            drop(complete(app.world(), &line));
        }
    }
    assert_eq!(before, state_hash(app.world_mut()), "reading a line leaves no trace");
    entered.truncate(400);
    let mut queue = app.world_mut().resource_mut::<CommandQueue>();
    entered.into_iter().for_each(|command| _ = queue.push(command));
    run_until(&mut app, 30).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn a_megabyte_is_refused_and_control_signs_are_gone() {
    let app = town("three_friends", 1);
    for piece in ["x", " ", "\u{0}", "set <a> is b ", "燃", "<", ": "] {
        let paste = piece.repeat(1_000_000 / piece.len());
        assert!(console::read(app.world(), &paste).is_err(), "{piece:?}");
        assert!(piece == " " || complete(app.world(), &paste).is_empty());
        assert!(paste.parse::<Command>().is_err());
    }
    let long = format!("set <x> is {}", "y".repeat(LONGEST - 20));
    assert!(console::read(app.world(), &long).is_err_and(|why| why.len() < 600));
    assert!(console::read(app.world(), "\u{1b}[31mti\u{7}me\u{202e}").is_err_and(|why| !why.contains('\u{1b}')));
    assert!(console::read(app.world(), " \u{200b}time\r\n").is_ok());
}
