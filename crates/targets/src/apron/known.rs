//! The libraries that are tested by name: APRON's own, and ELINA's.

use soundline_domains::capabilities::Kind;

use super::description::{Constructor, Description, Location};
use crate::profile::Numbers;

const APRON: &str = "install APRON (Debian's package is libapron-dev), or name a build of it with \
                     --lib PATH --ctor SYMBOL --kind KIND";
const ZONOTOPES: &str = "APRON has zonotopes from 0.9.11 on; name a newer build with \
                         --lib PATH --ctor t1p_manager_alloc --kind zonotopes";
const BRIDGE: &str = "it needs APRON built with its bridge to PPL (Debian's packages are libapron-dev \
                      and libppl-dev)";
const ELINA: &str = "build ELINA and put its libraries on LD_LIBRARY_PATH, or name one with \
                     --lib PATH --ctor SYMBOL --kind KIND";

/// A row of the table: name, library, constructor, strictness, kind, numbers, what it is.
type Row = (&'static str, &'static str, &'static str, Option<bool>, Kind, Numbers, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("apron:box:d", "libboxD", "box_manager_alloc", None, Kind::Intervals, Numbers::Double, "APRON's intervals, doubles"),
    ("apron:box:mpq", "libboxMPQ", "box_manager_alloc", None, Kind::Intervals, Numbers::Rational, "APRON's intervals, rationals"),
    ("apron:box:mpfr", "libboxMPFR", "box_manager_alloc", None, Kind::Intervals, Numbers::BigFloat, "APRON's intervals, MPFR's floats"),
    ("apron:oct:d", "liboctD", "oct_manager_alloc", None, Kind::Octagons, Numbers::Double, "APRON's octagons, doubles"),
    ("apron:oct:mpq", "liboctMPQ", "oct_manager_alloc", None, Kind::Octagons, Numbers::Rational, "APRON's octagons, rationals"),
    ("apron:pk:mpq", "libpolkaMPQ", "pk_manager_alloc", Some(false), Kind::Polyhedra, Numbers::Rational, "APRON's polyhedra, integers of any size"),
    ("apron:pk:mpq:strict", "libpolkaMPQ", "pk_manager_alloc", Some(true), Kind::Polyhedra, Numbers::Rational, "the same with strict inequalities"),
    ("apron:pk:rll", "libpolkaRll", "pk_manager_alloc", Some(false), Kind::Polyhedra, Numbers::Machine, "APRON's polyhedra, machine integers"),
    ("apron:pk:rll:strict", "libpolkaRll", "pk_manager_alloc", Some(true), Kind::Polyhedra, Numbers::Machine, "the same with strict inequalities"),
    ("apron:pkeq:mpq", "libpolkaMPQ", "pkeq_manager_alloc", None, Kind::Equalities, Numbers::Rational, "APRON's linear equalities, integers of any size"),
    ("apron:pkeq:rll", "libpolkaRll", "pkeq_manager_alloc", None, Kind::Equalities, Numbers::Machine, "APRON's linear equalities, machine integers"),
    ("apron:ppl:poly", "libap_ppl", "ap_ppl_poly_manager_alloc", Some(false), Kind::Polyhedra, Numbers::Rational, "PPL's polyhedra behind APRON's interface"),
    ("apron:ppl:poly:strict", "libap_ppl", "ap_ppl_poly_manager_alloc", Some(true), Kind::Polyhedra, Numbers::Rational, "the same with strict inequalities"),
    ("apron:ppl:grid", "libap_ppl", "ap_ppl_grid_manager_alloc", None, Kind::Equalities, Numbers::Rational, "PPL's linear congruences behind APRON's interface"),
    ("apron:t1p:d", "libt1pD", "t1p_manager_alloc", None, Kind::Zonotopes, Numbers::Double, "APRON's zonotopes, doubles"),
    ("apron:t1p:mpq", "libt1pMPQ", "t1p_manager_alloc", None, Kind::Zonotopes, Numbers::Rational, "APRON's zonotopes, rationals"),
    ("apron:t1p:mpfr", "libt1pMPFR", "t1p_manager_alloc", None, Kind::Zonotopes, Numbers::BigFloat, "APRON's zonotopes, MPFR's floats"),
    ("elina:oct", "liboptoct", "opt_oct_manager_alloc", None, Kind::Octagons, Numbers::Double, "ELINA's octagons"),
    ("elina:poly", "liboptpoly", "opt_pk_manager_alloc", Some(false), Kind::Polyhedra, Numbers::Machine, "ELINA's polyhedra"),
    ("elina:zones", "liboptzones", "opt_zones_manager_alloc", None, Kind::Zones, Numbers::Double, "ELINA's zones"),
];

/// Everything that is tested by name.
pub(super) fn descriptions() -> impl Iterator<Item = Description> {
    ROWS.iter().map(|&(name, library, symbol, strict, kind, numbers, about)| Description {
        name: name.to_string(),
        about: about.to_string(),
        location: Location::Installed(vec![format!("{library}.so.0"), format!("{library}.so")]),
        constructor: Constructor { symbol: symbol.to_string(), strict },
        kind,
        numbers: Some(numbers),
        prefixes: prefixes(name),
        advice: advice(name).to_string(),
    })
}

/// ELINA may be built with an interface of its own or with APRON's, under the same names.
fn prefixes(name: &str) -> Vec<String> {
    let prefixes: &[&str] = if name.starts_with("elina:") { &["elina_", "ap_"] } else { &["ap_"] };
    prefixes.iter().map(|prefix| prefix.to_string()).collect()
}

fn advice(name: &str) -> &'static str {
    match name.split(':').collect::<Vec<_>>().as_slice() {
        ["elina", ..] => ELINA,
        [_, "t1p", ..] => ZONOTOPES,
        [_, "ppl", ..] => BRIDGE,
        _ => APRON,
    }
}
