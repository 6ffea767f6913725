//! The plates at the top: what can be opened; date and time, pause and speeds; why time goes as it does; which language
//! model is asked, what is under way, what it took. And notes that pass.

use std::time::Duration;

use bevy::{prelude::*, time::common_conditions::on_real_timer};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Button, RichText, Ui, vec2};

use super::{
    Notice, Selected,
    autosave::unsaved_words,
    avatar::{PlayerState, join_page::JoinPage, use_menu::UseMenu},
    camera::SafeArea,
    dock::Dock,
    keys::bind::Bindings,
    overlays::{GAP, Overlay},
    pacing::Slowed,
    panels::{
        Panel, PanelsDrawn, TABS, Tab,
        model::InUse,
        pictures::{Icons, icon},
        telling::daylight,
        widgets::{INK, WORDS, bold, clock, day, faint, layout_text, pick, plate},
    },
    preferences::Settings,
    scene::Scene,
    speed::{SPEEDS, TimeControl, paused},
    stage::Stage,
    title::Menu,
};
use crate::{
    clock::{Calendar, Driver, Ended, Now},
    exchange::{Minds, forecast::money},
    journal::Tally,
    town::{ActivePrompts, OpenSave, Recorded},
};

/// Seconds that a note stays.
const STAYS: f32 = 5.0;
/// Seconds of standing still before the plate says why.
const DELAY: f32 = 0.7;

/// Below this share of its speed the town is said to be slowed down.
const SLOWED: f64 = 0.8;

/// Notes on the screen, and how long each still stays.
#[derive(Resource, Default)]
pub struct Notes(Vec<(String, f32)>);

fn listen(mut notices: MessageReader<Notice>, mut notes: ResMut<Notes>, time: Res<Time<Real>>) {
    for (_, left) in &mut notes.0 {
        *left -= time.delta_secs();
    }
    notes.0.retain(|(_, left)| *left > 0.0);
    notes.0.extend(notices.read().map(|notice| (notice.0.clone(), STAYS)));
    let many = notes.0.len().saturating_sub(4);
    notes.0.drain(..many);
}

/// What has no person or place in it stands in the corner by itself.
const BESIDE: [Tab; 3] = [Tab::Minds, Tab::Settings, Tab::Help];
/// The clock with its date does not fit into less, in points.
const DATED: f32 = 490.0;

/// How fast the town really goes, counted anew every two seconds.
#[derive(Default)]
struct Rate {
    since: f32,
    tick: u64,
    /// Ticks a second while it was last counted.
    ticks: f64,
    /// How often in a row it was too few.
    short: u32,
}

impl Rate {
    /// Ticks a second, if the machine cannot do what was chosen; a few slow frames are nothing to tell of.
    fn behind(&mut self, driver: &Driver, tick: u64, seconds: f32) -> Option<f64> {
        let wanted = driver.speed.map_or(0.0, |speed| speed * driver.ease);
        match driver.ended {
            // Where time stands for an answer it is not the machine that is slow.
            Ended::Waiting if wanted > 0.0 => (self.tick, self.since) = (tick, 0.0),
            Ended::Early | Ended::OutOfBudget if wanted > 0.0 && driver.ease >= 1.0 => self.since += seconds,
            // A change of speed begins anew; so does time that stands for another reason.
            _ => *self = Self { tick, ..Self::default() },
        }
        if self.since >= 2.0 {
            self.ticks = tick.saturating_sub(self.tick) as f64 / f64::from(self.since);
            self.short = if self.ticks < wanted * 0.6 { self.short + 1 } else { 0 };
            (self.since, self.tick) = (0.0, tick);
        }
        (self.short >= 3).then_some(self.ticks)
    }
}

/// Why time goes as it does.
#[derive(Resource, Default)]
pub(super) struct Pace {
    rate: Rate,
    /// Seconds for which time has stood for an answer.
    stood: f32,
    /// Seconds for which it still counts as slowed down: over the pauses between two lines, or it would come and go.
    slow: f32,
    /// In words, if there is something to say.
    why: Option<String>,
}

fn watch(
    mut pace: ResMut<Pace>,
    (driver, calendar, now): (Res<Driver>, Res<Calendar>, Res<Now>),
    (arrive, hand, recorded): (Res<JoinPage>, Res<UseMenu>, Option<Res<Recorded>>),
    (bindings, time): (Res<Bindings>, Res<Time<Real>>),
) {
    let seconds = time.delta_secs();
    pace.stood = if driver.ended == Ended::Waiting { pace.stood + seconds } else { 0.0 };
    let chooses = arrive.pauses_time() || hand.is_open();
    pace.slow = if !chooses && driver.ease < SLOWED { DELAY * 2.0 } else { pace.slow - seconds };
    let behind = pace.rate.behind(&driver, now.0, seconds);
    pace.why = match behind {
        _ if pace.stood > DELAY => Some("Time is paused while people think".to_owned()),
        _ if chooses => Some("Time is paused while you choose".to_owned()),
        // Its timeline says so.
        _ if paused(&driver) && recorded.is_some() => None,
        _ if paused(&driver) => Some(format!("Paused — {} goes on", bindings.named("pause"))),
        Some(ticks) => {
            let minutes = ticks * f64::from(calendar.tick_seconds) / 60.0;
            Some(format!("As fast as this machine can: {minutes:.1} game minutes a second"))
        }
        None if driver.ended == Ended::Done => Some("The end of this run is reached".to_owned()),
        None => None,
    };
}

/// The clock with its speeds.
fn draw_clock(
    mut stage: Stage,
    (mut time, mut icons, now): (TimeControl, ResMut<Icons>, Res<Now>),
    (bindings, settings, pace): (Res<Bindings>, Res<Settings>, Res<Pace>),
    recorded: Option<Res<Recorded>>,
    mut room: ResMut<SafeArea>,
) {
    let ctx = stage.ctx();
    let (whole, free, wide) = (ctx.content_rect(), stage.dock.free, stage.clear().width());
    let physical = |at: egui::Pos2| Vec2::new(at.x, at.y) * ctx.pixels_per_point();
    room.set_if_neq(SafeArea(Rect::from_corners(physical(free.min), physical(free.max))));
    let at = (Align2::CENTER_TOP, egui::pos2(whole.center().x, GAP));
    let room = (stage.room(), [].as_slice());
    let add = |ui: &mut Ui| {
        let at = time.calendar.date_time(now.0);
        let picture = icon(ui, &mut icons, if daylight(at) { "sun" } else { "moon" }, 20.0);
        ui.add(picture);
        if wide >= DATED {
            ui.label(RichText::new(format!("{} · ", day(at.date()))).color(WORDS).size(15.0));
        }
        ui.spacing_mut().item_spacing.x = 6.0;
        bold(ui, &clock(at), 18.0, INK).on_hover_text(day(at.date()));
        if recorded.is_some() {
            // What it can do is on its timeline.
            ui.label(faint("· as recorded"));
            return;
        }
        ui.separator();
        let still = time.paused();
        let picture = icon(ui, &mut icons, if still { "play" } else { "pause" }, 12.0);
        let hint = format!("{} ({})", if still { "Go on" } else { "Pause" }, bindings.named("pause"));
        if ui.add(Button::image(picture).selected(still)).on_hover_text(hint).clicked() {
            time.toggle_pause();
        }
        let chosen = time.chosen();
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 5.0;
        for (place, minutes) in SPEEDS.iter().enumerate() {
            let button = Button::new(format!("{minutes}×")).selected(chosen == Some(place));
            let plural = if *minutes == 1 { "" } else { "s" };
            let key = bindings.named(&format!("speed {}", place + 1));
            let hint = format!("{minutes} game minute{plural} a second ({key})");
            if ui.add(button).on_hover_text(hint).clicked() {
                time.choose(place);
            }
        }
        // Its room is kept, or the plate would grow and shrink with every line.
        ui.add_space(3.0);
        let (slot, response) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
        if pace.slow > 0.0 && !still && settings.hints {
            let talk = layout_text(ui.painter(), "💬", 14.0, INK, f32::INFINITY, 0);
            talk.paint(ui.painter(), slot.center() - talk.size() / 2.0);
            response.on_hover_text("Slowed down while somebody near you speaks");
        }
    };
    stage.overlays.show(&ctx, Overlay::Clock, at, room, |ui| plate().show(ui, |ui| ui.horizontal(add)));
}

/// What can be opened, and coming to town.
fn draw_corner(
    mut stage: Stage,
    (mut menu, mut arrive): (ResMut<Menu>, ResMut<JoinPage>),
    (you, selected, bindings): (Res<PlayerState>, Res<Selected>, Res<Bindings>),
    recorded: Option<Res<Recorded>>,
) {
    let ctx = stage.ctx();
    let room = (ctx.content_rect(), [].as_slice());
    let Stage { dock, overlays, .. } = &mut stage;
    let at = (Align2::LEFT_TOP, dock.clear.left_top() + vec2(GAP, GAP));
    let add = |ui: &mut Ui| {
        if ui.button("Menu").on_hover_text("Save, load, settings, quit (Esc)").clicked() {
            menu.show();
        }
        offers(ui, dock, &bindings, selected.0.is_some());
        if recorded.is_some() {
            return;
        }
        let (words, hint) = match you.id {
            None => ("Come to town", "Live among them"),
            Some(_) => ("You", "Who you are here; leave"),
        };
        let hint = format!("{hint} ({})", bindings.named("come or go"));
        if ui.button(words).on_hover_text(hint).clicked() {
            arrive.toggle();
        }
    };
    overlays.show(&ctx, Overlay::Corner, at, room, |ui| plate().show(ui, |ui| ui.horizontal(add)));
}

/// Why time stands, or goes slowly; that the town is not saved; and notes that pass.
pub(super) fn draw_notes(
    mut stage: Stage,
    (pace, notes, settings): (Res<Pace>, Res<Notes>, Res<Settings>),
    (keeping, calendar): (Option<Res<OpenSave>>, Res<Calendar>),
) {
    let ctx = stage.ctx();
    let (head, foot) = stage.overlays.between(stage.clear());
    if let Some(why) = pace.why.as_ref().filter(|_| settings.hints) {
        let clock = stage.overlays.of(Overlay::Clock).unwrap_or(stage.clear());
        stage.plate(Overlay::Pace, (Align2::CENTER_TOP, egui::pos2(clock.center().x, head)), |ui| {
            ui.add(egui::Label::new(faint(why)).extend());
        });
    }
    // Stays as long as it is so.
    let unsaved = keeping.and_then(|keeping| unsaved_words(keeping.trouble.as_deref(), keeping.kept, &calendar));
    let unsaved = unsaved.map(|words| (words, 1.0));
    if notes.0.is_empty() && unsaved.is_none() {
        return;
    }
    let at = (Align2::CENTER_BOTTOM, egui::pos2(stage.clear().center().x, foot));
    let (room, own) = (stage.room(), stage.overlays.own);
    let wide = (stage.clear().width() - 60.0).clamp(120.0, 700.0);
    stage.overlays.show(&ctx, Overlay::Notes, at, (room, own.as_slice()), |ui| {
        ui.vertical(|ui| {
            for (text, left) in unsaved.iter().chain(&notes.0) {
                ui.set_opacity(left.min(1.0));
                plate().show(ui, |ui| {
                    ui.set_max_width(wide);
                    // Wrapped words take all the room they may; short ones shall not.
                    let label = egui::Label::new(RichText::new(text).color(INK));
                    ui.add(if text.chars().count() > 80 { label.wrap() } else { label.extend() });
                });
            }
        });
    });
}

/// What can be opened: all in one menu, and beside it what is not of the town.
fn offers(ui: &mut Ui, dock: &mut Dock, bindings: &Bindings, selected: bool) {
    let key = |row: &Panel| row.keys.first().map_or(String::new(), |key| bindings.label(key));
    let menu = ui.menu_button("Panels", |ui| {
        for row in TABS.iter().filter(|row| row.tab != Tab::Person || selected) {
            let button = Button::new(row.title).shortcut_text(key(row)).selected(dock.is_open(row.tab));
            if ui.add(button).clicked() {
                dock.toggle(row.tab);
                ui.close();
            }
        }
    });
    menu.response.on_hover_text("All that can be opened at the sides");
    for row in BESIDE.map(Tab::panel) {
        let does = row.keys.first().map_or("", |key| key.does);
        if pick(ui, row.title, dock.is_front(row.tab), &format!("{does} ({})", key(row))) {
            dock.toggle(row.tab);
        }
    }
}

/// Time between two looks whether prompts were edited.
const LOOK: Duration = Duration::from_secs(2);

/// What the plate says, of so many servers; `None`: no language model is asked.
fn words(minds: &Minds, tally: &Tally, slowed: Slowed, servers: usize) -> Option<String> {
    let model = minds.model()?;
    let several = format!("{servers} servers");
    let name = match model.as_str() {
        _ if servers > 1 => &several,
        "" => "language model",
        model => model,
    };
    let (spent, budget) = (tally.spent(), minds.budget());
    let mut waits = format!("{} awaited", minds.under_way());
    if minds.queued() > 0 {
        waits += &format!(", {} of them in the queue", minds.queued());
    }
    let mut parts = vec![
        name.to_string(),
        waits,
        format!("{} calls", spent.calls),
        format!("{}k tokens", (spent.tokens_in + spent.tokens_out).div_ceil(1000)),
    ];
    if budget.price.is_some() {
        parts.push(money(budget.usd()));
    }
    if tally.given_up > 0 {
        parts.push(format!("{} too late", tally.given_up));
    }
    if tally.fallbacks > 0 {
        parts.push(format!("{} by the built-in mind", tally.fallbacks));
    }
    if slowed.0 {
        parts.push("time waits for it".into());
    }
    Some(parts.join(" · "))
}

pub(super) fn draw_model(
    mut stage: Stage,
    (minds, tally): (Res<Minds>, Res<Tally>),
    (slowed, in_use): (Res<Slowed>, Res<InUse>),
) {
    let Some(words) = words(&minds, &tally, *slowed, in_use.servers()) else { return };
    let (head, _) = stage.overlays.between(stage.clear());
    let wide = stage.clear().width() - 36.0;
    let at = (Align2::RIGHT_TOP, egui::pos2(stage.room().right(), head));
    let shown = stage.plate(Overlay::Minds, at, |ui| {
        ui.set_max_width(wide);
        ui.label(faint(words))
    });
    let trouble = minds.budget().ended().or_else(|| tally.trouble.as_ref().map(|(_, why)| why.as_str()));
    if let Some(why) = trouble {
        shown.response.on_hover_text(why);
    }
}

fn look_again(wording: Res<ActivePrompts>) {
    wording.look_again();
}

/// Adds the plates at the top and the notes.
pub fn plugin(app: &mut App) {
    let drawn = (watch, draw_clock, draw_corner, draw_notes).chain().after(PanelsDrawn);
    app.init_resource::<Notes>()
        .init_resource::<Pace>()
        .add_systems(Update, (listen, look_again.run_if(in_state(Scene::Town)).run_if(on_real_timer(LOOK))))
        .add_systems(EguiPrimaryContextPass, (drawn, draw_model.after(PanelsDrawn)).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        exchange::Source,
        mind::{client::SimulatedClient, rules},
    };

    #[test]
    fn only_a_machine_that_stays_behind_is_told_of() {
        let mut driver = Driver::new(crate::clock::Pace::Lockstep);
        driver.speed = Some(6.0);
        let mut rate = Rate::default();
        let mut tick = 0;
        let mut told = |rate: &mut Rate, driver: &Driver, by: u64| {
            tick += by;
            rate.behind(driver, tick, 2.0).is_some()
        };
        assert!((0..9).all(|_| !told(&mut rate, &driver, 9)), "three quarters of speed 1 are no word worth");
        assert!(!told(&mut rate, &driver, 3) && !told(&mut rate, &driver, 12), "one slow moment");
        assert_eq!([0; 3].map(|_| told(&mut rate, &driver, 3)), [false, false, true]);
        assert!(!told(&mut rate, &driver, 12));
        driver.ease = 0.5;
        assert!((0..9).all(|_| !told(&mut rate, &driver, 0)), "time is slowed down by us");
    }

    #[test]
    fn nothing_is_said_while_rules_answer() {
        let (line, _) = SimulatedClient::new(rules::answer, 1, 1);
        assert_eq!(words(&Minds::new(Source::Mind(Box::new(line))), &Tally::default(), Slowed(false), 0), None);
    }
}
