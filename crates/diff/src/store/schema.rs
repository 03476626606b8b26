//! The form of the file, with a version, and the steps from each version to the next.

use super::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// What says that the file is ours: "SLDF".
const APPLICATION: i64 = 0x534c_4446;

/// What leads from each version to the next; the first makes the file.
const STEPS: &[&str] = &[
    "
    CREATE TABLE variants (
        key TEXT PRIMARY KEY,
        seed TEXT NOT NULL,
        text BLOB NOT NULL,
        detail TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE judges (
        id INTEGER PRIMARY KEY,
        analyzer TEXT NOT NULL,
        version TEXT NOT NULL,
        setup TEXT NOT NULL,
        UNIQUE (analyzer, version, setup)
    );
    CREATE TABLE runs (
        variant TEXT NOT NULL,
        judge INTEGER NOT NULL REFERENCES judges (id),
        ending TEXT NOT NULL,
        checks TEXT NOT NULL,
        commands TEXT NOT NULL,
        wall INTEGER NOT NULL,
        cpu INTEGER NOT NULL,
        memory INTEGER NOT NULL,
        warden INTEGER NOT NULL,
        PRIMARY KEY (variant, judge)
    ) WITHOUT ROWID;
",
    "
    ALTER TABLE runs ADD COLUMN seen TEXT NOT NULL DEFAULT '';
",
    "
    CREATE TABLE reductions (
        key TEXT PRIMARY KEY,
        reduced TEXT NOT NULL
    ) WITHOUT ROWID;
",
    "
    CREATE TABLE notes (
        variant TEXT PRIMARY KEY,
        tags TEXT NOT NULL,
        note TEXT NOT NULL
    ) WITHOUT ROWID;
",
    "
    CREATE TABLE outputs (
        id INTEGER PRIMARY KEY,
        variant TEXT NOT NULL,
        judge INTEGER NOT NULL REFERENCES judges (id),
        output TEXT NOT NULL,
        UNIQUE (variant, judge)
    );
",
];

/// Takes over what another file, attached as `part`, has and this one has not. Judges have other numbers there.
pub(super) const ABSORB: &str = "
    BEGIN IMMEDIATE;
    INSERT OR IGNORE INTO variants SELECT * FROM part.variants;
    INSERT OR IGNORE INTO judges (analyzer, version, setup)
        SELECT analyzer, version, setup FROM part.judges ORDER BY id;
    INSERT OR IGNORE INTO runs (variant, judge, ending, checks, commands, wall, cpu, memory, warden, seen)
        SELECT variant, own.id, ending, checks, commands, wall, cpu, memory, warden, seen
        FROM part.runs
        JOIN part.judges AS other ON other.id = judge
        JOIN main.judges AS own
            ON (own.analyzer, own.version, own.setup) = (other.analyzer, other.version, other.setup);
    INSERT OR IGNORE INTO outputs (variant, judge, output)
        SELECT variant, own.id, output
        FROM part.outputs
        JOIN part.judges AS other ON other.id = judge
        JOIN main.judges AS own
            ON (own.analyzer, own.version, own.setup) = (other.analyzer, other.version, other.setup);
    INSERT OR IGNORE INTO reductions SELECT * FROM part.reductions;
    INSERT OR IGNORE INTO notes SELECT * FROM part.notes;
    COMMIT;
";

/// Makes the file, or brings it to the present form.
pub(super) fn prepare(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let sqlite = |error| match error {
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.code == rusqlite::ErrorCode::NotADatabase =>
        {
            StoreError::Foreign { path: path.into() }
        }
        error => StoreError::Sqlite { path: path.into(), error },
    };
    let pragma = |name: &str| {
        connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(sqlite)
    };
    let tables = || {
        let count = "SELECT count(*) FROM sqlite_schema";
        connection.query_row(count, [], |row| row.get::<_, i64>(0)).map_err(sqlite)
    };
    // Tables first: who makes a new file at this moment commits tables and mark at once.
    if tables()? > 0 && pragma("application_id")? != APPLICATION {
        return Err(StoreError::Foreign { path: path.into() });
    }
    connection.pragma_update(None, "journal_mode", "wal").map_err(sqlite)?;
    connection.pragma_update(None, "synchronous", "normal").map_err(sqlite)?;
    // Two processes may open a new file at once: the second one waits here and finds all done.
    connection.execute_batch("BEGIN IMMEDIATE").map_err(sqlite)?;
    let stepped = step(connection, path, pragma("user_version")?);
    let end = if stepped.is_ok() { "COMMIT" } else { "ROLLBACK" };
    connection.execute_batch(end).map_err(sqlite)?;
    stepped
}

/// Whether a file that is only looked at is one of ours, and which version it has.
pub(super) fn version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let pragma = |name: &str| {
        connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(|error| {
            match &error {
                rusqlite::Error::SqliteFailure(failure, _)
                    if failure.code == rusqlite::ErrorCode::NotADatabase =>
                {
                    StoreError::Foreign { path: path.into() }
                }
                _ => StoreError::Sqlite { path: path.into(), error },
            }
        })
    };
    if pragma("application_id")? != APPLICATION {
        return Err(StoreError::Foreign { path: path.into() });
    }
    let (found, known) = (pragma("user_version")?, STEPS.len() as i64);
    match found <= known {
        true => Ok(found),
        false => Err(StoreError::Newer { path: path.into(), found, known }),
    }
}

/// The version that has notes.
pub(super) const WITH_NOTES: i64 = 4;
/// The version that has outputs.
pub(super) const WITH_OUTPUTS: i64 = 5;

fn step(connection: &Connection, path: &Path, found: i64) -> Result<(), StoreError> {
    let sqlite = |error| StoreError::Sqlite { path: path.into(), error };
    let known = STEPS.len() as i64;
    let done = usize::try_from(found).ok().filter(|done| *done <= STEPS.len());
    let Some(done) = done else {
        return Err(StoreError::Newer { path: path.into(), found, known });
    };
    for sql in &STEPS[done..] {
        connection.execute_batch(sql).map_err(sqlite)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION).map_err(sqlite)?;
    connection.pragma_update(None, "user_version", known).map_err(sqlite)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of the first version, as it was left by an older program.
    #[test]
    fn old_files_are_brought_to_the_present_form() {
        let connection = Connection::open_in_memory().expect("there is memory");
        let row = "INSERT INTO judges VALUES (1, 'a', '1', 's');
                   INSERT INTO runs VALUES ('v', 1, '{}', 'null', '[]', 1, 2, 3, 4);";
        let marks = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;");
        connection.execute_batch(&[STEPS[0], row, &marks].concat()).expect("it is SQL");
        prepare(&connection, Path::new("old")).expect("it is known");
        let seen = connection.query_row("SELECT seen, cpu FROM runs", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
        });
        assert_eq!(seen.expect("the row is there"), (String::new(), 2));
    }
}
