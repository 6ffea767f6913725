//! What takes its time, done on a thread of its own: a frame only looks whether it has come back.

use std::{
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

/// Something under way.
pub struct Errand<T> {
    began: Instant,
    // Only the lock makes it `Sync`; it is never contended.
    back: Mutex<mpsc::Receiver<T>>,
}

impl<T: Send + 'static> Errand<T> {
    /// Sends it off. Dropped, it is let go: it ends by itself, and nobody hears of it.
    pub fn send(work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (tell, back) = mpsc::channel();
        let run = move || drop(tell.send(work()));
        // Without a thread it comes back empty-handed, as one that broke down does.
        drop(thread::Builder::new().name("errand".into()).spawn(run));
        Self { began: Instant::now(), back: Mutex::new(back) }
    }

    /// What has come back: `None` while it is under way, `Some(None)` if it broke down. Never blocks.
    pub fn look(&self) -> Option<Option<T>> {
        match self.back.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(result) => Some(Some(result)),
            Err(mpsc::TryRecvError::Empty) => None,
            Err(mpsc::TryRecvError::Disconnected) => Some(None),
        }
    }

    /// For how long it has been under way.
    pub fn since(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T: Send + 'static>(errand: &Errand<T>) -> Option<T> {
        loop {
            if let Some(back) = errand.look() {
                return back;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn it_comes_back_or_broke_down() {
        assert_eq!(wait(&Errand::send(|| 7)), Some(7));
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(wait(&Errand::<u32>::send(|| panic!("as a test"))), None);
        std::panic::set_hook(hook);
    }

    #[test]
    fn looking_does_not_wait() {
        let (go, gate) = mpsc::channel::<()>();
        let errand = Errand::send(move || gate.recv().is_ok());
        assert_eq!(errand.look(), None);
        go.send(()).unwrap();
        assert_eq!(wait(&errand), Some(true));
    }
}
