//! The supervisor: it starts workers, watches them, keeps what they counted, and goes on after
//! whatever happens to them.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use soundline_isolate::{Board, BoardError, Child, End, Ruling, Watch};

use super::digest::{Digest, digest};
use super::part::{Counted, Part};
use super::sequence::block;
use super::serve::Described;
use super::shard::Shard;
use super::tally::{Agreed, Exercised, LANES, Tally, WORDS};
use super::workers::{Remote, Workers, is_from_outside};
use crate::campaign::{Campaign, Coverage, Row, StopReason};
use crate::config::Config;
use crate::outcome::Ending;

/// How long a campaign may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So long.
    Time(Duration),
    /// So many tests.
    Tests(u64),
}

/// Why a campaign cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The shared words cannot be made or opened.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// They belong to a campaign with other settings.
    #[error(
        "{0} holds the results of a run with other settings; give another --out folder, or --fresh to \
         start over"
    )]
    OtherPlan(String),
    /// The target cannot be tested.
    #[error("{target}: {reason}")]
    CannotStart {
        /// The target.
        target: String,
        /// Why.
        reason: String,
    },
}

/// What is asked of a supervisor.
pub struct Order<'a> {
    /// The name of the target.
    pub target: &'a str,
    /// How tests are made.
    pub config: Config,
    /// From what they are drawn.
    pub seed: u64,
    /// What tells this campaign from others with the same target.
    pub fingerprint: u64,
    /// How long.
    pub budget: Budget,
    /// Which of the tests.
    pub shard: Shard,
    /// How much longer than a budget in time it may take to confirm and shrink what was found.
    pub slack: Duration,
    /// How many workers at a time.
    pub jobs: usize,
    /// Where the shared words are kept.
    pub board: &'a Path,
    /// How workers are started.
    pub workers: Workers<'a>,
    /// Set when the user wants to stop.
    pub interrupted: &'a AtomicBool,
}

/// What is told while a campaign runs.
#[non_exhaustive]
pub enum Progress<'a> {
    /// Tests are being run.
    Testing(Tally<'a>),
    /// So many of so many groups of sightings were shrunk.
    Shrinking(usize, usize),
}

/// How long a test that is running may go on when its campaign is stopped.
const LAST_MOMENT: Duration = Duration::from_millis(200);
/// How often a supervisor looks at its workers.
const LOOK: Duration = Duration::from_millis(20);
/// How long a worker may take to its first test.
const LONGEST_START: Duration = Duration::from_secs(30);
/// A worker that dies so often before its first test cannot be used.
const FAILED_STARTS: u32 = 3;
/// The same where workers have run tests before, or are killed by somebody else. Each start waits longer than the one
/// before, some ten seconds in all: a machine that was out of memory or processes for a moment ends no long campaign.
const FAILED_STARTS_LATER: u32 = 9;
/// How long the first of these waits.
const WAIT: Duration = Duration::from_millis(20);
/// A test whose worker is killed so often by a signal that people and systems send dies of itself.
const KILLS: usize = 5;

/// Run a campaign, or go on with it.
pub fn supervise(
    order: &Order,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Campaign, CampaignError> {
    let board = open_board(order)?;
    let tally = Tally::new(board.words());
    let mut judge = Remote::new(&order.workers, tally);
    let tested = test_all(order, tally, &mut judge, tell)?;
    let elapsed_millis = tally.elapsed_millis();
    let deadline = match order.budget {
        Budget::Tests(_) => None,
        Budget::Time(time) => {
            let used = Duration::from_millis(elapsed_millis) + tested.startup;
            Some(Instant::now() + time.saturating_sub(used) + order.slack)
        }
    };
    Ok(concluded(order, tally, judge.until(deadline, order.interrupted), tested, tell))
}

/// Run the tests of one shard, or go on with them. What they found is neither confirmed nor shrunk: that is done once, by
/// [`merge`].
pub fn supervise_part(
    order: &Order,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Counted, CampaignError> {
    let board = open_board(order)?;
    let tally = Tally::new(board.words());
    let tested = test_all(order, tally, &mut Remote::new(&order.workers, tally), tell)?;
    Ok(Counted { part: tally.part(KEPT), stop: tested.stop, trouble: tested.trouble })
}

/// The campaign of all shards, from what they counted: what was found is confirmed, grouped by cause and shrunk. It is the
/// campaign of one machine with the same tests.
pub fn merge(
    order: &Order,
    counted: Vec<Counted>,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Campaign, CampaignError> {
    let board = Board::create(order.board, WORDS)?;
    let tally = Tally::new(board.words());
    let mut judge = Remote::new(&order.workers, tally);
    let described = described(order, &mut judge)?;
    let early = counted.iter().find(|counted| counted.stop != StopReason::Budget);
    let (stop, trouble) = match early {
        Some(counted) => (counted.stop, counted.trouble.clone()),
        None => (StopReason::Budget, None),
    };
    tally.absorb(&Part::sum(counted.into_iter().map(|counted| counted.part), KEPT));
    let tested = Tested { described, startup: Duration::ZERO, stop, trouble };
    Ok(concluded(order, tally, judge.until(None, order.interrupted), tested, tell))
}

/// What testing came to, before anything that was found is looked at.
struct Tested {
    described: Described,
    startup: Duration,
    stop: StopReason,
    trouble: Option<String>,
}

/// What the target says that will be tested.
fn described(order: &Order, judge: &mut Remote) -> Result<Described, CampaignError> {
    judge.describe().map_err(|reason| cannot_start(order, reason))
}

fn cannot_start(order: &Order, reason: String) -> CampaignError {
    CampaignError::CannotStart { target: order.target.to_string(), reason }
}

/// Run all tests of the order that are left.
fn test_all(
    order: &Order,
    tally: Tally,
    judge: &mut Remote,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Tested, CampaignError> {
    let begun = Instant::now();
    let described = described(order, judge)?;
    let startup = begun.elapsed();
    let limit = match order.budget {
        Budget::Tests(limit) => Some(limit),
        Budget::Time(_) => None,
    };
    let (fingerprint, shard) = (order.fingerprint, order.shard);
    let block = block(order.config.search);
    if !tally.begin(&Agreed { fingerprint, shard, limit, block }) {
        return Err(CampaignError::OtherPlan(order.board.display().to_string()));
    }
    let (stop, trouble) = match described.schedule.is_empty() {
        true => (StopReason::Budget, None),
        false => match watch_all(order, tally, startup, tell) {
            Ok(stop) => (stop, None),
            // What was tested before is not lost.
            Err(reason) if tally.tests() > 0 => (StopReason::Broken, Some(reason)),
            Err(reason) => return Err(cannot_start(order, reason)),
        },
    };
    tally.tick();
    Ok(Tested { described, startup, stop, trouble })
}

/// Make findings of what was seen.
fn concluded(
    order: &Order,
    tally: Tally,
    mut judge: Remote,
    tested: Tested,
    tell: &(dyn Fn(Progress) + Sync),
) -> Campaign {
    let elapsed_millis = tally.elapsed_millis();
    let digest = digest(&tally.sightings(KEPT), &mut judge, |done, all| {
        tell(Progress::Shrinking(done, all));
    });
    let campaign = campaign(order, tally, tested.described, digest, tested.stop);
    Campaign { elapsed_millis, trouble: tested.trouble, ..campaign }
}

/// The results of a campaign are written down: the next run with these words starts over. Until then it would go on,
/// and find that nothing is left to be tested.
pub fn conclude(board: &Path) -> Result<(), CampaignError> {
    let board = Board::open(board)?;
    if board.words().len() == WORDS {
        Tally::new(board.words()).set_finished();
    }
    Ok(())
}

/// The words of an unfinished run, or new ones.
fn open_board(order: &Order) -> Result<Board, CampaignError> {
    if order.board.exists() {
        let board = Board::open(order.board)?;
        if board.words().len() != WORDS {
            return Err(CampaignError::OtherPlan(order.board.display().to_string()));
        }
        if !Tally::new(board.words()).is_finished() {
            return Ok(board);
        }
    }
    Ok(Board::create(order.board, WORDS)?)
}

/// Sightings of a property and kind that are tried until one comes again.
const KEPT: usize = 3;

fn campaign(
    order: &Order,
    tally: Tally,
    described: Described,
    digest: Digest,
    stop: StopReason,
) -> Campaign {
    let mut tested = described.schedule;
    tested.sort_unstable();
    tested.dedup();
    let row = |property: u16| {
        let (counts, first_millis) = tally.counts(property);
        Row { property, counts, first_millis }
    };
    Campaign {
        target: order.target.to_string(),
        version: described.version,
        path: None,
        config: order.config.clone(),
        seed: order.seed,
        rows: tested.into_iter().map(row).collect(),
        not_tested: described.not_tested,
        causes: digest.causes,
        unconfirmed: digest.unconfirmed,
        coverage: Coverage { places: described.places, ..tally.coverage() },
        stop,
        trouble: None,
        elapsed_millis: tally.elapsed_millis(),
    }
}

/// Run all lanes until the budget is used up.
fn watch_all(
    order: &Order,
    tally: Tally,
    startup: Duration,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<StopReason, String> {
    let trouble: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..order.jobs.clamp(1, LANES))
            .map(|lane| {
                let trouble = &trouble;
                scope.spawn(move || {
                    if let Err(reason) = watch_lane(order, tally, lane) {
                        trouble.lock().expect("no lane panics").get_or_insert(reason);
                        tally.stop();
                    }
                })
            })
            .collect();
        while lanes.iter().any(|lane| !lane.is_finished()) {
            let used = Duration::from_millis(tally.elapsed_millis()) + startup;
            let over = match order.budget {
                Budget::Tests(_) => false,
                // What was found must be confirmed and shrunk within the budget, too.
                Budget::Time(time) if tally.has_found() => used >= time / 5 * 4,
                Budget::Time(time) => used >= time,
            };
            if over || order.interrupted.load(Ordering::Relaxed) {
                tally.stop();
            }
            tally.tick();
            tell(Progress::Testing(tally));
            std::thread::sleep(LOOK);
        }
    });
    if let Some(reason) = trouble.into_inner().expect("no lane panics") {
        return Err(reason);
    }
    let interrupted = order.interrupted.load(Ordering::Relaxed);
    Ok(if interrupted { StopReason::Interrupted } else { StopReason::Budget })
}

/// Keep one lane running: start a worker, watch it, count how it ended, start the next one.
fn watch_lane(order: &Order, tally: Tally, lane: usize) -> Result<(), String> {
    let mut failed_starts = 0;
    let mut kills = (None, 0);
    while !tally.is_stopped() {
        tally.heartbeat(lane).store(0, Ordering::Release);
        let mut child = match order.workers.drive(lane) {
            Ok(child) => child,
            Err(error) => {
                start_again(tally, false, &mut failed_starts).ok_or_else(|| error.to_string())?;
                continue;
            }
        };
        let mut watch = Watch::new(order.workers.limits.allowance());
        let seen = watch_worker(&mut child, &mut watch, tally, lane)?;
        if tally.is_done(lane) {
            return Ok(());
        }
        child.kill().map_err(|error| error.to_string())?;
        tally.recover(lane);
        let killed = matches!(&seen, Seen::Ended(end) if is_from_outside(end));
        let Some(index) = tally.current(lane) else {
            let last_words = || last_line(&child.stderr_tail());
            start_again(tally, killed, &mut failed_starts).ok_or_else(last_words)?;
            continue;
        };
        failed_starts = 0;
        if tally.is_over(lane, index) {
            continue;
        }
        kills = if kills.0 == Some(index) { (kills.0, kills.1 + 1) } else { (Some(index), 1) };
        let ending = match seen {
            Seen::Stopped => return Ok(()),
            // Somebody else may have sent the signal: only a test that dies of it again and again is to blame.
            Seen::Ended(_) if killed && kills.1 < KILLS => continue,
            Seen::Ended(_) => Ending::Died,
            Seen::Overdue(ending) => ending,
        };
        // The accused test may have ended while its worker was being killed.
        let innocent = ending != Ending::Died && watch.accused() != Some(index + 1);
        if !innocent {
            tally.finish(lane, tally.accuse(lane, index, ending), &Exercised::default());
        }
    }
    Ok(())
}

/// A worker did not come to its first test. Wait a while before the next one is started, or `None` if it is enough.
fn start_again(tally: Tally, killed: bool, failed_starts: &mut u32) -> Option<()> {
    *failed_starts += 1;
    let later = killed || tally.tests() > 0;
    if *failed_starts >= if later { FAILED_STARTS_LATER } else { FAILED_STARTS } {
        return None;
    }
    let until = Instant::now() + WAIT * 2u32.pow(*failed_starts);
    while !tally.is_stopped() && Instant::now() < until {
        std::thread::sleep(LOOK);
    }
    Some(())
}

/// What a watched worker came to.
enum Seen {
    /// It ended by itself.
    Ended(End),
    /// It must be ended.
    Overdue(Ending),
    /// Nobody wants its results any more.
    Stopped,
}

/// Watch a worker until it ends or must be ended.
fn watch_worker(
    child: &mut Child,
    watch: &mut Watch,
    tally: Tally,
    lane: usize,
) -> Result<Seen, String> {
    let start = Instant::now();
    let mut stopped: Option<Instant> = None;
    loop {
        if let Some(end) = child.wait_timeout(LOOK).map_err(|error| error.to_string())? {
            return Ok(Seen::Ended(end));
        }
        if tally.is_stopped() && stopped.get_or_insert_with(Instant::now).elapsed() > LAST_MOMENT {
            return Ok(Seen::Stopped);
        }
        // Loading a library is not a test, however long it takes.
        if tally.current(lane).is_none() && start.elapsed() < LONGEST_START {
            continue;
        }
        let Ok(sample) = child.sample(tally.heartbeat(lane), start.elapsed()) else { continue };
        match watch.judge(sample) {
            Ruling::Continue => {}
            Ruling::TimedOut => return Ok(Seen::Overdue(Ending::TimedOut)),
            Ruling::OutOfMemory => return Ok(Seen::Overdue(Ending::OutOfMemory)),
        }
    }
}

fn last_line(text: &str) -> String {
    let line = text.trim().lines().last().unwrap_or_default();
    if line.is_empty() { "its worker dies before the first test".into() } else { line.into() }
}
