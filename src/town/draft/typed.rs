//! What was typed into a field, and what it means.

use std::{fmt::Display, str::FromStr};

/// A value as its field shows it; nothing: an empty field.
pub(super) fn field(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The words in a field, if there are any.
pub(super) fn some(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A number in a field; thousands may be told apart by commas, blanks or `_`.
pub(super) fn number<T: FromStr>(text: &str, what: &str, like: &str) -> Result<Option<T>, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '$')).collect();
    if plain.is_empty() && text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |_| format!("{what} is no number: write it like {like}, or leave it empty.");
    plain.parse().map(Some).map_err(wrong)
}

/// A sum of US dollars in a field.
pub(super) fn dollars(text: &str, what: &str) -> Result<Option<f64>, String> {
    let sum = number::<f64>(text, what, "0.50")?;
    match sum {
        Some(sum) if !(sum.is_finite() && sum >= 0.0) => Err(format!("{what} cannot be less than nothing.")),
        sum => Ok(sum),
    }
}
