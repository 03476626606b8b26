//! The meet: the points that two affine sets have in common, exactly.

use super::affine::{Affine, Empty};

/// The points of both: the symbols of both, where the two forms of each variable are equal.
pub(super) fn meet(a: &Affine, b: &Affine) -> Result<Affine, Empty> {
    let dimensions = a.forms.len();
    let mut both = side_by_side(a, b)?;
    for v in 0..dimensions {
        // Each equation changes the forms that the next one compares.
        let difference = &both.forms[v] - &both.forms[dimensions + v];
        both.equate(&difference)?;
    }
    both.forms.truncate(dimensions);
    both.tidy()
}

/// The forms of `a`, then those of `b`, over different symbols.
fn side_by_side(a: &Affine, b: &Affine) -> Result<Affine, Empty> {
    let start = a.next_symbol();
    let mut both = a.clone();
    both.forms.extend(b.forms.iter().map(|form| form.rename(|symbol| symbol + start)));
    both.ranges.extend(b.ranges.iter().map(|(symbol, range)| (symbol + start, range.clone())));
    for constraint in &b.constraints {
        both.constrain(&constraint.rename(|symbol| symbol + start))?;
    }
    Ok(both)
}
