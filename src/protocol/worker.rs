//! The thread on which the engine thinks.

use std::sync::mpsc::{Receiver, SyncSender};

use super::Event;
use super::handler::Job;
use crate::board::Board;
use crate::engine::{Engine, Request, Resources, Stop, Thought, Watch};

/// Whatever can think. The engine does; tests bring slow or broken ones.
pub trait Thinker: Send + 'static {
    /// Changes table and threads.
    fn set_resources(&mut self, resources: Resources);

    /// Makes large tables now instead of in the first search.
    fn prepare(&mut self);

    /// Forgets what was learned.
    fn clear(&mut self);

    /// Finds a move; ends early when `stop` is raised.
    fn think(&mut self, board: &Board, request: &Request, stop: &Stop, watch: Watch<'_>)
    -> Thought;
}

impl Thinker for Engine {
    fn set_resources(&mut self, resources: Resources) {
        Self::set_resources(self, resources);
    }

    fn prepare(&mut self) {
        Self::prepare(self);
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn think(
        &mut self,
        board: &Board,
        request: &Request,
        stop: &Stop,
        watch: Watch<'_>,
    ) -> Thought {
        Self::think(self, board, request, stop, watch)
    }
}

/// Something for the thinker to do.
#[derive(Debug)]
pub(super) enum Order {
    Resize(Resources),
    Prepare,
    Forget,
    /// Each search has a flag of its own, so that one that was given up stays stopped.
    Think(Box<Job>, Stop),
}

/// Carries out orders until there are no more.
pub(super) fn work(
    mut thinker: impl Thinker,
    orders: &Receiver<Order>,
    events: &SyncSender<Event>,
) {
    while let Ok(order) = orders.recv() {
        match order {
            Order::Resize(resources) => thinker.set_resources(resources),
            Order::Prepare => thinker.prepare(),
            Order::Forget => thinker.clear(),
            Order::Think(job, stop) => {
                let mut watch = |thought: &Thought| {
                    // Progress is a courtesy: if the line is busy it is not waited for.
                    let _ = events.try_send(Event::Progress(Box::new(thought.clone())));
                };
                let thought = thinker.think(&job.board, &job.request, &stop, &mut watch);
                if events.send(Event::Done(Box::new(thought))).is_err() {
                    return;
                }
            }
        }
    }
}
