//! The site: every address to its page.

use std::cell::RefCell;
use std::sync::Arc;

use soundline_fuzz::Finding;
use soundline_report::site::Page;

use crate::address::Address;
use crate::library::{Entry, Kind, Library};
use crate::loaded::{Body, Loaded};
use crate::pages;

/// Why something cannot be done, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unable(pub String);

/// What only the command line can do. It runs foreign code, each time in processes of its own and within limits.
pub trait Host: Send + Sync {
    /// A finding as a program in C.
    fn c_program(&self, finding: &Finding) -> Result<String, Unable>;
    /// A trace run again: a document of `soundline-replay/1`.
    fn replay(&self, trace: &str) -> Result<String, Unable>;
    /// The analyzers that can be asked about a program.
    fn analyzers(&self) -> Result<Vec<String>, Unable>;
    /// What analyzers say about a program: a document of `soundline-try/1`.
    fn compare(&self, program: &str, analyzers: &[String]) -> Result<String, Unable>;
}

/// What is sent for an address.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A page.
    Page(Page),
    /// Plain text.
    Text(String),
    /// Another address.
    Elsewhere(Address),
}

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The status of HTTP.
    pub status: u16,
    /// What is wrong.
    pub sentence: String,
}

impl Trouble {
    /// Nothing is there.
    pub fn missing() -> Trouble {
        let sentence =
            "There is no such page. Results that were removed have none any more.".into();
        Trouble { status: 404, sentence }
    }

    /// Something cannot be shown as it is.
    pub fn new(status: u16, sentence: impl Into<String>) -> Trouble {
        Trouble { status, sentence: sentence.into() }
    }

    /// A page that says it.
    pub fn page(&self) -> Page {
        Page {
            title: if self.status == 404 {
                "Not found".into()
            } else {
                "This does not work".into()
            },
            lead: soundline_report::escape::Escaped(&self.sentence).to_string(),
            trail: vec![("/".to_string(), "All results".to_string())],
            body: String::new(),
        }
    }
}

impl From<Unable> for Trouble {
    fn from(Unable(sentence): Unable) -> Trouble {
        Trouble { status: 422, sentence }
    }
}

/// Results and what can be done with them.
pub struct Site {
    /// The results.
    pub library: Library,
    /// What can be done.
    pub host: Box<dyn Host>,
    /// Whether foreign code may be run.
    pub allow_run: bool,
}

/// Who looks at a page, and from where.
pub struct Context<'a> {
    /// The site.
    pub site: &'a Site,
    /// The page.
    pub here: &'a Address,
    /// The key, for those who have it.
    pub key: Option<&'a str>,
    /// The pages that are linked to, where all become files.
    links: Option<RefCell<Vec<Address>>>,
}

impl<'a> Context<'a> {
    /// For a browser.
    pub fn live(site: &'a Site, here: &'a Address, key: Option<&'a str>) -> Context<'a> {
        Context { site, here, key, links: None }
    }

    /// For a file.
    pub fn file(site: &'a Site, here: &'a Address) -> Context<'a> {
        Context { site, here, key: None, links: Some(RefCell::default()) }
    }

    /// Whether the page becomes a file: then there is nobody to fill forms for.
    pub fn is_file(&self) -> bool {
        self.links.is_some()
    }

    /// The pages that were linked to.
    pub fn into_links(self) -> Vec<Address> {
        self.links.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Where style, script and the overview are, seen from the page.
    pub fn root(&self) -> String {
        match self.is_file() {
            true => "../".repeat(self.here.file().matches('/').count()),
            false => "/".to_string(),
        }
    }

    /// A link to a page, for an attribute.
    pub fn href(&self, to: &Address) -> String {
        let link = match &self.links {
            None => to.live(),
            Some(links) => {
                links.borrow_mut().push(to.clone());
                self.root() + &to.file()
            }
        };
        soundline_report::escape::Escaped(link).to_string()
    }

    /// The way from the overview to a result.
    pub fn trail(&self, entry: Option<&Entry>) -> Vec<(String, String)> {
        let overview = match self.is_file() {
            true => self.root() + "index.html",
            false => "/".to_string(),
        };
        let mut trail = vec![(overview, "All results".to_string())];
        if let Some(entry) = entry {
            let of = Address::of(&entry.id, &[]);
            let link = if self.is_file() { self.root() + &of.file() } else { of.live() };
            trail.push((link, entry.name.clone()));
        }
        trail
    }
}

impl Site {
    /// The answer to a request that changes nothing.
    pub fn answer(&self, context: &Context) -> Result<Answer, Trouble> {
        match context.here.parts()[..] {
            [] => Ok(Answer::Page(pages::overview::page(context))),
            ["scratchpad"] => pages::scratchpad::page(context).map(Answer::Page),
            ["r", id, ref rest @ ..] => {
                let (entry, loaded) = self.find(id)?;
                self.about(context, &entry, &loaded, rest)
            }
            _ => Err(Trouble::missing()),
        }
    }

    /// Does what a form asks for.
    pub fn change(&self, context: &Context, form: &[(String, String)]) -> Result<Answer, Trouble> {
        match context.here.parts()[..] {
            ["scratchpad"] => {
                self.run_is_allowed()?;
                pages::scratchpad::run(context, form).map(Answer::Page)
            }
            ["r", id, "replay", ref rest @ ..] => {
                self.run_is_allowed()?;
                let (entry, loaded) = self.find(id)?;
                let Body::Test(campaigns) = &loaded.body else { return Err(Trouble::missing()) };
                pages::finding::replay(context, &entry, campaigns, rest).map(Answer::Page)
            }
            ["r", id, "note", what, number] => {
                let (entry, loaded) = self.find(id)?;
                let Body::Comparison(comparison) = &loaded.body else {
                    return Err(Trouble::missing());
                };
                pages::program::note(comparison, what, number, form)?;
                Ok(Answer::Elsewhere(Address::of(&entry.id, &[what, number])))
            }
            _ => Err(Trouble::missing()),
        }
    }

    fn run_is_allowed(&self) -> Result<(), Trouble> {
        match self.allow_run {
            true => Ok(()),
            false => Err(Trouble::new(
                403,
                "Nothing is run: start soundline serve with --allow-run to allow it.",
            )),
        }
    }

    fn find(&self, id: &str) -> Result<(Entry, Arc<Loaded>), Trouble> {
        let entry = self.library.entry(id).ok_or_else(Trouble::missing)?;
        let loaded = match entry.kind {
            Kind::Document(_) => self.library.load(&entry),
            Kind::UnfinishedTest | Kind::UnfinishedDiff => {
                let progress = crate::live::progress(&entry);
                let words = progress.map_or(String::new(), |p| format!(" So far: {}.", p.words));
                let sentence = format!("This campaign has no results yet.{words}");
                return Err(Trouble::new(503, sentence));
            }
        };
        let trouble =
            |error| Trouble::new(422, format!("{} cannot be shown: {error}.", entry.name));
        let loaded = loaded.map_err(trouble)?;
        Ok((entry, loaded))
    }

    fn about(
        &self,
        context: &Context,
        entry: &Entry,
        loaded: &Loaded,
        rest: &[&str],
    ) -> Result<Answer, Trouble> {
        let page = match (&loaded.body, rest) {
            (Body::Test(campaigns), []) => Ok(pages::campaign::page(context, entry, campaigns)),
            (Body::Test(campaigns), ["finding", rest @ ..]) => {
                pages::finding::page(context, entry, campaigns, rest)
            }
            (Body::Test(campaigns), ["as", form, rest @ ..]) => {
                return pages::finding::program(context, campaigns, form, rest).map(Answer::Text);
            }
            (Body::Comparison(comparison), []) => {
                Ok(pages::comparison::page(context, entry, comparison))
            }
            (Body::Comparison(comparison), ["findings"]) => {
                Ok(pages::findings::page(context, entry, comparison))
            }
            (Body::Comparison(comparison), ["seeds"]) => {
                Ok(pages::comparison::seeds(context, entry, comparison))
            }
            (Body::Comparison(comparison), ["compare"]) => {
                Ok(pages::compare::page(context, entry, comparison))
            }
            (Body::Comparison(comparison), [what @ ("check" | "variant"), number]) => {
                pages::program::page(context, entry, comparison, what, number)
            }
            (Body::Comparison(comparison), ["text", what @ ("check" | "variant"), number]) => {
                return pages::program::text(comparison, what, number).map(Answer::Text);
            }
            (Body::Laws(laws), []) => Ok(pages::laws::page(context, entry, laws)),
            (Body::Laws(laws), ["lattice", number]) => {
                pages::laws::lattice(context, entry, laws, number)
            }
            (Body::Analysis(analysis), []) => Ok(pages::analysis::page(context, entry, analysis)),
            (Body::Analysis(analysis), ["file", number]) => {
                pages::analysis::file(context, entry, analysis, number)
            }
            (Body::Figures { name, document }, []) => {
                Ok(pages::figures::page(context, entry, name, document))
            }
            _ => Err(Trouble::missing()),
        };
        page.map(Answer::Page)
    }
}
