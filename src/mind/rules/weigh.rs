//! How much memories matter: by their words, by whom they are about, by what one is after.

use std::collections::BTreeSet;

use crate::{
    language::{
        importance::importance,
        text::{content, overlap, tokens},
    },
    mind::question::{Weigh, WeighAnswer},
};

/// The weights of new memories.
pub fn weigh(ask: &Weigh) -> WeighAnswer {
    let me = &ask.me.name;
    let aim: Vec<String> = content(&tokens(&ask.me.aim));
    let own: BTreeSet<String> = content(&tokens(me)).into_iter().collect();
    let aim: Vec<String> = aim.into_iter().filter(|word| !own.contains(word)).collect();
    let scores = ask.memories.iter().map(|memory| {
        let mut score = importance(&memory.text, me);
        let tokens = tokens(&memory.text);
        let of_someone_close = names(&tokens).any(|name| ask.close.contains(&name));
        if of_someone_close && score >= 4 {
            score += 1;
        }
        if score >= 3 && overlap(&aim, &content(&tokens)) >= 0.34 && aim.len() >= 2 {
            score += 1;
        }
        if memory.own || memory.secret {
            score = score.max(6);
        }
        score.clamp(1, 10)
    });
    WeighAnswer { scores: scores.collect() }
}

rule!(Weigh, |question, _: &mut _| weigh(question));

/// Two words in a row that both begin with a capital.
fn names(tokens: &[String]) -> impl Iterator<Item = String> {
    let capital = |word: &String| word.chars().next().is_some_and(char::is_uppercase);
    tokens.windows(2).filter(move |two| two.iter().all(capital)).map(|two| two.join(" "))
}
