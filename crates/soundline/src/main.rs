//! The program.

use soundline_targets::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    soundline::run(Registry::builtin())
}
