//! All prompts of one reading of the files: parsed once, filled in often.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use minijinja::{Environment, ErrorKind, value::Serde};

use super::{
    Fault, engine, fault,
    file::{Cut, FrontMatter, PromptFile, included},
    repeats,
    trim::{self, Inputs},
};
use crate::{
    data::Folder,
    mind::{
        Ask, Prompt,
        question::{kind_of, kinds, specimens},
    },
};

/// The longest file read, in bytes.
const LARGEST: u64 = 256 * 1024;

/// The texts of all files by their names, each with where it was found.
pub type Texts = BTreeMap<String, (PathBuf, String)>;

/// Reads the files of a folder.
///
/// # Errors
/// Files that cannot be read.
pub fn texts(folder: &Folder) -> Result<Texts, Vec<Fault>> {
    if !folder.exists() {
        return Err(vec![fault(folder.path(), 0, "there is no such folder")]);
    }
    let (mut texts, mut faults) = (Texts::new(), Vec::new());
    for name in folder.names().into_iter().filter(|name| name.ends_with(".md") && name != "README.md") {
        let file = folder.file(&name);
        match file.stays_inside().and_then(|()| file.text(LARGEST)) {
            Ok(text) => drop(texts.insert(name, (file.path().to_path_buf(), text))),
            Err(why) => faults.push(Fault::unread(&file, &why)),
        }
    }
    if faults.is_empty() { Ok(texts) } else { Err(faults) }
}

/// One question's prompt.
struct Template {
    front: FrontMatter,
    hash: String,
    /// Names of its parts in the engine: system, user.
    parts: [String; 2],
}

/// All prompts, ready.
pub struct Set {
    engine: Environment<'static>,
    templates: BTreeMap<&'static str, Template>,
    /// Of each name in the engine: its file, and the lines before it.
    places: BTreeMap<String, (PathBuf, usize)>,
}

impl Set {
    /// Parses the files and fills each in with made-up inputs, so that a fault shows now and not in the town.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn read(texts: &Texts) -> Result<Self, Vec<Fault>> {
        let mut set = Self { engine: engine::engine(), templates: BTreeMap::new(), places: BTreeMap::new() };
        let mut faults = Vec::new();
        for (name, (path, text)) in texts.iter().filter(|(name, _)| name.starts_with('_')) {
            faults.extend(set.add(name, path, 0, text.clone()).err());
        }
        for purpose in kinds().map(|kind| kind.purpose) {
            let name = format!("{purpose}.md");
            let Some((path, text)) = texts.get(&name) else {
                faults.push(fault(name, 0, format!("there is no such file, and {purpose} has no prompt")));
                continue;
            };
            match set.template(&name, path, text, texts) {
                Ok(template) => drop(set.templates.insert(purpose, template)),
                Err(all) => faults.extend(all),
            }
        }
        for (name, (path, _)) in texts.iter().filter(|(name, _)| !name.starts_with('_')) {
            if name.strip_suffix(".md").and_then(kind_of).is_none() {
                let known = kinds().map(|kind| kind.purpose).collect::<Vec<_>>().join(", ");
                faults.push(fault(path, 0, format!("no question has this name; there are {known}")));
            }
        }
        if faults.is_empty() {
            let tried = specimens();
            faults = tried.iter().filter_map(|ask| set.phrase(ask).err()).collect();
            faults.extend(tried.iter().flat_map(|ask| set.lists(ask)));
        }
        faults.sort();
        faults.dedup();
        if faults.is_empty() { Ok(set) } else { Err(faults) }
    }

    fn template(&mut self, name: &str, path: &Path, text: &str, texts: &Texts) -> Result<Template, Vec<Fault>> {
        let here = |mut faults: Vec<Fault>| {
            faults.iter_mut().for_each(|fault| fault.file = path.to_path_buf());
            faults
        };
        let file = PromptFile::read(name, text).map_err(here)?;
        let parts = [format!("{name}#system"), format!("{name}#user")];
        let mut faults = Vec::new();
        for (part, engine_name) in [&file.system, &file.user].into_iter().zip(&parts) {
            faults.extend(self.add(engine_name, path, part.before, part.text.clone()).err());
        }
        match hash(path, text, texts) {
            Ok(hash) if faults.is_empty() => Ok(Template { front: file.front, hash, parts }),
            Ok(_) => Err(faults),
            Err(fault) => Err([faults, vec![fault]].concat()),
        }
    }

    /// What the head of a prompt would cut and its question does not have.
    fn lists(&self, ask: &Ask) -> Vec<Fault> {
        let inputs: Inputs = serde_json::from_str(&ask.inputs).unwrap_or_default();
        let Some(Template { front, parts, .. }) = self.templates.get(ask.purpose.as_str()) else { return Vec::new() };
        let path = self.places.get(&parts[0]).map(|(path, _)| path.clone()).unwrap_or_default();
        let lacks = |list: &&str| !inputs.get(*list).is_some_and(|list| list.is_array());
        let named = front.trim.iter().chain(&front.grows).map(|cut| cut.list.as_str()).filter(lacks);
        named.map(|list| fault(&path, 1, format!("the question has no list called {list:?} to cut"))).collect()
    }

    fn add(&mut self, name: &str, path: &Path, before: usize, text: String) -> Result<(), Fault> {
        self.places.insert(name.to_string(), (path.to_path_buf(), before));
        engine::admits(&text).map_err(|(line, what)| fault(path, before + line, what))?;
        let added = self.engine.add_template_owned(name.to_string(), text);
        added.map_err(|error| self.fault(name, &error))
    }

    /// The prompt for this question.
    ///
    /// # Errors
    /// The place at fault.
    pub fn phrase(&self, ask: &Ask) -> Result<Prompt, Fault> {
        let file = format!("{}.md", ask.purpose);
        let found = kind_of(&ask.purpose).and_then(|kind| Some((kind, self.templates.get(kind.purpose)?)));
        let (kind, template) = found.ok_or_else(|| fault(&file, 0, "there is no such prompt"))?;
        let inputs: Result<Inputs, _> = serde_json::from_str(&ask.inputs);
        let mut inputs = inputs.map_err(|why| fault(&file, 0, format!("the question cannot be read: {why}")))?;
        if let Some(me) = inputs.get_mut("me").and_then(|me| me.as_object_mut()) {
            // What hangs on a person's own dice is no part of what they know.
            me.remove("nature");
        }
        trim::number(&mut inputs);
        (kind.leave_out)(&mut inputs);
        repeats::leave_out(&mut inputs);
        let [system, user] = self.within(template, inputs)?;
        let FrontMatter { class, temperature, max_tokens, reasoning, .. } = template.front;
        Ok(Prompt { system, user, class, temperature, max_tokens, reasoning, template: template.hash.clone() })
    }

    /// Both parts, cut to the bound as far as the lists in the head allow.
    fn within(&self, template: &Template, mut inputs: Inputs) -> Result<[String; 2], Fault> {
        let front = &template.front;
        let most = |tokens: u32| 4 * tokens as usize;
        let all: Vec<&Cut> = front.trim.iter().chain(&front.grows).collect();
        if front.reserve > 0 {
            let mut still = inputs.clone();
            for cut in &front.grows {
                still.insert(cut.list.clone(), Vec::<Inputs>::new().into());
            }
            let (_, mut still) =
                self.shorten(template, still, (&front.trim, &all), most(front.bound - front.reserve))?;
            for cut in &front.trim {
                inputs.extend(still.remove(&cut.list).map(|list| (cut.list.clone(), list)));
            }
        }
        let cuts = if front.reserve > 0 { &front.grows } else { &front.trim };
        self.shorten(template, inputs, (cuts, &all), most(front.bound)).map(|(parts, _)| parts)
    }

    /// Cut until both parts are short enough, with the inputs that they show.
    fn shorten(
        &self,
        template: &Template,
        mut inputs: Inputs,
        (cuts, all): (&[Cut], &[&Cut]),
        most: usize,
    ) -> Result<([String; 2], Inputs), Fault> {
        loop {
            let shown = trim::once(&inputs, all.iter().copied());
            let [system, user] = [self.fill(&template.parts[0], &shown)?, self.fill(&template.parts[1], &shown)?];
            let over = (system.len() + user.len()).saturating_sub(most);
            // Too long with nothing left to leave out: sent as it is, since the answer may still come.
            if over == 0 || !trim::cut(&mut inputs, cuts, over) {
                return Ok(([system, user], shown));
            }
        }
    }

    /// A part filled in; lines with nothing on them are left out.
    fn fill(&self, name: &str, inputs: &Inputs) -> Result<String, Fault> {
        let template = self.engine.get_template(name).map_err(|error| self.fault(name, &error))?;
        let text = engine::filled(&template, Serde(inputs).into()).map_err(|error| self.fault(name, &error))?;
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        Ok(lines.join("\n"))
    }

    /// Where it went wrong, in words. An error in an included file comes wrapped in one of the file that includes it.
    fn fault(&self, name: &str, error: &minijinja::Error) -> Fault {
        let (mut deepest, mut next) = (error, std::error::Error::source(error));
        while let Some(inner) = next {
            deepest = inner.downcast_ref().unwrap_or(deepest);
            next = inner.source();
        }
        let at = deepest.name().filter(|name| self.places.contains_key(*name)).unwrap_or(name);
        let (path, before) = self.places.get(at).cloned().unwrap_or_default();
        let piece = deepest.template_source().zip(deepest.range()).and_then(|(text, range)| {
            // Of a filter only its name is given; what it was to filter stands before it.
            let before = text.get(..range.start).and_then(|before| before.trim_end().strip_suffix('|'));
            before.and_then(|before| before.rsplit([' ', '{', '(', ',']).next()).or_else(|| text.get(range))
        });
        if let Some(what) = engine::beyond(deepest.kind()) {
            return fault(path, deepest.line().map_or(0, |line| before + line), what);
        }
        let what = match (deepest.kind(), piece) {
            (ErrorKind::UndefinedError, Some(piece)) => {
                format!("the question has no `{}`; its inputs stand in src/mind/question", piece.trim())
            }
            (ErrorKind::TemplateNotFound, _) => deepest.detail().unwrap_or("a file is missing").to_string(),
            (kind, _) => match deepest.detail() {
                Some(detail) => format!("{kind}: {detail}"),
                None => kind.to_string(),
            },
        };
        fault(path, before + deepest.line().unwrap_or(1), what)
    }

    /// What the head of this question's file says.
    pub fn front_matter(&self, purpose: &str) -> Option<&FrontMatter> {
        self.templates.get(purpose).map(|template| &template.front)
    }
}

/// Content hash of a file with all that it includes, 16 hex digits.
fn hash(path: &Path, text: &str, texts: &Texts) -> Result<String, Fault> {
    let (mut all, mut open) = (BTreeSet::new(), vec![(path, text)]);
    while let Some((path, text)) = open.pop() {
        for (line, name) in included(text).map_err(|(line, what)| fault(path, line, what))? {
            let Some((_, (inner, text))) = texts.get_key_value(&name).filter(|_| name.starts_with('_')) else {
                return Err(fault(path, line, format!("there is no file {name:?} to include")));
            };
            if all.insert(name) {
                open.push((inner, text));
            }
        }
    }
    let mut hasher = blake3::Hasher::new();
    let parts =
        std::iter::once(text).chain(all.iter().filter_map(|name| texts.get(name)).map(|(_, text)| text.as_str()));
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    Ok(hasher.finalize().to_hex()[..16].to_string())
}
