//! What arrives in heads from outside: an inner voice, a memory, a plan that was given. Told where the town hears of it,
//! and shown over the head for a moment.
//!
//! Rule: it is heard of as it is done; what comes of it is read from the answer that the town gave.

use std::collections::VecDeque;

use bevy::{prelude::*, time::Real};

use crate::{
    agent::Persona,
    clock::{AgentId, driver::drive},
    exchange::Obeyed,
    schedule::OfTown,
};

/// Seconds for which the sign stands over the head.
const STAYS: f32 = 7.0;
/// So many are told of one head and one moment.
const MANY: usize = 3;
/// So many are known still.
const KEPT: usize = 60;
/// As the town says that somebody has taken something up.
const PLANNED: &str = " It is in their plans: ";

/// Something that arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// When.
    pub tick: u64,
    /// In whose head.
    pub who: AgentId,
    /// What is told of it: a picture and a line each.
    pub told: Vec<(&'static str, String)>,
    /// Seconds for which its sign stands over the head still.
    left: f32,
}

/// All of it, oldest first.
#[derive(Resource, Debug, Default)]
pub struct Voices {
    all: VecDeque<Arrival>,
    count: usize,
}

impl Voices {
    /// What arrived, numbered from 0, from `from` on as far as it is still known; and how many there have been.
    pub fn since(&self, from: usize) -> (impl Iterator<Item = &Arrival>, usize) {
        let gone = self.count - self.all.len();
        (self.all.iter().skip(from.saturating_sub(gone)), self.count)
    }

    /// Has something just arrived in this head?
    pub fn sounds(&self, who: AgentId) -> bool {
        self.all.iter().any(|one| one.who == who && one.left > 0.0)
    }

    fn add(&mut self, arrival: Arrival) {
        self.all.push_back(arrival);
        self.count += 1;
        if self.all.len() > KEPT {
            self.all.pop_front();
        }
    }
}

/// What is told of a line of the console that was done, whose answer begins with somebody's name; nothing, if it
/// arrived in no head.
fn told(line: &str, answer: &str, name: &str) -> Vec<(&'static str, String)> {
    let (verb, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let said = rest.split_once(':').map_or("", |(_, said)| said.trim());
    match verb.to_lowercase().as_str() {
        "voice" => {
            let thought = answer.split_once(" thinks: ").map_or("", |(_, thought)| thought);
            let (thought, meant) = thought.split_once(PLANNED).map_or((thought, None), |(a, b)| (a, Some(b)));
            let mut all = vec![("💭", format!("A voice in {name}'s head: “{said}”"))];
            match meant {
                Some(meant) => all.push(("📅", format!("{name} heeds it: {}", meant.trim_end_matches('.')))),
                None if thought.contains(" has decided to ") => all.push(("💡", thought.to_owned())),
                None => {}
            }
            all
        }
        "tell" if !said.is_empty() => vec![("📝", format!("{name} remembers from now on: {said}"))],
        "give-plan" => vec![("📅", answer.to_owned())],
        _ => Vec::new(),
    }
}

fn hear(obeyed: On<Obeyed>, people: Query<(&AgentId, &Persona)>, mut voices: ResMut<Voices>) {
    let Ok(answer) = &obeyed.result else { return };
    // The longest, where one name begins as another does.
    let named =
        people.iter().filter(|(_, one)| answer.strip_prefix(&one.name).is_some_and(|rest| rest.starts_with(' ')));
    let Some((who, persona)) = named.max_by_key(|(id, one)| (one.name.len(), **id)) else { return };
    let mut told = told(&obeyed.command.line, answer, &persona.name);
    if !told.is_empty() {
        // A whole file of memories is not told one by one.
        match voices.all.iter().filter(|one| (one.tick, one.who) == (obeyed.tick, *who)).count() {
            0..MANY => {}
            MANY => told = vec![("📝", format!("{} remembers more than that", persona.name))],
            _ => told.clear(),
        }
        voices.add(Arrival { tick: obeyed.tick, who: *who, told, left: STAYS });
    }
}

fn fade(time: Res<Time<Real>>, mut voices: ResMut<Voices>) {
    for one in voices.all.iter_mut().filter(|one| one.left > 0.0) {
        one.left -= time.delta_secs();
    }
}

/// Adds the ear for them.
pub fn plugin(app: &mut App) {
    app.of_town::<Voices>().add_observer(hear).add_systems(Update, fade.before(drive));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(line: &str, answer: &str) -> Vec<String> {
        told(line, answer, "Ann Lee").into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn a_voice_is_told_and_so_is_what_it_led_to() {
        let only = lines("voice Ann Lee: You like tea.", "Ann Lee thinks: Ann Lee likes tea.");
        assert_eq!(only, ["A voice in Ann Lee's head: “You like tea.”"]);
        let planned =
            "Ann Lee thinks: Ann Lee has decided to swim. It is in their plans: Monday 3 May, 09:00-10:00 at Pond.";
        let heeded = lines("voice Ann: You will swim at the pond at nine.", planned);
        assert_eq!(heeded[1..], ["Ann Lee heeds it: Monday 3 May, 09:00-10:00 at Pond"]);
        let decided = lines("voice Ann: run for mayor", "Ann Lee thinks: Ann Lee has decided to run for mayor.");
        assert_eq!(decided[1..], ["Ann Lee has decided to run for mayor."]);
    }

    #[test]
    fn memories_and_plans_are_told_and_nothing_else() {
        let told = lines("tell Ann Lee: It rains.", "Ann Lee remembers: It rains.");
        assert_eq!(told, ["Ann Lee remembers from now on: It rains."]);
        let plan = "Ann Lee means to read at Pond on 3 May from 09:00 to 10:00.";
        assert_eq!(lines("give-plan Ann Lee: 09:00-10:00 read at Pond", plan), [plan]);
        assert!(lines("where Ann Lee", "Ann Lee is at home.").is_empty());
    }
}
