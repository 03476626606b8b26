//! Questions to workers that reply, die, keep silent or talk rubbish.

use std::io::Read;
use std::process::Command;
use std::time::{Duration, Instant};

use soundline_isolate::{Child, Dialogue, End, NoReply, Stop};

use crate::*;

fn dialogue(script: &str) -> Dialogue {
    Dialogue::open(shell(script, &PIPED), 4 << 20).unwrap()
}

/// Asks a script "hello"; expects no reply, and the same end however often it is asked again.
fn check_no_reply(script: &str, patience: Duration, expected: &str, end: End) {
    let mut dialogue = dialogue(script);
    let no_reply = dialogue.ask("hello", patience).expect_err(script);
    assert_eq!(no_reply.to_string(), expected, "{script}");
    expect_gone(dialogue.child());
    for _ in 0..2 {
        let again = dialogue.ask("hello", patience).expect_err(script);
        assert!(matches!(&again, NoReply::Died(dead) if *dead == end), "{script}: {again}");
    }
}

#[test]
fn requests_are_answered() {
    let mut dialogue = dialogue("cat");
    for request in ["", "a\n", "a\nb\n", ".\n", "..\n.5\n\n"] {
        assert_eq!(dialogue.ask(request, AGES).unwrap(), request);
    }
    for number in 0..1000 {
        let request = format!("request {number}\n");
        assert_eq!(dialogue.ask(&request, AGES).unwrap(), request);
    }
}

#[test]
fn more_than_the_pipes_hold_is_no_deadlock() {
    let mut dialogue = dialogue("cat");
    let request = "all work and no play\n".repeat(100_000);
    assert!(dialogue.ask(&request, AGES).unwrap() == request);
    assert_eq!(dialogue.ask("short\n", AGES).unwrap(), "short\n");
}

#[test]
fn a_worker_speaks_in_blocks_too() {
    // The test harness prints to standard output, so the replies go another way.
    let mut command = Command::new("sh");
    command.args(["-c", "exec 3>&1 1>&2; exec \"$0\" \"$@\""]);
    let program = this_program_as("echo");
    command.arg(program.get_program()).args(program.get_args()).env(ROLE, "echo");
    let mut dialogue = Dialogue::open(Child::spawn(command, &PIPED).unwrap(), 1 << 20).unwrap();
    for request in ["one\n", "", ".\n..\n...\n", "ü\n"] {
        assert_eq!(dialogue.ask(request, AGES).unwrap(), request);
    }
}

#[test]
fn a_library_cannot_print_into_the_replies() {
    let mut child = Child::spawn(this_program_as("reserve"), &PIPED).unwrap();
    let (_, mut replies) = child.take_streams().unwrap();
    let mut text = String::new();
    replies.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Exited(0)));
    assert!(text.ends_with("the reply\n") && !text.contains("library talk"), "{text}");
    assert!(child.stderr_tail().contains("library talk\n"), "{}", child.stderr_tail());
}

#[test]
fn death_is_no_reply() {
    let check = |script: &str, end: End| {
        check_no_reply(script, AGES, &format!("the worker died: {end}"), end);
    };
    check("read line; kill -SEGV $$", End::Signalled(11));
    check("read line; exit 0", End::Exited(0));
    check("read line; echo half a reply; exit 3", End::Exited(3));
    check("read line; sleep 1000 & kill -ABRT $$", End::Signalled(6));
    check("exit 1", End::Exited(1));
}

#[test]
fn a_whole_reply_counts_even_from_the_dead() {
    let mut dialogue = dialogue("read line; read dot; printf 'bye\\n.\\n'; exit 0");
    assert_eq!(dialogue.ask("hello", AGES).unwrap(), "bye\n");
    let error = dialogue.ask("hello", AGES).unwrap_err();
    // It may still be dying when it is asked again.
    assert!(matches!(error, NoReply::Died(End::Exited(0))), "{error}");
}

#[test]
fn silence_is_no_reply() {
    let check = |script: &str| {
        let start = Instant::now();
        let patience = Duration::from_millis(100);
        let expected = "the worker did not reply in time";
        check_no_reply(script, patience, expected, End::Signalled(9));
        assert!(start.elapsed() >= patience);
    };
    check("exec sleep 1000");
    check("read line; echo half a reply; exec sleep 1000");
    check("exec sleep 1000 >&- <&-");
}

/// As with Ctrl-C: the supervisor's wish ends the wait at once, whether the worker is silent or talks without end.
#[test]
fn a_reply_that_is_not_wanted_any_more_is_not_waited_for() {
    for script in ["exec sleep 1000", "read line; exec cat /dev/zero"] {
        let stop = Stop::default();
        let asked = stop.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            asked.now();
        });
        let mut dialogue = Dialogue::open(shell(script, &PIPED), 1 << 40).unwrap();
        let start = Instant::now();
        let mut wanted = |_: &Child| !stop.is_asked_for();
        let error = dialogue.ask_while("hello", AGES, &mut wanted).unwrap_err();
        assert!(matches!(error, NoReply::Unwanted), "{script}: {error}");
        assert!(start.elapsed() < AGES / 2, "{script}");
        expect_gone(dialogue.child());
        other.join().unwrap();
    }
}

/// What is asked about is the child: here the processor time that it used.
#[test]
fn what_the_worker_uses_may_end_the_question() {
    let mut dialogue = dialogue("read line; while :; do :; done");
    let most = Duration::from_millis(100);
    let mut wanted = |child: &Child| child.cpu_time().unwrap() < most;
    let error = dialogue.ask_while("hello", AGES, &mut wanted).unwrap_err();
    assert!(matches!(error, NoReply::Unwanted), "{error}");
    assert!(dialogue.child().cpu_time().unwrap() >= most);
}

#[test]
fn one_who_never_stops_talking_is_timed_out() {
    let endless = shell("read line; exec cat /dev/zero", &PIPED);
    let mut dialogue = Dialogue::open(endless, 1 << 29).unwrap();
    let error = dialogue.ask("hello", Duration::from_millis(20)).unwrap_err();
    assert!(matches!(error, NoReply::TimedOut), "{error}");
}

#[test]
fn a_worker_that_does_not_listen_is_timed_out() {
    let mut dialogue = dialogue("exec sleep 1000");
    let request = "more than a pipe holds\n".repeat(100_000);
    let error = dialogue.ask(&request, Duration::from_millis(100)).unwrap_err();
    assert!(matches!(error, NoReply::TimedOut), "{error}");
}

#[test]
fn rubbish_is_no_reply() {
    let check = |script: &str, complaint: &str| {
        let expected = format!("the worker replied with rubbish: {complaint}");
        check_no_reply(script, AGES, &expected, End::Signalled(9));
    };
    check("read l; printf '\\377\\n.\\n'; sleep 1000", "the reply is not UTF-8");
    check("read l; printf 'a\\n.\\nb\\n'; sleep 1000", "it spoke on after its reply");
    check("read l; exec cat /dev/zero", "the reply is too long");
    check("read l; yes; sleep 1000", "the reply is too long");
}

#[test]
fn speaking_out_of_turn_is_rubbish() {
    let mut dialogue = dialogue("echo hello; echo ready >&2; exec cat");
    until("it has spoken", || dialogue.child().stderr_tail() == "ready\n");
    let error = dialogue.ask("hello", AGES).unwrap_err().to_string();
    assert_eq!(error, "the worker replied with rubbish: it spoke before it was asked");

    let mut dialogue = self::dialogue("read line; echo .; sleep 1000");
    let request = "more than a pipe holds\n".repeat(100_000);
    let error = dialogue.ask(&request, AGES).unwrap_err().to_string();
    let expected = "the worker replied with rubbish: it replied before it had the whole request";
    assert_eq!(error, expected);
}

#[test]
fn a_child_without_pipes_has_no_dialogue() {
    assert!(Dialogue::open(shell("cat", &NULL), 1).is_err());
}
