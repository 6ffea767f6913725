//! What an avatar is offered at a thing: what it is for, and to sit or lie where one can. Residents choose among the map's
//! words alone, so what is added here changes nothing for them.

use crate::world::{Footing, ObjectId, ObjectState, SpotId, TownMap, kind, map::Object};

/// What stands for putting a thing right in `use <...> mend`.
pub(super) const MEND: &str = "mend";
/// Sitting down and lying down, on whatever that can be done.
pub(super) const SIT: &str = "sit";
pub(super) const LIE: &str = "lie down";
/// What others see of a thing meanwhile.
pub(super) const OCCUPIED: &str = "occupied";

/// Something that can be done with a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// As it stands in a command: `cook`.
    pub deed: String,
    /// As it is shown: `cook`, or `put right: it is burning`.
    pub shown: String,
    /// How it looks over one's head while it is done; empty: the built-in mind says.
    pub emoji: String,
}

/// What can be done with a thing as it is now: putting it right if something is the matter with it, then what it is for.
pub fn offers(map: &TownMap, object: ObjectId, state: &ObjectState) -> Vec<Offer> {
    let thing = map.object(object);
    let offer = |deed: &str| Offer { deed: deed.into(), shown: deed.into(), emoji: kind::emoji(thing, deed).into() };
    let condition = state.condition.as_ref();
    let mend =
        condition.map(|one| Offer { shown: format!("put right: it is {}", one.what), ..offer(MEND) }).into_iter();
    if condition.is_some_and(|one| one.kind.is_danger()) {
        // Nobody naps on a burning sofa.
        return mend.collect();
    }
    let uses = || thing.affordances.iter().map(|deed| offer(deed));
    let own = match seats(map, object).next() {
        None => None,
        Some(_) if is_bed(thing) => Some(LIE),
        Some(_) => Some(SIT),
    };
    let own = own.filter(|own| !thing.affordances.iter().any(|deed| deed == own)).map(offer);
    // A bench is for sitting first of all, a desk for working.
    match own {
        Some(sit) if sit.deed == SIT && on(map, object) => mend.chain([sit]).chain(uses()).collect(),
        own => mend.chain(uses()).chain(own).collect(),
    }
}

/// Can one sleep on it?
pub(super) fn is_bed(thing: &Object) -> bool {
    thing.affordances.iter().any(|deed| deed == "sleep")
}

/// The spots at a thing where one sits or lies.
pub(super) fn seats(map: &TownMap, object: ObjectId) -> impl Iterator<Item = SpotId> {
    map.spots_of(object).filter(|spot| map.footing(map.spot(*spot).at) == Footing::End)
}

/// Does one sit on the thing itself, as on a bench, and not beside it, as at a table?
pub(super) fn on(map: &TownMap, object: ObjectId) -> bool {
    seats(map, object).any(|spot| map.object(object).cells.contains(&map.spot(spot).at))
}
