//! A right click on a thing begins the line that changes it, and what may be written there stands above it.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Button, RichText, Ui};

use super::Line;
use crate::{
    command::lacks_state,
    view::{
        Notice, RightClicked,
        avatar::You,
        panels::style::{SMALL, faint},
    },
    world::TownMap,
};

/// What somebody who has never done it may want a thing to be.
const STATES: [&str; 4] = ["burning", "leaking", "empty", "out of order"];

/// Begins it. A line that somebody writes is left alone.
pub(super) fn begin(
    mut meant: MessageReader<RightClicked>,
    mut line: ResMut<Line>,
    (map, you): (Res<TownMap>, Res<You>),
    mut notices: MessageWriter<Notice>,
) {
    for RightClicked(click) in meant.read() {
        if (click.thing.is_none() || click.on.is_some()) && !line.open && !you.busy {
            // Else what is written next would be taken for keys, and nobody knew why.
            notices.write(Notice("Right click a thing to change it: a stove, a sofa.".into()));
        }
        let Some(thing) = click.thing.filter(|_| click.on.is_none() && !you.busy || line.open) else { continue };
        if !line.open || line.text.trim().is_empty() || lacks_state(&line.text) {
            line.text.clear();
            line.show();
            line.put_thing(&map.address(thing));
        }
    }
}

/// What may be written, each word to be clicked on.
pub(super) fn draw(ui: &mut Ui, line: &mut Line) {
    if !lacks_state(&line.text) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(faint("Write what it shall be:"));
        for state in STATES {
            if ui.add(Button::new(RichText::new(state).size(SMALL)).small()).clicked() {
                line.put(format!("{} {state}", line.text.trim_end()));
            }
        }
        ui.label(faint("or any words, then Enter. Whoever is near notices."));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::Scenario, data::Data, view::Clicked};
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn a_right_click_on_bare_ground_tells_what_it_is_for() {
        let mut world = World::new();
        world.init_resource::<Messages<RightClicked>>();
        world.init_resource::<Messages<Notice>>();
        world.init_resource::<Line>();
        world.init_resource::<You>();
        let data = Data::only(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let scenario = Scenario::open("harbour", &data).unwrap_or_else(|faults| panic!("{faults:?}"));
        world.insert_resource(TownMap::read(&scenario.map, &data).unwrap_or_else(|faults| panic!("{faults:?}")));
        let ground = Clicked { tile: None, on: None, thing: None, elsewhere: false };
        world.write_message(RightClicked(ground));
        assert!(world.run_system_once(begin).is_ok() && !world.resource::<Line>().open);
        let told: Vec<Notice> = world.resource_mut::<Messages<Notice>>().drain().collect();
        assert!(told.len() == 1 && told[0].0.starts_with("Right click a thing"));
    }
}
