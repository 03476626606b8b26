//! The grammar of Lua 5.1, by recursive descent, which also finds out what names mean.

use super::SyntaxError;
use super::lexer::{Lexeme, Token, lexemes};
use super::tree::*;
use crate::builtins::FIRST_SITE;
use crate::lattices::Name;
use crate::lattices::analysis::Point;
use crate::lattices::number::Arith;
use crate::lattices::value::{Compare, Unary};
use std::rc::Rc;

/// Lua itself gives up at 200 levels of nesting.
const DEEPEST: usize = 190;

/// Read a program.
pub fn parse(text: &[u8]) -> Result<Program, SyntaxError> {
    let mut parser = Parser {
        lexemes: lexemes(text)?,
        at: 0,
        depth: 0,
        scopes: Vec::new(),
        declared: 0,
        sites: FIRST_SITE,
        expressions: 0,
        points: Vec::new(),
        functions: Vec::new(),
        varargs: vec![true],
        loops: vec![0],
    };
    let site = parser.site();
    let body = parser.block(vec![])?;
    parser.expect_end()?;
    let span = Span { start: 0, end: text.len() };
    let main =
        Function { site, name: "main".into(), parameters: vec![], is_vararg: true, body, span };
    let main = Rc::new(main);
    let mut functions = vec![Rc::clone(&main)];
    functions.append(&mut parser.functions);
    Ok(Program { main, functions, points: parser.points, expressions: parser.expressions })
}

struct Parser {
    lexemes: Vec<Lexeme>,
    at: usize,
    depth: usize,
    /// The local names of all blocks around, with their unique names.
    scopes: Vec<Vec<Name>>,
    declared: u32,
    sites: u32,
    expressions: u32,
    points: Vec<Place>,
    functions: Vec<Rc<Function>>,
    /// For each function around: does it take more arguments?
    varargs: Vec<bool>,
    /// For each function around: how many loops are around?
    loops: Vec<usize>,
}

type Parsed<T> = Result<T, SyntaxError>;

/// Tokens.
impl Parser {
    fn token(&self) -> &Token {
        &self.lexemes[self.at].token
    }

    fn start(&self) -> usize {
        self.lexemes[self.at].start
    }

    /// The end of the token before.
    fn end(&self) -> usize {
        self.lexemes[self.at.saturating_sub(1)].end
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(found) if *found == sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn found(&self) -> String {
        match self.token() {
            Token::Name(name) => format!("'{name}'"),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::Number(number) => format!("'{number}'"),
            Token::Text(_) => "a string".into(),
            Token::End => "the end of the file".into(),
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError { at: self.start(), message: message.into() })
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.take(sign) {
            Ok(())
        } else {
            self.error(format!("expected '{sign}', found {}", self.found()))
        }
    }

    fn expect_end(&mut self) -> Parsed<()> {
        match self.token() {
            Token::End => Ok(()),
            _ => self.error(format!("expected the end of the file, found {}", self.found())),
        }
    }

    fn name(&mut self) -> Parsed<String> {
        match self.token().clone() {
            Token::Name(name) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.error(format!("expected a name, found {}", self.found())),
        }
    }

    /// Parse something nested.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return self.error("this is nested too deeply");
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }
}

/// Names, sites and points.
impl Parser {
    fn site(&mut self) -> u32 {
        self.sites += 1;
        self.sites - 1
    }

    fn unique(&mut self, name: &str) -> Name {
        self.declared += 1;
        Name::from(&*format!("{name}@{}", self.declared))
    }

    fn declare(&mut self, name: &str) -> Name {
        let unique = self.unique(name);
        self.scopes.last_mut().expect("a block is being read").push(unique.clone());
        unique
    }

    fn resolve(&self, name: &str) -> Name {
        let mut all = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        all.find(|local| written(local) == name).cloned().unwrap_or_else(|| name.into())
    }

    fn point(&mut self, at: usize) -> Point {
        let mut visible: Vec<Name> = Vec::new();
        for name in self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()) {
            if !visible.iter().any(|other| written(other) == written(name)) {
                visible.push(name.clone());
            }
        }
        self.points.push(Place { at, visible });
        self.points.len() as Point - 1
    }
}

/// Statements.
impl Parser {
    fn block(&mut self, names: Vec<Name>) -> Parsed<Block> {
        self.scopes.push(names);
        let block = self.open_block();
        self.scopes.pop();
        block
    }

    /// A block whose names stay visible.
    fn open_block(&mut self) -> Parsed<Block> {
        let site = self.site();
        let mut statements = Vec::new();
        while !self.ends_block() {
            let last = self.is("return") || self.is("break");
            statements.push(self.nested(Parser::statement)?);
            self.take(";");
            if last {
                break;
            }
        }
        if !self.ends_block() {
            return self.error(format!("expected the end of a block, found {}", self.found()));
        }
        let declares = !self.scopes.last().expect("it was pushed").is_empty();
        let end = self.point(self.start());
        Ok(Block { site, declares, statements, end })
    }

    fn ends_block(&self) -> bool {
        *self.token() == Token::End
            || ["end", "else", "elseif", "until"].iter().any(|word| self.is(word))
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        let point = self.point(start);
        let kind = self.statement_kind()?;
        Ok(Statement { point, kind, span: Span { start, end: self.end() } })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if self.take("if") {
            return self.conditional();
        }
        if self.take("while") {
            let condition = self.expression()?;
            self.expect("do")?;
            return Ok(StatementKind::While(condition, self.loop_body(vec![])?));
        }
        if self.take("do") {
            let block = self.block(vec![])?;
            self.expect("end")?;
            return Ok(StatementKind::Do(block));
        }
        if self.take("for") {
            return self.for_loop();
        }
        if self.take("repeat") {
            self.scopes.push(vec![]);
            *self.loops.last_mut().expect("a function is being read") += 1;
            let block = self.open_block()?;
            *self.loops.last_mut().expect("a function is being read") -= 1;
            self.expect("until")?;
            let condition = self.expression()?;
            self.scopes.pop();
            return Ok(StatementKind::Repeat(block, condition));
        }
        if self.take("function") {
            return self.function_statement();
        }
        if self.take("local") {
            return self.local();
        }
        if self.take("return") {
            let ends = self.ends_block() || self.is(";");
            return Ok(StatementKind::Return(if ends { vec![] } else { self.expressions()? }));
        }
        if self.is("break") {
            if self.loops.last() == Some(&0) {
                return self.error("'break' stands in no loop");
            }
            self.at += 1;
            return Ok(StatementKind::Break);
        }
        self.assignment_or_call()
    }

    fn loop_body(&mut self, names: Vec<Name>) -> Parsed<Block> {
        *self.loops.last_mut().expect("a function is being read") += 1;
        let body = self.block(names)?;
        *self.loops.last_mut().expect("a function is being read") -= 1;
        self.expect("end")?;
        Ok(body)
    }

    fn conditional(&mut self) -> Parsed<StatementKind> {
        let mut arms = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect("then")?;
            arms.push((condition, self.block(vec![])?));
            if self.take("elseif") {
                continue;
            }
            let other = if self.take("else") { Some(self.block(vec![])?) } else { None };
            self.expect("end")?;
            return Ok(StatementKind::If(arms, other));
        }
    }

    fn for_loop(&mut self) -> Parsed<StatementKind> {
        let mut names = vec![self.name()?];
        if self.take("=") {
            let values = self.expressions()?;
            if !(2..=3).contains(&values.len()) {
                return self.error("a numeric 'for' has two or three expressions");
            }
            self.expect("do")?;
            let name = self.unique(&names[0]);
            return Ok(StatementKind::Count(name.clone(), values, self.loop_body(vec![name])?));
        }
        while self.take(",") {
            names.push(self.name()?);
        }
        self.expect("in")?;
        let values = self.expressions()?;
        self.expect("do")?;
        let names: Vec<Name> = names.iter().map(|name| self.unique(name)).collect();
        let site = self.site();
        Ok(StatementKind::Each(site, names.clone(), values, self.loop_body(names)?))
    }

    fn function_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.start();
        let first = self.name()?;
        let mut called = first.clone();
        let mut target = self.made(ExpressionKind::Name(self.resolve(&first)), start);
        let mut method = false;
        while !method && (self.is(".") || self.is(":")) {
            method = self.is(":");
            self.at += 1;
            let key_start = self.start();
            let key = self.name()?;
            called = format!("{called}{}{key}", if method { ":" } else { "." });
            let key = self.made(ExpressionKind::Text(Some((&*key).into())), key_start);
            target = self.made(ExpressionKind::Index(Box::new(target), Box::new(key)), start);
        }
        let function = self.function(called, method, start)?;
        let function = self.made(ExpressionKind::Function(function), start);
        Ok(StatementKind::Assign(vec![target], vec![function]))
    }

    fn local(&mut self) -> Parsed<StatementKind> {
        if self.take("function") {
            let start = self.start();
            let name = self.name()?;
            let unique = self.declare(&name);
            let function = self.function(name, false, start)?;
            return Ok(StatementKind::LocalFunction(unique, function));
        }
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
        }
        let values = if self.take("=") { self.expressions()? } else { vec![] };
        let names = names.iter().map(|name| self.declare(name)).collect();
        Ok(StatementKind::Local(names, values))
    }

    fn assignment_or_call(&mut self) -> Parsed<StatementKind> {
        let first = self.suffixed()?;
        if !self.is("=") && !self.is(",") {
            return match first.kind {
                ExpressionKind::Call(..) | ExpressionKind::Method(..) => {
                    Ok(StatementKind::Call(first))
                }
                _ => self.error(format!("expected '=', found {}", self.found())),
            };
        }
        let mut targets = vec![first];
        while self.take(",") {
            targets.push(self.suffixed()?);
        }
        let is_target = |target: &Expression| {
            matches!(target.kind, ExpressionKind::Name(_) | ExpressionKind::Index(..))
        };
        if !targets.iter().all(is_target) {
            return self.error("this cannot be assigned to");
        }
        self.expect("=")?;
        Ok(StatementKind::Assign(targets, self.expressions()?))
    }
}

/// Expressions.
impl Parser {
    fn made(&mut self, kind: ExpressionKind, start: usize) -> Expression {
        self.expressions += 1;
        Expression { id: self.expressions - 1, kind, span: Span { start, end: self.end() } }
    }

    fn expressions(&mut self) -> Parsed<Vec<Expression>> {
        let mut all = vec![self.expression()?];
        while self.take(",") {
            all.push(self.expression()?);
        }
        Ok(all)
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.nested(|parser| parser.binary(0))
    }

    fn function(&mut self, name: String, method: bool, start: usize) -> Parsed<Rc<Function>> {
        let site = self.site();
        self.expect("(")?;
        let mut parameters: Vec<Name> = Vec::new();
        if method {
            parameters.push(self.unique("self"));
        }
        let mut is_vararg = false;
        while !self.is(")") {
            if self.take("...") {
                is_vararg = true;
                break;
            }
            let parameter = self.name()?;
            parameters.push(self.unique(&parameter));
            if !self.take(",") {
                break;
            }
            if self.is(")") {
                return self.error("expected a name, found ')'");
            }
        }
        self.expect(")")?;
        self.varargs.push(is_vararg);
        self.loops.push(0);
        let body = self.block(parameters.clone())?;
        self.varargs.pop();
        self.loops.pop();
        self.expect("end")?;
        let span = Span { start, end: self.end() };
        let function = Rc::new(Function { site, name, parameters, is_vararg, body, span });
        self.functions.push(Rc::clone(&function));
        Ok(function)
    }

    fn binary(&mut self, least: u8) -> Parsed<Expression> {
        let start = self.start();
        let mut left = match self.unary_operator() {
            Some(op) => {
                self.at += 1;
                let operand = self.nested(|parser| parser.binary(12))?;
                self.made(ExpressionKind::Unary(op, Box::new(operand)), start)
            }
            None => self.simple()?,
        };
        while let Token::Sign(sign) = *self.token()
            && let Some((here, right)) = priority(sign)
            && here > least
        {
            self.at += 1;
            let other = Box::new(self.nested(|parser| parser.binary(right))?);
            let this = Box::new(left);
            let kind = match sign {
                "or" => ExpressionKind::Or(this, other),
                "and" => ExpressionKind::And(this, other),
                ".." => ExpressionKind::Concat(this, other),
                "==" => ExpressionKind::Compare(Compare::Equal, false, this, other),
                "~=" => ExpressionKind::Compare(Compare::Equal, true, this, other),
                "<" => ExpressionKind::Compare(Compare::Less, false, this, other),
                "<=" => ExpressionKind::Compare(Compare::AtMost, false, this, other),
                ">" => ExpressionKind::Compare(Compare::Less, false, other, this),
                ">=" => ExpressionKind::Compare(Compare::AtMost, false, other, this),
                "+" => ExpressionKind::Arith(Arith::Add, this, other),
                "-" => ExpressionKind::Arith(Arith::Sub, this, other),
                "*" => ExpressionKind::Arith(Arith::Mul, this, other),
                "/" => ExpressionKind::Arith(Arith::Div, this, other),
                "%" => ExpressionKind::Arith(Arith::Mod, this, other),
                _ => ExpressionKind::Arith(Arith::Pow, this, other),
            };
            left = self.made(kind, start);
        }
        Ok(left)
    }

    fn unary_operator(&self) -> Option<Unary> {
        match self.token() {
            Token::Sign("-") => Some(Unary::Minus),
            Token::Sign("not") => Some(Unary::Not),
            Token::Sign("#") => Some(Unary::Length),
            _ => None,
        }
    }

    fn simple(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let kind = match self.token().clone() {
            Token::Number(number) => ExpressionKind::Number(number),
            Token::Text(bytes) => text_of(bytes),
            Token::Sign("nil") => ExpressionKind::Nil,
            Token::Sign("true") => ExpressionKind::Truth(true),
            Token::Sign("false") => ExpressionKind::Truth(false),
            Token::Sign("...") if self.varargs.last() == Some(&true) => ExpressionKind::Vararg,
            Token::Sign("...") => return self.error("'...' is outside of a vararg function"),
            Token::Sign("{") => return self.table(),
            Token::Sign("function") => {
                self.at += 1;
                let function = self.function("anonymous function".into(), false, start)?;
                return Ok(self.made(ExpressionKind::Function(function), start));
            }
            _ => return self.suffixed(),
        };
        self.at += 1;
        Ok(self.made(kind, start))
    }

    fn suffixed(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let mut left = if self.take("(") {
            let inside = self.expression()?;
            self.expect(")")?;
            self.made(ExpressionKind::Paren(Box::new(inside)), start)
        } else {
            let name = match self.token() {
                Token::Name(_) => self.name()?,
                _ => return self.error(format!("expected an expression, found {}", self.found())),
            };
            self.made(ExpressionKind::Name(self.resolve(&name)), start)
        };
        loop {
            if self.take(".") {
                let key_start = self.start();
                let key = self.name()?;
                let key = self.made(ExpressionKind::Text(Some((&*key).into())), key_start);
                left = self.made(ExpressionKind::Index(Box::new(left), Box::new(key)), start);
            } else if self.take("[") {
                let key = self.expression()?;
                self.expect("]")?;
                left = self.made(ExpressionKind::Index(Box::new(left), Box::new(key)), start);
            } else if self.take(":") {
                let name = self.name()?;
                let arguments = self.arguments()?;
                let kind = ExpressionKind::Method(Box::new(left), (&*name).into(), arguments);
                left = self.made(kind, start);
            } else if self.is("(") || self.is("{") || matches!(self.token(), Token::Text(_)) {
                let arguments = self.arguments()?;
                left = self.made(ExpressionKind::Call(Box::new(left), arguments), start);
            } else {
                return Ok(left);
            }
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        if self.is("{") {
            return Ok(vec![self.table()?]);
        }
        if let Token::Text(bytes) = self.token().clone() {
            let start = self.start();
            self.at += 1;
            return Ok(vec![self.made(text_of(bytes), start)]);
        }
        self.expect("(")?;
        let arguments = if self.is(")") { vec![] } else { self.expressions()? };
        self.expect(")")?;
        Ok(arguments)
    }

    fn table(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let site = self.site();
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.is("}") {
            items.push(self.item()?);
            if !self.take(",") && !self.take(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(self.made(ExpressionKind::Table(site, items), start))
    }

    fn item(&mut self) -> Parsed<Item> {
        if self.take("[") {
            let key = self.expression()?;
            self.expect("]")?;
            self.expect("=")?;
            return Ok(Item::Keyed(key, self.expression()?));
        }
        let named = matches!(self.token(), Token::Name(_))
            && matches!(self.lexemes.get(self.at + 1), Some(next) if next.token == Token::Sign("="));
        if !named {
            return Ok(Item::Positional(self.expression()?));
        }
        let start = self.start();
        let name = self.name()?;
        let key = self.made(ExpressionKind::Text(Some((&*name).into())), start);
        self.expect("=")?;
        Ok(Item::Keyed(key, self.expression()?))
    }
}

fn text_of(bytes: Vec<u8>) -> ExpressionKind {
    ExpressionKind::Text(String::from_utf8(bytes).ok().map(|text| Name::from(&*text)))
}

/// How strongly an operator binds to its left and to its right.
fn priority(sign: &str) -> Option<(u8, u8)> {
    Some(match sign {
        "or" => (1, 1),
        "and" => (2, 2),
        "<" | ">" | "<=" | ">=" | "~=" | "==" => (3, 3),
        ".." => (9, 8),
        "+" | "-" => (10, 10),
        "*" | "/" | "%" => (11, 11),
        "^" => (14, 13),
        _ => return None,
    })
}
