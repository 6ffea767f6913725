//! A small tree of an XML file in which every element knows its line.
//!
//! Bounded before anything is built from it: depth, number of elements, no document type, no entities but XML's five.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

/// The deepest nesting read.
const DEEPEST: usize = 16;

/// The most elements read in one file.
const MOST_ELEMENTS: usize = 400_000;

/// One element.
#[derive(Debug, Default)]
pub struct Element {
    /// `layer`.
    pub name: String,
    /// Where it begins, from 1.
    pub line: usize,
    /// In the order written.
    attributes: Vec<(String, String)>,
    /// All text directly inside.
    pub text: String,
    /// The elements directly inside.
    pub children: Vec<Element>,
}

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute, empty where there is none.
    pub fn text_of(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The elements of that name directly inside.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// What is wrong with a file as XML.
#[derive(Debug)]
pub struct Broken {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Reads a whole file.
///
/// # Errors
/// The first thing that is not well-formed, or a bound that is passed.
pub fn parse(text: &str) -> Result<Element, Broken> {
    if let Some(at) = text.bytes().position(|byte| byte < 32 && !b"\t\r\n".contains(&byte)) {
        let what = format!("a control character (byte {}) in the text", text.as_bytes()[at]);
        return Err(Broken { line: 1 + text[..at].bytes().filter(|byte| *byte == b'\n').count(), what });
    }
    let mut lines = Lines { text, at: 0, line: 1 };
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let mut count = 0;
    loop {
        let line = lines.at(reader.buffer_position());
        let broken = |what: String| Broken { line, what };
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => return Err(Broken { line: lines.at(reader.error_position()), what: error.to_string() }),
        };
        match event {
            Event::Start(_) | Event::Empty(_) if root.is_some() => {
                return Err(broken("a second root element".to_owned()));
            }
            Event::Start(start) => {
                count += 1;
                if open.len() >= DEEPEST {
                    return Err(broken(format!("elements nested deeper than {DEEPEST}")));
                }
                open.push(begin(&start, line).map_err(broken)?);
            }
            Event::Empty(start) => {
                count += 1;
                close(begin(&start, line).map_err(broken)?, &mut open, &mut root);
            }
            Event::End(_) => {
                if let Some(element) = open.pop() {
                    close(element, &mut open, &mut root);
                }
            }
            Event::Text(text) => {
                add(&mut open, &text.decode().map_err(|error| broken(error.to_string()))?).map_err(broken)?
            }
            Event::CData(text) => {
                add(&mut open, &text.decode().map_err(|error| broken(error.to_string()))?).map_err(broken)?
            }
            Event::GeneralRef(name) => {
                let text = format!("&{};", String::from_utf8_lossy(&name));
                add(&mut open, &quick_xml::escape::unescape(&text).map_err(|error| broken(error.to_string()))?)
                    .map_err(broken)?;
            }
            Event::DocType(_) => return Err(broken("a document type (<!DOCTYPE ...>)".to_owned())),
            Event::Decl(declared) => {
                let encoding = declared.encoding().transpose().map_err(|error| broken(error.to_string()))?;
                if encoding.is_some_and(|name| !name.eq_ignore_ascii_case(b"utf-8")) {
                    return Err(broken("an encoding other than UTF-8".to_owned()));
                }
            }
            Event::Comment(_) | Event::PI(_) => {}
            Event::Eof => break,
        }
        if count > MOST_ELEMENTS {
            return Err(broken(format!("more than {MOST_ELEMENTS} elements")));
        }
    }
    let end = lines.at(text.len() as u64);
    match (open.pop(), root) {
        (Some(element), _) => {
            Err(Broken { line: end, what: format!("it ends inside <{}> of line {}", element.name, element.line) })
        }
        (None, Some(root)) => Ok(root),
        (None, None) => Err(Broken { line: end, what: "it holds no XML element".to_owned() }),
    }
}

fn begin(start: &BytesStart<'_>, line: usize) -> Result<Element, String> {
    let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
    let mut element = Element { name, line, ..Element::default() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| format!("<{}>: {error}", element.name))?;
        let value = attribute.unescape_value().map_err(|error| format!("<{}>: {error}", element.name))?;
        element.attributes.push((String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value.into_owned()));
    }
    Ok(element)
}

fn add(open: &mut [Element], text: &str) -> Result<(), String> {
    match open.last_mut() {
        Some(element) => element.text.push_str(text),
        None if text.trim().trim_start_matches('\u{feff}').is_empty() => {}
        None => return Err("text outside any element: it is not XML".to_owned()),
    }
    Ok(())
}

fn close(element: Element, open: &mut [Element], root: &mut Option<Element>) {
    match open.last_mut() {
        Some(parent) => parent.children.push(element),
        None => *root = Some(element),
    }
}

/// Counts lines up to a byte, going forward only.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, position: u64) -> usize {
        let to = usize::try_from(position).unwrap_or(usize::MAX).min(self.text.len());
        if to > self.at {
            self.line += self.text.as_bytes()[self.at..to].iter().filter(|byte| **byte == b'\n').count();
            self.at = to;
        }
        self.line
    }
}
