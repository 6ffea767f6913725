//! What shook somebody's day is told.

use super::*;

#[test]
fn who_put_out_a_fire_tells_of_it() {
    let mut app = town("three_friends", 3);
    live(&mut app, 45 * 6);
    let who = people(&app)[1];
    let stove = at_home(&app, who, |object| object.kind == "stove").expect("a stove at home");
    let line = format!("set {} is burning", map(&app).address(stove));
    say(&mut app, &line);
    let told = |app: &mut App| {
        let talks = app.world().resource::<Talks>();
        let mut lines = talks.open.values().chain(talks.over.iter().map(|(_, talk)| talk)).flat_map(|talk| &talk.lines);
        lines.any(|line| line.words.contains("I put out the fire"))
    };
    assert!(live_until(&mut app, 10, told), "it is told to whoever comes by");
}
