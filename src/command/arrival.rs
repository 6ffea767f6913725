//! `join`: who comes to town.

use std::fmt;

use super::{quoted, read::tile};
use crate::world::Tile;

/// Letters of what somebody says they are, at most.
const LONGEST_STORY: usize = 400;

/// Who comes to town.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Full name.
    pub name: String,
    /// `she`, `he` or `they`; empty: not said.
    pub pronouns: String,
    /// A sentence on who they are; may be empty.
    pub story: String,
    /// A person of the painter's sheet, or parts as [`painter::people::Look`] writes them; empty: drawn by lot.
    pub look: String,
    /// Where they arrive; `None`: where one comes into town.
    pub at: Option<Tile>,
}

impl Arrival {
    /// Reads `Ann Lee; she; a painter who has just moved here; look hair=bob:black top=coat:red; at 40 30`: the name
    /// first, the rest in any order or not at all.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut parts = text.split(';').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        let mut arrival = Self { name: parts.next().unwrap_or_default(), ..Self::default() };
        if arrival.name.is_empty() {
            return Err("a newcomer needs a name: write join Ann Lee; who you are".into());
        }
        for part in parts.filter(|part| !part.is_empty()) {
            let at = part.strip_prefix("at ").and_then(tile);
            match part.strip_prefix("look ") {
                _ if ["she", "he", "they"].contains(&part.as_str()) => arrival.pronouns = part,
                _ if at.is_some() => arrival.at = at,
                Some(look) if look.contains('=') || !look.contains(' ') => arrival.look = look.into(),
                _ if arrival.story.is_empty() => {
                    arrival.story = part.chars().take(LONGEST_STORY).collect::<String>().trim_end().into();
                }
                _ => {
                    let part = quoted(&part);
                    return Err(format!("it is not clear what {part} means: a story has no semicolon in it"));
                }
            }
        }
        Ok(arrival)
    }
}

impl fmt::Display for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.replace(';', ","))?;
        let look = if self.look.is_empty() { String::new() } else { format!("look {}", self.look) };
        for part in [&self.pronouns, &self.story, &look].into_iter().filter(|part| !part.trim().is_empty()) {
            write!(f, "; {}", part.replace(';', ","))?;
        }
        self.at.map_or(Ok(()), |at| write!(f, "; at {} {}", at.x, at.y))
    }
}
