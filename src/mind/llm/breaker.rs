//! A circuit breaker: a server that fails again and again is left alone and checked now and then. Questions meanwhile
//! fail at once.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{
    Fault,
    settings::{Rest, seconds},
};

/// One server's standing.
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
    pub fn new(rest: &Rest) -> Self {
        Self { after: rest.after.max(1), look: seconds(rest.look_s), standing: Mutex::default() }
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What to do now.
    pub fn gate(&self) -> Gate {
        let mut standing = self.standing();
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
        self.standing().resting.is_some()
    }

    /// A request came to nothing.
    pub fn failed(&self, fault: &Fault) {
        if !fault.is_final() && !fault.is_of_server() {
            return;
        }
        let mut standing = self.standing();
        standing.failures = standing.failures.saturating_add(1);
        let enough = fault.is_final() || standing.on_trust || standing.failures >= self.after;
        if enough && standing.resting.is_none() {
            tracing::warn!("{fault}; looking again every {} s", self.look.as_secs_f32());
            standing.resting = Some((Instant::now(), fault.to_string()));
        }
    }

    /// A request was answered.
    pub fn worked(&self) {
        *self.standing() = Standing::default();
    }

    /// It is there again, as far as a look can tell.
    pub fn looks_well(&self) {
        let mut standing = self.standing();
        if standing.resting.take().is_some() {
            tracing::info!("the model's server is there again");
            standing.on_trust = true;
        }
    }
}
