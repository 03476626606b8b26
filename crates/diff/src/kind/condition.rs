//! The text of a condition: what may stand in it, so that it has no effects and no undefined behaviour.
//!
//! Comparisons, `&&`, `||`, `!`, `&`, `|`, `^` and `~` are defined for all numbers; sums, products, quotients and shifts are not. What a
//! kind needs of these is computed by its placeholders, in a type that is wide enough.

use super::At;

/// Why a text is no condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// A brace without its partner.
    #[error("its condition has an opening brace that is not closed")]
    Unclosed,
    /// A placeholder that means nothing.
    #[error("its condition has a placeholder {{{0}}}; here there are {1}")]
    Unknown(String, String),
    /// A constant that is not chosen, or the other way round.
    #[error("its condition has {{k}}, and there are no constants for it")]
    NoConstants,
    /// Constants that are not used.
    #[error("it has constants, and its condition has no {{k}}")]
    UnusedConstants,
    /// Something that may have effects or undefined behaviour.
    #[error(
        "its condition may not contain `{0}`: it compares placeholders and numbers, and computes nothing"
    )]
    Forbidden(String),
    /// Parentheses do not fit.
    #[error("the parentheses of its condition do not fit together")]
    Parentheses,
    /// Nothing of the program.
    #[error("its condition says nothing about an expression")]
    Constant,
}

/// What may stand in a condition beside names, numbers and placeholders, longer ones first.
const OPERATORS: &[&str] =
    &["==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "&", "|", "^", "~", "(", ")", " "];

/// Checks a condition for expressions of a kind.
pub(super) fn check(text: &str, at: At, constants: bool) -> Result<(), ConditionError> {
    let mut rest = text;
    let mut used: Vec<&str> = Vec::new();
    let mut open = 0_usize;
    while let Some(first) = rest.chars().next() {
        if let Some(inside) = rest.strip_prefix('{') {
            let (name, after) = inside.split_once('}').ok_or(ConditionError::Unclosed)?;
            if name != "k" && !at.placeholders().contains(&name) {
                let known: Vec<String> = at
                    .placeholders()
                    .iter()
                    .chain([&"k"])
                    .map(|name| format!("{{{name}}}"))
                    .collect();
                return Err(ConditionError::Unknown(name.into(), known.join(", ")));
            }
            used.push(name);
            rest = after;
        } else if first.is_ascii_digit() {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        } else if let Some(operator) =
            OPERATORS.iter().find(|operator| rest.starts_with(**operator))
        {
            // `<<` and `>>` are no comparisons.
            if rest.starts_with("<<") || rest.starts_with(">>") {
                return Err(ConditionError::Forbidden(rest[..2].into()));
            }
            match *operator {
                "(" => open += 1,
                ")" => open = open.checked_sub(1).ok_or(ConditionError::Parentheses)?,
                _ => {}
            }
            rest = &rest[operator.len()..];
        } else {
            let word = |c: &char| c.is_alphanumeric() || *c == '_';
            let name: String = rest.chars().take_while(word).collect();
            return Err(ConditionError::Forbidden(if name.is_empty() {
                first.into()
            } else {
                name
            }));
        }
    }
    let constant = used.contains(&"k") || used.contains(&"low");
    match () {
        () if open > 0 => Err(ConditionError::Parentheses),
        () if !used.iter().any(|name| !matches!(*name, "k" | "low")) => {
            Err(ConditionError::Constant)
        }
        () if constant && !constants => Err(ConditionError::NoConstants),
        // The element is part of the object.
        () if !constant && constants && at != At::PointsTo => Err(ConditionError::UnusedConstants),
        () => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_compare() {
        for (text, at) in [
            ("{e} != {k}", At::Number),
            ("!({wide} < {k}) || ({e} & 1) == 0", At::Number),
            ("{exact} >= {low} && {exact} < {k}", At::Arithmetic),
        ] {
            assert_eq!(check(text, at, true), Ok(()), "{text}");
        }
        assert_eq!(check("{e} != 0", At::Pointer, false), Ok(()));
        assert_eq!(check("{e} != {object}", At::PointsTo, true), Ok(()));
    }

    #[test]
    fn nothing_else_is_allowed() {
        let forbidden = |text: &str, what: &str| {
            let error = check(text, At::Number, false);
            assert_eq!(error, Err(ConditionError::Forbidden(what.into())), "{text}");
        };
        forbidden("{e} + 1 > 0", "+");
        forbidden("{e} / 2 > 0", "/");
        forbidden("{e} % 2 == 0", "%");
        forbidden("{e} << 2 == 0", "<<");
        forbidden("{e} = 0", "=");
        forbidden("f({e})", "f");
        forbidden("{e} == x", "x");
        forbidden("{e} == 0; abort()", ";");
        forbidden("{e} == 0 /* */", "/");
        forbidden("{e} == 'a'", "'");
        forbidden("{e}, 1", ",");
        forbidden("{e} == -1", "-");
        forbidden("{e} == 1\n#include", "\n");
        forbidden("{e} == 0x10", "x10");
    }

    #[test]
    fn placeholders_and_constants_fit_together() {
        let check =
            |text: &str, constants| check(text, At::Number, constants).map_err(|e| e.to_string());
        let said = |text: &str, constants, part: &str| {
            assert!(check(text, constants).is_err_and(|error| error.contains(part)), "{text}");
        };
        said("{e", false, "not closed");
        said("{object} != 0", false, "{e}, {wide}, {k}");
        said("{e} != {k}", false, "no constants");
        said("{e} != 0", true, "no {k}");
        said("({e} != 0", false, "parentheses");
        said("{e}) != (0", false, "parentheses");
        said("1 == 1", false, "nothing about");
    }
}
