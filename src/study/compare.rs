//! `smallville study --experiments`: runs each seed unchanged and once with each change that the scenario names, and
//! compares the two by the measure named for it.

use std::fmt;

use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::json;

use super::{
    each,
    evaluation::Evaluation,
    measure::{self, Carrier},
    seeds::town,
};
use crate::{
    agent::scenario::{Comparison, Direction, Measure},
    cli::Study,
    data::Data,
    headless::{self, cores},
    town::{Experiment, TownError},
};

/// One seed, as it is and changed.
#[derive(Clone, Debug, Default, Serialize)]
struct Pair {
    seed: u64,
    /// The measure of the town as it is; `None`: there was nothing to measure.
    as_it_is: Option<f64>,
    /// And of the changed one.
    changed: Option<f64>,
    /// Who was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<String>,
    /// How many were behind them.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<usize>,
    /// How many of these have the news later than in the town as it is, or never.
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<usize>,
    /// What leaving out somebody does who passes nothing on.
    #[serde(skip_serializing_if = "Option::is_none")]
    placebo: Option<Placebo>,
    /// Did it go the way that was named?
    right: bool,
}

/// The town without a bystander, for the same people behind the same carrier: only what goes beyond this is the
/// carrier's.
#[derive(Clone, Debug, Serialize)]
struct Placebo {
    /// Who was left out.
    absent: String,
    /// The measure.
    measure: Option<f64>,
    /// How many of those behind have the news later than in the town as it is, or never.
    later: usize,
}

/// One comparison over all seeds.
#[derive(Clone, Debug, Serialize)]
struct Verdict {
    id: String,
    measure: Measure,
    #[serde(skip_serializing_if = "Option::is_none")]
    news: Option<String>,
    /// What was named beforehand.
    rule: String,
    pairs: Vec<Pair>,
    /// Pairs that went the way that was named.
    right: usize,
    /// How many must.
    needed: usize,
    /// How likely as many or more would be if either way were as likely (sign test); `None` if it must come to a
    /// figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    holds: bool,
}

/// Runs all of it and prints it as text or as one JSON object; false: not all holds.
///
/// # Errors
/// Why a town cannot be lived, or what was asked for is not named.
pub fn command(args: &Study, data: &Data) -> Result<bool, TownError> {
    let named = named(args, data)?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let seeds = args.seeds.all();
    let bar = ProgressBar::new((seeds.len() * (1 + named.len())) as u64);
    let live = |seed, experiment: &Experiment| {
        let lived = town(args, seed, experiment, data, cores().div_ceil(jobs))?;
        bar.inc(1);
        Ok(lived)
    };
    let usual = args.change.experiment();
    let bases: Vec<Evaluation> = each(&seeds, jobs, |seed| live(*seed, &usual))?;
    let runs: Vec<(&Comparison, &Evaluation)> =
        named.iter().flat_map(|one| bases.iter().map(move |base| (one, base))).collect();
    let pairs =
        each(&runs, jobs, |(one, base)| pair(one, base, |absent| live(base.seed, &changed(&usual, one, absent))))?;
    bar.finish_and_clear();
    let verdicts: Vec<Verdict> =
        named.iter().zip(pairs.chunks(seeds.len())).map(|(one, pairs)| verdict(one, pairs)).collect();
    let holds = verdicts.iter().all(|one| one.holds);
    let all = json!({
        "scenario": args.scenario, "hours": args.hours, "seeds": seeds, "comparisons": verdicts, "pass": holds,
    });
    headless::print(args.json, &all, || verdicts.iter().map(Verdict::to_string).collect())?;
    Ok(holds)
}

/// Compares a town as it is with what `live` makes of it without somebody.
fn pair(
    one: &Comparison,
    base: &Evaluation,
    live: impl Fn(Option<&str>) -> Result<Evaluation, TownError>,
) -> Result<Pair, TownError> {
    let carrier = one.absent.and_then(|_| measure::carrier(base, one));
    let carrier: Option<&Carrier> = carrier.as_ref();
    let name = carrier.map(|carrier| carrier.name.as_str());
    let mut pair = Pair {
        seed: base.seed,
        as_it_is: measure::of(base, base, one, carrier),
        absent: name.map(str::to_owned),
        behind: carrier.map(|carrier| carrier.behind.len()),
        ..Pair::default()
    };
    // Without anybody to leave out there is nothing to see.
    if one.absent.is_some() && carrier.is_none() {
        return Ok(pair);
    }
    let after = live(name)?;
    pair.changed = measure::of(&after, base, one, carrier);
    pair.later = carrier.map(|carrier| measure::later(base, &after, carrier));
    pair.right = rule(one).1(pair.as_it_is, pair.changed);
    if let Some((carrier, absent)) = carrier.and_then(|carrier| Some((carrier, measure::bystander(base, carrier)?))) {
        let after = live(Some(&absent))?;
        let (measure, later) = (measure::of(&after, base, one, Some(carrier)), measure::later(base, &after, carrier));
        pair.placebo = Some(Placebo { absent, measure, later });
    }
    Ok(pair)
}

/// Those of the scenario, or of them those that were asked for.
fn named(args: &Study, data: &Data) -> Result<Vec<Comparison>, TownError> {
    let scenario = crate::agent::Scenario::open(&args.scenario, data)?;
    let ids: Vec<String> = scenario.compare.iter().map(|one| one.id.clone()).collect();
    if ids.is_empty() {
        let advice = "add [[compare]] to its scenario.toml";
        return Err(format!("the scenario {} has no comparison: {advice}", scenario.id).into());
    }
    if let Some(other) = args.only.iter().find(|only| !ids.contains(only)) {
        return Err(format!("the scenario has no comparison {other:?}; it has {}", ids.join(", ")).into());
    }
    let wanted = |one: &Comparison| args.only.is_empty() || args.only.contains(&one.id);
    Ok(scenario.compare.into_iter().filter(wanted).collect())
}

/// The usual town with the change.
fn changed(usual: &Experiment, one: &Comparison, absent: Option<&str>) -> Experiment {
    let mut changed = usual.clone();
    changed.talk = one.talk.or(usual.talk);
    changed.without.extend(one.without.iter().map(|part| part.name().to_string()));
    changed.absent.extend(absent.map(str::to_string));
    changed
}

/// What was named beforehand, in words, and whether a figure of the town as it is and one of the changed town go that
/// way.
fn rule(one: &Comparison) -> (String, impl Fn(Option<f64>, Option<f64>) -> bool) {
    type Test = Box<dyn Fn(f64, f64) -> bool>;
    let more = |a: f64, b: f64| a - b >= 1e-9;
    let (words, test): (String, Test) = match (one.goes, one.to, one.over) {
        (Some(Direction::Down), ..) => ("must go down".into(), Box::new(more)),
        (Some(Direction::Up), ..) => ("must go up".into(), Box::new(move |before, after| more(after, before))),
        (None, Some(to), _) => (
            format!("must come to {to}"),
            Box::new(move |before, after| (after - to).abs() < 1e-9 && (before - to).abs() >= 1e-9),
        ),
        (None, None, Some(over)) => (format!("must be more than {over}"), Box::new(move |_, after| more(after, over))),
        (None, None, None) => (String::new(), Box::new(|_, _| false)),
    };
    (words, move |before, after| before.zip(after).is_some_and(|(before, after)| test(before, after)))
}

fn verdict(one: &Comparison, pairs: &[Pair]) -> Verdict {
    let right = pairs.iter().filter(|pair| pair.right).count();
    let needed = (one.seeds * pairs.len() as f64 - 1e-9).ceil().max(0.0) as usize;
    let must = rule(one).0;
    let of = one.news.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    Verdict {
        id: one.id.clone(),
        measure: one.measure,
        news: one.news.clone(),
        rule: format!("{}{of} {must}, in at least {needed} of {} seeds", measure::words(one.measure), pairs.len()),
        pairs: pairs.to_vec(),
        right,
        needed,
        chance: one.goes.map(|_| sign_test(right, pairs.len())),
        holds: right >= needed && !pairs.is_empty(),
    }
}

/// How likely `right` or more of `all` tosses of a coin come up heads.
fn sign_test(right: usize, all: usize) -> f64 {
    let mut choose = 1.0;
    let mut sum = 0.0;
    for heads in 0..=all {
        sum += if heads >= right { choose } else { 0.0 };
        choose *= (all - heads) as f64 / (heads + 1) as f64;
    }
    sum / 2f64.powi(all as i32)
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{}: {}", self.id, self.rule)?;
        writeln!(f, "seed  as it is   changed")?;
        let figure = |value: Option<f64>| value.map_or_else(|| "-".into(), |value| format!("{value:.3}"));
        for pair in &self.pairs {
            let mark = if pair.right { "as named" } else { "NOT" };
            let (before, after) = (figure(pair.as_it_is), figure(pair.changed));
            write!(f, "{:>4}  {before:>8}  {after:>8}  {mark}", pair.seed)?;
            if let (Some(who), Some(behind), Some(later)) = (&pair.absent, pair.behind, pair.later) {
                write!(f, "  without {who}: {later} of {behind} later or never")?;
            }
            if let Some(Placebo { absent, measure, later }) = &pair.placebo {
                write!(f, "; without {absent}: {} and {later} later", figure(*measure))?;
            }
            writeln!(f)?;
        }
        let chance = self.chance.map(|chance| format!(" (by a coin: {:.1} %)", 100.0 * chance)).unwrap_or_default();
        let verdict = if self.holds { "holds" } else { "DOES NOT HOLD" };
        writeln!(f, "{} of {} as named, {} needed{chance}: {verdict}", self.right, self.pairs.len(), self.needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(goes: Option<Direction>, to: Option<f64>) -> Comparison {
        Comparison {
            id: "x".into(),
            talk: Some(0.5),
            without: Default::default(),
            absent: None,
            measure: Measure::Reach,
            news: None,
            goes,
            to,
            over: None,
            seeds: 0.8,
        }
    }

    #[test]
    fn a_pair_is_right_if_it_goes_the_way_that_was_named() {
        let (down, up) = (comparison(Some(Direction::Down), None), comparison(Some(Direction::Up), None));
        let right = |one, before, after| rule(one).1(before, after);
        assert!(right(&down, Some(0.5), Some(0.4)) && !right(&down, Some(0.5), Some(0.6)));
        assert!(right(&up, Some(0.5), Some(0.6)) && !right(&up, Some(0.5), Some(0.5)), "no change goes no way");
        assert!(!right(&down, Some(0.5), None) && !right(&down, None, Some(0.5)), "nothing measured, nothing shown");
        let one = comparison(None, Some(1.0));
        assert!(right(&one, Some(9.0), Some(1.0)) && !right(&one, Some(9.0), Some(2.0)));
        assert!(!right(&one, Some(1.0), Some(1.0)), "it would have come to that anyway");
    }

    #[test]
    fn eight_of_ten_are_needed_and_how_likely_that_is() {
        let pair = |right| Pair { seed: 1, right, ..Pair::default() };
        let pairs = |right: usize| (0..10).map(|n| pair(n < right)).collect::<Vec<_>>();
        let down = comparison(Some(Direction::Down), None);
        let (eight, seven) = (verdict(&down, &pairs(8)), verdict(&down, &pairs(7)));
        assert_eq!((eight.needed, eight.holds, seven.holds), (8, true, false));
        assert!(eight.chance.is_some_and(|chance| (chance - 56.0 / 1024.0).abs() < 1e-9));
        assert!((sign_test(10, 10) - 1.0 / 1024.0).abs() < 1e-12 && (sign_test(0, 10) - 1.0).abs() < 1e-12);
    }
}
