//! Domains of one's own, as the documentation says.

mod support;

#[path = "../examples/my_domain.rs"]
mod my_domain;
#[path = "../examples/my_wrong_domain.rs"]
mod my_wrong_domain;

use std::path::Path;
use std::process::Command;

use soundline_test::domains::AnyDomain;
use soundline_test::domains::boxes::{BoxElem, Boxes};
use soundline_test::domains::trial;
use soundline_test::lattice::Runner;
use soundline_test::own::verdict;
use soundline_test::prelude::*;
use support::{Folder, example, stdout};

const DOCUMENT: &str = include_str!("../../../docs/your-own-domain.md");
const SAYS: &str = "Then `cargo test` says\n\n```text\n";
const EXAMPLE: &str = include_str!("../examples/my_domain.rs");

#[test]
fn the_documentation_shows_the_example_which_is_short() {
    assert!(DOCUMENT.contains(&format!("```rust\n{EXAMPLE}```\n")));
    assert!(EXAMPLE.lines().count() < 65);
}

/// `UPDATE_EXPECT=1`, as for other expected texts, writes down what the test says now.
#[test]
fn the_documentation_shows_what_a_failing_test_says() {
    let found = || verdict(&[Own::new("my-intervals", my_wrong_domain::MyIntervals)]).unwrap_err();
    let found_once = found();
    let (before, rest) = DOCUMENT.split_once(SAYS).expect("the document has a place for it");
    let (told, after) = rest.split_once("\n```\n").expect("the place ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = format!("{before}{SAYS}{found_once}\n```\n{after}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/your-own-domain.md");
        std::fs::write(path, text).expect("the document can be written");
        return;
    }
    assert_eq!(told, found_once);
    assert_eq!(found_once, found());
}

/// The laws of crate `domains` that a domain violates over some spaces.
///
/// Those about best results are left out: a domain that does not tell its templates is measured as if
/// it could express everything.
fn violated(make: fn(Space) -> AnyDomain) -> Vec<String> {
    let spaces = [Space::reals(0), Space::reals(2), Space::integers(1)];
    let runner = Runner { cases: 20, ..Runner::new() };
    let mut names: Vec<String> = spaces
        .into_iter()
        .flat_map(|space| {
            let mut checks = trial::suite_of("mine", make(space)).checks();
            checks.retain(|check| !check.name.ends_with(" best"));
            runner.run_all(&checks)
        })
        .filter(|report| report.is_violated())
        .map(|report| report.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn what_a_domain_gets_by_default_keeps_all_laws() {
    let right = |space| AnyDomain::new(my_domain::MyIntervals(space));
    assert_eq!(violated(right), Vec::<String>::new());
    let wrong = |space| AnyDomain::new(my_wrong_domain::MyIntervals(space));
    assert!(violated(wrong).contains(&"widening covers right".to_string()));
}

fn run(example_name: &str, folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(example(example_name));
    let output = command.args(arguments).current_dir(folder.path()).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (output.status.code(), stdout(&output))
}

#[test]
fn a_domain_of_ones_own_has_the_whole_command_line() {
    let folder = Folder::new("own");
    let (code, text) = run("my_domain", &folder, &["test", "--budget", "2000"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("my-intervals") && !text.contains("octagons"), "{text}");
    let (code, text) = run("my_domain", &folder, &["test", "boxes:int", "--budget", "200"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("boxes:int") && !text.contains("my-intervals"), "{text}");
    let (code, text) = run("my_domain", &folder, &["targets"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("my-intervals") && text.contains("octagons:exact"), "{text}");
}

#[test]
fn wrong_use_is_refused_in_one_sentence() {
    let folder = Folder::new("own-wrong-use");
    let mut command = Command::new(example("my_domain"));
    let output = command.args(["test", "your-intervals"]).current_dir(folder.path()).output();
    let output = output.expect("it starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.starts_with("error: ") && told.contains("your-intervals"), "{told}");
    assert!(output.stdout.is_empty() && !folder.path().join("soundline-out").exists());
}

#[test]
fn its_command_line_finds_what_its_test_finds() {
    let folder = Folder::new("own-wrong");
    let (code, text) = run("my_wrong_domain", &folder, &["test", "--budget", "2000"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("check P30"), "{text}");
}

#[test]
fn the_trace_of_a_failing_test_can_be_run_again() {
    let folder = Folder::new("own-replay");
    let (_, told) = DOCUMENT.split_once("# soundline trace 1").expect("there is a trace");
    let lines = told.lines().take_while(|line| !line.contains("check P30 ")).skip(1);
    let check = told.lines().find(|line| line.contains("check P30 ")).expect("it has a check");
    let trace: String = lines.chain([check]).map(|line| format!("{}\n", line.trim())).collect();
    std::fs::write(folder.path().join("found"), format!("# soundline trace 1\n{trace}"))
        .expect("it can be written");
    let (code, text) = run("my_wrong_domain", &folder, &["replay", "found"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("y ⊑ x ∇ y does not hold"), "{text}");
    assert_eq!(run("my_domain", &folder, &["replay", "found"]).0, Some(0));
    let arguments = ["replay", "found", "--target", "boxes:exact"];
    assert_eq!(run("my_wrong_domain", &folder, &arguments).0, Some(0));
}

/// Boxes with a flaw, and with all that has a default left to it.
#[derive(Clone)]
struct Flawed(Boxes, Flaw);

#[derive(Clone, Copy, PartialEq)]
enum Flaw {
    None,
    PanicsInMeet,
    NarrowsTooFar,
    JoinsToTop,
}

type Elem = BoxElem<Rat>;

impl Lattice for Flawed {
    type Elem = Elem;

    fn bottom(&self) -> Elem {
        self.0.bottom()
    }

    fn leq(&self, a: &Elem, b: &Elem) -> Answer {
        self.0.leq(a, b)
    }

    fn equal(&self, a: &Elem, b: &Elem) -> Answer {
        self.0.equal(a, b)
    }

    fn join(&self, a: &Elem, b: &Elem) -> Elem {
        if self.1 == Flaw::JoinsToTop { self.universe() } else { self.0.join(a, b) }
    }

    fn meet(&self, a: &Elem, b: &Elem) -> Elem {
        let meet = self.0.meet(a, b);
        let lost = self.0.is_bottom(&meet).is_yes() && !self.0.is_bottom(a).is_yes();
        assert!(self.1 != Flaw::PanicsInMeet || !lost, "nothing in common");
        meet
    }
}

impl Widening for Flawed {
    fn widen(&self, a: &Elem, b: &Elem) -> Elem {
        self.0.widen(a, b)
    }
}

impl Narrowing for Flawed {
    fn narrow(&self, a: &Elem, b: &Elem) -> Elem {
        if self.1 == Flaw::NarrowsTooFar { self.bottom() } else { self.0.narrow(a, b) }
    }
}

impl Domain for Flawed {
    fn space(&self) -> &Space {
        self.0.space()
    }

    fn over(&self, space: Space) -> Flawed {
        Flawed(Boxes::exact(space), self.1)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(Kind::Intervals)
    }

    fn universe(&self) -> Elem {
        self.0.universe()
    }

    fn guard(&self, a: &Elem, constraint: &Constraint) -> Result<Elem, Error> {
        self.0.guard(a, constraint)
    }

    fn forget(&self, a: &Elem, variables: &[Var]) -> Result<Elem, Error> {
        self.0.forget(a, variables)
    }

    fn to_constraints(&self, a: &Elem) -> Vec<Constraint> {
        self.0.to_constraints(a)
    }
}

fn flawed(name: &str, flaw: Flaw) -> Own {
    Own::with_narrowing(name, move |space| Flawed(Boxes::exact(space), flaw)).tests(500)
}

#[test]
fn several_domains_can_be_tested_and_only_the_bad_ones_are_told() {
    let found = verdict(&[flawed("good", Flaw::None), flawed("bad", Flaw::NarrowsTooFar)]);
    let found = found.unwrap_err();
    assert!(found.starts_with("bad: "), "{found}");
    assert!(found.contains("P42 ") && found.contains("\n   target bad\n"), "{found}");
    assert_eq!(verdict(&[flawed("good", Flaw::None)]), Ok(()));
}

#[test]
fn a_panic_is_a_finding_with_its_smallest_trace() {
    let found = verdict(&[flawed("panics", Flaw::PanicsInMeet)]).unwrap_err();
    assert!(found.contains("meet panicked at "), "{found}");
    assert!(found.contains(": nothing in common"), "{found}");
    assert!(found.starts_with("panics: 1 cause after 500 tests"), "{found}");
    let first = found.split("check P").next().expect("there is a trace");
    assert!(first.lines().filter(|line| line.contains(" = ")).count() <= 3, "{found}");
}

#[test]
fn what_is_exempt_is_not_held_against_a_domain() {
    let coarse = || flawed("coarse", Flaw::JoinsToTop);
    let blames = |own: Own, id: &str| {
        let found = verdict(&[own]).unwrap_err();
        found.split_whitespace().any(|word| word == id)
    };
    assert!(blames(coarse(), "P12") && blames(coarse(), "P6"));
    let exempt = coarse().exempting("join idempotent", "top").exempting("P6", "top");
    assert!(!blames(exempt, "P12"));
    assert!(!blames(coarse().exempting("P6", "its join is top"), "P6"));
}

#[test]
fn faults_of_the_description_are_named() {
    let fault = |domains: &[Own]| verdict(domains).unwrap_err();
    let good = || flawed("good", Flaw::None);
    assert_eq!(fault(&[good(), good()]), "two domains are called good");
    assert!(fault(&[flawed("my domain", Flaw::None)]).contains("it must be one word"));
    let unknown = good().exempting("joyn idempotent", "a slip of the pen");
    assert!(fault(&[unknown]).contains("\"joyn idempotent\", which is not a property"));
    let hopeless = Own::new("hopeless", |space: Space| -> Flawed {
        panic!("nothing over {} variables", space.dimensions())
    });
    let hopeless = fault(&[hopeless]);
    assert!(hopeless.starts_with("hopeless: panicked at "), "{hopeless}");
    assert!(hopeless.ends_with("nothing over 8 variables"), "{hopeless}");
}
