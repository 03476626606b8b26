//! The program exports the callbacks of code coverage, so that instrumented libraries which it loads
//! find them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-bins=-rdynamic");
}
