//! `compile_commands.json` for a project.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use soundline_test::command::{Complaint, write_whole};

use super::list::Project;

/// Writes how a project is compiled, and the headers that its build would write.
pub fn describe(project: &Project, folder: &Path) -> Result<(), Complaint> {
    for (name, text) in project.headers {
        write_whole(&folder.join(name), text.as_bytes())?;
    }
    let files = files(project, folder);
    if files.is_empty() {
        return Err(Complaint::new(format!("there is no C file in {}", folder.display())));
    }
    let home = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let entry = |file: &PathBuf| -> Value {
        let file = file.display().to_string();
        let words: Vec<&str> = [&["cc"], project.arguments, &["-c", &file]].concat();
        json!({ "directory": home, "file": file, "arguments": words })
    };
    let entries: Vec<Value> = files.iter().map(entry).collect();
    write_whole(&folder.join("compile_commands.json"), json!(entries).to_string().as_bytes())
}

/// Its C files, relative to its folder, in an order that does not depend on the system's.
pub fn files(project: &Project, folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for source in project.sources {
        for entry in fs::read_dir(folder.join(source)).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".c") && !project.without.contains(&name.as_str()) {
                let path =
                    if *source == "." { PathBuf::from(name) } else { Path::new(source).join(name) };
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
