//! A predicate that another program asks: cvise runs a script, and the script asks here.
//!
//! The analyzers were found once and their verdicts are kept here, so that the script is only a line to
//! this process: it sends the path of a program and gets back whether that is interesting.

use soundline_isolate::Scratch;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asks the predicate behind a socket about a program; this is what the script runs.
pub fn ask_predicate(socket: &Path, program: &Path) -> io::Result<bool> {
    let program = std::path::absolute(program)?;
    let mut line = UnixStream::connect(socket)?;
    line.write_all(program.as_os_str().as_bytes())?;
    line.shutdown(Shutdown::Write)?;
    let mut answer = [0];
    line.read_exact(&mut answer)?;
    Ok(answer == *b"y")
}

/// Where the script asks.
pub(super) struct Listener {
    folder: Scratch,
    listener: UnixListener,
}

impl Listener {
    /// A socket in a folder of its own.
    pub(super) fn new() -> io::Result<Listener> {
        let folder = Scratch::new()?;
        let listener = UnixListener::bind(folder.path().join("predicate"))?;
        listener.set_nonblocking(true)?;
        Ok(Listener { folder, listener })
    }

    /// The socket.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("predicate")
    }

    /// Answers as long as some work goes on, which is what asks.
    pub(super) fn answer<R>(
        &self,
        predicate: impl Fn(&Path) -> bool + Sync,
        work: impl FnOnce() -> R,
    ) -> R {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    match self.listener.accept() {
                        // Whoever hung up does not want to know.
                        Ok((line, _)) => drop(reply(line, &predicate)),
                        Err(_) => std::thread::sleep(Duration::from_millis(20)),
                    }
                }
            });
            let result = work();
            done.store(true, Ordering::Relaxed);
            result
        })
    }
}

fn reply(mut line: UnixStream, predicate: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    line.set_nonblocking(false)?;
    line.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut path = Vec::new();
    line.read_to_end(&mut path)?;
    let path = PathBuf::from(std::ffi::OsString::from_vec(path));
    line.write_all(if predicate(&path) { b"y" } else { b"n" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_arrive() {
        let listener = Listener::new().expect("there is room");
        let socket = listener.path();
        let asked = |name: &str| ask_predicate(&socket, Path::new(name)).expect("an answer");
        let answers = listener.answer(
            |path| path.is_absolute() && path.ends_with("good.c"),
            || [asked("good.c"), asked("bad.c"), asked("/x/good.c")],
        );
        assert_eq!(answers, [true, false, true]);
        drop(listener);
        assert!(ask_predicate(&socket, Path::new("good.c")).is_err());
    }
}
