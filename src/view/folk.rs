//! The people's half of the window, listed.

use bevy::prelude::*;

use super::{
    avatar, bubbles, console, dock, fallback, hover, hud, initials, keys, marks, model_pacing, news, overlays, panels,
    people, preferences, settings, speech, speed, status, talks, ticker, why,
};

/// People, bubbles, names, panels, keys.
pub fn plugin(app: &mut App) {
    app.add_plugins((people::plugin, bubbles::plugin, speed::plugin, speech::plugin, marks::plugin));
    app.add_plugins((
        super::hints::plugin,
        super::voices::plugin,
        super::drama::plugin,
        super::story::plugin,
        super::newspaper::plugin,
        super::goals::plugin,
    ));
    app.add_plugins((
        initials::plugin,
        overlays::plugin,
        fallback::plugin,
        model_pacing::plugin,
        avatar::plugin,
        console::plugin,
    ));
    app.add_plugins((
        preferences::plugin,
        settings::plugin,
        dock::plugin,
        why::plugin,
        news::plugin,
        talks::plugin,
        panels::plugin,
        hud::plugin,
        status::plugin,
        hover::plugin,
        keys::plugin,
        ticker::plugin,
    ));
}
