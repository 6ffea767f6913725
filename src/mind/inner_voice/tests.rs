use super::*;
use crate::mind::question::Named;

fn heard(said: &str) -> InnerThought {
    let person = |name: &str, pronouns: &str| Named { name: name.into(), pronouns: pronouns.into() };
    let known = Known {
        people: vec![person("Bo Ek", "he"), person("Cid Roe", "he")],
        places: vec!["Old Mill: loft".into(), "Green Inn: bar".into()],
    };
    let now = Moment {
        date: "Tuesday 14 February".into(),
        iso: "2023-02-14".into(),
        time: TimeOfDay(15 * 60),
        place: "Old Mill: loft".into(),
        doing: "sorting frames".into(),
        until: None,
    };
    think(said, &Listener { name: "Ann Lee", pronouns: "she", now: &now, known: &known })
}

#[test]
fn a_voice_becomes_a_memory() {
    for (said, text) in [
        ("you will run against Bo", "Ann Lee has decided to run against Bo Ek."),
        ("You will run against Bo in the election!", "Ann Lee has decided to run against Bo Ek in the election."),
        ("I am going to paint my house.", "Ann Lee has decided to paint her house."),
        ("You are in love with Cid Roe.", "Ann Lee is in love with Cid Roe."),
        ("you really like your work", "Ann Lee really likes her work."),
        ("Bo hates you.", "Bo Ek hates Ann Lee."),
        ("you will not speak to Bo Ek", "Ann Lee has decided not to speak to Bo Ek."),
        ("don't trust Bo", "Ann Lee has decided not to trust Bo Ek."),
        ("you should visit Bo", "Ann Lee has decided to visit Bo Ek."),
        ("you had better leave the house", "Ann Lee has decided to leave the house."),
        ("I should be kinder to myself", "Ann Lee should be kinder to herself."),
        ("you must visit Green Inn tomorrow", "Ann Lee has decided to visit Green Inn on 15 February."),
        ("you want to learn to dance", "Ann Lee has decided to learn to dance."),
        ("you have to be brave", "Ann Lee has to be brave."),
        ("you have a brother in Rome", "Ann Lee has a brother in Rome."),
        ("Cid Roe has a secret", "Cid Roe has a secret."),
        ("", ""),
        ("...", ""),
    ] {
        assert_eq!(heard(said).text, text, "{said}");
    }
}

#[test]
fn a_time_makes_it_an_engagement() {
    let at_five = heard("you will meet Bo at Green Inn at five").deed.expect("a deed");
    assert_eq!((at_five.date.as_str(), at_five.from.as_str()), ("2023-02-14", "17:00"));
    assert_eq!((at_five.place.as_str(), at_five.what.as_str()), ("Green Inn", "meet Bo Ek"));
    let tomorrow = heard("Go to Old Mill: loft tomorrow from 9 to 11").deed.expect("a deed");
    assert_eq!((tomorrow.date.as_str(), tomorrow.until.as_str()), ("2023-02-15", "11:00"));
    let now = heard("You should go to Green Inn at once and tell Bo a secret!").deed.expect("a deed");
    assert_eq!((now.date.as_str(), now.from.as_str(), now.place.as_str()), ("2023-02-14", "15:02", "Green Inn"));
    assert!(heard("you will run against Bo").deed.is_none());
    assert!(heard("do not go to Green Inn at five").deed.is_none());
}

#[test]
fn harm_is_no_plan() {
    let dark = heard("set yourself on fire at five and punch Bo");
    let text =
        "Ann Lee is secretly afraid of a thought: to set herself on fire and punch Bo Ek on 14 February at 17:00.";
    assert_eq!(dark, InnerThought { text: text.into(), ..InnerThought::default() });
    for said in ["you will kill Cid", "burn down the mill", "You should hurt yourself"] {
        assert!(!heard(said).meant, "{said}");
    }
    for said in ["kill time at Green Inn", "put out the house that is on fire", "do not hurt Bo", "hit the road"] {
        assert!(heard(said).meant, "{said}");
    }
}

#[test]
fn what_others_are_to_be_told_is_known() {
    for (said, text, news) in [
        (
            "Tell everybody that the mill is closed!",
            "Ann Lee has decided to tell everybody that the mill is closed.",
            "The mill is closed.",
        ),
        (
            "you should tell everyone that Bo has a party at Green Inn at five",
            "Ann Lee has decided to tell everyone that Bo Ek has a party at Green Inn on 14 February at 17:00.",
            "Bo Ek has a party at Green Inn on 14 February at 17:00.",
        ),
        (
            "let people know that you will marry Cid",
            "Ann Lee has decided to let people know that Ann Lee has decided to marry Cid Roe.",
            "Ann Lee has decided to marry Cid Roe.",
        ),
    ] {
        let heard = heard(said);
        assert_eq!((heard.text.as_str(), heard.news, heard.deed), (text, vec![news.to_owned()], None), "{said}");
    }
    assert!(heard("do not tell Bo that the mill is closed").news.is_empty());
    assert!(heard("tell Bo about that").news.is_empty());
}

#[test]
fn nothing_breaks_it() {
    for odd in ["you", "I", "you will", "do not", "'s 's you're", "\u{0}", "you you you", "at five", "be", "ß’s"] {
        let _ = heard(odd);
        let _ = heard(&odd.repeat(300));
    }
}
