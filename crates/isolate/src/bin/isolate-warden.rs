//! A warden and nothing else, for those who cannot call `warden_was_asked_for` in a program of their own.

use std::process::ExitCode;

fn main() -> ExitCode {
    soundline_isolate::warden_was_asked_for().unwrap_or_else(|| {
        eprintln!("this program is started by others to watch a program");
        ExitCode::from(2)
    })
}
