"""Arrays of positions: what test_golden does not ask."""

import subprocess
import sys

import numpy as np
import pytest

import dambase


def test_layout_is_that_of_the_squares():
    position = dambase.Position("english", "B:W32,K5:BK1")
    array = dambase.positions_to_array("english", [position])
    assert array["men"].tolist() == [[1 << 31, 0]] and array["kings"].tolist() == [[1 << 4, 1]]
    assert array["side"].tolist() == [1]
    array = dambase.positions_to_array("canadian", ["W:WK72,45:BK65"])
    assert array["kings"].tolist() == [[[0, 1 << 7], [0, 1]]] and array["men"].tolist() == [[[1 << 44, 0], [0, 0]]]
    fen = "4k3/8/8/3Pp3/8/8/8/R3K3 w Q e6 0 1"
    array = dambase.positions_to_array("chess", [fen])
    assert array["en_passant"].tolist() == [1 << 44] and array["castling"].tolist() == [2]
    assert array["rooks"].tolist() == [[1, 0]] and array["men"].tolist() == [[1 << 35, 1 << 36]]
    assert dambase.positions_from_array("chess", array) == [dambase.Position("chess", fen)]
    array = dambase.positions_to_array("artamonov", ["W:Mc3:Kd4:Xd4"])
    assert array["barred"].tolist() == array["kings"][:, 0].tolist() != [0]
    for game in dambase.games():
        start = dambase.Position.start(game.name)
        array = dambase.positions_to_array(game.name, [start, start])
        assert array.dtype == dambase.position_dtype(game.name) and array.dtype.itemsize % 8 == 0
        assert dambase.positions_from_array(game.name, array) == [start, start]


def test_shapes_and_views(opened):
    base = opened("english")
    array = dambase.positions_to_array("english", ["W:WK1:BK32", "W:WK1:B9", "B:WK18:BK15", "W:W30:B2"] * 6)
    expected = base.probe_wdl_batch(array)
    assert np.array_equal(base.probe_wdl_batch(array.reshape(2, 3, 4)), expected.reshape(2, 3, 4))
    assert np.array_equal(base.probe_wdl_batch(array[::-2]), expected[::-2])
    assert np.array_equal(base.probe_wdl_batch(np.asfortranarray(array.reshape(6, 4))), expected.reshape(6, 4))
    assert base.probe_wdl_batch(array[:0]).shape == (0,) and base.probe_wdl_batch([]).shape == (0,)
    read_only = array.copy()
    read_only.flags.writeable = False
    assert np.array_equal(base.probe_wdl_batch(read_only), expected)
    texts = np.array(["W:WK1:BK32", "W:WK1:B9"])
    assert np.array_equal(base.probe_wdl_batch(texts), expected[:2])
    assert np.array_equal(base.probe_wdl_batch(text for text in texts.tolist()), expected[:2])
    found = base.probe_wdl_batch(array)
    found[0] = 7  # It is the caller's own.


def test_more_than_one_part(opened):
    base = opened("english")
    fens = ["W:WK1:BK32", "W:WK1:B9", "W:W31:B1,2", "B:WK18:BK15", "W:W30:B2"]
    array = np.tile(dambase.positions_to_array("english", fens), 60_000)
    few, few_plies = base.probe_dtw_batch(fens)
    assert few[2] == dambase.NO_ANSWER and few_plies[2] == dambase.NO_PLIES
    wdl, plies = base.probe_dtw_batch(array)
    assert np.array_equal(wdl, np.tile(few, 60_000)) and np.array_equal(plies, np.tile(few_plies, 60_000))


def test_no_answers(opened):
    base = opened("english")
    good = dambase.positions_to_array("english", ["W:WK1:BK32"] * 2000)
    array = good.copy()
    array["side"][1500] = 2
    array["kings"][1501] = 0
    array["kings"][1502, 0] |= np.uint64(2)
    wdl = base.probe_wdl_batch(array)
    assert np.flatnonzero(wdl == dambase.NO_ANSWER).tolist() == [1500, 1501, 1502]
    assert np.array_equal(np.delete(wdl, [1500, 1501, 1502]), base.probe_wdl_batch(good)[3:])
    for drop, exception in ((0, dambase.ImpossiblePosition), (1, dambase.ImpossiblePosition), (2, dambase.MissingTable)):
        array[1500 : 1500 + drop] = good[0]
        with pytest.raises(exception, match=f"position {1500 + drop}: ") as caught:
            base.probe_dtw_batch(array, strict=True)
        assert caught.value.index == 1500 + drop
    with pytest.raises(dambase.FenError) as caught:
        base.probe_wdl_batch(["W:WK1:BK32", "x"], strict=True)
    assert caught.value.index == 1
    assert base.probe_wdl_batch(["W:WK1:BK32", "x"])[1] == dambase.NO_ANSWER
    with pytest.raises(dambase.FenError):
        dambase.positions_to_array("english", ["x"])
    with pytest.raises(dambase.ImpossiblePosition) as caught:
        dambase.positions_from_array("english", np.zeros(1, dambase.position_dtype("english")))
    assert caught.value.index == 0


def test_what_is_no_batch(opened):
    base = opened("english")
    for wrong in (
        "W:WK1:BK32",
        7,
        [7],
        np.zeros(3),
        np.zeros(3, dambase.position_dtype("chess")),
        np.zeros(3, dambase.position_dtype("english").newbyteorder()),
    ):
        with pytest.raises(TypeError):
            base.probe_wdl_batch(wrong)
    with pytest.raises(dambase.WrongGame):
        base.probe_wdl_batch([dambase.Position.start("chess")])


def test_numpy_is_needed_for_arrays_alone(tables):
    program = f"""
import sys
sys.modules["numpy"] = None
import dambase
base = dambase.Tablebase("english", {str(tables)!r})
assert base.probe("W:WK1:BK32").wdl == "draw"
try:
    base.probe_wdl_batch(["W:WK1:BK32"])
except ImportError:
    print("ImportError")
"""
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "ImportError\n"
