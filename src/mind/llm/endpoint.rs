//! Where a server is: a base URL that can be asked, and whether it is this machine. And its key: held so that nothing
//! prints it, and taken out of whatever a server says back.

use std::net::IpAddr;

use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};

use super::Endpoint;

/// The base without blanks around it and without slashes at its end, and the same taken apart.
///
/// # Errors
/// One sentence, if it cannot be asked or carries what belongs elsewhere.
pub fn check(base: &str) -> Result<(String, Url), String> {
    let text = base.trim().trim_end_matches('/');
    let fault = |why: &str| Err(format!("the server's URL {why}; write it like http://127.0.0.1:11434/v1"));
    if text.is_empty() {
        return fault("is empty");
    }
    let Ok(url) = Url::parse(text) else { return fault("cannot be read") };
    match () {
        () if !matches!(url.scheme(), "http" | "https") => fault("begins with neither http:// nor https://"),
        // A reader of URLs takes `http:///v1` for a host named `v1`.
        () if url.host_str().is_none_or(str::is_empty) || text.contains(":///") => fault("names no host"),
        // A password in it would be printed wherever the URL is.
        () if !url.username().is_empty() || url.password().is_some() => fault("holds a name or a password"),
        () if url.query().is_some() || url.fragment().is_some() => fault("holds a `?` or a `#`"),
        () if text.chars().any(char::is_control) => fault("holds a control sign"),
        () => Ok((text.to_owned(), url)),
    }
}

/// A server's URL as people may see it: scheme, host and port. A path can hold a secret as well as a query can.
pub fn shown(base: &str) -> String {
    match Url::parse(base.trim()) {
        Ok(url) if url.has_host() => format!("{}://{}", url.scheme(), place(&url)),
        _ => "a URL that cannot be read".into(),
    }
}

/// Host and port alone, for what is kept: saves hold no URL.
pub fn place(url: &Url) -> String {
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    format!("{}{port}", url.host_str().unwrap_or_default())
}

/// The text with host and port in the place of every URL in it.
pub fn without_urls(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("://") {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let start =
            rest[..at].rfind(|c| !is_scheme(c)).map_or(0, |n| n + rest[n..].chars().next().map_or(1, char::len_utf8));
        let ends = |c: char| {
            c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | '{' | '}' | '|' | '\\')
        };
        let end = rest[at + 3..].find(ends).map_or(rest.len(), |n| at + 3 + n);
        out.push_str(&rest[..start]);
        // A stop or a comma behind it belongs to the sentence.
        let whole = rest[start..end].trim_end_matches(['.', ',', ';', ':', '!']);
        out.push_str(&Url::parse(whole).ok().filter(Url::has_host).map_or_else(|| "(URL)".into(), |url| place(&url)));
        rest = &rest[start + whole.len()..];
    }
    out + rest
}

/// The parts of a URL's path that could be a secret: whatever is no usual word of such a path.
pub fn secrets(url: &Url) -> Vec<String> {
    const USUAL: &str =
        "openai models engines inference compatible-mode deployments endpoints serverless gateway service";
    let parts = url.path_segments().into_iter().flatten();
    parts.filter(|part| part.len() >= 6 && !USUAL.split(' ').any(|usual| usual == *part)).map(str::to_owned).collect()
}

/// Whether it is the server that `OPENAI_API_KEY` belongs to.
pub fn is_openai(url: &Url) -> bool {
    url.scheme() == "https" && url.host_str() == Some("api.openai.com")
}

/// Whether it is this very machine.
pub fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    match host.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// What to say about a base when its server knows no such path.
pub fn hint(base: &str) -> &'static str {
    match base.rsplit('/').next() {
        Some("v1") => "",
        _ => "; the URL should perhaps end in /v1",
    }
}

/// What stands in a key's place.
const HIDDEN: &str = "(key)";
/// What is sent where no key is needed.
const NONE: &str = "none";
/// Shorter keys are hidden only where they are a word of their own.
const TELLING: usize = 6;

/// The variable of OpenAI's own server.
pub(super) const OPENAI: &str = "OPENAI_API_KEY";

/// Whether a text can be the name of a variable. What looks like the key itself is none, and must not be shown.
pub fn is_variable(text: &str) -> bool {
    let signs = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_key = ["sk_", "pk_", "gsk_", "hf_", "ghp_", "AKIA"].iter().any(|front| text.starts_with(front));
    signs && begins && !is_key && text.len() <= 40
}

/// A variable as it may be printed: by its name if that is plainly one, since a key may consist of letters and digits
/// too.
pub(super) fn told(name: &str) -> String {
    let plain = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.chars().all(|c| c.is_ascii_uppercase()) && letters.len() <= 16 && part.len() - letters.len() <= 3
    };
    let is_name = name.split('_').all(plain);
    if is_name { format!("the variable {name}") } else { "the variable that key_variable names".into() }
}

/// A key that can be sent; for servers that want none, a word in its place, as some insist on one.
#[derive(Clone, Debug)]
pub(super) struct Key(SecretString);

impl Key {
    /// The key of this server. `variable` gives a variable's value.
    pub fn of(endpoint: &Endpoint, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let (_, url) = check(&endpoint.url)?;
        let place = place(&url);
        // A key that was meant for one server is not sent to another.
        let Some(name) = endpoint.variable() else { return Ok(Self(SecretString::from(NONE))) };
        if !is_variable(name) {
            return Err(format!(
                "what stands as key_variable of {place} is no name of a variable and is not shown, as it may be the \
                 key: write the name of the variable there, such as {OPENAI}, and put the key into that variable"
            ));
        }
        let text = variable(name).map(SecretString::from);
        let text = text.ok_or_else(|| format!("{place} wants a key: put it in {}", told(name)))?;
        Self::read(text.expose_secret()).map_err(|why| format!("the key in {} {why}", told(name)))
    }

    fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match () {
            () if text.is_empty() => Err("is empty; put the key into it".into()),
            // In JSON and in quotation marks such a key would look otherwise, and not be found where it has to be hidden.
            () if !text.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'"' | b'\\')) => {
                Err("holds a line end, a blank or another character that no key has; copy it anew".into())
            }
            () => Ok(Self(SecretString::from(text))),
        }
    }

    /// Whether a word stands in its place.
    pub fn is_none(&self) -> bool {
        self.0.expose_secret() == NONE
    }

    /// The key itself, for the one place that sends it.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// The text without the key in it. A short key is hidden where it is a word of its own: within words it would only show
    /// by what is missing what the key is.
    pub fn hide(&self, text: &str) -> String {
        let (mut out, mut done, key) = (String::new(), 0, self.expose());
        let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_whole = |at: usize| {
            let (before, after) = (&text[..at], &text[at + key.len()..]);
            key.len() >= TELLING || !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        };
        for (at, _) in text.match_indices(key).filter(|(at, _)| !self.is_none() && is_whole(*at)) {
            out += &text[done..at];
            out += HIDDEN;
            done = at + key.len();
        }
        out + &text[done..]
    }

    /// The same for a text of which more may come: a key that has only begun at its end is kept back.
    pub fn hide_begun(&self, text: &str) -> String {
        let (mut out, key) = (self.hide(text), self.expose());
        let begun = |n: &usize| !self.is_none() && key.get(..*n).is_some_and(|part| out.ends_with(part));
        let begun = (1..key.len()).rev().find(begun).unwrap_or_default();
        out.truncate(out.len() - begun);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_hidden_whole_short_or_only_begun() {
        let key = |text: &str| Key(SecretString::from(text));
        assert_eq!(key("sk-12345").hide("it is sk-12345, sk-12345x"), "it is (key), (key)x");
        assert_eq!(key("abc").hide("abc: abcd is no 'abc'"), "(key): abcd is no '(key)'");
        let begun = |text: &str| key("sk-12345").hide_begun(text);
        assert_eq!([begun("my key is sk-1"), begun("sk-12345"), begun("ask")], ["my key is ", "(key)", "a"]);
        assert_eq!((key(NONE).hide("none"), key(NONE).hide_begun("no")), ("none".into(), "no".into()));
    }

    #[test]
    fn a_server_is_printed_without_what_may_be_a_key() {
        let server = Endpoint {
            url: "https://far.example/sk-12345/v1".into(),
            key_variable: Some("sk-12345".into()),
            ..Endpoint::default()
        };
        assert!(!format!("{server:?}").contains("sk-12345"), "{server:?}");
    }
}
