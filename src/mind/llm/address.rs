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

/// Whether it is this very machine.
pub fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    match host.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// What to say about a base when its server knows no such path.
pub fn hint(base: &str) -> String {
    match base.rsplit('/').next() {
        Some("v1") => String::new(),
        _ => format!("; the URL should perhaps be {base}/v1"),
    }
}
