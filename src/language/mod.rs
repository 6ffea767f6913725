//! What every layer above needs of language: words, names, verbs and times of English, scripts, cleaning of text.
//! No rule of behaviour stands here.

pub mod cache;
pub mod clean;
pub mod condition;
pub mod cues;
pub mod importance;
pub mod inflect;
pub mod kin;
pub mod lexicon;
pub mod locale;
pub mod script;
pub mod sight;
pub mod speech_act;
pub mod table;
pub mod text;
pub mod things;
pub mod time;
