//! Who may ask: browsers on this machine, for pages of this server. Who may change something: who has the key.
//!
//! - The `Host` of every request must be this server by a name of this machine: a foreign name that was made to lead here
//!   (DNS rebinding) is refused.
//! - An `Origin` must be this server: no page of another one can have its requests answered.
//! - The key is in the address that `soundline serve` prints. Who opens it gets a cookie, and only pages for that cookie have
//!   forms. Each form carries the key, and a change without it is refused.

use std::fs::File;
use std::io::{self, Read};

use axum::http::{HeaderMap, HeaderValue, header};

/// What changes must carry: 128 random bits.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// A new key.
    pub fn new() -> io::Result<Key> {
        let mut bytes = [0; 16];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        Ok(Key(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is the key. It takes as long for every other text of its length.
    pub fn is(&self, text: &str) -> bool {
        let differ = self.0.bytes().zip(text.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        self.0.len() == text.len() && differ == 0
    }

    /// Whether the cookie of a request is the key.
    pub fn is_in(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(';'));
        cookies.filter_map(|c| c.trim().strip_prefix("soundline=")).any(|text| self.is(text))
    }
}

/// Says nothing about the key.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It asks for another host.
    Host,
    /// It comes from another origin.
    Origin,
    /// It would change something and does not carry the key.
    Key,
}

impl Refused {
    /// In a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Refused::Host => "This server answers only under the address that it printed.",
            Refused::Origin => "The request comes from a page of another server.",
            Refused::Key => {
                "Changes need the key: open the address that soundline serve printed, and try again."
            }
        }
    }
}

/// Whether a request comes from a browser that shows this server, which listens at a port.
pub fn admit(headers: &HeaderMap, port: u16) -> Result<(), Refused> {
    let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
    let is_here = |value: &str| names.iter().any(|name| name == value);
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    if !host.is_some_and(is_here) || hosts.next().is_some() {
        return Err(Refused::Host);
    }
    let is_origin = |value: &HeaderValue| {
        value.to_str().is_ok_and(|text| text.strip_prefix("http://").is_some_and(is_here))
    };
    if !headers.get_all(header::ORIGIN).iter().all(is_origin) {
        return Err(Refused::Origin);
    }
    // Browsers say whether another site asks; links from elsewhere may lead to pages.
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let mode = headers.get("sec-fetch-mode").and_then(|value| value.to_str().ok());
    match (site, mode) {
        (None | Some("same-origin" | "none"), _) | (_, Some("navigate")) => Ok(()),
        _ => Err(Refused::Origin),
    }
}

/// Whether a request that changes something may: it names its origin, and carries the key.
pub fn permit(headers: &HeaderMap, form: &[(String, String)], key: &Key) -> Result<(), Refused> {
    if !headers.contains_key(header::ORIGIN) {
        return Err(Refused::Origin);
    }
    let carried = form.iter().find(|(name, _)| name == "key");
    match carried.is_some_and(|(_, value)| key.is(value)) && key.is_in(headers) {
        true => Ok(()),
        false => Err(Refused::Key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in list {
            let name: header::HeaderName = name.parse().expect("a name");
            map.append(name, value.parse().expect("a value"));
        }
        map
    }

    #[test]
    fn only_this_server_is_answered() {
        let check = |list: &[(&str, &str)], expected| {
            assert_eq!(admit(&headers(list), 80).err(), expected, "{list:?}");
        };
        check(&[("host", "127.0.0.1:80")], None);
        check(&[("host", "localhost:80"), ("origin", "http://localhost:80")], None);
        check(&[], Some(Refused::Host));
        check(&[("host", "evil.example:80")], Some(Refused::Host));
        check(&[("host", "127.0.0.1")], Some(Refused::Host));
        check(&[("host", "127.0.0.1:80"), ("host", "evil.example")], Some(Refused::Host));
        check(&[("host", "127.0.0.1:80.evil.example")], Some(Refused::Host));
        let host = ("host", "127.0.0.1:80");
        check(&[host, ("origin", "null")], Some(Refused::Origin));
        check(&[host, ("origin", "https://127.0.0.1:80")], Some(Refused::Origin));
        check(&[host, ("origin", "http://127.0.0.1:81")], Some(Refused::Origin));
        check(&[host, ("sec-fetch-site", "cross-site")], Some(Refused::Origin));
        check(&[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], None);
        check(
            &[host, ("sec-fetch-site", "same-site"), ("sec-fetch-mode", "cors")],
            Some(Refused::Origin),
        );
    }

    #[test]
    fn changes_need_the_key_twice() {
        let key = Key::new().expect("there is randomness");
        let form = |text: &str| vec![("key".to_string(), text.to_string())];
        let cookie = format!("other=1; soundline={}", key.text());
        let origin = ("origin", "http://127.0.0.1:80");
        let good = headers(&[origin, ("cookie", &cookie)]);
        assert_eq!(permit(&good, &form(key.text()), &key), Ok(()));
        assert_eq!(permit(&good, &form(""), &key), Err(Refused::Key));
        assert_eq!(permit(&good, &form(&"0".repeat(32)), &key), Err(Refused::Key));
        assert_eq!(permit(&good, &[], &key), Err(Refused::Key));
        assert_eq!(permit(&headers(&[origin]), &form(key.text()), &key), Err(Refused::Key));
        assert_eq!(
            permit(&headers(&[("cookie", &cookie)]), &form(key.text()), &key),
            Err(Refused::Origin)
        );
    }
}
