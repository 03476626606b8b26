//! For tests of pages: whether a page is well formed.

/// Elements that stand alone.
const VOID: [&str; 2] = ["meta", "br"];

/// Every element is closed in the right order, and every attribute is quoted.
#[track_caller]
pub fn check_nesting(page: &str) {
    let start = page.find("<body>").expect("a body");
    let end = page.find("<script>").expect("a script");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = &page[start..end];
    while let Some(begin) = rest.find('<') {
        let close = begin + rest[begin..].find('>').expect("a tag ends");
        let tag = &rest[begin + 1..close];
        rest = &rest[close + 1..];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}, then {rest:.80}");
        } else if !tag.ends_with('/') {
            let name = tag.split([' ', '\n']).next().expect("a name");
            if !VOID.contains(&name) {
                open.push(name);
            }
        }
    }
    assert_eq!(open, ["body"]);
}
