//! What may be spent. What a question can take is reserved before it is sent, in the order of questions; what it did not
//! need is free again when its answer comes. Whether a question may be sent is a matter of what all before it took: where that
//! cannot be told yet it waits, so where the money ends does not depend on who answered first.

use std::collections::BTreeMap;

use crate::mind::{Caps, Price, QuestionId, TokenUsage};

/// What is spent and reserved in this run.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The limits.
    pub caps: Caps,
    /// What tokens cost, if that is known.
    pub price: Option<Price>,
    spent: TokenUsage,
    reserved: BTreeMap<QuestionId, Share>,
    /// Of what is spent, what was paid at other prices, and how much that was in US dollars.
    paid_before: (TokenUsage, f64),
    /// The first limit that was reached, in words.
    ended: Option<String>,
    /// What was refused since then: a request for each question, and the most tokens.
    refused: TokenUsage,
    /// Whether the town stops there, instead of going on with the built-in mind.
    stops: bool,
}

/// What is reserved for a question.
#[derive(Clone, Debug)]
struct Share {
    /// What it took if it has come, and is spent when the answer counts; else the most that it can take.
    usage: TokenUsage,
    came: bool,
}

/// A limit that would be passed, and by what, in words.
struct Passed {
    cap: String,
    then: String,
    what: &'static str,
    option: &'static str,
}

/// Whether a question may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reservation {
    /// Yes, and it may send so many requests.
    Granted(u32),
    /// That depends on what the questions before it will have taken.
    Undecided,
    /// No, since this limit is reached.
    Refused(String),
}

impl Budget {
    /// Nothing spent yet.
    pub fn new(caps: Caps, price: Option<Price>) -> Self {
        Self { caps, price, ..Self::default() }
    }

    /// The same; once a limit is reached the town `stops` before the first answer that cannot be paid for.
    pub fn stopping(self, stops: bool) -> Self {
        Self { stops, ..self }
    }

    /// Spent so far.
    pub fn spent(&self) -> &TokenUsage {
        &self.spent
    }

    /// Spent so far, in US dollars; 0 without a price.
    pub fn usd(&self) -> f64 {
        self.usd_of(&self.spent)
    }

    /// What so much costs if it begins with what was paid before.
    fn usd_of(&self, usage: &TokenUsage) -> f64 {
        let (before, paid) = &self.paid_before;
        paid + self.price.map_or(0.0, |price| price.of(usage) - price.of(before))
    }

    /// Is there any limit?
    pub fn is_bounded(&self) -> bool {
        self.caps != Caps::default()
    }

    /// From here on other limits and another price hold. What was spent stays spent, as in [`Self::charge_reserved`].
    pub fn renew(&mut self, caps: Caps, price: Option<Price>) {
        self.charge_reserved();
        self.paid_before = (self.spent.clone(), self.usd());
        (self.caps, self.price) = (caps, price);
        (self.ended, self.refused) = (None, TokenUsage::default());
    }

    /// Which limit has been reached, if one has.
    pub fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// The limit at which the town has stopped, if it has.
    pub fn stopped(&self) -> Option<&str> {
        self.ended().filter(|_| self.stops)
    }

    /// That the questions which are open take more than the limit alone, if they do: with the same limit, a town that goes
    /// on from here stops here again.
    pub fn needed(&self) -> Option<String> {
        let mut open = self.refused.clone();
        self.reserved.values().for_each(|share| open += &share.usage);
        let Passed { what, then, option, .. } = self.over(&open)?;
        Some(format!(
            "the questions of this moment alone take {then} {what} or more, so with the same cap the town would stop here \
             again: give {option} {then} or more"
        ))
    }

    /// Reserves the most that a question can take; to be called for each in the order in which they were asked, and of no
    /// other one while one waits. Near a limit on requests it gets those that are left, and no more. Once a limit is
    /// reached nothing more is sent: a cheaper question that would still fit would otherwise be asked and a dearer one
    /// not, and the town would be of two minds.
    pub fn reserve(&mut self, id: QuestionId, mut most: TokenUsage) -> Reservation {
        if most == TokenUsage::default() {
            return Reservation::Granted(u32::MAX);
        }
        if let Some(why) = &self.ended {
            self.refused += &TokenUsage { calls: 1, ..most };
            return Reservation::Refused(why.clone());
        }
        let mut then = self.spent.clone();
        self.reserved.values().for_each(|share| then += &share.usage);
        let known = self.reserved.values().all(|share| share.came);
        // Requests that are left can be told to a question; tokens cannot.
        if let Some(cap) = self.caps.calls.filter(|_| known) {
            let left = cap.saturating_sub(u64::from(then.calls)).max(1);
            most.calls = most.calls.min(u32::try_from(left).unwrap_or(u32::MAX));
        }
        then += &most;
        match self.over(&then) {
            None => {
                let requests = if self.caps.calls.is_some() { most.calls } else { u32::MAX };
                self.reserved.insert(id, Share { usage: most, came: false });
                Reservation::Granted(requests)
            }
            Some(_) if !known => Reservation::Undecided,
            Some(Passed { cap, what, option, .. }) => {
                self.refused += &TokenUsage { calls: 1, ..most };
                let why = format!("the cap of {cap} {what} is reached; raise it with {option}");
                self.ended = Some(why.clone());
                Reservation::Refused(why)
            }
        }
    }

    /// The limit that is passed with so much spent.
    fn over(&self, then: &TokenUsage) -> Option<Passed> {
        let (calls, tokens) = (u64::from(then.calls), then.tokens_in + then.tokens_out);
        let usd = self.usd_of(then);
        let passed = |cap: String, then: String, what, option| Some(Passed { cap, then, what, option });
        match self.caps {
            Caps { calls: Some(cap), .. } if calls > cap => {
                passed(cap.to_string(), calls.to_string(), "calls", "--cap-calls")
            }
            Caps { tokens: Some(cap), .. } if tokens > cap => {
                passed(cap.to_string(), tokens.to_string(), "tokens", "--cap-tokens")
            }
            Caps { usd: Some(cap), .. } if usd > cap => {
                passed(cap.to_string(), format!("{usd:.4}"), "US dollars", "--cap-usd")
            }
            _ => None,
        }
    }

    /// An answer has come, and it is known what it took; what was reserved beyond that is free again.
    pub fn note_usage(&mut self, id: QuestionId, usage: &TokenUsage) {
        if let Some(share) = self.reserved.get_mut(&id) {
            *share = Share { usage: usage.clone(), came: true };
        }
    }

    /// The answer counts: what it took is spent.
    pub fn settle(&mut self, id: QuestionId, usage: &TokenUsage) {
        self.reserved.remove(&id);
        self.spent += usage;
    }

    /// Nobody waited for it any more, and now it is known what it took.
    pub fn settle_late(&mut self, id: QuestionId, usage: &TokenUsage) {
        if self.reserved.remove(&id).is_some() {
            self.spent += usage;
        }
    }

    /// What those under way took will never be known: all that was reserved for them counts as spent.
    pub fn charge_reserved(&mut self) {
        let reserved = std::mem::take(&mut self.reserved);
        reserved.values().for_each(|share| self.spent += &share.usage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(count: u32) -> QuestionId {
        QuestionId { agent: 0, count }
    }

    fn usage(calls: u32, tokens: u64) -> TokenUsage {
        TokenUsage { calls, tokens_in: tokens, ..TokenUsage::default() }
    }

    #[test]
    fn a_limit_is_never_passed_and_once_reached_stays() {
        let mut budget = Budget::new(Caps { tokens: Some(100), ..Caps::default() }, None);
        assert_eq!(budget.reserve(id(0), usage(1, 60)), Reservation::Granted(u32::MAX));
        assert_eq!(budget.reserve(id(1), usage(1, 60)), Reservation::Undecided, "60 and 60 are more than 100");
        budget.note_usage(id(0), &usage(1, 50));
        let reached = || Reservation::Refused("the cap of 100 tokens is reached; raise it with --cap-tokens".into());
        assert_eq!(budget.reserve(id(1), usage(1, 60)), reached());
        assert_eq!(budget.reserve(id(2), usage(1, 10)), reached(), "it has ended");
        assert_eq!(
            budget.reserve(id(3), TokenUsage::default()),
            Reservation::Granted(u32::MAX),
            "what costs nothing always may"
        );
        budget.settle(id(0), &usage(1, 50));
        assert_eq!(budget.spent().tokens_in, 50);
    }

    #[test]
    fn the_last_requests_go_to_those_who_asked_first() {
        let mut budget = Budget::new(Caps { calls: Some(10), ..Caps::default() }, None);
        assert_eq!(budget.reserve(id(0), usage(8, 0)), Reservation::Granted(8));
        assert_eq!(budget.reserve(id(1), usage(8, 0)), Reservation::Undecided);
        budget.note_usage(id(0), &usage(1, 0));
        assert_eq!(budget.reserve(id(1), usage(8, 0)), Reservation::Granted(8), "not the 8 that were set aside");
        assert_eq!(budget.reserve(id(2), usage(8, 0)), Reservation::Undecided);
        budget.settle(id(0), &usage(1, 0));
        assert_eq!(
            budget.reserve(id(2), usage(8, 0)),
            Reservation::Undecided,
            "one that counts and one that came are the same"
        );
        budget.settle_late(id(1), &usage(3, 0));
        assert_eq!(budget.reserve(id(2), usage(8, 0)), Reservation::Granted(6), "all that are left");
        budget.note_usage(id(2), &usage(6, 0));
        assert_eq!(
            budget.reserve(id(3), usage(1, 0)),
            Reservation::Refused("the cap of 10 calls is reached; raise it with --cap-calls".into())
        );
    }

    #[test]
    fn who_answers_first_makes_no_difference() {
        // Ten questions of 8 requests at most, of which each takes as many as its number says; 12 are allowed.
        let lived = |first: fn(usize) -> usize| {
            let needs = [1, 3, 1, 1, 2, 1, 5, 1, 4, 1];
            let mut budget = Budget::new(Caps { calls: Some(12), ..Caps::default() }, None);
            let (mut asked, mut under_way, mut went) = (0, Vec::new(), Vec::new());
            while asked < needs.len() {
                match budget.reserve(id(asked as u32), usage(8, 0)) {
                    Reservation::Granted(requests) => {
                        went.push((asked, requests.min(needs[asked])));
                        under_way.push((asked, requests.min(needs[asked])));
                    }
                    Reservation::Undecided => {
                        let (n, needed) = under_way.remove(first(under_way.len()));
                        budget.note_usage(id(n as u32), &usage(needed, 0));
                        continue;
                    }
                    Reservation::Refused(_) => {}
                }
                asked += 1;
            }
            went
        };
        let went = lived(|_| 0);
        assert_eq!(went.iter().map(|(_, usage)| usage).sum::<u32>(), 12);
        assert_eq!(lived(|many| many - 1), went);
        assert_eq!(lived(|many| many / 2), went);
    }

    #[test]
    fn another_price_holds_from_then_on() {
        let dear = Price { input: 10.0, output: 10.0 };
        let mut budget = Budget::new(Caps { usd: Some(1.0), ..Caps::default() }, Some(dear));
        assert_eq!(budget.reserve(id(0), usage(1, 60_000)), Reservation::Granted(u32::MAX));
        budget.settle(id(0), &usage(1, 60_000));
        assert_eq!(budget.reserve(id(1), usage(1, 30_000)), Reservation::Granted(u32::MAX));
        budget.renew(Caps { usd: Some(1.0), ..Caps::default() }, Some(Price { input: 1.0, output: 1.0 }));
        assert!((budget.usd() - 0.9).abs() < 1e-9, "what was under way counts in full: {}", budget.usd());
        assert_eq!(budget.spent().tokens_in, 90_000);
        let cheap = budget.reserve(id(2), usage(1, 90_000));
        assert_eq!(cheap, Reservation::Granted(u32::MAX), "90,000 cheap tokens are 0.09 dollars");
        budget.note_usage(id(2), &usage(1, 90_000));
        assert!(matches!(budget.reserve(id(3), usage(1, 20_000)), Reservation::Refused(_)));
        budget.renew(Caps::default(), None);
        assert!(budget.ended().is_none());
        assert_eq!(budget.reserve(id(4), usage(1, 1_000_000)), Reservation::Granted(u32::MAX));
        assert!((budget.usd() - 0.99).abs() < 1e-9, "without a price nothing is added: {}", budget.usd());
    }

    #[test]
    fn money_is_tokens_at_their_price() {
        let price = Price { input: 2.0, output: 10.0 };
        let usage = TokenUsage { tokens_in: 500_000, tokens_out: 100_000, ..TokenUsage::default() };
        assert!((price.of(&usage) - 2.0).abs() < 1e-9);
        let mut budget = Budget::new(Caps { usd: Some(1.5), ..Caps::default() }, Some(price));
        assert!(matches!(budget.reserve(id(0), usage), Reservation::Refused(_)));
    }
}
