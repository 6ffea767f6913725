//! The hours that are left: work in its hours, habits as the dice draw them, home life and ways out.

use super::{
    line::{Block, Kind, Line, up},
    meals::Hours,
    places::Places,
    wording,
};
use crate::{
    language::inflect,
    mind::{
        question::{KnownPlace, PARTS, PlanDay},
        rules::{dice::Dice, sector},
    },
};

/// Fills the working hours that are left.
pub fn work(question: &PlanDay, line: &mut Line, places: &Places, dice: &mut Dice) {
    let (Some(hours), Some(work)) = (Hours::of(question, line), &question.work) else { return };
    let known: Vec<u32> = work.places.iter().copied().filter(|&n| places.get(n).is_some()).collect();
    let house = |n: u32| places.get(n).map_or("", |place| sector(&place.name));
    for (from, until) in line.gaps() {
        let (from, until) = (up(from.max(hours.from)), until.min(hours.until));
        if until - from < 20 {
            continue;
        }
        // Rooms of one house are one place of work: the steps go from one to the other.
        let main = known.first().copied();
        let usual = |n: &u32| main.is_some_and(|main| *n == main || house(*n) != house(main) || dull(places, main));
        let mut order: Vec<u32> = known.iter().copied().filter(usual).collect();
        if order.len() > 1 && dice.chance(45) {
            let other = if dice.chance(65) { 1 } else { 1 + dice.below(order.len() - 1) };
            order.swap(0, other);
        }
        order.extend(known.iter().copied());
        if known.is_empty() {
            order.push(places.own());
        }
        let windows = order.iter().filter_map(|&n| places.window(n, from, until).map(|w| (n, w)));
        let best = windows
            .enumerate()
            .max_by_key(|(rank, (_, (a, b)))| ((b - a) * 100 / (until - from) >= 95, b - a, usize::MAX - rank));
        if let Some((_, (place, (from, until)))) = best {
            line.put(Block { from, until, place, kind: Kind::Work, what: vec![work.what.clone()] });
        }
    }
}

/// A place of work that has nobody to serve: one may as well work in the next room.
fn dull(places: &Places, n: u32) -> bool {
    places.get(n).is_some_and(|place| !place.offers.iter().any(|offer| offer == "serve" || offer == "sell"))
}

/// Lays down the habits that the dice draw, where there is room near their usual time.
pub fn habits(question: &PlanDay, line: &mut Line, places: &Places, dice: &mut Dice) {
    let mut drawn: Vec<_> =
        question.habits.iter().filter(|h| dice.chance(h.often) && !h.what.trim().is_empty()).collect();
    dice.shuffle(&mut drawn);
    for habit in drawn {
        let known: Vec<u32> = habit.places.iter().copied().filter(|&n| places.get(n).is_some()).collect();
        let place = dice.pick(&known).copied().unwrap_or_else(|| places.own());
        let home = places.is_home(place);
        if home && is_dinner(line, &habit.what, i32::from(habit.at.0)) {
            continue;
        }
        if !home && line.blocks.len() + 1 >= *PARTS.end() {
            continue;
        }
        let mut at = i32::from(habit.at.0 % 1440);
        if at < line.wake - 60 {
            at += 1440;
        }
        let minutes = up(i32::try_from(habit.minutes).unwrap_or(240).clamp(15, 240));
        let target = at + dice.minutes(-10, 10);
        let open = |a, b| places.open(place, a, b);
        let found = [minutes, up(minutes * 3 / 4), up(minutes / 2)]
            .into_iter()
            .filter(|len| *len >= 15)
            .find_map(|len| line.near(target, len, (at - 60, at + 90), open).map(|from| (from, len)));
        // The last quarter of an hour belongs to going to bed.
        let Some((from, len)) = found.filter(|(from, len)| home || from + len <= line.bed - 15) else { continue };
        let edges = line.gaps().into_iter().filter(|(a, b)| *a <= from && *b >= from + len);
        let edges: Vec<i32> = edges.flat_map(|(a, b)| [up(a), up(b - len - 4)]).collect();
        let fits = |from: &i32| {
            let near =
                (from - at).abs() <= 100 && line.free(*from, from + len) && places.open(place, *from, from + len);
            near && (home || parts(line, *from, from + len) <= *PARTS.end())
        };
        let Some(from) = [from].into_iter().chain(edges).filter(fits).min_by_key(|from| (from - target).abs()) else {
            continue;
        };
        line.put(Block { from, until: from + len, place, kind: Kind::Habit, what: vec![habit.what.trim().to_owned()] });
    }
}

/// A dish one likes to cook in the evening is the dinner, not one more.
fn is_dinner(line: &mut Line, what: &str, at: i32) -> bool {
    if inflect::stems(what).first().is_none_or(|verb| verb != "cook") {
        return false;
    }
    let meal = line.blocks.iter_mut().find(|b| b.kind == Kind::Meal && (b.from - at).abs() <= 120 && b.from >= 1000);
    let Some(meal) = meal else { return false };
    if inflect::tokens(what).len() <= 7 {
        meal.what = vec![format!("{} and eat it for dinner", what.trim())];
    }
    true
}

/// How many parts the day would have with one more block there.
fn parts(line: &Line, from: i32, until: i32) -> usize {
    let gaps = line
        .gaps()
        .into_iter()
        .flat_map(|(a, b)| if a <= from && b >= until { [(a, from), (until, b)] } else { [(a, b), (b, b)] });
    line.blocks.len() + 1 + gaps.filter(|(a, b)| b - a > 30).count()
}

/// Fills what is left: short gaps go to their neighbours, long ones to home life and ways out.
pub fn rest(line: &mut Line, places: &Places, dice: &mut Dice) {
    let mut used: Vec<String> = line.blocks.iter().flat_map(|block| block.what.clone()).collect();
    for (from, until) in line.gaps() {
        if until - from <= 30 && until < line.bed && close(line, places, from, until) {
            continue;
        }
        let day = until.rem_euclid(1440) >= 600 && until.rem_euclid(1440) <= 1170;
        let likely = if until - from >= 180 { 92 } else { 60 };
        if until - from >= 90 && day && line.blocks.len() < *PARTS.end() && dice.chance(likely) {
            outing(line, places, (from.max(line.wake - line.wake.rem_euclid(1440) + 510), until), &mut used, dice);
        }
        for (from, until) in line.gaps().into_iter().filter(|(a, b)| *a >= from && *b <= until) {
            home(line, places, from, until, &mut used, dice);
        }
    }
    // What is shorter than a part may be.
    for (from, until) in line.gaps() {
        if !close(line, places, from, until) {
            force(line, from, until);
        }
    }
}

/// Gives a gap to the block before or after it, if that may take it.
fn close(line: &mut Line, places: &Places, from: i32, until: i32) -> bool {
    let gives = |i: &usize| {
        let block = &line.blocks[*i];
        let long_meal = block.kind == Kind::Meal && until - from + block.len() > 75;
        let open = || places.open(block.place, block.from.min(from), block.until.max(until));
        block.kind != Kind::Fixed && !long_meal && open()
    };
    let next = line.blocks.iter().position(|block| block.from == until).filter(gives);
    let before = line.blocks.iter().position(|block| block.until == from).filter(gives);
    let to_work = next.filter(|&i| line.blocks[i].kind == Kind::Work);
    match (to_work, before, next) {
        (Some(i), ..) | (None, None, Some(i)) => line.blocks[i].from = from,
        (None, Some(i), _) => line.blocks[i].until = until,
        (None, None, None) => return false,
    }
    true
}

/// The same, whoever it is: a day has no gaps.
fn force(line: &mut Line, from: i32, until: i32) {
    if let Some(block) = line.blocks.iter_mut().find(|block| block.until == from) {
        block.until = until;
    } else if let Some(block) = line.blocks.iter_mut().find(|block| block.from == until) {
        block.from = from;
    }
}

/// Goes out for a while, and leaves the rest of the gap as it is.
fn outing(line: &mut Line, places: &Places, (from, until): (i32, i32), used: &mut Vec<String>, dice: &mut Dice) {
    let len = dice.minutes(45, if until - from >= 180 { 110 } else { 80 }).min(until - from);
    let at = up(from + dice.minutes(0, (until - from - len).max(0)));
    // No scraps: what is left before or after is an hour's worth or nothing.
    let split = parts(line, at, at + len) > *PARTS.end();
    let edge = if dice.chance(50) { from } else { until - len };
    let at = match if split { edge } else { at } {
        at if at - from < 30 => from,
        at if until - at - len < 30 => until - len,
        at => at,
    };
    let mut ways: Vec<(u32, &'static str)> = Vec::new();
    for place in places.all().iter().filter(|p| !places.is_home(p.n) && !places.is_work(p.n)) {
        if places.open(place.n, at, at + len) && !place.offers.is_empty() {
            ways.extend(wording::idle("outing", &place.offers, at, true, used).into_iter().map(|what| (place.n, what)));
        }
    }
    if let Some(&(place, what)) = dice.pick(&ways) {
        used.push(what.to_owned());
        line.put(Block { from: at, until: at + len, place, kind: Kind::Outing, what: vec![what.to_owned()] });
    }
}

/// A room that one leaves when one is done there.
fn washroom(offers: &[String]) -> bool {
    offers.iter().all(|offer| ["use toilet", "shower", "wash"].contains(&offer.as_str()))
}

/// Stays at home, with something to do for about every hour.
fn home(line: &mut Line, places: &Places, from: i32, until: i32, used: &mut Vec<String>, dice: &mut Dice) {
    let mut ways: Vec<(u32, &'static str)> = Vec::new();
    let usual = [places.own(), places.table()];
    let dark = wording::third(from) == 'e';
    let outdoors = |place: &KnownPlace| dark && place.offers.iter().any(|offer| offer == "garden");
    let rooms = places.home().filter(|place| usual.contains(&place.n) || !(washroom(&place.offers) || outdoors(place)));
    // What the rooms are for says more than what can be done anywhere.
    let plain = dice.chance(35);
    let middle = (from + until) / 2;
    for place in rooms {
        let own = plain && place.n == places.own();
        ways.extend(wording::idle("home", &place.offers, middle, own, used).into_iter().map(|what| (place.n, what)));
    }
    if ways.is_empty() {
        let own = wording::idle("home", &[], middle, true, used);
        ways.extend(own.into_iter().map(|what| (places.own(), what)));
    }
    dice.shuffle(&mut ways);
    let place = ways.first().map_or_else(|| places.own(), |(n, _)| *n);
    let pieces = ((until - from) / 70).clamp(1, 3) as usize;
    // First what the room is for, then the rest of the house.
    ways.sort_by_key(|(n, _)| *n != place);
    let mut what: Vec<String> = Vec::new();
    for (_, way) in ways {
        if what.len() < pieces && !what.iter().any(|before| before == way) {
            what.push(way.to_owned());
        }
    }
    if what.is_empty() {
        what.push("rest and think over the day".into());
    }
    used.extend(what.iter().cloned());
    line.put(Block { from, until, place, kind: Kind::Home, what });
}
