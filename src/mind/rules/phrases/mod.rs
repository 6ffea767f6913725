//! Surface: phrases from data files, chosen by voice, by dice, and against what was said lately.

mod book;
mod finish;
mod pick;
mod voice;

pub use self::{
    book::{sections, slots_of},
    finish::finish,
    pick::pick,
    voice::Voice,
};
