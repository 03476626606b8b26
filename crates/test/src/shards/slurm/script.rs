//! The scripts of the jobs.

use std::path::Path;

use super::{Campaign, On};
use crate::command::Complaint;

/// The array of shards, and the job that merges their parts.
pub struct Scripts {
    pub array: String,
    pub merge: String,
}

impl Scripts {
    /// For a campaign whose results go to a folder, by its whole path.
    pub fn new(
        on: &On,
        campaign: &Campaign,
        command: &[String],
        out: &Path,
    ) -> Result<Scripts, Complaint> {
        let lost = |error| Complaint::new(format!("this program or its folder is lost: {error}"));
        let program = std::env::current_exe().map_err(lost)?;
        let here = std::env::current_dir().map_err(lost)?;
        let shards = on.shards.unwrap_or(1);
        let path = |path: &Path| quoted(&path.to_string_lossy());
        let words =
            |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let heading = |name: &str, log: &Path, more: &[String]| {
            let mut options = vec![
                format!("--job-name={name}"),
                format!("--output={}", log.display()),
                format!("--chdir={}", here.display()),
                "--open-mode=append".to_string(),
            ];
            options.extend(on.partition.iter().map(|name| format!("--partition={name}")));
            options.extend(on.mem_per_shard.iter().map(|bytes| format!("--mem={}M", bytes >> 20)));
            options.extend_from_slice(more);
            options.extend(on.sbatch.iter().cloned());
            let lines = options.iter().map(|option| format!("#SBATCH {}\n", quoted_option(option)));
            format!("#!/bin/bash\n{}", lines.collect::<String>())
        };
        let mut of_array = vec![
            format!("--array=1-{shards}"),
            format!("--cpus-per-task={}", campaign.jobs),
            // One that is preempted, or whose machine dies, is run again and goes on where it was.
            "--requeue".to_string(),
        ];
        of_array.extend(on.time_per_shard.iter().map(|time| {
            // Slurm counts minutes.
            format!("--time={}", time.as_secs().div_ceil(60).max(1))
        }));
        of_array.extend(on.after.iter().map(|job| format!("--dependency=afterany:{job}")));
        let array = format!(
            "{}exec {} {} --jobs {} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" \\\n  --out {}/\"$SLURM_ARRAY_TASK_ID\"\n",
            heading("soundline", &out.join("log/%a.txt"), &of_array),
            path(&program),
            words(command),
            campaign.jobs,
            path(&out.join("parts")),
        );
        let merge = format!(
            "{}{} merge {} --out {} {} > {}\nended=$?\necho $ended > {half}\nmv {half} {}\nexit $ended\n",
            heading("soundline-merge", &out.join("log/merge.txt"), &["--requeue".to_string()]),
            path(&program),
            path(&out.join("parts")),
            path(out),
            campaign.merge.join(" "),
            path(&out.join("merge.txt")),
            path(&out.join("merge.ended")),
            half = path(&out.join("merge.ended.half")),
        );
        Ok(Scripts { array, merge })
    }

    /// Both, as they would be submitted.
    pub fn shown(&self, out: &Path) -> String {
        let (array, merge) = (out.join("array.sh"), out.join("merge.sh"));
        format!(
            "# {}\n{}\n# {}, after the array\n{}",
            array.display(),
            self.array,
            merge.display(),
            self.merge
        )
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// An option behind `#SBATCH`, where quotes hold blanks together too.
fn quoted_option(option: &str) -> String {
    match option.contains(char::is_whitespace) {
        true => format!("\"{option}\""),
        false => option.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_words_for_a_shell() {
        assert_eq!(quoted("boxes:int"), "boxes:int");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
