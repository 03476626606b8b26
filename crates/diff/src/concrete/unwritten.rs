//! Memory that a program may read before it has written it: arrays, members, what pointers point to.
//!
//! What it contains then is nobody's choice. Two programs that fill it differently can agree all the same: neither of
//! the two values need be the one that is asked for. So it takes a proof that each read is of memory that was written.

use soundline_analyze::{Kind, Scope, Settings, Status, analyze};
use soundline_c::Program;

/// How many steps the proof may take. They are counted, not timed, so that a campaign is the same on every machine.
const TICKS: u64 = 10_000;

/// The first read for which there is no proof, as the program writes it.
pub(super) fn unwritten(program: &Program) -> Option<String> {
    let entry = program.function_named("main")?;
    let mut program = program.clone();
    program.check_reads();
    let settings = Settings {
        scope: Scope::Whole { entry },
        checks: [Kind::Uninitialised, Kind::Return].into(),
        safety_ticks: TICKS,
        ..Settings::standard()
    };
    let analysis = analyze(&program, &settings, &|| false);
    let proved = |status| matches!(status, Status::Verified | Status::Unreachable);
    let mut checks = analysis.checks.iter();
    let check = checks.find(|check| !proved(check.status) || !check.provided.is_empty())?;
    let text = program.source.slice(check.span);
    Some(match check.kind {
        Kind::Return => format!("`{text}`, which may end without a value"),
        _ => format!("`{text}`, which may have no value yet"),
    })
}
