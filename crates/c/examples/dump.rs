//! Prints C files in lowered form: `cargo run -p soundline-c --example dump -- [-m32] FILE.c...`

use soundline_c::{Clang, DataModel, Error, Settings};
use std::{env, path::Path, process::ExitCode};

fn main() -> ExitCode {
    match dump(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn dump(arguments: impl Iterator<Item = String>) -> Result<(), Error> {
    let clang = Clang::find()?;
    let mut settings = Settings::default();
    for argument in arguments {
        if argument == DataModel::Ilp32.flag() {
            settings.model = DataModel::Ilp32;
        } else if argument.starts_with('-') {
            settings.arguments.push(argument);
        } else {
            print!("{}", clang.read(Path::new(&argument), &settings)?.dump());
        }
    }
    Ok(())
}
