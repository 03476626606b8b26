//! `soundline serve`: how it begins and ends, pages as files, and all pages in a browser.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use support::{Folder, stderr, stdout};

const SEED: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 0 && x < 10) {
    y = x + x;
  }
  while (y < 5) {
    y = y + 1;
  }
  return y;
}
";

/// Results of every command.
fn results(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.path().join("seed.c"), SEED).expect("it is written");
    let checked = SEED.replace("return y;", "__VERIFIER_assert(y < 18);\n  return 10 / (x - y);");
    // The loop turns so often that a bound on widenings is reached.
    let checked = checked.replace("y < 5)", "y < 50)");
    let checked = format!("void __VERIFIER_assert(int);\n{checked}");
    fs::write(folder.path().join("checked.c"), checked).expect("it is written");
    let run = |arguments: &[&str]| {
        let output = folder.soundline(arguments);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1 | 3)), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    };
    run(&["test", "seeded:interval-meet-swaps-bound", "--budget", "400", "--out", "out/test"]);
    let laws = run(&["laws", "planted:join-associative", "sign", "--cases", "20", "--json"]);
    fs::write(folder.path().join("out/laws.json"), laws).expect("it is written");
    let bug = "interval-meet-swaps-bound";
    let seeded = run(&["eval", "seeded", bug, "--time", "2s", "--json"]);
    fs::write(folder.path().join("out/seeded.json"), seeded).expect("it is written");
    if soundline_needs::LIBCLANG.found() && soundline_needs::CBMC.found() {
        run(&["analyze", "checked.c", "--bound", "W0", "--out", "out/octagons"]);
        run(&["analyze", "checked.c", "--fast", "--out", "out/intervals"]);
        let only = "soundline:intervals,goto-analyzer:constants";
        run(&[
            "diff", "run", "seed.c", "--only", only, "--budget", "4", "--reduce", "0", "--out",
            "out/diff",
        ]);
    }
    folder
}

/// A server that is ended with its owner.
struct Server {
    child: Child,
    /// The address that it printed.
    address: String,
}

impl Server {
    fn start(folder: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
        command.arg("serve").arg(folder).args(["--port", "0", "--no-open"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let address = line.split(' ').next_back().expect("the address is last").trim().to_string();
        assert!(address.starts_with("http://127.0.0.1:"), "{line}");
        Server { child, address }
    }

    fn signal(&self, signal: rustix::process::Signal) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, signal).expect("it is there");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_ends_when_it_is_asked_to() {
    let folder = Folder::new("serve-ends");
    for signal in [rustix::process::Signal::INT, rustix::process::Signal::TERM] {
        let mut server = Server::start(folder.path(), &[]);
        server.signal(signal);
        let ended = server.child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(0), "{signal:?}");
    }
}

#[test]
fn wrong_use() {
    let folder = Folder::new("serve-wrong");
    let refused = |arguments: &[&str], what: &str| {
        let output = folder.soundline(arguments);
        assert_eq!(output.status.code(), Some(2));
        let text = stderr(&output);
        assert!(text.contains(what), "{what:?} is not in {text}");
    };
    refused(&["serve", "nothing"], "there is no folder nothing");
    refused(&["serve", ".", "--port", "99999"], "99999");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    refused(&["serve", ".", "--port", &port.to_string()], &format!("port {port} is in use"));
    refused(&["serve", ".", "--export", "x", "--allow-run"], "--allow-run");
}

/// Every link of the exported pages leads to a file.
#[test]
fn pages_as_files() {
    let folder = results("serve-export");
    let output = folder.soundline(&["serve", "out", "--export", "public"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let root = folder.path().join("public");
    let mut waiting = vec![root.join("index.html")];
    let mut seen = BTreeSet::new();
    while let Some(file) = waiting.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        let page =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for link in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(
                !link.starts_with('/') && !link.contains("://"),
                "{link} in {}",
                file.display()
            );
            let link = link.split('#').next().expect("there is a first");
            if !link.is_empty() && !link.ends_with(".css") {
                let to = file.parent().expect("a folder").join(link);
                waiting.push(to.canonicalize().unwrap_or_else(|e| panic!("{}: {e}", to.display())));
            }
        }
    }
    let told = stdout(&output);
    let pages: usize = told.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(pages >= 6, "{told}");
}

/// A driver of browsers that is ended with its owner.
struct Driver {
    child: Child,
    port: String,
}

impl Driver {
    fn start() -> Driver {
        let mut command = Command::new("chromedriver");
        let mut child =
            command.arg("--port=0").stdout(Stdio::piped()).spawn().expect("the driver starts");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        let port = out.lines().map_while(Result::ok).find_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_string())
        });
        Driver { child, port: port.expect("it says its port") }
    }

    /// A browser of a width, light or dark.
    async fn browser(&self, width: u32, dark: bool) -> Client {
        let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!dark));
        let options = serde_json::json!({
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-prefers-reduced-motion", scheme],
            "mobileEmulation": { "deviceMetrics": { "width": width, "height": 900, "pixelRatio": 1.0, "mobile": false } },
        });
        let mut capabilities = serde_json::Map::new();
        capabilities.insert("goog:chromeOptions".into(), options);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        builder.connect(&format!("http://127.0.0.1:{}", self.port)).await.expect("a browser starts")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The pages that can be reached by links, one of each kind.
async fn pages(browser: &Client) -> Vec<String> {
    let script = "return [...document.querySelectorAll('a[href]:not(svg a)')].map(a => a.pathname).filter(p => p == '/scratchpad' || p.startsWith('/r/') && !/[/](as|text)[/]/.test(p))";
    let kind = |path: &str| -> String {
        let parts =
            path.split('/').map(|part| if part.parse::<u64>().is_ok() { "0" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    let mut found = vec!["/".to_string()];
    let (mut kinds, mut next) = (BTreeSet::new(), 0);
    let base = browser.current_url().await.expect("a page");
    while next < found.len() {
        browser.goto(base.join(&found[next]).expect("a path").as_str()).await.expect("a page");
        let links = browser.execute(script, Vec::new()).await.expect("links");
        for link in links.as_array().into_iter().flatten().filter_map(|link| link.as_str()) {
            if kinds.insert(kind(link)) {
                found.push(link.to_string());
            }
        }
        next += 1;
    }
    found
}

#[test]
fn every_page_in_a_browser() {
    if !soundline_needs::CHROMIUM.found() || !soundline_needs::CHROMIUM_DRIVER.found() {
        return;
    }
    let folder = results("serve-browser");
    let server = Server::start(&folder.path().join("out"), &["--allow-run"]);
    let driver = Driver::start();
    let axe = axe(folder.path());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let (mut known, mut wrong) = (Vec::new(), Vec::new());
        // Both widths and both themes; all four together for those who want to look at pictures.
        let mut looks = vec![(1280, false), (400, true)];
        if std::env::var_os("SOUNDLINE_SCREENSHOTS").is_some() {
            looks.extend([(1280, true), (400, false)]);
        }
        for (width, dark) in looks {
            let browser = driver.browser(width, dark).await;
            browser.goto(&server.address).await.expect("it is shown");
            let base = browser.current_url().await.expect("an address");
            assert_eq!(base.query(), None, "the key is no longer in the address");
            if known.is_empty() {
                known = pages(&browser).await;
                notes_are_kept(&browser, &known).await;
                lines_tell_what_holds(&browser, &known).await;
                arrows_are_drawn(&browser, &known).await;
                the_keyboard_reaches_all(&browser, "/").await;
                diagrams_are_drawn(&browser, &known).await;
                traces_are_run_again(&browser, &known).await;
            }
            for page in &known {
                browser.goto(base.join(page).expect("a path").as_str()).await.expect("a page");
                keep_picture(&browser, page, width, dark).await;
                let found = look(&browser, width, dark, axe.as_deref()).await;
                wrong.extend(
                    found.iter().map(|what| format!("{page} at {width}, dark: {dark}: {what}")),
                );
            }
            browser.close().await.expect("it closes");
        }
        assert!(known.len() >= 6, "{known:?}");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// What is wrong with a page: it does not fit, cannot be reached by keyboard, or violates accessibility seriously.
async fn look(browser: &Client, width: u32, dark: bool, axe: Option<&str>) -> Vec<String> {
    let run = async |script: &str| browser.execute(script, Vec::new()).await.expect("it runs");
    let mut wrong = Vec::new();
    let fits = "const e = document.documentElement; return e.scrollWidth <= e.clientWidth ? '' : \
                [...document.querySelectorAll('body *')].filter(x => x.getBoundingClientRect().right > e.clientWidth + 1)\
                .slice(0, 5).map(x => x.tagName + '.' + x.className).join(', ') + ' ' + e.scrollWidth";
    let wide = run(fits).await;
    if wide != "" {
        wrong.push(format!("wider than the window: {wide}"));
    }
    let window = run("return window.innerWidth").await;
    assert_eq!(window, width, "the browser is as wide as asked");
    let scheme = run("return matchMedia('(prefers-color-scheme: dark)').matches").await;
    assert_eq!(scheme, dark, "the browser is light or dark as asked");
    let title = run("return document.querySelector('h1').textContent").await;
    if title == "This does not work" || title == "Not found" {
        wrong.push(format!("{title}"));
    }
    // The server forbids styles in pages: one that is there does nothing.
    let styled =
        run("return [...document.querySelectorAll('#content [style]')].map(e => e.outerHTML)")
            .await;
    if styled != serde_json::json!([]) {
        wrong.push(format!("style in the page: {styled}"));
    }
    // What can be clicked can be focused.
    let unreachable = "return [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]\
                       .filter(e => e.tabIndex < 0).map(e => e.outerHTML)";
    let unreachable = run(unreachable).await;
    if unreachable != serde_json::json!([]) {
        wrong.push(format!("not reached by keyboard: {unreachable}"));
    }
    // Who comes by keyboard sees where he is.
    let unseen = "return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex=\"0\"]')]\
                  .filter(e => e.checkVisibility() && !e.disabled)\
                  .filter(e => { e.focus(); const s = getComputedStyle(e);\
                    return document.activeElement !== e || s.outlineStyle === 'none' || parseFloat(s.outlineWidth) === 0; })\
                  .slice(0, 5).map(e => e.outerHTML.slice(0, 200))";
    // A key was pressed last: only then is the focus shown.
    let active = browser.active_element().await.expect("something is active");
    active.send_keys("\u{e004}").await.expect("the key is pressed");
    let unseen = run(unseen).await;
    if unseen != serde_json::json!([]) {
        wrong.push(format!("no focus to be seen: {unseen}"));
    }
    run("document.activeElement.blur(); window.scrollTo(0, 0); return 0").await;
    let Some(axe) = axe else { return wrong };
    run(axe).await;
    let script = "const done = arguments[arguments.length - 1]; axe.run().then(r => done(r.violations\
                  .filter(v => v.impact == 'serious' || v.impact == 'critical')\
                  .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html).join(' | '))))";
    let violations = browser.execute_async(script, Vec::new()).await.expect("axe runs");
    let violations = violations.as_array().cloned().unwrap_or_default();
    wrong.extend(violations.iter().map(ToString::to_string));
    wrong
}

/// `SOUNDLINE_SCREENSHOTS=DIR` keeps a picture of every page.
async fn keep_picture(browser: &Client, page: &str, width: u32, dark: bool) {
    let Some(folder) = std::env::var_os("SOUNDLINE_SCREENSHOTS") else { return };
    let theme = if dark { "dark" } else { "light" };
    let name = format!("{}-{width}-{theme}.png", page.trim_matches('/').replace('/', "_"));
    let picture = browser.screenshot().await.expect("a picture");
    fs::write(Path::new(&folder).join(name), picture).expect("it is written");
}

/// The text of axe-core, if npm can bring it.
fn axe(folder: &Path) -> Option<String> {
    let Some(npm) = soundline_needs::program("npm") else {
        soundline_needs::skip("npm is not installed, which brings axe-core");
        return None;
    };
    let mut command = Command::new(npm);
    command
        .args(["install", "--no-audit", "--no-fund", "--prefix"])
        .arg(folder.join("npm"))
        .arg("axe-core@4");
    let brought = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let text = fs::read_to_string(folder.join("npm/node_modules/axe-core/axe.min.js"));
    match (brought, text) {
        (Ok(_), Ok(text)) => Some(text),
        _ => {
            soundline_needs::skip("npm brings no axe-core: there is no network");
            None
        }
    }
}

/// A tag that is set in the browser is there when the page is shown again.
async fn notes_are_kept(browser: &Client, pages: &[String]) {
    let Some(page) = pages.iter().find(|page| page.contains("/check/")) else { return };
    let base = browser.current_url().await.expect("a page");
    browser.goto(base.join(page).expect("a path").as_str()).await.expect("a page");
    let field = browser.find(Locator::Css("input[name=tags]")).await.expect("there is a field");
    // From the keyboard, with Enter at the end.
    field.send_keys("looked-at\u{e007}").await.expect("it is typed");
    tokio::time::sleep(Duration::from_millis(300)).await;
    browser.goto(base.join(page).expect("a path").as_str()).await.expect("a page");
    let tags = browser.find(Locator::Css("input[name=tags]")).await.expect("a field");
    assert_eq!(tags.prop("value").await.expect("a value").as_deref(), Some("looked-at"));
}

/// Goes to a page of the site.
async fn go(browser: &Client, page: &str) {
    let base = browser.current_url().await.expect("a page");
    browser.goto(base.join(page).expect("a path").as_str()).await.expect("a page");
}

/// Under the cursor and with the focus, a line tells what holds there; with two runs, in both.
async fn lines_tell_what_holds(browser: &Client, pages: &[String]) {
    let Some(page) = pages.iter().find(|page| page.contains("/file/")) else { return };
    go(browser, page).await;
    let panel = async || {
        let panel = browser.find(Locator::Css(".here:not([hidden])")).await.expect("it is shown");
        panel.text().await.expect("it has text")
    };
    let line = browser.find(Locator::Css("#at-7 td.n a")).await.expect("lines are links");
    line.click().await.expect("it is clicked");
    assert!(browser.current_url().await.expect("an address").as_str().ends_with("#at-7"));
    let told = panel().await;
    assert!(told.contains("Before line 7") && told.contains("x <= 9"), "{told}");
    let other = browser.find(Locator::Css("select[name=beside] option:nth-child(2)")).await;
    other.expect("there is another run").click().await.expect("it is chosen");
    let show = browser.find(Locator::Css(".filters button")).await.expect("there is a button");
    show.send_keys("\u{e007}").await.expect("it is pressed");
    let line = browser.wait().for_element(Locator::Css("#here-at-7 td.n a")).await;
    let line = line.expect("lines are links");
    line.send_keys("\u{e007}").await.expect("it is chosen from the keyboard");
    let told = panel().await;
    assert_eq!(told.matches("x <= 9").count(), 2, "both runs tell: {told}");
}

/// Of the two runs the bounded one has arrows from the bound to what depends on it.
async fn arrows_are_drawn(browser: &Client, pages: &[String]) {
    let mut drawn = Vec::new();
    for page in pages.iter().filter(|page| page.contains("/file/")) {
        go(browser, page).await;
        let boxes = browser.find_all(Locator::Css(".arrows rect")).await.expect("it is searched");
        drawn.push(boxes.len());
    }
    assert!(drawn.is_empty() || drawn.iter().any(|boxes| *boxes >= 3), "{drawn:?}");
}

/// The tabulator visits everything that can be used, and comes to an end.
async fn the_keyboard_reaches_all(browser: &Client, page: &str) {
    go(browser, page).await;
    let mark = "let n = 0; for (const e of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'))\
                if (e.checkVisibility()) e.dataset.tab = n++; return n";
    let count = browser.execute(mark, Vec::new()).await.expect("it runs").as_u64().expect("n");
    let mut seen = BTreeSet::new();
    for _ in 0..count + 40 {
        let active = browser.active_element().await.expect("something is active");
        active.send_keys("\u{e004}").await.expect("the key is pressed");
        let at = "return document.activeElement.dataset.tab ?? ''";
        let at = browser.execute(at, Vec::new()).await.expect("it runs");
        seen.extend(at.as_str().and_then(|at| at.parse::<u64>().ok()));
    }
    assert_eq!(seen.len() as u64, count, "{seen:?}");
}

/// The planted lattice is drawn, with the elements of the counterexample.
async fn diagrams_are_drawn(browser: &Client, pages: &[String]) {
    let page = pages.iter().find(|page| page.contains("/lattice/")).expect("there is a lattice");
    go(browser, page).await;
    let marked = browser.find_all(Locator::Css(".hasse .marked")).await.expect("it is searched");
    assert!(!marked.is_empty(), "elements of the counterexample are marked");
}

/// A button runs the trace of a finding, and the outcome is that of the campaign.
async fn traces_are_run_again(browser: &Client, pages: &[String]) {
    let page = pages.iter().find(|page| page.contains("/finding/")).expect("there is a finding");
    go(browser, page).await;
    let note = browser.find(Locator::Css("#content")).await.expect("there is a page");
    let note = note.text().await.expect("it has text");
    assert!(note.contains("the elements that the library computed"), "{note}");
    let again = browser.find(Locator::XPath("//button[text()='Run the trace again']")).await;
    again.expect("there is a button").send_keys("\u{e007}").await.expect("it is pressed");
    let said = browser.wait().for_element(Locator::XPath("//p[@class='lead']/b")).await;
    let said = said.expect("the outcome is shown").text().await.expect("it has text");
    assert_eq!(said, "violated");
}
