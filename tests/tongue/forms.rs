//! Words that stand in no list are understood by the form of their sentence.

use super::{
    ask::{ask, asked_by, interview, known, me, memories, now},
    follow::{ASKER, utter},
};
use smallville::mind::{
    question::{Doer, Does, Named, Other, PlanSteps, ReadLine, Spoken, Stretch, TalkAct, TimeOfDay},
    rules::{
        beliefs::{Beliefs, Relation},
        dialogue_act::{Act, acts},
        frame::{Class, Frame, View},
    },
};

const ANN: &str = "Ann Bell";
const ZORA: &str = "Zora Pell";

/// What is held, of which no list knows.
const HELD: [&str; 12] = [
    "a lantern evening",
    "a fair",
    "a vigil",
    "a procession",
    "an auction",
    "a hike",
    "a quiz night",
    "a tasting",
    "a regatta",
    "a swim for charity",
    "a bell ringing",
    "a kite day",
];

fn noun(held: &str) -> &str {
    held.split_once(' ').map_or(held, |(_, noun)| noun.split(" for ").next().unwrap_or(noun))
}

/// What Ann has in mind with these memories.
fn minded<T>(lines: &[&str], of: impl FnOnce(&Beliefs) -> T) -> T {
    let (who, now) = (me(), now());
    let asker = Other { name: ASKER.into(), pronouns: "he".into(), ..Other::default() };
    of(&Beliefs::new(&who, &now, &known()).meeting(&asker).remembering(&memories(lines)).read())
}

/// The frames and the other acts of a line that Nils Holm says to Ann.
fn heard(lines: &[&str], line: &str) -> (Vec<Frame>, Vec<Act>) {
    let of = |head: &Beliefs| acts(head, ASKER, ANN, line, &mut None);
    let (told, others): (Vec<Act>, Vec<Act>) =
        minded(lines, of).into_iter().partition(|act| matches!(act, Act::Tell(_)));
    let frame = |act| if let Act::Tell(said) = act { Some(said.frame) } else { None };
    (told.into_iter().filter_map(frame).collect(), others)
}

fn holding(held: &str) -> String {
    format!("||Zora Pell is holding {held} at Green Inn on 15 February 2023 from 18:00 to 20:00.")
}

#[test]
fn what_somebody_holds_at_a_time_is_an_event() {
    for held in HELD {
        let (life, noun) = (holding(held), noun(held));
        let life = [life.as_str(), "||Ann Bell's clock is broken."];
        let events =
            minded(&life, |head| head.events().iter().filter_map(|fact| fact.f().event.clone()).collect::<Vec<_>>());
        assert_eq!(events.len(), 1, "{held} {events:?}");
        assert!(events[0].ends_with(noun), "{held} {events:?}");
        for (question, words) in [
            (format!("When is the {noun}?"), "tomorrow"),
            (format!("Where is Zora's {noun}?"), "Green Inn"),
            (format!("Who is holding a {noun}?"), "Zora"),
        ] {
            let answer = asked_by("a reporter", &question, memories(&life), 3);
            assert!(answer.known && answer.answer.contains(words), "{question} {answer:?}");
        }
        let told = (0..40).any(|dice| {
            let lines = [(ASKER, "Good morning! Any news?")];
            let own = life[0].replace(ZORA, ANN);
            ask(&utter(&lines, memories(&[&own, "||Nils Holm is her friend."])), dice).words.contains(noun)
        });
        assert!(told, "{held} is never told");
    }
    for idle in ["Zora Pell is holding a cup at Green Inn.", "Zora Pell gave a book to Cid Dorn on 13 February 2023."] {
        assert!(minded(&[&format!("||{idle}")], |head| head.events().is_empty()), "{idle}");
    }
}

#[test]
fn one_is_asked_to_whatever_is_held() {
    for (line, noun) in [
        ("I'm holding a vigil at Green Inn tomorrow at six. Will you come?", "vigil"),
        ("I'm giving a tasting at Green Inn tomorrow at six. Will you come?", "tasting"),
        ("I'm giving a tasting tomorrow, will you come?", "tasting"),
        ("I'm organising a hike to the quarry tomorrow at six. Will you come?", "hike"),
        ("Will you come on a hike with me tomorrow at six?", "hike"),
        ("Would you like to come to my regatta at Green Inn tomorrow at six?", "regatta"),
        ("I have a quiz night at Green Inn tomorrow at six. You should come!", "quiz night"),
        ("I'd like to invite you to a lantern evening at Green Inn tomorrow at six.", "lantern evening"),
    ] {
        let other = Other { name: ANN.into(), pronouns: "she".into(), ..Other::default() };
        let mut who = me();
        who.name = ASKER.into();
        let read = ReadLine {
            language: "English".into(),
            me: who,
            now: now(),
            other,
            known: known(),
            agreements: Vec::new(),
            needs: Vec::new(),
            lines: vec![Spoken { who: ASKER.into(), words: line.into() }],
        };
        let asked = ask(&read, 1).acts;
        let what = format!("come to Nils Holm's {noun}");
        let fits = |act: &TalkAct| act.does == Does::Propose && act.who == Doer::You && act.what == what;
        assert!(asked.iter().any(fits) && asked[0].date == "2023-02-15", "{line} {asked:?}");
        for dice in 0..6 {
            let words = ask(&utter(&[(ASKER, line)], memories(&[])), dice).words;
            let said = minded(&[], |head| acts(head, ANN, ASKER, &words, &mut None));
            let answers = said.iter().any(|act| matches!(act, Act::Accept | Act::Decline | Act::Hedge));
            assert!(answers, "{line} -> {words}");
        }
    }
}

#[test]
fn to_somebodys_something_one_goes() {
    for held in HELD {
        let (life, noun) = (holding(held), noun(held));
        let (told, asked) = heard(&[&life], &format!("Are you coming to Zora's {noun}?"));
        assert!(matches!(asked[..], [Act::Coming]), "{held} {asked:?}");
        assert!(told.len() == 1 && told[0].subj == ZORA && told[0].event.is_some(), "{held} {told:?}");
        let line = format!("I'm going to Zora's {noun}.");
        for dice in 0..6 {
            let words =
                ask(&utter(&[(ASKER, "Hello."), (ANN, "Hello."), (ASKER, &line)], memories(&[&life])), dice).words;
            assert!(words.contains(noun) || words.contains("So am I"), "{line} -> {words}");
        }
        let agreed = format!(
            "14 Feb 09:00||Ann Bell agreed to come to Zora Pell's {noun} at Green Inn on 15 February 2023 from 18:00 to 20:00."
        );
        let answer = asked_by("a reporter", &format!("Are you going to the {noun}?"), memories(&[&life, &agreed]), 3);
        assert!(answer.known && answer.answer.to_lowercase().starts_with("yes"), "{held} {answer:?}");
    }
    for line in ["Are you going to Zora's house?", "Are you going to be late?"] {
        assert!(!heard(&[&holding("a vigil")], line).1.iter().any(|act| matches!(act, Act::Coming)), "{line}");
    }
}

fn relation(line: &str, who: &str) -> Relation {
    minded(&[&format!("||{line}")], |head| head.relation(who))
}

#[test]
fn any_word_says_what_one_is_to_somebody() {
    for kin in [
        "niece",
        "daughter-in-law",
        "stepmother",
        "godmother",
        "grandmother",
        "half-sister",
        "partner",
        "fiancée",
        "fiance",
        "sister-in-law",
    ] {
        for line in [
            format!("Zora Pell is Ann Bell's {kin}."),
            format!("Zora Pell is her {kin}."),
            format!("Ann Bell is visiting her {kin} Zora Pell."),
            format!("Ann Bell is Zora Pell's {kin}."),
        ] {
            let one = relation(&line, ZORA);
            assert!(one.met && one.kin && one.close >= 2.5, "{line} {one:?}");
        }
    }
    for role in ["rival", "teacher", "pupil", "landlady", "tenant", "apprentice", "captain", "sparring partner's coach"]
    {
        for line in [format!("Zora Pell is Ann Bell's {role}."), format!("Zora Pell is her old {role}.")] {
            let one = relation(&line, ZORA);
            assert!(one.met && !one.kin && (0.5..2.0).contains(&one.close), "{line} {one:?}");
        }
    }
    let of = relation("Zora Pell is a pupil of Ann Bell.", ZORA);
    assert!(of.met && !of.kin, "{of:?}");
    for line in ["Zora Pell is Cid Dorn's niece.", "Zora Pell is a teacher.", "Zora Pell is not her landlady."] {
        assert!(!relation(line, ZORA).met, "{line}");
    }
    let gus = relation("Gus Hart is her father-in-law.", "Gus Hart");
    assert!(gus.met && gus.kin, "{gus:?}");
}

#[test]
fn nobody_is_introduced_to_their_own_family() {
    for word in ["father-in-law", "stepbrother", "grandson", "landlord", "apprentice"] {
        for dice in 0..12 {
            let life = [format!("||{ASKER} is her {word}.")];
            let lines = [(ASKER, "Good morning!")];
            let words = ask(&utter(&lines, memories(&[&life[0]])), dice).words;
            for meets in ["met", "I'm Ann", "my name", "new here", "new face", "who are you", "introduce"] {
                assert!(!words.contains(meets), "{word}: {words}");
            }
        }
        let known = interview_of(&format!("Do you know {ASKER}?"), &format!("{ASKER} is her {word}."));
        assert!(known.contains(word), "{word}: {known}");
    }
}

fn interview_of(question: &str, life: &str) -> String {
    asked_by("a reporter", question, memories(&[&format!("||{life}")]), 4).answer
}

#[test]
fn who_misses_somebody_has_mislaid_nothing() {
    for (line, thing) in
        [("I miss my husband.", "husband"), ("I miss the sea.", "the sea"), ("I miss Cid.", "about Cid")]
    {
        for dice in 0..20 {
            let words = ask(&utter(&[(ASKER, "Hello."), (ANN, "Hello."), (ASKER, line)], memories(&[])), dice).words;
            let lost = [
                "look again",
                "turn up",
                "turned up",
                "find it",
                &format!("sorry about your {thing}"),
                &format!("with {thing}"),
            ];
            let small = words.to_lowercase();
            assert!(!lost.iter().any(|words| small.contains(&words.to_lowercase())), "{line} -> {words}");
            assert!(!small.contains(&format!("about {thing}")) && !small.contains("not the sea"), "{line} -> {words}");
        }
    }
}

#[test]
fn a_place_keeps_its_whole_name() {
    let life = [
        "||Ann Bell came from Hollow Pass with a cart of hives.",
        "||Hollow Pass is closed because of the snow.",
        "||The road over Hollow Pass is narrow.",
        "||Ann Bell fears that the bridge of Hollow Pass will fall.",
    ];
    for question in [
        "Where do you come from?",
        "What do you know about Hollow Pass?",
        "Is Hollow Pass closed?",
        "What do you fear?",
    ] {
        for dice in 0..6 {
            let said = asked_by("a reporter", question, memories(&life), dice).answer;
            let bare = said.replace("Hollow Pass", "");
            assert!(!bare.contains("Hollow"), "{question} {said}");
        }
    }
    let lines = [(ASKER, "Good morning! Any news?")];
    for dice in 0..20 {
        let said = ask(&utter(&lines, memories(&life)), dice).words;
        assert!(!said.replace("Hollow Pass", "").contains("Hollow"), "{said}");
    }
}

#[test]
fn a_post_office_is_no_office_to_be_voted_into() {
    for line in [
        "Cid Dorn wants to ask the council for a new post office.",
        "Cid Dorn runs for the ferry every day.",
        "Cid Dorn looks after the post office.",
    ] {
        for dice in 0..20 {
            let said = ask(&utter(&[(ASKER, "Hello."), (ANN, "Hello."), (ASKER, line)], memories(&[])), dice).words;
            for votes in ["vote", "be good for us", "means to do", "doing it", "want to hear what"] {
                assert!(!said.contains(votes), "{line} -> {said}");
            }
        }
    }
}

#[test]
fn steps_fit_what_is_done() {
    let part = |what: &str| PlanSteps {
        language: "English".into(),
        me: me(),
        now: now(),
        at_hand: Vec::new(),
        before: String::new(),
        after: String::new(),
        memories: Vec::new(),
        part: Stretch {
            from: TimeOfDay(600),
            until: TimeOfDay(660),
            what: what.into(),
            place: "Old Mill: yard".into(),
        },
    };
    for (what, wrong) in [
        ("deliver letters", ["sentence", "page", "bread", "counter"]),
        ("run the ferry", ["counter", "till", "cup", "cushion"]),
        ("hang lanterns on the pier", ["garland", "ribbon", "counter", "cushion"]),
        ("tend the lamp", ["counter", "till", "apron", "cup"]),
    ] {
        for dice in 0..30 {
            let answer = ask(&part(what), dice);
            let all = answer.steps.iter().map(|step| step.what.as_str()).chain([answer.result.as_str()]);
            for text in all {
                assert!(!wrong.iter().any(|word| text.contains(word)), "{what}: {text}");
            }
        }
    }
}

#[test]
fn verbs_agree_with_whoever_they_are_of() {
    let life = ["13 Feb 12:00|Cid Dorn|Cid Dorn told Ann Bell that Cid Dorn loses more than Cid Dorn find."];
    for dice in 0..8 {
        let said = asked_by("a reporter", "What did Cid tell you?", memories(&life), dice).answer;
        assert!(!said.ends_with("find.") && !said.contains("find,"), "{said}");
    }
    let (told, _) = heard(&[], "I lose more than I find.");
    let record = minded(&[], |head| {
        let view = View { me: "", record: true, ..head.view("") };
        told[0].say(&view)
    });
    assert!(record.ends_with("finds"), "{record}");
    let life = "Ann Bell is the carpenter of Cid Dorn's street and makes lanterns.";
    for dice in 0..8 {
        let said = asked_by("a reporter", "What do you make?", memories(&[&format!("||{life}")]), dice).answer;
        assert!(!said.contains("and makes"), "{said}");
    }
}

#[test]
fn who_is_spoken_to_is_you() {
    for doing in ["helping Nils Holm with the boat", "helping Nils with the boat", "walking to Nils's boat"] {
        for dice in 0..12 {
            let mut talk = utter(&[(ASKER, "Hello. What are you doing?")], memories(&[]));
            talk.plan.clear();
            talk.now.doing = doing.into();
            talk.known.people.push(Named { name: ASKER.into(), pronouns: "he".into() });
            let said = ask(&talk, dice).words;
            assert!(!said.contains("helping Nils") && !said.contains("Nils's"), "{doing}: {said}");
        }
    }
}

#[test]
fn classes_of_old_words_stay() {
    let (told, _) = heard(&[], "I'm holding a concert at Green Inn tomorrow at six.");
    assert_eq!(told[0].class, Class::Event);
    assert!(interview("Are you going to the garden party?").known);
}
