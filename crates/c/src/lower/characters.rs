//! Questions to `ctype.h` as conditions: they become comparisons, so that branches know the character.

use super::Lowering;
use crate::{
    BinaryOp, BlockId, Cause, Span, Terminator, Value, ValueKind,
    library::{Class, Meaning, characters},
    roles::callee_of,
    tree::{Expr, ExprKind},
};

/// What changes the locale, or works in another one.
const LOCALES: [&str; 3] = ["setlocale", "uselocale", "newlocale"];

impl Lowering<'_> {
    /// The class that an expression asks for, and the character: `isdigit(c)`, or what the macros of glibc make of it,
    /// `(*__ctype_b_loc())[c] & mask`.
    pub(super) fn classified<'e>(&self, expr: &'e Expr) -> Option<(Class, &'e Expr)> {
        match &expr.kind {
            ExprKind::Call { callee, arguments } => {
                let model = self.functions[callee_of(callee)?.index()].model?;
                match (model.meaning, &arguments[..]) {
                    (Meaning::Character(class), [character]) => Some((class, character)),
                    _ => None,
                }
            }
            ExprKind::Binary(BinaryOp::BitAnd, table, mask) => {
                let ExprKind::Int(mask) = plain(mask).kind else { return None };
                let ExprKind::Load(element) = &plain(table).kind else { return None };
                let ExprKind::Index { base, index } = &element.kind else { return None };
                let ExprKind::Load(start) = &plain(base).kind else { return None };
                let ExprKind::Deref(call) = &start.kind else { return None };
                let ExprKind::Call { callee, .. } = &call.kind else { return None };
                let function = &self.functions[callee_of(callee)?.index()];
                let glibc = function.name == "__ctype_b_loc" && function.model.is_some();
                Some((Class::of_mask(mask).filter(|_| glibc)?, index))
            }
            _ => None,
        }
    }

    /// Goes to one of two blocks by the class of a character. Of numbers that are no characters nothing is known.
    pub(super) fn class_condition(
        &mut self,
        class: Class,
        character: &Expr,
        (then, otherwise): (BlockId, BlockId),
        span: Span,
    ) {
        let int = self.types.int();
        let value = self.value(character);
        let value = self.convert(value, int, span);
        let varies = !matches!(class, Class::Digit | Class::Xdigit);
        let own_locale =
            varies && self.functions.iter().any(|one| LOCALES.contains(&one.name.as_str()));
        let (low, high) = characters(own_locale);
        let open = self.new_block();
        self.unless(BinaryOp::Lt, &value, low, open, span);
        self.unless(BinaryOp::Gt, &value, high, open, span);
        for (first, last) in class.ranges() {
            self.unless(BinaryOp::Lt, &value, *first, otherwise, span);
            self.unless(BinaryOp::Le, &value, *last, then, span);
        }
        self.end(Terminator::Goto(otherwise), span);
        self.start(open);
        let any = self.any_value(Cause::Unmodelled("character"), int, span);
        self.end(Terminator::Branch(any, then, otherwise), span);
    }

    /// Goes to a block if a comparison holds, and on otherwise.
    fn unless(&mut self, op: BinaryOp, value: &Value, limit: i128, to: BlockId, span: Span) {
        let int = self.types.int();
        let limit = Value::new(ValueKind::Int(limit), int, span);
        let kind = ValueKind::Binary(op, Box::new(value.clone()), Box::new(limit));
        let next = self.new_block();
        self.end(Terminator::Branch(Value::new(kind, int, span), to, next), span);
        self.start(next);
    }
}

/// Without conversions.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => plain(inner),
        _ => expr,
    }
}
