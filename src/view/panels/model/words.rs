//! What the page says of servers, tests and questions. Pure.

use crate::{
    mind::{
        Choice,
        llm::{Endpoint, Finding, shown},
    },
    town::MindSetup,
    view::{mind_settings::Entry, panels::telling::sentence, sanitize::tame},
};

/// Most letters of a model's name.
pub const NAME: usize = 60;

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

/// With a capital in front and a stop behind.
pub fn full(words: &str) -> String {
    let words = sentence(words.trim());
    if words.ends_with(['.', '?', '!']) { words } else { words + "." }
}

/// A server in a word: its preset's name, or host and port.
pub fn short(entry: &Entry) -> String {
    if entry.is_blank() {
        return "new".into();
    }
    let bare = entry.base().split_once("://").map_or(entry.base(), |(_, rest)| rest);
    entry.preset().map_or_else(|| tame(bare.split('/').next().unwrap_or(bare), 28), str::to_owned)
}

/// Who answers, in words, and whether it is one.
fn who(wanted: &MindSetup) -> (String, bool) {
    let named = |server: &Endpoint| match tame(&server.model, NAME) {
        name if name.is_empty() => format!("the first model at {}", tame(&server.place(), 80)),
        name => format!("{name} at {}", tame(&server.place(), 80)),
    };
    match (wanted.is_networked(), wanted.models.servers.as_slice()) {
        (true, [one]) => (named(one), true),
        (true, [one, other]) => (format!("{} and {}", named(one), named(other)), false),
        (true, [one, other, more @ ..]) => (format!("{}, {} and {} more", named(one), named(other), more.len()), false),
        _ if matches!(wanted.choice, Choice::Save(_) | Choice::Tape(_)) => ("a recording".into(), true),
        _ => ("the built-in mind".into(), true),
    }
}

/// Who answers as things stand.
pub fn now(wanted: &MindSetup) -> String {
    let rows = wanted.models.embeddings.as_ref();
    let rows = rows.map_or_else(String::new, |one| format!("; embeddings are made at {}", tame(&one.place(), 80)));
    let ignored =
        wanted.ignored.as_ref().map_or_else(String::new, |ignored| format!(" {}", full(&ignored.to_string())));
    format!("Who answers now: {}{rows}.{ignored}", who(wanted).0)
}

/// Who answers from this moment on.
pub fn from_now(wanted: &MindSetup) -> String {
    let (who, one) = who(wanted);
    let answers = if one { "answers" } else { "answer" };
    format!("From now on {who} {answers} for the people of this town.")
}

/// What came of a test.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    /// How the server is called; `None`: it is the only one.
    pub name: Option<String>,
    /// What was found there; `None`: no server was asked, since rules answer.
    pub finding: Option<Finding>,
    /// Models that were named and that the server does not list.
    pub unlisted: Vec<String>,
    /// Where embeddings are made and what came of one, if they are not made in our own way.
    pub rows: Option<(String, Result<(String, usize), String>)>,
}

impl Tested {
    /// Did the server do all that it will be asked for?
    pub fn well(&self) -> bool {
        let found = self.finding.as_ref();
        let rows = self.rows.as_ref().filter(|(url, _)| found.is_none_or(|found| found.url == *url));
        let answers = found.is_none_or(|found| matches!(found.answer, Some(Ok(_))));
        answers && self.unlisted.is_empty() && rows.is_none_or(|(_, made)| made.is_ok())
    }
}

/// The same in sentences.
pub fn found(tested: &Tested) -> Vec<(Tone, String)> {
    let mut told = Vec::new();
    if let Some(finding) = &tested.finding {
        server(finding, tested, &mut told);
    }
    match &tested.rows {
        Some((url, Ok((model, dims)))) => {
            told.push((
                Tone::Good,
                format!("Embeddings: {model} at {} turned a text into {dims} numbers.", shown(url)),
            ));
        }
        Some((url, Err(why))) => {
            told.push((Tone::Bad, full(&format!("Embeddings: none was made at {}: {why}", shown(url)))))
        }
        None => {}
    }
    told
}

fn server(finding: &Finding, tested: &Tested, told: &mut Vec<(Tone, String)>) {
    let named = |words: &str| match &tested.name {
        Some(name) => full(&format!("{name}: {}", words.trim())),
        None => full(words),
    };
    if !finding.there {
        told.push((Tone::Bad, named(&finding.advice.join("; "))));
        return;
    }
    let who = tested.name.as_deref().unwrap_or("The server");
    if finding.models.is_empty() && finding.answer.is_none() {
        let why = finding.advice.first().map_or("somebody answers, but has no model", String::as_str);
        told.push((Tone::Bad, named(why)));
        told.push((Tone::Plain, "Write the model's name to have it asked a question.".into()));
        return;
    }
    told.push(match finding.models.len() {
        0 => {
            let why = finding.advice.first().filter(|advice| advice.contains("lists no models"));
            (Tone::Plain, named(why.map_or("somebody answers, but lists no models", String::as_str)))
        }
        1 => (Tone::Good, format!("{who} answers. It has one model: {}.", finding.models[0])),
        many => (Tone::Good, format!("{who} answers. It has {many} models; “list” beside a field shows them.")),
    });
    told.push(match &finding.answer {
        Some(Ok(model)) => (Tone::Good, format!("{model} answered a question as it should.")),
        Some(Err(why)) => (Tone::Bad, full(&format!("A question was not answered: {why}"))),
        None => (Tone::Bad, "No question was asked, as it has no model to talk with.".into()),
    });
    for name in &tested.unlisted {
        told.push((Tone::Bad, format!("Its list of models has no {}: is it written right?", tame(name, NAME))));
    }
    if tested.rows.is_none() {
        told.push(match &finding.embedding {
            Some(Ok((model, dims))) => {
                (Tone::Plain, format!("{model} turned a text into {dims} numbers, if you want embeddings of it."))
            }
            Some(Err(why)) => (Tone::Plain, format!("It makes no numbers of texts ({why}); the town has its own way.")),
            None => (Tone::Plain, "It has no model for embeddings; the town has its own way.".into()),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn told(finding: Finding) -> Vec<(Tone, String)> {
        found(&Tested { finding: Some(finding), ..Tested::default() })
    }

    #[test]
    fn a_good_server_is_praised_and_a_bad_one_explained() {
        let good = told(finding());
        assert_eq!(good[0].0, Tone::Good);
        assert!(good[0].1.contains("2 models") && good[1].1.contains("a answered"), "{good:?}");
        let unfit = Finding { answer: Some(Err("it does not fit".into())), ..finding() };
        assert_eq!(told(unfit)[1], (Tone::Bad, "A question was not answered: it does not fit.".into()));
        let gone = Finding { there: false, advice: vec!["nobody answers; start it".into()], ..finding() };
        assert_eq!(told(gone), [(Tone::Bad, "Nobody answers; start it.".to_owned())]);
        let shy = Finding { models: Vec::new(), answer: None, advice: vec!["it hangs".into()], ..finding() };
        assert_eq!(told(shy)[0], (Tone::Bad, "It hangs.".into()));
        assert_eq!(full("is it started?"), "Is it started?");
    }

    #[test]
    fn one_of_several_is_named_and_embeddings_are_told_apart() {
        let rows = |made| Some(("http://127.0.0.1:2/v1".to_owned(), made));
        let name = Some("Server 2".to_owned());
        let tested = |finding, made| Tested {
            name: name.clone(),
            finding: Some(finding),
            rows: rows(made),
            ..Tested::default()
        };
        let good = tested(finding(), Ok(("rows".into(), 4)));
        let told = found(&good);
        assert!(told[0].1.starts_with("Server 2 answers"), "{told:?}");
        assert_eq!(told.len(), 3);
        assert!(told[2].1.contains("rows at http://127.0.0.1:2 turned a text into 4"), "{told:?}");
        let misspelt = Tested { unlisted: vec!["bigg".into()], ..good.clone() };
        assert!(found(&misspelt)[2].1.contains("has no bigg") && !misspelt.well(), "{misspelt:?}");
        assert!(good.well() && tested(finding(), Err("it is away".into())).well(), "it is not the one to blame");
        let gone = Finding { there: false, answer: None, advice: vec!["nobody answers".into()], ..finding() };
        let gone = tested(gone, Err("it is away".into()));
        let told = found(&gone);
        assert_eq!(told[0].1, "Server 2: nobody answers.");
        assert!(told[1].0 == Tone::Bad && told[1].1.contains("it is away"), "{told:?}");
        assert!(!gone.well());
    }

    #[test]
    fn servers_have_short_names() {
        let named = |url: &str| short(&Entry { url: url.into(), ..Entry::default() });
        assert_eq!(named(""), "new");
        assert_eq!(named("http://127.0.0.1:11434/v1"), "ollama");
        assert_eq!(named("https://api.far.example/openai/v1"), "api.far.example");
    }

    #[test]
    fn all_who_answer_are_named() {
        let server = |model: &str| Endpoint { url: "http://a/v1".into(), model: model.into(), ..Endpoint::default() };
        let mut wanted = MindSetup { choice: Choice::Configured, ..MindSetup::default() };
        wanted.models.servers = vec![server("x")];
        assert_eq!(now(&wanted), "Who answers now: x at http://a.");
        wanted.models.servers.push(server(""));
        assert!(from_now(&wanted).contains("x at http://a and the first model at http://a answer for"));
        wanted.models.servers.push(server("z"));
        wanted.models.embeddings = Some(server("rows"));
        assert!(now(&wanted).ends_with("and 1 more; embeddings are made at http://a."), "{}", now(&wanted));
        assert_eq!(now(&MindSetup::default()), "Who answers now: the built-in mind.");
    }
}
