//! Soak: what takes too long for every test run. A long trial of every domain, campaigns whose processes are killed, a
//! thousand random programs against the analyzer, and unsafe code under Miri and under AddressSanitizer where a nightly toolchain is there.

use crate::tree::{Tree, succeed};
use std::process::Command;

/// Unsafe code, and a tool that looks at what it does to memory.
struct Lane {
    name: &'static str,
    /// What shows that the tool is there, as arguments of cargo.
    probe: &'static [&'static str],
    /// How one gets it.
    get: &'static str,
    runs: &'static [&'static [&'static str]],
    environment: &'static [(&'static str, &'static str)],
}

const TARGET: &str = "x86_64-unknown-linux-gnu";

const LANES: [Lane; 2] = [
    // Miri knows no vectors of the processor, so the kernels take their portable path.
    Lane {
        name: "Miri",
        probe: &["miri", "--version"],
        get: "rustup toolchain install nightly --component miri",
        runs: &[
            &["miri", "test", "-p", "soundline-domains", "--lib", "kernels"],
            &["miri", "test", "-p", "soundline-fuzz", "--lib", "tally"],
        ],
        environment: &[("MIRIFLAGS", "-Zmiri-disable-isolation")],
    },
    // Libraries that are loaded keep what they allocate until the process ends; a crash that a test expects stays one.
    // Wardens limit the address space, of which the sanitizer takes terabytes, so of `isolate` only what needs none runs.
    // How `malloc` is asked to clear memory is nothing that the sanitizer's knows.
    Lane {
        name: "AddressSanitizer",
        probe: &["--version"],
        get: "rustup toolchain install nightly",
        runs: &[
            &["test", "--target", TARGET, "-p", "soundline-isolate", "--lib"],
            &[
                "test",
                "--target",
                TARGET,
                "-p",
                "soundline-targets",
                "--lib",
                "--tests",
                "--",
                "--skip",
                "managers_are_made_of_cleared_memory",
            ],
        ],
        environment: &[
            ("RUSTFLAGS", "-Zsanitizer=address"),
            ("ASAN_OPTIONS", "detect_leaks=0:handle_segv=0"),
        ],
    },
];

/// Run the trial with the user's numbers, kill campaigns, then run what looks at unsafe code.
pub fn run(tree: &Tree, numbers: &[String]) -> Result<(), String> {
    let example = ["run", "--release", "-p", "soundline-domains", "--example", "soak", "--"];
    succeed(tree.cargo(&example).args(numbers))?;
    kill(tree)?;
    analyze(tree)?;
    lua(tree)?;
    LANES.iter().try_for_each(|lane| run_lane(tree, lane))
}

/// The types that luatypes infers for a thousand random programs, compared with runs, and its laws with more cases.
fn lua(tree: &Tree) -> Result<(), String> {
    println!("soak: random Lua programs");
    let tests = ["test", "-p", "luatypes", "--test", "all"];
    let more = [("LUATYPES_PROGRAMS", "1000"), ("SOUNDLINE_CASES", "1000")];
    succeed(tree.cargo(&tests).envs(more))
}

/// Campaigns whose workers are killed a hundred times and whose supervisors fifty times.
fn kill(tree: &Tree) -> Result<(), String> {
    println!("soak: processes of campaigns are killed");
    succeed(&mut tree.cargo(&[
        "build",
        "-p",
        "soundline-test",
        "--profile",
        "test",
        "--example",
        "fakes",
    ]))?;
    let tests = ["test", "-p", "soundline-test", "--test", "kills", "--", "--nocapture"];
    succeed(tree.cargo(&tests).env("SOUNDLINE_KILLS", "100 50"))
}

/// A thousand random programs against the analyzer: each state that a run shows is one that was inferred.
fn analyze(tree: &Tree) -> Result<(), String> {
    println!("soak: random programs are analyzed and run");
    let lane = "corners_of_memory_stay_in_their_states";
    let tests = [
        "test",
        "--release",
        "-p",
        "soundline-analyze",
        "--test",
        "corpus",
        "--",
        lane,
        "--nocapture",
    ];
    succeed(tree.cargo(&tests).env("SOUNDLINE_CORNERS", "1000"))
}

fn run_lane(tree: &Tree, lane: &Lane) -> Result<(), String> {
    let Lane { name, get, .. } = lane;
    if !nightly(tree, lane.probe).output().is_ok_and(|output| output.status.success()) {
        println!("soak: {name} is not there, so that unsafe code was not run under it ({get})");
        return Ok(());
    }
    for arguments in lane.runs {
        println!("soak: {name}: cargo {}", arguments.join(" "));
        let mut command = nightly(tree, arguments);
        command.env("CARGO_TARGET_DIR", tree.target().join(name.to_lowercase()));
        succeed(command.envs(lane.environment.iter().copied()))?;
    }
    Ok(())
}

/// The cargo of the nightly toolchain. The variables say which one runs us.
fn nightly(tree: &Tree, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(tree.root()).arg("+nightly").args(arguments);
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command
}
