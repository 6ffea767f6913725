//! Words: tokens, sentences, names, and the forms of English words. It knows nothing of talk.

mod names;
mod sentences;
mod stems;
mod tokens;
mod verbs;

pub use self::{
    names::{Names, Pronoun, PronounMap},
    sentences::{clauses, contract, sentences, statements},
    stems::{content, is_stop_word, overlap, stem},
    tokens::{Tokens, capitalize, first, is_capitalized, is_punct, join, split, terms, tokens, words},
    verbs::{ing, is_holding, lemma_and_tense, past, past_bases, plain_of_ing, third, third_person_bases},
};
