//! The chain x := widen(x, x joined with f(x)) does not become stable. Exit code 0: so it is.

use scry_octagon::*;

fn main() {
    // -2 <= x0 <= 0 and x1 <= x0.
    let mut x = add_diff(&set_upper(&set_lower(&top(2), 0, -2), 0, 0), 1, 0, 0);
    let rounds = 100_000;
    for round in 1..=rounds {
        // f: assume x0 = -1; assume x1 >= -1; x1 := x1 + 1.
        let guarded = set_lower(&set_upper(&set_lower(&x, 0, -1), 0, -1), 1, -1);
        let image = assign_add_const(&guarded, 1, 1, 1);
        let next = widen(&x, &join(&x, &image));
        if leq(&next, &x) {
            println!("stable after {round} rounds");
            std::process::exit(1);
        }
        x = next;
        if round <= 4 || round == rounds {
            println!("round {round}: x0 in {:?}, x1 in {:?}", bound_of(&x, 0), bound_of(&x, 1));
        }
    }
    println!("not stable after {rounds} rounds");
}
