//! Programs as domains: the example in Python against the native boxes, and programs that
//! misbehave in every way.

mod drawn;

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use drawn::{Menu, Step};
use soundline_domains::boxes::Boxes;
use soundline_domains::expr::Space;
use soundline_lattice::{Answer, Choices};
use soundline_targets::{
    Exec, Machine, Native, Operation, Presence, Question, Refusal, Slot, Target, TargetError, Touch,
};

const ANY: Menu = Menu { shape: None, strict: true, widen: true, narrow: true, any_assign: true };

fn example(flags: &str) -> Exec {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/interval_domain.py");
    Exec::new(&format!("python3 '{}' {flags}", script.display())).expect("the command is correct")
}

fn open(target: &Exec, dimensions: usize) -> Box<dyn Machine> {
    target.open(&Space::reals(dimensions)).expect("the example starts")
}

/// A program in the language of the shell, which speaks after it has read its greeting.
fn script(text: &str) -> Exec {
    let greeted =
        "read line; printf 'hello 1 fake\\nkind intervals\\nnumbers rational\\nready\\n';";
    shell(&format!("{greeted} {text}"))
}

/// The part of a script that gives every question the same answer.
fn answering(text: &str) -> String {
    format!("while read word number rest; do case $word in ask) echo $number {text};; esac; done")
}

fn shell(text: &str) -> Exec {
    let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
    Exec::new(&format!("sh -c \"{quoted}\""))
        .expect("the command is correct")
        .answers_within(Duration::from_millis(500))
}

/// What the first question about top is answered with.
fn first_answer(target: &Exec) -> Result<Answer, Refusal> {
    let mut machine = open(target, 1);
    let top = machine.apply(&Operation::Top)?;
    machine.ask(Question::IsTop(top))
}

fn broken(target: &Exec) -> String {
    match first_answer(target) {
        Err(Refusal::Broken(reason)) => reason,
        other => panic!("it should be broken, not {other:?}"),
    }
}

fn open_fault(target: &Exec) -> TargetError {
    target.open(&Space::reals(1)).err().expect("it cannot be opened")
}

/// The number of sequences, of so many, in which an element differs from the native one.
fn deviations(target: &Exec, sequences: u64) -> usize {
    let space = Space::reals(3);
    let mut machine = open(target, 3);
    let mut native = Native::with_narrowing(Boxes::exact(space.clone()));
    let mut deviates = |seed| {
        let steps = drawn::steps(&space, ANY, 12, &mut Choices::random(seed));
        let slots = drawn::run(machine.as_mut(), &steps);
        assert_eq!(drawn::run(&mut native, &steps), slots);
        slots.iter().any(|slot| {
            let found = machine.constraints(*slot).expect("the example knows its constraints");
            let expected = native.constraints(*slot).expect("native domains never refuse");
            !drawn::same(3, &found, &expected)
        })
    };
    (0..sequences).filter(|seed| deviates(*seed)).count()
}

#[test]
fn the_example_agrees_with_native_boxes() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    assert_eq!(deviations(&example(""), 200), 0);
}

#[test]
fn the_planted_bug_shows() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let found = deviations(&example("--bug"), 200);
    assert!(found >= 20, "only {found} of 200 sequences deviate");
}

#[test]
fn the_example_answers_as_native_boxes_do() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let space = Space::reals(2);
    let mut machine = open(&example(""), 2);
    let mut native = Native::with_narrowing(Boxes::exact(space.clone()));
    let (mut yes, mut no) = (0, 0);
    for seed in 0..100 {
        let steps = drawn::steps(&space, ANY, 6, &mut Choices::random(seed));
        let last = drawn::run(machine.as_mut(), &steps).len() - 1;
        let back = |by: usize| Slot(last - by);
        drawn::run(&mut native, &steps);
        for question in [
            Question::Leq(back(0), back(1)),
            Question::Leq(back(1), back(0)),
            Question::Equal(back(0), back(2)),
            Question::IsBottom(back(0)),
            Question::IsTop(back(0)),
        ] {
            let answer = machine.ask(question).expect("the example answers");
            assert_eq!(Ok(answer), native.ask(question), "{question:?} after {steps:?}");
            if answer.is_yes() { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 50 && no > 50, "{yes} yes, {no} no");
}

#[test]
fn the_example_declares_itself() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let target = example("--bug");
    assert_eq!(target.name(), "exec:interval_domain");
    assert_eq!(target.clone().named("mine").name(), "exec:mine");
    assert!(matches!(target.presence(), Presence::Found { path } if path.ends_with("python3")));
    assert_eq!(target.version().as_deref(), Some("intervals in Python"));
    let machine = open(&target, 2);
    assert_eq!(machine.profile().missing, []);
}

/// The session in the documentation is one that really takes place, word for word.
#[test]
fn the_documented_session_takes_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("../../docs/exec-protocol.md")).expect("it is there");
    let (_, after) = text.split_once("```session\n").expect("the session is marked");
    let (session, _) = after.split_once("```").expect("the session ends");
    let documented = |mark: &str| -> String {
        let lines = session.lines().filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| format!("{line}\n")).collect()
    };

    let folder = env::temp_dir().join(format!("soundline-session-{}", process::id()));
    fs::create_dir_all(&folder).expect("temporary files can be written");
    let (heard, said) = (folder.join("heard"), folder.join("said"));
    let script = root.join("examples/interval_domain.py");
    let [heard, said, script] = [&heard, &said, &script].map(|path| path.display().to_string());
    let target = shell(&format!("tee '{heard}' | python3 '{script}' | tee '{said}'"))
        .answers_within(Duration::from_secs(10));
    let mut machine = open(&target, 2);
    take_part(machine.as_mut()).expect("the example knows all of it");
    drop(machine);

    let read = |path: &str| fs::read_to_string(path).expect("tee has written it");
    assert_eq!(read(&heard), documented("> "));
    assert_eq!(read(&said), documented("< "));
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

fn take_part(machine: &mut dyn Machine) -> Result<(), Refusal> {
    let constraint = |text: &str| text.parse().expect(text);
    let expr = |text: &str| text.parse().expect(text);
    let bounds = vec![constraint("x0 >= 0"), constraint("x0 <= 2")];
    let a = machine.apply(&Operation::Constraints(bounds))?;
    let assignments = vec![(0, expr("x0 + 3/2")), (1, expr("2*x0"))];
    let b = machine.apply(&Operation::Assign(a, assignments))?;
    machine.touch(b, Touch::Bounds)?;
    let join = machine.apply(&Operation::Join(a, b))?;
    machine.ask(Question::Leq(a, join))?;
    machine.ask(Question::Leq(b, join))?;
    machine.constraints(join)?;
    let widened = machine.apply(&Operation::Widen(a, join))?;
    let guarded = machine.apply(&Operation::Guard(widened, constraint("x0 + x1 > 1")))?;
    machine.constraints(guarded)?;
    machine.reset();
    let top = machine.apply(&Operation::Top)?;
    let forgotten = machine.apply(&Operation::Forget(top, vec![0]))?;
    machine.ask(Question::Equal(top, forgotten))?;
    Ok(())
}

#[test]
fn integer_variables_make_a_no_uncertain() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let mut machine = example("").open(&Space::integers(1)).expect("the example starts");
    let top = machine.apply(&Operation::Top).expect("it is queued");
    assert_eq!(machine.ask(Question::IsBottom(top)), Ok(Answer::Unknown));
    assert_eq!(machine.ask(Question::IsTop(top)), Ok(Answer::Yes));
}

#[test]
fn instructions_are_not_waited_for() {
    // The program reads nothing for a second, while a pipe's worth of instructions is queued.
    let target = script(&format!("sleep 1; {}", answering("yes")));
    let target = target.answers_within(Duration::from_secs(20));
    let mut machine = open(&target, 1);
    let begin = Instant::now();
    for _ in 0..10_000 {
        let slot = machine.apply(&Operation::Top).expect("it is queued");
        machine.touch(slot, Touch::Print).expect("it is queued");
    }
    assert!(begin.elapsed() < Duration::from_millis(900), "{:?}", begin.elapsed());
    assert_eq!(machine.ask(Question::IsTop(Slot(9_999))), Ok(Answer::Yes));
}

#[test]
fn elements_that_do_not_exist_are_refused() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let mut machine = open(&example(""), 1);
    assert!(matches!(machine.apply(&Operation::Join(Slot(0), Slot(0))), Err(Refusal::Misuse(_))));
    assert!(matches!(machine.ask(Question::IsTop(Slot(0))), Err(Refusal::Misuse(_))));
    assert!(matches!(machine.constraints(Slot(0)), Err(Refusal::Misuse(_))));
}

#[test]
fn faults_of_the_program_surface_at_the_next_question() {
    let answering = |text: &str| script(&answering(text));
    assert_eq!(first_answer(&answering("unsupported top")), Err(Refusal::Unsupported("top")));
    let overflow = Refusal::Exception("overflow in top".into());
    assert_eq!(first_answer(&answering("exception overflow in top")), Err(overflow));
    assert_eq!(first_answer(&answering("unknown")), Ok(Answer::Unknown));
    let unfit = broken(&answering("holds"));
    assert!(unfit.contains("does not fit the question \"is_top 0\""), "{unfit}");
}

#[test]
fn programs_that_cannot_be_started() {
    let missing = Exec::new("there-is-no-such-program x").expect("the command is correct");
    assert!(matches!(missing.presence(), Presence::Missing { .. }));
    assert!(matches!(open_fault(&missing), TargetError::Unloadable { .. }));
    assert!(matches!(Exec::new(" "), Err(TargetError::BadDescription(_))));
}

#[test]
fn programs_that_do_not_declare_a_domain() {
    for (target, expected) in [
        (shell("exit 3"), "did not declare a domain: it ended (exit status: 3)"),
        (shell("echo no >&2; exit 3"), "it ended (exit status: 3) and said: no"),
        (shell("kill -9 $$"), "it ended (killed by signal 9 (SIGKILL))"),
        (shell("exec sleep 60"), "it has not answered for 500ms"),
        (shell("exec >&-; sleep 60"), "it closed its output"),
        (shell("echo good morning"), "did not answer hello but \"good morning\""),
        (shell("echo hello 7 x"), "does not speak protocol 1"),
        (shell("printf '\\377\\n'"), "not UTF-8"),
        (shell("cat /dev/zero"), "a line of more than"),
        (shell("echo hello 1 x; exec yes strict no"), "is not ready after 1000 lines"),
        (shell("yes hello 1 x"), "declares \"hello 1 x\", which is unknown"),
    ] {
        let begin = Instant::now();
        let fault = open_fault(&target).to_string();
        assert!(fault.contains(expected), "{fault}, not {expected}");
        assert!(begin.elapsed() < Duration::from_secs(5), "{fault}: {:?}", begin.elapsed());
    }
}

#[test]
fn programs_that_break_the_protocol() {
    for (text, expected) in [
        ("exit 4", "it ended (exit status: 4)"),
        ("read line; echo Traceback >&2; echo ValueError >&2; exit 1", "and said: ValueError"),
        ("read line; kill -SEGV $$", "killed by signal 11"),
        ("exec sleep 60", "it has not answered for 500ms"),
        ("exec yes", "it wrote \"y\" instead of an answer to question 1"),
        ("exec cat /dev/zero", "a line of more than 4194304 bytes"),
        ("printf '1 \\377\\n'; sleep 60", "not UTF-8"),
        ("echo 1 maybe; sleep 60", "it answered \"maybe\""),
        ("echo 1; sleep 60", "it answered \"\""),
        ("printf '1 yes'; exit", "it ended (exit status: 0)"),
        ("exec 0<&-; sleep 60", "it has not answered"),
    ] {
        let begin = Instant::now();
        let reason = broken(&script(text));
        assert!(reason.contains(expected), "{reason}, not {expected}");
        assert!(begin.elapsed() < Duration::from_secs(5), "{reason}: {:?}", begin.elapsed());
    }
}

#[test]
fn an_answer_too_many_shows_at_the_next_question() {
    let twice = script(&answering("yes; echo $number yes"));
    let mut machine = open(&twice, 1);
    let top = machine.apply(&Operation::Top).expect("it is queued");
    assert_eq!(machine.ask(Question::IsTop(top)), Ok(Answer::Yes));
    let second = machine.ask(Question::IsTop(top));
    assert!(matches!(&second, Err(Refusal::Broken(reason)) if reason.contains("question 2")));
    // It stays broken until it is started again.
    assert_eq!(machine.ask(Question::IsTop(top)), second);
    assert!(matches!(machine.apply(&Operation::Top), Err(Refusal::Broken(_))));
    machine.reset();
    let top = machine.apply(&Operation::Top).expect("it is queued");
    assert_eq!(machine.ask(Question::IsTop(top)), Ok(Answer::Yes));
}

#[test]
fn a_program_that_never_reads_does_not_block_forever() {
    let mut machine = open(&script("exec sleep 60"), 1);
    let steps = [Step::Make(Operation::Top), Step::Touch(Slot(0), Touch::Print)];
    drawn::run(machine.as_mut(), &steps);
    let begin = Instant::now();
    let refused = (0..1_000_000).find_map(|_| machine.apply(&Operation::Bottom).err());
    assert!(matches!(&refused, Some(Refusal::Broken(reason)) if reason.contains("not read")));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_hangs_is_killed_with_all_that_it_started() {
    let seconds = format!("60.{}", process::id());
    let running = || {
        let processes = fs::read_dir("/proc").expect("there is /proc").flatten();
        let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| *line == format!("sleep\0{seconds}\0").as_bytes()).count()
    };
    let target = script(&format!("sleep {seconds} & sleep {seconds}; true"));
    let mut machine = open(&target, 1);
    let top = machine.apply(&Operation::Top).expect("it is queued");
    let begin = Instant::now();
    while running() < 2 && begin.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(running(), 2);
    assert!(matches!(machine.ask(Question::IsTop(top)), Err(Refusal::Broken(_))));
    while running() > 0 && begin.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(running(), 0);
}
