//! Lua that others published, from Debian's packages.

use luatypes::engine::{Fault, analyze_within};
use luatypes::{syntax, with_stack};
use mlua::Lua;
use soundline_needs as needs;

const PACKAGES: [needs::Package; 7] = [
    needs::LUA_INSPECT,
    needs::LUA_DKJSON,
    needs::LUA_ARGPARSE,
    needs::LUA_MARKDOWN,
    needs::LUA_BASEXX,
    needs::LUA_BINARYHEAP,
    needs::LUA_MESSAGEPACK,
];

/// Every file is read, and analyzed as far as a test has time; whatever is certain is listed here with the reason.
#[test]
fn published_files_are_read_without_a_crash() {
    for package in PACKAGES {
        if !package.found() {
            continue;
        }
        for file in package.files {
            let text = std::fs::read(file).expect("the package has it");
            Lua::new().load(&*text).into_function().expect("Lua reads it");
            let certain = with_stack(|| {
                let program =
                    syntax::parse(&text).unwrap_or_else(|error| panic!("{file}: {error:?}"));
                let outcome = analyze_within(&program, false, 500);
                let notes =
                    outcome.notes.values().filter(|note| note.fault() == Some(Fault::Certain));
                if outcome.finished { notes.count() } else { 0 }
            });
            assert_eq!(certain, 0, "{file}");
        }
    }
}
