//! Which panels are open and where, in the player's file.

use std::collections::BTreeMap;

use bevy::prelude::*;
use toml::{Table, Value};

use super::{
    layout::{Dock, Place},
    tabs::{TABS, Tab},
};
use crate::view::preferences::Own;

/// The table in the file.
const SECTION: &str = "panels";

/// As the window was left.
pub(super) fn read(own: Option<Res<Own>>, mut dock: ResMut<Dock>) {
    if let Some(own) = own {
        *dock = from(&own.section(SECTION));
    }
}

/// Keeps what was changed.
pub(super) fn write(own: Option<ResMut<Own>>, dock: Res<Dock>) {
    if dock.is_changed()
        && !dock.is_added()
        && let Some(mut own) = own
    {
        own.put(SECTION, to(&dock));
    }
}

/// Whatever is no sense in the table is as at first.
fn from(table: &Table) -> Dock {
    let mut dock = Dock::default();
    let part = |name: &str| table.get(name).and_then(Value::as_table);
    let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|n| n as f64)).map(|n| n as f32);
    for row in TABS {
        let Some(of) = part(row.name) else { continue };
        let place = of.get("place").and_then(Value::as_str);
        let place = Place::ALL.into_iter().find(|one| Some(one.name()) == place);
        dock.settle(row.tab, place, of.get("width").and_then(number));
    }
    let names = |key: &str| table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for tab in names("open").filter_map(Tab::named).filter(|tab| *tab != Tab::Person) {
        dock.show(tab);
    }
    for place in names("folded").filter_map(|name| Place::ALL.into_iter().find(|place| place.name() == name)) {
        if !dock.is_folded(place) {
            dock.fold(place);
        }
    }
    let shares = table.get("upper share").and_then(Value::as_array).into_iter().flatten().filter_map(number);
    for (right, share) in [false, true].into_iter().zip(shares) {
        dock.share(right, share);
    }
    dock
}

fn to(dock: &Dock) -> Table {
    let text = |text: &str| Value::String(text.into());
    let mut table: BTreeMap<String, Value> = BTreeMap::new();
    // Who is selected is of the town, not of the window.
    let open = dock.open().iter().filter(|tab| **tab != Tab::Person).map(|tab| text(tab.row().name));
    table.insert("open".into(), Value::Array(open.collect()));
    let folded = Place::ALL.into_iter().filter(|place| dock.is_folded(*place)).map(|place| text(place.name()));
    table.insert("folded".into(), Value::Array(folded.collect()));
    let shares = [false, true].map(|right| Value::Float((f64::from(dock.shared(right)) * 100.0).round() / 100.0));
    table.insert("upper share".into(), Value::Array(shares.into()));
    for row in TABS {
        let spot = dock.spot(row.tab);
        if spot != row.spot {
            let width = Value::Integer(spot.width.round() as i64);
            let of = [("place".to_string(), text(spot.place.name())), ("width".to_string(), width)];
            table.insert(row.name.into(), Value::Table(of.into_iter().collect()));
        }
    }
    table.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_found_as_it_was_left() {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.put(Tab::People, Place::Right);
        dock.widen(true, 280.0);
        dock.fold(Place::Right);
        dock.share(true, 0.25);
        let again = from(&to(&dock).to_string().parse().unwrap());
        assert_eq!(again, dock);
        // Nobody is selected at the start.
        dock.show(Tab::Person);
        assert!(!from(&to(&dock)).is_open(Tab::Person));
    }

    #[test]
    fn nonsense_is_as_at_first() {
        for bad in [
            "",
            "open = 7",
            "open = ['', 'nothing', 3]\nfolded = ['up']",
            "people = 3",
            "[people]\nplace = 'ceiling'\nwidth = 'wide'",
            "'upper share' = ['x']",
        ] {
            assert_eq!(from(&bad.parse().unwrap()), Dock::default(), "{bad}");
        }
        let odd: Table = "'upper share' = [nan, -7]\n[people]\nwidth = -1e300\n[person]\nwidth = inf".parse().unwrap();
        let dock = from(&odd);
        let whole = bevy_egui::egui::Rect::from_min_size(Default::default(), bevy_egui::egui::vec2(900.0, 600.0));
        let mut open = dock.clone();
        open.show(Tab::People);
        open.show(Tab::Person);
        assert!(open.lay(whole).0.iter().all(|stack| stack.rect.is_finite() && whole.contains_rect(stack.rect)));
    }
}
