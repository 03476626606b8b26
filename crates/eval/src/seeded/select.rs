//! Which bugs, planted where, and which configurations.

use soundline_domains::capabilities::Kind;
use soundline_fuzz::{Config, Search};
use soundline_targets::seeded::{self, Bug, PREFIX};

use soundline_test::command::Complaint;

/// A bug and the target that has it.
pub struct Plant {
    /// The bug.
    pub bug: &'static Bug,
    /// The name of the target.
    pub target: String,
    /// The name of the target without the bug.
    pub base: &'static str,
}

/// Configurations with their names.
#[derive(Clone, Debug)]
pub struct Configs(pub Vec<(String, Config)>);

/// The configurations of a list of names.
pub fn configs(text: &str) -> Result<Configs, String> {
    let names: Vec<&str> = match text {
        "all" => vec!["default", "C1", "C2", "C3", "C4", "C5", "C6"],
        _ => text.split(',').map(str::trim).collect(),
    };
    let named = |name: &&str| {
        let config = Config::preset(name).ok_or_else(|| {
            format!("there is no configuration {name:?}; try default, C1 to C6, or all")
        })?;
        Ok((name.to_string(), config))
    };
    names.iter().map(named).collect::<Result<_, String>>().map(Configs)
}

/// Ways to find tests.
#[derive(Clone, Debug)]
pub struct Engines(pub Vec<Search>);

/// The engines of a list of names.
pub fn engines(text: &str) -> Result<Engines, String> {
    match text {
        "all" => Ok(Engines(Search::ALL.to_vec())),
        _ => text.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>().map(Engines),
    }
}

/// The bugs that are asked for, in the order of the table.
pub fn plants(words: &[String], within: Option<&str>) -> Result<Vec<Plant>, Complaint> {
    for word in words {
        if !all().any(|bug| is_meant(bug, word)) {
            return Err(Complaint::new(format!(
                "there is no planted bug {word:?}; `soundline targets --seeded` lists them"
            )));
        }
    }
    // Those in tables need a library, and are planted when they are asked for; so are those that are held out.
    let unasked = |bug: &Bug| words.is_empty() && !bug.is_of_table() && !bug.held_out;
    let meant = |bug: &&Bug| unasked(bug) || words.iter().any(|word| is_meant(bug, word));
    all().filter(meant).map(|bug| plant(bug, within)).collect()
}

fn all() -> impl Iterator<Item = &'static Bug> {
    seeded::bugs().chain(seeded::held_out()).chain(seeded::table_bugs())
}

fn is_meant(bug: &Bug, word: &str) -> bool {
    let usual = !bug.is_of_table() && !bug.held_out;
    match word.strip_prefix(PREFIX).unwrap_or(word) {
        "paper" => bug.paper,
        "held-out" => bug.held_out,
        "table" => bug.is_of_table(),
        "intervals" => bug.kind == Kind::Intervals && usual,
        "octagons" => bug.kind == Kind::Octagons && usual,
        "polyhedra" => bug.kind == Kind::Polyhedra && usual,
        name => bug.name == name,
    }
}

fn plant(bug: &'static Bug, within: Option<&str>) -> Result<Plant, Complaint> {
    let Some(library) = within else {
        let target = format!("{PREFIX}{}", bug.name);
        return Ok(Plant { bug, target, base: bug.bases()[0] });
    };
    let fits = |base: &&&str| **base == library || base.starts_with(&format!("{library}:"));
    let base = bug.bases().iter().find(fits).ok_or_else(|| {
        let bases = bug.bases().join(", ");
        Complaint::new(format!("{} can be planted in {bases}, not in {library:?}", bug.name))
    })?;
    Ok(Plant { bug, target: format!("{PREFIX}{}@{base}", bug.name), base })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(words: &[&str], within: Option<&str>) -> Result<usize, String> {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        plants(&words, within).map(|plants| plants.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn words_choose_bugs() {
        assert_eq!(count(&["paper"], None), Ok(17));
        assert_eq!(count(&["table"], Some("apron:pk:mpq")), Ok(seeded::table_bugs().count()));
        assert_eq!(count(&[], None), Ok(seeded::bugs().count()));
        assert_eq!(count(&["seeded:interval-overflow", "octagon-overflow"], None), Ok(2));
        assert_eq!(count(&["interval-overflow"], Some("apron")), Ok(1));
        assert!(count(&["nonsense"], None).is_err_and(|e| e.contains("\"nonsense\"")));
        assert!(count(&["octagon-overflow"], Some("polyhedra")).is_err());
    }

    #[test]
    fn engines_have_names() {
        assert_eq!(engines("all").map(|all| all.0.len()), Ok(4));
        assert_eq!(engines("direct, guided").map(|all| all.0.len()), Ok(2));
        assert!(engines("clever").is_err_and(|error| error.contains("\"clever\"")));
    }

    #[test]
    fn configurations_are_presets() {
        assert_eq!(configs("all").map(|all| all.0.len()), Ok(7));
        assert_eq!(configs("C2, default").map(|all| all.0.len()), Ok(2));
        assert!(configs("C9").is_err());
    }
}
