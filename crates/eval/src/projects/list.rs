//! The projects, and how each is compiled.
//!
//! These are libraries that compile as they are, or with one header that their packaging writes. So nothing of a project has to
//! be run to describe how it is compiled.

use std::fs;
use std::path::{Path, PathBuf};

/// A project of the evaluation.
#[derive(Debug)]
pub struct Project {
    /// Its name here.
    pub name: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// The folders whose C files are compiled.
    pub sources: &'static [&'static str],
    /// Files in them that are not: tests, tools for other systems.
    pub without: &'static [&'static str],
    /// How files are compiled.
    pub arguments: &'static [&'static str],
    /// Headers that the build would write.
    pub headers: &'static [(&'static str, &'static str)],
}

/// Where a project comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A source package of Debian.
    Debian(&'static str),
    /// The sources in a crate that cargo has downloaded: the crate, and the folder in it.
    Crate(&'static str, &'static str),
}

impl Origin {
    /// How the name of the folder begins that it is in.
    fn prefix(self) -> String {
        match self {
            Origin::Debian(name) | Origin::Crate(name, _) => format!("{name}-"),
        }
    }
}

const PLAIN: Project = Project {
    name: "",
    origin: Origin::Debian(""),
    sources: &["."],
    without: &[],
    arguments: &[],
    headers: &[],
};

/// All of them.
pub const PROJECTS: [Project; 8] = [
    Project {
        name: "sqlite",
        origin: Origin::Crate("libsqlite3-sys", "sqlite3"),
        without: &["wasm32-wasi-vfs.c"],
        ..PLAIN
    },
    Project {
        name: "zlib",
        origin: Origin::Debian("zlib"),
        arguments: &["-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN", "-DHAVE_UNISTD_H"],
        ..PLAIN
    },
    Project {
        name: "bzip2",
        origin: Origin::Debian("bzip2"),
        without: &["dlltest.c", "mk251.c", "spewG.c", "unzcrash.c"],
        arguments: &["-D_FILE_OFFSET_BITS=64"],
        ..PLAIN
    },
    Project {
        name: "lz4",
        origin: Origin::Debian("lz4"),
        sources: &["lib"],
        arguments: &["-DXXH_NAMESPACE=LZ4_"],
        ..PLAIN
    },
    Project {
        name: "lua",
        origin: Origin::Debian("lua5.4"),
        sources: &["src"],
        arguments: &["-DLUA_COMPAT_5_3", "-DLUA_USE_LINUX"],
        headers: &[(
            "src/lua5.4-deb-multiarch.h",
            "#define DEB_HOST_MULTIARCH \"x86_64-linux-gnu\"\n",
        )],
        ..PLAIN
    },
    Project {
        name: "libyaml",
        origin: Origin::Debian("libyaml"),
        sources: &["src"],
        arguments: &[
            "-Iinclude",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=5",
            "-DYAML_VERSION_STRING=\"0.2.5\"",
        ],
        ..PLAIN
    },
    Project {
        name: "mbedtls",
        origin: Origin::Debian("mbedtls"),
        sources: &["library"],
        arguments: &["-Iinclude", "-Ilibrary"],
        ..PLAIN
    },
    Project {
        name: "zstd",
        origin: Origin::Debian("libzstd"),
        sources: &[
            "lib/common",
            "lib/compress",
            "lib/decompress",
            "lib/deprecated",
            "lib/dictBuilder",
            "lib/legacy",
        ],
        arguments: &["-Ilib", "-Ilib/common", "-DZSTD_LEGACY_SUPPORT=5"],
        ..PLAIN
    },
];

impl Project {
    /// How a program elsewhere is preprocessed that includes its files.
    pub fn preprocessing(&self, folder: &Path) -> Vec<String> {
        let from = |path: &str| format!("-I{}", folder.join(path).display());
        let sources = self.sources.iter().map(|source| from(source));
        let own = self.arguments.iter().map(|argument| match argument.strip_prefix("-I") {
            Some(path) => from(path),
            None => (*argument).to_owned(),
        });
        sources.chain(own).collect()
    }

    /// Its folder, if it is there.
    pub fn folder(&self, dir: &Path) -> Option<PathBuf> {
        let prefix = self.origin.prefix();
        let entries = fs::read_dir(dir).ok()?.flatten().map(|entry| entry.path());
        let is_it = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            let version = name.and_then(|name| name.strip_prefix(&prefix));
            version.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
                && path.is_dir()
        };
        entries.filter(is_it).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_project_are_in_its_folder() {
        let libyaml = PROJECTS.iter().find(|project| project.name == "libyaml").expect("a project");
        let words = libyaml.preprocessing(Path::new("/p"));
        assert_eq!(words[..3], ["-I/p/src", "-I/p/include", "-DYAML_VERSION_MAJOR=0"]);
    }
}
