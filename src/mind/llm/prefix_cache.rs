//! How much of a request the server has read before: what its prefix cache can save.

use std::collections::VecDeque;

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
