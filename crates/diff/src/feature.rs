//! What a program uses that an analyzer's manual may except from what it promises.

use serde::{Deserialize, Serialize};
use soundline_c::{
    Program,
    tree::{Expr, ExprKind},
};

/// Something that not every analyzer claims to handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Addresses are taken, or memory is used through pointers.
    Pointers,
}

impl Feature {
    /// The features that a program uses.
    pub fn of(program: &Program) -> Vec<Feature> {
        let bodies = program.bodies().filter_map(|(_, function, _)| function.body.as_ref());
        let mut expressions = bodies.flat_map(|body| body.expressions());
        expressions.any(uses_pointers).then_some(Feature::Pointers).into_iter().collect()
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Feature::Pointers => "pointers",
        }
    }
}

/// An element of an array with a name is no use of a pointer.
fn uses_pointers(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::AddressOf(place) => !matches!(place.kind, ExprKind::Function(_)),
        ExprKind::Deref(pointer) => !matches!(pointer.kind, ExprKind::Decay(_)),
        ExprKind::Index { base, .. } => !matches!(base.kind, ExprKind::Decay(_)),
        _ => false,
    }
}
