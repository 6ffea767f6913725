//! How a model at a server wants to be asked. Servers differ, and say so by refusing a request: what they refuse is left
//! out, and remembered.

use super::{Fault, Refusal};
use crate::mind::Reasoning;

/// How the form of the answer is asked for, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResponseFormat {
    /// `json_schema`.
    #[default]
    Schema,
    /// `json_object` with the schema beside it, as llama-cpp-python wants it.
    ObjectWithSchema,
    /// `json_object`.
    Object,
    /// By the prompt alone.
    Prompt,
}

/// How the form is asked for, best first.
const FORMATS: [ResponseFormat; 4] =
    [ResponseFormat::Schema, ResponseFormat::ObjectWithSchema, ResponseFormat::Object, ResponseFormat::Prompt];

/// Words for how much to think, from none upwards.
const EFFORTS: [&str; 4] = ["none", "minimal", "low", "medium"];

/// Tokens on top of an answer's own for a model that thinks although it was asked not to.
pub(super) const ROOM: u32 = 1024;

/// What is done about a model whose thinking leaves no words for its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thinking {
    /// Nothing: as much as the prompt says.
    #[default]
    AsMeant,
    /// It is asked not to think.
    Off,
    /// That did not help; it gets [`ROOM`] as well.
    WithRoom,
}

/// How one model wants to be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Capabilities {
    /// How the form is asked for.
    pub format: ResponseFormat,
    /// An answer came that way that could be used.
    pub proved: bool,
    /// Words for how much to think that it does not know; all of them: it does not know the thing.
    efforts_refused: [bool; EFFORTS.len()],
    /// What is done about its thinking.
    pub thinking: Thinking,
    /// It wants no temperature of ours.
    pub no_temperature: bool,
    /// It does not answer word by word.
    pub no_streaming: bool,
    /// It calls the longest answer `max_completion_tokens`.
    pub completion_tokens: bool,
}

impl Capabilities {
    /// The word for how much to think: the one meant, else the next that it knows.
    pub fn effort(&self, reasoning: Reasoning) -> Option<&'static str> {
        let meant = match reasoning {
            _ if self.thinking > Thinking::AsMeant => 0,
            Reasoning::None => 0,
            Reasoning::Low => 2,
            Reasoning::Medium => 3,
        };
        let known = |n: &usize| !self.efforts_refused[*n];
        // Less than was meant, if more is not to be had: thinking costs.
        (meant..EFFORTS.len()).chain((0..meant).rev()).find(known).map(|n| EFFORTS[n])
    }

    /// Its thinking left no words, although this was done about it. Whether something else can be.
    pub fn thinks(&mut self, done: Thinking) -> bool {
        let next = [Thinking::Off, Thinking::WithRoom].into_iter().find(|next| *next > done);
        self.thinking = self.thinking.max(next.unwrap_or_default());
        self.thinking > done
    }

    /// Steps down from this format, unless somebody else already has. Whether there was a step left.
    pub fn step_down(&mut self, from: ResponseFormat) -> bool {
        if self.format == from {
            match FORMATS.into_iter().find(|format| *format > from) {
                Some(below) => (self.format, self.proved) = (below, false),
                None => return false,
            }
        }
        true
    }

    /// What is left out after such a refusal of a request made with `asked`; `false`: nothing that we know.
    pub fn adapt(&mut self, fault: &Fault, asked: &Self, reasoning: Reasoning) -> bool {
        let Fault::Rejected(Refusal { says, .. }) = fault else { return false };
        let says = says.to_lowercase();
        let named = |words: &[&str]| words.iter().any(|word| says.contains(word));
        let unknown = named(&["support thinking", "support reasoning"]);
        if unknown || named(&["reasoning_effort", "reasoning effort", "reasoning.effort", "think value"]) {
            let Some(word) = asked.effort(reasoning) else { return false };
            let whole = unknown || !named(&["value", word]) || named(&["unrecognized", "unexpected", "extra"]);
            for (refused, one) in self.efforts_refused.iter_mut().zip(EFFORTS) {
                *refused |= whole || one == word;
            }
            return true;
        }
        for (word, adapted, before) in [
            ("max_completion_tokens", &mut self.completion_tokens, asked.completion_tokens),
            ("stream", &mut self.no_streaming, asked.no_streaming),
            ("temperature", &mut self.no_temperature, asked.no_temperature),
        ] {
            if says.contains(word) && !before {
                *adapted = true;
                return true;
            }
        }
        let of_form = named(&["response_format", "json_schema", "json_object", "schema", "grammar", "structured"]);
        // A form that has worked is not given up for a fault that does not speak of it.
        (of_form || !asked.proved) && self.step_down(asked.format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declined(says: &str) -> Fault {
        Fault::Rejected(Refusal { status: 400, says: says.into(), wait: None })
    }

    #[test]
    fn what_is_refused_by_name_is_left_out_and_the_rest_kept() {
        let mut capabilities = Capabilities::default();
        let asked = capabilities.clone();
        assert!(capabilities.adapt(
            &declined("Unrecognized request argument supplied: reasoning_effort"),
            &asked,
            Reasoning::None
        ));
        assert_eq!(capabilities.effort(Reasoning::None), None);
        assert_eq!(capabilities.format, ResponseFormat::Schema);

        let mut capabilities = Capabilities::default();
        assert!(capabilities.adapt(&declined("\"llama3\" does not support thinking"), &asked, Reasoning::Low));
        assert_eq!((capabilities.effort(Reasoning::Low), capabilities.format), (None, ResponseFormat::Schema));

        let mut capabilities = Capabilities::default();
        let says = "Unsupported value: 'reasoning_effort' does not support 'none' with this model.";
        assert!(capabilities.adapt(&declined(says), &asked, Reasoning::None));
        assert_eq!(capabilities.effort(Reasoning::None), Some("minimal"));
        let says = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
        assert!(capabilities.adapt(&declined(says), &asked, Reasoning::None));
        assert!(capabilities.adapt(&declined("'temperature' must be 1"), &asked, Reasoning::None));
        assert!(
            capabilities.completion_tokens
                && capabilities.no_temperature
                && capabilities.format == ResponseFormat::Schema
        );
    }

    #[test]
    fn the_ladder_is_walked_down_once_and_ends() {
        let mut capabilities = Capabilities::default();
        for format in [ResponseFormat::ObjectWithSchema, ResponseFormat::Object, ResponseFormat::Prompt] {
            let asked = capabilities.clone();
            assert!(capabilities.adapt(&declined("no"), &asked, Reasoning::None));
            assert!(capabilities.adapt(&declined("no"), &asked, Reasoning::None), "two at a time step once");
            assert_eq!(capabilities.format, format);
        }
        let asked = capabilities.clone();
        assert!(!capabilities.adapt(&declined("no"), &asked, Reasoning::None));
        let mut proved = Capabilities { proved: true, ..Capabilities::default() };
        let asked = proved.clone();
        assert!(!proved.adapt(&declined("too many letters"), &asked, Reasoning::None));
        assert!(proved.adapt(&declined("response_format is not known"), &asked, Reasoning::None));
    }
}
