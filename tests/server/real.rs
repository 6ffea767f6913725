//! A real server, if one is named: whatever it says, every question ends, and only what fits comes through.
//!
//! `SMALLVILLE_TEST_SERVER=http://127.0.0.1:8000/v1 cargo test --test server a_real_server -- --ignored --nocapture`

use smallville::mind::{
    Mind,
    llm::{Endpoint, Settings, probe},
    question::kind_of,
};

use super::asked::{ask, block, server};

const ALL: [&str; 7] = ["utterance", "after_talk", "importance", "insights", "day_plan", "where_and_look", "reaction"];

#[test]
#[ignore = "wants a server"]
fn a_real_server() {
    let url = std::env::var("SMALLVILLE_TEST_SERVER").expect("SMALLVILLE_TEST_SERVER names no server");
    let endpoint = Endpoint { url, slots: 2, ..Endpoint::default() };
    let settings = Settings { servers: vec![endpoint.clone()], ..Settings::default() };
    println!("{}", block(probe("server", &endpoint, &settings)));
    let server = server(&settings);
    block(async {
        for round in 0..3 {
            for purpose in ALL {
                let ask = ask(purpose);
                let came = server.answer(&ask).await;
                println!("{round} {purpose}: {:?}\n   {:?}", came.outcome, came.usage);
                assert!(came.usage.millis < 150_000 && came.usage.calls > 0);
                if let (Ok(reply), Some(kind)) = (&came.outcome, kind_of(purpose)) {
                    assert!((kind.read)(&ask, reply).is_ok());
                }
            }
        }
    });
}
