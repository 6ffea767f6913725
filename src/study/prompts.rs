//! `smallville prompts --agent NAME`: what a language model would be asked, in words.

use std::{
    process::ExitCode,
    sync::{Mutex, PoisonError},
};

use bevy::prelude::*;
use serde_json::{Value, json};

use super::{
    asked::{self, Asked},
    asking::Interviewer,
    people::Folk,
};
use crate::{
    agent::resolve::person,
    cli::{self, failed},
    clock::{AgentId, Calendar, Now},
    data::Data,
    exchange::Thinking,
    headless,
    mind::{
        Ask, MindError, Phrasing, Prompt,
        question::{kind_of, kinds},
    },
    prompt::{Prompts, list},
    town::{Options, TownError, TownInfo},
};

/// What a stranger asks, so that an interview can be shown too.
const STRANGER: &str = "What have you been doing lately, and what is on your mind?";

/// Runs the command.
pub fn command(args: &cli::Prompts, data: &Data) -> ExitCode {
    match shown(args, data) {
        Ok(text) => {
            crate::terminal::print(&text);
            ExitCode::SUCCESS
        }
        Err(trouble) => failed(trouble),
    }
}

fn shown(args: &cli::Prompts, data: &Data) -> Result<String, TownError> {
    if let Some(purpose) = args.question.as_ref().filter(|purpose| kind_of(purpose).is_none()) {
        let all = kinds().map(|kind| kind.purpose).collect::<Vec<_>>().join(", ");
        return Err(TownError::Message(format!("{purpose:?} is no question; there are {all}")));
    }
    let prompts = Prompts::open(data).map_err(|faults| TownError::Message(list(&faults)))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options {
        scenario: args.scenario.clone().unwrap_or_default(),
        seed: args.seed,
        load: args.load.clone(),
        threads,
        experiment: args.change.experiment(),
        ..Options::default()
    };
    let mut app = headless::app(&options, data)?;
    let who = person(app.world(), &args.agent)?.id;
    app.insert_resource(Asked::of(who, prompts));
    asked::plugin(&mut app);
    let (calendar, begins) = (*app.world().resource::<Calendar>(), app.world().resource::<TownInfo>().begins);
    let end = match args.hours {
        Some(hours) => headless::ticks(hours, &calendar)?,
        None if begins > 0 => begins,
        None => headless::ticks(6.0, &calendar)?,
    };
    headless::live(&mut app, end)?;
    interview(app.world_mut(), who);
    let world = app.world_mut();
    let mut thinkers = world.query::<(&AgentId, &Thinking)>();
    let open: Vec<Ask> =
        thinkers.iter(world).filter(|(id, _)| **id == who).flat_map(|(_, one)| one.open().cloned()).collect();
    let asked = world.resource::<Asked>();
    if let Some(fault) = &asked.fault {
        return Err(TownError::Message(fault.clone()));
    }
    let mut all = Vec::new();
    for kind in kinds().filter(|kind| args.question.as_deref().is_none_or(|purpose| purpose == kind.purpose)) {
        let Some(ask) = asked.last.get(kind.purpose) else { continue };
        let prompt = asked.prompts().phrase(ask)?;
        all.push((ask, open.iter().any(|open| open.id == ask.id), prompt));
    }
    let at = calendar.date_time(world.resource::<Now>().0);
    Ok(if args.json {
        let prompts: Vec<Value> =
            all.iter().map(|(ask, open, prompt)| as_json(ask, *open, prompt, &calendar)).collect();
        let tokens = json!({ "agent": args.agent, "at": at.to_string(), "prompts": prompts, "tokens": sizes(asked) });
        format!("{tokens}\n")
    } else {
        let mut text: String = all.iter().map(|(ask, open, prompt)| as_text(ask, *open, prompt, &calendar)).collect();
        if all.is_empty() {
            text = format!("{} has not been asked this up to {at}\n", args.agent);
        }
        text + "\n" + &table(asked)
    })
}

/// Notes what a stranger's question would be, without asking it.
fn interview(world: &mut World, who: AgentId) {
    let folk = Folk::of(world);
    let Some(place) = folk.people.iter().position(|one| one.id == who) else { return };
    let caught: Mutex<Option<Ask>> = Mutex::new(None);
    let catch = |ask: &Ask| {
        *caught.lock().unwrap_or_else(PoisonError::into_inner) = Some(ask.clone());
        Err(MindError("nobody is asked".into()))
    };
    Interviewer { folk: &folk, answers: &catch, threads: 1 }.ask(place, STRANGER);
    if let Some(ask) = caught.into_inner().unwrap_or_else(PoisonError::into_inner) {
        world.resource_mut::<Asked>().note(&ask);
    }
}

fn as_text(ask: &Ask, open: bool, prompt: &Prompt, calendar: &Calendar) -> String {
    let state = if open { "open" } else { "answered" };
    let Prompt { class, temperature, max_tokens, template, .. } = prompt;
    let class = format!("{class:?}").to_lowercase();
    format!(
        "######## {} · asked {} · {state} · {} tokens · {class} model, temperature {temperature}, at most {max_tokens} tokens · {template}\n\
         ---- system\n{}\n---- user\n{}\n\n",
        ask.purpose,
        calendar.date_time(ask.asked),
        prompt.tokens(),
        prompt.system,
        prompt.user,
    )
}

fn as_json(ask: &Ask, open: bool, prompt: &Prompt, calendar: &Calendar) -> Value {
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
    let one = |(purpose, sizes): (&String, &asked::Sizes)| {
        let mean = |tokens: u64| (tokens as f64 / sizes.asked.max(1) as f64).round() as u64;
        let (whole, new) = (mean(sizes.tokens), mean(sizes.new));
        let sizes = json!({ "asked": sizes.asked, "mean": whole, "new": new, "most": sizes.most, "over": sizes.over });
        (purpose.clone(), sizes)
    };
    Value::Object(asked.sizes.iter().map(one).collect())
}

fn table(asked: &Asked) -> String {
    let heads = ["everybody's", "asked", "tokens", "of them new", "longest", "too long"];
    let mut text =
        format!("{:>16} {:>9} {:>9} {:>12} {:>9} {:>9}\n", heads[0], heads[1], heads[2], heads[3], heads[4], heads[5]);
    let mut all = asked::Sizes::default();
    let mut line = |name: &str, sizes: &asked::Sizes, of: u64| {
        let asked::Sizes { asked, tokens, new, most, over } = *sizes;
        text += &format!("{name:>16} {asked:>9} {:>9} {:>12} {most:>9} {over:>9}\n", tokens / of, new / of);
    };
    for (purpose, sizes) in &asked.sizes {
        line(purpose, sizes, sizes.asked.max(1));
        all.asked += sizes.asked;
        all.tokens += sizes.tokens;
        all.new += sizes.new;
        all.most = all.most.max(sizes.most);
        all.over += sizes.over;
    }
    line("together", &all, 1);
    text + "A token is 4 bytes; new is what no beginning of one of the 64 prompts before has. Above means, below the sum.\n"
}
