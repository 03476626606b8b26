//! From libclang's cursors to the typed tree.

mod attributes;
mod declarations;
mod expressions;
mod initialisers;
mod literals;
mod operators;
mod scan;
mod shared;
mod statements;
mod types;

use crate::{
    DataModel, EnumId, Error, Function, FunctionId, RecordId, Source, Span, Types, VarId, Variable,
    clang::{Cursor, Unit},
};
use shared::Shared;
use std::collections::HashMap;

/// How deep statements and expressions may be in each other.
pub(crate) const DEPTH_LIMIT: usize = 5_000;

/// What there is to know about a program before it is lowered.
pub(crate) struct Declared {
    pub(crate) types: Types,
    pub(crate) variables: Vec<Variable>,
    pub(crate) functions: Vec<Function>,
}

/// The units of a program, read one after the other.
pub(crate) struct Reading {
    declared: Declared,
    shared: Shared,
    other_names: Vec<String>,
}

impl Reading {
    pub(crate) fn new(model: DataModel, several: bool) -> Reading {
        let declared =
            Declared { types: Types::new(model), variables: Vec::new(), functions: Vec::new() };
        Reading { declared, shared: Shared::new(several), other_names: Vec::new() }
    }

    /// Reads a whole unit. The source is that of all units up to this one.
    pub(crate) fn add(&mut self, unit: &Unit, source: &Source) -> Result<(), Error> {
        self.shared.next_unit();
        let mut reader = Reader {
            source,
            types: &mut self.declared.types,
            variables: &mut self.declared.variables,
            functions: &mut self.declared.functions,
            shared: &mut self.shared,
            record_ids: HashMap::new(),
            enum_ids: HashMap::new(),
            field_numbers: HashMap::new(),
            variable_ids: HashMap::new(),
            function_ids: HashMap::new(),
            label_names: HashMap::new(),
            function: None,
            block: Span::new(0, 0),
            other_names: &mut self.other_names,
            depth: 0,
        };
        for cursor in unit.root().children() {
            reader.external_declaration(cursor)?;
        }
        Ok(())
    }

    /// All that was read, if its parts fit together.
    pub(crate) fn finish(mut self, source: &Source) -> Result<Declared, Error> {
        self.shared.verdict()?;
        attributes::note_other_names(&mut self.declared, &self.other_names, source);
        Ok(self.declared)
    }
}

/// What has been read so far. Cursors are those of first declarations.
struct Reader<'u> {
    source: &'u Source,
    types: &'u mut Types,
    variables: &'u mut Vec<Variable>,
    functions: &'u mut Vec<Function>,
    /// What the units of a program have in common.
    shared: &'u mut Shared,
    record_ids: HashMap<Cursor<'u>, RecordId>,
    enum_ids: HashMap<Cursor<'u>, EnumId>,
    field_numbers: HashMap<Cursor<'u>, (RecordId, usize)>,
    variable_ids: HashMap<Cursor<'u>, VarId>,
    function_ids: HashMap<Cursor<'u>, FunctionId>,
    /// The names of labels, by where they are.
    label_names: HashMap<u32, String>,
    /// The function whose body is being read.
    function: Option<FunctionId>,
    /// The block that is being read.
    block: Span,
    /// What attributes name: targets of aliases, cleanup functions.
    other_names: &'u mut Vec<String>,
    depth: usize,
}

impl Reader<'_> {
    /// Reads something one level deeper.
    fn deeper<T>(
        &mut self,
        span: Span,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.depth >= DEPTH_LIMIT {
            let location = self.source.locate(span.start);
            return Err(Error::TooDeep { location, limit: DEPTH_LIMIT });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
