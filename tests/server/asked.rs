//! Questions as a town would ask them, how they are worded here, and a server's settings with short limits.

use std::{path::Path, process::Command, sync::Arc};

use serde_json::{Value, json};
use smallville::mind::{
    Ask, Class, Mind, Phrasing, Prompt, QuestionId, Reasoning,
    client::Response,
    llm::{BreakerSettings, Endpoint, Limits, Retry, Server, Settings},
};

/// Words any question in the same way, short of a form.
pub struct Plain;

impl Phrasing for Plain {
    fn phrase(&self, ask: &Ask) -> Result<Prompt, String> {
        if ask.inputs.contains("unspeakable") {
            return Err("prompts/utterance.md:3: there is no slot `who`".into());
        }
        Ok(Prompt {
            system: "You are a person in a town.".into(),
            user: format!("{}: {}", ask.purpose, ask.inputs),
            class: if ask.purpose == "insights" { Class::Large } else { Class::Small },
            temperature: 0.7,
            max_tokens: 300,
            reasoning: if ask.purpose == "insights" { Reasoning::Low } else { Reasoning::None },
            template: "00112233445566ff".into(),
        })
    }
}

pub fn ask(purpose: &str) -> Ask {
    let inputs = inputs(purpose).to_string();
    let id = QuestionId { agent: 3, count: 0 };
    Ask { id, purpose: purpose.into(), inputs, asked: 0, due: 0, give_up: 0, dice: 1 }
}

/// Two memories, an oven on fire, places 1 to 3: little, and enough for every check.
fn inputs(purpose: &str) -> Value {
    let me = json!({
        "name": "Maria Lopez", "age": 21, "pronouns": "she", "traits": "", "background": "", "lifestyle": "",
        "aim": "", "voice": "", "summary": null, "nature": 1,
    });
    let now = json!({
        "date": "Monday 13 February", "iso": "2023-02-13", "time": "09:00", "place": "Cafe: kitchen",
        "doing": "baking", "until": null,
    });
    let memory = |n: u32, text: &str| json!({ "n": n, "when": "", "text": text, "by": null, "secret": false, "own": false, "importance": 3 });
    let memories = [memory(1, "Klaus Mueller likes tea."), memory(2, "The oven was left on.")];
    let other = json!({ "name": "Klaus Mueller", "pronouns": "he", "relation": "", "doing": "" });
    let known = json!({ "people": [], "places": [] });
    let lines = json!([
        { "who": "Klaus Mueller", "words": "Will you come?" }, { "who": "Maria Lopez", "words": "I will." },
    ]);
    let place = |n: u32| json!({ "n": n, "name": "Cafe", "note": "", "offers": [], "open": null });
    let object =
        |n: u32| json!({ "n": n, "name": "oven", "affordances": [], "state": "", "stock": null, "taken_by": null });
    let offered =
        |n: u32| json!({ "name": "Cafe: kitchen", "here": true, "meant": true, "note": "", "objects": [object(n)] });
    match purpose {
        "utterance" => json!({
            "language": "en", "me": me, "now": now, "talk_began": "08:58", "other": other, "plan": [], "known": known,
            "about": [], "brought_up": [], "weighs": [], "told": [], "own_lines": [], "lines": lines, "topic": null,
            "asked": [], "within_hearing": [], "usual": "", "tomorrow": [], "home": "", "workplace": "",
        }),
        "after_talk" => json!({
            "language": "en", "me": me, "now": now, "talk_began": "08:58", "other": other, "plan": [], "known": known,
            "memories": [], "lines": lines,
        }),
        "importance" => json!({ "language": "en", "me": me, "close": "", "memories": memories }),
        "insights" => {
            json!({ "language": "en", "me": me, "now": now, "known": known, "ask": "Who?", "memories": memories })
        }
        "day_plan" => json!({
            "language": "en", "me": me, "now": now, "date": "Monday 13 February", "usual_wake": "07:00",
            "usual_sleep": "23:00", "work": null, "habits": [],
            "meals": { "breakfast": [], "lunch": [], "dinner": [] }, "places": [place(1), place(2), place(3)],
            "yesterday": "", "memories": [], "appointments": [],
        }),
        "where_and_look" => json!({
            "language": "en", "me": me, "now": now, "places": [offered(1)], "part_of": "",
            "step": { "from": "09:00", "until": "09:15", "what": "bake", "place": "Cafe: kitchen" },
            "then": [],
        }),
        "reaction" => json!({
            "language": "en", "me": me, "now": now, "plan": [], "known": known, "people": [other],
            "places": [offered(11)], "memories": [], "talk": null,
            "noticed": { "text": "the oven is burning", "sort": "object", "subject": "oven", "state": "burning",
                "kind": "burning", "object": 11, "concerns": true, "needs": false },
            "options": [
                { "n": 1, "kind": "carry_on", "with": null, "text": "carry on" },
                { "n": 2, "kind": "act", "with": null, "text": "do something" },
            ],
        }),
        other => panic!("no inputs for {other}"),
    }
}

/// A line of talk that fits.
pub const FITS: &str = r#"{"words":"Good morning.","end":false}"#;

/// One server, everything short.
pub fn settings(url: &str) -> Settings {
    Settings {
        servers: vec![Endpoint { url: url.into(), model: "small".into(), ..Endpoint::default() }],
        limits: Limits { connect_s: 0.5, first_s: 0.6, idle_s: 0.3, whole_s: 2.0, body_bytes: 1 << 20 },
        retry: Retry { times: 3, delay_s: 0.02, max_delay_s: 0.05, asked_s: 0.4 },
        breaker: BreakerSettings { after: 5, look_s: 0.4, glance_s: 0.3 },
        ..Settings::default()
    }
}

pub fn server(settings: &Settings) -> Server {
    Server::with(settings, Arc::new(Plain), &|_| None).unwrap()
}

/// Asks in a runtime of its own.
pub fn block<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// A line of talk, of a server with these settings.
pub fn once(settings: &Settings) -> Response {
    block(server(settings).answer(&ask("utterance")))
}

/// The answer as JSON.
pub fn reply(came: &Response) -> Value {
    serde_json::from_str(&came.outcome.as_ref().unwrap_or_else(|why| panic!("no answer: {why}")).0).unwrap()
}

/// Why there is none.
pub fn why(came: &Response) -> String {
    came.outcome.clone().expect_err("there is an answer").0
}

/// Runs one test that is otherwise ignored alone, with these variables.
pub fn in_a_process_of_its_own(test: &str, variables: &[(&str, &Path)]) {
    let itself = std::env::current_exe().unwrap();
    let mut command = Command::new(itself);
    command.args(["--exact", test, "--ignored"]).envs(variables.iter().copied());
    let ran = command.output().unwrap();
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && out.contains("1 passed"), "{out}");
}
