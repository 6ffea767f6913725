//! The built-in mind's planning: every answer is admitted, whatever is asked, and a life so planned is a life.

mod planned;

use planned::{any, people};
use smallville::mind::{
    Ask, QuestionId,
    question::{
        AtHand, OfferedObject, OfferedPlace, PlanDay, PlanHours, PlanSteps, Question, Stretch, TimeOfDay, WhereAndLook,
    },
    rules,
};

fn answer<Q: Question>(question: &Q, dice: u64) -> Q::Answer {
    let inputs = serde_json::to_string(question).expect("inputs are plain data");
    let id = QuestionId { agent: 1, count: 0 };
    let ask = Ask { id, purpose: Q::PURPOSE.into(), inputs: inputs.clone(), asked: 0, due: 0, give_up: 0, dice };
    let reply = rules::answer(&ask).expect("there is a rule for every question of planning");
    let answer: Q::Answer = serde_json::from_str(&reply.0).expect("an answer of its type");
    if let Err(why) = question.admits(&answer) {
        panic!("{} with dice {dice} is not admitted: {why}\nasked: {inputs}\nanswered: {}", Q::PURPOSE, reply.0);
    }
    answer
}

#[test]
fn every_answer_is_admitted_whatever_is_asked() {
    for seed in 0..500 {
        let mut any = any::Any::new(seed);
        answer(&any.day(), seed);
        answer(&any.hours(), seed);
        answer(&any.steps(), seed);
        answer(&any.place(), seed);
    }
}

#[test]
fn the_same_dice_give_the_same_answer_and_others_another() {
    let question = people::all()[0].day(0);
    assert_eq!(answer(&question, 7), answer(&question, 7));
    let different = (0..20).filter(|seed| answer(&question, *seed) != answer(&question, 7)).count();
    assert!(different > 15, "{different} of 20");
}

/// Minutes of a plan's parts: from, until, part.
fn parts(question: &PlanDay, dice: u64) -> (i32, Vec<(i32, i32, String, u32)>) {
    let plan = answer(question, dice);
    let mut at = i32::from(plan.wake.0);
    let wake = at;
    let mut before = plan.wake;
    let mut list = Vec::new();
    for part in plan.parts {
        let until = at + i32::from(before.until(part.until));
        list.push((at, until, part.what, part.place));
        (at, before) = (until, part.until);
    }
    (wake, list)
}

#[test]
fn two_hundred_days_are_days_to_live() {
    let people = people::all();
    let mut kept = (0, 0);
    for n in 0..240_u64 {
        let person = &people[n as usize % people.len()];
        let question = person.day(n / people.len() as u64);
        let (_, list) = parts(&question, n);
        let shown = format!("{} with dice {n}: {list:#?}", question.me.name);
        let place = |n: u32| question.places.iter().find(|place| place.n == n).expect("admitted");

        let bed = list.last().expect("admitted").1;
        let asleep = i32::from(question.usual_wake.0) + 1440 - bed;
        assert!((360..=540).contains(&asleep), "{asleep} minutes asleep, {shown}");

        let is_meal = |what: &str| ["breakfast", "lunch", "dinner", "supper"].iter().any(|meal| what.contains(meal));
        let meals: Vec<_> = list.iter().filter(|(.., what, _)| is_meal(what)).collect();
        assert!((2..=3).contains(&meals.len()), "{} meals, {shown}", meals.len());
        for (from, _, what, at) in meals {
            let food = |offer: &String| ["eat", "cook", "food"].iter().any(|word| offer.contains(word));
            assert!(place(*at).offers.iter().any(food), "{what:?} at {}, {shown}", place(*at).name);
            assert!(
                !what.contains("dinner") || *from >= 1020 || question.usual_wake.0 > 720,
                "early {what:?}, {shown}"
            );
        }

        let work = question.work.as_ref();
        for (from, until, what, at) in &list {
            assert!(what.split_whitespace().count() < 12, "{what:?} is long");
            let Some(open) = place(*at).open else { continue };
            let early = if work.is_some_and(|work| work.places.contains(at)) { 60 } else { 0 };
            let begin = i32::from(open.from.0) - early;
            let end = i32::from(open.from.0) + i32::from(open.from.until(open.until));
            let fits = [0, 1440].iter().any(|day| *from >= begin + day && *until <= end + day);
            assert!(fits, "{what:?} at {} when it is closed, {shown}", place(*at).name);
        }

        if let Some(work) = work {
            let begin = i32::from(work.hours.from.0);
            let end = begin + i32::from(work.hours.from.until(work.hours.until));
            let there = list.iter().filter(|(.., at)| work.places.contains(at));
            let worked: i32 = there.map(|(a, b, ..)| ((*b).min(end) - (*a).max(begin)).max(0)).sum();
            kept = (kept.0 + worked, kept.1 + end - begin);
            assert!(worked * 100 >= (end - begin) * 85, "{worked} of {} minutes of work, {shown}", end - begin);
        }
    }
    assert!(kept.0 * 100 >= kept.1 * 88, "{kept:?}");
}

#[test]
fn appointments_keep_their_times_and_places() {
    let mut question = people::all()[0].day(0);
    question.appointments = vec![people::appointment("14:00", "16:00", "decorating with Ann Bell, Old Mill: tearoom")];
    for dice in 0..50 {
        let (_, list) = parts(&question, dice);
        let kept = list.iter().find(|(.., what, _)| what == "decorating with Ann Bell");
        let (from, until, _, place) = kept.unwrap_or_else(|| panic!("{list:#?}"));
        let named = question.places.iter().find(|p| p.name == "Old Mill: tearoom").expect("it is known");
        assert_eq!((*from, *until, *place), (840, 960, named.n));
    }
}

#[test]
fn a_morning_is_split_into_washing_and_breakfast() {
    let person = &people::all()[0];
    for dice in 0..30 {
        let question: PlanHours = person.hours("07:00", "08:00", "get up, wash and have breakfast", false);
        let hours = answer(&question, dice).hours;
        assert!(hours[0].what.contains("dress"), "{hours:?}");
        assert!(hours[1].what.contains("breakfast"), "{hours:?}");
        assert!(hours.iter().all(|piece| piece.until.0 % 5 == 0));
    }
}

#[test]
fn tasks_do_not_repeat_at_once() {
    let person = &people::all()[0];
    for dice in 0..30 {
        let hours = answer(&person.hours("08:00", "12:25", "run the tearoom", true), dice).hours;
        assert!(hours.windows(2).all(|pair| pair[0].what != pair[1].what), "{hours:?}");
        assert!(hours.len() >= 4, "{hours:?}");
    }
}

#[test]
fn steps_begin_with_an_ing_word_and_are_short() {
    for person in people::all() {
        for dice in 0..40 {
            let part = Stretch {
                what: person.tasks()[dice as usize % person.tasks().len()].into(),
                ..planned::stretch("09:00", "10:00")
            };
            let question = PlanSteps { part, ..person.steps() };
            for step in answer(&question, dice).steps {
                let first = step.what.split_whitespace().next().unwrap_or_default().to_owned();
                assert!(first.ends_with("ing"), "{step:?}");
                assert!(step.what.split_whitespace().count() < 9, "{step:?}");
            }
        }
    }
}

fn object(n: u32, name: &str, affordances: &[&str]) -> OfferedObject {
    let affordances = affordances.iter().map(|a| (*a).to_owned()).collect();
    OfferedObject { n, name: name.into(), affordances, state: String::new(), ..OfferedObject::default() }
}

fn where_is(question: &WhereAndLook, step: &str) -> u32 {
    let step = Stretch { what: step.into(), ..question.step.clone() };
    answer(&WhereAndLook { step, ..question.clone() }, 3).first.place
}

fn kitchen() -> WhereAndLook {
    use smallville::mind::question::Stock;
    let mut fridge = object(1, "fridge", &["eat", "drink", "fetch food", "store food"]);
    fridge.stock = Some(Stock { what: "food".into(), left: 3 });
    let objects = vec![
        fridge,
        object(2, "stove", &["cook", "boil water", "bake"]),
        object(3, "sink", &["wash dishes", "fetch water", "clean", "drink"]),
        object(4, "dining table", &["eat", "drink", "talk", "study", "work", "play", "plan"]),
        object(5, "bed", &["sleep", "nap", "rest", "read"]),
    ];
    let bath = vec![object(6, "toilet", &["use toilet"]), object(7, "shower", &["shower", "wash"])];
    let place = |name: &str, here: bool, objects| OfferedPlace {
        name: name.into(),
        here,
        meant: here,
        note: String::new(),
        objects,
    };
    let places = vec![place("A house: main room", true, objects), place("A house: bathroom", false, bath)];
    let me = people::all()[0].me();
    let step = planned::stretch("07:00", "07:10");
    WhereAndLook {
        language: "English".into(),
        me,
        now: planned::now(),
        places,
        step,
        part_of: "have breakfast".into(),
        then: Vec::new(),
    }
}

#[test]
fn everything_is_done_where_it_is_done() {
    let question = kitchen();
    for (step, object) in [
        ("fetching eggs from the fridge", 1),
        ("frying eggs at the stove", 2),
        ("eating breakfast", 4),
        ("washing the dishes", 3),
        ("taking a hot shower", 7),
        ("brushing teeth", 7),
        ("using the toilet", 6),
        ("going to bed", 5),
        ("walking about", 0),
        ("getting dressed", 0),
    ] {
        assert_eq!(where_is(&question, step), object, "{step}");
    }
}

#[test]
fn nobody_takes_what_is_gone_or_sits_where_somebody_sits() {
    let mut question = kitchen();
    if let Some(stock) = &mut question.places[0].objects[0].stock {
        stock.left = 0;
    }
    assert_ne!(where_is(&question, "fetching eggs from the fridge"), 1);
    question.places[1].objects[1].taken_by = Some("Bo Carr".into());
    assert_ne!(where_is(&question, "taking a hot shower"), 7);
}

#[test]
fn a_meal_takes_one_from_the_fridge() {
    let question = kitchen();
    let step = Stretch { what: "fetching eggs from the fridge".into(), ..question.step.clone() };
    assert_eq!(answer(&WhereAndLook { step, ..question }, 1).first.uses, 1);
}

#[test]
fn midnight_is_a_time_like_any_other() {
    let mut question = people::all()[0].steps();
    question.at_hand = Vec::<AtHand>::new();
    question.part.from = TimeOfDay(1430);
    question.part.until = TimeOfDay(25);
    assert_eq!(answer(&question, 1).steps.last().map(|step| step.until), Some(TimeOfDay(25)));
}
