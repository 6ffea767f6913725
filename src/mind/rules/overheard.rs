//! Words that were overheard, as they are remembered: who said them to whom, and the words.

/// `Ann Lee said to Bo Carr: "I give a party."`: whoever says "I" in it is Ann Lee, and not whoever remembers it.
pub fn overheard(text: &str) -> Option<(&str, &str, &str)> {
    let (head, words) = text.split_once(": \"")?;
    let (by, to) = head.split_once(" said to ")?;
    let name = |name: &str| !name.is_empty() && name.chars().next().is_some_and(char::is_uppercase);
    let words = words.strip_suffix('"').unwrap_or(words);
    (name(by) && name(to)).then_some((by, to, words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::{
        question::{Known, Me, Moment, Recalled, TimeOfDay},
        rules::beliefs::Beliefs,
    };

    #[test]
    fn what_others_say_of_themselves_is_not_about_me() {
        let text = "Ann Lee said to Bo Carr: \"Busy, mostly. I'm holding a concert at Old Hall tomorrow from six to eight in the evening. Will you come?\"";
        assert_eq!(overheard(text).map(|(by, to, _)| (by, to)), Some(("Ann Lee", "Bo Carr")));
        assert_eq!(overheard("Ann Lee said to Bo Carr that it rains."), None);
        let me = Me {
            name: "Cy Dunn".into(),
            age: 50,
            pronouns: "he".into(),
            traits: String::new(),
            background: String::new(),
            lifestyle: String::new(),
            aim: String::new(),
            voice: String::new(),
            summary: None,
            nature: 1,
        };
        let now = Moment {
            date: "Monday 13 May".into(),
            iso: "2024-05-13".into(),
            time: TimeOfDay(800),
            place: "Old Hall: hall".into(),
            doing: String::new(),
            until: None,
        };
        let memory = Recalled {
            n: None,
            when: "13 May 12:30".into(),
            text: text.into(),
            by: Some("Ann Lee".into()),
            secret: false,
            own: false,
            importance: 7,
            bears: false,
            at: Some(750),
        };
        let gossip = "Ann Lee said to Bo Carr: \"Cy Dunn has decided to run for mayor.\"";
        let gossip = Recalled { text: gossip.into(), ..memory.clone() };
        let known = Known { people: vec![], places: vec!["Old Hall: hall".into()] };
        let head = Beliefs::new(&me, &now, &known).remembering([&memory]).read();
        let events: Vec<&str> = head.events().iter().map(|event| event.f().subj.as_str()).collect();
        assert_eq!(events, ["Ann Lee"]);
        assert!(head.facts.iter().all(|fact| fact.f().subj != "Cy Dunn"));
        // nor does one have one's own plans from another, when somebody speaks of them: the name would be lost
        let head = Beliefs::new(&me, &now, &known).remembering([&gossip]).read();
        let mine = head.facts.iter().find(|fact| fact.f().subj == "Cy Dunn");
        assert!(mine.is_some_and(|fact| fact.from.is_some() && head.source(fact).is_none()));
    }
}
