//! Recorded answers, a line of JSON each, to be played without any network. People may write them by hand.
//!
//! ```json
//! {"question": "9c2f41d07be83a65", "purpose": "utterance", "agent": 3, "count": 41,
//!  "answer": {"words": "Good morning.", "end": false}, "by": "qwen3:8b"}
//! ```
//! (on one line). `question` is the hash of what was asked; by hand it may be left out, and the answer then goes to
//! that question of that agent, counted from 0, if it is of that purpose. `answer` is the answer's object, or the same
//! as text. `by` is who gave it, or left out. Empty lines and lines that begin with `#` are passed over. Of several
//! answers to one question the first counts.

use std::{
    collections::BTreeMap,
    fmt::Display,
    fs::{self, File},
    io::{Read, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Ask, MindError, QuestionId, Reply};
use crate::language::clean::short_line;

/// The longest file read, in bytes: some weeks of a town have less.
const LONGEST: u64 = 512 << 20;

/// The longest part of a question that is shown, in characters.
const SHOWN: usize = 200;

/// One recorded answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Hash of what was asked, hex digits; absent if written by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Which kind of question.
    pub purpose: String,
    /// Who asked.
    pub agent: u32,
    /// The zero-based index of the question among this agent's.
    pub count: u32,
    /// The answer: its object, or the same as text.
    pub answer: Value,
    /// Who gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// What is wrong with a line; that it is one line is known, and what the type is called here means nothing.
fn no_answer(error: &serde_json::Error) -> String {
    let what = error.to_string().replace("struct Recorded", "an answer");
    let what = what.split(" at line ").next().unwrap_or_default();
    format!("this is no recorded answer: {what}; write it as --record does, or begin the line with #")
}

/// Answers from a file.
#[derive(Clone, Debug, Default)]
pub struct Cassette {
    path: PathBuf,
    answers: Vec<Recorded>,
    by_hash: BTreeMap<String, usize>,
    by_place: BTreeMap<(u32, u32, String), usize>,
}

/// How a file ends.
struct Ending {
    /// Bytes of whole lines in it.
    whole: usize,
    /// What of it stands behind them and is no answer: whoever wrote it was stopped.
    torn: Option<String>,
    /// Whether there is a line, and no end of it.
    open: bool,
}

impl Cassette {
    /// Reads a whole file; a last line that is cut off does not count.
    ///
    /// # Errors
    /// One sentence that names the file, and the line at fault.
    pub fn read(path: &Path) -> Result<Self, String> {
        let (cassette, ending) = Self::look(path)?;
        if let Some(torn) = ending.torn {
            tracing::warn!("{torn}, so the recording ends before it");
        }
        Ok(cassette)
    }

    fn look(path: &Path) -> Result<(Self, Ending), String> {
        let unread =
            |why: &dyn Display| format!("{}: cannot be read: {why}; check its name and permissions", path.display());
        if !path.exists() {
            return Err(unread(&"there is no such file"));
        }
        // Looked at before it is opened: to open a pipe would wait for ever, and a device may have no end.
        let about = fs::metadata(path).map_err(|error| unread(&error.kind()))?;
        if !about.is_file() {
            return Err(unread(&"it is not a file"));
        }
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
        if read.map_err(|error| unread(&error.kind()))? as u64 > LONGEST {
            return Err(format!("{}: it is longer than {} MB; play a part of it", path.display(), LONGEST >> 20));
        }
        let mut cassette = Self { path: path.to_owned(), ..Self::default() };
        // Where the power went, what was to be written last may be nothing but zeros.
        let is_nothing = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
        let end = bytes.iter().rposition(|byte| !is_nothing(byte)).map_or(0, |last| last + 1);
        let (mut whole, mut torn, mut from) = (end, None, 0);
        for (n, line) in bytes[..end].split(|byte| *byte == b'\n').enumerate() {
            let fault = |what: String| format!("{}:{}: {what}", path.display(), n + 1);
            // Whoever wrote it was stopped in the middle of a line.
            let (begins, is_last) = (from, from + line.len() == end);
            from += line.len() + 1;
            let cut_off = || Some(fault("this line is cut off".into()));
            let line = match std::str::from_utf8(line) {
                Ok(line) => line.trim().trim_start_matches('\u{FEFF}'),
                Err(error) if is_last && error.error_len().is_none() => {
                    (whole, torn) = (begins, cut_off());
                    break;
                }
                Err(_) => return Err(fault("this is no text; save the file as UTF-8".into())),
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let one: Recorded = match serde_json::from_str(line) {
                Ok(one) => one,
                Err(error) if is_last && error.is_eof() => {
                    (whole, torn) = (begins, cut_off());
                    break;
                }
                Err(error) => return Err(fault(no_answer(&error))),
            };
            if !matches!(one.answer, Value::Object(_) | Value::String(_)) {
                return Err(fault("`answer` is neither an object nor a text; write the answer's object".into()));
            }
            cassette.add(one);
        }
        if torn.is_none() {
            // The blank lines behind it are its own.
            whole += bytes[end..].iter().take_while(|byte| **byte != 0).count();
            torn = (whole < bytes.len()).then(|| format!("{}: its end is nothing but zeros", path.display()));
        }
        let open = whole > 0 && bytes[whole - 1] != b'\n';
        Ok((cassette, Ending { whole, torn, open }))
    }

    fn add(&mut self, one: Recorded) {
        let n = self.answers.len();
        if let Some(hash) = &one.question {
            self.by_hash.entry(hash.clone()).or_insert(n);
        }
        self.by_place.entry((one.agent, one.count, one.purpose.clone())).or_insert(n);
        self.answers.push(one);
    }

    /// Whether there is an answer to a question of this kind.
    pub fn has(&self, purpose: &str) -> bool {
        self.answers.iter().any(|one| one.purpose == purpose)
    }

    /// How many answers there are.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The recorded answer to this question: by the hash of what was asked, else by who asked and when.
    pub fn find(&self, ask: &Ask, hash: &str) -> Option<&Recorded> {
        let QuestionId { agent, count } = ask.id;
        let by_hash = self.by_hash.get(hash).map(|n| &self.answers[*n]).filter(|one| one.purpose == ask.purpose);
        by_hash.or_else(|| self.by_place.get(&(agent, count, ask.purpose.clone())).map(|n| &self.answers[*n]))
    }

    /// The same as a mind's answer.
    ///
    /// # Errors
    /// The question with the beginning of its inputs, if it was not recorded: whoever writes answers by hand sees what is
    /// asked.
    pub fn answer(&self, ask: &Ask, hash: &str) -> Result<Reply, MindError> {
        let reply = |one: &Recorded| Reply(one.answer.as_str().map_or_else(|| one.answer.to_string(), str::to_owned));
        self.find(ask, hash).map(reply).ok_or_else(|| {
            let QuestionId { agent, count } = ask.id;
            let (file, purpose) = (self.path.display(), &ask.purpose);
            let inputs = short_line(&ask.inputs, SHOWN);
            let entry = format!(
                r#"{{"question":"{hash}","purpose":"{purpose}","agent":{agent},"count":{count},"answer":{{…}}}}"#
            );
            MindError(format!("{file} has no answer to this question; it would be the line\n{entry}\nfor\n{inputs}"))
        })
    }
}

/// Writes answers down as they come.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines in it.
    whole: u64,
}

impl Recorder {
    /// Goes on at the end of a file, or begins one.
    ///
    /// # Errors
    /// One sentence that names the file.
    pub fn append(path: &Path) -> Result<Self, String> {
        // What is there may be no recording, or end in the middle of a line.
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(|about| !about.is_file()) {
            return Err(format!("{}: cannot be written: it is not a file; name another one", path.display()));
        }
        let ending = match there.filter(|about| about.len() > 0).map(|_| Cassette::look(path)) {
            Some(Ok((_, ending))) => ending,
            Some(Err(why)) => {
                return Err(format!("nothing is written behind what is there ({why}); name another file"));
            }
            None => Ending { whole: 0, torn: None, open: false },
        };
        let unwritten = |error: std::io::Error| {
            format!("{}: cannot be written: {}; name another file", path.display(), error.kind())
        };
        let mut file = File::options().create(true).append(true).open(path).map_err(unwritten)?;
        let mut whole = ending.whole as u64;
        if let Some(torn) = ending.torn {
            file.set_len(whole).map_err(unwritten)?;
            tracing::warn!("{torn}; it is taken away, and what comes is written behind what was whole");
        }
        if ending.open {
            file.write_all(b"\n").map_err(unwritten)?;
            whole += 1;
        }
        Ok(Self { path: path.to_owned(), file, whole })
    }

    /// Writes one answer down, at once: the whole line or nothing of it.
    ///
    /// # Errors
    /// One sentence that names the file.
    pub fn keep(&mut self, ask: &Ask, hash: &str, reply: &Reply, by: &str) -> Result<(), String> {
        // What is no JSON is kept as the text that it is.
        let answer = serde_json::from_str(&reply.0).ok().filter(Value::is_object);
        let one = Recorded {
            question: Some(hash.to_owned()),
            purpose: ask.purpose.clone(),
            agent: ask.id.agent,
            count: ask.id.count,
            answer: answer.unwrap_or_else(|| Value::String(reply.0.clone())),
            by: Some(by.to_owned()),
        };
        let mut line = serde_json::to_string(&one).unwrap_or_default();
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|error| {
            // Half a line could not be played, nor written behind.
            let _ = self.file.set_len(self.whole);
            format!("{}: cannot be written any more: {}", self.path.display(), error.kind())
        })?;
        self.whole += line.len() as u64;
        Ok(())
    }
}
