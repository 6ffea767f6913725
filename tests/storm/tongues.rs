//! People who think and talk in another language: a model that answers in it is taken at its word, its sentences come
//! through as they are, and none of ours is glued to them.

use serde_json::Value;
use smallville::{
    agent::{ablation::Ablation, components::talk::Talks},
    exchange::{Minds, live_until},
    headless,
    journal::{Journal, Tally},
    memory::MemoryStream,
    mind::{
        client::By,
        question::{Question, Utter},
    },
    town::{Experiment, Options},
};

use super::{
    oracle::{Oracle, settings},
    stage::{Act, Heard, Stage},
    town::{data, tick},
};

/// A language with some sentences of it, and two words of which each stands in one of them alone.
struct Tongue {
    language: &'static str,
    sentences: [&'static str; 6],
    words: [&'static str; 2],
}

const GERMAN: Tongue = Tongue {
    language: "German",
    sentences: [
        "Heute früh war der Nebel so dicht, dass die Möwen zu Fuß gingen.",
        "Mein Großvater hätte über diese Suppe gelacht.",
        "Das Dach ist undicht, und niemand will hinaufsteigen.",
        "Ich suche seit gestern meinen blauen Schlüssel.",
        "Der Kahn liegt schief, das gefällt mir nicht.",
        "Nein, dafür habe ich wirklich keine Zeit.",
    ],
    words: ["Schlüssel", "Suppe"],
};

const CHINESE: Tongue = Tongue {
    language: "Chinese",
    sentences: [
        "今天早上的雾很大，什么都看不见。",
        "我爷爷一定会笑这碗鱼汤。",
        "屋顶漏水了，可是没有人愿意爬上去。",
        "我从昨天开始就在找那把蓝色的钥匙。",
        "那条旧船歪了，我不太喜欢。",
        "不行，我真的没有时间做这件事。",
    ],
    words: ["钥匙", "鱼汤"],
};

/// Fields of answers that are sentences or phrases of the person.
const TEXTS: [&str; 20] = [
    "words",
    "what",
    "result",
    "state",
    "why",
    "summary",
    "fact",
    "refused",
    "unsure",
    "changes",
    "opinion",
    "core",
    "occupation",
    "feeling",
    "relation",
    "doing",
    "text",
    "answer",
    "questions",
    "drops",
];
/// What our own sentences put between a person and what they do.
const GLUE: [&str; 6] = [" is ", " said to ", " told ", " agreed to ", " did this", " talked with "];

/// Every text in the other language.
fn translate(field: &str, value: &mut Value, pick: &mut impl FnMut() -> &'static str) {
    match value {
        Value::String(text) if !text.is_empty() && TEXTS.contains(&field) => *text = pick().into(),
        Value::Array(list) => list.iter_mut().for_each(|one| translate(field, one, pick)),
        Value::Object(map) => map.iter_mut().for_each(|(field, one)| translate(field, one, pick)),
        _ => {}
    }
}

impl Tongue {
    fn act(&self, oracle: &Oracle, heard: &Heard) -> Act {
        if heard.what.starts_with("GET") {
            return oracle.act(heard);
        }
        let bytes = heard.body["messages"].to_string();
        let mut n = bytes.bytes().fold(7_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 1_000_003);
        let mut pick = || {
            n += 1;
            self.sentences[n % self.sentences.len()]
        };
        let Some(mut answer) = oracle.sensible(heard) else { return Act::text(404, "what?") };
        translate("", &mut answer, &mut pick);
        if let Some(Value::Array(scores)) = answer.get_mut("scores") {
            scores.iter_mut().for_each(|score| *score = 3.into());
        }
        // A state is four words at most.
        if let Some(state) = answer.get_mut("state").filter(|state| *state != "") {
            *state = self.words[0].into();
        }
        Act::words(&answer.to_string())
    }
}

fn lives_in(tongue: &'static Tongue) {
    let experiment = Experiment { language: Some(tongue.language.into()), ..Experiment::default() };
    let options = Options { scenario: "harbour".into(), threads: 1, experiment, ..Options::default() };
    let mut app = headless::app(&options, &data()).unwrap_or_else(|why| panic!("{why}"));
    assert!(!app.world().resource::<Ablation>().english());
    let oracle = Oracle::new();
    let knows = oracle.clone();
    let stage = Stage::new(move |_, heard| tongue.act(&knows, heard));
    app.world_mut().resource_mut::<Minds>().connect(Box::new(oracle.line(&settings(&stage.url()), &|_| None)));
    let end = tick(&app, 7.0);
    live_until(app.world_mut(), end).expect("the town goes on");

    let tally = app.world().resource::<Tally>();
    println!(
        "{}: {} answers, {} by the built-in mind: {:?}",
        tongue.language, tally.model, tally.fallbacks, tally.trouble
    );
    assert!(tally.fallbacks == 0, "an answer was not taken: {:?}", tally.trouble);
    let prompts = stage.heard();
    let told = format!("Write every text value in this language: {}.", tongue.language);
    assert!(prompts.iter().filter(|one| one.what.starts_with("POST")).all(|one| one.body.to_string().contains(&told)));

    let journal = app.world().resource::<Journal>();
    let lines = journal.answers.values().filter(|entry| entry.purpose == Utter::PURPOSE);
    let lines: Vec<String> = lines
        .map(|entry| {
            assert!(matches!(entry.by, By::Model(_)));
            let reply: Value = serde_json::from_str(&entry.reply.as_ref().expect("a line").0).expect("JSON");
            reply["words"].as_str().unwrap_or_default().to_string()
        })
        .collect();
    assert!(lines.len() > 10, "{} lines of talk", lines.len());
    assert!(lines.iter().all(|line| tongue.sentences.contains(&line.as_str())), "as they were said: {lines:?}");
    assert!(
        app.world()
            .resource::<Talks>()
            .open
            .values()
            .flat_map(|talk| &talk.lines)
            .all(|line| lines.contains(&line.words))
    );

    let mut streams = app.world_mut().query::<&MemoryStream>();
    let lived: Vec<String> = streams
        .iter(app.world())
        .flat_map(|stream| stream.all().iter().filter(|memory| memory.created > 0).map(|memory| memory.text.clone()))
        .collect();
    assert!(lived.len() > 200);
    // What people are to be seen doing of themselves (walking, talking) is said in our own words.
    let glued = lived.iter().find(|text| GLUE.iter().any(|glue| text.contains(glue)));
    assert_eq!(glued, None, "a sentence of ours stands around theirs");
    for word in tongue.words {
        let person = app.world().resource::<smallville::town::TownInfo>().people[0].clone();
        let found = smallville::console::read(app.world(), &format!("memory {person} {word}"));
        let Ok(smallville::console::Outcome::Said(found)) = found else { panic!("{found:?}") };
        let mut lived = found.lines().skip(1).filter(|line| !line.contains("from before"));
        assert!(lived.next().is_some_and(|first| first.contains(word)), "{word} brings back: {found}");
    }
}

#[test]
fn a_town_lives_in_german() {
    lives_in(&GERMAN);
}

#[test]
fn a_town_lives_in_chinese() {
    lives_in(&CHINESE);
}
