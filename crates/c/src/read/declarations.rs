//! Variables and functions.

use super::Reader;
use crate::{
    Error, Function, FunctionId, Role, Storage, Type, TypeId, VarId, Variable,
    clang::{Cursor, kinds::*},
    tree::{Declaration, ExprKind, Init, Stmt, StmtKind},
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
        if let Some(id) = self.variable_ids.get(&first).copied() {
            let variable = &mut self.variables[id.index()];
            if variable.storage == Storage::Extern && defined {
                variable.storage = Storage::Global;
                variable.span = cursor.span();
            }
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
        // The qualifiers of elements may stand at the array.
        let levels: Vec<_> = std::iter::successors(Some(clang), |ty| {
            let array = [TYPE_CONSTANT_ARRAY, TYPE_INCOMPLETE_ARRAY, TYPE_VARIABLE_ARRAY];
            array.contains(&ty.kind()).then(|| ty.element().canonical())
        })
        .collect();
        let alias = self.named_in_attribute(cursor, "alias");
        self.named_in_attribute(cursor, "cleanup");
        let id = VarId(self.variables.len() as u32);
        self.variables.push(Variable {
            name: cursor.spelling(),
            ty,
            storage,
            function,
            volatile: alias || levels.iter().any(|ty| ty.is_volatile() || ty.kind() == TYPE_ATOMIC),
            constant: levels.iter().any(|ty| ty.is_const()),
            external: cursor.is_external(),
            cleanup: has_attribute(self, cursor, "cleanup"),
            address_taken: false,
            span: cursor.span(),
            init: None,
            length: None,
        });
        self.variable_ids.insert(first, id);
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
        let constant = matches!(storage, Storage::Literal(_));
        self.variables.push(Variable {
            name: format!("{name}{}", id.0),
            ty,
            storage,
            function: self.function,
            volatile: false,
            constant,
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
        let no_return =
            cursor.ty().spelling().contains("noreturn") || has_attribute(self, cursor, "noreturn");
        let constructor = has_attribute(self, cursor, "constructor");
        let unseen_calls = has_attribute(self, cursor, "destructor");
        self.named_in_attribute(cursor, "alias");
        self.named_in_attribute(cursor, "ifunc");
        if let Some(id) = self.function_ids.get(&first).copied() {
            self.functions[id.index()].no_return |= no_return;
            self.functions[id.index()].constructor |= constructor;
            self.functions[id.index()].unseen_calls |= unseen_calls;
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
            constructor,
            unseen_calls,
            unordered: false,
            role: Role::Ordinary,
            span: cursor.span(),
            body: None,
            cfg: None,
        });
        self.function_ids.insert(first, id);
        id
    }

    /// Keeps the name in an attribute such as `alias("f")` or `cleanup(f)`; false if there is none.
    fn named_in_attribute(&mut self, cursor: Cursor<'u>, attribute: &str) -> bool {
        let attributes =
            cursor.children().into_iter().filter(|child| child.kind() == UNEXPOSED_ATTR);
        let texts = attributes.map(|child| self.source.slice(child.span()).into_owned());
        let named: Vec<String> = texts
            .filter(|text| text.contains(attribute))
            .filter_map(|text| {
                let (_, inside) = text.split_once('(')?;
                let name = inside.split(')').next()?;
                Some(name.trim().trim_matches('"').to_owned())
            })
            .collect();
        let found = !named.is_empty();
        self.other_names.extend(named);
        found
    }

    /// Functions and variables that attributes name are used where no expression says so.
    pub(super) fn note_other_names(&mut self) {
        for function in &mut self.functions {
            function.unseen_calls |= self.other_names.contains(&function.name);
        }
        for variable in self.variables.iter_mut().filter(|variable| variable.function.is_none()) {
            variable.volatile |= self.other_names.contains(&variable.name);
        }
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
        self.function = Some(id);
        self.label_names.clear();
        let declared = cursor.parameters();
        let parameters: Vec<VarId> =
            declared.iter().map(|parameter| self.variable_id(*parameter)).collect();
        self.lengths(&declared)?;
        let body = self.statement(body);
        self.function = None;
        let ty = self.ty(cursor.ty());
        let function = &mut self.functions[id.index()];
        function.ty = ty;
        function.parameters = parameters;
        function.span = cursor.span();
        function.body = Some(body?);
        Ok(())
    }

    /// A parameter `int a[n++]` is a pointer, but its length is evaluated: `n` changes where no statement
    /// says so.
    fn lengths(&mut self, parameters: &[Cursor<'u>]) -> Result<(), Error> {
        for parameter in parameters {
            for child in parameter.children().into_iter().filter(|child| is_expression(*child)) {
                let length = self.expression(child)?;
                let changes = length.effects;
                let length = Stmt { span: length.span, kind: StmtKind::Expr(length) };
                for expr in length.expressions().into_iter().filter(|_| changes) {
                    if let ExprKind::Variable(id) = expr.kind {
                        self.variables[id.index()].volatile = true;
                    }
                }
            }
        }
        Ok(())
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
                TYPEDEF_DECL if child.ty().canonical().kind() == TYPE_VARIABLE_ARRAY => {
                    let mentions = self.all_expressions(child)?;
                    return Ok(StmtKind::Unmodelled { what: "type of variable length", mentions });
                }
                _ => {}
            }
        }
        Ok(match declarations.is_empty() {
            true => StmtKind::Empty,
            false => StmtKind::Declare(declarations),
        })
    }

    fn local_variable(&mut self, cursor: Cursor<'u>) -> Result<Declaration, Error> {
        let variable = self.variable_id(cursor);
        let ty = self.variables[variable.index()].ty;
        let initialiser = cursor.initialiser();
        let init: Option<Init> = match initialiser {
            Some(value) => Some(self.initialiser(value, ty)?),
            None => None,
        };
        let mut length = None;
        if cursor.ty().canonical().kind() == TYPE_VARIABLE_ARRAY {
            // The expressions of the declarator come innermost dimension first.
            let expressions = cursor.children().into_iter().filter(|child| is_expression(*child));
            let mut lengths = expressions.filter(|child| Some(*child) != initialiser);
            let outermost = lengths.next_back();
            length = match outermost {
                Some(expression) => Some(self.expression(expression)?),
                None => None,
            };
        }
        Ok(Declaration { variable, init, length, span: cursor.span() })
    }

    /// The body of a `({ ... })` or function.
    pub(super) fn block(&mut self, cursor: Cursor<'u>) -> Result<Vec<Stmt>, Error> {
        cursor.children().into_iter().map(|child| self.statement(child)).collect()
    }
}

pub(super) fn is_expression(cursor: Cursor<'_>) -> bool {
    (FIRST_EXPR..=LAST_EXPR).contains(&cursor.kind())
}

fn has_attribute(reader: &Reader<'_>, cursor: Cursor<'_>, name: &str) -> bool {
    cursor.children().into_iter().any(|child| {
        child.kind() == UNEXPOSED_ATTR
            && reader.source.slice(child.span()).to_lowercase().contains(name)
    })
}
