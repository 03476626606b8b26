//! Initialisers: which value goes to which part of an object (C11 6.7.9).
//!
//! libclang shows braces as they are written, so brace elision and designators are resolved here.

use super::{Reader, declarations::is_expression};
use crate::{
    Error, Type, TypeId,
    clang::{Constant, Cursor, kinds::*},
    tree::{Expr, ExprKind, Init, Part},
};

/// Parts of larger ranges such as `[0 ... 99999] = 1` are not listed one by one.
const RANGE_LIMIT: u64 = 65_536;

/// What an initialiser is made of, so far.
type Parts = Vec<(Vec<Part>, Expr)>;

impl<'u> Reader<'u> {
    /// The initialiser of an object of type `ty`.
    pub(super) fn initialiser(&mut self, cursor: Cursor<'u>, ty: TypeId) -> Result<Init, Error> {
        let mut parts = Vec::new();
        let whole = cursor.kind() != INIT_LIST_EXPR && !self.is_string_for(cursor, ty);
        if whole {
            return Ok(Init::Value(self.expression(cursor)?));
        }
        let modelled = self.initialise(cursor, ty, &mut Vec::new(), &mut parts)?;
        if !modelled {
            return Ok(Init::Unmodelled("initialiser", self.all_expressions(cursor)?));
        }
        // `int x = {1};`
        if self.types.is_scalar(ty) && parts.len() == 1 {
            return Ok(Init::Value(parts.remove(0).1));
        }
        Ok(Init::Parts(parts))
    }

    /// Initialises the part at `path` by one item; false if there is no model for it.
    fn initialise(
        &mut self,
        item: Cursor<'u>,
        ty: TypeId,
        path: &mut Vec<Part>,
        parts: &mut Parts,
    ) -> Result<bool, Error> {
        if self.is_string_for(item, ty) {
            return self.string_parts(item, ty, path, parts);
        }
        if item.kind() == INIT_LIST_EXPR {
            return self.deeper(item.span(), |reader| reader.braces(item, ty, path, parts));
        }
        let value = self.expression(item)?;
        parts.push((path.clone(), value));
        Ok(true)
    }

    /// `{ a, .b = c, [3] = d }` for an object of type `ty`.
    fn braces(
        &mut self,
        list: Cursor<'u>,
        ty: TypeId,
        path: &mut Vec<Part>,
        parts: &mut Parts,
    ) -> Result<bool, Error> {
        let items = list.children();
        if self.types.is_scalar(ty) {
            return match items[..] {
                [item] => self.initialise(item, ty, path, parts),
                _ => Ok(items.is_empty()),
            };
        }
        if let [item] = items[..]
            && self.is_string_for(item, ty)
        {
            return self.string_parts(item, ty, path, parts);
        }
        let root = path.len();
        let Some(first) = self.first_part(ty) else { return Ok(items.is_empty()) };
        path.push(first);
        let mut full = false;
        for item in items {
            let (item, designators) = self.designated(item);
            let mut copies = 1;
            if full && designators.is_empty() {
                // Compilers warn of an item too many, and leave it out.
                match self.expressions_of(item)?.iter().any(|value| value.effects) {
                    true => return Ok(false),
                    false => continue,
                }
            }
            if !designators.is_empty() {
                path.truncate(root);
                match self.follow(&designators, ty, path) {
                    Some(range) if range <= RANGE_LIMIT => copies = range,
                    _ => return Ok(false),
                }
            }
            for copy in 0..copies {
                if copy > 0 {
                    self.advance(ty, root, path);
                }
                if !self.one_item(item, ty, root, path, parts)? {
                    return Ok(false);
                }
                // A value for several elements is evaluated once.
                if copies > 1 && parts.last().is_some_and(|(_, value)| value.effects) {
                    return Ok(false);
                }
            }
            full = !self.advance(ty, root, path);
        }
        path.truncate(root);
        Ok(true)
    }

    /// An item, or all expressions in its braces.
    fn expressions_of(&mut self, item: Cursor<'u>) -> Result<Vec<Expr>, Error> {
        match item.kind() {
            INIT_LIST_EXPR => self.all_expressions(item),
            _ => Ok(vec![self.expression(item)?]),
        }
    }

    /// Gives an item to the part at `path`, or to its first scalar if the item is no whole.
    fn one_item(
        &mut self,
        item: Cursor<'u>,
        ty: TypeId,
        root: usize,
        path: &mut Vec<Part>,
        parts: &mut Parts,
    ) -> Result<bool, Error> {
        loop {
            let Some(part) = self.part_type(ty, &path[root..]) else { return Ok(false) };
            let aggregate = matches!(self.types.get(part), Type::Array { .. } | Type::Record(_));
            let whole = !aggregate
                || item.kind() == INIT_LIST_EXPR
                || self.is_string_for(item, part)
                || self.ty(item.ty()) == part;
            if whole {
                return self.initialise(item, part, path, parts);
            }
            let Some(first) = self.first_part(part) else { return Ok(false) };
            path.push(first);
        }
    }

    /// Splits `.a[2] = x` into `x` and the steps; a step is a field, an index or a range.
    fn designated(&mut self, item: Cursor<'u>) -> (Cursor<'u>, Vec<Designator<'u>>) {
        let children = item.children();
        let designated = item.kind() == UNEXPOSED_EXPR
            && children.len() > 1
            && (children[0].kind() == MEMBER_REF || is_bracket(self, item));
        let Some((value, steps)) = children.split_last().filter(|_| designated) else {
            return (item, Vec::new());
        };
        let mut designators: Vec<Designator<'u>> = Vec::new();
        let mut last_index: Option<Cursor<'u>> = None;
        for step in steps {
            let value = if is_expression(*step) { step.evaluate() } else { None };
            let constant = match value {
                Some(Constant::Int(value)) => u64::try_from(value).ok(),
                _ => None,
            };
            match (constant, last_index, designators.last_mut()) {
                (Some(high), Some(low), Some(Designator::Index(_, end)))
                    if self.ellipsis_between(low, *step) =>
                {
                    *end = high;
                }
                (Some(index), _, _) => designators.push(Designator::Index(index, index)),
                (None, _, _) => designators.push(Designator::Field(*step)),
            }
            last_index = constant.map(|_| *step);
        }
        (*value, designators)
    }

    fn ellipsis_between(&self, low: Cursor<'u>, high: Cursor<'u>) -> bool {
        let span = crate::Span::new(low.span().end, high.span().start);
        self.source.slice(span).contains("...")
    }

    /// Goes where designators lead; the result is how many elements the last one covers.
    fn follow(&self, steps: &[Designator<'u>], ty: TypeId, path: &mut Vec<Part>) -> Option<u64> {
        let mut ty = ty;
        let mut covered = 1;
        for (number, step) in steps.iter().enumerate() {
            match (step, self.types.get(ty)) {
                (Designator::Field(field), Type::Record(record)) => {
                    let field = field.referenced()?;
                    for (record, number) in self.path_to(*record, field) {
                        path.push(Part::Field(record, number));
                        ty = self.types.record(record).fields[number].ty;
                    }
                }
                (Designator::Index(low, high), Type::Array { element, .. }) => {
                    covered = high.checked_sub(*low)?.checked_add(1)?;
                    // `[0 ... 3].x = 1` repeats what follows the range.
                    if covered > 1 && number + 1 < steps.len() {
                        return None;
                    }
                    path.push(Part::Element(*low));
                    ty = *element;
                }
                _ => return None,
            }
        }
        Some(covered)
    }

    /// Goes to the part after the one at `path`, up to the object that `root` steps lead to; false if there is none.
    fn advance(&self, ty: TypeId, root: usize, path: &mut Vec<Part>) -> bool {
        loop {
            let Some(last) = path.pop() else { return false };
            let container = self.part_type(ty, &path[root..]);
            let next = container.and_then(|container| self.next_part(container, last));
            match next {
                Some(next) => {
                    path.push(next);
                    return true;
                }
                None if path.len() == root => {
                    path.push(last);
                    return false;
                }
                None => {}
            }
        }
    }

    fn first_part(&self, ty: TypeId) -> Option<Part> {
        match self.types.get(ty) {
            Type::Array { length: Some(0), .. } => None,
            Type::Array { .. } => Some(Part::Element(0)),
            Type::Record(id) if self.types.record(*id).fields.is_empty() => None,
            Type::Record(id) => Some(Part::Field(*id, 0)),
            _ => None,
        }
    }

    fn next_part(&self, container: TypeId, part: Part) -> Option<Part> {
        match (part, self.types.get(container)) {
            (Part::Element(index), Type::Array { length, .. }) => {
                length.is_none_or(|length| index + 1 < length).then_some(Part::Element(index + 1))
            }
            (Part::Field(id, number), _) => {
                let record = self.types.record(id);
                let more = !record.is_union && number + 1 < record.fields.len();
                more.then_some(Part::Field(id, number + 1))
            }
            _ => None,
        }
    }

    fn part_type(&self, ty: TypeId, path: &[Part]) -> Option<TypeId> {
        path.iter().try_fold(ty, |ty, part| match (part, self.types.get(ty)) {
            (Part::Element(_), Type::Array { element, .. }) => Some(*element),
            (Part::Field(id, number), _) => {
                self.types.record(*id).fields.get(*number).map(|field| field.ty)
            }
            _ => None,
        })
    }

    /// Whether an item is a string literal that fills an array of characters.
    fn is_string_for(&mut self, item: Cursor<'u>, ty: TypeId) -> bool {
        let Type::Array { element, .. } = self.types.get(ty) else { return false };
        self.types.integer(*element).is_some() && string_in(item).is_some()
    }

    fn string_parts(
        &mut self,
        item: Cursor<'u>,
        ty: TypeId,
        path: &[Part],
        parts: &mut Parts,
    ) -> Result<bool, Error> {
        let literal = string_in(item).unwrap_or(item);
        let (Type::Array { element, length }, ExprKind::Variable(id)) =
            (self.types.get(ty).clone(), self.string_literal(literal))
        else {
            return Ok(false);
        };
        let variable = self.variables.pop().filter(|_| self.variables.len() == id.index());
        let Some(crate::Storage::Literal(units)) = variable.map(|variable| variable.storage) else {
            return Ok(false);
        };
        let int = self.types.integer(element).unwrap_or(crate::IntType::INT);
        let fitting = length.unwrap_or(u64::MAX);
        for (index, unit) in (0..fitting).zip(units) {
            let value = int.wrap(unit.into()).unwrap_or(0);
            let path = path.iter().copied().chain([Part::Element(index)]).collect();
            parts.push((path, Expr::new(ExprKind::Int(value), element, item.span())));
        }
        Ok(true)
    }
}

/// A step of a designator: a field, or the elements from an index to another.
enum Designator<'u> {
    Field(Cursor<'u>),
    Index(u64, u64),
}

fn is_bracket(reader: &Reader<'_>, item: Cursor<'_>) -> bool {
    reader.source.slice(item.span()).starts_with('[')
}

/// The string literal that an item is, under parentheses and conversions.
fn string_in(item: Cursor<'_>) -> Option<Cursor<'_>> {
    match item.kind() {
        STRING_LITERAL => Some(item),
        PAREN_EXPR | UNEXPOSED_EXPR => match item.children()[..] {
            [inner] if inner.ty().kind() == item.ty().kind() => string_in(inner),
            _ => None,
        },
        _ => None,
    }
}
