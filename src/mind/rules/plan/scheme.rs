//! Which scheme an activity follows, and its lines.

use std::collections::BTreeMap;

use crate::mind::question::PlanSteps;
use crate::{
    language::{inflect, text::stem},
    mind::rules::{data, dice::Dice},
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
pub struct Told {
    /// Its scheme.
    pub scheme: &'static str,
    /// Its -ing phrase.
    pub ing: String,
    /// Whether a meal is cooked for it.
    pub cooked: bool,
    /// Whether it is a kind of work.
    pub works: bool,
    slots: BTreeMap<&'static str, String>,
    at_hand: Vec<String>,
}

impl Told {
    /// Reads the piece.
    pub fn of(question: &PlanSteps, dice: &mut Dice) -> Self {
        let what = question.part.what.split(", then ").next().unwrap_or_default().trim();
        let low = inflect::tokens(what);
        let named = MEALS.into_iter().find(|meal| low.iter().any(|word| word == meal));
        let eating = named.is_some_and(|_| eats(&low));
        let scheme = if eating { "meal" } else { scheme(&low) };
        let at_hand: Vec<String> = question.at_hand.iter().flat_map(|object| object.affordances.clone()).collect();
        let meal = named.unwrap_or(match question.part.from.0 {
            ..660 => "breakfast",
            660..960 => "lunch",
            _ => "dinner",
        });
        let menu = data::steps().section(match meal {
            "supper" => "dinner",
            "brunch" => "breakfast",
            meal => meal,
        });
        let dish = dice.pick(menu);
        let field = |i: usize| dish.and_then(|row| row.get(i)).copied().unwrap_or("something to eat").to_owned();
        let ing = inflect::at_most(&inflect::ing(what), 8);
        let slots = BTreeMap::from([
            ("{ing}", ing.clone()),
            ("{meal}", if named.is_some() { meal.to_owned() } else { "the meal".to_owned() }),
            ("{food}", field(0)),
            ("{dish}", field(1)),
        ]);
        let has = |what: &str| at_hand.iter().any(|affordance| affordance == what);
        let kitchen = has("fetch food") && has("cook") && !has("order") && !has("serve");
        let cooked = scheme == "meal" && kitchen && (low.iter().any(|word| word == "cook") || dice.chance(70));
        Self { scheme, ing, cooked, works: !EASE.contains(&scheme), slots, at_hand }
    }

    /// Whether something at hand is for this.
    pub fn has(&self, what: &str) -> bool {
        self.at_hand.iter().any(|affordance| affordance == what)
    }

    /// Whether one is where people live, so that a toilet is not far.
    pub fn near_toilet(&self) -> bool {
        ["use toilet", "sleep", "cook", "fetch food"].iter().any(|what| self.has(what))
    }

    fn filled(&self, text: &str) -> String {
        self.slots.iter().fold(text.trim().to_owned(), |text, (slot, with)| text.replace(slot, with))
    }

    fn rows(&self, phase: &str) -> impl Iterator<Item = &'static Vec<&'static str>> {
        let near = |needs: &str| needs == "-" || needs.split(',').any(|need| self.has(need.trim()));
        data::steps().section(self.scheme).iter().filter(move |row| row[0] == phase && row.len() > 2 && near(row[1]))
    }

    /// A line of a phase from its first row that can be done here: what is at hand goes before what is not.
    pub fn first(&self, phase: &str, dice: &mut Dice) -> Option<String> {
        let row = self.rows(phase).next()?;
        let texts: Vec<&str> = row[2].split('/').collect();
        dice.pick(&texts).map(|text| self.filled(text))
    }

    /// A line of a phase; the piece itself if the scheme has none.
    pub fn line(&self, phase: &str, dice: &mut Dice) -> String {
        self.fresh(phase, &[], dice).unwrap_or_else(|| self.ing.clone())
    }

    /// A line of a phase that is not in the list.
    pub fn fresh(&self, phase: &str, list: &[String], dice: &mut Dice) -> Option<String> {
        let texts = self.rows(phase).flat_map(|row| row[2].split('/')).map(|text| self.filled(text));
        let mut texts: Vec<String> = texts.filter(|text| !list.contains(text)).collect();
        texts.dedup();
        dice.pick(&texts).cloned()
    }

    /// Something that goes wrong: what is seen, and what is remembered of it.
    pub fn snag(&self, dice: &mut Dice) -> Option<(String, String)> {
        let texts: Vec<&str> = self.rows("snag").flat_map(|row| row[2].split('/')).collect();
        let (seen, told) = dice.pick(&texts)?.split_once(';')?;
        Some((self.filled(seen), self.filled(told)))
    }

    /// A line that fits any longer piece.
    pub fn extra(&self, section: &str, dice: &mut Dice) -> Option<String> {
        let rows = data::steps().section(section).iter();
        let row = rows.filter(|row| row.len() > 1).find(|row| row[0] == "-" || self.has(row[0]))?;
        let texts: Vec<&str> = row[1].split('/').collect();
        dice.pick(&texts).map(|text| self.filled(text))
    }
}

/// Whether a meal is had, and not only cooked for somebody.
fn eats(tokens: &[String]) -> bool {
    let has = |word: &str| tokens.iter().any(|token| token == word || stem(token) == stem(word));
    let lead = tokens.first().map_or("", String::as_str);
    let at = tokens.iter().position(|word| MEALS.contains(&word.as_str())).unwrap_or(0);
    let made = ["cook", "make", "prepare", "bake", "serve", "sell"].contains(&lead);
    if made && at > 0 && tokens[at - 1] == "for" {
        return has("eat") || has("have");
    }
    EATS.iter().any(|verb| stem(lead) == stem(verb)) || has("have") || has("eat") || !inflect::is_verb(lead)
}

fn scheme(tokens: &[String]) -> &'static str {
    let stems: Vec<String> = tokens.iter().map(|word| stem(word)).collect();
    let says = |word: &str| stems.contains(&stem(word));
    let one_of = |words: &[&str]| words.iter().any(|word| says(word));
    let calls = || {
        let rows = data::steps().section("calls").iter().filter(|row| row.len() > 1);
        rows.filter(|row| !["morning", "bedtime"].contains(&row[0]))
    };
    let called =
        |own: &String| calls().find(|row| row[1].split_whitespace().any(|word| stem(word) == *own)).map(|row| row[0]);
    match () {
        () if says("bed") && one_of(&["go", "ready", "get"]) || says("sleep") => "bedtime",
        () if says("wash") && stems.len() == 1 || one_of(&["shower", "dress"]) || says("get") && says("up") => {
            "morning"
        }
        () if one_of(&["lecture", "seminar", "class", "lesson", "tutorial"]) && one_of(&["listen", "attend"]) => {
            "listen class"
        }
        // What is played may be an instrument, and no game.
        () if says("play") && stems.iter().any(|stem| called(stem) == Some("music")) => "music",
        () => {
            let mut telling = stems.iter().zip(tokens).filter(|(_, token)| !LIGHT.contains(&token.as_str()));
            telling.find_map(|(stem, _)| called(stem)).unwrap_or("any")
        }
    }
}

/// One sentence about how far it came.
pub fn result(told: &Told, name: &str, snag: Option<&str>, ends: bool, dice: &mut Dice) -> String {
    let section = match told.scheme {
        "morning" => "up",
        "bedtime" => "down",
        "meal" => "ate",
        scheme if EASE.contains(&scheme) => "eased",
        _ if snag.is_some() => "snag",
        scheme if PLAIN.contains(&scheme) => "done",
        _ if !ends => "open",
        _ if dice.chance(55) => "done",
        _ => "open",
    };
    let rows = data::steps().section(section).iter().map(|row| row[0]);
    let rows: Vec<&str> = rows.filter(|text| told.cooked || !text.contains("{dish}")).collect();
    let text = dice.pick(&rows).copied().unwrap_or("{name} did what was planned.");
    told.filled(&text.replace("{name}", name).replace("{snag}", snag.unwrap_or("it went slowly")))
}
