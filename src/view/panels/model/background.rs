//! What takes its time, done on a thread of its own: a frame only looks whether it is done.

use std::{
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Work under way. Dropped, it ends by itself, and nobody hears of it.
pub struct Background<T> {
    began: Instant,
    /// `None`: no thread could be started, or its result has been taken.
    thread: Option<JoinHandle<T>>,
}

impl<T: Send + 'static> Background<T> {
    /// Begins it.
    pub fn run(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self { began: Instant::now(), thread: thread::Builder::new().name("background".into()).spawn(work).ok() }
    }

    /// What came of it: `None` while it is under way, `Some(None)` if it broke down. Never blocks.
    pub fn poll(&mut self) -> Option<Option<T>> {
        let done = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        done.then(|| self.thread.take()?.join().ok())
    }

    /// For how long it has been under way.
    pub fn since(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn wait<T: Send + 'static>(work: &mut Background<T>) -> Option<T> {
        loop {
            if let Some(back) = work.poll() {
                return back;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn it_comes_back_or_broke_down() {
        assert_eq!(wait(&mut Background::run(|| 7)), Some(7));
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(wait(&mut Background::<u32>::run(|| panic!("as a test"))), None);
        std::panic::set_hook(hook);
    }

    #[test]
    fn looking_does_not_wait() {
        let (go, gate) = mpsc::channel::<()>();
        let mut work = Background::run(move || gate.recv().is_ok());
        assert_eq!(work.poll(), None);
        go.send(()).unwrap();
        assert_eq!(wait(&mut work), Some(true));
    }
}
