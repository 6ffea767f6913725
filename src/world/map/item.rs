//! One object of the map file, its properties read as what they should be.

use std::{collections::BTreeMap, str::FromStr};

use serde::de::{
    DeserializeOwned,
    value::{Error as ValueError, StrDeserializer},
};

use super::xml::{Element, Faults, all, shorten, text_of};
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
                faults.add(&self.place, what, "use a number of pixels inside the map");
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
            faults.add(&self.place, what, format!("the class has these properties: {known}"));
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
            ("its name contains one of : < > or a line break", "addresses use these characters: choose another name")
        } else if name.chars().count() > 80 {
            ("its name is longer than 80 letters", "choose a shorter name")
        } else {
            return name.to_owned();
        };
        faults.add(&self.place, what, advice);
        String::new()
    }

    /// A property of type `sort` as `read` understands it; `absent` where there is none. What it cannot be is a fault.
    fn value<T>(
        &self,
        key: &str,
        (sort, wanted): (&str, &str),
        absent: T,
        faults: &mut Faults,
        read: impl FnOnce(&'m str) -> Option<T>,
    ) -> T {
        let Some((of, text)) = self.properties.get(key) else { return absent };
        Some(*text).filter(|_| *of == sort).and_then(read).unwrap_or_else(|| {
            faults.add(&self.place, format!("its {key} is {:?}", shorten(text)), format!("it must be {wanted}"));
            absent
        })
    }

    /// A text; `absent` where there is none.
    pub fn text(&self, key: &str, absent: &str, faults: &mut Faults) -> String {
        let read = |text: &str| (text.len() <= 4000).then(|| text.trim().to_owned());
        self.value(key, ("string", "a text (type string) of at most 4000 bytes"), absent.to_owned(), faults, read)
    }

    /// A text that is one of a few; `absent` where there is none.
    pub fn one_of(&self, key: &str, absent: &str, known: &[&str], faults: &mut Faults) -> String {
        let read = |text: &str| known.contains(&text.trim()).then(|| text.trim().to_owned());
        let wanted = format!("one of {known:?}");
        self.value(key, ("string", &wanted), absent.to_owned(), faults, read)
    }

    /// A whole number not below `least`; `absent` where there is none.
    pub fn whole(&self, key: &str, absent: u32, least: u32, faults: &mut Faults) -> u32 {
        let wanted = format!("a whole number (type int) of {least} or more");
        self.value(key, ("int", &wanted), absent, faults, |text| text.parse().ok().filter(|value| *value >= least))
    }

    /// Yes or no; `absent` where there is none.
    pub fn yes(&self, key: &str, absent: bool, faults: &mut Faults) -> bool {
        self.value(key, ("bool", "true or false (type bool)"), absent, faults, |text| text.parse().ok())
    }

    /// The id of another object; `None` where there is none.
    pub fn object(&self, key: &str) -> Option<&'m str> {
        self.properties.get(key).filter(|(sort, _)| *sort == "object").map(|(_, id)| *id)
    }

    /// The parts of a text between commas, none of them empty or there twice.
    pub fn list(&self, key: &str, faults: &mut Faults) -> Vec<String> {
        let wanted = "a text such as \"one, two\", with no part empty or written twice";
        self.value(key, ("string", wanted), Vec::new(), faults, |text| {
            let parts = text.split(',').map(|part| part.trim().to_owned());
            let parts: Vec<String> = parts.filter(|_| !text.trim().is_empty()).collect();
            let sound = |(n, part): (usize, &String)| !part.is_empty() && !parts[..n].contains(part);
            (text.len() <= 4000 && parts.iter().enumerate().all(sound)).then_some(parts)
        })
    }

    /// `08:00-20:00`; `None` where there is none.
    pub fn span(&self, key: &str, faults: &mut Faults) -> Option<Span> {
        self.value(key, ("string", "a span such as 08:00-20:00, or nothing for always"), None, faults, |text| {
            if text.trim().is_empty() {
                return Some(None);
            }
            let (from, until) = text.split_once('-')?;
            let span = Span { from: from.parse().ok()?, until: until.parse().ok()? };
            (span.from != span.until).then_some(Some(span))
        })
    }

    /// One of the names that a type knows; `None` where there is none.
    pub fn named<T: DeserializeOwned>(&self, key: &str, wanted: &str, faults: &mut Faults) -> Option<T> {
        let read = |text: &str| match text.trim() {
            "" => Some(None),
            name => T::deserialize(StrDeserializer::<ValueError>::new(name)).ok().map(Some),
        };
        self.value(key, ("string", wanted), None, faults, read)
    }
}
