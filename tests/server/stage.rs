//! A server of our own that does as it is told, well or badly. It listens on this machine only.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Heard {
    /// `POST /v1/chat/completions`.
    pub what: String,
    pub headers: String,
    pub body: Value,
}

impl Heard {
    /// Bytes of its body.
    pub fn length(&self) -> usize {
        let length = self.headers.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        length.unwrap_or(0)
    }
}

/// What to do with a connection on which a request has come.
#[derive(Clone)]
pub enum Act {
    /// Status, more headers, body.
    Say(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// After a while.
    Late(Duration, Box<Act>),
    /// Head at once, then a byte each so often.
    Drip(Duration, Vec<u8>),
    /// The head of a stream and its first words at once, then a ping each so often.
    Ping { every: Duration, kind: &'static str, first: &'static str, ping: &'static str },
    /// A head that promises more than comes.
    BreakOff(u16),
    /// So many bytes of JSON.
    Flood(usize),
    /// Nothing, and the connection stays.
    Hang,
    /// Nothing, and the connection goes.
    HangUp,
    /// These bytes, which may be no HTTP at all.
    Raw(Vec<u8>),
}

impl Act {
    pub fn json(status: u16, body: Value) -> Self {
        Self::Say(status, vec![("Content-Type", "application/json".into())], body.to_string().into_bytes())
    }

    pub fn text(status: u16, body: &str) -> Self {
        Self::Say(status, vec![("Content-Type", "text/html".into())], body.as_bytes().to_vec())
    }

    /// A model's words.
    pub fn words(words: &str) -> Self {
        Self::json(200, said(words, "stop"))
    }

    pub fn with(self, name: &'static str, value: &str) -> Self {
        match self {
            Self::Say(status, mut headers, body) => {
                headers.push((name, value.into()));
                Self::Say(status, headers, body)
            }
            other => other,
        }
    }
}

/// A whole answer with these words.
pub fn said(words: &str, finish: &str) -> Value {
    json!({
        "id": "1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{ "index": 0, "finish_reason": finish, "message": { "role": "assistant", "content": words } }],
    })
}

type Script = dyn Fn(usize, &Heard) -> Act + Send + Sync;

/// A server; it ends when dropped.
pub struct Stage {
    pub at: SocketAddr,
    heard: Arc<Mutex<Vec<Heard>>>,
    /// Requests that are being answered at this moment, and the most that ever were.
    pub most: Arc<AtomicUsize>,
    end: Arc<AtomicBool>,
}

impl Stage {
    /// Plays `script`: the how-manieth request, from 0, and the request.
    pub fn new(script: impl Fn(usize, &Heard) -> Act + Send + Sync + 'static) -> Self {
        Self::at("127.0.0.1:0".parse().unwrap(), script)
    }

    pub fn at(at: SocketAddr, script: impl Fn(usize, &Heard) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(at).unwrap();
        let at = listener.local_addr().unwrap();
        let (heard, end) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let script: Arc<Script> = Arc::new(script);
        let stage = Self { at, heard: heard.clone(), most: most.clone(), end: end.clone() };
        thread::spawn(move || {
            for stream in listener.incoming() {
                if end.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let (heard, script, end) = (heard.clone(), script.clone(), end.clone());
                let (now, most) = (now.clone(), most.clone());
                thread::spawn(move || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    serve(stream, &heard, &*script, &end, Inside(now));
                });
            }
        });
        stage
    }

    pub fn url(&self) -> String {
        format!("http://{}/v1", self.at)
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    /// Requests for answers, without looks at the models.
    pub fn calls(&self) -> usize {
        self.heard().iter().filter(|heard| heard.what.ends_with("/chat/completions")).count()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.end.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(self.at));
    }
}

/// A request that is being answered, until it is dropped.
struct Inside(Arc<AtomicUsize>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn serve(mut stream: TcpStream, heard: &Mutex<Vec<Heard>>, script: &Script, end: &AtomicBool, inside: Inside) {
    let Some(request) = read(&mut stream) else { return };
    let number = {
        let mut heard = heard.lock().unwrap();
        heard.push(request.clone());
        heard.len() - 1
    };
    // The client may be gone; that is its right.
    let _ = act(&mut stream, script(number, &request), end, inside);
}

fn act(stream: &mut TcpStream, act: Act, end: &AtomicBool, inside: Inside) -> std::io::Result<()> {
    let stay = || {
        while !end.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(10));
        }
    };
    match act {
        Act::Say(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} Some Reason\r\nContent-Length: {}\r\n", body.len());
            for (name, value) in headers {
                head += &format!("{name}: {value}\r\n");
            }
            // Whoever has the last byte may ask again before this thread goes on.
            drop(inside);
            stream.write_all((head + "Connection: close\r\n\r\n").as_bytes())?;
            stream.write_all(&body)
        }
        Act::Late(wait, then) => {
            thread::sleep(wait);
            self::act(stream, *then, end, inside)
        }
        Act::Drip(every, body) => {
            stream.write_all(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len()).as_bytes())?;
            for byte in body {
                if end.load(Ordering::SeqCst) {
                    break;
                }
                stream.write_all(&[byte])?;
                thread::sleep(every);
            }
            Ok(())
        }
        Act::Ping { every, kind, first, ping } => {
            stream.write_all(format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n{first}").as_bytes())?;
            while !end.load(Ordering::SeqCst) {
                stream.write_all(ping.as_bytes())?;
                thread::sleep(every);
            }
            Ok(())
        }
        Act::BreakOff(status) => {
            stream.write_all(format!("HTTP/1.1 {status} OK\r\nContent-Length: 1000\r\n\r\n{{\"choices\"").as_bytes())
        }
        Act::Flood(bytes) => {
            stream.write_all(format!("HTTP/1.1 200 OK\r\nContent-Length: {bytes}\r\n\r\n\"").as_bytes())?;
            let piece = [b'a'; 1 << 16];
            (0..bytes / piece.len()).try_for_each(|_| stream.write_all(&piece))
        }
        Act::Hang => {
            stay();
            Ok(())
        }
        Act::HangUp => Ok(()),
        Act::Raw(bytes) => stream.write_all(&bytes),
    }
}

fn read(stream: &mut TcpStream) -> Option<Heard> {
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return None,
            // Somebody wants to speak in secret, which nobody here can.
            Ok(_) if piece[0] == 0x16 && bytes.is_empty() => return None,
            Ok(n) => bytes.extend_from_slice(&piece[..n]),
        }
    };
    let headers = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let what = headers.lines().next()?.rsplit_once(' ')?.0.to_owned();
    let mut heard = Heard { what, headers, body: Value::Null };
    while bytes.len() < head + 4 + heard.length() {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return None,
            Ok(n) => bytes.extend_from_slice(&piece[..n]),
        }
    }
    heard.body = serde_json::from_slice(&bytes[head + 4..]).unwrap_or(Value::Null);
    Some(heard)
}
