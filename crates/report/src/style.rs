//! How text on a terminal looks: readable on dark and on light ones.

use anstyle::{AnsiColor, Style};

/// Something is as it should be.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Something is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something was not checked, or deserves a second look.
pub const OPEN: Style = AnsiColor::Yellow.on_default();
/// A heading.
pub const HEAD: Style = Style::new().bold();
/// Less important.
pub const DIM: Style = Style::new().dimmed();

/// How parts of the text look, where that is handed in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles {
    /// Headings.
    pub heading: Style,
    /// Findings.
    pub bad: Style,
    /// What deserves a second look.
    pub doubtful: Style,
    /// Nothing found.
    pub good: Style,
    /// What is there for completeness.
    pub quiet: Style,
}

impl Styles {
    /// No styles at all.
    pub fn plain() -> Styles {
        Styles::default()
    }

    /// Colours.
    pub fn coloured() -> Styles {
        Styles { heading: HEAD, bad: BAD, doubtful: OPEN, good: GOOD, quiet: DIM }
    }
}
