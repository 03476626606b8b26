//! Intervals of my own: a range for each variable, or `None` for no point at all.
use soundline_test::prelude::*;

type Ranges = Option<Vec<Interval>>;
#[derive(Clone)]
pub(crate) struct MyIntervals(pub(crate) Space);

fn both(a: &Ranges, b: &Ranges, one: fn(&Interval, &Interval) -> Interval) -> Ranges {
    let (Some(x), Some(y)) = (a, b) else { return a.clone().or(b.clone()) };
    Some(x.iter().zip(y).map(|(x, y)| one(x, y)).collect())
}
impl Lattice for MyIntervals {
    type Elem = Ranges;
    fn bottom(&self) -> Ranges {
        None
    }
    fn leq(&self, a: &Ranges, b: &Ranges) -> Answer {
        (self.join(a, b) == *b).into()
    }
    fn equal(&self, a: &Ranges, b: &Ranges) -> Answer {
        (a == b).into()
    }
    fn join(&self, a: &Ranges, b: &Ranges) -> Ranges {
        both(a, b, Interval::join)
    }
    fn meet(&self, a: &Ranges, b: &Ranges) -> Ranges {
        a.as_ref()?.iter().zip(b.as_ref()?).map(|(x, y)| x.meet(y)).collect()
    }
}
impl Widening for MyIntervals {
    fn widen(&self, a: &Ranges, b: &Ranges) -> Ranges {
        both(a, b, Interval::widen)
    }
}
impl Domain for MyIntervals {
    fn space(&self) -> &Space {
        &self.0
    }
    fn over(&self, space: Space) -> MyIntervals {
        MyIntervals(space)
    }
    fn capabilities(&self) -> Capabilities {
        Capabilities { best: Best::ALL, ..Capabilities::of(Kind::Intervals) }
    }
    fn universe(&self) -> Ranges {
        Some(vec![Interval::ALL; self.0.dimensions()])
    }
    fn guard(&self, a: &Ranges, constraint: &Constraint) -> Result<Ranges, Error> {
        Ok(a.as_ref().and_then(|ranges| constraint.restrict(ranges)))
    }
    fn forget(&self, a: &Ranges, gone: &[Var]) -> Result<Ranges, Error> {
        let mut result = a.clone();
        result.iter_mut().for_each(|ranges| gone.iter().for_each(|v| ranges[*v] = Interval::ALL));
        Ok(result)
    }
    fn to_constraints(&self, a: &Ranges) -> Vec<Constraint> {
        let Some(ranges) = a else { return vec![Constraint::falsity()] };
        let sides = |(v, x)| Constraint::within(&LinearExpr::variable(v), x);
        ranges.iter().enumerate().flat_map(sides).collect()
    }
}
soundline_test::test_domain! { "my-intervals" => MyIntervals }
