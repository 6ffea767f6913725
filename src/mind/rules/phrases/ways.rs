//! Habits of speech, read from the sentence on how somebody talks: one laughs, one leaves sentences open, one numbers
//! the points. They touch a line that is made already, now and then, and never what it says.

use super::super::dice::Dice;
use crate::language::{lexicon::lex, text::sentences};

/// Somebody's habits: names out of the word list `ways`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways(Vec<&'static str>);

/// How often a habit shows in a line.
const SHOWS: f32 = 0.3;
/// How often, if it adds a word.
const SHOWS_ADDED: f32 = 0.14;
/// And it is not added again so soon, in lines.
const LATELY: usize = 8;
/// A sentence of so many words may be cried out.
const SHORT: usize = 6;

impl Ways {
    /// The habits that a sentence tells of.
    pub fn of(voice: &str) -> Self {
        let small = voice.to_lowercase();
        let mut ways: Vec<&'static str> = Vec::new();
        for (mark, way) in lex().pairs("ways") {
            if small.contains(mark.as_str()) && !ways.contains(&way.as_str()) {
                ways.push(way);
            }
        }
        Self(ways)
    }

    /// A line as it is said by one with these habits; `name` is what the other is called in it, `asked` whether it
    /// answers a question.
    pub fn touch(&self, line: &str, (name, asked): (&str, bool), recent: &[String], dice: &mut Dice) -> String {
        let mut line = line.to_owned();
        for way in &self.0 {
            let often = if lex().list(way).is_empty() { SHOWS } else { SHOWS_ADDED };
            if dice.unit() >= often || *way == "depends" && !asked {
                continue;
            }
            // nobody adds the same little word to line after line
            let said = |word: &String| recent.iter().rev().take(LATELY).any(|line| line.contains(word.as_str()));
            if !lex().list(way).iter().any(said) {
                line = touched(way, &line, name, dice).unwrap_or(line);
            }
        }
        line
    }
}

/// With that habit showing; nothing where it would not fit.
fn touched(way: &str, line: &str, name: &str, dice: &mut Dice) -> Option<String> {
    let parts = sentences(line);
    let last = parts.last()?;
    let long = last.split(' ').count() > 3;
    match way {
        "trail" => {
            let open = last.ends_with('.') && !last.ends_with("..") && long;
            open.then(|| format!("{}...", line.trim_end_matches('.')))
        }
        "exclaim" => {
            let cried = parts.iter().position(|one| one.ends_with('.') && one.split(' ').count() <= SHORT)?;
            let cry = |(at, one): (usize, &String)| match at == cried {
                true => format!("{}!", one.trim_end_matches('.')),
                false => one.clone(),
            };
            Some(parts.iter().enumerate().map(cry).collect::<Vec<_>>().join(" "))
        }
        "dear" => line.contains(&format!(", {name}")).then(|| line.replacen(&format!(", {name}"), ", my dear", 1)),
        "thanks" => line.contains("Thank you").then(|| line.replacen("Thank you", "Thank you, thank you", 1)),
        "number" => {
            let two = parts.len() == 2 && parts.iter().all(|one| one.ends_with('.') && one.split(' ').count() > 3);
            two.then(|| format!("One: {} Two: {}", parts[0], parts[1]))
        }
        "correct" | "sounds" => {
            let words = dice.pick(lex().list(way))?;
            (parts.len() > 1).then(|| format!("{} {words} {}", parts[0], parts[1..].join(" ")))
        }
        _ => Some(format!("{} {line}", dice.pick(lex().list(way))?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_show_and_leave_the_words() {
        let ways = Ways::of("Loud, laughs a lot, and drops the ends of sentences.");
        assert_eq!(ways.0, ["laugh", "trail", "exclaim"]);
        let line = "Good. I am going to the pier tomorrow.";
        let mut dice = Dice::new(3);
        let lines: Vec<String> = (0..40).map(|_| ways.touch(line, ("Ann", false), &[], &mut dice)).collect();
        assert!(lines.iter().any(|said| said != line) && lines.iter().all(|said| said.contains("going to the pier")));
        assert_eq!(Ways::of("").touch(line, ("Ann", false), &[], &mut dice), line);
    }
}
