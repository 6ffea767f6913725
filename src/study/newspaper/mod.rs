//! The evening paper: what a day was, told from what happened and what is known of it. Nothing is made up: each item
//! has the tick and the person or place it is about.
//!
//! | file | concern |
//! |---|---|
//! | `facts` | the day, out of the town |
//! | `write` | facts into headlines and sentences (pure) |
//! | `outside` | what came from outside: the player, voices, unseen hands (pure) |

mod facts;
mod outside;
mod write;

use jiff::civil::{Date, DateTime};

pub use self::facts::Facts;
use super::watch;
use crate::{
    agent::{prelude::*, wording::date},
    cli,
    data::Data,
    headless,
    town::TownError,
};

/// The hour of the clock at which a day's paper is out.
pub const HOUR: u32 = 21;

/// A sentence or two, and what they are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// In words.
    pub text: String,
    /// When.
    pub tick: u64,
    /// Who.
    pub who: Option<AgentId>,
    /// Where, if it is about nobody.
    pub tile: Option<Tile>,
}

/// Some items under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// By importance or time.
    pub items: Vec<Item>,
}

/// A day's paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Which town.
    pub town: String,
    /// Which day of it, from 1.
    pub day: u32,
    /// Its date.
    pub date: Date,
    /// Up to when it is told.
    pub until: DateTime,
    /// Is the day over, or its paper's hour come?
    pub out: bool,
    /// What matters most, in a few words.
    pub headline: String,
    /// The same at more length.
    pub lead: Item,
    /// Everything else.
    pub sections: Vec<Section>,
    /// What somebody said; `None`: nobody said anything.
    pub quote: Option<(Item, String)>,
}

impl Paper {
    /// The paper of a day, counted from 1, as far as it has been lived; `None`: that day has not begun.
    pub fn of(world: &World, day: u32) -> Option<Self> {
        facts::gather(world, day).map(|facts| write::write(&facts))
    }

    /// As plain text, for a terminal: `THE VILLE EVENING PAPER`, and all below it.
    pub fn text(&self) -> String {
        let middle = |text: String| format!("{}{text}\n", " ".repeat(WIDE.saturating_sub(text.chars().count()) / 2));
        let rule = "-".repeat(WIDE) + "\n";
        let so_far = if self.out { String::new() } else { format!(", up to {}", self.until.strftime("%H:%M")) };
        let mut all = middle(format!("{} EVENING PAPER", self.town.to_uppercase()));
        all += &middle(format!("Day {}, {}{so_far}", self.day, date(self.date)));
        all += &format!("{rule}{}\n", middle(self.headline.to_uppercase()));
        all += &wrap(&self.lead.text, "", "");
        if let Some((line, by)) = &self.quote {
            all += &format!("\n{}", wrap(&format!("“{}”", line.text), "    ", "    "));
            all += &wrap(&format!("- {by}"), "    ", "      ");
        }
        for section in &self.sections {
            all += &format!("\n{}\n", section.title.to_uppercase());
            all.extend(section.items.iter().map(|item| wrap(&item.text, "* ", "  ")));
        }
        all + &rule
    }
}

/// Letters of a line.
const WIDE: usize = 78;

/// Wraps a text; each line begins with `before`, the first with `first`.
fn wrap(text: &str, first: &str, before: &str) -> String {
    let (mut all, mut width) = (first.to_owned(), first.len());
    for (n, word) in text.split_whitespace().enumerate() {
        let letters = word.chars().count();
        if n > 0 && width + 1 + letters > WIDE {
            all = all + "\n" + before;
            width = before.len();
        } else if n > 0 {
            all.push(' ');
            width += 1;
        }
        all += word;
        width += letters;
    }
    all + "\n"
}

/// The number of the current day, from 1.
pub fn today(calendar: &Calendar, tick: u64) -> u32 {
    calendar.minute(tick).day() + 1
}

/// Notes what papers are made of, from now on. The town must be at its beginning.
pub fn plugin(app: &mut App) {
    watch::plugin(app);
    super::goals::plugin(app);
}

/// Runs the command: `smallville paper F.town`.
///
/// # Errors
/// Why there is no such paper.
pub fn command(args: &cli::Paper, data: &Data) -> Result<bool, TownError> {
    let (mut app, end) = headless::recorded(&args.save, headless::cores(), data)?;
    plugin(&mut app);
    let calendar = *app.world().resource::<Calendar>();
    let last = today(&calendar, end.saturating_sub(1));
    let day = args.day.unwrap_or(last);
    let missing = || format!("there is no paper of day {day}");
    if !(1..=last).contains(&day) {
        let lived = if last == 1 { "only day 1 has".to_string() } else { format!("days 1 to {last} have") };
        return Err(format!("{}: {lived} been lived", missing()).into());
    }
    headless::live(&mut app, end.min(calendar.tick(Minute(day * Minute::DAY))))?;
    let paper = Paper::of(app.world(), day).ok_or_else(missing)?;
    crate::terminal::print(&paper.text());
    Ok(true)
}
