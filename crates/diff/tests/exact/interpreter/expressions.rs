//! Expressions: their values, of which candidates are noted, and the places that they name.

use super::value::is_true;
use super::{Interpreter, Result, Val, unknown};
use soundline_c::{
    BinaryOp, UnaryOp,
    tree::{Expr, ExprKind, StmtKind},
};

impl Interpreter<'_> {
    pub(super) fn truth(&mut self, expr: &Expr) -> Result<bool> {
        Ok(is_true(&self.value(expr)?))
    }

    /// The value of an expression; noted if it is a candidate.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<Val> {
        let value = self.compute(expr)?;
        if let (Val::Int(int), Some(number)) = (&value, self.numbers.get(&expr.span))
            && self.is_innermost(expr)
        {
            self.events.push((*number as u32, *int));
        }
        Ok(value)
    }

    /// Several nodes may have one range; the one inside is what is written.
    fn is_innermost(&self, expr: &Expr) -> bool {
        let integral = |e: &Expr| self.program.types.integer(e.ty).is_some() && !e.is_place();
        integral(expr) && !expr.children().iter().any(|c| c.span == expr.span && integral(c))
    }

    fn compute(&mut self, expr: &Expr) -> Result<Val> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(Val::Int(*value)),
            ExprKind::Function(function) => Ok(Val::Function(*function)),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => match &place.kind {
                ExprKind::Function(function) => Ok(Val::Function(*function)),
                _ => self.place(place).map(|(object, offset)| Val::Ptr(object, offset)),
            },
            ExprKind::Load(place) => {
                let (object, offset) = self.place(place)?;
                self.load(object, offset, expr.ty)
            }
            ExprKind::Convert(inner) => {
                let value = self.value(inner)?;
                self.converted(value, expr.ty)
            }
            ExprKind::Unary(op, inner) => {
                let value = self.value(inner)?;
                let int = match (op, &value) {
                    (UnaryOp::Not, value) => i128::from(!is_true(value)),
                    (UnaryOp::Neg, Val::Int(int)) => -int,
                    (UnaryOp::BitNot, Val::Int(int)) => !int,
                    _ => return unknown(op),
                };
                self.converted(Val::Int(int), expr.ty)
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                self.binary(*op, a, b, left.ty, right.ty, expr.ty)
            }
            ExprKind::And(left, right) => {
                Ok(Val::Int(i128::from(self.truth(left)? && self.truth(right)?)))
            }
            ExprKind::Or(left, right) => {
                Ok(Val::Int(i128::from(self.truth(left)? || self.truth(right)?)))
            }
            ExprKind::Conditional(condition, then, otherwise) => match self.truth(condition)? {
                true => self.value(then),
                false => self.value(otherwise),
            },
            ExprKind::Comma(left, right) => {
                self.value(left)?;
                self.value(right)
            }
            ExprKind::Assign(place, value) => {
                // C leaves the order open; gcc starts on the left here, which shows in recursions.
                let (object, offset) = self.place(place)?;
                let value = self.value(value)?;
                self.put(object, offset, place, value)
            }
            ExprKind::AssignOp { op, place, value, compute } => {
                let right = self.value(value)?;
                let (object, offset) = self.place(place)?;
                let left = self.load(object, offset, place.ty)?;
                let left = match &left {
                    Val::Int(_) => self.converted(left, *compute)?,
                    _ => left,
                };
                let ty = if matches!(left, Val::Int(_)) { *compute } else { place.ty };
                let result = self.binary(*op, left, right, place.ty, value.ty, ty)?;
                self.put(object, offset, place, result)
            }
            ExprKind::Step { place, up, postfix } => {
                let (object, offset) = self.place(place)?;
                let old = self.load(object, offset, place.ty)?;
                let by = Val::Int(if *up { 1 } else { -1 });
                let ty = place.ty;
                let new = self.binary(BinaryOp::Add, old.clone(), by, ty, ty, ty)?;
                let new = self.put(object, offset, place, new)?;
                Ok(if *postfix { old } else { new })
            }
            ExprKind::Call { callee, arguments } => {
                let Val::Function(function) = self.value(callee)? else {
                    return unknown("a callee");
                };
                let arguments: Result<Vec<Val>> =
                    arguments.iter().map(|argument| self.value(argument)).collect();
                self.call(function, arguments?)
            }
            ExprKind::Member { base, record, field } => {
                // A member of a struct that is a value.
                let Val::Record(cells) = self.value(base)? else { return unknown("a member") };
                let at = i128::from(self.program.types.record(*record).fields[*field].offset_bits);
                let cell = cells.into_iter().find(|(offset, _)| *offset == at);
                cell.map_or_else(|| unknown("a member"), |(_, value)| Ok(value))
            }
            ExprKind::Statements(statements) => {
                let (last, first) = statements.split_last().expect("there is a value");
                for stmt in first {
                    self.statement(stmt)?;
                }
                match &last.kind {
                    StmtKind::Expr(value) => self.value(value),
                    _ => self.statement(last).map(|_| Val::Nothing),
                }
            }
            other => unknown(std::mem::discriminant(other)),
        }
    }

    fn place(&mut self, expr: &Expr) -> Result<(usize, i128)> {
        match &expr.kind {
            ExprKind::Variable(variable) => Ok((self.variable(*variable)?, 0)),
            ExprKind::Deref(pointer) => match self.value(pointer)? {
                Val::Ptr(object, offset) if object != 0 => Ok((object, offset)),
                other => unknown(other),
            },
            ExprKind::Index { base, index } => {
                let (base, index) = (self.value(base)?, self.value(index)?);
                match (base, index) {
                    (Val::Ptr(object, offset), Val::Int(index)) => {
                        Ok((object, offset + index * self.bits(expr.ty)))
                    }
                    other => unknown(other),
                }
            }
            ExprKind::Member { base, record, field } => {
                let (object, offset) = self.place(base)?;
                let field = &self.program.types.record(*record).fields[*field];
                Ok((object, offset + i128::from(field.offset_bits)))
            }
            other => unknown(std::mem::discriminant(other)),
        }
    }
}
