//! Libraries that are described rather than known: wrong descriptions, and a library with holes.

use std::path::{Path, PathBuf};
use std::process::Command;

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::Space;
use soundline_lattice::Answer;
use soundline_targets::apron::{self, Adapter, Description};
use soundline_targets::{
    Operation, OperationKind, Presence, Question, Refusal, Slot, Target, TargetError,
};

use crate::support::{alone, installed};

/// The file of an installed target.
fn file_of(name: &str) -> Option<PathBuf> {
    let targets = installed();
    match targets.iter().find(|target| target.name() == name)?.presence() {
        Presence::Found { path } => Some(path),
        _ => None,
    }
}

#[test]
fn what_is_not_installed_says_how_to_get_it() {
    let _alone = alone();
    for target in apron::targets() {
        if let Presence::Missing { advice } = target.presence() {
            assert!(advice.contains("--lib") || advice.contains("package"), "{advice}");
            let name = target.name().to_string();
            let opened = target.open(&Space::reals(1)).err();
            assert_eq!(opened, Some(TargetError::Missing { name, advice }));
            assert_eq!(target.version(), None);
        }
    }
}

#[test]
fn a_file_can_be_named() {
    let _alone = alone();
    let Some(path) = file_of("apron:oct:mpq") else { return };
    let mine = Description::of_file("mine", path, "oct_manager_alloc", Kind::Octagons);
    let target = Adapter::new(mine);
    let mut machine = target.open(&Space::reals(2)).expect("the description is right");
    assert!(machine.profile().numbers.exact() && machine.profile().best.join);
    assert!(machine.profile().supports(OperationKind::Narrow));
    let top = machine.apply(&Operation::Top).expect("it is made");
    assert_eq!(machine.ask(Question::IsTop(top)), Ok(Answer::Yes));
}

#[test]
fn wrong_descriptions_are_explained() {
    let _alone = alone();
    let Some(path) = file_of("apron:oct:d") else { return };
    let fault = |description: Description| {
        let fault = Adapter::new(description).open(&Space::reals(1)).err();
        fault.expect("the description is wrong").to_string()
    };
    let right = Description::of_file("mine", &path, "oct_manager_alloc", Kind::Octagons);

    let mut wrong = right.clone();
    wrong.constructor.symbol = "octagon_manager_alloc".to_string();
    assert!(fault(wrong).contains("has no function octagon_manager_alloc"));

    let mut wrong = right.clone();
    wrong.prefixes = vec!["apron_".to_string()];
    assert!(fault(wrong).contains("has no function apron_abstract0_copy"));

    let wrong = Description::of_file("mine", "/no/such/lib.so", "alloc", Kind::Zones);
    assert_eq!(Adapter::new(wrong.clone()).version(), None);
    assert_eq!(fault(wrong), "mine is not installed: there is no file /no/such/lib.so");

    let text = std::env::temp_dir().join(format!("soundline-no-library-{}", std::process::id()));
    std::fs::write(&text, "this is not a library").expect("temporary files can be written");
    let wrong = Description::of_file("mine", &text, "alloc", Kind::Zones);
    let opened = Adapter::new(wrong).open(&Space::reals(1)).err();
    assert!(matches!(opened, Some(TargetError::Unloadable { .. })), "{opened:?}");
    std::fs::remove_file(&text).expect("it is ours");
}

/// A library whose manager is that of boxes, but without meet, with a join that overflows, and
/// with a widening that is not implemented. Offsets and numbers are those of APRON's headers.
const HOLEY: &str = r#"
typedef void *(*copy_function)(void *, void *);
void *box_manager_alloc(void);
void ap_manager_raise_exception(void *, int, int, const char *);
static void **table(char *manager) { return (void **)(manager + 24); }
static void *overflow(char *manager, int destructive, void *a, void *b) {
  (void)destructive; (void)b;
  ap_manager_raise_exception(manager, 3, 36, "too large");
  return ((copy_function)table(manager)[1])(manager, a);
}
static void *lazy(char *manager, void *a, void *b) {
  (void)b;
  ap_manager_raise_exception(manager, 5, 49, "");
  return ((copy_function)table(manager)[1])(manager, a);
}
void *holey_manager_alloc(void) {
  char *manager = box_manager_alloc();
  table(manager)[32] = 0;
  table(manager)[36] = (void *)overflow;
  table(manager)[49] = (void *)lazy;
  return manager;
}
"#;

/// Compile the library with holes; `None`, with a word about it, without a C compiler.
fn holey(boxes: &Path, folder: &Path) -> Option<PathBuf> {
    std::fs::create_dir_all(folder).expect("temporary folders can be made");
    let (source, library) = (folder.join("holey.c"), folder.join("libholey.so"));
    std::fs::write(&source, HOLEY).expect("temporary files can be written");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).arg(boxes);
    match compiler.status() {
        Ok(status) => {
            assert!(status.success(), "the library with holes does not compile");
            Some(library)
        }
        Err(_) => {
            soundline_needs::skip("there is no C compiler");
            None
        }
    }
}

#[test]
fn holes_and_exceptions_are_refusals() {
    let _alone = alone();
    let Some(boxes) = file_of("apron:box:d") else { return };
    let folder = std::env::temp_dir().join(format!("soundline-holey-{}", std::process::id()));
    let Some(library) = holey(&boxes, &folder) else { return };
    let description =
        Description::of_file("holey", library, "holey_manager_alloc", Kind::Intervals);
    let mut machine = Adapter::new(description).open(&Space::reals(2)).expect("it opens");
    assert_eq!(machine.profile().missing, [OperationKind::Meet, OperationKind::Narrow]);
    assert_eq!(machine.apply(&Operation::Top), Ok(Slot(0)));
    assert_eq!(
        machine.apply(&Operation::Meet(Slot(0), Slot(0))),
        Err(Refusal::Unsupported("meet"))
    );
    assert_eq!(
        machine.apply(&Operation::Widen(Slot(0), Slot(0))),
        Err(Refusal::Unsupported("widen"))
    );
    let overflow = Refusal::Exception("overflow in join (too large)".to_string());
    assert_eq!(machine.apply(&Operation::Join(Slot(0), Slot(0))), Err(overflow.clone()));
    assert_eq!(machine.apply_in_place(&Operation::Join(Slot(0), Slot(0))), Err(overflow));
    // Exceptions do not stick.
    assert_eq!(machine.apply(&Operation::Bottom), Ok(Slot(1)));
    assert_eq!(machine.ask(Question::IsBottom(Slot(1))), Ok(Answer::Yes));
    drop(machine);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
