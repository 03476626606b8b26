//! One program: read, analyzed, and told in its own terms.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use std::{fmt, fs};

use serde::{Deserialize, Serialize};
use soundline_analyze::outcome::{Outcome, Stop, bounds_of, scope_of};
use soundline_analyze::render::{Choice, Listing};
use soundline_analyze::{Analysis, Begun, Crew, Kind, Scope, Settings};
use soundline_c::{Clang, Program, Text, shown};
use soundline_diff::campaign::until;
use soundline_test::command::{Complaint, Interrupt, write_whole};

use super::forms::{Annotated, Form};
use super::hands::Hands;
use super::inputs::Input;
use super::kept::Kept;
use super::{Arguments, passes};

/// A program that is to be analyzed: a file, or several that are linked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its place among all jobs.
    pub number: usize,
    /// Its files.
    pub inputs: Vec<Input>,
    /// The function to start from, if one was asked for.
    pub entry: Option<String>,
    /// If only what a change touches is of interest: the files that it changes.
    pub changed: Option<Vec<PathBuf>>,
    /// The threads that may help, if it is done by a process of its own.
    pub hands: Option<PathBuf>,
}

impl Job {
    /// Whether a change touches it: one of its files, or a header that they include.
    fn is_touched(&self, texts: &[Text]) -> bool {
        let Some(changed) = &self.changed else { return true };
        let includes = texts.iter().flat_map(|text| text.source().files());
        let includes = includes.map(|file| shown(Path::new(file)));
        let own = self.inputs.iter().map(|input| shown(&input.file));
        own.chain(includes).any(|file| changed.contains(&file))
    }

    /// The file that it is named after.
    pub fn file(&self) -> &Path {
        &self.inputs[0].file
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file().display())?;
        match self.inputs.len() {
            1 => Ok(()),
            several => write!(f, " and {} more", several - 1),
        }
    }
}

/// How a program is analyzed.
pub struct Unit<'a> {
    /// How.
    pub(super) arguments: &'a Arguments,
    /// What.
    pub(super) job: &'a Job,
    /// The parser.
    pub(super) clang: &'a Clang,
    /// Whether the program is still being read. Nothing is known about it until then.
    reading: AtomicBool,
    /// The threads that may help; none if there are none.
    hands: Option<&'a Hands>,
    /// Told what is at work.
    tell: &'a (dyn Fn(&str) + Sync),
    /// What the stages came to that are done, while another one is at work.
    known: Mutex<Option<Analyzed>>,
}

/// What became of a program.
pub struct Analyzed {
    /// What was found.
    pub outcome: Outcome,
    /// The annotated program with its name, if one was asked for.
    pub program: Option<(String, Vec<u8>)>,
}

impl<'a> Unit<'a> {
    /// A program that has not been read yet.
    pub fn new(arguments: &'a Arguments, job: &'a Job, clang: &'a Clang) -> Unit<'a> {
        let reading = AtomicBool::new(true);
        Unit { arguments, job, clang, reading, hands: None, tell: &|_| {}, known: Mutex::new(None) }
    }

    /// The same with threads that may help, told what is at work.
    pub fn with(self, hands: &'a Hands, tell: &'a (dyn Fn(&str) + Sync)) -> Unit<'a> {
        Unit { hands: Some(hands), tell, ..self }
    }

    /// Whether it is still being read.
    pub fn reading(&self) -> &AtomicBool {
        &self.reading
    }

    /// What is known if the analysis does not end: what came of its stages that did, if there are any.
    pub fn known(&self) -> Option<Analyzed> {
        self.known.lock().ok()?.take()
    }

    /// Analyzes the program, unless the cache knows what comes of it; none if no change touches it. The inner error is about this
    /// program alone.
    pub fn analyze(
        &self,
        interrupt: &Interrupt,
        form: Option<(Form, Choice)>,
    ) -> Result<Result<Option<Analyzed>, String>, Complaint> {
        let texts = until(interrupt.flag(), None, |stop| {
            let read = |input: &Input| {
                let (file, settings) = input.settings(self.arguments);
                Text::read(&file, &soundline_c::Settings { stop: stop.clone(), ..settings })
            };
            self.job.inputs.iter().map(read).collect::<Result<Vec<Text>, _>>()
        });
        let texts = match texts {
            Ok(texts) => texts,
            Err(error) => return Ok(Err(error.to_string())),
        };
        if !self.job.is_touched(&texts) {
            return Ok(Ok(None));
        }
        let originals = self.job.inputs.iter().map(|input| fs::read(&input.file));
        let originals: Vec<Vec<u8>> = match originals.collect() {
            Ok(originals) => originals,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let several = self.arguments.worker || self.job.inputs.len() > 1;
        let cache = self.arguments.cache(several, form.is_some());
        let kept = cache.and_then(|cache| Kept::new(self, cache, &texts, &originals));
        if let Some(outcome) = kept.as_ref().and_then(Kept::get) {
            return Ok(Ok(Some(Analyzed { outcome, program: None })));
        }
        let mut program = match self.clang.link(texts.clone()) {
            Ok(program) => program,
            Err(error) => return Ok(Err(error.to_string())),
        };
        if self.settings(Scope::Modular).checks.contains(&Kind::Uninitialised) {
            program.check_reads();
        }
        self.reading.store(false, Ordering::SeqCst);
        let analyzed = self.analyze_program(program, &originals, interrupt, form)?;
        if let (Some(kept), Ok((analyzed, program))) = (&kept, &analyzed)
            && analyzed.outcome.stop != Stop::Interrupted
        {
            kept.put(program, &analyzed.outcome);
        }
        Ok(analyzed.map(|(analyzed, _)| Some(analyzed)))
    }

    fn analyze_program(
        &self,
        mut program: Program,
        originals: &[Vec<u8>],
        interrupt: &Interrupt,
        form: Option<(Form, Choice)>,
    ) -> Result<Result<(Analyzed, Program), String>, Complaint> {
        let checkpoint = self.arguments.resume.as_deref().map(passes::read).transpose()?;
        let (scope, mut words) =
            match scope_of(&program, self.job.entry.as_deref(), self.arguments.modular) {
                Ok(scope) => scope,
                Err(reason) => return Ok(Err(reason)),
            };
        if let [Input { variant: Some(variant), .. }] = &self.job.inputs[..] {
            words.push_str(&format!(", {variant}"));
        }
        if self.job.inputs.len() > 1 {
            words.push_str(&format!(", {} files linked", self.job.inputs.len()));
        }
        // A program of several files is told in the terms of the file that it starts in.
        let home = self.home(&program, scope);
        let (input, original) = (&self.job.inputs[home], &originals[home]);
        if home > 0 {
            let name = shown(&input.file).display().to_string();
            program.source.rename(&name);
        }
        let mut settings = self.settings(scope);
        settings.points = form.is_some() || self.arguments.out.is_some();
        let start = Instant::now();
        let listing = Listing::new(&program, Some(original));
        let outcome = |analysis: &Analysis| Outcome {
            file: input.file.display().to_string(),
            scope: words.clone(),
            domain: self.domain(&settings),
            bounds: bounds_of(&settings),
            millis: start.elapsed().as_millis() as u64,
            ..Outcome::new(&program, &listing, settings.overflow, analysis)
        };
        let annotated = |analysis: &Analysis| {
            let annotated = form.map(|(form, choice)| {
                let preprocessed = original != program.source.bytes();
                let name = form.file_name(&input.file, preprocessed);
                let (program, listing) = (&program, &listing);
                let source = Annotated { program, analysis, listing, original, scope, choice };
                form.write(&source).map(|text| (name, text))
            });
            annotated.transpose()
        };
        let known = |analysis: &Analysis| {
            let outcome = Outcome { stop: Stop::Interrupted, ..outcome(analysis) };
            let (outcome, program) = (self.told(outcome), annotated(analysis).ok().flatten());
            let known = Analyzed { outcome, program };
            *self.known.lock().expect("nobody panics with it") = Some(known);
        };
        let crew = Crew {
            interrupted: &|| interrupt.is_asked(),
            another: &|| self.hands.is_some_and(Hands::take),
            begins: &|Begun { name, number, all, .. }| {
                (self.tell)(&format!("{name} ({number} of {all})"));
            },
            known: &known,
        };
        let analysis = on_a_deep_stack(|| {
            passes::run(&program, &settings, self.arguments, checkpoint.as_ref(), crew)
        })??;
        if let Some(file) = &self.arguments.checkpoint {
            keep(file, &analysis)?;
        }
        on_a_deep_stack(|| {
            let outcome = self.told(outcome(&analysis));
            annotated(&analysis).map(|program| Analyzed { outcome, program })
        })
        .map(|analyzed| analyzed.map(|analyzed| (analyzed, program)))
    }

    /// An outcome as it is told.
    fn told(&self, mut outcome: Outcome) -> Outcome {
        if self.arguments.strict {
            outcome.doubt_what_is_granted();
        }
        outcome
    }

    /// The place of the file that has the function to start from.
    fn home(&self, program: &Program, scope: Scope) -> usize {
        let Scope::Whole { entry } = scope else { return 0 };
        let file = program.source.locate(program.function(entry).span.start).file;
        let is_home = |input: &Input| shown(&input.file) == Path::new(&file);
        self.job.inputs.iter().position(is_home).unwrap_or(0)
    }

    pub(super) fn settings(&self, scope: Scope) -> Settings {
        let arguments = self.arguments;
        let mut checks = arguments.checks.kinds();
        if arguments.float == "check" {
            checks.insert(Kind::Float);
        }
        Settings {
            scope,
            overflow: arguments.overflow,
            after_error: arguments.after_error,
            infer: arguments.infer(),
            checks,
            bounds: arguments.bounds.bounds(),
            per_function: arguments.bounds.per_function,
            at_guards: arguments.bounds.at_guards,
            checkpoint: arguments.checkpoint.is_some(),
            residual: arguments.residual,
            ..arguments.precision()
        }
    }

    fn domain(&self, settings: &Settings) -> String {
        let stages = passes::stages(settings, self.arguments);
        let shown = stages.iter().map(|stage| match stage.bounds == settings.bounds {
            true => stage.domain.to_string(),
            false => format!("{} with {}", stage.domain, stage.bounds),
        });
        shown.collect::<Vec<_>>().join(", then ")
    }
}

/// Runs something that recurses over programs.
fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Complaint> {
    soundline_analyze::on_a_deep_stack(work)
        .map_err(|error| Complaint::new(format!("no thread for the analysis: {error}")))
}

/// Writes the checkpoint of an analysis, if there is one, and says so.
fn keep(file: &Path, analysis: &Analysis) -> Result<(), Complaint> {
    let name = file.display();
    let Some(state) = &analysis.checkpoint else {
        anstream::eprintln!(
            "no checkpoint was written to {name}: the analysis finished, and nothing is left to go on with"
        );
        return Ok(());
    };
    let text = state.to_text().map_err(Complaint::new)?;
    write_whole(file, text.as_bytes())?;
    anstream::eprintln!("a checkpoint was written to {name}: --resume {name} goes on from there");
    Ok(())
}
