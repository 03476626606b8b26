//! What this machine has.

use std::path::PathBuf;

/// Where a program is in the search path.
pub fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_looked_up_in_the_search_path() {
        assert!(program("sh").is_some());
        assert_eq!(program("no-such-program-anywhere"), None);
    }
}
