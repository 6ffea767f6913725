//! Two days of eight people who meet by chance and talk through the real questions. No Bevy: streams are lists here.

use std::collections::BTreeMap;

use smallville::mind::{
    Ask, QuestionId,
    question::{
        AfterAnswer, AfterTalk, Does, Known, Me, Moment, Named, Other, Question, Recalled, Spoken, Stretch, TalkAct,
        TimeOfDay, Utter, UtterAnswer,
    },
    rules::answer,
};

use crate::cast::Person;

pub const DAY: u32 = 1440;
/// Monday 6 May 2024.
const FIRST: i8 = 6;

/// A memory of somebody's.
#[derive(Clone, Debug)]
pub struct Mem {
    pub at: Option<u32>,
    pub text: String,
    pub by: Option<String>,
    pub secret: bool,
    pub own: bool,
    pub importance: u8,
}

/// One talk.
pub struct Talk {
    pub at: u32,
    pub place: String,
    pub lines: Vec<Spoken>,
    pub pair: [usize; 2],
    pub kept: [AfterAnswer; 2],
    /// What was settled in it, and by whom.
    pub acts: Vec<(usize, TalkAct)>,
}

pub struct Town {
    pub people: Vec<Person>,
    pub places: Vec<String>,
    pub streams: Vec<Vec<Mem>>,
    pub lines: Vec<Vec<String>>,
    pub talks: Vec<Talk>,
    chance: u64,
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| w.len() > 3)
        .map(|w| w[..w.len().min(6)].into())
        .collect()
}

impl Town {
    pub fn new(people: Vec<Person>, places: Vec<String>, seed: u64) -> Self {
        let streams = people
            .iter()
            .map(|person| {
                let seeds = person.seeds.iter();
                seeds
                    .map(|(importance, text, secret)| Mem {
                        at: None,
                        text: text.clone(),
                        by: None,
                        secret: *secret,
                        own: false,
                        importance: *importance,
                    })
                    .collect()
            })
            .collect();
        let lines = vec![Vec::new(); people.len()];
        Self {
            people,
            places,
            streams,
            lines,
            talks: Vec::new(),
            chance: seed.wrapping_mul(0x9e37_79b9).wrapping_add(1),
        }
    }

    fn dice(&mut self) -> u64 {
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.chance;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.dice() % n.max(1) as u64) as usize
    }

    /// Two days, `most` talks a head and day at most.
    pub fn live(&mut self, days: u32, most: u32) {
        for day in 0..days {
            let mut met = vec![0; self.people.len()];
            let mut cool = BTreeMap::new();
            for slot in 0..26 {
                let at = day * DAY + 8 * 60 + slot * 30 + self.below(20) as u32;
                self.look_about(at);
                let mut busy = vec![false; self.people.len()];
                for k in 0..self.people.len() {
                    let i = (k + slot as usize * 3) % self.people.len();
                    let Some(here) = self.stretch(i, at).map(|part| part.place) else { continue };
                    let mates: Vec<usize> = (0..self.people.len())
                        .filter(|&j| {
                            let free = !busy[j]
                                && met[j] < most
                                && cool.get(&(i.min(j), i.max(j))).is_none_or(|t| at - t > 130);
                            j != i && free && self.stretch(j, at).is_some_and(|part| part.place == here)
                        })
                        .collect();
                    if busy[i] || met[i] >= most || mates.is_empty() || self.below(100) > 60 {
                        continue;
                    }
                    let j = mates[self.below(mates.len())];
                    (busy[i], busy[j]) = (true, true);
                    met[i] += 1;
                    met[j] += 1;
                    cool.insert((i.min(j), i.max(j)), at);
                    self.talk(i, j, at);
                }
            }
        }
    }

    fn stretch(&self, i: usize, at: u32) -> Option<Stretch> {
        self.rest(i, at).into_iter().next().filter(|part| u32::from(part.from.0) <= at % DAY)
    }

    fn rest(&self, i: usize, at: u32) -> Vec<Stretch> {
        let day = self.people[i].day.iter().filter(|part| part.1 * 60 > at % DAY);
        day.map(|part| Stretch {
            from: TimeOfDay((part.0 * 60) as u16),
            until: TimeOfDay((part.1 * 60) as u16),
            what: part.2.clone(),
            place: part.3.clone(),
        })
        .collect()
    }

    /// What one sees of the others, and what came of one's own doings.
    fn look_about(&mut self, at: u32) {
        for i in 0..self.people.len() {
            let Some(here) = self.stretch(i, at) else { continue };
            let mut seen = Vec::new();
            for j in 0..self.people.len() {
                if let Some(there) = self.stretch(j, at).filter(|there| i != j && there.place == here.place) {
                    seen.push(format!("{} is {} at {}.", self.people[j].name, there.what, sector(&there.place)));
                }
            }
            let done = self.people[i].day.iter().rfind(|part| part.1 * 60 <= at % DAY);
            seen.extend(done.map(|part| part.4.clone()));
            for text in seen {
                let known = self.streams[i].iter().rev().take(8).any(|m| m.text == text);
                let today = |m: &Mem| m.text == text && m.at.is_some_and(|then| then / DAY == at / DAY);
                if !known && !self.streams[i].iter().any(today) {
                    self.keep(i, at, text, None, false);
                }
            }
        }
    }

    fn keep(&mut self, i: usize, at: u32, text: String, by: Option<String>, own: bool) {
        if text.is_empty() {
            return;
        }
        let importance = smallville::language::importance::importance(&text, &self.people[i].name);
        self.streams[i].push(Mem { at: Some(at), text, by, secret: false, own, importance });
    }

    fn recalled(m: &Mem) -> Recalled {
        let when =
            m.at.map(|at| format!("{} May {:02}:{:02}", u32::from(FIRST as u8) + at / DAY, at / 60 % 24, at % 60));
        Recalled {
            n: None,
            when: when.unwrap_or_default(),
            text: m.text.clone(),
            by: m.by.clone(),
            secret: m.secret,
            own: m.own,
            importance: m.importance,
            bears: false,
            at: m.at.map(|at| at + DAY),
        }
    }

    fn retrieve(&self, i: usize, now: u32, most: usize, about: &dyn Fn(&Mem) -> f32) -> Vec<Recalled> {
        let mut hits: Vec<(f32, usize)> = self.streams[i]
            .iter()
            .enumerate()
            .map(|(n, m)| {
                let age = now.saturating_sub(m.at.unwrap_or(0)) as f32 / 60.0;
                (0.99f32.powf(age.min(100.0)) + f32::from(m.importance) / 10.0 + about(m), n)
            })
            .collect();
        hits.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut places: Vec<usize> = hits.into_iter().take(most).map(|hit| hit.1).collect();
        places.sort_unstable();
        places.into_iter().map(|n| Self::recalled(&self.streams[i][n])).collect()
    }

    fn me(&self, i: usize) -> Me {
        let p = &self.people[i];
        Me {
            name: p.name.clone(),
            age: p.age,
            pronouns: p.pronoun.clone(),
            traits: p.traits.clone(),
            background: p.background.clone(),
            lifestyle: p.lifestyle.clone(),
            aim: p.aim.clone(),
            voice: p.voice.clone(),
            summary: None,
            nature: p.nature,
        }
    }

    fn moment(&self, i: usize, at: u32) -> Moment {
        let here = self.stretch(i, at);
        Moment {
            date: format!("Monday {} May", u32::from(FIRST as u8) + at / DAY),
            iso: format!("2024-05-{:02}", u32::from(FIRST as u8) + at / DAY),
            time: TimeOfDay((at % DAY) as u16),
            place: here.as_ref().map(|part| part.place.clone()).unwrap_or_default(),
            doing: here.as_ref().map(|part| part.what.clone()).unwrap_or_default(),
            until: here.map(|part| part.until),
        }
    }

    fn known(&self, i: usize, with: usize) -> Known {
        let knows =
            |j: &usize| *j == i || *j == with || self.streams[i].iter().any(|m| m.text.contains(&self.people[*j].name));
        let met = |j: usize| {
            j == i
                || j == with
                || self.streams[i].iter().any(|m| m.at.is_some() && m.text.starts_with(&self.people[j].name))
        };
        let people = (0..self.people.len()).filter(knows).map(|j| Named {
            name: self.people[j].name.clone(),
            pronouns: if met(j)
                || self.streams[i].iter().any(|m| m.at.is_none() && m.text.contains(&self.people[j].name))
            {
                self.people[j].pronoun.clone()
            } else {
                "they".into()
            },
        });
        Known { people: people.collect(), places: self.places.clone() }
    }

    fn ask<Q: Question>(&mut self, i: usize, question: &Q) -> Q::Answer {
        let ask = Ask {
            id: QuestionId { agent: i as u32, count: 0 },
            purpose: Q::PURPOSE.into(),
            inputs: serde_json::to_string(question).unwrap(),
            asked: 0,
            due: 0,
            give_up: 0,
            dice: self.dice(),
        };
        let reply = answer(&ask).expect("an answer");
        let answer: Q::Answer = serde_json::from_str(&reply.0).unwrap();
        if let Err(why) = question.admits(&answer) {
            panic!("{}: {why}\n{}\n{}", Q::PURPOSE, reply.0, ask.inputs);
        }
        answer
    }

    pub fn talk(&mut self, i: usize, j: usize, at: u32) {
        let (mut lines, mut acts): (Vec<Spoken>, Vec<(usize, TalkAct)>) = Default::default();
        let pair = [i, j];
        let place = self.moment(i, at).place;
        for turn in 0..30 {
            let (k, o) = (pair[turn % 2], pair[(turn + 1) % 2]);
            let question = self.utter(k, o, at, &lines);
            let said: UtterAnswer = self.ask(k, &question);
            lines.push(Spoken { who: self.people[k].name.clone(), words: said.words });
            acts.extend(said.acts.into_iter().map(|act| (k, act)));
            if said.end {
                break;
            }
        }
        for line in &lines {
            let k = if line.who == self.people[i].name { i } else { j };
            self.lines[k].push(line.words.clone());
        }
        let kept = [self.after(i, j, at, &lines), self.after(j, i, at, &lines)];
        acts.iter().for_each(|(by, act)| self.settle(pair, at, *by, act));
        self.talks.push(Talk { at, place, lines, pair, kept, acts });
    }

    pub fn utter(&self, k: usize, o: usize, at: u32, lines: &[Spoken]) -> Utter {
        let other = self.people[o].name.clone();
        let last: Vec<String> = lines.iter().rev().take(2).flat_map(|line| words(&line.words)).collect();
        let about = |m: &Mem| if m.text.contains(&other) { 2.0 } else { 0.0 };
        let brought = |m: &Mem| {
            let mine = words(&m.text);
            2.0 * mine.iter().filter(|word| last.contains(word)).count() as f32 / mine.len().max(1) as f32
        };
        let begins = format!("{} told {other}", self.people[k].name);
        Utter {
            language: "English".into(),
            me: self.me(k),
            now: self.moment(k, at),
            talk_began: TimeOfDay((at % DAY) as u16),
            other: self.other(k, o, at),
            plan: self.rest(k, at),
            known: self.known(k, o),
            about: self.retrieve(k, at, 16, &about),
            brought_up: if lines.is_empty() { Vec::new() } else { self.retrieve(k, at, 8, &brought) },
            asked: Vec::new(),
            weighs: self.retrieve(k, at, 16, &|_| 0.0),
            told: self.streams[k].iter().filter(|m| m.text.starts_with(&begins)).map(Self::recalled).collect(),
            own_lines: self.lines[k].iter().rev().take(60).rev().cloned().collect(),
            lines: lines.to_vec(),
            topic: None,
            within_hearing: Vec::new(),
            usual: String::new(),
            tomorrow: Vec::new(),
            agreements: Vec::new(),
            needs: Vec::new(),
            home: String::new(),
            workplace: String::new(),
        }
    }

    fn other(&self, k: usize, o: usize, at: u32) -> Other {
        let name = self.people[o].name.clone();
        let kin = self.streams[k].iter().find(|m| m.text.contains(&name) && !m.secret);
        Other {
            relation: kin.map(|m| m.text.clone()).unwrap_or_default(),
            pronouns: self.people[o].pronoun.clone(),
            doing: self.moment(o, at).doing,
            name,
        }
    }

    /// Both remember what somebody agreed to or declined.
    fn settle(&mut self, pair: [usize; 2], at: u32, by: usize, act: &TalkAct) {
        let verb = match act.does {
            Does::Accept => "agreed",
            Does::Decline => "declined",
            _ => return,
        };
        let name = self.people[by].name.clone();
        let mut text = format!("{name} {verb} to {}", act.what);
        if !act.place.is_empty() {
            text += &format!(" at {}", act.place);
        }
        if let Some((_, day)) = act.date.rsplit_once('-') {
            text += &format!(" on {} May", day.trim_start_matches('0'));
        }
        if !act.from.is_empty() {
            text += &format!(" from {} to {}", act.from, act.until);
        }
        for who in pair {
            self.keep(who, at, format!("{text}."), (who != by).then(|| name.clone()), false);
        }
    }

    fn after(&mut self, k: usize, o: usize, at: u32, lines: &[Spoken]) -> AfterAnswer {
        let other = self.people[o].name.clone();
        let about = |m: &Mem| if m.text.contains(&other) { 2.0 } else { 0.0 };
        let question = AfterTalk {
            language: "English".into(),
            me: self.me(k),
            now: self.moment(k, at),
            talk_began: TimeOfDay((at % DAY) as u16),
            other: self.other(k, o, at),
            plan: self.rest(k, at),
            known: self.known(k, o),
            memories: self.retrieve(k, at, 20, &about),
            agreements: Vec::new(),
            lines: lines.to_vec(),
        };
        let kept: AfterAnswer = self.ask(k, &question);
        for fact in &kept.heard {
            self.keep(k, at, fact.fact.clone(), Some(other.clone()), false);
        }
        for fact in &kept.told {
            self.keep(k, at, fact.fact.clone(), None, false);
        }
        for (text, own) in [(&kept.unsure, false), (&kept.summary, false), (&kept.opinion, true)] {
            self.keep(k, at, text.clone(), None, own);
        }
        kept
    }
}

pub fn sector(place: &str) -> &str {
    place.split_once(": ").map_or(place, |(sector, _)| sector)
}
