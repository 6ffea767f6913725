//! The plate below the clock while a language model is asked: which one, what is under way, what it took.

use std::time::Duration;

use bevy::{prelude::*, time::common_conditions::on_real_timer};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::Align2;

use super::{
    overlays::Overlay,
    pacing::Slowed,
    panels::{PanelsDrawn, model::InUse, widgets::faint},
    scene::Scene,
    stage::Stage,
};
use crate::{
    exchange::{Minds, forecast::money},
    journal::Tally,
    town::ActivePrompts,
};

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
    let mut parts = vec![
        name.to_string(),
        waits(minds.under_way(), minds.queued()),
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

/// How many answers are awaited, and how many of them have not been begun.
fn waits(under_way: usize, queued: usize) -> String {
    match queued.min(under_way) {
        0 => format!("{under_way} awaited"),
        queued => format!("{under_way} awaited, {queued} of them in the queue"),
    }
}

fn draw(mut stage: Stage, (minds, tally): (Res<Minds>, Res<Tally>), (slowed, in_use): (Res<Slowed>, Res<InUse>)) {
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

/// Adds the plate, and the look at the prompts.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, look_again.run_if(in_state(Scene::Town)).run_if(on_real_timer(LOOK))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn).after(super::goals::draw).run_if(in_state(Scene::Town)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        exchange::Source,
        mind::{client::SimulatedClient, rules},
    };

    #[test]
    fn what_waits_for_a_slot_is_told_apart() {
        assert_eq!([waits(0, 0), waits(3, 0)], ["0 awaited", "3 awaited"]);
        assert_eq!(waits(9, 5), "9 awaited, 5 of them in the queue");
    }

    #[test]
    fn nothing_is_said_while_rules_answer() {
        let (line, _) = SimulatedClient::new(rules::answer, 1, 1);
        assert_eq!(words(&Minds::new(Source::Mind(Box::new(line))), &Tally::default(), Slowed(false), 0), None);
    }
}
