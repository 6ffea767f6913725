//! A bare question after what one has just said: "Why?", "Who told you that?", "Really?". It is answered from the line it
//! follows and from what one remembers of that, or plainly not.

mod behind;
mod reply;

use super::{asked::bare, beliefs::Beliefs, dialogue_act::Line, dice::Dice};

/// The answer to the last line if that is a bare question to what was said before; `None`: it is not.
pub fn follow_up(head: &Beliefs, other: &str, lines: &[Line], dice: &mut Dice) -> Option<String> {
    let me = head.me.name.as_str();
    let (last, before) = lines.split_last().filter(|(last, _)| last.who != me)?;
    let names: Vec<String> = me.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let point = bare(&last.words, &names)?;
    // Who has said nothing yet is not asked about it.
    before.iter().any(|line| line.who == me).then(|| reply::reply(head, other, before, point, dice))
}
