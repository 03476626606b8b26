//! The result of a program in the cache: by all that it depends on, in whichever way its files are preprocessed.

use soundline_analyze::Scope;
use soundline_analyze::outcome::Outcome;
use soundline_c::{Program, Text};

use super::cache::{Cache, Dependencies, Key};
use super::unit::Unit;

/// Where the result of a program is kept.
pub struct Kept<'a> {
    unit: &'a Unit<'a>,
    cache: Cache,
    texts: &'a [Text],
    originals: &'a [Vec<u8>],
    key: Key,
}

/// Which files are read as the compiler of libclang preprocesses them: libclang does not understand the other text.
type Own = Vec<bool>;

impl<'a> Kept<'a> {
    /// Of a program with these texts, from files with these contents.
    pub fn new(
        unit: &'a Unit<'a>,
        cache: Cache,
        texts: &'a [Text],
        originals: &'a [Vec<u8>],
    ) -> Option<Kept<'a>> {
        let key = unit.dependencies(texts, originals)?.key();
        Some(Kept { unit, cache, texts, originals, key })
    }

    /// The result, if it is there.
    pub fn get(&self) -> Option<Outcome> {
        self.cache.get(&self.key).or_else(|| {
            let own: Own = self.cache.get(&self.of_own()?)?;
            (own.len() == self.texts.len()).then_some(())?;
            let texts = self.texts.iter().zip(own);
            let texts: Option<Vec<Text>> = texts
                .map(|(text, own)| match own {
                    true => self.unit.clang.with_own_headers(text),
                    false => Some(text.clone()),
                })
                .collect();
            self.cache.get(&self.unit.dependencies(&texts?, self.originals)?.key())
        })
    }

    /// Keeps a result. It depends on the texts that the program was read from, and these may be other ones than were preprocessed first.
    pub fn put(&self, program: &Program, outcome: &Outcome) {
        let mut rest = program.source.bytes();
        let mut read = Vec::new();
        for text in self.texts {
            let found = match behind(rest, text) {
                Some(behind) => Some((text.clone(), false, behind)),
                None => self.unit.clang.with_own_headers(text).and_then(|own| {
                    let behind = behind(rest, &own)?;
                    Some((own, true, behind))
                }),
            };
            let Some((text, own, behind)) = found else { return };
            rest = behind;
            read.push((text, own));
        }
        if !rest.is_empty() {
            return;
        }
        let (texts, own): (Vec<Text>, Own) = read.into_iter().unzip();
        if !own.contains(&true) {
            return self.cache.put(&self.key, outcome);
        }
        let key = self.unit.dependencies(&texts, self.originals).map(Dependencies::key);
        if let (Some(key), Some(of_own)) = (key, self.of_own()) {
            self.cache.put(&key, outcome);
            self.cache.put(&of_own, &own);
        }
    }

    /// The key of what says which files are read in their own way.
    fn of_own(&self) -> Option<Key> {
        let mut all = self.unit.dependencies(self.texts, self.originals)?;
        all.add(b"own headers");
        Some(all.key())
    }
}

/// What is behind a text at the start of a program.
fn behind<'p>(program: &'p [u8], text: &Text) -> Option<&'p [u8]> {
    let text = text.source().bytes();
    let behind = program.strip_prefix(text)?;
    let ended = text.last().is_none_or(|byte| *byte == b'\n');
    Some(if ended { behind } else { behind.strip_prefix(b"\n").unwrap_or(behind) })
}

impl Unit<'_> {
    /// All that the result depends on.
    fn dependencies(&self, texts: &[Text], originals: &[Vec<u8>]) -> Option<Dependencies> {
        let mut all = Dependencies::of_this_program().ok()?;
        let (clang, arguments, job) = (self.clang, self.arguments, self.job);
        all.add(clang.version().as_bytes());
        all.add(clang.path().as_os_str().as_encoded_bytes());
        let mut settings = self.settings(Scope::Modular);
        settings.points = arguments.out.is_some();
        all.add(format!("{settings:?}").as_bytes());
        all.add(format!("{} {} {:?}", arguments.modular, arguments.strict, job.entry).as_bytes());
        all.add(format!("{:?}", arguments.escalate).as_bytes());
        for ((input, text), original) in job.inputs.iter().zip(texts).zip(originals) {
            let (_, front) = input.settings(arguments);
            all.add(format!("{:?} {:?} {:?}", input.file, input.variant, front.model).as_bytes());
            all.add(format!("{:?}", front.dialect).as_bytes());
            all.add(text.source().name().as_bytes());
            all.add(text.source().bytes());
            all.add(original);
        }
        Some(all)
    }
}
