//! `smallville interview F.town --agent NAME`: questions to somebody of a save, as it stands at its end. The save stays as
//! it is.

use std::{
    io::{BufRead, IsTerminal},
    path::PathBuf,
};

use super::lines::{aside, opened};
use crate::{
    agent::{resolve, voices},
    command::{Inquiry, clean},
    data::Data,
    town::{MindOptions, Options, TownError},
};

/// What is asked.
pub struct Interview {
    /// The save.
    pub save: PathBuf,
    /// Who is asked: a name, or a part of it.
    pub agent: String,
    /// Who asks.
    pub role: Option<String>,
    /// What; none: lines from stdin.
    pub question: Option<String>,
    /// Who answers.
    pub asked: MindOptions,
}

/// Asks, and prints what is answered.
///
/// # Errors
/// The save cannot be opened, nobody is called so, or there is no question.
pub fn hold(interview: &Interview, data: &Data) -> Result<(), TownError> {
    let options = Options {
        load: Some(interview.save.clone()),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        asked: interview.asked.clone(),
        ..Options::default()
    };
    let mut app = opened(&options, data)?;
    let one = resolve::person(app.world(), &interview.agent)?;
    let mut ask = |question: &str| {
        let mut inquiry = Inquiry::new(&one.name, clean(question)?);
        inquiry.role = interview.role.clone().unwrap_or(inquiry.role);
        let ask = voices::traceless(app.world(), &inquiry)?;
        aside(app.world_mut(), &ask).map_err(TownError::Message)
    };
    if let Some(question) = &interview.question {
        crate::say!("{}", ask(question)?);
        return Ok(());
    }
    let prompt = std::io::stdin().is_terminal();
    loop {
        if prompt {
            crate::terminal::print(&format!("{}> ", one.name));
        }
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => return Ok(()),
            Ok(_) if line.trim().is_empty() => {}
            Ok(_) => match ask(&line) {
                Ok(words) => crate::say!("{words}"),
                Err(trouble) => crate::complain!("{trouble}"),
            },
        }
    }
}
