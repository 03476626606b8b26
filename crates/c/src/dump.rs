//! Lowered programs as readable text, one instruction per line.

use crate::{
    Action, Base, Callee, Cause, Cfg, CheckKind, Extent, Granted, Place, Program, Step, Terminator,
    UnaryOp, Value, ValueKind, VarId,
};
use std::fmt::Write;

impl Program {
    /// The whole program: what happens before `main`, and every function with a body.
    pub fn dump(&self) -> String {
        let mut text = String::new();
        if self.startup.blocks.iter().any(|block| !block.instructions.is_empty()) {
            text.push_str("startup:\n");
            self.dump_graph(&self.startup, &mut text);
        }
        for (_, function, cfg) in self.bodies() {
            let parameters: Vec<String> = function
                .parameters
                .iter()
                .map(|id| format!("{} {}", self.types.show(self.variable(*id).ty), self.name(*id)))
                .collect();
            let result = self.types.show(function.result);
            let _ = writeln!(text, "{result} {}({}):", function.name, parameters.join(", "));
            self.dump_graph(cfg, &mut text);
        }
        text
    }

    fn dump_graph(&self, cfg: &Cfg, text: &mut String) {
        for (number, block) in cfg.blocks.iter().enumerate() {
            let _ = writeln!(text, "b{number}:");
            for instruction in &block.instructions {
                let _ = writeln!(text, "  {}", self.show_action(&instruction.action));
            }
            let _ = writeln!(text, "  {}", self.show_terminator(&block.terminator));
        }
    }

    /// An instruction as text.
    pub fn show_action(&self, action: &Action) -> String {
        match action {
            Action::Point(label) => format!("@{}", label.0),
            Action::Declare(id) => {
                format!("declare {}: {}", self.name(*id), self.types.show(self.variable(*id).ty))
            }
            Action::End(id) => format!("end {}", self.name(*id)),
            Action::Granted(Granted::Order) => "granted order of evaluation".into(),
            Action::Granted(Granted::Sequence) => "granted order of writes".into(),
            Action::Assign(place, value) => {
                format!("{} = {}", self.show_place(place), self.show_value(value))
            }
            Action::Zero(place) => format!("zero {}", self.show_place(place)),
            Action::Havoc(place, cause) => {
                let cause = match cause {
                    Cause::Nondet(id) => self.function(*id).name.as_str(),
                    Cause::Extern => "extern",
                    Cause::Unmodelled(what) => what,
                    Cause::Order => "order of evaluation",
                };
                format!("{} = any ({cause})", self.show_place(place))
            }
            Action::Call { result, callee, arguments } => {
                let result = result
                    .as_ref()
                    .map_or(String::new(), |place| format!("{} = ", self.show_place(place)));
                let callee = match callee {
                    Callee::Function(id) => self.function(*id).name.clone(),
                    Callee::Pointer(pointer) => format!("(*{})", self.show_value(pointer)),
                };
                let arguments: Vec<_> =
                    arguments.iter().map(|value| self.show_value(value)).collect();
                format!("{result}call {callee}({})", arguments.join(", "))
            }
            Action::Assume(value) => format!("assume {}", self.show_value(value)),
            Action::Check(check) => format!("check {} {}", check.id, self.show_check(&check.kind)),
            Action::Unknown { what, places } => {
                let places: Vec<_> = places.iter().map(|place| self.show_place(place)).collect();
                format!("unknown ({what}) {}", places.join(", ")).trim_end().to_owned()
            }
        }
    }

    /// What must hold, as text.
    pub fn show_check(&self, check: &CheckKind) -> String {
        match check {
            CheckKind::Assertion(value) => format!("assert {}", self.show_value(value)),
            CheckKind::ErrorCall => "error call".into(),
            CheckKind::Unreachable => "unreachable".into(),
            CheckKind::Divisor(value) => format!("divisor {}", self.show_value(value)),
            CheckKind::Overflow(value) | CheckKind::Quotient(value) => {
                format!("overflow {}", self.show_value(value))
            }
            CheckKind::ShiftAmount(value, bits) => {
                format!("shift {} < {bits}", self.show_value(value))
            }
            CheckKind::Index { index, length, past_end } => {
                let relation = if *past_end { "<=" } else { "<" };
                let length = length.as_ref().map_or("?".into(), |length| self.show_value(length));
                format!("index {} {relation} {length}", self.show_value(index))
            }
            CheckKind::Access { pointer, size, .. } => {
                let size = size.map_or("?".into(), |size| size.to_string());
                format!("access {} size {size}", self.show_value(pointer))
            }
            CheckKind::Region { pointer, extent, .. } => {
                format!("access {} size {}", self.show_value(pointer), self.show_extent(extent))
            }
            CheckKind::Free(pointer) => format!("free {}", self.show_value(pointer)),
            CheckKind::Length(length) => format!("length {} > 0", self.show_value(length)),
            CheckKind::Return => "return".into(),
            CheckKind::Apart { to, from, length } => {
                let [to, from, length] = [to, from, length].map(|value| self.show_value(value));
                format!("apart {to} and {from} size {length}")
            }
            CheckKind::Freed => "freed".into(),
            CheckKind::Finite(value) => format!("finite {}", self.show_value(value)),
            CheckKind::Written(value) => format!("written {}", self.show_value(value)),
            CheckKind::Initialised { variable, .. } => {
                format!("initialised {}", self.variable(*variable).name)
            }
            CheckKind::FloatToInt(value, ty) => {
                format!("range ({}){}", self.types.show(*ty), self.show_value(value))
            }
        }
    }

    fn show_extent(&self, extent: &Extent) -> String {
        let values = extent.values().into_iter().map(|value| self.show_value(value));
        let values: Vec<String> = values.collect();
        match extent {
            Extent::Bytes(_) => values.concat(),
            Extent::UpTo(_) => format!("up to {}", values.concat()),
            Extent::StringUpTo(..) => format!("string, up to {}", values[1]),
            Extent::Product(..) => values.join(" * "),
            Extent::Text { strings, least: 1, most: Some(1), up_to: None }
                if strings.len() == 1 =>
            {
                format!("of string {}", values.concat())
            }
            Extent::Text { strings, least, most, .. } => {
                let most = most.map_or("?".into(), |most| most.to_string());
                let (strings, more) = values.split_at(strings.len());
                let strings = strings.iter().map(|string| format!(" + length of {string}"));
                let more = more.iter().map(|more| format!(" + up to {more}"));
                format!("{least}..{most}{}", strings.chain(more).collect::<String>())
            }
        }
    }

    /// Where it goes on, as text.
    pub fn show_terminator(&self, terminator: &Terminator) -> String {
        match terminator {
            Terminator::Goto(next) => format!("goto b{}", next.0),
            Terminator::Branch(value, then, otherwise) => {
                format!("if {} goto b{} else b{}", self.show_value(value), then.0, otherwise.0)
            }
            Terminator::Switch { value, cases, default } => {
                let mut text = format!("switch {}", self.show_value(value));
                for (low, high, next) in cases {
                    let range = if low == high { String::new() } else { format!("..{high}") };
                    let _ = write!(text, " {low}{range}: b{},", next.0);
                }
                format!("{text} default: b{}", default.0)
            }
            Terminator::GotoAddress(value, targets) => {
                let targets: Vec<_> = targets.iter().map(|next| format!("b{}", next.0)).collect();
                format!("goto *{} in {}", self.show_value(value), targets.join(", "))
            }
            Terminator::Return(Some(value)) => format!("return {}", self.show_value(value)),
            Terminator::Return(None) => "return".into(),
            Terminator::Stop => "stop".into(),
        }
    }

    /// A value as text, close to C.
    pub fn show_value(&self, value: &Value) -> String {
        match &value.kind {
            ValueKind::Int(value) => value.to_string(),
            ValueKind::Float(value) => format!("{value:?}"),
            ValueKind::Load(place) => self.show_place(place),
            ValueKind::AddressOf(place) => format!("&{}", self.show_place(place)),
            ValueKind::Function(id) => format!("&{}", self.function(*id).name),
            ValueKind::LabelAddress(name) => format!("&&{name}"),
            ValueKind::Unary(op, operand) => {
                let symbol = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                };
                format!("{symbol}{}", self.show_operand(operand))
            }
            ValueKind::Binary(op, left, right) => {
                let (left, right) = (self.show_operand(left), self.show_operand(right));
                format!("{left} {} {right}", op.symbol())
            }
            ValueKind::PointerAdd { pointer, index, .. } => {
                format!("{} +> {}", self.show_operand(pointer), self.show_operand(index))
            }
            ValueKind::PointerSub { left, right, .. } => {
                format!("{} <-> {}", self.show_operand(left), self.show_operand(right))
            }
            ValueKind::Convert(operand) => {
                format!("({}){}", self.types.show(value.ty), self.show_operand(operand))
            }
        }
    }

    fn show_operand(&self, value: &Value) -> String {
        let text = self.show_value(value);
        match value.kind {
            ValueKind::Binary(..) | ValueKind::PointerAdd { .. } | ValueKind::PointerSub { .. } => {
                format!("({text})")
            }
            _ => text,
        }
    }

    /// A place as text, close to C.
    pub fn show_place(&self, place: &Place) -> String {
        let mut text = match &place.base {
            Base::Variable(id) => self.name(*id),
            Base::Pointer(pointer) => format!("*{}", self.show_operand(pointer)),
        };
        if matches!(place.base, Base::Pointer(_)) && !place.path.is_empty() {
            text = format!("({text})");
        }
        for step in &place.path {
            match step {
                Step::Field(record, field) => {
                    let name = &self.types.record(*record).fields[*field].name;
                    let name = if name.is_empty() { "_" } else { name };
                    let _ = write!(text, ".{name}");
                }
                Step::Index(index) => {
                    let _ = write!(text, "[{}]", self.show_value(index));
                }
            }
        }
        text
    }

    /// The name of a variable. Variables of one function that share a name get a number.
    fn name(&self, id: VarId) -> String {
        let variable = self.variable(id);
        let same = |other: &&crate::Variable| {
            other.name == variable.name && other.function == variable.function
        };
        match self.variables[..id.index()].iter().filter(same).count() {
            0 => variable.name.clone(),
            number => format!("{}'{number}", variable.name),
        }
    }
}
