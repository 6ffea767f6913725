//! What comes of what was agreed: when its time is over, each of the two knows for themselves whether the other was
//! there, and remembers it. What they think of each other then follows from such memories.

use super::{Agenda, Agreement, Standing};
use crate::agent::prelude::*;

/// Minutes before its beginning from which on being there counts.
const EARLY: u32 = 10;
/// Minutes after which somebody is late.
const LATE: u32 = 10;
/// How much it matters that somebody did not come, came late, or came.
const BROKEN: u8 = 7;
const CAME_LATE: u8 = 4;
const KEPT: u8 = 4;

/// Adds the look at what was agreed.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, look_after.in_set(TickStep::RememberAgreements).run_if(every_minute));
}

type Party<'a> = (
    (&'a AgentId, &'a Whereabouts, &'a Percepts, &'a InTalk),
    (&'a mut Agenda, &'a mut MemoryStream, &'a mut SelfImage, &'a mut Relations),
);

fn look_after(town: Town, talks: Res<Talks>, mut people: Query<Party>) {
    let now = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(((me, here, percepts, in_talk), (mut agenda, mut memory, mut image, mut relations))) =
        people.fetch_next()
    {
        let due = |one: &Agreement| one.binds(*me) && one.hours.is_some_and(|(from, _, _)| from.0 <= now.0 + EARLY);
        if !agenda.agreements.iter().any(due) {
            continue;
        }
        let talk = in_talk.0.and_then(|id| talks.open.get(&id));
        let sees = |who: AgentId| {
            percepts.0.iter().any(|one| one.subject == Subject::Agent(who))
                || talk.is_some_and(|talk| talk.members.contains(&who))
        };
        let house = |arena: ArenaId| town.map.arena(arena).sector;
        let there = |place: ArenaId| here.0 == place || house(place).is_some() && house(here.0) == house(place);
        for one in agenda.agreements.iter_mut().filter(|one| due(one)) {
            let Some((from, until, place)) = one.hours else { continue };
            let other = one.other(*me);
            if now < until {
                if there(place) {
                    one.there.get_or_insert(now);
                }
                if sees(other) {
                    one.met.get_or_insert(now);
                }
                continue;
            }
            let (standing, text, weight) = outcome(one, (*me, other), from, &town.names);
            one.standing = standing;
            let Some(text) = text.filter(|_| town.ablation.english()) else { continue };
            let observed = Memory::observed(text, town.now.0, weight);
            let place = memory.remember(Memory { evidence: one.memory.into_iter().collect(), ..observed });
            if let Some(old) = one.memory.replace(place) {
                memory.supersede(old);
            }
            if matches!(standing, Standing::Broken(who) if who == other) {
                image.stale = true;
                relations.renew(other);
            }
        }
    }
}

/// How an agreement stands after its time, and what is remembered of that. Who was nowhere near and was not to do
/// anything themselves knows nothing of it.
fn outcome(
    one: &Agreement,
    (me, other): (AgentId, AgentId),
    from: Minute,
    names: &Names,
) -> (Standing, Option<String>, u8) {
    let [my_name, their_name] = [me, other].map(|id| names.get(id));
    let what = &one.terms.what;
    let late = |at: Minute| at.0.saturating_sub(from.0);
    match (one.met, one.there) {
        (Some(met), Some(there)) if late(met) > LATE && late(there) <= LATE && one.doers.contains(&other) => {
            let text = format!("{their_name} came {} minutes late to {what}, as agreed with {my_name}.", late(met));
            (Standing::Kept, Some(text), CAME_LATE)
        }
        (Some(_), _) => (Standing::Kept, Some(format!("{my_name} and {their_name} met as agreed: {what}.")), KEPT),
        (None, Some(_)) if one.doers.contains(&other) || one.doers.contains(&me) => {
            let text = format!("{their_name} was not there as agreed with {my_name}: {what}.");
            (Standing::Broken(other), Some(text), BROKEN)
        }
        (None, None) if one.doers.contains(&me) => {
            let text = format!("{my_name} did not get to what was agreed with {their_name}: {what}.");
            (Standing::Broken(me), Some(text), BROKEN)
        }
        _ => (Standing::Kept, None, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::agenda::LineId, mind::question::Terms};

    #[test]
    fn what_came_of_it_is_known_by_who_was_there() {
        let (ann, bo) = (AgentId(1), AgentId(2));
        let names = Names([(ann, "Ann Lee".to_owned()), (bo, "Bo Carr".to_owned())].into());
        let came = |met: Option<u32>, there: Option<u32>| {
            let one = Agreement {
                n: 1,
                origin: LineId { talk: TalkId { by: ann, count: 0 }, line: 0, act: 0 },
                by: ann,
                to: bo,
                doers: vec![bo],
                terms: Terms { what: "help Ann Lee row".into(), ..Terms::default() },
                need: 0,
                standing: Standing::Agreed,
                replaces: None,
                said: (bo, "Yes.".into()),
                at: 0,
                said_in: TalkId { by: ann, count: 0 },
                told: true,
                memory: None,
                hours: None,
                there: there.map(Minute),
                met: met.map(Minute),
            };
            let (standing, text, _) = outcome(&one, (ann, bo), Minute(100), &names);
            (standing, text.unwrap_or_default())
        };
        assert_eq!(came(Some(101), Some(99)).1, "Ann Lee and Bo Carr met as agreed: help Ann Lee row.");
        let late = came(Some(125), Some(99));
        assert_eq!(late.1, "Bo Carr came 25 minutes late to help Ann Lee row, as agreed with Ann Lee.");
        assert_eq!(
            came(Some(125), Some(124)).1,
            "Ann Lee and Bo Carr met as agreed: help Ann Lee row.",
            "both were late"
        );
        assert_eq!(came(None, Some(100)).0, Standing::Broken(bo));
        assert_eq!(came(None, None), (Standing::Kept, String::new()), "nobody saw whether he came");
    }
}
