//! Coverage: which lines of the lattices of `luatypes` are executed by programs, by laws, and by both (Table I of the
//! LCheck paper).

use crate::tree::{Tree, succeed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules, in the order of the paper.
const MODULES: [&str; 9] =
    ["absence", "number", "string", "value", "env", "prop", "store", "state", "analysis"];

/// Measure, and print the table.
pub fn run(tree: &Tree) -> Result<(), String> {
    let tools = tools(tree)?;
    let folder = tree.target().join("coverage");
    let measured = |name: &str, filters: &[&str]| -> Result<PathBuf, String> {
        let raw = folder.join(format!("{name}-%p.profraw"));
        let tests = ["test", "-p", "luatypes", "--test", "all", "--"];
        let mut command = tree.cargo(&tests);
        command.args(filters).env("CARGO_TARGET_DIR", &folder);
        command.env("RUSTFLAGS", "-Cinstrument-coverage").env("LLVM_PROFILE_FILE", raw);
        succeed(&mut command)?;
        let merged = folder.join(format!("{name}.profdata"));
        merge(&tools, &raw_files(&folder, name)?, &merged)?;
        Ok(merged)
    };
    let programs = measured("programs", &["programs::", "random::"])?;
    let laws = measured("laws", &["laws::"])?;
    let both = folder.join("both.profdata");
    merge(&tools, &[programs.clone(), laws.clone()], &both)?;
    let binary = test_binary(&folder.join("debug/deps"))?;
    let columns = [&programs, &laws, &both].map(|data| percentages(&tools, &binary, data));
    let [programs, laws, both] = columns;
    println!("{}", table(&programs?, &laws?, &both?));
    Ok(())
}

/// Where rustup puts `llvm-profdata` and `llvm-cov`.
fn tools(tree: &Tree) -> Result<PathBuf, String> {
    let output =
        Command::new("rustc").current_dir(tree.root()).args(["--print", "target-libdir"]).output();
    let output = output.map_err(|error| format!("rustc could not be started: {error}"))?;
    let libraries = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let tools = libraries.parent().unwrap_or(&libraries).join("bin");
    match tools.join("llvm-cov").exists() {
        true => Ok(tools),
        false => Err("llvm-cov is missing: rustup component add llvm-tools".into()),
    }
}

fn merge(tools: &Path, from: &[PathBuf], to: &Path) -> Result<(), String> {
    succeed(
        Command::new(tools.join("llvm-profdata"))
            .args(["merge", "-sparse", "-o"])
            .arg(to)
            .args(from),
    )
}

/// The newest file of each kind counts; older ones are of earlier runs.
fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| entry.ok()).map(|entry| entry.path());
    Ok(paths
        .filter(|path| path.file_name().is_some_and(|name| wanted(&name.to_string_lossy())))
        .collect())
}

fn raw_files(folder: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    files(folder, |file| file.starts_with(&format!("{name}-")) && file.ends_with(".profraw"))
}

fn test_binary(folder: &Path) -> Result<PathBuf, String> {
    let mut all = files(folder, |file| file.starts_with("all-") && !file.contains('.'))?;
    all.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    all.pop().ok_or_else(|| format!("no test binary is in {}", folder.display()))
}

/// The percentage of lines of each module.
fn percentages(tools: &Path, binary: &Path, data: &Path) -> Result<BTreeMap<String, f64>, String> {
    let mut command = Command::new(tools.join("llvm-cov"));
    command.args(["export", "--summary-only", "--instr-profile"]).arg(data).arg(binary);
    let output =
        command.output().map_err(|error| format!("llvm-cov could not be started: {error}"))?;
    let export: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
        format!("llvm-cov: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    Ok(modules(&export))
}

fn modules(export: &Value) -> BTreeMap<String, f64> {
    let files = export["data"][0]["files"].as_array().cloned().unwrap_or_default();
    let module = |file: &Value| {
        let path = file["filename"].as_str()?;
        let name = path.split_once("luatypes/src/lattices/")?.1.strip_suffix(".rs")?;
        Some((name.to_string(), file["summary"]["lines"]["percent"].as_f64()?))
    };
    files.iter().filter_map(module).collect()
}

fn table(
    programs: &BTreeMap<String, f64>,
    laws: &BTreeMap<String, f64>,
    both: &BTreeMap<String, f64>,
) -> String {
    let mut text = String::from("| module | programs | laws | both |\n|---|---|---|---|\n");
    for module in MODULES {
        let cell = |column: &BTreeMap<String, f64>| match column.get(module) {
            Some(percent) => format!("{percent:.0} %"),
            None => "-".into(),
        };
        text.push_str(&format!(
            "| {module} | {} | {} | {} |\n",
            cell(programs),
            cell(laws),
            cell(both)
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_module() {
        let export = serde_json::json!({ "data": [{ "files": [
            { "filename": "/x/luatypes/src/lattices/env.rs", "summary": { "lines": { "percent": 66.6 } } },
            { "filename": "/x/luatypes/src/report.rs", "summary": { "lines": { "percent": 1.0 } } },
        ] }] });
        let column = modules(&export);
        let text = table(&column, &column, &BTreeMap::new());
        assert_eq!(text.lines().count(), 11);
        assert!(text.contains("| env | 67 % | 67 % | - |"), "{text}");
    }
}
