//! Results of interval operations that lack a result of the operation on single numbers. Exit code 0: there is one.

use prevail::crab::interval::Interval;

fn main() {
    let mut lost = 0;
    let mut check = |what: &str, result: Interval, expected: i64| {
        let has = Interval::from_i64(expected).is_included_in(&result);
        println!("{what} = {result}, and {expected} is {}", if has { "in it" } else { "not in it" });
        lost += i32::from(!has);
    };
    let range = Interval::from_i64_pair;
    let two = Interval::from_i64(2);
    // 10 / 2 = 5, and 10 is in [-1, 10].
    check("[-1, 10] udiv 2", range(-1, 10).udiv(&two), 5);
    // 2 % 8 = 2, and 8 is in [8, +oo].
    let from_eight = Interval::new(*Interval::from_i64(8).lb(), *Interval::top().ub());
    check("2 urem [8, +oo]", two.urem(&from_eight), 2);
    // An arithmetic shift of -1 is -1.
    check("-1 ashr 1", Interval::from_i64(-1).ashr(&Interval::from_i64(1)), -1);
    std::process::exit(i32::from(lost == 0));
}
