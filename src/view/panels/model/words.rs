//! What the page says of servers, tests and questions. Pure.

use crate::{mind::server::Finding, view::panels::telling::sentence};

/// How a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It went well.
    Good,
    /// Something to know.
    Plain,
    /// Something is wrong.
    Bad,
}

/// A question by what it is about.
pub fn question(purpose: &str) -> String {
    let words = match purpose {
        "day_plan" => "the day's plan",
        "hours" => "the hours of a part of the day",
        "steps" => "the steps of an hour",
        "where_and_look" => "where to do it, and how it looks",
        "reaction" => "what to do about what was seen",
        "utterance" => "a line of talk",
        "after_talk" => "what to keep of a talk",
        "importance" => "how much memories matter",
        "self_summary" => "a picture of oneself",
        "relationship" => "what another is to oneself",
        "ask_myself" => "what to think about",
        "insights" => "conclusions",
        "interview" => "an interview",
        other => return other.replace('_', " "),
    };
    words.into()
}

/// With a capital in front and a stop behind.
pub fn full(words: &str) -> String {
    let words = sentence(words.trim());
    if words.ends_with(['.', '?', '!']) { words } else { words + "." }
}

/// What a test found, in sentences.
pub fn found(finding: &Finding) -> Vec<(Tone, String)> {
    if !finding.there {
        return vec![(Tone::Bad, full(&finding.advice.join("; ")))];
    }
    if finding.models.is_empty() && finding.answer.is_none() {
        let why = finding.advice.first().map_or("Somebody answers, but has no model", String::as_str);
        return vec![
            (Tone::Bad, full(why)),
            (Tone::Plain, "Write the model's name to have it asked a question.".into()),
        ];
    }
    let mut told = vec![match finding.models.len() {
        0 => {
            let why = finding.advice.first().filter(|advice| advice.contains("lists no models"));
            (Tone::Plain, full(why.map_or("Somebody answers, but lists no models", String::as_str)))
        }
        1 => (Tone::Good, format!("The server answers. It has one model: {}.", finding.models[0])),
        many => (Tone::Good, format!("The server answers. It has {many} models; “list” beside a field shows them.")),
    }];
    told.push(match &finding.answer {
        Some(Ok(model)) => (Tone::Good, format!("{model} answered a question as it should.")),
        Some(Err(why)) => (Tone::Bad, full(&format!("A question was not answered: {why}"))),
        None => (Tone::Bad, "No question was asked, as it has no model to talk with.".into()),
    });
    told.push(match &finding.embedding {
        Some(Ok((model, dims))) => (Tone::Plain, format!("{model} turned a text into {dims} numbers.")),
        Some(Err(why)) => (Tone::Plain, format!("It makes no numbers of texts ({why}); the town has its own way.")),
        None => (Tone::Plain, "It has no model for embeddings; the town has its own way.".into()),
    });
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::question::FORMS;

    fn finding() -> Finding {
        Finding {
            name: "server".into(),
            url: "http://127.0.0.1:1/v1".into(),
            there: true,
            models: vec!["a".into(), "b".into()],
            answer: Some(Ok("a".into())),
            embedding: None,
            advice: Vec::new(),
        }
    }

    #[test]
    fn every_question_has_words() {
        for form in &FORMS {
            assert_ne!(question(form.purpose), form.purpose.replace('_', " "), "{} has no words", form.purpose);
        }
    }

    #[test]
    fn a_good_server_is_praised_and_a_bad_one_explained() {
        let told = found(&finding());
        assert_eq!(told[0].0, Tone::Good);
        assert!(told[0].1.contains("2 models") && told[1].1.contains("a answered"), "{told:?}");
        let unfit = Finding { answer: Some(Err("it does not fit".into())), ..finding() };
        assert_eq!(found(&unfit)[1], (Tone::Bad, "A question was not answered: it does not fit.".into()));
        let gone = Finding { there: false, advice: vec!["nobody answers; start it".into()], ..finding() };
        assert_eq!(found(&gone).len(), 1);
        assert_eq!(found(&gone)[0].1, "Nobody answers; start it.");
        let shy = Finding { models: Vec::new(), answer: None, advice: vec!["it hangs".into()], ..finding() };
        assert_eq!(found(&shy)[0], (Tone::Bad, "It hangs.".into()));
        assert_eq!(full("is it started?"), "Is it started?");
    }
}
