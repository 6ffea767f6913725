//! The data files hold together with the code, and each phrase is heard as what it is meant for.

use super::ask::{known, me, now};
use smallville::{
    language::lexicon::lex,
    mind::{
        dice::Dice,
        rules::{
            asked::Asked,
            beliefs::Beliefs,
            dialogue_act::{self, Act},
            frame::parse,
            phrases::{self, Voice},
        },
    },
};

/// Every slot that any code fills.
const SLOTS: [(&str, &str); 43] = [
    ("o", "Cid"),
    ("me", "Ann"),
    ("tod", "morning"),
    ("d", "mending nets"),
    ("od", "baking bread"),
    ("odn", "bread"),
    ("og", "baking bread"),
    ("p", "Old Mill"),
    ("self", "I write books about bees."),
    ("g", "writing a book about bees"),
    ("f", "Gus Hart is writing a book about birds"),
    ("fp", "he is writing a book about birds"),
    ("src", "Eve"),
    ("x", "Gus"),
    ("y", "Eve"),
    ("he", "he"),
    ("him", "him"),
    ("evn", "garden party"),
    ("bare", "garden party"),
    ("mean", "mean"),
    ("ev", "I'm holding a garden party at Green Inn tomorrow at five"),
    ("n", "I need somebody to carry the hives"),
    ("r", "I am writing a book about bees"),
    ("s", "I need somebody to carry the hives"),
    ("pl", "I'm baking bread at five"),
    ("why", "I am writing a book about bees"),
    ("when", "tomorrow at five"),
    ("names", "Eve and Gus"),
    ("was", "Gus wanted to sing"),
    ("is", "Gus wants to paint"),
    ("what", "somebody to carry the hives"),
    ("a", "Eve"),
    ("b", "Gus"),
    ("pro", "Gus is kind"),
    ("con", "Gus is rude"),
    ("one", "on 14 February"),
    ("two", "on 15 February"),
    ("date", "13 February"),
    ("ob", "the book about bees"),
    ("w", "write a book about bees"),
    ("need", "carry the hives at Green Inn tomorrow at five"),
    ("traits", "warm and curious"),
    ("inf", "bake bread"),
];

fn small(slot: &str) -> String {
    let mut letters = slot.chars();
    letters.next().map_or(String::new(), |letter| letter.to_lowercase().collect::<String>() + letters.as_str())
}

/// A phrase with its first choices, its slots filled.
pub fn filled(text: &str) -> String {
    let mut line = text.to_owned();
    while let (Some(from), Some(to)) = (line.find('['), line.find(']')) {
        let choice = line[from + 1..to].split('|').next().unwrap_or_default().to_owned();
        line.replace_range(from..=to, &choice);
    }
    for (slot, value) in SLOTS {
        let mut letters = slot.chars();
        let capital =
            letters.next().map_or(String::new(), |letter| letter.to_uppercase().collect::<String>() + letters.as_str());
        let mut value_letters = value.chars();
        let value_capital = value_letters
            .next()
            .map_or(String::new(), |letter| letter.to_uppercase().collect::<String>() + value_letters.as_str());
        line = line.replace(&format!("{{{slot}}}"), value).replace(&format!("{{{capital}}}"), &value_capital);
    }
    phrases::finish(&line, &Voice::default())
}

#[test]
fn every_slot_is_one_that_is_filled() {
    for (section, phrases) in phrases::sections() {
        assert!(!phrases.is_empty(), "[[{section}]] is empty");
        for phrase in phrases {
            for slot in phrases::slots_of(phrase) {
                let known = SLOTS.iter().any(|(name, _)| *name == small(slot));
                assert!(known, "[[{section}]] {phrase}: nobody fills {{{slot}}}");
            }
            assert_eq!(phrase.matches('[').count(), phrase.matches(']').count(), "[[{section}]] {phrase}");
        }
    }
}

/// The source of all that uses the phrases and word lists.
fn source() -> String {
    fn read(folder: &std::path::Path, out: &mut String) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // Plans and reactions have word lists of their own.
            if path.is_dir() && !path.ends_with("plan") && !path.ends_with("react") {
                read(&path, out);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                out.push_str(&std::fs::read_to_string(path).unwrap_or_default());
            }
        }
    }
    let mut out = String::new();
    for folder in ["src/mind/rules", "src/language"] {
        read(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut out);
    }
    assert!(out.len() > 100_000, "only {} bytes of source were found", out.len());
    out
}

#[test]
fn every_section_that_code_names_is_there() {
    let source = source();
    let sections: Vec<&str> = phrases::sections().map(|(name, _)| name).collect();
    for ours in ["insight.", "reflect.", "relate.", "summary.", "tell."] {
        for part in source.split('"').skip(1).filter(|part| part.starts_with(ours) && !part.contains(' ')) {
            assert!(sections.contains(&part), "[[{part}]] is named in code and missing");
        }
    }
    let of_lex = ["contains", "find", "list", "map", "starts_with", "pairs"];
    for call in of_lex.map(|name| format!("lex().{name}(\"")).into_iter().chain(["says(\"".into()]) {
        for part in source.split(call.as_str()).skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(lex().has(part), "[{part}] is named in code and missing in words.txt");
        }
    }
    let of_this = |name: &&str| {
        ["insight.", "reflect.", "relate.", "summary.", "tell."].iter().any(|ours| name.starts_with(ours))
    };
    for section in sections.iter().filter(|name| of_this(name)) {
        assert!(source.contains(&format!("\"{section}\"")), "[[{section}]] is drawn by nobody");
    }
}

/// What a section's phrases are meant for, and how many of them may be heard as something else, and why.
fn meant(section: &str) -> Option<(fn(&Act) -> bool, usize)> {
    let it: (fn(&Act) -> bool, usize) = match section {
        "greet.close" | "greet.known" | "greet.stranger" => {
            (|act| matches!(act, Act::Greet | Act::Phatic | Act::Remark(_)), 0)
        }
        "bye" | "bye.cold" | "bye.seeyou" => (|act| matches!(act, Act::Bye), 0),
        "accept" | "accept.love" | "already" | "coming.yes" | "help.yes" => (|act| matches!(act, Act::Accept), 0),
        "hedge" => (|act| matches!(act, Act::Hedge), 0),
        "decline.conflict" | "decline.dislike" | "decline.shy" | "decline.stranger" | "decline.busy" | "help.no"
        | "help.busy" => (|act| matches!(act, Act::Decline), 0),
        "help.ask" => (|act| matches!(act, Act::Help(_)), 0),
        "invite.own" | "invite.relay" | "invite.love" => (|act| matches!(act, Act::Invite | Act::Coming), 0),
        "howare" => (|act| matches!(act, Act::Ask(Asked::HowAre)), 0),
        "ask.seen" => (|act| matches!(act, Act::Ask(Asked::LastSeen(_))), 0),
        "ask.fares" => (|act| matches!(act, Act::Ask(Asked::Fares(_))), 0),
        "leave.plan" | "leave.plain" | "leave.cold" => (|act| matches!(act, Act::Bye), 0),
        "ask.doing" => (|act| matches!(act, Act::Ask(Asked::Doing)), 0),
        "ask.plans" => (|act| matches!(act, Act::Ask(Asked::Plans(..))), 0),
        "ask.news" => (|act| matches!(act, Act::Ask(Asked::News)), 0),
        "ask.opinion" => (|act| matches!(act, Act::Ask(Asked::Opinion(_))), 0),
        "ask.progress" | "ask.more" | "ask.said" => (|act| matches!(act, Act::Ask(Asked::Progress(_))), 0),
        "ask.yourself" => (|act| matches!(act, Act::Ask(Asked::Yourself | Asked::Here)), 0),
        "ask.back" => (|act| matches!(act, Act::Ask(Asked::Back)), 0),
        _ => return None,
    };
    Some(it)
}

#[test]
fn phrases_are_heard_as_what_they_are_meant_for() {
    let (who, now) = (me(), now());
    let head = Beliefs::new(&who, &now, &known()).read();
    let mut faults = Vec::new();
    for (section, phrases) in phrases::sections() {
        let Some((fits, most)) = meant(section) else { continue };
        let wrong: Vec<String> = phrases
            .iter()
            .map(|phrase| filled(phrase))
            .filter(|line| !dialogue_act::acts(&head, "Ann Bell", "Cid Dorn", line, &mut None).iter().any(fits))
            .collect();
        if wrong.len() > most {
            faults.push(format!("[[{section}]] {wrong:#?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn news_is_heard_as_it_is_told() {
    let (who, now) = (me(), now());
    let head = Beliefs::new(&who, &now, &known()).read();
    let d = smallville::mind::rules::frame::Deixis {
        me: "Ann Bell",
        you: "Cid Dorn",
        now: head.now,
        names: &head.names,
        prons: &head.prons,
        last: None,
    };
    let plain = parse("Gus Hart is writing a book about birds.", &d).map(|said| said.frame).expect("it is understood");
    let mut faults = Vec::new();
    for (section, phrases) in phrases::sections().filter(|(name, _)| name.starts_with("share.")) {
        for phrase in phrases.iter().filter(|phrase| phrase.contains("{f") || phrase.contains("{F")) {
            let line = filled(phrase);
            let acts = dialogue_act::acts(&head, "Ann Bell", "Cid Dorn", &line, &mut None);
            let told = acts
                .iter()
                .any(|act| matches!(act, Act::Tell(said) if said.frame.same(&plain) && said.frame.verb == plain.verb));
            // "he" before anybody is named but the source is the source: only where the source tells of themselves
            if !told && !section.ends_with("self") {
                faults.push(format!("[[{section}]] {line}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn dice_of_one_nature_fall_the_same() {
    let fall = |nature, about: &[u64]| Dice::steady(nature, about).below(1000);
    assert_eq!(fall(3, &[1, 2]), fall(3, &[1, 2]));
    assert_ne!(fall(3, &[1, 2]), fall(4, &[1, 2]));
    assert_ne!(fall(3, &[1, 2]), fall(3, &[2, 1]));
}
