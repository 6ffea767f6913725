//! The list of servers in `smallville.toml`, made to say what was chosen.

use toml_edit::{Array, ArrayOfTables, InlineTable, Item, Table, TableLike, Value};

use super::put_endpoint;
use crate::mind::llm::Endpoint;

/// Makes `servers` of `models` say these, in this order. Who stood there already keeps the comments on it.
pub(super) fn put(models: &mut dyn TableLike, servers: &[Endpoint]) -> Result<(), String> {
    if models.get("servers").is_none() {
        models.insert("servers", Item::ArrayOfTables(ArrayOfTables::new()));
    }
    match models.get_mut("servers") {
        Some(Item::ArrayOfTables(all)) => tables(all, servers),
        Some(Item::Value(Value::Array(all))) if all.iter().all(Value::is_inline_table) => inline(all, servers),
        _ => return Err("models.servers is no list of servers".into()),
    }
    Ok(())
}

/// Which of the old ones each server was: the one of the same URL, or else one at the same place whose URL is no longer
/// there, so that it was edited.
fn were(old: &[&dyn TableLike], servers: &[Endpoint]) -> Vec<Option<usize>> {
    let url = |text: &str| text.trim().trim_end_matches('/').to_owned();
    let urls: Vec<String> =
        old.iter().map(|one| url(one.get("url").and_then(Item::as_str).unwrap_or_default())).collect();
    let mut taken = vec![false; old.len()];
    let mut found: Vec<Option<usize>> = servers
        .iter()
        .map(|server| {
            let n = (0..urls.len()).find(|&n| !taken[n] && urls[n] == url(&server.url))?;
            taken[n] = true;
            Some(n)
        })
        .collect();
    for (n, one) in found.iter_mut().enumerate() {
        if one.is_none() && taken.get(n) == Some(&false) {
            (*one, taken[n]) = (Some(n), true);
        }
    }
    found
}

fn tables(all: &mut ArrayOfTables, servers: &[Endpoint]) {
    let old: Vec<Table> = all.iter().cloned().collect();
    let found = were(&old.iter().map(|one| one as &dyn TableLike).collect::<Vec<_>>(), servers);
    // Tables are written by where they stood in the file; in the order of the page, those who stay share their places.
    let mut places: Vec<_> = found.iter().flatten().filter_map(|&n| old[n].position()).collect();
    places.sort_unstable();
    let mut last = places.first().copied();
    let mut places = places.into_iter();
    all.clear();
    for (server, was) in servers.iter().zip(found) {
        let mut table = was.map(|n| old[n].clone()).unwrap_or_default();
        if table.position().is_some() {
            last = places.next().or(last);
        }
        // A new one stands beside the one before it.
        table.set_position(last);
        put_endpoint(&mut table, server);
        all.push(table);
    }
}

fn inline(all: &mut Array, servers: &[Endpoint]) {
    let old: Vec<InlineTable> = all.iter().filter_map(Value::as_inline_table).cloned().collect();
    let found = were(&old.iter().map(|one| one as &dyn TableLike).collect::<Vec<_>>(), servers);
    all.clear();
    for (server, was) in servers.iter().zip(found) {
        let mut table = was.map(|n| old[n].clone()).unwrap_or_default();
        put_endpoint(&mut table, server);
        all.push_formatted(Value::InlineTable(table));
    }
}
