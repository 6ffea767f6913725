//! Ties between people: how often they talked, and what each feels about the other; and their order in the circle.
//! Pure.

use std::collections::BTreeMap;

use crate::{
    agent::components::{
        Relations,
        talk::{Talk, Talks},
    },
    clock::AgentId,
    language::importance::{Sentiment, sentiment},
};

/// Between two people, the one with the smaller number first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tie {
    /// How often they have talked.
    pub talks: usize,
    /// How the first feels about the second, and the second about the first.
    pub sentiments: [Option<Sentiment>; 2],
}

impl Tie {
    /// The sentiment between them: one cold side is enough.
    pub fn sentiment(&self) -> Option<Sentiment> {
        self.sentiments.into_iter().flatten().max()
    }
}

/// All ties of the town.
#[derive(Clone, Debug, Default)]
pub struct Ties {
    /// By both people.
    pub all: BTreeMap<(AgentId, AgentId), Tie>,
    /// Everybody, in their order in the circle.
    pub order: Vec<AgentId>,
}

fn pair(a: AgentId, b: AgentId) -> (AgentId, AgentId) {
    (a.min(b), a.max(b))
}

fn pairs(talk: &Talk) -> impl Iterator<Item = (AgentId, AgentId)> + '_ {
    let members = &talk.members;
    (0..members.len()).flat_map(move |n| members[n + 1..].iter().map(move |other| pair(members[n], *other)))
}

impl Ties {
    /// Updates them. `homes`: everybody and where they live, so that families sit together.
    pub fn update<'a>(
        &mut self,
        talks: &Talks,
        relations: impl Iterator<Item = (AgentId, &'a Relations)>,
        homes: impl Iterator<Item = (AgentId, &'a str)>,
    ) {
        self.all.clear();
        let open = talks.open.values().filter(|talk| !talk.lines.is_empty());
        for pair in talks.over.iter().map(|(_, talk)| talk).chain(open).flat_map(pairs) {
            self.all.entry(pair).or_default().talks += 1;
        }
        for (who, relations) in relations {
            for (other, relation) in &relations.0 {
                let Some(sentiment) = sentiment(&relation.feeling) else { continue };
                let tie = self.all.entry(pair(who, *other)).or_default();
                tie.sentiments[usize::from(who > *other)] = Some(sentiment);
            }
        }
        // Nobody ever changes seats: newcomers are added at the end.
        let mut people: Vec<(&str, AgentId)> = homes.map(|(who, home)| (home, who)).collect();
        people.sort_unstable();
        let mut here: Vec<AgentId> = people.into_iter().map(|(_, who)| who).collect();
        self.order.retain(|who| here.contains(who));
        here.retain(|who| !self.order.contains(who));
        self.order.extend(here);
    }

    /// The tie between two.
    pub fn between(&self, a: AgentId, b: AgentId) -> Option<&Tie> {
        self.all.get(&pair(a, b))
    }

    /// The ties of a person, the strongest first.
    pub fn of(&self, who: AgentId) -> Vec<(AgentId, &Tie)> {
        let mine = self.all.iter().filter(|((a, b), _)| *a == who || *b == who);
        let mut mine: Vec<_> = mine.map(|((a, b), tie)| (if *a == who { *b } else { *a }, tie)).collect();
        mine.sort_by_key(|(other, tie)| (std::cmp::Reverse(tie.talks), *other));
        mine
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::components::{Relation, talk::TalkId},
        world::ArenaId,
    };

    fn talk(members: &[u32]) -> Talk {
        Talk {
            members: members.iter().map(|n| AgentId(*n)).collect(),
            lines: vec![],
            topic: String::new(),
            began: 1,
            ended: Some(2),
            arena: ArenaId::OUTDOORS,
            leaving: vec![],
            ..Talk::default()
        }
    }

    #[test]
    fn three_in_a_talk_are_three_ties() {
        let id = |count| TalkId { by: AgentId(0), count };
        let mut talks = Talks { over: vec![(id(0), talk(&[2, 0])), (id(1), talk(&[0, 1, 2]))], ..Talks::default() };
        let mut ties = Ties::default();
        let look = |ties: &mut Ties, talks: &Talks| {
            let homes = [(AgentId(0), "b"), (AgentId(1), "a"), (AgentId(2), "a")];
            ties.update(talks, std::iter::empty(), homes.into_iter());
        };
        look(&mut ties, &talks);
        assert_eq!(ties.all[&(AgentId(0), AgentId(2))].talks, 2);
        assert_eq!(ties.all.len(), 3);
        assert_eq!(ties.order, [AgentId(1), AgentId(2), AgentId(0)]);
        talks.over.push((id(2), talk(&[1, 2])));
        look(&mut ties, &talks);
        assert_eq!(
            ties.of(AgentId(2)).iter().map(|(who, tie)| (who.0, tie.talks)).collect::<Vec<_>>(),
            [(0, 2), (1, 2)]
        );
    }

    #[test]
    fn a_tie_has_two_sentiments_and_the_cold_one_counts() {
        let relation = |feeling: &str| Relation { feeling: feeling.into(), ..Relation::default() };
        let mine = Relations(BTreeMap::from([(AgentId(1), relation("Fond of her."))]));
        let hers = Relations(BTreeMap::from([(AgentId(0), relation("She distrusts him."))]));
        let mut ties = Ties::default();
        let both = [(AgentId(0), &mine), (AgentId(1), &hers)];
        ties.update(&Talks::default(), both.into_iter(), [(AgentId(0), ""), (AgentId(1), "")].into_iter());
        let tie = &ties.all[&(AgentId(0), AgentId(1))];
        let (warm, cold) = (Some(Sentiment::Warm), Some(Sentiment::Cold));
        assert_eq!((tie.sentiments, tie.sentiment()), ([warm, cold], cold));
    }
}
