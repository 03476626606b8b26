//! How fast value domains are checked: results of operators per CPU second, with the worker in between.
//!
//! `cargo bench -p soundline-values --bench speed`
//!
//! Two bars: at width 4 at least 5 million results per CPU second are checked for soundness, monotony and precision through
//! the C interface, and all binary operators of LLVM's `KnownBits` are proved or refuted in less than a minute. CPU time is that
//! of the worker and of what watches it, from start to end. LLVM's adapter is built first, where its headers are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use soundline_values::{
    Assignment, CallLimits, Checked, OperatorRow, Outcome, Settings, Subject, Verdict, WORKER,
    supervise, work,
};

const ROUNDS: usize = 5;
const BAR: f64 = 5e6;
const MINUTE: Duration = Duration::from_secs(60);

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [WORKER, assignment, folder] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return Ok(work(assignment, Path::new(folder))?);
    }
    let folder = tempfile::tempdir()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    rate("our wrapped", &Subject::Own("wrapped".into()))?;
    if !soundline_needs::LLVM_19.found() || !soundline_needs::GXX.found() {
        println!("LLVM is left out: its headers or the C++ compiler are missing");
        return Ok(());
    }
    let mut script = Command::new("sh");
    script.arg(root.join("adapters/llvm/build.sh")).arg("19").arg(folder.path());
    run(script)?;
    let library = |name: &str| -> PathBuf { folder.path().join(format!("llvm-19-{name}.so")) };
    rate("LLVM 19 ConstantRange", &Subject::Library(library("constant_range")))?;
    rate("LLVM 19 KnownBits", &Subject::Library(library("known_bits")))?;
    all_proved(&Subject::Library(library("known_bits")))
}

fn run(mut command: Command) -> Result<(), Failure> {
    match command.status()? {
        status if status.success() => Ok(()),
        status => Err(format!("{command:?} ended with {status}").into()),
    }
}

/// All operators at width 4, without the laws.
fn check(subject: &Subject) -> Result<Checked, Failure> {
    let settings = Settings { widths: vec![4], laws: false, cases: 1, ..Settings::default() };
    let assignment = Assignment {
        subject: subject.clone(),
        settings,
        share: (0, 1),
        from: 0,
        died: None,
        patience: 10_000,
    };
    let limits = CallLimits { time: Duration::from_secs(10), memory: 2 << 30 };
    let command = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(WORKER);
        Ok(command)
    };
    Ok(supervise(assignment, limits, 1, command, || false, |_, _| ())?)
}

fn exhaustive(checked: &Checked) -> impl Iterator<Item = &OperatorRow> {
    let rows = checked.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Operator(row) => Some(row),
        Outcome::Laws(_) => None,
    });
    rows.filter(|row| row.elements.is_some())
}

/// Results per CPU second: the median of some rounds.
fn rate(name: &str, subject: &Subject) -> Result<(), Failure> {
    let (mut rates, mut results) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let start = cpu_time()?;
        let checked = check(subject)?;
        let seconds = (cpu_time()? - start).as_secs_f64();
        results = exhaustive(&checked).map(|row| row.results).sum();
        rates.push(results as f64 / seconds.max(0.001));
    }
    rates.sort_by(f64::total_cmp);
    let rate = rates[rates.len() / 2];
    let met = if rate >= BAR { "met" } else { "MISSED" };
    println!("{name}: {results} results, {:.1} million per CPU second (bar 5): {met}", rate / 1e6);
    Ok(())
}

/// How long it takes to prove or refute all binary operators.
fn all_proved(subject: &Subject) -> Result<(), Failure> {
    let start = Instant::now();
    let checked = check(subject)?;
    let time = start.elapsed();
    let told = |row: &&OperatorRow| matches!(row.sound, Verdict::Proved | Verdict::Fails(_));
    let (told, all) = (exhaustive(&checked).filter(told).count(), exhaustive(&checked).count());
    let met = if time < MINUTE && told == all { "met" } else { "MISSED" };
    println!(
        "LLVM 19 KnownBits: {told} of {all} operators proved or refuted in {:.2} s (bar 60): {met}",
        time.as_secs_f64()
    );
    Ok(())
}

/// What this process and those that it waited for have used so far, in ticks of the kernel's clock.
fn cpu_time() -> Result<Duration, Failure> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The name of the program is in parentheses and may contain anything.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat is unreadable")?;
    let times = fields.split_whitespace().skip(11).take(4).map(str::parse::<u64>);
    let ticks = times.sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second()))
}
