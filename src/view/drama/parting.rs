//! How a talk came to its end, as far as an onlooker can tell: said to the end, left for something urgent, left for what
//! the day holds, broken off in anger, or broken off for no reason that shows. Pure.

use super::Deeds;
use crate::{agent::components::talk::Talk, clock::AgentId, mind::rules::dialogue_act::Deed};

/// Hard words among so many of the last lines were not made up for.
const NEAR: usize = 4;

/// The end of a talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// What was to be said was said, or nothing more came to mind.
    Said,
    /// Somebody has something urgent to do.
    Urgent(AgentId),
    /// Somebody is expected elsewhere.
    Expected(AgentId),
    /// After hard words to one's face; who spoke the last of them.
    Anger(AgentId),
    /// In mid-sentence, and nothing explains it; who walked off.
    WalkedOff(AgentId),
}

/// Why somebody would leave a talk, as the town has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// They are about something that they noticed.
    Errand,
    /// Their plan or an engagement calls.
    Plan,
    /// They are not in town any more.
    Gone,
}

/// How this talk ended. `deeds`: what was done in it; `reason`: why each would leave, if there is something;
/// `guided`: whom a player guides, who alone goes without a reason of the town's.
pub fn ending(
    talk: &Talk,
    deeds: &[Deeds],
    reason: impl Fn(AgentId) -> Option<Reason>,
    guided: impl Fn(AgentId) -> bool,
) -> Ending {
    let with = |wanted: Reason| talk.members.iter().copied().find(|who| reason(*who) == Some(wanted));
    if let Some(who) = with(Reason::Errand) {
        return Ending::Urgent(who);
    }
    let late = talk.lines.len().saturating_sub(NEAR);
    let hard = deeds.iter().rev().find(|one| one.deed == Deed::Scolds && one.line >= late);
    if let Some(hard) = hard {
        return Ending::Anger(hard.by);
    }
    if let Some(who) = with(Reason::Plan) {
        return Ending::Expected(who);
    }
    let cut = talk.ended.is_some_and(|ended| ended < talk.said());
    match talk.members.iter().copied().find(|who| guided(*who)) {
        Some(who) if cut && with(Reason::Gone).is_none() => Ending::WalkedOff(who),
        _ => Ending::Said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    const ANN: AgentId = AgentId(1);
    const BO: AgentId = AgentId(2);

    fn talk(ended: u64) -> Talk {
        let line = |by, from| Utterance { by, words: "So it is.".into(), from, until: from + 3 };
        Talk { members: vec![ANN, BO], lines: vec![line(ANN, 1), line(BO, 4)], ended: Some(ended), ..Talk::default() }
    }

    fn hard(line: usize) -> Deeds {
        Deeds { by: BO, line, deed: Deed::Scolds }
    }

    fn why(wanted: Reason) -> impl Fn(AgentId) -> Option<Reason> {
        move |who| (who == ANN).then_some(wanted)
    }

    #[test]
    fn only_hard_words_make_a_quarrel() {
        let nobody = |_| false;
        assert_eq!(ending(&talk(7), &[hard(1)], |_| None, nobody), Ending::Anger(BO));
        assert_eq!(ending(&talk(7), &[], |_| None, nobody), Ending::Said);
        let no = Deeds { by: BO, line: 1, deed: Deed::Declines };
        assert_eq!(ending(&talk(7), &[no], |_| None, nobody), Ending::Said, "a refusal is no quarrel");
        let mut long = talk(90);
        let last = long.lines[0].clone();
        long.lines.extend(vec![last; 5]);
        assert_eq!(ending(&long, &[hard(1)], |_| None, nobody), Ending::Said, "they have gone on since");
    }

    #[test]
    fn a_fire_and_a_plan_explain_why_somebody_goes() {
        let ann = |who| who == ANN;
        assert_eq!(ending(&talk(5), &[hard(1)], why(Reason::Errand), ann), Ending::Urgent(ANN));
        assert_eq!(ending(&talk(5), &[], why(Reason::Plan), ann), Ending::Expected(ANN));
        assert_eq!(ending(&talk(5), &[], why(Reason::Gone), ann), Ending::Said);
    }

    #[test]
    fn who_goes_in_mid_sentence_for_no_reason_has_walked_off() {
        let ann = |who| who == ANN;
        assert_eq!(ending(&talk(5), &[], |_| None, ann), Ending::WalkedOff(ANN));
        assert_eq!(ending(&talk(7), &[], |_| None, ann), Ending::Said, "it had been said");
        assert_eq!(ending(&talk(5), &[], |_| None, |_| false), Ending::Said, "residents hear each other out");
    }
}
