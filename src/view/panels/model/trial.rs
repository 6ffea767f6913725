//! What the test button does: the server that is looked at is asked, and for one embedding whoever makes them.

use super::words::Tested;
use crate::{
    mind::server::{Endpoint, Settings, probe, try_embedding},
    town::Draft,
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
            tested.name.clone_from(name);
            tested.finding = Some(found);
        }
        if let (Some(at), None) = (at, &tested.rows) {
            tested.rows = Some((at.url.clone(), try_embedding(at, &settings).await));
        }
        Ok(tested)
    }
}
