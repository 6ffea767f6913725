//! Is what the town shows honest? Nobody knows what they have not seen or been told, and no name is built in.

mod boundary;
mod copied;
mod lived;
mod names;
mod nonsense;
