//! Where seeds are compiled and run.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{fs, io};

use soundline_c::DataModel;

use super::plan::Plan;
use super::told::Told;
use crate::limits::{Call, End, Limits, Outcome, Stop, Warden};

const DRIVER: &str = include_str!("driver.c");

/// What undefined behaviour is looked for.
const SANITIZERS: [&str; 2] =
    ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];

/// The contents of memory that a program did not initialise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filling {
    /// Zeros.
    Zeros,
    /// A pattern of the compiler's that is no likely value.
    Pattern,
}

/// Why a seed cannot be run: functions that are not there, or text that the compiler refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotRunnable(pub String);

/// A program that was built.
#[derive(Clone, Debug)]
pub struct Built {
    program: PathBuf,
}

impl Drop for Built {
    fn drop(&mut self) {
        // Programs with sanitizers are large, and a campaign builds many.
        let _ = fs::remove_file(&self.program);
    }
}

/// A compiler, a folder to work in, and the limits.
#[derive(Debug)]
pub struct Workshop {
    folder: PathBuf,
    compiler: OsString,
    warden: Warden,
    stop: Stop,
    drivers: Mutex<HashMap<(DataModel, Filling), PathBuf>>,
    next: AtomicU64,
}

impl Workshop {
    /// A workshop in a folder of its own.
    pub fn new(folder: &Path, warden: Warden, stop: Stop) -> io::Result<Workshop> {
        fs::create_dir_all(folder)?;
        let folder = fs::canonicalize(folder)?;
        fs::write(folder.join("driver.c"), DRIVER)?;
        let compiler = std::env::var_os("SOUNDLINE_GCC").unwrap_or_else(|| "gcc".into());
        let (drivers, next) = (Mutex::default(), AtomicU64::new(0));
        Ok(Workshop { folder, compiler, warden, stop, drivers, next })
    }

    /// Compiles a preprocessed text together with the driver.
    pub fn build(
        &self,
        text: &[u8],
        model: DataModel,
        filling: Filling,
    ) -> Result<Built, NotRunnable> {
        let driver = self.driver(model, filling)?;
        let source = self.fresh("c");
        let broken = |error: io::Error| NotRunnable(error.to_string());
        fs::write(&source, text).map_err(broken)?;
        let program = source.with_extension("run");
        let mut arguments = flags(model, filling);
        arguments.extend(["-x", "cpp-output"].map(OsString::from));
        arguments.push(source.clone().into());
        arguments.extend(["-x", "none"].map(OsString::from));
        arguments.extend([driver.into(), "-lm".into(), "-lpthread".into()]);
        arguments.extend(["-o".into(), program.clone().into()]);
        let compiled = self.compile(arguments);
        let _ = fs::remove_file(&source);
        compiled.map(|()| Built { program })
    }

    /// Runs a program as planned. Nothing if it did not come to an end, or was stopped.
    pub fn run(&self, built: &Built, plan: &Plan) -> Option<Told> {
        let (order, report) = (self.fresh("plan"), self.fresh("report"));
        fs::write(&order, plan.text()).ok()?;
        let environment = vec![
            ("SOUNDLINE_PLAN".to_string(), order.clone().into()),
            ("SOUNDLINE_REPORT".to_string(), report.clone().into()),
        ];
        let call = Call {
            program: built.program.clone(),
            arguments: Vec::new(),
            folder: self.folder.clone(),
            environment,
        };
        // The driver keeps its own time; this is for programs that escape it.
        let time = (plan.all_time + plan.run_time) * 10 + Duration::from_secs(5);
        let limits = Limits { time, memory: 2 << 30, ..Limits::default() };
        let outcome = self.warden.run(&call, &limits, &self.stop);
        let told = fs::read_to_string(&report);
        let _ = (fs::remove_file(&order), fs::remove_file(&report));
        match outcome.end {
            End::Exited(0) => Told::read(&told.ok()?),
            _ => None,
        }
    }

    fn driver(&self, model: DataModel, filling: Filling) -> Result<PathBuf, NotRunnable> {
        let mut drivers = self.drivers.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(driver) = drivers.get(&(model, filling)) {
            return Ok(driver.clone());
        }
        let object = self.fresh("o");
        let mut arguments: Vec<OsString> = ["-O1", "-w", "-c", model.flag()].map(Into::into).into();
        if filling == Filling::Zeros {
            arguments.push("-DSOUNDLINE_ZERO".into());
        }
        arguments.extend([self.folder.join("driver.c").into(), "-o".into(), object.clone().into()]);
        self.compile(arguments)?;
        drivers.insert((model, filling), object.clone());
        Ok(object)
    }

    fn compile(&self, arguments: Vec<OsString>) -> Result<(), NotRunnable> {
        let program = PathBuf::from(&self.compiler);
        let folder = self.folder.clone();
        let environment = vec![("LC_ALL".to_string(), "C".into())];
        let call = Call { program, arguments, folder, environment };
        let outcome = self.warden.run(&call, &Limits::default(), &self.stop);
        match outcome.end {
            End::Exited(0) => Ok(()),
            _ => Err(NotRunnable(complaint(&outcome))),
        }
    }

    fn fresh(&self, extension: &str) -> PathBuf {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.folder.join(format!("{number}.{extension}"))
    }
}

/// How a seed is compiled.
fn flags(model: DataModel, filling: Filling) -> Vec<OsString> {
    let filling = match filling {
        Filling::Zeros => "-ftrivial-auto-var-init=zero",
        Filling::Pattern => "-ftrivial-auto-var-init=pattern",
    };
    let plain = ["-std=gnu11", "-O0", "-g", "-w", model.flag(), filling];
    plain.iter().chain(&SANITIZERS).map(Into::into).collect()
}

/// The first line in which the compiler or linker says what is wrong.
fn complaint(outcome: &Outcome) -> String {
    let text = String::from_utf8_lossy(&outcome.stderr);
    let telling = |line: &&str| line.contains("error:") || line.contains("undefined reference");
    match (&outcome.end, text.lines().find(telling).or(text.lines().next())) {
        (End::Exited(_), Some(line)) => line.trim().to_string(),
        (End::NotStarted(reason), _) => format!("the compiler does not start: {reason}"),
        (end, _) => format!("the compiler ended with {end:?}"),
    }
}
