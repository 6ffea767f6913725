//! Speech as it is said: who says what just now, and how it lies on the screen.
//!
//! | file | concern |
//! |---|---|
//! | [`pages`] | a line cut to what a bubble holds |
//! | [`paint`] | the bubble itself |
//!
//! Lines that a language model is still thinking of come word by word in talks that one looks at. They are grey until the
//! answer is whole and accepted; then they are said like any other, or something else is.
//!
//! Rule: words are shown at speed 1 and while time stands; faster, there is 💬 over the head, and the cursor on it
//! tells the last line.

pub mod pages;
pub mod paint;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::{
    FeetPlaced, Selected,
    camera::Viewpoint,
    panels::widgets::{WHOLE, short_line},
    preferences::Settings,
    scene::TownState,
    speed::{SPEEDS, ticks_per_second},
};
use crate::{
    agent::{
        components::{
            Avatar,
            talk::{DialogueState, InTalk, NextLine, Talk, TalkId, Talks, Utterance},
        },
        persona::Whereabouts,
    },
    clock::{AgentId, Calendar, Driver, Now, driver::drive},
    exchange::{Minds, Thinking},
    language::script::text_width,
    mind::question::{Question, Utter},
    schedule::TownResources,
    world::ArenaId,
};

/// A line that is on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Of which talk.
    pub talk: TalkId,
    /// All of it.
    pub words: String,
    /// As bubbles hold it.
    pub pages: Vec<String>,
    /// Which of them is shown.
    pub page: usize,
    /// The tick at which it begins.
    pub from: u64,
    /// The tick at which it has been said.
    pub until: u64,
    /// For how long it has been shown.
    pub seconds: f64,
    /// It is still being thought of, and may become another one.
    pub draft: bool,
    /// Size of its bubble in points, as it was painted last.
    pub size: Vec2,
    /// Where the bubble's body lies, in world pixels (y up); written where bubbles are placed.
    pub body: Option<Rect>,
    /// Where it was painted, in points.
    pub painted: Option<bevy_egui::egui::Rect>,
}

impl Line {
    fn new(talk: TalkId, words: String, (from, until): (u64, u64), draft: bool) -> Self {
        let pages = pages::pages(&words);
        let wide = pages[0].lines().map(text_width).max().unwrap_or(0) as f32 * 7.0;
        let size = paint::padded(Vec2::new(wide, pages[0].lines().count() as f32 * 17.0));
        Self { talk, words, pages, page: 0, from, until, seconds: 0.0, draft, size, body: None, painted: None }
    }

    /// Seconds that somebody who reads so many letters a second still needs; 0 letters: it never waits for them.
    pub fn unread(&self, letters_a_second: f64) -> f64 {
        let whole = if letters_a_second > 0.0 { text_width(&self.words) as f64 / letters_a_second } else { 0.0 };
        whole - self.seconds
    }

    /// The page that is shown.
    pub fn shown(&self) -> &str {
        self.pages.get(self.page).map_or("", String::as_str)
    }
}

/// What is being said, by speaker.
#[derive(Resource, Clone, Debug, Default)]
pub struct Speech {
    lines: BTreeMap<AgentId, Line>,
    drafts: BTreeMap<AgentId, Line>,
    /// Are words shown at all?
    pub aloud: bool,
    /// The part of the town that no panel covers, in world pixels (y up).
    pub room: Option<Rect>,
}

impl Speech {
    /// What somebody's bubble says in words, if it does.
    pub fn of(&self, who: AgentId) -> Option<&Line> {
        self.lines.get(&who).or_else(|| self.drafts.get(&who)).filter(|_| self.aloud)
    }

    /// The same, to note where it lies.
    pub fn of_mut(&mut self, who: AgentId) -> Option<&mut Line> {
        self.lines.get_mut(&who).or_else(|| self.drafts.get_mut(&who)).filter(|_| self.aloud)
    }

    /// Whose words are painted there, in points.
    pub fn painted_at(&self, at: bevy_egui::egui::Pos2) -> Option<AgentId> {
        let mut shown = self.lines.iter().chain(&self.drafts);
        shown.find(|(_, line)| self.aloud && line.painted.is_some_and(|body| body.contains(at))).map(|(who, _)| *who)
    }

    /// What somebody is about to say, as far as it is known.
    pub fn draft(&self, who: AgentId) -> Option<&str> {
        self.drafts.get(&who).map(|line| line.words.as_str())
    }

    /// Shows words that the town has not heard yet.
    pub fn murmur(&mut self, who: AgentId, talk: TalkId, words: &str, now: u64) {
        if self.drafts.get(&who).is_some_and(|line| line.words == words) {
            return;
        }
        self.drafts.insert(who, Line::new(talk, words.into(), (now, now), true));
    }

    /// Are words of this talk shown?
    pub fn runs(&self, talk: TalkId) -> bool {
        self.aloud && self.lines.values().any(|line| line.talk == talk)
    }
}

/// The line that was said last in a talk.
fn last(talk: &Talk, now: u64) -> Option<&Utterance> {
    // A line may be known before it begins.
    talk.lines.iter().rev().find(|line| line.from <= now)
}

fn listen(
    (talks, now, driver, calendar): (Res<Talks>, Res<Now>, Res<Driver>, Res<Calendar>),
    (look, settings): (Res<Viewpoint>, Res<Settings>),
    time: Res<Time<Real>>,
    mut speech: ResMut<Speech>,
) {
    let slow = driver.speed.is_some_and(|speed| speed <= ticks_per_second(SPEEDS[0], &calendar) + 1e-6);
    let speech = &mut *speech;
    speech.aloud = slow && look.zoom > 0;
    for line in speech.lines.values_mut() {
        line.seconds += time.delta_secs_f64();
    }
    // Over, but perhaps not yet read.
    let lately = talks.over.iter().rev().take_while(|(_, talk)| talk.ended.is_some_and(|end| end + 1 >= now.0));
    for (id, talk) in talks.open.iter().chain(lately.map(|(id, talk)| (id, talk))) {
        let Some(said) = last(talk, now.0) else { continue };
        // Somebody else has the word now.
        speech.lines.retain(|who, line| line.talk != *id || *who == said.by && line.from == said.from);
        let fresh = speech.lines.get(&said.by).is_none_or(|line| (line.talk, line.from) != (*id, said.from));
        if fresh && said.until >= now.0 {
            let (words, span) = (short_line(&said.words, WHOLE), (said.from, said.until));
            speech.lines.insert(said.by, Line::new(*id, words, span, false));
        }
    }
    let unread = |line: &Line| slow && line.unread(settings.reading_speed) > 0.0;
    speech.lines.retain(|_, line| now.0 <= line.until || unread(line));
    for line in speech.lines.values_mut() {
        let said =
            (now.0 as f64 + driver.owed - 1.0 - line.from as f64) / line.until.saturating_sub(line.from).max(1) as f64;
        // While time stands, words are read all the same.
        let needs = line.seconds + line.unread(settings.reading_speed);
        let read = if needs > 0.0 { line.seconds / needs } else { 0.0 };
        line.page = pages::page_at(&line.pages, said.max(read).clamp(0.0, 1.0)).max(line.page);
    }
}

/// Tells the mind whose lines are wanted as they come, and lays out what has come.
pub fn overhear(
    (minds, talks, now, selected): (Res<Minds>, Res<Talks>, Res<Now>, Res<Selected>),
    people: Query<(&AgentId, &InTalk, &Thinking, &DialogueState)>,
    places: Query<(&AgentId, &InTalk, &Whereabouts, Has<Avatar>)>,
    mut speech: ResMut<Speech>,
) {
    let Some(streamed) = minds.streamed() else {
        speech.drafts.clear();
        return;
    };
    let speech = &mut *speech;
    let looked_at = people.iter().find(|(who, ..)| Some(**who) == selected.0).and_then(|(_, company, ..)| company.0);
    let on_screen = speech.lines.values().map(|line| line.talk).filter(|_| speech.aloud);
    // One's own talk, also while nobody says anything; and whoever is in the room, as they may be spoken to with the next
    // tick, and that very tick asks for what they say to it.
    let own = || places.iter().filter(|(.., is_avatar)| *is_avatar);
    let own_talks = own().filter_map(|(_, company, ..)| company.0);
    let watched: BTreeSet<_> = looked_at.into_iter().chain(on_screen).chain(own_talks).collect();
    let members = watched.iter().filter_map(|id| talks.open.get(id)).flat_map(|talk| &talk.members);
    let rooms: BTreeSet<ArenaId> = own().map(|(_, _, here, _)| here.0).collect();
    let near = places.iter().filter(|(_, _, here, _)| rooms.contains(&here.0)).map(|(id, ..)| id);
    streamed.listen_to(members.chain(near).map(|one| one.0).collect());
    let before = std::mem::take(&mut speech.drafts);
    for (who, company, thinking, voice) in &people {
        let Some(talk) = company.0.filter(|talk| watched.contains(talk)) else { continue };
        let open = thinking.open().find(|ask| ask.purpose == Utter::PURPOSE);
        let words = match &voice.next {
            Some(NextLine::Line { words, .. }) => Some(words.clone()),
            _ => open.and_then(|ask| streamed.so_far(ask.id)),
        };
        let Some(words) = words else { continue };
        let words = short_line(&words, WHOLE);
        let kept = before.get(who).filter(|line| line.words == words).cloned();
        let fresh = || {
            let line = Line::new(talk, words.clone(), (now.0, now.0), true);
            Line { page: line.pages.len().saturating_sub(1), ..line }
        };
        speech.drafts.insert(*who, kept.unwrap_or_else(fresh));
    }
}

/// Adds speech.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Speech>();
    let systems = (overhear, listen).chain().run_if(in_state(TownState::Open));
    app.add_systems(Update, systems.after(drive).in_set(Heard).after(FeetPlaced));
    paint::plugin(app);
}

/// When it is known who says what, in `Update`; bubbles go after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heard;
