//! A long trial of every domain: `cargo xtask soak [CASES]`, by default a million cases per domain.
//!
//! The cases are spread over all laws and over real, integer and mixed spaces of three variables.

use soundline_domains::expr::{Space, VarKind};
use soundline_domains::registry::{self, Entry};
use soundline_lattice::{Report, Runner};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// What came out for one domain.
struct Soaked {
    entry: Entry,
    cases: u64,
    counted: u64,
    violated: Vec<Report>,
}

fn spaces(entry: &Entry) -> Vec<Space> {
    let mixed = Space::new([VarKind::Int, VarKind::Real, VarKind::Int]);
    let all = vec![Space::reals(3), Space::integers(3), mixed];
    all.into_iter().filter(|space| !entry.integers_only || *space == Space::integers(3)).collect()
}

fn soak(entry: Entry, cases: u64, seed: u64) -> Soaked {
    let spaces = spaces(&entry);
    let laws: usize = spaces.iter().map(|space| entry.checks(space.clone()).len()).sum();
    let runner = Runner { cases: cases.div_ceil(laws as u64), seed, ..Runner::new() };
    let mut soaked = Soaked { entry, cases: 0, counted: 0, violated: vec![] };
    for space in spaces {
        for report in runner.run_all(&entry.checks(space)) {
            soaked.cases += report.counts.total();
            soaked.counted += report.counts.holds + report.counts.violated;
            if report.is_violated() {
                soaked.violated.push(report);
            }
        }
    }
    soaked
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (cases, seed) =
        match (numbers.next().unwrap_or(Ok(1_000_000)), numbers.next().unwrap_or(Ok(0))) {
            (Ok(cases), Ok(seed)) if cases > 0 => (cases, seed),
            _ => {
                eprintln!("usage: soak [CASES] [SEED], both numbers, CASES at least 1");
                return ExitCode::from(2);
            }
        };
    println!("{:22} {:>9} {:>9}  violated", "domain", "cases", "counted");
    let next = AtomicUsize::new(0);
    let (send, results) = mpsc::channel();
    let mut findings = 0;
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |cores| cores.get()) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some(entry) = registry::ALL.get(next.fetch_add(1, Ordering::SeqCst)) {
                    send.send(soak(*entry, cases, seed)).expect("the main thread listens");
                }
            });
        }
        drop(send);
        for soaked in results {
            let (name, violated) = (soaked.entry.name, soaked.violated.len());
            println!("{name:22} {:>9} {:>9}  {violated}", soaked.cases, soaked.counted);
            soaked.violated.iter().for_each(|report| println!("{report}"));
            findings += violated;
        }
    });
    ExitCode::from(u8::from(findings > 0))
}
