//! The classes of PPL that are tested, as a table.

use soundline_domains::capabilities::{Best, Kind};

use crate::operation::OperationKind;
use crate::profile::{NarrowingContract, Numbers, Overflow, Profile, WideningContract};

/// A class of PPL with one of its widenings.
#[derive(Debug)]
pub(super) struct Class {
    /// The name of the target.
    pub(super) name: &'static str,
    /// What it is, in a few words.
    pub(super) about: &'static str,
    /// The word in the names of its constructors.
    pub(super) constructed: &'static str,
    /// The word in the names of its other functions.
    pub(super) called: &'static str,
    /// The polyhedra that can hold its elements, through which their constraints are read.
    pub(super) polyhedra: &'static str,
    /// The last part of the name of its widening.
    pub(super) widening: &'static str,
    /// The last part of the name of its narrowing, if there is one.
    pub(super) narrowing: Option<&'static str>,
    kind: Kind,
    strict: bool,
    best: Best,
}

/// PPL relaxes `>` where it cannot be represented and knows no `!=`.
const POLYHEDRA: Best = Best { any_guard: false, ..Best::ALL };
/// Assignments of more than a signed variable and a constant are approximated.
const SHAPES: Best = Best { any_guard: false, assign: false, bounds: false, ..Best::ALL };
const NARROWING: Option<&str> = Some("CC76_narrowing_assign");

pub(super) const ALL: [Class; 6] = [
    Class {
        name: "ppl:poly",
        about: "PPL's closed polyhedra, with the widening of Halbwachs",
        constructed: "C_Polyhedron",
        called: "Polyhedron",
        polyhedra: "C_Polyhedron",
        widening: "H79_widening_assign",
        narrowing: None,
        kind: Kind::Polyhedra,
        strict: false,
        best: POLYHEDRA,
    },
    Class {
        name: "ppl:poly:bhrz03",
        about: "PPL's closed polyhedra, with the widening BHRZ03",
        constructed: "C_Polyhedron",
        called: "Polyhedron",
        polyhedra: "C_Polyhedron",
        widening: "BHRZ03_widening_assign",
        narrowing: None,
        kind: Kind::Polyhedra,
        strict: false,
        best: POLYHEDRA,
    },
    Class {
        name: "ppl:poly:nnc",
        about: "PPL's polyhedra with strict inequalities",
        constructed: "NNC_Polyhedron",
        called: "Polyhedron",
        polyhedra: "NNC_Polyhedron",
        widening: "H79_widening_assign",
        narrowing: None,
        kind: Kind::Polyhedra,
        strict: true,
        best: POLYHEDRA,
    },
    Class {
        name: "ppl:octagon:mpq",
        about: "PPL's octagons over rationals, with the widening BHMZ05",
        constructed: "Octagonal_Shape_mpq_class",
        called: "Octagonal_Shape_mpq_class",
        polyhedra: "C_Polyhedron",
        widening: "BHMZ05_widening_assign",
        narrowing: NARROWING,
        kind: Kind::Octagons,
        strict: false,
        best: SHAPES,
    },
    Class {
        name: "ppl:bds:mpq",
        about: "PPL's bounded differences over rationals, with the widening BHMZ05",
        constructed: "BD_Shape_mpq_class",
        called: "BD_Shape_mpq_class",
        polyhedra: "C_Polyhedron",
        widening: "BHMZ05_widening_assign",
        narrowing: NARROWING,
        kind: Kind::Zones,
        strict: false,
        best: SHAPES,
    },
    Class {
        name: "ppl:box:rational",
        about: "PPL's boxes over rationals, open or closed",
        constructed: "Rational_Box",
        called: "Rational_Box",
        polyhedra: "NNC_Polyhedron",
        widening: "CC76_widening_assign",
        narrowing: NARROWING,
        kind: Kind::Intervals,
        strict: true,
        best: Best { any_guard: false, ..Best::ALL },
    },
];

impl Class {
    /// What it can do, in a build of PPL whose integers are bounded or not. Integer variables are
    /// reals to all classes.
    pub(super) fn profile(&self, bounded: bool) -> Profile {
        Profile {
            kind: self.kind,
            numbers: if bounded { Numbers::Machine } else { Numbers::Rational },
            strict: self.strict,
            integers_only: false,
            constraints_exact: true,
            flags: false,
            in_place: true,
            // ppl.hh of PPL 1.2 on every widening of these classes (H79, BHRZ03, BHMZ05, CC76): `y`, the
            // smaller one, is a polyhedron, box or shape "that must be contained in *this".
            widening: WideningContract::Increasing,
            // The same on `CC76_narrowing_assign`: `y` is one "that must contain *this".
            narrowing: NarrowingContract::Decreasing,
            // README.configure: bounded coefficients are checked, and overflows throw.
            overflow: Overflow::PROMISED,
            rounds_unsoundly: false,
            best: self.best,
            missing: match self.narrowing {
                Some(_) => Vec::new(),
                None => vec![OperationKind::Narrow],
            },
            exempt: Vec::new(),
        }
    }
}
