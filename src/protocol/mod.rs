//! The Piskvork/Gomocup protocol, with Yixin's additions: text in, text out.
//!
//! Three threads: the listener reads lines, the worker thinks, and the one that called
//! [`serve`] owns the [`Handler`], which decides, and prints. The handler waits for a line, for the
//! end of a search or for a deadline, whichever comes first.

#![forbid(unsafe_code)]

mod ask;
mod block;
pub mod command;
pub mod config;
pub mod error;
mod execute;
mod fouls;
pub mod handler;
pub mod info;
mod listener;
pub mod logging;
mod position;
mod report;
pub mod response;
pub mod standard;
mod text;
mod worker;
pub mod yixin;

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::Instant;

use crate::engine::{Stop, Thought, now};
use handler::{Action, Actions, Handler, Setup};
use response::Response;
use worker::Order;
pub use worker::Thinker;

/// Stack of the thinking thread in bytes; only what is used becomes memory.
const WORKER_STACK: usize = 32 << 20;
/// Events that may wait to be heard; the listener stops reading when there are more.
const MOST_EVENTS: usize = 1024;

/// Something that the handler is to hear of.
#[derive(Debug)]
enum Event {
    Line { text: String, at: Instant },
    EndOfInput { at: Instant },
    Progress(Box<Thought>),
    Done(Box<Thought>),
}

/// Holds a conversation up to END or the end of input. The two threads that it starts may outlive
/// it for as long as a read blocks or the thinker goes on: whoever calls it last leaves the process.
///
/// # Errors
/// If a line cannot be written, or a thread cannot be started.
pub fn serve(
    reader: impl Read + Send + 'static,
    writer: impl Write,
    thinker: impl Thinker,
    setup: Setup,
) -> io::Result<()> {
    let (event_sender, events) = sync_channel(MOST_EVENTS);
    let (orders, order_receiver) = channel();
    let sender = event_sender.clone();
    thread::Builder::new()
        .name("worker".into())
        .stack_size(WORKER_STACK)
        .spawn(move || worker::work(thinker, &order_receiver, &sender))?;
    thread::Builder::new()
        .name("listener".into())
        .spawn(move || listener::listen(reader, &event_sender))?;

    let mut outlet = Outlet {
        writer,
        orders,
        stop: Stop::new(),
    };
    let result = outlet.converse(&mut Handler::new(setup), &events);
    outlet.stop.request();
    result
}

/// Where actions go.
#[derive(Debug)]
struct Outlet<W> {
    writer: W,
    orders: Sender<Order>,
    /// Of the search started last.
    stop: Stop,
}

impl<W: Write> Outlet<W> {
    fn converse(&mut self, handler: &mut Handler, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            let actions = match next_event(events, handler.deadline()) {
                Ok(Event::Line { text, at }) => handler.line(text, at),
                Ok(Event::EndOfInput { at }) => handler.end_of_input(at),
                Ok(Event::Progress(thought)) => handler.progress(thought, now()),
                Ok(Event::Done(thought)) => handler.done(&thought, now()),
                Err(RecvTimeoutError::Timeout) => handler.time_is_up(now()),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if !self.perform(actions)? {
                return Ok(());
            }
        }
    }

    /// Does what is to be done; tells whether to go on.
    fn perform(&mut self, actions: Actions) -> io::Result<bool> {
        for action in actions {
            match action {
                Action::Say(response) => self.print(&response)?,
                Action::Resize(resources) => self.order(Order::Resize(resources))?,
                Action::Prepare => self.order(Order::Prepare)?,
                Action::Forget => self.order(Order::Forget)?,
                Action::Think(job) => {
                    self.stop = Stop::new();
                    self.order(Order::Think(job, self.stop.clone()))?;
                }
                Action::Stop => self.stop.request(),
                Action::Exit => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Writes one line at once: some clients take each piece that they read for a line.
    fn print(&mut self, response: &Response) -> io::Result<()> {
        log::debug!("> {response}");
        self.writer.write_all(format!("{response}\n").as_bytes())?;
        self.writer.flush()
    }

    fn order(&self, order: Order) -> io::Result<()> {
        let gone = |_| io::Error::other("the thinking thread has ended");
        self.orders.send(order).map_err(gone)
    }
}

/// The next event, or a time-out when the deadline comes first.
fn next_event(
    events: &Receiver<Event>,
    deadline: Option<Instant>,
) -> Result<Event, RecvTimeoutError> {
    match deadline {
        Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(now())),
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}
