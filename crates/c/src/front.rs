//! From a file or text to a program.

use crate::{
    Clang, DataModel, Error, Program, Source,
    chains::longest_beyond,
    clang::{ParseFailure, Unit},
    compat,
    files::shown,
    lower::lower,
    preprocess,
    read::{DEPTH_LIMIT, Declared, Reading},
};
use soundline_isolate::{Limits, Stop};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

/// The stack of the thread that reads a program.
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

/// A file, preprocessed if need be, and not parsed yet.
#[derive(Clone, Debug)]
pub struct Text {
    path: PathBuf,
    settings: Settings,
    source: Source,
    preprocessed: bool,
}

impl Text {
    /// Reads a file.
    pub fn read(path: &Path, settings: &Settings) -> Result<Text, Error> {
        let text = fs::read(settings.place(path)).map_err(|error| Error::Unreadable {
            path: PathBuf::from(settings.shown(path)),
            reason: error.to_string(),
        })?;
        let preprocessed = match settings.preprocess {
            Preprocess::IfNeeded => preprocess::is_needed(&text),
            Preprocess::Always => true,
            Preprocess::Never => false,
        };
        let text = if preprocessed { preprocess::preprocess(path, settings)? } else { text };
        let (path, source) = (path.to_owned(), settings.source(path, text));
        Ok(Text { path, settings: settings.clone(), source, preprocessed })
    }

    /// What is to be parsed.
    pub fn source(&self) -> &Source {
        &self.source
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
        self.link(vec![Text::read(path, settings)?])
    }

    /// Reads the files of a program as one: what has a name for other files is the same in all of them, and what is `static`
    /// belongs to its file. All must be for the same data model.
    pub fn link(&self, texts: Vec<Text>) -> Result<Program, Error> {
        let several = texts.len() > 1;
        on_deep_stack(|| {
            let mut linking: Option<Linking> = None;
            for text in texts {
                let (model, base) =
                    (text.settings.model, linking.as_ref().map_or(0, Linking::next));
                let (source, unit) = self.unit_of(text, base)?;
                match &mut linking {
                    None => linking = Some(Linking::start(source, &unit, model, several)?),
                    Some(linking) => linking.add(source, &unit, model)?,
                }
            }
            linking.ok_or(Error::Conflicts("there is no file to link".to_owned()))?.finish()
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
        let source = Source::new(name.to_owned(), text.into());
        on_deep_stack(|| {
            let unit = self.unit(&source, &settings, 0)?;
            Linking::start(source, &unit, model, false)?.finish()
        })
    }

    /// A text, parsed. Its first byte has that offset in the program.
    fn unit_of(&self, text: Text, base: u32) -> Result<(Source, Unit), Error> {
        match self.unit(&text.source, &text.settings, base) {
            Ok(unit) => Ok((text.source, unit)),
            Err(error @ Error::Malformed { .. }) => {
                let own = self.with_own_headers(&text);
                let unit =
                    |own: Text| Some((self.unit(&own.source, &own.settings, base).ok()?, own));
                own.and_then(unit).map(|(unit, own)| (own.source, unit)).ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    /// The same file, preprocessed by the compiler that libclang belongs to, if it is here. Texts that libclang does not understand are
    /// read in this way: headers such as `stdatomic.h` and `immintrin.h` are written for one compiler, and these are gcc's otherwise.
    pub fn with_own_headers(&self, text: &Text) -> Option<Text> {
        (text.preprocessed && text.settings.compiler.is_none()).then_some(())?;
        let version = self.version();
        let mut numbers = version.split(|letter: char| !letter.is_ascii_digit());
        let major = numbers.find(|number| !number.is_empty())?;
        let compilers = [format!("clang-{major}"), "clang".to_string()];
        compilers.into_iter().find_map(|compiler| {
            let settings = Settings { compiler: Some(compiler), ..text.settings.clone() };
            let own = preprocess::preprocess(&text.path, &settings).ok()?;
            let source = settings.source(&text.path, own);
            Some(Text { source, settings, ..text.clone() })
        })
    }

    /// A text, parsed. Where `main` has other parameters than the standard asks for, it is a function like
    /// any other, as it is with gcc.
    fn unit(&self, source: &Source, settings: &Settings, base: u32) -> Result<Unit, Error> {
        let failed = |reason: String| Error::ParserFailed { name: source.name().into(), reason };
        if source.bytes().len() + base as usize >= i32::MAX as usize {
            return Err(failed("it is larger than 2 GB".to_owned()));
        }
        if let Some(at) = longest_beyond(source.bytes(), DEPTH_LIMIT) {
            let location = source.locate(at as u32);
            return Err(Error::TooDeep { location, limit: DEPTH_LIMIT });
        }
        if let Some(at) = compat::other_byte_order(source.bytes()) {
            let message = "scalar_storage_order is not supported".to_owned();
            return Err(Error::Malformed { location: source.locate(at as u32), message });
        }
        let mut arguments = vec![
            "-xcpp-output",
            "-std=gnu11",
            settings.model.flag(),
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
        let text = compat::masked(source.bytes());
        let unit = match Unit::parse(self.library(), &text, &arguments, base) {
            Err(ParseFailure::Malformed { message, .. }) if message.contains("'main'") => {
                arguments.push("-ffreestanding");
                Unit::parse(self.library(), &text, &arguments, base)
            }
            unit => unit,
        };
        unit.map_err(|failure| match failure {
            ParseFailure::Malformed { offset, message } => {
                Error::Malformed { location: source.locate(offset), message }
            }
            ParseFailure::Code(code) => failed(format!("error {code}")),
        })
    }
}

/// A program whose files are read one after the other.
struct Linking {
    source: Source,
    reading: Reading,
    model: DataModel,
}

impl Linking {
    fn start(
        source: Source,
        unit: &Unit,
        model: DataModel,
        several: bool,
    ) -> Result<Linking, Error> {
        let mut reading = Reading::new(model, several);
        reading.add(unit, &source)?;
        Ok(Linking { source, reading, model })
    }

    /// The offset of the first byte of the next file.
    fn next(&self) -> u32 {
        self.source.next()
    }

    fn add(&mut self, source: Source, unit: &Unit, model: DataModel) -> Result<(), Error> {
        if model != self.model {
            let (name, first) = (source.name(), self.source.name());
            let sentence =
                format!("{name} and {first} are compiled for different widths of pointers");
            return Err(Error::Conflicts(sentence));
        }
        self.source.append(source);
        self.reading.add(unit, &self.source)
    }

    fn finish(self) -> Result<Program, Error> {
        let mut declared = self.reading.finish(&self.source)?;
        let (startup, effects) = lower(&mut declared);
        let Declared { types, variables, functions } = declared;
        Ok(Program { source: self.source, types, variables, functions, startup, effects })
    }
}

/// Trees may be deep, and reading them recurses.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Error::ParserFailed {
                name: "the program".to_owned(),
                reason: format!("no thread: {error}"),
            }),
        }
    })
}
