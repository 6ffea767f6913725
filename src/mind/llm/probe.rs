//! What the doctor asks: is anybody there, with which models, and do they answer as is needed here?

use std::{fmt, sync::Arc};

use super::{
    Embeddings, Endpoint, PRESETS, Server, Settings,
    connection::{Connection, is_for_embedding},
    endpoint,
    settings::seconds,
};
use crate::mind::{
    Ask, Class, Mind, Phrasing, Prompt, Reasoning,
    client::By,
    question::{Question, Weigh, asked, specimens},
};

/// What was found at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// The preset's name, or `server`.
    pub name: String,
    /// Where.
    pub url: String,
    /// Somebody answers there.
    pub there: bool,
    /// The models that it lists.
    pub models: Vec<String>,
    /// The model that gave an answer that fits, or why there was none.
    pub answer: Option<Result<String, String>>,
    /// The model that turned a text into numbers and how many, or why there was none.
    pub embedding: Option<Result<(String, usize), String>>,
    /// What it is, and what to do, in plain words; a line each.
    pub advice: Vec<String>,
}

/// A line for each piece of advice, the name in front of the first, as the doctor prints them.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        let more = if self.models.len() > SHOWN { ", ..." } else { "" };
        let first = &self.models[..self.models.len().min(SHOWN)];
        let models = (!first.is_empty()).then(|| format!("models {}{more}", first.join(", ")));
        let lines: Vec<String> = models.into_iter().chain(self.advice.iter().cloned()).collect();
        let (name, place) = (&self.name, endpoint::shown(&self.url));
        write!(f, "{name:<9} {place}: {}", lines.join(&format!("\n{:10}", "")))
    }
}

/// Looks at the ports of all presets on this machine and at the servers in `settings`; asks one small question and for
/// one embedding where there is a model. Takes some seconds, a minute at most for each server that is there.
///
/// # Errors
/// One sentence, if this machine gives no network at all.
pub fn probe_all(settings: &Settings) -> Result<Vec<Finding>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no network here: {error}"))?;
    let here = PRESETS.iter().filter(|preset| preset.url.starts_with("http://"));
    let here = here.map(|preset| (preset.name, Endpoint { url: preset.url.into(), ..Endpoint::default() }));
    let mut places: Vec<_> = here.collect();
    for server in &settings.servers {
        // Who is named is looked at as named, with model and key.
        let same = |(_, one): &(&str, Endpoint)| one.url == server.url.trim_end_matches('/');
        match places.iter_mut().find(|place| same(place)) {
            Some(place) => place.1 = server.clone(),
            None => places.push(("server", server.clone())),
        }
    }
    if let Some(one) = &settings.embeddings
        && places.iter().all(|place| place.1.url.trim_end_matches('/') != one.url.trim_end_matches('/'))
    {
        // Its model is for rows; whether it has one to talk with is seen from its list.
        places.push(("rows", Endpoint { model: String::new(), ..one.clone() }));
    }
    Ok(runtime.block_on(async {
        let mut found = Vec::new();
        for (name, endpoint) in places {
            found.push(probe(name, &endpoint, settings).await);
        }
        found
    }))
}

/// Looks at one server. Within a tokio runtime.
pub async fn probe(name: &str, endpoint: &Endpoint, settings: &Settings) -> Finding {
    let mut found = Finding { name: name.to_owned(), url: endpoint.url.clone(), ..Finding::default() };
    let variable = |name: &str| std::env::var(name).ok();
    // A model is not yet needed to look which there are.
    let looked_for = Endpoint { model: some(&endpoint.model).unwrap_or("any").into(), ..endpoint.clone() };
    let connection = match Connection::new(&looked_for, settings, &variable) {
        Ok(connection) => connection,
        Err(why) => {
            found.advice.push(why);
            return found;
        }
    };
    let start = PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.start);
    match connection.models(tokio::time::Instant::now() + seconds(settings.limits.connect_s)).await {
        Err(super::Fault::Unreachable(..)) => {
            found.advice.push(format!("nobody answers; {}", start.unwrap_or("is it started, and is the URL right?")));
            return found;
        }
        Err(fault) => {
            found.there = true;
            found.advice.push(format!("somebody answers, but lists no models: {fault}"));
        }
        Ok(models) => (found.there, found.models) = (true, models),
    }
    let chat = found.models.iter().find(|name| !is_for_embedding(name)).map(String::as_str);
    match some(&endpoint.model).or(chat).map(str::to_owned) {
        None => found.advice.push(format!("it has no model to talk with; {}", start.unwrap_or("load one"))),
        Some(model) => {
            let answer = try_answer(&Endpoint { model, ..endpoint.clone() }, settings).await;
            found.advice.push(match &answer {
                Ok(model) => format!("{model} answers as it should: `--mind {}`", usable(name)),
                Err(why) => format!("a question was not answered: {why}"),
            });
            found.answer = Some(answer);
        }
    }
    let own = settings.embeddings.as_ref().filter(|one| one.url.trim_end_matches('/') == endpoint.url);
    let named = own.and_then(|one| some(&one.model)).map(str::to_owned);
    match named.or_else(|| found.models.iter().find(|name| is_for_embedding(name)).cloned()) {
        None => found.advice.push("it has no model for embeddings; ours are used".into()),
        Some(model) => {
            let row = try_embedding(&Endpoint { model, ..endpoint.clone() }, settings).await;
            found.advice.push(match &row {
                Ok((model, dims)) => format!("{model} turns texts into {dims} numbers: SMALLVILLE_EMBED_MODEL={model}"),
                Err(why) => format!("an embedding was not made: {why}"),
            });
            found.embedding = Some(row);
        }
    }
    found
}

fn some(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// How it is chosen: what is no preset is in the settings.
fn usable(name: &str) -> &str {
    PRESETS.iter().find(|preset| preset.name == name).map_or("configured", |preset| preset.name)
}

async fn try_answer(endpoint: &Endpoint, settings: &Settings) -> Result<String, String> {
    let about = |ask: &Ask| ask.purpose == Weigh::PURPOSE;
    let mut ask = specimens().into_iter().find(about).ok_or("there is no question to try")?;
    let mut question: Weigh = asked(&ask)?;
    question.memories.truncate(2);
    ask.inputs = serde_json::to_string(&question).map_err(|error| error.to_string())?;
    let settings = Settings { servers: vec![endpoint.clone()], ..settings.clone() };
    let response = Server::new(&settings, Arc::new(Trial))?.answer(&ask).await;
    let model = match response.by {
        Some(By::Model(model)) => model,
        _ => endpoint.model.clone(),
    };
    response.outcome.map(|_| model).map_err(|why| why.0)
}

/// Asks a server for one embedding: the model that made it, and how many numbers it has. Within a tokio runtime.
///
/// # Errors
/// One clause, as for any question to a server.
pub async fn try_embedding(endpoint: &Endpoint, settings: &Settings) -> Result<(String, usize), String> {
    let server = Embeddings::at(endpoint, settings, &|name| std::env::var(name).ok())?;
    let rows = server.embed(&["the kettle boils".to_owned()]).await.map_err(|fault| fault.to_string())?;
    Ok((rows.model, rows.dims))
}

/// The one question that is asked to see whether answers fit.
struct Trial;

impl Phrasing for Trial {
    fn phrase(&self, _: &Ask) -> Result<Prompt, String> {
        Ok(Prompt {
            system: "You say how much a memory matters to a person: 1 is nothing, 10 changes a life.".into(),
            user: "1. the kettle boils\n2. the lighthouse is on fire\nGive the two scores, in this order.".into(),
            class: Class::Small,
            temperature: 0.0,
            max_tokens: 200,
            reasoning: Reasoning::None,
            template: String::new(),
        })
    }
}
