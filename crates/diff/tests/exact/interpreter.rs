//! A tracer that shares nothing with the instrumentation: it walks over the syntax tree, computes with
//! big integers, and notes the value of each candidate as it is evaluated.
//!
//! Memory is a set of objects with cells by bit offset, so there are no bytes to look at; programs
//! that want them, or floating-point numbers, are refused.

use soundline_c::{
    BinaryOp, FunctionId, IntType, Program, Role, Span, Storage, Type, TypeId, UnaryOp, VarId,
    tree::{Expr, ExprKind, Init, Part, Stmt, StmtKind},
};
use std::collections::HashMap;

/// A value of the interpreter.
#[derive(Clone, Debug, PartialEq)]
enum Val {
    Int(i128),
    /// An object and a bit offset; object 0 is nowhere.
    Ptr(usize, i128),
    Function(FunctionId),
    /// The cells of a struct.
    Record(Vec<(i128, Val)>),
    Nothing,
}

/// Why a run ended before `main` returned, or cannot be followed.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// `abort()` or a failed assumption.
    Aborted,
    /// Too many steps.
    Endless,
    /// Something that this interpreter does not know.
    Unknown(String),
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(Val),
    Goto(String),
}

pub struct Interpreter<'p> {
    program: &'p Program,
    numbers: HashMap<Span, usize>,
    /// Every evaluation of a candidate: its number and value.
    pub events: Vec<(u32, i128)>,
    inputs: std::vec::IntoIter<i128>,
    cells: HashMap<(usize, i128), Val>,
    zeroed: Vec<bool>,
    statics: HashMap<VarId, usize>,
    frames: Vec<HashMap<VarId, usize>>,
    steps: usize,
}

type Result<T> = std::result::Result<T, Stop>;

fn unknown<T>(what: impl std::fmt::Debug) -> Result<T> {
    Err(Stop::Unknown(format!("{what:?}")))
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program, candidates: &[Span], inputs: Vec<i128>) -> Self {
        let numbers = candidates.iter().enumerate().map(|(number, span)| (*span, number)).collect();
        Self {
            program,
            numbers,
            events: Vec::new(),
            inputs: inputs.into_iter(),
            cells: HashMap::new(),
            zeroed: vec![false],
            statics: HashMap::new(),
            frames: Vec::new(),
            steps: 0,
        }
    }

    /// Runs `main`.
    pub fn run(&mut self) -> Result<()> {
        let main = self.program.function_named("main").expect("a seed has a main");
        self.call(main, Vec::new()).map(drop)
    }

    fn call(&mut self, function: FunctionId, arguments: Vec<Val>) -> Result<Val> {
        let defined = self.program.function(function);
        match (defined.role, &defined.body) {
            (Role::Nondet, _) => return Ok(Val::Int(self.inputs.next().unwrap_or(0))),
            (Role::Stop, _) => return Err(Stop::Aborted),
            (_, None) => return unknown(&defined.name),
            _ => {}
        }
        if self.frames.len() > 2000 {
            return unknown("a deep recursion");
        }
        let mut frame = HashMap::new();
        for (variable, value) in defined.parameters.iter().zip(arguments) {
            let object = self.object(false);
            self.store(object, 0, value);
            frame.insert(*variable, object);
        }
        self.frames.push(frame);
        let body = defined.body.as_ref().expect("it was matched above");
        let flow = self.statement(body);
        self.frames.pop();
        match flow? {
            Flow::Return(value) => Ok(value),
            Flow::Goto(label) => unknown(label),
            _ => Ok(Val::Nothing),
        }
    }

    fn object(&mut self, zeroed: bool) -> usize {
        self.zeroed.push(zeroed);
        self.zeroed.len() - 1
    }

    fn store(&mut self, object: usize, offset: i128, value: Val) {
        match value {
            Val::Record(cells) => {
                cells.into_iter().for_each(|(at, value)| self.store(object, offset + at, value));
            }
            value => {
                self.cells.insert((object, offset), value);
            }
        }
    }

    fn load(&self, object: usize, offset: i128, ty: TypeId) -> Result<Val> {
        let types = &self.program.types;
        if let Type::Record(_) = types.get(ty) {
            let end = offset + types.size(ty).unwrap_or(0) as i128 * 8;
            let inside = |at: &i128| (offset..end).contains(at);
            let cells = self.cells.iter().filter(|((o, at), _)| *o == object && inside(at));
            return Ok(Val::Record(cells.map(|((_, at), v)| (at - offset, v.clone())).collect()));
        }
        match self.cells.get(&(object, offset)) {
            Some(value) => Ok(value.clone()),
            None if self.zeroed[object] && types.pointee(ty).is_some() => Ok(Val::Ptr(0, 0)),
            None if self.zeroed[object] => Ok(Val::Int(0)),
            None => unknown("a read of nothing"),
        }
    }

    fn variable(&mut self, variable: VarId) -> Result<usize> {
        if let Some(object) = self.frames.last().and_then(|frame| frame.get(&variable)) {
            return Ok(*object);
        }
        if let Some(object) = self.statics.get(&variable) {
            return Ok(*object);
        }
        let declared = self.program.variable(variable);
        let object = self.object(true);
        self.statics.insert(variable, object);
        if let Storage::Literal(units) = &declared.storage {
            for (at, unit) in units.iter().enumerate() {
                self.store(object, at as i128 * 8, Val::Int(i128::from(*unit as u8 as i8)));
            }
        }
        if let Some(init) = &declared.init {
            self.initialise(object, declared.ty, init)?;
        }
        Ok(object)
    }

    fn initialise(&mut self, object: usize, ty: TypeId, init: &Init) -> Result<()> {
        match init {
            Init::Value(value) => {
                let value = self.value(value)?;
                self.store(object, 0, value);
            }
            Init::Parts(parts) => {
                self.zeroed[object] = true;
                for (path, value) in parts {
                    let offset = self.offset(ty, path);
                    let value = self.value(value)?;
                    self.store(object, offset, value);
                }
            }
            Init::Unmodelled(what) => return unknown(what),
        }
        Ok(())
    }

    fn offset(&self, mut ty: TypeId, path: &[Part]) -> i128 {
        let types = &self.program.types;
        let mut offset = 0;
        for part in path {
            match part {
                Part::Field(record, field) => {
                    let field = &types.record(*record).fields[*field];
                    offset += i128::from(field.offset_bits);
                    ty = field.ty;
                }
                Part::Element(index) => {
                    if let Type::Array { element, .. } = types.get(ty) {
                        ty = *element;
                    }
                    offset += i128::from(*index) * self.bits(ty);
                }
            }
        }
        offset
    }

    fn bits(&self, ty: TypeId) -> i128 {
        i128::from(self.program.types.size(ty).unwrap_or(1)) * 8
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<Flow> {
        self.steps += 1;
        if self.steps > 3_000_000 {
            return Err(Stop::Endless);
        }
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => {
                self.value(expr)?;
            }
            StmtKind::Declare(declarations) => {
                for declaration in declarations {
                    let declared = self.program.variable(declaration.variable);
                    if declared.storage != Storage::Local {
                        continue;
                    }
                    let object = self.object(false);
                    let frame = self.frames.last_mut().expect("there is a call");
                    frame.insert(declaration.variable, object);
                    if let Some(init) = &declaration.init {
                        self.initialise(object, declared.ty, init)?;
                    }
                }
            }
            StmtKind::Block(statements) => return self.block(statements, 0),
            StmtKind::If { condition, then, otherwise } => {
                if self.truth(condition)? {
                    return self.statement(then);
                } else if let Some(otherwise) = otherwise {
                    return self.statement(otherwise);
                }
            }
            StmtKind::While { condition, body } => {
                while self.truth(condition)? {
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Next | Flow::Continue => {}
                        leave => return Ok(leave),
                    }
                }
            }
            StmtKind::DoWhile { body, condition } => loop {
                match self.statement(body)? {
                    Flow::Break => break,
                    Flow::Next | Flow::Continue => {}
                    leave => return Ok(leave),
                }
                if !self.truth(condition)? {
                    break;
                }
            },
            StmtKind::For { init, condition, step, body } => {
                if let Some(init) = init {
                    self.statement(init)?;
                }
                loop {
                    if let Some(condition) = condition
                        && !self.truth(condition)?
                    {
                        break;
                    }
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Next | Flow::Continue => {}
                        leave => return Ok(leave),
                    }
                    if let Some(step) = step {
                        self.value(step)?;
                    }
                }
            }
            StmtKind::Switch { value, body } => return self.switch(value, body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Labelled(_, body) => {
                return self.statement(body);
            }
            StmtKind::Goto(label) => return Ok(Flow::Goto(label.clone())),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(None) => return Ok(Flow::Return(Val::Nothing)),
            StmtKind::Return(Some(value)) => return Ok(Flow::Return(self.value(value)?)),
            other => return unknown(std::mem::discriminant(other)),
        }
        Ok(Flow::Next)
    }

    fn block(&mut self, statements: &[Stmt], from: usize) -> Result<Flow> {
        let mut at = from;
        while at < statements.len() {
            match self.statement(&statements[at])? {
                Flow::Next => at += 1,
                Flow::Goto(label) => {
                    let here =
                        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Labelled(l, _) if *l == label);
                    match statements.iter().position(here) {
                        Some(target) => at = target,
                        None => return Ok(Flow::Goto(label)),
                    }
                }
                leave => return Ok(leave),
            }
        }
        Ok(Flow::Next)
    }

    fn switch(&mut self, value: &Expr, body: &Stmt) -> Result<Flow> {
        let Val::Int(value) = self.value(value)? else { return unknown("a switch") };
        let StmtKind::Block(statements) = &body.kind else { return unknown("a switch") };
        let matching = statements.iter().position(|stmt| has_case(stmt, value));
        let default = statements.iter().position(has_default);
        let Some(start) = matching.or(default) else { return Ok(Flow::Next) };
        match self.block(statements, start)? {
            Flow::Break => Ok(Flow::Next),
            flow => Ok(flow),
        }
    }

    fn truth(&mut self, expr: &Expr) -> Result<bool> {
        Ok(is_true(&self.value(expr)?))
    }

    /// The value of an expression; noted if it is a candidate.
    fn value(&mut self, expr: &Expr) -> Result<Val> {
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

    /// Stores what fits: a bit-field is narrower than its type.
    fn put(&mut self, object: usize, offset: i128, place: &Expr, value: Val) -> Result<Val> {
        let types = &self.program.types;
        let width = match place.kind {
            ExprKind::Member { record, field, .. } => types.record(record).fields[field].bit_width,
            _ => None,
        };
        let value = match (value, types.integer(place.ty)) {
            (Val::Int(value), Some(int)) => {
                let int = IntType { bits: width.unwrap_or(int.bits), ..int };
                Val::Int(int.wrap(value).expect("128 bits are enough"))
            }
            (value, _) => value,
        };
        self.store(object, offset, value.clone());
        Ok(value)
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

    fn converted(&self, value: Val, ty: TypeId) -> Result<Val> {
        let types = &self.program.types;
        match (value, types.integer(ty)) {
            (Val::Int(value), Some(int)) => {
                int.wrap(value).map_or_else(|| unknown("128 bits"), |value| Ok(Val::Int(value)))
            }
            (Val::Int(0), None) if types.pointee(ty).is_some() => Ok(Val::Ptr(0, 0)),
            (Val::Ptr(object, _), Some(int)) if int.bits == 1 => {
                Ok(Val::Int(i128::from(object != 0)))
            }
            (value @ (Val::Ptr(..) | Val::Function(_)), None) => Ok(value),
            (Val::Record(cells), None) => Ok(Val::Record(cells)),
            (_, None) if *types.get(ty) == Type::Void => Ok(Val::Nothing),
            other => unknown(other),
        }
    }

    fn binary(
        &self,
        op: BinaryOp,
        a: Val,
        b: Val,
        left: TypeId,
        right: TypeId,
        ty: TypeId,
    ) -> Result<Val> {
        let pointee = |ty: TypeId| self.program.types.pointee(ty).map_or(8, |to| self.bits(to));
        match (a, b) {
            (Val::Int(a), Val::Int(b)) => {
                let Some(value) = compute(op, a, b) else { return unknown((op, a, b)) };
                self.converted(Val::Int(value), ty)
            }
            (Val::Ptr(object, offset), Val::Int(by)) if !op.is_comparison() => {
                let by = if op == BinaryOp::Sub { -by } else { by };
                Ok(Val::Ptr(object, offset + by * pointee(left)))
            }
            (Val::Int(by), Val::Ptr(object, offset)) if op == BinaryOp::Add => {
                Ok(Val::Ptr(object, offset + by * pointee(right)))
            }
            (Val::Ptr(_, a), Val::Ptr(_, b)) if op == BinaryOp::Sub => {
                Ok(Val::Int((a - b) / pointee(left)))
            }
            (Val::Ptr(x, a), Val::Ptr(y, b)) => {
                let key = |object: usize, offset: i128| (object as i128) << 64 | offset;
                let compared = compute(op, key(x, a), key(y, b));
                compared.map_or_else(|| unknown(op), |value| Ok(Val::Int(value)))
            }
            other => unknown(other),
        }
    }
}

fn compute(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl => a << u32::try_from(b).ok().filter(|by| *by < 64)?,
        BinaryOp::Shr => a >> u32::try_from(b).ok().filter(|by| *by < 64)?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Lt => i128::from(a < b),
        BinaryOp::Le => i128::from(a <= b),
        BinaryOp::Gt => i128::from(a > b),
        BinaryOp::Ge => i128::from(a >= b),
        BinaryOp::Eq => i128::from(a == b),
        BinaryOp::Ne => i128::from(a != b),
    })
}

fn is_true(value: &Val) -> bool {
    !matches!(value, Val::Int(0) | Val::Ptr(0, _))
}

fn has_case(stmt: &Stmt, value: i128) -> bool {
    match &stmt.kind {
        StmtKind::Case { low, high, body } => {
            (*low..=*high).contains(&value) || has_case(body, value)
        }
        StmtKind::Default(body) => has_case(body, value),
        _ => false,
    }
}

fn has_default(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Default(_) => true,
        StmtKind::Case { body, .. } => has_default(body),
        _ => false,
    }
}
