//! What a newcomer may be called: a name that can be said, and that nobody mistakes for another's.

use crate::agent::{prelude::*, resolve};

/// Letters of other scripts, marked letters and figures that look like one of ours: each group after ours.
const ALIKE: &str = "aàáâãäåāăąǎȁȃạảαаɑ@ bḃƀßвЬь cçćĉċčсϲ dďđḍԁ eèéêëēĕėęěẽẹеёєε fƒḟ gĝğġģǧ hĥħһнη jĵјʝ kķĸкκ \
                     iìíîïĩīĭįıỉị!іїιί lĺļľŀł1|ӏ mṁмμ nñńņňŉŋṇпν oòóôõöøōŏőǒọỏоοόσ0 pṗрρ rŕŗřг sśŝşšșѕ5$ tţťŧțтτ \
                     uùúûüũūŭůűųụủцυύ wŵẁẃẅωшѡ xхχ yýÿŷỳуγ zźżžẓζ";

/// One letter as it looks, without its marks: of those that look alike the same one.
fn look(c: char) -> char {
    ALIKE.split(' ').find(|alike| alike.contains(c)).and_then(|alike| alike.chars().next()).unwrap_or(c)
}

/// A word as it looks: letters and figures alone, without capitals and marks. `printed`: a big I is a small l, as in
/// many types.
fn looks(word: &str, printed: bool) -> String {
    let mark = |c: &char| matches!(*c, '\u{300}'..='\u{36f}');
    let upright = |c: char| if printed && c == 'I' { 'l' } else { c };
    let small = word.chars().map(narrow).map(upright).filter(|c| !mark(c)).flat_map(char::to_lowercase);
    small.map(look).filter(|c| c.is_alphanumeric()).collect()
}

/// A letter of full width as one of ours.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// The words of a name, as they look.
fn words(name: &str, printed: bool) -> Vec<String> {
    let apart = |c: char| c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '_' | '\\' | '/');
    name.split(apart).map(|word| looks(word, printed)).filter(|word| !word.is_empty()).collect()
}

/// Whether a name is one that can be said and written.
///
/// # Errors
/// One sentence about what is wrong with it, and what to do.
pub(super) fn check(name: &str) -> Result<(), String> {
    let sign =
        |c: &char| c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(*c, ' ' | '-' | '_' | '\'' | '.' | ',');
    let shown = resolve::quoted(name);
    if let Some(sign) = name.chars().map(narrow).find(sign) {
        return Err(format!("a name has no {sign} in it: write {shown} with letters alone"));
    }
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let others = name.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace() && !is_mark(*c)).count();
    if letters <= others {
        return Err(format!("{shown} is hardly a name: write one with more letters in it than anything else"));
    }
    if name.split_whitespace().count() > resolve::WORDS {
        return Err(format!("{shown} has too many words for a name: {} at most", resolve::WORDS));
    }
    Ok(())
}

/// Signs that belong to letters: vowels and the like of scripts that write them apart. They are no letters by
/// themselves.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{900}'..='\u{dff}' | '\u{e31}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{200c}' | '\u{200d}')
}

/// Whether nobody can take a name for that of another: neither somebody's up to capitals, marks, signs and letters that
/// look alike, nor what somebody is called for short. The very same name is not looked at.
///
/// # Errors
/// One sentence that says whose name it is like, and what to do.
pub(super) fn unlike_others(world: &World, name: &str) -> Result<(), String> {
    let small = name.to_lowercase();
    let here: Vec<AgentId> = resolve::everybody(world).into_iter().map(|one| one.id).collect();
    for (id, other) in &world.resource::<Names>().0 {
        if other.to_lowercase() == small {
            continue;
        }
        let (mine, theirs) = (words(name, false), words(other, false));
        if mine.concat() == theirs.concat() || words(name, true).concat() == words(other, true).concat() {
            let shown = resolve::quoted(name);
            return Err(format!("{shown} looks like {other}, who is known here: take another name"));
        }
        let part = here.contains(id) && theirs.windows(mine.len().max(1)).any(|row| row == mine.as_slice());
        if part {
            let add = if theirs.starts_with(&mine) { "add a family name" } else { "add a first name" };
            return Err(format!("{name} is what people call {other}: {add}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_alike() {
        let words = |name: &str| super::words(name, false);
        let same = ["ANN LEE", "Ánn Leé", "Аnn Lее", "A\u{301}nn Lee.", "Ann-Lee", "AnnLee", "Ａｎｎ Ｌｅｅ"];
        for one in same {
            assert_eq!(words(one).concat(), words("Ann Lee").concat(), "{one}");
        }
        assert_eq!(super::words("lsabe11a", true), super::words("Isabella", true));
        assert_ne!(super::words("Holmal", true), super::words("Holmai", true));
        assert_ne!(words("Anna Lee").concat(), words("Ann Lee").concat());
        assert!(words("עדי לוי").len() == 2 && words("李 明") != words("李 光"));
    }

    #[test]
    fn what_is_no_name_is_told() {
        for bad in ["%s%n", "A%", "a\\b", "12 a", "!!!", "🔥🔥 a", "Ann Ann Ann Ann Ann Ann Ann", "R2D2 99"] {
            assert!(check(bad).is_err(), "{bad}");
        }
        for good in ["Ann O'Hara-Lee", "J. R. Hart, Jr.", "עדי לוי", "李明", "सुनीता शर्मा", "Ольга Иванова", "محمد"]
        {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }
}
