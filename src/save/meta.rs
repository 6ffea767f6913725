//! What a save says about its town.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::marks::replace;

/// Which town this is, and how far it has been lived.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Meta {
    /// The scenario's id.
    pub scenario: String,
    /// The scenario's name for people.
    pub name: String,
    /// Hash of the scenario's content.
    pub scenario_hash: String,
    /// The seed.
    pub seed: u64,
    /// How many agents.
    pub agents: u32,
    /// The version of the game that wrote last.
    pub version: String,
    /// Town time at tick 0, as the scenario writes it.
    pub start: String,
    /// Game seconds of a tick.
    pub tick_seconds: u32,
    /// The first tick that has not been lived, as of the last time something was saved.
    pub tick: u64,
    /// What somebody called this save; `None`: nobody has.
    pub label: Option<String>,
    /// Whatever else must be as it was for the town to be the same: settings by name. Kept and compared as it is.
    pub settings: BTreeMap<String, String>,
}

/// Prefix of the settings' keys.
const SETTING: &str = "setting.";

/// Most settings and the like.
const MAX_ROWS: u32 = 1000;
/// Most bytes of them in all.
const MAX_BYTES: f64 = 1e6;

/// Nobody lives a town for longer, in seconds.
const CENTURY: u64 = 100 * 366 * 86_400;

impl Meta {
    /// What is kept of it, by name.
    fn rows(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let plain = [
            ("scenario", self.scenario.clone()),
            ("name", self.name.clone()),
            ("seed", self.seed.to_string()),
            ("agents", self.agents.to_string()),
            ("start", self.start.clone()),
            ("tick_seconds", self.tick_seconds.to_string()),
            ("scenario_hash", self.scenario_hash.clone()),
            ("version", self.version.clone()),
            ("tick", self.tick.to_string()),
        ];
        let label = self.label.iter().map(|label| ("label", label.clone()));
        let settings = self.settings.iter().map(|(key, value)| (format!("{SETTING}{key}"), value.clone()));
        plain.into_iter().chain(label).map(|(key, value)| (key.to_owned(), value)).chain(settings)
    }

    /// How the two towns differ; `None` if they are the same town, however far each has been played.
    pub fn differs(&self, other: &Meta) -> Option<String> {
        let [own, others]: [BTreeMap<String, String>; 2] = [self, other].map(|meta| meta.rows().collect());
        self.rows().chain(other.rows()).map(|(key, _)| key).find_map(|key| {
            let [value, theirs] = [&own, &others].map(|rows| rows.get(&key).map_or("unset", String::as_str));
            let what = match key.as_str() {
                "version" | "tick" | "name" | "label" => return None,
                _ if theirs == value => return None,
                "scenario_hash" => return Some(format!("scenario {} with other content", self.scenario)),
                "agents" => "number of agents",
                key => key,
            };
            Some(format!("{} {value}, not {theirs}", what.replace(SETTING, "setting ")))
        })
    }

    pub(super) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute("DELETE FROM main.meta WHERE key = 'label'", [])?;
        let mut put = connection.prepare(&replace("meta", "key, value"))?;
        for (key, value) in self.rows() {
            put.execute(params![key, value])?;
        }
        Ok(())
    }

    /// The inner error says what is missing or makes no sense.
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Result<Self, String>> {
        let size = "SELECT count(*), total(octet_length(key) + octet_length(value)) FROM main.meta";
        let (rows, bytes): (u32, f64) = connection.query_row(size, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if rows > MAX_ROWS || bytes > MAX_BYTES {
            return Ok(Err("it says far more about its town than the game writes".into()));
        }
        let mut rows = connection.prepare("SELECT key, value FROM meta")?;
        let rows: BTreeMap<String, String> =
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        Ok(Self::from_rows(&rows))
    }

    fn from_rows(rows: &BTreeMap<String, String>) -> Result<Self, String> {
        fn number<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, String> {
            text.parse().map_err(|_| format!("its {key} is {text:?}, which is no number"))
        }
        let text = |key: &str| rows.get(key).cloned().ok_or_else(|| format!("it does not say its {key}"));
        let settings =
            rows.iter().filter_map(|(key, value)| Some((key.strip_prefix(SETTING)?.to_owned(), value.clone())));
        let (tick_seconds, tick): (u32, u64) =
            (number("tick_seconds", &text("tick_seconds")?)?, number("tick", &text("tick")?)?);
        if tick.saturating_mul(tick_seconds.into()) > CENTURY {
            return Err(format!("it says that it was lived up to tick {tick}, which is longer than a century"));
        }
        Ok(Self {
            scenario: text("scenario")?,
            name: text("name")?,
            scenario_hash: text("scenario_hash")?,
            seed: number("seed", &text("seed")?)?,
            agents: number("agents", &text("agents")?)?,
            version: text("version")?,
            start: text("start")?,
            tick_seconds,
            tick,
            label: rows.get("label").cloned(),
            settings: settings.collect(),
        })
    }
}
