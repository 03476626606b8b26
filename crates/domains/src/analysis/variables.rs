//! Variables with names.

use crate::Error;
use crate::expr::{Constraint, LinearExpr, Space, Var, VarKind};

/// The names and kinds of all variables of a program, in the order of their numbers.
///
/// ```
/// use soundline_domains::analysis::Variables;
/// let variables = Variables::integers(["i", "n"])?;
/// let test = variables.constraint("2*i < n + 1")?;
/// assert_eq!(test.to_string(), "-2*x0 + x1 + 1 > 0");
/// assert_eq!(variables.show(&test), "-2*i + n + 1 > 0");
/// let fault = variables.constraint("i < m").unwrap_err();
/// assert_eq!(fault.to_string(), "column 5: there is no variable m");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variables {
    all: Vec<(String, VarKind)>,
}

impl Variables {
    /// No variables.
    pub fn new() -> Variables {
        Variables::default()
    }

    /// Integer variables of these names.
    pub fn integers<N: Into<String>>(
        names: impl IntoIterator<Item = N>,
    ) -> Result<Variables, Error> {
        let mut variables = Variables::new();
        for name in names {
            variables.add(name, VarKind::Int)?;
        }
        Ok(variables)
    }

    /// One more variable. A name starts with a letter or `_`, goes on with these and digits, and is
    /// new.
    pub fn add(&mut self, name: impl Into<String>, kind: VarKind) -> Result<Var, Error> {
        let name = name.into();
        if !is_name(&name) || self.get(&name).is_some() {
            return Err(Error::UnusableName { name });
        }
        self.all.push((name, kind));
        Ok(self.all.len() - 1)
    }

    /// The variable of a name.
    pub fn get(&self, name: &str) -> Option<Var> {
        self.all.iter().position(|(own, _)| own == name)
    }

    /// The name of a variable; `None` if there is no such variable.
    pub fn name(&self, variable: Var) -> Option<&str> {
        self.all.get(variable).map(|(name, _)| &**name)
    }

    /// The space of the variables.
    pub fn space(&self) -> Space {
        Space::new(self.all.iter().map(|(_, kind)| *kind))
    }

    /// Read a linear expression over the names.
    pub fn linear(&self, text: &str) -> Result<LinearExpr, Error> {
        LinearExpr::parse(text, &|name| self.get(name))
    }

    /// Read a constraint over the names.
    pub fn constraint(&self, text: &str) -> Result<Constraint, Error> {
        Constraint::parse(text, &|name| self.get(name))
    }

    /// A constraint with names; variables without one are written by number.
    pub fn show(&self, constraint: &Constraint) -> String {
        let name = |variable| match self.name(variable) {
            Some(name) => name.to_string(),
            None => format!("x{variable}"),
        };
        format!("{} {} 0", constraint.expr().with_names(&name), constraint.relation())
    }
}

/// Can a variable have this name in texts?
fn is_name(name: &str) -> bool {
    let mut characters = name.chars();
    let starts = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    starts && characters.all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        let mut variables = Variables::integers(["i", "x_1", "x7"]).expect("new names");
        assert_eq!(variables.add("Ω", VarKind::Real), Ok(3));
        for (text, shown) in [
            ("2i - x_1/2 >= x7", "2*i - 1/2*x_1 - x7 >= 0"),
            ("Ω = 3*(i + 1)", "-3*i + Ω - 3 = 0"),
            ("i != i", "0 != 0"),
        ] {
            let read = variables.constraint(text).map(|constraint| variables.show(&constraint));
            assert_eq!(read, Ok(shown.to_string()), "{text}");
        }
        assert_eq!(variables.linear("x7").map(|e| e.to_string()), Ok("x2".to_string()));
        let kinds = [VarKind::Int, VarKind::Int, VarKind::Int, VarKind::Real];
        assert_eq!(variables.space(), Space::new(kinds));
    }

    #[test]
    fn bad_names_are_refused() {
        let mut variables = Variables::integers(["i"]).expect("a new name");
        for name in ["", "i", "1a", "a b", "a+b", "-"] {
            let fault = Error::UnusableName { name: name.to_string() };
            assert_eq!(variables.add(name, VarKind::Int), Err(fault));
        }
        let fault = Error::UnknownName { column: 5, name: "x0".to_string() };
        assert_eq!(variables.constraint("i + x0 > 0"), Err(fault));
    }
}
