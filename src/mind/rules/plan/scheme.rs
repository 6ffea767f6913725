//! Which scheme an activity follows, and its lines.

use crate::{
    language::{inflect, text::stem},
    mind::{
        question::PlanSteps,
        rules::{data::steps, dice::Dice, frame::event::visited},
    },
};

/// Words that say nothing of what is done; the next one does.
const LIGHT: [&str; 16] = [
    "take", "make", "do", "have", "go", "get", "put", "give", "look", "keep", "start", "on", "a", "the", "some",
    "continue",
];
/// Verbs with which a meal is one's own and not made for others.
const EATS: [&str; 10] = ["have", "eat", "take", "get", "grab", "enjoy", "finish", "cook", "make", "prepare"];
const MEALS: [&str; 5] = ["breakfast", "brunch", "lunch", "dinner", "supper"];
/// Schemes that end in nothing but ease.
const EASE: [&str; 11] =
    ["drink", "play", "watch", "hear", "walk", "rest", "talk", "party", "concert", "meeting", "fish"];
/// Schemes of which nothing is left to do, but that are work.
const PLAIN: [&str; 4] = ["shop", "borrow", "exercise", "clean"];

/// A piece of the day as the schemes see it.
pub struct Activity {
    /// Its scheme.
    pub scheme: &'static str,
    /// Its -ing phrase.
    pub ing: String,
    /// Whether a meal is cooked for it.
    pub cooked: bool,
    /// Whether it is a kind of work.
    pub works: bool,
    slots: [(&'static str, String); 4],
    at_hand: Vec<String>,
}

impl Activity {
    /// Reads the piece.
    pub fn of(question: &PlanSteps, dice: &mut Dice) -> Self {
        let what = question.part.what.split(", then ").next().unwrap_or_default().trim();
        let low = inflect::tokens(what);
        let named = low.iter().position(|word| MEALS.contains(&word.as_str()));
        let scheme = match scheme(&low) {
            _ if named.is_some_and(|at| eats(&low, at)) => "meal",
            // "host a vigil", "go to Ann's auction"
            "any"
                if low.first().is_some_and(|verb| verb == "host")
                    || visited(&crate::language::text::tokens(what)).is_some() =>
            {
                "meeting"
            }
            scheme => scheme,
        };
        let meal = named.map_or(
            match question.part.from.0 {
                ..660 => "breakfast",
                660..960 => "lunch",
                _ => "dinner",
            },
            |at| low[at].as_str(),
        );
        let menu = match meal {
            "supper" => "dinner",
            "brunch" => "breakfast",
            meal => meal,
        };
        let dish = dice.pick(steps().section(menu));
        let field = |i: usize| dish.and_then(|row| row.get(i)).copied().unwrap_or("something to eat").to_owned();
        let ing = inflect::truncate_words(&inflect::ing(what), 8);
        let meal = if named.is_some() { meal } else { "the meal" };
        let slots = [("{ing}", ing.clone()), ("{meal}", meal.into()), ("{food}", field(0)), ("{dish}", field(1))];
        let at_hand = question.at_hand.iter().flat_map(|object| object.affordances.clone()).collect();
        let mut told = Self { scheme, ing, cooked: false, works: !EASE.contains(&scheme), slots, at_hand };
        let kitchen = told.has("fetch food") && told.has("cook") && !told.has("order") && !told.has("serve");
        told.cooked = scheme == "meal" && kitchen && (low.iter().any(|word| word == "cook") || dice.chance(70));
        told
    }

    /// Whether something at hand is for this.
    fn has(&self, what: &str) -> bool {
        self.at_hand.iter().any(|affordance| affordance == what)
    }

    fn filled(&self, text: &str) -> String {
        self.slots.iter().fold(text.trim().to_owned(), |text, (slot, with)| text.replace(slot, with))
    }

    fn texts(&self, phase: &str) -> Vec<String> {
        let near = |needs: &str| needs == "-" || needs.split(',').any(|need| self.has(need.trim()));
        let rows = steps().section(self.scheme).iter().filter(|row| row[0] == phase && row.len() > 2 && near(row[1]));
        rows.flat_map(|row| row[2].split('/')).map(|text| self.filled(text)).collect()
    }

    /// A line of a phase that is not in the list.
    pub fn line(&self, phase: &str, list: &[String], dice: &mut Dice) -> Option<String> {
        let mut texts = self.texts(phase);
        texts.retain(|text| !list.contains(text));
        dice.pick(&texts).cloned()
    }

    /// Something that goes wrong: what is seen, and what is remembered of it.
    pub fn snag(&self, dice: &mut Dice) -> Option<(String, String)> {
        let texts = self.texts("snag");
        let (seen, told) = dice.pick(&texts)?.split_once(';')?;
        Some((seen.trim().to_owned(), told.trim().to_owned()))
    }

    /// A coffee in between, if there is any at hand.
    pub fn coffee(&self, dice: &mut Dice) -> Option<String> {
        let rows = steps().section("coffee").iter().filter(|row| row.len() > 1);
        let row = { rows }.find(|row| row[0] == "-" || self.has(row[0]))?;
        dice.pick(&row[1].split('/').collect::<Vec<_>>()).map(|text| self.filled(text))
    }

    /// One sentence about how far it came.
    pub fn result(&self, name: &str, snag: Option<&str>, ends: bool, dice: &mut Dice) -> String {
        let section = match self.scheme {
            "morning" => "up",
            "bedtime" => "down",
            "meal" => "ate",
            scheme if EASE.contains(&scheme) => "eased",
            _ if snag.is_some() => "snag",
            scheme if PLAIN.contains(&scheme) => "done",
            _ if ends && dice.chance(55) => "done",
            _ => "open",
        };
        let rows = steps().section(section).iter().map(|row| row[0]);
        let rows: Vec<&str> = rows.filter(|text| self.cooked || !text.contains("{dish}")).collect();
        let text = dice.pick(&rows).copied().unwrap_or("{name} did what was planned.");
        self.filled(&text.replace("{name}", name).replace("{snag}", snag.unwrap_or("it went slowly")))
    }
}

/// Whether the meal named `at` is had, and not only cooked for somebody.
fn eats(tokens: &[String], at: usize) -> bool {
    let says = |words: &[&str], token: &String| words.iter().any(|word| stem(word) == stem(token));
    let led = tokens.first().is_some_and(|lead| says(&EATS, lead) || !inflect::is_verb(lead));
    tokens.iter().any(|token| says(&["eat", "have"], token)) || led && (at == 0 || tokens[at - 1] != "for")
}

fn scheme(tokens: &[String]) -> &'static str {
    let stems: Vec<String> = tokens.iter().map(|word| stem(word)).collect();
    let says = |words: &[&str]| words.iter().any(|word| stems.contains(&stem(word)));
    let called = |own: &String| {
        let mut rows = steps().section("calls").iter().filter(|row| !["morning", "bedtime"].contains(&row[0]));
        rows.find(|row| row[1].split_whitespace().any(|word| stem(word) == *own)).map(|row| row[0])
    };
    match () {
        () if says(&["bed"]) && says(&["go", "ready", "get"]) || says(&["sleep"]) => "bedtime",
        () if says(&["shower", "dress"]) || says(&["wash"]) && stems.len() == 1 || says(&["get"]) && says(&["up"]) => {
            "morning"
        }
        () if says(&["lecture", "seminar", "class", "lesson", "tutorial"]) && says(&["listen", "attend"]) => {
            "listen class"
        }
        // What is played may be an instrument, and no game.
        () if says(&["play"]) && stems.iter().any(|stem| called(stem) == Some("music")) => "music",
        () => {
            let mut telling = stems.iter().zip(tokens).filter(|(_, token)| !LIGHT.contains(&token.as_str()));
            telling.find_map(|(stem, _)| called(stem)).unwrap_or("any")
        }
    }
}
