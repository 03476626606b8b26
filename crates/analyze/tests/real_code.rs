//! Code that nobody here wrote: every function of every C file under the folders that `SOUNDLINE_C_DIR` names
//! (with `:` between them) is analysed alone. None may crash or hang the analysis; each takes at most 2
//! seconds of processor time with intervals and 10 with octagons, or stops at a bound and says what it assumed.
//!
//! `SOUNDLINE_C_FLAGS` are arguments for the preprocessor; `SOUNDLINE_C_DOMAINS` may name other domains.
//! The limits are for optimised code: they are multiplied by `SOUNDLINE_C_SLOWER`, 1 if it is not set.

#[path = "../../c/tests/foreign/mod.rs"]
mod foreign;

use soundline_analyze::{Analysis, Settings, Status, StopReason, analyze};
use soundline_c::{Action, Clang, Error, FunctionId, Program};
use std::{env, fs, path::Path, sync::mpsc, thread, time::Duration};

/// Longer than that is a hang.
const HANG: Duration = Duration::from_secs(300);

#[test]
#[ignore = "reads the folder that SOUNDLINE_C_DIR names"]
fn every_function_is_analysed_in_time() {
    let files = foreign::files();
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(missing @ Error::LibraryMissing) => return soundline_needs::LIBCLANG.missing(missing),
        Err(fault) => panic!("{fault}"),
    };
    let named = env::var("SOUNDLINE_C_DOMAINS").unwrap_or_else(|_| "intervals,octagons".into());
    for domain in named.split(',') {
        let limit = if domain == "intervals" { 2.0 } else { 10.0 } * slower();
        let mut sweep = Sweep::default();
        for file in &files {
            // What the compiler rejects is rejected here too; crate `c` tests that.
            if let Ok(program) = clang.read(file, &foreign::settings(file)) {
                sweep.file(file, program, domain, limit);
            }
        }
        sweep.tell(domain);
        assert!(sweep.faults.is_empty(), "{domain}:\n{}", sweep.faults.join("\n"));
    }
}

fn slower() -> f64 {
    env::var("SOUNDLINE_C_SLOWER").ok().and_then(|n| n.parse().ok()).unwrap_or(1.0)
}

/// What came of many files.
#[derive(Default)]
struct Sweep {
    files: usize,
    functions: usize,
    bounded: usize,
    checks: [usize; 4],
    seconds: f64,
    slowest: (f64, String),
    faults: Vec<String>,
}

impl Sweep {
    fn file(&mut self, file: &Path, program: Program, domain: &str, limit: f64) {
        self.files += 1;
        let Some((analysis, seconds)) = timed(&program, domain) else {
            return self.faults.push(format!("{}: it hangs or crashes", file.display()));
        };
        self.seconds += seconds;
        self.functions += analysis.functions.len();
        self.bounded += analysis.functions.iter().filter(|f| !f.bounds_reached.is_empty()).count();
        for check in &analysis.checks {
            self.checks[match check.status {
                Status::Verified => 0,
                Status::MayFail => 1,
                Status::DefinitelyFails => 2,
                Status::Unreachable => 3,
            }] += 1;
        }
        self.faults
            .extend(account(&program, &analysis).map(|why| format!("{}: {why}", file.display())));
        if seconds > self.slowest.0 {
            self.each_function(file, &program, domain, limit);
        }
    }

    /// The time of single functions, where the file as a whole took longer than any function so far.
    fn each_function(&mut self, file: &Path, program: &Program, domain: &str, limit: f64) {
        let ids: Vec<FunctionId> = program.bodies().map(|(id, _, _)| id).collect();
        for id in ids {
            let mut alone = program.clone();
            for (number, function) in alone.functions.iter_mut().enumerate() {
                if number != id.index() {
                    function.cfg = None;
                }
            }
            let name = format!("{} in {}", program.function(id).name, file.display());
            let Some((_, seconds)) = timed(&alone, domain) else {
                self.faults.push(format!("{name}: it hangs or crashes"));
                continue;
            };
            if seconds > limit {
                self.faults.push(format!("{name}: {seconds:.1} s"));
            }
            if seconds > self.slowest.0 {
                self.slowest = (seconds, name);
            }
        }
    }

    fn tell(&self, domain: &str) {
        let [verified, may_fail, definite, unreachable] = self.checks;
        println!(
            "{domain}: {} files, {} functions, {} stopped at a bound, {:.1} s, slowest {:.2} s ({}); checks: \
             {verified} verified, {may_fail} may fail, {definite} definitely fail, {unreachable} unreachable",
            self.files, self.functions, self.bounded, self.seconds, self.slowest.0, self.slowest.1
        );
    }
}

/// An analysis and the processor time that it took; none if it panics or does not end.
fn timed(program: &Program, domain: &str) -> Option<(Analysis, f64)> {
    let settings = Settings { domain: domain.parse().ok()?, ..Settings::default() };
    let (sender, receiver) = mpsc::channel();
    let program = program.clone();
    let work = move || {
        let before = processor_seconds();
        let analysis = analyze(&program, &settings, &|| false);
        // Nobody listens any more after a hang.
        let _ = sender.send((analysis, processor_seconds() - before));
    };
    thread::Builder::new().stack_size(64 << 20).spawn(work).ok()?;
    receiver.recv_timeout(HANG).ok()
}

/// The processor time of this thread, as Linux tells it.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// Whether every check that is asked for is reported, and every bound has its assumptions.
fn account(program: &Program, analysis: &Analysis) -> Option<String> {
    let mut missing = 0;
    for (id, _, cfg) in program.bodies() {
        let mut expected: Vec<u32> = Vec::new();
        for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
            if let Action::Check(check) = &instruction.action
                && !matches!(check.kind, soundline_c::CheckKind::Overflow(_))
            {
                expected.push(check.id);
            }
        }
        expected.sort_unstable();
        expected.dedup();
        let reported: Vec<u32> = analysis.checks_of(id).map(|check| check.id).collect();
        missing += expected.iter().filter(|id| !reported.contains(id)).count();
    }
    if missing > 0 {
        return Some(format!("{missing} checks are not reported"));
    }
    let silent = matches!(analysis.stop, StopReason::Bound(_)) && analysis.assumptions.is_empty();
    silent.then(|| "a bound was reached, and nothing was assumed".into())
}
