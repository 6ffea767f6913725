//! The hours that are left: work in its hours, what one has decided to do, habits as the dice draw them, home life and
//! ways out.

use super::{
    Draft,
    line::{Block, Kind, Line, up},
    wording::{idle, third},
};
use crate::{
    language::inflect,
    mind::{question::PARTS, resolve::Resolve, rules::sector},
};

/// More decisions than this have no room in a day.
const RESOLVES: usize = 3;

impl Draft<'_> {
    /// Fills the working hours that are left.
    pub fn work(&mut self) {
        let (Some((begin, end)), Some(work), places) = (self.hours, &self.question.work, self.places) else { return };
        let mut known: Vec<u32> = work.places.iter().copied().filter(|&n| places.get(n).is_some()).collect();
        if known.is_empty() {
            known.push(places.own());
        }
        let house = |n: u32| places.get(n).map_or("", |place| sector(&place.name));
        for (from, until) in self.line.gaps() {
            let (from, until) = (up(from.max(begin)), until.min(end));
            if until - from < 20 {
                continue;
            }
            // Rooms of one house are one place of work: the steps go from one to the other.
            let mut order = known.clone();
            let other = order.iter().position(|n| house(*n) != house(order[0]));
            if let Some(other) = other.filter(|_| self.dice.chance(45)) {
                order.swap(0, other);
            }
            let open = order.iter().rev().filter_map(|&n| Some((n, places.window(n, from, until)?)));
            if let Some((n, (from, until))) = open.max_by_key(|(_, (a, b))| (b - a) * 20 / (until - from)) {
                self.line.put(Kind::Work, (from, until, n), vec![work.what.clone()]);
            }
        }
    }

    /// Gives each decision its part where there is time, by day rather than late: not in the first half hour of the day
    /// nor in the last.
    pub fn resolves(&mut self, resolves: &[Resolve]) {
        let (places, line) = (self.places, &mut self.line);
        for one in resolves.iter().filter(|one| !one.not).take(RESOLVES) {
            let known = one.places(places.all);
            let open = |from, until| known.iter().copied().find(|n| places.open(*n, from, until));
            let within = (line.wake + 30, line.bed - 60);
            let found =
                line.find(900, &[60, 30], within, |from, until| open(from, until).filter(|_| until <= line.bed - 30));
            if let Some(found) = found {
                line.put(Kind::Fixed, found, vec![one.what.clone()]);
            }
        }
    }

    /// Lays down the habits that the dice draw, where there is room near their usual time.
    pub fn habits(&mut self) {
        let (places, bed) = (self.places, self.line.bed);
        let mut drawn: Vec<_> = self.question.habits.iter().filter(|habit| self.dice.chance(habit.often)).collect();
        self.dice.shuffle(&mut drawn);
        for habit in drawn.into_iter().filter(|habit| !habit.what.trim().is_empty()) {
            let known: Vec<u32> = habit.places.iter().copied().filter(|&n| places.get(n).is_some()).collect();
            let place = self.dice.pick(&known).copied().unwrap_or_else(|| places.own());
            let at = Line::at(habit.at.0, self.line.wake - 60);
            let home = places.is_home(place);
            let full = !home && self.line.parts() >= *PARTS.end();
            if full || home && self.is_dinner(&habit.what, at) {
                continue;
            }
            let minutes = up(habit.minutes.clamp(15, 240) as i32);
            let lengths = [minutes, up(minutes * 3 / 4), up(minutes / 2).max(15)];
            // The last quarter of an hour belongs to going to bed.
            let fits = |from, until| places.open(place, from, until) && (home || until <= bed - 15);
            let target = at + self.dice.minutes(-10, 10);
            let found = self.line.find(target, &lengths, (at - 60, at + 90), |a, b| fits(a, b).then_some(place));
            if let Some(found) = found {
                self.line.put(Kind::Habit, found, vec![habit.what.trim().to_owned()]);
            }
        }
    }

    /// A dish one likes to cook in the evening is the dinner, not one more.
    fn is_dinner(&mut self, what: &str, at: i32) -> bool {
        let cooks = inflect::stems(what).first().is_some_and(|verb| verb == "cook");
        let mut blocks = self.line.blocks.iter_mut().filter(|block| cooks && block.kind == Kind::Meal);
        let Some(meal) = blocks.find(|block| (block.from - at).abs() <= 120 && block.from >= 1000) else {
            return false;
        };
        meal.what = vec![format!("{} and eat it for dinner", what.trim())];
        true
    }

    /// Fills what is left: short gaps go to their neighbours, long ones to home life and ways out.
    pub fn rest(&mut self) {
        let mut used: Vec<String> = self.line.blocks.iter().flat_map(|block| block.what.clone()).collect();
        for (from, until) in self.line.gaps() {
            let day = (600..=1170).contains(&until.rem_euclid(1440)) && until - from >= 90;
            let likely = if until - from >= 180 { 92 } else { 60 };
            if day && self.line.blocks.len() < *PARTS.end() && self.dice.chance(likely) {
                self.outing(from.max(self.line.wake.div_euclid(1440) * 1440 + 510), until, &mut used);
            }
        }
        for (from, until) in self.line.gaps() {
            if until - from > 30 || !self.widen(from, until, false) {
                self.home(from, until, &mut used);
            }
        }
    }

    /// Gives a gap to the block before or after it, to work rather than to anything else. `whatever`: also to one that is
    /// fixed or closed then, for a day has no gaps.
    fn widen(&mut self, from: i32, until: i32, whatever: bool) -> bool {
        let places = self.places;
        let mut near: Vec<_> =
            self.line.blocks.iter_mut().filter(|block| block.until == from || block.from == until).collect();
        near.sort_by_key(|block| block.kind != Kind::Work);
        let gives = |block: &&mut Block| {
            let long_meal = block.kind == Kind::Meal && until - from + block.len() > 75;
            let open = places.open(block.place, block.from.min(from), block.until.max(until));
            whatever || block.kind != Kind::Fixed && !long_meal && open
        };
        let Some(block) = near.into_iter().find(gives) else { return false };
        (block.from, block.until) = (block.from.min(from), block.until.max(until));
        true
    }

    /// Goes out for a while, and leaves the rest of the gap as it is.
    fn outing(&mut self, from: i32, until: i32, used: &mut Vec<String>) {
        let places = self.places;
        let mut out: Vec<_> = places.all.iter().filter(|p| !places.is_home(p.n) && !places.is_work(p.n)).collect();
        self.dice.shuffle(&mut out);
        let len = self.dice.minutes(45, if until - from >= 180 { 110 } else { 80 }).min(until - from);
        let target = from + self.dice.minutes(0, until - from - len);
        let ways = |n: u32, at: i32| idle("outing", places.offers(n), at, !places.offers(n).is_empty(), used);
        let goes = |at, end| out.iter().find(|p| places.open(p.n, at, end) && !ways(p.n, at).is_empty()).map(|p| p.n);
        let Some(found) = self.line.find(target, &[len / 5 * 5], (from, until), goes) else { return };
        let Some(&what) = self.dice.pick(&ways(found.2, found.0)) else { return };
        used.push(what.to_owned());
        self.line.put(Kind::Outing, found, vec![what.to_owned()]);
    }

    /// Stays at home, with something to do for about every hour: first what one room is for, then the rest of the house.
    fn home(&mut self, from: i32, until: i32, used: &mut Vec<String>) {
        let (places, middle) = (self.places, (from + until) / 2);
        if until - from < 10 {
            self.widen(from, until, true);
            return;
        }
        // What the rooms are for says more than what can be done anywhere.
        let plain = self.dice.chance(35);
        let dark = |n: u32| third(middle) == 'e' && places.offers(n).iter().any(|offer| offer == "garden");
        let mut ways: Vec<(u32, &'static str)> = Vec::new();
        for n in places.home().map(|place| place.n).filter(|n| !dark(*n)) {
            let all = idle("home", places.offers(n), middle, plain && n == places.own(), used);
            ways.extend(all.into_iter().map(|what| (n, what)));
        }
        self.dice.shuffle(&mut ways);
        let place = ways.first().map_or_else(|| places.own(), |(n, _)| *n);
        ways.sort_by_key(|(n, _)| *n != place);
        let mut what: Vec<String> = Vec::new();
        for (_, way) in ways {
            if what.len() < ((until - from) / 70).clamp(1, 3) as usize && !what.iter().any(|before| before == way) {
                what.push(way.to_owned());
            }
        }
        if what.is_empty() {
            let plain = idle("home", &[], middle, true, used);
            what.push(self.dice.pick(&plain).map_or("rest and think over the day", |what| *what).to_owned());
        }
        used.extend(what.iter().cloned());
        self.line.put(Kind::Home, (from, until, place), what);
    }
}
