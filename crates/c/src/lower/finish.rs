//! The last steps: unused blocks go, the others are numbered in the order of the text.

use super::{Draft, Lowering};
use crate::{
    Action, Base, Block, BlockId, Cfg, Label, Storage, Terminator, ValueKind,
    read::Declared,
    tree::{Expr, ExprKind},
};

impl Lowering<'_> {
    /// The graph, complete.
    pub(super) fn finished(mut self) -> Cfg {
        self.fill_address_jumps();
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
    fn fill_address_jumps(&mut self) {
        let by_address =
            |draft: &Draft| matches!(draft.terminator, Some(Terminator::GotoAddress(..)));
        if !self.blocks.iter().any(by_address) {
            return;
        }
        let mut names = std::mem::take(&mut self.address_labels);
        let owned = self.variables.iter().filter(|variable| variable.function == self.function);
        for init in owned.filter_map(|variable| variable.init.as_ref()) {
            init.values().into_iter().for_each(|value| label_names(value, &mut names));
        }
        let mut targets: Vec<BlockId> =
            names.iter().filter_map(|name| self.labels.get(name).copied()).collect();
        targets.sort();
        targets.dedup();
        for draft in &mut self.blocks {
            if let Some(Terminator::GotoAddress(_, blocks)) = &mut draft.terminator {
                blocks.clone_from(&targets);
            }
        }
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
    draft.instructions.iter().all(|instruction| matches!(instruction.action, Action::Point(_)))
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
}
