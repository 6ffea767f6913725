//! Who knows whom, and who likes whom: a graph whose people sit round a circle, so that nobody ever jumps.
//!
//! | file | concern |
//! |---|---|
//! | `ties` | what lies between any two, looked up once in a while (pure) |
//! | `face` | where everybody sits; somebody, drawn |
//! | `web` | the graph as it is kept between frames, and what the mouse does to it |
//! | `told` | what lies between two, as a line and in words |
//! | `draw` | the panel |

mod draw;
mod face;
mod ties;
mod told;
mod web;

use bevy::prelude::App;

pub use draw::draw;

use crate::schedule::TownResources;

/// Adds what the panel remembers of a town.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<web::Web>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Teardown;

    #[test]
    fn another_town_has_a_graph_of_its_own() {
        let mut app = App::new();
        app.init_schedule(Teardown);
        plugin(&mut app);
        let mut web = app.world_mut().resource_mut::<web::Web>();
        (web.own, web.looked) = (true, Some(7));
        app.world_mut().run_schedule(Teardown);
        let web = app.world().resource::<web::Web>();
        assert!(!web.own && web.looked.is_none() && web.ties.order.is_empty());
    }
}
