//! Expressions, with the conversions that C leaves out.

use super::{Reader, declarations::is_expression};
use crate::{
    Error, Span, Storage, Type, TypeId,
    clang::{Constant, Cursor, kinds::*},
    tree::{Expr, ExprKind},
};

impl<'u> Reader<'u> {
    pub(super) fn expression(&mut self, cursor: Cursor<'u>) -> Result<Expr, Error> {
        self.deeper(cursor.span(), |reader| {
            let mut expr = reader.any_expression(cursor)?;
            if expr.is_place() && cursor.kind() != PAREN_EXPR {
                let ty = cursor.ty().canonical();
                expr.volatile |= ty.is_volatile() || ty.kind() == TYPE_ATOMIC;
            }
            Ok(expr)
        })
    }

    fn any_expression(&mut self, cursor: Cursor<'u>) -> Result<Expr, Error> {
        let children = cursor.children();
        let kind = match (cursor.kind(), &children[..]) {
            (PAREN_EXPR, [inner]) => return self.expression(*inner),
            (UNEXPOSED_EXPR, _) => return self.unexposed(cursor, &children),
            (INTEGER_LITERAL | CHARACTER_LITERAL | FLOATING_LITERAL | UNARY_EXPR, _) => {
                match cursor.evaluate() {
                    // `sizeof(s.a = 1)` is 1 in gcc, where the type has the bits of the field, and 4 in clang.
                    Some(Constant::Int(_)) if names_bit_field(cursor) => {
                        ExprKind::AnyValue { what: "size of a bit-field", operands: Vec::new() }
                    }
                    Some(Constant::Int(value)) => ExprKind::Int(value),
                    Some(Constant::Float(value)) => ExprKind::Float(value),
                    None => self.run_time_size(cursor)?,
                }
            }
            (STRING_LITERAL, _) => self.string_literal(cursor),
            (DECL_REF_EXPR, _) => self.name(cursor)?,
            (MEMBER_REF_EXPR, [base, ..]) => return self.member(cursor, *base),
            (CALL_EXPR, [callee, arguments @ ..]) => self.call(cursor, *callee, arguments)?,
            (UNARY_OPERATOR, [operand]) => return self.unary(cursor, *operand),
            (ARRAY_SUBSCRIPT_EXPR, [left, right]) => {
                let (left, right) = (self.expression(*left)?, self.expression(*right)?);
                let swapped = self.types.pointee(left.ty).is_none();
                if swapped && self.types.pointee(right.ty).is_none() {
                    let kind = ExprKind::AnyValue { what: "element", operands: vec![left, right] };
                    return Ok(self.made(cursor, kind));
                }
                let (base, index) = if swapped { (right, left) } else { (left, right) };
                ExprKind::Index { base: Box::new(base), index: Box::new(index) }
            }
            (BINARY_OPERATOR, [left, right]) => self.binary(cursor, *left, *right)?,
            (COMPOUND_ASSIGN_OPERATOR, [left, right]) => self.assign_op(cursor, *left, *right)?,
            (CONDITIONAL_OPERATOR, [condition, then, otherwise]) => {
                let condition = self.boxed_expression(*condition)?;
                let then = self.boxed_expression(*then)?;
                ExprKind::Conditional(condition, then, self.boxed_expression(*otherwise)?)
            }
            (C_STYLE_CAST_EXPR, [.., operand]) => return self.cast(cursor, *operand),
            (COMPOUND_LITERAL_EXPR, [.., init]) => {
                let ty = self.ty(cursor.ty());
                let storage =
                    if self.function.is_some() { Storage::Local } else { Storage::Static };
                let variable = self.unnamed_variable("literal.".into(), ty, storage, cursor);
                let init = self.initialiser(*init, ty)?;
                if self.function.is_none() {
                    self.variables[variable.index()].init = Some(init);
                    ExprKind::Variable(variable)
                } else {
                    ExprKind::CompoundLiteral(variable, Box::new(init))
                }
            }
            (ADDR_LABEL_EXPR, [label, ..]) => ExprKind::LabelAddress(self.label_name(*label)),
            (STMT_EXPR, [block]) => ExprKind::Statements(self.block(*block)?),
            (GENERIC_SELECTION_EXPR, _) => return self.generic(cursor, &children),
            _ => self.unmodelled(cursor, "expression")?,
        };
        Ok(self.made(cursor, kind))
    }

    pub(super) fn made(&mut self, cursor: Cursor<'u>, kind: ExprKind) -> Expr {
        let ty = match kind {
            ExprKind::Variable(id) => self.variables[id.index()].ty,
            ExprKind::Function(id) => self.functions[id.index()].ty,
            ExprKind::Deref(_) | ExprKind::Index { .. } => self.ty(cursor.ty()),
            ExprKind::CompoundLiteral(..)
            | ExprKind::Unmodelled { .. }
            | ExprKind::AnyValue { .. } => self.ty(cursor.ty()),
            _ => self.value_type(cursor.ty()),
        };
        Expr::new(kind, ty, cursor.span())
    }

    pub(super) fn boxed_expression(&mut self, cursor: Cursor<'u>) -> Result<Box<Expr>, Error> {
        self.expression(cursor).map(Box::new)
    }

    pub(super) fn unmodelled(
        &mut self,
        cursor: Cursor<'u>,
        what: &'static str,
    ) -> Result<ExprKind, Error> {
        Ok(ExprKind::Unmodelled { what, mentions: self.all_expressions(cursor)? })
    }

    /// The size of a type that is only known at run time: what is in it is evaluated.
    fn run_time_size(&mut self, cursor: Cursor<'u>) -> Result<ExprKind, Error> {
        let (what, mentions) = ("size at run time", self.all_expressions(cursor)?);
        Ok(match mentions.iter().any(|mention| mention.effects) {
            true => ExprKind::Unmodelled { what, mentions },
            false => ExprKind::AnyValue { what, operands: Vec::new() },
        })
    }

    /// Implicit conversions, and what else libclang has no kind for.
    fn unexposed(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>]) -> Result<Expr, Error> {
        let operands: Vec<_> = children.iter().copied().filter(|c| is_expression(*c)).collect();
        if let [operand] = operands[..]
            && operand.span() == cursor.span()
        {
            let operand = self.expression(operand)?;
            let designates =
                matches!(self.types.get(operand.ty), Type::Array { .. } | Type::Function { .. });
            let ty = match designates {
                true => self.ty(cursor.ty()),
                false => self.value_type(cursor.ty()),
            };
            return Ok(self.converted(operand, ty));
        }
        let text = self.source.slice(cursor.span()).into_owned();
        let kind = match operands[..] {
            _ if text.starts_with("__builtin_va_arg") => self.unmodelled(cursor, "va_arg")?,
            [condition, then, otherwise] if text.starts_with("__builtin_choose_expr") => {
                match condition.evaluate() {
                    Some(Constant::Int(0)) => return self.expression(otherwise),
                    Some(Constant::Int(_)) => return self.expression(then),
                    _ => self.unmodelled(cursor, "builtin")?,
                }
            }
            // GNU C's `?:`: libclang shows the shared operand three times.
            [common, second, third, otherwise]
                if [second, third].iter().all(|other| other.span() == common.span())
                    && self.is_or_else(common.span(), otherwise.span()) =>
            {
                let common = self.boxed_expression(common)?;
                ExprKind::OrElse(common, self.boxed_expression(otherwise)?)
            }
            _ if text.starts_with("__builtin_") => match cursor.evaluate() {
                Some(Constant::Int(value)) => ExprKind::Int(value),
                _ => self.unmodelled(cursor, "builtin")?,
            },
            _ => self.unmodelled(cursor, "expression")?,
        };
        Ok(self.made(cursor, kind))
    }

    /// Whether nothing but `?:` and parentheses stand between two operands.
    fn is_or_else(&self, left: Span, right: Span) -> bool {
        let between = self.source.slice(Span::new(left.end, right.start.max(left.end)));
        let signs: String = between.chars().filter(|c| !c.is_whitespace()).collect();
        signs.trim_start_matches(')').trim_end_matches('(') == "?:"
    }

    /// The operand as a value of type `ty`.
    pub(super) fn converted(&mut self, operand: Expr, ty: TypeId) -> Expr {
        let span = operand.span;
        let to_pointer = self.types.pointee(ty).is_some();
        let operand = match self.types.get(operand.ty) {
            Type::Array { .. } | Type::Function { .. } if to_pointer => {
                return Expr::new(ExprKind::Decay(Box::new(operand)), ty, span);
            }
            Type::Array { .. } | Type::Function { .. } => return operand,
            _ if operand.is_place() => {
                let ty = operand.ty;
                Expr::new(ExprKind::Load(Box::new(operand)), ty, span)
            }
            _ => operand,
        };
        if operand.ty == ty {
            return operand;
        }
        let scalars = self.types.is_scalar(operand.ty) && self.types.is_scalar(ty);
        let kind = match self.types.get(ty) {
            Type::Void => ExprKind::Convert(Box::new(operand)),
            _ if scalars => ExprKind::Convert(Box::new(operand)),
            // From or to a complex number or vector.
            _ => ExprKind::AnyValue { what: "conversion", operands: vec![operand] },
        };
        Expr::new(kind, ty, span)
    }

    fn name(&mut self, cursor: Cursor<'u>) -> Result<ExprKind, Error> {
        let Some(declaration) = cursor.referenced() else {
            return self.unmodelled(cursor, "name");
        };
        Ok(match declaration.kind() {
            VAR_DECL | PARM_DECL => ExprKind::Variable(self.variable_id(declaration)),
            FUNCTION_DECL => ExprKind::Function(self.function_id(declaration)),
            ENUM_CONSTANT_DECL => {
                let ty = self.ty(cursor.ty());
                let signed = self.types.integer(ty).is_none_or(|int| int.signed);
                ExprKind::Int(declaration.enum_value(signed))
            }
            _ => self.unmodelled(cursor, "name")?,
        })
    }

    fn member(&mut self, cursor: Cursor<'u>, base: Cursor<'u>) -> Result<Expr, Error> {
        let mut expr = self.expression(base)?;
        if let Some(pointee) = self.types.pointee(expr.ty) {
            let span = expr.span;
            let volatile = base.ty().canonical().pointee().is_volatile();
            expr = Expr::new(ExprKind::Deref(Box::new(expr)), pointee, span);
            expr.volatile = volatile;
        }
        let record = match self.types.get(expr.ty) {
            Type::Record(record) => Some(*record),
            _ => None,
        };
        let path =
            record.zip(cursor.referenced()).map(|(record, field)| self.path_to(record, field));
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            let kind = self.unmodelled(cursor, "member")?;
            return Ok(self.made(cursor, kind));
        };
        for (record, field) in path {
            let ty = self.types.record(record).fields[field].ty;
            let kind = ExprKind::Member { base: Box::new(expr), record, field };
            expr = Expr::new(kind, ty, cursor.span());
        }
        Ok(expr)
    }

    fn call(
        &mut self,
        cursor: Cursor<'u>,
        callee: Cursor<'u>,
        arguments: &[Cursor<'u>],
    ) -> Result<ExprKind, Error> {
        let name = self.source.slice(callee.span());
        let constants = ["__builtin_inf", "__builtin_huge_val", "__builtin_nan"];
        if constants.iter().any(|constant| name.starts_with(constant))
            && let Some(Constant::Float(value)) = cursor.evaluate()
        {
            return Ok(ExprKind::Float(value));
        }
        let callee = self.boxed_expression(callee)?;
        let arguments: Result<Vec<_>, _> =
            arguments.iter().map(|argument| self.expression(*argument)).collect();
        Ok(ExprKind::Call { callee, arguments: arguments? })
    }

    /// `_Generic`: libclang shows all branches and not which one was taken.
    fn generic(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>]) -> Result<Expr, Error> {
        let ty = self.ty(cursor.ty());
        // gcc and clang do not agree on the types of bit-fields.
        if children.first().is_some_and(|control| names_bit_field(*control)) {
            let kind = self.unmodelled(cursor, "_Generic")?;
            return Ok(self.made(cursor, kind));
        }
        let branches: Vec<_> =
            children.iter().skip(1).copied().filter(|child| is_expression(*child)).collect();
        if branches.iter().all(|branch| branch.kind() == INTEGER_LITERAL)
            && let Some(Constant::Int(value)) = cursor.evaluate()
        {
            return Ok(self.made(cursor, ExprKind::Int(value)));
        }
        let mut fitting = branches;
        fitting.retain(|branch| self.ty(branch.ty()) == ty);
        match fitting[..] {
            [only] => self.expression(only),
            _ => {
                let kind = self.unmodelled(cursor, "_Generic")?;
                Ok(self.made(cursor, kind))
            }
        }
    }
}

/// Whether a bit-field is named in an expression.
fn names_bit_field(cursor: Cursor<'_>) -> bool {
    let own = cursor.kind() == MEMBER_REF_EXPR
        && cursor.referenced().is_some_and(|field| field.bit_width().is_some());
    own || cursor.children().into_iter().any(names_bit_field)
}
