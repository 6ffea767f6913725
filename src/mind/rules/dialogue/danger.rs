//! News of a danger, a fire or a flood that goes on now: it is answered as such at once, whatever was talked of, and ends
//! the talk. So does the reproach that nobody sees to it.

use super::{outright::small, *};
use crate::language::lexicon::Lexicon;

/// What the line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cry {
    /// It burns, it floods.
    News,
    /// Why does one do nothing about it?
    Reproach,
}

/// What is said to the last line if it cries out that something is in danger.
pub(super) fn danger(q: &Utter, head: &Beliefs, lines: &[Line], dice: &mut Dice) -> Option<UtterAnswer> {
    let last = lines.last().filter(|line| line.0 != head.me.name)?;
    let called = &head.me.name;
    let (cry, thing) = sentences(&last.1).iter().rev().find_map(|one| cry(one, called))?;
    let mut t = Turn::new(head, &q.other.name, lines, &q.own_lines, dice.next());
    let section = if cry == Cry::News { "danger.news" } else { "danger.reproach" };
    let words = phrases::finish(&t.p(section, &[("ob", thing)]), &head.voice);
    (!words.is_empty()).then_some(UtterAnswer { words, end: true })
}

/// Does somebody who is called `called` say of these words that they will go and look?
pub fn cries(words: &str, called: &str) -> bool {
    sentences(words).iter().any(|one| cry(one, called).is_some())
}

/// What a sentence cries, and what the danger is called; `called` is the name of whoever hears it.
fn cry(sentence: &str, called: &str) -> Option<(Cry, &'static str)> {
    let words = called
        .split(' ')
        .fold(small(sentence), |words, name| words.replace(&format!(" {} ", name.to_lowercase()), " "));
    let book: &'static Lexicon = lex();
    let said = |section: &str| book.hit(section, &words).is_some() || book.is("danger.cry", words.trim());
    if book.hit("danger.not", &words).is_some() {
        return None;
    }
    let asks = sentence.ends_with('?') && !book.opens("danger.asked", &words);
    if asks {
        let thing = thing(&words);
        let reproach = book.opens("danger.why", &words) && book.hit("danger.fight", &words).is_some();
        return (reproach && !thing.is_empty()).then_some((Cry::Reproach, thing));
    }
    said("danger.now").then(|| (Cry::News, thing(&words)))
}

/// `fire` or `flood`; empty for any other danger.
fn thing(words: &str) -> &'static str {
    let has = |section: &str| words.split(' ').any(|word| lex().is(section, word));
    match () {
        () if has("danger.fire") => "fire",
        () if has("danger.water") => "flood",
        () => "",
    }
}
