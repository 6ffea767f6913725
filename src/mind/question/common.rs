//! What many questions carry.

use serde::{Deserialize, Serialize};

use super::TimeOfDay;

/// More signs than this are more than two emoji, however they are joined.
const LONGEST_EMOJI: usize = 16;
/// Letters that are emoji too.
const LETTERS: [char; 2] = ['ℹ', 'Ⓜ'];

/// May this be one or two emoji? No text, nothing long; more a bubble need not know.
pub(super) fn is_emoji(text: &str) -> bool {
    let letter = |c: char| c.is_alphabetic() && !LETTERS.contains(&c) && c < '\u{1F000}';
    !text.trim().is_empty() && !text.is_ascii() && text.chars().count() <= LONGEST_EMOJI && !text.chars().any(letter)
}

/// Makes a look fit after "it is": `is burning.` becomes `burning`.
pub(super) fn trim_look(text: &mut String) {
    let small = text.to_lowercase();
    let front = ["it is ", "it's ", "is ", "are "].into_iter().find(|front| small.starts_with(front));
    let rest = text.get(front.map_or(0, str::len)..).unwrap_or(text);
    *text = rest.trim_end_matches('.').trim().to_owned();
}

/// Who is asked: the persona, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// Full name.
    pub name: String,
    /// Years.
    pub age: u32,
    /// `she`, `he` or `they`.
    pub pronouns: String,
    /// Innate traits.
    pub traits: String,
    /// What this person is and has been.
    pub background: String,
    /// When they get up, eat, rest.
    pub lifestyle: String,
    /// What they are after at present.
    pub aim: String,
    /// How they talk.
    pub voice: String,
    /// The last self summary, if one was made.
    pub summary: Option<String>,
    /// A number of this person's own, the same in every question: what must fall the same way whenever it is asked
    /// hangs on it, and not on how a name is spelt. No prompt shows it.
    #[serde(default)]
    pub nature: u64,
}

/// The moment at which a question is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// `Monday 13 February`.
    pub date: String,
    /// `2023-02-13`.
    pub iso: String,
    /// On the clock.
    pub time: TimeOfDay,
    /// Where: `sector: arena`.
    pub place: String,
    /// What the person is doing.
    pub doing: String,
    /// Until when, if that is known.
    pub until: Option<TimeOfDay>,
}

/// A memory as it is shown to a mind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recalled {
    /// Its number, where evidence is asked for.
    pub n: Option<u32>,
    /// `13 Feb 12:35`, or a date alone; empty: long known.
    pub when: String,
    /// What is remembered.
    pub text: String,
    /// Who said it, if it was said.
    pub by: Option<String>,
    /// Kept to oneself.
    pub secret: bool,
    /// Concluded by oneself.
    #[serde(default)]
    pub own: bool,
    /// 1 to 10.
    #[serde(default)]
    pub importance: u8,
    /// It came to mind by what the question is about, and not by its weight alone: it stays longest in a prompt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bears: bool,
    /// Minutes since the midnight before the town began; seed memories have none.
    #[serde(default)]
    pub at: Option<u32>,
}

/// A person one has to do with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// Full name.
    pub name: String,
    /// `she`, `he` or `they`.
    pub pronouns: String,
    /// What they are to oneself, in a sentence; empty: a stranger.
    pub relation: String,
    /// What they are doing, as seen; may be empty.
    pub doing: String,
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoken {
    /// By whom.
    pub who: String,
    /// In these words.
    pub words: String,
}

/// A person by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Full name.
    pub name: String,
    /// `she`, `he` or `they`; `they` too for those one has never seen.
    pub pronouns: String,
}

/// The names one knows: they tell a person or a place from a common word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// People, by name.
    pub people: Vec<Named>,
    /// Sectors and arenas of the own tree: `Hobbs Cafe`, `Hobbs Cafe: kitchen`.
    pub places: Vec<String>,
}

/// Something with a time that was agreed or is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appointment {
    /// Beginning.
    pub from: TimeOfDay,
    /// End.
    pub until: TimeOfDay,
    /// What, and where.
    pub what: String,
    /// On whose word: `agreed with Maria Lopez`, `she is the host`.
    pub how: String,
}

#[cfg(test)]
mod tests {
    use super::is_emoji;

    #[test]
    fn one_or_two_emoji_and_no_text() {
        for good in ["🍳", "📖☕", "👩\u{200d}🍳", "✏️", "🇬🇧", "1️⃣", "ℹ️", "🅰️", "💬 👀"]
        {
            assert!(is_emoji(good), "{good}");
        }
        for bad in ["", " ", "ok", ":-)", "é", "set 🍳", "火", "🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳"]
        {
            assert!(!is_emoji(bad), "{bad}");
        }
    }
}
