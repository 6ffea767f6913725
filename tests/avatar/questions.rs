//! Whoever is asked about something they know says it; whoever does not know says so. In talk, spoken to by the avatar,
//! on the built-in mind, as the first words and late in a talk.

use crate::{
    asking::{at_once, late, tells, unsure},
    town::Town,
};

/// To whom, what, and words one of which must be in the answer, whole. None: nobody there can know it.
type Asked = (&'static str, &'static str, &'static [&'static str]);

/// What the mind was made with.
const ASKED: &[Asked] = &[
    ("Klaus Mueller", "What do you study?", &["sociology"]),
    ("Klaus Mueller", "What are you writing at the moment?", &["research paper", "paper on gentrification"]),
    ("Klaus Mueller", "What is your paper about?", &["gentrification"]),
    ("Klaus Mueller", "Where do you study?", &["Oak Hill College", "library"]),
    ("Klaus Mueller", "Where do you live?", &["dorm"]),
    ("Klaus Mueller", "What do you worry about?", &["rents"]),
    ("Klaus Mueller", "Do you know Maria Lopez?", &["physics", "reading table", "easy to talk to"]),
    ("Klaus Mueller", "Who is Mei Lin?", &["teaches", "course", "essays", "professor"]),
    ("Klaus Mueller", "What do you think of Mei Lin?", &["admire", "like Mei", "think well of Mei"]),
    (
        "Klaus Mueller",
        "What are you going to do today?",
        &["chapter", "library", "lecture", "interview", "lunch", "notes", "shopkeepers", "essay", "noodles"],
    ),
    ("Klaus Mueller", "What is on the 15th of February?", &["proofread", "proofreading"]),
    ("Klaus Mueller", "Do you need help with anything?", &["proofread", "proofreading"]),
    ("Klaus Mueller", "What is your name?", &["Klaus"]),
    ("Klaus Mueller", "What did you finish yesterday?", &["census tables", "census"]),
    ("Klaus Mueller", "Who is Wolfgang Schulz?", &["lives in the dorm", "round the pond", "chemistry"]),
    ("Maria Lopez", "What do you study?", &["physics"]),
    ("Maria Lopez", "Do you know Isabella Rodriguez?", &["Hobbs Cafe", "close friend", "close friends", "cafe"]),
    (
        "Maria Lopez",
        "What do you think of Klaus Mueller?",
        // She is in love and may dodge.
        &["like Klaus", "easy", "think well of Klaus", "clever", "nice", "talk sometimes"],
    ),
    ("Maria Lopez", "Where do you live?", &["dorm"]),
    ("Maria Lopez", "What did you lose?", &["problem sheet", "problem sheet six"]),
    ("Isabella Rodriguez", "Is there anything going on on Valentine's Day?", &["party"]),
    ("Isabella Rodriguez", "Where is the party?", &["Hobbs Cafe", "at the cafe"]),
    ("Isabella Rodriguez", "When does the party begin?", &["17:00", "five", "at 17:00", "17"]),
    ("Isabella Rodriguez", "What do you do for a living?", &["cafe"]),
    ("Isabella Rodriguez", "What did you bake on Saturday?", &["almond cake"]),
    ("Isabella Rodriguez", "What do you need help with?", &["decorate", "decorating"]),
    ("Isabella Rodriguez", "Who is Tom Moreno?", &["flour", "butter", "sells", "market"]),
    ("Isabella Rodriguez", "What do you think of the oven?", &["too old"]),
    ("Isabella Rodriguez", "Where do you work?", &["Hobbs Cafe", "cafe"]),
    ("Isabella Rodriguez", "Tell me about Eddy Lin.", &["piano", "chocolate"]),
];

/// Others, of other people, of many forms. They were written down from the cast files before anybody was asked.
const FRESH: &[Asked] = &[
    ("Arthur Burton", "How many questions do you want for the quiz?", &["thirty"]),
    ("Arthur Burton", "What were you before you bought the pub?", &["stenographer"]),
    ("Arthur Burton", "When do you open the bar?", &["at eleven"]),
    ("Arthur Burton", "What do you collect?", &["bad jokes"]),
    ("Arthur Burton", "Whom do you miss?", &["dog"]),
    ("Arthur Burton", "What are you doing tomorrow?", &["brewery"]),
    ("Sam Moore", "How old are you?", &["65"]),
    ("Sam Moore", "Who is your wife?", &["Jennifer", "Jennifer Moore"]),
    ("Sam Moore", "How many dead lamps did you count in the park?", &["nine"]),
    ("Sam Moore", "Do you like dogs?", &["I like dogs", "I do like dogs", "I love dogs"]),
    ("Sam Moore", "How long were you in the navy?", &["thirty years"]),
    ("Sam Moore", "Who refused to greet you?", &["Tom", "Tom Moreno"]),
    ("Wolfgang Schulz", "How far did you throw the discus?", &["forty-eight", "forty eight"]),
    ("Wolfgang Schulz", "What colour were your crystals?", &["green"]),
    ("Wolfgang Schulz", "Who owes you money?", &["Maria", "Maria Lopez"]),
    ("Wolfgang Schulz", "Do you like parties?", &["dislike parties", "don't like parties", "hate parties"]),
    ("Wolfgang Schulz", "What do you eat every day?", &["six eggs"]),
    ("Hailey Johnson", "What do you dislike?", &["opera", "speeches"]),
    ("Hailey Johnson", "Who gave you a verb?", &["Carlos", "Carlos Gomez"]),
    ("Hailey Johnson", "What did you argue about with Tamara Taylor?", &["flood"]),
    ("Hailey Johnson", "Which chapter are you stuck in?", &["twenty"]),
    ("Ayesha Khan", "Which sonnet are you learning?", &["29"]),
    ("Ayesha Khan", "How did you learn English?", &["radio"]),
    ("Ayesha Khan", "What did you do yesterday?", &["lies"]),
    ("Ayesha Khan", "What are you going to do tomorrow?", &["tutorial"]),
    ("Yuriko Yamamoto", "How many tax returns do you have to file?", &["nineteen"]),
    ("Yuriko Yamamoto", "Who is your neighbour?", &["John", "John Lin"]),
    ("Eddy Lin", "Who is your father?", &["John", "John Lin"]),
    ("Eddy Lin", "Where are you stuck in the slow movement?", &["61"]),
    ("Eddy Lin", "What do you think of the cafe piano?", &["flat"]),
    ("Rajiv Patel", "To whom do you owe money?", &["Carmen", "Carmen Ortiz"]),
    ("Rajiv Patel", "Why are you going to the county town?", &["exhibition"]),
    ("Rajiv Patel", "Do you love opera?", &["love opera", "I do love opera"]),
];

/// So many of [`FRESH`] have to be answered.
const ENOUGH: usize = 27;

/// What nobody there can know.
const UNKNOWN: &[Asked] = &[
    ("Klaus Mueller", "Who won the regatta in Valparaiso?", &[]),
    ("Klaus Mueller", "Do you know Quentin Farrow?", &[]),
    ("Maria Lopez", "When does the ferry to Ostend leave?", &[]),
    ("Isabella Rodriguez", "What do you think of Hortensia Blix?", &[]),
    ("Isabella Rodriguez", "Where is the observatory?", &[]),
    ("Sam Moore", "What colour is your bicycle?", &[]),
    ("Arthur Burton", "How many windows does the town hall have?", &[]),
    ("Wolfgang Schulz", "Why did the king of Norway resign?", &[]),
    ("Hailey Johnson", "Who stole the silver spoons?", &[]),
    ("Ayesha Khan", "When was the lighthouse built?", &[]),
    ("Yuriko Yamamoto", "How much does a camel weigh?", &[]),
    ("Eddy Lin", "Which horse won the derby?", &[]),
    ("Rajiv Patel", "Where did you bury the treasure?", &[]),
];

fn fits(said: &str, wanted: &[&str]) -> bool {
    if wanted.is_empty() { unsure(said) } else { tells(said, wanted) }
}

/// Those that went wrong, in words.
fn at_once_wrong(town: &mut Town, asked: &[Asked], n: &mut u32) -> Vec<String> {
    let mut wrong = Vec::new();
    for (who, question, wanted) in asked {
        let said = at_once(town, who, question, n);
        println!("{} {who}: {question} -> {said}", if fits(&said, wanted) { "ok " } else { "BAD" });
        if !fits(&said, wanted) {
            wrong.push(format!("{who}, {question} -> {said}"));
        }
    }
    wrong
}

fn late_wrong(town: &mut Town, asked: &[Asked], n: &mut u32) -> Vec<String> {
    let mut wrong = Vec::new();
    for group in asked.chunk_by(|one, next| one.0 == next.0) {
        let questions: Vec<&str> = group.iter().map(|asked| asked.1).collect();
        let answers = late(town, group[0].0, &questions, n);
        for ((who, question, wanted), said) in group.iter().zip(answers) {
            println!("{} late, {who}: {question} -> {said}", if fits(&said, wanted) { "ok " } else { "BAD" });
            if !fits(&said, wanted) {
                wrong.push(format!("late, {who}, {question} -> {said}"));
            }
        }
    }
    wrong
}

fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} went wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn enough(wrong: &[String]) {
    assert!(FRESH.len() - wrong.len() >= ENOUGH, "{} went wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn town() -> Town {
    Town::of_all("the_ville", 3.0)
}

#[test]
fn what_is_known_is_said_to_a_stranger() {
    none(&at_once_wrong(&mut town(), ASKED, &mut 0));
}

#[test]
fn what_is_known_is_said_late_in_a_talk() {
    none(&late_wrong(&mut town(), ASKED, &mut 0));
}

#[test]
fn fresh_questions_are_answered_at_once() {
    enough(&at_once_wrong(&mut town(), FRESH, &mut 0));
}

#[test]
fn fresh_questions_are_answered_late_in_a_talk() {
    enough(&late_wrong(&mut town(), FRESH, &mut 0));
}

#[test]
fn what_nobody_knows_is_not_answered() {
    let (mut town, mut n) = (town(), 0);
    let mut wrong = at_once_wrong(&mut town, UNKNOWN, &mut n);
    wrong.extend(late_wrong(&mut town, UNKNOWN, &mut n));
    none(&wrong);
}
