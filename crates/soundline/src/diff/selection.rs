//! Which analyzers are meant, where they are, and what they may use: the same for all commands.

use soundline_diff::analyzer::{Analyzer, Catalogue, Description, Missing, Search};
use soundline_isolate::{Limits, Warden};
use soundline_test::command::Complaint;
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

/// What each run of an analyzer may use.
#[derive(clap::Args)]
pub struct LimitArguments {
    /// Processor time of a run in seconds; by the clock on the wall twice as much
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    /// Memory of a run in gigabytes
    #[arg(long, default_value_t = 8.0, value_name = "GB", value_parser = gigabytes)]
    memory: f64,
}

impl LimitArguments {
    /// The limits.
    pub fn limits(&self) -> Limits {
        let memory = (self.memory * f64::from(1 << 30)) as u64;
        Limits { time: Duration::from_secs(self.time), memory, ..Limits::default() }
    }
}

fn gigabytes(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().map_err(|error| error.to_string())?;
    let sensible = number.is_finite() && (0.01..=1_000_000.0).contains(&number);
    if sensible { Ok(number) } else { Err("it must be at least 0.01".into()) }
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

    /// Whether this one was asked for by its very name.
    pub fn asks_for(&self, name: &str) -> bool {
        self.names.iter().any(|asked| asked == name)
    }

    /// Whether some were asked for by name.
    pub fn is_by_name(&self) -> bool {
        !self.names.is_empty()
    }
}

/// Finds analyzers on this machine.
pub fn find(
    descriptions: &[Arc<Description>],
) -> Result<Vec<Result<Analyzer, Missing>>, Complaint> {
    let complain = |error: std::io::Error| Complaint::new(format!("no temporary folder: {error}"));
    let program = std::env::current_exe().map_err(complain)?;
    let search = Search::new(Warden::at(&program), Some(program)).map_err(complain)?;
    Ok(search.find_all(descriptions, default_jobs()))
}

/// As many as there are processors.
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get())
}
