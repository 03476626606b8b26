//! Operators and casts.

use super::Reader;
use crate::{
    BinaryOp, Error, IntType, Rank, Type, TypeId, UnaryOp,
    clang::{Cursor, kinds::*},
    tree::{Expr, ExprKind},
};

impl<'u> Reader<'u> {
    pub(super) fn unary(&mut self, cursor: Cursor<'u>, operand: Cursor<'u>) -> Result<Expr, Error> {
        let inner = self.boxed_expression(operand)?;
        let step = |up, postfix, place| ExprKind::Step { place, up, postfix };
        let kind = match cursor.unary_operator() {
            POST_INC => step(true, true, inner),
            POST_DEC => step(false, true, inner),
            PRE_INC => step(true, false, inner),
            PRE_DEC => step(false, false, inner),
            ADDRESS_OF => ExprKind::AddressOf(inner),
            DEREF => ExprKind::Deref(inner),
            MINUS => ExprKind::Unary(UnaryOp::Neg, inner),
            BIT_NOT => ExprKind::Unary(UnaryOp::BitNot, inner),
            LOGICAL_NOT => ExprKind::Unary(UnaryOp::Not, inner),
            PLUS | EXTENSION => return Ok(Expr { span: cursor.span(), ..*inner }),
            _ => ExprKind::AnyValue { what: "operator", operands: vec![*inner] },
        };
        let operator = self.made(cursor, kind);
        let on_scalar = match &operator.kind {
            ExprKind::Unary(_, inner) => self.types.is_scalar(inner.ty),
            _ => true,
        };
        let modelled = on_scalar && (self.types.is_scalar(operator.ty) || operator.is_place());
        let function = matches!(self.types.get(operator.ty), Type::Function { .. });
        Ok(if modelled || function { operator } else { self.without_model(operator) })
    }

    pub(super) fn binary(
        &mut self,
        cursor: Cursor<'u>,
        left: Cursor<'u>,
        right: Cursor<'u>,
    ) -> Result<ExprKind, Error> {
        let (left, right) = (self.boxed_expression(left)?, self.boxed_expression(right)?);
        Ok(match cursor.binary_operator().as_str() {
            "," => ExprKind::Comma(left, right),
            // A part of a vector or complex number.
            "=" if !left.is_place() => {
                ExprKind::Unmodelled { what: "assignment", mentions: vec![*left, *right] }
            }
            "=" => ExprKind::Assign(left, right),
            "&&" => ExprKind::And(left, right),
            "||" => ExprKind::Or(left, right),
            symbol => match operator(symbol) {
                Some(op) if self.types.is_scalar(left.ty) && self.types.is_scalar(right.ty) => {
                    ExprKind::Binary(op, left, right)
                }
                _ => ExprKind::AnyValue { what: "operator", operands: vec![*left, *right] },
            },
        })
    }

    pub(super) fn assign_op(
        &mut self,
        cursor: Cursor<'u>,
        left: Cursor<'u>,
        right: Cursor<'u>,
    ) -> Result<ExprKind, Error> {
        let (place, value) = (self.boxed_expression(left)?, self.boxed_expression(right)?);
        let symbol = cursor.binary_operator();
        let op = symbol.strip_suffix('=').and_then(operator);
        let scalar = self.types.is_scalar(place.ty) && self.types.is_scalar(value.ty);
        let scalar = scalar && place.is_place();
        let Some(op) = op.filter(|_| scalar) else {
            return Ok(ExprKind::Unmodelled { what: "operator", mentions: vec![*place, *value] });
        };
        let compute = self.compute_type(op, &place, &value);
        Ok(ExprKind::AssignOp { op, place, value, compute })
    }

    /// libclang converts the right operand to the common type (not for shifts) and does not tell to
    /// what it converts the left one.
    fn compute_type(&mut self, op: BinaryOp, place: &Expr, value: &Expr) -> TypeId {
        if self.types.pointee(place.ty).is_some() {
            return place.ty;
        }
        match self.types.integer(place.ty) {
            Some(int) if matches!(op, BinaryOp::Shl | BinaryOp::Shr) => {
                // Those wider than `int` keep their declared type.
                let int = self.bit_field(place).filter(|field| field.bits <= 32).unwrap_or(int);
                self.types.intern(Type::Int(int.promoted()))
            }
            _ => value.ty,
        }
    }

    /// The width and sign of a bit-field.
    fn bit_field(&self, place: &Expr) -> Option<IntType> {
        let ExprKind::Member { record, field, .. } = place.kind else { return None };
        let field = &self.types.record(record).fields[field];
        let bits = field.bit_width?;
        let int = self.types.integer(field.ty)?;
        (bits < int.bits).then_some(IntType { bits, rank: Rank::BitField, ..int })
    }

    pub(super) fn cast(&mut self, cursor: Cursor<'u>, operand: Cursor<'u>) -> Result<Expr, Error> {
        let ty = self.ty(cursor.ty());
        let mut mentions = self.all_expressions(cursor)?;
        // Lengths in the type come first.
        let lengths = mentions.len().saturating_sub(1);
        if mentions[..lengths].iter().any(|length| length.effects) {
            let kind = ExprKind::Unmodelled { what: "cast", mentions };
            return Ok(Expr::new(kind, ty, cursor.span()));
        }
        let operand = match mentions.pop() {
            Some(operand) => operand,
            None => self.expression(operand)?,
        };
        if operand.ty == ty && !operand.is_place() {
            return Ok(Expr { span: cursor.span(), ..operand });
        }
        let scalars = self.types.is_scalar(ty) && self.types.is_scalar(operand.ty);
        let kind = match self.types.get(ty) {
            Type::Void => ExprKind::Convert(Box::new(operand)),
            _ if scalars => ExprKind::Convert(Box::new(operand)),
            // A cast to a union, or of a vector.
            _ => ExprKind::AnyValue { what: "cast", operands: vec![operand] },
        };
        Ok(Expr::new(kind, ty, cursor.span()))
    }

    /// An operator on numbers without a model.
    fn without_model(&mut self, expr: Expr) -> Expr {
        let (ty, span, what) = (expr.ty, expr.span, "operator");
        let kind = match expr.kind {
            ExprKind::Unary(_, inner) => ExprKind::AnyValue { what, operands: vec![*inner] },
            ExprKind::Step { place, .. } => ExprKind::Unmodelled { what, mentions: vec![*place] },
            kind => kind,
        };
        Expr::new(kind, ty, span)
    }
}

fn operator(symbol: &str) -> Option<BinaryOp> {
    BinaryOp::ALL.iter().find(|(_, known)| *known == symbol).map(|(op, _)| *op)
}
