//! Any conversation with the handler and the real engine: every search is answered by one legal
//! answer, nothing that is printed breaks a client, and nothing panics.
//!
//! The input is text, a line a command. A search ends at once, unless the line now read
//! begins with `~`: then the next one comes while it runs.
#![no_main]

use std::cell::RefCell;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tengen::engine::options::Options;
use tengen::engine::{Engine, Resources, Stop, now};
use tengen::protocol::handler::{Action, Actions, Handler, Job, Pace, Setup};
use tengen::protocol::response::Response;

const TABLE: u64 = 1 << 20;
/// Stones that a search may place, and the time for it: many short searches find more.
const NODES: u64 = 60;
const TIME: Duration = Duration::from_millis(8);
/// Lines of one input that are used.
const LINES: usize = 48;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(Resources {
        table_bytes: TABLE,
        threads: 1,
    }));
}

struct World {
    handler: Handler,
    running: Option<Box<Job>>,
    stop: Stop,
    over: bool,
}

impl World {
    fn perform(&mut self, actions: Actions) {
        for action in actions {
            match action {
                Action::Say(response) => check(&response.to_string()),
                Action::Think(job) => {
                    assert!(self.running.is_none(), "two searches at once");
                    self.running = Some(job);
                    self.stop = Stop::new();
                }
                Action::Stop => self.stop.request(),
                Action::Resize(resources) => {
                    assert!(self.running.is_none() && resources.threads == 1);
                }
                Action::Prepare => assert!(self.running.is_none()),
                Action::Forget => ENGINE.with_borrow_mut(Engine::clear),
                Action::Exit => self.over = true,
            }
        }
    }

    /// Lets the running search end.
    fn finish(&mut self) {
        let Some(mut job) = self.running.take() else {
            return;
        };
        job.request.limits.start = now();
        job.request.limits.turn = Some(TIME);
        job.request.limits.nodes = Some(NODES);
        let thought = ENGINE.with_borrow_mut(|engine| {
            engine.think(&job.board, &job.request, &self.stop, &mut |thought| {
                let thought = Box::new(thought.clone());
                let actions = self.handler.progress(thought, now());
                assert!(
                    actions
                        .iter()
                        .all(|action| matches!(action, Action::Say(_)))
                );
            })
        });
        let best = thought.best.expect("a free point there is");
        assert!(job.board.is_empty(best), "{best} is taken");
        let actions = self.handler.done(&thought, now());
        let answers = actions.iter().filter(|action| match action {
            Action::Say(Response::Move(point)) => job.board.is_empty(*point),
            Action::Say(Response::Stones(points)) => {
                points.iter().all(|&point| job.board.is_empty(point))
            }
            Action::Say(Response::Swap) => true,
            Action::Say(Response::Message(text)) => text.starts_with("SWAP2 SWAP"),
            _ => false,
        });
        assert!(answers.count() >= 1, "no answer: {actions:?}");
        self.perform(actions);
    }
}

/// What clients cannot bear: other bytes than printable ASCII, blanks at the ends, very long lines.
fn check(line: &str) {
    assert!(
        line.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
        "{line:?}"
    );
    assert!(
        !line.is_empty() && line.trim() == line && line.len() < 8000,
        "{line:?}"
    );
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // An input must do the same whatever came before it.
    ENGINE.with_borrow_mut(Engine::clear);
    let mut world = World {
        handler: Handler::new(Setup {
            options: Options::default(),
            pace: if bytes.len() % 2 == 0 {
                Pace::Live
            } else {
                Pace::Script
            },
            launched: now(),
            seed: 3,
        }),
        running: None,
        stop: Stop::new(),
        over: false,
    };
    for line in text.split('\n').take(LINES) {
        if world.over {
            break;
        }
        let goes_on = line.starts_with('~');
        let line = line.strip_prefix('~').unwrap_or(line).to_owned();
        let actions = world.handler.line(line, now());
        world.perform(actions);
        if !goes_on {
            world.finish();
        }
    }
    let actions = world.handler.end_of_input(now());
    world.perform(actions);
    while world.running.is_some() {
        world.finish();
    }
    assert!(!world.handler.is_thinking());
});
