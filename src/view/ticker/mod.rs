//! What is happening anywhere in the town, newest first, at the screen's edge; a click goes there.
//!
//! | file | concern |
//! |---|---|
//! | `tell` | what is told of the chronicle, in which words |
//! | `draw` | the plate at the lower edge |

mod draw;
pub mod tell;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use jiff::{ToSpan, civil::Date};

use super::{
    panels::PanelsDrawn,
    scene::{Scene, TownState},
};
use crate::{
    clock::{AgentId, driver::drive},
    language::text::{content, overlap, tokens},
    schedule::TownResources,
    world::Tile,
};

/// Maximum number of entries kept.
const KEPT: usize = 300;

/// A new entry is checked for duplicates among this many of the latest.
const LATELY: usize = 12;

/// Something that happened.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// How many had been told with it.
    pub n: u64,
    /// The tick.
    pub at: u64,
    /// As a picture.
    pub sign: &'static str,
    /// In words, on one line.
    pub text: String,
    /// Whom a click selects.
    pub who: Option<AgentId>,
    /// Where a click goes, if it selects nobody.
    pub tile: Option<Tile>,
    /// Height of its row in points; 0: it has not been measured.
    pub high: f32,
}

/// What happened, newest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ticker {
    events: VecDeque<Entry>,
    /// How many have been told in all.
    told: u64,
}

impl Ticker {
    /// Tells something, unless that was told of late; of two ways to tell it that which stands out is kept. `names`: of
    /// people.
    fn tell(&mut self, event: Entry, names: &[&str]) {
        let said = |one: &Entry| {
            one.text.ends_with(&event.text)
                || event.text.ends_with(&one.text)
                || alike((one.sign, &one.text), (event.sign, &event.text), names)
        };
        if let Some(told) = self.events.iter_mut().take(LATELY).find(|one| said(one)) {
            if of_note(event.sign).is_some() && of_note(told.sign).is_none() {
                *told = Entry { n: told.n, ..event };
            }
            return;
        }
        self.told += 1;
        // What was noticed late, as of a day that is lived again, stands at its hour.
        let place = self.events.iter().take(LATELY).position(|one| one.at <= event.at).unwrap_or_default();
        self.events.insert(place, Entry { n: self.told, ..event });
        self.events.truncate(KEPT);
    }
}

/// The overlap from which on two entries count as the same event.
const ALIKE: f32 = 0.7;
/// What must not drown among talks, in a word or two; what is graver first.
const LOUD: [(&str, &str); 6] = [
    ("🔥", "a fire"),
    ("💧", "a leak"),
    ("💢", "hard words"),
    ("🙅", "a refusal"),
    ("🏆", "a goal"),
    ("🎉", "garlands"),
];
/// What one told another bears this sign.
const TOLD: &str = "📰";
/// What is done to somebody by saying it.
const SAYS: [&str; 9] =
    ["asked", "invited", "declined", "refused", "agreed", "promised", "thanked", "offered", "warned"];

/// What it is in a word or two, if it stands out.
fn of_note(sign: &str) -> Option<&'static str> {
    LOUD.iter().find(|(loud, _)| *loud == sign).map(|(_, word)| *word)
}

/// `3 new`, or `3 new, a fire among them`, by their signs.
fn new<'a>(signs: impl Iterator<Item = &'a str> + Clone) -> String {
    let many = signs.clone().count();
    match LOUD.iter().find(|(loud, _)| signs.clone().any(|sign| sign == *loud)) {
        Some((_, word)) if many == 1 => format!("1 new: {word}"),
        Some((_, word)) => format!("{many} new, {word} among them"),
        None => format!("{many} new"),
    }
}

/// `Carl to Ada: there is a dance.`; who says it to whom is not said twice: `Carl asked Ada to help.`
fn passed_on(by: &str, to: &str, text: &str) -> String {
    let own = text.strip_prefix(by).filter(|rest| rest.starts_with(' ')).map(str::trim_start);
    let says = |rest: &&str| rest.contains(to) && rest.split(' ').next().is_some_and(|verb| SAYS.contains(&verb));
    if own.filter(says).is_some() {
        return text.to_owned();
    }
    let what = own.and_then(|rest| rest.strip_prefix("told ")?.strip_prefix(to));
    let what = what.map_or(text, |rest| rest.trim_start().trim_start_matches("that "));
    format!("{} to {}: {what}", first(by), first(to))
}

fn first(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// First names, where no two have the same.
fn brief_names(text: &str, names: &[&str]) -> String {
    let first = |name: &str| name.split_whitespace().next().unwrap_or_default().to_owned();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    names.iter().for_each(|name| *count.entry(first(name)).or_default() += 1);
    let own = names.iter().filter(|name| count[&first(name)] == 1);
    own.fold(text.to_owned(), |text, name| if text.contains(name) { text.replace(name, &first(name)) } else { text })
}

/// `on 14 February 2023` is `today` or `tomorrow`, if it is.
fn brief_days(text: &str, today: Date) -> String {
    let tomorrow = today.saturating_add(1.day());
    [(today, "today"), (tomorrow, "tomorrow")].into_iter().fold(text.to_owned(), |text, (date, word)| {
        let written = date.strftime("on %-d %B").to_string();
        text.replace(&format!("{written} {}", date.year()), word).replace(&written, word)
    })
}

/// Is one of two what was told to somebody, and the other the same in other words? `Ada to Carl: Ada needs somebody to
/// help.` and `Ada asked Carl to help.`; each as its sign and its words. `names`: of people, as words have them.
fn alike((sign, one): (&str, &str), (other_sign, other): (&str, &str), names: &[&str]) -> bool {
    if sign != TOLD && other_sign != TOLD {
        return false;
    }
    let of = |text: &str| {
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
        let said = words(text);
        let named = names.iter().map(|name| first(name)).filter(|name| said.iter().any(|word| word == name));
        let people: BTreeSet<String> = named.map(str::to_owned).collect();
        let what = text.split_once(": ").filter(|(way, _)| way.contains(" to ")).map_or(text, |(_, what)| what);
        let parts = names.iter().flat_map(|name| name.split_whitespace());
        let rest = parts.fold(format!(" {what} "), |text, name| text.replace(name, " "));
        (first(text).trim_end_matches(':').to_owned(), people, content(&tokens(&rest)))
    };
    let ((by, people, one), (same, also, other)) = (of(one), of(other));
    by == same && people == also && overlap(&one, &other) >= ALIKE
}

/// Tells from here on what is new: another moment is looked at.
pub(super) fn start_anew(world: &mut World) {
    world.insert_resource(Ticker::default());
    world.insert_resource(tell::TickerCursor::default());
}

/// Adds the ticker.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Ticker>()
        .init_town_resource::<tell::TickerCursor>()
        .add_systems(Update, tell::tell.after(drive).run_if(in_state(TownState::Open)))
        .add_systems(EguiPrimaryContextPass, draw::draw.in_set(PanelsDrawn).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_twice_in_a_row() {
        let mut ticker = Ticker::default();
        let mut tell = |text: &str| {
            ticker.tell(Entry { sign: "📰", text: text.into(), ..Entry::default() }, &[]);
            ticker.events.len()
        };
        assert_eq!(tell("Ada agreed to come."), 1);
        assert_eq!(tell("Ada to Carl: Ada agreed to come."), 1);
        assert_eq!(tell("Carl is glad."), 2);
    }

    #[test]
    fn names_and_days_are_brief() {
        let names = ["Ada Byron", "Ada King", "Carl Gauss"];
        assert_eq!(brief_names("Carl Gauss asked Ada Byron.", &names), "Carl asked Ada Byron.");
        let today: Date = "2023-02-14".parse().expect("a date");
        let told = "Come on 14 February 2023 from 17:00, or on 15 February from 14:00, or on 16 February.";
        assert_eq!(brief_days(told, today), "Come today from 17:00, or tomorrow from 14:00, or on 16 February.");
    }

    #[test]
    fn a_need_and_its_question_are_one() {
        let needs = "Adam to Eddy: Adam needs somebody to help sort notes tomorrow from 14:00 to 16:00.";
        let asks = "Adam to Eddy: Adam asked Eddy to help sort notes tomorrow from 14:00 to 16:00.";
        let same = |one: &str, other: &str| {
            alike(("📰", one), ("📰", other), &["Adam Smith", "Eddy Lin", "Mei Lin", "Ada Byron"])
        };
        assert!(same(needs, asks));
        assert!(same(needs, "Adam asked Eddy to help sort notes tomorrow from 14:00 to 16:00."));
        assert!(!same(needs, "Adam to Mei: Adam asked Mei to help sort notes tomorrow from 14:00 to 16:00."));
        assert!(!same(needs, "Adam asked Mei to help sort notes tomorrow from 14:00 to 16:00."));
        assert!(!same(needs, "Adam to Eddy: There is a dance at the pub."));
    }

    #[test]
    fn a_refusal_and_its_telling_are_one() {
        let names = ["Jane Moreno", "Adam Smith", "Carl Gauss"];
        let kept = "Jane declined to help Adam sort notes at the pub today from 18:00 to 19:00.";
        let told = "Jane declined to help Adam sort notes at The Rose and Crown Pub today from 18:00 to 19:00.";
        assert!(alike(("🙅", kept), ("📰", told), &names));
        assert!(alike(("🙅", kept), ("📰", &format!("Jane to Adam: {told}")), &names));
        assert!(!alike(("🙅", kept), ("📰", &told.replace("Adam", "Carl")), &names));
        let parted = "Jane and Adam part after 9 lines";
        assert!(!alike(("👋", parted), ("👋", "Jane and Adam part after 8 lines"), &names), "each is another talk");
    }

    #[test]
    fn who_told_whom_is_said_once() {
        let told = passed_on("Carl Gauss", "Ada Byron", "Carl Gauss told Ada Byron that Carl Gauss is tired.");
        assert_eq!(told, "Carl to Ada: Carl Gauss is tired.");
        assert_eq!(passed_on("Carl Gauss", "Ada Byron", "It rains."), "Carl to Ada: It rains.");
        let asked = "Carl Gauss asked Ada Byron to help.";
        assert_eq!(passed_on("Carl Gauss", "Ada Byron", asked), asked);
        assert_eq!(passed_on("Carl Gauss", "Ada King", asked), format!("Carl to Ada: {asked}"));
    }

    #[test]
    fn fires_and_quarrels_stand_out() {
        let loud = |sign| of_note(sign).is_some();
        assert!(loud("🔥") && loud("💢") && !loud("💬") && !loud("📰"));
        assert_eq!(new(["💬", "📰"].into_iter()), "2 new");
        assert_eq!(new(["💬", "🙅", "🔥"].into_iter()), "3 new, a fire among them");
        assert_eq!(new(["💢"].into_iter()), "1 new: hard words");
    }
}
