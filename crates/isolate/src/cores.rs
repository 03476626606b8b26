//! Cores: those that a program may run on, where their number is limited.
//!
//! Programs that run at the same time get different cores as long as there are enough: otherwise two that may
//! use one core each would wait for each other while another core is idle. So the driver chooses them, and the warden
//! binds itself to them before it starts the program. Whatever the program starts inherits that.

use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// How many programs were given each core, by the number of the core. Cores belong to the machine, so that this is the one
/// table of the process.
static IN_USE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Some cores of this machine, by number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Cores {
    numbers: Vec<usize>,
    leased: bool,
}

impl Cores {
    /// So many of the cores that this process may use, those that the fewest programs were given. All of them if there are
    /// not so many.
    pub(crate) fn lease(count: NonZeroU32) -> Cores {
        let mut numbers = allowed();
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.resize(CpuSet::MAX_CPU, 0);
        numbers.sort_by_key(|core| in_use[*core]);
        numbers.truncate(count.get() as usize);
        numbers.iter().for_each(|core| in_use[*core] += 1);
        Cores { numbers, leased: true }
    }

    /// Binds this process to them, and all that it starts from now on.
    pub(crate) fn enter(&self) -> io::Result<()> {
        let mut set = CpuSet::new();
        self.numbers.iter().for_each(|core| set.set(*core));
        Ok(sched_setaffinity(None, &set)?)
    }
}

impl Drop for Cores {
    fn drop(&mut self) {
        if self.leased {
            let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
            self.numbers.iter().for_each(|core| in_use[*core] -= 1);
        }
    }
}

/// The cores that this process may use.
fn allowed() -> Vec<usize> {
    let set = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
}

/// With commas, as the warden is told.
impl fmt::Display for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

impl FromStr for Cores {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Cores, Self::Err> {
        let numbers = text.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>()?;
        let numbers = numbers.into_iter().filter(|core| *core < CpuSet::MAX_CPU).collect();
        Ok(Cores { numbers, leased: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_shared_out_and_come_back() {
        let one = NonZeroU32::MIN;
        let all = allowed();
        let leased: Vec<Cores> = all.iter().map(|_| Cores::lease(one)).collect();
        let mut numbers: Vec<usize> =
            leased.iter().flat_map(|cores| cores.numbers.clone()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, all, "each core once");
        drop(leased);
        assert_eq!(Cores::lease(one).numbers, all[..1], "all are free again");
        let many = NonZeroU32::new(100_000).expect("it is not 0");
        assert_eq!(Cores::lease(many).numbers.len(), all.len());
    }

    #[test]
    fn wardens_are_told() {
        let cores = Cores { numbers: vec![0, 3], leased: false };
        assert_eq!(cores.to_string(), "0,3");
        assert_eq!("0,3".parse(), Ok(cores));
        assert!("".parse::<Cores>().is_err() && "x".parse::<Cores>().is_err());
    }
}
