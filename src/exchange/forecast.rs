//! What a language model will take for a town, before it is asked: measured figures times people and hours.

use crate::mind::{Caps, Price, TokenUsage};

/// What one person's day takes: calls, tokens sent, of these new to the server, and received. Counted over days of the
/// towns that come with the game, with the built-in mind answering the questions of a language model, routines on.
const DAY: [f64; 4] = [177.0, 204_000.0, 99_000.0, 10_000.0];
/// Hours of a day in which people are awake, and think.
const AWAKE: f64 = 16.0;

/// What is to be expected of so many people and hours, from a morning on: what is thought in a day is thought in its
/// waking hours. Real models are wordier or terser, so half or twice as much is no surprise.
pub fn forecast(people: usize, hours: f64) -> TokenUsage {
    let hours = hours.max(0.0);
    let days = (hours / 24.0).floor() + (hours % 24.0 / AWAKE).min(1.0);
    let [calls, tokens_in, tokens_new, tokens_out] = DAY.map(|one| (one * people as f64 * days).round() as u64);
    TokenUsage { calls: calls as u32, tokens_in, tokens_new, tokens_out, ..TokenUsage::default() }
}

/// Which cap is met first, and at what share of a forecast, if one is met before its end.
fn meets(forecast: &TokenUsage, caps: Caps, price: Option<Price>) -> Option<(&'static str, f64)> {
    let share = |cap: f64, whole: f64| if whole > 0.0 { cap / whole } else { f64::INFINITY };
    let tokens = forecast.tokens_in + forecast.tokens_out;
    let met = [
        caps.calls.map(|cap| ("calls", share(cap as f64, f64::from(forecast.calls)))),
        caps.tokens.map(|cap| ("tokens", share(cap as f64, tokens as f64))),
        caps.usd.zip(price).map(|(cap, price)| ("US dollars", share(cap, price.of(forecast)))),
    ];
    met.into_iter().flatten().filter(|(_, share)| *share < 1.0).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// What to say of caps beside a forecast; `None`: none of them will be met. `stops`: the town stops there.
pub fn cap_words(forecast: &TokenUsage, caps: Caps, price: Option<Price>, stops: bool) -> Option<String> {
    let (what, share) = meets(forecast, caps, price)?;
    let part = if share < 0.01 { "at once".into() } else { format!("after about {:.0}% of it", share * 100.0) };
    let then = if stops { "the town stops" } else { "the built-in mind carries on" };
    Some(format!("The cap on {what} will probably be reached {part}; then {then}."))
}

/// That it is no promise.
pub const NO_PROMISE: &str = "This is a forecast from days that the built-in mind lived; a language model may well take \
    half or twice as much.";

/// What was taken, or what will be, in words: `4,425 calls, 5.1 million tokens sent (2.5 million of all are new to the
/// server) and 250 k received: $1.73`; without the money if there is no price.
pub fn usage_in_words(usage: &TokenUsage, are: &str, price: Option<Price>) -> String {
    let figures = [f64::from(usage.calls), usage.tokens_in as f64, usage.tokens_new as f64, usage.tokens_out as f64];
    let [calls, sent, new, received] = figures.map(count);
    let cost = price.map_or_else(String::new, |price| format!(": {}", money(price.of(usage))));
    format!("{calls} calls, {sent} tokens sent ({new} of all {are} new to the server) and {received} received{cost}")
}

/// A number as people read it: `950`, `4,500`, `169 k`, `4.2 million`. Two or three figures that count.
pub fn count(number: f64) -> String {
    let number = number.max(0.0).round();
    match number {
        n if n < 1_000.0 => format!("{n:.0}"),
        n if n < 10_000.0 => format!("{:.0},{:03.0}", (n / 1_000.0).floor(), n % 1_000.0),
        n if n < 999_500.0 => format!("{:.0} k", n / 1_000.0),
        n if n < 99_950_000.0 => format!("{:.1} million", n / 1e6),
        n => format!("{:.0} million", n / 1e6),
    }
}

/// US dollars, finer the fewer they are.
pub fn money(usd: f64) -> String {
    match usd.max(0.0) {
        0.0 => "$0".into(),
        x if x < 0.001 => "less than $0.001".into(),
        x if x < 1.0 => format!("${x:.3}"),
        x => format!("${x:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nights_are_cheap() {
        assert_eq!((forecast(25, 24.0).calls, forecast(3, 48.0).tokens_out), (4425, 60_000));
        assert_eq!(forecast(1, 16.0), forecast(1, 20.0));
        assert_eq!(forecast(2, 8.0).calls, 177);
        assert_eq!((forecast(1, 0.0), forecast(1, -3.0)), Default::default());
    }

    #[test]
    fn it_costs_its_tokens() {
        let words = usage_in_words(&forecast(25, 24.0), "are", Some(Price { input: 0.3, output: 0.8 }));
        let wanted = "4,425 calls, 5.1 million tokens sent (2.5 million of all are new to the server) and 250 k received: \
                      $1.73";
        assert_eq!(words, wanted);
        assert!(!usage_in_words(&forecast(25, 24.0), "are", None).contains('$'));
    }

    #[test]
    fn the_first_cap_is_told() {
        let (day, price) = (forecast(10, 24.0), Some(Price { input: 1.0, output: 1.0 }));
        assert_eq!(meets(&day, Caps::default(), price), None);
        let caps = Caps { calls: Some(885), tokens: Some(1_000_000_000), usd: Some(0.179) };
        assert_eq!(meets(&day, caps, None), Some(("calls", 0.5)));
        assert_eq!(meets(&day, caps, price).map(|(what, _)| what), Some("US dollars"));
        assert_eq!(meets(&day, Caps { calls: Some(0), ..Caps::default() }, None), Some(("calls", 0.0)));
        let words = cap_words(&day, caps, None, false).unwrap();
        assert!(words.contains("cap on calls") && words.contains("50%"), "{words}");
        assert!(cap_words(&day, caps, None, true).unwrap().ends_with("the town stops."));
        assert_eq!(meets(&TokenUsage::default(), Caps { calls: Some(0), ..Caps::default() }, None), None);
    }

    #[test]
    fn numbers_are_read_at_a_glance() {
        let all = [0.0, 999.0, 1_000.0, 4_525.0, 10_000.0, 169_400.0, 999_600.0, 1_900_000.0, 123_456_789.0];
        let told = ["0", "999", "1,000", "4,525", "10 k", "169 k", "1.0 million", "1.9 million", "123 million"];
        assert_eq!(all.map(count), told);
        assert_eq!([0.0, 0.0001, 0.0234, 3.456].map(money), ["$0", "less than $0.001", "$0.023", "$3.46"]);
    }
}
