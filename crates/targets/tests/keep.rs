//! Dropping results while operands stay, on every target that is there.

use soundline_domains::expr::Space;
use soundline_lattice::Answer;
use soundline_targets::{Operation, Presence, Question, Refusal, Registry, Slot};

#[test]
fn elements_are_dropped_from_the_end() {
    let registry = Registry::builtin();
    let present = |presence| !matches!(presence, Presence::Missing { .. });
    for target in registry.all().filter(|target| present(target.presence())) {
        let name = target.name();
        let mut machine = target.open(&Space::integers(2)).expect("it is there");
        let made = [Operation::Top, Operation::Bottom, Operation::Join(Slot(0), Slot(1))];
        for (slot, operation) in made.iter().enumerate() {
            assert_eq!(machine.apply(operation), Ok(Slot(slot)), "{name}");
        }
        assert!(machine.keep(1), "{name}");
        let gone = machine.ask(Question::IsBottom(Slot(1)));
        assert!(matches!(gone, Err(Refusal::Misuse(_))), "{name}: {gone:?}");
        assert_ne!(machine.ask(Question::IsBottom(Slot(0))), Ok(Answer::Yes), "{name}");
        assert_eq!(machine.apply(&Operation::Bottom), Ok(Slot(1)), "{name}");
        assert_eq!(machine.ask(Question::IsBottom(Slot(1))), Ok(Answer::Yes), "{name}");
        assert!(
            machine.keep(5) && machine.ask(Question::Leq(Slot(1), Slot(0))) == Ok(Answer::Yes),
            "{name}"
        );
        machine.rest();
    }
}
