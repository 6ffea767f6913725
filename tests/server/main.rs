//! The client of language models against a server of our own that misbehaves. Nothing here leaves this machine.

mod asked;
mod cassette;
mod economy;
mod embeddings;
mod faults;
mod flow;
mod forms;
mod hostile;
mod keys;
mod limits;
mod probing;
mod real;
mod rows;
mod stage;
mod standing;
