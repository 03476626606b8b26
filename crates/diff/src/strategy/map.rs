//! Where one can go from a candidate: the statements of the syntax tree, and the candidates in them.

use crate::Candidate;
use soundline_c::{
    FunctionId, Program, Span,
    tree::{ExprKind, Stmt, StmtKind},
};
use std::collections::BTreeMap;

/// How many calls deep a candidate is looked for where a statement has none.
const CALLS: usize = 4;

/// A statement of the program.
#[derive(Clone, Debug)]
struct Place {
    span: Span,
    parent: Option<usize>,
    children: Vec<usize>,
    /// Candidates in it and not in its children.
    own: Vec<usize>,
    /// Functions that it calls itself.
    calls: Vec<FunctionId>,
}

/// The candidates of a program by their places.
#[derive(Clone, Debug)]
pub(super) struct Map {
    places: Vec<Place>,
    roots: BTreeMap<FunctionId, usize>,
    /// The statements that call the function with that body.
    callers: BTreeMap<usize, Vec<usize>>,
    place_of: Vec<usize>,
    depths: Vec<u32>,
    start: usize,
}

impl Map {
    pub(super) fn of(program: &Program, candidates: &[Candidate]) -> Map {
        let depths = candidates.iter().map(|candidate| candidate.site.depth).collect();
        let mut map = Map {
            places: Vec::new(),
            roots: BTreeMap::new(),
            callers: BTreeMap::new(),
            place_of: Vec::new(),
            depths,
            start: 0,
        };
        for (id, function, _) in program.bodies() {
            if let Some(body) = &function.body {
                let root = map.add(body, None);
                map.roots.insert(id, root);
            }
        }
        for place in 0..map.places.len() {
            for function in map.places[place].calls.clone() {
                if let Some(root) = map.roots.get(&function) {
                    map.callers.entry(*root).or_default().push(place);
                }
            }
        }
        for (index, candidate) in candidates.iter().enumerate() {
            let root = map.roots.get(&candidate.site.function).copied().unwrap_or(0);
            let place = map.innermost(root, candidate.site.span);
            map.places[place].own.push(index);
            map.place_of.push(place);
        }
        let main = program.function_named("main").and_then(|main| map.roots.get(&main).copied());
        let start = main.and_then(|main| map.first_within(main, 0).or_else(|| map.first(main)));
        map.start = start.unwrap_or(0);
        map
    }

    /// The first candidate of `main`.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    pub(super) fn len(&self) -> usize {
        self.place_of.len()
    }

    pub(super) fn depth(&self, candidate: usize) -> u32 {
        self.depths[candidate]
    }

    /// The statements around a candidate, innermost first.
    pub(super) fn around(&self, candidate: usize) -> impl Iterator<Item = usize> {
        let innermost = Some(self.place_of[candidate]);
        std::iter::successors(innermost, |place| self.places[*place].parent)
    }

    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// Where one can go from a candidate in one step: to another expression of the statement, to the
    /// statement before or after, out to the one around, into those inside, into a function called.
    pub(super) fn moves(&self, candidate: usize) -> Vec<usize> {
        let place = self.place_of[candidate];
        let here = &self.places[place];
        let position = here.own.iter().position(|own| *own == candidate).unwrap_or(0);
        let mut moves: Vec<usize> = Vec::new();
        moves.extend(position.checked_sub(1).map(|before| here.own[before]));
        moves.extend(here.own.get(position + 1));
        moves.extend(here.children.iter().filter_map(|child| self.first(*child)));
        moves.extend(self.out(place));
        moves.extend(self.siblings(place));
        moves.extend(self.called(place));
        moves.sort_unstable();
        moves.dedup();
        moves.retain(|target| *target != candidate);
        moves
    }

    /// The candidate of the nearest statement around that has one; beyond the body of a function,
    /// those of its callers.
    fn out(&self, place: usize) -> Vec<usize> {
        let mut outer = self.places[place].parent;
        let mut root = place;
        while let Some(parent) = outer {
            if let Some(own) = self.places[parent].own.first() {
                return vec![*own];
            }
            (root, outer) = (parent, self.places[parent].parent);
        }
        let callers = self.callers.get(&root).into_iter().flatten();
        callers.flat_map(|caller| self.near(*caller)).collect()
    }

    /// The candidates of functions that a statement calls.
    fn called(&self, place: usize) -> Vec<usize> {
        let functions = self.places[place].calls.iter();
        let roots = functions.filter_map(|function| self.roots.get(function));
        roots.filter_map(|root| self.first(*root)).collect()
    }

    /// The first candidate of a statement, or those next to it.
    fn near(&self, place: usize) -> Vec<usize> {
        match self.places[place].own.first() {
            Some(own) => vec![*own],
            None => self.siblings(place),
        }
    }

    /// The nearest statements before and after, in the same block or one around it.
    fn siblings(&self, place: usize) -> Vec<usize> {
        let Some(parent) = self.places[place].parent else { return Vec::new() };
        let children = &self.places[parent].children;
        let position = children.iter().position(|child| *child == place).unwrap_or(0);
        let before = children[..position].iter().rev().find_map(|child| self.first(*child));
        let after = children[position + 1..].iter().find_map(|child| self.first(*child));
        match (before, after) {
            (None, None) => self.siblings(parent),
            _ => before.into_iter().chain(after).collect(),
        }
    }

    /// The first candidate in a statement, inside it, or in a function that it calls.
    fn first(&self, place: usize) -> Option<usize> {
        self.first_within(place, CALLS)
    }

    fn first_within(&self, place: usize, calls: usize) -> Option<usize> {
        let here = &self.places[place];
        let inside = || here.children.iter().find_map(|child| self.first_within(*child, calls));
        let called = || {
            let calls = calls.checked_sub(1)?;
            let roots = here.calls.iter().filter_map(|function| self.roots.get(function));
            roots.filter_map(|root| self.first_within(*root, calls)).next()
        };
        here.own.first().copied().or_else(inside).or_else(called)
    }

    fn add(&mut self, stmt: &Stmt, parent: Option<usize>) -> usize {
        let place = self.places.len();
        let (children, own, calls) = (Vec::new(), Vec::new(), calls(stmt));
        self.places.push(Place { span: stmt.span, parent, children, own, calls });
        let children = inside(stmt).into_iter().map(|inner| self.add(inner, Some(place))).collect();
        self.places[place].children = children;
        place
    }

    fn innermost(&self, place: usize, span: Span) -> usize {
        let children = &self.places[place].children;
        let inner = children.iter().find(|child| self.places[**child].span.contains(span));
        inner.map_or(place, |inner| self.innermost(*inner, span))
    }
}

/// The statements directly inside.
fn inside(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::Block(statements) => statements.iter().collect(),
        StmtKind::If { then, otherwise, .. } => {
            std::iter::once(then).chain(otherwise).map(|stmt| &**stmt).collect()
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => vec![body],
        StmtKind::For { init, body, .. } => {
            init.iter().chain(std::iter::once(body)).map(|stmt| &**stmt).collect()
        }
        StmtKind::Switch { body, .. } | StmtKind::Case { body, .. } => vec![body],
        StmtKind::Default(body) | StmtKind::Labelled(_, body) => vec![body],
        _ => Vec::new(),
    }
}

/// The functions that a statement mentions, unless they are in a statement inside it.
fn calls(stmt: &Stmt) -> Vec<FunctionId> {
    let inner = inside(stmt);
    let mentioned = stmt.expressions().into_iter().filter_map(|expr| match expr.kind {
        ExprKind::Function(function) => Some((function, expr.span)),
        _ => None,
    });
    let outside = |span: Span| !inner.iter().any(|inner| inner.span.contains(span));
    mentioned.filter(|(_, span)| outside(*span)).map(|(function, _)| function).collect()
}
