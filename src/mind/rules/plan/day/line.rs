//! The day as a line of minutes with blocks on it. Minutes count from the midnight before waking, so that a bedtime
//! after midnight lies beyond 1440.

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

impl Line {
    /// Whether nothing lies between.
    pub fn free(&self, from: i32, until: i32) -> bool {
        from >= self.wake && until <= self.bed && self.blocks.iter().all(|b| b.until <= from || b.from >= until)
    }

    /// Puts a block where it is free; otherwise does nothing and says so.
    pub fn put(&mut self, block: Block) -> bool {
        let fits = block.len() >= 10 && self.free(block.from, block.until);
        if fits {
            let at = self.blocks.partition_point(|b| b.from < block.from);
            self.blocks.insert(at, block);
        }
        fits
    }

    /// What is free, in order.
    pub fn gaps(&self) -> Vec<(i32, i32)> {
        let mut gaps = Vec::new();
        let mut at = self.wake;
        for block in &self.blocks {
            if block.from > at {
                gaps.push((at, block.from));
            }
            at = at.max(block.until);
        }
        if self.bed > at {
            gaps.push((at, self.bed));
        }
        gaps
    }

    /// The beginning nearest to `target`, between `least` and `most`, from which `len` minutes are free and `open`.
    pub fn near(
        &self,
        target: i32,
        len: i32,
        (least, most): (i32, i32),
        open: impl Fn(i32, i32) -> bool,
    ) -> Option<i32> {
        let starts = (least.max(self.wake)..=most).map(up).filter(|&s| s <= most);
        starts.filter(|&s| self.free(s, s + len) && open(s, s + len)).min_by_key(|s| (s - target).abs())
    }
}

/// The next multiple of five.
pub fn up(minutes: i32) -> i32 {
    (minutes + 4).div_euclid(5) * 5
}
