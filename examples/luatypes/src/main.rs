//! The command `luatypes`.

use luatypes::planted::PLANTED;
use luatypes::report::{self, Report};
use luatypes::{laws, read};
use soundline_lattice::{Runner, Status};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

const HELP: &str = "\
Infer the types of a Lua 5.1 program, and find operations that fail.

Usage: luatypes [OPTIONS] FILE.lua...
       luatypes laws [--cases N] [--planted NAME]

Options:
  --types     show the type of each name where it gets a value
  --all       also show errors that are only possible
  --closed    assume that there is no code but the file and the standard library
  --json      write one JSON document
  --sarif     write SARIF 2.1.0
  -h, --help  show this text

`luatypes laws` checks the lattices of the analysis. With --planted it checks one of the errors that the
paper tells of: run `luatypes laws --planted list` for their names.

Without --all only errors are shown that happen whenever the program gets there. NO_COLOR switches colours off.

Examples:
  luatypes script.lua
  luatypes --closed --types script.lua
  luatypes --sarif src/*.lua > luatypes.sarif
  luatypes laws --planted default-str

Exit codes: 0 nothing was found, 1 something was found, 2 the command or a file could not be used.
";

#[derive(Default)]
struct Options {
    types: bool,
    all: bool,
    closed: bool,
    json: bool,
    sarif: bool,
    files: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ended = match arguments.first().map(String::as_str) {
        Some("-h" | "--help") => print(HELP).map(|()| false),
        Some("laws") => run_laws(&arguments[1..]),
        _ => options(&arguments).and_then(|options| run(&options)),
    };
    match ended {
        Ok(false) => ExitCode::SUCCESS,
        Ok(true) => ExitCode::FAILURE,
        Err(sentence) => {
            eprintln!("luatypes: {sentence}");
            ExitCode::from(2)
        }
    }
}

fn print(text: &str) -> Result<(), String> {
    match std::io::stdout().write_all(text.as_bytes()) {
        // Whoever reads our output may stop.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write: {error}"))
        }
        _ => Ok(()),
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--types" => options.types = true,
            "--all" => options.all = true,
            "--closed" => options.closed = true,
            "--json" => options.json = true,
            "--sarif" => options.sarif = true,
            "--" => options.files.extend(rest.by_ref().cloned()),
            unknown if unknown.starts_with('-') && unknown != "-" => {
                return Err(format!("there is no option '{unknown}'; see 'luatypes --help'"));
            }
            file => options.files.push(file.to_string()),
        }
    }
    if options.json && options.sarif {
        return Err("give --json or --sarif, not both".into());
    }
    if options.files.is_empty() {
        return Err("no file is given; see 'luatypes --help'".into());
    }
    Ok(options)
}

/// Was anything found?
fn run(options: &Options) -> Result<bool, String> {
    let mut reports: Vec<Report> = Vec::new();
    for file in &options.files {
        reports.push(read(file, options.closed)?);
    }
    let text = if options.json {
        report::json(&reports)
    } else if options.sarif {
        report::sarif(&reports, options.all)
    } else {
        let colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::io::stdout().is_terminal();
        reports.iter().map(|report| report.text(options.all, options.types, colours)).collect()
    };
    print(&text)?;
    Ok(reports.iter().any(|report| !report.shown(options.all).is_empty()))
}

fn run_laws(arguments: &[String]) -> Result<bool, String> {
    let mut cases = 1000;
    let mut planted = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let value = rest
            .next()
            .ok_or_else(|| format!("'{argument}' needs a value; see 'luatypes --help'"))?;
        match argument.as_str() {
            "--cases" => {
                cases = value.parse().map_err(|_| format!("'{value}' is not a number of cases"))?
            }
            "--planted" => planted = Some(value.as_str()),
            unknown => {
                return Err(format!(
                    "there is no option '{unknown}' of laws; see 'luatypes --help'"
                ));
            }
        }
    }
    match planted {
        None => all_laws(cases),
        Some("list") => {
            let line = |planted: &luatypes::planted::Planted| {
                format!("{:13} {}\n", planted.name, planted.error)
            };
            print(&PLANTED.iter().map(line).collect::<String>()).map(|()| false)
        }
        Some(name) => {
            let planted = PLANTED.iter().find(|planted| planted.name == name);
            let planted = planted
                .ok_or_else(|| format!("nothing is planted under '{name}'; see --planted list"))?;
            let report = planted.run(cases);
            print(&format!("planted: {}\n{report}\n", planted.error))?;
            Ok(report.is_violated())
        }
    }
}

fn all_laws(cases: u64) -> Result<bool, String> {
    let reports = Runner { cases, ..Runner::default() }.run_all(&laws::checks());
    let mut text = String::new();
    for report in reports.iter().filter(|report| report.is_violated()) {
        text.push_str(&format!("{report}\n"));
    }
    let count = |wanted: fn(&Status) -> bool| {
        reports.iter().filter(|report| wanted(&report.status)).count()
    };
    let proved = count(|status| matches!(status, Status::Proved));
    let passed = count(|status| matches!(status, Status::Passed));
    let violated = reports.iter().filter(|report| report.is_violated()).count();
    let exempt = count(|status| matches!(status, Status::Exempt(_)));
    text.push_str(&format!(
        "{} properties hold, {proved} of them proved; {violated} are violated; {exempt} do not apply\n",
        proved + passed
    ));
    print(&text)?;
    Ok(violated > 0)
}
