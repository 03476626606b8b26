//! `soundline eval bounds`: what bounds cost and gain, as in the evaluation of the SAS'16 paper.

mod classes;
mod measure;
mod page;
mod sources;
mod tables;

use std::path::PathBuf;

use soundline_analyze::{Bounds, DomainChoice, Infer, Scope, Settings as AnalysisSettings};
use soundline_c::{Clang, DataModel, Program, Settings, find_files};

use measure::{Figures, Run, measure};
use soundline_test::command::arguments::Model;
use soundline_test::command::{Complaint, Ending, Interrupt, screen, write_whole};
use sources::{Files, Place, fetch};

/// The configurations of the paper.
const CONFIGURATIONS: [&str; 16] = [
    "JWC0", "J0", "J1", "J2", "J4", "J8", "W0", "W1", "W2", "C0", "C1", "C2", "C4", "C8", "Inf",
    INFERRED,
];
/// The one without bounds that infers contracts.
const INFERRED: &str = "InfI";

/// Bound joins, widenings and calls, and see what that does to warnings and time
///
/// Every function of the C files is analyzed by itself, once for each of the 16 configurations of
/// the SAS'16 paper: J4 allows four joins for each function, W1 one widening, C8 eight calls, JWC0 none
/// of all three, Inf has no bounds, InfI infers contracts as well. The tables have the shapes of Tables 1 and 2, the plot that of
/// Fig. 4, the classes of warnings those of Fig. 5. Times are processor time of the analysis alone.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval bounds zlib-1.2.13/
  soundline eval bounds bzip2-1.0.8/ --domain octagons --out soundline-out
  soundline eval bounds src/ -I include -D HAVE_CONFIG_H --json
  soundline eval bounds --debian zlib,bzip2,lua5.4 --sources packages

Exit codes: 0 measured, 2 wrong use or bad input, 3 stopped early.")]
pub struct Arguments {
    /// C files and folders of them; files that cannot be parsed are named and left out
    #[arg(value_name = "DIR", required_unless_present = "debian")]
    files: Vec<PathBuf>,
    /// Packages of Debian whose sources apt fetches
    #[arg(long, value_name = "PACKAGES", value_delimiter = ',')]
    debian: Vec<String>,
    /// A folder for these sources, which are used again [default: a temporary one]
    #[arg(long, value_name = "DIR", requires = "debian")]
    sources: Option<PathBuf>,
    /// The abstract domain
    #[arg(long, default_value = "intervals", value_name = "DOMAIN")]
    domain: DomainChoice,
    #[command(flatten)]
    loops: Loops,
    /// Only these configurations
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = CONFIGURATIONS)]
    only: Vec<String>,
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

/// What happens at the heads of loops
#[derive(clap::Args)]
struct Loops {
    /// Join so many times at the head of a loop before widening [default: 1]
    #[arg(long, value_name = "N")]
    widening_delay: Option<u32>,
    /// Whether widenings stop at the constants of the program [default: yes]
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"])]
    thresholds: Option<String>,
}

impl Arguments {
    /// How functions are analyzed in all configurations.
    fn settings(&self) -> AnalysisSettings {
        let usual = AnalysisSettings::default();
        AnalysisSettings {
            domain: self.domain.clone(),
            scope: Scope::Modular,
            per_function: true,
            residual: false,
            points: false,
            widening_delay: self.loops.widening_delay.unwrap_or(usual.widening_delay),
            thresholds: self
                .loops
                .thresholds
                .as_ref()
                .map_or(usual.thresholds, |word| word == "yes"),
            ..usual
        }
    }
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let place = Place::new(arguments.sources.as_deref())?;
    let mut programs = Vec::new();
    for group in groups(arguments, &place)? {
        programs.extend(read(arguments, &clang, &group));
    }
    if programs.is_empty() {
        return Err(Complaint::new("none of the files could be parsed"));
    }
    let interrupt = Interrupt::new()?;
    let wanted =
        |name: &&str| arguments.only.is_empty() || arguments.only.iter().any(|o| o == name);
    let configurations: Vec<&str> = CONFIGURATIONS.into_iter().filter(wanted).collect();
    let bar = screen::progress(u64::from(arguments.rounds) * configurations.len() as u64, "eval");
    let settings = arguments.settings();
    let mut run = Run::new(&programs, arguments.domain.clone());
    // Rounds go around all configurations, so that a busy moment of the machine hits them alike.
    'rounds: for _ in 0..arguments.rounds {
        for (index, name) in configurations.iter().copied().enumerate() {
            bar.set_message(name);
            let (bounds, infer) = match name {
                INFERRED => (Bounds::default(), Infer::Requires),
                _ => (name.parse().map_err(Complaint::new)?, Infer::None),
            };
            match measure(&programs, &settings, bounds, infer, &interrupt)? {
                Some(figures) => run.add(index, Figures { configuration: name, ..figures }),
                None => break 'rounds,
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    run.filter();
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

/// The files that were given, and those of each package.
fn groups(arguments: &Arguments, place: &Place) -> Result<Vec<Files>, Complaint> {
    let mut groups = Vec::new();
    if !arguments.files.is_empty() {
        let files =
            find_files(&arguments.files).map_err(|error| Complaint::new(error.to_string()))?;
        groups.push(Files { package: None, files, include: Vec::new() });
    }
    for package in &arguments.debian {
        groups.push(fetch(package, place.path())?);
    }
    Ok(groups)
}

/// The programs; what cannot be parsed is said and left out.
fn read(arguments: &Arguments, clang: &Clang, group: &Files) -> Vec<Program> {
    let include = arguments.include.iter().map(|folder| format!("-I{folder}"));
    // Headers of the system come before those of the same name in a package, unless they are named in quotes.
    let own = |folder: &String| [format!("-iquote{folder}"), format!("-idirafter{folder}")];
    let include = include.chain(group.include.iter().flat_map(own));
    let define = arguments.define.iter().map(|name| format!("-D{name}"));
    let settings = Settings {
        model: if arguments.model.bits() == 32 { DataModel::Ilp32 } else { DataModel::Lp64 },
        arguments: include.chain(define).collect(),
        ..Settings::default()
    };
    let mut programs = Vec::new();
    let mut unusable = 0;
    for file in &group.files {
        match clang.read(file, &settings) {
            Ok(program) => programs.push(program),
            Err(_) if group.package.is_some() => unusable += 1,
            Err(error) => anstream::eprintln!(
                "{}left out:{:#} {}: {error}",
                screen::OPEN,
                screen::OPEN,
                file.display()
            ),
        }
    }
    // Most of them need headers that the build of the package generates.
    if let Some(package) = group.package.as_ref().filter(|_| unusable > 0) {
        let all = group.files.len();
        anstream::eprintln!(
            "{0}left out:{0:#} {unusable} of {all} files of {package}",
            screen::OPEN
        );
    }
    programs
}
