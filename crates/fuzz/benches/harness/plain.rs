//! The plain loop in C: compiled from its source when the benchmark runs.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::rate::{self, Rate};

/// When the elements of the initial pool are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// For each test, those that it picks.
    AsNeeded,
    /// Once for all tests.
    Once,
}

/// The program.
pub struct Plain {
    folder: TempDir,
}

impl Plain {
    /// Compile it, which needs a C compiler and APRON's headers.
    pub fn compile() -> Result<Plain, String> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../targets/benches/pool.c");
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut command = Command::new("cc");
        command.arg("-O2").arg("-o").arg(folder.path().join("pool")).arg(source);
        command.args(["-Wl,--no-as-needed", "-lapron", "-lmpfr", "-lgmp", "-lm", "-ldl"]);
        let output = command.output().map_err(|error| format!("cc does not start: {error}"))?;
        if output.status.success() {
            return Ok(Plain { folder });
        }
        let words = String::from_utf8_lossy(&output.stderr);
        let first = words.lines().find(|line| line.contains("error")).unwrap_or("it says nothing");
        Err(format!("cc fails, is libapron-dev installed? ({first})"))
    }

    /// Run it for so much CPU time.
    pub fn run(&self, target: &str, pool: Pool, seconds: f64, seed: u64) -> Result<Rate, String> {
        let pool = match pool {
            Pool::AsNeeded => "needed",
            Pool::Once => "once",
        };
        let name = target.strip_prefix("apron:").unwrap_or(target);
        let mut command = Command::new(self.folder.path().join("pool"));
        command.args([name, pool, &seconds.to_string(), &seed.to_string()]);
        rate::of_output(&mut command)
    }
}
