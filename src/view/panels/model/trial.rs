//! What the test button does, and what is said of it: the server that is looked at is asked, and for one embedding
//! whoever makes them.

use super::{NAME, Tone, full};
use crate::{
    mind::llm::{Endpoint, Finding, Settings, probe, shown, try_embedding},
    view::{mind_settings::Draft, panels::widgets::tame},
};

/// A test that is about to begin.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// How the server is called, if there are several; its preset; where it is.
    server: Option<(Option<String>, &'static str, Endpoint)>,
    settings: Settings,
}

impl Trial {
    /// As the page is filled in; the limits of `in_use` hold. What is wrong with other servers does not matter yet.
    pub fn of(draft: &Draft, in_use: &Settings) -> Result<Self, String> {
        let server = draft.networked.then(|| {
            let name = (draft.servers.len() > 1).then(|| format!("Server {}", draft.at + 1));
            let preset = draft.servers[draft.at].preset().unwrap_or("server");
            Ok::<_, String>((name, preset, draft.endpoint(draft.at)?))
        });
        let settings = Settings { embeddings: draft.embeddings()?, ..in_use.clone() };
        Ok(Self { server: server.transpose()?, settings })
    }

    /// What is tested, for whoever waits for it.
    pub fn what(&self) -> String {
        match &self.server {
            Some((name, ..)) => {
                let name = name.as_deref().unwrap_or("the server").to_lowercase();
                format!("Testing {name}: its models, one question, one embedding …")
            }
            None => "Testing embeddings …".into(),
        }
    }

    /// Does it. Takes some seconds.
    ///
    /// # Errors
    /// One sentence, if this machine gives no network.
    pub fn run(self) -> Result<Tested, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("There is no network here: {error}."))?;
        Ok(runtime.block_on(self.ask()))
    }

    async fn ask(self) -> Tested {
        let Self { server, settings } = self;
        let mut tested = Tested::default();
        let at = settings.embeddings.as_ref();
        if let Some((name, preset, endpoint)) = server {
            let mut found = probe(preset, &endpoint, &settings).await;
            let here = at.filter(|at| at.url == endpoint.url && at.key_variable == endpoint.key_variable);
            if let Some(at) = here {
                tested.embedding = found.embedding.take().map(|made| (at.url.clone(), made));
            }
            let named = [Some(&endpoint.model), endpoint.large_model.as_ref(), here.map(|at| &at.model)];
            tested.unlisted = unlisted(named.into_iter().flatten(), &found.models);
            (tested.name, tested.finding) = (name, Some(found));
        }
        if let (Some(at), None) = (at, &tested.embedding) {
            tested.embedding = Some((at.url.clone(), try_embedding(at, &settings).await));
        }
        tested
    }
}

/// The names that the server does not list. Some leave out the end of a name where it is the usual one, `:latest`.
fn unlisted<'a>(named: impl Iterator<Item = &'a String>, listed: &[String]) -> Vec<String> {
    let lacks = |name: &&String| {
        let usual = format!("{name}:latest");
        !name.is_empty() && !listed.is_empty() && !listed.iter().any(|one| one == *name || *one == usual)
    };
    let mut names: Vec<String> = named.filter(lacks).cloned().collect();
    names.dedup();
    names
}

/// What came of a test.
#[derive(Clone, Debug, Default)]
pub(super) struct Tested {
    /// How the server is called; `None`: it is the only one.
    name: Option<String>,
    /// What was found there; `None`: no server was asked, since rules answer.
    pub finding: Option<Finding>,
    /// Models that were named and that the server does not list.
    unlisted: Vec<String>,
    /// Where embeddings are made and what came of one, if they are not built in.
    embedding: Option<(String, Result<(String, usize), String>)>,
}

impl Tested {
    /// Did the server do all that it will be asked for?
    pub fn well(&self) -> bool {
        let found = self.finding.as_ref();
        let made = self.embedding.as_ref().filter(|(url, _)| found.is_none_or(|found| found.url == *url));
        let answers = found.is_none_or(|found| matches!(found.answer, Some(Ok(_))));
        answers && self.unlisted.is_empty() && made.is_none_or(|(_, made)| made.is_ok())
    }

    /// In sentences.
    pub fn told(&self) -> Vec<(Tone, String)> {
        let mut told = self.finding.as_ref().map_or_else(Vec::new, |found| self.of_server(found));
        told.extend(self.embedding.as_ref().map(|(url, made)| match made {
            Ok((model, dims)) => {
                (Tone::Good, format!("Embeddings: {model} at {} turned a text into {dims} numbers.", shown(url)))
            }
            Err(why) => (Tone::Bad, full(&format!("Embeddings: none was made at {}: {why}", shown(url)))),
        }));
        told
    }

    fn of_server(&self, found: &Finding) -> Vec<(Tone, String)> {
        let prefix = self.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let named = |words: &str| full(&format!("{prefix}{words}"));
        let (who, advice) = (self.name.as_deref().unwrap_or("The server"), found.advice.first().map(String::as_str));
        if !found.there {
            return vec![(Tone::Bad, named(&found.advice.join("; ")))];
        }
        let mut told = vec![match found.models.as_slice() {
            [] if found.answer.is_none() => {
                let write = "Write the model's name to have it asked a question.";
                let why = named(advice.unwrap_or("somebody answers, but has no model"));
                return vec![(Tone::Bad, why), (Tone::Plain, write.into())];
            }
            [] => (Tone::Plain, named("somebody answers, but lists no models")),
            [one] => (Tone::Good, format!("{who} answers. It has one model: {one}.")),
            many => {
                let words = format!("{who} answers. It has {} models; “list” beside a field shows them.", many.len());
                (Tone::Good, words)
            }
        }];
        told.push(match &found.answer {
            Some(Ok(model)) => (Tone::Good, format!("{model} answered a question as it should.")),
            Some(Err(why)) => (Tone::Bad, full(&format!("A question was not answered: {why}"))),
            None => (Tone::Bad, "No question was asked, as it has no model to talk with.".into()),
        });
        let lacks = |name: &String| format!("Its list of models has no {}: is it written right?", tame(name, NAME));
        told.extend(self.unlisted.iter().map(|name| (Tone::Bad, lacks(name))));
        if self.embedding.is_none() {
            let words = match &found.embedding {
                Some(Ok((model, dims))) => {
                    format!("{model} turned a text into {dims} numbers, if you want embeddings of it.")
                }
                Some(Err(why)) => format!("It makes no embeddings ({why}); the built-in ones are used."),
                None => "It has no model for embeddings; the built-in ones are used.".into(),
            };
            told.push((Tone::Plain, words));
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::{
        mind::llm::{Limits, Retry},
        view::mind_settings::Embedder,
    };

    /// A port where nobody listens.
    fn nobody() -> String {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|one| one.local_addr()).map_or(1, |at| at.port());
        format!("http://127.0.0.1:{port}/v1")
    }

    fn draft() -> Draft {
        let mut draft = Draft::default();
        draft.networked = true;
        draft.server().url = nobody();
        draft
    }

    #[test]
    fn the_server_that_is_looked_at_is_tested() {
        let settings = Settings::default();
        let mut draft = draft();
        let only = Trial::of(&draft, &settings).unwrap();
        assert!(only.what().contains("Testing the server"), "{}", only.what());
        draft.add();
        assert!(Trial::of(&draft, &settings).unwrap_err().starts_with("Server 2: "), "nothing is written there yet");
        draft.at = 0;
        assert!(Trial::of(&draft, &settings).unwrap().what().contains("server 1"), "the blank one does not matter");
        draft.embed_by(Embedder::Elsewhere);
        assert!(Trial::of(&draft, &settings).unwrap_err().starts_with("Embeddings: "));
        draft.networked = false;
        draft.embeddings.url = nobody();
        assert_eq!(Trial::of(&draft, &settings).unwrap().what(), "Testing embeddings …");
    }

    #[test]
    fn nobody_there_is_told_of_both() {
        let retry = Retry { times: 0, ..Retry::default() };
        let limits = Limits { connect_s: 2.0, ..Limits::default() };
        let settings = Settings { retry, limits, ..Settings::default() };
        let mut draft = draft();
        draft.embed_by(Embedder::Elsewhere);
        draft.embeddings.url = nobody();
        draft.embeddings.model = "rows".into();
        let tested = Trial::of(&draft, &settings).unwrap().run().unwrap();
        assert!(!tested.well() && tested.finding.is_some_and(|found| !found.there));
        let (url, made) = tested.embedding.unwrap();
        assert!(url == draft.embeddings.base() && made.is_err(), "{made:?}");
    }

    #[test]
    fn a_name_that_is_not_listed_is_noticed() {
        let all = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let named = all(&["", "small", "bigg", "bigg", "rows"]);
        assert_eq!(unlisted(named.iter(), &all(&["small", "big", "rows:latest"])), ["bigg"]);
        assert!(unlisted(named.iter(), &[]).is_empty(), "it lists none at all");
    }

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
        Tested { finding: Some(finding), ..Tested::default() }.told()
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
            embedding: rows(made),
            ..Tested::default()
        };
        let good = tested(finding(), Ok(("rows".into(), 4)));
        let told = good.told();
        assert!(told[0].1.starts_with("Server 2 answers"), "{told:?}");
        assert_eq!(told.len(), 3);
        assert!(told[2].1.contains("rows at http://127.0.0.1:2 turned a text into 4"), "{told:?}");
        let misspelt = Tested { unlisted: vec!["bigg".into()], ..good.clone() };
        assert!(misspelt.told()[2].1.contains("has no bigg") && !misspelt.well(), "{misspelt:?}");
        assert!(good.well() && tested(finding(), Err("it is away".into())).well(), "it is not the one to blame");
        let gone = Finding { there: false, answer: None, advice: vec!["nobody answers".into()], ..finding() };
        let gone = tested(gone, Err("it is away".into()));
        let told = gone.told();
        assert_eq!(told[0].1, "Server 2: nobody answers.");
        assert!(told[1].0 == Tone::Bad && told[1].1.contains("it is away"), "{told:?}");
        assert!(!gone.well());
    }
}
