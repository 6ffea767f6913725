//! A text as words and marks, and back.

use std::rc::Rc;

use super::super::{cache::Cache, lexicon::lex, script::is_unspaced};

/// Words and marks.
pub type Tokens = Vec<String>;

thread_local! {
    /// The same memories are read again for every question.
    static SPLIT: Cache<String, Tokens> = const { Cache::new(16_384) };
}

/// The first word of a name.
pub fn first(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

/// Whether a word begins with a capital.
pub fn is_capitalized(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// Whether a token is a mark.
pub fn is_punct(word: &str) -> bool {
    matches!(word, "," | "." | "?" | "!" | ";" | ":" | "\"" | ")")
}

/// With a capital.
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |letter| letter.to_uppercase().collect::<String>() + letters.as_str())
}

/// Words and marks of a text: contractions written out, `'s` apart from its word.
pub fn split(text: &str) -> Tokens {
    tokens(text).to_vec()
}

/// The same, shared by all who read the text again.
pub fn tokens(text: &str) -> Rc<Tokens> {
    SPLIT.with(|cache| cache.get_or(text, || Rc::new(split_fresh(text))))
}

/// The words of a text as they are written, without marks and the `'s` of an owner; `half-time` is two.
pub fn words(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let tokens = tokens.iter().filter(|token| *token != "'s");
    let parts = tokens.flat_map(|token| token.split(|c: char| !c.is_alphanumeric() && c != '\''));
    parts.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// What a text in any language is compared by: runs of letters and digits as they are written, times such as 17:00 whole;
/// where words stand without spaces every two letters beside each other, since most words have two there.
pub fn terms(text: &str) -> impl Iterator<Item = &str> {
    let time = |part: &str| part.chars().all(|c| c.is_ascii_digit() || c == ':');
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != ':');
    let parts = parts.flat_map(move |part| part.split(if time(part) { '\0' } else { ':' }));
    parts.filter(|word| word.chars().any(char::is_alphanumeric)).flat_map(runs)
}

fn runs(word: &str) -> Vec<&str> {
    if word.is_ascii() {
        return vec![word];
    }
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let runs = letters.chunk_by(|(_, one), (_, other)| is_unspaced(*one) == is_unspaced(*other));
    let terms = runs.flat_map(|run| {
        let size = if is_unspaced(run[0].1) { run.len().min(2) } else { run.len() };
        run.windows(size).map(move |term| &word[term[0].0..term[size - 1].0 + term[size - 1].1.len_utf8()])
    });
    terms.collect()
}

fn split_fresh(text: &str) -> Tokens {
    let mut out = Tokens::new();
    let mut would = None;
    for word in text.replace('’', "'").split_whitespace() {
        let word =
            word.trim_start_matches(['"', '(', '“', '\u{201e}', '*', '_', '#', '<', '>', '[', ']', '{', '}', '|']);
        let body = word.trim_end_matches([',', '.', '?', '!', ';', ':', '"', ')', '”', '*', '_', '>', ']', '}']);
        let small = body.to_lowercase();
        if let Some(long) = lex().map("expand").get(small.as_str()) {
            would = small.ends_with("'d").then_some(out.len() + 1);
            for (n, part) in long.split(' ').enumerate() {
                let first = n == 0 && is_capitalized(body) && part != "I";
                out.push(if first { capitalize(part) } else { part.to_owned() });
            }
        } else if let Some(owner) =
            body.strip_suffix("'s").or_else(|| body.strip_suffix("'S")).filter(|own| !own.is_empty())
        {
            out.push(owner.to_owned());
            out.push("'s".to_owned());
        } else if !body.is_empty() {
            // "you'd gone" is "you had gone"
            let had = would.take_if(|_| !lex().contains("adverbs", &small)).filter(|_| gone(&small));
            if let Some(at) = had.and_then(|at| out.get_mut(at)) {
                "had".clone_into(at);
            }
            out.push(body.to_owned());
        }
        let marks = word[body.len()..].chars().filter(|mark| ",.?!;:\")".contains(*mark));
        out.extend(marks.map(String::from));
    }
    out
}

/// Is it a participle, and no verb as it stands?
fn gone(word: &str) -> bool {
    lex().contains("participle", word) && !lex().verb(word)
}

/// Tokens as a text.
pub fn join(tokens: &[String]) -> String {
    let mut text = String::new();
    for token in tokens {
        if !text.is_empty() && !is_punct(token) && token != "'s" {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_script_fall_into_terms() {
        let all = |text| terms(text).collect::<Vec<_>>();
        assert_eq!(all("我看到Maria在咖啡馆"), ["我看", "看到", "Maria", "在咖", "咖啡", "啡馆"]);
        assert_eq!(all("火Ann, Ann's note: 17:00!"), ["火", "Ann", "Ann", "s", "note", "17:00"]);
    }

    #[test]
    fn words_and_marks_come_apart() {
        let tokens = split("I'm off to Ann's, aren't you? \"Yes.\"");
        assert_eq!(tokens.join("|"), "I|am|off|to|Ann|'s|,|are|not|you|?|Yes|.|\"");
        assert_eq!(join(&split("Ann's dog, the old one, barks.")), "Ann's dog, the old one, barks.");
        assert_eq!(
            join(&split("I thought you'd already gone home, and I'd go too.")),
            "I thought you had already gone home, and I would go too."
        );
        for odd in ["", "'s", "’", ":::", "\u{0}", "ß’s", "İ's"] {
            let _ = join(&split(odd));
        }
    }
}
