//! The test button: asks the server in the form for its models and an answer, and whoever makes embeddings for one.

use super::{NAME, full};
use crate::{
    mind::llm::{Endpoint, Finding, Settings, probe, shown, try_embedding},
    view::{
        mind_settings::Draft,
        panels::widgets::{Outcome, short_line},
    },
};

/// A test that is about to begin.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The server's name, if there are several; its preset; where it is.
    server: Option<(Option<String>, &'static str, Endpoint)>,
    settings: Settings,
}

impl Trial {
    /// As the form is filled in, with the limits of `in_use`. Faults of other servers do not matter yet.
    pub fn of(draft: &Draft, in_use: &Settings) -> Result<Self, String> {
        let server = draft.networked.then(|| {
            let name = (draft.servers.len() > 1).then(|| format!("Server {}", draft.at + 1));
            let preset = draft.servers[draft.at].preset().unwrap_or("server");
            Ok::<_, String>((name, preset, draft.endpoint(draft.at)?))
        });
        let settings = Settings { embeddings: draft.embeddings()?, ..in_use.clone() };
        Ok(Self { server: server.transpose()?, settings })
    }

    /// What is tested, in words.
    pub fn what(&self) -> String {
        match &self.server {
            Some((name, ..)) => {
                let name = name.as_deref().unwrap_or("the server").to_lowercase();
                format!("Testing {name}: its models, one question, one embedding …")
            }
            None => "Testing embeddings …".into(),
        }
    }

    /// Runs the test, which takes some seconds.
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
    /// The server's name; `None`: it is the only one.
    name: Option<String>,
    /// What was found there; `None`: no server was asked, because rules answer.
    pub finding: Option<Finding>,
    /// Models that were named and that the server does not list.
    unlisted: Vec<String>,
    /// Where embeddings are made and what came of one, if they are not built in.
    embedding: Option<(String, Result<(String, usize), String>)>,
}

impl Tested {
    /// Did the server do everything it will be asked for?
    pub fn works(&self) -> bool {
        let found = self.finding.as_ref();
        let made = self.embedding.as_ref().filter(|(url, _)| found.is_none_or(|found| found.url == *url));
        let answers = found.is_none_or(|found| matches!(found.answer, Some(Ok(_))));
        answers && self.unlisted.is_empty() && made.is_none_or(|(_, made)| made.is_ok())
    }

    /// The result in sentences.
    pub fn messages(&self) -> Vec<Outcome> {
        let mut all = self.finding.as_ref().map_or_else(Vec::new, |found| self.of_server(found));
        all.extend(self.embedding.as_ref().map(|(url, made)| match made {
            Ok((model, dims)) => {
                Outcome::good(format!("Embeddings: {model} at {} turned a text into {dims} numbers.", shown(url)))
            }
            Err(why) => Outcome::bad(full(&format!("Embeddings: none was made at {}: {why}", shown(url)))),
        }));
        all
    }

    fn of_server(&self, found: &Finding) -> Vec<Outcome> {
        let prefix = self.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let named = |words: &str| full(&format!("{prefix}{words}"));
        let (who, advice) = (self.name.as_deref().unwrap_or("The server"), found.advice.first().map(String::as_str));
        if !found.there {
            return vec![Outcome::bad(named(&found.advice.join("; ")))];
        }
        let mut all = vec![match found.models.as_slice() {
            [] if found.answer.is_none() => {
                let why = named(advice.unwrap_or("a server answers, but has no model"));
                return vec![Outcome::bad(why), Outcome::plain("Write the model's name to have it tested.")];
            }
            [] => Outcome::plain(named("a server answers, but lists no models")),
            [one] => Outcome::good(format!("{who} answers. It has one model: {one}.")),
            many => {
                let hint = "“list” beside a field shows them";
                Outcome::good(format!("{who} answers. It has {} models; {hint}.", many.len()))
            }
        }];
        all.push(match &found.answer {
            Some(Ok(model)) => Outcome::good(format!("{model} answered a question as it should.")),
            Some(Err(why)) => Outcome::bad(full(&format!("A question was not answered: {why}"))),
            None => Outcome::bad("No question was asked, because it has no model to talk with."),
        });
        let lacks = |name: &String| {
            Outcome::bad(format!("The server does not list a model {}: is it spelt right?", short_line(name, NAME)))
        };
        all.extend(self.unlisted.iter().map(lacks));
        if self.embedding.is_none() {
            all.push(Outcome::plain(match &found.embedding {
                Some(Ok((model, dims))) => {
                    format!("{model} turned a text into {dims} numbers: it can make embeddings.")
                }
                Some(Err(why)) => format!("It makes no embeddings ({why}); the built-in ones are used."),
                None => "It has no model for embeddings; the built-in ones are used.".into(),
            }));
        }
        all
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
        assert!(!tested.works() && tested.finding.is_some_and(|found| !found.there));
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

    fn told(finding: Finding) -> Vec<Outcome> {
        Tested { finding: Some(finding), ..Tested::default() }.messages()
    }

    #[test]
    fn a_good_server_is_praised_and_a_bad_one_explained() {
        let good = told(finding());
        assert_eq!(good[0].good, Some(true));
        assert!(good[0].words.contains("2 models") && good[1].words.contains("a answered"), "{good:?}");
        let unfit = Finding { answer: Some(Err("it does not fit".into())), ..finding() };
        assert_eq!(told(unfit)[1], Outcome::bad("A question was not answered: it does not fit."));
        let gone = Finding { there: false, advice: vec!["nobody answers; start it".into()], ..finding() };
        assert_eq!(told(gone), [Outcome::bad("Nobody answers; start it.")]);
        let shy = Finding { models: Vec::new(), answer: None, advice: vec!["it hangs".into()], ..finding() };
        assert_eq!(told(shy)[0], Outcome::bad("It hangs."));
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
        let told = good.messages();
        assert!(told[0].words.starts_with("Server 2 answers"), "{told:?}");
        assert_eq!(told.len(), 3);
        assert!(told[2].words.contains("rows at http://127.0.0.1:2 turned a text into 4"), "{told:?}");
        let misspelt = Tested { unlisted: vec!["bigg".into()], ..good.clone() };
        assert!(misspelt.messages()[2].words.contains("list a model bigg") && !misspelt.works(), "{misspelt:?}");
        assert!(good.works() && tested(finding(), Err("it is away".into())).works(), "it is not the one to blame");
        let gone = Finding { there: false, answer: None, advice: vec!["nobody answers".into()], ..finding() };
        let gone = tested(gone, Err("it is away".into()));
        let told = gone.messages();
        assert_eq!(told[0].words, "Server 2: nobody answers.");
        assert!(told[1].good == Some(false) && told[1].words.contains("it is away"), "{told:?}");
        assert!(!gone.works());
    }
}
