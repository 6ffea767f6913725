//! Measures of a town: what is planted is found, and nothing else.

mod invention;
mod options;
mod town;
