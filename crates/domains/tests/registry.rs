//! Every domain of the registry on trial, one line for each.

use soundline_domains::expr::{Space, VarKind};
use soundline_domains::registry;
use soundline_lattice::{Runner, Status};

fn trial(name: &str) {
    let entry = registry::get(name).expect("it is in the registry");
    let mixed = Space::new([VarKind::Int, VarKind::Real]);
    let spaces = [Space::reals(0), Space::reals(2), Space::integers(3), mixed];
    let runner = Runner { cases: 150, seed: 3, ..Runner::new() };
    for space in spaces {
        if entry.integers_only && !space.kinds().iter().all(|kind| *kind == VarKind::Int) {
            continue;
        }
        for report in runner.run_all(&entry.checks(space.clone())) {
            assert!(!report.is_violated(), "{space:?}: {report}");
            // With no variables many laws have nothing to say.
            let idle = matches!(report.status, Status::Vacuous | Status::Unknown);
            assert!(!idle || space.dimensions() == 0, "{space:?}: {report}");
        }
    }
}

macro_rules! trials {
    ($($test:ident: $name:literal;)+) => {
        $(
            #[test]
            fn $test() {
                trial($name);
            }
        )+

        #[test]
        fn no_domain_is_left_out() {
            let tried = [$($name),+];
            assert!(registry::ALL.iter().map(|entry| entry.name).eq(tried));
        }
    };
}

trials! {
    boxes_exact: "boxes:exact";
    boxes_int: "boxes:int";
    boxes_f64: "boxes:f64";
    signs: "signs";
    parities: "parities";
    constants: "constants";
    intervals: "intervals";
    congruences: "congruences";
    intervals_congruences: "intervals*congruences";
    unions: "unions";
    unions_zones: "unions*zones";
    zones_exact: "zones:exact";
    zones_f64: "zones:f64";
    octagons_exact: "octagons:exact";
    octagons_f64: "octagons:f64";
    zones_precise: "zones:precise";
    octagons_precise: "octagons:precise";
    equalities: "equalities";
    polyhedra: "polyhedra";
    polyhedra_strict: "polyhedra:strict";
    polyhedra_blocks: "polyhedra:blocks";
    octagons_blocks: "octagons:blocks";
    zonotopes_exact: "zonotopes:exact";
    zonotopes_f64: "zonotopes:f64";
}
