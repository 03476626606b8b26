//! Running an executable under limits.

use super::{Executable, Run, Sanitizers, record};
use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    fmt::Write,
    fs::{self, File},
    io::{self, Read},
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// What `__VERIFIER_nondet_*` returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// Random values: small ones, wide ones, and those of a pool.
    Random {
        /// Determines them.
        seed: u64,
        /// Values that are likely, such as the constants of the program.
        pool: Vec<i128>,
    },
    /// These values, then zeros.
    Replay(Vec<i128>),
}

/// Limits for one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Seconds, of the clock and of the processor.
    pub seconds: u32,
    /// Megabytes.
    pub megabytes: u64,
    /// Whether every single value is recorded, up to a million.
    pub events: bool,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        RunLimits { seconds: 2, megabytes: 512, events: false }
    }
}

impl Executable {
    /// Runs it once. Its output is thrown away.
    pub fn run(&self, inputs: &Inputs, limits: RunLimits) -> io::Result<Run> {
        let path = |name: &str| self.folder.path().join(name);
        let (record, complaint) = (path("record"), path("complaint"));
        fs::write(path("inputs"), inputs.text())?;
        let _ = fs::remove_file(&record);
        let mut command = Command::new(&self.binary);
        command
            .current_dir(self.folder.path())
            .env_clear()
            .env("SOUNDLINE_INPUTS", path("inputs"))
            .env("SOUNDLINE_RECORD", &record)
            .env("SOUNDLINE_SECONDS", limits.seconds.to_string())
            // The kernel kills at this limit, so that the alarm, which leaves a record, comes first.
            .env("SOUNDLINE_CPU", (limits.seconds + 1).to_string())
            .env("SOUNDLINE_FILE", (256u64 << 20).to_string())
            .env("SOUNDLINE_CORE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&complaint)?);
        if limits.events {
            command.env("SOUNDLINE_EVENTS", "1");
        }
        self.limit_memory(&mut command, limits.megabytes);
        let child = command.process_group(0).spawn()?;
        let group = Pid::from_raw(child.id() as i32);
        let code = wait(child, Duration::from_secs(u64::from(limits.seconds) + 3));
        // Whatever it started goes with it; as a rule there is nothing, and that is no error.
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        let code = code?;
        let complaint = start_of(File::open(&complaint)?, 1 << 16)?;
        let record = fs::read_to_string(&record).unwrap_or_default();
        Ok(record::read(&record, code, &complaint))
    }

    /// The shadow memory of a sanitizer needs more addresses than any limit allows, so the
    /// sanitizer itself watches what is used.
    fn limit_memory(&self, command: &mut Command, megabytes: u64) {
        match self.sanitizers {
            Sanitizers::AddressAndUndefined => {
                let common = "detect_leaks=0:allocator_may_return_null=1:handle_abort=0";
                command.env("ASAN_OPTIONS", format!("{common}:hard_rss_limit_mb={megabytes}"));
                command.env("UBSAN_OPTIONS", "print_stacktrace=0");
            }
            Sanitizers::Off => {
                command.env("SOUNDLINE_MEMORY", (megabytes << 20).to_string());
            }
        }
    }
}

impl Inputs {
    /// As the runtime reads them.
    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |kind: char, value: i128| {
            // The runtime reads 64 bits, whatever the sign.
            let _ = writeln!(text, "{kind}{}", value as i64 as u64);
        };
        match self {
            Inputs::Random { seed, pool } => {
                line('r', i128::from(*seed));
                pool.iter().for_each(|value| line('p', *value));
            }
            Inputs::Replay(values) => {
                values.iter().for_each(|value| line('v', *value));
            }
        }
        text
    }
}

/// The exit code. The program limits itself; whoever undoes that is killed.
fn wait(mut child: Child, patience: Duration) -> io::Result<Option<i32>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    while start.elapsed() < patience {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
    let status = child.kill().and_then(|()| child.wait());
    Ok(status?.code())
}

fn start_of(file: File, bytes: u64) -> io::Result<String> {
    let mut start = Vec::new();
    file.take(bytes).read_to_end(&mut start)?;
    Ok(String::from_utf8_lossy(&start).into_owned())
}
