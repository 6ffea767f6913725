//! One question at one server after another, until one has an answer that fits.

use std::{sync::Mutex, time::Duration};

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestUserMessage,
};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::{
    Fault, Parts,
    capabilities::{Capabilities, ResponseFormat},
    chat::{self, Body, Completion},
    connection::Connection,
    limits::RequestBudget,
    lock, read, streaming,
    transport::{OnWords, Request},
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

/// A question on its way. If it is dropped before it is finished, what it took until then is kept in `cancelled`.
pub(super) struct Asking<'a> {
    parts: &'a Parts,
    ask: &'a Ask,
    usage: Mutex<TokenUsage>,
    by: Mutex<By>,
    budget: RequestBudget,
    deadline: Instant,
    finished: bool,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let calls = self.budget.sent();
        if !self.finished && calls > 0 {
            let usage = TokenUsage { calls, ..lock(&self.usage).clone() };
            lock(&self.parts.cancelled).insert(self.ask.id, usage);
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
    /// The model may repair it, if it is told.
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
        Self { parts, ask, usage: Mutex::default(), by: Mutex::new(by), budget, deadline, finished: false }
    }

    /// It is over: who answered, and what it took.
    pub fn finish(&mut self) -> (By, TokenUsage) {
        self.finished = true;
        (lock(&self.by).clone(), lock(&self.usage).clone())
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
        lock(&self.usage).template = Some(prompt.template.clone());
        let question = Question { prompt: &prompt, kind, flat };
        let mut last = Fault::Internal("there is no server".into());
        for connection in self.connections() {
            let answer = self.ask_server(connection, &question).await;
            lock(&self.usage).calls = self.budget.sent();
            match answer {
                Err(fault) if fault.is_worth_another_server() && Instant::now() < self.deadline => last = fault,
                answer => return answer,
            }
        }
        Err(last)
    }

    /// The servers, best first: those that work, those with a free slot, and the same one for the same agent, since
    /// it has read of that agent before.
    fn connections(&self) -> Vec<&Connection> {
        let all = &self.parts.connections;
        let own = self.ask.id.agent as usize % all.len().max(1);
        let mut order: Vec<_> = (0..all.len()).map(|n| &all[(n + own) % all.len()]).collect();
        order.sort_by_key(|one| (one.breaker.rests(), one.slots.available_permits() == 0));
        order
    }

    async fn ask_server(&self, connection: &Connection, question: &Question<'_>) -> Result<Reply, Fault> {
        let late = || Fault::TimedOut(format!("{} had no free slot in time", connection.place));
        let slot = timeout_at(self.deadline, connection.slots.acquire()).await.map_err(|_| late())?;
        let _slot = slot.map_err(|_| late())?;
        let model = connection.model(question.prompt.class, self.deadline).await?;
        *lock(&self.by) = By::Model(model.clone());
        let prompt = question.prompt;
        let mut messages = vec![
            ChatCompletionRequestSystemMessage::from(prompt.system.clone()).into(),
            ChatCompletionRequestUserMessage::from(prompt.user.clone()).into(),
        ];
        let mut last = Fault::Internal("nothing was tried".into());
        let mut tries = 0;
        while tries < 2 {
            let (completion, asked) = self.converse(connection, &model, &messages, question).await?;
            let format = asked.format;
            tries += 1;
            match self.judge(&completion, question) {
                Ok(Reply(words)) => {
                    // Invisible characters, which were taken out meanwhile, may have stood between the letters of a key.
                    let reply = Reply(connection.hide(&words));
                    connection.learn(&model, |capabilities| capabilities.proved |= capabilities.format == format);
                    return Ok(reply);
                }
                Err(Unfit::Final(fault)) => return Err(fault),
                Err(Unfit::Empty(fault)) => last = fault,
                Err(Unfit::OnlyReasoning) => {
                    // What is learnt of it serves all questions after this one, and costs it no try.
                    let mut learnt = false;
                    connection.learn(&model, |capabilities| learnt = capabilities.thinks(asked.thinking));
                    if !learnt {
                        return Err(Fault::Thinking);
                    }
                    tries -= 1;
                }
                Err(Unfit::Repairable(what)) => {
                    // It may quote the answer.
                    let what = connection.clean(&what);
                    // A form that brings no object is no use here, unless it has before.
                    if !completion.content.contains('{') {
                        connection.learn(&model, |capabilities| {
                            if !capabilities.proved {
                                capabilities.step_down(format);
                            }
                        });
                    }
                    let shown = read::stripped(&completion.content);
                    let shown = shown[..shown.floor_char_boundary(SHOWN)].to_owned();
                    messages.push(ChatCompletionRequestAssistantMessage::from(shown).into());
                    let fault = format!("That cannot be used: {what}. Answer again, with the whole JSON object only.");
                    messages.push(ChatCompletionRequestUserMessage::from(fault).into());
                    last = Fault::Invalid(what);
                }
            }
        }
        Err(last)
    }

    /// Sends a request in the manner that the server wants, learning that manner where it refuses.
    async fn converse(
        &self,
        connection: &Connection,
        model: &str,
        messages: &[ChatCompletionRequestMessage],
        question: &Question<'_>,
    ) -> Result<(Completion, Capabilities), Fault> {
        let (prompt, form) = (question.prompt, (question.kind.purpose, &question.flat));
        let field = chat::fields(&question.flat).next().unwrap_or_default();
        // Called with the words of a streamed answer so far, of which the first field is shown.
        let on_words = |words: &str| {
            if let Some(so_far) = streaming::so_far(words, field) {
                self.parts.streamed.update(self.ask.id, &connection.hide_begun(&so_far));
            }
        };
        let wants_stream = self.parts.streamed.is_wanted(self.ask);
        let mut refusals = 0;
        loop {
            let capabilities = connection.capabilities(model);
            let stream = wants_stream && !capabilities.no_streaming;
            let body = Body::new(model, messages, prompt, form, self.parts.think_tokens, &capabilities, stream);
            let body = serde_json::to_string(&body).map_err(|error| Fault::Internal(error.to_string()))?;
            let request = Request {
                connection,
                path: "/chat/completions",
                body: Some(body),
                budget: &self.budget,
                deadline: self.deadline,
                on_words: stream.then_some(&on_words as OnWords<'_>),
            };
            let fault = match request.send().await {
                Ok(answer) => {
                    let mut completion = Completion::read(&answer);
                    completion.content = connection.hide(&completion.content);
                    self.count(connection, messages, &completion);
                    return Ok((completion, capabilities));
                }
                Err(fault) => fault,
            };
            // The server had work with it, most likely.
            if matches!(fault, Fault::TimedOut(_) | Fault::Interrupted | Fault::TooLarge(_)) {
                self.count(connection, messages, &Completion::default());
            }
            let mut adapted = false;
            connection.learn(model, |now| adapted = now.adapt(&fault, &capabilities, prompt.reasoning));
            refusals += 1;
            if !adapted || refusals > REFUSALS {
                // It was not about the form after all.
                let form_too = matches!(fault, Fault::Rejected(_));
                connection.learn(model, |now| {
                    if form_too && !now.proved {
                        now.format = ResponseFormat::default();
                    }
                });
                return Err(fault);
            }
        }
    }

    fn count(&self, connection: &Connection, messages: &[ChatCompletionRequestMessage], completion: &Completion) {
        let request: Vec<u8> = messages.iter().flat_map(|message| chat::text(message).bytes()).collect();
        let tokens = |bytes: usize| bytes.div_ceil(4) as u64;
        let (whole, answer) = (tokens(request.len()), tokens(completion.content.len()));
        let new = lock(&connection.recent).new_bytes(request);
        let mut usage = lock(&self.usage);
        usage.tokens_in += completion.tokens_in.unwrap_or(whole);
        usage.tokens_cached += completion.tokens_cached.unwrap_or(0);
        usage.tokens_out += completion.tokens_out.unwrap_or(answer);
        usage.tokens_new += tokens(new) + answer;
    }

    fn judge(&self, completion: &Completion, question: &Question<'_>) -> Result<Reply, Unfit> {
        let bare = read::stripped(&completion.content);
        let empty = bare.trim().is_empty();
        let tokens = question.prompt.tokens();
        let thought = completion.thought || (empty && !completion.content.trim().is_empty());
        match () {
            () if empty && completion.cut && (thought || completion.tokens_out.is_some_and(|n| n > 0)) => {
                Err(Unfit::OnlyReasoning)
            }
            () if empty && (completion.cut || tokens > LONG) => {
                Err(Unfit::Final(Fault::TooLong(format!("{tokens} tokens were sent, and no words came back"))))
            }
            () if empty && thought => Err(Unfit::OnlyReasoning),
            () if empty => Err(Unfit::Empty(Fault::Invalid("there were no words".into()))),
            () if completion.cut && !read::is_whole(&completion.content) => {
                Err(Unfit::Repairable("the answer was cut off; it must be shorter".into()))
            }
            () => read::answer(self.ask, question.kind, &completion.content).map_err(Unfit::Repairable),
        }
    }
}
