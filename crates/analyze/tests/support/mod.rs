//! What several tests need.

#![allow(dead_code, reason = "not every test needs all of it")]

use soundline_analyze::{Analysis, Fact, FunctionReport, Settings, analyze};
use soundline_c::{Clang, DataModel, Error, Program};
use std::collections::BTreeMap;

/// libclang; without it a test says that it is skipped.
pub fn clang() -> Option<Clang> {
    match Clang::find() {
        Ok(clang) => Some(clang),
        Err(missing @ Error::LibraryMissing) => {
            soundline_needs::LIBCLANG.missing(missing);
            None
        }
        Err(fault) => panic!("{fault}"),
    }
}

pub fn parse(clang: &Clang, text: &str) -> Program {
    clang.parse("t.c", text, DataModel::Lp64).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

pub fn settings(domain: &str) -> Settings {
    let domain = domain.parse().unwrap_or_else(|fault: String| panic!("{fault}"));
    Settings { domain, ..Settings::default() }
}

pub fn run(program: &Program, settings: &Settings) -> Analysis {
    analyze(program, settings, &|| false)
}

pub fn function<'a>(analysis: &'a Analysis, name: &str) -> &'a FunctionReport {
    let found = analysis.functions.iter().find(|function| function.name == name);
    found.unwrap_or_else(|| panic!("there is no report of {name}"))
}

/// Whether a fact holds where the variables have these values. Facts about others do not count.
pub fn holds(fact: &Fact, values: &BTreeMap<&str, i128>) -> bool {
    let value = |text: &str| values.get(text).copied();
    match fact {
        Fact::Range { place, low, high } => value(&place.text).is_none_or(|value| {
            low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
        }),
        Fact::Linear { terms, equal, constant } => {
            let mut sum = 0;
            for term in terms {
                let Some(value) = value(&term.place.text) else { return true };
                sum += term.factor * value;
            }
            if *equal { sum == *constant } else { sum <= *constant }
        }
        Fact::Congruence { place, modulus, remainder } => {
            value(&place.text).is_none_or(|value| (value - remainder) % modulus == 0)
        }
        Fact::Null { .. } | Fact::Opaque(_) => true,
    }
}
