"""The golden tables, and the other reader of them, which shares no code with the package."""

import pathlib
import sys

import pytest

import dambase

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "format-spec"))

DRAUGHTS = ["canadian", "english", "russian-giveaway"]
GAMES = ["artamonov", "chess", *DRAUGHTS]


def pytest_addoption(parser):
    parser.addoption("--tables", default=str(ROOT / "tests" / "golden" / "v1"), help="the folder of golden tables")


@pytest.fixture(scope="session")
def tables(request):
    return pathlib.Path(request.config.getoption("--tables"))


@pytest.fixture(scope="session")
def opened(tables):
    """Opens the golden tables of a game, once."""
    made = {}

    def open_game(game):
        if game not in made:
            made[game] = dambase.Tablebase(game, tables)
        return made[game]

    return open_game


def squares(game):
    """Squares of a board of draughts."""
    board = next(info.board for info in dambase.games() if info.name == game)
    files, rows = map(int, board.split("x"))
    return files * rows // 2


def two_pieces(game):
    """Every position of one piece against one: material as White has it, position."""
    count = squares(game)
    for white in "MK":
        for black in "MK":
            for own in range(count):
                for other in range(count):
                    sets = {"men": [0, 0], "kings": [0, 0]}
                    sets["men" if white == "M" else "kings"][0] = 1 << own
                    sets["men" if black == "M" else "kings"][1] = 1 << other
                    for side in ("white", "black"):
                        try:
                            position = dambase.Position.from_sets(
                                game, side, men=tuple(sets["men"]), kings=tuple(sets["kings"])
                            )
                        except dambase.ImpossiblePosition:
                            continue
                        yield f"{white}v{black}", position


def is_capture(move):
    return "x" in move or ":" in move


def before_move(evaluation):
    """What a move to a position of this value is worth to the side that makes it: (wdl, dtw)."""
    wdl = {"win": "loss", "draw": "draw", "loss": "win"}[evaluation.wdl]
    return wdl, None if evaluation.dtw is None else evaluation.dtw + 1


def preference(value):
    """Greater is better for the side to move."""
    wdl, dtw = value
    return {"win": 1_000_000 - (dtw or 0), "draw": 0, "loss": (dtw or 0) - 1_000_000}[wdl]
