//! Variants: deterministic, fast, different, and right about what is known of them.

mod installed;
mod replayed;
mod running;

use replayed::replayed;
use running::workshop;
use soundline_c::DataModel;
use soundline_diff::{
    Check, Constants, Encoding, Feedback, Form, Generator, Plan, Pool, Seed, Strategy, Variant,
    concrete::{Run, RunEnd, observe},
    default_budget,
    seed::gather,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

fn corpus(wanted: &str) -> Vec<Arc<Seed>> {
    let Some(clang) = installed::clang() else { return Vec::new() };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let mut gathered = gather(&[folder], DataModel::Ilp32);
    gathered.sources.retain(|source| source.name.contains(wanted));
    gathered.seeds(&clang).map(Arc::new).collect()
}

fn generator(seed: &Arc<Seed>, strategy: Strategy, budget: Option<usize>) -> Generator {
    let plan = Plan { strategy, budget, ..Plan::default() };
    Generator::new(seed.clone(), plan, Constants::Pool(Pool::of(&seed.program)))
}

#[test]
fn the_same_plan_makes_the_same_variants() {
    for seed in corpus("parsing-") {
        for strategy in Strategy::ALL {
            let keys = || generator(&seed, strategy, Some(20)).map(|made| made.variant.key());
            assert!(keys().eq(keys()), "{} {strategy}", seed.name);
        }
        let other = Plan { seed: 1, budget: Some(20), ..Plan::default() };
        let other = Generator::new(seed.clone(), other, Constants::Pool(Pool::of(&seed.program)));
        let first = generator(&seed, Strategy::Uniform, Some(20));
        let differ = first.zip(other).filter(|(a, b)| a.variant.key() != b.variant.key()).count();
        assert!(differ >= 18, "{differ}");
    }
}

#[test]
fn budgets_are_those_of_the_paper() {
    let budgets = [0, 1, 5, 6, 100, 499, 500, 501, 9999].map(default_budget);
    assert_eq!(budgets, [0, 1, 1, 2, 20, 100, 100, 100, 100]);
    for seed in corpus("sorting-") {
        let made = generator(&seed, Strategy::Uniform, None).count();
        assert_eq!(made, default_budget(seed.candidates.all.len()));
    }
}

/// Generated, rendered for three encodings and named by content: 500 a second at the very least.
#[test]
fn five_hundred_variants_a_second() {
    let seeds = corpus("protocol-");
    let encodings = [
        Encoding::plain(),
        Encoding {
            prelude: "extern void reached(void);\n".into(),
            check: "if (!({condition})) { reached(); }".into(),
            form: Form::Statement,
        },
    ];
    let start = Instant::now();
    let (mut made, mut bytes) = (0, 0);
    for seed in &seeds {
        for generated in generator(seed, Strategy::Uniform, Some(300)) {
            made += 1;
            bytes += encodings.iter().map(|e| generated.variant.render(e).len()).sum::<usize>();
            bytes += generated.variant.key().to_string().len();
        }
    }
    let rate = f64::from(made) / start.elapsed().as_secs_f64();
    println!("{made} variants, {bytes} bytes, {rate:.0} a second");
    assert!(seeds.is_empty() || rate > 500.0, "{rate}");
}

/// Where a batch has several sites, all encodings are C, and all have one key.
#[test]
fn all_encodings_compile() {
    let encodings = [
        ("extern void check(int);\n", "check({condition})", Form::Expression),
        ("extern void reached(void);\n", "if (!({condition})) { reached(); }", Form::Statement),
        ("extern void reached(void);\n", "(({condition}) ? (void)0 : reached())", Form::Expression),
    ];
    let Some(clang) = installed::clang() else { return };
    for seed in corpus("-e") {
        let all = seed.candidates.all.iter();
        let checks = all.map(|candidate| Check { candidate: *candidate, constant: 1 }).collect();
        let variant = Variant::new(seed.clone(), checks);
        for (prelude, check, form) in &encodings {
            let (prelude, check) = ((*prelude).to_owned(), (*check).to_owned());
            let text = variant.render(&Encoding { prelude, check, form: *form });
            let parsed = clang.parse("rendered.c", text, seed.model);
            assert!(parsed.is_ok(), "{}: {:?}", seed.name, parsed.err());
        }
        assert_eq!(variant.key(), variant.with(variant.checks()).key());
        assert_ne!(variant.key(), variant.with(&variant.checks()[1..]).key());
    }
}

#[test]
fn biases_show_in_the_depths() {
    for seed in corpus("protocol-token-ring") {
        let mean = |strategy| {
            let half = seed.candidates.all.len() / 3;
            let made = generator(&seed, strategy, Some(half));
            let depths = made.map(|made| seed.candidates.all[made.candidate].site.depth);
            f64::from(depths.sum::<u32>()) / half as f64
        };
        let means = [Strategy::BreadthBiased, Strategy::Uniform, Strategy::DepthBiased].map(mean);
        assert!(means[0] < means[1] && means[1] < means[2], "{means:?}");
    }
}

#[test]
fn walks_start_in_main_and_get_about() {
    for seed in corpus("structs-") {
        for strategy in [Strategy::RandomWalk, Strategy::GuidedWalk] {
            let made: Vec<usize> =
                generator(&seed, strategy, Some(400)).map(|made| made.candidate).collect();
            let first = seed.candidates.all[made[0]].site;
            assert_eq!(seed.program.function(first.function).name, "main");
            let different = made.iter().collect::<BTreeSet<_>>().len();
            assert!(different * 3 > seed.candidates.all.len(), "{}: {different}", seed.name);
        }
    }
}

/// Rewarded for one function, the guided walk stays there more often than the random one.
#[test]
fn guided_walks_learn() {
    for seed in corpus("protocol-packet") {
        let wanted = seed.program.function_named("check").expect("it is in the seed");
        let inside = |strategy| {
            let mut walk = generator(&seed, strategy, Some(600));
            let mut count = 0;
            while let Some(made) = walk.next() {
                let here = seed.candidates.all[made.candidate].site.function == wanted;
                count += usize::from(here);
                let slowest = if here { 9.0 } else { 1.0 };
                walk.learn(made.candidate, Feedback { fastest: 1.0, slowest, disagreement: here });
            }
            count
        };
        let (random, guided) = (inside(Strategy::RandomWalk), inside(Strategy::GuidedWalk));
        assert!(guided > random, "{guided} of 600 against {random}");
    }
}

/// A constant that was observed makes a check that fails when the same inputs are replayed.
#[test]
fn observed_constants_make_checks_that_fail() {
    for seed in corpus("parsing-number") {
        let time = Duration::from_secs(2);
        let observations = observe(&workshop(), &seed, 8, 3, time).expect("it can be run");
        let constants = Constants::Trace(Pool::of(&seed.program), observations.clone());
        let plan = Plan { budget: Some(6), batch: 2, ..Plan::default() };
        let mut kinds: BTreeMap<bool, usize> = BTreeMap::new();
        for made in Generator::new(seed.clone(), plan, constants) {
            let observed = &observations.candidates[made.candidate].values;
            for check in made.variant.checks() {
                let run = observed.get(&check.constant);
                *kinds.entry(run.is_some()).or_default() += 1;
                let Some(run) = run else { continue };
                let text = made.variant.with(&[*check]).render(&Encoding::plain());
                let inputs = &observations.inputs[*run];
                let again = replayed(&text, seed.model, inputs);
                assert_eq!(again.failed.len(), 1, "{check:?}");
            }
        }
        assert!(kinds.values().all(|count| *count >= 2) && kinds.len() == 2, "{kinds:?}");
    }
}

/// Endings of concrete runs: each by a program made for it.
#[test]
fn runs_end_as_they_should() {
    let run = |body: &str| -> Run {
        let text = format!(
            "void abort(void); void *malloc(unsigned long); int __VERIFIER_nondet_int(void); \
             void __VERIFIER_assume(int); void __VERIFIER_assert(int); int fork(void);\n\
             int f(int n) {{ int a[100]; a[n % 100] = n; return n < 0 ? a[5] : f(n + 1) + a[n % 100]; }}\n\
             int main(void) {{ {body} }}"
        );
        let inputs = [-5_i32, 7].map(|input| u64::from(input as u32));
        replayed(text.as_bytes(), DataModel::Lp64, &inputs)
    };
    let check = |body: &str, end: RunEnd, code: Option<i32>, failed: usize| {
        let run = run(body);
        assert_eq!((run.end, run.code, run.failed.len()), (end, code, failed), "{body}");
    };
    check("return __VERIFIER_nondet_int() + 8;", RunEnd::Finished, Some(3), 0);
    check("abort();", RunEnd::Finished, None, 0);
    check("__VERIFIER_assume(0); return 1;", RunEnd::Excluded, None, 0);
    check("__VERIFIER_assert(__VERIFIER_nondet_int() != -5);", RunEnd::Finished, Some(0), 1);
    check("for (;;) ;", RunEnd::TimedOut, None, 0);
    check("if (fork() == 0) for (;;) ; return 0;", RunEnd::Finished, Some(0), 0);
    let undefined = |body: &str| check(body, RunEnd::Undefined, None, 0);
    undefined("int x = 2147483647; x += __VERIFIER_nondet_int() + 6; return x;");
    undefined("int a[3] = { 0 }; return a[__VERIFIER_nondet_int() + 9];");
    check("return f(0);", RunEnd::Exhausted, None, 0);
    let values = run("__VERIFIER_nondet_int(); __VERIFIER_nondet_int(); return 0;").inputs;
    assert_eq!(values.iter().map(|input| input.raw as i32).collect::<Vec<_>>(), [-5, 7]);
}
