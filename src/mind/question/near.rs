//! Which of the things that a question offers its prompt lists: all but those that are apart. They have the last numbers, so
//! what is listed is numbered without a gap.

use serde_json::{Map, Value};

pub(super) fn leave_out(inputs: &mut Map<String, Value>) {
    let Some(Value::Array(places)) = inputs.get_mut("places") else { return };
    places.retain_mut(|place| {
        let objects = place.get_mut("objects").and_then(Value::as_array_mut);
        objects.is_some_and(|objects| {
            objects.retain(|one| one["apart"] != true);
            !objects.is_empty()
        })
    });
}
