//! One file: read, analyzed, and told in its own terms.

use std::fs;
use std::path::Path;
use std::time::Instant;

use soundline_analyze::outcome::{Outcome, bounds_of, scope_of};
use soundline_analyze::render::{Choice, Listing};
use soundline_analyze::{Analysis, Kind, Scope, Settings};
use soundline_c::Clang;
use soundline_diff::campaign::until;
use soundline_test::command::{Complaint, Interrupt, write_whole};

use super::forms::{Annotated, Form};
use super::inputs::Input;
use super::{Arguments, passes};

/// A file that is to be analyzed.
pub struct Unit<'a> {
    /// How.
    pub arguments: &'a Arguments,
    /// The function to start from, if one was asked for.
    pub entry: Option<&'a str>,
    /// The file.
    pub input: &'a Input,
    /// The parser.
    pub clang: &'a Clang,
}

/// What became of a file.
pub struct Analyzed {
    /// What was found.
    pub outcome: Outcome,
    /// The annotated program with its name, if one was asked for.
    pub program: Option<(String, Vec<u8>)>,
}

impl Unit<'_> {
    /// Analyzes the file. The inner error is about this file alone.
    pub fn analyze(
        &self,
        interrupt: &Interrupt,
        form: Option<(Form, Choice)>,
    ) -> Result<Result<Analyzed, String>, Complaint> {
        let program = until(interrupt.flag(), None, |stop| {
            let (file, settings) = self.input.settings(self.arguments);
            self.clang.read(&file, &soundline_c::Settings { stop: stop.clone(), ..settings })
        });
        let program = match program {
            Ok(program) => program,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let original = match fs::read(&self.input.file) {
            Ok(original) => original,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let checkpoint = self.arguments.resume.as_deref().map(passes::read).transpose()?;
        let (scope, mut words) = match scope_of(&program, self.entry, self.arguments.modular) {
            Ok(scope) => scope,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Some(variant) = &self.input.variant {
            words.push_str(&format!(", {variant}"));
        }
        let mut settings = self.settings(scope);
        settings.points = form.is_some() || self.arguments.out.is_some();
        let start = Instant::now();
        let analysis = on_a_deep_stack(|| {
            passes::run(&program, &settings, self.arguments, checkpoint.as_ref(), interrupt)
        })??;
        let millis = start.elapsed().as_millis() as u64;
        if let Some(file) = &self.arguments.checkpoint {
            keep(file, &analysis)?;
        }
        on_a_deep_stack(|| {
            let listing = Listing::new(&program, Some(&original));
            let domain = self.domain(&settings);
            let mut outcome = Outcome {
                file: self.input.file.display().to_string(),
                scope: words,
                domain,
                bounds: bounds_of(&settings),
                millis,
                ..Outcome::new(&program, &listing, settings.overflow, &analysis)
            };
            if self.arguments.strict {
                outcome.doubt_what_is_granted();
            }
            let annotated = form.map(|(form, choice)| {
                let preprocessed = original != program.source.bytes();
                let name = form.file_name(&self.input.file, preprocessed);
                let (program, analysis, original) = (&program, &analysis, &original);
                let source =
                    Annotated { program, analysis, listing: &listing, original, scope, choice };
                form.write(&source).map(|text| (name, text))
            });
            annotated.transpose().map(|program| Analyzed { outcome, program })
        })
    }

    fn settings(&self, scope: Scope) -> Settings {
        let arguments = self.arguments;
        let mut checks = arguments.checks.kinds();
        if arguments.float == "check" {
            checks.insert(Kind::Float);
        }
        Settings {
            scope,
            overflow: arguments.overflow,
            checks,
            bounds: arguments.bounds.bounds(),
            per_function: arguments.bounds.per_function,
            checkpoint: arguments.checkpoint.is_some(),
            residual: arguments.residual,
            ..arguments.precision()
        }
    }

    fn domain(&self, settings: &Settings) -> String {
        match &self.arguments.escalate[..] {
            [] => settings.domain.to_string(),
            several => several.iter().map(ToString::to_string).collect::<Vec<_>>().join(", then "),
        }
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
