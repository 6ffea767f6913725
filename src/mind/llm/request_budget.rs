//! The requests of one question: how many were sent, and how many may be.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_never_passed() {
        let budget = RequestBudget::of(2);
        let again = budget.clone();
        assert_eq!([budget.take(), again.take(), budget.take(), again.take()], [true, true, false, false]);
        assert_eq!(budget.sent(), 2);
    }
}
