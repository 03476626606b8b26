//! Roots: checks that may fail by themselves. What each assumes for what follows.

use super::causes::Needed;
use crate::engine::Engine;
use soundline_c::{CheckKind, Span};

/// What is assumed where a check may fail, in words.
pub(crate) fn words(
    engine: &Engine<'_>,
    check: &CheckKind,
    span: Span,
    needed: Option<&Needed>,
) -> String {
    let program = engine.program;
    let text = |span: Span| program.source.words(span);
    let bytes = |from: i64, to: i64, write: bool| {
        let use_ = if write { "written" } else { "read" };
        match from {
            0 => format!("{to} bytes can be {use_}"),
            _ => format!("bytes {from} to {to} can be {use_}"),
        }
    };
    match check {
        CheckKind::Access { pointer, size: Some(size), write } => {
            let size = i64::try_from(*size).unwrap_or(i64::MAX);
            let own = Needed { from: 0, to: size, write: *write };
            let Needed { from, to, write } = needed.copied().unwrap_or(own);
            let bytes = bytes(from, to, write);
            format!("at `{}` {bytes}, as long as they are used", text(pointer.span))
        }
        CheckKind::Access { pointer, .. } => {
            format!("`{}` is a function of its type", text(pointer.span))
        }
        CheckKind::Region { pointer, .. } => {
            format!("at `{}` there are as many bytes as are used", text(pointer.span))
        }
        CheckKind::Divisor(value) => format!("`{}` is not 0", text(value.span)),
        CheckKind::Index { index, length, .. } => {
            let end = length.as_ref().map(|length| program.show_value(length));
            let end = end.map_or(String::new(), |end| format!(" of {end}"));
            format!("`{}` is an index{end}", text(index.span))
        }
        CheckKind::Assertion(_) => format!("`{}` holds", text(span)),
        CheckKind::Overflow(value) | CheckKind::Quotient(value) => {
            format!("`{}` does not overflow", text(value.span))
        }
        CheckKind::ShiftAmount(amount, bits) => {
            format!("`{}` is less than {bits} and not negative", text(amount.span))
        }
        CheckKind::FloatToInt(value, _) => format!("`{}` fits the type", text(value.span)),
        _ => format!("`{}` is as it must be", text(span)),
    }
}
