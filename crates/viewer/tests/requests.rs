//! Requests of all kinds, well-meant and forged, to a server on a folder with results and rubbish.

mod support;

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use support::Server;

const LAWS: &str = r#"{"schema": "soundline-laws/1", "soundline": "0.1.0", "seed": 0, "cases": 9, "complete": true,
 "lattices": [{"name": "<script>alert(1)</script>", "about": "a\u001b[31m & b", "laws": [
  {"law": "join-upper", "class": "order", "statement": "x <= x ⊔ y", "status": "violated", "verdict": "violated",
   "counterexample": {"values": [{"label": "x", "value": "<img src=x onerror=alert(1)>"}]}}]}]}"#;

#[test]
fn pages_are_shown_and_hostile_text_stays_text() {
    let server = Server::new(false, &[("laws.json", LAWS)]);
    let address = server.result();
    // It was read in the meantime, or is read now.
    let reply = server.get(&address);
    assert_eq!(reply.status, 200, "{}", reply.body);
    let lattice = server.get(&format!("{address}/lattice/0"));
    for body in [&reply.body, &lattice.body] {
        assert!(body.contains("&lt;script&gt;alert(1)"), "{body}");
        assert!(
            !body.contains("<script>alert") && !body.contains("<img") && !body.contains('\u{1b}')
        );
    }
    for part in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "frame-ancestors 'none'",
        "referrer-policy: same-origin",
        "cache-control: no-store",
    ] {
        assert!(reply.head.contains(part), "{part} is not in {}", reply.head);
    }
    assert!(server.get("/").body.contains("1 finding"), "the overview knows how it ended");
    assert!(server.get("/style.css").head.contains("text/css"));
    assert!(server.get("/script.js").body.contains("EventSource"));
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::new(true, &[("laws.json", LAWS)]);
    let host = server.host();
    let get = |headers: &[(&str, &str)]| server.with("GET /", headers, "").status;
    assert_eq!(get(&[("Host", &host)]), 200);
    assert_eq!(get(&[("Host", "evil.example")]), 403);
    assert_eq!(get(&[("Host", &format!("evil.example:{}", server.port))]), 403);
    assert_eq!(get(&[("Host", &host), ("Origin", "http://evil.example")]), 403);
    assert_eq!(
        get(&[("Host", &host), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")]),
        403
    );
    // HTTP/1.0 without a host.
    assert_eq!(server.raw(b"GET / HTTP/1.0\r\n\r\n").status, 403);
}

#[test]
fn changes_need_origin_cookie_and_key() {
    let server = Server::new(true, &[]);
    let own = format!("http://{}", server.host());
    let good = format!("key={}&program=int+x%3B&analyzer=one", server.key.text());
    let run = |origin: Option<&str>, cookie: bool, body: &str| {
        server.post("/scratchpad", origin, cookie, body)
    };
    assert_eq!(run(None, true, &good).status, 403, "no origin");
    assert_eq!(run(Some("http://evil.example"), true, &good).status, 403, "another origin");
    assert_eq!(run(Some("null"), true, &good).status, 403, "an origin without a name");
    assert_eq!(run(Some(&own), false, &good).status, 403, "no cookie");
    assert_eq!(run(Some(&own), true, "program=int+x%3B").status, 403, "no key");
    let wrong = format!("key={}&program=x", "0".repeat(32));
    assert_eq!(run(Some(&own), true, &wrong).status, 403, "another key");
    let reply = run(Some(&own), true, &good);
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert!(reply.body.contains("They disagree"));
    let stray = format!("{good}&analyzer=three");
    assert_eq!(run(Some(&own), true, &stray).status, 422, "an analyzer that is not there");
}

#[test]
fn the_key_is_only_shown_to_who_has_it() {
    let server = Server::new(true, &[]);
    let key = server.key.text();
    assert!(!server.get("/scratchpad").body.contains(key));
    let opened = server.get(&format!("/?key={key}"));
    assert_eq!(opened.status, 303);
    let cookie = format!("set-cookie: soundline={key}; httponly; samesite=strict; path=/");
    assert!(opened.head.contains(&cookie), "{}", opened.head);
    assert!(opened.head.contains("location: /\r\n"), "{}", opened.head);
    assert_eq!(server.get(&format!("/?key={}", "0".repeat(32))).status, 200);
    let (host, cookie) = (server.host(), format!("soundline={key}"));
    let page = server.with("GET /scratchpad", &[("Host", &host), ("Cookie", &cookie)], "");
    assert!(page.body.contains(key) && page.body.contains("&lt;two&gt;"));
}

#[test]
fn nothing_is_run_without_leave() {
    let server = Server::new(false, &[]);
    let own = format!("http://{}", server.host());
    let form = format!("key={}&program=x", server.key.text());
    let reply = server.post("/scratchpad", Some(&own), true, &form);
    assert_eq!(reply.status, 403);
    assert!(reply.body.contains("--allow-run"), "{}", reply.body);
    assert_eq!(server.get("/scratchpad").status, 403);
}

#[test]
fn files_cannot_be_asked_for() {
    let server = Server::new(false, &[("laws.json", LAWS), ("secret.txt", "secret")]);
    for path in [
        "/../secret.txt",
        "/r/../secret.txt",
        "/%2e%2e/secret.txt",
        "/r/..%2f..%2fsecret.txt",
        "/secret.txt",
        "/r/secret.txt",
        "//etc/passwd",
        "/r/laws.json",
        "/r/0000000000000000",
        "/r/0000000000000000/text/check/99999999999999999999",
        "/nothing",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(!reply.body.contains("secret"), "{path}");
    }
    assert_eq!(server.with("DELETE /", &[("Host", &server.host())], "").status, 405);
}

#[test]
fn what_is_too_large_or_broken_is_refused() {
    let server = Server::new(true, &[]);
    let own = format!("http://{}", server.host());
    let large = "x".repeat(1 << 20);
    assert!(matches!(server.post("/scratchpad", Some(&own), true, &large).status, 413 | 0));
    let long = format!("/?text={}", "x".repeat(8000));
    assert_eq!(server.get(&long).status, 404);
    assert!(matches!(server.raw(b"nonsense\r\n\r\n").status, 400 | 0));
    assert!(matches!(server.raw(&[0xff; 100_000]).status, 400 | 0));
    assert_eq!(server.get("/").status, 200, "it is still there");
}

/// Some who say nothing do not keep others from being answered.
#[test]
fn slow_clients_are_nobody_s_concern() {
    let server = Server::new(false, &[]);
    let mut silent: Vec<TcpStream> = (0..60)
        .map(|_| TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).expect("it listens"))
        .collect();
    for stream in &mut silent {
        stream.write_all(b"GET / HT").expect("a little is sent");
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn damaged_missing_and_growing_results_have_a_page() {
    let server = Server::new(
        false,
        &[("run/campaign.json", "{\"schema\": \"soundline-campaign/1\", \"targ")],
    );
    let address = server.result();
    let reply = server.get(&address);
    assert_eq!(reply.status, 422, "{}", reply.body);
    assert!(reply.body.contains("damaged"), "{}", reply.body);
    let file = server.folder.path().join("run/campaign.json");
    let whole = "{\"schema\": \"soundline-campaign/1\", \"soundline\": \"0\", \"targets\": []}";
    fs::write(&file, whole).expect("it is written");
    // A look at the folder is good for a second.
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(server.get(&address).status, 200, "now it is whole");
    fs::remove_file(&file).expect("it is removed");
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(server.get(&address).status, 404);
    fs::remove_dir_all(server.folder.path()).expect("it is removed");
    std::thread::sleep(Duration::from_millis(1100));
    assert!(server.get("/").body.contains("There is no result"), "not even a folder");
}

/// A campaign that names what is not there, and a store that is none.
#[test]
fn a_comparison_with_numbers_that_lead_nowhere_is_damaged() {
    let campaign = r#"{"soundline": "0", "settings": {"seed": 0, "strategy": "uniform", "batch": 1, "budget": 1,
        "constants": "pool", "limits": "1 s", "concrete": false}, "analyzers": [], "seeds": [], "skipped": [],
        "variants": [{"seed": 7, "number": 0, "key": "k", "checks": [], "said": []}], "disputes": [], "groups": [],
        "stop": "budget", "timings": {"elapsed": 1, "analyzers": 1, "driver": 1, "answers": 1, "known": 0}}"#;
    let server = Server::new(false, &[("campaign.json", campaign)]);
    let reply = server.get(&server.result());
    assert_eq!(reply.status, 422);
    assert!(reply.body.contains("leads nowhere"), "{}", reply.body);
    drop(server);
    let server =
        Server::new(false, &[("verdicts.sqlite", "no database at all, but text as long as one")]);
    let reply = server.get(&server.result());
    assert_eq!(reply.status, 503);
    assert!(reply.body.contains("no results yet"), "{}", reply.body);
}

#[test]
fn progress_is_told() {
    let server = Server::new(false, &[("run/state/lock", "")]);
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).expect("it listens");
    let request = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    stream.write_all(request.as_bytes()).expect("it is sent");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a limit");
    let mut told = String::new();
    let mut buffer = [0; 4096];
    while !told.contains("\ndata:") {
        let count = stream.read(&mut buffer).expect("something is told");
        assert!(count > 0, "{told}");
        told += &String::from_utf8_lossy(&buffer[..count]);
    }
    assert!(told.contains("text/event-stream") && told.contains("it has just begun"), "{told}");
}
