//! `smallville interview F.town --agent NAME`: questions to somebody of a save, as it stands at its end. The save stays as
//! it is.

use std::io::{BufRead, IsTerminal};

use super::{
    cores,
    lines::{aside, opened},
};
use crate::{
    agent::{resolve, voices},
    cli::Interview,
    command::{Inquiry, clean},
    data::Data,
    town::{Options, TownError},
};

/// Asks, and prints what is answered.
///
/// # Errors
/// The save cannot be opened, nobody is called so, or there is no question.
pub fn command(interview: &Interview, data: &Data) -> Result<bool, TownError> {
    let asked = interview.asking.asked();
    if let Ok(wanted) = asked.wanted() {
        wanted.tell_settings();
    }
    let options = Options { load: Some(interview.save.clone()), threads: cores(), asked, ..Options::default() };
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
        return Ok(true);
    }
    let prompt = std::io::stdin().is_terminal();
    loop {
        if prompt {
            crate::terminal::print(&format!("{}> ", one.name));
        }
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => return Ok(true),
            Ok(_) if line.trim().is_empty() => {}
            Ok(_) => match ask(&line) {
                Ok(words) => crate::say!("{words}"),
                Err(trouble) => crate::complain!("{trouble}"),
            },
        }
    }
}
