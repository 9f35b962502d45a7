"""Probes Dambase endgame tables: values of positions, ranked moves, best lines, verdicts under draw rules; rules and
games.

Games, sets of draw rules, metrics and sides are named by texts; `games()` and `draw_rules(game)` list the first two. A
position is a FEN or
a `Position`. Distances are plies, the moves of both sides. An answer is exact, or it is an exception that says why
there is none: all are
subclasses of `Error`.

Every object may be used by several threads at once, on Python without the global interpreter lock, too. Whatever may
read a file or work long
lets other threads go on meanwhile.
"""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "__version__", "WIN", "DRAW", "LOSS", "NO_ANSWER", "NO_PLIES",
    "Article", "BrokenTable", "Claim", "CountersError", "DrawRules", "Error", "Evaluation", "FenError", "FolderError", "Game",
    "GameInfo", "GameOver", "IllegalMove", "ImpossiblePosition", "InternalError", "LineStep", "MissingTable", "OutOfScope", "Position",
    "PreloadTooLarge", "RankedMove", "RepetitionOpen", "RuledMove", "Status", "Table", "Tablebase", "TableProblem", "UnknownName",
    "Verdict", "WrongGame",
    "draw_rules", "games", "position_dtype", "positions_from_array", "positions_to_array",
]  # fmt: skip

__version__: Final[str]

WIN: Final = 1
"""In arrays: the side to move wins."""
DRAW: Final = 0
"""In arrays: neither side can force a win."""
LOSS: Final = -1
"""In arrays: the side to move loses."""
NO_ANSWER: Final = -128
"""In arrays: the position has no answer."""
NO_PLIES: Final = -1
"""In arrays of plies: the position is a draw, or has no answer."""

_Side: TypeAlias = Literal["white", "black"]
_Wdl: TypeAlias = Literal["win", "draw", "loss"]
_Metric: TypeAlias = Literal["wdl", "dtw", "dtc"]
_Position: TypeAlias = str | Position

@final
class Tablebase:
    """The open tables of a game. They stay open as long as the object lives."""

    def __new__(
        cls, game: str, *folders: str | PathLike[str], cache_bytes: int = 268435456, access: Literal["map", "read"] |
        str = "map"
    ) -> Tablebase:
        """Opens the tables of `game` in each of `folders`: the files `GAME/MATERIAL.wdl`, `.dtw` and `.SET.dtc` in it.
        Where several folders
        have a table, the first in which it can be used wins. No file is read whole.

        `cache_bytes`: the most memory that decoded blocks take, of all tables together. `access`: "map" maps files into
        memory, which is fastest,
        and **forbids to change them in place** while they are open (replacing or removing them is fine); "read" reads
        what it needs, when it needs
        it, finds such changes out, and takes a descriptor a file.

        Raises UnknownName (game, access), FolderError, ValueError (no folder). A file that cannot be used is no
        exception: see `problems()`.
        """

    @property
    def game(self) -> str:
        """The game that was asked for."""

    @property
    def file_bytes(self) -> int:
        """Bytes of all files that can be used."""

    def tables(self) -> list[Table]:
        """The tables that can be used, those without draw rules first."""

    def missing(self) -> list[tuple[str, str]]:
        """What is not there, though a table that is there leads to it by a capture or a promotion: materials, and "wdl"
        or "dtw"."""

    def problems(self) -> list[TableProblem]:
        """The files that cannot be used: damaged, of another game or version, wrongly named. What they should answer
        raises BrokenTable."""

    def preload(
        self,
        pieces: int | None = None,
        materials: Sequence[str] | None = None,
        metrics: Sequence[_Metric | str] | None = None,
        *,
        most_bytes: int = 1073741824,
    ) -> tuple[int, int]:
        """Decodes tables into memory, beside `cache_bytes`, so that probes of them read no file: those of at most so
        many `pieces` (None: any),
        of `materials` (names as in `tables()`; None: any), of `metrics` (None: "wdl" alone). They stay as long as the
        object. Uses all cores.

        Takes a quarter of a byte a position of "wdl", one or two bytes a value of "dtw" and "dtc"; at most
        `most_bytes`, or nothing is done.
        Returns how many tables that is, and their bytes, those that were in memory already included.

        Raises PreloadTooLarge, MissingTable (a material that is not there), BrokenTable, UnknownName (metric).
        """

    def probe(self, position: _Position) -> Evaluation:
        """What a position is worth to the side to move, no draw rules; with its depth where there are tables of depths.

        Raises MissingTable, OutOfScope, BrokenTable; FenError, ImpossiblePosition, WrongGame.
        """

    def probe_wdl(self, position: _Position) -> _Wdl:
        """Win, draw or loss alone, and sooner: from tables of win, draw and loss, or of depths where there are none of those.

        Raises as `probe`."""

    def probe_wdl_in_memory(self, position: _Position) -> _Wdl | None:
        """Win, draw or loss, if that can be told from what has been decoded already (preloaded, or probed lately); else
        None. Reads no file.

        Raises as `probe`.
        """

    def probe_dtw(self, position: _Position) -> Evaluation:
        """As `probe`, but MissingTable where there is no table of depths."""

    def moves(self, position: _Position) -> list[RankedMove]:
        """The legal moves with what they are worth, the best first: quick wins before slow ones, draws, slow losses
        before quick ones. Empty where
        the game is over. Raises as `probe`, also when a move leads to what is not there."""

    def line(self, position: _Position) -> list[LineStep]:
        """The best play of both sides to the end of the game; empty for a draw, and where it is over. Needs tables of
        depths. Raises as `probe`."""

    def verdict(
        self, position: _Position, draw_rules: str | None = None, counters: Mapping[str, int] | None = None
    ) -> Verdict:
        """What a position is worth under a set of draw rules (None: the game's default) with the `counters` of its
        clocks as they stand, by their names
        (`Article.clock`). Clocks that are not given stand where the FEN says (half-moves), else at zero. Repetition is
        left
        aside: see `Game.verdict`.

        Raises as `probe`; UnknownName (draw rules), CountersError (counters that cannot be), OutOfScope (rules that
        tables do not model).
        """

    def verdict_moves(
        self, position: _Position, draw_rules: str | None = None, counters: Mapping[str, int] | None = None
    ) -> list[RuledMove]:
        """The legal moves with what they are worth under draw rules, the best first; empty where the game is over, by a
        clock, too. Parameters and
        exceptions as `verdict`."""

    def probe_wdl_batch(
        self, positions: npt.NDArray[Any] | Iterable[_Position], *, strict: bool = False
    ) -> npt.NDArray[np.int8]:
        """Win, draw or loss of many positions: WIN, DRAW, LOSS, or NO_ANSWER, in an array of the same shape. Faster
        than one by one: while the
        memory of some is fetched, others are worked on. Needs numpy.

        `positions`: an array of `position_dtype(game)` (fastest), or FENs and Position objects. With `strict` the first
        position without an answer
        raises what `probe` would, with the attribute `index`, its place in the flattened array.

        Raises TypeError (an array of another dtype, something that is no position), ImportError (without numpy).
        """

    def probe_dtw_batch(
        self, positions: npt.NDArray[Any] | Iterable[_Position], *, strict: bool = False
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
        """Depths of many positions: an array as that of `probe_wdl_batch`, and one of plies to the end of the game, 0
        or more, or NO_PLIES for
        draws and where there is no answer. Parameters and exceptions as `probe_wdl_batch`."""

@final
class Table:
    """A table that is there."""

    @property
    def material(self) -> str:
        """Its material, as files are named: "KKvK", in chess "KRPvKR"."""
    @property
    def pieces(self) -> int:
        """Pieces on the board, kings of chess included."""
    @property
    def metric(self) -> _Metric:
        """"wdl" (win, draw, loss), "dtw" (depth to win) or "dtc" (values under draw rules)."""
    @property
    def draw_rules(self) -> str | None:
        """The set of draw rules of a table of "dtc"; else None."""
    @property
    def values(self) -> int:
        """How many positions it holds, or values under draw rules."""
    @property
    def bytes(self) -> int:
        """Bytes of the file."""

@final
class TableProblem:
    """A file among the tables that cannot be used."""

    @property
    def path(self) -> Any:
        """The file, a pathlib.Path."""
    @property
    def fault(self) -> str:
        """What is wrong with it."""

@final
class Evaluation:
    """What a position, or a move, is worth to the side to move, no draw rules."""

    @property
    def wdl(self) -> _Wdl:
        """Win, draw or loss."""
    @property
    def dtw(self) -> int | None:
        """Plies to the end of the game when the winner hurries and the loser delays (chess: to mate); 0 when it is
        over. None for a draw, and
        where there are no tables of depths."""

@final
class RankedMove:
    """A legal move and what it is worth to the side that makes it, plies counted from before it: the best move's value
    is the position's."""

    @property
    def move(self) -> str:
        """In the game's notation."""
    @property
    def position(self) -> Position:
        """The position after it."""
    @property
    def evaluation(self) -> Evaluation:
        """Its value."""

@final
class LineStep:
    """A move of a line."""

    @property
    def move(self) -> str:
        """In the game's notation."""
    @property
    def position(self) -> Position:
        """The position after it."""
    @property
    def evaluation(self) -> Evaluation:
        """What that is worth to the side to move there."""

@final
class Verdict:
    """What a position or a game is worth to the side to move under draw rules."""

    @property
    def verdict(self) -> Literal["win", "spoiled_win", "draw", "saved_loss", "loss"]:
        """"spoiled_win": won, but the rules make it a draw; "saved_loss": lost, but they do."""
    @property
    def wdl(self) -> _Wdl:
        """Win, draw or loss under the rules."""
    @property
    def dtc(self) -> int | None:
        """Of wins and losses, where a clock runs: plies until the winner has ended the game or left the clock behind
        with a won position (in chess
        DTZ), the least that must be left on the clock. Else None."""
    @property
    def article(self) -> Article | None:
        """The article that decides, where one does: it spoils, saves, or awards the game."""

@final
class RuledMove:
    """A legal move and what it is worth under draw rules to the side that makes it, plies counted from before it."""

    @property
    def move(self) -> str:
        """In the game's notation."""
    @property
    def position(self) -> Position:
        """The position after it."""
    @property
    def verdict(self) -> Verdict:
        """Its value under the rules."""
    @property
    def theory(self) -> Evaluation:
        """Its value without rules."""

@final
class Position:
    """A position of a game: what stands where, who is to move, what else decides which moves are legal; with what its
    FEN said of the way to it
    (`half_moves`, `lead`), which counts under draw rules alone. Immutable; positions are equal, and hash alike, when
    all that is (None as 0).

    A set of squares is a number, bit *i* being square *i*: in draughts the square numbered *i* + 1 in the game's PDN,
    from the upper left as White
    sees the board (8x8 in letters, too: b8, d8, f8, h8, a7, ...); in chess a1 is 0, b1 is 1, h8 is 63. A pair of sets
    is White's and Black's; in Artamonov's draughts
    pieces are nobody's, all in the first of each pair.
    """

    def __new__(cls, game: str, fen: str) -> Position:
        """Reads a FEN. Raises UnknownName, FenError."""

    @staticmethod
    def start(game: str) -> Position:
        """The usual start of a game. Raises UnknownName."""

    @staticmethod
    def from_sets(
        game: str,
        side: _Side | str = "white",
        *,
        men: tuple[int, int] = ...,
        kings: tuple[int, int] = ...,
        queens: tuple[int, int] = ...,
        rooks: tuple[int, int] = ...,
        bishops: tuple[int, int] = ...,
        knights: tuple[int, int] = ...,
        en_passant: int | None = None,
        castling: int = 0,
        barred: int | None = None,
        half_moves: int | None = None,
        lead: int | None = None,
    ) -> Position:
        """The position of these sets; what is not given is empty. Parameters as the properties.

        Raises ImpossiblePosition where a FEN would be refused, UnknownName, OverflowError (a set, or number, that is no
        such).
        """

    @property
    def game(self) -> str:
        """The game's name."""
    @property
    def fen(self) -> str:
        """The FEN of what stands on the board, without `half_moves` and `lead`."""
    @property
    def side(self) -> _Side:
        """Who is to move."""
    @property
    def men(self) -> tuple[int, int]:
        """Men, in chess pawns: a pair of sets."""
    @property
    def kings(self) -> tuple[int, int]:
        """Kings: a pair of sets."""
    @property
    def queens(self) -> tuple[int, int]:
        """Queens of chess: a pair of sets."""
    @property
    def rooks(self) -> tuple[int, int]:
        """Rooks of chess: a pair of sets."""
    @property
    def bishops(self) -> tuple[int, int]:
        """Bishops of chess: a pair of sets."""
    @property
    def knights(self) -> tuple[int, int]:
        """Knights of chess: a pair of sets."""
    @property
    def en_passant(self) -> int | None:
        """In chess the square, 0 to 63, behind a pawn that can be captured en passant; else None."""
    @property
    def castling(self) -> int:
        """In chess the castlings that have not been forfeited: bits 0 to 3 are White's short and long, Black's short
        and long."""
    @property
    def barred(self) -> int | None:
        """In Artamonov's draughts the square, from 0, of the piece that may not be moved; else None."""
    @property
    def half_moves(self) -> int | None:
        """Plies since the last capture or man's (pawn's) move, where the FEN said; else None. Counters under draw rules
        begin with it."""
    @property
    def lead(self) -> int | None:
        """In Artamonov's draughts how many pieces more White has taken than Black, where the FEN said; else None."""

    def legal_moves(self) -> list[str]:
        """The legal moves in the game's notation, in a fixed order."""

    def play(self, text: str) -> Position:
        """The position after the move that a text names; it knows nothing of counters (`Game` keeps them). Raises
        IllegalMove."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Game:
    """A game under way or over, with its counters, repetitions and claims."""

    def __new__(
        cls,
        game: str,
        draw_rules: str | None = None,
        fen: _Position | None = None,
        counters: Mapping[str, int] | None = None,
    ) -> Game:
        """A game from `fen` (None: the usual start) under a set of draw rules (None: the default, "none": no rules,
        only its goal ends
        the game). `counters` as in `Tablebase.verdict`.

        Raises UnknownName, FenError, WrongGame, CountersError.
        """

    @property
    def game(self) -> str:
        """The game's name."""
    @property
    def draw_rules(self) -> str | None:
        """The name of its draw rules; None without any."""
    @property
    def position(self) -> Position:
        """The position on the board, without counters."""
    @property
    def fen(self) -> str:
        """The FEN of the position, with what the game's FEN says of counters."""
    @property
    def counters(self) -> dict[str, int]:
        """The clocks that run, by name, with where they stand: plies, or moves of one side (`Article.counts`)."""
    @property
    def occurrences(self) -> int:
        """How often the position on the board has occurred, this time included."""

    def push(self, text: str, tablebase: Tablebase | None = None) -> None:
        """Makes the move that a text names. Articles that award the game by what tables say need a `tablebase`.

        Raises GameOver, IllegalMove, WrongGame (tables of another game).
        """

    def pop(self) -> str | None:
        """Takes the last move back and returns it; None at the start."""

    def moves(self) -> list[str]:
        """The moves made."""

    def legal_moves(self) -> list[str]:
        """The legal moves, whether or not the game is over."""

    def status(self) -> Status:
        """Whether the game is over, by what, and what may be claimed."""

    def verdict(self, tablebase: Tablebase) -> Verdict:
        """What the game is worth to the side to move under its draw rules, with its counters and all that has recurred;
        of a game that is over,
        what it ended with.

        Raises RepetitionOpen where repetition may decide; else as `Tablebase.verdict`.
        """

    def copy(self) -> Game:
        """A copy that goes its own way."""

    def __copy__(self) -> Game: ...

@final
class Status:
    """Where a game stands."""

    @property
    def state(self) -> Literal["ongoing", "claimable", "over"]:
        """"claimable": it goes on unless somebody claims it."""
    @property
    def result(self) -> Literal["white", "black", "draw"] | None:
        """Of a game that is over: who won."""
    @property
    def reason(self) -> str | None:
        """Of a game that is over: what decided, in words."""
    @property
    def article(self) -> Article | None:
        """Of a game that is over: the article that ended it; None when it was the goal of the game, or a dead position
        of chess."""
    @property
    def ply(self) -> int | None:
        """Of a game that is over: the plies that had been played then."""
    @property
    def claims(self) -> list[Claim]:
        """What may be claimed."""

@final
class Claim:
    """What may be claimed."""

    @property
    def article(self) -> Article:
        """By which article."""
    @property
    def by(self) -> _Side:
        """Who may claim."""
    @property
    def effect(self) -> Literal["draw", "win_if_won", "adjudication"]:
        """What he gets: a draw; the game, if tables say that it is won for him; whatever tables say that it is
        worth."""

@final
class GameInfo:
    """What is known of a game."""

    @property
    def name(self) -> str:
        """Its name."""
    @property
    def aliases(self) -> list[str]:
        """Other names it answers to."""
    @property
    def board(self) -> str:
        """Files by rows, such as "8x8"."""
    @property
    def pdn_game_type(self) -> str | None:
        """The PDN tag GameType; None where PDN has none."""
    @property
    def tables(self) -> str:
        """The game whose tables answer for it: games that differ in their start alone share tables."""
    @property
    def title(self) -> str:
        """One line for people."""

@final
class DrawRules:
    """A set of draw rules of a game."""

    @property
    def name(self) -> str:
        """Its name."""
    @property
    def default(self) -> bool:
        """The game takes it unless told otherwise."""
    @property
    def note(self) -> str:
        """Where it comes from, and why it is as it is."""
    @property
    def articles(self) -> list[Article]:
        """Its articles. Of several that draw a game at once, the first is named."""

@final
class Article:
    """An article of a set of draw rules."""

    @property
    def id(self) -> str:
        """Its number in its rule book."""
    @property
    def condition(self) -> str:
        """When it applies, in words."""
    @property
    def limit_plies(self) -> int | None:
        """Plies until it applies; where `counts` is "strong-moves", moves of the side with more pieces. None where it
        has no clock."""
    @property
    def counts(self) -> Literal["plies", "strong-moves"] | None:
        """What its clock counts."""
    @property
    def resets(self) -> str:
        """What sets it back, in words."""
    @property
    def effect(self) -> Literal["draw", "award"]:
        """What it does to the game."""
    @property
    def automatic(self) -> bool:
        """It ends the game by itself; else a player has to claim it."""
    @property
    def source(self) -> str:
        """Where it is written."""
    @property
    def clock(self) -> str | None:
        """The name of its counter."""
    @property
    def occurrences(self) -> int | None:
        """Of an article of repetition: which occurrence draws."""

def games() -> list[GameInfo]:
    """Every game there is."""

def draw_rules(game: str) -> list[DrawRules]:
    """The sets of draw rules of a game, the default first. Raises UnknownName."""

def position_dtype(game: str) -> np.dtype[np.void]:
    """The numpy dtype of positions of a game, in the byte order of the machine. A set of squares is a uint64 (see
    `Position`), pairs are White's and Black's.
    An array of zeros is an array of empty boards, White to move.

    | games | fields |
    |---|---|
    | draughts | `men`, `kings`: shape (2,); `side`: uint8, 0 is White, 1 Black |
    | canadian, of 72 squares | the same, but `men`, `kings`: shape (2, 2), White's squares 0 to 63, White's squares 64 to 71, Black's likewise |
    | artamonov | as draughts, all in `men[0]` and `kings[0]`; `barred`: a set of at most one square |
    | chess | `men` (pawns), `kings`, `queens`, `rooks`, `bishops`, `knights`: shape (2,); `en_passant`: a set of at most one square; `side`; `castling`: uint8 |

    Raises UnknownName, ImportError (without numpy).
    """

def positions_to_array(game: str, positions: Sequence[_Position]) -> npt.NDArray[np.void]:
    """An array of `position_dtype(game)`. Raises UnknownName; FenError, WrongGame, with the attribute `index`."""

def positions_from_array(game: str, array: npt.NDArray[Any]) -> list[Position]:
    """The positions of an array of `position_dtype(game)`. Raises UnknownName, TypeError (another dtype);
    ImpossiblePosition, with the
    attribute `index`."""

class Error(Exception):
    """Base of every exception of this package."""

    index: SupportsIndex
    """Only of batches: the place of the position."""

class FenError(Error, ValueError):
    """A text that is no FEN of the game."""

    offset: int
    """The character of the text, from 0, at which the trouble starts."""

class ImpossiblePosition(Error, ValueError):
    """Pieces that cannot stand so in the game."""

class OutOfScope(Error):
    """A position that no table can hold, or a question that tables do not answer."""

class MissingTable(Error, LookupError):
    """The answer is in a table that is not there."""

    material: str
    """The table's material."""
    metric: _Metric | None
    """What was asked for. A DTW table answers for "wdl", too: neither is there. None from `preload`."""
    draw_rules: str | None
    """The set of draw rules of a table of "dtc"."""

class BrokenTable(Error):
    """The file that should answer is damaged."""

    table: str
    """Its path."""

class FolderError(Error, OSError):
    """A folder that is not there or cannot be listed. `errno`, `strerror` and `filename` as OSError has them."""

class PreloadTooLarge(Error, MemoryError):
    """Tables take more memory than was allowed; nothing was preloaded."""

    tables: int
    """How many tables were asked for."""
    bytes: int
    """What they take."""
    most_bytes: int
    """What was allowed."""

class IllegalMove(Error, ValueError):
    """A text that names no legal move, or several."""

    move: str
    """The text."""
    legal: list[str]
    """The moves that were legal, or those of them that the text may name; empty where it is no move at all."""

class GameOver(Error):
    """A move in a game that is over."""

class RepetitionOpen(Error):
    """Tables say win or loss, but positions have recurred, and it may be that repetition saves the loser."""

    verdict: Verdict
    """What it is if repetition does not."""

class WrongGame(Error, ValueError):
    """Positions, games or tables of different games."""

class UnknownName(Error, ValueError):
    """No game, side, set of draw rules, metric or way of access is called so."""

class CountersError(Error, ValueError):
    """Counters that cannot stand so in the position."""

class InternalError(Error):
    """A fault of the package itself. Nothing is known of the answer; please report it."""
