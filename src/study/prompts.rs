//! `smallville prompts --agent NAME`: what a language model would be asked, in words, while a town lives or lives again
//! from its journal: the last question of each kind of one person, and how many tokens the prompts of everybody have.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    agent::{prelude::*, resolve::person, voices},
    cli,
    command::Inquiry,
    data::Data,
    exchange::Provenance,
    headless,
    journal::Journal,
    mind::{
        Ask, Phrasing, Prompt,
        llm::PrefixCache,
        question::{kind_of, kinds},
    },
    prompt::{Prompts, list},
    town::{self, Options, TownError, TownInfo},
};

/// Prompts of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sizes {
    /// How many questions.
    asked: u64,
    /// Their tokens together, one for 4 bytes.
    tokens: u64,
    /// Of these, those behind the longest beginning shared with one of the last 64 prompts of anybody.
    new: u64,
    /// Those of the longest.
    most: u64,
    /// How many were longer than their bound.
    over: u64,
}

/// What has been asked so far.
struct Asked {
    /// Whose questions are kept.
    who: AgentId,
    /// How questions are put into words.
    prompts: Prompts,
    /// What a server has read before.
    sent: PrefixCache,
    /// The last question of each kind, by purpose.
    last: BTreeMap<String, Ask>,
    /// Of everybody, by purpose.
    sizes: BTreeMap<String, Sizes>,
    /// Of everybody: the first prompt that could not be made.
    fault: Option<String>,
}

impl Asked {
    /// Notes one question.
    fn note(&mut self, ask: &Ask) {
        match self.prompts.phrase(ask) {
            Ok(prompt) => {
                let sizes = self.sizes.entry(ask.purpose.clone()).or_default();
                let tokens = prompt.tokens();
                sizes.asked += 1;
                sizes.tokens += tokens;
                let text = prompt.system + "\n" + &prompt.user;
                sizes.new += self.sent.new_bytes(text.into_bytes()).div_ceil(4) as u64;
                sizes.most = sizes.most.max(tokens);
                let bound = self.prompts.front_matter(&ask.purpose).map_or(u64::MAX, |front| front.bound.into());
                sizes.over += u64::from(tokens > bound);
            }
            Err(why) => self.fault = self.fault.take().or(Some(why)),
        }
        if ask.id.agent == self.who.0 {
            self.last.insert(ask.purpose.clone(), ask.clone());
        }
    }
}

/// Notes all questions of a town, in the order in which they were asked: the answered ones, then those that are open.
fn note_all(world: &World, asked: &mut Asked) {
    let (journal, provenance) = (world.resource::<Journal>(), world.resource::<Provenance>());
    let mut answered: Vec<_> = journal.answers.iter().map(|((_, id), entry)| (entry.asked, *id)).collect();
    answered.sort_unstable();
    let answered = answered.into_iter().filter_map(|(_, id)| Some(provenance.get(id)?.ask));
    let minds = world.resource::<Roster>().0.values().filter_map(|one| world.get::<Thinking>(*one));
    let open = minds.flat_map(|one| one.open().cloned());
    // What is no question in words has no prompt.
    let in_words = answered.chain(open).filter(|ask| kind_of(&ask.purpose).is_some());
    in_words.for_each(|ask| asked.note(&ask));
}

/// What a stranger asks, so that an interview can be shown too.
const STRANGER: &str = "What have you been doing lately, and what is on your mind?";

/// Somebody's question, whether it is still open, and its words.
type Shown<'a> = (&'a Ask, bool, Prompt);

/// Runs the command.
///
/// # Errors
/// Why nothing can be shown.
pub fn command(args: &cli::Prompts, data: &Data) -> Result<bool, TownError> {
    if let Some(purpose) = args.question.as_ref().filter(|purpose| kind_of(purpose).is_none()) {
        let all = kinds().map(|kind| kind.purpose).collect::<Vec<_>>().join(", ");
        return Err(format!("{purpose:?} is no question; there are {all}").into());
    }
    let prompts = Prompts::open(data).map_err(|faults| list(&faults))?;
    let options = Options {
        scenario: args.scenario.clone().unwrap_or_default(),
        seed: args.seed,
        load: args.load.clone(),
        threads: headless::cores(),
        experiment: args.change.experiment(),
        ..Options::default()
    };
    let mut app = headless::app(&options, data)?;
    let who = person(app.world(), &args.agent)?.id;
    app.insert_resource(town::asked_before(args.load.as_deref(), Provenance::with_room(usize::MAX)));
    let (calendar, begins) = (*app.world().resource::<Calendar>(), app.world().resource::<TownInfo>().begins);
    let end = match args.hours {
        None if begins > 0 => begins,
        hours => headless::ticks(hours.unwrap_or(6.0), &calendar)?,
    };
    if end < begins {
        let stands = calendar.date_time(begins);
        return Err(format!("the save is lived up to {stands}: fork it at an earlier moment to look at that").into());
    }
    headless::live(&mut app, end)?;
    let world = app.world();
    let (sent, last) = (PrefixCache::default(), BTreeMap::new());
    let mut asked = Asked { who, prompts, sent, last, sizes: BTreeMap::new(), fault: None };
    note_all(world, &mut asked);
    asked.note(&voices::traceless(world, &Inquiry::new(&args.agent, STRANGER))?);
    if let Some(fault) = &asked.fault {
        return Err(fault.clone().into());
    }
    let thinking = world.resource::<Roster>().0.get(&who).and_then(|one| world.get::<Thinking>(*one));
    let is_open = |ask: &Ask| thinking.is_some_and(|thinking| thinking.open().any(|open| open.id == ask.id));
    let wanted = kinds().filter(|kind| args.question.as_deref().is_none_or(|purpose| purpose == kind.purpose));
    let shown = wanted.filter_map(|kind| asked.last.get(kind.purpose));
    let shown = shown.map(|ask| Ok((ask, is_open(ask), asked.prompts.phrase(ask)?)));
    let shown: Vec<Shown> = shown.collect::<Result<_, String>>()?;
    let at = calendar.date_time(world.resource::<Now>().0);
    let prompts: Vec<Value> = shown.iter().map(|one| as_json(one, &calendar)).collect();
    let all = json!({ "agent": args.agent, "at": at.to_string(), "prompts": prompts, "tokens": sizes(&asked) });
    headless::print(args.json, &all, || {
        let none = format!("{} has not been asked this up to {at}\n", args.agent);
        let text: String = shown.iter().map(|one| as_text(one, &calendar)).collect();
        format!("{}\n{}", if shown.is_empty() { none } else { text }, table(&asked))
    })?;
    Ok(true)
}

fn as_text((ask, open, prompt): &Shown, calendar: &Calendar) -> String {
    let (purpose, asked, tokens) = (&ask.purpose, calendar.date_time(ask.asked), prompt.tokens());
    let state = if *open { "open" } else { "answered" };
    let Prompt { class, temperature, max_tokens, template, system, user, .. } = prompt;
    let class = format!("{class:?}").to_lowercase();
    format!(
        "######## {purpose} · asked {asked} · {state} · {tokens} tokens · {class} model, temperature {temperature}, \
         at most {max_tokens} tokens · {template}\n---- system\n{system}\n---- user\n{user}\n\n",
    )
}

fn as_json((ask, open, prompt): &Shown, calendar: &Calendar) -> Value {
    json!({
        "question": ask.purpose,
        "asked": calendar.date_time(ask.asked).to_string(),
        "open": open,
        "system": prompt.system,
        "user": prompt.user,
        "class": prompt.class,
        "temperature": prompt.temperature,
        "max_tokens": prompt.max_tokens,
        "reasoning": prompt.reasoning,
        "template": prompt.template,
        "tokens": prompt.tokens(),
        "ask": ask,
    })
}

/// Everybody's prompts so far, by question.
fn sizes(asked: &Asked) -> Value {
    let one = |(purpose, sizes): (&String, &Sizes)| {
        let mean = |tokens: u64| (tokens as f64 / sizes.asked.max(1) as f64).round() as u64;
        let (whole, new) = (mean(sizes.tokens), mean(sizes.new));
        let sizes = json!({ "asked": sizes.asked, "mean": whole, "new": new, "most": sizes.most, "over": sizes.over });
        (purpose.clone(), sizes)
    };
    Value::Object(asked.sizes.iter().map(one).collect())
}

fn table(asked: &Asked) -> String {
    let mut text = "     everybody's     asked    tokens  of them new   longest  too long\n".to_owned();
    let mut all = Sizes::default();
    let mut line = |name: &str, Sizes { asked, tokens, new, most, over }: Sizes, of: u64| {
        text += &format!("{name:>16} {asked:>9} {:>9} {:>12} {most:>9} {over:>9}\n", tokens / of, new / of);
    };
    for (purpose, sizes) in &asked.sizes {
        line(purpose, *sizes, sizes.asked.max(1));
        all.asked += sizes.asked;
        all.tokens += sizes.tokens;
        all.new += sizes.new;
        all.most = all.most.max(sizes.most);
        all.over += sizes.over;
    }
    line("together", all, 1);
    text + "A token is 4 bytes; new is what no beginning of one of the 64 prompts before has. Above means, below the sum.\n"
}
