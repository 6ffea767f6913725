//! What a turn of talk stands on: who speaks to whom, what was said so far, what it was understood as.

use super::*;

pub type Line = (String, String);

pub struct Turn<'h, 'a> {
    pub h: &'h Head<'a>,
    pub other: String,
    pub recent: Vec<String>,
    pub dice: Dice,
    pub rel: Relation,
    pub told: Vec<Frame>,
    pub mine: Vec<Act>,
    pub theirs: Vec<Act>,
    pub last: Vec<Act>,
    pub topic: Option<String>,
    pub words: Vec<Vec<String>>,
}

impl<'h, 'a> Turn<'h, 'a> {
    pub fn new(h: &'h Head<'a>, other: &str, talk: &[Line], mine_lately: &[String], seed: u64) -> Self {
        let mut recent = mine_lately.to_vec();
        recent.extend(talk.iter().map(|l| l.1.clone()));
        let dice = Dice::new(seed);
        let mut t = Turn {
            rel: h.relation(other),
            h,
            other: other.into(),
            recent,
            dice,
            told: vec![],
            mine: vec![],
            theirs: vec![],
            last: vec![],
            topic: None,
            words: talk.iter().map(|l| content(&split(&l.1))).collect(),
        };
        let me = h.me.name.clone();
        for (i, (who, words)) in talk.iter().enumerate() {
            let to = if *who == me { other } else { &me };
            let a = hear::acts(h, who, to, words, &mut t.topic);
            for x in &a {
                if let Act::Tell(s) = x {
                    t.told.push(s.frame.clone());
                    // "I'm going to Ann's party": the party is spoken of
                    t.told.extend(s.frame.inner_event(&h.names));
                }
            }
            if i + 1 == talk.len() {
                t.last = a.clone();
            }
            if *who == me { t.mine.extend(a) } else { t.theirs.extend(a) }
        }
        t
    }
    pub(super) fn o(&self) -> String {
        self.h.names.short(&self.other)
    }
    pub fn p(&mut self, section: &str, slots: &[(&str, &str)]) -> String {
        let o = self.o();
        let tod = match self.h.sit.now % DAY / 60 {
            0..12 => "morning",
            12..18 => "afternoon",
            _ => "evening",
        };
        let me = self.h.me.name.clone();
        let d = gerund_text(&self.h.sit.doing);
        let od = gerund_text(&self.h.sit.other_doing);
        let og = self.concern().map(|c| c.1).unwrap_or_default();
        let place = self.h.sit.place.clone();
        let mut all: Vec<(&str, &str)> = slots.to_vec();
        for (k, v) in [
            ("o", o.as_str()),
            ("tod", tod),
            ("me", first(&me)),
            ("d", &d),
            ("od", &od),
            ("odn", ""),
            ("og", &og),
            ("p", &place),
        ] {
            if !all.iter().any(|s| s.0 == k) {
                all.push((k, v));
            }
        }
        pick(section, &all, &self.h.voice, &self.recent, &mut self.dice).unwrap_or_default()
    }
    pub(super) fn said(&self, f: &Frame) -> bool {
        // as a frame, or in whatever form: all its words fell in one line
        let k = content(&f.rest);
        self.told.iter().any(|t| t.same(f))
            || k.len() >= 2
                && self.words.iter().any(|w| k.iter().filter(|x| w.contains(x)).count() as f32 >= 0.8 * k.len() as f32)
    }
    pub fn clause(&self, f: &Frame) -> String {
        let mut s = self.plain_clause(f);
        // a name the other may not know is said in full the first time
        for p in f.persons() {
            if p == self.h.me.name || p == self.other || !p.contains(' ') {
                continue;
            }
            let linked = f.event.is_none()
                && self.h.facts.iter().any(|g| {
                    let q = g.f().persons();
                    q.contains(&p)
                        && (q.contains(&self.other)
                            || g.from.as_deref() == Some(&self.other)
                            || g.said.to.as_deref() == Some(&self.other))
                })
                || self.recent.iter().rev().take(self.words.len().min(8)).any(|l| l.contains(p.as_str()));
            let sh = self.h.names.short(&p);
            if !linked
                && sh != p
                && let Some(i) = s.find(&sh)
            {
                s.replace_range(i..i + sh.len(), &p);
            }
        }
        s
    }
    pub(super) fn plain_clause(&self, f: &Frame) -> String {
        event_clause(f).or_else(|| going(f)).unwrap_or_else(|| f.clone()).say(&self.h.view(&self.other))
    }
    pub(super) fn x(&self, who: &str) -> (String, String, String) {
        let p = self.h.pron(who);
        (self.h.names.short(who), p.of(0).into(), p.of(1).into())
    }
    /// What the other is about: a gerund, from what I know of them.
    pub(super) fn concern(&self) -> Option<(&Fact, String)> {
        let v = self.h.view(&self.other);
        let c: Vec<(&Fact, String)> = self
            .h
            .about(&self.other)
            .into_iter()
            .filter(|f| {
                !f.f().secret
                    && !f.f().neg
                    && f.f().lasting()
                    && (f.kind != Kind::Observation || f.at == 0)
                    && (f.f().when.is_none()
                        || f.f().event.is_some()
                            && f.f().when.as_ref().and_then(When::end).is_none_or(|e| e > self.h.sit.now))
                    && !lex().is("bookkeeping", &f.f().verb)
                    && !matches!(f.f().verb.as_str(), "go" | "come" | "help")
                    && (matches!(f.f().class, Class::Aim | Class::Doing | Class::Event)
                        || f.f().class == Class::Work && lex().is("project", &f.f().verb))
                    && f.f().form != Form::Past
            })
            .filter_map(|f| gerund(f.f(), &v).map(|g| (f, g)))
            .filter(|(_, g)| g.len() < 50)
            .collect();
        if c.is_empty() {
            return None;
        }
        let n = c.len().min(4);
        let about = self.h.number(c[0].0.f());
        let mut d = self.h.steady(&[about, u64::from(self.h.sit.now / 120)]);
        c.into_iter().nth(d.below(n))
    }
    pub(super) fn self_line(&mut self) -> String {
        let h = self.h;
        let c: Vec<&Fact> = h
            .facts
            .iter()
            .filter(|f| {
                f.f().subj == h.me.name
                    && f.at == 0
                    && !f.f().secret
                    && f.from.is_none()
                    && matches!(f.f().class, Class::Work | Class::Doing | Class::Aim | Class::State | Class::Other)
            })
            .take(3)
            .collect();
        if c.is_empty() {
            return String::new();
        }
        let i = self.dice.below(c.len());
        cap(&c[i].f().say(&h.view(&self.other))) + "."
    }
}
