//! What all commands do alike: arguments, how they end, what they do with the terminal and with Ctrl-C, and how they
//! write files.

pub mod arguments;
mod ending;
mod file;
mod interrupt;
pub mod screen;

pub use ending::{Complaint, Ending};
pub use file::write_whole;
pub use interrupt::{Interrupt, interruptible};

use std::process::ExitCode;

/// The exit code of a command; what is wrong with what was asked for is said.
pub fn end(ended: Result<Ending, Complaint>) -> ExitCode {
    match ended {
        Ok(ending) => ending.into(),
        Err(complaint) => {
            anstream::eprintln!("{}error:{:#} {complaint}", screen::BAD, screen::BAD);
            ExitCode::from(2)
        }
    }
}
