//! `soundline eval`: run an evaluation again.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use soundline_diff::campaign::Request;
use soundline_eval::Evaluation;
use soundline_eval::differential::{self, Row, Way};
use soundline_report::schema::list as list_document;
use soundline_targets::Registry;
use soundline_test::command::arguments::duration;
use soundline_test::command::{Complaint, Ending, Interrupt};

use crate::diff::run::{Bar, CampaignArguments, FOLDER};

/// Run an evaluation again, on this machine
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    #[command(flatten)]
    Evaluation(Evaluation),
    Strategies(Strategies),
    Batches(Batches),
}

/// Compare the search strategies of `soundline diff` by the issues they find (ISSTA'19, Table 6)
///
/// Every strategy makes the same number of variants of the same seeds, with one check each, as in the
/// paper. By default four seeds with one variant each: a first look. The paper has 20 seeds.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval strategies seeds/                   four seeds, one variant each
  soundline eval strategies seeds/ --full            20 seeds, as in the paper
  soundline eval strategies seeds/ --full --budget 5 --only 'gcc*,clang*,cbmc'

Exit codes: 0 measured, 2 wrong use or bad input, 3 stopped early.")]
struct Strategies {
    #[command(flatten)]
    shared: Shared,
}

/// Compare sizes of batches of `soundline diff` by the issues they find (ISSTA'19, Table 7)
///
/// By default four seeds with one variant each and batches of 1 and 4 checks: a first look. The paper has 20 seeds and
/// batches of up to 32.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval batches seeds/                      four seeds, batches of 1 and 4
  soundline eval batches seeds/ --full               20 seeds, up to 32, as in the paper
  soundline eval batches seeds/ --sizes 1,16 --seeds-used 10

Exit codes: 0 measured, 2 wrong use or bad input, 3 stopped early.")]
struct Batches {
    /// The sizes [default: 1,4; with --full 1,2,4,8,16,32]
    #[arg(long, value_name = "LIST", value_delimiter = ',',
          value_parser = clap::value_parser!(u16).range(1..=256))]
    sizes: Vec<u16>,
    #[command(flatten)]
    shared: Shared,
}

#[derive(clap::Args)]
struct Shared {
    #[command(flatten)]
    campaign: CampaignArguments,
    /// The size of the paper: 20 seeds, and the variants that `soundline diff run` makes of each
    #[arg(long)]
    full: bool,
    /// How many seeds, evenly spread over those that are named [default: 4; with --full 20]
    #[arg(long, value_name = "N")]
    seeds_used: Option<NonZeroUsize>,
    /// How long each row may take
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Folder for the verdicts; an evaluation that was stopped goes on from there
    #[arg(long, default_value = FOLDER, value_name = "DIR")]
    out: PathBuf,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

impl Shared {
    /// How many seeds are used.
    fn seeds(&self) -> usize {
        self.seeds_used.map_or(if self.full { 20 } else { 4 }, NonZeroUsize::get)
    }

    /// What the user asked for. A first look takes one variant of each seed.
    fn request(&self) -> Request {
        let mut request = self.campaign.request();
        if !self.full {
            request.plan.budget = request.plan.budget.or(Some(1));
        }
        request
    }
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    match &arguments.command {
        Command::Evaluation(evaluation) => evaluation.run(registry),
        Command::Strategies(Strategies { shared }) => {
            let ways = differential::strategies(&shared.request());
            evaluate(shared, "Effect of the search strategy", "strategy", ways)
        }
        Command::Batches(Batches { sizes, shared }) => {
            let sizes = match (sizes.is_empty(), shared.full) {
                (true, true) => vec![1, 2, 4, 8, 16, 32],
                (true, false) => vec![1, 4],
                (false, _) => sizes.clone(),
            };
            let ways = differential::batches(&sizes, &shared.request());
            evaluate(shared, "Effect of the size of batches", "checks in a variant", ways)
        }
    }
}

/// Run one campaign for each way of making variants.
fn evaluate(
    shared: &Shared,
    title: &str,
    corner: &str,
    ways: Vec<Way>,
) -> Result<Ending, Complaint> {
    let interrupt = Interrupt::new()?;
    std::fs::create_dir_all(&shared.out).map_err(|error| {
        Complaint::new(format!("cannot write to {}: {error}", shared.out.display()))
    })?;
    let store = shared.out.join("verdicts.sqlite");
    let mut workbench = match shared.campaign.workbench(&store, interrupt.flag()) {
        Err(_) if interrupt.is_asked() => return Ok(Ending::Stopped),
        workbench => workbench?,
    };
    spread(&mut workbench.seeds.seeds, shared.seeds());
    let planned = ways.len();
    let mut rows: Vec<Row> = Vec::new();
    for (name, mut request) in ways {
        request.time = shared.time;
        let bar = Bar::new();
        let outcome = workbench.run(&request, interrupt.flag(), &|progress| bar.show(progress));
        bar.clear();
        let outcome = outcome.map_err(|error| Complaint::new(error.to_string()))?;
        rows.push(differential::row(&name, &outcome.campaign));
        if interrupt.is_asked() {
            break;
        }
    }
    if shared.json {
        print!("{}", list_document("soundline-eval-variants/1", "rows", &rows));
    } else {
        anstream::print!("{}", differential::grid(title, corner, &rows).text());
        anstream::print!("\n{}", differential::grid_in_variants(corner, &rows).text());
    }
    let complete = rows.iter().all(|row| row.variants == row.planned) && rows.len() == planned;
    Ok(if complete { Ending::Nothing } else { Ending::Stopped })
}

/// Keeps so many, evenly spread.
fn spread<T>(all: &mut Vec<T>, count: usize) {
    let (length, mut place) = (all.len(), 0);
    let kept: Vec<usize> = (0..count.min(length)).map(|i| i * length / count.min(length)).collect();
    all.retain(|_| {
        place += 1;
        kept.contains(&(place - 1))
    });
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn seeds_are_spread_evenly() {
        let check = |length: usize, count: usize, expected: &[usize]| {
            let mut all: Vec<usize> = (0..length).collect();
            spread(&mut all, count);
            assert_eq!(all, expected);
        };
        check(72, 4, &[0, 18, 36, 54]);
        check(7, 3, &[0, 2, 4]);
        check(3, 20, &[0, 1, 2]);
        check(0, 4, &[]);
    }
}
