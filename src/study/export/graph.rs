//! Relations as GraphML, which networkx, Gephi and others read: a node for each person, an edge to each they know.

use std::{collections::BTreeMap, fmt::Write};

use super::super::drawing::escaped;
use crate::{
    agent::{prelude::*, resolve::everybody},
    chronicle::{Chronicle, EventKind},
    language::clean::one_line,
    save::{Column, Kind},
};

/// What the file is.
pub const ABOUT: &str = "Who knows whom and what they feel, at the end: a directed graph (GraphML) of the people in town. \
                         `label` is the full name of a person; an edge leads from somebody to one they know.";

/// What stands at an edge.
pub const COLUMNS: [Column; 4] = [
    Column { name: "known", kind: Kind::Plain, about: "what was known of the other from before the beginning" },
    Column { name: "relation", kind: Kind::Plain, about: "what the other is to them, as last thought about" },
    Column { name: "feeling", kind: Kind::Plain, about: "what they feel about the other, as last thought about" },
    Column { name: "talks", kind: Kind::Plain, about: "talks in which both have spoken or been spoken to" },
];

/// The graph of a town as it stands.
pub fn graphml(world: &World) -> String {
    let people = everybody(world);
    let mut edges: BTreeMap<(AgentId, AgentId), [String; 4]> = BTreeMap::new();
    for one in &people {
        let known = world.get::<Persona>(one.entity).into_iter().flat_map(|persona| &persona.people);
        for other in known {
            if let Some(to) = people.iter().find(|to| to.name == other.name) {
                edges.entry((one.id, to.id)).or_default()[0].clone_from(&other.knows);
            }
        }
        let relations = world.get::<Relations>(one.entity).into_iter().flat_map(|all| &all.0);
        for (to, relation) in relations.filter(|(_, one)| !one.relation.is_empty() || !one.feeling.is_empty()) {
            let edge = edges.entry((one.id, *to)).or_default();
            (edge[1], edge[2]) = (relation.relation.clone(), relation.feeling.clone());
        }
    }
    for ((one, to), count) in talks(world) {
        edges.entry((one, to)).or_default()[3] = count.to_string();
    }
    let mut xml = String::from(HEAD);
    // Writing into memory cannot fail.
    for one in &people {
        let label = escaped(&one_line(&one.name));
        _ = writeln!(xml, "    <node id=\"n{}\"><data key=\"label\">{label}</data></node>", one.id.0);
    }
    let is_here = |id: AgentId| people.iter().any(|one| one.id == id);
    for ((one, to), mut texts) in edges.into_iter().filter(|((one, to), _)| is_here(*one) && is_here(*to)) {
        _ = write!(xml, "    <edge source=\"n{}\" target=\"n{}\">", one.0, to.0);
        if texts[3].is_empty() {
            texts[3] = "0".into();
        }
        for (Column { name, .. }, text) in COLUMNS.iter().zip(&texts).filter(|(_, text)| !text.is_empty()) {
            _ = write!(xml, "<data key=\"{name}\">{}</data>", escaped(&one_line(text)));
        }
        xml += "</edge>\n";
    }
    xml + "  </graph>\n</graphml>\n"
}

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="known" for="edge" attr.name="known" attr.type="string"/>
  <key id="relation" for="edge" attr.name="relation" attr.type="string"/>
  <key id="feeling" for="edge" attr.name="feeling" attr.type="string"/>
  <key id="talks" for="edge" attr.name="talks" attr.type="int"/>
  <graph id="relations" edgedefault="directed">
"#;

/// In how many talks each was with each.
fn talks(world: &World) -> BTreeMap<(AgentId, AgentId), usize> {
    let mut members: BTreeMap<TalkId, std::collections::BTreeSet<AgentId>> = BTreeMap::new();
    for event in world.resource::<Chronicle>().events() {
        if let (Some(by), EventKind::Said { talk, to, .. }) = (event.who, &event.kind) {
            members.entry(*talk).or_default().extend(to.iter().copied().chain([by]));
        }
    }
    let mut talks = BTreeMap::new();
    for all in members.values() {
        for (one, to) in all.iter().flat_map(|one| all.iter().map(move |to| (*one, *to))).filter(|(one, to)| one != to)
        {
            *talks.entry((one, to)).or_default() += 1;
        }
    }
    talks
}
