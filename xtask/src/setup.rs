//! Setup: the system packages that tests need.
//!
//! Nothing here fails: a test whose package is missing says itself that it was skipped.

use crate::machine::{self, Probe};
use crate::tree::{Tree, succeed};
use crate::{archive, prefix};
use std::process::Command;

/// A system package that some test needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name for apt.
    pub name: &'static str,
    /// What shows that it is there already.
    pub probe: Probe,
    /// What is skipped without it.
    pub needed_for: &'static str,
    /// Where it comes from.
    pub source: Source,
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The release that the system runs.
    System,
    /// An older release, with the packages that must come from there too.
    Older(&'static [&'static str]),
    /// A newer release, in a folder of its own.
    Newer(prefix::Programs),
}

/// All packages that the tests need.
const PACKAGES: &[Package] = &[
    Package {
        name: "libppl-dev",
        probe: Probe::File("/usr/share/doc/libppl-dev"),
        needed_for: "the tests of PPL's adapter",
        source: Source::System,
    },
    Package {
        name: "libclang1-19",
        probe: Probe::File("/usr/lib/llvm-19/lib/libclang-19.so.1"),
        needed_for: "the tests of the C front end",
        source: Source::System,
    },
    Package {
        name: "libapron-dev",
        probe: Probe::File("/usr/include/ap_abstract0.h"),
        needed_for: "the tests of APRON's adapter and the loop that its speed is compared with",
        source: Source::Older(&["libapron"]),
    },
    Package {
        name: "cbmc",
        probe: Probe::Program("goto-analyzer"),
        needed_for: "the tests of diff with CBMC and goto-analyzer",
        source: Source::Older(&["minisat"]),
    },
    Package {
        name: "cbmc-6",
        probe: Probe::Program("goto-analyzer-6"),
        needed_for: "the tests of diff with CBMC 6 and the newer domain of goto-analyzer",
        source: Source::Newer(prefix::Programs {
            packages: &["cbmc", "libc6", "libgcc-s1", "libstdc++6"],
            programs: &["cbmc", "goto-analyzer"],
            suffix: "-6",
        }),
    },
    Package {
        name: "clang-19",
        probe: Probe::Program("clang-19"),
        needed_for: "the tests of diff with clang and its analyzer",
        source: Source::System,
    },
    Package {
        name: "gcc-multilib",
        probe: Probe::File("/usr/share/doc/gcc-multilib"),
        needed_for: "programs of the 32-bit data model that include the library's headers",
        source: Source::System,
    },
    Package {
        name: "cppcheck",
        probe: Probe::Program("cppcheck"),
        needed_for: "the tests of diff with cppcheck",
        source: Source::System,
    },
    Package {
        name: "frama-c-base",
        probe: Probe::Program("frama-c"),
        needed_for: "the tests of diff with Frama-C",
        source: Source::System,
    },
    Package {
        name: "why3",
        probe: Probe::Program("why3"),
        needed_for: "Frama-C WP, which proves by way of it",
        source: Source::System,
    },
    Package {
        name: "cvc4",
        probe: Probe::Program("cvc4"),
        needed_for: "Frama-C WP, whose prover it is",
        source: Source::System,
    },
    Package {
        name: "cvise",
        probe: Probe::Program("cvise"),
        needed_for: "reducing the programs of findings",
        source: Source::System,
    },
    Package {
        name: "csmith",
        probe: Probe::Program("csmith"),
        needed_for: "random seeds of diff",
        source: Source::System,
    },
];

/// Tests that must not be skipped on this machine, as settings for them: a library that is there
/// is tested, whatever goes wrong on the way to it.
pub fn required_tests() -> Vec<(&'static str, &'static str)> {
    let there = |name: &str| {
        PACKAGES.iter().any(|package| package.name == name && machine::has(&package.probe))
    };
    let all =
        [("libapron-dev", "SOUNDLINE_REQUIRE_APRON"), ("libppl-dev", "SOUNDLINE_REQUIRE_PPL")];
    let mut required: Vec<(&str, &str)> =
        all.iter().filter(|(name, _)| there(name)).map(|(_, setting)| (*setting, "1")).collect();
    if ANALYZERS.iter().all(|name| there(name)) {
        required.push(("SOUNDLINE_REQUIRE_ANALYZERS", "1"));
    }
    required
}

/// The packages of the analyzers that diff is tested with.
const ANALYZERS: &[&str] =
    &["cbmc", "cbmc-6", "clang-19", "gcc-multilib", "cppcheck", "frama-c-base", "why3", "cvc4"];

/// What is to be done.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plan {
    install: Vec<Package>,
    missing: Vec<Package>,
    /// Why the missing ones are not to be installed.
    reason: String,
}

/// Install what is missing and say what could not be installed.
pub fn run(_: &Tree) -> Result<(), String> {
    if let Some(skipped) = set_up() {
        println!("setup: {skipped}");
    }
    Ok(())
}

/// Install what is missing; returns what is still missing, in words.
pub fn set_up() -> Option<String> {
    let plan = plan(PACKAGES, machine::has, machine::may_install());
    for line in describe(PACKAGES, &plan) {
        println!("setup: {line}");
    }
    let missing = if plan.missing.is_empty() {
        install(&plan.install)
    } else {
        plan.missing.iter().map(|package| (*package, plan.reason.clone())).collect()
    };
    let words = missing.iter().map(|(package, reason)| format!("{} ({reason})", package.name));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("missing: {}", words.join(", ")))
}

/// Sort the packages by what is to be done about them.
fn plan(
    packages: &[Package],
    has: impl Fn(&Probe) -> bool,
    may_install: Result<(), String>,
) -> Plan {
    let absent: Vec<Package> =
        packages.iter().filter(|package| !has(&package.probe)).copied().collect();
    match may_install {
        Ok(()) => Plan { install: absent, ..Plan::default() },
        Err(reason) => Plan { missing: absent, reason, ..Plan::default() },
    }
}

fn describe(packages: &[Package], plan: &Plan) -> Vec<String> {
    if packages.is_empty() {
        return vec!["nothing to install".into()];
    }
    let present = packages.len() - plan.install.len() - plan.missing.len();
    let mut lines = vec![format!("{present} of {} packages are there", packages.len())];
    let line = |what: &str, package: &Package| {
        format!("{what} {}, needed for {}", package.name, package.needed_for)
    };
    lines.extend(plan.install.iter().map(|package| line("installing", package)));
    lines.extend(plan.missing.iter().map(|package| line("without", package)));
    lines
}

/// Install packages, one after the other so that one that is gone takes no other with it; returns
/// those that could not be installed and why.
fn install(packages: &[Package]) -> Vec<(Package, String)> {
    let mut lists = None;
    let mut attempt = |package: &Package| match package.source {
        Source::System => {
            let renewed: &Result<(), String> =
                lists.get_or_insert_with(|| succeed(apt().args(["update", "-q"])));
            renewed.clone().and_then(|()| install_from_system(package.name))
        }
        Source::Older(others) => archive::install(&[&[package.name], others].concat()),
        Source::Newer(programs) => prefix::install(package.name, &programs),
    };
    let failed = |package: &Package| attempt(package).err().map(|reason| (*package, reason));
    packages.iter().filter_map(failed).collect()
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn install_from_system(package: &str) -> Result<(), String> {
    succeed(apt().args(["install", "-y", "-q", "--no-install-recommends", package]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PPL: Package = Package {
        name: "libppl-dev",
        probe: Probe::File("/usr/include/ppl.hh"),
        needed_for: "comparing with PPL",
        source: Source::System,
    };
    const CBMC: Package = Package {
        name: "cbmc",
        probe: Probe::Program("cbmc"),
        needed_for: "diff tests",
        source: Source::System,
    };

    fn refused() -> Result<(), String> {
        Err("only root may install packages".into())
    }

    #[test]
    fn what_is_there_is_left_alone() {
        assert_eq!(plan(&[PPL, CBMC], |_| true, Ok(())), Plan::default());
    }

    #[test]
    fn what_is_absent_is_installed_where_that_is_allowed() {
        let plan = plan(&[PPL, CBMC], |probe| *probe == PPL.probe, Ok(()));
        assert_eq!(plan.install, [CBMC]);
        assert!(plan.missing.is_empty());
    }

    #[test]
    fn what_is_absent_is_named_where_installing_is_not_allowed() {
        let plan = plan(&[PPL, CBMC], |probe| *probe == CBMC.probe, refused());
        assert!(plan.install.is_empty());
        assert_eq!(plan.missing, [PPL]);
        let lines = describe(&[PPL, CBMC], &plan);
        let expected =
            ["1 of 2 packages are there", "without libppl-dev, needed for comparing with PPL"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn analyzers_are_among_the_packages() {
        for name in ANALYZERS {
            assert!(PACKAGES.iter().any(|package| package.name == *name), "{name}");
        }
    }

    #[test]
    fn an_empty_list_says_so() {
        assert_eq!(describe(&[], &plan(&[], |_| false, refused())), ["nothing to install"]);
    }
}
