//! Setup: the system packages that tests need.
//!
//! Nothing here fails: a test whose package is missing says itself that it was skipped.

use crate::machine::{self, Probe};
use crate::tree::{Tree, succeed};
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
}

/// All packages that the tests need.
const PACKAGES: &[Package] = &[];

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
    let failed = install(&plan.install).err();
    let missing = if failed.is_some() { &plan.install } else { &plan.missing };
    let reason = failed.as_ref().unwrap_or(&plan.reason);
    (!missing.is_empty()).then(|| format!("missing: {} ({reason})", names(missing)))
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

fn install(packages: &[Package]) -> Result<(), String> {
    if packages.is_empty() {
        return Ok(());
    }
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    succeed(apt().args(["update", "-q"]))?;
    let names = packages.iter().map(|package| package.name);
    succeed(apt().args(["install", "-y", "-q", "--no-install-recommends"]).args(names))
}

fn names(packages: &[Package]) -> String {
    packages.iter().map(|package| package.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PPL: Package = Package {
        name: "libppl-dev",
        probe: Probe::File("/usr/include/ppl.hh"),
        needed_for: "comparing with PPL",
    };
    const CBMC: Package =
        Package { name: "cbmc", probe: Probe::Program("cbmc"), needed_for: "diff tests" };

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
    fn an_empty_list_says_so() {
        assert_eq!(describe(&[], &plan(&[], |_| false, refused())), ["nothing to install"]);
    }
}
