//! Texts as rows of numbers. For a server of embeddings alone: no model that talks is asked this, and no rule of ours.

use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Listed, Question, common::refuse_if};

/// So many texts are asked for at a time, at most.
pub const MAX_TEXTS: usize = 32;
/// No row is longer.
pub const MAX_DIMS: usize = 1 << 14;

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
        refuse_if(answer.rows.len() != self.texts.len(), || {
            format!("{} rows for {} texts", answer.rows.len(), self.texts.len())
        })?;
        refuse_if(answer.model.trim().is_empty(), || "it is not said which model the rows are of".into())?;
        refuse_if(!(1..=MAX_DIMS).contains(&answer.dims), || format!("a row of {} numbers is none", answer.dims))?;
        match answer.rows.iter().find(|row| row.0.len() != answer.dims || row.0.iter().all(|n| *n == 0)) {
            Some(row) if row.0.len() != answer.dims => {
                Err(format!("a row has {} numbers and not {}", row.0.len(), answer.dims))
            }
            Some(_) => Err("a row is nothing but zeros".into()),
            None => Ok(()),
        }
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().map(|number| number.cast_unsigned()).collect();
        to.serialize_str(&BASE64_STANDARD_NO_PAD.encode(bytes))
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bytes = BASE64_STANDARD_NO_PAD.decode(String::deserialize(from)?);
        let bytes = bytes.map_err(|_| D::Error::custom("a row is not in base 64"))?;
        Ok(Self(bytes.into_iter().map(u8::cast_signed).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_as_others_write_them_and_read_again() {
        let written = |bytes: &[i8]| serde_json::to_string(&Row(bytes.to_vec())).unwrap_or_default();
        assert_eq!(written(&[77, 97, 110]), "\"TWFu\"");
        assert_eq!(written(&[77]), "\"TQ\"");
        for length in 0..9 {
            let row = Row((0..length).map(|n: i8| n.wrapping_mul(53).wrapping_add(-128)).collect());
            assert_eq!(serde_json::from_str::<Row>(&written(&row.0)).ok(), Some(row));
        }
        for bad in ["A", "TWFuT", "TW u", "TQ==", "火事だ"] {
            assert!(serde_json::from_str::<Row>(&format!("\"{bad}\"")).is_err(), "{bad}");
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
