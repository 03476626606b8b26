//! How control gets to a check, in words: the calls that lead to it, and where precision is lost before it.

use crate::Scope;
use crate::engine::{Engine, Node};
use soundline_c::{FunctionId, Span};

/// Calls that are named.
const MOST_CALLS: usize = 4;

impl Engine<'_> {
    /// `called in line 8 of f, from line 19 of main`; none in a function that the analysis starts with. Where that is not the start
    /// of the program: who calls it.
    pub(super) fn way_to(&self, node: Node) -> Option<String> {
        let contexts = self.contexts.borrow();
        let own = self.program.function(self.function_of(node)).span;
        let here = self.program.source.locate(own.start).file;
        let mut calls = Vec::new();
        let mut first = self.function_of(node);
        let mut at = contexts.get(node.context).caller;
        while let Some(caller) = at {
            let function = self.function_of(caller);
            let name = &self.program.function(function).name;
            let line = self.last_line(function, caller.segment);
            let home = self.program.function(function).span;
            let file = self.program.source.locate(home.start).file;
            let abroad = if file == here { String::new() } else { format!(" in {file}") };
            calls.push(format!("line {line} of {name}{abroad}"));
            first = function;
            at = contexts.get(caller.context).caller;
        }
        let more = calls.len() > MOST_CALLS;
        calls.truncate(MOST_CALLS);
        let rest = if more { ", and others before" } else { "" };
        let way = (!calls.is_empty()).then(|| format!("called in {}{rest}", calls.join(", from ")));
        let all: Vec<String> = way.into_iter().chain(self.caller_of(first)).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Who calls a function of a whole program that the analysis starts with, if the program does not start there.
    fn caller_of(&self, id: FunctionId) -> Option<String> {
        let function = self.program.function(id);
        let starts = match self.settings.scope {
            Scope::Whole { entry } => id == entry || function.constructor,
            Scope::Modular => true,
        };
        (!starts).then(|| match self.open.contains(&id) {
            true => format!("code that is not analyzed may call {}", function.name),
            false => format!("not all calls of {} are followed", function.name),
        })
    }

    /// `imprecise from line 5 on`, with the name of a function that is another one.
    pub(super) fn imprecise_from(
        &self,
        function: FunctionId,
        (own, segment): (FunctionId, u32),
    ) -> String {
        let place = self.line_in(function, self.first_of(own, segment));
        match own == function {
            true => format!("imprecise from {place} on"),
            false => format!("imprecise from {place} of {} on", self.program.function(own).name),
        }
    }

    /// `line 5`, or `line 5 of f.h` if a function stands in another file.
    pub(super) fn line_in(&self, function: FunctionId, span: Span) -> String {
        let source = &self.program.source;
        let place = source.locate(span.start);
        let home = source.locate(self.program.function(function).span.start);
        match place.file == home.file {
            true => format!("line {}", place.line),
            false => format!("line {} of {}", place.line, place.file),
        }
    }

    /// Where a segment begins: at the call before it, or with its first instruction.
    fn first_of(&self, function: FunctionId, segment: u32) -> Span {
        let shape = self.shape(function);
        let segment = &shape.segments[segment as usize];
        let block = &shape.cfg.blocks[segment.block];
        let first = block.instructions.get(segment.start.saturating_sub(1));
        first.map_or(block.span, |first| first.span)
    }

    fn last_line(&self, function: FunctionId, segment: u32) -> u32 {
        let shape = self.shape(function);
        let segment = &shape.segments[segment as usize];
        let block = &shape.cfg.blocks[segment.block];
        let last = block.instructions[segment.start..segment.end].last();
        self.program.source.locate(last.map_or(block.span, |last| last.span).start).line
    }
}
