//! Where seeds are compiled and run.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{fs, io};

use soundline_c::{DataModel, masked};

use super::compiler::Compiler;
use super::plan::Plan;
use super::told::Told;
use soundline_isolate::{Call, End, Limits, Outcome, Stop, Warden, printable};

const DRIVER: &str = concat!(include_str!("inputs.c"), include_str!("driver.c"));

/// What undefined behaviour is looked for.
pub(super) const SANITIZERS: [&str; 2] =
    ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];

/// A program that needs most of what sanitizers bring.
const PROBE: &[u8] = b"extern int __VERIFIER_nondet_int(void); int table[3];
int at(int *p, int i) { int local[4] = {1, 2, 3, 4}; return p[i] + local[i & 3] / (i + 1) + (1 << i); }
int main(void) { int n = __VERIFIER_nondet_int(); double d = n; return at(table, n) * (int)d; }
";

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

/// Compilers, a folder to work in, and the limits.
#[derive(Debug)]
pub struct Workshop {
    folder: PathBuf,
    compilers: Vec<(Compiler, PathBuf)>,
    warden: Warden,
    stop: Stop,
    drivers: Mutex<HashMap<(DataModel, Filling), PathBuf>>,
    seconds: Mutex<HashMap<DataModel, Option<Second>>>,
    /// Whether a function that has a value must return one.
    returns: bool,
    next: AtomicU64,
}

/// A second compiler that works, and who links what it compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Second {
    compiler: Compiler,
    linker: Compiler,
}

impl Workshop {
    /// A workshop in a folder of its own, with all compilers that are installed.
    pub fn new(folder: &Path, warden: Warden, stop: Stop) -> io::Result<Workshop> {
        Workshop::with_compilers(folder, warden, stop, &Compiler::ALL)
    }

    /// A workshop with those of these compilers that are installed.
    pub fn with_compilers(
        folder: &Path,
        warden: Warden,
        stop: Stop,
        wanted: &[Compiler],
    ) -> io::Result<Workshop> {
        fs::create_dir_all(folder)?;
        let folder = fs::canonicalize(folder)?;
        fs::write(folder.join("driver.c"), DRIVER)?;
        let found = |compiler: &Compiler| Some((*compiler, compiler.program()?));
        let compilers = wanted.iter().filter_map(found).collect();
        let (drivers, seconds, next) = (Mutex::default(), Mutex::default(), AtomicU64::new(0));
        let returns = false;
        Ok(Workshop { folder, compilers, warden, stop, drivers, seconds, returns, next })
    }

    /// The same, which from now on refuses functions that end without the value they should return, unless
    /// this text has some: no sanitizer sees that somebody uses such a value.
    pub fn requiring_returns(mut self, text: &[u8], model: DataModel) -> Workshop {
        self.returns = true;
        let first = self.first();
        let accepted = first.and_then(|first| self.build(text, model, first, Filling::Pattern));
        self.returns = accepted.is_ok();
        self
    }

    /// The compiler whose programs are run.
    pub fn first(&self) -> Result<Compiler, NotRunnable> {
        let first = self.compilers.first().map(|(compiler, _)| *compiler);
        first.ok_or_else(|| NotRunnable("neither gcc nor clang is installed".to_string()))
    }

    /// The compiler that repeats what the first one shows, if there is one that works here.
    pub fn second(&self, model: DataModel) -> Option<Compiler> {
        self.second_of(model).map(|second| second.compiler)
    }

    /// All that work here for one of these data models.
    pub fn compilers(&self, models: impl IntoIterator<Item = DataModel>) -> Vec<Compiler> {
        let second = models.into_iter().find_map(|model| self.second(model));
        self.first().ok().into_iter().chain(second).collect()
    }

    /// As a rule gcc links what clang compiled: the libraries of their sanitizers are the same, and
    /// those of clang are often not installed. A small program shows which way works.
    fn second_of(&self, model: DataModel) -> Option<Second> {
        let (first, compiler) = (self.first().ok()?, self.compilers.get(1)?.0);
        let known = |seconds: &HashMap<_, _>| seconds.get(&model).copied();
        let lock = || self.seconds.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(second) = known(&lock()) {
            return second;
        }
        let works = |linker: &Compiler| {
            let second = Second { compiler, linker: *linker };
            self.build_by(PROBE, model, Filling::Pattern, second).is_ok()
        };
        let linker = [first, compiler].into_iter().find(works);
        let second = linker.map(|linker| Second { compiler, linker });
        // Whoever is stopped has found out nothing.
        if !self.stop.is_asked_for() {
            lock().insert(model, second);
        }
        second
    }

    /// Compiles a preprocessed text together with the driver.
    pub fn build(
        &self,
        text: &[u8],
        model: DataModel,
        compiler: Compiler,
        filling: Filling,
    ) -> Result<Built, NotRunnable> {
        let second = self.second_of(model).filter(|_| self.first() != Ok(compiler));
        let by = second.unwrap_or(Second { compiler, linker: compiler });
        self.build_by(text, model, filling, by)
    }

    fn build_by(
        &self,
        text: &[u8],
        model: DataModel,
        filling: Filling,
        Second { compiler, linker }: Second,
    ) -> Result<Built, NotRunnable> {
        let driver = self.driver(model, filling)?;
        let source = self.fresh("c");
        let (object, program) = (source.with_extension("o"), source.with_extension("run"));
        // A text that gcc preprocessed has what only gcc understands. What clang compiles is what it has read as a seed.
        let text = match compiler {
            Compiler::Gcc => Cow::Borrowed(text),
            Compiler::Clang => masked(text),
        };
        fs::write(&source, text).map_err(|error| NotRunnable(error.to_string()))?;
        let mut arguments = flags(model, filling);
        arguments.push(if self.returns { "-Werror=return-type" } else { "-w" }.into());
        arguments.extend(compiler.flags().iter().map(OsString::from));
        arguments.extend(["-c", "-x", "cpp-output"].map(OsString::from));
        arguments.extend([source.clone().into(), "-o".into(), object.clone().into()]);
        let linked = self.compile(compiler, arguments).and_then(|()| {
            let mut arguments: Vec<OsString> = vec![model.flag().into(), SANITIZERS[0].into()];
            arguments.extend([object.clone().into(), driver.into()]);
            arguments.extend(["-lm", "-lpthread", "-o"].map(OsString::from));
            arguments.push(program.clone().into());
            self.compile(linker, arguments)
        });
        let _ = (fs::remove_file(&source), fs::remove_file(&object));
        linked.map(|()| Built { program })
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
            ..Call::default()
        };
        // The driver keeps its own time; this is for programs that escape it.
        let time = (plan.all_time + plan.run_time) * 10 + Duration::from_secs(5);
        let limits = Limits { time, memory: 2 << 30, ..Limits::default() };
        let warden = self.warden.with_free_addresses();
        let outcome = warden.run(&call, &limits, &self.stop);
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
        self.compile(self.first()?, arguments)?;
        drivers.insert((model, filling), object.clone());
        Ok(object)
    }

    fn compile(&self, compiler: Compiler, arguments: Vec<OsString>) -> Result<(), NotRunnable> {
        let found = self.compilers.iter().find(|(known, _)| *known == compiler);
        let missing = || NotRunnable(format!("{compiler} is not installed"));
        let (_, program) = found.cloned().ok_or_else(missing)?;
        let folder = self.folder.clone();
        let environment = vec![("LC_ALL".to_string(), "C".into())];
        let call = Call { program, arguments, folder, environment, ..Call::default() };
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
    let plain = ["-std=gnu11", "-O0", "-g", model.flag(), filling];
    plain.iter().chain(&SANITIZERS).map(Into::into).collect()
}

/// The first line in which the compiler or linker says what is wrong.
fn complaint(outcome: &Outcome) -> String {
    let text = printable(&outcome.stderr);
    let telling = |line: &&str| line.contains("error:") || line.contains("undefined reference");
    match (&outcome.end, text.lines().find(telling).or(text.lines().next())) {
        (End::Exited(_), Some(line)) => line.trim().to_string(),
        (End::NotStarted(reason), _) => format!("the compiler does not start: {reason}"),
        (end, _) => format!("the compiler did not finish: {end}"),
    }
}
