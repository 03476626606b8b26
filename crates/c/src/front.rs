//! From a file or text to a program.

use crate::{
    Clang, DataModel, Error, Program, Source,
    clang::{ParseFailure, Unit},
    compat,
    files::shown,
    lower::lower,
    preprocess,
    read::{Declared, read},
};
use soundline_isolate::{Limits, Stop};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

/// Trees may be deep, and reading them recurses.
const STACK: usize = 512 << 20;

/// How to read a file.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How wide `long` and pointers are.
    pub model: DataModel,
    /// Whether the preprocessor runs first.
    pub preprocess: Preprocess,
    /// More arguments for the preprocessor, such as `-Iinclude` and `-DNDEBUG`.
    pub arguments: Vec<String>,
    /// The folder that the preprocessor runs in, if it is another one than that of this process: names of files and
    /// arguments are relative to it then.
    pub folder: Option<PathBuf>,
    /// How libclang reads what was preprocessed, as arguments of compilers: `-std=gnu99`, `-funsigned-char`.
    pub dialect: Vec<String>,
    /// The compiler that preprocesses; without one it is the one that `CC` names, or `cc`.
    pub compiler: Option<String>,
    /// What the preprocessor may use. It runs by [`soundline_isolate`], which makes this process the reaper of orphans.
    pub limits: Limits,
    /// Says that nobody waits for the preprocessor any more.
    pub stop: Stop,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            model: DataModel::default(),
            preprocess: Preprocess::default(),
            arguments: Vec::new(),
            folder: None,
            dialect: Vec::new(),
            compiler: None,
            // Amalgamations become large.
            limits: Limits { output: 512 << 20, ..Limits::default() },
            stop: Stop::default(),
        }
    }
}

impl Settings {
    /// Where a file is.
    fn place(&self, path: &Path) -> PathBuf {
        self.folder.as_ref().map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }

    /// The name of a file in messages.
    fn shown(&self, path: &Path) -> String {
        match &self.folder {
            None => path.display().to_string(),
            Some(folder) => shown(&folder.join(path)).display().to_string(),
        }
    }

    /// The text of a file. Line markers are relative to the folder of the preprocessor, and users are elsewhere.
    fn source(&self, path: &Path, text: Vec<u8>) -> Source {
        let source = Source::new(self.shown(path), text);
        match &self.folder {
            None => source,
            Some(_) => source.with_files(|file| self.shown(Path::new(file))),
        }
    }
}

/// When the preprocessor runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preprocess {
    /// If there are directives in the text.
    #[default]
    IfNeeded,
    /// In any case.
    Always,
    /// Never: directives are errors.
    Never,
}

impl Clang {
    /// Reads a C file.
    pub fn read(&self, path: &Path, settings: &Settings) -> Result<Program, Error> {
        let text = fs::read(settings.place(path)).map_err(|error| Error::Unreadable {
            path: PathBuf::from(settings.shown(path)),
            reason: error.to_string(),
        })?;
        let wanted = match settings.preprocess {
            Preprocess::IfNeeded => preprocess::is_needed(&text),
            Preprocess::Always => true,
            Preprocess::Never => false,
        };
        if !wanted {
            return self.parse_source(settings.source(path, text), settings);
        }
        let text = preprocess::preprocess(path, settings)?;
        match self.parse_source(settings.source(path, text), settings) {
            Err(error @ Error::Malformed { .. }) if settings.compiler.is_none() => {
                self.read_with_own_headers(path, settings).ok_or(error)
            }
            program => program,
        }
    }

    /// Reads a C file preprocessed by the compiler that libclang belongs to, if it is here: headers such as `stdatomic.h` and
    /// `immintrin.h` are written for one compiler, and libclang does not understand gcc's.
    fn read_with_own_headers(&self, path: &Path, settings: &Settings) -> Option<Program> {
        let version = self.version();
        let mut numbers = version.split(|letter: char| !letter.is_ascii_digit());
        let major = numbers.find(|number| !number.is_empty())?;
        let compilers = [format!("clang-{major}"), "clang".to_string()];
        compilers.into_iter().find_map(|compiler| {
            let settings = Settings { compiler: Some(compiler), ..settings.clone() };
            let text = preprocess::preprocess(path, &settings).ok()?;
            self.parse_source(settings.source(path, text), &settings).ok()
        })
    }

    /// Parses a preprocessed text. The name is for messages.
    pub fn parse(
        &self,
        name: &str,
        text: impl Into<Vec<u8>>,
        model: DataModel,
    ) -> Result<Program, Error> {
        let settings = Settings { model, ..Settings::default() };
        self.parse_source(Source::new(name.to_owned(), text.into()), &settings)
    }

    fn parse_source(&self, source: Source, settings: &Settings) -> Result<Program, Error> {
        let name = source.name().to_owned();
        let failed =
            |reason: &str| Error::ParserFailed { name: name.clone(), reason: reason.into() };
        if source.bytes().len() >= i32::MAX as usize {
            return Err(failed("it is larger than 2 GB"));
        }
        thread::scope(|scope| {
            let builder = thread::Builder::new().stack_size(STACK);
            let worker = builder.spawn_scoped(scope, || self.program(source, settings));
            match worker.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(program)) => program,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(error) => Err(failed(&format!("no thread: {error}"))),
            }
        })
    }

    /// Parses a text. Where `main` has other parameters than the standard asks for, it is a function like
    /// any other, as it is with gcc.
    fn unit(&self, text: &[u8], arguments: &[&str]) -> Result<Unit, ParseFailure> {
        match Unit::parse(self.library(), text, arguments) {
            Err(ParseFailure::Malformed { message, .. }) if message.contains("'main'") => {
                Unit::parse(self.library(), text, &[arguments, &["-ffreestanding"]].concat())
            }
            unit => unit,
        }
    }

    fn program(&self, source: Source, settings: &Settings) -> Result<Program, Error> {
        let model = settings.model;
        let mut arguments = vec![
            "-xcpp-output",
            "-std=gnu11",
            model.flag(),
            "-w",
            "-ferror-limit=0",
            "-fbracket-depth=512",
            // What gcc takes with a warning.
            "-Wno-error=implicit-function-declaration",
            "-Wno-error=implicit-int",
            "-Wno-error=int-conversion",
            "-Wno-error=incompatible-function-pointer-types",
            "-Wno-error=incompatible-pointer-types",
            "-Wno-error=return-type",
            "-Wno-error=return-mismatch",
        ];
        arguments.extend(settings.dialect.iter().map(String::as_str));
        let unit = self.unit(&compat::masked(source.bytes()), &arguments);
        let unit = unit.map_err(|failure| match failure {
            ParseFailure::Malformed { offset, message } => {
                Error::Malformed { location: source.locate(offset), message }
            }
            ParseFailure::Code(code) => Error::ParserFailed {
                name: source.name().to_owned(),
                reason: format!("error {code}"),
            },
        })?;
        let mut declared = read(&unit, &source, model)?;
        drop(unit);
        let (startup, effects) = lower(&mut declared);
        let Declared { types, variables, functions } = declared;
        Ok(Program { source, types, variables, functions, startup, effects })
    }
}
