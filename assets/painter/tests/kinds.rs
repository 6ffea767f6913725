//! No two kinds of object look nearly the same, and every state can be told from rest.

use painter::canvas::Canvas;
use painter::palette::SHADE;
use painter::sheet::Entry;
use painter::{
    catalogue,
    things::{self, Kind},
};

/// How unlike two pictures of one width are, laid foot on foot: the part of painted pixels that differ.
fn unlike(a: &Canvas, b: &Canvas) -> f32 {
    let (mut painted, mut differ) = (0, 0);
    for up in 1..=a.h.max(b.h) {
        for x in 0..a.w {
            let (p, q) = (a.get(x, a.h - up), b.get(x, b.h - up));
            painted += i32::from(p > SHADE || q > SHADE);
            differ += i32::from(p != q);
        }
    }
    differ as f32 / painted as f32
}

/// A kind of each shape that no drawing knows, with states of every sort.
fn shaped() -> Vec<Kind> {
    let shapes = ["box", "table", "shelf", "machine", "seat", "bed", "plant", "board", "frame"];
    let row = |shape: &str| {
        format!(
            r#"{{ name = "new {shape}", sizes = [{sizes}], shape = "{shape}", material = "teal", accent = "gold", states = [
                {{ is = "used", frames = 2 }}, {{ is = "threaded", accent = "red" }}, {{ is = "ready", art = [{art}] }},
                {{ is = "burning", with = ["flames"], frames = 2 }}, {{ is = "smoking", with = ["smoke"] }},
                {{ is = "hot", with = ["steam"] }}, {{ is = "leaking", with = ["water"] }},
                {{ is = "lit", with = ["glow"] }}, {{ is = "playing", with = ["notes"], frames = 2 }}] }}"#,
            sizes = if shape == "bed" { r#""1x2", "2x2""# } else { r#""1x1", "3x1", "2x2""# },
            art = "\"#LLDDDDDDDDLL#\", ".repeat(8),
        )
    };
    let rows: Vec<String> = shapes.map(row).into();
    things::read(&format!("actions = []\ndecor = []\nkinds = [\n{}\n]", rows.join(",\n"))).expect("good rows")
}

/// The pictures of all kinds and of those.
fn entries() -> Vec<Entry> {
    let mut all = catalogue::entries();
    all.extend(shaped().iter().flat_map(catalogue::pictures));
    all
}

fn parts(e: &Entry) -> Vec<&str> {
    e.name.split('/').collect()
}

#[test]
fn no_two_kinds_look_nearly_the_same() {
    let all = entries();
    let mut alike = vec![];
    let idle: Vec<_> = all.iter().filter(|e| e.name.ends_with("/idle")).collect();
    for (i, a) in idle.iter().enumerate() {
        for b in &idle[i + 1..] {
            if parts(a)[0] != parts(b)[0] && parts(a)[1] == parts(b)[1] {
                let u = unlike(&a.frames[0], &b.frames[0]);
                if u < 0.45 {
                    alike.push(format!("{} and {} differ in {:.0}% of their pixels only", a.name, b.name, u * 100.0));
                }
            }
        }
    }
    assert!(alike.is_empty(), "give one another shape, material, accent or art:\n{}", alike.join("\n"));
}

#[test]
fn every_state_can_be_told_from_rest() {
    let all = entries();
    let mut vague = vec![];
    for e in &all {
        let parts = parts(e);
        if parts[2].starts_with("idle") {
            continue;
        }
        let rest =
            all.iter().find(|r| r.name == format!("{}/{}/idle", parts[0], parts[1])).expect("idle always exists");
        let least = e.frames.iter().map(|f| unlike(f, &rest.frames[0])).fold(1.0, f32::min);
        if least < 0.04 {
            vague.push(format!("{} differs from rest in {:.1}% of its pixels only", e.name, least * 100.0));
        }
    }
    assert!(vague.is_empty(), "give the state another accent, an effect or more art:\n{}", vague.join("\n"));
}

#[test]
fn pictures_fit_their_tiles_and_stand_on_them() {
    for e in entries() {
        let size = parts(&e)[1].split_once('x').expect("WxH");
        let w: i32 = size.0.parse().expect("width in tiles");
        for f in &e.frames {
            assert_eq!(f.w, 16 * w, "{} is not as wide as its tiles", e.name);
            assert_eq!(f.h, e.frames[0].h, "{}: frames differ in height", e.name);
        }
        let c = &e.frames[0];
        let foot = (0..c.h).rev().find(|&y| (0..c.w).any(|x| c.get(x, y) != 0)).unwrap_or(0);
        assert!(c.h - 1 - foot <= 4, "{} floats {} pixels above its foot", e.name, c.h - 1 - foot);
    }
}
