//! The end of what analyzers printed, for readers: kept beside the results, as long as there is room.

use rusqlite::{Connection, params};

use super::{Judge, Store, StoreError, schema};

/// How many bytes of an output are kept.
const LONGEST: usize = 1 << 10;
/// How many outputs are kept: 64 MB. Those that come later are not.
const MOST: i64 = 1 << 16;

/// Writes the end of an output in place of the one before.
pub(super) fn write(
    connection: &Connection,
    variant: &str,
    judge: i64,
    output: &str,
) -> Result<(), StoreError> {
    if output.is_empty() {
        return Ok(());
    }
    let least = output.len().saturating_sub(LONGEST);
    let from = (least..=output.len()).find(|at| output.is_char_boundary(*at));
    let mut statement = connection.prepare_cached(
        "INSERT INTO outputs (variant, judge, output)
         SELECT ?1, ?2, ?3 WHERE (SELECT coalesce(max(id), 0) FROM outputs) < ?4
         ON CONFLICT (variant, judge) DO UPDATE SET output = excluded.output",
    )?;
    statement.execute(params![variant, judge, &output[from.unwrap_or(0)..], MOST])?;
    Ok(())
}

impl Store {
    /// The end of what analyzers printed about a variant, as far as it was kept.
    pub fn outputs_of(&self, variant: &str) -> Result<Vec<(Judge, String)>, StoreError> {
        let connection = self.lock();
        // A store that is only looked at may be of an older form.
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
        let version: i64 = version?;
        if version < schema::WITH_OUTPUTS {
            return Ok(Vec::new());
        }
        let mut statement = connection.prepare_cached(
            "SELECT analyzer, version, setup, output FROM outputs
             JOIN judges ON judges.id = outputs.judge WHERE variant = ?1",
        )?;
        let rows = statement.query_map([variant], |row| {
            let judge = Judge { analyzer: row.get(0)?, version: row.get(1)?, setup: row.get(2)? };
            Ok((judge, row.get(3)?))
        })?;
        Ok(rows.collect::<Result<_, rusqlite::Error>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ContentKey;
    use crate::analyzer::{Answer, Run, Verdict};
    use soundline_c::DataModel;

    fn run(output: &str) -> Run {
        Run {
            answer: Answer::Verdict(Verdict::Safe),
            checks: None,
            usage: Default::default(),
            commands: Vec::new(),
            output: output.into(),
        }
    }

    #[test]
    fn the_end_of_an_output_is_kept_and_comes_along() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("part.sqlite");
        let store = Store::open(&path).expect("it is made");
        let judge = Judge { analyzer: "a".into(), version: "1".into(), setup: "s".into() };
        let seen = ContentKey::of(DataModel::Lp64, b"int x;");
        let long = format!("{}ä the end", "ö".repeat(4000));
        store.keep("v", &judge, &seen, &run(&long)).expect("it is kept");
        store.keep("w", &judge, &seen, &run("")).expect("it is kept");
        let kept = store.outputs_of("v").expect("it is read");
        assert_eq!(kept.len(), 1);
        assert!(kept[0].1.ends_with("ä the end") && kept[0].1.len() <= LONGEST, "{kept:?}");
        assert_eq!(store.outputs_of("w").expect("it is read"), []);
        drop(store);
        let all = Store::open(&folder.path().join("all.sqlite")).expect("it is made");
        all.absorb(&path).expect("it is taken over");
        assert_eq!(all.outputs_of("v").expect("it is read"), kept);
    }
}
