//! The seeds that come with the project: enough of them, of the right size, all usable, and free of
//! undefined behaviour as far as sanitizers see it.

mod installed;
mod running;

use running::workshop;
use soundline_c::DataModel;
use soundline_diff::{
    Seed,
    concrete::{RunEnd, observe},
    seed::{Gathered, gather},
};
use std::{collections::BTreeSet, fs, path::Path, time::Duration};

fn corpus() -> Gathered {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    gather(&[folder], DataModel::Ilp32)
}

#[test]
fn there_are_enough_of_each_kind() {
    let gathered = corpus();
    assert!(gathered.sources.len() >= 60, "{}", gathered.sources.len());
    assert_eq!(gathered.skipped, []);
    let mut kinds = BTreeSet::new();
    for source in &gathered.sources {
        let text = fs::read_to_string(&source.path).expect("it can be read");
        let lines = text.lines().count();
        assert!((20..=300).contains(&lines), "{} has {lines} lines", source.name);
        let name = source.path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        kinds.insert(name.split('-').next().expect("it has a kind").to_owned());
    }
    let expected = [
        "arrays",
        "bits",
        "loops",
        "machine",
        "parsing",
        "pointers",
        "protocol",
        "recursion",
        "sorting",
        "structs",
        "unsigned",
    ];
    assert_eq!(kinds, expected.map(str::to_owned).into());
}

#[test]
fn all_are_seeds_without_assertions() {
    let Some(clang) = installed::clang() else { return };
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let mut gathered = corpus();
        gathered.sources.iter_mut().for_each(|source| source.model = model);
        let mut keys = BTreeSet::new();
        for seed in gathered.seeds(&clang) {
            assert_eq!((seed.removed.assertions, seed.removed.errors), (0, 0), "{}", seed.name);
            let count = seed.candidates.all.len();
            assert!(count >= 10, "{} has {count} candidates", seed.name);
            assert!(keys.insert(seed.key()), "{} is there twice", seed.name);
        }
        assert_eq!(gathered.skipped, []);
    }
}

/// Random inputs under the address and undefined behaviour sanitizers, with all candidates
/// watched: the program has no undefined behaviour, and looking at its values adds none.
fn is_defined(seed: &Seed) {
    let time = Duration::from_secs(10);
    let observations = observe(&workshop(), seed, 12, 7, time).expect("gcc builds it");
    for ending in &observations.endings {
        let fine = matches!(ending, RunEnd::Finished | RunEnd::Excluded);
        assert!(fine, "{}: {ending:?}", seed.name);
    }
    let seen = observations.candidates.iter().filter(|seen| !seen.values.is_empty()).count();
    let all = observations.candidates.len();
    assert!(seen * 4 >= all * 3, "{}: only {seen} of {all} candidates were reached", seed.name);
}

fn kind_is_defined(kinds: &[&str]) {
    let Some(clang) = installed::clang() else { return };
    let mut gathered = corpus();
    let of_kind = |name: &str| kinds.iter().any(|kind| name.starts_with(kind));
    gathered.sources.retain(|source| {
        source.path.file_name().is_some_and(|name| of_kind(&name.to_string_lossy()))
    });
    let seeds: Vec<Seed> = gathered.seeds(&clang).collect();
    assert!(seeds.len() >= 10);
    seeds.iter().for_each(is_defined);
}

#[test]
fn loops_and_arrays_are_defined() {
    kind_is_defined(&["loops", "arrays"]);
}

#[test]
fn pointers_recursion_and_bits_are_defined() {
    kind_is_defined(&["pointers", "recursion", "bits"]);
}

#[test]
fn structs_machines_and_unsigned_are_defined() {
    kind_is_defined(&["structs", "machine", "unsigned"]);
}

#[test]
fn sorting_parsing_and_protocols_are_defined() {
    kind_is_defined(&["sorting", "parsing", "protocol"]);
}
