//! `soundline analyze`: bounded abstract interpretation of C.

mod build;
mod cache;
mod changes;
mod checks;
mod forms;
mod hands;
mod inputs;
mod kept;
mod left_out;
mod passes;
mod pool;
mod triage;
mod unit;
mod watchdog;

pub use build::compiler_was_asked_for;

use std::path::{Path, PathBuf};
use std::time::Duration;

use soundline_analyze::outcome::{LeftOut, Outcome, Standing, Stop, Why};
use soundline_analyze::{AfterError, AtGuards, Bounds, DomainChoice, Infer, Overflow, Settings};
use soundline_c::{Clang, is_c};

use cache::Cache;
use checks::Checks;
use forms::Form;
use hands::Hands;
use inputs::{Input, Inputs};
use passes::Stage;
use soundline_report::analysis::{html, json, sarif, text};
use soundline_report::style::Styles;
use soundline_test::command::arguments::{Jobs, Model, duration};
use soundline_test::command::{Complaint, Ending, Interrupt, screen, write_whole};
use unit::{Job, Unit};

/// Analyze C programs: which checks hold, which may fail, which definitely fail
///
/// Each file is a program of its own: from `main` on if there is one, else each function by itself.
/// Bounds stop the analysis early and soundly; what had to be assumed is named, and every result says
/// which assumptions it depends on.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline analyze prog.c                             octagons, short loops turn by turn, from main on
  soundline analyze prog.c --fast                      intervals, all turns of a loop at once
  soundline analyze prog.c --precise                   polyhedra, longer loops, larger arrays
  soundline analyze prog.c --domain polyhedra --unroll 10
  soundline analyze src/ --domain octagons --modular   each function of all files in a folder
  soundline analyze prog.c --overflow check            signed overflow is an error
  soundline analyze prog.c --checks default,leak       memory that is not freed at the end, too
  soundline analyze prog.c --bound JWC0                no joins, widenings or calls: a quick look
  soundline analyze prog.c --max-ticks 500 --checkpoint state.json
  soundline analyze prog.c --resume state.json         go on from there
  soundline analyze prog.c --bound W0 --annotate c > annotated.c
  soundline analyze prog.c --escalate intervals,octagons,polyhedra
  soundline analyze prog.c --escalate JWC0,J8,Inf,octagons
  soundline analyze prog.c --json --sarif prog.sarif --out results
  soundline analyze -p build                           all files of build/compile_commands.json
  soundline analyze -- make -j2                        all files that this build compiles

  soundline analyze -p build --link                    one program, from main
  soundline analyze -p build --write-baseline known.json
  soundline analyze -p build --baseline known.json --sarif new.sarif --since main

Exit codes: 0 nothing found, 1 findings, 2 wrong use, bad input or files left
out, 3 stopped by a bound, nothing found. With --baseline: 0 nothing new, 1 new
findings that are certain, 4 new warnings only.")]
pub struct Arguments {
    /// C files, preprocessed or not, and folders of them
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How files are compiled: compile_commands.json, or its folder; without a FILE all of them are analyzed [default: one
    /// that is here or in build, or in the folders above]
    #[arg(short = 'p', long, value_name = "DIR")]
    build: Option<PathBuf>,
    /// Analyze all files together as one program
    #[arg(long, conflicts_with_all = ["annotate", "residual", "checkpoint", "resume"])]
    link: bool,
    /// Analyze the whole program from this function on; can be given several times [default: main, if there is one]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["modular", "whole"])]
    entry: Vec<String>,
    #[command(flatten)]
    jobs: Jobs,
    /// Stop the analysis of each program after this time (10s, 5m), soundly
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// A folder for results, which are used again as long as nothing changes that they depend on [default: .soundline/cache if
    /// there are several files]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Analyze everything anew, and keep nothing
    #[arg(long)]
    no_cache: bool,
    /// Analyze and report only the files that differ from a revision of git, or that include a file which does
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    #[command(flatten)]
    triage: triage::TriageArguments,
    #[arg(long, hide = true)]
    worker: bool,
    /// Run a build, and analyze what it compiles
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "build")]
    command: Vec<String>,
    /// The abstract domain: intervals, zones, octagons, polyhedra, congruences, ..., and products
    /// such as octagons*congruences [default: octagons; intervals with --fast, a bound or a checkpoint, octagons, then polyhedra with --precise]
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<DomainChoice>,
    /// The cheapest analysis: intervals, and no loop is unrolled
    #[arg(long, conflicts_with = "precise")]
    fast: bool,
    /// A longer analysis: more turns of loops and larger arrays are kept apart
    #[arg(long)]
    precise: bool,
    /// Keep so many turns of every loop apart [default: 1, and 64 of a loop that cannot end before; 0 with --fast or a bound]
    #[arg(long, value_name = "N")]
    unroll: Option<u32>,
    #[command(flatten)]
    effort: EffortArguments,
    /// Analyze the whole program from a function on [default: main, if there is one]
    #[arg(long, value_name = "ENTRY", num_args = 0..=1, default_missing_value = "main", conflicts_with = "modular")]
    whole: Option<String>,
    /// Analyze each function by itself: nothing is known about parameters and global variables
    #[arg(long)]
    modular: bool,
    /// What signed overflow means: it wraps, does not happen, or is an error
    #[arg(long, default_value = "wrap", value_name = "wrap|assume-none|check")]
    overflow: Overflow,
    /// Behind a check that may fail: assume that it held, and name it where something depends on that, or
    /// continue with any value
    #[arg(long, default_value = "assume", value_name = "assume|continue")]
    after_error: AfterError,
    /// Functions that are analyzed by themselves: infer what they require of their parameters and take for granted of
    /// members, global variables and results (`I` in the paper), what they ensure, both, or nothing [default: all; none
    /// with a bound, a checkpoint, --escalate, --residual, and --annotate other than contracts]
    #[arg(long, value_name = "all|requires|ensures|none")]
    infer: Option<Infer>,
    /// Whether floating operations may give infinities and NaN, or that is an error
    #[arg(long, default_value = "allow", value_name = "allow|check", value_parser = ["allow", "check"])]
    float: String,
    /// The kinds of checks to make, with commas between them: names, `default`, `all`, and names after
    /// a minus sign for kinds to leave out
    #[arg(long, default_value = "default", value_name = "LIST", allow_hyphen_values = true)]
    checks: Checks,
    /// Warn about what the analysis takes for granted, too
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    bounds: BoundArguments,
    /// Stop after this time (10s, 5m), soundly; results then depend on the machine
    #[arg(long, value_name = "TIME", alias = "timeout", value_parser = duration)]
    time: Option<Duration>,
    #[command(flatten)]
    model: Model,
    /// A folder for the preprocessor to look for headers in
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<String>,
    /// A macro for the preprocessor
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// A macro that the preprocessor forgets, before those of -D
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,
    /// Write the state of a bounded analysis to a file
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on from such a state, with higher bounds or none
    #[arg(long, value_name = "FILE", conflicts_with = "escalate")]
    resume: Option<PathBuf>,
    /// Run these stages one after the other, each on what the one before could not verify: domains, bounds, or both as in
    /// intervals@J4
    #[arg(long, value_name = "STAGES", value_delimiter = ',', conflicts_with = "domain")]
    escalate: Vec<Stage>,
    /// Print the program with annotations: in the notation of the paper, as C, as C for CBMC or KLEE,
    /// in ACSL, what functions require in ACSL, or as a witness; with `,all` at every program point
    #[arg(
        long,
        value_name = "paper|c|cbmc|klee|acsl|contracts|witness[,all]",
        value_delimiter = ','
    )]
    annotate: Vec<Form>,
    /// Print the program without the branches in which nothing is left to verify
    #[arg(long, conflicts_with = "annotate")]
    residual: bool,
    /// Show all findings, not only the first 30
    #[arg(long)]
    all: bool,
    /// Print JSON instead of text
    #[arg(long, conflicts_with_all = ["annotate", "residual"])]
    json: bool,
    /// Write a SARIF 2.1.0 log
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// A folder for report.html, analysis.json, and annotated programs
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How hard the fixpoint tries
#[derive(clap::Args)]
struct EffortArguments {
    /// Join so many times at the head of a loop before widening [default: 1; 3 with --precise]
    #[arg(long, value_name = "N")]
    widening_delay: Option<u32>,
    /// Whether widenings stop at the constants of the program [default: yes]
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"])]
    thresholds: Option<String>,
    /// Compute the states again so many times, downwards, once they are stable [default: 2; 4 with --precise]
    #[arg(long, value_name = "N")]
    narrowing: Option<u32>,
    /// Follow calls so deep; deeper ones are replaced by what they may change [default: 8]
    #[arg(long, value_name = "N")]
    inline_depth: Option<u32>,
}

impl EffortArguments {
    /// The settings with what was asked for.
    fn applied_to(&self, base: Settings) -> Settings {
        Settings {
            widening_delay: self.widening_delay.unwrap_or(base.widening_delay),
            thresholds: self.thresholds.as_ref().map_or(base.thresholds, |word| word == "yes"),
            narrowing_steps: self.narrowing.unwrap_or(base.narrowing_steps),
            inline_depth: self.inline_depth.unwrap_or(base.inline_depth),
            ..base
        }
    }
}

/// Bounds of the analysis (Sect. 4 of the SAS'16 paper)
#[derive(clap::Args)]
struct BoundArguments {
    /// At most so many steps of the analysis
    #[arg(long, value_name = "N")]
    max_ticks: Option<u64>,
    /// At most so many joins that lose or change something
    #[arg(long, value_name = "N")]
    max_joins: Option<u64>,
    /// At most so many widenings
    #[arg(long, value_name = "N")]
    max_widenings: Option<u64>,
    /// At most so many calls
    #[arg(long, value_name = "N")]
    max_calls: Option<u64>,
    /// At most so many conditions that the domain cannot express
    #[arg(long, value_name = "N")]
    max_guards: Option<u64>,
    /// Beyond --max-guards: skip a branch, or follow it with fewer states, under its condition
    #[arg(long, default_value = "skip", value_name = "skip|under")]
    at_guards: AtGuards,
    /// Bounds by their names in the paper: JWC0, J4, W1, C8, Inf
    #[arg(long, value_name = "NAME")]
    bound: Option<Bounds>,
    /// The bounds are for each function, not for a whole file
    #[arg(long)]
    per_function: bool,
}

impl BoundArguments {
    fn bounds(&self) -> Bounds {
        let single = Bounds {
            ticks: self.max_ticks,
            joins: self.max_joins,
            widenings: self.max_widenings,
            calls: self.max_calls,
            guards: self.max_guards,
        };
        single.or(self.bound.unwrap_or_default())
    }
}

impl Arguments {
    /// What is inferred. Where the result is for other tools, or a part of a longer analysis, that is nothing unless it is asked for.
    fn infer(&self) -> Infer {
        let parts = self.bounds.bounds() != Bounds::default()
            || self.checkpoint.is_some()
            || self.resume.is_some()
            || !self.escalate.is_empty();
        let annotated = self.residual || self.annotate.iter().any(|form| *form != Form::Contracts);
        let otherwise = if parts || annotated { Infer::None } else { Infer::All };
        self.infer.unwrap_or(otherwise)
    }

    /// How precise it is to be. Bounds count the joins and widenings of the paper's algorithm, which unrolls nothing.
    fn precision(&self) -> Settings {
        let bounded = self.bounds.bounds() != Bounds::default();
        let base = match () {
            () if self.precise => Settings::precise(),
            () if self.fast || bounded => Settings::default(),
            // What a bounded analysis left goes on as it began.
            () if self.checkpoint.is_some() || self.resume.is_some() => Settings::default(),
            () => Settings::standard(),
        };
        let base = self.effort.applied_to(base);
        Settings {
            domain: self.domain.clone().unwrap_or(base.domain),
            unroll: self.unroll.unwrap_or(base.unroll),
            unroll_certain: self.unroll.unwrap_or(base.unroll_certain),
            ..base
        }
    }

    /// The files, also one that stands where the entry of `--whole` may.
    fn given(&self) -> (Vec<PathBuf>, Option<String>) {
        let mut given = self.files.clone();
        match &self.whole {
            Some(word) if is_c(Path::new(word)) || Path::new(word).is_dir() => {
                given.insert(0, PathBuf::from(word));
                (given, Some("main".to_owned()))
            }
            entry => (given, entry.clone()),
        }
    }

    /// What is to be analyzed: each file by itself or all together, from each of the functions that are asked for.
    fn jobs_for(
        &self,
        inputs: Vec<Input>,
        entry: Option<String>,
        changed: Option<Vec<PathBuf>>,
    ) -> Vec<Job> {
        let programs: Vec<Vec<Input>> = match self.link {
            true if inputs.is_empty() => Vec::new(),
            true => vec![inputs],
            false => inputs.into_iter().map(|input| vec![input]).collect(),
        };
        let entries: Vec<Option<String>> = match self.entry.is_empty() {
            true => vec![entry],
            false => self.entry.iter().cloned().map(Some).collect(),
        };
        let pairs = programs
            .iter()
            .flat_map(|inputs| entries.iter().map(move |entry| (inputs.clone(), entry.clone())));
        let jobs = pairs.enumerate();
        let job = |(number, (inputs, entry))| Job {
            number,
            inputs,
            entry,
            changed: changed.clone(),
            hands: None,
        };
        jobs.map(job).collect()
    }

    /// The cache, if one is to be used. What is written besides results is never in it.
    fn cache(&self, several: bool, annotated: bool) -> Option<Cache> {
        let more = annotated || self.checkpoint.is_some() || self.resume.is_some();
        if more || self.no_cache {
            return None;
        }
        self.cache.clone().or_else(|| several.then(cache::usual)).map(Cache::new)
    }

    /// Arguments for the preprocessor, with folders that are relative to one.
    fn preprocessor(&self, here: &Path) -> Vec<String> {
        let include =
            self.include.iter().map(|folder| format!("-I{}", here.join(folder).display()));
        let undefine = self.undefine.iter().map(|name| format!("-U{name}"));
        include.chain(undefine).chain(self.define.iter().map(|name| format!("-D{name}"))).collect()
    }

    /// The form in which an annotated program is asked for.
    fn form(&self) -> Result<Option<(Form, soundline_analyze::render::Choice)>, Complaint> {
        Form::of(&self.annotate, self.residual)
    }
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    if arguments.worker {
        return pool::serve(arguments);
    }
    let (given, entry) = arguments.given();
    let form = arguments.form()?;
    let interrupt = Interrupt::after(arguments.time)?;
    let Inputs { inputs, left_out } = Inputs::find(arguments, &given, &interrupt)?;
    let several = inputs.len() > 1;
    let changed = arguments.since.as_deref().map(changes::since);
    let jobs = arguments.jobs_for(inputs, entry, changed.transpose()?);
    if jobs.len() > 1 {
        refuse_several(arguments, form.as_ref().map(|form| form.0))?;
    }
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let mut results = Results { left_out, ..Results::default() };
    let bar = screen::progress(jobs.len() as u64, "analyze");
    if jobs.len() > 1 && form.is_none() {
        for (job, done) in jobs.iter().zip(pool::run(arguments, &jobs, &interrupt, &bar)?) {
            match done {
                Ok(Some(outcome)) => results.outcomes.push(outcome),
                Ok(None) => results.untouched += 1,
                Err(why) => results.leave_out(job.file(), why),
            }
        }
    } else {
        let limit = arguments.time_limit.map(|limit| interrupt.within(limit));
        let interrupt = limit.unwrap_or(interrupt);
        for (place, job) in jobs.iter().enumerate() {
            bar.set_message(job.to_string());
            if interrupt.is_asked() {
                results.leave_out(job.file(), Why::Stopped);
                continue;
            }
            let hands = Hands::here(arguments.jobs.count() - 1);
            let tell = |what: &str| bar.set_message(format!("{job}: {what}"));
            let unit = Unit::new(arguments, job, &clang).with(&hands, &tell);
            let give_up = || {
                bar.finish_and_clear();
                results.without(&jobs[place..], unit.known()).conclude(arguments)
            };
            let analyzed = watchdog::watched(&interrupt, unit.reading(), give_up, || {
                unit.analyze(&interrupt, form)
            })?;
            results.add(job.file(), analyzed);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if let Some(cache) = arguments.cache(several, form.is_some()) {
        cache.trim();
    }
    results.triage = arguments.triage.apply(&mut results.outcomes)?;
    results.write(arguments)?;
    results.print(arguments);
    Ok(results.ending())
}

/// What `soundline analyze --json` prints for one file, and its exit code. The first word is `analyze`. If the time that the
/// words allow is over in the middle of a step, `last` gets what is known, and the process ends.
pub fn answer(words: &[String], clang: &Clang, last: impl FnOnce(u8, &str) + Send) -> (u8, String) {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }
    let bad = |reason: String| (Ending::BadInput.code(), reason);
    let arguments = match <Line as clap::Parser>::try_parse_from(words) {
        Ok(line) => line.arguments,
        Err(error) => return bad(error.to_string()),
    };
    let (given, entry) = arguments.given();
    let [file] = &given[..] else { return bad("one file is analyzed at a time".into()) };
    let inputs = vec![Input::plain(file.clone())];
    let job = Job { number: 0, inputs, entry, changed: None, hands: None };
    let unit = Unit::new(&arguments, &job, clang);
    let limit = arguments.time.into_iter().chain(arguments.time_limit).min();
    let interrupt = limit.map_or_else(Interrupt::never, |limit| Interrupt::never().within(limit));
    let told = |results: Results| {
        (results.ending().code(), json::write(&results.outcomes, &results.left_out))
    };
    let give_up = || {
        let (code, text) =
            told(Results::default().without(std::slice::from_ref(&job), unit.known()));
        last(code, &text);
        code.into()
    };
    match watchdog::watched(&interrupt, unit.reading(), give_up, || unit.analyze(&interrupt, None))
    {
        Ok(analyzed) => {
            let mut results = Results::default();
            results.add(file, analyzed);
            told(results)
        }
        Err(complaint) => bad(complaint.to_string()),
    }
}

/// What goes with one file only.
fn refuse_several(arguments: &Arguments, form: Option<Form>) -> Result<(), Complaint> {
    let several = |what: &str| Err(Complaint::new(format!("{what} goes with a single file")));
    match form {
        _ if arguments.checkpoint.is_some() => several("--checkpoint"),
        _ if arguments.resume.is_some() => several("--resume"),
        Some(form) if form != Form::Paper && arguments.out.is_none() => Err(Complaint::new(
            "annotated programs of several files need a folder: give one with --out",
        )),
        _ => Ok(()),
    }
}

/// What a run came to.
#[derive(Clone, Default)]
struct Results {
    outcomes: Vec<Outcome>,
    /// Annotated programs: the name of each, and its text.
    programs: Vec<(String, Vec<u8>)>,
    /// Files that were not analyzed.
    left_out: Vec<LeftOut>,
    /// How many programs were not analyzed because no change touches them.
    untouched: usize,
    /// What is to be said about findings that are accepted.
    triage: triage::Notes,
}

impl Results {
    fn add(&mut self, file: &Path, analyzed: Result<Option<unit::Analyzed>, String>) {
        match analyzed {
            Ok(Some(analyzed)) => {
                self.outcomes.push(analyzed.outcome);
                self.programs.extend(analyzed.program);
            }
            Ok(None) => self.untouched += 1,
            Err(reason) => self.leave_out(file, Why::Unusable(reason)),
        }
    }

    fn leave_out(&mut self, file: &Path, why: Why) {
        self.left_out.push(LeftOut { file: file.display().to_string(), why });
    }

    /// The same, if the first of these files could not be finished, and the others had no turn. Of the first something may
    /// be known.
    fn without(&self, jobs: &[Job], known: Option<unit::Analyzed>) -> Results {
        let mut results = self.clone();
        let left = &jobs[usize::from(known.is_some())..];
        let first = if known.is_some() { Why::Stopped } else { Why::Stuck };
        if let Some(known) = known {
            results.outcomes.push(known.outcome);
            results.programs.extend(known.program);
        }
        let reasons = std::iter::once(first).chain(std::iter::repeat(Why::Stopped));
        left.iter().zip(reasons).for_each(|(job, why)| results.leave_out(job.file(), why));
        results
    }

    /// Write and print all of it; the code to end with.
    fn conclude(&self, arguments: &Arguments) -> i32 {
        if let Err(complaint) = self.write(arguments) {
            anstream::eprintln!("error: {complaint}");
        }
        self.print(arguments);
        self.ending().code().into()
    }

    /// The files that were asked for.
    fn write(&self, arguments: &Arguments) -> Result<(), Complaint> {
        if let Some(file) = &arguments.sarif {
            write_whole(file, sarif::write(&self.outcomes, &self.left_out).as_bytes())?;
        }
        let Some(folder) = &arguments.out else { return Ok(()) };
        let page = html::page(&self.outcomes, &self.left_out);
        write_whole(&folder.join("report.html"), page.as_bytes())?;
        let data = json::write_with_states(&self.outcomes, &self.left_out);
        write_whole(&folder.join("analysis.json"), data.as_bytes())?;
        for (name, text) in &self.programs {
            write_whole(&folder.join(name), text)?;
        }
        Ok(())
    }

    /// Annotated programs go to stdout alone, so that they can be piped; findings go to stderr then.
    fn print(&self, arguments: &Arguments) {
        let summary = left_out::summary(self.outcomes.len(), &self.left_out);
        for sentence in left_out::sentences(&self.left_out).into_iter().chain(summary) {
            anstream::eprintln!("{}error:{:#} {sentence}", screen::BAD, screen::BAD);
        }
        if arguments.json {
            print!("{}", json::write(&self.outcomes, &self.left_out));
            return;
        }
        for note in &self.triage.notes {
            anstream::eprintln!("{}note:{:#} {note}", screen::OPEN, screen::OPEN);
        }
        let styles = Styles::coloured();
        let mut text = String::new();
        for outcome in &self.outcomes {
            let most = if arguments.all { usize::MAX } else { text::SHOWN };
            text.push_str(&text::of_file(outcome, most, &styles));
        }
        if self.outcomes.len() > 1 {
            text.push_str(&text::total(&self.outcomes, &styles));
        }
        if let Some(sentence) = self.triage.counts() {
            text.push_str(&format!("{sentence}\n"));
        }
        if let Some(revision) = &arguments.since {
            let programs = if self.untouched == 1 {
                "1 program is"
            } else {
                &format!("{} programs are", self.untouched)
            };
            text.push_str(&format!("{programs} not touched since {revision}\n"));
        }
        if let Some(folder) = &arguments.out {
            text.push_str(&format!("\nReport: {}\n", folder.join("report.html").display()));
        }
        if self.programs.is_empty() || arguments.out.is_some() {
            anstream::print!("{text}");
        } else {
            anstream::eprint!("{text}");
            self.programs.iter().for_each(|(_, program)| forms::print(program));
        }
    }

    fn ending(&self) -> Ending {
        let is_stopped = |why: &Why| matches!(why, Why::Stopped | Why::Stuck);
        let open = || self.outcomes.iter().flat_map(|outcome| outcome.ranked());
        let findings = open().next().is_some();
        let certain = open().any(|row| row.standing == Standing::Fails);
        let stopped = self.left_out.iter().any(|left| is_stopped(&left.why))
            || self.outcomes.iter().any(|outcome| outcome.stop != Stop::Finished);
        let unusable = self.left_out.iter().any(|left| !is_stopped(&left.why));
        match (unusable, findings, stopped) {
            (true, _, _) => Ending::BadInput,
            (_, true, _) if self.triage.compared && !certain => Ending::NewWarnings,
            (_, true, _) => Ending::Findings,
            (_, _, true) => Ending::Stopped,
            _ => Ending::Nothing,
        }
    }
}
