//! A warden and nothing else, for those who use this crate without the program `soundline`.

use std::process::ExitCode;

fn main() -> ExitCode {
    soundline_isolate::warden_was_asked_for().unwrap_or_else(|| {
        eprintln!("this program is started by Soundline to watch another program");
        ExitCode::from(2)
    })
}
