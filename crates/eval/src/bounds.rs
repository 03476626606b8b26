//! `soundline eval bounds`: what bounds cost and gain, as in the evaluation of the SAS'16 paper.

mod measure;
mod page;
mod tables;

use std::path::PathBuf;

use soundline_analyze::{Bounds, DomainChoice};
use soundline_c::{Clang, DataModel, Program, Settings, find_files};

use measure::{Figures, Run, measure};
use soundline_test::command::arguments::Model;
use soundline_test::command::{Complaint, Ending, Interrupt, screen, write_whole};

/// The configurations of the paper.
const CONFIGURATIONS: [&str; 15] =
    ["JWC0", "J0", "J1", "J2", "J4", "J8", "W0", "W1", "W2", "C0", "C1", "C2", "C4", "C8", "Inf"];

/// Bound joins, widenings and calls, and see what that does to warnings and time
///
/// Every function of the C files is analyzed by itself, once for each of the 15 configurations of
/// the SAS'16 paper: J4 allows four joins for each function, W1 one widening, C8 eight calls, JWC0 none
/// of all three, Inf has no bounds. The tables have the shapes of Tables 1 and 2, the plot that of
/// Fig. 4. Times are processor time of the analysis alone.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval bounds zlib-1.2.13/
  soundline eval bounds bzip2-1.0.8/ --domain octagons --out soundline-out
  soundline eval bounds src/ -I include -D HAVE_CONFIG_H --json

Exit codes: 0 measured, 2 wrong use or bad input, 3 stopped early.")]
pub struct Arguments {
    /// C files and folders of them; files that cannot be parsed are named and left out
    #[arg(value_name = "DIR", required = true)]
    files: Vec<PathBuf>,
    /// The abstract domain
    #[arg(long, default_value = "intervals", value_name = "DOMAIN")]
    domain: DomainChoice,
    /// How often each configuration is measured; the least time counts
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// A folder for the preprocessor to look for headers in
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<String>,
    /// A macro for the preprocessor
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    #[command(flatten)]
    model: Model,
    /// A folder for bounds.html with the plot, and bounds.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let files = find_files(&arguments.files).map_err(|error| Complaint::new(error.to_string()))?;
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let programs = read(arguments, &clang, &files);
    if programs.is_empty() {
        return Err(Complaint::new("none of the files could be parsed"));
    }
    let interrupt = Interrupt::new()?;
    let bar = screen::progress(u64::from(arguments.rounds) * CONFIGURATIONS.len() as u64, "eval");
    let mut run = Run::new(&programs, arguments.domain.clone());
    // Rounds go around all configurations, so that a busy moment of the machine hits them alike.
    'rounds: for _ in 0..arguments.rounds {
        for (index, name) in CONFIGURATIONS.into_iter().enumerate() {
            bar.set_message(name);
            let bounds: Bounds = name.parse().map_err(Complaint::new)?;
            match measure(&programs, &arguments.domain, bounds, &interrupt)? {
                Some(figures) => run.add(index, Figures { configuration: name, ..figures }),
                None => break 'rounds,
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if let Some(folder) = &arguments.out {
        write_whole(&folder.join("bounds.html"), page::page(&run).as_bytes())?;
        write_whole(&folder.join("bounds.json"), tables::json(&run).as_bytes())?;
    }
    match arguments.json {
        true => print!("{}", tables::json(&run)),
        false => anstream::print!("{}", tables::text(&run)),
    }
    Ok(if interrupt.is_asked() { Ending::Stopped } else { Ending::Nothing })
}

/// The programs; what cannot be parsed is said and left out.
fn read(arguments: &Arguments, clang: &Clang, files: &[PathBuf]) -> Vec<Program> {
    let include = arguments.include.iter().map(|folder| format!("-I{folder}"));
    let define = arguments.define.iter().map(|name| format!("-D{name}"));
    let settings = Settings {
        model: if arguments.model.bits() == 32 { DataModel::Ilp32 } else { DataModel::Lp64 },
        arguments: include.chain(define).collect(),
        ..Settings::default()
    };
    let mut programs = Vec::new();
    for file in files {
        match clang.read(file, &settings) {
            Ok(program) => programs.push(program),
            Err(error) => anstream::eprintln!(
                "{}left out:{:#} {}: {error}",
                screen::OPEN,
                screen::OPEN,
                file.display()
            ),
        }
    }
    programs
}
