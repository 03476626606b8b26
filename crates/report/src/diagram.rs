//! What diagrams of boxes and lines have in common: they keep their size, and scroll where the page is narrower.

use crate::escape::Escaped;

/// The style of all of them.
pub const STYLE: &str = include_str!("diagram.css");

/// The width of a letter.
pub(crate) const LETTER: f64 = 7.4;
/// The height of a box.
pub(crate) const HEIGHT: f64 = 26.0;

/// A text that fits into a box of so many letters.
pub(crate) fn shortened(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// A diagram of a size, with what is below it; its parts are HTML.
pub(crate) fn figure(
    (class, label): (&str, &str),
    (width, height): (f64, f64),
    parts: &str,
    caption: &str,
) -> String {
    let label = Escaped(label);
    format!(
        "<figure class=\"diagram {class}\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">\
         <svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">{parts}</svg>\
         <figcaption>{caption}</figcaption></figure>\n"
    )
}
