//! F3: numbers about the machine.

use bevy::{ecs::entity::Entities, prelude::*};
use bevy_egui::egui;
use egui::{Align2, Color32, RichText};

use super::{Paper, Shown};
use crate::{
    clock::Driver,
    view::{
        dock::Dock,
        names::Folk,
        overlays::{GAP, Overlay, Overlays},
    },
};

/// Means over about a second.
#[derive(Default)]
pub(super) struct Means {
    frames: f64,
    ticks: f64,
    spent: f64,
    seconds: f64,
    shown: (f64, f64, f64),
    tick: u64,
}

impl Means {
    /// One frame; `spent`: seconds of it in ticks.
    fn add(&mut self, seconds: f64, tick: u64, spent: f64) {
        self.frames += 1.0;
        self.ticks += tick.saturating_sub(self.tick) as f64;
        self.tick = tick;
        self.spent += spent;
        self.seconds += seconds;
        if self.seconds >= 0.5 {
            self.shown = (self.frames / self.seconds, self.ticks / self.seconds, self.spent / self.frames * 1e3);
            (self.frames, self.ticks, self.spent, self.seconds) = (0.0, 0.0, 0.0, 0.0);
        }
    }
}

/// Draws it.
pub(super) fn draw(
    paper: Paper,
    (shown, dock, mut plates): (Res<Shown>, Res<Dock>, ResMut<Overlays>),
    time: Res<Time<Real>>,
    driver: Res<Driver>,
    folk: Folk,
    entities: &Entities,
    mut means: Local<Means>,
) {
    means.add(time.delta_secs_f64(), folk.tick(), driver.spent.as_secs_f64());
    let Some(mut paper) = paper.filter(|_| shown.debug) else { return };
    let ctx = paper.get_mut().clone();
    let (fps, ticks, milliseconds) = means.shown;
    let ended = format!("{:?}", driver.ended);
    let speed = driver.speed.map_or("as fast as it goes".into(), |speed| format!("{speed:.0} ticks/s asked"));
    let thoughts = folk.people.iter().filter_map(|(.., thinking)| thinking);
    let (asked, open) = thoughts.fold((0u64, 0usize), |(asked, open), thinking| {
        (asked + u64::from(thinking.count()), open + thinking.open().count())
    });
    let lines = [
        format!("{fps:6.1} frames/s"),
        format!("{:6} tick", folk.tick()),
        format!("{ticks:6.1} ticks/s   {speed}"),
        format!("{milliseconds:6.2} ms a frame in ticks"),
        format!("{ended:>6} how the frame's ticks ended"),
        format!("{:6} entities, {} people", entities.count_spawned(), folk.people.iter().count()),
        format!("{asked:6} questions asked, {open} open"),
    ];
    let (head, _) = plates.between(dock.clear);
    let (at, own) = ((Align2::LEFT_TOP, egui::pos2(dock.clear.left() + GAP, head)), plates.own);
    plates.show(&ctx, Overlay::Numbers, at, (dock.clear.shrink(GAP), own.as_slice()), |ui| {
        let dark = Color32::from_rgba_unmultiplied(0x1d, 0x18, 0x2f, 225);
        egui::Frame::new().fill(dark).corner_radius(3).inner_margin(8).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for line in lines {
                let text = RichText::new(line).monospace().color(Color32::from_rgb(0xe8, 0xd7, 0xbc));
                ui.add(egui::Label::new(text).extend());
            }
        });
    });
}
