//! One object of the map file, its properties read as what they should be.

use std::collections::BTreeMap;

use tiled::PropertyValue;

use super::{
    parts::Role,
    prepass::{Lines, shorten},
    sources::Faults,
    tile::Facing,
};
use crate::mind::question::Span;

/// An object with what is needed to name it in a fault.
pub struct Item<'m> {
    /// As the map's reader has it.
    pub data: tiled::Object<'m>,
    /// `line 31, object 12 "stove"`.
    pub place: String,
}

impl<'m> Item<'m> {
    /// Every object of the layer of that name, in the order of the file; those of another class are faults.
    pub fn all(map: &'m tiled::Map, layer: &str, class: &str, lines: &Lines, faults: &mut Faults) -> Vec<Self> {
        let groups = map.layers().filter(|found| found.name == layer);
        let Some(group) = groups.filter_map(|found| found.as_object_layer()).next() else {
            faults.add("", format!("there is no object layer {layer:?}"), "add it; ARCHITECTURE.md lists the layers");
            return Vec::new();
        };
        let named = |data: tiled::Object<'m>| {
            let line = lines.objects.get(&data.id()).map_or(String::new(), |line| format!("line {line}, "));
            let place = format!("{line}object {} {:?}", data.id(), shorten(&data.name));
            Self { data, place }
        };
        let items: Vec<Self> = group.objects().map(named).collect();
        let (right, wrong): (Vec<Self>, Vec<Self>) = items.into_iter().partition(|item| item.data.user_type == class);
        for item in wrong {
            let what = format!("its class is {:?} in the layer {layer:?}", shorten(&item.data.user_type));
            faults.add(&item.place, what, format!("set its class to {class} or move it to its own layer"));
        }
        right
    }

    /// Names properties that its class does not have.
    pub fn knows_only(&self, known: &[&str], faults: &mut Faults) {
        let unknown: BTreeMap<_, _> =
            self.data.properties.iter().filter(|(key, _)| !known.contains(&key.as_str())).collect();
        for key in unknown.into_keys() {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            faults.add(
                &self.place,
                format!("it has a property {:?}", shorten(key)),
                format!("its class knows {known}"),
            );
        }
    }

    /// Its name; what is wrong with it is a fault, the name then empty.
    pub fn name(&self, faults: &mut Faults) -> String {
        let name = self.data.name.as_str();
        let (what, advice) = if name.trim().is_empty() {
            ("it has no name", "give it one")
        } else if name.trim() != name {
            ("its name begins or ends with a space", "remove the space")
        } else if name.contains([':', '<', '>']) || name.contains(char::is_control) {
            ("its name holds one of : < > or a line break", "these are for addresses: choose another name")
        } else if name.chars().count() > 80 {
            ("its name is longer than 80 letters", "choose a shorter name")
        } else {
            return name.to_owned();
        };
        faults.add(&self.place, what, advice);
        String::new()
    }

    /// A text; `absent` where there is none.
    pub fn text(&self, key: &str, absent: &str, faults: &mut Faults) -> String {
        match self.data.properties.get(key) {
            None => absent.to_owned(),
            Some(PropertyValue::StringValue(text)) if text.len() <= 4000 => text.trim().to_owned(),
            Some(PropertyValue::StringValue(_)) => {
                faults.add(&self.place, format!("its {key} is longer than 4000 bytes"), "shorten it");
                absent.to_owned()
            }
            Some(_) => {
                faults.add(&self.place, format!("its {key} is no text"), "make it a property of type string");
                absent.to_owned()
            }
        }
    }

    /// A text that is one of a few; `absent` where there is none.
    pub fn one_of(&self, key: &str, absent: &str, known: &[&str], faults: &mut Faults) -> String {
        let text = self.text(key, absent, faults);
        if !known.contains(&text.as_str()) {
            let known: Vec<String> = known.iter().map(|known| format!("{known:?}")).collect();
            let advice = format!("it must be one of {}", known.join(", "));
            faults.add(&self.place, format!("its {key} is {:?}", shorten(&text)), advice);
            return absent.to_owned();
        }
        text
    }

    /// A whole number not below `least`; `absent` where there is none.
    pub fn whole(&self, key: &str, absent: u32, least: u32, faults: &mut Faults) -> u32 {
        let found = match self.data.properties.get(key) {
            None => return absent,
            Some(PropertyValue::IntValue(value)) => u32::try_from(*value).ok().filter(|value| *value >= least),
            Some(_) => None,
        };
        found.unwrap_or_else(|| {
            let advice = format!("give a whole number (type int) of {least} or more");
            faults.add(&self.place, format!("its {key} is not one that can be"), advice);
            absent.max(least)
        })
    }

    /// Yes or no; `absent` where there is none.
    pub fn yes(&self, key: &str, absent: bool, faults: &mut Faults) -> bool {
        match self.data.properties.get(key) {
            None => absent,
            Some(PropertyValue::BoolValue(value)) => *value,
            Some(_) => {
                faults.add(
                    &self.place,
                    format!("its {key} is neither true nor false"),
                    "make it a property of type bool",
                );
                absent
            }
        }
    }

    /// The id of another object; `None` where there is none.
    pub fn object(&self, key: &str) -> Option<u32> {
        match self.data.properties.get(key) {
            Some(PropertyValue::ObjectValue(id)) if *id != 0 => Some(*id),
            _ => None,
        }
    }

    /// Parts of a text between commas.
    pub fn list(&self, key: &str, faults: &mut Faults) -> Vec<String> {
        let text = self.text(key, "", faults);
        if text.is_empty() {
            return Vec::new();
        }
        let parts: Vec<String> = text.split(',').map(|part| part.trim().to_owned()).collect();
        let twice = parts.iter().enumerate().any(|(n, part)| part.is_empty() || parts[..n].contains(part));
        if twice {
            let what = format!("its {key} {:?} has an empty part or one twice", shorten(&text));
            faults.add(&self.place, what, "write it as \"one, two\"");
        }
        parts
    }

    /// `08:00-20:00`; `None` where there is none.
    pub fn span(&self, key: &str, faults: &mut Faults) -> Option<Span> {
        let text = self.text(key, "", faults);
        if text.is_empty() {
            return None;
        }
        let read = |text: &str| {
            let (from, until) = text.split_once('-').ok_or("there is no - in it")?;
            let span = Span { from: from.parse()?, until: until.parse()? };
            if span.from == span.until { Err("it ends when it begins".to_owned()) } else { Ok(span) }
        };
        match read(&text) {
            Ok(span) => Some(span),
            Err(error) => {
                let what = format!("its {key} is {:?}: {}", shorten(&text), shorten(&error));
                faults.add(&self.place, what, "write it as 08:00-20:00, or nothing for always");
                None
            }
        }
    }

    /// Which way it looks; `None` where nothing is said.
    pub fn facing(&self, faults: &mut Faults) -> Option<Facing> {
        match self.one_of("facing", "", &["", "up", "right", "down", "left"], faults).as_str() {
            "up" => Some(Facing::Up),
            "right" => Some(Facing::Right),
            "down" => Some(Facing::Down),
            "left" => Some(Facing::Left),
            _ => None,
        }
    }

    /// For whom.
    pub fn role(&self, faults: &mut Faults) -> Role {
        match self.one_of("role", "any", &["any", "guest", "staff"], faults).as_str() {
            "guest" => Role::Guest,
            "staff" => Role::Staff,
            _ => Role::Any,
        }
    }
}
