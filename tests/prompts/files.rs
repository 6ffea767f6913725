//! The files: whole, in agreement with the questions, and every fault of them named by file and line.

use serde_json::Value;
use smallville::{
    agent::Scenario,
    data::{Data, Folder},
    mind::{
        Class, Phrasing, Reply,
        question::{kind_of, kinds, specimens},
    },
};

use super::{Copied, prompts};

#[test]
fn every_question_has_a_prompt() {
    let prompts = prompts();
    let asks = specimens();
    assert_eq!(asks.len(), 2 * kinds().count(), "a full and a bare one of each");
    for ask in &asks {
        let prompt = prompts.phrase(ask).unwrap_or_else(|why| panic!("{}: {why}", ask.purpose));
        assert!(prompt.system.starts_with("You work out"), "{}: the rules come first", ask.purpose);
        assert!(prompt.system.contains("\nPERSON: Ada Wick, 52"), "{}", prompt.system);
        assert!(prompt.user.lines().count() >= 2, "{}: {}", ask.purpose, prompt.user);
        for left in ["{{", "{%", "===", "---\n", "none", "undefined", "\n\n"] {
            let text = format!("{}\n{}", prompt.system, prompt.user);
            assert!(!text.contains(left) || left == "none", "{}: {left:?} in {text}", ask.purpose);
        }
        assert!(prompt.template.len() == 16 && prompt.template.bytes().all(|b| b.is_ascii_hexdigit()));
    }
}

#[test]
fn what_asks_for_much_goes_to_the_larger_model() {
    let prompts = prompts();
    let class = |purpose: &str| prompts.front_matter(purpose).expect("a prompt").class;
    assert_eq!(class("utterance"), Class::Large);
    assert_eq!(class("insights"), Class::Large);
    assert_eq!(class("where_and_look"), Class::Small);
}

#[test]
fn all_prompts_begin_alike() {
    let prompts = prompts();
    let all: Vec<String> = specimens().iter().map(|ask| prompts.phrase(ask).expect("a prompt").system).collect();
    let task = all[0].find("\nTASK").expect("a task");
    assert!(task > 800, "the rules are {task} bytes");
    assert!(all.iter().all(|system| system[..task] == all[0][..task]), "the rules differ");
    for system in &all {
        let at = |what: &str| system.find(what).unwrap_or_else(|| panic!("no {what:?} in {system}"));
        assert!(
            at("\nTASK") < at("\nANSWER") && at("\nANSWER") < at("\nPERSON"),
            "what is the same for all comes first"
        );
    }
}

#[test]
fn prompts_name_nobody_of_a_town() {
    let data = Data::only(env!("CARGO_MANIFEST_DIR"));
    let people = data.scenarios().into_iter().flat_map(|id| Scenario::open(&id, &data).expect("a scenario").people);
    let names: Vec<String> = people.map(|one| one.persona.name).collect();
    assert!(names.len() > 30);
    for entry in std::fs::read_dir(super::ours()).expect("our prompts").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let named = names.iter().flat_map(|name| name.split(' ')).find(|name| words.contains(name));
        assert_eq!(named, None, "{}", entry.path().display());
    }
}

/// The fields of a schema against those of a value, all the way down.
fn agrees(value: &Value, schema: &Value, whole: &Value, at: &str) {
    let schema = match schema.get("$ref").and_then(Value::as_str) {
        Some(name) => whole.pointer(name.trim_start_matches('#')).expect("a definition"),
        None => schema,
    };
    match value {
        Value::Object(fields) => {
            let known = schema["properties"].as_object().unwrap_or_else(|| panic!("{at}: {schema}"));
            let (mut given, mut wanted): (Vec<_>, Vec<_>) = (fields.keys().collect(), known.keys().collect());
            given.sort();
            wanted.sort();
            assert_eq!(given, wanted, "{at}");
            fields.iter().for_each(|(key, value)| agrees(value, &known[key], whole, &format!("{at}.{key}")));
        }
        Value::Array(items) => items.iter().for_each(|item| agrees(item, &schema["items"], whole, at)),
        _ => {}
    }
}

#[test]
fn the_answers_shown_have_the_form_that_is_asked_for() {
    let prompts = prompts();
    for ask in specimens().iter().take(kinds().count()) {
        let system = prompts.phrase(ask).expect("a prompt").system;
        let kind = kind_of(&ask.purpose).expect("a kind");
        let shown: Vec<&str> = (system.lines())
            .filter(|line| line.starts_with("ANSWER"))
            .map(|line| &line[line.find('{').expect("an object")..])
            .collect();
        assert!(!shown.is_empty(), "{} shows no answer", ask.purpose);
        for answer in shown {
            let value: Value = serde_json::from_str(answer).unwrap_or_else(|why| panic!("{answer}: {why}"));
            let schema = (kind.schema)().to_value();
            agrees(&value, &schema, &schema, &ask.purpose);
            let checked = (kind.read)(ask, &Reply(answer.into()));
            let unread = checked.err().filter(|why| why.contains("cannot be read"));
            assert_eq!(unread, None, "{}: {answer}", ask.purpose);
        }
    }
    // Shown in the text, since the example settles nothing.
    for purpose in ["utterance", "read_line"] {
        let ask = specimens().into_iter().find(|ask| ask.purpose == purpose).expect("one");
        let system = prompts.phrase(&ask).expect("a prompt").system;
        let from = system.find(r#"{"does":"#).expect("an act");
        let length = system[from..].find('}').expect("its end") + 1;
        let shown: Value = serde_json::from_str(&system[from..from + length]).expect("JSON");
        let schema = (kind_of(purpose).expect("a kind").schema)().to_value();
        agrees(&shown, &schema["properties"]["acts"]["items"], &schema, purpose);
    }
}

#[test]
fn a_slot_that_is_not_there_is_named() {
    let copied = Copied::new();
    copied.change("steps.md", "{{ after }}", "{{ afterwards }}");
    let line = copied.line("steps.md", "afterwards");
    let fault = copied.fault();
    assert!(fault.contains(&format!("steps.md, line {line}: ")) && fault.contains("`afterwards`"), "{fault}");

    let copied = Copied::new();
    copied.change("_now.md", "now.place", "now.plaice");
    let faults = copied.faults();
    assert!(
        !faults.is_empty() && faults.iter().all(|fault| fault.file.ends_with("_now.md") && fault.place == "line 1")
    );
    assert!(faults[0].what.contains("`now.plaice`"), "{}", faults[0]);
}

#[test]
fn faults_of_the_template_language_are_named() {
    for (from, to, expected) in [
        ("{% if memories %}", "{% if memories", "close each tag"),
        ("{% endfor %}", "", "syntax error"),
        ("{{ before }}", "{{ before|safe }}", "filter"),
        ("{{ before }}", "{% include \"_no.md\" %}", "_no.md"),
        ("{{ before }}", "{% include before %}", "include"),
        ("{{ before }}", &format!("{}{}", "{% for m in memories %}".repeat(20), "{% endfor %}".repeat(20)), "endless"),
        ("{{ before }}", "{% macro m() %}{% endmacro %}", "macro"),
        ("{{ before }}", "{% for m in memories recursive %}{% endfor %}", "recursive"),
    ] {
        let copied = Copied::new();
        copied.change("steps.md", from, to);
        let faults = copied.faults();
        let fault = faults.first().unwrap_or_else(|| panic!("{to:?} is let through"));
        assert!(fault.file.ends_with("steps.md") && fault.place.len() > "line 9".len(), "{fault}");
        assert!(fault.what.contains(expected), "{to:?}: {fault}");
    }
}

/// What a folder of prompts may try in order to fill the memory: each is refused before anything is built.
#[test]
fn nothing_grows_in_a_prompt() {
    let doubled = |how: &str| format!("{{% set x = me.name %}}{}", how.repeat(40));
    let loops =
        |deep, what: &str| format!("{}{what}{}", "{% for m in memories %}".repeat(deep), "{% endfor %}".repeat(deep));
    for (to, expected) in [
        (doubled("{% set x = x ~ x %}"), "`~` is not for prompts"),
        (doubled("{% set x = x + x %}"), "`+` is not for prompts"),
        (doubled("{% set x = [x, x] %}{{ x }}"), "no lists of its own"),
        (doubled("{% set x = (x, x) %}{{ x }}"), "no lists of its own"),
        (doubled("{% set x = x, x %}{{ x }}"), "no lists of its own"),
        (doubled("{% set x = {'a': x, 'b': x} %}{{ x }}"), "no lists of its own"),
        (doubled("{% set x %}{{ x }}{{ x }}{% endset %}"), "{% set name = value %}"),
        (doubled("{% with x = x %}{{ x }}{% endwith %}"), "{% with %} is not for prompts"),
        (doubled("{% set x = x|replace('', x) %}"), "filter"),
        (doubled("{% set x = x|join(x) %}"), "longer than 64 KB"),
        ("{% set ns = namespace(x=me.name) %}{% set ns.x = ns.x %}".into(), "namespace"),
        ("{{ 'x' * 100000000 }}".into(), "`*` is not for prompts"),
        ("{% for n in range(20000) %}a long text{% endfor %}".into(), "range"),
        (loops(12, &"a long text ".repeat(9000)), "more than 4 MB"),
    ] {
        let copied = Copied::new();
        copied.change("steps.md", "{{ before }}", &to);
        let line = copied.line("steps.md", &to);
        let faults = copied.faults();
        let fault = faults.first().unwrap_or_else(|| panic!("{to:.80} is let through"));
        let place = if expected == "more than 4 MB" { String::new() } else { format!("line {line}") };
        assert!(fault.file.ends_with("steps.md") && fault.place == place, "{to:.80}: {fault}");
        assert!(fault.what.contains(expected), "{to:.80}: {fault}");
    }
    let copied = Copied::new();
    let to = "{# ~ #}{% raw %}[a ~ b]{% endraw %}{{ memories[-3:]|length }}{{ me.name|default('~, +')|upper }}";
    copied.change("steps.md", "{{ before }}", to);
    assert_eq!(copied.faults(), []);
}

#[cfg(unix)]
#[test]
fn a_link_among_prompts_leads_nowhere_else() {
    let (copied, other) = (Copied::new(), tempfile::tempdir().expect("a folder"));
    let link = |to: &std::path::Path| {
        std::fs::remove_file(copied.path("_voice.md")).expect("removed");
        std::os::unix::fs::symlink(to, copied.path("_voice.md")).expect("linked");
    };
    std::fs::write(other.path().join("key"), "KEY=secret").expect("written");
    for outside in [other.path().join("key").as_path(), std::path::Path::new("/proc/self/environ")] {
        link(outside);
        let fault = copied.fault();
        assert!(fault.contains("_voice.md: it leads out of ") && fault.contains("not a link"), "{fault}");
    }
    link(std::path::Path::new("_now.md"));
    assert_eq!(copied.faults(), []);
}

#[test]
fn faults_of_the_settings_are_named() {
    for (from, to, expected) in [
        ("class: small", "class: medium", "class: unknown variant `medium`, expected `small` or `large`"),
        ("temperature: 0.6", "temperature: hot", "temperature is a number from 0 to 2"),
        ("temperature: 0.6", "temperature: NaN", "temperature is a number from 0 to 2"),
        ("max_tokens: 260", "max_tokens: 0", "max_tokens is a number from 1"),
        ("max_tokens: 260", "maxtokens: 260", "\"maxtokens\" is no setting"),
        ("reasoning: none", "reasoning: high", "expected one of `none`, `low`, `medium`"),
        ("bound: 850", "bound: 850\nbound: 900", "bound is given twice"),
        ("bound: 850", "bound 850", "is no setting; write `key: value`"),
        ("trim: [", "trim: memories [", "trim is a list such as"),
        ("trim: [memories 2", "trim: [memories two", "trim is a list such as"),
        ("trim: [memories 2", "trim: [memorys 2", "no list called \"memorys\""),
        ("bound: 850", "bound: 850\nreserve: 100", "reserve and grows belong together"),
        ("---\nclass", "class", "begins with a line `---`"),
        ("=== user ===", "=== User ===", "there is no line `=== user ===`"),
        ("=== user ===", "=== user ===\n=== user ===", "a second time"),
        ("=== system ===", "words\n=== system ===", "this stands in no part"),
    ] {
        let copied = Copied::new();
        copied.change("steps.md", from, to);
        let faults = copied.faults();
        assert!(faults.iter().any(|fault| fault.what.contains(expected)), "{to:?}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.file.ends_with("steps.md")), "{faults:?}");
    }
}

#[test]
fn files_too_many_and_too_few_are_named() {
    let copied = Copied::new();
    std::fs::rename(copied.path("steps.md"), copied.path("stepps.md")).expect("renamed");
    let faults = copied.faults();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|fault| fault.starts_with("steps.md: there is no such file")), "{told:?}");
    assert!(told.iter().any(|fault| fault.contains("stepps.md: no question has this name")), "{told:?}");

    let copied = Copied::new();
    std::fs::write(copied.path("steps.md"), [0xff, 0xfe, 0x00]).expect("written");
    assert!(copied.fault().contains("not UTF-8"));
    std::fs::write(copied.path("steps.md"), vec![b'x'; 300_000]).expect("written");
    assert!(copied.fault().contains("longer than 262144 bytes"));
    assert!(smallville::prompt::Prompts::open_folder(Folder::on_disk(copied.path("nowhere"))).is_err());
}

#[test]
fn what_is_edited_is_read_again_and_a_fault_keeps_the_last_good_one() {
    let copied = Copied::new();
    let prompts = smallville::prompt::Prompts::open_folder(Folder::on_disk(copied.0.path())).expect("good prompts");
    let ask = specimens().into_iter().find(|ask| ask.purpose == "steps").expect("one");
    let other = specimens().into_iter().find(|ask| ask.purpose == "importance").expect("one");
    let first = prompts.phrase(&ask).expect("a prompt");
    assert!(!prompts.reload_if_changed(), "nothing has changed");

    copied.change("steps.md", "NEXT:", "THEN:");
    assert!(prompts.reload_if_changed());
    let second = prompts.phrase(&ask).expect("a prompt");
    assert!(second.user.contains("\nTHEN: ") && second.template != first.template && prompts.fault().is_none());

    copied.change("steps.md", "{{ after }}", "{{ aftr }}");
    assert!(prompts.reload_if_changed() && !prompts.reload_if_changed());
    assert_eq!(prompts.phrase(&ask).expect("the last good one"), second);
    let fault = prompts.fault().expect("a fault to be read");
    assert!(fault.contains("steps.md, line ") && fault.contains("`aftr`"), "{fault}");

    copied.change("steps.md", "{{ aftr }}", "{{ after }}");
    assert!(prompts.reload_if_changed());
    assert_eq!((prompts.fault(), prompts.phrase(&ask).expect("a prompt")), (None, second.clone()));

    // A part that several include changes all of them, and those that do not include it stay.
    let before = prompts.phrase(&other).expect("a prompt").template;
    copied.change("_now.md", "NOW:", "JUST NOW:");
    assert!(prompts.reload_if_changed());
    assert_eq!(prompts.phrase(&ask).expect("a prompt").template, second.template, "steps do not include it");
    copied.change("_rules.md", "You work out", "You think out");
    assert!(prompts.reload_if_changed());
    assert_ne!(prompts.phrase(&ask).expect("a prompt").template, second.template);
    assert_ne!(prompts.phrase(&other).expect("a prompt").template, before);

    std::fs::remove_file(copied.path("steps.md")).expect("removed");
    assert!(prompts.reload_if_changed());
    assert!(prompts.phrase(&ask).is_ok() && prompts.fault().is_some());
}

#[test]
fn a_folder_that_goes_before_needs_only_what_differs() {
    let mine = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(super::ours().join("steps.md")).expect("a file");
    std::fs::write(mine.path().join("steps.md"), text.replace("NEXT:", "AFTERWARDS:")).expect("written");
    let folder = Folder::on_disk(mine.path()).over(Folder::on_disk(super::ours()));
    let prompts = smallville::prompt::Prompts::open_folder(folder).expect("good prompts");
    let ask = specimens().into_iter().find(|ask| ask.purpose == "steps").expect("one");
    assert!(prompts.phrase(&ask).expect("a prompt").user.contains("AFTERWARDS: "));
}

#[test]
fn the_language_is_the_questions() {
    let prompts = prompts();
    for mut ask in specimens() {
        let english = prompts.phrase(&ask).expect("a prompt");
        ask.inputs = ask.inputs.replace(r#""language":"English""#, r#""language":"zh""#);
        let other = prompts.phrase(&ask).expect("a prompt");
        assert!(other.system.contains("Write every text value in this language: zh."), "{}", other.system);
        assert_eq!(english.user, other.user);
        assert!(!english.system.contains("language:"));
    }
}
