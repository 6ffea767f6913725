//! What every layer above needs of language: words, names, verbs and times of English, scripts, invisible characters.
//! No rule of behaviour stands here.

pub mod invisible;
pub mod lexicon;
pub mod locale;
pub mod script;
pub mod text;
pub mod time;
