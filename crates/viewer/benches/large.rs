//! Results with 100,000 findings and 1,000,000 verdicts: how long the server takes to start and to send each page, and how
//! much memory it needs. `cargo bench -p soundline-viewer`; a number makes it smaller: `-- 1000`.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use soundline_diff::ContentKey;
use soundline_diff::analyzer::{Answer, Run, Verdict};
use soundline_diff::store::{Judge, Store, StoredVariant};
use soundline_viewer::{Finding, Host, Key, Library, Site, Unable, Until, serve};

const ANALYZERS: usize = 10;
/// What every page must keep to.
const PAGE: Duration = Duration::from_millis(200);
const START: Duration = Duration::from_secs(2);
const MEMORY: u64 = 500;

struct Nobody;

impl Host for Nobody {
    fn c_program(&self, _: &Finding) -> Result<String, Unable> {
        Err(Unable(String::new()))
    }
    fn replay(&self, _: &str) -> Result<String, Unable> {
        Err(Unable(String::new()))
    }
    fn analyzers(&self) -> Result<Vec<String>, Unable> {
        Ok(Vec::new())
    }
    fn compare(&self, _: &str, _: &[String]) -> Result<String, Unable> {
        Err(Unable(String::new()))
    }
}

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(100_000);
    let folder = tempfile::tempdir().expect("a folder");
    let made = Instant::now();
    write_campaign(&folder.path().join("campaign.json"), count).expect("it is written");
    write_store(&folder.path().join("verdicts.sqlite"), count);
    println!("{count} findings, {} verdicts, made in {:.0?}", count * ANALYZERS, made.elapsed());

    let began = Instant::now();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let site =
        Site { library: Library::new(folder.path()), host: Box::new(Nobody), allow_run: false };
    let until = Arc::new(Until::default());
    let (key, asked) = (Key::new().expect("randomness"), Arc::clone(&until));
    let server = std::thread::spawn(move || serve(site, key, listener, &asked));
    let overview = get(port, "/").1;
    let mut missed = check("start", began.elapsed(), START);
    let id = overview.split("/r/").nth(1).and_then(|rest| rest.split('"').next()).expect("an id");
    let result = format!("/r/{id}");
    let reading = Instant::now();
    get(port, &result);
    println!("{:<40} {:>9.1?}", "the campaign is in memory after", reading.elapsed());
    for page in [
        "/".to_string(),
        result.clone(),
        format!("{result}/findings"),
        format!("{result}/findings?page=2000"),
        format!("{result}/findings?sort=seed"),
        format!("{result}/findings?sort=delta&kind=unsound&analyzer=analyzer-3"),
        format!("{result}/findings?text=x99&seed=seed-7"),
        format!("{result}/compare?a=analyzer-1&b=analyzer-2"),
        format!("{result}/compare?a=analyzer-1&b=analyzer-2&row=unsafe&column=safe&page=3"),
        format!("{result}/seeds"),
        format!("{result}/check/{}", count / 2),
        format!("{result}/variant/{}", count / 3),
    ] {
        let times: Vec<Duration> = (0..5).map(|_| get(port, &page).0).collect();
        let worst = times.into_iter().max().unwrap_or_default();
        missed |= check(page.trim_start_matches(&result), worst, PAGE);
    }
    let memory = most_memory();
    println!("{:<40} {memory:>6} MB  at most {MEMORY} MB", "memory");
    missed |= memory > MEMORY;
    until.end();
    let _ = server.join();
    std::process::exit(i32::from(missed));
}

fn check(what: &str, time: Duration, most: Duration) -> bool {
    println!("{what:<40} {time:>9.1?}  at most {most:?}");
    time > most
}

/// How long a page takes, and its text.
fn get(port: u16, path: &str) -> (Duration, String) {
    let began = Instant::now();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it is answered");
    assert!(text.starts_with("HTTP/1.1 200"), "{path}: {}", &text[..text.len().min(2000)]);
    (began.elapsed(), text)
}

/// The most memory that this process ever had, in MB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) >> 10
}

fn key(number: usize) -> String {
    format!("{number:064x}")
}

/// What an analyzer says about a variant: one of them stands against the others.
fn said(variant: usize, analyzer: usize) -> &'static str {
    match (variant % ANALYZERS == analyzer, (variant / 7 + analyzer) % 5) {
        (true, _) => "safe",
        (false, 0) => "unknown",
        _ => "unsafe",
    }
}

/// A campaign, written piece by piece.
fn write_campaign(path: &Path, count: usize) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let answers = |variant: usize| -> String {
        let all: Vec<String> =
            (0..ANALYZERS).map(|a| format!("\"{}\"", said(variant, a))).collect();
        all.join(",\n        ")
    };
    let list =
        |out: &mut BufWriter<File>, name: &str, all: usize, item: &dyn Fn(usize) -> String| {
            write!(out, ",\n  \"{name}\": [\n")?;
            for number in 0..all {
                let comma = if number + 1 < all { "," } else { "" };
                writeln!(out, "    {}{comma}", item(number))?;
            }
            write!(out, "  ]")
        };
    write!(
        out,
        "{{\n  \"schema\": \"soundline-comparison/1\",\n  \"soundline\": \"0.1.0\",\n  \"settings\": {{\"seed\": 0, \
         \"strategy\": \"uniform\", \"batch\": 1, \"budget\": null, \"constants\": \"pool\", \"limits\": \"30 s\", \
         \"concrete\": false}},\n  \"skipped\": []"
    )?;
    list(&mut out, "analyzers", ANALYZERS, &|n| {
        format!(
            "{{\"name\": \"analyzer-{n}\", \"tool\": \"tool-{n}\", \"version\": \"1\", \"under_approximates\": false}}"
        )
    })?;
    list(&mut out, "seeds", 1000, &|n| {
        format!(
            "{{\"name\": \"seed-{n}.c\", \"bits\": 64, \"candidates\": 100, \"planned\": 100, \"judged\": 100, \
             \"runs\": 0, \"not_runnable\": null, \"undefined\": null}}"
        )
    })?;
    list(&mut out, "variants", count, &|n| {
        format!(
            "{{\"seed\": {}, \"number\": {}, \"key\": \"{}\", \"checks\": [\"x{n} != {n}\"], \"said\": [{}]}}",
            n % 1000,
            n / 1000,
            key(n),
            answers(n)
        )
    })?;
    list(&mut out, "disputes", count, &|n| {
        format!(
            "{{\"seed\": {}, \"variant\": {}, \"key\": \"{}\", \"check\": \"x{n} != {n}\", \"function\": \"main\", \
             \"line\": {}, \"column\": 3, \"said\": [{}], \"truth\": \"open\"}}",
            n % 1000,
            n / 1000,
            key(n),
            n % 97 + 1,
            answers(n)
        )
    })?;
    // Ten findings in a group.
    list(&mut out, "groups", count / 10, &|n| {
        // The same analyzer is the one that stands alone in all of them.
        let analyzer = n % ANALYZERS;
        let block = n / ANALYZERS * 100;
        let finding = |place: usize| {
            let dispute = (block + place * 10 + analyzer).min(count - 1);
            format!(
                "{{\"dispute\": {dispute}, \"analyzer\": {analyzer}, \"fault\": \"unsound\", \"delta\": {}, \
                 \"tools\": 7, \"must\": false, \"evidence\": {{\"grade\": \"majority\"}}}}",
                n % 8 + 1
            )
        };
        let findings: Vec<String> = (0..10).map(finding).collect();
        format!(
            "{{\"analyzer\": {analyzer}, \"fault\": \"unsound\", \"findings\": [{}], \"reduced\": null}}",
            findings.join(",\n      ")
        )
    })?;
    write!(
        out,
        ",\n  \"stop\": \"budget\",\n  \"timings\": {{\"elapsed\": 1.0, \"analyzers\": 1.0, \"driver\": 1.0, \
         \"answers\": {}, \"known\": 0}}\n}}\n",
        count * ANALYZERS
    )?;
    out.flush()
}

fn write_store(path: &Path, count: usize) {
    let store = Store::open(path).expect("it is made");
    let text = b"int main(void) {\n  int x = 1;\n  return x;\n}\n";
    for number in 0..count {
        let variant = StoredVariant {
            key: key(number),
            seed: format!("seed-{}.c", number % 1000),
            text: text.to_vec(),
            detail: String::new(),
        };
        store.keep_variant(&variant).expect("it is kept");
        for analyzer in 0..ANALYZERS {
            let verdict = match said(number, analyzer) {
                "safe" => Verdict::Safe,
                "unknown" => Verdict::Unknown,
                _ => Verdict::Unsafe,
            };
            let run = Run {
                answer: Answer::Verdict(verdict),
                checks: None,
                usage: Default::default(),
                commands: vec!["analyzer program.i".into()],
                output: "all checks hold\n".into(),
            };
            let judge = Judge {
                analyzer: format!("analyzer-{analyzer}"),
                version: "1".into(),
                setup: String::new(),
            };
            let seen = ContentKey::of(soundline_c::DataModel::Lp64, text);
            store.keep(&key(number), &judge, &seen, &run).expect("it is kept");
        }
    }
}
