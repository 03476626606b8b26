//! `soundline eval projects`: what the analysis says about real C projects, what it costs, and what is used again.

mod describe;
mod fetch;
mod list;
mod measure;
mod sample;
mod tables;

use std::path::PathBuf;

use soundline_isolate::Stop;
use soundline_test::command::{Complaint, Ending, interruptible, screen};

pub use list::{PROJECTS, Project};
use measure::{Figures, Measure};

/// Analyze real C projects: what is verified and under which assumptions, roots, time, memory
///
/// Each project is analyzed five times: with `--after-error continue`, with errors assumed away by one and by several jobs, again from
/// the cache, and once more after one function was added to its largest file. Nothing is downloaded without --fetch, and nothing of a
/// project is ever run.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval projects --fetch                      get the sources first
  soundline eval projects zlib bzip2 --sample 30       and 30 roots of each, to be read
  soundline eval projects lua --json -- --domain octagons

Exit codes: 0 measured, 2 wrong use, or nothing to measure, 3 stopped early.")]
pub struct Arguments {
    /// Which projects [default: all that are there]: sqlite, zlib, bzip2, lz4, lua, libyaml, mbedtls, zstd
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder that has a folder for each project
    #[arg(long, default_value = "soundline-projects", value_name = "DIR")]
    dir: PathBuf,
    /// Get the projects that are missing: Debian's sources by apt-get, SQLite from what cargo has downloaded
    #[arg(long)]
    fetch: bool,
    /// The larger number of jobs
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=256))]
    jobs: u16,
    /// Print so many roots of each project, drawn by the seed
    #[arg(long, default_value_t = 0, value_name = "N")]
    sample: usize,
    /// The seed for the sample
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    /// More options for `soundline analyze`, beside --fast --modular
    #[arg(last = true, value_name = "OPTION")]
    more: Vec<String>,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let wanted = wanted(&arguments.names)?;
    let stop = Stop::default();
    let handler = stop.clone();
    interruptible(move || handler.now())?;
    if arguments.fetch {
        let missing = wanted.iter().filter(|project| project.folder(&arguments.dir).is_none());
        fetch::fetch(missing.copied().collect(), &arguments.dir, &stop)?;
    }
    if wanted.iter().all(|project| project.folder(&arguments.dir).is_none()) {
        let dir = arguments.dir.display();
        return Err(Complaint::new(format!("no project is in {dir}: --fetch gets them")));
    }
    let mut all: Vec<Figures> = Vec::new();
    for project in wanted {
        let Some(folder) = project.folder(&arguments.dir) else {
            let dir = arguments.dir.display();
            anstream::eprintln!(
                "{0}not here:{0:#} {1} is not in {dir} (--fetch gets it)",
                screen::OPEN,
                project.name
            );
            continue;
        };
        describe::describe(project, &folder)?;
        let measure = Measure { jobs: arguments.jobs, more: &arguments.more, stop: &stop };
        match measure.project(project, &folder) {
            Ok(figures) => all.push(figures),
            Err(_) if stop.is_asked_for() => break,
            Err(reason) => return Err(Complaint::new(format!("{}: {reason}", project.name))),
        }
    }
    match arguments.json {
        true => print!("{}", tables::json(&all)),
        false => anstream::print!("{}", tables::text(&all, arguments.jobs)),
    }
    if arguments.sample > 0 && !arguments.json {
        for figures in &all {
            anstream::print!("{}", sample::text(figures, arguments.sample, arguments.seed));
        }
    }
    Ok(if stop.is_asked_for() { Ending::Stopped } else { Ending::Nothing })
}

fn wanted(names: &[String]) -> Result<Vec<&'static Project>, Complaint> {
    if names.is_empty() {
        return Ok(PROJECTS.iter().collect());
    }
    let find = |name: &String| {
        let found = PROJECTS.iter().find(|project| project.name == name.as_str());
        found.ok_or_else(|| {
            let known: Vec<&str> = PROJECTS.iter().map(|project| project.name).collect();
            Complaint::new(format!(
                "`{name}` is not a project of this evaluation: {}",
                known.join(", ")
            ))
        })
    };
    names.iter().map(find).collect()
}
