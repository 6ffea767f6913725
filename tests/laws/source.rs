//! Rust files as the laws look at them: comments, texts and tests blanked, lines kept.

use super::{files, root};

/// One file of `src/`.
pub struct Source {
    /// `src/agent/plan/mod.rs`.
    pub path: String,
    /// Without comments and without what is only compiled for tests.
    pub code: String,
    /// As `code`, and without what stands between quotes.
    pub bare: String,
}

impl Source {
    /// Of a file's path and text.
    pub fn new(path: &str, text: &str) -> Self {
        let (code, bare) = (blank(text, false), blank(text, true));
        let tests = test_only(&bare);
        let without = |text: &str| {
            let keep = |(at, byte): (usize, u8)| if tests[at] && byte != b'\n' { b' ' } else { byte };
            String::from_utf8_lossy(&text.bytes().enumerate().map(keep).collect::<Vec<_>>()).into_owned()
        };
        Self { path: path.into(), code: without(&code), bare: without(&bare) }
    }

    /// Every file of `src/`.
    pub fn all() -> Vec<Self> {
        let read = |path: &std::path::PathBuf| {
            let inner = path.strip_prefix(root()).expect("a file of ours").display().to_string();
            Self::new(&inner, &std::fs::read_to_string(path).expect("a text"))
        };
        files(&root().join("src"), &["rs"]).iter().map(read).collect()
    }

    /// The module: `["agent", "plan"]`; empty for the crate's root.
    pub fn module(&self) -> Vec<&str> {
        let path = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut parts: Vec<&str> = path.split('/').collect();
        if parts.last() == Some(&"mod") || parts == ["lib"] {
            parts.pop();
        }
        parts
    }

    /// `src/a.rs:12`.
    pub fn place(&self, at: usize) -> String {
        format!("{}:{}", self.path, self.bare[..at].matches('\n').count() + 1)
    }

    /// Where `word` stands in the bare code as a word of its own.
    pub fn words(&self, word: &str) -> Vec<usize> {
        let part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let bytes = self.bare.as_bytes();
        let alone = |at: &usize| !part(at.checked_sub(1).map(|at| &bytes[at])) && !part(bytes.get(at + word.len()));
        self.bare.match_indices(word).map(|(at, _)| at).filter(alone).collect()
    }
}

/// The text with comments (and, if asked, quoted texts) as blanks; every byte keeps its place.
fn blank(text: &str, quotes_too: bool) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    let mut erase = |from: usize, to: usize, erased: bool| {
        for byte in out[from..to].iter_mut().filter(|byte| erased && **byte != b'\n') {
            *byte = b' ';
        }
    };
    while at < bytes.len() {
        let rest = &bytes[at..];
        let long = if rest.starts_with(b"//") {
            let long = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            erase(at, at + long, true);
            long
        } else if rest.starts_with(b"/*") {
            let long = text[at..].find("*/").map_or(rest.len(), |end| end + 2);
            erase(at, at + long, true);
            long
        } else if let Some(hashes) = raw(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let from = hashes + 2;
            let inner = text[at + from..].find(&end).unwrap_or(rest.len() - from);
            erase(at + from, at + from + inner, quotes_too);
            (from + inner + end.len()).min(rest.len())
        } else if rest[0] == b'"' {
            let mut long = 1;
            while long < rest.len() && rest[long] != b'"' {
                long += if rest[long] == b'\\' { 2 } else { 1 };
            }
            erase(at + 1, (at + long).min(bytes.len()), quotes_too);
            (long + 1).min(rest.len())
        } else if rest[0] == b'\'' {
            letter(&text[at..])
        } else {
            1
        };
        at += long;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// How many `#` a raw text that begins here has.
fn raw(rest: &[u8]) -> Option<usize> {
    let after = rest.strip_prefix(b"r")?;
    let hashes = after.iter().take_while(|byte| **byte == b'#').count();
    (after.get(hashes) == Some(&b'"')).then_some(hashes)
}

/// The length of a letter in single quotes, or 1 for a lifetime's mark.
fn letter(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            text[2..].find('\'').map_or(1, |end| end + 3).max(if text[2..].starts_with('\'') { 4 } else { 1 })
        }
        Some((_, _)) => chars.next().filter(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// Which bytes belong to items under `#[cfg(test)]`.
fn test_only(bare: &str) -> Vec<bool> {
    let mut marks = vec![false; bare.len()];
    for (from, _) in bare.match_indices("#[cfg(test)]") {
        let mut depth = 0;
        let mut end = bare.len();
        for (at, byte) in bare.bytes().enumerate().skip(from) {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && (byte == b'}' || byte == b';') {
                end = at + 1;
                break;
            }
        }
        marks[from..end].fill(true);
    }
    marks
}

#[test]
fn comments_texts_and_tests_are_told_from_code() {
    let text = concat!(
        "use a::b; // crate::x\n",
        "/* crate::y */ let s = \"// no comment \\\" crate::z\"; let c = '\"'; let q = '\\''; let d: &'static str = r#\"crate::w\"#;\n",
        "#[cfg(test)]\nmod tests { use crate::v; fn f() {} }\n",
        "fn after() { crate::u::go() }\n",
    );
    let source = Source::new("src/agent/x.rs", text);
    assert_eq!(source.bare.len(), text.len());
    assert_eq!(source.module(), ["agent", "x"]);
    let seen: Vec<String> = source.words("crate").into_iter().map(|at| source.place(at)).collect();
    assert_eq!(seen, ["src/agent/x.rs:5"]);
    assert!(source.code.contains("crate::z") && source.code.contains("crate::w") && !source.code.contains("crate::v"));
    assert!(source.bare.contains("&'static str"));
}
