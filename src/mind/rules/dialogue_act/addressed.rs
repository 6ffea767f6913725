//! To whom a sentence is said, by a name at its end: "My sister is ill, Ann." tells nothing about Ann.

use crate::language::{
    lexicon::lex,
    text::{Names, is_punct, tokens},
};

/// The sentence without that name, or without "both of you". After another name it stays, as the last of a list: "I met
/// Ben, Ann."
pub fn unaddressed(names: &Names, text: &str) -> String {
    let stripped = || {
        let (said, end) = text.rsplit_once(", ")?;
        let name = end.trim_end_matches(['.', '!', '?']);
        let one = names.merge(&tokens(name));
        let last = names.merge(&tokens(said)).into_iter().rfind(|word| !is_punct(word))?;
        let addressed = one.len() == 1 && names.is_person(&one[0]) && !names.is_person(&last);
        let addressed = addressed || lex().contains("to.all", &name.to_lowercase());
        addressed.then(|| format!("{said}{}", &end[name.len()..]))
    };
    stripped().unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_addressed_is_not_spoken_of() {
        let names = Names::of(&["Ann Lee", "Ben Roy"], &[""; 0]);
        for (said, heard) in [
            ("My sister is ill, Ann.", "My sister is ill."),
            ("Will you come, Ann Lee?", "Will you come?"),
            ("Come to my party at five, both of you?", "Come to my party at five?"),
            ("I met Ben, Ann.", "I met Ben, Ann."),
            ("I saw Ann.", "I saw Ann."),
            ("Ann, I am ill.", "Ann, I am ill."),
            ("It rained, alas.", "It rained, alas."),
            (", Ann.", ", Ann."),
        ] {
            assert_eq!(unaddressed(&names, said), heard);
        }
    }
}
