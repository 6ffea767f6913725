//! `smallville study --experiments`: each seed is lived as it is and once with each change that the scenario names, and
//! the two are compared by the measure that was named for it.

use std::process::ExitCode;

use indicatif::ProgressBar;
use serde::Serialize;

use super::{
    evaluation::Evaluation,
    jobs::{cores, each},
    measure::{self, Carrier},
    seeds::town,
};
use crate::{
    agent::scenario::{Comparison, Direction, Measure},
    cli::{Study, failed},
    data::Data,
    town::{Experiment, TownError},
};

/// One seed, as it is and changed.
#[derive(Clone, Debug, Serialize)]
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

/// The town without a bystander, for the same people behind the same carrier: only what goes beyond this is the carrier's.
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
    /// How likely as many or more would be if either way were as likely (sign test); `None` if it must come to a figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    holds: bool,
}

/// Runs all of it and prints it as text or as one JSON object.
pub fn command(args: &Study, data: &Data) -> ExitCode {
    let verdicts = match all(args, data) {
        Ok(verdicts) => verdicts,
        Err(trouble) => return failed(trouble),
    };
    let holds = verdicts.iter().all(|one| one.holds);
    if args.json {
        let seeds: Vec<u64> = (args.seeds.from..=args.seeds.to).collect();
        let (scenario, hours) = (&args.scenario, args.hours);
        crate::say!(
            "{}",
            serde_json::json!({
                "scenario": scenario, "hours": hours, "seeds": seeds, "comparisons": verdicts, "pass": holds,
            })
        );
    } else {
        verdicts.iter().for_each(print);
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn all(args: &Study, data: &Data) -> Result<Vec<Verdict>, TownError> {
    let named = named(args, data)?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let threads = cores().div_ceil(jobs);
    let seeds: Vec<u64> = (args.seeds.from..=args.seeds.to).collect();
    let bar = ProgressBar::new((seeds.len() * (1 + named.len())) as u64);
    let live = |seed, experiment: &Experiment| {
        let lived = town(args, seed, experiment, data, threads)?;
        bar.inc(1);
        Ok(lived)
    };
    let usual = args.change.experiment();
    let bases: Vec<Evaluation> = each(&seeds, jobs, |seed| live(*seed, &usual))?;
    let runs: Vec<(&Comparison, usize)> =
        named.iter().flat_map(|one| (0..seeds.len()).map(move |seed| (one, seed))).collect();
    let pairs = each(&runs, jobs, |(one, n)| {
        let carrier = one.absent.and_then(|_| measure::carrier(&bases[*n], one));
        let carrier: Option<&Carrier> = carrier.as_ref();
        let mut pair = Pair {
            seed: seeds[*n],
            as_it_is: measure::of(&bases[*n], &bases[*n], one, carrier),
            changed: None,
            absent: carrier.map(|carrier| carrier.name.clone()),
            behind: carrier.map(|carrier| carrier.behind.len()),
            later: None,
            placebo: None,
            right: false,
        };
        // Without anybody to leave out there is nothing to see.
        if one.absent.is_none() || carrier.is_some() {
            let after = live(pair.seed, &changed(&usual, one, carrier.map(|carrier| carrier.name.as_str())))?;
            pair.changed = measure::of(&after, &bases[*n], one, carrier);
            pair.later = carrier.map(|carrier| measure::later(&bases[*n], &after, carrier));
            pair.right = right(one, pair.as_it_is, pair.changed);
            if let Some((carrier, absent)) = carrier.and_then(|one| Some((one, measure::bystander(&bases[*n], one)?))) {
                let after = live(pair.seed, &changed(&usual, one, Some(&absent)))?;
                let (measure, later) =
                    (measure::of(&after, &bases[*n], one, Some(carrier)), measure::later(&bases[*n], &after, carrier));
                pair.placebo = Some(Placebo { absent, measure, later });
            }
        }
        Ok(pair)
    })?;
    bar.finish_and_clear();
    let lots = pairs.chunks(seeds.len());
    Ok(named.iter().zip(lots).map(|(one, pairs)| verdict(one, pairs)).collect())
}

/// Those of the scenario, or of them those that were asked for.
fn named(args: &Study, data: &Data) -> Result<Vec<Comparison>, TownError> {
    let scenario = crate::agent::Scenario::open(&args.scenario, data)?;
    let ids: Vec<String> = scenario.compare.iter().map(|one| one.id.clone()).collect();
    if ids.is_empty() {
        let why = format!("the scenario {} names no comparison; write [[compare]] into its scenario.toml", scenario.id);
        return Err(TownError::Message(why));
    }
    if let Some(other) = args.only.iter().find(|only| !ids.contains(only)) {
        let why = format!("the scenario names no comparison {other:?}; it has {}", ids.join(", "));
        return Err(TownError::Message(why));
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

fn right(one: &Comparison, as_it_is: Option<f64>, changed: Option<f64>) -> bool {
    let Some((before, after)) = as_it_is.zip(changed) else { return false };
    let same = |a: f64, b: f64| (a - b).abs() < 1e-9;
    match (one.goes, one.to, one.over) {
        (Some(Direction::Down), ..) => after < before && !same(after, before),
        (Some(Direction::Up), ..) => after > before && !same(after, before),
        (None, Some(to), _) => same(after, to) && !same(before, to),
        (None, None, Some(over)) => after > over && !same(after, over),
        (None, None, None) => false,
    }
}

fn verdict(one: &Comparison, pairs: &[Pair]) -> Verdict {
    let right = pairs.iter().filter(|pair| pair.right).count();
    let needed = (one.seeds * pairs.len() as f64 - 1e-9).ceil().max(0.0) as usize;
    let must = match (one.goes, one.to, one.over) {
        (Some(Direction::Down), ..) => "must go down".to_string(),
        (Some(Direction::Up), ..) => "must go up".to_string(),
        (None, Some(to), _) => format!("must come to {to}"),
        (None, None, Some(over)) => format!("must be more than {over}"),
        (None, None, None) => String::new(),
    };
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

fn print(one: &Verdict) {
    crate::say!("\n{}: {}", one.id, one.rule);
    crate::say!("seed  as it is   changed");
    let figure = |value: Option<f64>| value.map_or_else(|| "-".into(), |value| format!("{value:.3}"));
    for pair in &one.pairs {
        let absent = pair.absent.as_ref().zip(pair.behind.zip(pair.later));
        let absent =
            absent.map(|(who, (behind, later))| format!("  without {who}: {later} of {behind} later or never"));
        let absent = absent.unwrap_or_default();
        let placebo = pair
            .placebo
            .as_ref()
            .map(|other| format!("; without {}: {} and {} later", other.absent, figure(other.measure), other.later));
        let absent = absent + &placebo.unwrap_or_default();
        let mark = if pair.right { "as named" } else { "NOT" };
        crate::say!("{:>4}  {:>8}  {:>8}  {mark}{absent}", pair.seed, figure(pair.as_it_is), figure(pair.changed));
    }
    let chance = one.chance.map(|chance| format!(" (by a coin: {:.1} %)", 100.0 * chance)).unwrap_or_default();
    let verdict = if one.holds { "holds" } else { "DOES NOT HOLD" };
    crate::say!("{} of {} as named, {} needed{chance}: {verdict}", one.right, one.pairs.len(), one.needed);
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
        assert!(right(&down, Some(0.5), Some(0.4)) && !right(&down, Some(0.5), Some(0.6)));
        assert!(right(&up, Some(0.5), Some(0.6)) && !right(&up, Some(0.5), Some(0.5)), "no change goes no way");
        assert!(!right(&down, Some(0.5), None) && !right(&down, None, Some(0.5)), "nothing measured, nothing shown");
        let one = comparison(None, Some(1.0));
        assert!(right(&one, Some(9.0), Some(1.0)) && !right(&one, Some(9.0), Some(2.0)));
        assert!(!right(&one, Some(1.0), Some(1.0)), "it would have come to that anyway");
    }

    #[test]
    fn eight_of_ten_are_needed_and_how_likely_that_is() {
        let pair = |right| Pair {
            seed: 1,
            as_it_is: None,
            changed: None,
            absent: None,
            behind: None,
            later: None,
            placebo: None,
            right,
        };
        let pairs = |right: usize| (0..10).map(|n| pair(n < right)).collect::<Vec<_>>();
        let down = comparison(Some(Direction::Down), None);
        let (eight, seven) = (verdict(&down, &pairs(8)), verdict(&down, &pairs(7)));
        assert_eq!((eight.needed, eight.holds, seven.holds), (8, true, false));
        assert!(eight.chance.is_some_and(|chance| (chance - 56.0 / 1024.0).abs() < 1e-9));
        assert!((sign_test(10, 10) - 1.0 / 1024.0).abs() < 1e-12 && (sign_test(0, 10) - 1.0).abs() < 1e-12);
    }
}
