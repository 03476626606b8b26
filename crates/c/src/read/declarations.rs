//! Variables and functions.

use super::{
    Reader,
    attributes::{is_noreturn_type, is_weak},
};
use crate::{
    Error, Function, FunctionId, Redeclared, Role, Span, Storage, Type, TypeId, VarId, Variable,
    clang::{ClangType, Cursor, kinds::*},
    tree::{Declaration, Expr, Init, Stmt, StmtKind},
};

impl<'u> Reader<'u> {
    /// A declaration outside of functions. Types are read where they are used.
    pub(super) fn external_declaration(&mut self, cursor: Cursor<'u>) -> Result<(), Error> {
        match cursor.kind() {
            VAR_DECL => self.static_variable(cursor).map(drop),
            FUNCTION_DECL => self.function(cursor),
            _ => Ok(()),
        }
    }

    /// A variable with static storage, and its initialiser.
    fn static_variable(&mut self, cursor: Cursor<'u>) -> Result<VarId, Error> {
        let id = self.variable_id(cursor);
        let init = match cursor.initialiser() {
            Some(value) => Some(self.initialiser(value, self.variables[id.index()].ty)?),
            None => None,
        };
        let variable = &mut self.variables[id.index()];
        if init.is_some() && variable.init.is_some() {
            // A unit with two of them is not C.
            self.shared.twice(self.source, &variable.name, variable.span, cursor.span());
        }
        variable.init = init.or(variable.init.take());
        Ok(id)
    }

    /// The variable that a declaration is about.
    pub(super) fn variable_id(&mut self, cursor: Cursor<'u>) -> VarId {
        let first = cursor.canonical();
        let ty = match cursor.kind() {
            PARM_DECL => self.value_type(cursor.ty()),
            _ => self.ty(cursor.ty()),
        };
        let defined = !cursor.is_extern() || cursor.initialiser().is_some();
        if let Some(id) = self.shared_variable(cursor, ty) {
            self.variable_ids.insert(first, id);
        }
        if let Some(id) = self.variable_ids.get(&first).copied() {
            let weak = is_weak(&self.attributes(cursor));
            let variable = &mut self.variables[id.index()];
            if variable.storage == Storage::Extern && defined {
                variable.storage = Storage::Global;
                variable.span = cursor.span();
            }
            variable.absent |= weak;
            // `extern int a[]; int a[3];`
            if matches!(self.types.get(variable.ty), Type::Array { length: None, .. }) {
                variable.ty = ty;
            }
            return id;
        }
        let is_static = cursor.is_static_storage();
        let function = self.function.filter(|_| !cursor.is_extern());
        let storage = match function {
            _ if cursor.kind() == PARM_DECL => Storage::Parameter,
            _ if !is_static => Storage::Local,
            _ if !defined => Storage::Extern,
            Some(_) => Storage::Static,
            None => Storage::Global,
        };
        let clang = cursor.ty().canonical();
        let levels = levels(clang);
        let attributes = self.attributes(cursor);
        let alias = self.note_named(&attributes, "alias") | self.note_named(&attributes, "asm");
        self.note_named(&attributes, "cleanup");
        let weak = is_weak(&attributes);
        let id = VarId(self.variables.len() as u32);
        self.variables.push(Variable {
            name: cursor.spelling(),
            ty,
            storage,
            function,
            volatile: alias || levels.iter().any(|ty| ty.is_volatile() || ty.kind() == TYPE_ATOMIC),
            constant: levels.iter().any(|ty| ty.is_const()),
            absent: weak,
            merged: false,
            alias,
            external: cursor.is_external(),
            cleanup: attributes.iter().any(|attribute| attribute.name == "cleanup"),
            address_taken: false,
            span: cursor.span(),
            init: None,
            length: None,
        });
        self.variable_ids.insert(first, id);
        if cursor.is_external() {
            self.shared.share_variable(&self.variables[id.index()].name, id);
        }
        id
    }

    /// A variable that the text does not declare.
    pub(super) fn unnamed_variable(
        &mut self,
        name: String,
        ty: TypeId,
        storage: Storage,
        cursor: Cursor<'u>,
    ) -> VarId {
        let id = VarId(self.variables.len() as u32);
        let literal = matches!(storage, Storage::Literal(_));
        let constant = literal || levels(cursor.ty().canonical()).iter().any(|ty| ty.is_const());
        self.variables.push(Variable {
            name: format!("{name}{}", id.0),
            ty,
            storage,
            function: self.function,
            volatile: false,
            constant,
            absent: false,
            merged: constant,
            alias: false,
            external: false,
            cleanup: false,
            address_taken: false,
            span: cursor.span(),
            init: None,
            length: None,
        });
        id
    }

    /// The function that a declaration is about.
    pub(super) fn function_id(&mut self, cursor: Cursor<'u>) -> FunctionId {
        let first = cursor.canonical();
        let attributes = self.attributes(cursor);
        let has = |name: &str| attributes.iter().any(|attribute| attribute.name == name);
        let no_return = has("noreturn") || is_noreturn_type(cursor.ty());
        // What must stay in the program is used where only assembly or the linker sees it.
        let unseen_calls = has("destructor") || has("used") || has("retain");
        let constructor = has("constructor");
        let aliased = self.note_named(&attributes, "alias") | self.note_named(&attributes, "ifunc");
        let alias = aliased | self.note_named(&attributes, "asm");
        let absent = is_weak(&attributes) && !aliased;
        if let Some(id) = self.shared_function(cursor) {
            self.function_ids.insert(first, id);
        }
        if let Some(id) = self.function_ids.get(&first).copied() {
            let function = &mut self.functions[id.index()];
            function.no_return |= no_return;
            function.constructor |= constructor;
            function.unseen_calls |= unseen_calls;
            function.absent |= absent;
            return id;
        }
        let id = FunctionId(self.functions.len() as u32);
        let ty = self.ty(cursor.ty());
        let result = self.ty(cursor.ty().canonical().result());
        self.functions.push(Function {
            name: cursor.spelling(),
            ty,
            result,
            parameters: Vec::new(),
            no_return,
            absent,
            replaceable: false,
            external: cursor.is_external(),
            alias,
            constructor,
            unseen_calls,
            unordered: false,
            role: Role::Ordinary,
            model: None,
            returns: None,
            span: cursor.span(),
            sizes: Vec::new(),
            redeclared: Vec::new(),
            body: None,
            cfg: None,
        });
        self.function_ids.insert(first, id);
        if cursor.is_external() && !cursor.is_inline() {
            self.shared.share_function(&self.functions[id.index()].name, id);
        }
        if self.functions[id.index()].name == "__errno_location" {
            self.functions[id.index()].returns = Some(self.errno(cursor));
        }
        id
    }

    /// `errno`, which every call of the library may change.
    fn errno(&mut self, cursor: Cursor<'u>) -> VarId {
        let ty = self.types.int();
        let id = self.unnamed_variable("errno".to_owned(), ty, Storage::Extern, cursor);
        let variable = &mut self.variables[id.index()];
        variable.name = "errno".to_owned();
        (variable.volatile, variable.address_taken) = (true, true);
        (variable.constant, variable.merged, variable.function) = (false, false, None);
        id
    }

    fn function(&mut self, cursor: Cursor<'u>) -> Result<(), Error> {
        let id = self.function_id(cursor);
        if !cursor.is_definition() {
            return Ok(());
        }
        let children = cursor.children();
        let Some(body) = children.into_iter().find(|child| child.kind() == COMPOUND_STMT) else {
            return Ok(());
        };
        if let Function { body: Some(_), name, span, .. } = &self.functions[id.index()] {
            self.shared.twice(self.source, name, *span, cursor.span());
        }
        self.function = Some(id);
        self.label_names.clear();
        let declared = cursor.parameters();
        let parameters: Vec<VarId> =
            declared.iter().map(|parameter| self.variable_id(*parameter)).collect();
        let sizes = self.lengths(&declared)?;
        let body = self.statement(body);
        self.function = None;
        let ty = self.ty(cursor.ty());
        let function = &mut self.functions[id.index()];
        function.ty = ty;
        function.parameters = parameters;
        function.sizes = sizes;
        function.span = cursor.span();
        function.body = Some(body?);
        Ok(())
    }

    /// A parameter `int a[n++]` is a pointer, but its length is evaluated.
    fn lengths(&mut self, parameters: &[Cursor<'u>]) -> Result<Vec<Expr>, Error> {
        let mut all = Vec::new();
        for parameter in parameters {
            for child in parameter.children().into_iter().filter(|child| is_expression(*child)) {
                all.push(self.expression(child)?);
            }
        }
        all.retain(|length| length.effects);
        Ok(all)
    }

    /// `int a = 1, *b;` in a function.
    pub(super) fn declaration_statement(&mut self, cursor: Cursor<'u>) -> Result<StmtKind, Error> {
        let mut declarations = Vec::new();
        for child in cursor.children() {
            match child.kind() {
                VAR_DECL if child.is_static_storage() => {
                    self.static_variable(child)?;
                }
                VAR_DECL => declarations.push(self.local_variable(child)?),
                FUNCTION_DECL => {
                    self.function_id(child);
                }
                // Its length is evaluated here and fixed for later uses.
                TYPEDEF_DECL => {
                    let variable = child.ty().canonical().kind() == TYPE_VARIABLE_ARRAY;
                    let mentions = self.all_expressions(child)?;
                    if variable || mentions.iter().any(|mention| mention.effects) {
                        let what = "type of variable length";
                        return Ok(StmtKind::Unmodelled { what, mentions });
                    }
                }
                _ => {}
            }
            self.note_redeclared(child);
        }
        Ok(match declarations.is_empty() {
            true => StmtKind::Empty,
            false => StmtKind::Declare(declarations),
        })
    }

    /// Notes which names a declaration in a block takes away from variables outside of it.
    fn note_redeclared(&mut self, declaration: Cursor<'u>) {
        let variable = match declaration.kind() {
            VAR_DECL if !declaration.is_static_storage() => return,
            VAR_DECL => Some(self.variable_id(declaration)),
            FUNCTION_DECL | TYPEDEF_DECL | ENUM_CONSTANT_DECL => None,
            STRUCT_DECL | UNION_DECL | ENUM_DECL => {
                return declaration
                    .children()
                    .into_iter()
                    .for_each(|child| self.note_redeclared(child));
            }
            _ => return,
        };
        if let Some(id) = self.function {
            let block = Span::new(declaration.span().start, self.block.end);
            let here = Redeclared { name: declaration.spelling(), variable, block };
            self.functions[id.index()].redeclared.push(here);
        }
    }

    fn local_variable(&mut self, cursor: Cursor<'u>) -> Result<Declaration, Error> {
        let variable = self.variable_id(cursor);
        let ty = self.variables[variable.index()].ty;
        let initialiser = cursor.initialiser();
        let init: Option<Init> = match initialiser {
            Some(value) => Some(self.initialiser(value, ty)?),
            None => None,
        };
        // The expressions of the declarator come innermost dimension first.
        let expressions = cursor.children().into_iter().filter(|child| is_expression(*child));
        let expressions = expressions.filter(|child| Some(*child) != initialiser);
        let mut sizes: Vec<Expr> =
            expressions.map(|child| self.expression(child)).collect::<Result<_, _>>()?;
        let variable_length = cursor.ty().canonical().kind() == TYPE_VARIABLE_ARRAY;
        let length = if variable_length { sizes.pop() } else { None };
        sizes.retain(|size| size.effects);
        Ok(Declaration { variable, init, length, sizes, span: cursor.span() })
    }

    /// The body of a `({ ... })` or function.
    pub(super) fn block(&mut self, cursor: Cursor<'u>) -> Result<Vec<Stmt>, Error> {
        let outer = std::mem::replace(&mut self.block, cursor.span());
        let statements = cursor.children().into_iter().map(|child| self.statement(child)).collect();
        self.block = outer;
        statements
    }
}

pub(super) fn is_expression(cursor: Cursor<'_>) -> bool {
    (FIRST_EXPR..=LAST_EXPR).contains(&cursor.kind())
}

/// An array and its elements, each of which may have the qualifiers.
pub(super) fn levels(ty: ClangType<'_>) -> Vec<ClangType<'_>> {
    let arrays = [TYPE_CONSTANT_ARRAY, TYPE_INCOMPLETE_ARRAY, TYPE_VARIABLE_ARRAY];
    let inside = |ty: &ClangType<'_>| arrays.contains(&ty.kind());
    std::iter::successors(Some(ty), |ty| inside(ty).then(|| ty.element().canonical())).collect()
}
