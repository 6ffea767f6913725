//! What is on, of sentences.

use super::*;
use crate::mind::question::{KnownPlace, Me, Meals, Moment, Recalled};

fn question(texts: &[&str], appointments: Vec<Appointment>) -> PlanDay {
    let text = |text: &&str| Recalled {
        n: None,
        when: String::new(),
        text: (*text).into(),
        by: None,
        secret: false,
        own: false,
        importance: 7,
        bears: false,
        at: None,
    };
    let place = |(n, name): (u32, &str)| KnownPlace {
        n,
        name: name.into(),
        note: if n == 1 { "home".into() } else { String::new() },
        offers: vec![],
        open: None,
    };
    let places = ["Mill: room", "Tearoom: parlour", "Tearoom: kitchen", "School: hall"];
    let nobody = String::new;
    PlanDay {
        language: "English".into(),
        me: Me {
            name: "Ann Bell".into(),
            age: 34,
            pronouns: "she".into(),
            traits: "friendly".into(),
            background: nobody(),
            lifestyle: nobody(),
            aim: "Ann Bell is holding a tea dance at Tearoom on 14 February 2023 from 17:00 to 19:00.".into(),
            voice: nobody(),
            summary: None,
            nature: 3,
        },
        now: Moment {
            date: "Monday 13 February".into(),
            iso: "2023-02-13".into(),
            time: TimeOfDay(1380),
            place: "Mill: room".into(),
            doing: "sleeping".into(),
            until: None,
        },
        date: "Tuesday 14 February".into(),
        usual_wake: TimeOfDay(400),
        usual_sleep: TimeOfDay(1320),
        work: None,
        habits: vec![],
        meals: Meals::default(),
        places: (1..).zip(places).map(place).collect(),
        yesterday: nobody(),
        memories: texts.iter().map(text).collect(),
        appointments,
    }
}

fn found(texts: &[&str]) -> Vec<String> {
    let question = question(texts, vec![]);
    let mut list = on(&question, &Places::of(&question), day(&question)).0;
    list.sort_by_key(|one| one.from);
    list.iter().map(|one| format!("{}-{} {}", one.from, one.until, one.what)).collect()
}

#[test]
fn who_gives_something_goes_there_and_gets_it_ready() {
    let list = found(&[
        "Ann Bell is holding a tea dance at Tearoom on 14 February 2023 from 17:00 to 19:00, and all are welcome.",
    ]);
    assert_eq!(list.len(), 2, "{list:?}");
    assert!(list[0].starts_with("16:00-17:00 ") && list[0].contains("tea dance"), "{list:?}");
    assert!(list[1].starts_with("17:00-19:00 host a tea dance at Tearoom"), "{list:?}");
}

#[test]
fn any_noun_that_somebody_holds_is_given_and_gone_to() {
    let own = found(&["Ann Bell is holding a vigil at School on 14 February 2023 from 12:00 to 14:00."]);
    assert!(own.iter().any(|one| one.starts_with("12:00-14:00 host a vigil at School")), "{own:?}");
    let heard = found(&[
        "Bo Carr is giving an auction at School on 14 February 2023 from 12:00 to 14:00.",
        "Bo Carr is her father-in-law.",
    ]);
    assert!(heard.iter().any(|one| one.contains("go to Bo Carr's auction at School")), "{heard:?}");
}

#[test]
fn what_one_needs_help_with_at_an_hour_one_does() {
    let list = found(&[
        "Ann Bell needs somebody to help decorate Tearoom on 14 February 2023 from 14:00 to 16:00; alone she would never be done.",
    ]);
    assert!(list[0].starts_with("14:00-16:00 decorate Tearoom"), "{list:?}");
}

#[test]
fn appointments_of_one_s_own_are_read_from_sentences() {
    let list = found(&[
        "Ann Bell has a tutorial with Bo Carr at School on 14 February 2023 from 10:00 to 12:00, and it cannot be moved.",
    ]);
    assert!(list[0].starts_with("10:00-12:00 have a tutorial with Bo Carr at School"), "{list:?}");
    assert_eq!(found(&["Ann Bell baked a cake on 14 February 2023 from 10:00 to 12:00."]).len(), 2);
    assert_eq!(found(&["Ann Bell has a tutorial at School on 15 February 2023 from 10:00 to 12:00."]).len(), 2);
    assert_eq!(found(&["Bo Carr has a tutorial at School on 14 February 2023 from 10:00 to 12:00."]).len(), 2);
}

#[test]
fn what_was_agreed_is_nearly_always_kept() {
    let agreed = |from: u16| Appointment {
        from: TimeOfDay(from),
        until: TimeOfDay(from + 60),
        what: "help Bo Carr with the chairs at School: hall".into(),
        how: "agreed with Bo Carr".into(),
    };
    let kept = (0..400_u64).filter(|nature| {
        let mut question = question(&[], vec![agreed(600)]);
        question.me.nature = *nature;
        question.me.traits = "absent-minded".into();
        on(&question, &Places::of(&question), day(&question)).0.iter().any(|one| one.from.0 == 600)
    });
    let kept = kept.count();
    assert!((300..398).contains(&kept), "{kept} of 400");
}
