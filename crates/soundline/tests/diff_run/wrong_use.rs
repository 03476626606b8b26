//! Wrong use: one sentence that says what to do.

use super::*;
use crate::support::stderr;

#[test]
fn wrong_use_is_named() {
    let folder = Folder::new("diff-wrong");
    fs::write(folder.path().join("bad.c"), "int main(void) { return 0; }").expect("there is room");
    let refused = |arguments: &[&str], what: &str| {
        let output = folder.soundline(&[&["diff"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    };
    refused(&["run"], "no seeds");
    refused(&["run", "x.c", "--jobs", "0"], "--jobs");
    refused(&["run", "x.c", "--strategy", "luck"], "is not a strategy");
    refused(&["report", "nowhere"], "`soundline diff run` writes it");
    if is_possible() {
        refused(&["run", "bad.c"], "none of this is a seed");
    }
}
