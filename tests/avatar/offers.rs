//! What is offered at every thing of both maps, and how it looks; seats and beds.

use std::collections::{BTreeMap, BTreeSet};

use smallville::{
    agent::{
        avatar::offers,
        components::action::{CurrentAction, Posture},
    },
    world::{Footing, ObjectId, ObjectState, Tile, TownMap},
};

use super::town::{Town, beside};

/// Kind, deed, and the pictures that stand for it.
fn table(scenario: &str) -> BTreeMap<(String, String), BTreeSet<String>> {
    let town = Town::of_all(scenario, 0.01);
    let map = town.app.world().resource::<TownMap>();
    let mut all: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for n in 0..map.objects.len() {
        let (id, thing) = (ObjectId(n as u16), &map.objects[n]);
        for offer in offers(map, id, &ObjectState::rested(thing)) {
            all.entry((thing.kind.clone(), offer.deed)).or_default().insert(offer.emoji);
        }
    }
    all
}

#[test]
fn every_offer_has_a_painted_picture_that_fits() {
    const DRINKS: [&str; 8] = ["🥛", "🥤", "☕", "🍺", "🍵", "🍷", "🧊", "💧"];
    for scenario in ["the_ville", "harbour"] {
        let all = table(scenario);
        assert!(all.len() > 80, "{scenario}: only {} offers", all.len());
        for ((kind, deed), pictures) in &all {
            println!("{scenario}: {kind}: {deed}: {}", pictures.iter().cloned().collect::<Vec<_>>().join(" "));
            assert!(pictures.iter().all(|one| !one.is_empty()), "{scenario}: {deed} at the {kind} has no picture");
            #[cfg(feature = "window")]
            for one in pictures {
                use smallville::view::emoji::{spellings, split};
                use twemoji_assets::png::PngTwemojiAsset;
                let painted = |one: &str| spellings(one).iter().any(|one| PngTwemojiAsset::from_emoji(one).is_some());
                let parts = split(one);
                assert!(!parts.is_empty() && parts.iter().all(|one| painted(one)), "{deed} at the {kind}: {one}");
            }
            if deed.starts_with("eat") {
                assert!(!pictures.iter().any(|one| DRINKS.contains(&one.as_str())), "{kind}: eating is no drink");
            }
            if deed.starts_with("drink") {
                assert!(pictures.iter().all(|one| DRINKS.contains(&one.as_str())), "{kind}: {pictures:?}");
            }
        }
    }
}

#[test]
fn one_may_sit_wherever_there_is_a_seat() {
    for scenario in ["the_ville", "harbour"] {
        let town = Town::of_all(scenario, 0.01);
        let map = town.app.world().resource::<TownMap>();
        let mut kinds = BTreeSet::new();
        for n in 0..map.objects.len() {
            let (id, thing) = (ObjectId(n as u16), &map.objects[n]);
            let seat = map.spots_of(id).any(|spot| map.footing(map.spot(spot).at) == Footing::End);
            let deeds: Vec<String> =
                offers(map, id, &ObjectState::rested(thing)).into_iter().map(|one| one.deed).collect();
            let bed = deeds.iter().any(|deed| deed == "sleep");
            assert_eq!(deeds.iter().any(|deed| deed == "sit"), seat && !bed, "{scenario}: {}: {deeds:?}", thing.name);
            assert_eq!(deeds.iter().any(|deed| deed == "lie down"), bed, "{scenario}: {}: {deeds:?}", thing.name);
            // What the map says it is for is not lost.
            assert!(thing.affordances.iter().all(|deed| deeds.contains(deed)), "{}: {deeds:?}", thing.name);
            kinds.extend(seat.then(|| thing.kind.clone()));
        }
        for kind in ["bench", "cafe table", "dining table", "pub table", "desk"] {
            assert!(kinds.contains(kind), "{scenario}: nobody sits at a {kind}");
        }
    }
}

/// Somebody comes and sits down at a thing of this kind; then they get up.
fn sits(town: &mut Town, kind: &str, deed: &str) -> (String, String, Posture, String) {
    let map = town.app.world().resource::<TownMap>().clone();
    let free = |id: &ObjectId| town.state(*id).uses.is_empty();
    let all = (0..map.objects.len()).map(|n| ObjectId(n as u16));
    let id = { all }.filter(|id| map.object(*id).kind == kind && free(id)).find_map(|id| {
        let seat = map.spots_of(id).map(|spot| map.spot(spot).at).find(|at| map.footing(*at) == Footing::End)?;
        Some((id, beside(town, seat)?))
    });
    let (id, at) = id.unwrap_or_else(|| panic!("a {kind} with room beside it"));
    let name = format!("Ole {kind} {deed}");
    town.does(&format!("join {name}; at {} {}", at.x, at.y)).expect("they come");
    let me = town.find(&name);
    town.does(&format!("use {} {deed}", town.address(id))).expect("they sit down");
    town.until(120, |town| town.of::<CurrentAction>(me).is_doing());
    town.live(2);
    let (action, state) = (town.of::<CurrentAction>(me).clone(), town.state(id));
    let shows = state.shows(map.object(id)).to_string();
    let posture = *town.of::<Posture>(me);
    assert!(state.uses.iter().any(|one| one.by == me));
    assert_eq!(map.footing(*town.of::<Tile>(me)), Footing::End, "on the seat, not beside it");
    town.does(&format!("walk {} {}", at.x, at.y)).expect("they get up");
    town.until(60, |town| !town.state(id).uses.iter().any(|one| one.by == me));
    town.live(6);
    assert_eq!(*town.of::<Posture>(me), Posture::Stand, "who walks stands");
    town.does("leave").expect("they leave");
    (action.what, action.emoji, posture, shows)
}

#[test]
fn one_sits_at_tables_and_on_benches_and_lies_in_beds() {
    let mut town = Town::at(1.0);
    for kind in ["cafe table", "dining table", "desk", "pub table"] {
        let (what, emoji, posture, shows) = sits(&mut town, kind, "sit");
        assert!(what.starts_with("sitting at "), "{kind}: {what}");
        assert_eq!((emoji.as_str(), posture, shows.as_str()), ("🪑", Posture::Sit, "occupied"), "{kind}");
    }
    for kind in ["bench", "sofa"] {
        let (what, emoji, posture, _) = sits(&mut town, kind, "sit");
        assert!(what.starts_with("sitting on the "), "{kind}: {what}");
        assert!(["🪑", "🛋️"].contains(&emoji.as_str()), "{kind}: {emoji}");
        assert_eq!(posture, Posture::Sit, "{kind}");
    }
    for deed in ["lie down", "sleep", "nap"] {
        let (what, emoji, posture, _) = sits(&mut town, "bed", deed);
        assert_eq!(posture, Posture::Lie, "{what}");
        assert!(["🛏️", "😴", "💤"].contains(&emoji.as_str()), "{what}: {emoji}");
    }
}
