//! Environments: scope chains, the innermost scope first.

use super::Label;
use soundline_lattice::Choices;
use soundline_lattice::adapt::Element;
use std::collections::BTreeSet;

/// The scopes that a name is looked for in. At each place of the chain stand the labels that the scope may have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Env {
    /// No environment: nothing is executed here.
    Bot,
    /// A chain of known length.
    Chain(Vec<BTreeSet<Label>>),
    /// Chains of several lengths, about which nothing is known.
    Top,
}

use Env::{Bot, Chain, Top};

impl Element for Env {
    fn bottom() -> Env {
        Bot
    }

    fn top() -> Option<Env> {
        Some(Top)
    }

    fn leq(&self, other: &Env) -> bool {
        match (self, other) {
            (Bot, _) | (_, Top) => true,
            (Chain(a), Chain(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_subset(b))
            }
            _ => false,
        }
    }

    fn join(&self, other: &Env) -> Env {
        match (self, other) {
            (Bot, env) | (env, Bot) => env.clone(),
            (Chain(a), Chain(b)) if a.len() == b.len() => {
                Chain(a.iter().zip(b).map(|(a, b)| a.join(b)).collect())
            }
            _ => Top,
        }
    }

    fn meet(&self, other: &Env) -> Env {
        match (self, other) {
            (Top, env) | (env, Top) => env.clone(),
            (Chain(a), Chain(b)) if a.len() == b.len() => {
                Chain(a.iter().zip(b).map(|(a, b)| a.meet(b)).collect())
            }
            _ => Bot,
        }
    }

    fn show(&self) -> String {
        match self {
            Bot => "⊥".into(),
            Top => "⊤".into(),
            Chain(scopes) => {
                let shown = scopes.iter().map(|scope| {
                    let labels: Vec<String> = scope.iter().map(Label::to_string).collect();
                    format!("{{{}}}", labels.join(", "))
                });
                format!("[{}]", shown.collect::<Vec<_>>().join(" → "))
            }
        }
    }

    fn arbitrary(choices: &mut Choices) -> Env {
        match choices.draw(7) {
            0 => Bot,
            1 => Top,
            _ => Chain(choices.many(3, BTreeSet::arbitrary)),
        }
    }

    fn below(&self, choices: &mut Choices) -> Env {
        match self {
            Bot => Bot,
            Top => Env::arbitrary(choices),
            Chain(_) if choices.once_in(6) => Bot,
            Chain(scopes) => Chain(scopes.iter().map(|scope| scope.below(choices)).collect()),
        }
    }

    fn above(&self, choices: &mut Choices) -> Env {
        match self {
            Bot => Env::arbitrary(choices),
            Chain(scopes) if !choices.once_in(6) => {
                Chain(scopes.iter().map(|scope| scope.above(choices)).collect())
            }
            _ => Top,
        }
    }
}

impl Env {
    /// The chain without scopes, in which all names are global.
    pub fn empty() -> Env {
        Chain(vec![])
    }

    /// The chain with a new innermost scope.
    pub fn entered(&self, scope: Label) -> Env {
        match self {
            Chain(scopes) => {
                Chain([BTreeSet::from([scope])].into_iter().chain(scopes.iter().cloned()).collect())
            }
            other => other.clone(),
        }
    }

    /// The chain without its innermost scope. There is none without any.
    pub fn left(&self) -> Env {
        match self {
            Chain(scopes) if scopes.is_empty() => Bot,
            Chain(scopes) => Chain(scopes[1..].to_vec()),
            other => other.clone(),
        }
    }

    /// All labels in it.
    pub fn labels(&self) -> BTreeSet<Label> {
        match self {
            Chain(scopes) => scopes.iter().flatten().copied().collect(),
            _ => BTreeSet::new(),
        }
    }

    /// With a label taken for another one.
    pub fn renamed(&self, from: Label, to: Label) -> Env {
        self.each(|label| if label == from { vec![to] } else { vec![label] })
    }

    /// With every label replaced by others.
    pub fn each(&self, replace: impl Fn(Label) -> Vec<Label>) -> Env {
        match self {
            Chain(scopes) => {
                let replaced = |scope: &BTreeSet<Label>| {
                    scope.iter().flat_map(|label| replace(*label)).collect()
                };
                Chain(scopes.iter().map(replaced).collect())
            }
            other => other.clone(),
        }
    }
}
