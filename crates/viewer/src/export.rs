//! All pages as files, for any web server.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;

use crate::address::Address;
use crate::site::{Answer, Context, Site};

/// Every page that can be reached from the overview, each with the file that it belongs in. `write` is told file by file;
/// the number of pages is returned.
pub fn export<E>(
    site: &Site,
    mut write: impl FnMut(PathBuf, &str) -> Result<(), E>,
) -> Result<usize, E> {
    site.library.read_all();
    write("style.css".into(), &soundline_report::site::style())?;
    write("script.js".into(), &soundline_report::site::script())?;
    let mut seen = HashSet::from([Address::overview()]);
    let mut waiting = VecDeque::from([Address::overview()]);
    let mut pages = 0;
    while let Some(address) = waiting.pop_front() {
        let context = Context::file(site, &address);
        let text = match site.answer(&context) {
            Ok(Answer::Page(page)) => page.render(&context.root()),
            Ok(Answer::Text(text)) => {
                let listing = soundline_report::site::Listing {
                    text: &text,
                    label: "Text",
                    marked: &[],
                    whole: None,
                };
                let title = "Text".to_string();
                let body = listing.html();
                let page = soundline_report::site::Page { title, body, ..Default::default() };
                page.render(&context.root())
            }
            Ok(Answer::Elsewhere(_)) => continue,
            Err(trouble) => {
                let mut page = trouble.page();
                page.trail = context.trail(None);
                page.render(&context.root())
            }
        };
        write(address.file().into(), &text)?;
        pages += 1;
        for link in context.into_links() {
            if seen.insert(link.clone()) {
                waiting.push_back(link);
            }
        }
    }
    Ok(pages)
}
