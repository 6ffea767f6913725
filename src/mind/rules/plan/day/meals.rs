//! Getting up with breakfast, lunch and dinner: when and where.

use super::{
    line::{Block, Kind, Line, up},
    places::Places,
    wording,
};
use crate::{
    language::inflect,
    mind::{
        question::{PlanDay, TimeOfDay},
        rules::dice::Dice,
    },
};

/// The working hours of a day on its line.
#[derive(Clone, Copy)]
pub struct Hours {
    pub from: i32,
    pub until: i32,
}

impl Hours {
    /// On which minutes of the line one works; `None` on a free day.
    pub fn of(question: &PlanDay, line: &Line) -> Option<Self> {
        let work = question.work.as_ref()?;
        let begin = |at: TimeOfDay| {
            let minutes = i32::from(at.0 % 1440);
            if minutes < line.wake - 180 { minutes + 1440 } else { minutes }
        };
        let (from, minutes) = (begin(work.hours.from), i32::from(work.hours.from.until(work.hours.until)));
        let hours = Self { from: from.max(line.wake), until: (from + minutes).min(line.bed) };
        (hours.until - hours.from >= 20).then_some(hours)
    }

    fn has(self, from: i32, until: i32) -> bool {
        from < self.until && until > self.from
    }
}

/// Lays down getting up and the meals.
pub fn lay(question: &PlanDay, line: &mut Line, places: &Places, dice: &mut Dice) {
    let hours = Hours::of(question, line);
    rise(question, line, places, hours, dice);
    let spare = lunch(question, line, places, hours, dice);
    dinner(question, line, places, hours, spare, dice);
}

/// What is fixed names a meal: then that meal is not planned again.
fn fixed(line: &Line, names: &[&str]) -> bool {
    let says = |what: &String| inflect::tokens(what).iter().any(|word| names.contains(&word.as_str()));
    line.blocks.iter().any(|block| block.kind == Kind::Fixed && block.what.iter().any(says))
}

fn rise(question: &PlanDay, line: &mut Line, places: &Places, hours: Option<Hours>, dice: &mut Dice) {
    let due = hours.map_or(i32::MAX, |hours| hours.from);
    let due = line.blocks.iter().map(|block| block.from).min().unwrap_or(line.bed).min(due.max(line.wake + 30));
    let room = due - line.wake;
    let out = |n: &u32| !places.is_home(*n) && places.feeds(*n);
    let early = fixed(line, &["breakfast", "brunch"]);
    // A house without a kitchen has breakfast elsewhere; one that has one, when the dice say so.
    let chosen = dice.pick(&question.meals.breakfast).copied().filter(|n| out(n));
    if let Some(place) = chosen.filter(|_| !early) {
        let rise = dice.minutes(30, 40);
        let most = (due - 30).min(line.wake + 150);
        let open = |a, b| places.open(place, a, b);
        if let Some(at) = line.near(line.wake + rise, 30, (line.wake + 30, most), open) {
            let until = (at + dice.minutes(30, 40)).min(due).max(at + 30);
            let until = if line.free(at, until) && places.open(place, at, until) { until } else { at + 30 };
            let (from, own) = (line.wake, places.own());
            let rise_until = if at - from <= 60 { at } else { from + rise };
            let what = vec![wording::one("rise", places, own, dice)];
            let meal = vec![wording::one("breakfast", places, place, dice)];
            line.put(Block { from, until: rise_until, place: own, kind: Kind::Rise, what });
            line.put(Block { from: at, until, place, kind: Kind::Meal, what: meal });
            return;
        }
    }
    let table = places.table();
    let mut until = line.wake + dice.minutes(45, 65);
    if room - (until - line.wake) < 20 {
        until = due;
    }
    until = until.min(due).max(line.wake + 10);
    while until > line.wake + 10 && !line.free(line.wake, until) {
        until -= 1;
    }
    let kind = if early { "rise" } else { "rise and breakfast" };
    let what = vec![wording::one(kind, places, table, dice)];
    line.put(Block { from: line.wake, until, place: table, kind: Kind::Rise, what });
}

/// Where a meal is taken: as listed, else at home, else where food is, else at home all the same.
fn seat(listed: &[u32], places: &Places, from: i32, until: i32, in_work: bool, dice: &mut Dice) -> u32 {
    let by_work = |dice: &mut Dice| {
        let fit = |n: &u32| places.is_work(*n) && places.feeds(*n) && places.open(*n, from, until);
        let near: Vec<u32> = places.all().iter().map(|place| place.n).filter(fit).collect();
        dice.pick(&near).copied()
    };
    let listed = places.meal(listed, from, until, dice);
    listed.or_else(|| in_work.then(|| by_work(dice)).flatten()).unwrap_or_else(|| places.table())
}

/// Lays lunch; gives back how many minutes of the working hours may still go to a meal elsewhere.
fn lunch(question: &PlanDay, line: &mut Line, places: &Places, hours: Option<Hours>, dice: &mut Dice) -> i32 {
    let spare = hours.map_or(0, |hours| (hours.until - hours.from) * 13 / 100 / 5 * 5);
    if line.wake >= 720 || fixed(line, &["lunch", "brunch"]) {
        return spare;
    }
    let least = 690.max(line.wake + 210);
    let mut target = dice.minutes(720, 790).max(line.wake + 240);
    let mut len = dice.minutes(30, 50);
    let mut within = false;
    if let Some(hours) = hours {
        if hours.until <= 870 && (target - 60..target + len + 45).contains(&hours.until) {
            target = up(hours.until);
        } else if hours.from + 60 > target && hours.from - 40 >= least {
            target = hours.from - 45;
        } else if hours.has(target, target + len) {
            within = true;
            len = len.min(spare.max(20));
        }
    }
    let any = |a: i32, b: i32| question.meals.lunch.iter().any(|&n| places.is_home(n) || places.open(n, a, b));
    let lens = [(len, 840), (25.min(len), 900), (20, 930)];
    let Some((from, len)) = time(line, target, least, lens, any) else { return spare };
    let place = seat(&question.meals.lunch, places, from, from + len, within, dice);
    let what = vec![wording::one("lunch", places, place, dice)];
    line.put(Block { from, until: from + len, place, kind: Kind::Meal, what });
    if within && !places.is_work(place) { spare - len } else { spare }
}

/// When a meal may begin and how long it may take: the first of the lengths, each with its latest beginning, for which
/// there is time, if possible when `best`.
fn time(
    line: &Line,
    target: i32,
    least: i32,
    lens: [(i32, i32); 3],
    best: impl Fn(i32, i32) -> bool,
) -> Option<(i32, i32)> {
    lens.into_iter().find_map(|(len, most)| {
        let within = (least, most.max(target));
        let from = line.near(target, len, within, &best).or_else(|| line.near(target, len, within, |_, _| true));
        from.map(|from| (from, len))
    })
}

fn dinner(question: &PlanDay, line: &mut Line, places: &Places, hours: Option<Hours>, spare: i32, dice: &mut Dice) {
    if fixed(line, &["dinner", "supper"]) {
        return;
    }
    let late = line.wake > 720;
    let (least, most) = if late { (line.wake + 270, line.wake + 540) } else { (1030, 1260) };
    let most = most.min(line.bed - 60);
    let least = least.min(most);
    let target = if late { line.wake + dice.minutes(300, 400) } else { dice.minutes(1080, 1155) };
    let mut target = target.clamp(least, most);
    let mut len = dice.minutes(35, 60);
    let mut within = false;
    if let Some(hours) = hours.filter(|hours| hours.has(target, target + len)) {
        if hours.until <= most.min(1230).max(target) {
            target = up(hours.until) + 5 * dice.below(4) as i32;
        } else if hours.from - len >= least.max(1035) {
            target = hours.from - len;
        } else {
            within = true;
            len = dice.minutes(25, 40);
        }
    }
    let outside = |a: i32, b: i32| within || !hours.is_some_and(|hours| hours.has(a, b));
    let lens = [(len, most), (30.min(len), most), (20, most + 30)];
    let Some((from, mut len)) = time(line, target, least, lens, outside) else { return };
    let mut place = seat(&question.meals.dinner, places, from, from + len, within, dice);
    if within && !places.is_work(place) && len > spare {
        // No time to go home: eat where one works, if there is food.
        len = spare.max(20).min(len);
        let near = places.all().iter().find(|p| places.is_work(p.n) && places.feeds(p.n));
        if let Some(near) = near.filter(|p| places.open(p.n, from, from + len)) {
            place = near.n;
        }
    }
    let section = if within { "dinner at work" } else { "dinner" };
    let what = vec![wording::one(section, places, place, dice)];
    line.put(Block { from, until: from + len, place, kind: Kind::Meal, what });
}
