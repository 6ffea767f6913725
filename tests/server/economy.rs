//! What an answer took is counted: as the server says, else by bytes; what it had read before, apart.

use serde_json::json;
use smallville::mind::Mind;

use super::{
    asked::{FITS, ask, block, server, settings},
    stage::{Act, Stage, said},
};

#[test]
fn tokens_are_counted_as_the_server_says_and_else_by_bytes() {
    let stage = Stage::new(|n, _| {
        let mut body = said(FITS, "stop");
        if n == 0 {
            body["usage"] = json!({ "prompt_tokens": 700, "completion_tokens": 12,
                "prompt_tokens_details": { "cached_tokens": 512 } });
        }
        Act::json(200, body)
    });
    let server = server(&settings(&stage.url()));
    block(async {
        let told = server.answer(&ask("utterance")).await.usage;
        assert_eq!((told.calls, told.tokens_in, told.tokens_cached, told.tokens_out), (1, 700, 512, 12));
        assert_eq!(told.template.as_deref(), Some("00112233445566ff"));
        let heard = &stage.heard()[0].body["messages"];
        let bytes: usize = (0..2).map(|n| heard[n]["content"].as_str().unwrap().len()).sum();
        let answer = FITS.len().div_ceil(4) as u64;
        assert_eq!(told.tokens_new, bytes.div_ceil(4) as u64 + answer, "all of it is new");

        let counted = server.answer(&ask("utterance")).await.usage;
        assert_eq!((counted.tokens_in, counted.tokens_cached), (bytes.div_ceil(4) as u64, 0));
        assert_eq!((counted.tokens_out, counted.tokens_new), (answer, answer), "the same again is not new");

        let mut other = ask("utterance");
        other.inputs = other.inputs.replace("\"I will.\"", "\"I won't.\"");
        let changed = server.answer(&other).await.usage.tokens_new;
        assert!(changed > answer && changed < 200, "{changed}");
    });
}

#[test]
fn all_tries_count_and_no_more_than_can_be() {
    let stage = Stage::new(|n, _| match n {
        0 => Act::text(503, "busy"),
        1 => Act::words("no"),
        _ => Act::words(FITS),
    });
    let settings = settings(&stage.url());
    let usage = block(server(&settings).answer(&ask("utterance"))).usage;
    assert_eq!(usage.calls, 3);
    let heard = stage.heard();
    let sent = |n: usize| {
        let messages = heard[n].body["messages"].as_array().unwrap().clone();
        messages.iter().map(|one| one["content"].as_str().unwrap().len()).sum::<usize>().div_ceil(4) as u64
    };
    assert_eq!(usage.tokens_in, sent(1) + sent(2), "what was turned away is no tokens");
    let most = server(&settings).max_usage(&ask("utterance"));
    assert!(usage.calls <= most.calls && usage.tokens_in <= most.tokens_in && usage.tokens_new <= most.tokens_new);
    assert_eq!(most.calls, 8, "two tries of four requests");
}

#[test]
fn a_question_that_fails_counts_what_it_took() {
    let stage = Stage::new(|_, _| Act::words("no"));
    let came = block(server(&settings(&stage.url())).answer(&ask("utterance")));
    assert!(came.outcome.is_err());
    assert_eq!(came.usage.calls, 2);
    assert!(came.usage.tokens_in > 300 && came.usage.tokens_out == 2, "{:?}", came.usage);
}

#[test]
fn counts_that_cannot_be_are_not_taken_over() {
    for count in [json!(u64::MAX), json!(0), json!(-5), json!(1e300), json!("700"), json!([1]), json!(1_u64 << 40)] {
        let told = count.clone();
        let stage = Stage::new(move |_, _| {
            let mut body = said("no", "stop");
            body["usage"] = json!({ "prompt_tokens": told, "completion_tokens": told,
                "prompt_tokens_details": { "cached_tokens": told } });
            Act::json(200, body)
        });
        let usage = block(server(&settings(&stage.url())).answer(&ask("utterance"))).usage;
        assert!((300..3000).contains(&usage.tokens_in) && usage.tokens_out == 2, "{count}: {usage:?}");
        assert_eq!(usage.tokens_cached, 0, "{count}");
    }
}
