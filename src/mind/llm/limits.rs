//! How much is asked of a server: a circuit breaker, the pace that it wants to be asked at, how many requests a
//! question may take, and how much of one the server has read before.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp};
use reqwest::header::{HeaderMap, RETRY_AFTER};

use super::{
    Fault, lock,
    settings::{BreakerSettings, seconds},
};

/// One server's standing: one that fails again and again is left alone and checked now and then. Questions meanwhile
/// fail at once.
#[derive(Debug)]
pub(super) struct Breaker {
    after: u32,
    look: Duration,
    standing: Mutex<Standing>,
}

#[derive(Debug, Default)]
struct Standing {
    /// In a row.
    failures: u32,
    /// Since when it is left alone, or was last looked at, and why.
    resting: Option<(Instant, String)>,
    /// It looked well again, and has not yet answered: one more failure and it is left alone again.
    on_trust: bool,
}

/// What to do with a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// Send it.
    Closed,
    /// Check first whether the server is there; only one request is told so at a time.
    HalfOpen,
    /// Let it fail, for this reason.
    Open(String),
}

impl Breaker {
    pub fn new(rest: &BreakerSettings) -> Self {
        Self { after: rest.after.max(1), look: seconds(rest.look_s), standing: Mutex::default() }
    }

    /// What to do now.
    pub fn gate(&self) -> Gate {
        let mut standing = lock(&self.standing);
        match &mut standing.resting {
            None => Gate::Closed,
            // Counted from its beginning: whoever looks may be let go in the middle.
            Some((looked, _)) if looked.elapsed() >= self.look => {
                *looked = Instant::now();
                Gate::HalfOpen
            }
            Some((_, why)) => Gate::Open(why.clone()),
        }
    }

    /// Whether it is left alone.
    pub fn rests(&self) -> bool {
        lock(&self.standing).resting.is_some()
    }

    /// A request came to nothing.
    pub fn failed(&self, fault: &Fault) {
        if !fault.is_final() && !fault.is_of_server() {
            return;
        }
        let mut standing = lock(&self.standing);
        standing.failures = standing.failures.saturating_add(1);
        let enough = fault.is_final() || standing.on_trust || standing.failures >= self.after;
        if enough && standing.resting.is_none() {
            tracing::warn!("{fault}; looking again every {} s", self.look.as_secs_f32());
            standing.resting = Some((Instant::now(), fault.to_string()));
        }
    }

    /// A request was answered.
    pub fn worked(&self) {
        *lock(&self.standing) = Standing::default();
    }

    /// It is there again, as far as a look can tell.
    pub fn looks_well(&self) {
        let mut standing = lock(&self.standing);
        if standing.resting.take().is_some() {
            tracing::info!("the model's server is there again");
            standing.on_trust = true;
        }
    }
}

/// Until when nothing is sent.
#[derive(Debug)]
pub(super) struct RateLimit {
    longest: Duration,
    until: Mutex<Option<Instant>>,
}

impl RateLimit {
    /// `longest`: more than this no server makes us wait.
    pub fn new(longest: Duration) -> Self {
        Self { longest, until: Mutex::new(None) }
    }

    /// Until when to wait, if that is still to come.
    pub fn until(&self) -> Option<Instant> {
        { *lock(&self.until) }.filter(|until| *until > Instant::now())
    }

    /// Nothing is sent for so long.
    pub fn pause(&self, wait: Duration) {
        let mut until = lock(&self.until);
        let then = Instant::now() + wait.min(self.longest);
        *until = Some(until.map_or(then, |before| before.max(then)));
    }

    /// What an answer's headers say about the next request.
    pub fn read_headers(&self, headers: &HeaderMap) {
        let text = |name: String| headers.get(name)?.to_str().ok().map(str::trim);
        for what in ["requests", "tokens"] {
            let left = text(format!("x-ratelimit-remaining-{what}")).and_then(|left| left.parse::<f64>().ok());
            let reset = text(format!("x-ratelimit-reset-{what}")).and_then(span);
            if let (Some(left), Some(reset)) = (left, reset)
                && left < 1.0
            {
                self.pause(reset);
            }
        }
    }
}

/// How long an answer asks to wait, in seconds or until a date; nothing, if it cannot be read.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let millis = headers.get("retry-after-ms").and_then(|value| value.to_str().ok()?.trim().parse::<f64>().ok());
    if let Some(wait) = millis.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok()) {
        return Some(wait);
    }
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Some(Duration::try_from(date.duration_since(Timestamp::now())).unwrap_or_default())
}

/// `6m0s`, `1.5s`, `250ms`, `2h`, or plain seconds.
fn span(text: &str) -> Option<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => text.parse::<SignedDuration>().ok()?.try_into().ok(),
    }
}

/// Shared by all tries of one question, which come one after the other.
#[derive(Clone, Debug)]
pub(super) struct RequestBudget {
    sent: Arc<AtomicU32>,
    most: u32,
}

impl RequestBudget {
    /// None sent, and `most` allowed.
    pub fn of(most: u32) -> Self {
        Self { sent: Arc::default(), most }
    }

    /// One more is sent; `false`: none may be.
    pub fn take(&self) -> bool {
        let more = |sent: u32| (sent < self.most).then(|| sent + 1);
        self.sent.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Sent so far.
    pub fn sent(&self) -> u32 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// So many requests are remembered.
const WINDOW: usize = 64;

/// The last requests to one server.
#[derive(Debug, Default)]
pub struct PrefixCache(VecDeque<Vec<u8>>);

impl PrefixCache {
    /// Bytes of this request after the longest beginning that it shares with one of the last; it is one of them then.
    pub fn new_bytes(&mut self, request: Vec<u8>) -> usize {
        let shared = |other: &Vec<u8>| request.iter().zip(other).take_while(|(one, two)| one == two).count();
        let most = self.0.iter().map(shared).max().unwrap_or(0);
        let new = request.len() - most;
        if self.0.len() == WINDOW {
            self.0.pop_front();
        }
        self.0.push_back(request);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().filter_map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?))).collect()
    }

    #[test]
    fn waits_are_read_in_every_form_and_garbage_is_none() {
        let asked = |text: &str| retry_after(&headers(&[("retry-after", text)]));
        assert_eq!(asked("0"), Some(Duration::ZERO));
        assert_eq!(asked(" 3600 "), Some(Duration::from_secs(3600)));
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO), "long past");
        assert!(asked("Fri, 31 Dec 2100 23:59:59 GMT").is_some_and(|wait| wait > Duration::from_secs(1_000_000)));
        for garbage in ["", "soon", "-5", "NaN", "inf", "1e400", "99999999999999999999999999", "\u{7f}"] {
            assert!(asked(garbage).is_none_or(|wait| wait > Duration::from_secs(60)), "{garbage:?}");
        }
        assert_eq!(retry_after(&headers(&[("retry-after-ms", "250")])), Some(Duration::from_millis(250)));
        assert_eq!(span("6m0s"), Some(Duration::from_secs(360)));
        assert_eq!(span("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(span("250ms"), Some(Duration::from_millis(250)));
        assert!(["", "s", "1x", "1", "..s", "é"].map(span)[1..].iter().filter(|one| one.is_some()).count() == 1);
    }

    #[test]
    fn a_wait_is_never_longer_than_allowed_and_never_shortened() {
        let pace = RateLimit::new(Duration::from_secs(60));
        assert_eq!(pace.until(), None);
        pace.read_headers(&headers(&[("x-ratelimit-remaining-requests", "5"), ("x-ratelimit-reset-requests", "9s")]));
        assert_eq!(pace.until(), None, "some are left");
        pace.read_headers(&headers(&[("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "1h")]));
        pace.pause(Duration::from_secs(1));
        let left = pace.until().map(|until| until - Instant::now()).unwrap_or_default();
        assert!(left > Duration::from_secs(58) && left <= Duration::from_secs(60), "{left:?}");
    }

    #[test]
    fn it_is_never_passed() {
        let budget = RequestBudget::of(2);
        let again = budget.clone();
        assert_eq!([budget.take(), again.take(), budget.take(), again.take()], [true, true, false, false]);
        assert_eq!(budget.sent(), 2);
    }

    #[test]
    fn what_was_read_before_is_not_new() {
        let mut recent = PrefixCache::default();
        assert_eq!(recent.new_bytes(b"rules, person, now".to_vec()), 18);
        assert_eq!(recent.new_bytes(b"rules, person, later".to_vec()), 5);
        assert_eq!(recent.new_bytes(b"rules, person, now".to_vec()), 0);
        for n in 0..WINDOW {
            recent.new_bytes(format!("{n}").into_bytes());
        }
        assert_eq!(recent.new_bytes(b"rules, person, now".to_vec()), 18, "long forgotten");
    }
}
