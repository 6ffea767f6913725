//! Reads the XML files of a map, only from its own folder, and collects their faults. Limits apply before anything is
//! built: no document type, no custom entities, and a maximum number of elements.

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use roxmltree::{Document, Node, ParsingOptions};

use crate::{
    data::{Data, File, Unread},
    language::clean,
    world::Fault,
};

/// The longest file read: 8 MiB.
const LONGEST: u64 = 8 << 20;

/// How many faults of one file are listed; a broken layer can have thousands.
const MAX_FAULTS: usize = 400;

/// The faults found so far in one file.
pub struct Faults {
    file: PathBuf,
    /// The byte at which each line of it begins.
    lines: Vec<usize>,
    /// In the order in which they were found.
    pub list: Vec<Fault>,
}

impl Faults {
    /// None yet, to be named after `file`.
    pub fn of(file: &Path) -> Self {
        Self { file: file.to_owned(), lines: Vec::new(), list: Vec::new() }
    }

    /// The text of the file; that it cannot be read is a fault.
    pub fn read(&mut self, file: &File) -> Option<String> {
        let text = file.text(LONGEST).map_err(|why| self.list.push(Fault::unread(file, &why))).ok()?;
        self.lines = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Some(text)
    }

    /// `line 31`: where an element of the file begins.
    pub fn line(&self, element: Element) -> String {
        let start = element.range().start;
        format!("line {}", self.lines.partition_point(|line| *line <= start))
    }

    /// One more.
    pub fn add(&mut self, place: impl Into<String>, what: impl Into<String>, advice: impl Into<String>) {
        if self.list.len() < MAX_FAULTS {
            self.list.push(Fault::new(&self.file, place, what, advice));
        }
    }

    /// One more, about an element.
    pub fn add_at(&mut self, element: Element, what: impl Into<String>, advice: impl Into<String>) {
        self.add(self.line(element), what, advice);
    }
}

/// The file that the path `written` in the file `at` of a map means; both begin at the map's folder. A path that leaves
/// this folder can only name one of the game's pictures, of which the end counts: `../assets/pictures/ground.png`.
///
/// # Errors
/// What is wrong with it: it is absolute, is not there, or leaves the folder.
pub fn resolve(map: &File, data: &Data, at: &str, written: &str) -> Result<File, String> {
    let foreign = written.contains(['\\', ':', '\0']) || written.len() > 1024;
    if written.is_empty() || foreign || written.starts_with('/') {
        return Err(format!("the path {written:?} is not relative"));
    }
    let outside = || format!("the path {written:?} leads out of the map's folder and the game's pictures");
    let Some(inner) = inner_path(at, written) else {
        let name = written.rsplit_once("/pictures/").map(|(_, name)| name).filter(|name| !name.contains('/'));
        return name.map(|name| data.picture(name)).filter(File::exists).ok_or_else(outside);
    };
    let file = map.folder().file(&inner);
    match file.stays_inside() {
        _ if !file.exists() => Err(format!("there is no file {written:?}")),
        Ok(()) => Ok(file),
        Err(Unread::LeadsOut(_)) => Err(outside()),
        Err(why) => Err(format!("the file {written:?} {why}")),
    }
}

/// The path `written` in the file `at`, from where the path of `at` begins; `None` if it leads out of there.
fn inner_path(at: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = at.split('/').collect();
    parts.pop();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The most elements read in one file.
const MAX_ELEMENTS: u32 = 400_000;

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
        faults.add("line 1", "the encoding is not UTF-8", SAVE_AGAIN);
        return None;
    }
    if let Some(line) = too_deep(text) {
        faults.add(format!("line {line}"), format!("elements nested deeper than {DEEPEST}"), SAVE_AGAIN);
        return None;
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_ELEMENTS };
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

/// What was written, short enough to be said back.
pub fn shorten(text: &str) -> String {
    clean::short_line(text, 60)
}

/// The elements that are read in a map or tileset, or do no harm there.
const KNOWN: &str = "animation capsule chunksize data editorsettings ellipse export frame grid image layer object \
    objectgroup point polygon polyline properties property text tile tileoffset tileset transformations wangcolor \
    wangset wangsets wangtile";

/// Names what a map of ours does not hold. It is left out, so one may read on.
pub fn check_children(element: Element, faults: &mut Faults) {
    for child in element.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        if child.has_attribute("template") {
            faults.add_at(child, "an object made from a template", "detach it in Tiled (right click, Detach)");
        }
        let (what, advice) = match name {
            "imagelayer" => ("an image layer".to_owned(), "remove it: the town draws its own pictures"),
            "group" => ("a group of layers".to_owned(), "move its layers out of the group: groups are not supported"),
            "chunk" => ("a chunk of an infinite map".to_owned(), "untick Infinite in the map's properties"),
            name if KNOWN.split(' ').any(|known| known == name) => {
                check_children(child, faults);
                continue;
            }
            name => (format!("<{}>", shorten(name)), "remove it: the town does not read it"),
        };
        faults.add_at(child, what, advice);
    }
}
