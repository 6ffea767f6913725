//! Getting up with breakfast, lunch and dinner: when and where.

use super::{Draft, line::Kind};
use crate::language::inflect;

/// Percent of the working hours that may go to meals elsewhere.
const SPARE: i32 = 13;

/// A meal that is to be laid.
struct Meal<'a> {
    /// The section of its words.
    words: &'static str,
    /// What it is called; what is fixed by that name is this meal.
    names: [&'static str; 2],
    /// Where one usually has it.
    seats: &'a [u32],
    /// When it may begin, and when it should.
    within: (i32, i32),
    target: i32,
    /// Minutes.
    len: i32,
}

impl Draft<'_> {
    /// Lays down getting up and the meals.
    pub fn meals(&mut self) {
        let (meals, wake, bed) = (&self.question.meals, self.line.wake, self.line.bed);
        let mut spare = self.hours.map_or(0, |(from, until)| (until - from) * SPARE / 100 / 5 * 5);
        self.rise();
        let late = wake > 720;
        if !late {
            let target = self.dice.minutes(720, 790).max(wake + 240);
            let (within, len) = ((690.max(wake + 150), 900.max(target)), self.dice.minutes(30, 50));
            let names = ["lunch", "brunch"];
            self.meal(&Meal { words: "lunch", names, seats: &meals.lunch, within, target, len }, &mut spare);
        }
        let (least, target, most) = match late {
            true => (wake + 270, wake + self.dice.minutes(300, 400), wake + 540),
            false => (1030, self.dice.minutes(1080, 1155), 1260),
        };
        let (most, len, names) = (most.min(bed - 60), self.dice.minutes(35, 60), ["dinner", "supper"]);
        let within = (least.min(most), most);
        self.meal(&Meal { words: "dinner", names, seats: &meals.dinner, within, target, len }, &mut spare);
    }

    /// What is fixed names one of these: then that meal is not planned again.
    fn is_fixed(&self, names: [&str; 2]) -> bool {
        let says = |what: &String| inflect::tokens(what).iter().any(|word| names.contains(&word.as_str()));
        self.line.blocks.iter().any(|block| block.kind == Kind::Fixed && block.what.iter().any(says))
    }

    fn rise(&mut self) {
        let (places, wake) = (self.places, self.line.wake);
        let first = self.line.blocks.first().map_or(self.line.bed, |block| block.from);
        let due = self.hours.map_or(first, |(from, _)| first.min(from.max(wake + 30)));
        let eaten = self.is_fixed(["breakfast", "brunch"]);
        let ready = wake + self.dice.minutes(30, 40);
        // A house without a kitchen has breakfast elsewhere; one that has one, when the dice say so.
        let out = |n: &u32| !eaten && !places.is_home(*n) && places.feeds(*n);
        let out = self.dice.pick(&self.question.meals.breakfast).copied().filter(out);
        let open = |from, until| out.filter(|place| places.open(*place, from, until));
        if let Some(found) = self.line.find(ready, &[40, 30], (wake + 30, (due - 30).min(wake + 150)), open) {
            let until = if found.0 - wake <= 60 { found.0 } else { ready };
            let (rise, breakfast) = (self.phrase("rise", places.own()), self.phrase("breakfast", found.2));
            self.line.put(Kind::Rise, (wake, until, places.own()), vec![rise]);
            self.line.put(Kind::Meal, found, vec![breakfast]);
            return;
        }
        let until = wake + self.dice.minutes(45, 65);
        let until = if due - until < 20 { due } else { until };
        let what = self.phrase(if eaten { "rise" } else { "rise and breakfast" }, places.table());
        self.line.put(Kind::Rise, (wake, until, places.table()), vec![what]);
    }

    /// Lays a meal: out of working hours where one usually has it, else within them if there is time for the way or food
    /// where one works, else at home. `spare`: minutes of the working hours for meals elsewhere.
    fn meal(&mut self, meal: &Meal, spare: &mut i32) {
        if self.is_fixed(meal.names) {
            return;
        }
        let (places, hours, target, (least, most)) = (self.places, self.hours, meal.target, meal.within);
        let works = |a, b| hours.is_some_and(|(from, until)| a < until && b > from);
        let table = |&n: &u32| if places.is_home(n) { places.table() } else { n };
        let mut seats: Vec<u32> = meal.seats.iter().map(table).filter(|n| places.feeds(*n)).collect();
        self.dice.shuffle(&mut seats);
        let usual = |a, b| seats.iter().copied().find(|n| places.open(*n, a, b));
        let canteen = |a, b| places.work.iter().copied().find(|n| places.feeds(*n) && places.open(*n, a, b));
        let idle = |a, b| usual(a, b).filter(|_| !works(a, b));
        let break_time = |a, b| {
            let usual = usual(a, b).filter(|n| b - a <= *spare || places.is_work(*n) || !works(a, b));
            usual.or_else(|| canteen(a, b))
        };
        let short = meal.len.min((*spare).max(20));
        let found = { self.line.find(target, &[meal.len, 25], (least.max(target - 90), most.min(target + 75)), idle) }
            .or_else(|| self.line.find(target, &[short, 20], (least, most), break_time))
            .or_else(|| self.line.find(target, &[short, 20], (least, most + 30), |_, _| Some(places.table())));
        let Some(found @ (from, until, place)) = found else { return };
        let within = works(from, until);
        if within && !places.is_work(place) {
            *spare -= until - from;
        }
        let what = self.phrase(if within && meal.words == "dinner" { "dinner at work" } else { meal.words }, place);
        self.line.put(Kind::Meal, found, vec![what]);
    }
}
