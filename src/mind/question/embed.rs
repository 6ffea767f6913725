//! Texts as rows of numbers. For a server of embeddings alone: no model that talks is asked this, and no rule of ours.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Listed, Question};

/// So many texts are asked for at a time, at most.
pub const MOST_TEXTS: usize = 32;
/// No row is longer.
pub const MOST_DIMS: usize = 1 << 14;

/// What do these texts mean, as numbers?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embed {
    /// The texts, none of them blank.
    pub texts: Vec<String>,
}

/// A vector for each text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbedAnswer {
    /// Whose rows they are: those of different models cannot be compared.
    pub model: String,
    /// Numbers in a row.
    pub dims: usize,
    /// In the order of the texts.
    pub rows: Vec<Row>,
}

/// A unit vector, scaled to 127 and rounded. Written as text: its bytes in base 64, without padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<i8>);

impl Listed for Embed {}

impl Question for Embed {
    const PURPOSE: &'static str = "embedding";
    const LABEL: &'static str = "the embeddings of texts";
    type Answer = EmbedAnswer;
    fn admits(&self, answer: &EmbedAnswer) -> Result<(), String> {
        if answer.rows.len() != self.texts.len() {
            return Err(format!("{} rows for {} texts", answer.rows.len(), self.texts.len()));
        }
        if answer.model.trim().is_empty() {
            return Err("it is not said which model the rows are of".into());
        }
        if !(1..=MOST_DIMS).contains(&answer.dims) {
            return Err(format!("a row of {} numbers is none", answer.dims));
        }
        match answer.rows.iter().find(|row| row.0.len() != answer.dims || row.0.iter().all(|n| *n == 0)) {
            Some(row) if row.0.len() != answer.dims => {
                Err(format!("a row has {} numbers and not {}", row.0.len(), answer.dims))
            }
            Some(_) => Err("a row is nothing but zeros".into()),
            None => Ok(()),
        }
    }
}

/// The 64 digits, in the usual order.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Row {
    /// Three bytes in four digits.
    fn written(bytes: &[i8]) -> String {
        let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
        for few in bytes.chunks(3) {
            let byte = |n: usize| few.get(n).map_or(0, |byte| u32::from(byte.cast_unsigned()));
            let whole = byte(0) << 16 | byte(1) << 8 | byte(2);
            let digits = (0..=few.len()).map(|n| char::from(DIGITS[(whole >> (18 - 6 * n)) as usize & 63]));
            text.extend(digits);
        }
        text
    }

    /// `None`: these are no such digits.
    fn read(text: &str) -> Option<Self> {
        let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
        for few in text.as_bytes().chunks(4) {
            let mut whole = 0;
            for n in 0..4 {
                let digit = few.get(n).map_or(Some(0), |digit| DIGITS.iter().position(|one| one == digit));
                whole = whole << 6 | digit?;
            }
            let of = [whole >> 16, whole >> 8, whole].map(|part| (part as u8).cast_signed());
            bytes.extend_from_slice(&of[..few.len().checked_sub(1).filter(|bytes| *bytes > 0)?]);
        }
        Some(Self(bytes))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&Self::written(&self.0))
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::read(&text).ok_or_else(|| D::Error::custom("a row is not in base 64"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_as_others_write_them_and_read_again() {
        assert_eq!(Row::written(&[77, 97, 110]), "TWFu");
        assert_eq!(Row::written(&[77]), "TQ");
        for length in 0..9 {
            let row = Row((0..length).map(|n: i8| n.wrapping_mul(53).wrapping_add(-128)).collect());
            assert_eq!(Row::read(&Row::written(&row.0)), Some(row));
        }
        for bad in ["A", "TWFuT", "TW u", "TQ==", "火事だ"] {
            assert_eq!(Row::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_a_row_for_each_text_is_an_answer() {
        let question = Embed { texts: vec!["one".into(), "two".into()] };
        let answer = |dims, rows: &[&[i8]]| EmbedAnswer {
            model: "m".into(),
            dims,
            rows: rows.iter().map(|row| Row(row.to_vec())).collect(),
        };
        assert_eq!(question.admits(&answer(2, &[&[1, 0], &[0, 1]])), Ok(()));
        for bad in [
            answer(2, &[&[1, 0]]),
            answer(2, &[&[1, 0], &[0, 1, 0]]),
            answer(2, &[&[1, 0], &[0, 0]]),
            answer(0, &[&[], &[]]),
            answer(3, &[&[1, 0], &[0, 1]]),
        ] {
            assert!(question.admits(&bad).is_err(), "{bad:?}");
        }
    }
}
