//! `soundline eval apron` and `soundline eval elina`: the shapes of Tables 3 and 5 of the ASE'18 paper,
//! for the libraries of this machine.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use soundline_fuzz::engine::{Budget, Limits, Order, Shard, Workers, supervise};
use soundline_fuzz::{Campaign, Config, Search};
use soundline_isolate::Scratch;
use soundline_targets::{Presence, Registry};

use soundline_report::number::grouped;
use soundline_report::schema;
use soundline_report::text::folded;
use soundline_test::command::arguments::{Jobs, RunLimits, Seed};
use soundline_test::command::screen::{self, DIM, HEAD};
use soundline_test::command::{Complaint, Ending, Interrupt};
use soundline_test::test::worker::Setup;
use soundline_test::test::{Described, Effort, Properties};

/// How the rows of a table are filled
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    effort: Effort,
    /// Only these properties: numbers, ranges, names, paper, soundness, precision, convergence
    #[arg(long, default_value = "paper", value_name = "LIST")]
    properties: Properties,
    /// How tests are found: guided, random, direct or direct-guided
    #[arg(long, default_value_t = soundline_test::test::USUAL, value_name = "ENGINE")]
    engine: Search,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    limits: RunLimits,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    library: Described,
}

/// How long each row is tested unless something else is said.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// What a row of a table is about.
struct Line {
    variant: &'static str,
    domain: &'static str,
    target: &'static str,
    config: &'static str,
    /// Soundness, precision and crashes in the paper, where it has such a row.
    paper: Option<&'static str>,
}

const fn line(
    variant: &'static str,
    domain: &'static str,
    target: &'static str,
    config: &'static str,
    paper: Option<&'static str>,
) -> Line {
    Line { variant, domain, target, config, paper }
}

/// Table 3, and the variant of Sect. 5.2 in which the paper found nothing without planting it.
const APRON: &[Line] = &[
    line("Double", "Intervals", "apron:box:d", "C2", Some("0/0/0")),
    line("Double", "Octagons", "apron:oct:d", "C2", Some("0/3/0")),
    line("Rll v1", "Polyhedra", "apron:pk:rll", "C2", Some("0/0/41")),
    line("Rll v2", "Polyhedra", "apron:pk:rll", "C2 constants=int", Some("5/15/21")),
    line("Rll v3", "Polyhedra", "apron:pk:rll", "C2 constants=none", Some("5/19/4")),
    line("MPQ", "Intervals", "apron:box:mpq", "C2", Some("0/0/0")),
    line("MPQ", "Octagons", "apron:oct:mpq", "C2", Some("0/0/0")),
    line("MPQ", "Polyhedra", "apron:pk:mpq", "C2", Some("0/0/0")),
    // Not in the paper: APRON has them from 0.9.11 on.
    line("Double", "Zonotopes", "apron:t1p:d", "C2", None),
    line("MPQ", "Zonotopes", "apron:t1p:mpq", "C2", None),
];

/// Table 5. The paper's variants are old versions; whatever is installed is tested. Beside it stands the
/// newest variant of the paper: EP3 of the polyhedra, and the octagons, whose two variants agree. The
/// paper did not test zones.
const ELINA: &[Line] = &[
    line("ELINA", "Polyhedra", "elina:poly", "C2 constants=int", Some("4/18/19")),
    line("ELINA", "Octagons", "elina:oct", "C2 constants=int", Some("0/3/0")),
    line("ELINA", "Zones", "elina:zones", "C2 constants=int", None),
];

/// A row that was filled.
#[derive(Default, Serialize)]
struct Row {
    variant: String,
    domain: String,
    target: String,
    version: Option<String>,
    config: String,
    tests: u64,
    tested: usize,
    soundness: usize,
    precision: usize,
    crashed: usize,
    violated: Vec<u16>,
    paper: Option<&'static str>,
    causes: Vec<String>,
}

/// Table 3 for the APRON of this machine.
pub fn apron(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    table("Table 3", APRON, arguments, registry)
}

/// Table 5 for the ELINA of this machine.
pub fn elina(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    table("Table 5", ELINA, arguments, registry)
}

fn table(
    name: &str,
    lines: &[Line],
    arguments: &Arguments,
    mut registry: Registry,
) -> Result<Ending, Complaint> {
    let described = [line("--lib", "as told", "lib", "C2 constants=int", None)];
    arguments.library.register(&mut registry, Some("lib"))?;
    let lines = if arguments.library.is_some() { &described } else { lines };
    let (here, missing) = present(lines, &registry)?;
    if here.is_empty() {
        return Err(Complaint::new(missing.join("; ")));
    }
    let interrupt = Interrupt::new()?;
    let interrupted = interrupt.flag();
    let bar = screen::progress(here.len() as u64, "eval");
    let mut rows = Vec::new();
    for line in here {
        bar.set_message(format!("{} {}", line.target, line.config));
        if !interrupted.load(Ordering::SeqCst) {
            rows.push(fill(line, arguments, interrupted)?);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if arguments.json {
        print!("{}", schema::list("soundline-eval-libraries/1", "rows", &rows));
    } else {
        anstream::print!("{}", show(name, &rows, &missing));
    }
    Ok(match (interrupted.load(Ordering::SeqCst), rows.iter().all(|row| row.causes.is_empty())) {
        (true, _) => Ending::Stopped,
        (false, true) => Ending::Nothing,
        (false, false) => Ending::Findings,
    })
}

/// The lines whose libraries are here, and what to do about the others.
fn present<'l>(
    lines: &'l [Line],
    registry: &Registry,
) -> Result<(Vec<&'l Line>, Vec<String>), Complaint> {
    let (mut here, mut missing) = (Vec::new(), Vec::new());
    for line in lines {
        let target = registry.get(line.target);
        match target.map_err(|error| Complaint::new(error.to_string()))?.presence() {
            Presence::Missing { advice } => {
                missing.push(format!("{} is not installed: {advice}", line.target));
            }
            _ => here.push(line),
        }
    }
    Ok((here, missing))
}

/// The driver of a property: a campaign of its own, with its own time, as in the paper. So one whose tests hang takes no
/// time from the others.
fn driver(
    line: &Line,
    property: &Properties,
    budget: Budget,
    arguments: &Arguments,
    interrupted: &AtomicBool,
) -> Result<Campaign, Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let config: Config = line.config.parse().map_err(Complaint::new)?;
    let config = Config { search: arguments.engine, ..config };
    let folder = Scratch::new().map_err(|error| complain(&error))?;
    let board = folder.path().join("board");
    let setup = Setup {
        target: line.target,
        config: &config,
        seed: arguments.seed.seed,
        properties: property,
        library: &arguments.library,
        against: None,
        board: &board,
        corpus: None,
    };
    let command = |role| setup.command(role);
    let (time, memory) = arguments.limits.of_a_test();
    let limits = Limits { time, memory };
    let order = Order {
        target: line.target,
        config: config.clone(),
        seed: arguments.seed.seed,
        fingerprint: setup.fingerprint(),
        shard: Shard::WHOLE,
        budget,
        slack: Duration::from_secs(1),
        jobs: arguments.jobs.count(),
        board: &board,
        workers: Workers { command: &command, limits },
        interrupted,
    };
    supervise(&order, &|_| {}).map_err(|error| complain(&error))
}

/// A row, by a driver for each property.
fn fill(line: &Line, arguments: &Arguments, interrupted: &AtomicBool) -> Result<Row, Complaint> {
    let drivers: Vec<Properties> = arguments.properties.each().collect();
    let budget = match arguments.effort.or(USUAL_TIME) {
        Budget::Time(time) => Budget::Time(time / drivers.len() as u32),
        Budget::Tests(tests) => Budget::Tests(tests.div_ceil(drivers.len() as u64)),
    };
    let mut row = Row {
        variant: line.variant.to_string(),
        domain: line.domain.to_string(),
        target: line.target.to_string(),
        config: line.config.to_string(),
        paper: line.paper,
        ..Row::default()
    };
    for property in &drivers {
        if interrupted.load(Ordering::SeqCst) {
            break;
        }
        row.add(driver(line, property, budget, arguments, interrupted)?);
    }
    Ok(row)
}

impl Row {
    /// What a driver found.
    fn add(&mut self, campaign: Campaign) {
        let counts = campaign.table_three();
        self.tests += campaign.totals().tests;
        self.tested += counts.tested;
        self.soundness += counts.soundness;
        self.precision += counts.precision;
        self.crashed += counts.broken;
        if counts.soundness + counts.precision > 0 {
            self.violated.extend(campaign.rows.iter().map(|row| row.property().number));
        }
        self.version = campaign.version;
        for cause in campaign.causes {
            if !self.causes.contains(&cause.title) {
                self.causes.push(cause.title);
            }
        }
    }
}

/// Causes that are named in a row; of more only the number is told.
const NAMED: usize = 2;

fn show(name: &str, rows: &[Row], missing: &[String]) -> String {
    let mut text = String::new();
    let (s, p, crash) = ("S", "P", "crash");
    let _ = writeln!(
        text,
        "{HEAD}{name:<8} {:<10} {:>11} {:>7} {s:>3} / {p:>3} / {crash:>5} {:>9}{HEAD:#}",
        "domain", "tests", "tested", "paper"
    );
    for row in rows {
        let more = row.causes.len().saturating_sub(NAMED);
        let causes = row.causes.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let (tests, paper) = (grouped(row.tests), row.paper.unwrap_or("–"));
        let _ = writeln!(
            text,
            "{:<8} {:<10} {tests:>11} {:>7} {:>3} / {:>3} / {:>5} {paper:>9}",
            row.variant, row.domain, row.tested, row.soundness, row.precision, row.crashed
        );
        let violated = row.violated.iter().map(|n| format!("P{n}")).collect::<Vec<_>>().join(", ");
        if !violated.is_empty() {
            let _ =
                writeln!(text, "    {DIM}{}{DIM:#}", folded(&format!("violated: {violated}"), 4));
        }
        if !causes.is_empty() {
            let _ = writeln!(text, "    {DIM}{}{DIM:#}", folded(&format!("{causes}{more}"), 4));
        }
    }
    for advice in missing {
        let _ = writeln!(text, "{DIM}{}{DIM:#}", folded(advice, 2));
    }
    text
}
