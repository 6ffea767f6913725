//! All measures of one town in one object, whose keys are a contract. `smallville evaluate F.town` replays a save and
//! then interviews everybody.

use std::{collections::BTreeMap, fmt, path::Path};

use jiff::civil;
use serde::Serialize;

use super::{
    asking::{self, Answers, Folk, Interviewer, Network},
    events::{self, Helpers, Lines, Outcome, Records, outcome},
    news::{self, How, Spread},
    watch::{self, Stagnation, Watched},
};
use crate::{
    agent::prelude::*,
    chronicle::Chronicle,
    cli::Evaluate,
    data::Data,
    headless,
    journal::{Journal, Tally},
    mind::{Choice, rules},
    town::{TownError, TownInfo},
};

/// What is measured of one town.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// The scenario's id.
    pub scenario: String,
    /// The seed.
    pub seed: u64,
    /// How many people.
    pub agents: u32,
    /// Game hours lived.
    pub hours: f64,
    /// How far each piece of news has come.
    pub news: Vec<Spread>,
    /// Density of the mutual network at the start.
    pub density_start: f64,
    /// And in the end.
    pub density_end: f64,
    /// Asking each about each, in the end.
    pub acquaintance: Network,
    /// What came of each event.
    pub events: Vec<Outcome>,
    /// Requests and invitations, and how many were refused.
    pub refusals: Refusals,
    /// Stays in a sector that the person did not know, live, work in or know of from others.
    pub odd_places: u32,
    /// Who, where and when.
    pub odd: Vec<(String, String, String)>,
    /// What was said.
    #[serde(flatten)]
    pub lines: Lines,
    /// For how many others one feels something, liking or dislike, on average.
    pub feelings: f64,
    /// Does the town keep going?
    pub still: Stagnation,
    /// Answers by kind of question.
    pub calls_by_question: BTreeMap<String, u64>,
    /// Answers for each person and day.
    pub calls_per_agent_day: f64,
    /// Tokens for each person and day.
    pub tokens_per_agent_day: f64,
    /// Everybody's number and name, for pictures.
    #[serde(skip)]
    pub people: Vec<(u32, String)>,
    /// The town's time.
    #[serde(skip)]
    pub calendar: Calendar,
    /// When events are: which news, from, until.
    #[serde(skip)]
    pub spans: Vec<(String, civil::DateTime, civil::DateTime)>,
    /// The network at the start, for pictures.
    #[serde(skip)]
    pub network_start: Network,
}

/// Requests and invitations.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Refusals {
    /// To which somebody said yes or no.
    pub asked: u32,
    /// To which they said no.
    pub refused: u32,
}

/// Runs the command.
///
/// # Errors
/// Why the save cannot be measured.
pub fn command(args: &Evaluate, data: &Data) -> Result<bool, TownError> {
    if args.mind != Choice::Builtin {
        let why = "a cassette has no answers to an interview; only --mind builtin can be asked here";
        return Err(why.to_owned().into());
    }
    super::pictures::may_be_written(args.out.as_deref())?;
    let evaluation = of_save(&args.save, data, &rules::answer, headless::cores())?;
    if let Some(folder) = &args.out {
        super::pictures::write(&evaluation, folder)?;
    }
    headless::print(args.json, &evaluation, || evaluation.to_string())?;
    Ok(true)
}

/// Lives a save again from its journal, and measures it.
///
/// # Errors
/// Why the save cannot be lived again.
pub fn of_save(save: &Path, data: &Data, answers: Answers, threads: usize) -> Result<Evaluation, TownError> {
    let (mut app, end) = headless::recorded(save, threads, data)?;
    lived(&mut app, end, answers, threads, &headless::live)
}

/// Lives a town up to a tick.
pub type Live<'a> = &'a dyn Fn(&mut App, u64) -> Result<(), TownError>;

/// Lives a town that stands at its beginning up to tick `end`, and measures it.
///
/// # Errors
/// Why the town cannot go on.
pub fn lived(app: &mut App, end: u64, answers: Answers, threads: usize, live: Live) -> Result<Evaluation, TownError> {
    watch::plugin(app);
    let before = before(app.world(), answers, threads);
    live(app, end)?;
    Ok(evaluate(app.world(), before, answers, threads))
}

/// Asks everybody before the town begins: how many know each piece of news, and who knows whom.
fn before(world: &World, answers: Answers, threads: usize) -> (Vec<u32>, Network) {
    let folk = Folk::of(world);
    let asker = Interviewer { folk: &folk, answers, threads };
    // Only what is in a stream counts here; inventions are looked for at the end.
    let knows = |news| {
        let holds = |who: &usize| news::evidence(news, &folk.people[*who]).is_some();
        let holders: Vec<usize> = (0..folk.people.len()).filter(holds).collect();
        news::answers(&asker, news, &holders).into_iter().filter(|answer| answer.claims).count() as u32
    };
    (world.resource::<TownInfo>().news.iter().map(knows).collect(), asking::ties(&asker))
}

/// Measures a town that was watched from its beginning.
fn evaluate(
    world: &World,
    (informed, network_start): (Vec<u32>, Network),
    answers: Answers,
    threads: usize,
) -> Evaluation {
    let folk = Folk::of(world);
    let asker = Interviewer { folk: &folk, answers, threads };
    let (played, tally) = (world.resource::<TownInfo>(), world.resource::<Tally>());
    let (chronicle, watched, map) =
        (world.resource::<Chronicle>(), world.resource::<Watched>(), world.resource::<TownMap>());
    let (talks, kept) = (events::talks(world), events::kept(chronicle));
    let words = &kept.words;
    let follow = |(news, start): (_, &u32)| news::follow(news, &asker, *start, &talks);
    let spreads: Vec<Spread> = played.news.iter().zip(&informed).map(follow).collect();
    let records = Records { folk: &folk, watched, chronicle, talks: &talks, words, map };
    let spread = played.news.iter().zip(&spreads).enumerate();
    let events =
        spread.filter_map(|(n, (news, spread))| Some(outcome(news, news.event.as_ref()?, n, spread, &records)));
    let network = asking::network(&asker);
    let calendar = folk.calendar;
    let hours = calendar.hours(folk.now);
    let agents = folk.people.len();
    let agent_days = agents.max(1) as f64 * hours.max(0.01) / 24.0;
    let when = |minute| calendar.date_time(calendar.tick(minute)).strftime("%Y-%m-%d %H:%M").to_string();
    let calls: u64 = tally.by_question.values().map(|share| share.answers).sum();
    // As the journal has them: a save that lives again asks nobody.
    let usage =
        world.resource::<Journal>().answers.values().map(|entry| entry.usage.tokens_in + entry.usage.tokens_out);
    let tokens: u64 = usage.sum();
    let relations = world.resource::<Roster>().0.values().filter_map(|one| world.get::<Relations>(*one));
    let feelings = relations.flat_map(|one| one.0.values()).filter(|other| !other.feeling.is_empty()).count();
    let spans = played.news.iter().filter_map(|news| Some((news.id.clone(), news.event.as_ref()?)));
    Evaluation {
        scenario: played.meta.scenario.clone(),
        seed: played.meta.seed,
        agents: agents as u32,
        hours: (hours * 100.0).round() / 100.0,
        density_start: network_start.density,
        density_end: network.density,
        acquaintance: network,
        events: events.collect(),
        news: spreads,
        refusals: Refusals {
            asked: words.len() as u32,
            refused: words.iter().filter(|word| word.is_refusal).count() as u32,
        },
        odd_places: watched.odd.len() as u32,
        odd: watched.odd.iter().map(|(who, place, minute)| (who.clone(), place.clone(), when(*minute))).collect(),
        lines: events::count(&talks, &kept, calendar),
        feelings: feelings as f64 / agents.max(1) as f64,
        still: watched.stagnation.clone(),
        calls_by_question: tally.answers_by_question(),
        calls_per_agent_day: calls as f64 / agent_days,
        tokens_per_agent_day: tokens as f64 / agent_days,
        people: folk.people.iter().map(|one| (one.id.0, one.name.clone())).collect(),
        calendar,
        spans: spans.map(|(id, event)| (id, event.from, event.until)).collect(),
        network_start,
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self;
        let percent = |part: u32| 100.0 * f64::from(part) / f64::from(all.agents.max(1));
        writeln!(out, "{}, seed {}: {} people, {} hours", all.scenario, all.seed, all.agents, all.hours)?;
        writeln!(out, "\nnews            at start     at end        claims  invented  silent  untraced")?;
        for news in &all.news {
            let (start, end) = (percent(news.informed_start), percent(news.informed_end));
            let Spread { id, informed_start: from, informed_end: to, claims, invented, .. } = news;
            let (silent, untraced) = (news.silent.len(), news.untraced.len());
            write!(out, "{id:<14} {from:>3} ({start:>3.0}%)  {to:>3} ({end:>3.0}%)  ")?;
            writeln!(out, "{claims:>10}  {invented:>8}  {silent:>6}  {untraced:>8}")?;
        }
        for news in &all.news {
            let lists = [("invented", &news.inventors), ("silent", &news.silent)];
            for (what, one) in lists.into_iter().flat_map(|(what, all)| all.iter().map(move |one| (what, one))) {
                writeln!(out, "  {} {what} by {}: {:?} -> {:?}", news.id, one.agent, one.question, one.words)?;
            }
        }
        writeln!(out, "\nacquaintance    density {:.3} -> {:.3}", all.density_start, all.density_end)?;
        let Network { answers, invented, by_sight, .. } = &all.acquaintance;
        writeln!(out, "                {answers} answers, {invented} invented, {by_sight} by sight alone")?;
        for event in &all.events {
            let (invited, agreed) = (event.invited.len(), event.agreed.len());
            let over = if event.over { "" } else { "; not over yet" };
            writeln!(out, "\nevent {}: {invited} invited, {agreed} agreed{over}", event.id)?;
            writeln!(out, "  came          {}: {}", event.attended.len(), event.attended.join(", "))?;
            if !event.by_chance.is_empty() {
                writeln!(out, "  by chance     {}: {}", event.by_chance.len(), event.by_chance.join(", "))?;
            }
            let Helpers { asked, agreed, came, who } = &event.helpers;
            writeln!(out, "  helpers       {asked} asked, {agreed} agreed, {came} came: {}", who.join(", "))?;
            for absent in &event.absent {
                let reason = serde_json::to_value(absent.reason).unwrap_or_default();
                let reason = reason.as_str().unwrap_or_default();
                writeln!(out, "  stayed away   {}: {reason} ({})", absent.agent, absent.instead)?;
            }
        }
        writeln!(out, "\nrefusals        {} of {}", all.refusals.refused, all.refusals.asked)?;
        writeln!(out, "odd places      {}", all.odd_places)?;
        for (who, place, when) in &all.odd {
            writeln!(out, "                {who} in {place}, {when}")?;
        }
        let Lines { talks, lines, repeated_lines, longest_talk, heard_in_a_talk, talks_by_day } = &all.lines;
        let repeated = 100.0 * repeated_lines;
        writeln!(
            out,
            "talk            {talks} talks, {lines} lines, {repeated:.2}% repeated, the longest {longest_talk} lines"
        )?;
        writeln!(out, "                {heard_in_a_talk:.2} facts heard in a talk; by day {talks_by_day:?}")?;
        writeln!(out, "feelings        for {:.1} others on average", all.feelings)?;
        let still = &all.still;
        writeln!(out, "longest idle    {} min: {}", still.idle_minutes, still.idle)?;
        writeln!(out, "errands again   {} in a day: {}", still.errands_again, still.errands)?;
        writeln!(out, "longest crowd   {} min in a day: {}", still.crowd_minutes, still.crowd)?;
        writeln!(out, "questions       {:.1} for each person and day", all.calls_per_agent_day)?;
        for (question, count) in &all.calls_by_question {
            writeln!(out, "                {count:>6}  {question}")?;
        }
        for news in &all.news {
            writeln!(out, "\nthe way of {}", news.id)?;
            for one in &news.path {
                let hours = all.calendar.hours(one.tick);
                let from = if one.from.is_empty() { "?" } else { &one.from };
                let how = if one.how == How::Talk { "told" } else { "seen" };
                let words: String = one.words.chars().take(110).collect();
                writeln!(out, "  {hours:>5.1} h  {from} -> {} ({how}): {words}", one.to)?;
            }
        }
        Ok(())
    }
}
