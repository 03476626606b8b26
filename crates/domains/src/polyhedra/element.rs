//! A polyhedron: how it was made, and its double description once somebody asks for it.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use super::description::{Columns, Cut, Define, Description, Span, with_pair};
use super::form::Form;
use super::order;
use super::table::Table;
use crate::linear::matrix::Matrix;

/// An element of [`Polyhedra`](super::Polyhedra). Cloning shares; the double description is
/// computed at most once, when it is needed.
#[derive(Clone)]
pub struct Polyhedron(Arc<Inner>);

struct Inner {
    dimensions: usize,
    strict: bool,
    /// How many sources are waiting below this one.
    depth: usize,
    /// Taken out when the description is made, so that old polyhedra are not kept alive.
    source: Mutex<Option<Source>>,
    /// `None` if there is no point.
    description: OnceLock<Option<Description>>,
    fingerprint: OnceLock<u64>,
    form: OnceLock<Form>,
    table: OnceLock<Option<Table>>,
}

/// What a polyhedron is to be made of.
#[derive(Clone)]
enum Source {
    /// The points of a polyhedron that satisfy constraints.
    Guard(Polyhedron, Matrix, Matrix),
    /// The points of both.
    Meet(Polyhedron, Polyhedron),
    /// The convex hull of both.
    Join(Polyhedron, Polyhedron),
    /// A polyhedron with lines added.
    Lines(Polyhedron, Matrix),
    /// A polyhedron with a value for a column of which nothing is known.
    Define(Polyhedron, usize, Matrix),
}

/// So many sources wait for each other at most: making them recurs that deep.
const DEPTH: usize = 16;

impl Polyhedron {
    /// The polyhedron with a description, or without points.
    pub(super) fn known(
        dimensions: usize,
        strict: bool,
        description: Option<Description>,
    ) -> Polyhedron {
        let polyhedron = Polyhedron::waiting(dimensions, strict, 0, None);
        let _ = polyhedron.0.description.set(description);
        polyhedron
    }

    fn waiting(
        dimensions: usize,
        strict: bool,
        depth: usize,
        source: Option<Source>,
    ) -> Polyhedron {
        Polyhedron(Arc::new(Inner {
            dimensions,
            strict,
            depth,
            source: Mutex::new(source),
            description: OnceLock::new(),
            fingerprint: OnceLock::new(),
            form: OnceLock::new(),
            table: OnceLock::new(),
        }))
    }

    fn made_of(&self, others: &[&Polyhedron], source: Source) -> Polyhedron {
        let waiting = |p: &&Polyhedron| if p.is_known() { 0 } else { p.0.depth + 1 };
        let mut depth = others.iter().map(waiting).max().unwrap_or(0);
        if depth > DEPTH {
            for other in others {
                other.description();
            }
            depth = 0;
        }
        Polyhedron::waiting(self.0.dimensions, self.0.strict, depth, Some(source))
    }

    /// The points that satisfy constraints, too. Those that wait already are joined.
    pub(super) fn guard(&self, equalities: Matrix, inequalities: Matrix) -> Polyhedron {
        if !self.is_known()
            && let Some(Source::Guard(base, mut more, mut rest)) = self.source()
        {
            more.append(&equalities);
            rest.append(&inequalities);
            let source = Source::Guard(base.clone(), more, rest);
            return self.made_of(&[&base], source);
        }
        self.made_of(&[self], Source::Guard(self.clone(), equalities, inequalities))
    }

    pub(super) fn meet(&self, other: &Polyhedron) -> Polyhedron {
        match self.is(other) {
            true => self.clone(),
            false => self.made_of(&[self, other], Source::Meet(self.clone(), other.clone())),
        }
    }

    pub(super) fn join(&self, other: &Polyhedron) -> Polyhedron {
        match self.is(other) {
            true => self.clone(),
            false => self.made_of(&[self, other], Source::Join(self.clone(), other.clone())),
        }
    }

    /// The polyhedron with lines, if it has points.
    pub(super) fn with_lines(&self, lines: Matrix) -> Polyhedron {
        self.made_of(&[self], Source::Lines(self.clone(), lines))
    }

    /// The polyhedron with a value for a column of which nothing is known; see [`Define`].
    pub(super) fn with_value(&self, column: usize, equation: Matrix) -> Polyhedron {
        self.made_of(&[self], Source::Define(self.clone(), column, equation))
    }

    /// The columns that are kept, moved or new; see [`Columns`].
    pub(super) fn with_columns(&self, sources: &[Option<usize>]) -> Polyhedron {
        let dimensions = sources.len() - 1 - usize::from(self.0.strict);
        let moved = self.description().and_then(|old| old.step(&Columns { sources }));
        Polyhedron::known(dimensions, self.0.strict, moved)
    }

    /// Is it the very same object?
    pub(super) fn is(&self, other: &Polyhedron) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(super) fn dimensions(&self) -> usize {
        self.0.dimensions
    }

    pub(super) fn is_strict(&self) -> bool {
        self.0.strict
    }

    /// The number of columns of its rows.
    pub(super) fn width(&self) -> usize {
        self.0.dimensions + 1 + usize::from(self.0.strict)
    }

    /// The column in which generators are positive that are points of the polyhedron.
    pub(super) fn marker(&self) -> usize {
        if self.0.strict { self.width() - 1 } else { 0 }
    }

    fn is_known(&self) -> bool {
        self.0.description.get().is_some()
    }

    fn source(&self) -> Option<Source> {
        self.0.source.lock().expect("nothing panics while it holds the source").clone()
    }

    /// The double description; `None` if there is no point.
    pub(super) fn description(&self) -> Option<&Description> {
        let make = || {
            let source = self.0.source.lock().expect("nothing panics while it holds the source");
            let source = { source }.take();
            self.make(source.expect("a polyhedron without description has a source"))
        };
        self.0.description.get_or_init(make).as_ref()
    }

    /// Is there no point? A hull has points if one of its parts has, and so has what is projected or
    /// assigned: that needs no description.
    pub(super) fn is_empty(&self) -> bool {
        let parts = match self.0.source.lock().expect("nothing panics while it holds it").as_ref() {
            Some(Source::Join(a, b)) => Some((a.clone(), Some(b.clone()))),
            Some(Source::Lines(base, _) | Source::Define(base, ..)) => Some((base.clone(), None)),
            Some(Source::Guard(..) | Source::Meet(..)) | None => None,
        };
        match parts.filter(|_| !self.is_known()) {
            Some((one, other)) => one.is_empty() && other.is_none_or(|other| other.is_empty()),
            None => self.description().is_none(),
        }
    }

    fn make(&self, source: Source) -> Option<Description> {
        let marker = self.marker();
        match source {
            Source::Guard(base, equalities, inequalities) => {
                let (equalities, inequalities) = (&equalities, &inequalities);
                base.description()?.step(&Cut { equalities, inequalities, marker })
            }
            Source::Meet(a, b) => {
                let (a, b) = larger_first(
                    a.description()?,
                    b.description()?,
                    |d| with_pair!(d, pair => pair.inequalities.len() + pair.equalities.len()),
                );
                let (equalities, inequalities) = (&b.equalities(), &b.inequalities());
                a.step(&Cut { equalities, inequalities, marker })
            }
            Source::Join(a, b) => {
                let (Some(a), Some(b)) = (a.description(), b.description()) else {
                    return a.description().or(b.description()).cloned();
                };
                let (a, b) = larger_first(
                    a,
                    b,
                    |d| with_pair!(d, pair => pair.rays.len() + pair.lines.len()),
                );
                a.step(&Span { lines: &b.lines(), rays: &b.rays() })
            }
            Source::Lines(base, lines) => {
                let rays = &Matrix::new(self.width());
                base.description()?.step(&Span { lines: &lines, rays })
            }
            Source::Define(base, column, equation) => {
                base.description()?.step(&Define { column, equation: &equation })
            }
        }
    }

    /// A number that is the same for equal polyhedra, and seldom for others.
    pub(super) fn fingerprint(&self) -> u64 {
        *self.0.fingerprint.get_or_init(|| {
            self.description().map_or(0, |d| with_pair!(d, pair => order::fingerprint(pair)))
        })
    }

    /// The generators in a form for comparisons; made once.
    pub(super) fn table(&self) -> Option<&Table> {
        let make = || match self.description()? {
            Description::Words(pair) => Table::of(pair),
            Description::Big(_) => None,
        };
        self.0.table.get_or_init(make).as_ref()
    }

    /// The canonical constraints of a polyhedron that has points; made once.
    pub(super) fn form(&self, make: impl FnOnce() -> Form) -> &Form {
        self.0.form.get_or_init(make)
    }
}

fn larger_first<'a>(
    a: &'a Description,
    b: &'a Description,
    size: impl Fn(&Description) -> usize,
) -> (&'a Description, &'a Description) {
    if size(a) < size(b) { (b, a) } else { (a, b) }
}

impl fmt::Debug for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Polyhedron");
        shown.field("dimensions", &self.0.dimensions);
        match self.0.description.get() {
            Some(description) => shown.field("description", description).finish(),
            None => shown.finish_non_exhaustive(),
        }
    }
}
