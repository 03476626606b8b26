//! A system package that some test needs.

use crate::machine;
use crate::skip;
use std::fmt::Display;
use std::path::Path;

/// A package, mostly of Debian, and what tests use of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name for apt, or for npm.
    pub name: &'static str,
    /// The programs that tests start, in the search path.
    pub programs: &'static [&'static str],
    /// The files that tests read, or that show that a library is there.
    pub files: &'static [&'static str],
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
    Newer(Programs),
    /// A package of Node's package manager, for all users.
    Npm,
}

/// Programs of a newer release, which stand beside those of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Programs {
    /// The packages of the programs and of all libraries that they need.
    pub packages: &'static [&'static str],
    /// The programs that are wanted of these.
    pub programs: &'static [&'static str],
    /// What is added to their names.
    pub suffix: &'static str,
}

impl Package {
    /// Whether all that tests use of it is here.
    pub fn is_here(&self) -> bool {
        self.programs.iter().all(|name| machine::program(name).is_some())
            && self.files.iter().all(|path| Path::new(path).exists())
    }

    /// Whether the test that asks can go on. If not, it is counted as skipped.
    ///
    /// # Panics
    ///
    /// Where the package is missing and required.
    pub fn found(&self) -> bool {
        let here = self.is_here();
        if !here {
            self.missing(format_args!("{} is not installed", self.name));
        }
        here
    }

    /// Count the test that calls this as skipped, because it looked for itself and found nothing.
    ///
    /// # Panics
    ///
    /// Where the package is required.
    pub fn missing(&self, reason: impl Display) {
        assert!(!self.is_required(), "{} requires {}, but {reason}", skip::REQUIRE, self.name);
        skip::skip(reason);
    }

    fn is_required(&self) -> bool {
        let required = std::env::var(skip::REQUIRE).unwrap_or_default();
        required.split(',').any(|name| name == self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Package = Package {
        name: "nothing",
        programs: &[],
        files: &[],
        needed_for: "nothing",
        source: Source::System,
    };

    #[test]
    fn all_programs_and_files_must_be_there() {
        assert!(Package { programs: &["sh"], files: &["/"], ..NOTHING }.is_here());
        assert!(!Package { programs: &["sh", "no-such-program"], ..NOTHING }.is_here());
        assert!(!Package { files: &["/", "/no/such/file"], ..NOTHING }.is_here());
    }
}
