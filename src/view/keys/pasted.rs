//! What is pasted comes as if it were typed at once, with breaks of lines and worse in it. All our fields are one line.

use bevy::prelude::*;
use bevy_egui::{EguiInput, egui::Event};

use crate::language::clean;

/// More letters are not taken from the clipboard; no field takes as many.
const MOST: usize = 10_000;

/// Makes one plain line of whatever is pasted, before any field sees it.
pub fn one_line(mut inputs: Query<&mut EguiInput>) {
    for mut input in &mut inputs {
        for event in &mut input.bypass_change_detection().events {
            if let Event::Text(text) | Event::Paste(text) = event
                && (text.len() > MOST || text.contains(clean::is_invisible))
            {
                *text = clean::line(text.chars().take(MOST), usize::MAX);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_become_one() {
        let mut app = App::new();
        app.add_systems(Update, one_line);
        let mut input = EguiInput::default();
        let odd: String = "set a\tb\u{7}\r\n".chars().cycle().take(1_000_000).collect();
        input.events = vec![Event::Text("a  b".into()), Event::Text("one\n\n two\r\n".into()), Event::Text(odd)];
        let id = app.world_mut().spawn(input).id();
        app.update();
        let events = &app.world().get::<EguiInput>(id).expect("it is there").events;
        let texts: Vec<&str> = events
            .iter()
            .filter_map(|one| if let Event::Text(text) = one { Some(text.as_str()) } else { None })
            .collect();
        assert_eq!(texts[..2], ["a  b", "one two"]);
        assert!(texts[2].chars().count() <= MOST);
        assert!(texts[2].starts_with("set a b set a b"));
    }
}
