//! Where a server is: a base URL that can be asked, and whether it is this machine.

use std::net::IpAddr;

use reqwest::Url;

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
    const USUAL: [&str; 10] = [
        "openai",
        "models",
        "engines",
        "inference",
        "compatible-mode",
        "deployments",
        "endpoints",
        "serverless",
        "gateway",
        "service",
    ];
    let parts = url.path_segments().into_iter().flatten();
    parts.filter(|part| part.len() >= 6 && !USUAL.contains(part)).map(str::to_owned).collect()
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
