//! How fast a server wants to be asked: `Retry-After` and the `x-ratelimit` headers.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use reqwest::header::{HeaderMap, RETRY_AFTER};

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
        { *self.until.lock().unwrap_or_else(PoisonError::into_inner) }.filter(|until| *until > Instant::now())
    }

    /// Nothing is sent for so long.
    pub fn pause(&self, wait: Duration) {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
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
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let mut sum = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let number = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let unit = rest[number..].find(|c: char| c.is_ascii_digit()).map_or(rest.len(), |n| number + n);
        let one = match &rest[number..unit] {
            "d" => 86_400.0,
            "h" => 3600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 0.001,
            "us" | "µs" => 0.000_001,
            _ => return None,
        };
        sum += rest[..number].parse::<f64>().ok()? * one;
        rest = &rest[unit..];
    }
    Duration::try_from_secs_f64(sum).ok()
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
}
