//! How a check is written for one analyzer: data, as it stands in the analyzer's description.

/// The text of a check for one kind of analyzer, and what has to be declared for it.
///
/// ```
/// use soundline_diff::{Encoding, Form};
///
/// let cbmc = Encoding {
///     prelude: String::new(),
///     check: "__CPROVER_assert({condition}, \"CHECK\")".into(),
///     form: Form::Expression,
/// };
/// assert_eq!(cbmc.statement("x != 3"), "__CPROVER_assert(x != 3, \"CHECK\");");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Encoding {
    /// Declarations, put before the first line of the program.
    pub prelude: String,
    /// The check: C text in which `{condition}` stands for an `int` expression without effects
    /// that is not 0 where the check holds.
    pub check: String,
    /// What the check is: an expression or a statement.
    pub form: Form,
}

/// What the template of an [`Encoding`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// An expression whose value is not used: `check({condition})`.
    #[default]
    Expression,
    /// A statement: `if (!({condition})) { reached(); }`. Inside expressions it is put into a
    /// statement expression of GNU C.
    Statement,
}

impl Encoding {
    /// The form in which variants are compared, reduced and shown.
    pub fn plain() -> Encoding {
        Encoding {
            prelude: "extern void __VERIFIER_assert(int);\n".into(),
            check: "__VERIFIER_assert({condition})".into(),
            form: Form::Expression,
        }
    }

    /// The check as a statement.
    pub fn statement(&self, condition: &str) -> String {
        let check = self.filled(condition);
        match self.form {
            Form::Expression => format!("{check};"),
            Form::Statement => check,
        }
    }

    /// Several checks as statements, each on a line of its own, so that messages about lines tell them apart.
    pub fn statements(&self, conditions: &[String]) -> String {
        let checks: Vec<String> =
            conditions.iter().map(|condition| self.statement(condition)).collect();
        checks.join("\n")
    }

    /// What is put before and after an expression, so that it is checked and keeps its value, and with `cast`, such
    /// as `(int)`, its type. Several checks are on lines of their own.
    pub fn around(&self, conditions: &[String], cast: &str) -> (String, String) {
        let checks: Vec<String> =
            conditions.iter().map(|condition| self.filled(condition)).collect();
        match self.form {
            Form::Expression => (format!("({}, {cast}(", checks.join(",\n")), "))".into()),
            Form::Statement => (format!("({{ {} {cast}(", checks.join("\n")), "); })".into()),
        }
    }

    fn filled(&self, condition: &str) -> String {
        self.check.replace("{condition}", condition)
    }
}
