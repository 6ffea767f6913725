//! Which of the places that a question offers its prompt lists. Whatever is left out keeps its number, and an answer
//! may still name it.

use serde_json::{Map, Value};

use crate::language::{inflect, text::stem};

type Inputs = Map<String, Value>;

/// What is worth a way to another house, by the first word of what a thing is for.
const WORTH_A_WAY: [&str; 4] = ["fetch", "buy", "sell", "repair"];

/// For steps: the house where they are planned and the one where the person is; another place only for something that
/// a step names and nothing near is for.
pub(super) fn for_steps(inputs: &mut Inputs) {
    let then = inputs.get("then").and_then(Value::as_array).into_iter().flatten();
    let steps = inputs.get("step").into_iter().chain(then).filter_map(|step| step["what"].as_str());
    let (doing, english) = (
        inflect::stems(&steps.collect::<Vec<_>>().join(" ")),
        inputs.get("language").is_some_and(|language| language == "English"),
    );
    let Some(Value::Array(places)) = inputs.get_mut("places") else { return };
    // Things are for something in English; steps in another language cannot be held against that.
    if !english || !places.iter().any(|place| place["meant"] == true) {
        return;
    }
    let houses = houses(places, |place| place["meant"] == true || place["here"] == true);
    let is_near = |place: &Value| houses.contains(&house(place));
    let uses = |place: &Value| -> Vec<String> {
        objects(place).flat_map(uses_of).filter(|one| doing.contains(&stem(one))).collect()
    };
    let have: Vec<String> = places.iter().filter(|place| is_near(place)).flat_map(uses).collect();
    places.retain(|place| is_near(place) || uses(place).iter().any(|one| !have.contains(one)));
}

/// For something noticed: of another house than this and that of the thing, only what one would go there for; nothing,
/// if the thing is only taken.
pub(super) fn for_noticed(inputs: &mut Inputs) {
    let noticed = inputs.get("noticed").cloned().unwrap_or_default();
    let (object, taken) = (&noticed["object"], noticed["needs"] == true);
    let Some(Value::Array(places)) = inputs.get_mut("places") else { return };
    let has = |place: &Value| objects(place).any(|one| !object.is_null() && one["n"] == *object);
    let houses = houses(places, |place| place["here"] == true || has(place));
    for place in places.iter_mut().filter(|place| !houses.contains(&house(place))) {
        if let Some(Value::Array(objects)) = place.get_mut("objects") {
            objects.retain(|one| !taken && uses_of(one).any(|one| WORTH_A_WAY.contains(&one.as_str())));
        }
    }
    places.retain(|place| objects(place).next().is_some());
}

fn objects(place: &Value) -> impl Iterator<Item = &Value> {
    place["objects"].as_array().into_iter().flatten()
}

/// The first words of what an object is for.
fn uses_of(object: &Value) -> impl Iterator<Item = String> {
    let all = object["affordances"].as_array().into_iter().flatten().filter_map(Value::as_str);
    all.filter_map(|one| one.split_whitespace().next().map(str::to_lowercase))
}

/// The sector: `Hobbs Cafe` of `Hobbs Cafe: kitchen`.
fn house(place: &Value) -> String {
    let name = place["name"].as_str().unwrap_or_default();
    name.split(": ").next().unwrap_or_default().to_owned()
}

fn houses(places: &[Value], which: impl Fn(&Value) -> bool) -> Vec<String> {
    places.iter().filter(|place| which(place)).map(house).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn place(name: &str, here: bool, meant: bool, n: u32, uses: &str) -> Value {
        json!({ "name": name, "here": here, "meant": meant, "objects": [{ "n": n, "affordances": [uses] }] })
    }

    fn names(inputs: &Inputs) -> Vec<&str> {
        inputs["places"].as_array().into_iter().flatten().filter_map(|place| place["name"].as_str()).collect()
    }

    #[test]
    fn a_step_is_done_near_unless_what_it_needs_is_far() {
        let places = vec![
            place("Inn: bar", true, true, 1, "serve"),
            place("Inn: kitchen", false, false, 2, "cook"),
            place("Home: bath", false, false, 3, "shower"),
            place("Park: lawn", false, false, 4, "sit"),
        ];
        let asked = |what: &str| {
            let inputs = json!({ "language": "English", "places": places, "step": { "what": what }, "then": [] });
            let Value::Object(mut inputs) = inputs else { return String::new() };
            for_steps(&mut inputs);
            names(&inputs).join(", ")
        };
        assert_eq!(asked("pouring beer"), "Inn: bar, Inn: kitchen");
        assert_eq!(asked("cooking, then showering"), "Inn: bar, Inn: kitchen, Home: bath");
        assert_eq!(asked("sitting down"), "Inn: bar, Inn: kitchen, Park: lawn");
    }

    #[test]
    fn for_a_fire_one_fetches_and_does_not_shower() {
        let places = vec![
            place("Inn: bar", true, false, 11, "serve"),
            place("Inn: kitchen", false, false, 12, "wash dishes"),
            place("Home: bath", false, false, 13, "wash"),
            place("Shop: store", false, false, 14, "buy tools"),
        ];
        let inputs = json!({ "places": places, "noticed": { "object": 12 } });
        let Value::Object(mut inputs) = inputs else { return };
        for_noticed(&mut inputs);
        assert_eq!(names(&inputs), ["Inn: bar", "Inn: kitchen", "Shop: store"]);
    }
}
