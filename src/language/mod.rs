pub mod locale;
pub mod script;
mod invisible;
pub mod lexicon;
pub mod text;
pub mod time;
