//! Files that were not analyzed: each with its reason, and all of them in a line.

use soundline_analyze::outcome::LeftOut;

/// So many are told one by one.
const TOLD: usize = 10;
/// Longer reasons are cut in the line for all.
const LONGEST: usize = 100;

/// A sentence for each of the first files, and one for those that follow.
pub fn sentences(left_out: &[LeftOut]) -> Vec<String> {
    let mut sentences: Vec<String> = left_out.iter().take(TOLD).map(sentence).collect();
    if let Some(more) = left_out.len().checked_sub(TOLD).filter(|more| *more > 0) {
        sentences.push(format!("{more} more files are left out: --json names them all"));
    }
    sentences
}

fn sentence(left: &LeftOut) -> String {
    let reason = left.why.to_string();
    match reason.contains(left.file.as_str()) {
        true => reason,
        false => format!("{}: {reason}", left.file),
    }
}

/// `53 of 54 files, 1 left out: missing header zconf.h`; none if all of them were analyzed.
pub fn summary(analyzed: usize, left_out: &[LeftOut]) -> Option<String> {
    let all = analyzed + left_out.len();
    if left_out.is_empty() || all == 1 {
        return None;
    }
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for left in left_out {
        let reason = in_short(&left.why.to_string());
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let others: usize = reasons.iter().skip(TOLD).map(|(_, count)| count).sum();
    let mut told: Vec<String> = reasons
        .into_iter()
        .take(TOLD)
        .map(|(reason, count)| match count {
            1 => reason,
            several => format!("{reason} ({several} files)"),
        })
        .collect();
    if others > 0 {
        told.push(format!("other reasons ({others} files)"));
    }
    Some(format!("{analyzed} of {all} files, {} left out: {}", left_out.len(), told.join("; ")))
}

/// `missing header zconf.h` for what compilers say about that, and the first line of all else.
fn in_short(reason: &str) -> String {
    let missing = reason.split_once("fatal error: ").map(|(_, message)| message);
    let missing = missing.and_then(|message| {
        message
            .split_once(": No such file")
            .or(message.strip_suffix("' file not found").map(|m| (m, "")))
    });
    if let Some((header, _)) = missing {
        return format!("missing header {}", header.trim_matches('\''));
    }
    let line = reason.lines().next().unwrap_or("");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_analyze::outcome::Why;

    fn left(file: &str, reason: &str) -> LeftOut {
        LeftOut { file: file.to_owned(), why: Why::Unusable(reason.to_owned()) }
    }

    #[test]
    fn missing_headers_are_named() {
        let gcc = "`cc -E x.c` failed: x.c:1:10: fatal error: zconf.h: No such file or directory";
        let clang = "`clang -E y.c` failed: y.c:1:10: fatal error: 'zconf.h' file not found";
        let one = [left("x.c", gcc)];
        let expected = "53 of 54 files, 1 left out: missing header zconf.h";
        assert_eq!(summary(53, &one).as_deref(), Some(expected));
        let both = [left("a.cc", "it is C++"), left("x.c", gcc), left("y.c", clang)];
        let expected = "0 of 3 files, 3 left out: missing header zconf.h (2 files); it is C++";
        assert_eq!(summary(0, &both).as_deref(), Some(expected));
        assert_eq!(summary(2, &[]), None);
        assert_eq!(summary(0, &one), None);
    }

    #[test]
    fn many_are_counted() {
        let many: Vec<LeftOut> =
            (0..100_000).map(|i| left(&format!("{i}.c"), "there is no such file")).collect();
        assert_eq!(sentences(&many).len(), 11);
        assert!(sentences(&many)[10].starts_with("99990 more files"));
        let line = summary(1, &many).expect("files are left out");
        assert_eq!(
            line,
            "1 of 100001 files, 100000 left out: there is no such file (100000 files)"
        );
    }
}
