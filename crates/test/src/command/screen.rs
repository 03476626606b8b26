//! What every command does with the terminal: colours, and a progress bar where somebody looks.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

pub use soundline_report::style::{BAD, DIM, GOOD, HEAD, OPEN};

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
