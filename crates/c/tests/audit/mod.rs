//! What must be true of every lowered program.

use soundline_c::{
    Action, Base, Callee, Cfg, CheckKind, Place, Program, Span, Step, Storage, Terminator, Type,
    Value, ValueKind, tree::ExprKind,
};
use std::collections::HashSet;

/// Fails if a program contradicts itself.
pub fn audit(program: &Program) {
    for (_, function, cfg) in program.bodies() {
        let audit = Audit { program, name: &function.name };
        audit.graph(cfg, function.span);
    }
    let everything = Span::new(0, program.source.bytes().len() as u32);
    Audit { program, name: "startup" }.graph(&program.startup, everything);
    sites(program);
    ranges(program);
}

/// The text at the range of an expression is that expression.
fn ranges(program: &Program) {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for expr in bodies.flat_map(|body| body.expressions()) {
        let text = program.source.slice(expr.span);
        let fits = match &expr.kind {
            ExprKind::Variable(id) => match &program.variable(*id).storage {
                Storage::Literal(_) => text.ends_with('"') || text.starts_with("__"),
                _ => text == program.variable(*id).name,
            },
            ExprKind::Function(id) => text == program.function(*id).name,
            ExprKind::Member { record, field, .. } => {
                text.ends_with(&program.types.record(*record).fields[*field].name)
            }
            ExprKind::Index { .. } => text.ends_with(']'),
            ExprKind::Call { .. } | ExprKind::Statements(_) => text.ends_with(')'),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (left.span, right.span);
                let between = program.source.slice(Span::new(left.end, right.start));
                between.contains(op.symbol())
                    && left.start >= expr.span.start
                    && right.end <= expr.span.end
            }
            _ => !text.is_empty(),
        };
        assert!(fits, "`{text}` is not {:?}", expr.kind);
    }
}

/// Sites are expressions: balanced, and not cut out of a token.
fn sites(program: &Program) {
    let bytes = program.source.bytes();
    for site in program.sites() {
        let text = program.source.slice(site.span);
        let name =
            |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let (start, end) = (site.span.start as usize, site.span.end as usize);
        let starts_inside = name(bytes.get(start)) && start > 0 && name(bytes.get(start - 1));
        let ends_inside = name(bytes.get(end - 1)) && name(bytes.get(end));
        assert!(!starts_inside && !ends_inside, "a token is cut: {text}");
        assert!(program.types.integer(site.ty).is_some(), "not integral: {text}");
        assert!(program.function(site.function).span.contains(site.span));
    }
}

struct Audit<'p> {
    program: &'p Program,
    name: &'p str,
}

impl Audit<'_> {
    fn graph(&self, cfg: &Cfg, span: Span) {
        let mut labels = HashSet::new();
        let mut checks = HashSet::new();
        for block in &cfg.blocks {
            for instruction in &block.instructions {
                let inside = span.contains(instruction.span);
                assert!(inside, "{}: {:?} is outside", self.name, instruction);
                match &instruction.action {
                    Action::Point(label) => assert!(labels.insert(*label), "a label twice"),
                    Action::Check(check) => {
                        checks.insert(check.id);
                    }
                    _ => {}
                }
                self.action(&instruction.action);
            }
            for next in block.terminator.successors() {
                assert!(next.index() < cfg.blocks.len(), "{}: no such block", self.name);
            }
            match &block.terminator {
                Terminator::Branch(value, ..) => self.scalar(value),
                Terminator::Switch { value, .. } => self.integer(value),
                Terminator::GotoAddress(value, _) | Terminator::Return(Some(value)) => {
                    self.value(value);
                }
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Stop => {}
            }
        }
        assert!(labels.iter().all(|label| (label.0 as usize) < cfg.points.len()));
        assert!(checks.iter().all(|id| *id < cfg.checks));
        let starts: Vec<u32> = cfg.points.iter().map(|point| point.span.start).collect();
        assert!(starts.is_sorted(), "{}: labels are not in the order of the text", self.name);
    }

    fn action(&self, action: &Action) {
        match action {
            Action::Assign(place, value) => {
                self.place(place);
                self.value(value);
                assert_eq!(
                    place.ty,
                    value.ty,
                    "{}: {}",
                    self.name,
                    self.program.show_action(action)
                );
            }
            Action::Zero(place) | Action::Havoc(place, _) => self.place(place),
            Action::Call { result, callee, arguments } => {
                result.iter().for_each(|place| self.place(place));
                if let Callee::Pointer(pointer) = callee {
                    self.value(pointer);
                }
                arguments.iter().for_each(|argument| self.value(argument));
            }
            Action::Assume(value) => self.scalar(value),
            Action::Check(check) => match &check.kind {
                CheckKind::Assertion(value) => self.scalar(value),
                CheckKind::Divisor(value) | CheckKind::ShiftAmount(value, _) => self.integer(value),
                CheckKind::Overflow(value) | CheckKind::Quotient(value) => self.integer(value),
                CheckKind::Index { index, .. } => self.integer(index),
                CheckKind::Access { pointer, .. } => self.scalar(pointer),
                CheckKind::Region { pointer, extent, .. } => {
                    self.scalar(pointer);
                    extent.values().into_iter().for_each(|value| self.scalar(value));
                }
                CheckKind::FloatToInt(value, _) | CheckKind::Free(value) => self.scalar(value),
                CheckKind::Length(value) => self.integer(value),
                CheckKind::Apart { to, from, length } => {
                    [to, from, length].into_iter().for_each(|value| self.scalar(value));
                }
                CheckKind::Finite(value) => self.scalar(value),
                CheckKind::Return | CheckKind::Freed | CheckKind::Initialised { .. } => {}
                CheckKind::Written(_) => {}
                CheckKind::ErrorCall | CheckKind::Unreachable => {}
            },
            Action::Unknown { places, .. } => places.iter().for_each(|place| self.place(place)),
            Action::Point(_) | Action::Declare(_) | Action::End(_) | Action::Granted(_) => {}
        }
    }

    /// The type of a place is that of the variable or pointee, field by field.
    fn place(&self, place: &Place) {
        let types = &self.program.types;
        let shown = || format!("{}: {}", self.name, self.program.show_place(place));
        let mut ty = match &place.base {
            Base::Variable(id) => Some(self.program.variable(*id).ty),
            Base::Pointer(pointer) => {
                self.value(pointer);
                None
            }
        };
        for step in &place.path {
            ty = match (step, ty.map(|ty| types.get(ty))) {
                (Step::Field(record, field), _) => {
                    let field = &types.record(*record).fields[*field];
                    field.bit_width.is_none().then_some(field.ty)
                }
                (Step::Index(index), Some(Type::Array { element, .. })) => {
                    self.integer(index);
                    Some(*element)
                }
                (Step::Index(_), None) => None,
                (Step::Index(_), Some(_)) => panic!("{}: index of no array", shown()),
            };
        }
        if let Some(ty) = ty {
            assert_eq!(types.show(ty), types.show(place.ty), "{}", shown());
        }
    }

    fn value(&self, value: &Value) {
        let types = &self.program.types;
        let shown = || format!("{}: {}", self.name, self.program.show_value(value));
        assert!(value.depth() < 250, "too deep");
        match &value.kind {
            ValueKind::Int(constant) => {
                if let Some(int) = types.integer(value.ty) {
                    assert!(int.contains(*constant), "{}", shown());
                }
            }
            ValueKind::Load(place) | ValueKind::AddressOf(place) => self.place(place),
            ValueKind::Binary(op, left, right) => {
                use soundline_c::BinaryOp::{Shl, Shr};
                if !matches!(op, Shl | Shr) && types.pointee(left.ty).is_none() {
                    assert_eq!(types.show(left.ty), types.show(right.ty), "{}", shown());
                }
                if !op.is_comparison() {
                    assert_eq!(types.show(left.ty), types.show(value.ty), "{}", shown());
                }
            }
            ValueKind::PointerAdd { pointer, index, .. } => {
                assert!(types.pointee(pointer.ty).is_some(), "{}", shown());
                self.integer(index);
            }
            _ => {}
        }
        for operand in value.operands() {
            self.value(operand);
        }
    }

    fn integer(&self, value: &Value) {
        let integral = self.program.types.integer(value.ty).is_some();
        assert!(integral, "{}: not integral: {}", self.name, self.program.show_value(value));
        self.value(value);
    }

    fn scalar(&self, value: &Value) {
        let scalar = self.program.types.is_scalar(value.ty);
        assert!(scalar, "{}: no scalar: {}", self.name, self.program.show_value(value));
        self.value(value);
    }
}
