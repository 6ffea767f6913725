//! What one is told to tell others: "tell everybody that the mill is closed".

use super::{Inward, Turn, deed, lex};
use crate::mind::builtin::tongue::text::is_cap;

impl Turn<'_> {
    /// Who makes up their mind to tell others that something is so takes it for so, and knows it from then on. A time in
    /// it says when that is, and not when it is told. `None`: nothing is to be told.
    pub(super) fn to_be_told(&self, tokens: &[String]) -> Option<Inward> {
        let at = tokens.iter().position(|word| word.eq_ignore_ascii_case("that"))?;
        let (first, rest) = (&tokens[..at], tokens.get(at + 1..).filter(|rest| rest.len() > 1)?);
        let (not, what) = deed(first, self.ear.name)?;
        if not || !lex().is("passes.on", what.first()?) {
            return None;
        }
        let means = self.sentence(first.to_vec());
        let news = self.sentence(rest.to_vec());
        if means.text.is_empty() || news.text.is_empty() {
            return None;
        }
        let named = rest.first().is_some_and(|word| is_cap(word)) || news.text.starts_with(self.ear.name);
        let said = if named { news.text.clone() } else { lower(&news.text) };
        Some(Inward {
            text: format!("{} that {said}", means.text),
            deed: None,
            meant: true,
            news: vec![news.text + "."],
        })
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
