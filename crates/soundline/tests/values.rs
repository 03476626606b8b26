//! `soundline laws --lib` and `--exec` as a user calls them.

#[path = "support/schema.rs"]
mod schema;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A library that is compiled once for all tests of this process.
fn compiled(compiler: &str, source: &Path) -> PathBuf {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().expect("there is room"));
    let library = folder.path().join(source.file_stem().expect("it has a name"));
    if !library.exists() {
        let unfinished = library.with_extension(format!("{:?}", std::thread::current().id()));
        let done = Command::new(compiler)
            .args(["-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-I"])
            .arg(root().join("include"))
            .arg("-I")
            .arg(root().join("adapters/examples"))
            .arg("-o")
            .arg(&unfinished)
            .arg(source)
            .output()
            .expect("there is a compiler");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        std::fs::rename(&unfinished, &library).expect("it was made");
    }
    library
}

fn example() -> PathBuf {
    compiled("cc", &root().join("adapters/examples/intervals.c"))
}

fn of_tests(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/values").join(name)
}

fn hostile() -> PathBuf {
    compiled("cc", &of_tests("hostile.c"))
}

fn laws(library: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_soundline"))
        .args(["laws", "--lib"])
        .arg(library)
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .expect("it starts")
}

fn text(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!("{}{stderr}", String::from_utf8_lossy(&output.stdout))
}

/// The same text in every run, exit code and all.
fn told(output: &Output, code: i32) -> String {
    let text = text(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    text
}

#[test]
fn healthy_intervals_are_proved_at_small_widths_and_sampled_at_large_ones() {
    let run = || laws(&example(), &["--cases", "200"], &[]);
    let text = told(&run(), 0);
    assert!(text.contains("laws at width 2 (11 elements): 27 proved"), "{text}");
    let row = |start: &str| {
        let row = text.lines().find(|line| line.starts_with(start));
        row.unwrap_or_else(|| panic!("no {start} in {text}")).split_whitespace().collect::<Vec<_>>()
    };
    let add = row("add             4");
    assert_eq!(add[1..], ["4", "137", "18769", "proved", "proved", "100", "%", "0"]);
    let sampled = row("add            64");
    assert_eq!(sampled[1..6], ["64", "sampled", "200", "passed", "passed"]);
    assert_eq!(text, told(&run(), 0), "same command, same output");
}

/// The domain of the guide is compiled as it stands there, and its report is the one that is shown.
#[test]
fn the_guide_leads_to_a_finding() {
    if !soundline_needs::GXX.found() {
        return;
    }
    let guide = std::fs::read_to_string(root().join("docs/value-domains.md")).expect("it is there");
    let (_, code) = guide.split_once("```cpp\n").expect("the guide has a domain");
    let (code, _) = code.split_once("```").expect("it ends");
    let folder = tempfile::tempdir().expect("there is room");
    let source = folder.path().join("sizes.cc");
    std::fs::write(&source, code).expect("there is room");
    let library = compiled("c++", &source);
    let text = told(&laws(&library, &["add", "--width", "1", "--width", "2"], &[]), 1);
    let start = text.find("✗ add at width 2").expect("it is found");
    let end = text.find("      again:").expect("it is run again");
    assert!(guide.contains(&text[start..end]), "{text}");
}

/// Two libraries side by side: what became sound, and what a script reads.
#[test]
fn libraries_are_compared() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    for (name, flag) in [("old.so", "-DBUG"), ("new.so", "-DFINE")] {
        let done = Command::new("cc")
            .args(["-O1", "-shared", "-fPIC", flag, "-I"])
            .arg(root().join("include"))
            .arg("-o")
            .arg(path(name))
            .arg(root().join("adapters/examples/intervals.c"))
            .status();
        assert!(done.expect("there is a compiler").success());
    }
    let compare = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
        command.args(["eval", "values", "--cases", "50"]).args(arguments);
        command.current_dir(folder.path()).output().expect("it starts")
    };
    let text = told(&compare(&["--lib", "old.so", "--lib", "new.so"]), 1);
    assert!(text.contains("old to new\n  sound now: add\n"), "{text}");
    assert!(text.contains("add       not sound  100 %\n"), "{text}");
    let json = told(&compare(&["--lib", "new.so", "--lib", "new.so", "--json"]), 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    schema::assert_documented(&json);
    assert_eq!(json["domains"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["changes"][0]["sound_now"], serde_json::json!([]));
    let nowhere = told(&compare(&[]), 2);
    assert!(nowhere.contains("run this in the source tree of Soundline"), "{nowhere}");
}

#[test]
fn nothing_is_proved_that_was_sampled() {
    let output = laws(&example(), &["--cases", "100", "--exhaustive", "50", "--json"], &[]);
    let text = told(&output, 0);
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let rows = json["operators"].as_array().expect("there are operators");
    assert!(rows.len() > 10);
    for row in rows {
        let exhaustive = row["elements"].is_u64();
        let proved = row["sound"] == "proved" || row["monotone"] == "proved";
        assert_eq!(exhaustive, proved, "{row}");
    }
    assert!(rows.iter().any(|row| row["sound"] == "proved"));
}

#[test]
fn chosen_operators_and_widths() {
    let text = told(&laws(&example(), &["add", "--width", "4"], &[]), 0);
    assert!(text.contains("1 proved, 0 passed, of 1 (operator, width); 18769 results"), "{text}");
    assert!(!text.contains("laws at width"), "{text}");
    let unknown = told(&laws(&example(), &["ad"], &[]), 2);
    assert!(unknown.contains("no operator \"ad\"; it has add, udiv, zext"), "{unknown}");
    let unknown = told(&laws(&example(), &["--width", "5"], &[]), 2);
    assert!(unknown.contains("no width 5; its widths are 1, 2, 4, 8, 64"), "{unknown}");
    let absent = told(&laws(Path::new("/no/such.so"), &[], &[]), 2);
    assert!(absent.contains("/no/such.so"), "{absent}");
    let unfit = told(&laws(&example(), &["--list"], &[]), 2);
    assert!(unfit.contains("--list is for built-in lattices"), "{unfit}");
}

#[test]
fn faulty_tables_are_refused_in_a_sentence() {
    for (fault, sentence) in [
        ("no table", "returns a null pointer"),
        ("dies at once", "the process ends while its table is read and tried: killed by signal 6"),
        ("version", "version 2 of the interface; this is version 1"),
        ("table size", "it should have"),
        ("no name", "its `name` is a null pointer"),
        ("no top", "its `top` is a null pointer"),
        ("no contains", "its `contains` is a null pointer"),
        ("no code", "its `leq` points to nothing that the loader knows"),
        ("small elements", "writes beyond the element_size of the table"),
        ("large elements", "`top` at width 1 depends on what was in memory before"),
        ("no elements", "its elements have 0 bytes"),
        ("no widths", "it declares no widths"),
        ("width 65", "it declares the width 65"),
        ("no operators", "its `operators` is not a pointer to a list of 3"),
        ("operator size", "it says that an operator has 8 bytes"),
        ("many operators", "operators; at most 10000"),
        ("no abstract", "its `abstract of operator udiv` is a null pointer"),
        ("letters", "operator udiv: 'x' is not a kind of operand"),
        ("claims", "operator udiv: its claims 0x100000 are unknown"),
        ("same name", "two operators called add"),
        ("top", "`top` at width 2 does not contain 3"),
        ("bottom", "`bottom` at width 1 contains 0"),
        ("best", "which does not contain"),
        ("best and list", "but the listed element [0, 0] contains them and has fewer words"),
        ("empty list", "is empty, but the table has no bottom"),
        ("count alone", "of `count` and `element` one is null"),
        ("neither", "it has neither `best` nor `count` and `element`"),
        ("meet", "returns 0 for no result, but the table has a bottom"),
        ("wide words", "the concrete add of [1, 1] at width 1 is 2, which has more than 1 bits"),
        ("exempt", "it exempts the law \"join is last\", which does not exist"),
        ("overwrites", "changes its operands"),
        ("beyond", "`add` at width 2 writes beyond the element_size of the table"),
    ] {
        let output = laws(&hostile(), &["--cases", "20"], &[("FAULT", fault)]);
        let told = told(&output, 2);
        assert!(told.contains(sentence), "{fault}: {told}");
        assert_eq!(told.trim_end().lines().count(), 1, "{fault}: {told}");
    }
}

#[test]
fn a_library_that_ends_the_process_is_a_finding_and_the_rest_goes_on() {
    let limits = ["--cases", "20", "--time-limit", "1s", "--memory-limit", "256M"];
    for (fault, how) in [
        ("crashes", "how = killed by signal 11 (SIGSEGV)"),
        ("aborts", "how = killed by signal 6 (SIGABRT)"),
        ("exits", "how = exit code 0"),
        ("hangs", "how = does not end within 1 s"),
        ("eats", "MiB of memory"),
    ] {
        let arguments = [&["--width", "2", "add", "udiv"], &limits[..]].concat();
        let text = told(&laws(&hostile(), &arguments, &[("FAULT", fault)]), 1);
        let example = "add at width 2 does not return\n      a = [2, 2]\n      b = [1, 1]\n";
        assert!(text.contains(example), "{fault}: {text}");
        // Memory may run out before anybody looks.
        assert!(text.contains(how) || fault == "eats", "{fault}: {text}");
        assert!(text.contains("1 proved"), "{fault}: {text}");
    }
}

/// The bug, the domain, the operator (none for the lattice), and what is found, with the smallest input.
const PLANTED: &[(u32, &str, &str, &str)] = &[
    (1, "bits", "ashr", "ashr at width 2 is not sound\n      a = 10\n      b = 01\n"),
    (2, "bits", "smin", "smin at width 1 is not sound\n      a = 0\n      b = 1\n"),
    (3, "bits", "rotl", "rotl at width 2 is not sound\n      a = 01\n      b = 1\n"),
    (4, "bits", "and", "and at width 1 is not sound\n      a = 0\n      b = 1\n"),
    (5, "bits", "shl", "shl at width 2 is not sound\n      a = 01\n      b = 0?\n"),
    (6, "bits", "add", "add at width 1 is not sound\n      a = 0\n      b = ?\n"),
    (7, "bits", "sub", "sub at width 1 is not sound\n      a = 0\n      b = 1\n"),
    (8, "bits", "mul", "mul at width 1 is not sound\n      a = 1\n      b = 1\n"),
    (9, "bits", "sext", "sext to 2 at width 1 is not sound\n      a = 1\n      b = 2\n"),
    (10, "bits", "abs", "abs at width 1 is not sound\n      a = 1\n"),
    (11, "bits", "udiv", "udiv at width 1 is not sound\n      a = 1\n      b = 1\n"),
    (12, "bits", "eq", "eq at width 1 is not sound\n      a = 1\n      b = ?\n"),
    (13, "bits", "umax", "umax at width 1 is not sound\n      a = 0\n      b = ?\n"),
    (
        14,
        "bits",
        "xor",
        "xor at width 1 claims to be optimal and is not\n      a = 1\n      b = 1\n",
    ),
    (15, "range", "sub", "sub at width 2 is not sound\n      a = [0,1)\n      b = [0,3)\n"),
    (
        16,
        "range",
        "zext",
        "zext to 3 at width 2 claims to be monotone and is not\n      a = [3,2)\n",
    ),
    (17, "bits", "udiv", "a = 0\n      b = 0\n      how = killed by signal 8 (SIGFPE)\n"),
    (18, "range", "", "✗ join sound"),
    (19, "range", "add", "add at width 2 is not sound\n"),
    (20, "bits", "mul", "mul is sound at width 1, 2, 3, 4, and not at 64\n"),
];

#[test]
fn planted_bugs_of_an_llvm_like_domain_are_found_with_smallest_input() {
    if !soundline_needs::GXX.found() {
        return;
    }
    let library = compiled("c++", &of_tests("llvm_like.cc"));
    let run = |planted: &str, domain: &str, operator: Option<&str>| {
        let arguments: Vec<&str> = ["--cases", "100"].into_iter().chain(operator).collect();
        laws(&library, &arguments, &[("PLANTED", planted), ("DOMAIN", domain)])
    };
    for domain in ["bits", "range"] {
        let healthy = told(&run("0", domain, None), 0);
        assert!(healthy.contains("0 findings"), "{healthy}");
    }
    for (number, domain, operator, finding) in PLANTED {
        let operator = Some(*operator).filter(|operator| !operator.is_empty());
        let text = told(&run(&number.to_string(), domain, operator), 1);
        assert!(text.contains(finding), "bug {number}, {finding}: {text}");
    }
}

fn exec(command: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_soundline"))
        .args(["laws", "--exec", command])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("it starts")
}

#[test]
fn a_domain_in_python_is_checked_through_a_pipe() {
    if !soundline_needs::PYTHON.found() {
        return;
    }
    let narrow = ["--cases", "20", "--width", "1", "--width", "2"];
    let healthy = told(&exec("python3 adapters/examples/known_bits.py", &narrow), 0);
    assert!(healthy.contains("laws at width 2 (9 elements): 27 proved"), "{healthy}");
    assert!(
        healthy.contains("6 proved, 0 passed, of 6 (operator, width); 270 results"),
        "{healthy}"
    );
    let sub = ["sub", "--width", "2", "--width", "64", "--cases", "20"];
    let bug = told(&exec("python3 adapters/examples/known_bits.py --bug", &sub), 1);
    let smallest =
        "sub at width 2 is not sound\n      a = 00\n      b = 0?\n      sub(a, b) = 1?\n";
    assert!(bug.contains(smallest), "{bug}");
}

#[test]
fn a_domain_in_ocaml_is_checked_through_a_pipe() {
    if !soundline_needs::OCAML.found() {
        return;
    }
    let narrow = ["--cases", "20", "--width", "1", "--width", "2"];
    let healthy = told(&exec("ocaml adapters/examples/signs.ml", &narrow), 0);
    assert!(healthy.contains("6 proved, 0 passed, of 6 (operator, width)"), "{healthy}");
    let mul = ["mul", "--width", "4", "--cases", "20"];
    let bug = told(&exec("ocaml adapters/examples/signs.ml --bug", &mul), 1);
    assert!(bug.contains("mul at width 4 is not sound\n      a = p\n      b = p\n"), "{bug}");
}

/// Our own domains through the interface that others use: all operators, and all laws, at width 4.
#[test]
fn our_own_domains_keep_what_they_claim_at_width_4() {
    let own = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
        command.args(["laws", "--values", name, "--width", "4", "--cases", "50"]);
        command.output().expect("it starts")
    };
    for name in ["known-bits", "tnum", "wrapped"] {
        let text = told(&own(name), 0);
        assert!(text.contains("0 findings; sound: 17 proved, 4 passed, of 21"), "{text}");
    }
    let unknown = told(&own("bits"), 2);
    assert!(unknown.contains("there are known-bits, tnum, wrapped"), "{unknown}");
}

#[test]
fn the_number_of_workers_does_not_matter() {
    for (fault, code) in [("", 0), ("crashes", 1), ("overwrites", 2), ("wide words", 2)] {
        let run = |jobs: &str| {
            let arguments = ["--cases", "20", "--jobs", jobs];
            told(&laws(&hostile(), &arguments, &[("FAULT", fault)]), code)
        };
        let alone = run("1");
        assert_eq!(alone, run("3"), "{fault}");
    }
}

/// The commands that reports name for their findings, without what starts this program.
fn again(text: &str) -> Vec<Vec<String>> {
    let commands = text.lines().filter_map(|line| line.trim().strip_prefix("again: soundline "));
    commands.map(|line| line.split_whitespace().map(String::from).collect()).collect()
}

#[test]
fn a_finding_names_the_command_that_runs_its_case_again() {
    let planted = |number| vec![("PLANTED", number), ("DOMAIN", "bits")];
    let like_llvm = || compiled("c++", &of_tests("llvm_like.cc"));
    let mut cases = vec![(hostile(), "add", vec![("FAULT", "crashes")])];
    if soundline_needs::GXX.found() {
        // Unsound at a small width, not optimal, and unsound at 64 bits, where cases are drawn.
        cases.push((like_llvm(), "ashr", planted("1")));
        cases.push((like_llvm(), "xor", planted("14")));
        cases.push((like_llvm(), "mul", planted("20")));
        cases.push((like_llvm(), "sext", planted("9")));
    }
    for (library, operator, variables) in cases {
        let first = told(&laws(&library, &[operator, "--cases", "100"], &variables), 1);
        let commands = again(&first);
        assert!(!commands.is_empty(), "{first}");
        for arguments in commands {
            let output = Command::new(env!("CARGO_BIN_EXE_soundline"))
                .args(&arguments)
                .envs(variables.iter().copied())
                .output()
                .expect("it starts");
            let second = told(&output, 1);
            let example = |text: &str| {
                let start = text.find("✗").unwrap_or_else(|| panic!("no finding in {text}"));
                let end = text[start..].find("again:").expect("it says how it is run again");
                text[start..start + end].to_string()
            };
            assert!(first.contains(&example(&second)), "{arguments:?}: {first}{second}");
            let healthy = Command::new(env!("CARGO_BIN_EXE_soundline"))
                .args(&arguments)
                .envs([("DOMAIN", "bits")])
                .output()
                .expect("it starts");
            assert!(told(&healthy, 0).contains("0 findings"));
        }
    }
    let none =
        told(&laws(&example(), &["add", "--width", "4", "--case", "sound:t99999999"], &[]), 2);
    assert!(none.contains("it has no case sound:t99999999"), "{none}");
    let unclear = told(&laws(&example(), &["add", "--case", "sound:t1"], &[]), 2);
    assert!(unclear.contains("needs one operator and one width"), "{unclear}");
}

/// A program of one element whose answer to some question is not what it should be.
fn strange(wrong: &str) -> Output {
    let script = format!(
        "while read word number what rest; do case \"$word $what\" in \
         hello*) echo hello values 1 strange; echo widths 1; echo has best; echo operator f e; echo ready;; \
         {wrong} \
         *top|*join|*meet|*best|*apply) echo $number all;; *concrete) echo $number 0;; \
         *) echo $number yes;; esac; done"
    );
    let command = format!("sh -c {}", quoted(&script));
    exec(&command, &["--cases", "5", "--time-limit", "2s"])
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[test]
fn faulty_programs_are_refused_and_those_that_fail_are_findings() {
    let silent = told(&exec("true", &[]), 2);
    assert!(silent.contains("did not declare a value domain"), "{silent}");
    let absent = told(&exec("no-such-program-anywhere", &[]), 2);
    assert!(absent.contains("`no-such-program-anywhere`: it cannot be started"), "{absent}");
    assert_eq!(absent.matches("no-such-program-anywhere").count(), 1, "{absent}");
    told(&strange(""), 0);
    let rubbish = told(&strange("*leq) echo $number perhaps;;"), 2);
    assert!(rubbish.contains("answered \"perhaps\" to \"leq 1 all all\""), "{rubbish}");
    let wide = told(&strange("*concrete) echo $number 7;;"), 2);
    assert!(wide.contains("answered \"7\" to \"concrete 1 f 0\""), "{wide}");
    let dies = told(&strange("*apply) echo no more >&2; exit 3;;"), 1);
    assert!(dies.contains("f at width 1 does not return"), "{dies}");
    assert!(dies.contains("it ended (exit status: 3) and said: no more"), "{dies}");
    let hangs = told(&strange("*apply) sleep 1000;;"), 1);
    assert!(hangs.contains("it has not answered for 2s"), "{hangs}");
    let throws = told(&strange("*apply) echo $number exception overflow;;"), 1);
    assert!(throws.contains("exception overflow"), "{throws}");
}

/// An adapter of LLVM, in a folder of its own.
fn llvm(version: &str, source: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let built = Command::new("sh")
        .arg(root().join("adapters/llvm/build.sh"))
        .arg(version)
        .arg(folder.path())
        .arg(source)
        .output()
        .expect("there is a shell");
    assert!(built.status.success(), "{}", text(&built));
    let library = folder.path().join(format!("llvm-{version}-{source}.so"));
    (folder, library)
}

/// All operators of an adapter at a small width, where soundness is proved.
fn sound_in_llvm_19(source: &str, rows: usize) {
    if !soundline_needs::LLVM_19.found() || !soundline_needs::GXX.found() {
        return;
    }
    let (_folder, library) = llvm("19", source);
    let output = laws(&library, &["--width", "3", "--cases", "50", "--json"], &[]);
    let json: serde_json::Value = serde_json::from_str(&told(&output, 0)).expect("it is JSON");
    let operators = json["operators"].as_array().expect("there are operators");
    assert_eq!(operators.len(), rows);
    for row in operators.iter().filter(|row| row["elements"].is_u64()) {
        assert_eq!(row["sound"], "proved", "{row}");
    }
}

#[test]
fn all_operators_of_known_bits_in_llvm_19_are_sound_at_width_3() {
    sound_in_llvm_19("known_bits", 86);
}

#[test]
fn all_operators_of_constant_range_in_llvm_19_are_sound_at_width_3() {
    sound_in_llvm_19("constant_range", 123);
}

/// What is found in `abs` and `sdiv` of ranges of one bit.
fn ranges_of_one_bit(version: &str, package: soundline_needs::Package, findings: &str) {
    if !package.found() || !soundline_needs::GXX.found() {
        return;
    }
    let (_folder, library) = llvm(version, "constant_range");
    let code = i32::from(findings != "0 findings");
    let told = told(&laws(&library, &["abs", "sdiv", "--width", "1"], &[]), code);
    assert!(told.contains(findings), "{told}");
}

#[test]
fn two_bugs_of_llvm_14_are_found() {
    ranges_of_one_bit("14", soundline_needs::LLVM_14, "2 findings");
}

#[test]
fn a_bug_of_llvm_15_is_found() {
    ranges_of_one_bit("15", soundline_needs::LLVM_15, "1 finding");
}

#[test]
fn llvm_16_has_neither() {
    ranges_of_one_bit("16", soundline_needs::LLVM_16, "0 findings");
}

#[test]
fn the_product_of_linux_is_sound_and_not_monotone_from_width_6_on() {
    if !soundline_needs::LINUX_SOURCE.found() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room");
    let built = Command::new("sh")
        .arg(root().join("adapters/linux/build.sh"))
        .arg(folder.path())
        .output()
        .expect("there is a shell");
    assert!(built.status.success(), "{}", text(&built));
    let arguments = ["mul", "--width", "4", "--width", "6"];
    let told = told(&laws(&folder.path().join("linux-tnum.so"), &arguments, &[]), 0);
    assert!(told.contains("mul is monotone at width 4, and not at 6"), "{told}");
    assert!(told.contains("2 proved, 0 passed, of 2"), "{told}");
}
