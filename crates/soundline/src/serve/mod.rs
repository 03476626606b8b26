//! `soundline serve`: results in a browser.

mod browser;
mod host;

use std::io::{ErrorKind, IsTerminal};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use host::CommandLine;
use soundline_isolate::Stop;
use soundline_targets::Registry;
use soundline_test::command::arguments::FOLDER;
use soundline_test::command::{Complaint, Ending, interruptible, screen, write_whole};
use soundline_viewer::{Key, Library, Site, Until, export, serve};

/// Look at results in a browser
///
/// All results below a folder are shown: those of `test` and `diff run`, and what `laws`, `analyze` and
/// `eval` printed with --json into files. The server answers this machine alone.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline serve                      the results below soundline-out
  soundline serve results --no-open    print the address, open no browser
  soundline serve --allow-run          traces and analyzers can be run, too
  soundline serve --export public      write all pages as files instead

Exit codes: 0 it was stopped, or all pages are written, 2 wrong use.")]
pub struct Arguments {
    /// Folder with results
    #[arg(default_value = FOLDER, value_name = "DIR")]
    folder: PathBuf,
    /// Port to listen at; 0 takes a free one
    #[arg(long, default_value_t = 7468, value_name = "N", conflicts_with = "export")]
    port: u16,
    /// Allow pages to run traces and analyzers, within limits
    #[arg(long, conflicts_with = "export")]
    allow_run: bool,
    /// Do not open a browser
    #[arg(long, conflicts_with = "export")]
    no_open: bool,
    /// Write all pages into this folder, and do not serve them
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: Registry) -> Result<Ending, Complaint> {
    let folder = &arguments.folder;
    if !folder.is_dir() {
        return Err(Complaint::new(format!(
            "there is no folder {}; name one with results, such as that of `soundline test --out`",
            folder.display()
        )));
    }
    let stop = Stop::default();
    let site = Site {
        library: Library::new(folder),
        host: Box::new(CommandLine::new(registry, stop.clone())),
        allow_run: arguments.allow_run,
    };
    match &arguments.export {
        Some(out) => {
            let write = |name: PathBuf, text: &str| write_whole(&out.join(name), text.as_bytes());
            let pages = export(&site, write)?;
            screen::say(&format!("{pages} pages in {}\n", out.display()))?;
        }
        None => listen(arguments, site, stop)?,
    }
    Ok(Ending::Nothing)
}

fn listen(arguments: &Arguments, site: Site, stop: Stop) -> Result<(), Complaint> {
    let port = arguments.port;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        Complaint::new(match error.kind() {
            ErrorKind::AddrInUse => {
                format!(
                    "port {port} is in use; choose another one with --port, or any with --port 0"
                )
            }
            _ => format!(
                "nothing can listen at port {port}: {error}; choose another one with --port"
            ),
        })
    })?;
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let port = listener.local_addr().map_err(|error| complain(&error))?.port();
    let key = Key::new().map_err(|error| complain(&error))?;
    let until = Arc::new(Until::default());
    let asked = Arc::clone(&until);
    interruptible(move || {
        stop.now();
        asked.end();
    })?;
    let address = format!("http://127.0.0.1:{port}/?key={}", key.text());
    screen::say(&format!(
        "{} is shown at {address}\nCtrl-C ends it.\n",
        arguments.folder.display()
    ))?;
    if !arguments.no_open && std::io::stdout().is_terminal() {
        browser::open(&address);
    }
    serve(site, key, listener, &until).map_err(|error| complain(&error))
}
