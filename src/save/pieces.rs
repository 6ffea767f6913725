//! Long texts in pieces, each kept once: what people ask, remember of a place, or plan is nearly the same again and again.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
};

use bevy::platform::collections::HashMap;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use rusqlite::{Connection, OptionalExtension, params};

use super::marks::insert;
use crate::exchange::cut;

/// A shorter text, in bytes, is kept as it is.
const SHORT: usize = 200;
/// The first byte of a text in pieces; none of ours begins with it.
const CUT: u8 = 0;
/// When this many pieces are known they are forgotten, and written again: so that what is written on one day is not
/// spread over all days before, and the room they take has an end.
const MANY: usize = 60_000;
/// The longest text, in bytes.
const LONGEST: u64 = 64 << 20;
/// The longest bundle, in bytes.
const BUNDLE: u64 = 32 << 20;
/// Bundles that have been read are kept up to so many bytes.
const HELD: usize = 256 << 20;

/// Which pieces a file has, as far as this run has written them.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces(HashMap<String, i64>);

/// Packs texts for one transaction.
pub(super) struct Packer<'a> {
    known: &'a Pieces,
    new: HashMap<String, i64>,
    first: i64,
}

impl<'a> Packer<'a> {
    pub(super) fn new(connection: &Connection, known: &'a Pieces) -> rusqlite::Result<Self> {
        let next = "SELECT ifnull(max(first + count), 0) FROM main.pieces";
        let first = connection.prepare_cached(next)?.query_row([], |row| row.get(0))?;
        Ok(Self { known, new: HashMap::default(), first })
    }

    /// The numbers of a text's pieces, each by how far it is from the one after the one before, which is mostly zero; `None`:
    /// it is short and kept as it is.
    pub(super) fn cut(&mut self, text: &str) -> Option<Vec<i64>> {
        let mut next = 0;
        (text.len() >= SHORT).then(|| {
            let numbers = cut(text).map(|piece| {
                let known = self.known.0.get(piece).or_else(|| self.new.get(piece)).copied();
                let number = known.unwrap_or_else(|| {
                    let number = self.first + self.new.len() as i64;
                    self.new.insert(piece.to_owned(), number);
                    number
                });
                let far = number - next;
                next = number + 1;
                far
            });
            numbers.collect()
        })
    }

    /// A text as it is kept in a column.
    pub(super) fn pack(&mut self, text: &str) -> Vec<u8> {
        let Some(numbers) = self.cut(text) else { return text.into() };
        let mut packed = vec![CUT];
        for far in numbers {
            let mut rest = (far.cast_unsigned() << 1) ^ (far >> 63).cast_unsigned();
            while rest >= 0x80 {
                packed.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            packed.push(rest as u8);
        }
        packed
    }

    /// Writes the pieces that are new; gives them for [`Pieces::keep`].
    pub(super) fn finish(self, connection: &Connection) -> rusqlite::Result<Pieces> {
        if !self.new.is_empty() {
            let mut texts: Vec<(&i64, &str)> = self.new.iter().map(|(text, number)| (number, text.as_str())).collect();
            texts.sort_unstable();
            let texts: Vec<&str> = texts.into_iter().map(|(_, text)| text).collect();
            let body = compressed(serde_json::to_string(&texts).unwrap_or_default().as_bytes());
            connection.prepare_cached(&insert("pieces", "first, count, body"))?.execute(params![
                self.first,
                texts.len() as i64,
                body
            ])?;
        }
        Ok(Pieces(self.new))
    }
}

impl Pieces {
    /// What was written is in the file.
    pub(super) fn keep(&mut self, new: Self) {
        if self.0.len() > MANY {
            self.0.clear();
        }
        self.0.extend(new.0);
    }
}

/// Puts texts together again.
pub(super) struct Unpacker<'a> {
    connection: &'a Connection,
    bundles: BTreeMap<i64, Vec<String>>,
    /// Bytes that these take.
    held: usize,
    /// Bytes that may still be read.
    left: u64,
}

impl<'a> Unpacker<'a> {
    /// One that reads at most so many bytes.
    pub(super) fn new(connection: &'a Connection, most: u64) -> Self {
        Self { connection, bundles: BTreeMap::new(), held: 0, left: most }
    }

    /// A text from how it is kept in a column; `None`: it is damaged or too long.
    pub(super) fn unpack(&mut self, packed: Vec<u8>) -> rusqlite::Result<Option<Vec<u8>>> {
        match packed.split_first() {
            Some((&CUT, numbers)) => match numbers_of(numbers) {
                Some(numbers) => self.join(numbers),
                None => Ok(None),
            },
            _ => Ok(self.takes(packed.len()).then_some(packed)),
        }
    }

    /// Whether so many bytes more may be read.
    pub(super) fn takes(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes as u64);
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// A text from the numbers of its pieces, see [`Packer::cut`]; `None`: it is damaged or too long.
    pub(super) fn join(&mut self, numbers: Vec<i64>) -> rusqlite::Result<Option<Vec<u8>>> {
        let (mut text, mut next) = (Vec::new(), 0_i64);
        for far in numbers {
            let number = next.wrapping_add(far);
            next = number.wrapping_add(1);
            let Some(piece) = self.piece(number)? else { return Ok(None) };
            text.extend_from_slice(piece.as_bytes());
            if text.len() as u64 > LONGEST.min(self.left) {
                return Ok(None);
            }
        }
        Ok(self.takes(text.len()).then_some(text))
    }

    fn piece(&mut self, number: i64) -> rusqlite::Result<Option<&str>> {
        let holds = |(first, texts): (&i64, &Vec<String>)| number - first < texts.len() as i64;
        if !self.bundles.range(..=number).next_back().is_some_and(holds) {
            let sql = "SELECT first, body FROM pieces WHERE first <= ?1 ORDER BY first DESC LIMIT 1";
            let mut bundle = self.connection.prepare_cached(sql)?;
            let found = bundle.query_row([number], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)));
            let Some((first, body)) = found.optional()? else { return Ok(None) };
            let texts = decompressed(&body, BUNDLE).and_then(|body| serde_json::from_slice::<Vec<String>>(&body).ok());
            let Some(texts) = texts else { return Ok(None) };
            let size: usize = texts.iter().map(|text| text.len() + size_of::<String>()).sum();
            if self.held + size > HELD {
                (self.bundles, self.held) = (BTreeMap::new(), 0);
            }
            self.held += size;
            self.bundles.insert(first, texts);
        }
        let bundle = self.bundles.range(..=number).next_back();
        Ok(bundle.and_then(|(first, texts)| texts.get(usize::try_from(number - first).ok()?)).map(String::as_str))
    }
}

/// The numbers of pieces from how they are kept in a column.
fn numbers_of(packed: &[u8]) -> Option<Vec<i64>> {
    let (mut numbers, mut far, mut shift) = (Vec::new(), 0_u64, 0);
    for byte in packed {
        if shift > 56 {
            return None;
        }
        far |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            numbers.push((far >> 1).cast_signed() ^ -((far & 1).cast_signed()));
            (far, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(numbers)
}

/// What stands in a column of an older format: the text itself, or the numbers of its pieces.
pub(super) fn kept(packed: &[u8]) -> Option<Result<&str, Vec<i64>>> {
    match packed.split_first() {
        Some((&CUT, numbers)) => numbers_of(numbers).map(Err),
        _ => std::str::from_utf8(packed).ok().map(Ok),
    }
}

pub(super) fn compressed(body: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory cannot fail.
    packed.write_all(body).and_then(|()| packed.finish()).unwrap_or_default()
}

/// `None`: it is damaged, or longer than `most` bytes.
pub(super) fn decompressed(packed: &[u8], most: u64) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    let read = ZlibDecoder::new(packed).take(most + 1).read_to_end(&mut body).ok()?;
    (read as u64 <= most).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::{
        marks::add_functions,
        schema::{VERSION, tables},
    };

    fn file() -> Connection {
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch(&tables(VERSION)).and_then(|()| add_functions(&connection)).expect("tables");
        connection
    }

    fn text(n: usize) -> String {
        let memory =
            |n: usize| format!("{{\"when\":\"Monday\",\"text\":\"memory {n} of something that was seen 火\"}}");
        format!("[{}]", (n..n + 40).map(memory).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn texts_come_back_as_they_were_and_take_little_room() {
        let (connection, mut known, mut packed) = (file(), Pieces::default(), Vec::new());
        let texts: Vec<String> = (0..200).map(text).chain(["{}".into(), String::new()]).collect();
        for some in texts.chunks(20) {
            let mut packer = Packer::new(&connection, &known).expect("a packer");
            packed.extend(some.iter().map(|text| packer.pack(text)));
            let new = packer.finish(&connection).expect("written");
            known.keep(new);
        }
        let bundles: i64 =
            connection.query_row("SELECT sum(length(body)) FROM pieces", [], |row| row.get(0)).expect("bundles");
        let bundles = bundles as usize;
        let [whole, small] = [texts.iter().map(String::len).sum::<usize>(), packed.iter().map(Vec::len).sum()];
        assert!((small + bundles) * 20 < whole, "{small} + {bundles} bytes for {whole}");
        let mut unpacker = Unpacker::new(&connection, 1 << 30);
        for (text, packed) in texts.iter().zip(packed) {
            assert_eq!(unpacker.unpack(packed).expect("read").as_deref(), Some(text.as_bytes()));
        }
    }

    #[test]
    fn what_is_damaged_is_no_text() {
        let connection = file();
        for bad in [&[CUT, 7][..], &[CUT, 0x80], &[CUT, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]]
        {
            let read = Unpacker::new(&connection, 1 << 20).unpack(bad.to_vec()).expect("no fault of the file");
            assert!(read.is_none_or(|text| text.is_empty()), "{bad:?}");
        }
        let much = vec![b' '; 100];
        assert_eq!(Unpacker::new(&connection, 99).unpack(much).expect("read"), None, "more than may be read");
    }
}
