//! A sentence that gave no frame, put into the third person, so that it can be kept as it is.

use crate::{
    language::text::{Tokens, join, tokens},
    mind::rules::{beliefs::Beliefs, frame::strip_leadins},
};

/// "my mother was a baker" becomes "X's mother was a baker".
pub fn relay(h: &Beliefs, by: &str, to: &str, sentence: &str) -> String {
    let mut tokens = h.names.merge(&tokens(sentence));
    strip_leadins(&mut tokens);
    let mut out = Tokens::with_capacity(tokens.len());
    for word in tokens {
        let owner = |name: &str| [name.to_owned(), "'s".to_owned()];
        match word.to_lowercase().as_str() {
            "i" | "me" | "myself" => out.push(by.to_owned()),
            "my" | "mine" => out.extend(owner(by)),
            "am" => out.push("is".to_owned()),
            "you" | "yourself" => out.push(to.to_owned()),
            "your" | "yours" => out.extend(owner(to)),
            _ => out.push(word),
        }
    }
    join(&out)
}
