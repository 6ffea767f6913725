//! Keys: one table, from which they act and from which the help is made; [`bind`] has what a player changed.
//!
//! Rule: while somebody types into a field, keys belong to the field; only those marked `always` reach the town.

pub mod bind;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiInput, EguiPreUpdateSet as Pre, egui, input::EguiWantsInput};

use super::panels::{TABS, Tab};
use crate::language::clean;
use bind::Bindings;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Time stands, or goes on.
    Pause,
    /// By its place in [`super::speed::SPEEDS`].
    Speed(usize),
    /// Opens a panel, or closes it.
    Open(Tab),
    /// Opens the list and types into its search.
    Find,
    /// Tells all of what happens in the town, or only the last.
    Ticker,
    /// Folds the panel of who is selected, or opens it again.
    Fold,
    /// Keeps the camera on who is selected, or lets go.
    Follow,
    /// The camera goes by itself to what is worth seeing, or stays.
    Story,
    /// Opens or closes the evening paper.
    Paper,
    /// Closes what is open, else deselects.
    Close,
    /// Opens the line of commands.
    Console,
    /// Opens or closes the numbers.
    Debug,
    /// Full screen or window.
    Full,
    /// Saves the town as it stands, over the last time.
    QuickSave,
    /// Goes back to that.
    QuickLoad,
    /// Panels larger or smaller by so many steps; 0 as usual.
    Scale(i8),
    /// Read directly by the camera, the avatar, panels and the screenshot.
    HandledElsewhere,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// As it is kept in the player's file, and as the settings call it.
    pub name: &'static str,
    pub(crate) codes: &'static [KeyCode],
    pub(crate) ctrl: bool,
    /// Whether it works even while somebody types.
    pub while_typing: bool,
    pub(crate) action: Action,
    /// As told in the help; empty: told by the row before.
    pub does: &'static str,
    /// What the help calls the row and those told with it while none was changed; empty: by their codes.
    pub label: &'static str,
}

/// A row, as most are: without Ctrl, and not while somebody types.
pub const fn key(name: &'static str, codes: &'static [KeyCode], action: Action, does: &'static str) -> Key {
    Key { name, codes, ctrl: false, while_typing: false, action, does, label: "" }
}

/// What is done with the mouse, or by keys that are not changed.
const fn fixed(label: &'static str, does: &'static str) -> Key {
    key("", &[], Action::HandledElsewhere, does).labelled(label)
}

impl Key {
    const fn labelled(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    const fn with_ctrl(self) -> Self {
        Self { ctrl: true, ..self }
    }

    /// The same, working even while somebody types.
    pub const fn while_typing(self) -> Self {
        Self { while_typing: true, ..self }
    }

    /// Its keys in words: `Tab, L`, `Ctrl F`.
    pub fn label(&self) -> String {
        if self.codes.is_empty() {
            return self.label.into();
        }
        let ctrl = if self.ctrl { "Ctrl " } else { "" };
        // What the block of digits does too goes without saying.
        let plain = self.codes.iter().filter(|code| !format!("{code:?}").starts_with("Numpad"));
        plain.map(|code| format!("{ctrl}{}", called(*code))).collect::<Vec<_>>().join(", ")
    }
}

/// Keys of the town and the window; those of panels stand in [`TABS`].
pub const KEYS: &[Key] = {
    use KeyCode::*;
    &[
        key("pause", &[Space], Action::Pause, "Pause, and go on"),
        key("speed 1", &[Digit1, Numpad1], Action::Speed(0), "Speed: 1, 2, 4, 16, 60 game minutes a second")
            .labelled("1 … 5"),
        key("speed 2", &[Digit2, Numpad2], Action::Speed(1), ""),
        key("speed 3", &[Digit3, Numpad3], Action::Speed(2), ""),
        key("speed 4", &[Digit4, Numpad4], Action::Speed(3), ""),
        key("speed 5", &[Digit5, Numpad5], Action::Speed(4), ""),
        fixed(
            "Click",
            "On a person: their day. Again: follow them. On nothing: let go. On the ground, if you are in town: walk there",
        ),
        fixed("Right click", "On a thing: change it: burning, leaking, empty, any words"),
        key("find", &[KeyF], Action::Find, "Find somebody by name").with_ctrl(),
        key("follow", &[KeyF], Action::Follow, "Keep the camera on who is selected, or let go"),
        key("story", &[KeyV], Action::Story, "Follow the story: the camera goes by itself to what is worth seeing"),
        key("fold", &[KeyP], Action::Fold, "More or less of the panel of who is selected"),
        key("come or go", &[KeyJ], Action::HandledElsewhere, "Come to town as somebody, look at yourself, or leave"),
        key(
            "north",
            &[KeyW, ArrowUp],
            Action::HandledElsewhere,
            "Walk, if you are in town (a click on the ground does too); else look elsewhere",
        )
        .labelled("W A S D, arrows"),
        key("west", &[KeyA, ArrowLeft], Action::HandledElsewhere, ""),
        key("south", &[KeyS, ArrowDown], Action::HandledElsewhere, ""),
        key("east", &[KeyD, ArrowRight], Action::HandledElsewhere, ""),
        key("talk", &[KeyT, Enter, NumpadEnter], Action::HandledElsewhere, "Talk to who is near"),
        key("use", &[KeyE], Action::HandledElsewhere, "Use what you stand before"),
        key(
            "console",
            &[Slash, Backquote],
            Action::Console,
            "The console, also with the key below Esc: commands to the town",
        )
        .labelled("/"),
        key(
            "mark before",
            &[Comma],
            Action::HandledElsewhere,
            "In a recorded town: to the mark before, and to the next",
        )
        .labelled(", ."),
        key("next mark", &[Period], Action::HandledElsewhere, ""),
        key("paper", &[KeyG], Action::Paper, "The evening paper, of today so far or of any day"),
        key("happenings", &[KeyH], Action::Ticker, "More or less of what happens in the town"),
        key("close", &[Escape], Action::Close, "Close what is open, then deselect; then the menu"),
        fixed("Drag", "Move over the town"),
        key("nearer", PLUS, Action::HandledElsewhere, "Nearer and farther, as the wheel does").labelled("+ -"),
        key("farther", MINUS, Action::HandledElsewhere, ""),
        key("larger", PLUS, Action::Scale(1), "Words larger, smaller, and as usual").with_ctrl().labelled("Ctrl + - 0"),
        key("smaller", MINUS, Action::Scale(-1), "").with_ctrl(),
        key("usual size", &[Digit0, Numpad0], Action::Scale(0), "").with_ctrl(),
        key("numbers", &[F3], Action::Debug, "Numbers about the machine").while_typing(),
        key("quick save", &[F5], Action::QuickSave, "Quick save: the town as it stands").while_typing(),
        key("quick load", &[F9], Action::QuickLoad, "Back to the quick save").while_typing(),
        key("full screen", &[F11], Action::Full, "Full screen, and back").while_typing(),
        key("picture", &[F12], Action::HandledElsewhere, "Save a picture of the screen"),
    ]
};
const PLUS: &[KeyCode] = &[KeyCode::Equal, KeyCode::NumpadAdd];
const MINUS: &[KeyCode] = &[KeyCode::Minus, KeyCode::NumpadSubtract];

/// All keys: of the town and the window, then of panels.
pub fn all() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().chain(TABS.iter().flat_map(|row| row.keys))
}

/// What the keys just pressed ask for.
pub fn pressed_actions(
    bindings: &Bindings,
    pressed: impl Fn(KeyCode) -> bool,
    ctrl: bool,
    typing: bool,
) -> Vec<Action> {
    let heard = |key: &Key, code: KeyCode| pressed(code) && (!typing || key.while_typing && !writes(code));
    let asked = |key: &&Key| bindings.of(key).iter().any(|chord| chord.ctrl == ctrl && heard(key, chord.code));
    all().filter(asked).map(|key| key.action).collect()
}

/// Does a key put something into a field, or move about in it?
fn writes(code: KeyCode) -> bool {
    let name = format!("{code:?}");
    code != KeyCode::Tab && name.strip_prefix('F').is_none_or(|n| n.parse::<u8>().is_err())
}

/// The keys of this frame, and what the player calls them.
#[derive(SystemParam)]
pub struct Keyboard<'w> {
    /// What is pressed.
    pub keys: Res<'w, ButtonInput<KeyCode>>,
    /// What each key means.
    pub bindings: Res<'w, Bindings>,
    wants: Res<'w, EguiWantsInput>,
}

impl Keyboard<'_> {
    /// Does somebody type into a field?
    pub fn typing(&self) -> bool {
        self.wants.wants_keyboard_input()
    }

    /// Is Ctrl held, or was it in a slow frame?
    pub fn ctrl(&self) -> bool {
        bind::ctrl(&self.keys)
    }

    /// Was a key of the row of this name just pressed, and not into a field?
    pub fn just_pressed(&self, name: &str) -> bool {
        !self.typing() && self.bindings.just_pressed(&self.keys, name)
    }

    /// Is a key of the row of this name held, or was it in a slow frame?
    pub fn held(&self, name: &str) -> bool {
        self.bindings.held(&self.keys, name)
    }
}

/// Keys in words and what they do, as the help tells it; keys that do much the same on one line.
pub fn told(bindings: &Bindings) -> Vec<(String, &'static str)> {
    let mut groups: Vec<Vec<&Key>> = vec![];
    for key in all() {
        match groups.last_mut() {
            Some(group) if key.does.is_empty() => group.push(key),
            _ => groups.push(vec![key]),
        }
    }
    let words = |group: Vec<&Key>| {
        let usual = group.iter().all(|key| bindings.usual(key));
        let label = group[0].label;
        let each = || group.iter().map(|key| bindings.label(key)).collect::<Vec<_>>().join(", ");
        (if usual && !label.is_empty() { label.into() } else { each() }, group[0].does)
    };
    groups.into_iter().map(words).collect()
}

/// What a key is called.
pub fn called(code: KeyCode) -> String {
    match code {
        KeyCode::Escape => "Esc".into(),
        KeyCode::Equal => "+".into(),
        KeyCode::Minus => "-".into(),
        KeyCode::Backquote => "`".into(),
        KeyCode::Slash => "/".into(),
        code => {
            let name = format!("{code:?}");
            let short = ["Key", "Digit", "Arrow"].iter().find_map(|before| name.strip_prefix(before));
            short.unwrap_or(&name).to_owned()
        }
    }
}

/// The keys pressed since the last frame, in the order in which they were, each as often as it was: where frames are slow,
/// several come with one.
pub fn presses(ctx: &egui::Context) -> Vec<egui::Key> {
    let pressed = |event: &egui::Event| match event {
        egui::Event::Key { key, pressed: true, modifiers, .. } if !modifiers.ctrl && !modifiers.alt => Some(*key),
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(pressed).collect())
}

/// More letters are not taken from the clipboard; no field takes as many.
const MAX: usize = 10_000;

/// Makes one plain line of whatever is pasted, before any field sees it: all our fields are one line.
fn one_line(mut inputs: Query<&mut EguiInput>) {
    for mut input in &mut inputs {
        for event in &mut input.bypass_change_detection().events {
            if let egui::Event::Text(text) | egui::Event::Paste(text) = event
                && (text.len() > MAX || text.contains(clean::is_invisible))
            {
                *text = clean::line(text.chars().take(MAX), usize::MAX);
            }
        }
    }
}

/// Adds the keys.
pub fn plugin(app: &mut App) {
    app.init_resource::<Bindings>()
        .add_systems(Startup, bind::read)
        .add_systems(Update, bind::keep.run_if(resource_changed::<Bindings>))
        .add_systems(PreUpdate, one_line.after(Pre::ProcessInput).before(Pre::BeginPass));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: KeyCode, ctrl: bool, typing: bool) -> Vec<Action> {
        pressed_actions(&Bindings::default(), |one| one == code, ctrl, typing)
    }

    #[test]
    fn each_key_does_one_thing() {
        for key in all() {
            for code in key.codes {
                assert_eq!(of(*code, key.ctrl, false), [key.action], "{}", key.name);
            }
        }
    }

    #[test]
    fn a_field_keeps_its_keys() {
        assert!(of(KeyCode::Space, false, true).is_empty());
        assert!(of(KeyCode::KeyL, false, true).is_empty());
        assert_eq!(of(KeyCode::Tab, false, true), [Action::Open(Tab::People)]);
        assert_eq!(of(KeyCode::F1, false, true), [Action::Open(Tab::Help)]);
    }

    #[test]
    fn ctrl_makes_another_key() {
        assert_eq!(of(KeyCode::KeyF, true, false), [Action::Find]);
        assert_eq!(of(KeyCode::KeyF, false, false), [Action::Follow]);
        assert!(of(KeyCode::Space, true, false).is_empty());
    }

    #[test]
    fn keys_are_called_as_they_are_printed() {
        let of = |name: &str| all().find(|key| key.name == name).map(Key::label).unwrap_or_default();
        assert_eq!(of("people"), "Tab, L");
        assert_eq!(of("find"), "Ctrl F");
        assert_eq!(of("speed 1"), "1");
        assert_eq!(of("larger"), "Ctrl +");
        assert_eq!(of("close"), "Esc");
    }

    #[test]
    fn many_lines_become_one() {
        let mut app = App::new();
        app.add_systems(Update, one_line);
        let mut input = EguiInput::default();
        let odd: String = "set a\tb\u{7}\r\n".chars().cycle().take(1_000_000).collect();
        input.events =
            vec![egui::Event::Text("a  b".into()), egui::Event::Text("one\n\n two\r\n".into()), egui::Event::Text(odd)];
        let id = app.world_mut().spawn(input).id();
        app.update();
        let events = &app.world().get::<EguiInput>(id).expect("it is there").events;
        let texts: Vec<&str> = events
            .iter()
            .filter_map(|one| if let egui::Event::Text(text) = one { Some(text.as_str()) } else { None })
            .collect();
        assert_eq!(texts[..2], ["a  b", "one two"]);
        assert!(texts[2].chars().count() <= MAX);
        assert!(texts[2].starts_with("set a b set a b"));
    }
}
