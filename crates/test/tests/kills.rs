//! Processes that are killed at random moments: the campaign counts and finds what it would have without that.
//!
//! `cargo xtask soak` runs this with a hundred kills of workers and fifty of supervisors.

mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use support::{Folder, all_gone, example, processes_of};

/// How often workers and supervisors are killed in each campaign, unless the environment says something else.
const KILLS: [usize; 2] = [6, 4];

/// The variable: two numbers.
const VARIABLE: &str = "SOUNDLINE_KILLS";

fn kills() -> [usize; 2] {
    let wanted = std::env::var(VARIABLE).ok();
    let Some(wanted) = wanted else { return KILLS };
    let numbers: Vec<usize> = wanted.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{VARIABLE} is two numbers, not {wanted:?}"))
}

/// A campaign of a fake.
#[derive(Clone, Copy)]
struct Campaign {
    target: &'static str,
    properties: &'static str,
    engine: &'static str,
    /// For each kill that is to come.
    tests: u64,
}

/// Tests that take a while and lie, deaths, and guided search, which learns from the tests before.
const CAMPAIGNS: [Campaign; 3] = [
    Campaign { target: "slow-liar", properties: "3,9", engine: "random", tests: 60 },
    Campaign { target: "crashes", properties: "3,8", engine: "random", tests: 12 },
    Campaign { target: "joins-too-little", properties: "6-16", engine: "guided", tests: 1500 },
];

impl Campaign {
    fn command(&self, folder: &Path, kills: usize, jobs: usize) -> Command {
        let mut command = Command::new(example("fakes"));
        let tests = (self.tests * kills as u64).max(100).to_string();
        command.args(["test", self.target, "--properties", self.properties]);
        command.args(["--engine", self.engine, "--budget", &tests]);
        command.args(["--jobs", &jobs.to_string(), "--out"]).arg(folder);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// What comes of it when nobody disturbs it.
    fn undisturbed(&self, kills: usize) -> Value {
        let folder = Folder::new("undisturbed");
        self.command(folder.path(), kills, 2).status().expect("it starts");
        result(folder.path())
    }
}

/// The campaign.json of a folder without what was measured.
fn result(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("campaign.json")).expect("it was written");
    let mut result: Value = serde_json::from_str(&text).expect("it is JSON");
    forget_timings(&mut result);
    result
}

fn forget_timings(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("timings");
            fields.values_mut().for_each(forget_timings);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_timings),
        _ => {}
    }
}

/// Moments that look random and are always the same.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn wait(&mut self, longest: Duration) {
        std::thread::sleep(Duration::from_micros(self.next(longest.as_micros() as u64)));
    }
}

/// Kill one worker after the other, whatever it does, until the campaign is over; how many were killed.
fn snipe(supervisor: &mut Child, folder: &Path, most: usize, moments: &mut Moments) -> usize {
    let deadline = Instant::now() + Duration::from_secs(600);
    let mut killed = 0;
    while supervisor.try_wait().expect("it is ours").is_none() {
        assert!(Instant::now() < deadline, "the campaign does not end");
        moments.wait(Duration::from_millis(120));
        let workers = processes_of(folder, "worker");
        if killed < most && !workers.is_empty() {
            let victim = Pid::from_raw(workers[moments.next(workers.len() as u64) as usize]);
            let victim = victim.expect("a process has a number");
            killed += usize::from(kill_process(victim, Signal::KILL).is_ok());
        }
    }
    killed
}

#[test]
fn killed_workers_change_nothing() {
    let [kills, _] = kills();
    for (number, campaign) in CAMPAIGNS.into_iter().enumerate() {
        let expected = campaign.undisturbed(kills);
        let folder = Folder::new("sniped");
        let mut moments = Moments(0x9e37_79b9_7f4a_7c15 + number as u64);
        let mut supervisor = campaign.command(folder.path(), kills, 2).spawn().expect("it starts");
        let killed = snipe(&mut supervisor, folder.path(), kills, &mut moments);
        println!("{}: {killed} workers were killed", campaign.target);
        assert!(killed > 0, "{}: it was over too soon", campaign.target);
        assert_eq!(result(folder.path()), expected, "{}", campaign.target);
    }
}

/// The supervisor is killed, and another one goes on with more or fewer lanes.
#[test]
fn killed_supervisors_change_nothing() {
    let [_, kills] = kills();
    for (number, campaign) in CAMPAIGNS.into_iter().enumerate() {
        let expected = campaign.undisturbed(kills);
        let folder = Folder::new("orphaned");
        let mut moments = Moments(0x2545_f491_4f6c_dd1d + number as u64);
        let mut killed = 0;
        for _ in 0..kills {
            let jobs = 1 + moments.next(3) as usize;
            let mut supervisor =
                campaign.command(folder.path(), kills, jobs).spawn().expect("it starts");
            // The first one soon: a quick machine may need no second.
            moments.wait(Duration::from_millis(if killed == 0 { 60 } else { 600 }));
            if supervisor.try_wait().expect("it is ours").is_some() {
                break;
            }
            let _ = kill_process(Pid::from_child(&supervisor), Signal::KILL);
            supervisor.wait().expect("it is ours");
            killed += 1;
            all_gone(folder.path());
        }
        println!("{}: {killed} supervisors were killed", campaign.target);
        assert!(killed > 0, "{}: it was over too soon", campaign.target);
        if !folder.path().join("campaign.json").exists() {
            campaign.command(folder.path(), kills, 2).status().expect("it starts");
        }
        assert_eq!(result(folder.path()), expected, "{}", campaign.target);
    }
}
