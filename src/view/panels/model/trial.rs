//! What the test button does: the server that is looked at is asked, and for one embedding whoever makes them.

use super::words::Tested;
use crate::{
    mind::llm::{Endpoint, Settings, probe, try_embedding},
    view::mind_settings::Draft,
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
        let server = if draft.is_networked() {
            let n = draft.chosen();
            let name = (draft.servers().len() > 1).then(|| format!("Server {}", n + 1));
            Some((name, draft.server().preset().unwrap_or("server"), draft.endpoint(n)?))
        } else {
            None
        };
        Ok(Self { server, settings: Settings { embeddings: draft.embeddings()?, ..in_use.clone() } })
    }

    /// What is tested, for whoever waits for it.
    pub fn what(&self) -> String {
        match &self.server {
            Some((name, ..)) => {
                let name = name.as_deref().unwrap_or("the server");
                format!("Testing {}: its models, one question, one embedding …", name.replace('S', "s"))
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
        runtime.block_on(self.ask())
    }

    async fn ask(self) -> Result<Tested, String> {
        let Self { server, settings } = self;
        let mut tested = Tested::default();
        let at = settings.embeddings.as_ref();
        if let Some((name, preset, endpoint)) = &server {
            let mut found = probe(preset, endpoint, &settings).await;
            let same = |at: &Endpoint| at.url == endpoint.url && at.key_variable == endpoint.key_variable;
            if let Some(at) = at.filter(|at| same(at)) {
                tested.rows = found.embedding.take().map(|made| (at.url.clone(), made));
            }
            let named =
                [Some(&endpoint.model), endpoint.large_model.as_ref(), at.filter(|at| same(at)).map(|at| &at.model)];
            tested.unlisted = unlisted(named.into_iter().flatten(), &found.models);
            tested.name.clone_from(name);
            tested.finding = Some(found);
        }
        if let (Some(at), None) = (at, &tested.rows) {
            tested.rows = Some((at.url.clone(), try_embedding(at, &settings).await));
        }
        Ok(tested)
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
        draft.ask_models(true);
        draft.server_mut().url = nobody();
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
        draft.choose(0);
        assert!(Trial::of(&draft, &settings).unwrap().what().contains("server 1"), "the blank one does not matter");
        draft.embed_by(Embedder::Elsewhere);
        assert!(Trial::of(&draft, &settings).unwrap_err().starts_with("Embeddings: "));
        draft.ask_models(false);
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
        let (url, made) = tested.rows.unwrap();
        assert!(url == draft.embeddings.base() && made.is_err(), "{made:?}");
    }

    #[test]
    fn a_name_that_is_not_listed_is_noticed() {
        let all = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let named = all(&["", "small", "bigg", "bigg", "rows"]);
        assert_eq!(unlisted(named.iter(), &all(&["small", "big", "rows:latest"])), ["bigg"]);
        assert!(unlisted(named.iter(), &[]).is_empty(), "it lists none at all");
    }
}
