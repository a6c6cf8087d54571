//! `tengen play`: a person against the engine in the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use super::games::lines::to_pos;
use super::games::{Ending, psq};
use super::outcome::{Outcome, ToolError};
use super::positions::PositionArgs;
use super::solve::parse_seconds;
use crate::board::Board;
use crate::engine::options::{FULL_STRENGTH, Options, Setting};
use crate::engine::{Engine, Request, Stop, Thought, now, win_rate};
use crate::types::{Color, Point};

/// Time for the engine's move if nothing else limits it.
const USUAL_TIME: Duration = Duration::from_secs(2);

const HELP: &str = "\
h8      put a stone there: column letter and row number
undo    take back your last move and the answer to it
hint    show what the engine would play in your place
go      let the engine play your move; you take the other side
board   show the board again
moves   show the moves so far
save F  write the game to F, a .psq file
quit    leave";

/// A game that is begun from a position is taken back no further than there.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Your side: b or w; if not given, the one to move
    #[arg(long = "as", value_name = "b|w", value_parser = super::positions::parse_side)]
    person: Option<Color>,
    /// Seconds for each of the engine's moves
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// How strong the engine shall be, 0 to 100
    #[arg(long, value_name = "N", default_value_t = FULL_STRENGTH, value_parser = clap::value_parser!(u8).range(0..=100))]
    strength: u8,
}

/// Plays a game, reading what the person wants from standard input.
///
/// # Errors
/// If the arguments describe no position to begin with, or input or output fails.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let position = args.position.position()?;
    if let Some(ending) = position.ending {
        return Err(ToolError::Usage(ending.to_string()));
    }
    let person = args.person.unwrap_or(position.board.side_to_move());
    let mut game = Game::new(position.board, person, args);
    game.show(out)?;
    writeln!(out, "You are {person}. Say 'help' for what you can do.")?;
    loop {
        game.answer(out)?;
        if io::stdin().is_terminal() {
            write!(out, "{}> ", game.board.side_to_move())?;
        }
        out.flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(Outcome::Done);
        }
        match game.obey(line.trim(), out) {
            Ok(Next::Go) => {}
            Ok(Next::Leave) => return Ok(Outcome::Done),
            Err(ToolError::Output(error)) => return Err(error.into()),
            // Whatever else is wrong, the game goes on.
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// Whether the game goes on.
enum Next {
    Go,
    Leave,
}

/// A game in progress.
struct Game {
    board: Board,
    person: Color,
    engine: Engine,
    options: Options,
    /// Stones that were there at the beginning.
    first: usize,
    ending: Option<Ending>,
}

impl Game {
    fn new(board: Board, person: Color, args: &Args) -> Self {
        let mut options = Options::default();
        options.apply(Setting::Rule(board.rule()));
        options.apply(Setting::Strength(args.strength));
        options.apply(Setting::TurnTime(Some(args.time.unwrap_or(USUAL_TIME))));
        Self {
            engine: Engine::new(options.resources()),
            first: board.ply(),
            ending: None,
            board,
            person,
            options,
        }
    }

    fn is_over(&self) -> bool {
        self.ending.is_some() || self.board.empty_count() == 0
    }

    /// The engine's move, if it is its turn.
    fn answer(&mut self, out: &mut impl Write) -> Result<(), ToolError> {
        if self.is_over() || self.board.side_to_move() == self.person {
            return Ok(());
        }
        out.flush()?;
        let thought = self.think();
        if let Some(point) = thought.best {
            self.place(point);
            self.show(out)?;
            writeln!(out, "{} plays {point}.", !self.person)?;
            self.tell_end(out)?;
        }
        Ok(())
    }

    fn think(&mut self) -> Thought {
        let request = Request::best(self.options.limits(now(), Duration::ZERO));
        self.engine
            .think(&self.board, &request, &Stop::new(), &mut |_| {})
    }

    fn place(&mut self, point: Point) {
        let side = self.board.side_to_move();
        let number = self.board.ply() + 1;
        self.ending = Ending::of(&self.board, point, side, number);
        self.board.place(point);
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "\n{}", self.board)?;
        let fouls = self.board.forbidden_points();
        if !fouls.is_empty() && self.person == Color::Black {
            let fouls: Vec<String> = fouls.iter().map(|point| point.to_string()).collect();
            writeln!(out, "forbidden: {}", fouls.join(" "))?;
        }
        Ok(())
    }

    fn tell_end(&self, out: &mut impl Write) -> io::Result<()> {
        let news = match self.ending {
            Some(ending) if ending.winner() == self.person => format!("{ending}. You win!"),
            Some(ending) => format!("{ending}. You lose."),
            None if self.is_over() => "The board is full: a draw.".to_owned(),
            None => return Ok(()),
        };
        writeln!(out, "{news} Say 'undo', 'save FILE' or 'quit'.")
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<Next, ToolError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "moves" => writeln!(out, "{}", to_pos(&self.points()))?,
            "undo" => self.undo(out)?,
            "hint" => self.hint(out)?,
            "go" => {
                self.expect_open()?;
                self.person = !self.person;
            }
            "save" => self.save(Path::new(rest.trim()))?,
            _ => self.play(word, out)?,
        }
        Ok(Next::Go)
    }

    fn expect_open(&self) -> Result<(), ToolError> {
        if self.is_over() {
            return Err(ToolError::Usage("The game is over.".to_owned()));
        }
        Ok(())
    }

    fn play(&mut self, word: &str, out: &mut impl Write) -> Result<(), ToolError> {
        self.expect_open()?;
        let refuse = |text: String| Err(ToolError::Usage(text));
        let Ok(point) = word.parse::<Point>() else {
            return refuse(format!("'{word}' is no move and no command: say 'help'."));
        };
        if !self.board.size().contains(point) {
            return refuse(format!("{point} is not on the board."));
        }
        if !self.board.is_empty(point) {
            return refuse(format!("{point} is taken."));
        }
        if self.person == Color::Black
            && let Some(foul) = self.board.foul(point)
        {
            return refuse(format!("{point} is forbidden ({foul})."));
        }
        self.place(point);
        if self.is_over() {
            self.show(out)?;
        }
        Ok(self.tell_end(out)?)
    }

    /// Takes stones back until it is the person's turn again, one move earlier.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), ToolError> {
        let mut is_own = false;
        while self.board.ply() > self.first && !is_own {
            self.board.undo();
            is_own = self.board.side_to_move() == self.person;
            self.ending = None;
        }
        Ok(self.show(out)?)
    }

    fn hint(&mut self, out: &mut impl Write) -> Result<(), ToolError> {
        self.expect_open()?;
        out.flush()?;
        let thought = self.think();
        let Some(best) = thought.best else {
            return Ok(());
        };
        let rate = win_rate(self.board.rule(), self.board.size(), thought.score) * 100.0;
        let line = thought
            .candidates
            .first()
            .map_or(&[][..], |first| &first.line);
        let line: Vec<String> = line.iter().take(8).map(ToString::to_string).collect();
        let score = thought.score;
        writeln!(out, "{best}: {score} ({rate:.0} %), {}", line.join(" "))?;
        Ok(())
    }

    fn points(&self) -> Vec<Point> {
        let history = self.board.history().iter();
        history.map(|&(point, _)| point).collect()
    }

    fn save(&self, path: &Path) -> Result<(), ToolError> {
        let name = path.display();
        if path
            .extension()
            .is_none_or(|end| !end.eq_ignore_ascii_case("psq"))
        {
            return Err(ToolError::Usage(format!("'{name}' must end in .psq.")));
        }
        let names = Color::BOTH.map(|side| if side == self.person { "you" } else { "tengen" });
        let stones = self.points().into_iter().map(|point| (point, 0.0));
        let text = psq::write(self.board.size(), stones, names[0], names[1]);
        std::fs::write(path, text)
            .map_err(|error| ToolError::Usage(format!("cannot write '{name}': {error}")))
    }
}
