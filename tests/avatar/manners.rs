//! What a player says that neither tells nor asks: who takes leave goes, an invitation said late is kept, hard words are
//! remembered.

use smallville::{
    agent::{
        Whereabouts,
        agenda::{Agenda, Standing},
        components::{
            Errand,
            talk::{InTalk, Talks},
        },
        known_places::KnownPlaces,
    },
    language::cues::is_goodbye,
    memory::MemoryStream,
    mind::question::TimeOfDay,
    world::{ObjectId, Tile, TownMap},
};

use crate::{
    asking::{BEFORE, come, exchange, go},
    town::Town,
};

const PEOPLE: [&str; 3] = ["Isabella Rodriguez", "Klaus Mueller", "Maria Lopez"];

/// All that somebody remembers.
fn texts(town: &Town, name: &str) -> Vec<String> {
    town.of::<MemoryStream>(town.find(name)).all().iter().map(|one| one.text.clone()).collect()
}

/// Speaks to `name` until they have answered to all of it, or the talk is over; the answers.
fn says(town: &mut Town, (me, name): (&str, &str), lines: &[&str]) -> Vec<String> {
    let to = format!("say to {name}: ");
    let answers = lines.iter().map_while(|line| {
        let answer = exchange(town, (me, name), &to, line);
        town.live(1);
        answer
    });
    answers.collect()
}

#[test]
fn who_takes_leave_leaves() {
    let mut town = Town::at(9.0);
    let mut n = 0;
    for name in PEOPLE {
        let me = come(&mut town, name, &mut n).expect("they have time");
        let (guest, who) = (town.find(&me), town.find(name));
        let mut left = None;
        for words in
            ["Good morning!", "It is a fine day.", "I walked here.", "The sea is far.", "I like trees.", "So.", "Oh."]
        {
            let Some(said) = exchange(&mut town, (&me, name), &format!("say to {name}: "), words) else { break };
            town.live(1);
            if town.of::<InTalk>(guest).0.is_none() {
                left = Some(said);
                break;
            }
            if is_goodbye(&said) {
                // One line more, and they are gone.
                let bye = exchange(&mut town, (&me, name), "say ", "My shoes are new.").expect("they say goodbye");
                town.live(2);
                assert!(is_goodbye(&bye), "{name}: {bye}");
                left = Some(bye);
                break;
            }
        }
        assert!(left.is_some(), "{name} never takes leave");
        assert!(town.of::<InTalk>(guest).0.is_none() && town.of::<InTalk>(who).0.is_none(), "{name} stays");
        assert!(town.app.world().resource::<Talks>().open.values().all(|talk| !talk.members.contains(&guest)));
        go(&mut town);
    }
}

#[test]
fn a_name_says_to_whom_and_is_not_what_is_said() {
    let mut town = Town::at(9.0);
    let [first, name] = [PEOPLE[0], PEOPLE[1]];
    let me = come(&mut town, first, &mut 0).expect("they have time");
    // Another stands a little further off.
    let at = *town.of::<Tile>(town.find(&me));
    let arena = town.of::<Whereabouts>(town.find(&me)).0;
    let map = town.app.world().resource::<TownMap>();
    let cells = (-3..=3).flat_map(|y| (-3..=3).map(move |x| Tile { x: at.x + x, y: at.y + y }));
    let far = { cells }
        .find(|cell| at.distance(*cell) == 3 && map.arena_at(*cell).unwrap_or_default() == arena)
        .expect("the place is as large as that");
    town.put(name, far);
    assert_eq!(town.does("say Klaus, how beautiful!"), Ok(format!("to {name}")));
    town.until(60, |town| town.of::<InTalk>(town.find(name)).0.is_some());
    for words in ["My sister is ill, Klaus.", "I mean to paint the old bridge tomorrow, Klaus."] {
        exchange(&mut town, (&me, name), "say ", words).expect("they answer");
        town.live(1);
    }
    go(&mut town);
    town.live(60);
    let kept = texts(&town, name);
    for words in [format!("{me}'s sister is ill."), "the old bridge on 14 February.".into()] {
        assert!(kept.iter().any(|text| text.ends_with(&words)), "{words}: {kept:#?}");
    }
}

#[test]
fn what_shakes_a_life_is_heard_and_remembered() {
    let mut town = Town::at(9.0);
    let mut n = 0;
    let grave = [
        ("My sister is ill.", "'s sister is ill."),
        ("My father died last week.", "'s father died"),
        ("My brother was robbed yesterday.", "'s brother was robbed on 12 February."),
        ("My mother is in hospital.", "'s mother is in hospital."),
        ("My wife left me.", "'s wife left"),
        ("My dog ran away this morning.", "'s dog ran away"),
        ("I lost my job.", "lost his job."),
        ("My house burned down.", "'s house burned down."),
        ("I am going to marry in May.", "marry"),
        ("My daughter had a baby!", "'s daughter had a baby."),
    ];
    for (at, (words, kept)) in grave.into_iter().enumerate() {
        let name = PEOPLE[at % PEOPLE.len()];
        let me = come(&mut town, name, &mut n).expect("they have time");
        let answers = says(&mut town, (&me, name), &["Good morning!", words]);
        let last = answers.last().expect("they answer").to_lowercase();
        let feels = ["sorry", "congratulations", "happy for you", "wonderful", "hard", "lovely"];
        assert!(feels.iter().any(|word| last.contains(word)), "{name} to {words:?}: {answers:?}");
        go(&mut town);
        town.live(60);
        let all = texts(&town, name);
        if !all.iter().any(|text| text.contains(&format!("{name} that {me}")) && text.contains(kept)) {
            println!("   NOT KEPT {:?}", all.iter().filter(|t| t.contains(&me)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn who_has_taken_leave_does_not_wait_for_silence_to_end() {
    let mut town = Town::at(9.0);
    let mut n = 0;
    for name in PEOPLE {
        let me = come(&mut town, name, &mut n).expect("they have time");
        let guest = town.find(&me);
        let lines =
            ["Good morning!", "It is a fine day.", "I walked here.", "The sea is far.", "I like trees.", "So.", "Oh."];
        let leave = lines.iter().find_map(|words| {
            let said = exchange(&mut town, (&me, name), &format!("say to {name}: "), words)?;
            is_goodbye(&said).then_some(said)
        });
        assert!(leave.is_some(), "{name} never takes leave");
        town.live(18);
        assert!(town.of::<InTalk>(guest).0.is_none(), "{name} waits");
        go(&mut town);
    }
}

#[test]
fn an_invitation_said_late_is_kept() {
    let mut town = Town::at(9.0);
    let mut n = 0;
    let mut agreed = 0;
    for name in PEOPLE {
        let me = come(&mut town, name, &mut n).expect("they have time");
        let line = "Would you like to come to my concert at Hobbs Cafe at eight tonight?";
        let lines: Vec<&str> = BEFORE.iter().copied().chain([line]).collect();
        let answers = says(&mut town, (&me, name), &lines);
        assert_eq!(answers.len(), lines.len(), "{name} does not answer: {answers:?}");
        go(&mut town);
        town.live(60);
        let kept = texts(&town, name);
        let of_it = |verb: &str| {
            kept.iter().any(|text| text.starts_with(name) && text.contains(&format!("{verb} {me}'s concert")))
        };
        assert!(kept.iter().any(|text| text.contains(&format!("{me} invited {name}"))), "{name}: {kept:#?}");
        let (yes, no, open) =
            (of_it("agreed to come to"), of_it("declined to come to"), of_it("may or may not come to"));
        assert!(yes || no || open, "{name}: {answers:?}");
        let agenda = town.of::<Agenda>(town.find(name));
        let fixed = agenda.engagements.iter().any(|one| one.what.contains("concert"));
        assert_eq!(fixed, yes, "{name}: {agenda:?}");
        agreed += usize::from(yes);
    }
    assert!(agreed > 0, "nobody comes");
}

#[test]
fn hard_words_are_remembered() {
    let mut town = Town::at(9.0);
    let mut n = 0;
    let name = PEOPLE[2];
    let me = come(&mut town, name, &mut n).expect("they have time");
    says(&mut town, (&me, name), &["Good morning.", "You are pathetic."]);
    go(&mut town);
    town.live(60);
    let kept = texts(&town, name);
    assert!(kept.iter().any(|text| *text == format!("{me} insulted {name}.")), "{kept:#?}");
    assert!(kept.iter().any(|text| *text == format!("{name} thinks that {me} is rude.")), "{kept:#?}");
}

#[test]
fn who_is_told_of_a_fire_ends_the_talk() {
    let mut town = Town::at(9.0);
    let mut n = 0;
    let name = PEOPLE[0];
    let me = come(&mut town, name, &mut n).expect("they have time");
    let said = says(&mut town, (&me, name), &["Quick! A stove is burning!"]).pop().expect("they answer");
    let small = said.to_lowercase();
    assert!(["going", "go and look", "on my way", "see to it"].iter().any(|words| small.contains(words)), "{said}");
    let guest = town.find(&me);
    town.until(30, |town| town.of::<InTalk>(guest).0.is_none());
}

/// A thing called `name` that this person knows of and that is in another house than theirs now; that house.
fn elsewhere(town: &Town, who: &str, name: &str) -> (ObjectId, String) {
    let map = town.app.world().resource::<TownMap>();
    let (known, here) = (town.of::<KnownPlaces>(town.find(who)), town.of::<Whereabouts>(town.find(who)).0);
    let house = |arena| map.arena(arena).sector;
    let mut all =
        known.0.iter().filter(|(arena, _)| house(**arena) != house(here)).flat_map(|(_, objects)| objects.keys());
    let thing = *all.find(|id| map.object(**id).name == name).expect("they know one");
    (thing, house(map.object(thing).arena).map(|sector| map.sector(sector).name.clone()).unwrap_or_default())
}

#[test]
fn who_is_told_of_a_fire_goes_and_looks() {
    for burns in [true, false] {
        let mut town = Town::at(9.0);
        let mut n = 0;
        let name = PEOPLE[0];
        let who = town.find(name);
        let (stove, house) = elsewhere(&town, name, "stove");
        if burns {
            let address = town.address(stove);
            town.does(&format!("set {address} is burning")).expect("it burns");
        }
        let me = come(&mut town, name, &mut n).expect("they have time");
        let said = says(&mut town, (&me, name), &[&format!("Listen, the stove in {house} is burning!")]);
        assert_eq!(said.len(), 1, "{name} does not answer");
        let checks = |town: &Town| town.of::<Errand>(who).0.as_ref().is_some_and(|doing| doing.stops == [stove]);
        town.until(60, checks);
        town.until(720, |town| town.of::<Errand>(who).0.is_none());
        town.live(60);
        let kept = texts(&town, name);
        let did = |verb: &str| kept.iter().any(|text| text.starts_with(&format!("{name} {verb}")));
        // What is true is seen there: nobody puts out a fire that is none.
        assert!(did("checked the stove") || burns, "{kept:#?}");
        assert_eq!(did("put out"), burns, "{kept:#?}");
        assert!(town.state(stove).condition.is_none(), "it burns on");
    }
}

#[test]
fn an_invitation_without_an_hour_gets_one() {
    let mut town = Town::of_all("the_ville", 5.5);
    let mut agreed = 0;
    let mut n = 0;
    for name in ["John Lin", "Maria Lopez", "Latoya Williams"] {
        let me = come(&mut town, name, &mut n).expect("they have time");
        let answers =
            says(&mut town, (&me, name), &["Would you like to have a picnic with me in the park?", "Tomorrow at six."]);
        assert_eq!(answers.len(), 2, "{name}: {answers:?}");
        // The player, who has no mind to keep it, has it all the same.
        let mine = town.of::<Agenda>(town.find(&me)).clone();
        go(&mut town);
        town.live(60);
        let kept = texts(&town, name);
        let invited = format!("{me} invited {name} to {me}'s picnic in Johnson Park on 14 February at 18:00.");
        assert!(kept.contains(&invited), "{name}: {kept:#?}");
        let yes = kept.iter().any(|text| text.starts_with(&format!("{name} agreed to come")) && text.contains("18:00"));
        let agenda = town.of::<Agenda>(town.find(name));
        let fixed = agenda
            .engagements
            .iter()
            .any(|one| one.what.contains("picnic") && one.from.time_of_day() == TimeOfDay(18 * 60));
        assert_eq!(fixed, yes, "{name}: {answers:?} {agenda:?}");
        let settled =
            mine.agreements.iter().filter(|one| one.terms.from == "18:00" && one.terms.what.contains("picnic"));
        let standing: Vec<Standing> = settled.map(|one| one.standing).collect();
        let meant = if yes { Standing::Agreed } else { Standing::Declined };
        assert!(standing == [meant] || !yes && standing == [Standing::Open], "{name}: {answers:?} {mine:?}");
        agreed += usize::from(yes);
    }
    assert!(agreed > 0, "nobody comes");
}

#[test]
fn a_fire_that_is_out_is_told_as_out() {
    let mut town = Town::of_all("the_ville", 5.5);
    let name = "Tom Moreno";
    let address = "<The Willows Market and Pharmacy: market: grocery shelf>";
    town.does(&format!("set {address} is burning")).expect("it burns");
    town.live(120);
    assert!(texts(&town, name).iter().any(|text| text.starts_with(name) && text.contains(" the fire at ")));
    let me = come(&mut town, name, &mut 0).expect("he has time");
    let questions = [
        "Hello!",
        "Was there a fire here today?",
        "What burned?",
        "Is the grocery shelf still burning?",
        "Who put out the fire?",
    ];
    let answers = says(&mut town, (&me, name), &questions);
    for (asked, said) in questions.iter().zip(&answers).skip(1) {
        assert!(said.contains("the fire at the grocery shelf") && !said.contains("is burning"), "{asked} {said}");
    }
    assert!(answers.len() > 3 && answers[3].contains("No"), "{answers:?}");
}

#[test]
fn a_voice_that_says_at_once_is_heeded_at_once() {
    let mut town = Town::at(5.5);
    let name = PEOPLE[1];
    town.does(&format!("voice {name}: You should go to Hobbs Cafe at once and say hello to everybody."))
        .expect("heard");
    let cafe = |town: &Town| {
        let map = town.app.world().resource::<TownMap>();
        map.arena_name(town.of::<Whereabouts>(town.find(name)).0).starts_with("Hobbs Cafe")
    };
    assert!(!cafe(&town), "he is elsewhere");
    town.until(240, cafe);
}
