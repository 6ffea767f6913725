//! Letters of scripts that set no space between words, or hang small words on to a name: there a name ends where the next
//! letter begins, and a letter takes two places of a line.

/// Is it of such a script: Thai and its neighbours, Chinese, Japanese, Korean?
pub fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Is this a letter or digit of a script that puts spaces between words?
pub fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

/// Does `name` stand in `text` as words of its own? Capitals count: a name is no common word.
pub fn contains_name(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_of_word) && !after.is_some_and(is_of_word)
    })
}

/// The length of a text, for display and for speaking time: wide characters, such as Chinese ones, count twice.
pub fn text_width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// The display width of a character: 2 for wide ones, such as Chinese, and 1 for all others.
pub fn char_width(c: char) -> usize {
    if is_unspaced(c) || is_wide_mark(c) { 2 } else { 1 }
}

/// Points and brackets as broad as a letter of Chinese.
fn is_wide_mark(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF60}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_between_letters_of_another_script() {
        assert!(contains_name("我看到Maria Lopez在咖啡馆", "Maria Lopez"));
        assert!(contains_name("我和王芳说话", "王芳") && contains_name("Ann과 함께", "Ann"));
        assert!(!contains_name("Annas Kuchen", "Ann") && contains_name("Ann, Kuchen", "Ann"));
    }

    #[test]
    fn broad_letters_count_twice() {
        assert_eq!((text_width("Ann"), text_width("你好。"), text_width("Äpfel")), (3, 6, 5));
    }
}
