//! What was done, in words to be remembered.

/// -ing forms whose past is their own.
const IRREGULAR: &str = "putting put, getting got, having had, making made, taking took, going went, bringing brought, \
    buying bought, giving gave, finding found, seeing saw, telling told, writing wrote, reading read, \
    sweeping swept, throwing threw, cutting cut, setting set, sitting sat, standing stood, running ran, \
    keeping kept, leaving left, building built, drawing drew, drinking drank, eating ate, hanging hung, \
    holding held, shutting shut, speaking spoke, binding bound, tearing tore, lending lent";

/// `putting out the fire and drying the floor` becomes `put out the fire and dried the floor`; what does not begin with
/// an -ing word stays as it is, said to have been done.
pub fn past(what: &str) -> String {
    let what = what.trim().trim_end_matches(['.', '!', ';', ',']);
    let mut due = true;
    let mut out: Vec<String> = Vec::new();
    for word in what.split_whitespace() {
        let form = if due { past_of(word) } else { None };
        if out.is_empty() && form.is_none() {
            return format!("did this: {what}");
        }
        due = word == "and" || word == "then" || word.ends_with(',') && !due;
        out.push(form.unwrap_or_else(|| word.to_string()));
    }
    if out.is_empty() { "looked about".into() } else { out.join(" ") }
}

fn past_of(word: &str) -> Option<String> {
    let small = word.to_lowercase();
    if let Some((_, past)) =
        IRREGULAR.split(", ").filter_map(|pair| pair.split_once(' ')).find(|(ing, _)| *ing == small)
    {
        return Some(past.to_string());
    }
    let stem = small.strip_suffix("ing").filter(|stem| stem.chars().count() > 1)?;
    let mut end = stem.chars().rev();
    let y = end.next() == Some('y') && end.next().is_some_and(|c| !"aeiou".contains(c));
    // What has lost its e, and what has a doubled letter, needs only -ed.
    Some(if y { format!("{}ied", &stem[..stem.len() - 1]) } else { format!("{stem}ed") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_past() {
        for (what, past_form) in [
            ("putting out the fire at the stove", "put out the fire at the stove"),
            ("getting what is missing and filling the fridge", "got what is missing and filled the fridge"),
            ("mopping up at the shower.", "mopped up at the shower"),
            ("drying the floor", "dried the floor"),
            ("closing the window", "closed the window"),
            ("a dance", "did this: a dance"),
            ("", "looked about"),
        ] {
            assert_eq!(past(what), past_form);
        }
    }
}
