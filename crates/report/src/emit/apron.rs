//! What a C program needs to use a target with APRON's interface: header, manager, libraries.

use soundline_domains::capabilities::Kind;

use super::EmitError;

/// A library with APRON's interface.
pub(super) struct Library {
    /// The header that declares its manager.
    pub(super) header: &'static str,
    /// The call that makes its manager.
    pub(super) manager: &'static str,
    /// What to link before APRON itself.
    pub(super) link: &'static str,
    /// Which constraints its elements are made of.
    pub(super) kind: Kind,
    /// Its narrowing, which is no part of the interface.
    pub(super) narrowing: Option<&'static str>,
    /// What has to be installed.
    pub(super) package: &'static str,
}

const DEBIAN: &str = "APRON with its headers (Debian's package is libapron-dev)";
const BRIDGE: &str =
    "APRON and PPL with their headers (Debian's packages are libapron-dev, libppl-dev)";
const ELINA: &str = "APRON, and ELINA built with its APRON interface";

/// The library of a target.
pub(super) fn library(target: &str) -> Result<Library, EmitError> {
    use Kind::{Equalities, Intervals, Octagons, Polyhedra, Zones, Zonotopes};
    let (header, manager, link, kind, package) = match target {
        "apron:box:d" => ("box.h", "box_manager_alloc()", "-lboxD", Intervals, DEBIAN),
        "apron:box:mpq" => ("box.h", "box_manager_alloc()", "-lboxMPQ", Intervals, DEBIAN),
        "apron:box:mpfr" => ("box.h", "box_manager_alloc()", "-lboxMPFR", Intervals, DEBIAN),
        "apron:oct:d" => ("oct.h", "oct_manager_alloc()", "-loctD", Octagons, DEBIAN),
        "apron:oct:mpq" => ("oct.h", "oct_manager_alloc()", "-loctMPQ", Octagons, DEBIAN),
        "apron:pk:mpq" => ("pk.h", "pk_manager_alloc(false)", "-lpolkaMPQ", Polyhedra, DEBIAN),
        "apron:pk:mpq:strict" => {
            ("pk.h", "pk_manager_alloc(true)", "-lpolkaMPQ", Polyhedra, DEBIAN)
        }
        "apron:pk:rll" => ("pk.h", "pk_manager_alloc(false)", "-lpolkaRll", Polyhedra, DEBIAN),
        "apron:pk:rll:strict" => {
            ("pk.h", "pk_manager_alloc(true)", "-lpolkaRll", Polyhedra, DEBIAN)
        }
        "apron:pkeq:mpq" => ("pkeq.h", "pkeq_manager_alloc()", "-lpolkaMPQ", Equalities, DEBIAN),
        "apron:pkeq:rll" => ("pkeq.h", "pkeq_manager_alloc()", "-lpolkaRll", Equalities, DEBIAN),
        "apron:ppl:poly" => {
            ("ap_ppl.h", "ap_ppl_poly_manager_alloc(false)", "-lap_ppl -lppl", Polyhedra, BRIDGE)
        }
        "apron:ppl:poly:strict" => {
            ("ap_ppl.h", "ap_ppl_poly_manager_alloc(true)", "-lap_ppl -lppl", Polyhedra, BRIDGE)
        }
        "apron:ppl:grid" => {
            ("ap_ppl.h", "ap_ppl_grid_manager_alloc()", "-lap_ppl -lppl", Equalities, BRIDGE)
        }
        "apron:t1p:d" => ("t1p.h", "t1p_manager_alloc()", "-lt1pD", Zonotopes, DEBIAN),
        "apron:t1p:mpq" => ("t1p.h", "t1p_manager_alloc()", "-lt1pMPQ", Zonotopes, DEBIAN),
        "apron:t1p:mpfr" => ("t1p.h", "t1p_manager_alloc()", "-lt1pMPFR", Zonotopes, DEBIAN),
        "elina:oct" => ("opt_oct.h", "opt_oct_manager_alloc()", "-loptoct", Octagons, ELINA),
        "elina:poly" => ("opt_pk.h", "opt_pk_manager_alloc(false)", "-loptpoly", Polyhedra, ELINA),
        "elina:zones" => ("opt_zones.h", "opt_zones_manager_alloc()", "-loptzones", Zones, ELINA),
        other => return Err(EmitError::NotApron { target: other.to_string() }),
    };
    let narrowing = match header {
        "oct.h" => Some("ap_abstract0_oct_narrowing"),
        "opt_oct.h" => Some("ap_abstract0_opt_oct_narrowing"),
        _ => None,
    };
    Ok(Library { narrowing, header, manager, link, kind, package })
}
