//! The line between driver and warden: the warden's one report.

use crate::end::{End, Usage};
use std::time::Duration;

/// What the warden says when all is over.
pub(crate) fn write(end: &End, usage: &Usage) -> String {
    let (word, value) = match end {
        End::Exited(code) => ("exited", code.to_string()),
        End::Signalled(signal) => ("signalled", signal.to_string()),
        End::TimedOut => ("timed-out", String::new()),
        End::OutOfMemory => ("out-of-memory", String::new()),
        End::TooManyProcesses => ("too-many-processes", String::new()),
        End::TooMuchOutput => ("too-much-output", String::new()),
        End::FilesTooLarge => ("files-too-large", String::new()),
        End::Interrupted => ("interrupted", String::new()),
        End::Unwatched => ("unwatched", String::new()),
        End::NotStarted(reason) => ("not-started", reason.replace('\n', " ")),
    };
    let Usage { wall, cpu, memory, warden } = usage;
    let (wall, cpu, warden) = (wall.as_micros(), cpu.as_micros(), warden.as_micros());
    format!("{wall} {cpu} {memory} {warden} {word} {value}\n")
}

/// Reads it; none if it is no whole report.
pub(crate) fn read(report: &str) -> Option<(End, Usage)> {
    let mut words = report.strip_suffix('\n')?.splitn(6, ' ');
    let mut number = || words.next()?.parse::<u64>().ok();
    let (wall, cpu, memory, warden) = (number()?, number()?, number()?, number()?);
    let (word, value) = (words.next()?, words.next()?);
    let end = match word {
        "exited" => End::Exited(value.parse().ok()?),
        "signalled" => End::Signalled(value.parse().ok()?),
        "timed-out" => End::TimedOut,
        "out-of-memory" => End::OutOfMemory,
        "too-many-processes" => End::TooManyProcesses,
        "too-much-output" => End::TooMuchOutput,
        "files-too-large" => End::FilesTooLarge,
        "interrupted" => End::Interrupted,
        "unwatched" => End::Unwatched,
        "not-started" => End::NotStarted(value.into()),
        _ => return None,
    };
    let time = Duration::from_micros;
    Some((end, Usage { wall: time(wall), cpu: time(cpu), memory, warden: time(warden) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_arrive_as_they_were_sent() {
        let usage = Usage {
            wall: Duration::from_micros(7),
            cpu: Duration::from_micros(6),
            memory: 1 << 33,
            warden: Duration::from_micros(5),
        };
        let ends = [
            End::Exited(-1),
            End::Signalled(11),
            End::TimedOut,
            End::OutOfMemory,
            End::TooManyProcesses,
            End::TooMuchOutput,
            End::FilesTooLarge,
            End::Interrupted,
            End::Unwatched,
            End::NotStarted("No such file or directory (os error 2)".into()),
        ];
        for end in ends {
            assert_eq!(read(&write(&end, &usage)), Some((end, usage)));
        }
    }

    #[test]
    fn half_a_report_is_none() {
        for rubbish in ["", "\n", "1 2 3 4 exited 0", "1 2 3 exited 0\n", "1 2 3 4 gone 0\n"] {
            assert_eq!(read(rubbish), None, "{rubbish}");
        }
    }
}
