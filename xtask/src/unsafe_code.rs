//! Where `unsafe` may stand: in the calls of foreign libraries, and in kernels of the domains.

use crate::members::Member;
use crate::sources::{files, without_comments_and_strings};
use std::fs;
use std::path::Path;

/// Every file that has `unsafe` code and must not, in words.
pub fn faults(members: &[Member]) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for member in members {
        for file in files(&member.folder)? {
            let path = file.strip_prefix(&member.folder).unwrap_or(&file);
            if may_be_unsafe(&member.name, path) {
                continue;
            }
            let text = fs::read_to_string(&file)
                .map_err(|error| format!("{}: {error}", file.display()))?;
            if let Some(line) = first_unsafe(&text) {
                faults.push(format!(
                    "{}: {}:{line} is unsafe; only soundline-targets, soundline-isolate, the kernels \
                     of soundline-domains and the foreign calls of soundline-c may be",
                    member.name,
                    path.display()
                ));
            }
        }
    }
    Ok(faults)
}

fn may_be_unsafe(member: &str, path: &Path) -> bool {
    let in_kernels = path.iter().any(|part| part == "kernels");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match member {
        "soundline-targets" => true,
        // Shared memory, what happens between fork and exec, a signal, and a worker that has to crash.
        "soundline-isolate" => {
            matches!(&*name, "board.rs" | "confinement.rs" | "file_limit.rs")
                || path.starts_with("tests")
        }
        "soundline-domains" => in_kernels || name.contains("simd"),
        "soundline-c" => path.iter().any(|part| part == "foreign"),
        _ => false,
    }
}

/// The first line with the word `unsafe` outside of comments and strings.
fn first_unsafe(text: &str) -> Option<usize> {
    let code = without_comments_and_strings(text);
    code.lines().position(|line| words(line).any(|word| word == "unsafe")).map(|index| index + 1)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: Option<usize>) {
        assert_eq!(first_unsafe(text), line, "{text}");
    }

    #[test]
    fn code_counts_and_talk_does_not() {
        check("fn f() {\n    unsafe { g() }\n}", Some(2));
        check("unsafe impl Send for X {}", Some(1));
        check("// unsafe\n/* unsafe\n /* unsafe */ unsafe */ fn f() {}", None);
        check("#![deny(unsafe_op_in_unsafe_fn)]", None);
        check(r#"let s = "\"unsafe"; let t = b"unsafe";"#, None);
        check("let s = r#\"a \" unsafe\"#;\nunsafe {}", Some(2));
        check("let s = br\"unsafe\";", None);
    }

    #[test]
    fn quotes_and_lifetimes_do_not_hide_code() {
        check("let q = '\"'; unsafe {}", Some(1));
        check("let q = '\\''; unsafe { '\"' }", Some(1));
        check("fn f<'a>(x: &'a str) { unsafe {} }", Some(1));
        check("let bar = 1; \"//\"; unsafe {}", Some(1));
    }

    #[test]
    fn only_adapters_and_kernels_may() {
        let check = |member, path: &str, may| {
            assert_eq!(may_be_unsafe(member, Path::new(path)), may, "{member} {path}");
        };
        check("soundline-targets", "src/apron.rs", true);
        check("soundline-domains", "src/octagon/closure_simd.rs", true);
        check("soundline-domains", "src/kernels/min_plus.rs", true);
        check("soundline-domains", "src/octagon.rs", false);
        check("soundline-lattice", "src/simd.rs", false);
        check("soundline-isolate", "src/board.rs", true);
        check("soundline-isolate", "src/warden.rs", false);
    }
}
