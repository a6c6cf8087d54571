//! Laws that hold for any input, tried on the state machine without threads.

use proptest::prelude::*;

use tengen::engine::options::Options;
use tengen::engine::{Thought, now};
use tengen::protocol::command::Command;
use tengen::protocol::handler::{Action, Actions, Handler, Job, Pace, Setup};
use tengen::protocol::response::Response;
use tengen::types::Score;

/// Lines that mean something, so that random conversations get somewhere.
fn line() -> impl Strategy<Value = String> {
    let number = || -2..24_i32;
    prop_oneof![
        8 => (number(), number()).prop_map(|(x, y)| format!("TURN {x},{y}")),
        4 => (number(), number(), 0..5).prop_map(|(x, y, f)| format!("{x},{y},{f}")),
        2 => (number(), number()).prop_map(|(x, y)| format!("TAKEBACK {x},{y}")),
        1 => (number(), number()).prop_map(|(x, y)| format!("PLAY {x},{y}")),
        2 => number().prop_map(|n| format!("START {n}")),
        2 => number().prop_map(|n| format!("INFO rule {n}")),
        3 => prop::sample::select(vec![
            "BEGIN", "BOARD", "DONE", "RESTART", "SWAP2BOARD", "YXBOARD", "YXNBEST 3", "STOP",
            "YXBALANCETWO 0", "YXBALANCEONE 5", "YXBLOCK", "YXBLOCKRESET", "YXSHOWFORBID",
            "YXSHOWINFO", "ABOUT", "INFO timeout_turn 0", "YXHASHDUMP", "YXQUERYDATABASEALL",
            "INFO max_memory 1", "RECTSTART 5,6", "START 5", "YXSWAP2STEP2", "YXSEARCHDEFEND",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

/// Plays the outside world: hands each search an answer when told to stop, or at once.
struct World {
    handler: Handler,
    running: Option<Box<Job>>,
    said: Vec<String>,
}

impl World {
    fn new() -> Self {
        let setup = Setup {
            options: Options::default(),
            pace: Pace::Live,
            launched: now(),
            seed: 3,
        };
        Self {
            handler: Handler::new(setup),
            running: None,
            said: Vec::new(),
        }
    }

    fn perform(&mut self, actions: Actions) {
        for action in actions {
            match action {
                Action::Say(response) => self.said.push(response.to_string()),
                Action::Think(job) => {
                    assert!(self.running.is_none(), "two searches at once");
                    assert!(!job.board.empties().is_empty());
                    self.running = Some(job);
                }
                Action::Stop => assert!(self.running.is_some(), "nothing to stop"),
                Action::Resize(_) | Action::Prepare | Action::Forget => {
                    assert!(self.running.is_none());
                }
                Action::Exit => {}
            }
        }
    }

    /// Ends the running search with nothing found. What is said next is its answer, and legal.
    fn finish(&mut self) {
        let Some(job) = self.running.take() else {
            return;
        };
        let thought = Thought {
            best: None,
            score: Score::DRAW,
            candidates: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            solver_nodes: 0,
            time: std::time::Duration::ZERO,
            solver: String::new(),
        };
        let actions = self.handler.done(&thought, now());
        match actions.first() {
            Some(Action::Say(Response::Move(point))) => assert!(job.board.is_empty(*point)),
            Some(Action::Say(Response::Stones(points))) => {
                assert!(points.iter().all(|&point| job.board.is_empty(point)));
                assert!(points.len() == 2 && points[0] != points[1]);
            }
            Some(Action::Say(Response::Message(text))) => assert!(text.starts_with("SWAP2 SWAP")),
            other => panic!("no answer but {other:?}"),
        }
        self.perform(actions);
    }
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in any::<String>()) {
        let _ = Command::parse(&text);
    }

    #[test]
    fn any_conversation_is_answered_line_by_line(
        lines in prop::collection::vec((line(), any::<bool>()), 0..60),
    ) {
        let mut world = World::new();
        for (line, finish) in lines {
            let actions = world.handler.line(line, now());
            world.perform(actions);
            if finish {
                world.finish();
            }
        }
        while world.running.is_some() {
            world.finish();
        }
        prop_assert!(!world.handler.is_thinking());
        for line in &world.said {
            prop_assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
            prop_assert!(!line.is_empty() && line.trim() == line);
        }
    }
}
