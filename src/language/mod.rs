//! What every layer above needs of language: words, names, verbs and times of English, scripts, invisible characters.
//! No rule of behaviour stands here.

pub mod condition;
pub mod cues;
pub mod importance;
pub mod inflect;
pub mod invisible;
pub mod lexicon;
pub mod locale;
pub mod script;
pub mod table;
pub mod text;
pub mod time;
pub mod tone;
