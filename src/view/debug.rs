//! F3: numbers about the machine.

use bevy::{ecs::entity::Entities, prelude::*};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Color32, RichText};

use super::{
    names::TownView,
    overlays::Overlay,
    panels::{PanelsDrawn, Shown, style},
    scene::TownState,
    stage::Stage,
};
use crate::clock::Driver;

/// Seconds over which means are taken.
const WINDOW: f64 = 0.5;
const GROUND: [u8; 4] = [0x1d, 0x18, 0x2f, 225];
const WORDS: Color32 = Color32::from_rgb(0xe8, 0xd7, 0xbc);

/// Sums since the last means, and those means.
#[derive(Default)]
struct Means {
    frames: f64,
    ticks: f64,
    spent: f64,
    seconds: f64,
    /// Frames a second, ticks a second, milliseconds in ticks a frame.
    shown: [f64; 3],
    tick: u64,
}

impl Means {
    /// Adds a frame; `spent`: seconds of it in ticks.
    fn add(&mut self, seconds: f64, tick: u64, spent: f64) {
        self.frames += 1.0;
        self.ticks += tick.saturating_sub(self.tick) as f64;
        self.tick = tick;
        self.spent += spent;
        self.seconds += seconds;
        if self.seconds >= WINDOW {
            let shown = [self.frames / self.seconds, self.ticks / self.seconds, self.spent / self.frames * 1e3];
            *self = Self { shown, tick, ..Self::default() };
        }
    }
}

/// Adds the numbers.
pub fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(PanelsDrawn).after(style::apply).run_if(in_state(TownState::Open)),
    );
}

fn draw(
    mut stage: Stage,
    (shown, time, driver): (Res<Shown>, Res<Time<Real>>, Res<Driver>),
    folk: TownView,
    entities: &Entities,
    mut means: Local<Means>,
) {
    means.add(time.delta_secs_f64(), folk.tick(), driver.spent.as_secs_f64());
    if !shown.debug {
        return;
    }
    let [fps, ticks, milliseconds] = means.shown;
    let ended = format!("{:?}", driver.ended);
    let speed = driver.speed.map_or("as fast as possible".into(), |speed| format!("{speed:.0} ticks/s wanted"));
    let thoughts = folk.people.iter().filter_map(|(.., thinking)| thinking);
    let (asked, open) = thoughts.fold((0u64, 0usize), |(asked, open), thinking| {
        (asked + u64::from(thinking.count()), open + thinking.open().count())
    });
    let lines = [
        format!("{fps:6.1} frames/s"),
        format!("{:6} tick", folk.tick()),
        format!("{ticks:6.1} ticks/s   {speed}"),
        format!("{milliseconds:6.2} ms a frame in ticks"),
        format!("{ended:>6} is why this frame's ticks ended"),
        format!("{:6} entities, {} people", entities.count_spawned(), folk.people.iter().count()),
        format!("{asked:6} questions asked, {open} open"),
    ];
    let (ctx, room, player) = (stage.ctx(), stage.room(), stage.overlays.own);
    let (head, _) = stage.overlays.between(stage.clear());
    let at = (Align2::LEFT_TOP, egui::pos2(room.left(), head));
    stage.overlays.show(&ctx, Overlay::Numbers, at, (room, player.as_slice()), |ui| {
        let [r, g, b, a] = GROUND;
        let frame = egui::Frame::new().fill(Color32::from_rgba_unmultiplied(r, g, b, a)).corner_radius(3);
        frame.inner_margin(8).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for line in lines {
                ui.add(egui::Label::new(RichText::new(line).monospace().color(WORDS)).extend());
            }
        });
    });
}
