//! The address of a page: parts and questions. It never becomes a path of the file system.

use std::fmt::Write;

use soundline_report::escape::file_name;

/// The longest address that is read, in bytes.
const LONGEST: usize = 4096;

/// An address, such as `/r/0123456789abcdef/findings?page=2`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Address {
    parts: Vec<String>,
    query: Vec<(String, String)>,
}

impl Address {
    /// The page with the overview.
    pub fn overview() -> Address {
        Address::default()
    }

    /// A page about a result.
    pub fn of(id: &str, parts: &[&str]) -> Address {
        let parts = ["r", id].iter().chain(parts).map(|part| part.to_string()).collect();
        Address { parts, query: Vec::new() }
    }

    /// Reads an address; none if it can be none of ours.
    pub fn parse(path: &str, query: &str) -> Option<Address> {
        if path.len() + query.len() > LONGEST {
            return None;
        }
        let parts: Vec<String> =
            path.split('/').filter(|part| !part.is_empty()).map(str::to_string).collect();
        let plain = |part: &String| part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if parts.len() > 8 || !parts.iter().all(plain) {
            return None;
        }
        Some(Address { parts, query: pairs(query.as_bytes()) })
    }

    /// The same with another answer to a question; an empty one is left out.
    pub fn with(mut self, key: &str, value: impl ToString) -> Address {
        let value = value.to_string();
        self.query.retain(|(known, _)| known != key);
        if !value.is_empty() {
            self.query.push((key.to_string(), value));
        }
        self
    }

    /// The same without questions.
    pub fn bare(&self) -> Address {
        Address { parts: self.parts.clone(), query: Vec::new() }
    }

    /// Its parts.
    pub fn parts(&self) -> Vec<&str> {
        self.parts.iter().map(String::as_str).collect()
    }

    /// What it says to a question; empty if nothing.
    pub fn get(&self, key: &str) -> &str {
        let found = self.query.iter().find(|(known, _)| known == key);
        found.map_or("", |(_, value)| value)
    }

    /// A number in it.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.get(key).parse().ok()
    }

    /// As a browser asks for it.
    pub fn live(&self) -> String {
        let mut text = format!("/{}", self.parts.join("/"));
        if !self.query.is_empty() {
            let mut query = form_urlencoded::Serializer::new(String::new());
            query.extend_pairs(&self.query);
            let _ = write!(text, "?{}", query.finish());
        }
        text
    }

    /// The file of the page among exported ones.
    pub fn file(&self) -> String {
        let mut name = match self.parts.len() {
            0 => "index".to_string(),
            2 => format!("{}/index", self.parts.join("/")),
            _ => self.parts.join("/"),
        };
        for (key, value) in &self.query {
            let _ = write!(name, "-{}-{}", file_name(key), file_name(value));
        }
        format!("{name}.html")
    }
}

/// The pairs of a query or a form.
pub fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).take(64).map(|(k, v)| (k.into_owned(), v.into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_back() {
        let address = Address::of("0a", &["findings"]).with("text", "a < b&c").with("page", 2);
        assert_eq!(address.live(), "/r/0a/findings?text=a+%3C+b%26c&page=2");
        let (path, query) = ("/r/0a/findings", "text=a+%3C+b%26c&page=2");
        assert_eq!(Address::parse(path, query), Some(address.clone()));
        assert_eq!(address.clone().with("text", "").live(), "/r/0a/findings?page=2");
        assert_eq!(address.file(), "r/0a/findings-text-a___b_c-page-2.html");
        assert_eq!(Address::of("0a", &[]).file(), "r/0a/index.html");
        assert_eq!(Address::overview().file(), "index.html");
    }

    #[test]
    fn paths_are_no_addresses() {
        let refused =
            ["/../etc/passwd", "/r/..", "/r/%2e%2e/x", "/r/a.b", "/r/a\\b", "/r/a\0", "/r/ä"];
        for path in refused {
            assert_eq!(Address::parse(path, ""), None, "{path}");
        }
        assert_eq!(Address::parse(&"/a".repeat(9), ""), None);
        assert_eq!(Address::parse("/", &"x".repeat(5000)), None);
    }
}
