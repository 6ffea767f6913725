//! In words: what lines mean, and with whom somebody has to do.

use std::collections::BTreeMap;

use bevy_egui::egui;
use egui::{FontId, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::{
    bend::{colour, line},
    ties::{Tie, Ties},
};
use crate::{
    clock::AgentId,
    language::tone::Tone,
    view::panels::{
        style::{FAINT, INK, LINE, SMALL, WORDS, faint, palette},
        widgets::cut,
    },
};

/// What lines mean.
pub fn legend(ui: &mut Ui) {
    let palette = palette(ui.ctx());
    for (tone, words) in [(Some(Tone::Warm), "liking"), (Some(Tone::Cold), "dislike"), (None, "talks only")] {
        let (at, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
        let ends = [at.left_center(), at.right_center()];
        ui.painter().extend(line(&ends, 2.5, colour(tone, palette), tone == Some(Tone::Cold)));
        ui.label(RichText::new(words).size(SMALL).color(FAINT));
    }
}

/// A tie in words, as the one whose feeling is given first sees it.
fn words(tie: &Tie, [mine, theirs]: [Option<Tone>; 2]) -> String {
    let talks = match tie.talks {
        0 => "no talk yet".to_owned(),
        1 => "1 talk".to_owned(),
        many => format!("{many} talks"),
    };
    let feels = match (mine, theirs) {
        (Some(Tone::Warm), Some(Tone::Warm)) => " · like each other",
        (Some(Tone::Warm), _) => " · likes them",
        (_, Some(Tone::Warm)) if mine.is_none() => " · is liked",
        (Some(Tone::Cold), Some(Tone::Cold)) => " · dislike each other",
        (Some(Tone::Cold), _) => " · dislikes them",
        (_, Some(Tone::Cold)) => " · is disliked",
        _ => "",
    };
    talks + feels
}

/// Under the graph: with whom somebody has to do, most first, in the rest of the panel.
pub fn list(ui: &mut Ui, ties: &Ties, who: AgentId, names: &BTreeMap<AgentId, &str>) {
    let Some(name) = names.get(&who) else { return };
    let mine = ties.of(who);
    if mine.is_empty() {
        ui.label(faint(format!("{name} has talked to nobody yet.")));
        return;
    }
    let palette = palette(ui.ctx());
    ui.label(RichText::new(*name).size(13.5).color(INK));
    ScrollArea::vertical().id_salt(("ties", who)).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (other, tie) in mine {
            let Some(name) = names.get(&other) else { continue };
            let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
            ui.painter().hline(at.x_range(), at.bottom(), Stroke::new(1.0, LINE));
            let mut tones = tie.tones;
            if who > other {
                tones.reverse();
            }
            let shade = colour(tie.tone(), palette);
            let words = ui.painter().layout_no_wrap(words(tie, tones), FontId::proportional(SMALL), shade);
            let wide = at.width() - words.size().x - 10.0;
            cut(ui, name, 13.0, WORDS, wide, 1).paint(ui.painter(), at.min + vec2(2.0, 0.0));
            let place = at.right_center() - vec2(words.size().x + 2.0, words.size().y / 2.0);
            ui.painter().galley(place, words, shade);
        }
    });
}
