//! The source tree, and cargo run in it, whatever folder the command was started in.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages that are tested with the workspace but cannot be members of it.
///
/// One Cargo.lock cannot hold two versions of a crate that cargo calls compatible, so the old
/// sparta is tested by a package of its own, with its own lock file.
pub const SIDE_PACKAGES: [&str; 1] = ["crates/lattice/published/sparta-0.1.2"];

/// The root of the workspace.
pub struct Tree {
    root: PathBuf,
}

impl Tree {
    /// The workspace that this program was built in.
    pub fn of_this_workspace() -> Tree {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.parent().expect("xtask lies in a folder of the workspace");
        Tree { root: root.to_path_buf() }
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where cargo builds.
    pub fn target(&self) -> PathBuf {
        let chosen = std::env::var_os("CARGO_TARGET_DIR");
        chosen.map_or_else(|| self.root.join("target"), |folder| self.root.join(folder))
    }

    /// A cargo command for a side package, which builds where the workspace does.
    pub fn side_cargo(&self, package: &str, arguments: &[&str]) -> Command {
        let mut command = self.cargo(arguments);
        command.arg("--manifest-path").arg(self.side_manifest(package));
        command.env("CARGO_TARGET_DIR", self.target());
        command
    }

    fn side_manifest(&self, package: &str) -> PathBuf {
        self.root.join(package).join("Cargo.toml")
    }

    /// A cargo command in the root folder.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        // The variable is set when cargo runs us, and names the same cargo.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.current_dir(&self.root).args(arguments);
        command
    }
}

/// Run a command to its end, its output going where ours goes.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    let shown = shown(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{shown}' failed ({status})")),
        Err(error) => Err(format!("'{shown}' could not be started: {error}")),
    }
}

/// The command as a user would type it.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace_and_its_side_packages() {
        let tree = Tree::of_this_workspace();
        assert!(tree.root().join("xtask/Cargo.toml").exists());
        for package in SIDE_PACKAGES {
            assert!(tree.side_manifest(package).exists(), "{package}");
        }
    }

    #[test]
    fn a_command_is_shown_as_typed() {
        assert_eq!(
            shown(Command::new("/usr/bin/cargo").args(["fmt", "--check"])),
            "cargo fmt --check"
        );
    }
}
