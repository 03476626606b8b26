//! An element that is called a top, and that a merge changes. Exit code 0: so it is.

use lattices::{IsTop, Max, Merge, WithTop};

fn main() {
    let mut inner = WithTop::new(Some(Max::new(u8::MAX)));
    let added = WithTop::new(None);
    let (is_top, below) = (inner.is_top(), inner < added);
    let changed = inner.merge(added);
    println!("is_top: {is_top}; below another element: {below}; a merge changes it: {changed}");
    std::process::exit(i32::from(!(is_top && below && changed)));
}
