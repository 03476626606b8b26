//! The spots of a program: the expressions that kinds of checks are about, with what is claimed there.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use soundline_c::{
    BinaryOp, Evaluated, IntType, Program, Site, Span, Storage, Type, TypeId, ValueRange, Variable,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

use super::claim::{Claim, Constants, WIDE};
use super::{At, Choice, Family, Kind};

/// An expression, and what is claimed about it; nothing where its value is compared.
pub(crate) struct Spot {
    pub(crate) site: Site,
    /// The integer type behind its type; none for a pointer.
    pub(crate) int: Option<IntType>,
    pub(crate) claim: Option<Claim>,
    /// Where the names in the claim are declared: it has to stand behind.
    pub(crate) declared: u32,
}

/// All spots of a kind.
pub(crate) fn spots(program: &Program, kind: &Arc<Kind>) -> Vec<Spot> {
    let survey = Survey { program, kind };
    let mut spots = match kind.at {
        At::Number if kind.compares_values() => survey.numbers(|_, _| None),
        At::Number => survey.numbers(|site, int| survey.number(site, int)).claimed(),
        At::Index => survey.indices(),
        At::Arithmetic => survey.arithmetic(),
        At::Pointer => survey.pointers().collect(),
        At::PointsTo => survey.points_to(),
    };
    // Braces in an expression could be taken for placeholders.
    let braces = |spot: &Spot| program.source.slice(spot.site.span).contains('{');
    spots.retain(|spot| spot.claim.is_none() || !braces(spot));
    spots
}

trait Claimed {
    fn claimed(self) -> Vec<Spot>;
}

impl Claimed for Vec<Spot> {
    /// Those about which something is claimed.
    fn claimed(mut self) -> Vec<Spot> {
        self.retain(|spot| spot.claim.is_some());
        self
    }
}

struct Survey<'p> {
    program: &'p Program,
    kind: &'p Arc<Kind>,
}

/// An object that a pointer may point to.
struct Object {
    /// Its address, in which `{k}` may stand for an element.
    address: String,
    /// The type of what is there.
    ty: TypeId,
    elements: u64,
    declared: u32,
}

impl<'p> Survey<'p> {
    /// The integer sites, with what is claimed there.
    fn numbers(&self, claim: impl Fn(&Site, IntType) -> Option<Claim>) -> Vec<Spot> {
        let spot = |site: Site| {
            let int = self.program.types.integer(site.ty)?;
            let claim = claim(&site, int);
            Some(Spot { site, int: Some(int), claim, declared: 0 })
        };
        self.program.sites().into_iter().filter_map(spot).collect()
    }

    fn number(&self, site: &Site, int: IntType) -> Option<Claim> {
        let values = [("e", self.text(site.span)), ("wide", wide(&self.text(site.span), int))];
        let constants = match &self.kind.constants {
            Choice::Family(_) => Constants::Within(site.values),
            other => listed(other),
        };
        let ty = if matches!(constants, Constants::Within(_)) { int } else { WIDE };
        Some(self.claim(&values, constants, ty))
    }

    /// Indices of arrays with a known length of at least two: arrays of one element at the end of a structure often stand for
    /// longer ones.
    fn indices(&self) -> Vec<Spot> {
        let mut lengths: HashMap<Span, u64> = HashMap::new();
        for Evaluated { expr, .. } in self.program.evaluated() {
            let ExprKind::Index { base, index } = &expr.kind else { continue };
            let ExprKind::Decay(array) = &base.kind else { continue };
            if let Type::Array { length: Some(length @ 2..), .. } = self.program.types.get(array.ty)
            {
                lengths.insert(index.span, *length);
            }
        }
        let claim = |site: &Site, int: IntType| {
            let length = lengths.get(&site.span)?;
            let range = ValueRange { least: 1, most: i128::from(*length) };
            match &self.kind.constants {
                Choice::Family(Family::Length) => {
                    let text = self.text(site.span);
                    let values = [("e", text.clone()), ("wide", wide(&text, int))];
                    Some(self.claim(&values, Constants::Within(range), WIDE))
                }
                _ => self.number(site, int),
            }
        };
        self.numbers(claim).claimed()
    }

    /// Sums, differences and products whose exact value has at most 64 bits.
    fn arithmetic(&self) -> Vec<Spot> {
        let types = &self.program.types;
        let mut exact: HashMap<Span, (String, IntType)> = HashMap::new();
        for Evaluated { expr, .. } in self.program.evaluated() {
            let ExprKind::Binary(op, left, right) = &expr.kind else { continue };
            let Some(int) = types.integer(expr.ty).filter(|int| int.bits <= 32) else { continue };
            let same = |operand: &Expr| types.integer(operand.ty) == Some(int);
            let known = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
            if !(known && same(left) && same(right)) {
                continue;
            }
            // The product of two unsigned numbers may need all 64 bits; no sum or difference does.
            let signed = int.signed || *op != BinaryOp::Mul;
            let ty = IntType { signed, ..WIDE };
            let operand = |operand: &Expr| {
                let text = self.program.source.slice(operand.span);
                format!("({})({})({text})", ty.name(), int.name())
            };
            let text = format!("({} {} {})", operand(left), op.symbol(), operand(right));
            exact.insert(expr.span, (text, ty));
        }
        let claim = |site: &Site, int: IntType| {
            let (exact, ty) = exact.get(&site.span)?;
            let text = self.text(site.span);
            let low = if int.signed { "-{k}" } else { "0" };
            let values = [
                ("e", text.clone()),
                ("wide", wide(&text, int)),
                ("exact", exact.clone()),
                ("low", low.into()),
            ];
            let constants = match &self.kind.constants {
                Choice::Family(Family::Widths) => {
                    let widths = if int.signed { [7, 15, 31] } else { [8, 16, 32] };
                    Constants::Listed(widths.map(|width| 1 << width).to_vec())
                }
                Choice::Family(_) => Constants::Within(site.values),
                other => listed(other),
            };
            Some(self.claim(&values, constants, *ty))
        };
        self.numbers(claim).claimed()
    }

    /// Pointers that are read.
    fn pointers(&self) -> impl Iterator<Item = Spot> + use<'_, 'p> {
        let types = &self.program.types;
        let pointer = |ty: TypeId| types.pointee(ty).is_some();
        let evaluated = self.program.evaluated().into_iter();
        evaluated.filter(move |found| found.is_repeatable(pointer)).map(|found| {
            let Evaluated { function, expr, depth, used } = found;
            let bits = types.model().pointer_bits();
            let values = ValueRange::TRUTH;
            let site = Site { function, span: expr.span, ty: expr.ty, bits, values, depth, used };
            let claim =
                self.claim(&[("e", self.text(expr.span))], listed(&self.kind.constants), WIDE);
            Spot { site, int: None, claim: Some(claim), declared: 0 }
        })
    }

    /// Pointers, each with each object that it may point to by its type.
    fn points_to(&self) -> Vec<Spot> {
        let objects = self.objects();
        let mut spots = Vec::new();
        for Spot { site, .. } in self.pointers() {
            let pointee = self.program.types.pointee(site.ty);
            let main = self.program.function(site.function).name == "main";
            for (object, only_main) in
                objects.iter().filter(|(object, _)| Some(object.ty) == pointee)
            {
                if *only_main && !main {
                    continue;
                }
                let constants = match &self.kind.constants {
                    Choice::Family(_) => {
                        let most = i128::from(object.elements) - 1;
                        Constants::Within(ValueRange { least: 0, most })
                    }
                    other => listed(other),
                };
                let values = [("e", self.text(site.span)), ("object", object.address.clone())];
                let claim = Some(self.claim(&values, constants, IntType::INT));
                spots.push(Spot { site, int: None, claim, declared: object.declared });
            }
        }
        spots
    }

    /// The objects that live as long as the program, have a name of their own, and whose address is used: variables outside of
    /// functions, and those of the outermost block of `main`, which are seen only there. A pointer that outlived another variable could
    /// be compared with the next one in its place, which says nothing.
    fn objects(&self) -> Vec<(Object, bool)> {
        let program = self.program;
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        let variables = program.variables.iter().map(|variable| &variable.name);
        let functions = program.functions.iter().map(|function| &function.name);
        for name in variables.chain(functions) {
            *names.entry(name).or_default() += 1;
        }
        let main =
            program.function_named("main").and_then(|main| program.function(main).body.as_ref());
        let of_main = main.map(outermost).unwrap_or_default();
        let mut objects = Vec::new();
        for id in program.variable_ids() {
            let variable = program.variable(id);
            let only_main = of_main.contains(&id);
            let lives = matches!(variable.storage, Storage::Global) || only_main;
            if lives && names.get(variable.name.as_str()) == Some(&1) && self.is_named_in(variable)
            {
                objects.extend(self.object(variable).map(|object| (object, only_main)));
            }
        }
        objects
    }

    fn object(&self, variable: &Variable) -> Option<Object> {
        let (name, declared) = (&variable.name, variable.span.end);
        match self.program.types.get(variable.ty) {
            Type::Array { element, length: Some(elements @ 1..) } => Some(Object {
                address: format!("&{name}[{{k}}]"),
                ty: *element,
                elements: *elements,
                declared,
            }),
            Type::Array { .. } => None,
            _ if variable.address_taken => {
                Some(Object { address: format!("&{name}"), ty: variable.ty, elements: 1, declared })
            }
            _ => None,
        }
    }

    /// Whether the program's text declares it by that name.
    fn is_named_in(&self, variable: &Variable) -> bool {
        let text = self.program.source.slice(variable.span);
        let word = |c: char| c.is_alphanumeric() || c == '_';
        text.split(|c: char| !word(c)).any(|part| part == variable.name)
    }

    fn claim(&self, values: &[(&str, String)], constants: Constants, ty: IntType) -> Claim {
        let mut condition = self.kind.condition.clone();
        for (name, text) in values {
            condition = condition.replace(&format!("{{{name}}}"), text);
        }
        Claim { kind: Arc::clone(self.kind), condition, constants, ty }
    }

    /// An expression, in parentheses unless it is a name.
    fn text(&self, span: Span) -> String {
        let text = self.program.source.slice(span);
        let name = |c: char| c.is_alphanumeric() || c == '_';
        if text.chars().all(name) { text.into_owned() } else { format!("({text})") }
    }
}

/// In 64 bits. Those that have as many keep their type, which may have no sign.
fn wide(text: &str, int: IntType) -> String {
    if int.bits > 32 { text.to_string() } else { format!("({}){text}", WIDE.name()) }
}

fn listed(choice: &Choice) -> Constants {
    match choice {
        Choice::List(list) => Constants::Listed(list.iter().map(|k| i128::from(*k)).collect()),
        _ => Constants::None,
    }
}

/// The variables that a body declares outside of inner blocks.
fn outermost(body: &Stmt) -> Vec<soundline_c::VarId> {
    let StmtKind::Block(statements) = &body.kind else { return Vec::new() };
    let declared = statements.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Declare(declarations) => Some(declarations),
        _ => None,
    });
    declared.flatten().map(|declaration| declaration.variable).collect()
}
