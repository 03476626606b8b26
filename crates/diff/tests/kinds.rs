//! Kinds of checks: where they stand, that they are C, that runs decide them as one does by hand, and that real analyzers read them.

mod installed;
mod running;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use soundline_c::DataModel;
use soundline_diff::analyzer::{Catalogue, Search, Task, Verdict};
use soundline_diff::concrete::{Effort, Suspect, Truth, examine};
use soundline_diff::seed::gather;
use soundline_diff::{Check, Constants, Encoding, Generator, Kinds, Plan, Pool, Seed, Variant};
use soundline_isolate::{Limits, Stop, Warden};

const INPUT: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);\n";

fn kinds(name: &str) -> Kinds {
    Kinds::select(&[name.into()]).expect("it is built in")
}

/// A program, and checks with what is true of them: the kind, the check as it is shown, and whether it fails.
struct Example {
    kind: &'static str,
    text: &'static str,
    checks: &'static [(&'static str, bool)],
}

const EXAMPLES: &[Example] = &[
    Example {
        kind: "null",
        text: "struct node { struct node *next; int value; };
            static struct node b = { 0, 2 }, a = { &b, 1 };
            int main(void) {
                struct node *p = __VERIFIER_nondet_uchar() % 2 ? &a : 0;
                int sum = 0;
                while (p) { sum += p->value; p = p->next; }
                return sum;
            }",
        // The condition of the loop sees the end of the list, its body does not.
        checks: &[("p != 0", true), ("p != 0", false), ("p != 0", false), ("(p->next) != 0", true)],
    },
    Example {
        kind: "alias",
        text: "static int x, y, z;
            static int *keep = &z;
            int main(void) {
                int *p = __VERIFIER_nondet_uchar() % 2 ? &x : &y;
                *p = 1;
                return *keep + x + y;
            }",
        checks: &[("p != &x", true), ("p != &y", true), ("p != &z", false), ("keep != &x", false), ("keep != &z", true)],
    },
    Example {
        kind: "alias",
        text: "static int a[4];
            int main(void) {
                int *p = a;
                p = p + __VERIFIER_nondet_uchar() % 3;
                *p = 1;
                return a[1];
            }",
        // First where it is moved, then where it is used.
        checks: &[
            ("p != &a[2]", false),
            ("p != &a[2]", true),
            ("p != &a[3]", false),
            ("p != &a[3]", false),
        ],
    },
    Example {
        kind: "buffer",
        text: "static int a[8];
            int main(void) { unsigned char i = __VERIFIER_nondet_uchar() % 6; a[i] = 1; return a[2]; }",
        checks: &[("(long long)i >= 0 && (long long)i < 5ll", true), ("(long long)i >= 0 && (long long)i < 6ll", false),
            ("(long long)i >= 0 && (long long)i < 8ll", false)],
    },
    Example {
        kind: "overflow",
        text: "int main(void) {
                unsigned x = __VERIFIER_nondet_uchar(); int y = (int)x;
                unsigned w = x - 3u;
                return (y + y > 300) + (int)(w % 2u);
            }",
        checks: &[
            ("((long long)(int)(y) + (long long)(int)(y)) >= -128ll && ((long long)(int)(y) + (long long)(int)(y)) < 128ll", true),
            ("((long long)(int)(y) + (long long)(int)(y)) >= -32768ll && ((long long)(int)(y) + (long long)(int)(y)) < 32768ll", false),
            ("((long long)(unsigned int)(x) - (long long)(unsigned int)(3u)) >= 0 && ((long long)(unsigned int)(x) - (long long)(unsigned int)(3u)) < 4294967296ll", true),
        ],
    },
];

impl Example {
    fn seed(&self) -> Option<Arc<Seed>> {
        let clang = installed::clang()?;
        let text = format!("{INPUT}{}", self.text);
        let seed = Seed::parse_for(&clang, "seed.c", text, DataModel::Ilp32, &kinds(self.kind));
        Some(Arc::new(seed.expect("it is a seed")))
    }

    /// The checks in the order of the text; those that look alike are told apart by it.
    fn checks(&self, seed: &Arc<Seed>) -> Vec<(Check, bool)> {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let pool = Constants::Pool(Pool::of(&seed.program));
        let mut random = soundline_lattice::choices::Random::new(1);
        let mut all: Vec<Check> = Vec::new();
        for (number, candidate) in seed.candidates.all.iter().enumerate() {
            let constants = pool.draw_many(number, &seed.candidates, 64, &mut random);
            all.extend(
                constants
                    .iter()
                    .map(|constant| Check { candidate: *candidate, constant: *constant }),
            );
        }
        let shown = |check: &Check| Variant::new(seed.clone(), vec![*check]).shown(check);
        let find = |(wanted, fails): &(&'static str, bool)| {
            let place = seen.entry(wanted).or_default();
            let mut same = all.iter().filter(|check| shown(check) == *wanted);
            let known: Vec<String> = all.iter().map(shown).collect();
            let check =
                same.nth(*place).unwrap_or_else(|| panic!("{wanted} is not among {known:#?}"));
            *place += 1;
            (*check, *fails)
        };
        self.checks.iter().map(find).collect()
    }
}

/// Runs, with both compilers and under sanitizers, find what one finds by hand.
#[test]
fn runs_decide_each_kind() {
    for example in EXAMPLES {
        let Some(seed) = example.seed() else { return };
        let checks = example.checks(&seed);
        let suspects: Vec<Suspect> =
            checks.iter().map(|(check, _)| Suspect { check: *check, witnessed: false }).collect();
        let shop = running::workshop();
        let seen =
            examine(&shop, &seed, &suspects, &[], &Effort::default()).expect("it can be run");
        assert_eq!(seen.undefined, None, "{}", example.kind);
        for ((truth, (_, fails)), (shown, _)) in seen.truths.iter().zip(&checks).zip(example.checks)
        {
            match (truth, fails) {
                (Truth::Fails(_), true) | (Truth::Holds { .. }, false) => {}
                other => panic!("{}: {shown}: {other:?}", example.kind),
            }
        }
    }
}

/// Real analyzers that are sound for such programs read the checks, and none of them is wrong.
#[test]
fn real_analyzers_read_each_kind() {
    if installed::clang().is_none() {
        return;
    }
    let search = Search::new(Warden::at(env!("CARGO_BIN_EXE_soundline-warden")), None)
        .expect("there is room");
    let names = ["cbmc-6", "eva", "gcc-O2", "clang-O2"].map(String::from);
    let descriptions = Catalogue::built_in().select(&names).expect("they are built in");
    let found: Vec<_> = search.find_all(&descriptions, 2).into_iter().flatten().collect();
    if found.is_empty() {
        return soundline_needs::CBMC.missing("none of the analyzers is here");
    }
    let mut decided: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for example in EXAMPLES {
        let Some(seed) = example.seed() else { return };
        for (check, fails) in example.checks(&seed) {
            let variant = Variant::new(seed.clone(), vec![check]);
            for analyzer in &found {
                let text = variant.render(&analyzer.encoding());
                let run = analyzer.run(
                    &Task::new(&text, seed.model),
                    &Limits::default(),
                    &Stop::default(),
                );
                let said = run.answer.verdict().unwrap_or(Verdict::Unknown);
                let shown = variant.shown(&check);
                assert!(
                    !(fails && said == Verdict::Safe),
                    "{} calls {shown} safe",
                    analyzer.name()
                );
                let witness = said.is_unsafe() && analyzer.under_approximates();
                assert!(fails || !witness, "{} has a witness against {shown}", analyzer.name());
                if said != Verdict::Unknown {
                    *decided.entry((example.kind, analyzer.name().to_string())).or_default() += 1;
                }
            }
        }
    }
    for analyzer in &found {
        for kind in ["null", "alias", "buffer", "overflow"] {
            let key = (kind, analyzer.name().to_string());
            assert!(decided.contains_key(&key), "{key:?} never decided");
        }
    }
}

/// All checks of all kinds on the corpus are C, in both forms, and each kind is about many expressions.
#[test]
fn the_corpus_has_all_kinds() {
    let Some(clang) = installed::clang() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let statement = Encoding {
        prelude: "extern void reached(void);\n".into(),
        check: "if (!({condition})) { reached(); }".into(),
        form: soundline_diff::Form::Statement,
    };
    let mut gathered = gather(&[folder], DataModel::Lp64);
    for seed in gathered.seeds_for(&clang, &kinds("all")) {
        let seed = Arc::new(seed);
        for claim in &seed.candidates.claims {
            *counts.entry(claim.kind.name.clone()).or_default() += 1;
        }
        let plan = Plan { batch: 3, budget: Some(seed.candidates.all.len()), ..Plan::default() };
        let pool = Constants::Pool(Pool::of(&seed.program));
        let generated = Generator::new(seed.clone(), plan, pool);
        let checks: Vec<Check> = generated
            .flat_map(|one| one.variant.checks().to_vec())
            .filter(|c| c.candidate.claim.is_some())
            .collect();
        for encoding in [Encoding::plain(), statement.clone()] {
            let text = Variant::new(seed.clone(), checks.clone()).render(&encoding);
            let parsed = clang.parse(&seed.name, text, seed.model);
            assert!(
                parsed.is_ok(),
                "{}: {}",
                seed.name,
                parsed.err().map_or(String::new(), |e| e.to_string())
            );
        }
    }
    for (kind, least) in [("null", 40), ("alias", 20), ("buffer", 100), ("overflow", 200)] {
        assert!(counts.get(kind).is_some_and(|count| *count >= least), "{counts:?}");
    }
}
