//! What a question wants to know. It may be put in any words, by anybody: residents, a player, a reporter. One reader for
//! all of them, with one table of the kinds of question.

mod bare;
mod matter;
mod search;

pub use self::{
    bare::bare,
    matter::{Asked, Matter, Point, Window},
    search::{Found, bound, enough, facts, open, search, share},
};

use self::matter::{matter, point, take, unknown_name};
use super::beliefs::Beliefs;
use crate::language::{
    lexicon::lex,
    text::{content, is_capitalized, is_punct, tokens},
    time::DAY,
};

/// The list of words by which a kind of question is known, none for any words; and what is asked, if the rest fits.
type Kind = (&'static str, fn(&Question) -> Option<Asked>);

/// The kinds of question; the first that fits is asked.
const KINDS: [Kind; 42] = [
    ("", |q| q.back().then_some(Asked::Back)),
    ("", |q| lex().list("tagq").iter().any(|tag| q.padded.trim().ends_with(tag)).then_some(Asked::Small)),
    ("q.here", |_| Some(Asked::Here)),
    ("q.howare", |q| q.idle.then_some(Asked::HowAre)),
    ("", |q| q.who(Asked::Fares).filter(|_| q.fares())),
    ("q.progress", |q| Some(Asked::Progress(q.topic()))),
    ("", |q| (q.has("how is") && q.padded.ends_with(" going ")).then(|| Asked::Progress(q.topic()))),
    ("q.yourself", |q| q.idle.then_some(Asked::Yourself)),
    ("q.plans", |q| q.idle.then(|| q.plans())),
    ("q.doing", |q| q.idle.then_some(Asked::Doing)),
    ("q.news", |q| q.idle.then_some(Asked::News)),
    ("", |q| q.witnessed()),
    ("ask.nature", |_| Some(Asked::Nature)),
    ("ask.bed", |q| q.of_me(Asked::Life("bed.words")).filter(|_| q.point() == Point::When)),
    ("ask.before", |q| q.of_me(Asked::Life("before.words")).filter(|_| q.point() != Point::Whether)),
    ("ask.origin", |q| q.of_me(Asked::Life("origin.words")).filter(|_| q.point() == Point::Where)),
    ("", |q| q.taste()),
    ("", |q| q.place()),
    ("ask.age", |q| q.of_me(Asked::Age)),
    ("ask.like", |q| q.of_me(Asked::Like)),
    ("ask.home", |q| q.of_me(Asked::Home)),
    ("ask.workplace", |q| q.of_me(Asked::Workplace)),
    ("ask.friend", |q| q.of_me(Asked::Friend)),
    ("ask.studies", |q| q.of_me(Asked::Life("studies.words"))),
    ("ask.rise", |q| q.of_me(Asked::Life("rise.words"))),
    ("ask.guests", |q| q.of_me(Asked::Guests(None)).filter(|_| q.event())),
    ("ask.talked", |q| q.of_me(Asked::Talked(q.lately()))),
    ("ask.told", |q| q.who(Asked::ToldBy)),
    ("", |q| q.who(Asked::ToldBy).filter(|_| q.follows("say") || q.follows("tell"))),
    ("ask.promised", |q| q.who(Asked::Promised)),
    ("", |q| q.guest()),
    ("ask.last", |q| q.who(Asked::LastSeen).filter(|_| q.seen())),
    ("", |q| q.who(Asked::Theirs).filter(|_| q.trade())),
    ("ask.name", |_| Some(Asked::Name)),
    ("ask.love", |q| Some(Asked::Love(q.named.clone()))),
    ("ask.opinion", |q| q.named.clone().or_else(|| unknown_name(&q.tokens)).or_else(|| q.asker()).map(Asked::Opinion)),
    ("", |q| q.person()),
    ("ask.coming", |q| (q.point() == Point::Whether).then(|| Asked::Coming(q.matter()))),
    ("ask.of.you", |q| q.days()),
    ("ask.howare", |_| Some(Asked::HowAre)),
    ("ask.yourself", |_| Some(Asked::Yourself)),
    ("ask.doing", |_| Some(Asked::Doing)),
];

/// Reads one question. `last` is who was spoken of before: "she" is that one.
pub fn read(head: &Beliefs, question: &str, last: Option<&str>) -> Asked {
    let mut tokens: Vec<String> =
        head.names.merge(&tokens(question)).into_iter().filter(|word| !is_punct(word)).collect();
    // "What's", "who's": only there it cannot be an owner
    if tokens.len() > 1 && tokens[1] == "'s" && lex().contains("questionwords", &tokens[0].to_lowercase()) {
        tokens[1] = "is".into();
    }
    if let Some(who) = last.filter(|_| !tokens.iter().any(|word| head.names.is_person(word)))
        && let Some(word) = tokens.iter_mut().rfind(|word| matches!(word.as_str(), "him" | "her" | "them"))
    {
        who.clone_into(word);
    }
    if tokens.is_empty() {
        return Asked::Nothing;
    }
    let named = tokens.iter().find(|word| head.names.is_person(word) && **word != head.me.name).cloned();
    let idle = |stem: &String| lex().has_stem("ask.empty", stem) || lex().has_stem("ask.idle", stem);
    let idle = named.is_none() && content(&tokens).iter().all(idle);
    let question = Question { head, padded: padded(&tokens), tokens, named, idle };
    let fits = |(words, _): &&Kind| words.is_empty() || question.says(words);
    let asked = KINDS.iter().filter(fits).find_map(|(_, asked)| asked(&question));
    asked.unwrap_or_else(|| question.of_a_matter())
}

/// In small letters, between spaces.
fn padded(tokens: &[String]) -> String {
    format!(" {} ", tokens.join(" ").to_lowercase())
}

/// The longest phrase of a list that fits.
fn longest(section: &str, fits: impl Fn(&str) -> bool) -> Option<&'static String> {
    lex().list(section).iter().filter(|phrase| fits(&format!(" {phrase} "))).max_by_key(|phrase| phrase.len())
}

/// A question in words.
struct Question<'a> {
    head: &'a Beliefs<'a>,
    /// Names joined, without marks.
    tokens: Vec<String>,
    /// The same in small letters, between spaces.
    padded: String,
    /// Whom it names first.
    named: Option<String>,
    /// It is about nothing but the turn of phrase itself.
    idle: bool,
}

impl Question<'_> {
    fn says(&self, section: &str) -> bool {
        lex().find(section, &self.padded).is_some()
    }

    fn has(&self, words: &str) -> bool {
        self.padded.contains(&format!(" {words} "))
    }

    /// What is asked of oneself: of nobody who is named.
    fn of_me(&self, asked: Asked) -> Option<Asked> {
        self.named.is_none().then_some(asked)
    }

    /// What is asked about whom it names: whoever asks may be it.
    fn who(&self, asked: fn(String) -> Asked) -> Option<Asked> {
        self.named.clone().or_else(|| self.asker()).map(asked)
    }

    /// Whoever asks, if they speak of themselves: "What did you promise me?"
    fn asker(&self) -> Option<String> {
        let other = Some(self.head.other).filter(|other| !other.is_empty())?;
        ["me", "my", "i"].iter().any(|word| self.has(word)).then(|| other.to_owned())
    }

    fn event(&self) -> bool {
        self.tokens.iter().any(|word| self.head.is_event(word))
    }

    /// Whether those words come right after whom it names.
    fn follows(&self, words: &str) -> bool {
        self.named.as_ref().is_some_and(|who| self.has(&format!("{} {words}", who.to_lowercase())))
    }

    fn point(&self) -> Point {
        point(&self.padded)
    }

    fn matter(&self) -> Matter {
        matter(self.head, &self.tokens, self.point())
    }

    /// The tokens after so many words.
    fn after(&self, words: &str) -> &[String] {
        self.tokens.get(words.split(' ').count()..).unwrap_or_default()
    }

    /// "And you?", with a name behind it or not. "you" alone stands for itself: "you know" does not.
    fn back(&self) -> bool {
        let small = self.padded.trim();
        let named = |turn: &String| {
            let name = small.strip_prefix(turn.as_str()).and_then(|rest| rest.strip_prefix(' '));
            turn.contains(' ') && name.is_some_and(|name| !name.contains(' '))
        };
        lex().contains("q.back", small) || lex().list("q.back").iter().any(named)
    }

    /// "How is Ann?", but not "How is Ann's book?"
    fn fares(&self) -> bool {
        let mut rest = self.tokens.iter().skip_while(|word| Some(*word) != self.named.as_ref()).skip(1);
        self.has("how is") && rest.all(|word| lex().contains("q.fares", &word.to_lowercase()))
    }

    /// The stems of what it is about, without those of asking.
    fn topic(&self) -> Vec<String> {
        let asking = content(lex().list("q.progress"));
        let idle = |stem: &String| asking.contains(stem) || lex().has_stem("ask.empty", stem);
        content(&self.tokens).into_iter().filter(|stem| !idle(stem)).collect()
    }

    /// The part of the day that it speaks of, in minutes.
    fn hours(&self) -> Option<(u32, u32)> {
        let parts =
            [("tonight", 17, 24), ("evening", 17, 24), ("night", 17, 24), ("afternoon", 12, 18), ("morning", 5, 12)];
        if let Some((_, from, until)) = parts.into_iter().find(|(part, ..)| self.has(part)) {
            return Some((from * 60, until * 60));
        }
        let when = take(&mut self.tokens.clone(), self.head.now)?;
        // "at six" of an afternoon is six in the evening
        let from =
            when.from.map(|from| if from < DAY / 2 && from <= self.head.now % DAY { from + DAY / 2 } else { from })?;
        Some((from, when.to.filter(|to| *to > from).unwrap_or(from + 1)))
    }

    /// The days that it speaks of.
    fn window(&self) -> Option<Window> {
        let today = self.head.now / DAY;
        if self.has("last night") {
            return Some((today.saturating_sub(1), today.saturating_sub(1)));
        }
        if ["this week", "last days", "lately"].iter().any(|words| self.has(words)) {
            return Some((today.saturating_sub(6), today));
        }
        let day = take(&mut self.tokens.clone(), self.head.now)?.day?;
        Some((day, day))
    }

    fn lately(&self) -> Window {
        let today = self.head.now / DAY;
        self.window().unwrap_or((today.saturating_sub(1), today))
    }

    fn plans(&self) -> Asked {
        let (today, hours) = (self.head.now / DAY, self.hours());
        let day = self.window().or(hours.map(|_| (today, today)));
        Asked::Plans(day.unwrap_or((today, today.saturating_add(14))), hours)
    }

    /// `Ann's mill burned, did you see it?`: whether one knows of what happened.
    fn witnessed(&self) -> Option<Asked> {
        let asks = longest("ask.witness", |words| self.padded.ends_with(words))?;
        let before = self.tokens.len().checked_sub(asks.split(' ').count()).filter(|before| *before > 2)?;
        Some(Asked::Matter(matter(self.head, &self.tokens[..before], Point::Whether)))
    }

    /// What one likes of a kind or of all, or whether one likes something.
    fn taste(&self) -> Option<Asked> {
        let opens = |words: &str| self.padded.starts_with(words);
        for (all, one, pro) in [("ask.tastes.pro", "ask.taste.pro", true), ("ask.tastes.con", "ask.taste.con", false)] {
            if let Some(words) = longest(all, opens)
                && matches!(
                    padded(self.after(words)).trim(),
                    "" | "most" | "best" | "about" | "at all" | "in particular"
                )
            {
                return Some(Asked::Taste(Matter::default(), pro));
            }
            let Some(words) = longest(one, opens) else { continue };
            let asked = matter(self.head, self.after(words), Point::Whether);
            // Whom one loves is nobody's business.
            let loves = self.has("love") && asked.named.iter().any(|name| self.head.names.is_person(name));
            if !(loves || asked.stems.is_empty() && asked.named.is_empty()) {
                return Some(Asked::Taste(asked, pro));
            }
        }
        // "What music do you like?"
        let kind = ["what", "which"].into_iter().find_map(|word| self.padded.strip_prefix(&format!(" {word} ")))?;
        let (kind, after) = lex().list("ask.fond").iter().find_map(|turn| kind.split_once(&format!(" {turn} ")))?;
        let words = self.after("what").get(..kind.split(' ').count()).filter(|words| words.len() <= 3)?;
        matches!(after.trim(), "" | "most" | "best").then(|| Asked::Taste(matter(self.head, words, Point::All), true))
    }

    /// The house or room that is asked for: `Where is Hobbs Cafe?`, `Where is the pharmacy?`.
    fn place(&self) -> Option<Asked> {
        let opener = longest("ask.way", |words| self.padded.starts_with(words))?;
        let idle = |word: &str| matches!(word, "the" | "nearest" | "next") || lex().contains("ask.filler", word);
        let rest: Vec<&String> = self.after(opener).iter().filter(|word| !idle(&word.to_lowercase())).collect();
        let [one] = rest.as_slice() else { return None };
        if self.head.names.is_place(one) {
            return Some(Asked::Directions((*one).clone()));
        }
        let house = |place: &str| place.split(": ").next().unwrap_or_default().to_owned();
        let named = |place: &&String| place.to_lowercase().rsplit([':', ' ']).next() == Some(&*one.to_lowercase());
        let all: Vec<&String> = self.head.names.places().iter().filter(named).collect();
        let near = all.iter().find(|place| house(place) == house(self.head.place));
        let alone = all.first().filter(|first| all.iter().all(|place| house(place) == house(first)));
        near.or(alone).map(|place| Asked::Directions((*place).clone()))
    }

    /// Whether somebody comes to something.
    fn guest(&self) -> Option<Asked> {
        let comes = ["coming", "come", "going", "be there"].iter().any(|words| self.follows(words));
        self.named.clone().filter(|_| comes && self.event()).map(|who| Asked::Guests(Some(who)))
    }

    /// Whether it is about somebody, and not "Have you seen Ann's shop burn?", "Did you see it?".
    fn seen(&self) -> bool {
        !self.says("ask.heard.of") && !self.follows("'s") && !["it", "that", "this"].iter().any(|word| self.has(word))
    }

    /// "What does Ann do?", "What is Ann working on?"
    fn trade(&self) -> bool {
        let Some(who) = &self.named else { return false };
        let begins = |asks: &&str| self.padded.strip_prefix(&format!(" {asks} {}", who.to_lowercase()));
        let rest = ["what is", "what does", "what are", "where does"].iter().find_map(begins);
        rest.is_some_and(|rest| rest == " do " || rest == " doing " || lex().find("ask.theirs", rest).is_some())
    }

    /// `Do you know X?`, `Who is X?`, `Have you met X?`, `Have you heard of X?`, `Tell me about X.`
    fn person(&self) -> Option<Asked> {
        let hit = |section| longest(section, |words| self.padded.contains(words));
        let heard = hit("ask.heard.of");
        let opener = heard.or_else(|| hit("ask.know"))?;
        let before = self.padded.split_once(&format!(" {opener} "))?.0.split_whitespace().count();
        let rest = self.tokens.get(before..)?.get(opener.split(' ').count()..)?;
        let rest: Vec<String> =
            rest.iter().filter(|word| !lex().contains("ask.filler", &word.to_lowercase())).cloned().collect();
        let name = |word: &String| is_capitalized(word) && !self.head.is_event(word);
        let person = match rest.as_slice() {
            [one] if self.head.names.is_person(one) => true,
            [one] if self.head.names.is_place(one) => false,
            some => (1..=4).contains(&some.len()) && some.iter().all(name),
        };
        person.then(|| Asked::Person(rest.join(" "), heard.is_some()))
    }

    /// What one did, does or will do on some days. "What did you bake?" asks for more than for a day.
    fn days(&self) -> Option<Asked> {
        let of_one_thing = || {
            let asked = matter(self.head, &self.tokens, Point::All);
            !asked.stems.is_empty() && !search(self.head, &asked).memories.is_empty()
        };
        let today = self.head.now / DAY;
        let (from, until) = self.window().unwrap_or((today, today));
        let ahead = from > today || until == today && self.hours().is_some();
        let plans = self.says("ask.plans") || self.says("ask.doing") && ahead;
        match () {
            () if self.named.is_some() => None,
            () if self.says("ask.done") && !of_one_thing() => Some(Asked::Done(self.lately())),
            // "What will you do for the poor?"
            () if plans && (!self.has("for the") && !self.has("about") || of_one_thing()) => Some(self.plans()),
            () => None,
        }
    }

    fn of_a_matter(&self) -> Asked {
        let matter = self.matter();
        // "What is going on tomorrow?" has no word of its own: the day is all that counts
        let empty =
            matter.stems.is_empty() && matter.named.is_empty() && matter.when.is_none() && matter.kind.is_empty();
        if empty { Asked::Nothing } else { Asked::Matter(matter) }
    }
}
