//! One object of the map file, its properties read as what they should be.

use std::{collections::BTreeMap, str::FromStr};

use super::{
    parts::Role,
    sources::Faults,
    tile::Facing,
    xml::{Element, all, shorten, text_of},
};
use crate::mind::question::Span;

/// The classes of objects; each has a layer of its own, `Sectors` and so on.
pub const CLASSES: [&str; 5] = ["Sector", "Arena", "Object", "Spot", "Spawn"];

/// The properties of an element by name: the type and the value as it is written.
pub fn properties(element: Element<'_>) -> BTreeMap<&str, (&str, &str)> {
    let all = all(element, "properties").flat_map(|list| all(list, "property"));
    all.map(|one| {
        let value = one.attribute("value").or(one.text()).unwrap_or_default();
        (text_of(one, "name"), (one.attribute("type").unwrap_or("string"), value))
    })
    .collect()
}

/// Numbers as in `12,40 3,4`; what is no pair is given back as it is written.
pub fn pairs<T: FromStr>(text: &str) -> impl Iterator<Item = Result<(T, T), &str>> {
    text.split_whitespace().map(|pair| {
        let (x, y) = pair.split_once(',').ok_or(pair)?;
        x.parse().ok().zip(y.parse().ok()).ok_or(pair)
    })
}

/// An object with what is needed to name it in a fault.
pub struct Item<'m> {
    /// Its id in the file.
    pub id: &'m str,
    /// As it is written.
    pub element: Element<'m>,
    /// `line 31, object 12 "stove"`.
    pub place: String,
    properties: BTreeMap<&'m str, (&'m str, &'m str)>,
}

impl<'m> Item<'m> {
    /// Every object of the layer of that class, in the order of the file; what is wrong with one is a fault.
    pub fn all(map: Element<'m>, class: &str, faults: &mut Faults) -> Vec<Self> {
        let layer = format!("{class}s");
        let Some(group) = all(map, "objectgroup").find(|group| text_of(*group, "name") == layer) else {
            faults.add("", format!("there is no object layer {layer:?}"), "add it; maps/README.md lists the layers");
            return Vec::new();
        };
        let mut items = Vec::new();
        for element in all(group, "object") {
            let id = text_of(element, "id");
            let place = format!("{}, object {id} {:?}", faults.line(element), shorten(text_of(element, "name")));
            let item = Self { id, element, place, properties: properties(element) };
            if item.is_sound(faults) && item.is_of(class, faults) {
                items.push(item);
            }
        }
        items
    }

    /// Can its numbers be read, and is it no picture?
    fn is_sound(&self, faults: &mut Faults) -> bool {
        let before = faults.list.len();
        for name in ["x", "y", "width", "height", "rotation"] {
            let Some(value) = self.element.attribute(name) else { continue };
            if !value.parse::<f32>().is_ok_and(|value| value.is_finite() && value.abs() <= 1e6) {
                let what = format!("its {name} is {:?}", shorten(value));
                faults.add(&self.place, what, "give a number of pixels inside the map");
            }
        }
        if self.element.has_attribute("gid") {
            faults.add(&self.place, "it is a tile object", "draw a rectangle, polygon or point instead");
        }
        faults.list.len() == before
    }

    fn is_of(&self, class: &str, faults: &mut Faults) -> bool {
        let own = self.element.attribute("type").or(self.element.attribute("class")).unwrap_or_default();
        if own != class {
            let what = format!("its class is {:?} in the layer \"{class}s\"", shorten(own));
            faults.add(&self.place, what, format!("set its class to {class} or move it to its own layer"));
        }
        own == class
    }

    /// A number of pixels among its attributes: `x`, `width`; 0 where it is not given.
    pub fn pixels(&self, name: &str) -> f32 {
        self.element.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_default()
    }

    /// What is drawn: `point`, `polygon`; `None`: a rectangle.
    pub fn shape(&self) -> Option<Element<'m>> {
        self.element.children().find(|child| child.is_element() && !child.has_tag_name("properties"))
    }

    /// Names properties that its class does not have.
    pub fn knows_only(&self, known: &[&str], faults: &mut Faults) {
        for key in self.properties.keys().filter(|key| !known.contains(key)) {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let what = format!("it has a property {:?}", shorten(key));
            faults.add(&self.place, what, format!("its class knows {known}"));
        }
    }

    /// Its name; what is wrong with it is a fault, the name then empty.
    pub fn name(&self, faults: &mut Faults) -> String {
        let name = text_of(self.element, "name");
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
        let (what, advice) = match self.properties.get(key) {
            None => return absent.to_owned(),
            Some(("string", text)) if text.len() <= 4000 => return text.trim().to_owned(),
            Some(("string", _)) => ("longer than 4000 bytes", "shorten it"),
            Some(_) => ("no text", "make it a property of type string"),
        };
        faults.add(&self.place, format!("its {key} is {what}"), advice);
        absent.to_owned()
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
        let found = match self.properties.get(key) {
            None => return absent,
            Some(("int", value)) => value.parse().ok().filter(|value| *value >= least),
            Some(_) => None,
        };
        found.unwrap_or_else(|| {
            let advice = format!("give a whole number (type int) of {least} or more");
            faults.add(&self.place, format!("its {key} is not a number that it can have"), advice);
            absent.max(least)
        })
    }

    /// Yes or no; `absent` where there is none.
    pub fn yes(&self, key: &str, absent: bool, faults: &mut Faults) -> bool {
        let found = match self.properties.get(key) {
            None => return absent,
            Some(("bool", value)) => value.parse().ok(),
            Some(_) => None,
        };
        found.unwrap_or_else(|| {
            let advice = "make it a property of type bool";
            faults.add(&self.place, format!("its {key} is neither true nor false"), advice);
            absent
        })
    }

    /// The id of another object; `None` where there is none.
    pub fn object(&self, key: &str) -> Option<&'m str> {
        self.properties.get(key).filter(|(sort, _)| *sort == "object").map(|(_, id)| *id)
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
