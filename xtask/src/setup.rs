//! Setup: the system packages that tests need.
//!
//! What cannot be installed is named. Where `CI` is set that is a failure; on a developer's machine the
//! tests that need it are skipped, and counted as skipped.

use crate::tree::{Tree, succeed};
use crate::{archive, machine, prefix};
use soundline_needs::{MORE, PACKAGES, Package, Source};
use std::process::Command;

/// The packages that are here, as a setting for the tests: what is there is tested, whatever goes wrong
/// on the way to it.
pub fn required() -> String {
    let here = PACKAGES.iter().filter(|package| package.is_here());
    here.map(|package| package.name).collect::<Vec<_>>().join(",")
}

/// What is to be done.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plan {
    install: Vec<Package>,
    missing: Vec<Package>,
    /// Why the missing ones are not to be installed.
    reason: String,
}

/// What is still missing, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing(pub String);

/// Install what is missing and say what could not be installed; the larger packages too if `--more` is given.
pub fn run(_: &Tree, arguments: &[String]) -> Result<(), String> {
    let packages = match arguments {
        [] => PACKAGES.to_vec(),
        [more] if more == "--more" => [PACKAGES, MORE].concat(),
        _ => return Err("setup takes no argument but --more".into()),
    };
    match verdict(set_up_all(&packages), is_ci())? {
        None => println!("setup: everything is there"),
        Some(Missing(words)) => println!("setup: {words}: tests that need it will be skipped"),
    }
    Ok(())
}

/// Whether this is a machine on which nothing may be missing.
pub fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Whether what is missing may be missing.
pub fn verdict(missing: Option<Missing>, ci: bool) -> Result<Option<Missing>, String> {
    match missing {
        Some(Missing(words)) if ci => Err(format!("{words}; with CI set nothing may be missing")),
        missing => Ok(missing),
    }
}

/// Install what is missing; returns what is still missing.
pub fn set_up() -> Option<Missing> {
    set_up_all(PACKAGES)
}

fn set_up_all(packages: &[Package]) -> Option<Missing> {
    let plan = plan(packages, Package::is_here, machine::may_install());
    for line in describe(packages, &plan) {
        println!("setup: {line}");
    }
    let missing = if plan.missing.is_empty() {
        install(&plan.install)
    } else {
        plan.missing.iter().map(|package| (*package, plan.reason.clone())).collect()
    };
    let words = missing.iter().map(|(package, reason)| format!("{} ({reason})", package.name));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| Missing(format!("missing: {}", words.join(", "))))
}

/// Sort the packages by what is to be done about them.
fn plan(
    packages: &[Package],
    has: impl Fn(&Package) -> bool,
    may_install: Result<(), String>,
) -> Plan {
    let absent: Vec<Package> = packages.iter().filter(|package| !has(package)).copied().collect();
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
        Source::Npm => succeed(Command::new("npm").args(["install", "--global", package.name])),
    };
    let mut attempt = |package: &Package| {
        attempt(package)?;
        // What apt calls installed may still not be what the tests look for.
        if package.is_here() {
            Ok(())
        } else {
            Err("it is installed, but not what tests use".into())
        }
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
        programs: &[],
        files: &["/usr/include/ppl.hh"],
        needed_for: "comparing with PPL",
        source: Source::System,
    };
    const CBMC: Package = Package {
        name: "cbmc",
        programs: &["cbmc"],
        files: &[],
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
        let plan = plan(&[PPL, CBMC], |package| *package == PPL, Ok(()));
        assert_eq!(plan.install, [CBMC]);
        assert!(plan.missing.is_empty());
    }

    #[test]
    fn what_is_absent_is_named_where_installing_is_not_allowed() {
        let plan = plan(&[PPL, CBMC], |package| *package == CBMC, refused());
        assert!(plan.install.is_empty());
        assert_eq!(plan.missing, [PPL]);
        let lines = describe(&[PPL, CBMC], &plan);
        let expected =
            ["1 of 2 packages are there", "without libppl-dev, needed for comparing with PPL"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn on_a_machine_of_ci_nothing_may_be_missing() {
        let missing = || Some(Missing("missing: cbmc (no apt-get)".into()));
        assert_eq!(verdict(None, true), Ok(None));
        assert_eq!(verdict(missing(), false), Ok(missing()));
        let words = "missing: cbmc (no apt-get); with CI set nothing may be missing";
        assert_eq!(verdict(missing(), true), Err(words.into()));
    }

    #[test]
    fn an_empty_list_says_so() {
        assert_eq!(describe(&[], &plan(&[], |_| false, refused())), ["nothing to install"]);
    }
}
