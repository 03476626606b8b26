//! `soundline eval speed`: the built-in domains against those of other libraries, operation by
//! operation, in one run.

mod contest;
mod elements;
mod remote;
mod stage;
mod table;
mod work;
pub mod worker;

use soundline_report::schema;
use soundline_targets::{Presence, Registry};

use contest::Contest;
use remote::Remote;
use soundline_test::command::screen;
use soundline_test::command::{Complaint, Ending, Interrupt};
use soundline_test::test::Described;
use table::{Figure, Table};
use work::{ROWS, Row};

/// The name under which a library of the command line takes part.
const DESCRIBED: &str = "lib";
const MOST_VARIABLES: usize = 64;

/// Time the built-in domains against APRON, PPL and others, operation by operation
///
/// All contenders make the same elements by the same instructions through the same interface, and
/// are timed in turn in short rounds; ratios are medians over the rounds. Each row goes through six
/// pairs of elements. Elements are meets of two made from random constraints; all constraints hold at a
/// common point, so that none is empty. Operands are closed or converted before the clock starts,
/// but for rows that start with "meet-" or "meets-": there the clock includes the meets that make
/// fresh operands. A + says that the result is asked whether it is bottom, which forces most lazy
/// libraries to do the work; rows that end with "-leq" need all of the result. Dropping the results is
/// part of the time.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval speed                             everything that is installed, some minutes
  soundline eval speed join meet --vars 8          only these operations
  soundline eval speed --domain octagons --json
  soundline eval speed --lib ./liboptoct.so --ctor opt_oct_manager_alloc --kind octagons

Exit codes: 0 measured, 2 wrong use or bad input, 3 stopped early.")]
pub struct Arguments {
    /// Only rows whose names contain one of these words
    #[arg(value_name = "OPERATION")]
    operations: Vec<String>,
    /// Numbers of variables
    #[arg(long, default_value = "8,32", value_delimiter = ',', value_name = "N,N")]
    vars: Vec<usize>,
    /// Only built-in domains whose names contain this word
    #[arg(long, value_name = "WORD")]
    domain: Option<String>,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    library: Described,
}

/// Run the command.
pub fn run(arguments: &Arguments, mut registry: Registry) -> Result<Ending, Complaint> {
    if let Some(size) = arguments.vars.iter().find(|size| !(1..=MOST_VARIABLES).contains(*size)) {
        return Err(Complaint::new(format!("--vars are from 1 to {MOST_VARIABLES}, not {size}")));
    }
    let rows = arguments.rows()?;
    let described = arguments.library.kind()?.map(|kind| (DESCRIBED, kind));
    if described.is_none() && arguments.library.is_some() {
        return Err(Complaint::new(
            "a program at the other end of a pipe is not timed; give --lib",
        ));
    }
    arguments.library.register(&mut registry, Some(DESCRIBED))?;
    let mut contests = contest::all(described);
    let wanted = arguments.domain.as_deref().unwrap_or_default();
    contests.retain(|contest| contest.native.contains(wanted));
    if contests.is_empty() {
        return Err(Complaint::new(format!("no domain that is compared is called {wanted:?}")));
    }
    for contest in &mut contests {
        leave_out_missing(contest, &registry);
    }
    contests.retain(|contest| !contest.rivals.is_empty());
    if contests.is_empty() {
        eprintln!("No other library is installed, so there is nothing to compare with.");
    }
    let interrupt = Interrupt::new()?;
    let figures = measure(arguments, &contests, &rows, &interrupt);
    if arguments.json {
        print!("{}", schema::list("soundline-eval-speed/1", "figures", &figures));
    } else if !contests.is_empty() {
        table::print_legend(&rows);
    }
    Ok(if interrupt.is_asked() { Ending::Stopped } else { Ending::Nothing })
}

/// Measure all contests; each is printed as soon as it is over, unless its figures are wanted as data.
fn measure(
    arguments: &Arguments,
    contests: &[Contest],
    rows: &[&'static Row],
    interrupt: &Interrupt,
) -> Vec<Figure> {
    let mut figures = Vec::new();
    let steps = contests.len() * arguments.vars.len() * rows.len();
    let bar = screen::progress(steps as u64, "speed");
    for contest in contests {
        let rivals = contest.rivals.iter().map(|rival| rival.target.clone());
        let targets: Vec<String> =
            std::iter::once(contest.native.to_string()).chain(rivals).collect();
        for &variables in &arguments.vars {
            let mut remote = Remote::new(contest.native, variables, &arguments.library);
            let mut table = Table { contest, variables, rows: Vec::new() };
            for row in rows.iter().take_while(|_| !interrupt.is_asked()) {
                bar.set_message(format!("{}, {variables} variables, {}", contest.native, row.name));
                table.rows.push((row, remote.measure(row.name, &targets)));
                bar.inc(1);
            }
            if table.rows.is_empty() {
                continue;
            }
            if arguments.json {
                figures.extend(table.figures());
            } else {
                bar.suspend(|| table.print());
            }
        }
    }
    bar.finish_and_clear();
    figures
}

impl Arguments {
    fn rows(&self) -> Result<Vec<&'static Row>, Complaint> {
        let wants = |row: &Row, word: &String| row.name.contains(word.as_str());
        if let Some(word) =
            self.operations.iter().find(|word| !ROWS.iter().any(|row| wants(row, word)))
        {
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            let names = names.join(", ");
            return Err(Complaint::new(format!(
                "there is no operation {word:?}; there are {names}"
            )));
        }
        let all = self.operations.is_empty();
        let wanted = |row: &&Row| all || self.operations.iter().any(|word| wants(row, word));
        Ok(ROWS.iter().filter(wanted).collect())
    }
}

/// Rivals that are not on this machine are left out, with a sentence.
fn leave_out_missing(contest: &mut Contest, registry: &Registry) {
    contest.rivals.retain(|rival| match registry.get(&rival.target).map(|t| t.presence()) {
        Ok(Presence::Missing { advice }) => {
            eprintln!("{} is left out, it is not installed: {advice}", rival.target);
            false
        }
        Ok(_) => true,
        Err(error) => {
            eprintln!("{error}");
            false
        }
    });
}
