//! What a turn of talk stands on: who speaks to whom, what was said so far, what it was understood as.

use super::*;

/// Who said it, and the words.
pub(super) type Line = (String, String);

/// What is longer is not asked after.
const CONCERN: usize = 44;

/// So many minutes after a talk another one is the same going on.
const JUST: Minute = 20;

/// Everything that the next line hangs on.
pub(super) struct Turn<'h, 'a> {
    /// My head.
    pub h: &'h Beliefs<'a>,
    /// To whom I speak.
    pub other: String,
    /// My lines of other talks, then all lines of this one.
    pub recent: Vec<String>,
    /// The line that was said last, if any.
    pub last_words: Option<String>,
    /// Chance.
    pub dice: Dice,
    /// What they are to me.
    pub rel: Relation,
    /// What was told in this talk, by either.
    pub told: Vec<Frame>,
    /// What I did by my lines.
    pub mine: Vec<Act>,
    /// What they did by theirs.
    pub theirs: Vec<Act>,
    /// What they did by the last line.
    pub last: Vec<Act>,
    /// The stems of each line.
    pub words: Vec<Vec<String>>,
    /// Whether I can know what they are called.
    pub named: bool,
    /// Whether a small thing of my own was told in this talk.
    pub told_small: bool,
}

impl<'h, 'a> Turn<'h, 'a> {
    /// Everything read again.
    pub fn new(h: &'h Beliefs<'a>, other: &str, talk: &[Line], mine_lately: &[String], seed: u64) -> Self {
        let mut recent = mine_lately.to_vec();
        recent.extend(talk.iter().map(|l| l.1.clone()));
        let mut t = Turn {
            rel: h.relation(other),
            h,
            other: other.into(),
            recent,
            last_words: talk.last().map(|line| line.1.clone()),
            dice: Dice::new(seed),
            told: vec![],
            mine: vec![],
            theirs: vec![],
            last: vec![],
            words: talk.iter().map(|l| content(&split(&l.1))).collect(),
            named: true,
            told_small: false,
        };
        let me = h.me.name.clone();
        let says = |name: &str| {
            let name = first(name);
            talk.iter()
                .any(|line| line.0 == other && line.1.split(|c: char| !c.is_alphanumeric()).any(|word| word == name))
        };
        // who calls me by name has met me, whether I remember how or not, and so has who says "again"; of whom I remember
        // nothing at all but the sight is a stranger whatever they call me
        let heard_of = |fact: &Fact| {
            let dealt = matches!(fact.kind, Kind::Dialogue | Kind::Plan) || fact.at == 0;
            dealt && (fact.from.as_deref() == Some(other) || fact.f().persons().iter().any(|who| who == other))
        };
        let first = talk.first().filter(|line| line.0 == other).map(|line| line.1.to_lowercase());
        let familiar = says(&me) || first.is_some_and(|line| line.contains("again"));
        t.rel.met |= familiar && h.facts.iter().any(heard_of);
        t.named = t.rel.met || says(other);
        let mut topic = None;
        let mut asked = None;
        let mut parts = false;
        let mut open = None;
        for (i, (who, words)) in talk.iter().enumerate() {
            let mine = *who == me;
            let to = if mine { other } else { &me };
            let mut acts = dialogue_act::acts(h, who, to, words, &mut topic);
            if dialogue_act::hour_named(&mut acts, (who, words), &mut open, h.sit.now) {
                // yes to no hour is not yet yes to this one
                t.mine.retain(|act| !matches!(act, Act::Accept));
            }
            let answers = |act: &Act| matches!(act, Act::Accept | Act::Decline | Act::Hedge);
            if asked.is_some_and(|by: &String| by != who) && !acts.iter().any(answers) {
                acts.extend(dialogue_act::assent(words, to));
            }
            let asks = |act: &Act| matches!(act, Act::Help(_) | Act::Invite | Act::Ask(Ask::Coming));
            asked = acts.iter().any(asks).then_some(who);
            // a third who takes leave leaves the two of us to it, and so does a goodbye to them
            let third = !mine && who != other;
            let bye = |act: &Act| matches!(act, Act::Bye);
            let left = third && acts.iter().any(bye);
            acts.retain(|act| !bye(act) || !third && !parts);
            parts = left;
            for act in &acts {
                if let Act::Tell(said) = act {
                    t.told_small |= mine && sort_of(&said.frame) == Sort::Deed;
                    t.told.push(said.frame.clone());
                    // "I'm going to Ann's party": the party is spoken of
                    t.told.extend(said.frame.inner_event(&h.names));
                }
            }
            if i + 1 == talk.len() {
                t.last = acts.clone();
            }
            if mine { t.mine.extend(acts) } else { t.theirs.extend(acts) }
        }
        t
    }

    /// The line said last; empty before the first.
    pub fn last_line(&self) -> &str {
        self.last_words.as_deref().unwrap_or_default()
    }

    /// What I call them.
    pub fn o(&self) -> String {
        self.h.names.short(&self.other)
    }

    /// Whether we have talked before today.
    pub fn greeted_today(&self) -> bool {
        self.rel.last_talk.is_some_and(|last| last / DAY == self.h.sit.now / DAY)
    }

    /// Whether we have only just stopped talking: then nobody greets anew.
    pub fn just_parted(&self) -> bool {
        self.rel.last_talk.is_some_and(|last| self.h.sit.now.saturating_sub(last) < JUST)
    }

    /// A phrase of a section.
    pub fn p(&mut self, section: &str, slots: &[(&str, &str)]) -> String {
        let o = if self.named { self.o() } else { String::new() };
        let tod = match self.h.sit.now % DAY / 60 {
            0..12 => "morning",
            12..18 => "afternoon",
            _ => "evening",
        };
        let me = self.h.me.name.clone();
        let d = self.doing();
        let od = doing_said(&self.h.sit.other_doing);
        let place = self.h.sit.place.clone();
        let mut all: Vec<(&str, &str)> = slots.to_vec();
        for (k, v) in [("o", o.as_str()), ("tod", tod), ("me", first(&me)), ("d", &d), ("od", &od), ("p", &place)] {
            if !all.iter().any(|s| s.0 == k) {
                all.push((k, v));
            }
        }
        if let Some(words) = pick(section, &all, &self.h.voice, &self.recent, &mut self.dice) {
            return words;
        }
        // where nothing can be said without a name, the name is said
        let name = self.o();
        all.retain(|slot| slot.0 != "o");
        all.push(("o", &name));
        pick(section, &all, &self.h.voice, &self.recent, &mut self.dice).unwrap_or_default()
    }

    /// What I am at, as I would say it: the hour's work, and not the hand's; nothing where it is nobody's business.
    fn doing(&self) -> String {
        let sit = self.h.sit;
        let part = sit.plan.iter().find(|part| part.0 <= sit.now && sit.now < part.1);
        let whole = part.filter(|_| !sit.doing.starts_with("on the way")).and_then(|part| plan_said(&part.2, None));
        let said = whole.and_then(|said| said.strip_prefix("I'm ").map(str::to_owned));
        let said = said.unwrap_or_else(|| doing_said(&sit.doing));
        let body = said.split(' ').any(|word| lex().is("body", word));
        if body { String::new() } else { by_first_names(self, &said) }
    }

    /// Whether it was said in this talk: as a frame, or in whatever form, all its words in one line.
    pub fn said(&self, f: &Frame) -> bool {
        let plain: Vec<String> = f.rest.iter().filter(|word| !self.h.names.is_person(word)).cloned().collect();
        let stems = content(&plain);
        let falls = |line: &Vec<String>| {
            stems.iter().filter(|stem| line.contains(stem)).count() as f32 >= 0.8 * stems.len() as f32
        };
        self.told.iter().any(|told| told.same(f)) || stems.len() >= 2 && self.words.iter().any(falls)
    }

    /// A frame as a clause of mine; a name that the other may not know is said in full the first time.
    pub fn clause(&self, f: &Frame) -> String {
        let mut clause = self.plain_clause(f);
        for person in f.persons() {
            if person == self.h.me.name || person == self.other || !person.contains(' ') {
                continue;
            }
            let short = self.h.names.short(&person);
            // in a story of one's own it matters little who that is
            if f.subj == self.h.me.name && f.form == Form::Past && self.rel.met {
                continue;
            }
            if !self.knows_name(f, &person)
                && short != person
                && let Some(at) = clause.find(&short)
            {
                clause.replace_range(at..at + short.len(), &person);
            }
        }
        clause
    }

    /// Whether I have reason to think that they know somebody by first name.
    fn knows_name(&self, f: &Frame, person: &String) -> bool {
        let linked = |fact: &Fact| {
            let persons = fact.f().persons();
            let other = Some(self.other.as_str());
            persons.contains(person)
                && (persons.contains(&self.other) || fact.from.as_deref() == other || fact.said.to.as_deref() == other)
        };
        let named = self.recent.iter().rev().take(self.words.len().min(8)).any(|line| line.contains(person.as_str()));
        f.event.is_none() && self.h.facts.iter().any(linked) || named
    }

    fn plain_clause(&self, f: &Frame) -> String {
        let view = View { local: true, ..self.h.view(&self.other) };
        event_clause(f).or_else(|| going(f)).unwrap_or_else(|| f.clone()).say(&view)
    }

    /// Somebody's first name, "she" and "her".
    pub fn x(&self, who: &str) -> (String, String, String) {
        let name = self.h.names.short(who);
        match self.h.pron(who) {
            // of whom one does not know whether he or she, one speaks by name
            Pron::They => (name, String::new(), String::new()),
            known => (name, known.of(0).into(), known.of(1).into()),
        }
    }

    /// An event by whose it is: `Ann's party`.
    pub fn event_said(&self, event: &Frame) -> String {
        match () {
            () if event.subj == self.h.me.name => format!("my {}", noun(event)),
            () if event.subj == self.other => format!("your {}", noun(event)),
            () if event.person => format!("{}'s {}", self.h.names.short(&event.subj), noun(event)),
            () => format!("the {}", noun(event)),
        }
    }

    /// What the other is about, from what I know of them: a frame that can be asked after.
    pub fn concern(&self) -> Option<Frame> {
        let now = self.h.sit.now;
        let v = self.h.view(&self.other);
        let fits = |fact: &&Fact| {
            let frame = fact.f();
            let over = frame.when.as_ref().and_then(When::end).is_some_and(|end| end <= now);
            let project = frame.class == Class::Work && lex().is("project", &frame.verb);
            !frame.secret
                && !frame.neg
                && frame.lasting()
                && (fact.kind != Kind::Observation || fact.at == 0)
                && (frame.when.is_none() || frame.event.is_some() && !over)
                && !unsaid(frame)
                && (matches!(frame.class, Class::Aim | Class::Doing | Class::Event) || project)
                && frame.form != Form::Past
                && !self.said(frame)
                && gerund(frame, &v).is_some_and(|gerund| gerund.len() < CONCERN)
        };
        let concerns: Vec<&Fact> = self.h.about(&self.other).into_iter().filter(fits).collect();
        let first = self.h.number(concerns.first()?.f());
        let mut dice = self.h.steady(&[first, u64::from(now / 120)]);
        concerns.get(dice.below(concerns.len().min(4))).map(|fact| fact.f().clone())
    }

    /// How to name what they are at: the thing, and the doing.
    pub fn named(&self, frame: &Frame) -> (String, String) {
        let v = self.h.view(&self.other);
        if frame.event.is_some() {
            return (self.event_said(frame), String::new());
        }
        let thing = object(frame, &v).unwrap_or_default();
        (thing, gerund(frame, &v).unwrap_or_default())
    }
}
