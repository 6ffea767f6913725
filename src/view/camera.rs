//! The camera.
