//! What a question wants to know. It may be put in any words; only what it turns on is looked for.

use super::super::beliefs::Beliefs;
use super::{
    points::{counted, kind, measure, of_oneself, point},
    search::{plain, search},
    way::place_asked_for,
};
use crate::language::{
    lexicon::lex,
    text::{content, is_cap, is_punct, split},
    time::{self, DAY, When},
};

/// What is wanted of a matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Whether it is so.
    Whether,
    /// All that is known of it.
    All,
    Who,
    When,
    Where,
    Why,
    /// How many, how much, how far.
    Number,
    /// Since when, or for how long.
    Long,
}

/// Something that may be known: the stems that must stand in a memory of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Matter {
    pub stems: Vec<String>,
    /// Stems without which it is another matter: the kind of an event.
    pub must: Vec<String>,
    /// People and places named in it.
    pub named: Vec<String>,
    pub when: Option<When>,
    pub point: Point,
    /// It is about what oneself did.
    pub own: bool,
    /// Whoever is asked is asked about themselves.
    pub mine: bool,
    /// One of these must be in the answer: what is of the kind asked for; empty: of any kind.
    pub kind: Vec<String>,
    /// What is to be counted, as a stem.
    pub counted: Option<String>,
    /// All its words in small letters, between spaces.
    pub words: String,
}

/// How well somebody is to be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Met or dealt with.
    Know,
    /// Known of, be it by hearsay.
    Heard,
}

/// Days, from and to, both included.
pub type Window = (u32, u32);

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
pub enum Wanted {
    Person(String, How),
    Opinion(String),
    Love(Option<String>),
    Matter(Matter),
    Coming(Matter),
    Done(Window),
    /// What one means to do: on which days, and between which minutes of a day if that was asked.
    Plans(Window, Option<(u32, u32)>),
    HowAre,
    Doing,
    Yourself,
    Name,
    /// Whether one is a human.
    Nature,
    Age,
    /// What one is like.
    Like,
    Home,
    /// Where a place is.
    Way(String),
    Friend,
    /// With whom one has talked.
    Talked(Window),
    /// What somebody told one.
    ToldBy(String),
    /// When one saw somebody last.
    LastSeen(String),
    /// What somebody does.
    Theirs(String),
    /// Whether somebody comes to something.
    TheyCome(String),
    /// What one has promised somebody.
    Promised(String),
    /// Who comes to something of one's own.
    Guests,
    /// When one gets up.
    Rise,
    /// What one studies.
    Studies,
    /// When one goes to bed.
    Bed,
    /// What one was before.
    Before,
    /// Where one comes from.
    Origin,
    /// Whether one likes something, or dislikes it if that was asked.
    Taste(Matter, bool),
    /// What of a kind one likes.
    Fond(Matter),
    /// What one likes, or dislikes.
    Tastes(bool),
    Nothing,
}

/// Reads one question.
pub fn wanted(head: &Beliefs, question: &str) -> Wanted {
    let mut tokens: Vec<String> =
        head.names.merge(split(question)).into_iter().filter(|word| !is_punct(word)).collect();
    // "What's", "who's": only there it cannot be an owner
    if tokens.len() > 1 && tokens[1] == "'s" && lex().is("questionwords", &tokens[0].to_lowercase()) {
        tokens[1] = "is".into();
    }
    let small: Vec<String> = tokens.iter().map(|word| word.to_lowercase()).collect();
    let padded = format!(" {} ", small.join(" "));
    let says = |section: &str| lex().hit(section, &padded).is_some();
    let named: Option<String> =
        tokens.iter().find(|word| head.names.is_person(word) && **word != head.me.name).cloned();
    let today = head.sit.now / DAY;
    if tokens.is_empty() {
        return Wanted::Nothing;
    }
    if let Some(event) = witnessed(head, &tokens, &small, &padded) {
        return Wanted::Matter(event);
    }
    if says("ask.nature") {
        return Wanted::Nature;
    }
    if let Some(own) = of_oneself(head, &tokens, &padded, named.as_deref()) {
        return own;
    }
    if let Some(place) = place_asked_for(head, &tokens, &padded) {
        return Wanted::Way(place);
    }
    for (section, wanted) in [
        ("ask.age", Wanted::Age),
        ("ask.like", Wanted::Like),
        ("ask.home", Wanted::Home),
        ("ask.friend", Wanted::Friend),
    ] {
        if says(section) && named.is_none() {
            return wanted;
        }
    }
    if says("ask.studies") && named.is_none() {
        return Wanted::Studies;
    }
    if says("ask.rise") && named.is_none() {
        return Wanted::Rise;
    }
    if says("ask.guests") && named.is_none() && padded.split(' ').any(|word| lex().is("events", word)) {
        return Wanted::Guests;
    }
    if says("ask.talked") && named.is_none() {
        return Wanted::Talked(window(&tokens, head.sit.now).unwrap_or((today.saturating_sub(1), today)));
    }
    if let Some(who) = named.clone() {
        let they = format!(" {} ", who.to_lowercase());
        if says("ask.told") || padded.contains(&format!("{they}say ")) || padded.contains(&format!("{they}tell ")) {
            return Wanted::ToldBy(who);
        }
        if ["coming", "come", "going", "be there"].iter().any(|word| padded.contains(&format!("{they}{word} ")))
            && padded.split(' ').any(|word| lex().is("events", word))
        {
            return Wanted::TheyCome(who);
        }
        if says("ask.promised") {
            return Wanted::Promised(who);
        }
        if says("ask.last") && !says("ask.heard.of") && !padded.contains(&format!("{they}'s ")) {
            return Wanted::LastSeen(who);
        }
        let does = ["what is", "what does", "what are", "where does"];
        if does.iter().any(|does| padded.starts_with(&format!(" {does}{they}"))) && says("ask.theirs")
            || padded.starts_with(&format!(" what does{they}do "))
            || padded.starts_with(&format!(" what is{they}doing "))
        {
            return Wanted::Theirs(who);
        }
    }
    if says("ask.name") {
        return Wanted::Name;
    }
    if says("ask.love") {
        return Wanted::Love(named);
    }
    if says("ask.opinion")
        && let Some(who) = named.clone().or_else(|| unknown_name(&tokens))
    {
        return Wanted::Opinion(who);
    }
    if let Some(who) = person_asked_for(head, &tokens, &padded) {
        return who;
    }
    if says("ask.coming") && point(&small, &padded) == Point::Whether {
        return Wanted::Coming(matter(head, tokens, Point::Whether));
    }
    let of_me = says("ask.of.you") && named.is_none();
    // "What did you bake?" asks for more than for a day
    let of_one_thing = || {
        let asked = matter(head, tokens.clone(), Point::All);
        !asked.stems.is_empty() && !search(head, &asked).memories.is_empty()
    };
    if says("ask.done") && of_me && !of_one_thing() {
        return Wanted::Done(window(&tokens, head.sit.now).unwrap_or((today.saturating_sub(1), today)));
    }
    let hours = hours(&tokens, &padded, head.sit.now);
    let day = window(&tokens, head.sit.now).or(hours.map(|_| (today, today)));
    let ahead = day.is_some_and(|(from, until)| from > today || until == today && hours.is_some());
    // "What will you do for the poor?" asks for more than for a day
    let beyond = [" for the ", " about "].iter().any(|word| padded.contains(word)) && !of_one_thing();
    if of_me && !beyond && (says("ask.plans") || says("ask.doing") && ahead) {
        return Wanted::Plans(day.unwrap_or((today, today.saturating_add(14))), hours);
    }
    if says("ask.howare") {
        return Wanted::HowAre;
    }
    if says("ask.yourself") {
        return Wanted::Yourself;
    }
    if says("ask.doing") {
        return Wanted::Doing;
    }
    let point = point(&small, &padded);
    let matter = matter(head, tokens, point);
    // "What is going on tomorrow?" has no word of its own: the day is all that counts
    if matter.stems.is_empty() && matter.named.is_empty() && matter.when.is_none() && matter.kind.is_empty() {
        Wanted::Nothing
    } else {
        Wanted::Matter(matter)
    }
}

/// `Do you know X?`, `Who is X?`, `Have you met X?`, `Have you heard of X?`, `Tell me about X.`
fn person_asked_for(head: &Beliefs, tokens: &[String], padded: &str) -> Option<Wanted> {
    let hit = |section: &str| {
        lex().list(section).iter().filter(|opener| padded.contains(&format!(" {opener} "))).max_by_key(|o| o.len())
    };
    let (opener, how) = match (hit("ask.heard.of"), hit("ask.know")) {
        (Some(opener), _) => (opener, How::Heard),
        (None, Some(opener)) => (opener, How::Know),
        (None, None) => return None,
    };
    let at = padded.find(&format!(" {opener} "))?;
    let before = padded[..at].split_whitespace().count();
    let rest = tokens.get(before + opener.split(' ').count()..)?;
    let rest: Vec<&String> = rest.iter().filter(|word| !lex().is("ask.filler", &word.to_lowercase())).collect();
    match rest.as_slice() {
        [one] if head.names.is_person(one) => Some(Wanted::Person((*one).clone(), how)),
        [one] if head.names.is_place(one) => None,
        [_, ..]
            if rest.len() <= 4 && rest.iter().all(|word| is_cap(word) && !lex().is("events", &word.to_lowercase())) =>
        {
            let name: Vec<&str> = rest.iter().map(|word| word.as_str()).collect();
            Some(Wanted::Person(name.join(" "), how))
        }
        _ => None,
    }
}

/// `Ann's mill burned, did you see it?`, `Did you see the mill burn?`: whether one knows of what happened.
fn witnessed(head: &Beliefs, tokens: &[String], small: &[String], padded: &str) -> Option<Matter> {
    let witness = lex().list("ask.witness").iter().find(|asked| padded.ends_with(&format!(" {asked} ")))?;
    let before = small.len().checked_sub(witness.split(' ').count()).filter(|before| *before > 2)?;
    Some(matter(head, tokens[..before].to_vec(), Point::Whether))
}

/// Capitals in a row that are no name I know.
fn unknown_name(tokens: &[String]) -> Option<String> {
    let capital =
        |word: &String| is_cap(word) && word.chars().count() > 1 && !lex().is("notname", &word.to_lowercase());
    let start = (1..tokens.len()).find(|&i| capital(&tokens[i]))?;
    let end = (start..tokens.len()).find(|&i| !capital(&tokens[i])).unwrap_or(tokens.len());
    Some(tokens[start..end].join(" "))
}

/// What a question turns on: its words less those of asking, and the time apart.
pub(super) fn matter(head: &Beliefs, mut tokens: Vec<String>, point: Point) -> Matter {
    let small = |tokens: &[String]| format!(" {} ", tokens.join(" ").to_lowercase());
    let whole = small(&tokens);
    let of_knowing = |word: &str| whole.contains(&format!(" you {word} "));
    let own = lex().list("ask.mine").iter().any(|opener| whole.starts_with(&format!(" {opener} ")))
        && !["know", "hear", "heard", "been"].iter().any(|word| of_knowing(word));
    let stands = |word: &str| tokens.iter().any(|token| token.eq_ignore_ascii_case(word));
    let (past, mine) = (stands("did"), stands("you") || stands("your"));
    let openers = lex().list("ask.opener").iter();
    let padded = small(&tokens);
    if let Some(opener) =
        openers.filter(|opener| padded.starts_with(&format!(" {opener} "))).max_by_key(|opener| opener.len())
    {
        tokens.drain(..opener.split(' ').count().min(tokens.len()));
    }
    let mut when = time::take(&mut tokens, head.sit.now);
    // "What did you bake on Friday?" is about the Friday before
    let today = head.sit.now / DAY;
    if let Some(when) = when.as_mut().filter(|_| past)
        && let Some(day) = when.day.filter(|day| *day > today && *day >= 7)
    {
        when.day = Some(day - 7);
    }
    let of_me = |word: &&String| !matches!(word.to_lowercase().as_str(), "you" | "your" | "yourself");
    let name = |word: &&String| head.names.is_person(word) || head.names.is_place(word);
    let named: Vec<String> = tokens.iter().filter(name).cloned().collect();
    let words: Vec<String> = tokens.iter().filter(of_me).filter(|word| !name(word)).cloned().collect();
    let events: Vec<String> = words.iter().filter(|word| lex().is("events", &word.to_lowercase())).cloned().collect();
    let kind = kind(&whole);
    let of_kind = content(&kind.iter().take(1).cloned().collect::<Vec<_>>());
    let idle = |stem: &String| lex().is("ask.empty", stem) || of_kind.contains(stem) || measure(point, stem);
    let stems = content(&plain(words)).into_iter().filter(|stem| !idle(stem)).collect();
    let kind = kind.into_iter().skip(1).collect();
    Matter {
        stems,
        must: content(&events),
        named,
        when,
        point,
        own,
        mine,
        kind,
        counted: counted(&whole),
        words: whole,
    }
}

/// The part of the day that a question speaks of, in minutes.
fn hours(tokens: &[String], padded: &str, now: time::Minute) -> Option<(u32, u32)> {
    let said = |words: &[&str]| words.iter().any(|word| padded.contains(&format!(" {word} ")));
    match () {
        () if said(&["tonight", "evening", "night"]) => Some((17 * 60, DAY)),
        () if said(&["afternoon"]) => Some((12 * 60, 18 * 60)),
        () if said(&["morning"]) => Some((5 * 60, 12 * 60)),
        () => {
            let when = time::take(&mut tokens.to_vec(), now)?;
            let from = when.from?;
            // "at six" of an afternoon is six in the evening
            let late = from < 12 * 60 && from + 12 * 60 > now % DAY && from <= now % DAY;
            let from = if late { from + 12 * 60 } else { from };
            Some((from, when.to.filter(|to| *to > from).unwrap_or(from + 1)))
        }
    }
}

/// The days that a question speaks of.
fn window(tokens: &[String], now: time::Minute) -> Option<Window> {
    let padded = format!(" {} ", tokens.join(" ").to_lowercase());
    let today = now / DAY;
    if padded.contains(" last night ") {
        return Some((today.saturating_sub(1), today.saturating_sub(1)));
    }
    if padded.contains(" this week ") || padded.contains(" last days ") || padded.contains(" lately ") {
        return Some((today.saturating_sub(6), today));
    }
    let mut words = tokens.to_vec();
    let asks_past = words.first().is_some_and(|word| word.eq_ignore_ascii_case("what")) && padded.contains(" did ");
    let day = time::take(&mut words, now)?.day?;
    // "What did you do on Friday?" is about the Friday before
    let day = if asks_past && day > today { day.saturating_sub(7) } else { day };
    Some((day, day))
}
