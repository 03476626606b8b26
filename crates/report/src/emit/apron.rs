//! What a C program needs to use a library with APRON's interface: its constructor, headers, libraries.
//!
//! The program declares the constructor itself, so that it compiles for any library, with the headers of
//! the interface alone.

use std::path::Path;

use soundline_domains::capabilities::Kind;
use soundline_targets::apron::Description;

use super::EmitError;

/// A library with APRON's interface, for a program in C.
pub struct Library {
    interface: &'static Interface,
    symbol: String,
    strict: Option<bool>,
    /// Which constraints its elements are made of.
    pub(super) kind: Kind,
    /// Its narrowing, which is no part of the interface.
    pub(super) narrowing: Option<String>,
    /// The options that link it, before those of the interface.
    link: String,
    /// What has to be there.
    pub(super) needs: String,
}

/// How the interface is called in a library, and what comes with it.
struct Interface {
    prefix: &'static str,
    headers: &'static [&'static str],
    link: &'static str,
}

const INTERFACES: [Interface; 2] = [
    Interface { prefix: "ap_", headers: &["ap_global0.h"], link: "-lapron" },
    Interface {
        prefix: "elina_",
        headers: &["elina_abstract0.h", "elina_linexpr0.h", "elina_lincons0.h"],
        link: "-lelinaux -lelinalinearize -lpartitions",
    },
];

impl Library {
    /// The library of a description, in a file if it is there; the names of its interface's functions
    /// begin so.
    pub fn new(
        description: &Description,
        file: Option<&Path>,
        prefix: &str,
    ) -> Result<Library, EmitError> {
        let unknown = || EmitError::NoHeaders { prefix: prefix.to_string() };
        let interface = INTERFACES.iter().find(|own| own.prefix == prefix).ok_or_else(unknown)?;
        let symbol = description.constructor.symbol.clone();
        let (link, needs) = linked(description, file);
        Ok(Library {
            interface,
            strict: description.constructor.strict,
            kind: description.kind,
            narrowing: narrowing(&symbol, description.kind, prefix),
            symbol,
            link,
            needs,
        })
    }

    /// The directives that include the interface.
    pub(super) fn includes(&self) -> String {
        self.interface.headers.iter().map(|header| format!("#include \"{header}\"\n")).collect()
    }

    /// Declarations of what no header of the interface has.
    pub(super) fn declarations(&self) -> String {
        let parameter = if self.strict.is_some() { "bool strict" } else { "void" };
        let mut text = format!("ap_manager_t *{}({parameter});\n", self.symbol);
        if let Some(narrowing) = &self.narrowing {
            text.push_str(&format!(
                "ap_abstract0_t *{narrowing}(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);\n"
            ));
        }
        text
    }

    /// The call that makes its manager.
    pub(super) fn manager(&self) -> String {
        let argument = self.strict.map_or(String::new(), |strict| strict.to_string());
        format!("{}({argument})", self.symbol)
    }

    /// The options that link a program with it.
    pub(super) fn options(&self) -> String {
        format!("{} {} -lmpfr -lgmp -lm", self.link, self.interface.link)
    }

    /// Text of C in the names of its interface.
    pub(super) fn in_its_names(&self, text: &str) -> String {
        match self.interface.prefix {
            "ap_" => text.to_string(),
            prefix => {
                let text = renamed(text, "ap_", prefix);
                renamed(&text, "AP_", &prefix.to_uppercase())
            }
        }
    }
}

/// The narrowings that the adapter knows.
fn narrowing(symbol: &str, kind: Kind, prefix: &str) -> Option<String> {
    let name = if symbol.starts_with("opt_oct") { "opt_oct_narrowing" } else { "oct_narrowing" };
    (kind == Kind::Octagons).then(|| format!("{prefix}abstract0_{name}"))
}

/// Where the linker looks without being told.
const SYSTEM: [&str; 3] = ["/usr/lib", "/lib", "/usr/local/lib"];

/// The options that link a library, and what has to be there.
fn linked(description: &Description, file: Option<&Path>) -> (String, String) {
    use soundline_targets::apron::Location;
    let is_system = |path: &&Path| SYSTEM.iter().any(|folder| path.starts_with(folder));
    let named = match (&description.location, file) {
        (Location::Installed(names), file) if file.is_none_or(|path| is_system(&path)) => {
            names.first().and_then(|name| name.strip_prefix("lib")?.split(".so").next())
        }
        _ => None,
    };
    match (named, file) {
        (Some(name @ "ap_ppl"), _) => (
            format!("-l{name} -lppl"),
            "APRON and PPL with their headers (Debian's packages are libapron-dev, libppl-dev)"
                .to_string(),
        ),
        (Some(name), None) if description.name.starts_with("elina") => {
            (format!("-l{name}"), "ELINA and the headers of its interface".to_string())
        }
        (Some(name), _) => {
            let needs = "APRON with its headers (Debian's package is libapron-dev)".to_string();
            (format!("-l{name}"), needs)
        }
        (None, file) => {
            let path = file.unwrap_or(Path::new("LIBRARY.so"));
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).display().to_string();
            let words = [
                format!("-I{folder}/../include"),
                path.display().to_string(),
                format!("-L{folder}"),
                format!("-Wl,-rpath,{folder}"),
            ];
            let words: Vec<String> = words.iter().map(|word| super::quoted(word)).collect();
            let needs = format!("{} and the headers of its interface", path.display());
            (words.join(" "), needs)
        }
    }
}

/// The same text with another beginning of identifiers.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(from) {
        let inside = rest[..place].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        out.push_str(&rest[..place]);
        out.push_str(if inside { from } else { to });
        rest = &rest[place + from.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_targets::Registry;

    fn known(target: &str, file: Option<&str>, prefix: &str) -> Library {
        let registry = Registry::builtin();
        let target = registry.get(target).expect("it is known");
        let description = target.interface().expect("it has APRON's interface");
        Library::new(description, file.map(Path::new), prefix).expect("its headers are known")
    }

    #[test]
    fn installed_libraries_are_linked_by_name() {
        let library = known("apron:oct:d", Some("/usr/lib/x86_64-linux-gnu/liboctD.so.0"), "ap_");
        assert_eq!(library.options(), "-loctD -lapron -lmpfr -lgmp -lm");
        assert_eq!(known("apron:t1p:d", None, "ap_").options(), "-lt1pD -lapron -lmpfr -lgmp -lm");
    }

    #[test]
    fn others_are_linked_by_their_file() {
        let library = known("elina:oct", Some("/opt/my elina/lib/liboptoct.so"), "elina_");
        assert_eq!(
            library.options(),
            "'-I/opt/my elina/lib/../include' '/opt/my elina/lib/liboptoct.so' '-L/opt/my elina/lib' \
             '-Wl,-rpath,/opt/my elina/lib' -lelinaux -lelinalinearize -lpartitions -lmpfr -lgmp -lm"
        );
        assert_eq!(library.manager(), "opt_oct_manager_alloc()");
        assert_eq!(library.narrowing.as_deref(), Some("elina_abstract0_opt_oct_narrowing"));
        assert_eq!(
            library.in_its_names("ap_dim_t cap_x = AP_EXC_SIZE;"),
            "elina_dim_t cap_x = ELINA_EXC_SIZE;"
        );
    }

    #[test]
    fn constructors_are_declared() {
        let strict = known("apron:pk:mpq:strict", None, "ap_");
        assert_eq!(strict.declarations(), "ap_manager_t *pk_manager_alloc(bool strict);\n");
        assert_eq!(strict.manager(), "pk_manager_alloc(true)");
    }

    #[test]
    fn other_interfaces_are_refused() {
        let registry = Registry::builtin();
        let target = registry.get("apron:oct:d").expect("it is known");
        let description = target.interface().expect("it has APRON's interface");
        let fault = Library::new(description, None, "my_").err().expect("there are no headers");
        assert!(fault.to_string().contains("my_"), "{fault}");
    }
}
