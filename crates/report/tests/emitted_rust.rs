//! The emitted Rust test compiles, fails on the domain that made the finding, and passes once that
//! domain is repaired.

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;
use soundline_targets::{
    Machine, Operation, Presence, Profile, Question, Refusal, Registry, Slot, Target, TargetError,
    Touch,
};

#[path = "fixtures/emitted.rs"]
mod emitted;

const BROKEN: &str = "SOUNDLINE_TEST_BROKEN_JOIN";

/// The user's domain, broken if the environment says so.
fn registry() -> Registry {
    Registry::new(vec![Box::new(Mine)])
}

struct Mine;

impl Target for Mine {
    fn name(&self) -> &str {
        "mine"
    }

    fn about(&self) -> &str {
        "intervals whose join may forget its second operand"
    }

    fn presence(&self) -> Presence {
        Presence::BuiltIn
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        let inner = Registry::builtin().get("boxes:exact")?.open(space)?;
        Ok(Box::new(Intervals { inner, broken: std::env::var_os(BROKEN).is_some() }))
    }
}

struct Intervals {
    inner: Box<dyn Machine>,
    broken: bool,
}

impl Machine for Intervals {
    fn space(&self) -> &Space {
        self.inner.space()
    }

    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn reset(&mut self) {
        self.inner.reset();
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        match operation {
            Operation::Join(a, _) if self.broken => self.inner.apply(&Operation::Join(*a, *a)),
            other => self.inner.apply(other),
        }
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        self.inner.ask(question)
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.inner.touch(slot, how)
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.inner.constraints(slot)
    }
}

/// The emitted test runs here too, and passes, because the domain is whole.
#[test]
fn the_emitted_test_fails_as_the_finding_did() {
    let myself = std::env::current_exe().expect("a test has a program");
    let output = std::process::Command::new(myself)
        .args(["--exact", "emitted::p9_holds_for_mine", "--nocapture"])
        .env(BROKEN, "1")
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("P9, violated: y ⊑ x ⊔ y does not hold"), "{text}");
}
