//! People composed of parts: every one can be painted, told in words, and told from the others.

use painter::canvas::Canvas;
use painter::palette::{CLEAR, RAMPS};
use painter::people::{CAST, Choice, GUESTS, Look, PARTS, WIDTH, entries, has};
use painter::sheet::Sheet;

/// All pictures of somebody on one row.
fn sheet(look: &Look) -> Sheet {
    Sheet::pack("look", &entries("one", &look.person()), WIDTH)
}

fn pixels(c: &Canvas) -> Vec<u8> {
    (0..c.w * c.h).map(|n| c.get(n % c.w, n / c.w)).collect()
}

/// Each choice of each part, the others as in `from`.
fn neighbours(from: Look) -> Vec<(usize, Look)> {
    let mut all = Vec::new();
    for (n, part) in PARTS.iter().enumerate() {
        for (kind, (_, meaning)) in part.kinds.iter().enumerate() {
            let colours = if meaning.is_coloured() { part.colours.len().max(1) } else { 1 };
            for colour in 0..colours {
                let mut look = from;
                look.0[n] = Choice { kind, colour };
                all.push((n, look));
            }
        }
    }
    all
}

#[test]
fn every_pair_of_choices_is_painted_within_its_sheet() {
    // All kinds of each part with all kinds of each other; colours take turns.
    for (a, one) in PARTS.iter().enumerate() {
        for (b, other) in PARTS.iter().enumerate().skip(a + 1) {
            for n in 0..one.kinds.len() * other.kinds.len() {
                let mut look = Look::rolled((a * 64 + b) as u64 + ((n as u64) << 32));
                look.0[a].kind = n % one.kinds.len();
                look.0[b].kind = n / one.kinds.len();
                let sheet = sheet(&look);
                assert_eq!((sheet.picture.w, sheet.picture.h), (WIDTH, 24), "{look}");
                assert_eq!(sheet.places.len(), 10, "{look}");
                for (name, frames) in &sheet.places {
                    for [x, y, w, h] in frames {
                        assert!(x + w <= WIDTH && y + h <= 24, "{look}: {name}");
                        let inks = (0..w * h).map(|n| sheet.picture.get(x + n % w, y + n / w));
                        assert!(inks.clone().filter(|ink| *ink != CLEAR).count() > 60, "{look}: {name} is empty");
                    }
                }
                let known = |ink: &u8| usize::from(ink % 8) < RAMPS[usize::from(ink / 8)].1.len();
                assert!(pixels(&sheet.picture).iter().all(known), "{look} leaves the palette");
            }
        }
    }
}

#[test]
fn words_and_looks_lead_to_each_other() {
    for throw in 0..2000 {
        let look = Look::rolled(throw * 7919);
        let text = look.to_string();
        let again = Look::read(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(again.to_string(), text);
        assert_eq!(pixels(&sheet(&again).picture), pixels(&sheet(&look).picture), "{text}");
        assert!(text.len() < 240 && !text.contains(';'), "{text}");
    }
    assert_eq!(Look::read(""), Ok(Look::default()));
    assert_eq!(Look::read("hat=beret:plum  hair=bob:black"), Look::read("hair=bob:black hat=beret:plum"));
}

#[test]
fn every_choice_shows() {
    let plain = Look::read("skin=tan hair=short:brown top=jumper:sky legs=trousers:plum").expect("a look");
    let all: Vec<_> = neighbours(plain).into_iter().map(|(n, look)| (n, look, pixels(&sheet(&look).picture))).collect();
    for (i, (n, one, picture)) in all.iter().enumerate() {
        for (m, other, its) in &all[i + 1..] {
            if n == m && one != other {
                assert_ne!(picture, its, "{one} and {other} look alike");
            }
        }
    }
}

#[test]
fn bad_words_are_refused_with_what_there_is() {
    for (text, names) in [
        ("hair", "hair=bob:black"),
        ("nose=long", "skin, build"),
        ("hair=beehive", "bob"),
        ("hair=bob:mauve", "auburn"),
        ("hat=straw:red", "no other colour"),
        ("skin=green", "fair"),
        ("skin=skin:fair", "fair"),
        ("hair=bob hair=bun", "twice"),
        ("build=slim:red", "no other colour"),
        ("=", "skin"),
        ("top=", "jumper"),
        ("top=:red", "jumper"),
        ("top=tee:", "cream"),
    ] {
        let why = Look::read(text).expect_err(text);
        assert!(why.contains(names), "{text}: {why}");
    }
}

#[test]
fn people_of_the_sheet_are_known_by_their_keys() {
    assert!(CAST.iter().chain(GUESTS.iter()).all(|p| has(&p.key())));
    assert!(!has("") && !has("nobody") && !has("skin=tan"));
}

#[test]
fn chance_is_fair_to_every_kind() {
    for (n, part) in PARTS.iter().enumerate() {
        for kind in 0..part.kinds.len() {
            let count = (0..3000).filter(|throw| Look::rolled(*throw).0[n].kind == kind).count();
            assert!(count > 20, "{}={} comes {count} times in 3000", part.key, part.kinds[kind].0);
        }
    }
}
