//! What may be spent. A question's share is set aside when it is asked, in the order of questions, and settled when its
//! answer counts: so where the money ends does not depend on who answered first.

use std::collections::BTreeMap;

use crate::mind::{Caps, Price, QuestionId, Took};

/// Spent and set aside in this run.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The limits.
    pub caps: Caps,
    /// What tokens cost, if that is known.
    pub price: Option<Price>,
    spent: Took,
    aside: BTreeMap<QuestionId, Took>,
    /// Of what is spent, what was paid at other prices, and how much that was in US dollars.
    before: (Took, f64),
    /// The first limit that was reached, in words.
    ended: Option<String>,
}

impl Budget {
    /// Nothing spent yet.
    pub fn new(caps: Caps, price: Option<Price>) -> Self {
        Self { caps, price, ..Self::default() }
    }

    /// Spent so far.
    pub fn spent(&self) -> &Took {
        &self.spent
    }

    /// Spent so far, in US dollars; 0 without a price.
    pub fn usd(&self) -> f64 {
        self.usd_of(&self.spent)
    }

    /// What so much costs if it begins with what was paid before.
    fn usd_of(&self, took: &Took) -> f64 {
        let (before, paid) = &self.before;
        paid + self.price.map_or(0.0, |price| price.of(took) - price.of(before))
    }

    /// From here on other limits and another price hold. What was spent stays spent, and what was set aside counts in
    /// full, as nobody waits for it any more.
    pub fn renew(&mut self, caps: Caps, price: Option<Price>) {
        let aside = std::mem::take(&mut self.aside);
        aside.values().for_each(|most| self.spent += most);
        self.before = (self.spent.clone(), self.usd());
        (self.caps, self.price) = (caps, price);
        self.ended = None;
    }

    /// Which limit has been reached, if one has.
    pub fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// Sets aside what a question may take at most. Once a limit is reached nothing more is: a cheaper question that would
    /// still fit would otherwise be asked and a dearer one not, and the town would be of two minds.
    ///
    /// # Errors
    /// Which limit is in the way.
    pub fn reserve(&mut self, id: QuestionId, most: Took) -> Result<(), String> {
        if self.ended.is_none() {
            let mut then = self.spent.clone();
            self.aside.values().chain([&most]).for_each(|took| then += took);
            self.ended = self.over(&then);
        }
        match &self.ended {
            Some(why) => Err(why.clone()),
            None => {
                self.aside.insert(id, most);
                Ok(())
            }
        }
    }

    fn over(&self, then: &Took) -> Option<String> {
        let (calls, tokens) = (u64::from(then.calls), then.tokens_in + then.tokens_out);
        let usd = self.usd_of(then);
        match self.caps {
            Caps { calls: Some(cap), .. } if calls > cap => Some(format!("the cap of {cap} calls is reached")),
            Caps { tokens: Some(cap), .. } if tokens > cap => Some(format!("the cap of {cap} tokens is reached")),
            Caps { usd: Some(cap), .. } if usd > cap => Some(format!("the cap of {cap} US dollars is reached")),
            _ => None,
        }
    }

    /// The answer counts: what it took is spent, the rest is free again.
    pub fn settle(&mut self, id: QuestionId, took: &Took) {
        self.aside.remove(&id);
        self.spent += took;
    }

    /// Nobody waits for it any more. It may have been sent or not, answered or not: all that was set aside counts, since
    /// anything else would depend on how fast the server was.
    pub fn forgo(&mut self, id: QuestionId) {
        if let Some(most) = self.aside.remove(&id) {
            self.spent += &most;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(count: u32) -> QuestionId {
        QuestionId { agent: 0, count }
    }

    fn took(calls: u32, tokens: u64) -> Took {
        Took { calls, tokens_in: tokens, ..Took::default() }
    }

    #[test]
    fn a_limit_is_never_passed_and_once_reached_stays() {
        let mut budget = Budget::new(Caps { tokens: Some(100), ..Caps::default() }, None);
        assert!(budget.reserve(id(0), took(1, 60)).is_ok());
        assert!(budget.reserve(id(1), took(1, 60)).is_err(), "60 and 60 are more than 100");
        assert!(budget.reserve(id(2), took(1, 10)).is_err(), "it has ended");
        budget.settle(id(0), &took(1, 20));
        assert_eq!(budget.spent().tokens_in, 20);
    }

    #[test]
    fn what_was_set_aside_and_not_needed_is_free_again() {
        let mut budget = Budget::new(Caps { calls: Some(4), ..Caps::default() }, None);
        assert!(budget.reserve(id(0), took(3, 0)).is_ok());
        budget.settle(id(0), &took(1, 0));
        assert!(budget.reserve(id(1), took(3, 0)).is_ok());
        budget.forgo(id(1));
        assert_eq!(budget.spent().calls, 4, "a question given up counts in full");
        assert_eq!(budget.reserve(id(2), took(1, 0)), Err("the cap of 4 calls is reached".into()));
    }

    #[test]
    fn another_price_holds_from_then_on() {
        let dear = Price { input: 10.0, output: 10.0 };
        let mut budget = Budget::new(Caps { usd: Some(1.0), ..Caps::default() }, Some(dear));
        assert!(budget.reserve(id(0), took(1, 60_000)).is_ok());
        budget.settle(id(0), &took(1, 60_000));
        assert!(budget.reserve(id(1), took(1, 30_000)).is_ok());
        budget.renew(Caps { usd: Some(1.0), ..Caps::default() }, Some(Price { input: 1.0, output: 1.0 }));
        assert!((budget.usd() - 0.9).abs() < 1e-9, "what was under way counts in full: {}", budget.usd());
        assert_eq!(budget.spent().tokens_in, 90_000);
        assert!(budget.reserve(id(2), took(1, 90_000)).is_ok(), "90,000 cheap tokens are 0.09 dollars");
        assert!(budget.reserve(id(3), took(1, 20_000)).is_err());
        budget.renew(Caps::default(), None);
        assert!(budget.ended().is_none() && budget.reserve(id(4), took(1, 1_000_000)).is_ok());
        assert!((budget.usd() - 0.99).abs() < 1e-9, "without a price nothing is added: {}", budget.usd());
    }

    #[test]
    fn money_is_tokens_at_their_price() {
        let price = Price { input: 2.0, output: 10.0 };
        let took = Took { tokens_in: 500_000, tokens_out: 100_000, ..Took::default() };
        assert!((price.of(&took) - 2.0).abs() < 1e-9);
        let mut budget = Budget::new(Caps { usd: Some(1.5), ..Caps::default() }, Some(price));
        assert!(budget.reserve(id(0), took).is_err());
    }
}
