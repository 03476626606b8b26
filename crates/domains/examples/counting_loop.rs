//! The invariant of `i := 0; while i < n { i := i + 1 }` with `0 <= n <= 100`, in several domains.
//!
//! Boxes know the ranges of `i` and `n`; domains with relations also know that `i <= n`.

use soundline_domains::boxes::Boxes;
use soundline_domains::expr::Space;
use soundline_domains::octagons::Octagons;
use soundline_domains::polyhedra::Polyhedra;
use soundline_domains::{Domain, Error};

/// Widen until nothing moves, then go down once. `i` is x0 and `n` is x1.
fn invariant<D: Domain>(domain: &D) -> Result<D::Elem, Error> {
    let space = domain.space();
    let start = ["x0 = 0", "x1 >= 0", "x1 <= 100"].map(|text| space.parse(text));
    let entry = domain.from_constraints(&start.into_iter().collect::<Result<Vec<_>, _>>()?)?;
    let (test, next) = (space.parse("x0 < x1")?, space.parse_expr("x0 + 1")?);
    let step = |a: &D::Elem| -> Result<D::Elem, Error> {
        let moved = domain.assign(&domain.guard(a, &test)?, 0, &next)?;
        Ok(domain.join(&entry, &moved))
    };
    let mut a = entry.clone();
    loop {
        let b = step(&a)?;
        if domain.leq(&b, &a).is_yes() {
            return step(&a);
        }
        a = domain.widen(&a, &domain.join(&a, &b));
    }
}

fn report<D: Domain>(name: &str, domain: D) -> Result<(), Error> {
    let exit = domain.space().parse("x0 >= x1")?;
    let invariant = invariant(&domain)?;
    println!("{name}: invariant {}", domain.show_constraints(&invariant));
    println!("{name}: afterwards {}", domain.show_constraints(&domain.guard(&invariant, &exit)?));
    Ok(())
}

fn main() -> Result<(), Error> {
    let space = Space::integers(2);
    report("boxes", Boxes::exact(space.clone()))?;
    report("octagons", Octagons::exact(space.clone()))?;
    report("polyhedra", Polyhedra::closed(space))
}
