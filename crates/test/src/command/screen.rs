//! What every command does with the terminal: colours, and a progress bar where somebody looks.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{ErrorKind, IsTerminal, Write};

use super::ending::Complaint;

pub use soundline_report::style::{BAD, DIM, GOOD, HEAD, OPEN};

/// Write to standard output, in colours where somebody sees them. Who closes the pipe has read enough.
pub fn say(text: &str) -> Result<(), Complaint> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Complaint::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Some commands print as they go: whoever closes the pipe has read enough then, too, and an output that cannot be written
/// is said in a sentence. Without this both are panics. A limit on the size of files is such a sentence too, not a death.
pub fn end_with_the_output() {
    soundline_isolate::outlive_file_limits();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        match message.strip_prefix("failed printing to stdout: ") {
            Some(pipe) if pipe.starts_with("Broken pipe") => std::process::exit(PIPE_CLOSED),
            Some(reason) => {
                let _ =
                    writeln!(std::io::stderr(), "error: cannot write to standard output: {reason}");
                std::process::exit(2);
            }
            None => usual(panic),
        }
    }));
}

/// What shells say of a program that a closed pipe has ended.
const PIPE_CLOSED: i32 = 141;

/// A progress bar on a terminal, nothing in a pipe.
pub fn progress(steps: u64, what: &'static str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {msg}")
        .expect("the template is well formed")
        .progress_chars("=> ");
    ProgressBar::with_draw_target(Some(steps), target).with_style(style).with_prefix(what)
}
