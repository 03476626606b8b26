//! `soundline eval`: run an evaluation again.

use std::path::PathBuf;
use std::time::Duration;

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
/// paper.
#[derive(clap::Args)]
struct Strategies {
    #[command(flatten)]
    shared: Shared,
}

/// Compare sizes of batches of `soundline diff` by the issues they find (ISSTA'19, Table 7)
#[derive(clap::Args)]
struct Batches {
    /// The sizes
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2,4,8,16,32",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    sizes: Vec<u16>,
    #[command(flatten)]
    shared: Shared,
}

#[derive(clap::Args)]
struct Shared {
    #[command(flatten)]
    campaign: CampaignArguments,
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

/// Run the command.
pub fn run(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    match &arguments.command {
        Command::Evaluation(evaluation) => evaluation.run(registry),
        Command::Strategies(Strategies { shared }) => {
            let ways = differential::strategies(&shared.campaign.request());
            evaluate(shared, "Effect of the search strategy", "strategy", ways)
        }
        Command::Batches(Batches { sizes, shared }) => {
            let ways = differential::batches(sizes, &shared.campaign.request());
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
    let workbench = match shared.campaign.workbench(&store, interrupt.flag()) {
        Err(_) if interrupt.is_asked() => return Ok(Ending::Stopped),
        workbench => workbench?,
    };
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
    }
    let complete = rows.iter().all(|row| row.variants == row.planned) && rows.len() == planned;
    Ok(if complete { Ending::Nothing } else { Ending::Stopped })
}
