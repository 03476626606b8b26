//! The text syntax of linear expressions and constraints.
//!
//! ```text
//! constraint = sum ('>=' | '>' | '<=' | '<' | '==' | '=' | '!=') sum
//! sum        = product (('+' | '-') product)*
//! product    = factor (('*' | '/') factor | variable)*      # one factor at most has variables
//! factor     = ('+' | '-')* (number | variable | '(' sum ')')
//! number     = digits | digits '.' digits
//! variable   = 'x' digits
//! ```
//!
//! Where variables have names, these take the place of `x` and a number.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Constraint, LinearExpr, Relation, Var};
use crate::Error;
use crate::numbers::{Rat, scan_unsigned};

/// Parentheses may be nested so deep.
const MAX_DEPTH: usize = 64;

impl FromStr for LinearExpr {
    type Err = Error;

    fn from_str(text: &str) -> Result<LinearExpr, Error> {
        Reader::new(text, None).expr()
    }
}

impl LinearExpr {
    /// Read an expression over variables with names.
    pub(crate) fn parse(text: &str, names: Names<'_>) -> Result<LinearExpr, Error> {
        Reader::new(text, Some(names)).expr()
    }
}

impl FromStr for Constraint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Constraint, Error> {
        Reader::new(text, None).constraint()
    }
}

impl Constraint {
    /// Read a constraint over variables with names.
    pub(crate) fn parse(text: &str, names: Names<'_>) -> Result<Constraint, Error> {
        Reader::new(text, Some(names)).constraint()
    }
}

/// The variables that have names.
type Names<'a> = &'a dyn Fn(&str) -> Option<Var>;

/// Puts a relation between two sides.
type Relate = fn(&LinearExpr, &LinearExpr) -> Constraint;

struct Reader<'a> {
    text: &'a str,
    /// In bytes, always between characters.
    position: usize,
    depth: usize,
    /// If there are none, variables are an `x` and a number.
    names: Option<Names<'a>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, names: Option<Names<'a>>) -> Reader<'a> {
        Reader { text, position: 0, depth: 0, names }
    }

    fn expr(mut self) -> Result<LinearExpr, Error> {
        let expr = self.sum()?;
        self.end()?;
        Ok(expr)
    }

    fn constraint(mut self) -> Result<Constraint, Error> {
        let left = self.sum()?;
        let make = self.relation()?;
        let right = self.sum()?;
        self.end()?;
        Ok(make(&left, &right))
    }

    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn column(&self) -> usize {
        self.column_at(self.position)
    }

    fn column_at(&self, position: usize) -> usize {
        self.text[..position].chars().count() + 1
    }

    fn skip_spaces(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    /// Take the symbol if it comes next.
    fn take(&mut self, symbol: &str) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(symbol);
        if found {
            self.position += symbol.len();
        }
        found
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, Error> {
        Err(Error::Syntax { column: self.column(), expected })
    }

    fn end(&mut self) -> Result<(), Error> {
        self.skip_spaces();
        if self.rest().is_empty() {
            Ok(())
        } else {
            Err(Error::TrailingText { column: self.column() })
        }
    }

    fn relation(&mut self) -> Result<Relate, Error> {
        // Longer symbols come before their beginnings.
        let relations: [(&str, Relate); 7] = [
            (">=", Constraint::ge),
            (">", Constraint::gt),
            ("<=", Constraint::le),
            ("<", Constraint::lt),
            ("==", Constraint::eq),
            ("=", Constraint::eq),
            ("!=", Constraint::ne),
        ];
        for (symbol, make) in relations {
            if self.take(symbol) {
                return Ok(make);
            }
        }
        self.expected("a comparison")
    }

    fn sum(&mut self) -> Result<LinearExpr, Error> {
        let first = self.product()?;
        let mut constant = first.constant_term().clone();
        let mut terms = first.terms().to_vec();
        loop {
            let sign = if self.take("+") {
                Rat::ONE
            } else if self.take("-") {
                Rat::from(-1)
            } else {
                return Ok(LinearExpr::new(terms, constant));
            };
            let product = self.product()?.scale(&sign);
            constant += product.constant_term();
            terms.extend_from_slice(product.terms());
        }
    }

    fn product(&mut self) -> Result<LinearExpr, Error> {
        let mut product = self.factor()?;
        loop {
            if self.take("*") || self.at_variable() {
                self.skip_spaces();
                let start = self.position;
                let factor = self.factor()?;
                product = match (product.as_constant(), factor.as_constant()) {
                    (Some(number), _) => factor.scale(number),
                    (_, Some(number)) => product.scale(number),
                    (None, None) => return Err(Error::NotLinear { column: self.column_at(start) }),
                };
            } else if self.take("/") {
                self.skip_spaces();
                let start = self.position;
                let divisor = self.factor()?;
                let column = || self.column_at(start);
                let number =
                    divisor.as_constant().ok_or_else(|| Error::NotLinear { column: column() })?;
                let inverse =
                    number.recip().ok_or_else(|| Error::DivisionByZero { column: column() })?;
                product = product.scale(&inverse);
            } else {
                return Ok(product);
            }
        }
    }

    fn at_variable(&self) -> bool {
        if self.names.is_some() {
            return self.rest().trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_');
        }
        let mut bytes = self.rest().trim_start().bytes();
        bytes.next() == Some(b'x') && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
    }

    fn factor(&mut self) -> Result<LinearExpr, Error> {
        let mut negative = false;
        loop {
            if self.take("-") {
                negative = !negative;
            } else if !self.take("+") {
                break;
            }
        }
        let factor = self.unsigned_factor()?;
        Ok(if negative { -&factor } else { factor })
    }

    fn unsigned_factor(&mut self) -> Result<LinearExpr, Error> {
        if self.take("(") {
            if self.depth == MAX_DEPTH {
                return Err(Error::NestedTooDeeply { column: self.column() });
            }
            self.depth += 1;
            let sum = self.sum()?;
            self.depth -= 1;
            return if self.take(")") { Ok(sum) } else { self.expected("a closing parenthesis") };
        }
        if self.at_variable() {
            return self.variable();
        }
        let word: String = self.rest().chars().take_while(|c| c.is_alphabetic()).collect();
        if ["nan", "inf", "infinity", "oo"].contains(&word.to_ascii_lowercase().as_str()) {
            return Err(Error::NotFinite { column: self.column() });
        }
        match scan_unsigned(self.rest()) {
            Ok((number, length)) => {
                self.position += length;
                Ok(LinearExpr::constant(number))
            }
            Err(_) => self.expected("a number, a variable such as x0, or a parenthesis"),
        }
    }

    fn variable(&mut self) -> Result<LinearExpr, Error> {
        if let Some(names) = self.names {
            let other = |c: char| !c.is_alphanumeric() && c != '_';
            let rest = self.rest();
            let name = &rest[..rest.find(other).unwrap_or(rest.len())];
            let unknown = || Error::UnknownName { column: self.column(), name: name.to_string() };
            let (variable, length) = (names(name).ok_or_else(unknown)?, name.len());
            self.position += length;
            return Ok(LinearExpr::variable(variable));
        }
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        match self.rest()[1..=digits].parse::<u32>() {
            Ok(number) => {
                self.position += 1 + digits;
                Ok(LinearExpr::variable(number as usize))
            }
            Err(_) => self.expected("a variable number below 2^32"),
        }
    }
}

impl LinearExpr {
    /// The expression with names for its variables.
    pub(crate) fn with_names(&self, name: &dyn Fn(Var) -> String) -> String {
        let mut text = String::new();
        self.write(&mut text, &|text, variable| text.write_str(&name(variable)))
            .expect("writing to a string does not fail");
        text
    }

    fn write(
        &self,
        text: &mut dyn Write,
        write_variable: &dyn Fn(&mut dyn Write, Var) -> fmt::Result,
    ) -> fmt::Result {
        let mut first = true;
        for (variable, factor) in self.terms() {
            write_sign(text, factor, first)?;
            let size = factor.abs();
            if size != 1 {
                write!(text, "{size}*")?;
            }
            write_variable(text, *variable)?;
            first = false;
        }
        if first || !self.constant_term().is_zero() {
            write_sign(text, self.constant_term(), first)?;
            write!(text, "{}", self.constant_term().abs())?;
        }
        Ok(())
    }
}

impl fmt::Display for LinearExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|text, variable| write!(text, "x{variable}"))
    }
}

fn write_sign(text: &mut dyn Write, number: &Rat, first: bool) -> fmt::Result {
    text.write_str(match (first, number.is_negative()) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    })
}

impl fmt::Debug for LinearExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Relation::Eq => "=",
            Relation::Ge => ">=",
            Relation::Gt => ">",
            Relation::Ne => "!=",
        })
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} 0", self.expr(), self.relation())
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, printed: &str) {
        let constraint: Constraint = text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(constraint.to_string(), printed);
        assert_eq!(printed.parse(), Ok(constraint));
    }

    #[test]
    fn reads_what_people_write() {
        check("2*x0 - x3 + 1/2 >= 0", "2*x0 - x3 + 1/2 >= 0");
        check("x0<=5", "-x0 + 5 >= 0");
        check("x0 < x1", "-x0 + x1 > 0");
        check("x0 == x1", "x0 - x1 = 0");
        check("x0 = 1.5", "x0 - 3/2 = 0");
        check("x0 != -0", "x0 != 0");
        check("2x0 > 3x1", "2*x0 - 3*x1 > 0");
        check("1/2x0 + x1/4 >= -(x0 - 2)*3", "7/2*x0 + 1/4*x1 - 6 >= 0");
        check("--x0 + +1 - -2 >= 0", "x0 + 3 >= 0");
        check("x0 - x0 >= 0", "0 >= 0");
        check("  -9223372036854775808  >  x12 ", "-x12 - 9223372036854775808 > 0");
        check("x0*2*3/4 = 0", "3/2*x0 = 0");
        check("1 = 0", "1 = 0");
    }

    #[test]
    fn names_the_fault_and_its_place() {
        let something = "a number, a variable such as x0, or a parenthesis";
        for (text, fault) in [
            ("", Error::Syntax { column: 1, expected: something }),
            ("x0", Error::Syntax { column: 3, expected: "a comparison" }),
            ("x0 >=", Error::Syntax { column: 6, expected: something }),
            ("x >= 0", Error::Syntax { column: 1, expected: something }),
            ("x0 + é >= 0", Error::Syntax { column: 6, expected: something }),
            ("(x0 >= 0", Error::Syntax { column: 5, expected: "a closing parenthesis" }),
            ("x0 >= 0 0", Error::TrailingText { column: 9 }),
            ("0 <= x0 <= 1", Error::TrailingText { column: 9 }),
            ("x0/0 >= 0", Error::DivisionByZero { column: 4 }),
            ("1/(2 - 2) >= 0", Error::DivisionByZero { column: 3 }),
            ("x0*x1 >= 0", Error::NotLinear { column: 4 }),
            ("1/x1 >= 0", Error::NotLinear { column: 3 }),
            ("x0 x1 >= 0", Error::NotLinear { column: 4 }),
            ("nan >= 0", Error::NotFinite { column: 1 }),
            ("x0 <= -inf", Error::NotFinite { column: 8 }),
            ("x0 >= 1e5", Error::TrailingText { column: 8 }),
            (
                "x99999999999 >= 0",
                Error::Syntax { column: 1, expected: "a variable number below 2^32" },
            ),
        ] {
            assert_eq!(text.parse::<Constraint>(), Err(fault), "{text}");
        }
        let deep = "(".repeat(100_000);
        assert_eq!(deep.parse::<LinearExpr>(), Err(Error::NestedTooDeeply { column: 66 }));
        let signs = "-".repeat(100_001) + "x0";
        assert_eq!(signs.parse::<LinearExpr>().map(|expr| expr.to_string()), Ok("-x0".into()));
    }
}
