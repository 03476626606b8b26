//! What we may do on this machine.

use soundline_needs::program;
use std::process::Command;

/// May packages be installed here? If not, the reason.
pub fn may_install() -> Result<(), String> {
    if program("apt-get").is_none() {
        return Err("there is no apt-get here".into());
    }
    let user = Command::new("id").arg("-u").output();
    match user {
        Ok(output) if output.stdout.trim_ascii() == b"0" => Ok(()),
        _ => Err("only root may install packages".into()),
    }
}
