//! The forms of verbs. What is not in the word lists goes by rule.

use super::super::lexicon::lex;

/// `writes` of `write`.
pub fn third(verb: &str) -> String {
    match verb {
        "be" => "is".to_owned(),
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "go" => "goes".to_owned(),
        _ if lex().contains("modal", verb) => verb.to_owned(),
        _ if ["ch", "sh", "s", "x", "z"].iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        _ => match verb.strip_suffix('y').filter(|base| !base.ends_with(['a', 'e', 'i', 'o', 'u'])) {
            Some(base) => format!("{base}ies"),
            None => format!("{verb}s"),
        },
    }
}

/// The plain form, and whether the word was past; nothing if it does not look like a verb that carries a sentence.
pub fn lemma_and_tense(word: &str) -> Option<(String, bool)> {
    if let Some(plain) = lex().map("past").get(word).filter(|plain| plain.as_str() != word) {
        return Some((plain.clone(), true));
    }
    if lex().verb(word) {
        return Some((word.to_owned(), false));
    }
    let known = |forms: Vec<String>| forms.into_iter().find(|form| lex().verb(form));
    let third = known(third_person_bases(word)).map(|verb| (verb, false));
    third.or_else(|| known(past_bases(word)).map(|verb| (verb, true)))
}

/// What `writes` may be the third person of.
pub fn third_person_bases(word: &str) -> Vec<String> {
    let mut forms = Vec::new();
    forms.extend(word.strip_suffix("ies").map(|base| format!("{base}y")));
    forms.extend(word.strip_suffix("es").map(str::to_owned));
    forms.extend(word.strip_suffix('s').map(str::to_owned));
    match word {
        "is" => forms.push("be".to_owned()),
        "has" => forms.push("have".to_owned()),
        _ => {}
    }
    forms
}

/// What `painted` may be the past of.
pub fn past_bases(word: &str) -> Vec<String> {
    let mut forms = Vec::new();
    forms.extend(word.strip_suffix("ied").map(|base| format!("{base}y")));
    if let Some(base) = word.strip_suffix("ed") {
        forms.push(base.to_owned());
        forms.push(format!("{base}e"));
        forms.extend(undoubled(base));
    }
    forms
}

/// `run` of `runn`.
fn undoubled(base: &str) -> Option<String> {
    let mut letters = base.chars();
    let last = letters.next_back()?;
    (letters.next_back() == Some(last) && base.len() > 2).then(|| base[..base.len() - last.len_utf8()].to_owned())
}

/// `painted` of `paint`.
pub fn past(verb: &str) -> String {
    if let Some((past, _)) = lex().map("past").iter().find(|(_, plain)| plain.as_str() == verb) {
        return past.clone();
    }
    match verb.strip_suffix('y').filter(|base| !base.ends_with(['a', 'e', 'o', 'u'])) {
        _ if verb.ends_with('e') => format!("{verb}d"),
        Some(base) => format!("{base}ied"),
        None => format!("{verb}ed"),
    }
}

/// `painting` of `paint`.
pub fn ing(verb: &str) -> String {
    if let Some(form) = lex().map("ing").get(verb) {
        return form.clone();
    }
    if doubles(verb) {
        return format!("{verb}{}ing", verb.chars().next_back().unwrap_or_default());
    }
    match verb.strip_suffix('e').filter(|base| !base.ends_with(['e', 'o', 'y']) && base.len() > 1) {
        Some(base) => match base.strip_suffix('i') {
            Some(base) => format!("{base}ying"),
            None => format!("{base}ing"),
        },
        None => format!("{verb}ing"),
    }
}

/// "fit", "mop": one short syllable, whose last letter doubles.
fn doubles(verb: &str) -> bool {
    let vowel = |letter: &char| matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u');
    let letters: Vec<char> = verb.chars().collect();
    let [.., before, middle, last] = letters.as_slice() else { return false };
    let one = letters.iter().filter(|letter| vowel(letter)).count() == 1;
    one && vowel(middle) && !vowel(before) && !vowel(last) && !matches!(last, 'w' | 'x' | 'y')
}

/// "hold", "holding", "give", of what people come to; not "holds", which may be a habit.
pub fn is_holding(word: &str) -> bool {
    [word, &plain_of_ing(word)].iter().any(|verb| lex().map("class").get(*verb).is_some_and(|class| class == "hold"))
}

/// `paint` of `painting`.
pub fn plain_of_ing(word: &str) -> String {
    if let Some((plain, _)) = lex().map("ing").iter().find(|(_, form)| form.as_str() == word) {
        return plain.clone();
    }
    let Some(base) = word.strip_suffix("ing") else { return word.to_owned() };
    let candidates = [
        Some(base.to_owned()),
        Some(format!("{base}e")),
        undoubled(base),
        base.strip_suffix('y').map(|b| format!("{b}ie")),
    ];
    let known = candidates.into_iter().flatten().find(|form| lex().verb(form));
    // "shaking" is of no "shak", which would be "shakking"
    known.unwrap_or_else(|| if doubles(base) { format!("{base}e") } else { base.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_go_there_and_back() {
        for verb in ["paint", "write", "run", "study", "watch", "play", "plan", "lie", "see", "agree", "go", "sit"] {
            let known = |(plain, _): (String, bool)| plain;
            assert_eq!([ing("fit"), ing("mop"), ing("edit"), ing("mow")], ["fitting", "mopping", "editing", "mowing"]);
            if lex().verb(verb) {
                assert_eq!(lemma_and_tense(&third(verb)).map(known).as_deref(), Some(verb), "{}", third(verb));
                assert_eq!(plain_of_ing(&ing(verb)), verb, "{}", ing(verb));
            }
        }
        assert_eq!([ing(&plain_of_ing("shaking")), ing(&plain_of_ing("whittling"))], ["shaking", "whittling"]);
        for odd in ["", "s", "ed", "ing", "ied", "éé", "ßed", "üüing"] {
            let _ = (third(odd), lemma_and_tense(odd), past(odd), ing(odd), plain_of_ing(odd));
        }
    }
}
