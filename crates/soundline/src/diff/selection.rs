//! Which analyzers are meant, where they are, and what they may use: the same for all commands.

use soundline_diff::analyzer::{Analyzer, Catalogue, Description, Missing, Search, quoted};
use soundline_isolate::{Limits, Warden};
use soundline_test::command::Complaint;
use soundline_test::command::arguments::{RunLimits, duration, size};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Which analyzers are meant.
#[derive(clap::Args)]
pub struct Selection {
    /// Analyzers by name, in which * stands for anything, or benchexec:TOOL [default: all]
    #[arg(long = "only", value_name = "NAME", value_delimiter = ',')]
    names: Vec<String>,
    /// A description of an analyzer, or a folder of them, beside the built-in ones
    #[arg(long = "analyzers", value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// On how many cores each run of an analyzer may be.
#[derive(clap::Args, Clone, Copy)]
pub struct Cores {
    /// Cores for each run of an analyzer [default: all]
    #[arg(long, value_name = "N", value_parser = cores)]
    cores: Option<NonZeroU32>,
}

impl Cores {
    /// How many, if they are limited.
    pub fn limit(self) -> Option<NonZeroU32> {
        self.cores
    }
}

fn cores(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number of cores: it is 1 or more"))
}

/// What each run of an analyzer may use, with the spellings of earlier versions.
#[derive(clap::Args)]
pub struct LimitArguments {
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    cores: Cores,
    #[arg(long, hide = true, value_parser = duration, conflicts_with = "time_limit")]
    time: Option<Duration>,
    #[arg(long, hide = true, value_parser = gigabytes, conflicts_with = "memory_limit")]
    memory: Option<u64>,
}

impl LimitArguments {
    /// The limits.
    pub fn limits(&self) -> Limits {
        let (time, memory) = self.limits.of_an_analyzer();
        let (time, memory) = (self.time.unwrap_or(time), self.memory.unwrap_or(memory));
        Limits { time, memory, cores: self.cores.limit(), ..Limits::default() }
    }
}

fn gigabytes(text: &str) -> Result<u64, String> {
    size(&format!("{text}G"))
}

impl Selection {
    /// The descriptions of those that are meant.
    pub fn descriptions(&self) -> Result<Vec<Arc<Description>>, Complaint> {
        let complain =
            |error: soundline_diff::analyzer::CatalogueError| Complaint::new(error.to_string());
        let mut catalogue = Catalogue::built_in();
        for path in &self.files {
            catalogue.add(path).map_err(complain)?;
        }
        catalogue.select(&self.names).map_err(complain)
    }

    /// The same selection, as one types it.
    pub fn again(&self) -> impl Iterator<Item = String> {
        let names = self.names.iter().map(|name| format!("--only {}", quoted(name)));
        let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
        let file = move |file| format!("--analyzers {}", quoted(&absolute(file).to_string_lossy()));
        names.chain(self.files.iter().map(file))
    }

    /// Whether this one was asked for by its very name.
    pub fn asks_for(&self, name: &str) -> bool {
        self.names.iter().any(|asked| asked == name)
    }
}

/// Finds analyzers on this machine.
pub fn find(
    descriptions: &[Arc<Description>],
) -> Result<Vec<Result<Analyzer, Missing>>, Complaint> {
    let complain = |error: std::io::Error| Complaint::new(format!("no temporary folder: {error}"));
    let program = std::env::current_exe().map_err(complain)?;
    let search = Search::new(Warden::at(&program), Some(program)).map_err(complain)?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(search.find_all(descriptions, jobs))
}
