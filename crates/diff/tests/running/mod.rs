//! Where tests compile and run programs.

use soundline_diff::concrete::Workshop;
use soundline_isolate::{Scratch, Stop, Warden};

/// A workshop in a folder that goes with it.
pub struct Shop {
    workshop: Workshop,
    _folder: Scratch,
}

impl std::ops::Deref for Shop {
    type Target = Workshop;

    fn deref(&self) -> &Workshop {
        &self.workshop
    }
}

pub fn workshop() -> Shop {
    let folder = Scratch::new().expect("there is room");
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let workshop = Workshop::new(folder.path(), warden, Stop::default()).expect("it can be made");
    Shop { workshop, _folder: folder }
}
