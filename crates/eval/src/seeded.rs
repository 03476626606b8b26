//! `soundline eval seeded`: which planted bugs are found, by what, and how soon.

mod engines;
mod healthy;
mod json;
mod page;
mod part;
mod results;
mod select;
mod tables;
mod trial;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use soundline_fuzz::{Config, Search};
use soundline_targets::Registry;

pub use part::merger;
use results::{Column, Results};
use soundline_test::command::arguments::RunLimits;
use soundline_test::command::screen;
use soundline_test::command::{Complaint, Ending, Interrupt};
use soundline_test::shards::Shard;
use soundline_test::test::{Effort, Properties};
use trial::{Setting, Trial};

/// Plant bugs in domains and see which ones are found, by which property, and how soon
///
/// Each bug is tested by one worker, like any other domain, until it is found or the budget is used
/// up. The tables have the shapes of Tables 4, 7 and 8 of the ASE'18 paper.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval seeded                                all bugs, in the domains of this program
  soundline eval seeded paper --properties paper       the 17 of the paper, by its 46 properties
  soundline eval seeded paper --config all --seeds 3   Table 7: all configurations
  soundline eval seeded --engine all --seeds 5         Table 8: all four kinds of search
  soundline eval seeded octagons --within apron        in APRON's octagons
  soundline eval seeded table --within apron:pk:mpq    entries of the manager's table replaced
  soundline eval seeded interval-overflow --whole --budget 20000
  soundline eval seeded --shard 3/8 --out parts/3      see soundline merge

Exit codes: 0 all bugs were found, 1 some were not, 2 wrong use, 3 stopped early.")]
pub struct Arguments {
    /// Bugs by name; paper, intervals, octagons, polyhedra; held-out for those on which no search is tuned; table for those in
    /// the tables of APRON's managers; without one all but these two
    /// (`soundline targets --seeded` lists them)
    bugs: Vec<String>,
    /// How tests are made: default, C1 to C6, several with commas, or all
    #[arg(long, default_value = "default", value_name = "CONFIGS", value_parser = select::configs)]
    config: select::Configs,
    /// How tests are found: guided, random, direct, direct-guided, several with
    /// commas, or all
    #[arg(long, default_value = "guided", value_name = "ENGINES", value_parser = select::engines)]
    engine: select::Engines,
    /// Only these properties: numbers, ranges, names, paper, soundness, precision, convergence
    #[arg(long, default_value = "all", value_name = "LIST")]
    properties: Properties,
    #[command(flatten)]
    effort: Effort,
    /// How often, each time with other tests; tables show medians
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// Use the whole budget also after a bug is found, to see all properties that it violates
    #[arg(long)]
    whole: bool,
    /// Plant the bugs in a library instead: apron or ppl, or the name of a target
    #[arg(long, value_name = "LIBRARY")]
    within: Option<String>,
    #[command(flatten)]
    limits: RunLimits,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    /// Write a page with tables and curves, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Run only the K-th of N parts of the trials; `soundline merge` puts the parts together
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    /// Folder for the part
    #[arg(long, value_name = "DIR", requires = "shard")]
    out: Option<PathBuf>,
}

/// How long a bug is looked for unless something else is said.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// Run the command.
pub fn run(arguments: &Arguments, registry: &Registry) -> Result<Ending, Complaint> {
    let plants = select::plants(&arguments.bugs, arguments.within.as_deref())?;
    for plant in &plants {
        soundline_test::test::present(registry, &plant.target)?;
    }
    let interrupt = Interrupt::new()?;
    let setting = Setting {
        properties: &arguments.properties,
        budget: arguments.effort.or(USUAL_TIME),
        whole: arguments.whole,
        limits: arguments.limits.of_a_test(),
        interrupted: interrupt.flag(),
    };
    if let (Some(shard), Some(out)) = (arguments.shard, &arguments.out) {
        return part::run(arguments, &plants, &setting, shard, out);
    }
    let trial = |_, plant: &select::Plant, config: &Config, seed| match setting
        .interrupted
        .load(Ordering::SeqCst)
    {
        true => Ok(None),
        false => trial::run(plant, config, seed, &setting).map(Some),
    };
    let results = all_trials(arguments, &plants, trial)?;
    tell(arguments, &results, arguments.json, interrupt.is_asked())
}

/// Show the results.
fn tell(
    arguments: &Arguments,
    results: &Results,
    as_json: bool,
    stopped: bool,
) -> Result<Ending, Complaint> {
    if let Some(file) = &arguments.html {
        std::fs::write(file, page::page(results))
            .map_err(|error| Complaint::new(format!("cannot write {}: {error}", file.display())))?;
    }
    if as_json {
        print!("{}", json::write(results));
    } else {
        anstream::print!("{}", tables::all(results));
    }
    Ok(if stopped {
        Ending::Stopped
    } else if results.rows.iter().all(|row| row.is_found()) {
        Ending::Nothing
    } else {
        Ending::Findings
    })
}

/// Every bug with every engine, configuration and seed: trials, by their numbers.
fn all_trials(
    arguments: &Arguments,
    plants: &[select::Plant],
    mut trial: impl FnMut(u64, &select::Plant, &Config, u64) -> Result<Option<Trial>, Complaint>,
) -> Result<Results, Complaint> {
    let columns: Vec<(Column, Config)> = arguments
        .engine
        .0
        .iter()
        .flat_map(|engine| arguments.config.0.iter().map(|named| column(*engine, named)))
        .collect();
    let steps = plants.len() as u64 * columns.len() as u64 * arguments.seeds;
    let bar = screen::progress(steps, "eval");
    let mut results = Results::default();
    let mut number = 0;
    for plant in plants {
        for (column, config) in &columns {
            let mut trials = Vec::new();
            for seed in 0..arguments.seeds {
                bar.set_message(format!("{} {column}", plant.target));
                trials.extend(trial(number, plant, config, seed)?);
                number += 1;
                bar.inc(1);
            }
            results.add(plant, column, trials);
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

/// A configuration with an engine.
fn column(engine: Search, (name, config): &(String, Config)) -> (Column, Config) {
    let config = Config { search: engine, ..config.clone() };
    (Column { engine, config: name.clone() }, config)
}
