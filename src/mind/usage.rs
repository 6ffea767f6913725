//! What an answer took: calls, tokens, time. Figures for people and for budgets, no part of the town.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// What an answer took, all tries together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenUsage {
    /// Requests sent to a server.
    pub calls: u32,
    /// Tokens sent: as the server counts them, else a token for 4 bytes.
    pub tokens_in: u64,
    /// Of these, those that the server had from an earlier request with the same beginning, as far as it says.
    pub tokens_cached: u64,
    /// Tokens that came back, thinking included.
    pub tokens_out: u64,
    /// Tokens (4 bytes each) of request and answer without the longest beginning shared with one of that server's last 64
    /// requests.
    pub tokens_new: u64,
    /// Milliseconds from the first request to the end.
    pub millis: u64,
    /// Content hash of the template that was filled in, 16 hex digits; `None` if nothing was.
    pub template: Option<String>,
}

impl AddAssign<&TokenUsage> for TokenUsage {
    fn add_assign(&mut self, other: &TokenUsage) {
        self.calls += other.calls;
        self.tokens_in += other.tokens_in;
        self.tokens_cached += other.tokens_cached;
        self.tokens_out += other.tokens_out;
        self.tokens_new += other.tokens_new;
        self.millis += other.millis;
        if other.template.is_some() {
            self.template.clone_from(&other.template);
        }
    }
}

/// What a million tokens cost, in US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Sent.
    pub input: f64,
    /// Received.
    pub output: f64,
}

impl Price {
    /// What so much costs, in US dollars.
    pub fn of(&self, took: &TokenUsage) -> f64 {
        (took.tokens_in as f64 * self.input + took.tokens_out as f64 * self.output) / 1e6
    }
}

/// The most that a run may take of a networked mind; `None`: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Caps {
    /// Requests.
    pub calls: Option<u64>,
    /// Tokens, sent and received.
    pub tokens: Option<u64>,
    /// US dollars, by the price.
    pub usd: Option<f64>,
}

impl Caps {
    /// These, and where they say nothing what `others` say.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self { calls: self.calls.or(others.calls), tokens: self.tokens.or(others.tokens), usd: self.usd.or(others.usd) }
    }
}
