//! The user's browser. It belongs to the user and stays when the server ends, which is why crate `isolate` does not start it.

use std::process::{Command, Stdio};

/// What opens an address on a desktop.
const OPENER: &str = "xdg-open";

/// Opens an address, if there is a desktop; whoever has none reads the address.
pub fn open(address: &str) {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        return;
    }
    let mut command = Command::new(OPENER);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut started) = command.spawn() {
        // Somebody has to hear how it ended.
        std::thread::spawn(move || started.wait());
    }
}
