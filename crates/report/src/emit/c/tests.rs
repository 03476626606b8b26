//! Programs are written as expected; where APRON's headers are installed, they compile without a
//! warning and end as the finding did.

use std::path::PathBuf;
use std::process::{Command, Output};

use expect_test::expect;
use soundline_domains::numbers::Rat;
use soundline_fuzz::Region;

use super::*;
use crate::sample;
use soundline_targets::{Operation, Registry, Slot};

/// The text between the beginning of `main` and the end.
fn body(program: &str) -> &str {
    &program[program.find("    start(").expect("main starts")..]
}

/// The library of a target that is known by name.
fn library(target: &str) -> Library {
    let registry = Registry::builtin();
    let target = registry.get(target).expect("it is known");
    let description = target.interface().expect("it has APRON's interface");
    Library::new(description, None, "ap_").expect("its headers are known")
}

/// The program of a finding in a library that is known by name.
fn program(finding: &Finding) -> Result<String, EmitError> {
    super::program(finding, &library(&finding.trace.target))
}

#[test]
fn the_paper_s_fifth_figure() {
    let program = program(&sample::rounding()).expect("it is a target of APRON");
    expect![[r#"
        /*
         * P17, ⊤ ⊓ x = x: ⊤ ⊓ x = x does not hold
         *
         * Found by Soundline with this trace:
         *
         *     # soundline trace 1
         *     target apron:oct:d
         *     vars 8
         *     p0 = constraint -x0 - x5 + 1 >= 0
         *     p1 = assign p0 x2 := -9223372036854775808
         *     p2 = constraint x0 + 9223372036854775807 >= 0
         *     p3 = meet p2 p1
         *     touch p3 is_bottom
         *     check P17 x=p3
         *
         * It needs APRON with its headers (Debian's package is libapron-dev):
         *
         *     gcc -o finding finding.c -loctD -lapron -lmpfr -lgmp -lm && ./finding
         *
         * Exit code 1: the same again. Exit code 0: not on this machine.
         */
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>

        #include "ap_global0.h"

        ap_manager_t *oct_manager_alloc(void);
        ap_abstract0_t *ap_abstract0_oct_narrowing(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);

        #define INTEGERS 0
        #define REALS 8
        #define DIMENSIONS (INTEGERS + REALS)
        #define ELEMENTS 6

    "#]]
    .assert_eq(&program[..program.find("static ap_manager_t").unwrap_or(0)]);
    expect![[r#"
            start(oct_manager_alloc());
            p[0] = of(all(1, AP_CONS_SUPEQ, linear("1", 2, 0, "-1", 5, "-1")));
            p[1] = assign(false, p[0], 1, 2, linear("-9223372036854775808", 0));
            p[2] = of(all(1, AP_CONS_SUPEQ, linear("9223372036854775807", 1, 0, "1")));
            p[3] = ap_abstract0_meet(man, false, p[2], p[1]);
            look_at_bottom(p[3]);

            /* The check of P17. */
            p[4] = ap_abstract0_top(man, INTEGERS, REALS);
            p[5] = ap_abstract0_meet(man, false, p[4], p[3]);
            answered("p5 = p3", said(ap_abstract0_is_eq(man, p[5], p[3])), UNKNOWN);
            look_at_constraints(p[5]);
            look_at_constraints(p[3]);
            printf("violated, %s\n", "P17: ⊤ ⊓ x = x does not hold");
            return 1;
        }
    "#]]
    .assert_eq(body(&program));
}

#[test]
fn a_crash_is_had_again() {
    let program = program(&sample::crash()).expect("it is a target of APRON");
    expect![[r#"
            start(box_manager_alloc());
            p[0] = of(all(1, AP_CONS_SUPEQ, linear("0", 1, 0, "1")));

            /* The check of P31. */
            (void)ap_abstract0_is_bottom(man, p[0]);
            p[1] = ap_abstract0_bottom(man, INTEGERS, REALS);
            p[2] = ap_abstract0_widening(man, p[0], p[1]);
            (void)ap_abstract0_is_eq(man, p[2], p[0]);
            printf("not reproduced: the program came to its end\n");
            return 0;
        }
    "#]]
    .assert_eq(body(&program));
}

#[test]
fn everything_that_a_trace_can_do() {
    let program = program(&sample::everything("apron:oct:mpq")).expect("it is a target of APRON");
    expect![[r#"
            start(oct_manager_alloc());
            p[0] = ap_abstract0_top(man, INTEGERS, REALS);
            p[1] = of(all(3, AP_CONS_SUPEQ, linear("3", 2, 0, "1", 1, "1/2"), AP_CONS_EQ, linear("-7", 1, 2, "1"), AP_CONS_SUP, linear("-18446744073709551617", 1, 3, "1")));
            p[2] = assign(false, p[1], 2, 0, linear("1", 1, 1, "2"), 1, linear("0", 1, 0, "1"));
            p[3] = forget(false, p[2], 2, 2, 3);
            p[4] = guard(false, p[3], all(1, AP_CONS_SUPEQ, linear("36893488147419103233/7", 2, 0, "-1", 1, "1")));
            p[5] = embed(false, p[4], &(ap_dimchange_t){ (ap_dim_t[]){ 3 }, 0, 1 }, &(ap_dimperm_t){ (ap_dim_t[]){ 1, 0, 2 }, 3 }, &(ap_dimchange_t){ (ap_dim_t[]){ 2 }, 0, 1 });
            p[6] = ap_abstract0_bottom(man, INTEGERS, REALS);
            p[7] = ap_abstract0_join(man, false, p[5], p[6]);
            p[8] = ap_abstract0_widening(man, p[7], p[7]);
            look_at_text(p[8]);
            look_at_constraints(p[8]);
            look_at_bounds(p[8]);
            look_at_normal_form(p[8]);
            look_at_bottom(p[8]);

            /* The check of P3. */
            p[9] = ap_abstract0_meet(man, true, ap_abstract0_copy(man, p[8]), p[8]);
            look_at_constraints(p[9]);
            answered("p8 <= p8", said(ap_abstract0_is_leq(man, p[8], p[8])), NO);
            printf("violated, %s\n", "P3: x ⊑ x does not hold");
            return 1;
        }
    "#]].assert_eq(body(&program));
}

#[test]
fn hostile_words_stay_in_their_place() {
    let mut finding = sample::rounding();
    finding.outcome.what = "a \"quoted\" */ \\ ??/ word\n%s".to_string();
    let program = program(&finding).expect("it is a target of APRON");
    let heading = program.find("#include").expect("there are headers");
    assert_eq!(program[..heading].matches("*/").count(), 1);
    assert!(program.contains(r#""P17: a \"quoted\" */ \\ \?\?/ word\n%s""#), "{program}");
}

/// Compile without warnings and run for at most five seconds.
fn run(finding: &Finding, name: &str) -> Output {
    compile_and_run(&program(finding).expect("it is a target of APRON"), name)
}

/// The compiler line is the one that the program gives, which a shell runs; it may warn of nothing.
fn compile_and_run(text: &str, name: &str) -> Output {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("soundline-emit-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for temporary files");
    std::fs::write(folder.join("finding.c"), text).expect("it can be written");
    let command =
        text.lines().find_map(|line| line.trim_start_matches(" *").trim().strip_prefix("gcc "));
    let command = command.and_then(|line| line.strip_suffix(" && ./finding")).expect("it says how");
    let compiled = Command::new("sh")
        .arg("-c")
        .arg(format!("gcc -std=gnu11 -Wall -Wextra -Werror -Wno-unused-parameter -O1 {command}"))
        .current_dir(&folder)
        .output()
        .expect("there is a shell");
    let complaint = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{complaint}\n{text}");
    let output = Command::new("timeout").arg("5").arg(folder.join("finding")).output();
    std::fs::remove_dir_all(&folder).ok();
    output.expect("it runs")
}

#[test]
fn the_fifth_figure_fails_again() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let output = run(&sample::rounding(), "figure5");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("violated, P17: ⊤ ⊓ x = x does not hold"), "{text}");
    // With rationals the same operations keep the property.
    let mut exact = sample::rounding();
    exact.trace.target = "apron:oct:mpq".to_string();
    let output = run(&exact, "figure5mpq");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Without a record of the check, it is found out what it does.
#[test]
fn the_fifth_figure_fails_without_a_record() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let mut finding = sample::rounding();
    finding.outcome.steps.clear();
    assert_eq!(run(&finding, "unrecorded").status.code(), Some(1));
}

#[test]
fn the_widening_crashes_again() {
    use std::os::unix::process::ExitStatusExt;
    if !soundline_needs::APRON.found() {
        return;
    }
    let output = run(&sample::crash(), "crash");
    // The one that limits its time ends in the same way, or says so in its exit code.
    let died = output.status.signal() == Some(11) || output.status.code() == Some(128 + 11);
    assert!(died, "{output:?}");
}

/// Every operation and every way to look, on every library that is installed.
#[test]
fn everything_compiles_and_runs_everywhere() {
    if !soundline_needs::APRON.found() {
        return;
    }
    for target in [
        "apron:box:d",
        "apron:box:mpq",
        "apron:box:mpfr",
        "apron:oct:d",
        "apron:oct:mpq",
        "apron:pk:mpq",
        "apron:pk:mpq:strict",
        "apron:pkeq:mpq",
        "apron:ppl:poly",
        "apron:ppl:grid",
    ] {
        let registry = Registry::builtin();
        let presence = registry.get(target).expect("it is known").presence();
        if !matches!(presence, soundline_targets::Presence::Found { .. }) {
            soundline_needs::APRON.missing(format_args!("{target} is not installed"));
            continue;
        }
        let output = run(&sample::everything(target), &target.replace(':', "-"));
        // The finding is made up: x ⊑ x holds, and the program says so.
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{target}: {output:?}");
        assert!(text.contains("not reproduced: the answer was no"), "{target}: {text}");
    }
}

/// A finding that rests on a point: made up so that the library is right, and so that it is wrong.
#[test]
fn a_point_decides_where_no_answer_does() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let mut finding = sample::rounding();
    finding.trace.target = "apron:oct:mpq".to_string();
    finding.outcome.steps = vec![
        Step::Make(Operation::Join(Slot(0), Slot(2))),
        Step::Touch(Slot(4), Touch::Constraints),
    ];
    finding.outcome.point = Some(vec![
        Rat::from(-5),
        Rat::ZERO,
        Rat::ZERO,
        Rat::ZERO,
        Rat::ZERO,
        Rat::from(3),
        Rat::ZERO,
        Rat::ZERO,
    ]);
    let missing = "x0 >= 0".parse().expect("a constraint");
    finding.outcome.regions =
        vec![Region { name: "x ⊔ y".to_string(), constraints: vec![missing] }];
    // It was found to be missing, and it is there.
    assert_eq!(run(&finding, "point").status.code(), Some(0));
    finding.outcome.regions[0].constraints.clear();
    assert_eq!(run(&finding, "nopoint").status.code(), Some(1));
    // The same where it was asked before whether the element is bottom.
    let asked = Step::Ask(soundline_targets::Question::IsBottom(Slot(4)), Answer::No);
    finding.outcome.steps.insert(1, asked);
    assert_eq!(run(&finding, "asked").status.code(), Some(1));
    finding.outcome.regions[0].constraints.push("x0 >= 0".parse().expect("a constraint"));
    assert_eq!(run(&finding, "asked-in-vain").status.code(), Some(0));
    // An answer that is not meant does not say where the point is.
    let asked = Step::Ask(soundline_targets::Question::IsBottom(Slot(4)), Answer::Unknown);
    finding.outcome.steps[1] = asked;
    let text = program(&finding).expect("it is a target of APRON");
    assert!(text.contains("has_point(p[4], point) ? YES : NO, NO)"), "{text}");
}

/// A no that is not vouched for must be confirmed by its point again.
#[test]
fn a_doubtful_answer_needs_its_point() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let mut finding = sample::rounding();
    let mut point = vec![Rat::ZERO; 8];
    point[2] = "-9223372036854775808".parse().expect("a number");
    finding.outcome.point = Some(point);
    // All that was recorded is true but that one element has the point and the other has not.
    let output = run(&finding, "doubtful");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("the point is in p5       yes"), "{text}");
    assert!(text.ends_with("not reproduced: the answer was no when this was found\n"), "{text}");
}

/// Where neither an answer nor a point decides, the elements are printed.
#[test]
fn otherwise_the_reader_decides() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let mut finding = sample::rounding();
    finding.outcome.steps.truncate(2);
    let output = run(&finding, "reader");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("p5: ") && text.contains("judge by the elements above"), "{text}");
}

#[test]
fn narrowing_is_written_where_it_exists() {
    let mut finding = sample::rounding();
    finding.outcome.steps = vec![Step::Make(Operation::Narrow(Slot(0), Slot(1)))];
    let text = program(&finding).expect("octagons have narrowing");
    assert!(text.contains("p[4] = ap_abstract0_oct_narrowing(man, p[0], p[1]);"), "{text}");
    finding.trace.target = "apron:pk:mpq".to_string();
    let fault = program(&finding).expect_err("polyhedra have none");
    assert_eq!(fault, EmitError::Unwritable("the library has no narrowing".to_string()));
}

#[test]
fn a_hang_is_had_again() {
    if !soundline_needs::APRON.found() {
        return;
    }
    // Fig. 6 of the paper, with machine integers.
    let text = "# soundline trace 1\ntarget apron:pk:rll\nvars 8\n\
                p0 = constraint -x5 - x6 + x7 >= 9223372036854775807\n\
                p1 = constraint -x4 - x5 - x6 - x7 - 9223372036854775808 >= 0\n\
                check P2 x=p1\n";
    let mut finding = sample::crash();
    finding.trace = text.parse().expect("it is a trace");
    (finding.property, finding.outcome.ending) = (2, Ending::TimedOut);
    assert_eq!(run(&finding, "hang").status.code(), Some(124), "timeout(1) ends it");
}

/// Where a property holds, the program exits with 0, and with 1 where it does not.
#[test]
fn what_holds_is_told() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let mut finding = sample::rounding();
    finding.outcome = soundline_fuzz::Outcome::held();
    finding.trace.target = "apron:oct:mpq".to_string();
    let text = program(&finding).expect("it is a target of APRON");
    assert!(text.contains("P17, ⊤ ⊓ x = x: the property holds"), "{text}");
    let output = run(&finding, "holds");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("the property holds\n"));
    // Another property that does not: that all is below its first element.
    finding.trace.check.property = 2;
    finding.outcome.steps = vec![
        Step::Make(Operation::Top),
        Step::Ask(soundline_targets::Question::Leq(Slot(4), Slot(3)), Answer::Yes),
    ];
    assert_eq!(run(&finding, "does-not-hold").status.code(), Some(1));
    // That something is not bottom may be what holds.
    let asked = Step::Ask(soundline_targets::Question::IsBottom(Slot(4)), Answer::No);
    finding.outcome.steps = vec![Step::Make(Operation::Top), asked];
    assert_eq!(run(&finding, "not-bottom").status.code(), Some(0));
}

/// A library in a file is linked by its path, and its constructor is declared.
#[test]
fn a_library_in_a_file_is_linked() {
    let registry = Registry::builtin();
    let target = registry.get("apron:oct:d").expect("it is known");
    let soundline_targets::Presence::Found { path } = target.presence() else { return };
    let folder = std::env::temp_dir().join(format!("soundline emit {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for temporary files");
    let copy = folder.join("liboctOfMine.so");
    std::fs::copy(path, &copy).expect("it can be copied");
    let description = soundline_targets::apron::Description::of_file(
        "mine",
        &copy,
        "oct_manager_alloc",
        soundline_domains::capabilities::Kind::Octagons,
    );
    let library = Library::new(&description, Some(&copy), "ap_").expect("its headers are known");
    let text = super::program(&sample::rounding(), &library).expect("it can be written");
    let output = compile_and_run(&text, "of-mine");
    std::fs::remove_dir_all(&folder).ok();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
