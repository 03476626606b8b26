//! A process that becomes another program.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Makes this process the program of a command, with the same number, parent and streams: for a wrapper that has noted what
/// it is called with, and is not to be in the way. It returns only if that fails.
pub fn replace_by(mut command: Command) -> io::Error {
    command.exec()
}
