//! Domains that crash, exit, hang, eat memory, babble and lie, for the tests of the tester itself.
//!
//! Each is a healthy domain of boxes until it is asked for its bad operation.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};
use soundline_test::domains::expr::{Constraint, Space};
use soundline_test::lattice::Answer;
use soundline_test::under_test::{
    Machine, Operation, Presence, Profile, Question, Refusal, Registry, Slot, Target, TargetError,
    Touch,
};

type Make = fn(&mut dyn Machine, &Operation) -> Result<Slot, Refusal>;
type Ask = fn(&mut dyn Machine, Question) -> Result<Answer, Refusal>;

/// A way to misbehave.
#[derive(Clone, Copy)]
struct Fake {
    name: &'static str,
    make: Make,
    ask: Ask,
    rest: Duration,
}

const HEALTHY: Fake = Fake {
    name: "healthy",
    make: |machine, operation| machine.apply(operation),
    ask: |machine, question| machine.ask(question),
    rest: Duration::ZERO,
};

/// What goes wrong when dimensions are changed.
macro_rules! when_embedding {
    ($name:literal, $deed:expr) => {
        Fake {
            name: $name,
            make: |machine, operation| {
                if let Operation::Embed(..) = operation {
                    $deed;
                }
                machine.apply(operation)
            },
            ..HEALTHY
        }
    };
}

const FAKES: &[Fake] = &[
    HEALTHY,
    Fake { name: "slow", rest: Duration::from_millis(2), ..HEALTHY },
    when_embedding!("crashes", crash()),
    when_embedding!("aborts", std::process::abort()),
    when_embedding!("exits", std::process::exit(0)),
    when_embedding!("panics", panic!("out of ideas")),
    when_embedding!("burns", burn()),
    when_embedding!("sleeps", std::thread::sleep(Duration::from_secs(600))),
    when_embedding!("eats", eat()),
    when_embedding!("babbles", babble(u64::MAX)),
    when_embedding!("mutters", babble(300)),
    Fake { name: "joins-too-little", make: join_too_little, ..HEALTHY },
    Fake { name: "slow-liar", make: join_too_little, rest: Duration::from_millis(2), ..HEALTHY },
    Fake {
        name: "widens-forever",
        make: |machine, operation| match operation {
            Operation::Widen(a, b) => machine.apply(&Operation::Join(*a, *b)),
            other => machine.apply(other),
        },
        ..HEALTHY
    },
    Fake {
        name: "says-yes",
        ask: |machine, question| lie(machine, question, Answer::Yes),
        ..HEALTHY
    },
    Fake {
        name: "says-no",
        ask: |machine, question| lie(machine, question, Answer::No),
        ..HEALTHY
    },
];

fn join_too_little(machine: &mut dyn Machine, operation: &Operation) -> Result<Slot, Refusal> {
    match operation {
        Operation::Join(a, _) => machine.apply(&Operation::Meet(*a, *a)),
        other => machine.apply(other),
    }
}

fn lie(machine: &mut dyn Machine, question: Question, answer: Answer) -> Result<Answer, Refusal> {
    if let Question::Leq(..) = question { Ok(answer) } else { machine.ask(question) }
}

/// As a wild pointer does. The handler of the Rust runtime lets the first one pass.
fn crash() {
    loop {
        let _ = kill_process(getpid(), Signal::SEGV);
    }
}

fn burn() {
    loop {
        std::hint::spin_loop();
    }
}

/// Slowly, so that it is seen before it has no memory left.
fn eat() {
    let mut eaten = Vec::new();
    loop {
        eaten.push(std::hint::black_box(vec![1u8; 1 << 20]));
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn babble(lines: u64) {
    for line in 0..lines {
        let _ = writeln!(std::io::stdout(), "{line}: all work and no play");
        let _ = writeln!(std::io::stderr(), "{line}: makes a dull domain");
    }
}

struct Misbehaving {
    machine: Box<dyn Machine>,
    fake: Fake,
}

impl Machine for Misbehaving {
    fn space(&self) -> &Space {
        self.machine.space()
    }

    fn profile(&self) -> &Profile {
        self.machine.profile()
    }

    fn reset(&mut self) {
        std::thread::sleep(self.fake.rest);
        self.machine.reset();
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        (self.fake.make)(&mut *self.machine, operation)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        (self.fake.ask)(&mut *self.machine, question)
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.machine.touch(slot, how)
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.machine.constraints(slot)
    }
}

impl Target for Fake {
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self) -> &str {
        "a fake"
    }

    fn presence(&self) -> Presence {
        Presence::BuiltIn
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        let machine = Registry::builtin().get("boxes:exact")?.open(space)?;
        Ok(Box::new(Misbehaving { machine, fake: *self }))
    }
}

fn main() -> ExitCode {
    let fakes = FAKES.iter().map(|fake| -> Box<dyn Target> { Box::new(*fake) });
    soundline_test::run(Registry::builtin().with_own(fakes.collect()))
}
