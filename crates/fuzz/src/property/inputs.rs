//! What a property is checked for, so that the generator makes operands for which its
//! precondition holds.

/// How an element relates to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Any element.
    Any,
    /// One above these elements.
    Above(&'static [usize]),
    /// One below these elements.
    Below(&'static [usize]),
    /// One that stands for the same points, made in another way.
    EqualTo(usize),
    /// Bottom, made in any way.
    Bottom,
    /// One whose constraints contradict those of an element.
    DisjointFrom(usize),
}

/// Which expressions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprShape {
    /// Any linear expression.
    Any,
    /// One for which `v = e` is representable in the domain, without v itself.
    Represented,
}

/// Which constraints are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintShape {
    /// Any linear constraint.
    Any,
    /// One that the domain represents.
    Represented,
}

/// What a property is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// The elements x, y, z, b.
    pub roles: &'static [Role],
    /// Is there a chain of elements?
    pub chain: bool,
    /// Is there a variable v?
    pub variable: bool,
    /// Is there an expression e?
    pub expr: Option<ExprShape>,
    /// Is there a constraint c?
    pub constraint: Option<ConstraintShape>,
    /// Does the oracle draw something itself?
    pub seed: bool,
}

impl Inputs {
    /// Elements alone.
    pub const fn elements(roles: &'static [Role]) -> Inputs {
        let (variable, expr, constraint) = (false, None, None);
        Inputs { roles, chain: false, variable, expr, constraint, seed: false }
    }

    /// And an assignment v := e.
    pub const fn and_assignment(self, shape: ExprShape) -> Inputs {
        Inputs { variable: true, expr: Some(shape), ..self }
    }

    /// And a constraint c.
    pub const fn and_constraint(self, shape: ConstraintShape) -> Inputs {
        Inputs { constraint: Some(shape), ..self }
    }

    /// And a variable v.
    pub const fn and_variable(self) -> Inputs {
        Inputs { variable: true, ..self }
    }

    /// And a chain.
    pub const fn and_chain(self) -> Inputs {
        Inputs { chain: true, ..self }
    }

    /// And a seed for the oracle's own choices.
    pub const fn and_seed(self) -> Inputs {
        Inputs { seed: true, ..self }
    }

    /// Does it make no sense without variables?
    pub fn needs_variables(&self) -> bool {
        self.variable
    }
}
