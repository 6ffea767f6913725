//! Measures of a town: what is planted is found, and nothing else.

mod compare;
mod invention;
mod options;
mod town;
