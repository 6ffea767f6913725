//! Panels that do not dock yet, as windows with a key each.

use bevy::{
    ecs::system::{InMut, IntoSystem},
    prelude::*,
};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, PrimaryEguiContext, egui, input::EguiWantsInput};

use super::{news, panels::PanelsDrawn, talks, why};

#[derive(Resource, Default)]
struct Open([bool; 3]);

const NAMES: [(&str, KeyCode); 3] =
    [("Why?", KeyCode::KeyY), ("News", KeyCode::KeyN), ("Conversations", KeyCode::KeyC)];

/// Adds them.
pub fn plugin(app: &mut App) {
    why::plugin(app);
    app.init_resource::<news::Spreading>().init_resource::<talks::Log>();
    app.init_resource::<Open>().add_systems(Update, keys);
    app.add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn));
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    mut open: ResMut<Open>,
    mut glass: ResMut<why::Glass>,
) {
    open.0[0] |= glass.take_wanted();
    for (n, (_, key)) in NAMES.iter().enumerate() {
        if !wants.wants_keyboard_input() && keys.just_pressed(*key) {
            open.0[n] = !open.0[n];
        }
    }
}

fn draw(world: &mut World) {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let Ok(mut context) = contexts.single_mut(world) else { return };
    let ctx = context.get_mut().clone();
    for (n, (name, _)) in NAMES.iter().enumerate() {
        if !world.resource::<Open>().0[n] {
            continue;
        }
        let mut open = true;
        let frame = super::panels::style::sheet();
        egui::Window::new(*name).frame(frame).open(&mut open).default_width(420.0).default_height(600.0).show(
            &ctx,
            |ui| match n {
                0 => body(ui, world, why::draw),
                1 => body(ui, world, news::draw),
                _ => body(ui, world, talks::draw),
            },
        );
        world.resource_mut::<Open>().0[n] &= open;
    }
}

fn body<M>(ui: &mut egui::Ui, world: &mut World, system: impl IntoSystem<InMut<'static, egui::Ui>, (), M> + 'static) {
    if let Err(error) = world.run_system_cached_with(system, ui) {
        warn_once!("a panel cannot be drawn: {error}");
    }
}
