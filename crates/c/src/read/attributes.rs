//! Attributes of declarations. libclang shows where they stand, and for most of them nothing more.

use super::{Declared, Reader};
use crate::{
    Source, Storage,
    clang::{ClangType, Cursor, kinds::*},
};
use std::collections::BTreeSet;

/// An attribute, by its name without underscores, and the name or text that it is given.
pub(super) struct Attribute {
    pub(super) name: String,
    argument: Option<String>,
}

impl Attribute {
    /// Reads `__alias__("f")`, `_Noreturn` or `gnu::weak`. Of a name for assembly there is the string alone.
    fn read(text: &str) -> Attribute {
        if text.starts_with('"') {
            return Attribute { name: "asm".to_owned(), argument: Some(unquoted(text)) };
        }
        let (path, inside) = text.split_once('(').map_or((text, None), |(p, i)| (p, Some(i)));
        let name = path.rsplit("::").next().unwrap_or(path).trim().trim_matches('_');
        let argument = inside.and_then(|inside| inside.split([')', ',']).next());
        Attribute { name: name.to_lowercase(), argument: argument.map(unquoted) }
    }
}

/// A name without quotes, in which `"" "f"` is `f`.
fn unquoted(text: &str) -> String {
    match text.contains('"') {
        true => text.split('"').skip(1).step_by(2).collect(),
        false => text.trim().to_owned(),
    }
}

impl<'u> Reader<'u> {
    /// The attributes of a declaration.
    pub(super) fn attributes(&self, cursor: Cursor<'u>) -> Vec<Attribute> {
        let attributes = cursor.children().into_iter().filter(|child| is_attribute(*child));
        attributes.map(|child| Attribute::read(&self.source.slice(child.span()))).collect()
    }

    /// Keeps the name in an attribute such as `alias("f")` or `cleanup(f)`; false if there is none.
    pub(super) fn note_named(&mut self, attributes: &[Attribute], wanted: &str) -> bool {
        let named = attributes.iter().filter(|attribute| attribute.name == wanted);
        let named: Vec<String> = named.filter_map(|one| one.argument.clone()).collect();
        let found = !named.is_empty();
        self.other_names.extend(named);
        found
    }
}

/// Functions and variables that attributes name are used where no expression says so. What is weak may be
/// missing, or come from another file.
pub(super) fn note_other_names(declared: &mut Declared, other_names: &[String], source: &Source) {
    let weak = weak_by_pragma(source);
    for function in &mut declared.functions {
        let named = other_names.contains(&function.name);
        function.unseen_calls |= named;
        function.alias |= named;
        function.absent |= weak.contains(&function.name);
        function.replaceable = function.absent && function.body.is_some();
        function.absent &= function.body.is_none();
    }
    for variable in declared.variables.iter_mut().filter(|variable| variable.function.is_none()) {
        let named = other_names.contains(&variable.name);
        variable.volatile |= named;
        variable.alias |= named;
        variable.absent |= variable.external && weak.contains(&variable.name);
        if variable.absent && variable.storage == Storage::Global {
            (variable.absent, variable.storage, variable.init) = (false, Storage::Extern, None);
        }
    }
}

fn is_attribute(cursor: Cursor<'_>) -> bool {
    (FIRST_ATTR..=LAST_ATTR).contains(&cursor.kind())
}

pub(super) fn is_weak(attributes: &[Attribute]) -> bool {
    let weak = ["weak", "weak_import", "weakref"];
    attributes.iter().any(|attribute| weak.contains(&attribute.name.as_str()))
}

/// The names in `#pragma weak name`.
fn weak_by_pragma(source: &Source) -> BTreeSet<String> {
    let lines = source.bytes().split(|byte| *byte == b'\n');
    let lines = lines.filter(|line| line.trim_ascii_start().starts_with(b"#"));
    let words = lines.map(|line| String::from_utf8_lossy(line).replace('#', " # "));
    words
        .filter_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["#", "pragma", "weak", name, ..] => Some(name.to_owned()),
            _ => None,
        })
        .collect()
}

/// Whether a type is that of functions that do not return. libclang only spells that out, after the parameters.
/// Where a pointer to a function is returned, what comes last is about that one.
pub(super) fn is_noreturn_type(ty: ClangType<'_>) -> bool {
    let spelling = ty.spelling();
    let end = spelling.rfind("__attribute__((noreturn))");
    let nested = |at: usize| {
        let count = |wanted: char| spelling[..at].matches(wanted).count();
        count('(') != count(')')
    };
    let result = ty.canonical().result().canonical();
    let returns_function = result.kind() == TYPE_POINTER
        && result.pointee().canonical().kind() >= TYPE_FUNCTION_NO_PROTO
        && result.pointee().canonical().kind() <= TYPE_FUNCTION_PROTO;
    end.is_some_and(|at| !nested(at)) && !returns_function
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_arguments_are_told_apart() {
        let check = |text: &str, name: &str, argument: Option<&str>| {
            let read = Attribute::read(text);
            assert_eq!((read.name.as_str(), read.argument.as_deref()), (name, argument), "{text}");
        };
        check("_Noreturn", "noreturn", None);
        check("__alias__ (\"f\")", "alias", Some("f"));
        check("gnu::weak", "weak", None);
        check("__asm__ (\"\" \"f\")", "asm", Some("f"));
        check("\"f\"", "asm", Some("f"));
        check("cleanup(done)", "cleanup", Some("done"));
        check("section(\".noreturn\")", "section", Some(".noreturn"));
    }
}
