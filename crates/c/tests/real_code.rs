//! Code that nobody here wrote: every C file under the folders that `SOUNDLINE_C_DIR` names is read, and
//! what comes out is checked for consistency. Files that the system's compiler rejects may fail too.

mod audit;
mod foreign;
mod installed;

use soundline_c::Settings;
use std::{
    path::Path,
    process::{Command, Stdio},
};

#[test]
#[ignore = "reads the folder that SOUNDLINE_C_DIR names"]
fn every_file_of_a_folder_is_read() {
    let files = foreign::files();
    let Some(clang) = installed::clang() else { return };
    let (mut read, mut rejected, mut faults) = (0, 0, Vec::new());
    for file in &files {
        let settings = foreign::settings(file);
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

fn compiles(file: &Path, settings: &Settings) -> bool {
    let mut command = Command::new("cc");
    command.args(["-fsyntax-only", "-w", "-std=gnu11"]).args(&settings.arguments).arg(file);
    command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
