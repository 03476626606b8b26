//! The program.

use soundline::under_test::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    soundline::run(Registry::builtin())
}
