//! A campaign on a real cluster: Slurm on this machine, with four nodes, started and stopped by the test.

mod support;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use support::{Folder, campaign_of, example, stderr, stdout};

/// Slurm on loopback.
struct Cluster<'a> {
    folder: &'a Path,
    /// The daemons: of authentication, of the cluster, of its nodes.
    daemons: Vec<Child>,
}

const NODES: usize = 4;

impl<'a> Cluster<'a> {
    fn start(folder: &'a Path) -> Cluster<'a> {
        for name in ["state", "spool", "log"] {
            fs::create_dir_all(folder.join(name)).expect("there is room");
        }
        let at = folder.display();
        let name = fs::read_to_string("/proc/sys/kernel/hostname").expect("it has a name");
        let name = name.trim().split('.').next().unwrap_or_default();
        let ports = free_ports(NODES + 1);
        let nodes: Vec<String> = (1..=NODES)
            .map(|node| {
                let place = format!("NodeHostname={name} NodeAddr=127.0.0.1");
                format!("NodeName=n{node} {place} Port={} CPUs=1 State=UNKNOWN", ports[node])
            })
            .collect();
        let configuration = format!(
            "ClusterName=test\nSlurmctldHost={}(127.0.0.1)\nSlurmctldPort={}\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={at}/munge.sock,cred_expire=5\nStateSaveLocation={at}/state\n\
             SlurmdSpoolDir={at}/spool/%n\nSlurmctldPidFile={at}/ctld.pid\nSlurmdPidFile={at}/d.%n.pid\n\
             SlurmctldLogFile={at}/log/ctld.log\nSlurmdLogFile={at}/log/d.%n.log\nSlurmdTimeout=10\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSchedulerType=sched/backfill\n\
             SchedulerParameters=sched_interval=2,bf_interval=2\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\nMpiDefault=none\n{}\n\
             PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n",
            name,
            ports[0],
            nodes.join("\n"),
        );
        fs::write(folder.join("slurm.conf"), configuration).expect("there is room");
        let key: Vec<u8> = (0..1024u32).map(|i| (i * 7919 % 251) as u8).collect();
        fs::write(folder.join("key"), key).expect("there is room");
        for (name, mode) in [("key", 0o600), (".", 0o711)] {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
            fs::set_permissions(folder.join(name), mode).expect("it is ours");
        }
        let mut cluster = Cluster { folder, daemons: Vec::new() };
        let file = |option: &str, name: &str| format!("--{option}={at}/{name}");
        cluster.daemon(
            "munged",
            &[
                "--foreground".into(),
                "--force".into(),
                file("socket", "munge.sock"),
                file("key-file", "key"),
                file("pid-file", "munged.pid"),
                file("log-file", "log/munged.log"),
                file("seed-file", "seed"),
            ],
        );
        wait_for("munge", || folder.join("munge.sock").exists());
        cluster.daemon("slurmctld", &["-D".into()]);
        for node in 1..=NODES {
            cluster.daemon("slurmd", &["-D".into(), "-N".into(), format!("n{node}")]);
        }
        let idle = || cluster.says("sinfo", &["--noheader", "--format=%D %t"]).trim() == "4 idle";
        wait_for("the nodes", idle);
        cluster
    }

    fn daemon(&mut self, program: &str, arguments: &[String]) {
        let log = fs::File::create(self.folder.join(format!("log/{}.out", self.daemons.len())));
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", self.folder.join("slurm.conf"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log.expect("there is room"));
        self.daemons.push(command.spawn().expect("it is installed"));
    }

    /// What one of Slurm's commands says.
    fn says(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", self.folder.join("slurm.conf"));
        stdout(&command.output().expect("it is installed"))
    }

    fn soundline(&self, line: &str) -> Command {
        let mut command = Command::new(example("fakes"));
        command.args(line.split(' ')).current_dir(self.folder).stdin(Stdio::null());
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command
    }
}

impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        self.says("scancel", &["--user=root"]);
        // Nodes first: whoever is asked last serves the others.
        for daemon in self.daemons.iter_mut().rev() {
            let _ = kill_process(Pid::from_child(daemon), Signal::TERM);
            let deadline = Instant::now() + Duration::from_secs(5);
            while daemon.try_wait().is_ok_and(|ended| ended.is_none()) && Instant::now() < deadline
            {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// Ports that nobody uses now.
fn free_ports(count: usize) -> Vec<u16> {
    let sockets: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("there is a port")).collect();
    sockets.iter().map(|socket| socket.local_addr().expect("it is bound").port()).collect()
}

fn wait_for(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !condition() {
        assert!(Instant::now() < deadline, "{what}: it takes too long");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// One node dies and one shard is put back into the queue, and the campaign is that of one machine.
#[test]
fn an_array_of_shards_gives_the_campaign_of_one_machine() {
    use soundline_needs::{MUNGE, SLURM, SLURM_COMMANDS, SLURM_NODES};
    if ![SLURM, SLURM_NODES, SLURM_COMMANDS, MUNGE].iter().all(|package| package.found()) {
        return;
    }
    if !rustix::process::getuid().is_root() {
        return soundline_needs::skip("Slurm can be started by root alone".to_string());
    }
    let folder = Folder::new("slurm");
    let at = folder.path();
    let cluster = Cluster::start(at);
    let line = "test slow joins-too-little --budget 700 --engine random";
    let alone = cluster.soundline(&format!("{line} --out alone")).output().expect("it starts");
    assert_eq!(alone.status.code(), Some(1), "{}", stderr(&alone));

    let line = format!("{line} --on slurm --shards 8 --out campaign");
    let dry = cluster.soundline(&format!("{line} --dry-run")).output().expect("it starts");
    assert!(stdout(&dry).contains("#SBATCH --array=1-8\n"), "{}", stdout(&dry));
    assert!(!at.join("campaign").exists(), "nothing was run");

    let mut watching = cluster.soundline(&line);
    let watching =
        watching.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let running = || cluster.says("squeue", &["--noheader", "--states=R", "--format=%i %N"]);
    wait_for("shards", || running().lines().count() == NODES);
    let shards = running();
    let on = |node: &str| shards.lines().find_map(|line| line.strip_suffix(&format!(" {node}")));
    let (requeued, lost) = (on("n1").expect("it works").to_string(), &cluster.daemons[3]);
    kill_process(Pid::from_child(lost), Signal::KILL).expect("it lives");
    cluster.says("scontrol", &["requeue", &requeued]);
    let now = cluster.soundline("jobs campaign --now").output().expect("it starts");
    assert_eq!(now.status.code(), Some(3), "{}", stderr(&now));
    assert!(stdout(&now).contains("of 8 shards have ended"), "{}", stdout(&now));

    // Ctrl-C leaves the jobs alone.
    kill_process(Pid::from_child(&watching), Signal::INT).expect("it lives");
    let left = watching.wait_with_output().expect("it is ours");
    assert_eq!(left.status.code(), Some(3), "{}", stderr(&left));
    assert!(stdout(&left).contains("The jobs go on; 'soundline jobs "), "{}", stdout(&left));
    let merged = cluster.soundline("jobs campaign").output().expect("it starts");
    assert_eq!(merged.status.code(), Some(1), "{} {}", stdout(&merged), stderr(&merged));
    assert_eq!(campaign_of(at, "alone"), campaign_of(at, "campaign"));
    in_rounds(&cluster);
    // Whoever looks later sees the same.
    let again = cluster.soundline("jobs campaign").output().expect("it starts");
    assert_eq!(again.status.code(), Some(1), "{}", stderr(&again));
    assert!(stdout(&again).contains("joins-too-little"), "{}", stdout(&again));
}

/// Each round is the campaign of one machine that begins with what the round before has learned.
fn in_rounds(cluster: &Cluster) {
    let at = cluster.folder;
    fs::create_dir(at.join("learned")).expect("there is room");
    let line = "test joins-too-little --properties 1-20";
    for round in 0..2 {
        let alone = format!(
            "{line} --budget 10000 --seed {} --corpus learned --out alone-{round}",
            5 + round
        );
        let alone = cluster.soundline(&alone).output().expect("it starts");
        assert_eq!(alone.status.code(), Some(1), "{}", stderr(&alone));
    }
    let line =
        format!("{line} --budget 20000 --seed 5 --on slurm --shards 2 --rounds 2 --out rounds");
    let rounds = cluster.soundline(&line).output().expect("it starts");
    assert_eq!(rounds.status.code(), Some(1), "{} {}", stdout(&rounds), stderr(&rounds));
    for round in 0..2 {
        let merged = campaign_of(at, &format!("rounds/round-{}", round + 1));
        assert_eq!(merged, campaign_of(at, &format!("alone-{round}")), "round {round}");
    }
    assert!(fs::read_dir(at.join("rounds/corpus")).expect("it was made").count() > 10);
}
