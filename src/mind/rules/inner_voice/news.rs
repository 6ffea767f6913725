//! What one is told to tell others: "tell everybody that the mill is closed".

use super::{Inward, Turn, deed, join, lex};
use crate::language::text::is_cap;

impl Turn<'_> {
    /// Who makes up their mind to tell others that something is so takes it for so, and knows it from then on. A time in
    /// it says when that is, and not when it is told. `None`: nothing is to be told.
    pub(super) fn to_be_told(&self, tokens: &[String]) -> Option<Inward> {
        let at = tokens.iter().position(|word| word.eq_ignore_ascii_case("that"))?;
        let (first, rest) = (&tokens[..at], tokens.get(at + 1..).filter(|rest| rest.len() > 1)?);
        let plain = || first.first().map(|_| (false, first.to_vec()));
        let (not, what) = deed(first, self.ear.name).or_else(plain)?;
        if not || !lex().is("passes.on", &what.first()?.to_lowercase()) {
            return None;
        }
        let what = join(&self.turned(what, true));
        let means = format!("{} has decided to {}", self.ear.name, lower(&what));
        let news = self.sentence(rest.to_vec());
        if news.text.is_empty() {
            return None;
        }
        let named = rest.first().is_some_and(|word| is_cap(word)) || news.text.starts_with(self.ear.name);
        let said = if named { news.text.clone() } else { lower(&news.text) };
        Some(Inward { text: format!("{means} that {said}"), deed: None, meant: true, news: vec![news.text + "."] })
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
