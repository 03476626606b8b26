//! Labels in the text against labels in the graph: a program that prints each label where the text has
//! it, and the lowered program that prints each where the graph has it, must print the same.
//!
//! The programs are those here, and those of csmith if `SOUNDLINE_CSMITH` says how many.

#[path = "../../c/tests/execution/emit.rs"]
mod emit;

use soundline_analyze::render::Spots;
use soundline_c::{Clang, DataModel, Edits, Error, Preprocess, Program, Settings};
use std::{env, fs, path::Path, process::Command};

/// Prints labels, up to a limit: loops may be long.
const TRACE: &str = "static int trace_(int label) { static int n; \
    return n++ < 20000 && __builtin_printf(\"@%d \", label); }";

/// Every label that the text has a place for, at that place.
fn traced(program: &Program) -> Vec<u8> {
    let mut edits = Edits::new();
    edits.insert(0, format!("{TRACE}\n"));
    for (_, function, _) in program.bodies() {
        let spots = Spots::new(program, function);
        for (label, spot) in spots.labels() {
            spot.insertion.insert(&mut edits, &format!("trace_({})", label.0));
        }
    }
    edits.apply_to(&program.source).expect("the places do not overlap")
}

/// Every label of the graph.
fn lowered(program: &Program) -> Result<String, String> {
    let text = emit::emit(program)?;
    Ok(format!("{TRACE}\n{}", text.replace("/*@", "trace_(").replace("*/\n", ");\n")))
}

fn compare(text: &str) -> Result<String, String> {
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(missing @ Error::LibraryMissing) => {
            soundline_needs::LIBCLANG.missing(missing);
            return Ok("skipped".to_owned());
        }
        Err(fault) => panic!("{fault}"),
    };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let original = folder.path().join("original.c");
    fs::write(&original, text).map_err(|error| error.to_string())?;
    let arguments = vec!["-I/usr/include/csmith".to_owned()];
    let settings = Settings {
        model: DataModel::Lp64,
        preprocess: Preprocess::Always,
        arguments,
        ..Settings::default()
    };
    let program = clang.read(&original, &settings).map_err(|error| error.to_string())?;
    for (_, function, cfg) in program.bodies() {
        let spots = Spots::new(&program, function);
        let lost = cfg.points.len() - spots.labels().count();
        assert_eq!(lost, 0, "{} has labels without a place", function.name);
    }
    let (in_text, in_graph) = (folder.path().join("text.i"), folder.path().join("graph.i"));
    fs::write(&in_text, traced(&program)).map_err(|error| error.to_string())?;
    fs::write(&in_graph, lowered(&program)?).map_err(|error| error.to_string())?;
    let expected = run(&in_graph)?;
    let printed = run(&in_text).unwrap_or_else(|error| panic!("in the text: {error}"));
    assert_eq!(printed, expected, "labels are passed at other places");
    Ok(printed)
}

fn run(file: &Path) -> Result<String, String> {
    let binary = file.with_extension("out");
    let compiled = Command::new("gcc")
        .args(["-O0", "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-o"])
        .args([&binary, file])
        .output()
        .map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let output = Command::new("timeout")
        .arg("3")
        .arg(&binary)
        .output()
        .map_err(|error| error.to_string())?;
    Ok(format!("{}{}", String::from_utf8_lossy(&output.stdout), output.status))
}

#[track_caller]
fn check(body: &str) {
    let text = format!("#include <stdio.h>\n#include <stdlib.h>\n{body}");
    let printed = compare(&text).expect("the program can be compared");
    assert!(printed == "skipped" || printed.matches('@').count() > 10, "{printed}");
}

#[test]
fn loops() {
    check(
        "int main(void) {
            int i = 0, j, k = 3;
            while (i < 3) i++;
            while (i-- > 0) { if (i == 1) continue; k++; }
            for (j = 0; j < 3; j++) k += j;
            for (int a = 0, b = 5; a < b; a++, b--) { if (a == 2) break; }
            do k--; while (k > 4);
            do { k += 2; if (k > 9) break; if (k & 1) continue; } while (k < 20);
            for (;;) if (++k > 30) break;
            for (;;) { for (;;) break; if (++k > 33) goto out; }
        out: for (;;) again: if (k-- < 31) break; else if (k == 40) goto again;
            while (1) { while ((k)) { k /= 2; } break; }
            printf(\"%d %d %d\\n\", i, j, k);
        }",
    );
}

#[test]
fn branches_without_braces() {
    check(
        "int f(int x) {
            if (x > 2) if (x > 4) return 1; else x = 9; else x = 8;
            if (x) ; else x++;
            if (x == 9) { } else if (x == 8) x = 7; else { x = 6; }
            if (x) L: x--; 
            if (x == 4) goto L;
            switch (x) case 3: x++;
            switch (x) { case 1 ... 5: x += 2; case 7: if (0) { case 8: x = 0; } break; default: x = 1; }
            switch (x) { case 0: default: ; }
            for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) if (i != j) x += i; else x -= j;
            return x;
        }
        int main(void) { for (int i = -1; i < 10; i++) printf(\"%d \", f(i)); }",
    );
}

#[test]
fn statements_in_expressions() {
    check(
        "#include <assert.h>
        #define MAX(a, b) ({ int a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })
        int main(void) {
            int x = ({ int y = 3; y++; y; }), z;
            z = MAX(x, MAX(2, ({ if (x) x--; x; })));
            assert(z == 4); assert(z > 1 || x);
            while (({ x++; x < 6; })) z += x;
            if (x > 3 && ({ z--; z; })) printf(\"%d %d\\n\", x, z);
            for (int i = ({ 0; }); ({ i < 2; }); ({ i++; })) { }
            return 0;
        }",
    );
}

#[test]
fn duff_and_gotos() {
    check(
        "void copy(char *to, const char *from, int count) {
            int n = (count + 3) / 4;
            switch (count % 4) {
            case 0: do { *to++ = *from++;
            case 3: *to++ = *from++;
            case 2: *to++ = *from++;
            case 1: *to++ = *from++; } while (--n > 0);
            }
        }
        int main(void) {
            char text[12] = { 0 };
            copy(text, \"hello world\", 11);
            int i = 0;
            goto a;
        b: return 3;
        a: i += 2; if (i > 5) goto b; goto c;
        c: { int k = i; { if (k-- > 1) goto again; } again: ; }
            printf(\"%s\\n\", text);
        }",
    );
}

/// Most programs of csmith have operands whose order C leaves open, and those cannot be written back as C.
#[test]
#[ignore = "takes minutes: SOUNDLINE_CSMITH says how many programs"]
fn random_programs() {
    let count: u32 = env::var("SOUNDLINE_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut same = 0;
    for seed in 1..=count {
        let generated = Command::new("csmith")
            .current_dir(std::env::temp_dir())
            .args(["--seed", &seed.to_string(), "--max-funcs", "4", "--output", "/dev/stdout"])
            .output()
            .expect("csmith is installed");
        let text = String::from_utf8_lossy(&generated.stdout);
        same += u32::from(compare(&text).is_ok_and(|printed| printed.contains('@')));
    }
    println!("{same} of {count} random programs pass the same labels");
    assert!(same * 2 >= count, "only {same} of {count} could be compared");
}
