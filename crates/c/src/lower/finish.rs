//! The last steps: unused blocks go, the others are numbered in the order of the text.

use super::{Draft, Lowering};
use crate::{
    Action, Base, Block, BlockId, Cfg, Label, Storage, Terminator, ValueKind,
    read::Declared,
    tree::{Expr, ExprKind},
};

impl Lowering<'_> {
    /// Whether something leads to a block.
    pub(super) fn is_entered(&self, block: BlockId) -> bool {
        let mut next = self.blocks.iter().flat_map(successors);
        block == BlockId(0)
            || self.labels.values().any(|label| *label == block)
            || next.any(|next| next == block)
    }

    /// The graph, complete.
    pub(super) fn finished(mut self) -> Cfg {
        let named = self.address_targets();
        self.end_at_jumps(&named);
        for draft in &mut self.blocks {
            draft.terminator.get_or_insert(Terminator::Stop);
        }
        let numbers = self.numbers();
        let labels = self.sort_points();
        let mut blocks: Vec<(BlockId, Block)> = Vec::new();
        for (draft, number) in std::mem::take(&mut self.blocks).into_iter().zip(&numbers) {
            if let Some(number) = number {
                blocks.push((*number, block(draft, &numbers, &labels)));
            }
        }
        blocks.sort_by_key(|(number, _)| *number);
        let blocks = blocks.into_iter().map(|(_, block)| block).collect();
        Cfg { blocks, points: self.points, locals: self.locals, checks: self.checks }
    }

    /// `goto *p` may go to every label whose address is taken, also in static tables.
    fn address_targets(&mut self) -> Vec<(String, BlockId)> {
        let mut names = std::mem::take(&mut self.address_labels);
        let owned = self.variables.iter().filter(|variable| variable.function == self.function);
        for init in owned.filter_map(|variable| variable.init.as_ref()) {
            init.values().into_iter().for_each(|value| label_names(value, &mut names));
        }
        names.sort();
        names.dedup();
        let known = |name: String| Some((name.clone(), self.labels.get(&name).copied()?));
        let mut targets: Vec<(String, BlockId)> = names.into_iter().filter_map(known).collect();
        targets.sort_by_key(|(_, block)| *block);
        targets
    }

    /// New numbers, in the order in which blocks were started. Blocks that nothing leads to and
    /// that do nothing get none.
    fn numbers(&self) -> Vec<Option<BlockId>> {
        let mut entries = vec![0u32; self.blocks.len()];
        entries[0] = 1;
        for next in self.blocks.iter().flat_map(successors) {
            entries[next.index()] += 1;
        }
        let mut useless: Vec<usize> = (0..self.blocks.len())
            .filter(|index| entries[*index] == 0 && does_nothing(&self.blocks[*index]))
            .collect();
        let mut kept = vec![true; self.blocks.len()];
        while let Some(index) = useless.pop() {
            kept[index] = false;
            for next in successors(&self.blocks[index]) {
                entries[next.index()] -= 1;
                if entries[next.index()] == 0 && does_nothing(&self.blocks[next.index()]) {
                    useless.push(next.index());
                }
            }
        }
        let mut order: Vec<usize> = (0..self.blocks.len()).filter(|index| kept[*index]).collect();
        order.sort_by_key(|index| self.blocks[*index].order.unwrap_or(u32::MAX));
        let mut numbers = vec![None; self.blocks.len()];
        for (number, index) in (0..).zip(order) {
            numbers[index] = Some(BlockId(number));
        }
        numbers
    }

    /// Puts the points into the order of the text; the result is the new label of each.
    fn sort_points(&mut self) -> Vec<Label> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by_key(|index| (self.points[*index].span.start, *index));
        let mut labels = vec![Label(0); self.points.len()];
        for (number, index) in (0..).zip(&order) {
            labels[*index] = Label(number);
        }
        self.points = order.iter().map(|index| self.points[*index]).collect();
        labels
    }
}

fn successors(draft: &Draft) -> Vec<BlockId> {
    draft.terminator.as_ref().map_or_else(Vec::new, Terminator::successors)
}

/// Passing points is nothing: a label that is never passed is a point that is never reached.
fn does_nothing(draft: &Draft) -> bool {
    let nothing = |action: &Action| matches!(action, Action::Point(_) | Action::End(_));
    draft.instructions.iter().all(|instruction| nothing(&instruction.action))
}

fn block(draft: Draft, numbers: &[Option<BlockId>], labels: &[Label]) -> Block {
    let renumbered = |id: BlockId| numbers[id.index()].unwrap_or(BlockId(0));
    let mut instructions = draft.instructions;
    for instruction in &mut instructions {
        if let Action::Point(label) = &mut instruction.action {
            *label = labels[label.0 as usize];
        }
    }
    let terminator = match draft.terminator.unwrap_or(Terminator::Stop) {
        Terminator::Goto(next) => Terminator::Goto(renumbered(next)),
        Terminator::Branch(value, then, otherwise) => {
            Terminator::Branch(value, renumbered(then), renumbered(otherwise))
        }
        Terminator::Switch { value, cases, default } => {
            let cases = cases.into_iter().map(|(low, high, next)| (low, high, renumbered(next)));
            Terminator::Switch { value, cases: cases.collect(), default: renumbered(default) }
        }
        Terminator::GotoAddress(value, targets) => {
            Terminator::GotoAddress(value, targets.into_iter().map(renumbered).collect())
        }
        end @ (Terminator::Return(_) | Terminator::Stop) => end,
    };
    Block { instructions, terminator, span: draft.span }
}

fn label_names(expr: &Expr, names: &mut Vec<String>) {
    if let ExprKind::LabelAddress(name) = &expr.kind {
        names.push(name.clone());
    }
    expr.children().into_iter().for_each(|child| label_names(child, names));
}

/// Marks the variables whose address stands anywhere in lowered code.
pub(super) fn mark_taken_addresses(declared: &mut Declared, startup: &Cfg) {
    let graphs = declared.functions.iter().filter_map(|function| function.cfg.as_ref());
    for block in graphs.chain([startup]).flat_map(|cfg| &cfg.blocks) {
        let mut pending = block.values();
        while let Some(value) = pending.pop() {
            if let ValueKind::AddressOf(place) = &value.kind
                && let Base::Variable(id) = place.base
            {
                declared.variables[id.index()].address_taken = true;
            }
            pending.extend(value.operands());
        }
    }
    for variable in &mut declared.variables {
        // Other files may do it.
        variable.address_taken |= variable.storage == Storage::Extern;
    }
    // Nothing points to the others, so that their ends make no difference.
    let (functions, variables) = (&mut declared.functions, &declared.variables);
    let matters = |action: &Action| match action {
        Action::End(id) => variables[id.index()].address_taken,
        _ => true,
    };
    let graphs = functions.iter_mut().filter_map(|function| function.cfg.as_mut());
    for block in graphs.flat_map(|cfg| &mut cfg.blocks) {
        block.instructions.retain(|instruction| matters(&instruction.action));
    }
}
