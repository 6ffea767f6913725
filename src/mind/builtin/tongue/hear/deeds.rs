//! What somebody does by a line that an onlooker would turn round for. It is understood as whoever is spoken to
//! understands it, from the words alone.

use super::{
    super::{frame::Class, mindset::Mindset},
    Act, acts,
};

/// What is done by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Asks for help.
    Asks,
    /// Invites.
    Invites,
    /// Says no to something.
    Declines,
    /// Says whom they dislike.
    Dislikes,
}

/// All that is done by a line said `by` somebody `to` somebody. `people`: the names that may stand in it.
pub fn deeds(by: &str, to: &str, line: &str, people: &[&str]) -> Vec<Deed> {
    let mut mindset = Mindset { others: people.iter().map(|name| (*name).to_owned()).collect(), ..Mindset::default() };
    mindset.me.name = by.to_owned();
    let head = mindset.head();
    let deed = |act: &Act| match act {
        Act::Help(_) => Some(Deed::Asks),
        Act::Invite => Some(Deed::Invites),
        Act::Decline => Some(Deed::Declines),
        Act::Tell(said) => {
            let frame = &said.frame;
            let somebody = frame.about.iter().any(|name| people.contains(&name.as_str()));
            (frame.class == Class::Dislike && !frame.neg && somebody).then_some(Deed::Dislikes)
        }
        _ => None,
    };
    let mut done: Vec<Deed> = acts(&head, by, to, line, &mut None).iter().filter_map(deed).collect();
    done.sort_unstable();
    done.dedup();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_onlooker_understands_what_whoever_is_spoken_to_does() {
        let people = ["Ann Lee", "Bo Carr", "Cy Dunn"];
        let done = |line: &str| deeds("Ann Lee", "Bo Carr", line, &people);
        assert_eq!(done("I'm holding a concert at Old Hall tomorrow at six. Will you come?"), [Deed::Invites]);
        assert_eq!(done("I dislike Cy Dunn."), [Deed::Dislikes]);
        assert_eq!(done("Good morning. A fine day, isn't it?"), []);
        assert_eq!(done(""), []);
        assert!(done("I would love to, but I can't make it.").contains(&Deed::Declines));
    }
}
