//! Code that nobody here wrote: every C file under the folder that `SOUNDLINE_C_DIR` names is read, and
//! what comes out is checked for consistency. Files that the system's compiler rejects may fail too.

mod audit;
mod installed;

use soundline_c::{DataModel, Settings};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

#[test]
fn every_file_of_a_folder_is_read() {
    let Some(folder) = env::var_os("SOUNDLINE_C_DIR") else {
        eprintln!("SOUNDLINE_C_DIR is not set: nothing to read");
        return;
    };
    let Some(clang) = installed::clang() else { return };
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files);
    assert!(!files.is_empty(), "there are no C files in {}", Path::new(&folder).display());
    let (mut read, mut rejected, mut faults) = (0, 0, Vec::new());
    for file in &files {
        let settings = settings(file);
        match clang.read(file, &settings) {
            Ok(program) => {
                audit::audit(&program);
                read += 1;
            }
            Err(_) if !compiles(file, &settings) => rejected += 1,
            Err(error) => faults.push(error.to_string()),
        }
    }
    println!("{read} of {} files read, {rejected} rejected by the compiler too", files.len());
    assert!(faults.is_empty(), "{} files failed:\n{}", faults.len(), faults.join("\n"));
}

fn settings(file: &Path) -> Settings {
    let folders = file.parent().into_iter().chain(file.parent().and_then(Path::parent));
    let mut arguments: Vec<String> = folders.map(|at| format!("-I{}", at.display())).collect();
    arguments.extend(
        env::var("SOUNDLINE_C_FLAGS")
            .iter()
            .flat_map(|flags| flags.split_whitespace().map(str::to_owned).collect::<Vec<_>>()),
    );
    Settings { model: DataModel::Lp64, arguments, ..Settings::default() }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(extension, Some("c" | "i")) {
            files.push(path);
        }
    }
}

fn compiles(file: &Path, settings: &Settings) -> bool {
    let mut command = Command::new("cc");
    command.args(["-fsyntax-only", "-w", "-std=gnu11"]).args(&settings.arguments).arg(file);
    command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
