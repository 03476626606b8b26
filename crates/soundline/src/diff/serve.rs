//! `soundline diff serve`: our own analyzer as a process that stays. Others ask it what `soundline analyze --json` would
//! print, and neither its start nor that of libclang is paid for more than once.

use std::io;
use std::sync::Mutex;

use soundline_c::Clang;
use soundline_diff::analyzer::{LAST, read_question};
use soundline_isolate::{read_block, reserve_stdout, write_block};
use soundline_test::command::{Complaint, Ending};

use crate::analyze;

/// Answers until there are no more questions.
pub fn run() -> Result<Ending, Complaint> {
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let complain = |error: io::Error| Complaint::new(format!("no question can be read: {error}"));
    let answers = Mutex::new(reserve_stdout().map_err(complain)?);
    let send = |text: &str| write_block(&mut *answers.lock().expect("nobody panics with it"), text);
    // The process ends behind this answer, and says so.
    let last = |code: u8, printed: &str| {
        let _ = send(&format!("{code} {LAST}\n{printed}"));
    };
    let mut questions = io::stdin().lock();
    while let Some(text) = read_block(&mut questions).map_err(complain)? {
        let (code, printed) = match read_question(&text) {
            Some((folder, words)) => {
                std::env::set_current_dir(folder).map_err(complain)?;
                analyze::answer(&words, &clang, last)
            }
            None => (Ending::BadInput.code(), "this is not a question".to_string()),
        };
        send(&format!("{code}\n{printed}")).map_err(complain)?;
    }
    Ok(Ending::Nothing)
}
