//! What each command does, once its turn has come.

use std::time::{Duration, Instant};

use smallvec::SmallVec;

use super::ask::{Ask, Pending};
use super::block::{Block, Purpose, Squares};
use super::command::{Command, Coordinates};
use super::error::{ParseError, StateError};
use super::fouls::forbidden;
use super::handler::{Action, Actions, Dialect, Handler, Job, breaks_block};
use super::info::{Info, rule_of_mask};
use super::position::Position;
use super::response::Response;
use super::yixin::Yixin;
use crate::board::Board;
use crate::engine::memory::LARGEST_TABLE;
use crate::engine::opening::swap2_opening;
use crate::engine::options::Setting;
use crate::engine::{MAX_THREADS, Request};
use crate::types::{BoardSize, Point, PointSet, Rule};

/// The most time before the first START that is charged to the first move. The manager may have
/// frozen the process in between, so a long time means nothing.
const LONGEST_STARTUP: Duration = Duration::from_millis(300);
/// Remarks kept for the next search.
const MOST_NOTICES: usize = 8;

impl Handler {
    /// Gives a line to the open block; gives back what is not for it.
    pub(super) fn in_block(
        &mut self,
        line: &str,
        command: Result<Command, ParseError>,
        at: Instant,
        out: &mut Actions,
    ) -> Option<Result<Command, ParseError>> {
        let Some(block) = &mut self.block else {
            return Some(command);
        };
        if breaks_block(&command) {
            self.block = None;
            return Some(command);
        }
        match (block, command) {
            (Block::Name, _) => self.block = None,
            (_, Ok(Command::Info(info))) => self.inform(&info, out),
            (_, Ok(Command::Done)) => self.close_block(at, out),
            (Block::Squares(_), Ok(Command::Stop)) | (Block::Skip, _) => {}
            (Block::Squares(_), _) if line.trim().is_empty() => {}
            (Block::Squares(squares), _) => squares.push(line),
        }
        None
    }

    /// Does what a line asks for; no search is running unless the command leaves it alone.
    pub(super) fn execute(
        &mut self,
        command: Result<Command, ParseError>,
        at: Instant,
        out: &mut Actions,
    ) {
        let result = match command {
            Ok(command) => self.obey(command, at, out),
            // Yixin-Board shows each UNKNOWN to its user.
            Err(ParseError::Unknown(_)) if self.dialect == Dialect::Yixin => Ok(()),
            Err(error) => {
                out.push(Action::Say(error.into()));
                Ok(())
            }
        };
        if let Err(error) = result {
            log::warn!("refused: {error}");
            out.push(Action::Say(error.into()));
        }
    }

    fn obey(&mut self, command: Command, at: Instant, out: &mut Actions) -> Result<(), StateError> {
        match command {
            Command::Start(size) => self.start(size, at, out),
            Command::Restart => {
                let size = self.position()?.size();
                self.start(size, at, out);
            }
            Command::Begin => self.think(Ask::Best(1), at, out)?,
            Command::Turn(coordinates) => {
                self.place(coordinates)?;
                self.think(Ask::Best(1), at, out)?;
            }
            Command::Play(coordinates) => {
                let point = self.place(coordinates)?;
                out.push(Action::Say(Response::Move(point)));
            }
            Command::TakeBack(coordinates) => {
                self.position()?.take_back(coordinates)?;
                out.push(Action::Say(Response::Ok));
            }
            Command::Board => self.open_block(Purpose::Think)?,
            Command::Swap2Board => self.open_block(Purpose::Swap2)?,
            Command::Info(info) => self.inform(&info, out),
            Command::About => out.push(Action::Say(Response::About)),
            Command::Stop => self.stop(out),
            Command::End => out.push(Action::Exit),
            Command::Done | Command::Nothing => {}
            Command::Yixin(yixin) => self.obey_yixin(yixin, at, out)?,
        }
        Ok(())
    }

    fn obey_yixin(
        &mut self,
        yixin: Yixin,
        at: Instant,
        out: &mut Actions,
    ) -> Result<(), StateError> {
        match yixin {
            Yixin::ShowInfo => self.show_info(out),
            Yixin::Board => self.open_block(Purpose::Show)?,
            Yixin::ShowForbidden => out.push(Action::Say(self.forbidden_points())),
            Yixin::Best(count) => self.think(Ask::Best(count), at, out)?,
            Yixin::Defend => self.think(Ask::DEFEND, at, out)?,
            Yixin::BalanceOne(value) => self.think(Ask::BalanceOne(value), at, out)?,
            Yixin::BalanceTwo(value) => self.think(Ask::BalanceTwo(value), at, out)?,
            Yixin::Block => self.open_block(Purpose::Exclude)?,
            Yixin::Unblock => self.open_block(Purpose::Include)?,
            Yixin::UnblockAll => self.excluded = PointSet::EMPTY,
            Yixin::ClearTable => out.push(Action::Forget),
            Yixin::ShowTable => {
                let mebibytes = self.options.resources().table_bytes >> 20;
                out.push(message(format!("table of {mebibytes} MiB")));
            }
            Yixin::Swap2First => self.swap2_first(out)?,
            Yixin::Swap2Second => self.think(Ask::ColorOnly("SWAP1"), at, out)?,
            Yixin::Swap2Third => self.think(Ask::ColorOnly("SWAP2"), at, out)?,
            Yixin::SkipBlock => self.block = Some(Block::Skip),
            Yixin::SkipName => self.block = Some(Block::Name),
            Yixin::Skip => {}
        }
        Ok(())
    }

    fn position(&mut self) -> Result<&mut Position, StateError> {
        self.position.as_mut().ok_or(StateError::NoBoard)
    }

    /// A new game on an empty board; all settings stay.
    fn start(&mut self, size: BoardSize, at: Instant, out: &mut Actions) {
        if self.position.is_none() {
            let startup = at.saturating_duration_since(self.launched);
            self.startup = Some(startup.min(LONGEST_STARTUP));
        }
        self.position = Some(Position::new(size));
        self.options.new_game();
        log::info!("START {size}, rule {}", self.options.rule());
        out.push(Action::Say(Response::Ok));
        self.prepare(out);
    }

    /// Has all tables made before the first move, which is not to pay for them.
    fn prepare(&mut self, out: &mut Actions) {
        if self.is_thinking() {
            return;
        }
        if let Some(position) = &self.position {
            drop(Board::new(position.size(), self.options.rule()));
            self.update_resources(out);
            out.push(Action::Prepare);
        }
    }

    /// Puts a stone of the side to move.
    fn place(&mut self, coordinates: Coordinates) -> Result<Point, StateError> {
        let position = self.position()?;
        let point = position.free_point(coordinates)?;
        position.place(point);
        Ok(point)
    }

    /// Begins to read squares. Without a board they are passed over.
    fn open_block(&mut self, purpose: Purpose) -> Result<(), StateError> {
        let size = self.position().map(|position| position.size());
        self.block = Some(match &size {
            Ok(size) => Block::Squares(Squares::new(purpose, *size)),
            Err(_) => Block::Skip,
        });
        match purpose {
            Purpose::Think | Purpose::Swap2 => size.map(drop),
            // These are never answered.
            Purpose::Show | Purpose::Exclude | Purpose::Include => Ok(()),
        }
    }

    /// DONE: acts on the squares read.
    fn close_block(&mut self, at: Instant, out: &mut Actions) {
        let Some(Block::Squares(squares)) = self.block.take() else {
            return;
        };
        if let Some(complaint) = squares.complaint() {
            log::warn!("{complaint}");
            self.notice(complaint);
        }
        if let Err(error) = self.use_squares(&squares, at, out) {
            out.push(Action::Say(error.into()));
        }
    }

    fn use_squares(
        &mut self,
        squares: &Squares,
        at: Instant,
        out: &mut Actions,
    ) -> Result<(), StateError> {
        let size = self.position()?.size();
        match squares.purpose {
            Purpose::Think | Purpose::Show => {
                self.position = Some(Position::from_block(size, squares.squares()));
            }
            Purpose::Swap2 => return self.swap2(size, &squares.points(), at, out),
            Purpose::Exclude => {
                for point in squares.points() {
                    self.excluded.insert(point);
                }
            }
            Purpose::Include => {
                for point in squares.points() {
                    self.excluded.remove(point);
                }
            }
        }
        match squares.purpose {
            Purpose::Think => self.think(Ask::Best(1), at, out),
            _ => Ok(()),
        }
    }

    /// SWAP2BOARD with its stones.
    fn swap2(
        &mut self,
        size: BoardSize,
        stones: &[Point],
        at: Instant,
        out: &mut Actions,
    ) -> Result<(), StateError> {
        match stones.len() {
            0 => {
                let opening = SmallVec::from(swap2_opening(size, self.opening_seed));
                self.say_notices(out);
                self.position = Some(Position::from_moves(size, &opening));
                out.push(Action::Say(Response::Stones(opening)));
                Ok(())
            }
            3 | 5 => {
                self.position = Some(Position::from_moves(size, stones));
                self.think(Ask::Swap2, at, out)
            }
            count => Err(StateError::SwapStones(count)),
        }
    }

    /// YXSWAP2STEP1: the three stones, in Yixin-Board's words.
    fn swap2_first(&mut self, out: &mut Actions) -> Result<(), StateError> {
        let size = self.position()?.size();
        let opening = swap2_opening(size, self.opening_seed);
        for (number, point) in (1..).zip(opening) {
            let (first, second) = (point.x(), point.y());
            out.push(message(format!("SWAP2 MOVE{number} {first} {second}")));
        }
        Ok(())
    }

    /// YXSHOWINFO.
    fn show_info(&mut self, out: &mut Actions) {
        self.dialect = Dialect::Yixin;
        let kibibytes = LARGEST_TABLE >> 10;
        out.push(message(format!("INFO MAX_THREAD_NUM {MAX_THREADS}")));
        out.push(message(format!("INFO MAX_HASH_SIZE {}", kibibytes.ilog2())));
    }

    /// The points that Black may not play, if it is Black's turn and the rule has any.
    fn forbidden_points(&self) -> Response {
        let rule = self.options.rule();
        let points = self
            .position
            .as_ref()
            .map(|position| forbidden(&position.board(rule)));
        Response::Forbidden(points.iter().flatten().collect())
    }

    /// Starts a search for the side to move.
    fn think(&mut self, ask: Ask, at: Instant, out: &mut Actions) -> Result<(), StateError> {
        let rule = self.options.rule();
        let position = self.position()?;
        if position.is_full() {
            return Err(StateError::Full);
        }
        let board = position.board(rule);
        let charged = self.startup.take().unwrap_or_default();
        let limits = self.options.limits(at, charged);
        let usable = [limits.turn, limits.game].into_iter().flatten().min();
        // Nothing is left if all free points are excluded: then none is.
        let excluded = self.excluded.intersection(board.empties());
        let all = excluded.len() == board.empties().len();
        let request = Request {
            limits,
            multi_pv: ask.multi_pv(),
            excluded: excluded.iter().filter(|_| !all).collect(),
            narrowed: None,
        };
        self.say_notices(out);
        self.update_resources(out);
        self.pending = Some(Pending {
            ask,
            board: board.clone(),
            excluded: self.excluded,
            start: at,
            deadline: usable.and_then(|time| at.checked_add(time)),
            stopped: false,
            reported: None,
            latest: None,
        });
        out.push(Action::Think(Box::new(Job { board, request })));
        if self.is_hurried() {
            self.stop(out);
        }
        Ok(())
    }

    fn update_resources(&mut self, out: &mut Actions) {
        let resources = self.options.resources();
        if resources != self.resources {
            self.resources = resources;
            out.push(Action::Resize(resources));
        }
    }

    /// INFO: takes a value over, also during a search.
    fn inform(&mut self, info: &Info, out: &mut Actions) {
        match info {
            &Info::Engine(setting) => self.set(setting, out),
            &Info::Rule(mask) => self.set_rule(mask, out),
            &Info::ShowDetail(bits) => self.detail = bits,
            Info::LogFile(_) | Info::LogLevel(_) | Info::Ignored => {}
        }
    }

    fn set(&mut self, setting: Setting, out: &mut Actions) {
        let memory = matches!(setting, Setting::Memory(_));
        let at_once = setting == Setting::TurnTime(Some(Duration::ZERO));
        self.options.apply(setting);
        if at_once {
            self.stop(out);
        }
        if self.options.resources() != self.resources {
            self.prepare(out);
        }
        if let Some(least) = self.options.memory_shortfall().filter(|_| memory) {
            self.notice(format!(
                "max_memory is below the {least} bytes that are needed"
            ));
        }
    }

    fn set_rule(&mut self, mask: i64, out: &mut Actions) {
        match rule(mask, self.dialect) {
            Some(rule) => {
                self.options.apply(Setting::Rule(rule));
                self.prepare(out);
            }
            None => self.notice(format!(
                "rule {mask} is not known, the rule stays {}",
                self.options.rule()
            )),
        }
    }

    /// Keeps a remark until a search begins: between commands nothing may be printed.
    fn notice(&mut self, text: String) {
        if self.notices.len() < MOST_NOTICES {
            self.notices.push(text);
        }
    }

    fn say_notices(&mut self, out: &mut Actions) {
        out.extend(self.notices.drain(..).map(message));
    }
}

fn message(text: String) -> Action {
    Action::Say(Response::Message(text))
}

/// The rule that a mask stands for; Yixin-Board's 2 is renju.
fn rule(mask: i64, dialect: Dialect) -> Option<Rule> {
    match (mask, dialect) {
        (2, Dialect::Yixin) => Some(Rule::Renju),
        _ => rule_of_mask(mask),
    }
}
