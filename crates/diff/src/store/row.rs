//! A result as a row.

use super::StoreError;
use crate::analyzer::Run;
use rusqlite::{Connection, Row, params};
use soundline_isolate::Usage;
use std::time::Duration;

/// Writes a result, unless there is one for the same text.
pub(super) fn write_run(
    connection: &Connection,
    variant: &str,
    judge: i64,
    seen: &str,
    run: &Run,
) -> Result<(), StoreError> {
    let Usage { wall, cpu, memory, warden } = run.usage;
    let time = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    let memory = i64::try_from(memory).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(
        "INSERT INTO runs
         (variant, judge, ending, checks, commands, wall, cpu, memory, warden, seen)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT (variant, judge) DO UPDATE SET
            ending = excluded.ending, checks = excluded.checks, commands = excluded.commands,
            wall = excluded.wall, cpu = excluded.cpu, memory = excluded.memory,
            warden = excluded.warden, seen = excluded.seen
         WHERE seen <> excluded.seen",
    )?;
    statement.execute(params![
        variant,
        judge,
        json(&run.answer),
        json(&run.checks),
        json(&run.commands),
        time(wall),
        time(cpu),
        memory,
        time(warden),
        seen
    ])?;
    Ok(())
}

/// Reads the columns from `ending` on, of which `first` is the first.
pub(super) fn read_run(row: &Row<'_>, first: usize) -> Result<Run, StoreError> {
    let text = |at: usize| row.get::<_, String>(first + at);
    let number = |at: usize| row.get::<_, i64>(first + at).map(|number| number.max(0) as u64);
    let time = |at: usize| number(at).map(Duration::from_micros);
    Ok(Run {
        answer: of_json(&text(0)?)?,
        checks: of_json(&text(1)?)?,
        commands: of_json(&text(2)?)?,
        usage: Usage { wall: time(3)?, cpu: time(4)?, memory: number(5)?, warden: time(6)? },
        output: String::new(),
    })
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it is plain data")
}

pub(super) fn of_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Row(error.to_string()))
}
