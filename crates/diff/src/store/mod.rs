//! The results that are kept: one SQLite file.
//!
//! A result is kept under the content of the variant and under all that decides it: the bytes that the analyzer saw, its
//! version and the contents of its program, its description and the limits. So nothing is run twice, and nothing is
//! taken for the result of something else. What only a machine without room or processes is to blame for is not kept. What
//! variants were reduced to is kept too. The file is a write-ahead log of SQLite: a process that is killed
//! loses at most the result that it was about to write, and several processes may use one file.

mod note;
mod output;
mod row;
mod schema;

pub use note::Note;

use crate::ContentKey;
use crate::analyzer::{Analyzer, Run, Task};
use crate::findings::Reduced;
use row::{json, of_json, read_run, write_run};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use soundline_isolate::{Limits, Stop};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A file of results.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
}

/// An analyzer with a version, a description and limits: who gives results.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Judge {
    /// The analyzer's name.
    pub analyzer: String,
    /// Its version.
    pub version: String,
    /// The rest of what decides its results.
    pub setup: String,
}

/// A variant that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVariant {
    /// Its name by content.
    pub key: String,
    /// The seed that it was made of.
    pub seed: String,
    /// The text in the plain encoding.
    pub text: Vec<u8>,
    /// What else is to be known about it, as its maker writes it.
    pub detail: String,
}

/// A result that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// The variant.
    pub variant: String,
    /// Who gave it.
    pub judge: Judge,
    /// What it is.
    pub run: Run,
}

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite reports an error.
    #[error("the results in {}: {error}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The error.
        error: rusqlite::Error,
    },
    /// The file is something else.
    #[error("{} is not a file of results", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer Soundline.
    #[error("{} has version {found} of the results' form, this program knows {known}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that is known.
        known: i64,
    },
    /// A row cannot be understood.
    #[error("a result that is kept cannot be read: {0}")]
    Row(String),
}

/// What SQLite says while a store that is open is used.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: PathBuf::new(), error }
    }
}

impl Judge {
    /// Who an analyzer is within some limits.
    pub fn of(analyzer: &Analyzer, limits: &Limits) -> Judge {
        let Limits { time, memory, output, files, processes, cores } = limits;
        let time = time.as_micros();
        let mut limits = format!("{time} us, {memory} B, {output} B, {files} B, {processes}");
        // Only where it is limited: results of earlier versions are still found.
        limits.extend(cores.map(|cores| format!(", {cores} cores")));
        Judge {
            analyzer: analyzer.name().to_string(),
            version: analyzer.version.clone(),
            setup: format!("{limits}\n{}\n{}", analyzer.digest, analyzer.description().setup()),
        }
    }
}

impl Store {
    /// Opens a file of results; it is made if there is none.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let sqlite = |error| StoreError::Sqlite { path: path.into(), error };
        let connection = Connection::open(path).map_err(sqlite)?;
        // Another process may be writing.
        connection.busy_timeout(Duration::from_secs(60)).map_err(sqlite)?;
        schema::prepare(&connection, path)?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// Takes over all results of another file that are not known here.
    pub fn absorb(&self, path: &Path) -> Result<(), StoreError> {
        // It may be of an older form.
        drop(Store::open(path)?);
        let sqlite = |error| StoreError::Sqlite { path: path.into(), error };
        let connection = self.lock();
        let name = path.to_string_lossy();
        connection.execute("ATTACH ?1 AS part", [name]).map_err(sqlite)?;
        let absorbed = connection.execute_batch(schema::ABSORB);
        if absorbed.is_err() {
            // What was begun is not half done.
            let _ = connection.execute_batch("ROLLBACK");
        }
        connection.execute_batch("DETACH part").map_err(sqlite)?;
        absorbed.map_err(sqlite)
    }

    /// Opens a file of results to look at it: nothing in it is changed, and it may be written by others at the same time.
    pub fn look(path: &Path) -> Result<Store, StoreError> {
        let sqlite = |error| StoreError::Sqlite { path: path.into(), error };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        // Where nobody writes, SQLite is told so: it would leave files of its own beside this one.
        let is_written = std::fs::metadata(&log).is_ok_and(|about| about.len() > 0);
        let opened = match is_written {
            true => Connection::open_with_flags(path, flags),
            false => {
                let name = path.to_string_lossy().replace('%', "%25").replace('?', "%3f");
                let name = format!("file:{}?immutable=1", name.replace('#', "%23"));
                Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_URI)
            }
        };
        let connection = opened.map_err(sqlite)?;
        connection.busy_timeout(Duration::from_secs(1)).map_err(sqlite)?;
        schema::version(&connection, path)?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// How many results there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = self.lock().query_row("SELECT count(*) FROM runs", [], |row| row.get(0));
        Ok(count.map(|count: i64| count.max(0) as u64)?)
    }

    /// All results for one variant, by analyzer.
    pub fn runs_of(&self, variant: &str) -> Result<Vec<StoredRun>, StoreError> {
        self.select_runs("WHERE variant = ?1", &[&variant])
    }

    /// Results that are kept only as long as the store.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::open(Path::new(":memory:"))
    }

    /// The result of an analyzer for a variant, which `text` is in the analyzer's encoding: the one that is kept, or else a
    /// new one, which is then kept if it would come again. The flag says whether it was run now. A store that fails is
    /// as good as an empty one.
    pub fn result(
        &self,
        analyzer: &Analyzer,
        judge: &Judge,
        variant: &ContentKey,
        task: &Task<'_>,
        limits: &Limits,
        stop: &Stop,
    ) -> (Run, bool) {
        let (variant, seen) = (variant.to_string(), ContentKey::of(task.model, task.text));
        if let Ok(Some(run)) = self.run(&variant, judge, Some(&seen)) {
            return (run, false);
        }
        let run = analyzer.run(task, limits, stop);
        if run.answer.is_lasting() {
            let _ = self.keep(&variant, judge, &seen, &run);
        }
        (run, true)
    }

    /// The result that a judge gave for a variant, and for these bytes if they are named.
    pub fn run(
        &self,
        variant: &str,
        judge: &Judge,
        seen: Option<&ContentKey>,
    ) -> Result<Option<Run>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT ending, checks, commands, wall, cpu, memory, warden FROM runs
             JOIN judges ON judges.id = runs.judge
             WHERE variant = ?1 AND analyzer = ?2 AND version = ?3 AND setup = ?4
                   AND (?5 IS NULL OR seen = ?5)",
        )?;
        let Judge { analyzer, version, setup } = judge;
        let seen = seen.map(ContentKey::to_string);
        let found = statement.query_row(params![variant, analyzer, version, setup, seen], |row| {
            Ok(read_run(row, 0))
        });
        found.optional()?.transpose()
    }

    /// Keeps a result. One for the same bytes that is there already stays: it is as good.
    pub fn keep(
        &self,
        variant: &str,
        judge: &Judge,
        seen: &ContentKey,
        run: &Run,
    ) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let Judge { analyzer, version, setup } = judge;
        transaction
            .prepare_cached(
                "INSERT OR IGNORE INTO judges (analyzer, version, setup) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![analyzer, version, setup])?;
        let id: i64 = transaction
            .prepare_cached(
                "SELECT id FROM judges WHERE analyzer = ?1 AND version = ?2 AND setup = ?3",
            )?
            .query_row(params![analyzer, version, setup], |row| row.get(0))?;
        write_run(&transaction, variant, id, &seen.to_string(), run)?;
        output::write(&transaction, variant, id, &run.output)?;
        Ok(transaction.commit()?)
    }

    /// Keeps a variant, so that its results can be understood later.
    pub fn keep_variant(&self, variant: &StoredVariant) -> Result<(), StoreError> {
        let StoredVariant { key, seed, text, detail } = variant;
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "INSERT OR IGNORE INTO variants (key, seed, text, detail) VALUES (?1, ?2, ?3, ?4)",
        )?;
        statement.execute(params![key, seed, text, detail])?;
        Ok(())
    }

    /// A variant that is kept.
    pub fn variant(&self, key: &str) -> Result<Option<StoredVariant>, StoreError> {
        let connection = self.lock();
        let mut statement =
            connection.prepare_cached("SELECT seed, text, detail FROM variants WHERE key = ?1")?;
        let found = statement.query_row(params![key], |row| {
            let (seed, text, detail) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(StoredVariant { key: key.to_string(), seed, text, detail })
        });
        Ok(found.optional()?)
    }

    /// What a variant was reduced to, under a key that says under which conditions. How far a reduction comes depends on the time,
    /// and with the answers that are kept it would come further each time.
    pub fn reduction(&self, key: &str) -> Result<Option<Option<Reduced>>, StoreError> {
        let connection = self.lock();
        let mut statement =
            connection.prepare_cached("SELECT reduced FROM reductions WHERE key = ?1")?;
        let found = statement.query_row(params![key], |row| row.get::<_, String>(0));
        found.optional()?.map(|text| of_json(&text)).transpose()
    }

    /// Keeps what a variant was reduced to.
    pub fn keep_reduction(&self, key: &str, reduced: &Option<Reduced>) -> Result<(), StoreError> {
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("INSERT OR IGNORE INTO reductions (key, reduced) VALUES (?1, ?2)")?;
        statement.execute(params![key, json(reduced)])?;
        Ok(())
    }

    /// All results, by variant and analyzer.
    pub fn runs(&self) -> Result<Vec<StoredRun>, StoreError> {
        self.select_runs("", &[])
    }

    fn select_runs(
        &self,
        which: &str,
        parameters: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<StoredRun>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare(&format!(
            "SELECT variant, analyzer, version, setup,
                    ending, checks, commands, wall, cpu, memory, warden
             FROM runs JOIN judges ON judges.id = runs.judge {which}
             ORDER BY variant, analyzer, version, setup",
        ))?;
        let mut rows = statement.query(parameters)?;
        let mut runs = Vec::new();
        while let Some(row) = rows.next()? {
            let judge = Judge { analyzer: row.get(1)?, version: row.get(2)?, setup: row.get(3)? };
            runs.push(StoredRun { variant: row.get(0)?, judge, run: read_run(row, 4)? });
        }
        Ok(runs)
    }

    /// A thread that panicked has left nothing half done: what it wrote it had not committed.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
