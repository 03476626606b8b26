//! Random programs of csmith: analysed from `main`, run once, and the run compared with what was inferred.

use crate::{
    Judge,
    case::Case,
    configuration::Configuration,
    execution::{self, Compiler},
    instrument::{At, Watch},
};
use soundline_analyze::Overflow;
use soundline_c::{Clang, Settings};
use std::{path::Path, process::Command, time::Instant};

/// What came of a random program.
pub struct Outcome {
    /// What is wrong.
    pub faults: Vec<String>,
    /// How many facts were compared.
    pub evaluated: u64,
    /// The seconds of the slowest analysis.
    pub slowest: f64,
}

/// Makes, analyses and runs the program of a seed.
pub fn examine(clang: &Clang, seed: u32, configurations: &[Configuration]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("random.c");
    generate(seed, &path);
    let arguments = vec!["-I/usr/include/csmith".to_owned()];
    let settings = Settings { arguments, ..Settings::default() };
    let program = clang.read(&path, &settings).expect("csmith writes C");
    let case = Case {
        name: format!("csmith {seed}"),
        program,
        overflow: Overflow::Wrap,
        checks: soundline_analyze::Kind::defaults(),
        marks: Vec::new(),
        constants: Vec::new(),
    };
    let mut slowest: f64 = 0.0;
    let mut timed = |configuration: &Configuration| {
        let start = Instant::now();
        let analysis = configuration.analyze(&case);
        slowest = slowest.max(start.elapsed().as_secs_f64());
        analysis
    };
    let analyses: Vec<_> = configurations.iter().map(|each| (each, timed(each))).collect();
    let mut watch = Watch::new(&case.program, analyses.iter().map(|(_, analysis)| analysis));
    // Where something is assumed must be seen in any case.
    let assumed: Vec<At> = analyses
        .iter()
        .flat_map(|(_, analysis)| &analysis.assumptions)
        .map(|assumption| (assumption.function.index(), assumption.label))
        .collect();
    keep(&mut watch, |at| !is_of_header(&case, at) || assumed.contains(&at));
    let mut outcome = Outcome { faults: Vec::new(), evaluated: 0, slowest };
    for compiler in Compiler::both(Compiler::PlainGcc) {
        match execution::run(&case, &mut watch, compiler, 1, &|_| true) {
            Err(reason) => {
                outcome.faults.push(format!("{}: no run with {compiler:?}: {reason}", case.name));
            }
            Ok(runs) => {
                for (configuration, analysis) in &analyses {
                    let mut judge = Judge::new(&case, &watch, configuration, analysis);
                    outcome.faults.extend(runs.iter().flat_map(|run| judge.faults(run)));
                    outcome.evaluated += judge.evaluated;
                }
            }
        }
    }
    outcome
}

fn generate(seed: u32, path: &Path) {
    let options =
        [&["--float"][..], &["--inline-function", "--max-funcs", "5"], &["--max-funcs", "3"]];
    let status = Command::new("csmith")
        .current_dir(std::env::temp_dir())
        .args(["--seed", &seed.to_string(), "-o"])
        .arg(path)
        .args(options[seed as usize % 3])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "csmith made no program");
}

/// The arithmetic of csmith's headers would fill the trace.
fn is_of_header(case: &Case, at: At) -> bool {
    let function = &case.program.functions[at.0];
    !case.program.source.locate(function.span.start).file.ends_with("random.c")
}

fn keep(watch: &mut Watch, wanted: impl Fn(At) -> bool) {
    let both = watch.points.drain(..).zip(watch.values.drain(..));
    let kept: Vec<_> = both.filter(|(at, _)| wanted(*at)).collect();
    (watch.points, watch.values) = kept.into_iter().unzip();
}
