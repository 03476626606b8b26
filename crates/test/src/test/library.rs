//! Targets that are described on the command line.

use std::path::PathBuf;
use std::process::Command;

use soundline_domains::capabilities::Kind;
use soundline_targets::apron::{Adapter, Description, kind_of, numbers_of};
use soundline_targets::{Exec, Registry, TargetError};

use crate::command::Complaint;
use soundline_report::emit::quoted;

/// A library or a program that the command line describes.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Described {
    /// A library with APRON's interface: the target NAME is then this library
    #[arg(long, value_name = "PATH", requires = "ctor", requires = "kind")]
    lib: Option<PathBuf>,
    /// The function of the library that makes a manager
    #[arg(long, value_name = "SYMBOL", requires = "lib")]
    ctor: Option<String>,
    /// What the library implements: intervals, zones, octagons, equalities, polyhedra, zonotopes
    #[arg(long, value_name = "KIND", requires = "lib")]
    kind: Option<String>,
    /// The numbers it computes with: rational, integer, double, bigfloat, machine [default: found out
    /// from its version and by trying]
    #[arg(long, value_name = "NUMBERS", requires = "lib")]
    numbers: Option<String>,
    /// How the names of its functions begin, where not with ap_
    #[arg(long, value_name = "PREFIX", requires = "lib")]
    prefix: Option<String>,
    /// The argument of a constructor that takes one: strict inequalities or not
    #[arg(long, value_name = "BOOL", requires = "lib")]
    strict: Option<bool>,
    /// A program that speaks Soundline's protocol: the target exec:NAME is then this program
    #[arg(long, value_name = "COMMAND", conflicts_with = "lib")]
    exec: Option<String>,
}

impl Described {
    /// Add what is described to the targets that are known; it is the one with the given name.
    pub fn register(&self, registry: &mut Registry, name: Option<&str>) -> Result<(), Complaint> {
        self.add_to(registry, name).map_err(|error| Complaint::new(error.to_string()))
    }

    fn add_to(&self, registry: &mut Registry, name: Option<&str>) -> Result<(), TargetError> {
        if let (Some(path), Some(symbol), Some(kind)) = (&self.lib, &self.ctor, &self.kind) {
            let name = name.unwrap_or("lib");
            let mut description = Description::of_file(name, path, symbol, kind_of(kind)?);
            if !path.exists() {
                let (name, advice) = (name.to_string(), description.advice);
                return Err(TargetError::Missing { name, advice });
            }
            description.prefixes = self.prefix.iter().cloned().collect();
            if description.prefixes.is_empty() {
                description.prefixes.push("ap_".to_string());
            }
            description.numbers = self.numbers.as_deref().map(numbers_of).transpose()?;
            description.constructor.strict = self.strict;
            registry.add(Box::new(Adapter::new(description)));
        }
        if let Some(command) = &self.exec {
            let exec = Exec::new(command)?;
            let short = name.map(|name| name.strip_prefix("exec:").unwrap_or(name));
            registry.add(Box::new(match short {
                Some(name) => exec.named(name),
                None => exec,
            }));
        }
        Ok(())
    }

    /// Does it describe a target?
    pub fn is_some(&self) -> bool {
        self.lib.is_some() || self.exec.is_some()
    }

    /// What the library implements, if one is described.
    pub fn kind(&self) -> Result<Option<Kind>, Complaint> {
        let kind = self.kind.as_deref().map(kind_of).transpose();
        kind.map_err(|error| Complaint::new(error.to_string()))
    }

    /// The same description for a worker.
    pub fn pass_on(&self, command: &mut Command) {
        if let Some(path) = &self.lib {
            command.arg("--lib").arg(path);
        }
        self.texts().for_each(|text| {
            command.arg(text);
        });
    }

    /// The same description for the reader of a report, as options for a shell.
    pub fn options(&self) -> String {
        let path = self.lib.iter().map(|path| format!("--lib={}", path.display()));
        path.chain(self.texts()).map(|option| format!(" {}", quoted(&option))).collect()
    }

    /// An expression in Rust for the registry that has the described target, if one is described.
    pub fn registry_in_rust(&self, name: &str) -> Option<String> {
        let target = if let (Some(path), Some(symbol), Some(kind)) =
            (&self.lib, &self.ctor, &self.kind)
        {
            let mut lines = format!(
                "let mut description = soundline_targets::apron::Description::of_file({name:?}, \
                 {path:?}, {symbol:?}, soundline_targets::apron::kind_of({kind:?}).expect(\"a kind\"));\n        "
            );
            if let Some(numbers) = &self.numbers {
                lines += &format!(
                    "description.numbers = soundline_targets::apron::numbers_of({numbers:?}).ok();\n        "
                );
            }
            if let Some(prefix) = &self.prefix {
                lines += &format!("description.prefixes = vec![{prefix:?}.to_string()];\n        ");
            }
            lines += &format!("description.constructor.strict = {:?};\n        ", self.strict);
            lines + "let target = soundline_targets::apron::Adapter::new(description);"
        } else {
            let name = name.strip_prefix("exec:").unwrap_or(name);
            format!(
                "let target = soundline_targets::Exec::new({:?}).expect(\"a command\").named({name:?});",
                self.exec.as_ref()?
            )
        };
        Some(format!(
            "{{\n        {target}\n        let mut registry = soundline_targets::Registry::builtin();\n        \
             registry.add(Box::new(target));\n        registry\n    }}"
        ))
    }

    fn texts(&self) -> impl Iterator<Item = String> {
        let texts = [
            ("--ctor", self.ctor.clone()),
            ("--kind", self.kind.clone()),
            ("--numbers", self.numbers.clone()),
            ("--prefix", self.prefix.clone()),
            ("--strict", self.strict.map(|strict| strict.to_string())),
            ("--exec", self.exec.clone()),
        ];
        texts.into_iter().filter_map(|(flag, text)| Some(format!("{flag}={}", text?)))
    }

    /// What tells this description from others.
    pub fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}
