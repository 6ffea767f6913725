//! One number of a whole town, to be compared with the same of another.

use std::collections::{BTreeMap, BTreeSet};

use super::{evaluation::Evaluation, news::Spread};
use crate::agent::scenario::{Comparison, Measure};

/// Who is left out, and who has which news by way of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// Full name.
    pub name: String,
    /// The news, by id, and all that would not have it but for them, as that town went.
    pub behind: BTreeSet<(String, String)>,
}

/// What the measure is of this town; `None`: there is nothing to be measured. `as_it_is`: the town that it is compared
/// with.
pub fn of(all: &Evaluation, as_it_is: &Evaluation, what: &Comparison, carrier: Option<&Carrier>) -> Option<f64> {
    let news = || all.news.iter().filter(|one| what.news.as_ref().is_none_or(|id| *id == one.id));
    match what.measure {
        Measure::Reach => mean(news().map(|one| reach(&one.curve, all.hours))),
        Measure::Informed => mean(news().map(|one| f64::from(one.informed_end))),
        Measure::Behind => carrier.and_then(|carrier| behind(all, carrier)),
        Measure::Later => carrier.map(|one| later(as_it_is, all, one) as f64 / one.behind.len().max(1) as f64),
        Measure::Guests => mean(all.events.iter().map(|one| one.attended.len() as f64)),
        Measure::Kept => {
            let agreed =
                || all.events.iter().flat_map(|one| one.agreed.iter().map(move |who| one.attended.contains(who)));
            mean(agreed().map(|came| f64::from(u8::from(came))))
        }
        Measure::Heard => Some(all.lines.heard_in_a_talk),
        Measure::Feelings => Some(all.feelings),
    }
}

/// In words, for a table.
pub fn words(measure: Measure) -> &'static str {
    match measure {
        Measure::Reach => "the share of the town that has the news, on average over the whole time",
        Measure::Informed => "how many know the news in the end",
        Measure::Behind => {
            "hours until those behind the one who is left out have the news, on average; never is the end"
        }
        Measure::Later => {
            "of those behind the one who is left out, the share that has the news later than they had, or never,"
        }
        Measure::Guests => "guests at events",
        Measure::Kept => "of those who agreed to come to an event, the share that came",
        Measure::Heard => "facts that one has heard from the other when a talk is over, on average",
        Measure::Feelings => "for how many others one feels something, on average",
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The area under a curve that rises at each of its points, over its length.
fn reach(curve: &[(f64, f64)], hours: f64) -> f64 {
    let area: f64 = curve.windows(2).map(|two| two[0].1 * (two[1].0 - two[0].0)).sum();
    area / hours.max(f64::MIN_POSITIVE)
}

fn behind(all: &Evaluation, carrier: &Carrier) -> Option<f64> {
    mean(since(all, carrier).into_iter().map(|hour| hour.unwrap_or(all.hours)))
}

/// How many of those behind the one who is left out have the news later in `changed`, or never.
pub fn later(as_it_is: &Evaluation, changed: &Evaluation, carrier: &Carrier) -> usize {
    let pairs = since(as_it_is, carrier).into_iter().zip(since(changed, carrier));
    pairs.filter(|(before, after)| after.is_none_or(|after| before.is_some_and(|before| after > before))).count()
}

/// The hour at which each of those behind has the news; `None`: never.
fn since(all: &Evaluation, carrier: &Carrier) -> Vec<Option<f64>> {
    let ticks: BTreeMap<(&str, &str), u64> = { all.news.iter() }
        .flat_map(|news| news.path.iter().map(|one| ((news.id.as_str(), one.to.as_str()), one.tick)))
        .collect();
    let hours = |tick: &u64| all.calendar.hours(*tick);
    carrier.behind.iter().map(|(id, who)| ticks.get(&(id.as_str(), who.as_str())).map(hours)).collect()
}

/// Of those who only pass on, whoever has the most people behind them, counted for each news that `what` is about; of
/// equals the first by name.
pub fn carrier(all: &Evaluation, what: &Comparison) -> Option<Carrier> {
    let sources: BTreeSet<&str> = all.news.iter().map(|one| one.source.as_str()).collect();
    let mut behind: BTreeMap<&str, BTreeSet<(String, String)>> = BTreeMap::new();
    for news in all.news.iter().filter(|one| what.news.as_ref().is_none_or(|id| *id == one.id)) {
        let carriers: BTreeSet<&str> = news.path.iter().map(|one| one.from.as_str()).collect();
        for name in carriers.into_iter().filter(|name| !name.is_empty() && !sources.contains(name)) {
            let those = descendants(news, name).into_iter().map(|who| (news.id.clone(), who));
            behind.entry(name).or_default().extend(those);
        }
    }
    let best = behind.into_iter().max_by_key(|(name, behind)| (behind.len(), std::cmp::Reverse(*name)));
    best.map(|(name, behind)| Carrier { name: name.into(), behind })
}

/// Of all who pass nothing on, the first by name who is not behind the carrier if there is one: leaving them out shows
/// what leaving out just anybody does.
pub fn bystander(all: &Evaluation, carrier: &Carrier) -> Option<String> {
    let busy: BTreeSet<&str> = { all.news.iter() }
        .flat_map(|one| one.path.iter().map(|handing| handing.from.as_str()).chain([one.source.as_str()]))
        .collect();
    let behind = |name: &str| carrier.behind.iter().any(|(_, who)| who == name);
    let idle = all.people.iter().map(|(_, name)| name).filter(|name| !busy.contains(name.as_str()));
    idle.min_by_key(|name| (behind(name), name.as_str())).cloned()
}

/// All who have it from them, or from somebody who does.
fn descendants(news: &Spread, from: &str) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut open = vec![from.to_string()];
    while let Some(one) = open.pop() {
        for next in news.path.iter().filter(|handing| handing.from == one && handing.to != from) {
            if found.insert(next.to.clone()) {
                open.push(next.to.clone());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::news::{Handing, How};

    fn news(path: &[(&str, &str)]) -> Spread {
        let handing = |(from, to): &(&str, &str)| Handing {
            tick: 10,
            from: (*from).into(),
            to: (*to).into(),
            how: How::Talk,
            words: String::new(),
        };
        Spread {
            id: "fox".into(),
            text: String::new(),
            source: "Ann".into(),
            informed_start: 1,
            informed_end: 1,
            claims: 1,
            invented: 0,
            inventors: Vec::new(),
            silent: Vec::new(),
            path: path.iter().map(handing).collect(),
            untraced: Vec::new(),
            curve: Vec::new(),
        }
    }

    #[test]
    fn those_behind_somebody_are_found_and_a_ring_is_no_trap() {
        let news = news(&[("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Di"), ("Di", "Cy"), ("Ann", "Ed")]);
        let names = |from| descendants(&news, from).into_iter().collect::<Vec<_>>();
        assert_eq!(names("Bo"), ["Cy", "Di"]);
        assert_eq!(names("Ann"), ["Bo", "Cy", "Di", "Ed"]);
        assert_eq!(names("Cy"), ["Di"], "one is not behind oneself");
        assert!(names("Ed").is_empty());
    }

    #[test]
    fn what_comes_sooner_reaches_more() {
        let curve = |at: f64| [(0.0, 0.1), (at, 0.5), (10.0, 0.5)];
        assert!((reach(&curve(5.0), 10.0) - 0.3).abs() < 1e-9);
        assert!(reach(&curve(2.0), 10.0) > reach(&curve(5.0), 10.0));
    }
}
