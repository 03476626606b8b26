//! What every command does with the terminal: colours, and a progress bar where somebody looks.

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// Something is as it should be.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Something is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something was not checked.
pub const OPEN: Style = AnsiColor::Yellow.on_default();
/// A heading.
pub const HEAD: Style = Style::new().bold();
/// Less important.
pub const DIM: Style = Style::new().dimmed();

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
