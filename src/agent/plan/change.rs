//! Changes to a planned day: interruptions and appointments. Minutes still add up afterwards: an interruption takes its
//! time from the end of the hour, and parts and the day keep their ends.

use crate::agent::prelude::*;

/// What was interrupted is taken up again for at least so many minutes.
const TAKEN_UP: u32 = 5;
/// So many minutes after its bedtime a day may still go on for what is fixed.
const LATE: u32 = 240;

impl Interruption {
    fn step(&self, from: Minute, until: Minute) -> Step {
        Step { from, until, what: self.what.clone(), target: Some(self.target.clone()) }
    }

    fn hour(&self, from: Minute, until: Minute) -> Hour {
        Hour { steps: vec![self.step(from, until)], ..Hour::new(from, until, &self.what) }
    }

    /// What of it lies between two minutes.
    fn within(&self, from: Minute, until: Minute) -> Option<(Minute, Minute)> {
        let (from, until) = (self.from.max(from), self.until.min(until));
        (from < until).then_some((from, until))
    }
}

impl DayPlan {
    /// Something is done from now on instead of what was planned. Then the interrupted step is taken up again, what
    /// follows in that hour comes later, and its end is cut. Nothing of it lies before waking or after bedtime.
    pub fn interrupt(&mut self, between: &Interruption) {
        let before = self.open_pieces();
        let parts = std::mem::take(&mut self.parts);
        for part in parts {
            match between.within(part.from, part.until) {
                None => self.parts.push(part),
                Some(_) if !part.hours.is_empty() => {
                    self.parts.push(Memo::new(interrupt_part(Memo::into_inner(part), between)))
                }
                Some((from, until)) => {
                    // Not planned any further yet: the rest of it will be.
                    let piece = |from, until| Part { from, until, ..Part::clone(&part) };
                    let (what, place) = (between.what.clone(), between.place);
                    let own = Part { from, until, what, place, hours: vec![between.hour(from, until)] };
                    let pieces = [piece(part.from, from), own, piece(until, part.until)];
                    self.parts.extend(pieces.into_iter().filter(|piece| piece.from < piece.until).map(Memo::new));
                }
            }
        }
        self.forget_changed(&before);
    }

    /// Something is fixed for a time of this day: it takes the place of what was planned for it, and a part of its own,
    /// to be planned like any other. A day may be longer for it. Says whether the day has room for it.
    pub fn insert(&mut self, from: Minute, until: Minute, what: &str, place: ArenaId) -> bool {
        let (Some(wake), Some(bedtime)) = (self.wake(), self.bedtime()) else { return false };
        let from = from.max(wake);
        if from >= until || until.0 > bedtime.0 + LATE {
            return false;
        }
        let before = self.open_pieces();
        if let Some(last) = self.parts.last().filter(|_| from > bedtime) {
            let gap = Part { from: bedtime, until: from, hours: Vec::new(), ..Part::clone(last) };
            self.parts.push(Memo::new(gap));
        }
        let parts = std::mem::take(&mut self.parts);
        let mut new = Some(Part { from, until, what: what.to_string(), place, hours: Vec::new() });
        for part in parts {
            if part.until > from {
                let left = cut_part(&part, part.from, from.min(part.until));
                self.parts.extend(left.map(Memo::new));
                self.parts.extend(new.take().map(Memo::new));
                self.parts.extend(cut_part(&part, until.max(part.from), part.until).map(Memo::new));
            } else {
                self.parts.push(part);
            }
        }
        self.parts.extend(new.map(Memo::new));
        if self.bedtime() != Some(bedtime) {
            self.night = None;
        }
        self.forget_changed(&before);
        true
    }

    /// What was fixed for `from` is not any more: what is planned before it goes on, or else what comes after it begins
    /// earlier.
    pub fn withdraw(&mut self, from: Minute, what: &str) {
        let Some(at) = self.parts.iter().position(|part| part.from == from && part.what == what) else { return };
        let Some(beside) = at.checked_sub(1).or(Some(at + 1)).and_then(|at| self.parts.get(at)) else { return };
        let (what, place) = (beside.what.clone(), beside.place);
        self.insert(from, self.parts[at].until, &what, place);
    }

    /// The end of the hour that `until` lies in, if somebody was away for half of it or more since `from`: what it was
    /// to come to, it did not come to.
    pub fn spoiled(&self, from: Minute, until: Minute) -> Option<Minute> {
        let hour = self.hour(until)?;
        let away = until.0.saturating_sub(from.max(hour.from).0);
        (away * 2 >= hour.until.0 - hour.from.0).then_some(hour.until)
    }

    /// What the open questions are about, as it stands.
    fn open_pieces(&self) -> (Option<Memo<Part>>, Option<Hour>, Option<Step>) {
        let OpenQuestions { hours, steps, place, .. } = &self.asked;
        let part = self.parts.iter().find(|part| Some(part.from) == *hours);
        let mut all = self.parts.iter().flat_map(|part| &part.hours);
        let hour = all.clone().find(|hour| Some(hour.from) == *steps);
        let step = all.by_ref().flat_map(|hour| &hour.steps).find(|step| Some(step.from) == *place);
        (part.cloned(), hour.cloned(), step.cloned())
    }

    /// What was asked about something that is no longer so is not asked any more: its answer is let go by.
    fn forget_changed(&mut self, before: &(Option<Memo<Part>>, Option<Hour>, Option<Step>)) {
        let now = self.open_pieces();
        if now.0 != before.0 {
            self.asked.hours = None;
        }
        if now.1 != before.1 {
            self.asked.steps = None;
        }
        if now.2 != before.2 || self.asked.place.is_some() && now.2.is_none() {
            self.asked.place = None;
            self.asked.offered.clear();
        }
    }
}

fn interrupt_part(mut part: Part, between: &Interruption) -> Part {
    let hours = std::mem::take(&mut part.hours);
    for hour in hours {
        match between.within(hour.from, hour.until) {
            None => part.hours.push(hour),
            Some((from, until)) if !hour.steps.is_empty() => {
                part.hours.push(interrupt_hour(hour, from, until, between))
            }
            Some((from, until)) => {
                let piece = |from, until| Hour { from, until, ..hour.clone() };
                let pieces = [piece(hour.from, from), between.hour(from, until), piece(until, hour.until)];
                part.hours.extend(pieces.into_iter().filter(|piece| piece.from < piece.until));
            }
        }
    }
    part
}

/// `from..until` lies in the hour.
fn interrupt_hour(mut hour: Hour, from: Minute, until: Minute, between: &Interruption) -> Hour {
    let mut later: Vec<(u32, Step)> = Vec::new();
    let steps = std::mem::take(&mut hour.steps);
    for step in steps {
        let whole = step.until.0 - step.from.0;
        if step.until <= from {
            hour.steps.push(step);
        } else if step.from < from {
            let rest = (step.until.0 - from.0).max(TAKEN_UP.min(whole));
            let mut again = step.clone();
            // What it uses up has been taken already.
            again.target.iter_mut().for_each(|target| target.uses = 0);
            later.push((rest, again));
            hour.steps.push(Step { until: from, ..step });
        } else {
            later.push((whole, step));
        }
    }
    hour.steps.push(between.step(from, until));
    let mut at = until;
    for (minutes, step) in later {
        let end = Minute(at.0 + minutes).min(hour.until);
        if at < end {
            hour.steps.push(Step { from: at, until: end, ..step });
        }
        at = end;
    }
    hour
}

/// The piece of a part between two minutes, with what of its hours and steps lies in it; `None`: nothing. What a whole
/// hour was to come to, a piece of it does not come to.
fn cut_part(part: &Part, from: Minute, until: Minute) -> Option<Part> {
    let hours = part.hours.iter().filter_map(|hour| {
        let (from, until) = (hour.from.max(from), hour.until.min(until));
        let steps = hour.steps.iter().filter_map(|step| {
            let (from, until) = (step.from.max(from), step.until.min(until));
            (from < until).then(|| Step { from, until, ..step.clone() })
        });
        let whole = (from, until) == (hour.from, hour.until);
        let result = if whole { hour.result.clone() } else { String::new() };
        (from < until).then(|| Hour { from, until, steps: steps.collect(), result, what: hour.what.clone() })
    });
    (from < until).then(|| Part { from, until, hours: hours.collect(), ..part.clone() })
}
