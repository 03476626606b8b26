//! The output folder of a campaign.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use soundline_c::masked;
use soundline_diff::campaign::{Campaign, Changed, Outcome, Workbench};
use soundline_diff::concrete::{inputs_file, repeat_commands};
use soundline_diff::findings::{Evidence, Group, task};
use soundline_diff::metamorphic::Change;
use soundline_diff::{ContentKey, Encoding, Variant};

use soundline_report::comparison::html::{self, folder_name};
use soundline_report::comparison::{json, metamorphic};
use soundline_test::command::{Complaint, write_whole};

/// Groups that get files of their own.
const FILED: usize = 200;

/// The file of verdicts.
pub const VERDICTS: &str = "verdicts.sqlite";

/// A folder for results.
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder, made if it is not there; without what is in the way of a fresh start.
    pub fn open(root: &Path, fresh: bool) -> Result<Folder, Complaint> {
        let folder = Folder { root: root.to_path_buf() };
        let complain = |error: std::io::Error| {
            Complaint::new(format!(
                "cannot write to the folder {}: {error}; give another one with --out",
                root.display()
            ))
        };
        fs::create_dir_all(root).map_err(complain)?;
        let probe = root.join(".writable");
        fs::write(&probe, "").and_then(|()| fs::remove_file(&probe)).map_err(complain)?;
        if fresh {
            for more in ["", "-wal", "-shm"] {
                remove(&root.join(format!("{VERDICTS}{more}"))).map_err(complain)?;
            }
        }
        Ok(folder)
    }

    /// The verdicts.
    pub fn store(&self) -> PathBuf {
        self.root.join(VERDICTS)
    }

    /// Where seeds are compiled and run.
    pub fn workshop(&self) -> PathBuf {
        self.root.join("workshop")
    }

    /// Removes what is only needed while a campaign runs.
    pub fn tidy(&self) {
        let _ = fs::remove_dir_all(self.workshop());
    }

    /// The page.
    pub fn report(&self) -> PathBuf {
        self.root.join("report.html")
    }

    /// Writes all that a campaign came to. Each file appears whole or not at all.
    pub fn write(&self, outcome: &Outcome, workbench: &Workbench) -> Result<(), Complaint> {
        let campaign = &outcome.campaign;
        self.tidy();
        workbench.panel.keep_programs(outcome);
        let complain = |error: std::io::Error| {
            Complaint::new(format!("cannot write to {}: {error}", self.root.display()))
        };
        // What an earlier campaign found is not left among what this one found.
        for name in ["findings", "metamorphic"] {
            match fs::remove_dir_all(self.root.join(name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(complain(error));
                }
                _ => {}
            }
        }
        for (number, change) in campaign.contradictions().take(FILED) {
            self.write_change(campaign, number, change, &outcome.changed[number], workbench)?;
        }
        for (number, group) in campaign.groups.iter().enumerate().take(FILED) {
            let variant = &outcome.variants[group.example().dispute];
            self.write_group(campaign, number, group, variant, workbench)?;
        }
        self.write_file("report.html", html::page(campaign).as_bytes())?;
        self.write_file("campaign.json", json(campaign).as_bytes())
    }

    fn write_group(
        &self,
        campaign: &Campaign,
        number: usize,
        group: &Group,
        variant: &Variant,
        workbench: &Workbench,
    ) -> Result<(), Complaint> {
        let folder = folder_name(campaign, number, group);
        let write = |name: &str, text: &[u8]| self.write_file(&format!("{folder}/{name}"), text);
        let dispute = &campaign.disputes[group.example().dispute];
        // As every compiler understands it.
        write("variant.c", &masked(&variant.render(&Encoding::plain())))?;
        let exported = task(variant, &dispute.truth, "task.c");
        write("task.c", &exported.program)?;
        write("task.yml", exported.description.as_bytes())?;
        write("program.i", &variant.render(workbench.panel.encoding(group.analyzer)))?;
        write("commands.txt", commands(campaign, group, variant, workbench).as_bytes())?;
        if let Some(reduced) = &group.reduced {
            write("reduced.c", reduced.text.as_bytes())?;
        }
        if let Evidence::Run { failures } = &group.example().evidence {
            write("inputs.c", inputs_file(failures).as_bytes())?;
            let model = variant.seed().model;
            let commands = repeat_commands(model, failures, "variant.c", "inputs.c");
            let script = format!(
                "#!/bin/sh\n# Shows the failure that {} misses, once for each compiler.\n\
                 cd \"$(dirname \"$0\")\" || exit 2\nstatus=0\n{} || status=$?\nexit $status\n",
                campaign.analyzers[group.analyzer].name,
                commands.join(" || status=$?\n"),
            );
            write("again.sh", script.as_bytes())?;
        }
        Ok(())
    }

    /// The program before and after, and the commands that show both answers.
    fn write_change(
        &self,
        campaign: &Campaign,
        number: usize,
        change: &Change,
        changed: &Changed,
        workbench: &Workbench,
    ) -> Result<(), Complaint> {
        let folder = metamorphic::folder_name(campaign, number, change);
        let write = |name: &str, text: &[u8]| self.write_file(&format!("{folder}/{name}"), text);
        let (variant, analyzer) = (&changed.variant, change.analyzer);
        write("before.c", &masked(&variant.render(&Encoding::plain())))?;
        write("after.c", &masked(&changed.after))?;
        let model = variant.seed().model;
        let keys = [variant.key(), ContentKey::of(model, &changed.after)];
        let mut text = format!(
            "# {}: {}\n# {}\n",
            campaign.analyzers[analyzer].name,
            change.kind.sentence(),
            change.transformation.sentence(),
        );
        for (name, said, key) in
            [("before", change.before, keys[0]), ("after", change.after, keys[1])]
        {
            let _ = writeln!(text, "\n# {name}.c: {said}");
            let known = workbench.panel.known(analyzer, &key);
            for command in known.iter().flat_map(|run| &run.commands) {
                let _ = writeln!(text, "{command}");
            }
        }
        write("commands.txt", text.as_bytes())
    }

    fn write_file(&self, name: &str, text: &[u8]) -> Result<(), Complaint> {
        write_whole(&self.root.join(name), text)
    }
}

/// What was run, analyzer by analyzer, and how it ended. Each got the variant in its own encoding; that of the
/// accused lies beside it.
fn commands(
    campaign: &Campaign,
    group: &Group,
    variant: &Variant,
    workbench: &Workbench,
) -> String {
    let key = variant.key();
    let dispute = &campaign.disputes[group.example().dispute];
    let mut text = format!(
        "# {}\n# runs all of this again; program.i is what {} got.\n",
        html::try_again(campaign, group, "variant.c"),
        campaign.analyzers[group.analyzer].name
    );
    for (analyzer, said) in dispute.said.iter().enumerate() {
        let (Some(said), Some(run)) = (said, workbench.panel.known(analyzer, &key)) else {
            continue;
        };
        let _ = writeln!(text, "\n# {}: {said}", campaign.analyzers[analyzer].name);
        run.commands.iter().for_each(|command| {
            let _ = writeln!(text, "{command}");
        });
    }
    text
}

fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
