//! A server on a folder of its own, and requests to it.

// Each test binary uses some of this.
#![allow(dead_code)]

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use soundline_viewer::{Finding, Host, Key, Library, Site, Unable, Until, serve};
use tempfile::TempDir;

/// A host that runs nothing and says what it was asked for.
struct Fake;

impl Host for Fake {
    fn c_program(&self, _: &Finding) -> Result<String, Unable> {
        Err(Unable("no C".into()))
    }
    fn replay(&self, _: &str) -> Result<String, Unable> {
        Ok("{\"outcome\": \"held\"}".into())
    }
    fn analyzers(&self) -> Result<Vec<String>, Unable> {
        Ok(vec!["one".into(), "<two>".into()])
    }
    fn compare(&self, program: &str, analyzers: &[String]) -> Result<String, Unable> {
        let runs: Vec<_> = analyzers
            .iter()
            .map(|name| serde_json::json!({ "analyzer": name, "ending": "safe" }))
            .collect();
        Ok(serde_json::json!({ "disagree": true, "file": program, "runs": runs }).to_string())
    }
}

/// A server with its folder.
pub struct Server {
    pub folder: TempDir,
    pub port: u16,
    pub key: Key,
    until: Arc<Until>,
    thread: Option<JoinHandle<()>>,
}

/// What it answered.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Server {
    pub fn new(allow_run: bool, files: &[(&str, &str)]) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            fs::write(path, text).expect("it is written");
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let key = Key::new().expect("randomness");
        let site = Site { library: Library::new(folder.path()), host: Box::new(Fake), allow_run };
        let until = Arc::new(Until::default());
        let (own, asked) = (key.clone(), Arc::clone(&until));
        let thread =
            std::thread::spawn(move || serve(site, own, listener, &asked).expect("it serves"));
        Server { folder, port, key, until, thread: Some(thread) }
    }

    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        // The server may refuse before all is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Reply { status, head: head.to_lowercase(), body: body.to_string() }
    }

    pub fn with(&self, line: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request =
            format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        self.raw(format!("{request}\r\n{body}").as_bytes())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.with(&format!("GET {path}"), &[("Host", &self.host())], "")
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A change, with some of what it needs.
    pub fn post(&self, path: &str, origin: Option<&str>, cookie: bool, body: &str) -> Reply {
        let (host, cookies) = (self.host(), format!("soundline={}", self.key.text()));
        let mut headers = vec![("Host", host.as_str())];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        if cookie {
            headers.push(("Cookie", &cookies));
        }
        self.with(&format!("POST {path}"), &headers, body)
    }

    /// The address of the only result.
    pub fn result(&self) -> String {
        let page = self.get("/").body;
        let at = page.find("href=\"/r/").expect("a result is listed");
        page[at + 6..].split('"').next().expect("it ends").to_string()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.until.end();
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || ended.is_some_and(|ended| ended.is_ok()));
    }
}
