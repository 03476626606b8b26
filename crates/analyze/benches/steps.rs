//! Steps of the analysis per second, by domain, without bounds and with all of them at 0.
//!
//! `cargo bench -p soundline-analyze --bench steps [FILE.c ...]`
//!
//! Without files a program of nested loops, branches, arrays and calls is analysed. Each domain runs
//! the same program until a second has passed; what is printed are steps (ticks) per second of the
//! time that the analysis took, and how much faster the bounded analysis is.

use soundline_analyze::{Bounds, Settings, analyze};
use soundline_c::{Clang, Error, Program, Settings as Reading};
use std::time::{Duration, Instant};

const DOMAINS: [&str; 9] = [
    "intervals",
    "signs",
    "constants",
    "intervals*congruences",
    "unions",
    "zones",
    "octagons",
    "octagons:f64",
    "polyhedra",
];

const PROGRAM: &str = r"
int __VERIFIER_nondet_int(void); void __VERIFIER_assert(int);
int table[64];
static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
int work(int n) {
  int sum = 0, best = -1, last = 0;
  for (int i = 0; i < n && i < 64; i++) {
    for (int j = 0; j <= i; j++) {
      int x = clamp(table[j] + i - j, 0, 255);
      if (x > best) { best = x; last = j; } else if (x == best) { last = i; }
      sum += x;
      switch (x & 3) { case 0: sum += 1; break; case 1: sum -= 1; break; default: break; }
    }
    table[i] = best;
    while (last > 0 && table[last] > i) { last--; }
  }
  __VERIFIER_assert(best <= 255);
  return sum / (last + 1);
}
";

fn main() -> Result<(), Error> {
    let clang = match Clang::find() {
        Err(missing @ Error::LibraryMissing) => {
            println!("skipped: {missing}");
            return Ok(());
        }
        found => found?,
    };
    let files: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let mut programs = Vec::new();
    for file in &files {
        programs.push(clang.read(file.as_ref(), &Reading::default())?);
    }
    if programs.is_empty() {
        programs.push(clang.parse("work.c", PROGRAM, Default::default())?);
    }
    println!("{:24} {:>12} {:>12} {:>8}", "domain", "steps/s", "ms", "JWC0");
    for domain in DOMAINS {
        let (steps, free) = measure(&programs, domain, "Inf");
        let (_, bounded) = measure(&programs, domain, "JWC0");
        let per_second = steps as f64 / free.as_secs_f64();
        let ratio = free.as_secs_f64() / bounded.as_secs_f64();
        println!("{domain:24} {per_second:12.0} {:12.2} {ratio:7.1}x", free.as_secs_f64() * 1e3);
    }
    Ok(())
}

/// The steps of one analysis of all programs, and the shortest time that it took.
fn measure(programs: &[Program], domain: &str, bounds: &str) -> (u64, Duration) {
    let bounds: Bounds = bounds.parse().expect("a bound of the paper");
    let domain = domain.parse().expect("a known domain");
    // A residual program is made for those who ask for one.
    let settings =
        Settings { domain, bounds, residual: false, points: false, ..Settings::default() };
    let start = Instant::now();
    let mut best = (0, Duration::MAX);
    while best.1 == Duration::MAX || start.elapsed() < Duration::from_secs(1) {
        let round = Instant::now();
        let steps = programs.iter().map(|p| analyze(p, &settings, &|| false).counts.ticks).sum();
        if round.elapsed() < best.1 {
            best = (steps, round.elapsed());
        }
    }
    best
}
