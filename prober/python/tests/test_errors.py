"""What is wrong is told as an exception of the package, with the name of the thing."""

import errno
import os
import pathlib
import random
import shutil

import pytest
from conftest import GAMES

import dambase


def test_every_exception_is_one_of_the_package():
    classes = [value for value in vars(dambase).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(classes) == 15
    for one in classes:
        assert issubclass(one, dambase.Error) and one.__module__ == "dambase" and one.__doc__
    assert issubclass(dambase.FenError, ValueError) and issubclass(dambase.FolderError, OSError)
    assert issubclass(dambase.MissingTable, LookupError)


def test_names(tables):
    with pytest.raises(dambase.UnknownName, match="halma"):
        dambase.Tablebase("halma", tables)
    with pytest.raises(dambase.UnknownName, match="access"):
        dambase.Tablebase("chess", tables, access="telepathy")
    with pytest.raises(ValueError, match="folder"):
        dambase.Tablebase("chess")
    with pytest.raises(TypeError):
        dambase.Tablebase("chess", 7)
    with pytest.raises(dambase.UnknownName, match="white"):
        dambase.Position.from_sets("chess", "red")


def test_folders(tmp_path):
    with pytest.raises(dambase.FolderError) as caught:
        dambase.Tablebase("chess", tmp_path / "nowhere")
    assert caught.value.errno == errno.ENOENT and caught.value.filename == str(tmp_path / "nowhere")
    assert str(caught.value) == f"[Errno {errno.ENOENT}] {os.strerror(errno.ENOENT)}: {str(tmp_path / 'nowhere')!r}"
    # Names of files are bytes: they come back as the system's own functions take them.
    strange = os.fsencode(tmp_path) + b"/no\xff"
    with pytest.raises(dambase.FolderError) as caught:
        dambase.Tablebase("chess", os.fsdecode(strange))
    assert os.fsencode(caught.value.filename) == strange
    empty = dambase.Tablebase("chess", tmp_path)
    assert empty.tables() == [] and empty.file_bytes == 0 and empty.problems() == []


def test_no_answer(opened):
    base = opened("english")
    with pytest.raises(dambase.MissingTable, match="KKvK") as caught:
        base.probe("W:WK1,K2:BK32")
    assert (caught.value.material, caught.value.metric, caught.value.draw_rules) == ("KKvK", "wdl", None)
    with pytest.raises(dambase.MissingTable) as caught:
        base.probe_dtw("W:WK1,K2:BK32")
    assert caught.value.metric == "dtw"
    with pytest.raises(dambase.FenError) as caught:
        base.probe("W:WK1:BK99")
    assert caught.value.offset == 8
    with pytest.raises(dambase.FenError) as caught:
        base.probe("ä:")
    assert caught.value.offset == 0
    # What is no Unicode is no FEN, for one position and for many.
    with pytest.raises(dambase.FenError) as caught:
        base.probe("W:W\udcff:B2")
    assert caught.value.offset == 3
    with pytest.raises(dambase.FenError):
        dambase.Position("english", "\udcff")
    with pytest.raises(TypeError, match="a Position or a FEN"):
        base.probe(7)
    with pytest.raises(TypeError, match="position_dtype"):
        dambase.positions_from_array("english", [1])
    with pytest.raises(dambase.WrongGame, match="chess"):
        base.probe(dambase.Position.start("chess"))
    with pytest.raises(TypeError):
        base.probe(7)
    with pytest.raises(dambase.OutOfScope):
        opened("chess").probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1")


def test_impossible_positions():
    for sets in ({"men": (1, 0)}, {"kings": (1, 1)}, {"kings": (1 << 100, 1)}, {}, {"kings": (1, 2), "rooks": (1, 0)}):
        with pytest.raises(dambase.ImpossiblePosition):
            dambase.Position.from_sets("english", **sets)
    for sets in ({"men": (-1, 0)}, {"men": (1 << 128, 0)}, {"rooks": (1 << 64, 0)}, {"castling": 256}):
        with pytest.raises(OverflowError):
            dambase.Position.from_sets("english", **sets)


def test_moves():
    start = dambase.Position.start("russian")
    with pytest.raises(dambase.IllegalMove) as caught:
        start.play("a1-h8")
    assert caught.value.move == "a1-h8" and caught.value.legal == start.legal_moves()
    with pytest.raises(dambase.IllegalMove):
        start.play("\0")


def test_preload(opened, tables):
    base = dambase.Tablebase("canadian", tables)
    with pytest.raises(dambase.PreloadTooLarge) as caught:
        base.preload(most_bytes=100)
    assert caught.value.most_bytes == 100 and caught.value.bytes > 100 and caught.value.tables == 3
    with pytest.raises(dambase.MissingTable) as caught:
        base.preload(materials=["KKvK"])
    assert caught.value.material == "KKvK"
    with pytest.raises(dambase.UnknownName):
        base.preload(metrics=["dtz"])
    with pytest.raises(TypeError):
        base.preload(metrics="wdl")
    fen = "W:WK1:BK72"
    assert base.probe_wdl_in_memory(fen) is None
    tables, size = base.preload(pieces=1)
    assert (tables, size) == (0, 0)
    tables, size = base.preload(materials=["KvK"])
    assert tables == 1 and size > 0
    assert base.probe_wdl_in_memory(fen) == base.probe_wdl(fen) == opened("canadian").probe(fen).wdl
    assert base.probe_wdl_in_memory("W:W40:B20") is None
    assert base.preload(2, metrics=["wdl", "dtw", "dtc"])[0] > 6


def test_broken_files(tables, tmp_path):
    folder = tmp_path / "english"
    shutil.copytree(tables / "english", folder)
    (folder / "KvM.wdl").write_bytes(b"no table at all")
    damaged = bytearray((folder / "KvK.wdl").read_bytes())
    damaged[-20] ^= 1
    (folder / "KvK.wdl").write_bytes(damaged)
    (folder / "KvK.dtw").unlink()
    (folder / "KvM.dtw").unlink()
    for access in ("map", "read"):
        base = dambase.Tablebase("english", tmp_path, access=access, cache_bytes=0)
        (problem,) = [problem for problem in base.problems() if "KvM" in str(problem.path)]
        assert problem.path == folder / "KvM.wdl" and problem.fault
        for fen in ("W:WK1:B9", "W:WK1:BK32"):
            with pytest.raises(dambase.BrokenTable) as caught:
                base.probe_wdl(fen)
            assert pathlib.Path(caught.value.table).parent == folder
    assert base.missing() == [] or all(metric in ("wdl", "dtw") for _, metric in base.missing())


@pytest.mark.parametrize("game", GAMES)
def test_random_texts_never_crash(game, opened):
    base = opened(game)
    dice = random.Random(game)
    start = "W:Mc3:Kd8" if game == "artamonov" else dambase.Position.start(game).fen
    good = [start, "W:WK1:BK32", "8/8/8/3k4/8/8/8/KQ6 w - - 3 1", "W:Mc3,a5:Kd4:Xd4:T2,1:H7", "B:W1-9:B30-32:H4"]
    letters = "WBKMX:,-.0123456789abcdefgh/kqrbnpKQRBNP wä\0"
    answers = 0
    for _ in range(4000):
        text = list(dice.choice(good))
        for _ in range(dice.randrange(6)):
            at = dice.randrange(len(text) + 1)
            text[at : at + dice.randrange(3)] = dice.choice(letters) * dice.randrange(3)
        text = "".join(text)
        for ask in (base.probe, base.probe_wdl_in_memory, base.moves, base.verdict, base.line):
            try:
                ask(text)
                answers += 1
            except dambase.InternalError:
                raise
            except dambase.Error:
                pass
        wdl = base.probe_wdl_batch([text])
        assert wdl.shape == (1,)
    assert answers > 10


@pytest.mark.parametrize("game", GAMES)
def test_random_sets_never_crash(game, opened):
    base = opened(game)
    dice = random.Random(game)
    for _ in range(3000):
        few = lambda bits: sum(1 << dice.randrange(bits) for _ in range(dice.randrange(3)))  # noqa: E731
        sets = {name: (few(70), few(33)) for name in ("men", "kings")}
        if game == "chess":
            sets |= {name: (few(10) % 2**64, 0) for name in ("queens", "rooks", "bishops", "knights")}
            sets |= {"en_passant": dice.choice((None, 20, 44, 255)), "castling": dice.choice((0, 1, 15, 255))}
        else:
            sets |= {"barred": dice.choice((None, 3, 200))}
        try:
            position = dambase.Position.from_sets(game, dice.choice(("white", "black")), **sets)
        except (dambase.ImpossiblePosition, OverflowError):
            continue
        assert dambase.Position(game, position.fen) == position
        for move in position.legal_moves():
            position.play(move)
        try:
            base.probe(position)
        except (dambase.MissingTable, dambase.OutOfScope):
            pass
