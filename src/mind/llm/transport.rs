//! One request to a server: sent within its time, tried again where that may help, and read up to a limit.

use backon::{ExponentialBuilder, Retryable};
use reqwest::{
    StatusCode,
    header::{CONTENT_TYPE, HeaderMap},
};
use serde_json::Value;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{
    Fault,
    connection::Connection,
    fault::{ErrorBody, Refusal},
    limits::{Gate, RequestBudget, retry_after},
    settings::seconds,
    streaming::StreamedAnswer,
};

/// Gets the words of an answer so far.
pub(super) type OnWords<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// A request to a server.
pub(super) struct Request<'a> {
    pub connection: &'a Connection,
    /// What follows the base URL: `/chat/completions`.
    pub path: &'static str,
    /// The JSON to post; `None`: it is a GET.
    pub body: Option<String>,
    /// Counts the requests that are sent, and says whether one more may be.
    pub budget: &'a RequestBudget,
    /// When the question ends.
    pub deadline: Instant,
    /// Called with the words so far of an answer that is asked for as a stream.
    pub on_words: Option<OnWords<'a>>,
}

impl Request<'_> {
    /// Sends it when the circuit breaker and the rate limit allow, and again as often as the settings say.
    pub async fn send(&self) -> Result<Value, Fault> {
        let retry = &self.connection.retry;
        // Half of each wait is chance, so that those who failed together do not come back together.
        let waits = ExponentialBuilder::default()
            .with_min_delay(seconds(retry.delay_s / 2.0))
            .with_max_delay(seconds(retry.max_delay_s / 2.0))
            .with_max_times(retry.times)
            .with_jitter();
        (|| self.try_once())
            .retry(waits)
            .when(Fault::is_transient)
            .adjust(|_, wait| wait.filter(|wait| Instant::now() + *wait < self.deadline))
            .await
    }

    async fn try_once(&self) -> Result<Value, Fault> {
        self.admit().await?;
        let answer = self.send_once().await;
        match &answer {
            Ok(_) => self.connection.breaker.worked(),
            Err(fault) => {
                self.connection.breaker.failed(fault);
                fault.wait().into_iter().for_each(|wait| self.connection.rate_limit.pause(wait));
            }
        }
        answer
    }

    /// Waits until the server may be asked; fails if the breaker is open, or the wait would be too long.
    async fn admit(&self) -> Result<(), Fault> {
        let Connection { breaker, rate_limit, .. } = self.connection;
        match breaker.gate() {
            Gate::Closed => {}
            Gate::Open(why) => return Err(Fault::CircuitOpen(why)),
            Gate::HalfOpen => {
                self.connection.look().await.map_err(|fault| Fault::CircuitOpen(fault.to_string()))?;
                breaker.looks_well();
            }
        }
        while let Some(until) = rate_limit.until().map(Instant::from_std) {
            if until >= self.deadline {
                let says = "it asks to wait longer than this question can".to_owned();
                return Err(Fault::Busy(Refusal { status: 429, says, wait: None }));
            }
            sleep_until(until).await;
        }
        Ok(())
    }

    /// Sends it once, whatever the circuit breaker and the rate limit say.
    pub async fn send_once(&self) -> Result<Value, Fault> {
        if !self.budget.take() {
            return Err(Fault::OverBudget);
        }
        let Connection { limits, place, .. } = self.connection;
        // How long content is waited for. An answer in one piece says nothing until the model is done; a stream has its
        // first words soon. Pings, comments and empty lines are no content.
        let within = |s: f64| (Instant::now() + seconds(s)).min(self.deadline);
        let mut until = if self.on_words.is_some() { within(limits.first_s) } else { self.deadline };
        let late = |until: Instant, what: &str| {
            let what = if until < self.deadline { "fell silent" } else { what };
            Fault::TimedOut(format!("{place} {what}"))
        };
        let sent = timeout_at(until, self.connection.request(self.path, self.body.as_deref()).send()).await;
        let sent = sent.map_err(|_| late(until, "took too long to answer"))?;
        let mut response = sent.map_err(|error| self.connection.unsent(&error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        self.connection.rate_limit.read_headers(&headers);

        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let mut stream = kind.starts_with("text/event-stream").then(StreamedAnswer::default);
        if stream.is_some() {
            until = until.min(within(limits.first_s));
        }
        let mut body = Vec::new();
        loop {
            let piece =
                match timeout_at(until, response.chunk()).await.map_err(|_| late(until, "was not done in time"))? {
                    Ok(Some(piece)) if body.len() + piece.len() > limits.body_bytes => {
                        return Err(Fault::TooLarge(limits.body_bytes));
                    }
                    Ok(Some(piece)) => piece,
                    Ok(None) => break,
                    // A refusal is one, however it ends.
                    Err(_) if !status.is_success() => break,
                    Err(_) => return Err(Fault::Interrupted),
                };
            body.extend_from_slice(&piece);
            let has_content = match &mut stream {
                Some(stream) => stream.take(&piece),
                // A stream that does not say that it is one.
                None if StreamedAnswer::begins(&body) => stream.insert(StreamedAnswer::default()).take(&body),
                None => !piece.trim_ascii().is_empty(),
            };
            if has_content {
                until = within(limits.idle_s);
            }
            if let Some(stream) = &stream {
                self.on_words.into_iter().for_each(|on_words| on_words(stream.words()));
                // Some servers leave the connection open after the last word.
                if stream.done {
                    break;
                }
            }
        }
        let json = match stream.filter(|_| status.is_success()) {
            Some(stream) => Some(stream.whole().ok_or(Fault::Interrupted)?),
            None => serde_json::from_slice(&body).ok(),
        };
        self.read(status, &headers, json, &body)
    }

    /// The answer as JSON, or what is wrong with it.
    fn read(&self, status: StatusCode, headers: &HeaderMap, json: Option<Value>, body: &[u8]) -> Result<Value, Fault> {
        let is_answer = |json: &Value| json.is_object() && json.get("error").is_none_or(Value::is_null);
        if let Some(answer) = json.as_ref().filter(|json| status.is_success() && is_answer(json)) {
            return Ok(answer.clone());
        }
        let error = ErrorBody::read(json.as_ref(), body);
        let (says, hint) = (self.connection.clean(&error.says), self.connection.hint());
        let (status, wait) = (status.as_u16(), retry_after(headers));
        let refusal = |says, wait| Refusal { status, says, wait };
        Err(match status {
            200..=299 if json.is_some_and(|json| json.is_object()) => Fault::Unexpected(says),
            200..=299 => Fault::Unexpected(says + hint),
            402 => Fault::QuotaExceeded(says),
            _ if error.is_used_up => Fault::QuotaExceeded(says),
            401 | 403 | 407 => Fault::Unauthorized(refusal(says + self.connection.keyless(), None)),
            404 | 405 => Fault::NotFound(says + hint),
            408 | 409 | 425 | 429 => Fault::Busy(refusal(says, wait)),
            413 => Fault::TooLong(says),
            400..=599 if error.is_too_long => Fault::TooLong(says),
            // To ask again in the same way would bring the same, and the server is well.
            500..=599 if !error.is_of_request && status != 501 => Fault::Down(refusal(says, wait)),
            400..=599 => Fault::Rejected(refusal(says, None)),
            _ => Fault::Unexpected(format!("status {status}: {says}{hint}")),
        })
    }
}
