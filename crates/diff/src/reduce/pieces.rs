//! What can be taken out of a program: its pieces, level by level.

use soundline_c::{
    Program, Span, Storage,
    tree::{Stmt, StmtKind},
};

/// A range and what to write instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub span: Span,
    pub instead: &'static str,
}

impl Piece {
    fn new(span: Span, instead: &'static str) -> Piece {
        Piece { span, instead }
    }
}

/// Functions and global variables first, then the statements directly in bodies, then those inside
/// them, and so on. Pieces of one level do not overlap.
pub(super) fn levels(program: &Program) -> Vec<Vec<Piece>> {
    let mut levels = vec![globals(program)];
    let bodies = program.bodies().filter_map(|(_, function, _)| function.body.as_ref());
    bodies.for_each(|body| inside(body, 1, &mut levels));
    levels.iter_mut().for_each(without_overlaps);
    levels
}

fn globals(program: &Program) -> Vec<Piece> {
    let bodies = program.bodies().filter(|(_, function, _)| function.name != "main");
    let functions = bodies.map(|(_, function, _)| Piece::new(function.span, ""));
    let text = program.source.bytes();
    let globals = program.variables.iter().filter(|variable| {
        matches!(variable.storage, Storage::Global | Storage::Extern)
            // One declaration may be of several variables, and nothing remains of their type alone.
            && text.get(variable.span.end as usize) == Some(&b';')
    });
    functions.chain(globals.map(|variable| Piece::new(variable.span, ""))).collect()
}

fn inside(stmt: &Stmt, level: usize, levels: &mut Vec<Vec<Piece>>) {
    let mut add = |piece: Piece| {
        while levels.len() <= level {
            levels.push(Vec::new());
        }
        levels[level].push(piece);
    };
    match &stmt.kind {
        StmtKind::Block(statements) => {
            statements.iter().for_each(|stmt| add(Piece::new(stmt.span, "")));
            statements.iter().for_each(|stmt| inside(stmt, level + 1, levels));
        }
        StmtKind::If { then, otherwise, .. } => {
            // The condition alone goes, or one of the branches.
            add(Piece::new(head(stmt, then), ""));
            if let Some(otherwise) = otherwise {
                add(Piece::new(Span::new(then.span.end, otherwise.span.end), ""));
                inside(otherwise, level + 1, levels);
            }
            inside(then, level + 1, levels);
        }
        StmtKind::While { body, .. } | StmtKind::For { body, .. } => {
            add(Piece::new(head(stmt, body), ""));
            inside(body, level + 1, levels);
        }
        StmtKind::DoWhile { body, .. } | StmtKind::Switch { body, .. } => {
            inside(body, level, levels);
        }
        StmtKind::Case { body, .. } | StmtKind::Default(body) => inside(body, level, levels),
        StmtKind::Labelled(_, body) => {
            add(Piece::new(head(stmt, body), ""));
            inside(body, level + 1, levels);
        }
        _ => {}
    }
}

/// What stands before the body.
fn head(stmt: &Stmt, body: &Stmt) -> Span {
    Span::new(stmt.span.start, body.span.start)
}

fn without_overlaps(pieces: &mut Vec<Piece>) {
    pieces.sort_by_key(|piece| (piece.span.start, std::cmp::Reverse(piece.span.end)));
    let mut end = 0;
    pieces.retain(|piece| {
        let apart = piece.span.start >= end && !piece.span.is_empty();
        if apart {
            end = piece.span.end;
        }
        apart
    });
}
