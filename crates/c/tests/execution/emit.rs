//! Lowered programs written back as C: the same text, with every body replaced by gotos and simple
//! statements. Compiled, it must behave as the original does.

use soundline_c::{
    Action, Base, Callee, Cause, Cfg, Edits, Place, Program, Rank, Step, Storage, Terminator, Type,
    TypeId, UnaryOp, Value, ValueKind, VarId,
};
use std::fmt::Write;

/// The program as C, or what stands in the way.
pub fn emit(program: &Program) -> Result<String, String> {
    let mut edits = Edits::new();
    let emitter = Emitter { program };
    let mut first = u32::MAX;
    for (id, function, cfg) in program.bodies() {
        let body = function.body.as_ref().expect("a function with a graph has a body");
        let is_main = function.name == "main";
        edits.replace(body.span, emitter.function(cfg, is_main)?);
        edits.insert(function.span.start, emitter.statics(|owner| owner == Some(id))?);
        first = first.min(function.span.start);
    }
    edits.insert(first, emitter.statics(|owner| owner.is_none())?);
    let mut text = String::from_utf8_lossy(&edits.apply_to(&program.source).unwrap()).into_owned();
    let _ = writeln!(text, "\nvoid startup_(void) {{\n{}\n}}", emitter.graph(&program.startup)?);
    // What was initialised is assigned now, so nothing can be constant.
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let text: String = words
        .map(|word| if word.starts_with("const") && word.len() == 6 { &word[5..] } else { word })
        .collect();
    Ok(format!("void startup_(void);\n{text}"))
}

struct Emitter<'p> {
    program: &'p Program,
}

impl Emitter<'_> {
    /// Variables that lowering took out of functions: static ones and string literals.
    fn statics(
        &self,
        wanted: impl Fn(Option<soundline_c::FunctionId>) -> bool,
    ) -> Result<String, String> {
        let mut text = String::new();
        for (id, variable) in self.variables() {
            if !wanted(variable.function) {
                continue;
            }
            let (name, ty) = (self.name(id), self.ty(variable.ty)?);
            match &variable.storage {
                Storage::Static => writeln!(text, "static {ty} {name};"),
                Storage::Literal(units) => {
                    let units: Vec<String> = units.iter().map(u32::to_string).collect();
                    writeln!(text, "static {ty} {name} = {{ {} }};", units.join(", "))
                }
                _ => Ok(()),
            }
            .expect("strings can be written to");
        }
        Ok(text)
    }

    fn variables(&self) -> impl Iterator<Item = (VarId, &soundline_c::Variable)> {
        let ids = self.program.variable_ids();
        ids.map(|id| (id, self.program.variable(id)))
    }

    fn function(&self, cfg: &Cfg, is_main: bool) -> Result<String, String> {
        let mut text = String::from("{\n");
        for id in &cfg.locals {
            let variable = self.program.variable(*id);
            let _ = writeln!(text, "{} {};", self.ty(variable.ty)?, self.name(*id));
        }
        if is_main {
            text.push_str("startup_();\n");
        }
        text.push_str(&self.graph(cfg)?);
        text.push_str("}\n");
        Ok(text)
    }

    fn graph(&self, cfg: &Cfg) -> Result<String, String> {
        let mut text = String::new();
        for (number, block) in cfg.blocks.iter().enumerate() {
            let _ = writeln!(text, "B{number}: ;");
            for instruction in &block.instructions {
                text.push_str(&self.action(&instruction.action)?);
            }
            text.push_str(&self.terminator(&block.terminator)?);
        }
        Ok(text)
    }

    fn action(&self, action: &Action) -> Result<String, String> {
        Ok(match action {
            Action::Point(label) => format!("/*@{}*/\n", label.0),
            Action::Declare(_) | Action::Check(_) | Action::Assume(_) => String::new(),
            Action::End(_) | Action::Granted(_) => String::new(),
            Action::Assign(place, value) if self.is_record(place.ty) => {
                let (to, from) = (self.place(place)?, self.value(value)?);
                format!("__builtin_memmove((void *)&{to}, (void *)&{from}, sizeof({to}));\n")
            }
            Action::Assign(place, value) => {
                format!("{} = {};\n", self.place(place)?, self.value(value)?)
            }
            Action::Zero(place) => {
                let place = self.place(place)?;
                format!("__builtin_memset((void *)&{place}, 0, sizeof({place}));\n")
            }
            Action::Havoc(place, Cause::Nondet(id)) => {
                format!("{} = {}();\n", self.place(place)?, self.program.function(*id).name)
            }
            Action::Havoc(_, Cause::Extern) => String::new(),
            // The first order is that from left to right.
            Action::Havoc(place, Cause::Order) => format!("{} = 0;\n", self.place(place)?),
            Action::Havoc(..) | Action::Unknown { .. } => {
                return Err(self.program.show_action(action));
            }
            Action::Call { result, callee, arguments } => {
                let callee = match callee {
                    Callee::Function(id) => self.program.function(*id).name.clone(),
                    Callee::Pointer(pointer) => self.value(pointer)?,
                };
                let arguments: Result<Vec<_>, _> =
                    arguments.iter().map(|a| self.value(a)).collect();
                let call = format!("{callee}({})", arguments?.join(", "));
                match result {
                    None => format!("{call};\n"),
                    Some(place) if self.is_record(place.ty) => {
                        let (ty, to) = (self.ty(place.ty)?, self.place(place)?);
                        format!(
                            "{{ {ty} r = {call}; __builtin_memmove((void *)&{to}, &r, sizeof r); }}\n"
                        )
                    }
                    Some(place) => format!("{} = {call};\n", self.place(place)?),
                }
            }
        })
    }

    fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Record(_))
    }

    fn terminator(&self, terminator: &Terminator) -> Result<String, String> {
        let block = |id: &soundline_c::BlockId| format!("goto B{};", id.index());
        Ok(match terminator {
            Terminator::Goto(next) => format!("{}\n", block(next)),
            Terminator::Branch(value, then, otherwise) => {
                format!("if ({}) {} else {}\n", self.value(value)?, block(then), block(otherwise))
            }
            Terminator::Switch { value, cases, default } => {
                let mut text = format!("switch ({}) {{\n", self.value(value)?);
                for (low, high, next) in cases {
                    let _ =
                        writeln!(text, "case {} ... {}: {}", int(*low), int(*high), block(next));
                }
                format!("{text}default: {}\n}}\n", block(default))
            }
            Terminator::GotoAddress(..) => return Err("goto by address".into()),
            Terminator::Return(Some(value)) => format!("return {};\n", self.value(value)?),
            Terminator::Return(None) => "return;\n".into(),
            Terminator::Stop => "__builtin_abort();\n".into(),
        })
    }

    fn value(&self, value: &Value) -> Result<String, String> {
        let inner = match &value.kind {
            ValueKind::Int(constant) => int(*constant),
            ValueKind::Float(constant) if constant.is_finite() => format!("{constant:e}"),
            ValueKind::Float(constant) if constant.is_nan() => "__builtin_nan(\"\")".into(),
            ValueKind::Float(_) => "__builtin_inf()".into(),
            ValueKind::Load(place) => return self.place(place),
            ValueKind::AddressOf(place) => format!("&{}", self.place(place)?),
            ValueKind::Function(id) => self.program.function(*id).name.clone(),
            ValueKind::LabelAddress(_) => return Err("label address".into()),
            ValueKind::Unary(op, operand) => {
                let symbol = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                };
                format!("({symbol}{})", self.value(operand)?)
            }
            ValueKind::Binary(op, left, right) => {
                format!("({} {} {})", self.value(left)?, op.symbol(), self.value(right)?)
            }
            ValueKind::PointerAdd { pointer, index, .. } => {
                format!("({} + {})", self.value(pointer)?, self.value(index)?)
            }
            ValueKind::PointerSub { left, right, .. } => {
                format!("({} - {})", self.value(left)?, self.value(right)?)
            }
            ValueKind::Convert(operand) => self.value(operand)?,
        };
        self.cast(&inner, value.ty)
    }

    fn cast(&self, inner: &str, ty: TypeId) -> Result<String, String> {
        if let Some(int) = self.program.types.integer(ty).filter(|int| int.rank == Rank::BitField) {
            let unused = 64 - int.bits;
            let wide = if int.signed { "long long" } else { "unsigned long long" };
            return Ok(format!(
                "(({wide})((unsigned long long)({inner}) << {unused}) >> {unused})"
            ));
        }
        Ok(format!("(({})({inner}))", self.ty(ty)?))
    }

    fn place(&self, place: &Place) -> Result<String, String> {
        let mut text = match &place.base {
            Base::Variable(id) => self.name(*id),
            Base::Pointer(pointer) => {
                let start = self.start_type(place);
                format!(
                    "(*({} *){})",
                    start.map_or(Ok("char".into()), |ty| self.ty(ty))?,
                    self.value(pointer)?
                )
            }
        };
        for step in &place.path {
            match step {
                Step::Field(record, field) => {
                    let name = &self.program.types.record(*record).fields[*field].name;
                    if !name.is_empty() {
                        let _ = write!(text, ".{name}");
                    }
                }
                Step::Index(index) => {
                    let _ = write!(text, "[{}]", self.value(index)?);
                }
            }
        }
        Ok(text)
    }

    /// The type of what the pointer of a place points to.
    fn start_type(&self, place: &Place) -> Option<TypeId> {
        match &place.base {
            Base::Pointer(_) if place.path.is_empty() => Some(place.ty),
            Base::Pointer(pointer) => self.program.types.pointee(pointer.ty),
            Base::Variable(_) => None,
        }
    }

    fn name(&self, id: VarId) -> String {
        let variable = self.program.variable(id);
        match variable.storage {
            Storage::Global | Storage::Extern | Storage::Parameter => variable.name.clone(),
            _ => format!("v{}_{}", id.index(), variable.name.replace('.', "_")),
        }
    }

    fn ty(&self, ty: TypeId) -> Result<String, String> {
        let types = &self.program.types;
        Ok(match types.get(ty) {
            Type::Int(int) if int.rank == Rank::BitField && int.signed => "long long".into(),
            Type::Int(int) if int.rank == Rank::BitField => "unsigned long long".into(),
            Type::Pointer(pointee) => format!("__typeof__({} *)", self.ty(*pointee)?),
            Type::Array { element, length: Some(length) } => {
                format!("__typeof__({}[{length}])", self.ty(*element)?)
            }
            Type::Array { .. } => return Err("array without a length".into()),
            Type::Function { result, parameters, variadic } => {
                let mut shown: Vec<String> =
                    parameters.iter().map(|ty| self.ty(*ty)).collect::<Result<_, _>>()?;
                match (shown.is_empty(), variadic) {
                    (true, false) => shown.push("void".into()),
                    (false, true) => shown.push("...".into()),
                    _ => {}
                }
                format!("__typeof__({}({}))", self.ty(*result)?, shown.join(", "))
            }
            Type::Enum(id) => types.enumeration(*id).underlying.name(),
            _ => match types.show(ty) {
                name if name.contains('#') => return Err(format!("{name} has no name")),
                name => name,
            },
        })
    }
}

fn int(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        Ok(value) => format!("({value}LL)"),
        Err(_) => format!("({value}ULL)"),
    }
}
