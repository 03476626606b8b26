//! Contracts in words: the names of parties and values, and clauses for people and in ACSL.

use super::clause::{Elements, Need, Told, Valid};
use super::{Party, Subject};
use soundline_c::{FunctionId, Program, RecordId, Type, TypeId, VarId};

/// A value as an expression of C; of a member, its name and that of its struct.
pub(crate) fn text_of(program: &Program, subject: &Subject) -> String {
    text_as(program, subject, &|id| program.variable(id).name.clone())
}

/// The same with other names for parameters.
pub(super) fn text_as(
    program: &Program,
    subject: &Subject,
    named: &dyn Fn(VarId) -> String,
) -> String {
    // An array has its elements without a pointer that is followed.
    let types = &program.types;
    let own = match (subject.parameter, subject.party) {
        (Some(id), _) | (None, Party::Variable(id)) => Some(program.variable(id).ty),
        (None, Party::Member(record, field)) => Some(types.record(record).fields[field].ty),
        _ => None,
    };
    let array = own.is_some_and(|ty| matches!(types.get(ty), Type::Array { .. }));
    let through = u8::from(subject.each && !array);
    let stars = "*".repeat(subject.depth.saturating_sub(through).into());
    let each = if subject.each { "[..]" } else { "" };
    let name = match (subject.parameter, subject.party) {
        (lent, party @ Party::Output(..)) => name_of(program, party, lent),
        (Some(id), _) => named(id),
        (None, party) => name_of(program, party, None),
    };
    match subject.mask {
        0 => format!("{stars}{name}{each}"),
        mask => format!("({stars}{name}{each} & {mask})"),
    }
}

/// The name of a party; what a function leaves behind is named by the variable that has it.
pub(crate) fn name_of(program: &Program, party: Party, lent: Option<VarId>) -> String {
    match party {
        Party::Variable(id) => program.variable(id).name.clone(),
        Party::Given(ty) => pointer_to(program, ty),
        Party::Member(record, field) => {
            let name = &program.types.record(record).fields[field].name;
            format!("{}.{name}", record_name(program, record))
        }
        Party::Output(id, place) => match lent {
            Some(lent) => {
                format!("{} after {}()", program.variable(lent).name, program.function(id).name)
            }
            None => output(program, id, place),
        },
        Party::Function(id) | Party::Result(id) | Party::Promise(id) => {
            format!("{}()", program.function(id).name)
        }
    }
}

/// The type of a pointer as C writes it.
fn pointer_to(program: &Program, ty: TypeId) -> String {
    match program.types.get(ty) {
        Type::Record(id) => format!("{} *", record_name(program, *id)),
        Type::Pointer(pointee) => format!("{}*", pointer_to(program, *pointee)),
        _ => format!("{} *", program.types.show(ty)),
    }
}

/// The name of a struct or union. One without a tag is named by the member that it is the type of, or by its line.
fn record_name(program: &Program, id: RecordId) -> String {
    let own = program.types.record(id);
    if !own.name.contains('#') {
        // A struct without a tag may have the name of the type that it is.
        let text = program.source.words(own.span);
        let tag = text.trim_start_matches("typedef ").split_once(' ').map(|(_, rest)| rest);
        let tagged = tag.is_none_or(|rest| !rest.starts_with('{'));
        let plain = own.name.split_once(' ').map(|(_, name)| name).filter(|_| !tagged);
        return plain.unwrap_or(&own.name).to_owned();
    }
    let types = &program.types;
    let holds = |mut ty: TypeId| loop {
        match types.get(ty) {
            Type::Array { element, .. } | Type::Pointer(element) => ty = *element,
            other => return matches!(other, Type::Record(inner) if *inner == id),
        }
    };
    // A struct comes before those inside of it, so that this ends.
    for outer in types.records().filter(|outer| *outer < id) {
        if let Some(field) = types.record(outer).fields.iter().find(|field| holds(field.ty)) {
            let outer = record_name(program, outer);
            return match field.name.is_empty() {
                true => outer,
                false => format!("{outer}.{}", field.name),
            };
        }
    }
    let keyword = if own.is_union { "union" } else { "struct" };
    let place = program.source.locate(own.span.start);
    format!("({keyword} at {}:{})", place.file, place.line)
}

/// What a function leaves behind one of its arguments.
fn output(program: &Program, id: FunctionId, place: usize) -> String {
    let function = program.function(id);
    let named = function.parameters.get(place).map(|id| program.variable(*id).name.clone());
    let name = named.filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("argument {}", place + 1));
    format!("*{name} after {}()", function.name)
}

/// A clause in words.
pub(crate) fn words((text, need): &Told) -> String {
    match need {
        Need::Valid(Valid { from, to, more, write, null, apart, .. }) => {
            let or_null = if *null { "null or " } else { "" };
            let use_ = if *write { "valid to write" } else { "valid" };
            let bytes = match (*from, *to, *more) {
                (_, _, true) => "as many bytes as are used".to_owned(),
                (0, 1, _) => "1 byte".to_owned(),
                (0, to, _) => format!("{to} bytes"),
                (from, to, _) => format!("bytes {from} to {to}"),
            };
            let apart = if *apart { ", and no write through another name changes it" } else { "" };
            format!("`{text}` is {or_null}{use_} for {bytes}{apart}")
        }
        Need::Elements(Elements { length, size, write, null, .. }) => {
            let or_null = if *null { "null or " } else { "" };
            let use_ = if *write { "valid to write" } else { "valid" };
            let bytes = if *size == 1 { "byte" } else { "bytes" };
            format!("`{text}` is {or_null}{use_} for `{length}` elements of {size} {bytes}")
        }
        Need::Callable { null: false } => format!("`{text}` is a function of its type"),
        Need::Callable { null: true } => format!("`{text}` is null or a function of its type"),
        Need::Freeable => format!("`{text}` can be freed"),
        Need::Range(low, high) if low > high => format!("`{text}` is never used so"),
        Need::Range(low, high) => match (*low <= i64::MIN.into(), *high >= i64::MAX.into()) {
            (false, true) => format!("`{text} >= {low}`"),
            (true, _) => format!("`{text} <= {high}`"),
            (false, false) => format!("`{low} <= {text} && {text} <= {high}`"),
        },
        Need::Not(number) => format!("`{text} != {number}`"),
        Need::NotNull => format!("`{text}` is not null"),
        Need::Text { null: false } => format!("`{text}` is a string"),
        Need::Text { null: true } => format!("`{text}` is null or a string"),
    }
}

/// A clause in ACSL, if that can say it. Bytes are counted by a pointer to characters.
pub(crate) fn acsl((text, need): &Told) -> Option<String> {
    // Which elements are used is not known.
    if text.contains("[..]") {
        return None;
    }
    match need {
        Need::Valid(Valid { from, to, more: false, write, null, .. }) => {
            let name = if *write { "\\valid" } else { "\\valid_read" };
            let valid = format!("{name}((char *){text} + ({from} .. {}))", to - 1);
            Some(if *null { format!("{text} == \\null || {valid}") } else { valid })
        }
        Need::Elements(Elements { length, size, write, null, .. }) => {
            let name = if *write { "\\valid" } else { "\\valid_read" };
            let valid = format!("{name}((char *){text} + (0 .. {size} * {length} - 1))");
            Some(if *null { format!("{text} == \\null || {valid}") } else { valid })
        }
        Need::Range(low, high) => match (*low <= i64::MIN.into(), *high >= i64::MAX.into()) {
            (false, true) => Some(format!("{text} >= {low}")),
            (true, _) => Some(format!("{text} <= {high}")),
            (false, false) => Some(format!("{low} <= {text} <= {high}")),
        },
        Need::Not(number) => Some(format!("{text} != {number}")),
        Need::NotNull => Some(format!("{text} != \\null")),
        Need::Valid(_) | Need::Callable { .. } | Need::Freeable | Need::Text { .. } => None,
    }
}
