//! The tester tested: whatever a domain does, it is recorded and the campaign goes on.

mod support;

use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use soundline_isolate::Board;
use soundline_test::fuzz::engine::{
    Budget, Limits, Order, Role, Shard, Tally, WORDS, Workers, supervise,
};
use soundline_test::fuzz::{Campaign, Config, Ending, Finding, StopReason};
use soundline_test::under_test::OperationKind;
use support::{Folder, all_gone, example, families_of, processes_of, stderr, stdout};

const TESTS: u64 = 60;

/// How a fake is tested.
#[derive(Clone, Copy)]
struct Setup {
    properties: &'static str,
    tests: u64,
    jobs: usize,
    seed: u64,
    limits: Limits,
}

const SETUP: Setup = Setup {
    properties: "3,8",
    tests: TESTS,
    jobs: 1,
    seed: 0,
    limits: Limits { time: Duration::from_secs(5), memory: 512 << 20 },
};

impl Setup {
    /// The campaign of a fake, which leaves no process behind.
    fn test(&self, target: &str) -> Campaign {
        let campaign = self.test_with(target, &|_, command, _| command);
        assert_eq!(campaign.totals().tests, self.tests, "the campaign goes on to its budget");
        assert_eq!(campaign.stop, StopReason::Budget);
        campaign
    }

    /// The same with other commands for workers; they are told how many tests were counted.
    fn test_with(
        &self,
        target: &str,
        change: &(dyn Fn(Role, Command, u64) -> Command + Sync),
    ) -> Campaign {
        let folder = Folder::new("harness");
        let board = folder.path().join("board");
        let config: Config = "vars=2".parse().expect("it is a configuration");
        let command = |role| {
            let mut command = Command::new(example("fakes"));
            command.arg("worker").arg(target).arg("--board").arg(&board);
            command.args(["--config", &config.to_string(), "--seed", &self.seed.to_string()]);
            command.args(["--properties", self.properties]);
            if let Role::Drive(lane) = role {
                command.args(["--lane", &lane.to_string()]);
            }
            let counted = Board::open(&board).map_or(0, |b| Tally::new(b.words()).tests());
            change(role, command, counted)
        };
        let order = Order {
            target,
            config: config.clone(),
            seed: self.seed,
            fingerprint: 1,
            shard: Shard::WHOLE,
            slack: Duration::from_secs(60),
            budget: Budget::Tests(self.tests),
            jobs: self.jobs,
            board: &board,
            workers: Workers { command: &command, limits: self.limits },
            interrupted: &AtomicBool::new(false),
        };
        let campaign = supervise(&order, &|_| {}).expect("a fake can be tested");
        assert_eq!(families_of(folder.path()), Vec::<String>::new(), "nothing is left running");
        campaign
    }

    fn with_time(self, time: Duration) -> Setup {
        Setup { limits: Limits { time, ..self.limits }, ..self }
    }
}

/// The findings of the only cause.
fn only_cause(campaign: &Campaign) -> &[Finding] {
    let [cause] = campaign.causes.as_slice() else {
        panic!("one cause is expected: {:#?}", campaign.causes)
    };
    &cause.findings
}

/// The bad operation of most fakes and what it needs is all that is left of a trace.
fn is_smallest(finding: &Finding) {
    let kinds: Vec<OperationKind> = finding.trace.operations().map(|o| o.kind()).collect();
    assert_eq!(kinds, [OperationKind::Top, OperationKind::Embed], "{}", finding.trace);
    assert_eq!(finding.outcome.place.as_deref(), Some("embed"));
}

/// A fake that dies: how, and that its last words are kept.
fn dies(target: &str, how: &str, last_words: &str) {
    let campaign = SETUP.test(target);
    let findings = only_cause(&campaign);
    assert_eq!(findings.iter().map(|f| f.property).collect::<Vec<_>>(), [3, 8]);
    for finding in findings {
        assert_eq!(finding.outcome.to_string(), how);
        assert!(finding.outcome.stderr.contains(last_words), "{:?}", finding.outcome.stderr);
        is_smallest(finding);
    }
    let died = campaign.totals().died;
    assert!((2..TESTS).contains(&died), "{died} died, the others did not");
    assert_eq!(campaign.totals().findings(), died);
}

#[test]
fn a_healthy_domain_is_not_accused() {
    let campaign = Setup { properties: "all", tests: 2_000, ..SETUP }.test("healthy");
    assert_eq!((campaign.causes, campaign.unconfirmed), (vec![], vec![]));
}

#[test]
fn crashes_aborts_exits_and_panics_are_findings() {
    dies("crashes", "killed by signal 11 (SIGSEGV)", "");
    dies("aborts", "killed by signal 6 (SIGABRT)", "");
    dies("exits", "exited with code 0", "");
    dies("panics", "exited with code 101", "out of ideas");
}

/// A machine that starts no processes for a while, hours into a campaign, costs no result.
#[test]
fn workers_that_do_not_start_for_a_while_end_no_campaign() {
    let failures = AtomicU32::new(0);
    let failing = || {
        let mut command = Command::new("sh");
        command.args(["-c", "exit 1"]);
        command
    };
    let campaign = SETUP.test_with("crashes", &|role, command, counted| {
        let drives = matches!(role, Role::Drive(_)) && counted > 0;
        match drives && failures.fetch_add(1, Ordering::SeqCst) < 5 {
            true => failing(),
            false => command,
        }
    });
    assert!(failures.into_inner() > 5);
    assert_eq!((campaign.totals().tests, campaign.stop), (TESTS, StopReason::Budget));
    assert_eq!(only_cause(&campaign).len(), 2);
}

/// Where none starts any more, what was found before is reported, and why it ended.
#[test]
fn workers_that_do_not_start_any_more_end_a_campaign_with_a_report() {
    let campaign = SETUP.test_with("crashes", &|role, command, counted| match role {
        Role::Drive(_) if counted > 0 => {
            let mut broken = Command::new("sh");
            broken.args(["-c", "echo the machine is tired >&2; exit 1"]);
            broken
        }
        _ => command,
    });
    assert_eq!(campaign.stop, StopReason::Broken);
    assert_eq!(campaign.trouble.as_deref(), Some("the machine is tired"));
    let totals = campaign.totals();
    assert!(totals.died == 1 && totals.tests < TESTS, "{totals:?}");
    assert_eq!(only_cause(&campaign).len(), 1);
}

/// A fake that hangs: the last that it said is kept, and not more.
fn hangs(target: &str, last_words: &str) {
    let hasty = Setup { properties: "3", tests: 12, ..SETUP }.with_time(Duration::from_millis(150));
    let campaign = hasty.test(target);
    let [finding] = only_cause(&campaign) else { panic!("one property is tested") };
    assert_eq!(finding.outcome.ending, Ending::TimedOut, "{target}");
    assert_eq!(finding.outcome.place.as_deref(), Some("embed"));
    // Every candidate that hangs costs its time, so that only some are tried.
    assert!(finding.trace.statements.len() <= 8, "{}", finding.trace);
    assert!(finding.outcome.stderr.len() <= 8 << 10, "only the end of what it said is kept");
    assert!(finding.outcome.stderr.contains(last_words), "{}", finding.outcome.stderr);
    assert!(campaign.totals().timed_out < hasty.tests, "the others did not");
}

#[test]
fn burning_time_is_a_finding() {
    hangs("burns", "");
}

#[test]
fn sleeping_is_a_finding() {
    hangs("sleeps", "");
}

#[test]
fn endless_babble_is_a_finding() {
    hangs("babbles", "makes a dull domain");
}

#[test]
fn eaten_memory_is_a_finding() {
    let limits = Limits { time: Duration::from_secs(5), memory: 96 << 20 };
    let campaign = Setup { properties: "3", tests: 16, limits, ..SETUP }.test("eats");
    let [finding] = only_cause(&campaign) else { panic!("one property is tested") };
    assert_eq!(finding.outcome.ending, Ending::OutOfMemory);
    assert_eq!(finding.outcome.place.as_deref(), Some("embed"));
    assert!(campaign.totals().out_of_memory < 16);
}

#[test]
fn rubbish_on_standard_output_disturbs_nobody() {
    let campaign = Setup { properties: "all", tests: 300, ..SETUP }.test("mutters");
    assert_eq!((campaign.causes, campaign.unconfirmed), (vec![], vec![]));
}

/// A fake that lies: some property that must find it, and how small its trace is.
fn lies(target: &str, properties: &'static str, property: u16, statements: usize) {
    let campaign = Setup { properties, tests: 3_000, ..SETUP }.test(target);
    let mut findings = campaign.causes.iter().flat_map(|cause| &cause.findings);
    let found = findings.find(|finding| finding.property == property);
    let finding = found.unwrap_or_else(|| panic!("{target} is caught by P{property}"));
    assert!(finding.outcome.is_violated(), "{:?}", finding.outcome);
    assert!(finding.trace.statements.len() <= statements, "{}", finding.trace);
    assert_eq!(campaign.unconfirmed, vec![]);
}

#[test]
fn lies_are_found_with_their_smallest_traces() {
    lies("joins-too-little", "all", 9, 2);
    lies("widens-forever", "99", 99, 2);
    lies("says-yes", "all", 57, 2);
    lies("says-no", "all", 3, 1);
}

/// What two campaigns must have in common.
fn essence(campaign: &Campaign) -> String {
    let counts: Vec<_> = campaign.rows.iter().map(|row| (row.property, row.counts)).collect();
    format!("{counts:?}\n{:#?}", campaign.causes)
}

#[test]
fn the_same_tests_find_the_same_whatever_the_number_of_jobs() {
    for (target, properties) in [("joins-too-little", "6-30"), ("crashes", "3,8")] {
        let once = Setup { properties, tests: 500, seed: 7, ..SETUP };
        let first = once.test(target);
        assert!(!first.causes.is_empty());
        assert_eq!(essence(&first), essence(&once.test(target)));
        assert_eq!(essence(&first), essence(&Setup { jobs: 2, ..once }.test(target)));
        assert_ne!(essence(&first), essence(&Setup { seed: 8, ..once }.test(target)));
    }
}

/// The command line of the fakes.
fn fakes(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(example("fakes"));
    command.args(arguments).arg("--out").arg(folder.path().join("out"));
    command
}

#[test]
fn exit_codes_say_what_was_found() {
    let folder = Folder::new("codes");
    let code = |target: &str| {
        let arguments = ["test", target, "--budget", "40", "--properties", "3"];
        let output = fakes(&folder, &arguments).output().expect("it starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (output.status.code(), stdout(&output))
    };
    assert_eq!(code("healthy").0, Some(0));
    let (found, text) = code("crashes");
    assert_eq!(found, Some(1));
    assert!(text.contains("SIGSEGV") && text.contains("check P3"), "{text}");
}

/// How many tests are counted in an output folder.
fn counted(folder: &Folder, target: &str) -> u64 {
    let path = folder.path().join("out/state").join(format!("{target}.board"));
    let Ok(board) = Board::open(&path) else { return 0 };
    if board.words().len() < WORDS { 0 } else { Tally::new(board.words()).tests() }
}

/// The command line of a campaign that takes its time.
fn slow(folder: &Folder, target: &str) -> Command {
    fakes(folder, &["test", target, "--budget", "1000", "--jobs", "2", "--properties", "3,9"])
}

/// Start a campaign and wait until it is under way.
fn under_way(folder: &Folder, target: &str) -> Child {
    let mut command = slow(folder, target);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    while counted(folder, target) < 100 {
        assert!(Instant::now() < deadline, "it does not get under way");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

/// The same command again goes on from where it was, to the end of its budget.
fn goes_on(folder: &Folder, before: u64) {
    let counted_before = counted(folder, "slow");
    assert!(counted_before >= before && counted_before < 1000, "{before} {counted_before}");
    let started = Instant::now();
    let output = slow(folder, "slow").output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(counted(folder, "slow"), 1000);
    let least = Duration::from_millis((1000 - counted_before) * 2 / 2);
    assert!(started.elapsed() >= least / 2, "the tests that were left were run");
}

#[test]
fn a_killed_campaign_goes_on_from_its_folder() {
    let folder = Folder::new("killed");
    let mut child = under_way(&folder, "slow");
    let before = counted(&folder, "slow");
    child.kill().expect("it lives");
    child.wait().expect("it is ours");
    all_gone(folder.path());
    goes_on(&folder, before);
}

#[test]
fn an_interrupted_campaign_ends_with_3_and_goes_on_from_its_folder() {
    let folder = Folder::new("interrupted");
    let mut child = under_way(&folder, "slow");
    let before = counted(&folder, "slow");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it lives");
    assert_eq!(child.wait().expect("it is ours").code(), Some(3));
    assert_eq!(families_of(folder.path()), Vec::<String>::new());
    goes_on(&folder, before);
}

#[test]
fn workers_that_somebody_kills_are_not_held_against_the_domain() {
    let folder = Folder::new("sniped");
    let child = under_way(&folder, "slow");
    for _ in 0..12 {
        for worker in processes_of(folder.path(), "--lane").into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(worker, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(60));
    }
    let output = child.wait_with_output().expect("it is ours");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!stdout(&output).contains("Not confirmed"), "{output:?}");
    assert_eq!(counted(&folder, "slow"), 1000);
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let folder = Folder::new("shared");
    let child = under_way(&folder, "slow");
    let second = slow(&folder, "slow").output().expect("it starts");
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    let complaint = String::from_utf8_lossy(&second.stderr);
    assert!(complaint.contains("another run uses the folder"), "{complaint}");
    let output = child.wait_with_output().expect("it is ours");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(counted(&folder, "slow"), 1000);
}

#[test]
fn a_new_run_removes_the_traces_of_the_one_before() {
    let folder = Folder::new("stale");
    let run = |target: &str| {
        let arguments = ["test", target, "--budget", "40", "--properties", "3"];
        fakes(&folder, &arguments).output().expect("it starts")
    };
    let traces = || {
        let entries = std::fs::read_dir(folder.path().join("out/traces"));
        entries.map_or(0, |entries| entries.flatten().count())
    };
    assert_eq!(run("crashes").status.code(), Some(1));
    assert!(traces() > 0);
    assert_eq!(run("healthy").status.code(), Some(0));
    assert_eq!(traces(), 0);
}

/// Run a command whose output nobody reads.
fn unread(command: &mut Command) -> Output {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    drop(child.stdout.take());
    child.wait_with_output().expect("it is ours")
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let folder = Folder::new("closed");
    let run = |target: &str| {
        unread(&mut fakes(&folder, &["test", target, "--budget", "40", "--properties", "3"]))
    };
    let (healthy, crashes) = (run("healthy"), run("crashes"));
    assert_eq!((healthy.status.code(), stderr(&healthy)), (Some(0), String::new()));
    assert_eq!((crashes.status.code(), stderr(&crashes)), (Some(1), String::new()));
    let mut traces = std::fs::read_dir(folder.path().join("out/traces")).expect("it found some");
    let trace = traces.next().expect("it found one").expect("it can be read").path();
    for (arguments, code) in [(&["replay"][..], 1), (&["replay", "--json"], 1), (&["targets"], 0)] {
        let mut command = Command::new(example("fakes"));
        command.args(arguments).args((code == 1).then_some(&trace));
        let output = unread(&mut command);
        assert_eq!((output.status.code(), stderr(&output)), (Some(code), String::new()));
    }
}

/// A folder of so many MiB, in a name space of its own; `None` where that is not allowed. The command is run there.
fn in_a_small_folder(folder: &Folder, mebibytes: usize, command: &str) -> Option<Output> {
    let small = folder.path().join("small");
    std::fs::create_dir(&small).expect("it can be made");
    let script = format!("mount -t tmpfs -o size={mebibytes}m none \"$0\" || exit 99; {command}");
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
    let output = unshare.arg(&small).arg(example("fakes")).output().ok()?;
    let refused = output.status.code() == Some(99) || stderr(&output).starts_with("unshare:");
    (!refused).then_some(output)
}

/// A full disk is said in a sentence, what was found is shown, and with more room the run goes on.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = Folder::new("full");
    let run = "\"$1\" test slow-liar --budget 300 --properties 3,9 --out \"$0\"";
    let fill = "cat /dev/zero >\"$0/fill\" 2>/dev/null";
    let script = format!(
        "{fill}; {run}; echo \"code $?\"; rm \"$0/fill\"; \
         {run} & while ! ls \"$0/state\"/*.board >/dev/null 2>&1; do sleep 0.02; done; {fill}; \
         wait $!; echo \"code $?\"; ls \"$0\"; rm \"$0/fill\"; {run}; echo \"code $?\"; ls \"$0\""
    );
    let Some(output) = in_a_small_folder(&folder, 16, &script) else {
        println!("name spaces with mounts are not allowed here");
        return;
    };
    let (said, complaints) = (stdout(&output), stderr(&output));
    let parts: Vec<&str> = said.split("code ").collect();
    let [before, full, room, last] = parts.as_slice() else { panic!("{said}\n{complaints}") };
    assert_eq!(before.trim(), "", "there is no room to begin");
    assert!(full.starts_with('2') && full.contains("check P9 "), "{said}\n{complaints}");
    assert!(room.starts_with('2') && !room.contains(".half"), "{said}\n{complaints}");
    assert!(last.starts_with('1') && last.contains("campaign.json"), "{said}\n{complaints}");
    let sentences: Vec<&str> = complaints.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(sentences.len(), 2, "{complaints}");
    assert!(sentences.iter().all(|line| line.contains("No space left")), "{complaints}");
}

/// A limit on the size of files is said in a sentence, of files in the folder as of the output itself.
#[test]
fn a_limit_on_files_is_no_death() {
    let folder = Folder::new("limited");
    let limited = |script: &str| {
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("ulimit -f 0; {script}")]).current_dir(folder.path());
        sh.arg(example("fakes")).output().expect("it starts")
    };
    for script in ["\"$0\" test healthy --budget 40 --out out", "\"$0\" targets >list"] {
        let output = limited(script);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{script}: {output:?}");
        assert!(said.lines().count() == 1 && said.contains("File too large"), "{said}");
    }
}

/// Hangs are run again and shrunk within the budget, a tenth and two seconds; the machine may be busy.
#[test]
fn all_targets_keep_to_the_budget() {
    for target in ["burns", "sleeps", "babbles", "eats", "crashes", "joins-too-little", "healthy"] {
        let folder = Folder::new("budget");
        let arguments = ["test", target, "--budget", "1s", "--time-limit", "100ms"];
        let started = Instant::now();
        let output = fakes(&folder, &arguments).output().expect("it starts");
        let elapsed = started.elapsed();
        assert_eq!(output.status.code(), Some(i32::from(target != "healthy")), "{output:?}");
        println!("{target}: {elapsed:?}");
        let busy = Duration::from_secs(2);
        assert!(elapsed < Duration::from_millis(1_200 + 2_000) + busy, "{target}: {elapsed:?}");
    }
}

/// Whatever a target does, the first signal ends the run soon, and results are written.
#[test]
fn signals_are_obeyed_whatever_the_target_does() {
    for (target, signal) in
        [("burns", Signal::TERM), ("sleeps", Signal::INT), ("babbles", Signal::TERM)]
    {
        let folder = Folder::new("signalled");
        let limits = ["--budget", "10m", "--time-limit", "500ms"];
        let mut command = fakes(&folder, &["test", target, "--properties", "3"]);
        command.args(limits);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let deadline = Instant::now() + Duration::from_secs(60);
        while counted(&folder, target) < 3 {
            assert!(Instant::now() < deadline, "it does not get under way");
            std::thread::sleep(Duration::from_millis(10));
        }
        let asked = Instant::now();
        kill_process(Pid::from_child(&child), signal).expect("it lives");
        let output = child.wait_with_output().expect("it is ours");
        assert!(matches!(output.status.code(), Some(1 | 3)), "{target}: {output:?}");
        assert!(asked.elapsed() < Duration::from_secs(8), "{target}: {:?}", asked.elapsed());
        assert!(folder.path().join("out/campaign.json").exists(), "{target}");
    }
}

/// The second signal is not waited for, whatever is being run.
#[test]
fn a_second_signal_ends_at_once() {
    for target in ["burns", "sleeps", "slow-liar"] {
        let folder = Folder::new("twice");
        let arguments = ["test", target, "--budget", "10m", "--time-limit", "20s"];
        let mut command = fakes(&folder, &arguments);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let deadline = Instant::now() + Duration::from_secs(60);
        while processes_of(folder.path(), "--lane").is_empty() {
            assert!(Instant::now() < deadline, "it does not get under way");
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(300));
        let asked = Instant::now();
        for _ in 0..2 {
            kill_process(Pid::from_child(&child), Signal::TERM).expect("it lives");
            std::thread::sleep(Duration::from_millis(50));
        }
        let ended = child.wait().expect("it is ours");
        // The first one may have been enough.
        assert!(matches!(ended.code(), Some(130 | 3)), "{target}: {ended:?}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{target}: {:?}", asked.elapsed());
        all_gone(folder.path());
    }
}

#[test]
fn an_interrupted_campaign_tells_what_it_found() {
    let folder = Folder::new("interrupted-liar");
    let child = under_way(&folder, "slow-liar");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it lives");
    let output = child.wait_with_output().expect("it is ours");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).contains("check P9 "), "{output:?}");
    let counted = counted(&folder, "slow-liar");
    assert!(counted < 1000, "{counted} tests, as if it had not been interrupted");
}
