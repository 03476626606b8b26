//! Operator signatures, as a user writes them.

use soundline_lattice::lattices::{Sign, SignElem};
use soundline_lattice::*;

fn mul(a: &SignElem, b: &SignElem) -> SignElem {
    Sign.mul(a, b)
}

fn pick(name: &&str, a: &SignElem, by: &u32, b: &SignElem) -> SignElem {
    if name.len() as u32 + by > 2 { *a } else { *b }
}

#[test]
fn several_properties_in_one_signature() {
    let checks = signature!(mul: Sign -<!~%-> Sign -~<-> Sign; sound |x, y| x.checked_mul(*y));
    for r in Runner::new().run_all(&checks) {
        println!("{r}");
    }
    let checks = signature!("square" = |s| Sign.mul(s, s); Sign -<!%^v*-> Sign);
    for r in Runner::new().run_all(&checks) {
        println!("{r}");
    }
    let checks = signature!(pick: Values::among(["x", "yy"]) --> Sign -<-> Values::new(|c| c.draw(3) as u32) --> Sign -<-> Sign);
    for r in Runner::new().run_all(&checks) {
        println!("{r}");
    }
    let checks = Suite::new("sign", Sign)
        .widening()
        .equality()
        .hashing()
        .ordering()
        .concretisation()
        .checks();
    for r in Runner::new().run_all(&checks) {
        println!("{r}");
    }
}
