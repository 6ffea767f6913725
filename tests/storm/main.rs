//! Lived towns in bad weather: servers that stall, fall silent, come back, and models that obey whoever tries to command
//! them. Nothing here leaves this machine.

mod aside;
mod attacker;
mod caps;
#[path = "../honesty/copied.rs"]
#[allow(dead_code, reason = "shared with the tests of what people can know")]
mod copied;
mod down;
mod frames;
mod injection;
mod key;
mod late;
#[path = "../lived/mod.rs"]
mod lived;

mod oracle;
mod phrases;
mod plant;
#[path = "../server/stage.rs"]
#[allow(dead_code, reason = "shared with the tests of the client")]
mod stage;
mod texts;
mod tongues;
mod town;
