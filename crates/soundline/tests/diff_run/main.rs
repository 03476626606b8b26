//! `soundline diff run` and `report` as a user calls them, with analyzers that pretend.

#[path = "../support/schema.rs"]
mod schema;
#[path = "../support/mod.rs"]
mod support;

mod evidence;
mod files;
mod kinds;
mod runs;
mod tables;
mod tasks;
mod wrong_use;

use std::fs;

use serde_json::Value;
use support::Folder;

/// Every value of x is possible, and of x / 2 those from 0 to 127.
const SEED: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
int half(unsigned char x) { return x / 2; }
int main(void) { unsigned char x = __VERIFIER_nondet_uchar(); return half(x); }
";

/// Decides all checks on the seed above: unsafe if one of them names a possible value.
const HONEST: &str = r#"grep -o "[a-z0-9/() ]* != [-0-9]*" "$0" | sed "s/.* //" |
    awk "{ if (\$1 >= 0 && \$1 <= 127) bad = 1 } END { print bad ? \"unsafe\" : \"safe\" }""#;

struct Fake {
    name: &'static str,
    script: String,
    under_approximates: bool,
}

fn fake(name: &'static str, script: &str) -> Fake {
    Fake { name, script: script.to_string(), under_approximates: false }
}

impl Folder {
    /// Writes descriptions of shell scripts as analyzers; each run adds a line to `runs`.
    fn describe(&self, fakes: &[Fake]) {
        let log = self.path().join("runs");
        fs::create_dir_all(self.path().join("fakes")).expect("there is room");
        for Fake { name, script, under_approximates } in fakes {
            let script = format!("echo {name} $(cksum < \"$0\") >> {}\n{script}", log.display());
            let text = format!(
                "name = \"{name}\"\nabout = \"a fake\"\nget = \"it is here\"\n\
                 under_approximates = {under_approximates}\n\
                 contract = {{ proves = true }}\n\
                 [find]\nprograms = [\"sh\"]\nversion = [\"-c\", \"echo fake 1.0\"]\n\
                 [encoding]\nprelude = \"extern void fake_check(int);\"\n\
                 check = \"fake_check({{condition}})\"\n\
                 [[command]]\nrun = [\"{{program}}\", \"-c\", '''{script}''', \"{{file}}\"]\n\
                 [[rule]]\nstdout = '^safe$'\nverdict = \"safe\"\n\
                 [[rule]]\nstdout = '^unsafe$'\nverdict = \"unsafe\"\n\
                 [[rule]]\nstdout = '^unknown$'\nverdict = \"unknown\"\n"
            );
            let file = self.path().join("fakes").join(format!("{name}.toml"));
            fs::write(file, text).expect("there is room");
        }
        fs::write(self.path().join("seed.c"), SEED).expect("there is room");
    }

    fn diff(&self, fakes: &[Fake], more: &[&str]) -> std::process::Output {
        let mut arguments = vec!["diff", "run", "seed.c", "--analyzers", "fakes", "--reduce", "0"];
        fakes.iter().for_each(|fake| arguments.extend(["--only", fake.name]));
        arguments.extend(more);
        self.soundline(&arguments)
    }

    fn campaign(&self, out: &str) -> Value {
        let text = fs::read_to_string(self.path().join(out).join("campaign.json"));
        serde_json::from_str(&text.expect("it is there")).expect("it is JSON")
    }

    fn runs(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path().join("runs")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }
}

/// Without libclang there are no seeds.
fn is_possible() -> bool {
    let found = soundline_c::Clang::find();
    if let Err(missing @ soundline_c::Error::LibraryMissing) = &found {
        soundline_needs::LIBCLANG.missing(missing);
    }
    !matches!(found, Err(soundline_c::Error::LibraryMissing))
}

fn three() -> Vec<Fake> {
    let honest = Fake { under_approximates: true, ..fake("honest", HONEST) };
    vec![fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe"), honest]
}

/// Whether the check, such as `x / 2 != 300`, can fail.
fn fails(check: &Value) -> bool {
    let (expression, constant) = check.as_str().expect("text").split_once(" != ").expect("a check");
    // The smallest value has no literal of its own.
    let constant: i64 = match constant {
        "(-2147483647 - 1)" => i64::from(i32::MIN),
        plain => plain.trim_end_matches('u').parse().expect("a number"),
    };
    let most = if expression.contains('/') || expression.contains("half") { 127 } else { 255 };
    (0..=most).contains(&constant)
}

/// What was measured is not the same again.
fn without_timings(mut campaign: Value) -> Value {
    campaign["timings"] = Value::Null;
    campaign
}

fn slow() -> Vec<Fake> {
    let nap = |script: &str| format!("sleep 0.15\n{script}");
    vec![fake("slow-safe", &nap("echo safe")), fake("slow-honest", &nap(HONEST))]
}
