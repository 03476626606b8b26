//! The ends of scopes: local variables end where control leaves the block that they are declared in.

use super::{Draft, Lowering};
use crate::{Action, BlockId, Instruction, Span, Terminator, Value, VarId};

/// A jump out of scopes to a label, whose own scope may only be known later.
pub(super) struct Leap {
    block: BlockId,
    /// The variables that exist where it starts.
    alive: Vec<VarId>,
    /// None where it goes to an address.
    label: Option<String>,
    span: Span,
}

impl Lowering<'_> {
    /// Lowers the inside of a block: what is declared there ends with it.
    pub(super) fn scope<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Vec::new());
        let result = inside(self);
        self.leave(self.scopes.len() - 1, last_byte(span));
        self.scopes.pop();
        result
    }

    /// Control leaves all scopes but so many, the outermost.
    pub(super) fn leave(&mut self, depth: usize, span: Span) {
        let ended: Vec<VarId> = self.scopes[depth..].iter().flatten().rev().copied().collect();
        ended.into_iter().for_each(|variable| self.emit(Action::End(variable), span));
    }

    /// A variable is declared in the innermost scope.
    pub(super) fn enter_scope(&mut self, variable: VarId) {
        if let Some(scope) = self.scopes.last_mut()
            && !scope.contains(&variable)
        {
            scope.push(variable);
        }
    }

    pub(super) fn alive(&self) -> Vec<VarId> {
        self.scopes.iter().flatten().copied().collect()
    }

    /// `goto name;`
    pub(super) fn goto_label(&mut self, name: &str, span: Span) {
        let target = self.labelled(name);
        self.leap(Some(name.to_owned()), span);
        self.end(Terminator::Goto(target), span);
    }

    /// `goto *address;`
    pub(super) fn goto_address(&mut self, address: Value, span: Span) {
        self.leap(None, span);
        self.end(Terminator::GotoAddress(address, Vec::new()), span);
    }

    fn leap(&mut self, label: Option<String>, span: Span) {
        let (block, alive) = (self.current, self.alive());
        self.leaps.push(Leap { block, alive, label, span });
    }

    /// Where all labels are known: what ends at jumps. `named` are the labels that jumps by address may go to.
    pub(super) fn end_at_jumps(&mut self, named: &[(String, BlockId)]) {
        for Leap { block, alive, label, span } in std::mem::take(&mut self.leaps) {
            if let Some(label) = label {
                let ended = self.ended_at(&label, &alive, span);
                self.blocks[block.index()].instructions.extend(ended);
                continue;
            }
            let mut targets: Vec<BlockId> = Vec::new();
            for (name, target) in named {
                let instructions = self.ended_at(name, &alive, span);
                targets.push(match instructions.is_empty() {
                    true => *target,
                    false => self.passing(instructions, *target, span),
                });
            }
            if let Some(Terminator::GotoAddress(_, blocks)) =
                &mut self.blocks[block.index()].terminator
            {
                *blocks = targets;
            }
        }
    }

    /// A block with some instructions on the way to another.
    fn passing(&mut self, instructions: Vec<Instruction>, to: BlockId, span: Span) -> BlockId {
        let order = Some(self.started);
        self.started += 1;
        self.blocks.push(Draft {
            instructions,
            terminator: Some(Terminator::Goto(to)),
            span,
            order,
        });
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn ended_at(&self, label: &str, alive: &[VarId], span: Span) -> Vec<Instruction> {
        let there = self.label_scopes.get(label).map_or(&[][..], |there| there);
        let ended = alive.iter().rev().filter(|variable| !there.contains(variable));
        ended.map(|variable| Instruction { action: Action::End(*variable), span }).collect()
    }
}

fn last_byte(span: Span) -> Span {
    Span::new(span.end.saturating_sub(1).max(span.start), span.end)
}
