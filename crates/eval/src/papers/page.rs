//! What the rows printed, as one page: docs/papers-output.md is one of a short run.

use std::fmt::Write;

use super::{Ended, Ran};

/// Longer outputs are cut in the middle: so many lines from the top, and from the end.
const LINES: [usize; 2] = [24, 10];

/// The page of the rows that were run; those that were not say why.
pub fn page(all: &[Ran]) -> String {
    let mut text = String::from("# What `soundline eval papers` printed\n");
    for ran in all {
        let _ = writeln!(text, "\n## {}\n\n{}.", ran.row, ran.what);
        match (&ran.output, ran.ended) {
            (Some(output), Ended::Run) => {
                let printed = std::fs::read_to_string(output).unwrap_or_default();
                let _ = writeln!(text, "\n```text\n{}```", cut(&printed));
            }
            _ => {
                let _ =
                    writeln!(text, "\n```text\n$ {}\n```\n\nNot run: {}.", ran.command, ran.why);
            }
        }
    }
    text
}

/// The output without what is in the middle of a long one.
fn cut(output: &str) -> String {
    let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    let [top, end] = LINES;
    let (first, last) = match lines.len() > top + end + 1 {
        true => (&lines[..top], &lines[lines.len() - end..]),
        false => (&lines[..], &lines[..0]),
    };
    let mut text = String::new();
    first.iter().for_each(|line| text += &format!("{line}\n"));
    if !last.is_empty() {
        text += &format!("... ({} lines)\n", lines.len() - top - end);
    }
    last.iter().for_each(|line| text += &format!("{line}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_outputs_are_cut_in_the_middle() {
        let lines = |count: usize| (0..count).map(|n| format!("{n}\n")).collect::<String>();
        assert_eq!(cut(&lines(35)), lines(35));
        let long = cut(&lines(100));
        assert!(long.starts_with("0\n1\n") && long.ends_with("98\n99\n"), "{long}");
        assert!(long.contains("23\n... (66 lines)\n90\n"), "{long}");
    }
}
