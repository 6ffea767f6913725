//! The template engine: the small language that a prompt is written in, and how much of it one prompt may use.
//!
//! Prompts come from folders that somebody else may have made. In this language no value grows: texts and lists of a
//! question are shown, chosen from and cut, never put together. So what a prompt can take is its steps and what it writes,
//! and both have a bound.

use std::io;

use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Template, UndefinedBehavior, Value, filters as those,
    machinery as lexer, machinery::Token, tests,
};

use super::filters;

/// Steps of the template engine that one part may take; the largest of ours takes a tenth.
const FUEL: u64 = 200_000;
/// The longest part before it is cut, in bytes; the longest bound that a head can give is a tenth.
const LONGEST: usize = 4 << 20;

const NO_LISTS: &str =
    "a prompt makes no lists of its own: take one of the question, and close each tag with `%}` or `}}`";

/// What a tag may begin with.
const TAGS: [&str; 8] = ["if", "elif", "else", "endif", "for", "endfor", "include", "set"];

/// The engine, with nothing in it that could write past the formatter or make a value larger.
pub fn engine() -> Environment<'static> {
    let mut engine = Environment::empty();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine.set_fuel(Some(FUEL));
    engine.set_debug(true);
    engine.set_auto_escape_callback(|_| AutoEscape::None);
    engine.set_formatter(filters::formatter);
    engine.add_test("defined", tests::is_defined);
    engine.add_test("undefined", tests::is_undefined);
    engine.add_filter("default", those::default);
    engine.add_filter("first", those::first);
    engine.add_filter("last", those::last);
    engine.add_filter("length", those::length);
    engine.add_filter("list", those::list);
    engine.add_filter("lower", those::lower);
    engine.add_filter("upper", those::upper);
    engine.add_filter("rejectattr", those::rejectattr);
    engine.add_filter("selectattr", those::selectattr);
    filters::add_to(&mut engine);
    engine
}

/// Whether a text keeps to the language. What is no template at all is let through, for the engine to complain of.
///
/// # Errors
/// The line, from 1, and what stands there.
pub fn admits(text: &str) -> Result<(), (usize, String)> {
    /// An open parenthesis: of a filter or a test, which may have commas in it, or any other.
    struct Open {
        call: bool,
    }
    let (mut open, mut words) = (Vec::<Open>::new(), ["", "", ""]);
    let mut capture = None;
    for token in lexer::tokenize(text, false, Default::default()) {
        let Ok((token, span)) = token else { return Ok(()) };
        let here = |what: String| Err((usize::from(span.start_line), what));
        let word = match &token {
            Token::Ident(word) => *word,
            Token::Pipe => "|",
            Token::BlockStart => "{%",
            Token::BracketClose | Token::ParenClose => ")",
            _ => "",
        };
        match &token {
            Token::Tilde | Token::Plus | Token::Mul | Token::Pow => {
                return here(format!("{token} is not for prompts: write what belongs together one after the other"));
            }
            Token::BraceOpen => return here(NO_LISTS.into()),
            Token::BracketOpen if words[2].is_empty() || is_operator(words[2]) => {
                return here(NO_LISTS.into());
            }
            Token::ParenOpen => open.push(Open { call: words[1] == "|" || words[1] == "is" || words[0] == "is" }),
            Token::ParenClose => drop(open.pop()),
            Token::Comma if !open.last().is_some_and(|open| open.call) => {
                return here(NO_LISTS.into());
            }
            Token::Ident(tag) if words[2] == "{%" && !TAGS.contains(tag) => {
                return here(format!("{{% {tag} %}} is not for prompts; there are {}", TAGS.join(", ")));
            }
            Token::Ident("set") if words[2] == "{%" => capture = Some(span.start_line),
            Token::Ident("recursive") => return here("a loop in a prompt is not recursive".into()),
            Token::Assign => capture = None,
            Token::BlockEnd => {
                if let Some(line) = capture {
                    return Err((line.into(), "write {% set name = value %}".into()));
                }
                open.clear();
            }
            Token::VariableEnd => open.clear(),
            _ => {}
        }
        words = [words[1], words[2], word];
    }
    Ok(())
}

/// Words after which a bracket begins a list.
fn is_operator(word: &str) -> bool {
    ["|", "{%", "in", "not", "and", "or", "if", "elif", "else", "is", "set", "include"].contains(&word)
}

/// A template filled in.
///
/// # Errors
/// The engine's, one of [`ErrorKind::WriteFailure`] for a text that is too long.
pub fn filled(template: &Template, inputs: Value) -> Result<String, Error> {
    let mut out = Bounded(Vec::new());
    template.render_captured_to(inputs, &mut out)?;
    Ok(String::from_utf8(out.0).unwrap_or_default())
}

/// What a fault of this kind means, if it is one of the bounds of this file.
pub fn beyond(kind: ErrorKind) -> Option<String> {
    match kind {
        ErrorKind::OutOfFuel => Some("this takes too many steps; is there an endless loop?".into()),
        ErrorKind::WriteFailure => {
            Some(format!("this writes more than {} MB; is there a loop over too much?", LONGEST >> 20))
        }
        _ => None,
    }
}

/// A text that may not become too long.
struct Bounded(Vec<u8>);

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
