//! How a time is measured, and how tables of times are printed.
//!
//! A time is the least of many samples, because everything that disturbs a run makes it longer. A
//! sample repeats the operation until the clock's own cost does not matter.

use std::time::{Duration, Instant};

/// What the samples of one figure may take together.
const BUDGET: Duration = Duration::from_millis(25);
/// What slow operations may take, for a few samples at least. A single run may take longer.
const PATIENCE: Duration = Duration::from_millis(400);
const FEWEST: usize = 5;
/// What a sample should take at least.
const SAMPLE: Duration = Duration::from_micros(50);

/// The least time of a run, in nanoseconds, divided by the operations in each.
pub fn least(operations: usize, mut run: impl FnMut()) -> f64 {
    let begin = Instant::now();
    run();
    let first = begin.elapsed();
    let repetitions = SAMPLE.as_nanos() / first.as_nanos().max(1) + 1;
    let mut best = first.as_nanos() as f64;
    let mut samples = 1;
    let goes_on = |samples: usize| match begin.elapsed() {
        time if samples < FEWEST => time < PATIENCE,
        time => time < BUDGET,
    };
    while goes_on(samples) {
        samples += 1;
        let start = Instant::now();
        (0..repetitions).for_each(|_| run());
        best = best.min(start.elapsed().as_nanos() as f64 / repetitions as f64);
    }
    best / operations as f64
}

/// Times in nanoseconds, or ratios: a row for each operation, a column for each size.
pub fn print_table(title: &str, sizes: &[usize], columns: &[Vec<(&str, f64)>]) {
    let heads: String = sizes.iter().map(|size| format!("{size:>12}")).collect();
    println!("{title:<26}{heads} variables");
    for (index, (name, _)) in columns[0].iter().enumerate() {
        let times: String =
            columns.iter().map(|column| format!("{:>12}", figure(column[index].1))).collect();
        println!("{name:<26}{times}");
    }
    println!();
}

/// A figure with as many digits as mean something.
fn figure(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// One figure with its name.
pub fn print_time(name: &str, nanoseconds: f64) {
    match nanoseconds < 1000.0 {
        true => println!("{name:<44} {nanoseconds:>9.2} ns"),
        false => println!("{name:<44} {:>9.2} us", nanoseconds / 1000.0),
    }
}
