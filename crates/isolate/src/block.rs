//! Blocks of lines: how a supervisor and a worker talk over pipes.
//!
//! A block is any number of lines and then a line with a single dot. A line of the text that is all
//! dots gets one more, so that every text can be sent; all other lines go as they are. This is
//! simple enough to be spoken by a worker in any language.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::os::fd::AsFd;

/// Sends a text as a block and flushes. A last line without an end gets one.
pub fn write_block(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(block_of(text).as_bytes())?;
    out.flush()
}

/// Receives the text of a block; `None` at the end of the stream. A stream that ends within a block, or
/// that is not UTF-8, is an error.
pub fn read_block(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut block = String::new();
    loop {
        let start = block.len();
        if input.read_line(&mut block)? == 0 {
            let within = !block.is_empty();
            return if within { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(None) };
        }
        if &block[start..] == ".\n" {
            return Ok(Some(text_of(&block[..start])));
        }
    }
}

/// Keeps standard output for the worker's replies: returns it as a file of its own, and lets all
/// that prints to standard output from now on, as libraries do, print to standard error instead.
pub fn reserve_stdout() -> io::Result<File> {
    io::stdout().flush()?;
    let replies = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(replies.into())
}

/// The block of a text, with its end.
pub(crate) fn block_of(text: &str) -> String {
    let mut block = String::with_capacity(text.len() + 3);
    for line in text.split_terminator('\n') {
        block.push_str(line);
        block.push_str(if all_dots(line) { ".\n" } else { "\n" });
    }
    block.push_str(".\n");
    block
}

/// The text of a block without its end.
pub(crate) fn text_of(block: &str) -> String {
    let line_of = |line| if all_dots(line) { Cow::from(&line[1..]) } else { Cow::from(line) };
    let mut text = String::with_capacity(block.len());
    for line in block.split_terminator('\n') {
        text.push_str(&line_of(line));
        text.push('\n');
    }
    text
}

/// Where the end of a block, the line with a dot, starts in the bytes. Nothing before `known` needs
/// to be looked at again.
pub(crate) fn end_of_block(bytes: &[u8], known: usize) -> Option<usize> {
    if bytes.starts_with(b".\n") {
        return Some(0);
    }
    let from = known.saturating_sub(2);
    bytes[from..].windows(3).position(|three| three == b"\n.\n").map(|at| from + at + 1)
}

fn all_dots(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_through() {
        let check = |text: &str, block: &str| {
            assert_eq!(block_of(text), block);
            let whole = if text.is_empty() || text.ends_with('\n') {
                text.into()
            } else {
                format!("{text}\n")
            };
            let read = read_block(&mut format!("{block}next\n.\n").as_bytes()).unwrap();
            assert_eq!(read, Some(whole.clone()));
            let end = end_of_block(block.as_bytes(), 0).expect("the block has an end");
            assert_eq!((end + 2, text_of(&block[..end])), (block.len(), whole));
        };
        check("", ".\n");
        check("\n", "\n.\n");
        check("a", "a\n.\n");
        check("a\n\nb\n", "a\n\nb\n.\n");
        check(".\n", "..\n.\n");
        check("..\n.5\n", "...\n.5\n.\n");
        check("x.\n .\n", "x.\n .\n.\n");
        check("\r\n.\r\n", "\r\n.\r\n.\n");
    }

    #[test]
    fn streams_end_between_blocks_or_in_error() {
        assert_eq!(read_block(&mut &b""[..]).unwrap(), None);
        let check = |bytes: &[u8], kind| {
            assert_eq!(read_block(&mut &bytes[..]).unwrap_err().kind(), kind);
        };
        check(b"a\n", io::ErrorKind::UnexpectedEof);
        check(b"a\n.", io::ErrorKind::UnexpectedEof);
        check(b"\xff\n.\n", io::ErrorKind::InvalidData);
    }

    #[test]
    fn the_end_is_found_across_pieces() {
        let bytes = b"one\n..\ntwo.\n.x\n.\n";
        for known in 0..bytes.len() {
            let found =
                (known + 1..=bytes.len()).find_map(|until| end_of_block(&bytes[..until], known));
            assert_eq!(found, Some(bytes.len() - 2), "{known}");
        }
    }
}
