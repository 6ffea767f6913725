//! Every kind of question by name, for whoever has a question and not its type: its answer's form, and whether a reply
//! is one. Texts as rows ([`super::Embed`]) are not among them: no model is asked that in words.

use schemars::{JsonSchema, Schema};

use super::{
    AfterTalk, AskMyself, Conclude, Interview, PlanDay, PlanHours, PlanSteps, Question, React, Relate, Summarise,
    Utter, Weigh, WhereAndLook,
};
use crate::mind::{Ask, Reply};

/// One kind of question.
#[derive(Clone, Copy)]
pub struct Form {
    /// Its name.
    pub purpose: &'static str,
    /// The JSON schema of its answer, as its type gives it.
    pub schema: fn() -> Schema,
    /// Whether a reply answers the question; the error is one sentence, for the model to mend.
    pub check: fn(&Ask, &Reply) -> Result<(), String>,
}

/// All that there are.
pub const FORMS: [Form; 13] = [
    form::<PlanDay>(),
    form::<PlanHours>(),
    form::<PlanSteps>(),
    form::<WhereAndLook>(),
    form::<React>(),
    form::<Utter>(),
    form::<AfterTalk>(),
    form::<Weigh>(),
    form::<Summarise>(),
    form::<Relate>(),
    form::<AskMyself>(),
    form::<Conclude>(),
    form::<Interview>(),
];

/// The one of this name.
pub fn form_of(purpose: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.purpose == purpose)
}

const fn form<Q: Question<Answer: JsonSchema>>() -> Form {
    Form { purpose: Q::PURPOSE, schema: || schemars::schema_for!(Q::Answer), check: check::<Q> }
}

fn check<Q: Question>(ask: &Ask, reply: &Reply) -> Result<(), String> {
    read::<Q>(ask, reply).map(drop)
}

/// The question and its answer, checked.
///
/// # Errors
/// One sentence about what is wrong.
pub fn read<Q: Question>(ask: &Ask, reply: &Reply) -> Result<(Q, Q::Answer), String> {
    let question: Q = asked(ask)?;
    let answer = serde_json::from_str(&reply.0).map_err(|error| format!("the answer cannot be read: {error}"))?;
    question.admits(&answer)?;
    Ok((question, answer))
}

/// The question alone.
///
/// # Errors
/// One sentence, if its inputs are not those of this kind.
pub fn asked<Q: Question>(ask: &Ask) -> Result<Q, String> {
    serde_json::from_str(&ask.inputs).map_err(|error| format!("the question itself cannot be read: {error}"))
}
