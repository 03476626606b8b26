//! Changes of the check itself.

use super::subject::Subject;
use soundline_c::Edits;

const SAME: &str = "soundline_same";

/// `e` becomes `(e) || x == 1`. The check has read `x` before, in the same place, so that no read is added that C
/// would not define or not order.
pub(super) fn weaken(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    let variable = *subject.variables().first()?;
    let name = &subject.program.variable(variable).name;
    edits.wrap(subject.condition.span, "(", format!(") || {name} == 1"));
    Some(())
}

/// `e` becomes `soundline_same(e)`. The parameter has the type that the check has.
pub(super) fn call(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    if !subject.is_free(SAME) || !subject.is_free("soundline_value") {
        return None;
    }
    edits.insert(
        0,
        format!("static int {SAME}(int soundline_value) {{ return soundline_value; }}\n"),
    );
    edits.wrap(subject.condition.span, format!("{SAME}("), ")");
    Some(())
}
