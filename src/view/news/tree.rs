//! Who told whom, as a tree from the source. Pure.

use std::collections::BTreeMap;

use crate::study::news::Handing;

/// Somebody in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<'a> {
    /// Full name.
    pub who: &'a str,
    /// How far from the source; those whom nobody can be named for stand beside it.
    pub depth: usize,
    /// The handing that brought it, by its place in the path.
    pub handing: Option<usize>,
}

/// The tree in the order in which it is drawn: whom one told follow below, each with theirs, by time. Where no source is
/// named, whoever has it from nobody begins a tree of their own.
pub fn rows<'a>(source: &'a str, path: &'a [Handing]) -> Vec<Branch<'a>> {
    let mut under: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (n, one) in path.iter().enumerate() {
        under.entry(one.from.as_str()).or_default().push(n);
    }
    let mut rows = Vec::new();
    let mut done = vec![false; path.len()];
    below(Branch { who: source, depth: 0, handing: None }, path, &under, &mut done, &mut rows);
    if source.is_empty() {
        rows.remove(0);
        rows.iter_mut().for_each(|row| row.depth -= 1);
    }
    // Whoever has it from somebody that the source does not lead to; a circle is begun anywhere.
    let led_to = |n: &usize| path.iter().any(|one| one.to == path[*n].from);
    let (later, first): (Vec<usize>, Vec<usize>) = (0..path.len()).partition(led_to);
    for n in first.into_iter().chain(later) {
        if !std::mem::replace(&mut done[n], true) {
            below(Branch { who: &path[n].to, depth: 0, handing: Some(n) }, path, &under, &mut done, &mut rows);
        }
    }
    rows
}

fn below<'a>(
    top: Branch<'a>,
    path: &'a [Handing],
    under: &BTreeMap<&str, Vec<usize>>,
    done: &mut [bool],
    rows: &mut Vec<Branch<'a>>,
) {
    // Without recursion: news may go through a thousand people one after the other.
    let mut open = vec![top];
    while let Some(one) = open.pop() {
        let (who, depth) = (one.who, one.depth);
        rows.push(one);
        let mut next: Vec<Branch> = Vec::new();
        for &n in under.get(who).into_iter().flatten() {
            if !std::mem::replace(&mut done[n], true) {
                next.push(Branch { who: &path[n].to, depth: depth + 1, handing: Some(n) });
            }
        }
        open.extend(next.into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::news::How;

    fn handing(from: &str, to: &str, tick: u64) -> Handing {
        let (from, to) = (from.to_string(), to.to_string());
        Handing { tick, from, to, how: How::Talk, words: String::new() }
    }

    fn short<'a>(source: &'a str, path: &'a [Handing]) -> Vec<(&'a str, usize)> {
        rows(source, path).into_iter().map(|one| (one.who, one.depth)).collect()
    }

    #[test]
    fn everybody_stands_under_who_told_them() {
        let path = [
            handing("Ann", "Bo", 1),
            handing("Ann", "Cy", 2),
            handing("Bo", "Di", 3),
            handing("", "Ed", 4),
            handing("Ed", "Fay", 5),
            handing("Gil", "Hal", 6),
            handing("Hal", "Gil", 6),
        ];
        let tree = short("Ann", &path);
        assert_eq!(tree, [("Ann", 0), ("Bo", 1), ("Di", 2), ("Cy", 1), ("Ed", 0), ("Fay", 1), ("Hal", 0), ("Gil", 1)]);
        assert_eq!(short("Ann", &[]), [("Ann", 0)]);
        // Of what is followed by its words alone nobody is the source.
        let path = [handing("", "Ann", 1), handing("Ann", "Bo", 2), handing("", "Cy", 3), handing("Di", "Ed", 4)];
        assert_eq!(short("", &path), [("Ann", 0), ("Bo", 1), ("Cy", 0), ("Ed", 0)]);
        assert_eq!(short("", &[]), []);
    }
}
