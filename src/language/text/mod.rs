//! Words: tokens, sentences, names, and the forms of English words. It knows nothing of talk.

mod names;
mod sentences;
mod stems;
mod tokens;
mod verbs;

pub use self::{
    names::{Names, Pron, Prons},
    sentences::{clauses, contract, sentences, statements},
    stems::{content, is_stop_word, overlap, stem},
    tokens::{Toks, cap, first, is_cap, is_punct, join, split, terms, tokens, words},
    verbs::{finite, ing, past, plain_of_ing, third, unpast, unthird},
};
