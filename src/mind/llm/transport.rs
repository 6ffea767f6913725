//! One request on its way: within its time, not longer than allowed, tried again where that may help, and with its
//! status whatever the body is.

use std::{
    future::Future,
    hash::{BuildHasher, Hasher, RandomState},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use async_openai::{error::OpenAIError, middleware::HttpRequestFactory};
use backon::{BackoffBuilder, ExponentialBuilder};
use reqwest::{
    Request, Response, StatusCode,
    header::{CONTENT_TYPE, HeaderMap},
};
use serde_json::Value;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use super::{
    Fault, breaker::Gate, connection::Connection, rate_limit, request_budget::RequestBudget, settings::seconds,
    streaming::StreamedAnswer, words,
};

/// Hears the words of an answer so far.
pub(super) type OnWords = Arc<dyn Fn(&str) + Send + Sync>;

/// The way to a server for one question.
#[derive(Clone)]
pub(super) struct Transport {
    /// The server.
    pub host: Arc<Connection>,
    /// Requests that were sent, and may be.
    pub budget: RequestBudget,
    /// When the question ends.
    pub deadline: Instant,
    /// Tries after the first.
    pub times: usize,
    /// Whether the server's standing is heeded; a look at it is not bound by it.
    pub checks_breaker: bool,
    /// Called with the words so far of a streamed answer.
    pub on_words: Option<OnWords>,
}

impl tower::Service<HttpRequestFactory> for Transport {
    type Response = Response;
    type Error = OpenAIError;
    type Future = Pin<Box<dyn Future<Output = Result<Response, OpenAIError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequestFactory) -> Self::Future {
        let transport = self.clone();
        Box::pin(async move { transport.send(request).await.map_err(|fault| OpenAIError::Boxed(Box::new(fault))) })
    }
}

impl Transport {
    async fn send(&self, request: HttpRequestFactory) -> Result<Response, Fault> {
        let mut waits = self.host.waits(self.times);
        loop {
            if self.checks_breaker {
                self.admit().await?;
            }
            let request =
                request.build().await.map_err(|error| Fault::Internal(self.host.clean(&error.to_string())))?;
            if !self.budget.take() {
                return Err(Fault::OverBudget);
            }
            let fault = match self.send_once(request).await {
                Ok(response) => {
                    if self.checks_breaker {
                        self.host.breaker.worked();
                    }
                    return Ok(response);
                }
                Err(fault) => fault,
            };
            if self.checks_breaker {
                self.host.breaker.failed(&fault);
            }
            if let Some(wait) = fault.wait() {
                self.host.rate_limit.pause(wait);
            }
            let Some(wait) = waits.next().filter(|_| fault.passes()) else { return Err(fault) };
            let then = Instant::now() + jitter(wait);
            if then >= self.deadline {
                return Err(fault);
            }
            sleep_until(then).await;
        }
    }

    /// Waits until the server wants to be asked; fails if it is left alone, or would not be asked in time.
    async fn admit(&self) -> Result<(), Fault> {
        match self.host.breaker.gate() {
            Gate::Closed => {}
            Gate::Open(why) => return Err(Fault::CircuitOpen(why)),
            Gate::HalfOpen => {
                // Boxed: a look is carried itself.
                Box::pin(self.host.clone().look()).await.map_err(|fault| Fault::CircuitOpen(fault.to_string()))?;
                self.host.breaker.looks_well();
            }
        }
        while let Some(until) = self.host.rate_limit.until().map(Instant::from_std) {
            if until >= self.deadline {
                let says = "it asks to wait longer than this question can".to_owned();
                return Err(Fault::Busy { status: 429, says, wait: None });
            }
            sleep_until(until).await;
        }
        Ok(())
    }

    async fn send_once(&self, request: Request) -> Result<Response, Fault> {
        let late = |what: &str| Fault::TimedOut(format!("{} {what}", self.host.place));
        let going = timeout_at(self.deadline, self.host.http.execute(request)).await;
        let mut response = going.map_err(|_| late("took too long to answer"))?.map_err(|e| self.host.unsent(&e))?;
        let (status, headers) = (response.status(), response.headers().clone());
        self.host.rate_limit.read_headers(&headers);

        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let mut flow = kind.starts_with("text/event-stream").then(StreamedAnswer::default);
        let mut body = Vec::new();
        let (most, idle) = (self.host.limits.body_bytes, seconds(self.host.limits.idle_s));
        loop {
            // Some send the head at once and the first word when the model has read the question.
            let idle = if body.is_empty() { Duration::MAX } else { idle };
            let piece = timeout_at(self.deadline, timeout(idle, response.chunk())).await;
            let piece = piece.map_err(|_| late("was not done in time"))?;
            let piece = piece.map_err(|_| late("fell silent in the middle of an answer"))?;
            match piece {
                Ok(Some(piece)) if body.len() + piece.len() > most => return Err(Fault::TooLarge(most)),
                Ok(Some(piece)) => {
                    body.extend_from_slice(&piece);
                    if let Some(flow) = &mut flow {
                        flow.take(&piece);
                        if let Some(on_words) = &self.on_words {
                            on_words(flow.words());
                        }
                        // Some leave the line open after the last word.
                        if flow.done {
                            break;
                        }
                    }
                }
                Ok(None) => break,
                // A refusal is one, however it ends.
                Err(_) if !status.is_success() => break,
                Err(_) => return Err(Fault::Interrupted),
            }
        }
        if let Some(flow) = flow.filter(|_| status.is_success()) {
            body = flow.whole().ok_or(Fault::Interrupted)?;
        }
        if let Some(fault) = self.fault(status, &headers, &body) {
            return Err(fault);
        }
        let mut whole = http::Response::new(body);
        *whole.status_mut() = status;
        Ok(whole.into())
    }

    /// What is wrong with an answer, if it is none.
    fn fault(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Option<Fault> {
        let json = serde_json::from_slice::<Value>(body);
        let error = words::error(json.as_ref().ok(), body);
        let (says, code) = (self.host.clean(&error.says), status.as_u16());
        let wait = rate_limit::retry_after(headers);
        match code {
            200..=299 => match json {
                Ok(Value::Object(it)) if it.get("error").is_some_and(|error| !error.is_null()) => {
                    Some(Fault::Unexpected(says))
                }
                Ok(Value::Object(_)) => None,
                _ => Some(Fault::Unexpected(format!("{says}{}", self.host.hint()))),
            },
            402 => Some(Fault::QuotaExceeded(says)),
            _ if error.used_up => Some(Fault::QuotaExceeded(says)),
            401 | 403 | 407 => {
                let says = format!("{says}{}", self.host.keyless());
                Some(Fault::Unauthorized { status: code, says })
            }
            404 | 405 => Some(Fault::NotFound(format!("{says}{}", self.host.hint()))),
            408 | 409 | 425 | 429 => Some(Fault::Busy { status: code, says, wait }),
            413 => Some(Fault::TooLong(says)),
            400..=499 if error.too_long => Some(Fault::TooLong(says)),
            400..=499 => Some(Fault::Rejected { status: code, says }),
            501 => Some(Fault::Rejected { status: code, says }),
            500..=599 if error.too_long => Some(Fault::TooLong(says)),
            // To ask again in the same way would bring the same, and the server is well.
            500..=599 if error.of_request => Some(Fault::Rejected { status: code, says }),
            500..=599 => Some(Fault::Down { status: code, says, wait }),
            _ => Some(Fault::Unexpected(format!("status {code}: {says}{}", self.host.hint()))),
        }
    }
}

impl Connection {
    /// How long to wait before each further try, at most.
    fn waits(&self, times: usize) -> impl Iterator<Item = Duration> + Send + use<> {
        ExponentialBuilder::default()
            .with_min_delay(seconds(self.retry.first_s))
            .with_max_delay(seconds(self.retry.most_s))
            .with_factor(2.0)
            .with_max_times(times)
            .build()
    }
}

/// Any part of it, so that those who failed together do not come back together. No town hangs on this chance.
fn jitter(wait: Duration) -> Duration {
    let chance = RandomState::new().build_hasher().finish() >> 11;
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    wait.mul_f64(chance as f64 / (1u64 << 53) as f64)
}
