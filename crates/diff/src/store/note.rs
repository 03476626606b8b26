//! What users write about programs: tags and notes, kept beside the results.

use std::collections::BTreeMap;

use rusqlite::params;

use super::{Store, StoreError, schema};

/// What somebody wrote about a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Words, apart by spaces.
    pub tags: String,
    /// Text.
    pub note: String,
}

impl Store {
    /// All notes, by the names of variants.
    pub fn notes(&self) -> Result<BTreeMap<String, Note>, StoreError> {
        let connection = self.lock();
        // A store that is only looked at may be of an older form.
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
        let version: i64 = version?;
        if version < schema::WITH_NOTES {
            return Ok(BTreeMap::new());
        }
        let mut statement = connection.prepare("SELECT variant, tags, note FROM notes")?;
        let rows = statement.query_map([], |row| {
            Ok((row.get(0)?, Note { tags: row.get(1)?, note: row.get(2)? }))
        })?;
        Ok(rows.collect::<Result<_, rusqlite::Error>>()?)
    }

    /// Keeps a note about a variant in place of the one before; an empty one is forgotten.
    pub fn keep_note(&self, variant: &str, note: &Note) -> Result<(), StoreError> {
        let connection = self.lock();
        if *note == Note::default() {
            connection.execute("DELETE FROM notes WHERE variant = ?1", [variant])?;
            return Ok(());
        }
        connection.execute(
            "INSERT INTO notes (variant, tags, note) VALUES (?1, ?2, ?3)
             ON CONFLICT (variant) DO UPDATE SET tags = excluded.tags, note = excluded.note",
            params![variant, note.tags, note.note],
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_kept_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("verdicts.sqlite");
        let store = Store::open(&path).expect("it is made");
        let note = |text: &str| Note { tags: "known".into(), note: text.into() };
        store.keep_note("v", &note("first")).expect("it is kept");
        store.keep_note("v", &note("'; DROP TABLE notes; --")).expect("it is kept");
        let looked = Store::look(&path).expect("it is there while somebody writes");
        assert_eq!(looked.notes().expect("they are read")["v"].note, "'; DROP TABLE notes; --");
        assert!(looked.keep_note("v", &note("x")).is_err(), "who looks changes nothing");
        store.keep_note("v", &Note::default()).expect("it is forgotten");
        assert_eq!(store.notes().expect("they are read").len(), 0);
        drop((looked, store));
        let again = Store::look(&path).expect("it is there when nobody writes");
        assert_eq!(again.notes().expect("they are read").len(), 0);
        drop(again);
        let files = std::fs::read_dir(folder.path()).expect("the folder is there").count();
        assert_eq!(files, 1, "who looks leaves nothing behind");
    }

    #[test]
    fn what_is_no_store_is_not_made_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("verdicts.sqlite");
        assert!(Store::look(&path).is_err());
        assert!(!path.exists());
        std::fs::write(&path, "no database, just text that is long enough to be looked at")
            .expect("written");
        assert!(matches!(Store::look(&path), Err(StoreError::Foreign { .. })));
    }
}
