//! Attempts to command a model, read from `phrases.txt`.

/// What a model does that obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Repeats the phrase wherever it can write.
    Words,
    /// Speaks a command of the console.
    Console,
    /// Answers with the attacker's JSON, and with fields that nobody asked for.
    Forge,
    /// Chooses what was not offered.
    Place,
    /// Cites what is not there.
    Ids,
    /// Speaks of and as everybody.
    Names,
    /// Puts forged turns around and into its answer.
    Turns,
    /// Calls tools.
    Tool,
    /// Tells its prompt.
    Leak,
    /// Tells the key that it was called with.
    Key,
    /// Tells of files.
    Path,
    /// Tells addresses.
    Url,
    /// Writes markup and signs that nobody sees.
    Markup,
    /// Writes without end.
    Long,
    /// Answers in no form at all.
    Raw,
}

impl Deed {
    /// All.
    pub const ALL: [(&str, Self); 15] = [
        ("words", Self::Words),
        ("console", Self::Console),
        ("forge", Self::Forge),
        ("place", Self::Place),
        ("ids", Self::Ids),
        ("names", Self::Names),
        ("turns", Self::Turns),
        ("tool", Self::Tool),
        ("leak", Self::Leak),
        ("key", Self::Key),
        ("path", Self::Path),
        ("url", Self::Url),
        ("markup", Self::Markup),
        ("long", Self::Long),
        ("raw", Self::Raw),
    ];
}

/// An attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// What comes of it, with a model that obeys.
    pub deed: Deed,
    /// Its words.
    pub words: String,
}

/// What stands for an address, and the address.
pub type Slots<'a> = &'a [(&'a str, &'a str)];

/// All attempts, with these addresses in them.
pub fn phrases(slots: Slots) -> Vec<Phrase> {
    let lines = include_str!("phrases.txt").lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|line| phrase(line, slots)).collect()
}

fn phrase(line: &str, slots: Slots) -> Phrase {
    let (deed, words) = line.split_once(" | ").unwrap_or_else(|| panic!("no deed: {line}"));
    let known = Deed::ALL.iter().find(|(name, _)| *name == deed);
    let mut words = unescaped(words);
    for (slot, address) in slots {
        words = words.replace(slot, address);
    }
    Phrase { deed: known.unwrap_or_else(|| panic!("no such deed: {line}")).1, words }
}

fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let code = rest.strip_prefix("u{").and_then(|rest| rest.split_once('}'));
        let code = code.and_then(|(hex, after)| Some((char::from_u32(u32::from_str_radix(hex, 16).ok()?)?, after)));
        let plain = [('n', '\n'), ('r', '\r'), ('t', '\t')].into_iter().find(|(letter, _)| rest.starts_with(*letter));
        match (code, plain) {
            (Some((c, after)), _) => {
                out.push(c);
                rest = after;
            }
            (None, Some((_, c))) => {
                out.push(c);
                rest = &rest[1..];
            }
            (None, None) => out.push('\\'),
        }
    }
    out + rest
}

#[test]
fn there_are_enough_and_no_two_alike() {
    let all = phrases(&[]);
    assert!(all.len() >= 60, "{}", all.len());
    for (n, one) in all.iter().enumerate() {
        assert!(all[..n].iter().all(|other| other.words != one.words), "{one:?} twice");
    }
    for (name, deed) in Deed::ALL {
        assert!(all.iter().any(|one| one.deed == deed), "nobody tries {name}");
    }
    assert_eq!(unescaped(r"a\n\u{202e}\u{zz}\q"), "a\n\u{202e}\\u{zz}\\q");
}
