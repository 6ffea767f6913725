//! A map file as a tree of XML elements. Bounded before anything is built from it: no document type, no entities but
//! XML's five, and so many elements at most.

use std::ops::RangeInclusive;

use roxmltree::{Document, Node, ParsingOptions};

use super::sources::Faults;

/// The most elements read in one file.
const MOST_ELEMENTS: u32 = 400_000;

/// The deepest nesting of elements; Tiled's own files need six.
const DEEPEST: usize = 64;

/// What to do about a file that Tiled would not have written so.
pub const SAVE_AGAIN: &str = "open it in Tiled and save it again";

/// One element of a file.
pub type Element<'a> = Node<'a, 'a>;

/// Reads a whole file; what is wrong with it is a fault.
pub fn parse<'a>(text: &'a str, faults: &mut Faults) -> Option<Document<'a>> {
    let declared = text.split_once("?>").and_then(|(declaration, _)| declaration.split_once("encoding="));
    if declared.is_some_and(|(_, encoding)| !encoding.to_lowercase().contains("utf-8")) {
        faults.add("line 1", "an encoding other than UTF-8", SAVE_AGAIN);
        return None;
    }
    if let Some(line) = too_deep(text) {
        faults.add(format!("line {line}"), format!("elements nested deeper than {DEEPEST}"), SAVE_AGAIN);
        return None;
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_ELEMENTS };
    let broken = |why: roxmltree::Error| {
        faults.add(format!("line {}", why.pos().row), format!("it is not well-formed XML: {why}"), SAVE_AGAIN);
    };
    Document::parse_with_options(text, options).map_err(broken).ok()
}

/// The line on which elements are nested deeper than [`DEEPEST`]. The parser calls itself for each level, so it would
/// overflow the stack.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(begin) = text[at..].find('<').map(|found| at + found) {
        let tag = &text[begin..];
        let no_element = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((open, close)) = no_element.into_iter().find(|(open, _)| tag.starts_with(open)) {
            at = begin + open.len() + tag[open.len()..].find(close)? + close.len();
            continue;
        }
        let mut quote = None;
        let end = tag.find(|letter| match quote {
            Some(_) if quote == Some(letter) => {
                quote = None;
                false
            }
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                false
            }
            open => open.is_none() && letter == '>',
        })?;
        match tag.starts_with("</") {
            true => depth = depth.saturating_sub(1),
            false => depth += usize::from(!tag[..end].ends_with('/')),
        }
        if depth > DEEPEST {
            return Some(text[..begin].lines().count());
        }
        at = begin + end + 1;
    }
    None
}

/// The elements of that name directly inside.
pub fn all<'a>(element: Element<'a>, name: &'static str) -> impl Iterator<Item = Element<'a>> {
    element.children().filter(move |child| child.has_tag_name(name))
}

/// The value of an attribute, empty where there is none.
pub fn text_of<'a>(element: Element<'a>, name: &str) -> &'a str {
    element.attribute(name).unwrap_or_default()
}

/// A whole number among an element's attributes; what is wrong with it is a fault.
pub fn number(element: Element, name: &str, within: RangeInclusive<u32>, faults: &mut Faults) -> Option<u32> {
    let (low, high) = (*within.start(), *within.end());
    let value = element.attribute(name);
    let read = value.and_then(|text| text.parse().ok()).filter(|value| within.contains(value));
    if read.is_none() {
        let (tag, wanted) = (element.tag_name().name(), format!("a whole number from {low} to {high}"));
        let what = match value {
            Some(value) => format!("<{tag}> has {name} {:?}", shorten(value)),
            None => format!("<{tag}> has no {name}"),
        };
        let wanted = if low == high { low.to_string() } else { wanted };
        faults.add_at(element, what, format!("{name} must be {wanted}"));
    }
    read
}

/// A long text cut for a message.
pub fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(57).chain("...".chars()).collect() }
}

/// Elements that a map or tileset of ours may hold, by the element around them.
fn may_hold(parent: &str) -> &'static [&'static str] {
    match parent {
        "map" => &["editorsettings", "properties", "tileset", "layer", "objectgroup"],
        "editorsettings" => &["chunksize", "export"],
        "layer" => &["properties", "data"],
        "objectgroup" => &["properties", "object"],
        "object" => &["properties", "point", "polygon", "polyline", "ellipse", "capsule", "text"],
        "properties" => &["property"],
        // Only of external files, as their own root: a map's `<tileset>` has nothing inside.
        "tileset" => {
            &["editorsettings", "tileoffset", "grid", "properties", "image", "transformations", "wangsets", "tile"]
        }
        "tile" => &["properties", "image", "animation", "objectgroup"],
        "animation" => &["frame"],
        "wangsets" => &["wangset"],
        "wangset" => &["properties", "wangcolor", "wangtile"],
        "wangcolor" => &["properties"],
        _ => &[],
    }
}

/// Names what a map of ours does not hold. It is left out, so one may read on.
pub fn check_children(element: Element, faults: &mut Faults) {
    let parent = element.tag_name().name();
    for child in element.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        if child.has_attribute("template") {
            faults.add_at(child, "an object made from a template", "detach it in Tiled (right click, Detach)");
        }
        if may_hold(parent).contains(&name) {
            check_children(child, faults);
            continue;
        }
        let (what, advice) = match name {
            "imagelayer" => ("an image layer".to_owned(), "remove it: the town draws its own pictures"),
            "group" => ("a group of layers".to_owned(), "move its layers out of the group: groups are not read"),
            "chunk" => ("a chunk of an infinite map".to_owned(), "untick Infinite in the map's properties"),
            name => (format!("<{}> inside <{parent}>", shorten(name)), "remove it: the town does not read it"),
        };
        faults.add_at(child, what, advice);
    }
}
