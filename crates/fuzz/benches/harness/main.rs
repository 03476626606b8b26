//! What the harness costs: the engine's loop against a plain loop in C, on the same libraries.
//!
//! `cargo bench -p soundline-fuzz --bench harness`
//!
//! Both loops run in turn, each in a process of its own, and figures are medians over the rounds. The
//! bars: as many tests per CPU second as the plain loop, and 85 % of the CPU time in the library.

mod engine;
mod plain;
mod rate;
mod share;

use std::io;
use std::process::Command;

use engine::Wanted;
use plain::{Plain, Pool};
use rate::{Rate, median};

/// Domains with APRON's interface that are compared.
const TARGETS: [&str; 2] = ["apron:oct:d", "apron:pk:mpq"];
const ROUNDS: u64 = 9;
/// CPU time of a loop in a round.
const SECONDS: f64 = 0.6;
/// CPU time of a loop that is sampled.
const LONG: f64 = 3.0;
const BAR: f64 = 1.0;
const SHARE_BAR: f64 = 0.85;

/// The word with which this program is started again to run the engine's loop.
const LOOP: &str = "engine-loop";

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let [LOOP, target, wanted, seconds, seed] = words.as_slice() {
        let rate = engine::drive(target, wanted.parse()?, seconds.parse()?, seed.parse()?)?;
        println!("{rate}");
        return Ok(());
    }
    let plain = match Plain::compile() {
        Ok(plain) => plain,
        Err(reason) => {
            println!("The harness is not compared with a plain loop in C: {reason}");
            return Ok(());
        }
    };
    println!("{EXPLANATION}");
    for target in TARGETS {
        compare(target, &plain)?;
    }
    Ok(())
}

const EXPLANATION: &str = "\
Configuration C2 of the paper: 8 variables, a pool of 32 elements, 16 operations, one property.
\"As needed\" does the same work as the engine: shapes and constants equally likely, the same twelve
properties, and elements of the pool made anew for each test when they are first picked. \"One pool\"
makes 32 elements once for all tests: less work, on elements that are closed or converted already, and
tests that depend on those before them. The bar is about equal work.
";

fn compare(target: &str, plain: &Plain) -> Result<(), Failure> {
    let mut rates: [Vec<Rate>; 4] = Default::default();
    for seed in 1..=ROUNDS {
        rates[0].push(engine_loop(target, Wanted::Shared, seed)?);
        rates[1].push(plain.run(target, Pool::AsNeeded, SECONDS, seed)?);
        rates[2].push(plain.run(target, Pool::Once, SECONDS, seed)?);
        rates[3].push(engine_loop(target, Wanted::Paper, seed)?);
    }
    println!("{target:<44}{:>12}{:>12}{:>12}", "tests/s", "made/test", "engine is");
    let names = [
        "the engine, twelve properties",
        "plain C, as needed",
        "plain C, one pool",
        "the engine, all properties of the paper",
    ];
    for (position, name) in names.iter().enumerate() {
        let per_second = median(rates[position].iter().map(Rate::per_second));
        let made = median(rates[position].iter().map(Rate::made_per_test));
        let ratio = match position {
            1 | 2 => format!("{:>11.2}x", ratio(&rates[0], &rates[position])),
            _ => String::new(),
        };
        println!("  {name:<42}{per_second:>12.0}{made:>12.1}{ratio}");
    }
    let equal_work = ratio(&rates[0], &rates[1]);
    println!("  at least {BAR:.1} times plain C on equal work: {}", verdict(equal_work >= BAR));
    match share::in_library(&engine_command(target, Wanted::Shared, LONG, 1)?) {
        Ok(share) => {
            let met = verdict(share >= SHARE_BAR);
            println!("  {:.1} % of the CPU time in the library (bar 85 %): {met}", share * 100.0);
        }
        Err(reason) => println!("  the share of the library is not known: {reason}"),
    }
    println!();
    Ok(())
}

/// Rounds are compared each with itself, because the machine changes between them.
fn ratio(one: &[Rate], other: &[Rate]) -> f64 {
    median(one.iter().zip(other).map(|(one, other)| one.per_second() / other.per_second()))
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}

fn engine_command(target: &str, wanted: Wanted, seconds: f64, seed: u64) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([LOOP, target, &wanted.to_string(), &seconds.to_string(), &seed.to_string()]);
    Ok(command)
}

fn engine_loop(target: &str, wanted: Wanted, seed: u64) -> Result<Rate, Failure> {
    Ok(rate::of_output(&mut engine_command(target, wanted, SECONDS, seed)?)?)
}
