//! What is printed: cleaned, and without a panic where nobody can read it.
//!
//! Rule: nothing else prints. Names, news and answers come from files and minds, so no text reaches a terminal with
//! characters in it that move its cursor or turn its writing round.

use std::{
    io::{ErrorKind, Write},
    sync::OnceLock,
};

use crate::language::clean::is_invisible;

/// Why the output could not be written; whatever is printed later is dropped.
static BROKEN: OnceLock<std::io::Error> = OnceLock::new();

/// Prints a line of data.
#[macro_export]
macro_rules! say {
    ($($arg:tt)*) => { $crate::terminal::print(&format!("{}\n", format_args!($($arg)*))) };
}

/// Prints a line on stderr: progress, or what is wrong.
#[macro_export]
macro_rules! complain {
    ($($arg:tt)*) => { $crate::terminal::warn(&format!($($arg)*)) };
}

/// A text without control characters other than line breaks and tabs, and without invisible ones.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| matches!(c, '\n' | '\t') || !is_invisible(*c)).collect()
}

/// Prints data to stdout, as it is, without a line break behind it. Where it cannot be written, [`broken`] knows.
pub fn print(text: &str) {
    if BROKEN.get().is_none() {
        let mut stdout = std::io::stdout().lock();
        if let Err(why) = stdout.write_all(clean(text).as_bytes()).and_then(|()| stdout.flush()) {
            drop(BROKEN.set(why));
        }
    }
}

/// Prints a line on stderr. If nobody can read that, there is nobody to be told.
pub fn warn(text: &str) {
    drop(writeln!(std::io::stderr(), "{}", clean(text)));
}

/// Why not all of the data was written. Who has stopped reading, as `head` does, has what they want: that is no fault.
pub fn broken() -> Option<&'static std::io::Error> {
    BROKEN.get().filter(|why| why.kind() != ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_move_the_cursor_is_gone() {
        assert_eq!(clean("a\u{1b}[31mb\u{9b}c\r\u{202e}d\n\te 🔥 é"), "a[31mbcd\n\te 🔥 é");
    }
}
