//! An element: a matrix of bounds, closed when somebody asks.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use soundline_lattice::Answer;

use super::layout::{Entry, Layout};
use super::matrix::{Closing, Matrix};
use crate::numbers::Rat;

/// An element of [`Octagons`](crate::octagons::Octagons) or [`Zones`](crate::zones::Zones). Clones share
/// their matrix, and what one of them finds out by closing it.
#[derive(Clone)]
pub struct Element<M> {
    dimensions: usize,
    /// `None` for bottom, where that is known from the start.
    node: Option<Arc<Node<M>>>,
}

/// A matrix whose entries are the least bounds that they imply, up to rounding.
#[derive(Clone, Debug)]
pub struct Closed<M> {
    /// The bounds.
    pub matrix: M,
    /// Is each bound the least one indeed? Only then a difference in bounds is one in points.
    pub tight: bool,
}

impl<M> Closed<M> {
    /// Bounds that are not tight may hide that there is no point.
    #[inline]
    pub(super) fn is_bottom(&self) -> Answer {
        if self.tight { Answer::No } else { Answer::Unknown }
    }

    /// Is this below an element, given whether no bound is above one of that? `No` only where the
    /// bounds are tight.
    #[inline]
    pub(super) fn order(&self, no_bound_above: bool) -> Answer {
        match no_bound_above {
            true => Answer::Yes,
            false if self.tight => Answer::No,
            false => Answer::Unknown,
        }
    }
}

/// What clones share.
enum Node<M> {
    Closed(Closed<M>),
    Open(Open<M>),
}

/// Bounds that are closed when somebody asks.
struct Open<M> {
    origin: Origin<M>,
    /// Is there no point? Where that is known without closing.
    is_bottom: Option<Answer>,
    closed: OnceLock<Option<Closed<M>>>,
}

/// Where bounds come from.
enum Origin<M> {
    /// Taken when they are closed, to be closed in place.
    Pending(Mutex<Option<Pending<M>>>),
    /// Bounds as a widening left them. They stay, because a chain of widenings on closed matrices
    /// need not converge (Miné, HOSC 2006, Sect. 4.4).
    Widened(M),
}

/// Bounds that nobody has asked for yet.
enum Pending<M> {
    /// They were given so.
    Given(M),
    /// Those of a closed element, but for a change. Not copied until they must be: what is forgotten is
    /// often assigned next, or looked at when the other element is gone.
    Changed(Arc<Node<M>>, Change),
    /// The larger ones of two closed elements. Whether there is a point is known from these, and one
    /// comparison can do without the larger entries.
    Joined { of: [Arc<Node<M>>; 2], compared: bool },
}

/// What became of a closed element.
#[derive(Clone, Debug)]
pub enum Change {
    /// Nothing is known of a node.
    Forget(usize),
    /// A node moved by so much, and the other way its twin.
    Shift(usize, Rat),
    /// All that is known of a node is its bounds with others.
    Assign(usize, Vec<(Entry, Rat)>),
    /// Some entries have lower bounds.
    Lower(Vec<(Entry, Rat)>),
}

impl<M: Matrix> Element<M> {
    #[inline]
    fn of(dimensions: usize, node: Node<M>) -> Element<M> {
        Element { dimensions, node: Some(Arc::new(node)) }
    }

    #[inline]
    fn open(dimensions: usize, origin: Origin<M>, is_bottom: Option<Answer>) -> Element<M> {
        Element::of(dimensions, Node::Open(Open { origin, is_bottom, closed: OnceLock::new() }))
    }

    /// No point.
    pub(super) fn bottom(dimensions: usize) -> Element<M> {
        Element { dimensions, node: None }
    }

    /// An element that is closed already.
    pub(super) fn closed(dimensions: usize, closed: Closed<M>) -> Element<M> {
        Element::of(dimensions, Node::Closed(closed))
    }

    /// An element that will be closed when needed.
    pub(super) fn unclosed(dimensions: usize, matrix: M) -> Element<M> {
        let pending = Pending::Given(matrix);
        Element::open(dimensions, Origin::Pending(Mutex::new(Some(pending))), None)
    }

    /// The result of a widening, which must stay as it is.
    pub(super) fn widened(dimensions: usize, matrix: M) -> Element<M> {
        Element::open(dimensions, Origin::Widened(matrix), None)
    }

    /// This element, whose closed bounds are given, after a change.
    #[inline]
    pub(super) fn changed(&self, closed: &Closed<M>, change: Change) -> Element<M> {
        let Some(own) = &self.node else { return self.clone() };
        let is_bottom = match change {
            // What only moves has points if this has some.
            Change::Forget(_) | Change::Shift(..) => Some(closed.is_bottom()),
            Change::Assign(..) | Change::Lower(_) => None,
        };
        let pending = Mutex::new(Some(Pending::Changed(own.clone(), change)));
        Element::open(self.dimensions, Origin::Pending(pending), is_bottom)
    }

    /// The larger bounds of this element and another one, whose closed bounds are given: those of closed
    /// matrices are closed.
    pub(super) fn joined(
        &self,
        other: &Element<M>,
        [one, two]: [&Closed<M>; 2],
        layout: &Layout,
    ) -> Element<M> {
        let (Some(a), Some(b)) = (&self.node, &other.node) else { return self.clone() };
        let is_bottom = if are_tight([one, two], layout) { Answer::No } else { Answer::Unknown };
        let pending = Pending::Joined { of: [a.clone(), b.clone()], compared: false };
        let origin = Origin::Pending(Mutex::new(Some(pending)));
        Element::open(self.dimensions, origin, Some(is_bottom))
    }

    /// The number of variables.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The closed bounds; `None` for bottom.
    #[inline]
    pub(super) fn bounds(&self, layout: &Layout) -> Option<&Closed<M>> {
        self.node.as_ref()?.bounds(layout)
    }

    /// Is there no point? The bounds are closed only if they must be to tell.
    #[inline]
    pub(super) fn is_bottom(&self, layout: &Layout) -> Answer {
        match self.node.as_deref() {
            None => Answer::Yes,
            Some(Node::Open(Open { is_bottom: Some(known), .. })) => *known,
            Some(node) => node.bounds(layout).map_or(Answer::Yes, Closed::is_bottom),
        }
    }

    /// Are bounds nowhere above those here, if these were not made yet and need not be to tell?
    #[inline(always)]
    pub(super) fn is_above(&self, matrix: &M, layout: &Layout) -> Option<bool> {
        match self.node.as_deref()? {
            Node::Open(open) if open.closed.get().is_none() => open.is_above(matrix, layout),
            _ => None,
        }
    }

    /// The bounds from which a widening goes on.
    #[inline]
    pub(super) fn left_of_widening(&self) -> Option<&M> {
        match &**self.node.as_ref()? {
            Node::Open(Open { origin: Origin::Widened(matrix), .. }) => Some(matrix),
            _ => None,
        }
    }

    /// Are both the same object?
    #[inline]
    pub(super) fn is(&self, other: &Element<M>) -> bool {
        match (&self.node, &other.node) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

impl<M: Matrix> Node<M> {
    #[inline]
    fn bounds(&self, layout: &Layout) -> Option<&Closed<M>> {
        match self {
            Node::Closed(closed) => Some(closed),
            Node::Open(open) => match open.closed.get() {
                Some(closed) => closed.as_ref(),
                None => open.close(layout),
            },
        }
    }

    /// The bounds, for somebody who has the node for himself.
    fn into_bounds(self) -> Option<Closed<M>> {
        match self {
            Node::Closed(closed) => Some(closed),
            Node::Open(open) => open.closed.into_inner().flatten(),
        }
    }
}

impl<M: Matrix> Open<M> {
    fn is_above(&self, matrix: &M, layout: &Layout) -> Option<bool> {
        let Origin::Pending(pending) = &self.origin else { return None };
        let mut pending = pending.lock().unwrap_or_else(|lock| lock.into_inner());
        match &mut *pending {
            Some(Pending::Changed(from, change)) => {
                matrix.leq_changed(&from.bounds(layout)?.matrix, layout.rows, change)
            }
            // What is compared again is worth making: three matrices are read here, and then two.
            Some(Pending::Joined { of: [a, b], compared: compared @ false }) => {
                *compared = true;
                matrix.leq_max(&a.bounds(layout)?.matrix, &b.bounds(layout)?.matrix)
            }
            _ => None,
        }
    }

    #[cold]
    fn close(&self, layout: &Layout) -> Option<&Closed<M>> {
        let closed = self.closed.get_or_init(|| match &self.origin {
            Origin::Widened(matrix) => close(matrix.clone(), layout),
            Origin::Pending(pending) => {
                let mut pending = pending.lock().unwrap_or_else(|lock| lock.into_inner());
                pending.take().expect("an element that is not closed has bounds").close(layout)
            }
        });
        closed.as_ref()
    }
}

impl<M: Matrix> Pending<M> {
    fn close(self, layout: &Layout) -> Option<Closed<M>> {
        match self {
            Pending::Given(matrix) => close(matrix, layout),
            Pending::Changed(from, change) => {
                let mut closed = match Arc::try_unwrap(from) {
                    Ok(unshared) => unshared.into_bounds()?,
                    Err(shared) => shared.bounds(layout)?.clone(),
                };
                let closing = change.apply(&mut closed.matrix, layout);
                closed.tight &= closing == Closing::Tight;
                debug_assert!(!closed.tight || is_closed(&closed.matrix, layout), "it stays so");
                (closing != Closing::Empty).then_some(closed)
            }
            Pending::Joined { of: [a, b], .. } => {
                let (one, two) = (a.bounds(layout)?, b.bounds(layout)?);
                let (matrix, tight) = (one.matrix.max(&two.matrix), are_tight([one, two], layout));
                debug_assert!(!tight || is_closed(&matrix, layout), "{matrix:?}");
                Some(Closed { matrix, tight })
            }
        }
    }
}

impl Change {
    /// Change a closed matrix, which is closed afterwards.
    fn apply<M: Matrix>(self, matrix: &mut M, layout: &Layout) -> Closing {
        let rows = layout.rows;
        match self {
            Change::Forget(node) => {
                matrix.forget(rows, node);
                Closing::Tight
            }
            Change::Shift(node, step) => match matrix.shift(rows, node, &step) {
                true => Closing::Tight,
                false => Closing::Loose,
            },
            Change::Assign(node, bounds) => {
                matrix.forget(rows, node);
                bounds.iter().for_each(|(entry, bound)| matrix.lower(rows, *entry, bound));
                matrix.close_node(layout, node)
            }
            Change::Lower(bounds) => matrix.constrain(layout, &bounds),
        }
    }
}

/// Is the join of two elements tight? Points of mixed spaces may have less extreme values than the bounds say.
fn are_tight<M>([one, two]: [&Closed<M>; 2], layout: &Layout) -> bool {
    one.tight && two.tight && !layout.mixed
}

fn close<M: Matrix>(mut matrix: M, layout: &Layout) -> Option<Closed<M>> {
    match matrix.close(layout) {
        Closing::Empty => None,
        closing => Some(Closed { matrix, tight: closing == Closing::Tight }),
    }
}

/// Does closing change nothing?
pub(super) fn is_closed<M: Matrix>(matrix: &M, layout: &Layout) -> bool {
    let mut again = matrix.clone();
    again.close(layout) != Closing::Empty && again.same(matrix)
}

impl<M: Matrix> fmt::Debug for Element<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(node) = &self.node else { return write!(f, "bottom of {}", self.dimensions) };
        let mut out = f.debug_struct("Element");
        out.field("dimensions", &self.dimensions);
        match &**node {
            Node::Closed(closed) => out.field("closed", closed),
            Node::Open(open) => match (open.closed.get(), &open.origin) {
                (Some(closed), _) => out.field("closed", closed),
                (None, Origin::Widened(matrix)) => out.field("widened", matrix),
                (None, Origin::Pending(pending)) => out.field("unclosed", pending),
            },
        };
        out.finish()
    }
}

impl<M: fmt::Debug> fmt::Debug for Pending<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pending::Given(matrix) => write!(f, "{matrix:?}"),
            Pending::Changed(_, change) => write!(f, "bounds after {change:?}"),
            Pending::Joined { .. } => write!(f, "bounds of a join"),
        }
    }
}
