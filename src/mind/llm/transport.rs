//! One request on its way: within its time, not longer than allowed, tried again where that may help, and with its
//! status whatever the body is.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use async_openai::{error::OpenAIError, middleware::HttpRequestFactory};
use backon::{ExponentialBuilder, Retryable};
use reqwest::{
    Response, StatusCode,
    header::{CONTENT_TYPE, HeaderMap},
};
use serde_json::Value;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{
    Fault,
    connection::Connection,
    fault::error,
    limits::{Gate, RequestBudget, retry_after},
    settings::seconds,
    streaming::StreamedAnswer,
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
    /// Called with the words so far of an answer that is asked for as a stream.
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
        let (retry, request) = (&self.host.retry, &request);
        // Half of each wait is chance, so that those who failed together do not come back together.
        let waits = ExponentialBuilder::default()
            .with_min_delay(seconds(retry.first_s / 2.0))
            .with_max_delay(seconds(retry.most_s / 2.0))
            .with_max_times(self.times)
            .with_jitter();
        (|| self.try_once(request))
            .retry(waits)
            .when(Fault::passes)
            .adjust(|_, wait| wait.filter(|wait| Instant::now() + *wait < self.deadline))
            .await
    }

    /// One try, of which the server's standing and pace hear.
    async fn try_once(&self, request: &HttpRequestFactory) -> Result<Response, Fault> {
        if !self.checks_breaker {
            return self.exchange(request).await;
        }
        self.admit().await?;
        let answer = self.exchange(request).await;
        match &answer {
            Ok(_) => self.host.breaker.worked(),
            Err(fault) => {
                self.host.breaker.failed(fault);
                fault.wait().into_iter().for_each(|wait| self.host.rate_limit.pause(wait));
            }
        }
        answer
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

    async fn exchange(&self, request: &HttpRequestFactory) -> Result<Response, Fault> {
        let request = request.build().await.map_err(|error| Fault::Internal(self.host.clean(&error.to_string())))?;
        if !self.budget.take() {
            return Err(Fault::OverBudget);
        }
        let limits = &self.host.limits;
        // Until when content is waited for. Who answers in one piece says nothing until the model is done; who streams
        // has the first words soon. Pings and comments are no content.
        let first = self.on_words.is_some().then(|| Instant::now() + seconds(limits.first_s));
        let mut until = first.map_or(self.deadline, |first| first.min(self.deadline));
        let late = |until: Instant, what: &str| {
            let what = if until < self.deadline { "fell silent" } else { what };
            Fault::TimedOut(format!("{} {what}", self.host.place))
        };
        let going = timeout_at(until, self.host.http.execute(request)).await;
        let going = going.map_err(|_| late(until, "took too long to answer"))?;
        let mut response = going.map_err(|error| self.host.unsent(&error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        self.host.rate_limit.read_headers(&headers);

        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let mut flow = kind.starts_with("text/event-stream").then(StreamedAnswer::default);
        let mut body = Vec::new();
        loop {
            let piece = timeout_at(until, response.chunk()).await;
            match piece.map_err(|_| late(until, "was not done in time"))? {
                Ok(Some(piece)) if body.len() + piece.len() > limits.body_bytes => {
                    return Err(Fault::TooLarge(limits.body_bytes));
                }
                Ok(Some(piece)) => {
                    body.extend_from_slice(&piece);
                    let says = match &mut flow {
                        Some(flow) => flow.take(&piece),
                        None => !piece.trim_ascii().is_empty(),
                    };
                    if says {
                        until = (Instant::now() + seconds(limits.idle_s)).min(self.deadline);
                    }
                    if let Some(flow) = &flow {
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
        let error = error(json.as_ref().ok(), body);
        let (says, code) = (self.host.clean(&error.says), status.as_u16());
        let wait = retry_after(headers);
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
            400..=599 if error.too_long => Some(Fault::TooLong(says)),
            400..=499 | 501 => Some(Fault::Rejected { status: code, says }),
            // To ask again in the same way would bring the same, and the server is well.
            500..=599 if error.of_request => Some(Fault::Rejected { status: code, says }),
            500..=599 => Some(Fault::Down { status: code, says, wait }),
            _ => Some(Fault::Unexpected(format!("status {code}: {says}{}", self.host.hint()))),
        }
    }
}
