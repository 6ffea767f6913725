//! Looking at what one remembers: how much it matters, what it comes to (paper, sections 4.1 and 4.2, appendix A).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use serde_json::{Value, json};

use super::{Known, Me, Moment, Other, Question, Recalled, Stretch, common::refuse_if, list};
use crate::language::text::words;

/// How much new memories matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weigh {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// Those close to them, with what they are: `Mei Lin (his wife)`; may be empty.
    pub close: String,
    /// New memories, at most 10.
    pub memories: Vec<Recalled>,
}

/// The weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WeighAnswer {
    /// 1 to 10, one for each memory, in order.
    pub scores: Vec<u8>,
}

impl Question for Weigh {
    const PURPOSE: &'static str = "importance";
    const LABEL: &'static str = "how much memories matter";
    type Answer = WeighAnswer;

    fn admits(&self, answer: &WeighAnswer) -> Result<(), String> {
        refuse_if(answer.scores.len() != self.memories.len(), || {
            format!("{} scores for {} memories", answer.scores.len(), self.memories.len())
        })?;
        let wrong = answer.scores.iter().find(|score| !(1..=10).contains(*score));
        wrong.map_or(Ok(()), |score| Err(format!("{score} is not between 1 and 10")))
    }

    fn specimen() -> Value {
        json!({ "close": "Jon Wick (his brother)" })
    }
}

/// Checks that cited numbers stand among the memories.
fn cited(numbers: &[u32], memories: &[Recalled]) -> Result<(), String> {
    let unknown = numbers.iter().find(|n| memories.iter().all(|memory| memory.n != Some(**n)));
    unknown.map_or(Ok(()), |n| Err(format!("there is no memory {n}")))
}

/// An honest picture of oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summarise {
    /// The language to think in.
    pub language: String,
    /// Who; without the earlier summary.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// The names one knows.
    pub known: Known,
    /// Numbered memories.
    pub memories: Vec<Recalled>,
}

/// The picture, a sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SummaryAnswer {
    /// Nature as it shows.
    pub core: String,
    /// What fills the days.
    pub occupation: String,
    /// How they think their life is going, or `Not known.`
    pub feeling: String,
    /// Numbers of the memories it rests on.
    pub evidence: Vec<u32>,
}

impl Question for Summarise {
    const PURPOSE: &'static str = "self_summary";
    const LABEL: &'static str = "a picture of oneself";
    const MOMENT: Option<&'static str> = Some("thought about who they are");
    type Answer = SummaryAnswer;

    fn admits(&self, answer: &SummaryAnswer) -> Result<(), String> {
        refuse_if(answer.core.trim().is_empty(), || "the core is empty".into())?;
        cited(&answer.evidence, &self.memories)
    }
}

/// What somebody is to oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relate {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// The other; `relation` is the last answer, or empty.
    pub other: Other,
    /// The names one knows.
    pub known: Known,
    /// Numbered memories of them, in order of time.
    pub memories: Vec<Recalled>,
}

/// As a memory kept to oneself is marked in prompts.
const SECRET: &str = "(kept to oneself)";

/// What they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RelateAnswer {
    /// One sentence.
    pub relation: String,
    /// One sentence, or `No particular feeling.`
    pub feeling: String,
    /// What they are doing as far as seen, or `Not known.`
    pub doing: String,
    /// Numbers of the memories it rests on.
    pub evidence: Vec<u32>,
}

impl Question for Relate {
    const PURPOSE: &'static str = "relationship";
    const LABEL: &'static str = "what another is to oneself";
    const MOMENT: Option<&'static str> = Some("thought about somebody");
    type Answer = RelateAnswer;

    fn admits(&self, answer: &RelateAnswer) -> Result<(), String> {
        refuse_if(answer.relation.trim().is_empty(), || "the relation is empty".into())?;
        cited(&answer.evidence, &self.memories)
    }

    /// What rests on something kept to oneself is marked as that is.
    fn repair(&self, answer: &mut RelateAnswer) {
        let is_hidden = |memory: &&Recalled| memory.secret && memory.n.is_some_and(|n| answer.evidence.contains(&n));
        let hidden = self.memories.iter().filter(is_hidden);
        let hidden: Vec<String> = hidden.flat_map(|memory| words(&memory.text)).collect();
        if hidden.is_empty() {
            return;
        }
        let names: Vec<String> = [&self.me.name, &self.other.name].into_iter().flat_map(|name| words(name)).collect();
        let tells = |word: &&String| word.len() > 2 && !names.contains(word) && hidden.contains(word);
        let shared = |text: &str| words(text).iter().filter(tells).count();
        let no_feeling = ["", "No particular feeling."].contains(&answer.feeling.as_str());
        let by_relation = no_feeling || shared(&answer.relation) > shared(&answer.feeling);
        let gives_away = if by_relation { &mut answer.relation } else { &mut answer.feeling };
        if !gives_away.is_empty() && !gives_away.starts_with(SECRET) {
            gives_away.insert_str(0, &format!("{SECRET} "));
        }
    }
}

/// What to ask oneself, looking back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskMyself {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// The names one knows.
    pub known: Known,
    /// The last 100 memories, oldest first.
    pub memories: Vec<Recalled>,
}

/// The questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MyQuestions {
    /// Three, in the first person.
    pub questions: Vec<String>,
}

impl Question for AskMyself {
    const PURPOSE: &'static str = "ask_myself";
    const LABEL: &'static str = "what to think about";
    const MOMENT: Option<&'static str> = Some("asked themselves what it all comes to");
    type Answer = MyQuestions;

    fn admits(&self, answer: &MyQuestions) -> Result<(), String> {
        refuse_if(answer.questions.len() != 3, || format!("three questions, not {}", answer.questions.len()))?;
        let empty = answer.questions.iter().any(|question| question.trim().is_empty());
        refuse_if(empty, || "a question is empty".into())
    }
}

/// What one concludes about a question to oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conclude {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// The names one knows.
    pub known: Known,
    /// The question.
    pub ask: String,
    /// Numbered memories, in order of time.
    pub memories: Vec<Recalled>,
}

/// An insight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Insight {
    /// One sentence with full names and no "I".
    pub text: String,
    /// Numbers of the memories it rests on, two or more.
    pub because: Vec<u32>,
}

/// The insights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Insights {
    /// 0 to 5.
    pub insights: Vec<Insight>,
}

impl Question for Conclude {
    const PURPOSE: &'static str = "insights";
    const LABEL: &'static str = "conclusions";
    const MOMENT: Option<&'static str> = Some("looked back and concluded");
    type Answer = Insights;

    fn admits(&self, answer: &Insights) -> Result<(), String> {
        refuse_if(answer.insights.len() > 5, || "more than 5 insights".into())?;
        for insight in &answer.insights {
            refuse_if(insight.text.trim().is_empty(), || "an insight is empty".into())?;
            refuse_if(insight.because.len() < 2, || format!("{:?} rests on fewer than two memories", insight.text))?;
            cited(&insight.because, &self.memories)?;
        }
        Ok(())
    }

    fn specimen() -> Value {
        json!({ "ask": "Why does the lamp smoke?" })
    }
}

/// Somebody outside of the town asks something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interview {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// The names one knows.
    pub known: Known,
    /// Numbered memories that bear on it, in order of time.
    pub memories: Vec<Recalled>,
    /// The rest of the day as it is planned.
    pub plan: Vec<Stretch>,
    /// Who asks; `relation` may be empty.
    pub asker: Other,
    /// What was asked and answered before.
    pub lines: Vec<super::Spoken>,
    /// What is asked.
    pub question: String,
    /// Asked whether they are a human, do they say what they are? Nobody in the town asks so: this is for whoever may
    /// mistake them.
    pub honest: bool,
}

/// What they say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InterviewAnswer {
    /// In their own voice.
    pub answer: String,
    /// False if they cannot know the main thing asked.
    pub known: bool,
    /// Numbers of the memories it rests on.
    pub evidence: Vec<u32>,
}

impl Question for Interview {
    const PURPOSE: &'static str = "interview";
    const LABEL: &'static str = "an interview";
    const RARE: bool = true;
    type Answer = InterviewAnswer;

    fn admits(&self, answer: &InterviewAnswer) -> Result<(), String> {
        refuse_if(answer.answer.trim().is_empty(), || "nothing is answered".into())?;
        cited(&answer.evidence, &self.memories)
    }

    fn specimen() -> Value {
        let asker =
            json!({ "name": "Jon Wick", "pronouns": "he", "relation": "Her brother.", "doing": "carrying oil" });
        json!({ "asker": asker, "question": "Who fetched the oil?", "honest": true })
    }
}

list![Weigh, Summarise, Relate, AskMyself, Conclude, Interview];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::question::specimens;

    #[test]
    fn what_rests_on_a_secret_is_one() {
        let ask = specimens().into_iter().find(|ask| ask.purpose == Relate::PURPOSE).unwrap();
        let mut question: Relate = serde_json::from_str(&ask.inputs).unwrap();
        question.memories[0].text = "Ada Wick is in love with Jon Wick.".into();
        let relate = |feeling: &str, evidence: &[u32]| {
            let (relation, evidence) = ("Mends her clocks.".into(), evidence.to_vec());
            let mut answer = RelateAnswer { relation, feeling: feeling.into(), evidence, doing: String::new() };
            question.repair(&mut answer);
            [answer.relation, answer.feeling].map(|text| text.contains("kept"))
        };
        assert_eq!(relate("Secretly in love with him.", &[1, 2]), [false, true]);
        assert_eq!(relate("Likes him.", &[2]), [false, false]);
        assert_eq!(relate("No particular feeling.", &[1]), [true, false]);
    }
}
