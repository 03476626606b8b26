//! Clients that take their time, lines without end, and stores that grow while somebody looks.

mod support;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use soundline_diff::ContentKey;
use soundline_diff::analyzer::{Answer, Run, Verdict};
use soundline_diff::store::{Judge, Store};
use support::Server;

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    stream
}

/// More of them than there are places: they are sent away, and then others are answered.
#[test]
fn clients_that_say_nothing_lose_their_place() {
    let server = Server::new(false, &[]);
    let mut silent: Vec<TcpStream> = (0..200).map(|_| connect(&server)).collect();
    silent.iter_mut().for_each(|stream| drop(stream.write_all(b"GET / HT")));
    let mut late = connect(&server);
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.host());
    late.write_all(request.as_bytes()).expect("it is sent");
    let mut reply = String::new();
    late.read_to_string(&mut reply).expect("it is answered");
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
}

/// A form that never comes to its end is refused.
#[test]
fn forms_that_do_not_end_are_refused() {
    let server = Server::new(true, &[]);
    let mut stream = connect(&server);
    let host = server.host();
    let head = format!(
        "POST /scratchpad HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: soundline={}\r\n\
         Content-Length: 1000\r\n\r\nkey=",
        server.key.text()
    );
    stream.write_all(head.as_bytes()).expect("a part is sent");
    let mut reply = [0; 12];
    stream.read_exact(&mut reply).expect("it is answered");
    assert_eq!(&reply, b"HTTP/1.1 408");
    assert_eq!(server.get("/").status, 200);
}

/// Clients that ask for much and read nothing keep nobody else waiting.
#[test]
fn clients_that_do_not_read_are_nobody_s_concern() {
    let server = Server::new(false, &[]);
    let request = format!("GET /style.css HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).repeat(200);
    let _idle: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = connect(&server);
            stream.write_all(request.as_bytes()).expect("it is sent");
            stream
        })
        .collect();
    assert_eq!(server.get("/").status, 200);
}

/// An analysis of a file with a line of 10 MB, with HTML in all that is shown.
#[test]
fn a_line_of_ten_megabytes_is_shortened() {
    let line = "<img src=x onerror=alert(1)>\u{1b}[31m".repeat((10 << 20) / 33);
    let document = serde_json::json!({
        "schema": "soundline-analysis/1", "soundline": "0", "stop": "finished",
        "files": [{
            "file": "<b>.c", "stop": "finished", "scope": "<i>", "domain": "<u>", "counts": {},
            "lines": [line, "int x;"],
            "states": [{ "line": 1, "holds": "<script>", "provided": ["\"><script>"] }],
            "checks": [{
                "function": "<s>", "kind": "<k>", "line": 1, "text": "<script>alert(1)</script>",
                "status": "<status>", "provided": ["\"><script>"], "root": "a1",
            }],
            "assumptions": [{
                "id": "\"><script>", "function": "<f>", "line": 1, "predicate": "<p onclick=x>", "reason": "<r>",
            }],
        }],
    });
    let server = Server::new(false, &[("analysis.json", &document.to_string())]);
    let address = server.result();
    for page in [address.clone(), format!("{address}/file/0")] {
        let reply = server.get(&page);
        assert_eq!(reply.status, 200, "{}", reply.head);
        assert!(reply.body.len() < 100_000, "{page}: {} bytes", reply.body.len());
        for part in ["<img", "<script>", "<p onclick", "\u{1b}"] {
            assert!(!reply.body.contains(part), "{page}: {part} in {}", reply.body);
        }
    }
    assert!(server.get(&format!("{address}/file/0")).body.contains("class=\"tip\""), "arrows");
}

/// A lattice whose order is nonsense, and one whose order can be drawn.
#[test]
fn orders_are_drawn_and_nonsense_is_not() {
    let laws = |order: serde_json::Value| {
        serde_json::json!({
            "schema": "soundline-laws/1", "soundline": "0", "seed": 0, "cases": 9, "complete": true,
            "lattices": [{ "name": "l", "about": "a", "order": order, "laws": [{
                "law": "join-upper", "class": "order", "statement": "s", "status": "violated", "verdict": "violated",
                "counterexample": { "values": [{ "label": "a", "value": "<bot>" }, { "label": "b", "value": "elsewhere" }] },
            }] }],
        })
        .to_string()
    };
    let good = serde_json::json!({ "elements": ["<bot>", "top"], "leq": [[0, 1], [1]] });
    let bad = serde_json::json!({ "elements": ["<bot>", "top"], "leq": [[0, 9], [1]] });
    for (order, drawn) in [(good, true), (bad, false)] {
        let server = Server::new(false, &[("laws.json", &laws(order))]);
        let reply = server.get(&format!("{}/lattice/0", server.result()));
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(reply.body.contains("diagram hasse"), drawn, "{}", reply.body);
        assert_eq!(reply.body.contains("class=\"box marked\""), drawn);
        assert!(!reply.body.contains("<bot>"));
    }
}

/// Answers that come in while somebody looks are counted, and a store that is cut short is said to be damaged.
#[test]
fn a_store_that_grows_is_looked_at() {
    let server = Server::new(false, &[]);
    let path = server.folder.path().join("verdicts.sqlite");
    let store = Store::open(&path).expect("it is made");
    let judge = Judge { analyzer: "a".into(), version: "1".into(), setup: "s".into() };
    let run = Run {
        answer: Answer::Verdict(Verdict::Safe),
        checks: None,
        usage: Default::default(),
        commands: Vec::new(),
        output: "<b>".into(),
    };
    let seen = ContentKey::of(soundline_c::DataModel::Lp64, b"int x;");
    for count in 1..=3 {
        store.keep(&count.to_string(), &judge, &seen, &run).expect("it is kept");
        std::thread::sleep(Duration::from_millis(1100));
        let page = server.get("/").body;
        assert!(page.contains(&format!("{count} answers")) && page.contains("running"), "{page}");
        let about = server.get(&server.result());
        assert_eq!(about.status, 503);
    }
    drop(store);
    let whole = std::fs::read(&path).expect("it is there");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("it is cut");
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.get(&server.result()).status, 503);
}
