//! Hostile answers.
