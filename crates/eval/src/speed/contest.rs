//! Who is compared with whom, and what is expected of it.

use soundline_domains::capabilities::Kind;

/// A domain of another library that does the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// Its target.
    pub target: String,
    /// How many times as fast the native domain should be, and up to how many variables.
    pub bar: Option<Bar>,
}

/// What is expected of a native domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// So many times as fast as the rival.
    pub times: f64,
    /// With at most so many variables.
    pub most_variables: usize,
}

/// A native domain and its rivals.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The native domain.
    pub native: &'static str,
    /// What its elements are made of.
    pub kind: Kind,
    /// Domains of other libraries that do the same.
    pub rivals: Vec<Rival>,
}

/// A row of the table: the native domain, its kind, and rivals with how many times as fast it should be.
type Row = (&'static str, Kind, &'static [(&'static str, Option<f64>)]);

const ROWS: [Row; 8] = [
    ("boxes:exact", Kind::Intervals, &[("apron:box:mpq", Some(5.0)), ("ppl:box:rational", None)]),
    ("boxes:f64", Kind::Intervals, &[("apron:box:d", None)]),
    ("zones:exact", Kind::Zones, &[("ppl:bds:mpq", None)]),
    ("zones:f64", Kind::Zones, &[("elina:zones", None)]),
    ("octagons:f64", Kind::Octagons, &[("apron:oct:d", Some(3.0)), ("elina:oct", Some(2.0))]),
    (
        "octagons:exact",
        Kind::Octagons,
        &[("apron:oct:mpq", Some(20.0)), ("ppl:octagon:mpq", Some(20.0))],
    ),
    ("equalities", Kind::Equalities, &[("apron:pkeq:mpq", None)]),
    (
        "polyhedra",
        Kind::Polyhedra,
        &[("apron:pk:mpq", Some(3.0)), ("ppl:poly", Some(1.5)), ("elina:poly", None)],
    ),
];

/// The bar of polyhedra is about so many variables; more are another matter for double descriptions.
const POLYHEDRA_UP_TO: usize = 8;

/// All contests. A library that the command line describes takes part wherever its kind does.
pub fn all(described: Option<(&str, Kind)>) -> Vec<Contest> {
    let rows = ROWS.iter().map(|&(native, kind, rivals)| {
        let most_variables = if kind == Kind::Polyhedra { POLYHEDRA_UP_TO } else { usize::MAX };
        let rival = |&(target, times): &(&str, Option<f64>)| Rival {
            target: target.to_string(),
            bar: times.map(|times| Bar { times, most_variables }),
        };
        let mut rivals: Vec<Rival> = rivals.iter().map(rival).collect();
        if let Some((name, _)) = described.filter(|(_, own)| *own == kind) {
            rivals.push(Rival { target: name.to_string(), bar: None });
        }
        Contest { native, kind, rivals }
    });
    rows.collect()
}
