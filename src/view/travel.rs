//! Switches between towns, or to the title: the old town is closed and the new one opened between two frames. A town
//! from a save is replayed first, for part of each frame, behind a curtain that shows the progress, the time left and
//! how to cancel.

use std::path::PathBuf;
use std::time::Duration;

use bevy::{prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Key, Order, ProgressBar};

use super::{
    Notice,
    home::{AfterReplay, Home},
    panels::{
        Context, PanelsDrawn,
        model::InUse,
        why::Phrases,
        widgets::{GOLD, INK, bold, clock, day, faint, sheet, short_line},
    },
    scene::{self, Scene, TownState},
};
use crate::{
    clock::{Calendar, Diverged, Driver, Now, driver::drive},
    exchange::Provenance,
    town::{self, ActivePrompts, OpenSave, Options, SaveEntry, TownError, TownInfo},
};

/// Least and most time per frame for ticks during a replay: about half of all time, so that Cancel stays responsive.
const HASTE: (Duration, Duration) = (Duration::from_millis(60), Duration::from_millis(250));

/// Where to go next.
#[derive(Clone, Debug)]
pub enum TravelTarget {
    /// To the title.
    Title,
    /// Into a town: as it is opened, and what it is called on the curtain.
    Town(Box<Options>, String),
}

/// What is done with a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The town goes on.
    GoOn,
    /// It goes on with the cast, the map and the prompts as they are now.
    Edited,
    /// It is shown as it was recorded.
    Watch,
}

/// Where the player wants to go; taken up when the curtain has been drawn.
#[derive(Resource, Default)]
pub struct PendingTravel {
    go: Option<TravelTarget>,
    /// Frames until it is done: the curtain has to be seen first.
    frames: u8,
}

impl PendingTravel {
    /// Goes there.
    pub fn to(&mut self, go: TravelTarget) {
        (self.go, self.frames) = (Some(go), 3);
    }

    /// Goes to the town of a save.
    pub fn open(&mut self, kept: &SaveEntry, how: Opening, home: &Home) {
        let options = match how {
            Opening::GoOn => home.from_save(kept.file.clone(), &kept.scenario),
            Opening::Edited => home.edited(kept.file.clone(), &kept.scenario),
            Opening::Watch => home.watch(kept.file.clone()),
        };
        self.to(TravelTarget::Town(Box::new(options), short_line(&kept.name, 40)));
    }

    /// Is a way under way?
    pub fn is_some(&self) -> bool {
        self.go.is_some()
    }
}

/// The replay of what a town had lived when it was saved, up to this tick.
#[derive(Resource, Clone, Debug)]
pub struct SaveReplay {
    until: u64,
    name: String,
    /// The file it was to go on in, if that was made for it: of a town that is given up nothing is kept.
    fresh: Option<PathBuf>,
    /// Where it set out, and how long it has been under way.
    from: u64,
    took: Duration,
    /// What ticks took of the last frame.
    spent: Duration,
    then: AfterReplay,
}

/// At the beginning of a frame.
fn go(world: &mut World) {
    let mut next = world.resource_mut::<PendingTravel>();
    if next.go.is_none() {
        return;
    }
    next.frames = next.frames.saturating_sub(1);
    let go = if next.frames == 0 { next.go.take() } else { None };
    scene::set(world, Scene::Loading);
    let Some(go) = go else { return };
    leave(world);
    let opened = match go {
        TravelTarget::Title => title(world),
        TravelTarget::Town(options, name) => enter(world, &options, name),
    };
    if let Err(trouble) = opened {
        leave(world);
        world.write_message(Notice(trouble.to_string()));
        if let Err(trouble) = title(world) {
            leave(world);
            tracing::warn!("there is no town behind the title: {trouble}");
        }
    }
}

/// A town that has not lived again up to where it was saved is given up: its save stays as it was.
pub(super) fn give_up(world: &mut World) {
    let Some(waking) = world.remove_resource::<SaveReplay>() else { return };
    world.remove_resource::<OpenSave>();
    if let (Some(file), Some(home)) = (waking.fresh, world.get_resource::<Home>())
        && let Err(trouble) = home.shelf.remove(&file)
    {
        tracing::warn!("{trouble}");
    }
}

fn leave(world: &mut World) {
    give_up(world);
    let tick = world.get_resource::<Now>().map_or(0, |now| now.0);
    tracing::info!(target: "screen", tick, "left");
    if let Err(trouble) = town::leave(world) {
        crate::complain!("smallville: {trouble}");
        world.write_message(Notice(trouble.to_string()));
    }
    scene::set(world, TownState::Closed);
    world.remove_resource::<InUse>();
    world.remove_resource::<Provenance>();
}

fn open(world: &mut World, options: &Options) -> Result<(), TownError> {
    let Some(home) = world.get_resource::<Home>().cloned() else { return Ok(()) };
    if let Some(save) = &options.save {
        home.shelf.make()?;
        if options.load.as_ref() == Some(save) {
            home.shelf.copy_before(save);
        }
    }
    town::open_in(world, options, &home.data)?;
    equip(world, options)
}

/// What the window adds to a town that has just been opened.
///
/// # Errors
/// As [`InUse::new`].
pub(super) fn equip(world: &mut World, options: &Options) -> Result<(), TownError> {
    let prompts = world.resource::<TownInfo>().prompts.clone();
    world.insert_resource(InUse::new(options, &prompts)?);
    // Whoever looks can ask why, of what was lived before too.
    world.insert_resource(town::asked_before(options.load.as_deref(), Provenance::default()));
    world.insert_resource(Phrases::of(world.resource::<ActivePrompts>(), &prompts));
    scene::set(world, TownState::Open);
    Ok(())
}

fn enter(world: &mut World, options: &Options, name: String) -> Result<(), TownError> {
    open(world, options)?;
    let ends = world.resource::<TownInfo>().begins;
    let until = if options.show.is_some() { 0 } else { ends };
    let fresh = options.save.clone().filter(|save| options.load.as_ref() != Some(save));
    let mut then = AfterReplay::walk(world.resource::<Calendar>());
    if options.show.is_some() {
        then.until = ends;
    }
    start_replay(world, until, (name, fresh), then);
    Ok(())
}

/// Lives again up to the tick `until` behind the curtain, which names the town, and goes on from there as `then` says.
/// `fresh`: a file that was made for the town to go on in, gone if the player gives up before.
pub(super) fn start_replay(world: &mut World, until: u64, (name, fresh): (String, Option<PathBuf>), then: AfterReplay) {
    let from = world.resource::<Now>().0;
    if until <= from {
        tracing::info!(target: "screen", tick = from, "goes on");
        then.begin(world);
        scene::set(world, Scene::Town);
        return;
    }
    let mut driver = world.resource_mut::<Driver>();
    (driver.until, driver.speed, driver.budget) = (until, None, Some(HASTE.0));
    world.insert_resource(SaveReplay { until, name, fresh, from, took: Duration::ZERO, spent: Duration::ZERO, then });
}

/// Opens the town behind the title.
///
/// # Errors
/// As [`town::open`].
pub(super) fn title(world: &mut World) -> Result<(), TownError> {
    scene::set(world, Scene::Title);
    let Some(options) = world.get_resource::<Home>().map(Home::behind) else { return Ok(()) };
    open(world, &options)?;
    let then = AfterReplay::walk(world.resource::<Calendar>());
    then.begin(world);
    Ok(())
}

/// Once the past has been lived again, the town goes on.
fn finish_replay(world: &mut World) {
    let now = world.get_resource::<Now>().map_or(0, |now| now.0);
    let frame = world.get_resource::<Time<Real>>().map(Time::delta).unwrap_or_default();
    let spent = world.get_resource::<Driver>().map(|driver| driver.spent).unwrap_or_default();
    let Some(mut waking) = world.get_resource_mut::<SaveReplay>() else { return };
    waking.took += frame;
    // Where drawing takes long, frames are few: as much time goes to living again.
    let budget = frame.saturating_sub(waking.spent).clamp(HASTE.0, HASTE.1);
    waking.spent = spent;
    let over = now >= waking.until;
    if over {
        tracing::info!(target: "screen", tick = now, "goes on");
        if let Some(waking) = world.remove_resource::<SaveReplay>() {
            waking.then.begin(world);
            scene::set(world, Scene::Town);
        }
    } else if world.resource::<Diverged>().0.is_some() {
        // The town says itself why it cannot go on; it is left so that nothing is written over what there is.
        let mut next = world.resource_mut::<PendingTravel>();
        if !next.is_some() {
            next.to(TravelTarget::Title);
        }
    } else if let Some(mut driver) = world.get_resource_mut::<Driver>() {
        driver.budget = Some(budget);
    }
}

fn draw(
    mut context: Context,
    mut next: ResMut<PendingTravel>,
    waking: Option<Res<SaveReplay>>,
    (now, calendar): (Option<Res<Now>>, Option<Res<Calendar>>),
) {
    let words = match (&next.go, &waking) {
        (Some(TravelTarget::Title), _) => "To the title".to_string(),
        (Some(TravelTarget::Town(_, name)), _) => name.clone(),
        (None, Some(waking)) => waking.name.clone(),
        (None, None) => return,
    };
    let ctx = context.get_mut().clone();
    let whole = ctx.content_rect();
    let behind = egui::Area::new("curtain".into()).fixed_pos(whole.min).order(Order::Tooltip);
    behind.show(&ctx, |ui| {
        ui.allocate_rect(whole, egui::Sense::click_and_drag());
        ui.painter().rect_filled(whole, 0, INK);
    });
    let mut cancel = false;
    let area = egui::Area::new("on the way".into()).anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO);
    let shown = area.order(Order::Tooltip).show(&ctx, |ui| {
        sheet().inner_margin(18).show(ui, |ui| {
            ui.set_width(320.0);
            ui.vertical_centered(|ui| {
                bold(ui, &words, 18.0, INK);
                ui.add_space(6.0);
                match (&waking, now, calendar) {
                    (Some(waking), Some(now), Some(calendar)) if next.go.is_none() => {
                        ui.label("Replaying what happened before");
                        let share = now.0 as f32 / waking.until.max(1) as f32;
                        ui.add(ProgressBar::new(share).desired_width(290.0).fill(GOLD));
                        let hour = |tick| clock(calendar.date_time(tick));
                        let last = day(calendar.date_time(waking.until).date());
                        ui.label(faint(format!("Now at {} of {}, {last}", hour(now.0), hour(waking.until))));
                        let lived = now.0.saturating_sub(waking.from) as f64;
                        let left = waking.took.as_secs_f64() / lived * waking.until.saturating_sub(now.0) as f64;
                        ui.label(faint(left_in_words(left)));
                        ui.add_space(6.0);
                        let back = ui.button("Cancel: back to the title (Esc)");
                        cancel = back.on_hover_text("The save stays as it is").clicked()
                            || ui.input(|input| input.key_pressed(Key::Escape));
                    }
                    _ => drop(ui.label("A moment …")),
                }
            });
        });
    });
    ctx.move_to_top(shown.response.layer_id);
    if cancel {
        next.to(TravelTarget::Title);
    }
}

/// So many seconds more, which nobody knows to the second.
fn left_in_words(seconds: f64) -> String {
    match seconds {
        _ if !seconds.is_finite() => "…".into(),
        _ if seconds < 8.0 => "A few seconds more".into(),
        _ if seconds < 55.0 => format!("About {} seconds more", (seconds / 5.0).ceil() * 5.0),
        _ if seconds < 90.0 => "About a minute more".into(),
        _ => format!("About {} minutes more", (seconds / 60.0).round()),
    }
}

/// Adds the ways between towns.
pub fn plugin(app: &mut App) {
    app.init_resource::<PendingTravel>()
        .add_systems(First, go)
        .add_systems(Update, finish_replay.after(drive))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_state(Scene::Loading)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_said_as_one_says_it() {
        let said = [f64::NAN, 3.0, 28.0, 60.0, 120.0].map(left_in_words);
        assert_eq!(said[..2], ["…", "A few seconds more"]);
        assert_eq!(said[2..], ["About 30 seconds more", "About a minute more", "About 2 minutes more"]);
    }
}
