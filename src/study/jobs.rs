//! Several towns at a time.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use crate::town::TownError;

/// Does `work` for each item, so many at a time, and gives what came of it in their order.
///
/// # Errors
/// The first trouble.
pub fn each<I: Sync, R: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I) -> Result<R, TownError> + Sync,
) -> Result<Vec<R>, TownError> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let hand = || -> Result<(), TownError> {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(n) else { return Ok(()) };
            let result = work(item)?;
            done.lock().unwrap_or_else(PoisonError::into_inner).push((n, result));
        }
    };
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(hand)).collect();
        let broken = || Err(TownError::Message("a seed broke down".into()));
        hands.into_iter().try_for_each(|hand| hand.join().unwrap_or_else(|_| broken()))
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(n, _)| *n);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
