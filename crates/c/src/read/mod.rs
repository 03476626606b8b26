//! From libclang's cursors to the typed tree.

mod attributes;
mod declarations;
mod expressions;
mod initialisers;
mod literals;
mod operators;
mod scan;
mod statements;
mod types;

use crate::{
    DataModel, EnumId, Error, Function, FunctionId, RecordId, Source, Span, Types, VarId, Variable,
    clang::{Cursor, Unit},
};
use std::collections::HashMap;

/// How deep statements and expressions may be in each other.
const DEPTH_LIMIT: usize = 5_000;

/// What there is to know about a program before it is lowered.
pub(crate) struct Declared {
    pub(crate) types: Types,
    pub(crate) variables: Vec<Variable>,
    pub(crate) functions: Vec<Function>,
}

/// Reads a whole unit.
pub(crate) fn read(unit: &Unit, source: &Source, model: DataModel) -> Result<Declared, Error> {
    let mut reader = Reader {
        source,
        types: Types::new(model),
        variables: Vec::new(),
        functions: Vec::new(),
        record_ids: HashMap::new(),
        enum_ids: HashMap::new(),
        field_numbers: HashMap::new(),
        variable_ids: HashMap::new(),
        function_ids: HashMap::new(),
        label_names: HashMap::new(),
        function: None,
        other_names: Vec::new(),
        depth: 0,
    };
    for cursor in unit.root().children() {
        reader.external_declaration(cursor)?;
    }
    reader.note_other_names();
    let Reader { types, variables, functions, .. } = reader;
    Ok(Declared { types, variables, functions })
}

/// What has been read so far. Cursors are those of first declarations.
struct Reader<'u> {
    source: &'u Source,
    types: Types,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    record_ids: HashMap<Cursor<'u>, RecordId>,
    enum_ids: HashMap<Cursor<'u>, EnumId>,
    field_numbers: HashMap<Cursor<'u>, (RecordId, usize)>,
    variable_ids: HashMap<Cursor<'u>, VarId>,
    function_ids: HashMap<Cursor<'u>, FunctionId>,
    /// The names of labels, by where they are.
    label_names: HashMap<u32, String>,
    /// The function whose body is being read.
    function: Option<FunctionId>,
    /// What attributes name: targets of aliases, cleanup functions.
    other_names: Vec<String>,
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
