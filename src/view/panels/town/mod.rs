//! The town at a glance: the hour and its light, who is awake, where everybody is, what is out of order, what is on.
//!
//! | file | concern |
//! |---|---|
//! | `seen` | what there is to tell, looked up once a tick |
//! | `draw` | the panel |

mod draw;
mod seen;

pub use draw::draw;
