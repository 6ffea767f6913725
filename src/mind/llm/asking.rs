//! One question at one server after another, until one has an answer that fits.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::{
    Fault, Parts,
    capabilities::{Capabilities, ResponseFormat},
    chat::{self, Body, Completion, Message},
    connection::Connection,
    limits::RequestBudget,
    lock, read, streaming,
    transport::OnWords,
};
use crate::mind::{
    Ask, Prompt, Reply, TokenUsage,
    client::By,
    question::{Kind, kind_of},
};

/// So much of an answer is shown to its model again, in bytes.
const SHOWN: usize = 4096;
/// So often in one question a server may refuse how it is asked: each time something is left out.
const REFUSALS: usize = 12;
/// A prompt of more tokens than this that gets no words at all was too long for the model.
const LONG: u64 = 3000;

/// A question on its way. If it is dropped before it is finished, what it took till then is kept in `broken_off`.
pub(super) struct Asking<'a> {
    parts: &'a Parts,
    ask: &'a Ask,
    took: Mutex<TokenUsage>,
    by: Mutex<By>,
    budget: RequestBudget,
    deadline: Instant,
    finished: bool,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let calls = self.budget.sent();
        if !self.finished && calls > 0 {
            let took = TokenUsage { calls, ..lock(&self.took).clone() };
            lock(&self.parts.broken_off).insert(self.ask.id, took);
        }
    }
}

/// What is asked of a server, whichever it is.
struct Question<'a> {
    prompt: &'a Prompt,
    kind: &'static Kind,
    /// The flat form of the answer.
    flat: Value,
}

/// Why words are no answer.
enum Unfit {
    /// It would be so again.
    Final(Fault),
    /// The model may mend it, if it is told.
    Repairable(String),
    /// There is nothing to show; the same once more.
    Empty(Fault),
    /// All its words went into thinking.
    OnlyReasoning,
}

impl<'a> Asking<'a> {
    /// With so many requests and so much time at most. `by`: who answers, until a server is chosen.
    pub fn new(parts: &'a Parts, ask: &'a Ask, budget: RequestBudget, limit: Duration, by: By) -> Self {
        let deadline = Instant::now() + limit;
        Self { parts, ask, took: Mutex::default(), by: Mutex::new(by), budget, deadline, finished: false }
    }

    /// It is over: who answered, and what it took.
    pub fn finish(&mut self) -> (By, TokenUsage) {
        self.finished = true;
        (lock(&self.by).clone(), lock(&self.took).clone())
    }

    /// The answer, checked.
    pub async fn answer(&self) -> Result<Reply, Fault> {
        let kind = kind_of(&self.ask.purpose);
        let kind = kind.ok_or_else(|| Fault::Prompt(format!("there is no question {:?}", self.ask.purpose)))?;
        let mut prompt = self.parts.phrasing.phrase(self.ask).map_err(Fault::Prompt)?;
        let flat = chat::flat(&(kind.schema)());
        // Servers that fill a grammar do not tell the model, and some insist on this very word.
        let named = |name: &str| prompt.system.contains(&format!("\"{name}\""));
        if !prompt.system.contains("JSON") || !chat::fields(&flat).all(named) {
            prompt.system.push_str(&chat::line(&flat));
        }
        lock(&self.took).template = Some(prompt.template.clone());
        let question = Question { prompt: &prompt, kind, flat };
        let mut last = Fault::Internal("there is no server".into());
        for host in self.hosts() {
            let done = self.at(&host, &question).await;
            lock(&self.took).calls = self.budget.sent();
            match done {
                Err(fault) if fault.elsewhere() && Instant::now() < self.deadline => last = fault,
                done => return done,
            }
        }
        Err(last)
    }

    /// The servers, best first: those that work, those with a free slot, and the same one for the same agent, since
    /// it has read of that agent before.
    fn hosts(&self) -> Vec<Arc<Connection>> {
        let hosts = &self.parts.hosts;
        let own = self.ask.id.agent as usize % hosts.len().max(1);
        let mut order: Vec<_> = (0..hosts.len()).map(|n| &hosts[(n + own) % hosts.len()]).collect();
        order.sort_by_key(|host| (host.breaker.rests(), host.slots.available_permits() == 0));
        order.into_iter().cloned().collect()
    }

    async fn at(&self, host: &Arc<Connection>, question: &Question<'_>) -> Result<Reply, Fault> {
        let late = || Fault::TimedOut(format!("{} had no free slot in time", host.place));
        let slot = timeout_at(self.deadline, host.slots.acquire()).await.map_err(|_| late())?;
        let _slot = slot.map_err(|_| late())?;
        let model = host.model(question.prompt.class, self.deadline).await?;
        *lock(&self.by) = By::Model(model.clone());
        let prompt = question.prompt;
        let mut messages = vec![
            Message { role: "system", content: prompt.system.clone() },
            Message { role: "user", content: prompt.user.clone() },
        ];
        let mut last = Fault::Internal("nothing was tried".into());
        let mut tries = 0;
        while tries < 2 {
            let (said, asked) = self.converse(host, &model, &messages, question).await?;
            let format = asked.format;
            tries += 1;
            match self.judge(&said, question) {
                Ok(Reply(words)) => {
                    // Signs that nobody sees, which were taken out meanwhile, may have stood between its letters.
                    let reply = Reply(host.hide(&words));
                    host.learn(&model, |capabilities| capabilities.proved |= capabilities.format == format);
                    return Ok(reply);
                }
                Err(Unfit::Final(fault)) => return Err(fault),
                Err(Unfit::Empty(fault)) => last = fault,
                Err(Unfit::OnlyReasoning) => {
                    // What is learnt of it serves all questions after this one, and costs it no try.
                    let mut learnt = false;
                    host.learn(&model, |capabilities| learnt = capabilities.thinks(asked.thinking));
                    if !learnt {
                        return Err(Fault::Thinking);
                    }
                    tries -= 1;
                }
                Err(Unfit::Repairable(what)) => {
                    // It may quote the answer.
                    let what = host.clean(&what);
                    // A form that brings no object is no use here, unless it has before.
                    if !said.content.contains('{') {
                        host.learn(&model, |capabilities| {
                            if !capabilities.proved {
                                capabilities.step_down(format);
                            }
                        });
                    }
                    let shown = read::stripped(&said.content);
                    let shown = shown[..shown.floor_char_boundary(SHOWN)].to_owned();
                    messages.push(Message { role: "assistant", content: shown });
                    let fault = format!("That cannot be used: {what}. Answer again, with the whole JSON object only.");
                    messages.push(Message { role: "user", content: fault });
                    last = Fault::Invalid(what);
                }
            }
        }
        Err(last)
    }

    /// Sends a request in the manner that the server wants, learning that manner where it refuses.
    async fn converse(
        &self,
        host: &Arc<Connection>,
        model: &str,
        messages: &[Message],
        question: &Question<'_>,
    ) -> Result<(Completion, Capabilities), Fault> {
        let (prompt, form) = (question.prompt, (question.kind.purpose, &question.flat));
        let on_words = self.on_words(host, question);
        let mut refusals = 0;
        loop {
            let capabilities = host.capabilities(model);
            let on_words = on_words.clone().filter(|_| !capabilities.no_streaming);
            let (room, stream) = (self.parts.think_tokens, on_words.is_some());
            let body = Body::new(model, messages, prompt, form, room, &capabilities, stream);
            let client = host.client(&self.budget, self.deadline, on_words);
            let answer: Result<Value, _> = client.chat().create_byot(&body).await;
            let fault = match answer {
                Ok(answer) => {
                    let mut said = Completion::read(&answer);
                    said.content = host.hide(&said.content);
                    self.count(host, messages, Some(&said));
                    return Ok((said, capabilities));
                }
                Err(error) => host.fault(error),
            };
            // The server had work with it, most likely.
            if matches!(fault, Fault::TimedOut(_) | Fault::Interrupted | Fault::TooLarge(_)) {
                self.count(host, messages, None);
            }
            let mut adapted = false;
            host.learn(model, |now| adapted = now.adapt(&fault, &capabilities, prompt.reasoning));
            refusals += 1;
            if !adapted || refusals > REFUSALS {
                // It was not about the form after all.
                let form_too = matches!(fault, Fault::Rejected { .. });
                host.learn(model, |now| {
                    if form_too && !now.proved {
                        now.format = ResponseFormat::default();
                    }
                });
                return Err(fault);
            }
        }
    }

    /// Called with the words of a streamed answer so far: the first field of its format.
    fn on_words(&self, host: &Arc<Connection>, question: &Question<'_>) -> Option<OnWords> {
        let listener = self.parts.listener.get().cloned().filter(|listener| listener.wants(self.ask))?;
        let (ask, field) = (self.ask.clone(), chat::fields(&question.flat).next()?.to_owned());
        let host = host.clone();
        Some(Arc::new(move |words: &str| {
            if let Some(so_far) = streaming::so_far(words, &field) {
                listener.hears(&ask, &host.hide_begun(&so_far));
            }
        }))
    }

    fn count(&self, host: &Connection, messages: &[Message], said: Option<&Completion>) {
        let request: Vec<u8> = messages.iter().flat_map(|message| message.content.bytes()).collect();
        let tokens = |bytes: usize| bytes.div_ceil(4) as u64;
        let whole = tokens(request.len());
        let new = lock(&host.recent).new_bytes(request);
        let nothing = Completion::default();
        let said = said.unwrap_or(&nothing);
        let answer = tokens(said.content.len());
        let mut took = lock(&self.took);
        took.tokens_in += said.tokens_in.unwrap_or(whole);
        took.tokens_cached += said.tokens_cached.unwrap_or(0);
        took.tokens_out += said.tokens_out.unwrap_or(answer);
        took.tokens_new += tokens(new) + answer;
    }

    fn judge(&self, said: &Completion, question: &Question<'_>) -> Result<Reply, Unfit> {
        let bare = read::stripped(&said.content);
        let empty = bare.trim().is_empty();
        let tokens = question.prompt.tokens();
        let thought = said.thought || (empty && !said.content.trim().is_empty());
        match () {
            () if empty && said.cut && (thought || said.tokens_out.is_some_and(|n| n > 0)) => Err(Unfit::OnlyReasoning),
            () if empty && (said.cut || tokens > LONG) => {
                Err(Unfit::Final(Fault::TooLong(format!("{tokens} tokens were sent, and no words came back"))))
            }
            () if empty && thought => Err(Unfit::OnlyReasoning),
            () if empty => Err(Unfit::Empty(Fault::Invalid("there were no words".into()))),
            () if said.cut && !read::is_whole(&said.content) => {
                Err(Unfit::Repairable("the answer was cut off; it must be shorter".into()))
            }
            () => read::answer(self.ask, question.kind, &said.content).map_err(Unfit::Repairable),
        }
    }
}
