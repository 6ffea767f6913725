//! The day as a line of minutes with blocks on it. Minutes count from the midnight before waking, so that a bedtime
//! after midnight lies beyond 1440.

use crate::mind::places::Places;
use crate::mind::question::{PARTS, Span};

/// What a block is made of; the later, the less easily it gives way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Time at home with nothing in particular.
    Home,
    /// A way out with nothing in particular.
    Outing,
    /// What this person likes to do.
    Habit,
    /// The job, the studies, the trade.
    Work,
    /// Getting up.
    Rise,
    /// Eating.
    Meal,
    /// An appointment.
    Fixed,
}

/// From when until when, and at which place.
pub type Slot = (i32, i32, u32);

/// A stretch of the day.
#[derive(Clone, Debug)]
pub struct Block {
    pub from: i32,
    pub until: i32,
    pub place: u32,
    pub kind: Kind,
    /// What is done, in order; several where blocks were joined.
    pub what: Vec<String>,
}

impl Block {
    /// Minutes.
    pub fn len(&self) -> i32 {
        self.until - self.from
    }
}

/// The blocks of a day in order, never overlapping.
pub struct Line {
    pub wake: i32,
    pub bed: i32,
    pub blocks: Vec<Block>,
}

/// What it costs, in minutes, if a block does not begin or end where another ends or begins.
const LOOSE: i32 = 40;

impl Line {
    /// Puts a block into a gap.
    pub fn put(&mut self, kind: Kind, (from, until, place): Slot, what: Vec<String>) {
        let at = self.blocks.partition_point(|block| block.from < from);
        self.blocks.insert(at, Block { from, until, place, kind, what });
    }

    /// What is free, in order.
    pub fn gaps(&self) -> Vec<(i32, i32)> {
        let starts = std::iter::once(self.wake).chain(self.blocks.iter().map(|block| block.until));
        let ends = self.blocks.iter().map(|block| block.from).chain([self.bed]);
        starts.zip(ends).filter(|(from, until)| from < until).collect()
    }

    /// The time nearest to `target` that begins within bounds, is free and `fits` somewhere: the first of some lengths
    /// for which there is one, next to another block rather than with a scrap between.
    pub fn find(
        &self,
        target: i32,
        lengths: &[i32],
        (least, most): (i32, i32),
        fits: impl Fn(i32, i32) -> Option<u32>,
    ) -> Option<Slot> {
        let gaps = self.gaps();
        lengths.iter().find_map(|&len| {
            let starts = gaps.iter().flat_map(|&(from, until)| {
                let loose = move |at| LOOSE * (i32::from(at > from) + i32::from(at + len < until));
                let starts = (up(from.max(least))..=(until - len).min(most)).step_by(5);
                starts.map(move |at| ((at - target).abs() + loose(at), at))
            });
            let mut starts: Vec<(i32, i32)> = starts.collect();
            starts.sort_unstable();
            starts.into_iter().find_map(|(_, at)| Some((at, at + len, fits(at, at + len)?)))
        })
    }

    /// Where a time of day lies on the line, if what begins then may begin before `earliest` on the next day alone.
    pub fn at(minute: u16, earliest: i32) -> i32 {
        let minute = i32::from(minute % 1440);
        if minute < earliest { minute + 1440 } else { minute }
    }

    /// The minutes of a span that one is awake in.
    pub fn hours(&self, span: Span) -> Option<(i32, i32)> {
        let from = Self::at(span.from.0, self.wake - 180);
        let hours = (from.max(self.wake), (from + i32::from(span.from.until(span.until))).min(self.bed));
        (hours.1 - hours.0 >= 20).then_some(hours)
    }

    /// How many parts the day has so far, if each longer gap becomes one.
    pub fn parts(&self) -> usize {
        self.blocks.len() + self.gaps().iter().filter(|(from, until)| until - from > 30).count()
    }

    /// Joins neighbours of whom least is lost, or halves what is long, until there are as many parts as a day may have.
    pub fn split_into_parts(&mut self, places: &Places) {
        while self.blocks.len() > *PARTS.end() {
            let Some(at) = (1..self.blocks.len()).min_by_key(|&at| self.loss(at, places)) else { return };
            let second = self.blocks.remove(at);
            self.blocks[at - 1].join(second, places);
        }
        while self.blocks.len() < *PARTS.start() {
            let long = self.blocks.iter().enumerate().filter(|(_, block)| block.len() >= 20);
            let Some((at, _)) = long.max_by_key(|(_, block)| (block.kind != Kind::Fixed, block.len())) else { return };
            let second = self.blocks[at].halve();
            self.blocks.insert(at + 1, second);
        }
    }

    /// How much would be missed if the block and the one before it were one.
    fn loss(&self, at: usize, places: &Places) -> i32 {
        let (a, b) = (&self.blocks[at - 1], &self.blocks[at]);
        let (strong, weak) = if a.outweighs(b) { (a, b) } else { (b, a) };
        let dear = match weak.kind {
            Kind::Home => 1,
            Kind::Outing | Kind::Habit => 2,
            Kind::Work => 12,
            Kind::Rise | Kind::Meal => 60,
            Kind::Fixed => 300,
        };
        let swells = match strong.kind {
            Kind::Fixed => 5000,
            Kind::Meal | Kind::Rise => 400,
            // Nobody works on for an hour to fill the plan.
            Kind::Work if weak.len() > 30 => 250,
            _ => 0,
        };
        // Nobody is to stand before a closed door, whatever else gets lost.
        let closed = if places.open(strong.place, a.from, b.until) { 0 } else { 100_000 };
        let abroad = if b.until == self.bed && !places.is_home(strong.place) { 2500 } else { 0 };
        weak.len() * dear / if a.is_with(b, places) { 4 } else { 1 } + swells + closed + abroad
    }
}

impl Block {
    /// Which of two gives the joined block its place: the more important, of leisure the longer.
    fn outweighs(&self, other: &Self) -> bool {
        let leisure = self.kind.max(other.kind) <= Kind::Habit;
        if leisure { self.len() >= other.len() } else { self.kind >= other.kind }
    }

    fn is_with(&self, other: &Self, places: &Places) -> bool {
        self.place == other.place || places.is_home(self.place) && places.is_home(other.place)
    }

    fn join(&mut self, next: Self, places: &Places) {
        let keeps = self.outweighs(&next);
        if self.is_with(&next, places) {
            // What only fills the time does not push out what follows.
            self.what.truncate(if self.kind == Kind::Home { 1 } else { usize::MAX });
            self.what.extend(next.what);
        } else if !keeps {
            self.what = next.what;
        }
        self.until = next.until;
        if !keeps {
            (self.place, self.kind) = (next.place, next.kind);
        }
    }

    /// Cuts off the second half.
    fn halve(&mut self) -> Self {
        let mut second = self.clone();
        second.from += (self.len() / 10 * 5).max(10);
        self.until = second.from;
        if self.what.len() > 1 {
            second.what = self.what.split_off(1);
        }
        second
    }
}

/// The next multiple of five.
pub fn up(minutes: i32) -> i32 {
    (minutes + 4).div_euclid(5) * 5
}
