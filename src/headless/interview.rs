//! `smallville interview F.town --agent NAME`: questions to somebody of a save, as it stands at its end. The save stays as
//! it is.

use super::{
    cores,
    lines::{aside, opened, read_lines},
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
    read_lines(&format!("{}> ", one.name), |line| {
        if !line.trim().is_empty() {
            match ask(line) {
                Ok(words) => crate::say!("{words}"),
                Err(trouble) => crate::complain!("{trouble}"),
            }
        }
        Ok(true)
    })?;
    Ok(true)
}
