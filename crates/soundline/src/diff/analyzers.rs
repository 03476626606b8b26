//! `soundline diff analyzers`: which analyzers there are, and how to get the rest.

use super::selection::{self, Selection};
use serde::Serialize;
use soundline_diff::analyzer::{Analyzer, Description, Missing};
use soundline_report::schema::list as list_document;
use soundline_report::text::folded;
use soundline_test::command::screen;
use soundline_test::command::{Complaint, Ending};

/// List the analyzers with their versions, and how to get those that are missing
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff analyzers                           all that are described
  soundline diff analyzers --only 'goto*,eva*'       some of them
  soundline diff analyzers --only benchexec:cpachecker
  soundline diff analyzers --analyzers my-tool.toml  with one of your own")]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    about: &'a str,
    /// Whether Soundline's own tests run it.
    tested: bool,
    under_approximates: bool,
    available: bool,
    version: Option<&'a str>,
    path: Option<String>,
    missing: Option<&'a str>,
    get: &'a str,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let descriptions = arguments.selection.descriptions()?;
    let found = selection::find(&descriptions)?;
    let listed: Vec<Listed<'_>> = descriptions
        .iter()
        .zip(&found)
        .map(|(description, found)| list(description, found))
        .collect();
    if arguments.json {
        print!("{}", list_document("soundline-analyzers/1", "analyzers", &listed));
    } else {
        listed.iter().for_each(print);
    }
    Ok(Ending::Nothing)
}

fn list<'a>(description: &'a Description, found: &'a Result<Analyzer, Missing>) -> Listed<'a> {
    let found_here = found.as_ref().ok();
    Listed {
        name: &description.name,
        about: &description.about,
        tested: description.tested,
        under_approximates: description.under_approximates,
        available: found.is_ok(),
        version: found_here.map(|analyzer| analyzer.version.as_str()),
        path: found_here.map(|analyzer| analyzer.program.display().to_string()),
        missing: found.as_ref().err().map(|missing| missing.reason.as_str()),
        get: &description.get,
    }
}

/// Where the second column begins.
const INDENT: usize = 25;

fn print(listed: &Listed<'_>) {
    let (dim, good, open, head) = (screen::DIM, screen::GOOD, screen::OPEN, screen::HEAD);
    let untested = if listed.tested { "" } else { " (untested by us)" };
    let there = match (&listed.path, listed.missing) {
        (Some(path), _) => {
            let version = listed.version.unwrap_or_default();
            format!("{good}{version}{good:#} {dim}{path}{dim:#}")
        }
        (None, reason) => {
            let advice = format!("{}; {}", reason.unwrap_or_default(), listed.get);
            let advice = folded(&advice, INDENT);
            format!("{open}not found{open:#}\n{:INDENT$}{dim}{advice}{dim:#}", "")
        }
    };
    let about = folded(&format!("{}{untested}", listed.about), INDENT);
    anstream::println!("{head}{:<24}{head:#} {about}", listed.name);
    anstream::println!("{:INDENT$}{there}", "");
}
