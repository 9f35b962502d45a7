"""Every value of the golden tables, against the reader that was written from FORMAT.md alone, and against the definition."""

import json
import random

import check_reader
import numpy as np
import pytest
import reader
from conftest import DRAUGHTS, GAMES, before_move, is_capture, preference, two_pieces

import dambase


def golden(tables, game, name):
    """The table as the other reader has it, held to decoded.txt."""
    table = reader.Table(str(tables / game / name))
    listed = dict(line.split() for line in (tables / "decoded.txt").read_text().splitlines())
    assert listed[f"{game}/{name}"] == table.decoded_sha256()
    blocks = {}
    read = table.block

    def once(number):
        if number not in blocks:
            blocks[number] = read(number)
        return blocks[number]

    table.block = once
    return table


def by_definition(base, position):
    """The best of what the moves lead to; None where there is no move."""
    values = [before_move(base.probe(position.play(move))) for move in position.legal_moves()]
    return max(values, key=preference, default=None)


@pytest.mark.parametrize("game", DRAUGHTS)
def test_every_position_of_two_pieces(game, opened, tables):
    base = opened(game)
    of = {}
    for table in base.tables():
        if table.metric in ("wdl", "dtw"):
            of[table.material, table.metric] = golden(tables, game, f"{table.material}.{table.metric}")
    counts, compared, captures, positions = {}, 0, 0, []
    for material, position in two_pieces(game):
        evaluation = base.probe(position)
        assert base.probe_wdl(position) == evaluation.wdl
        assert base.probe_dtw(position) == evaluation
        positions.append(position)
        moves = position.legal_moves()
        capture = any(map(is_capture, moves))
        if moves and not capture and game == "canadian" and len(positions) % 8:
            # There are many, and what is stored is compared below.
            best = evaluation.wdl, evaluation.dtw
        else:
            best = by_definition(base, position)
        if best is None:
            assert evaluation == base.probe(position.fen) and evaluation.dtw == 0
            assert evaluation.wdl == ("win" if "giveaway" in game else "loss")
        else:
            assert (evaluation.wdl, evaluation.dtw) == best, position
        if capture:
            captures += 1
        else:
            stored = material if (material, "wdl") in of else material[::-1]
            fen = position.fen
            assert of[stored, "wdl"].value_of(fen)[0] == evaluation.wdl, position
            assert of[stored, "dtw"].value_of(fen) == (evaluation.wdl, evaluation.dtw), position
            compared += 1
        section = material, position.side
        of_section = counts.setdefault(section, {"win": 0, "loss": 0, "draw": 0})
        of_section[evaluation.wdl] += 1
    assert compared > 1000 and captures > 100
    manifest = json.loads((tables / game / "manifest.json").read_text())["files"]
    for (material, metric), _ in of.items():
        for side, section in zip(("white", "black"), manifest[f"{material}.{metric}"]["sections"]):
            assert counts[material, side] == {key: section[key] for key in ("win", "loss", "draw")}
    batches_agree(game, base, positions)


def batches_agree(game, base, positions):
    """Batches, of objects, texts and records, say what single probes say."""
    singles = [base.probe(position) for position in positions]
    codes = {"win": dambase.WIN, "draw": dambase.DRAW, "loss": dambase.LOSS}
    wdl = np.array([codes[single.wdl] for single in singles], dtype=np.int8)
    plies = np.array([dambase.NO_PLIES if single.dtw is None else single.dtw for single in singles])
    array = dambase.positions_to_array(game, positions)
    assert dambase.positions_from_array(game, array) == positions
    for asked in (positions, [position.fen for position in positions], array):
        for strict in (False, True):
            found = base.probe_wdl_batch(asked, strict=strict)
            assert found.dtype == np.int8 and np.array_equal(found, wdl)
            classes, found = base.probe_dtw_batch(asked, strict=strict)
            assert found.dtype == np.int32
            assert np.array_equal(classes, wdl) and np.array_equal(found, plies)


@pytest.mark.parametrize("game", ["canadian", "english"])
def test_verdicts(game, opened, tables):
    base = opened(game)
    dice = random.Random(11)
    some = [position for _, position in two_pieces(game) if dice.random() < (0.02 if game == "canadian" else 0.2)]
    (rules,) = (rules for rules in dambase.draw_rules(game) if rules.default)
    limits = {article.clock: article.limit_plies for article in rules.articles if article.clock}
    compared = 0
    for table in base.tables():
        if table.metric != "dtc":
            continue
        other = golden(tables, game, f"{table.material}.{table.draw_rules}.dtc")
        for position in some:
            moves, fen = position.legal_moves(), position.fen
            pieces, side = reader.read_fen(other.rules, fen)
            counts = reader.count_pieces(pieces)
            if any(map(is_capture, moves)) or other.index.counts not in (counts, counts[2:] + counts[:2]):
                continue
            theory = base.probe(position).wdl
            some_counters = [{}, *(check_reader.random_counters(other, pieces, side, dice) for _ in range(4))]
            for counters in some_counters:
                verdict = base.verdict(position, table.draw_rules, counters)
                assert (verdict.verdict, verdict.dtc) == other.verdict(fen, counters, theory, bool(moves)), (fen, counters)
                ranked = base.verdict_moves(fen, table.draw_rules, counters)
                if ranked or not moves:
                    assert sorted(move.move for move in ranked) == sorted(moves)
                    assert not ranked or ranked[0].verdict.verdict == verdict.verdict
                else:
                    # The game is over: a clock stands at its limit.
                    assert verdict.wdl == "draw" and any(count == limits[clock] for clock, count in counters.items())
                compared += 1
    assert compared > 1000


def artamonov():
    for count in (1, 2):
        for kings in range(count + 1):
            for a in range(32):
                for b in range(a + 1, 32) if count == 2 else (None,):
                    for pieces in {(a, b), (b, a)} if kings == 1 and b is not None else {(a, b)}:
                        yield [square for square in pieces if square is not None], kings


def test_every_position_of_artamonov(opened):
    base = opened("artamonov")
    checked = 0
    for pieces, kings in artamonov():
        king_set = sum(1 << square for square in pieces[:kings])
        man_set = sum(1 << square for square in pieces[kings:])
        for barred in (None, *pieces):
            try:
                position = dambase.Position.from_sets(
                    "artamonov", men=(man_set, 0), kings=(king_set, 0), barred=barred
                )
            except dambase.ImpossiblePosition:
                continue
            evaluation = base.probe(position)
            best = by_definition(base, position)
            assert (evaluation.wdl, evaluation.dtw) == (best or ("loss", 0)), position
            checked += 1
    assert checked > 3000


@pytest.mark.parametrize("white", ["queens", "rooks", "men"])
def test_chess(white, opened, tables):
    base = opened("chess")
    array = np.zeros((2, 64, 64, 64), dtype=dambase.position_dtype("chess"))
    bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
    array["side"] = np.arange(2, dtype=np.uint8)[:, None, None, None]
    array["kings"][..., 0] = bits[None, :, None, None]
    array["kings"][..., 1] = bits[None, None, :, None]
    array[white][..., 0] = bits[None, None, None, :]
    wdl, dtw = base.probe_dtw_batch(array)
    assert wdl.shape == array.shape and np.array_equal(wdl, base.probe_wdl_batch(array))
    legal = np.argwhere(wdl != dambase.NO_ANSWER)
    assert 200_000 < len(legal) < 400_000
    name = {"queens": "KQvK", "rooks": "KRvK", "men": "KPvK"}[white]
    sections = json.loads((tables / "chess" / "manifest.json").read_text())["files"][f"{name}.dtw"]["sections"]
    longest = max(section["longest_win_plies"] or 0 for section in sections)
    assert dtw[wdl == dambase.WIN].max() == longest
    dice = random.Random(5)
    names = {1: "win", 0: "draw", -1: "loss"}
    for number in dice.sample(range(len(legal)), 1500):
        at = tuple(legal[number])
        (position,) = dambase.positions_from_array("chess", array[at].reshape(1))
        evaluation = base.probe(position)
        assert names[int(wdl[at])] == evaluation.wdl
        assert int(dtw[at]) == (dambase.NO_PLIES if evaluation.dtw is None else evaluation.dtw)
        best = by_definition(base, position)
        if best is None:
            assert evaluation.dtw in (0, None)
        else:
            assert (evaluation.wdl, evaluation.dtw) == best, position


@pytest.mark.parametrize("game", GAMES)
def test_moves_and_lines(game, opened):
    base = opened(game)
    dice = random.Random(3)
    if game == "chess":
        fens = ["8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/4P3/K7 b - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1"]
        positions = [dambase.Position(game, fen) for fen in fens]
    elif game == "artamonov":
        positions = [dambase.Position(game, fen) for fen in ("W:Mc3:Kd8", "W:Mc3,a5")]
    else:
        positions = [position for _, position in two_pieces(game) if dice.random() < 0.01]
    for position in positions:
        evaluation = base.probe(position)
        ranked = base.moves(position)
        assert sorted(move.move for move in ranked) == sorted(position.legal_moves())
        for move in ranked:
            assert move.position == position.play(move.move)
            after = base.probe(move.position)
            assert (move.evaluation.wdl, move.evaluation.dtw) == before_move(after)
        order = [preference((move.evaluation.wdl, move.evaluation.dtw)) for move in ranked]
        assert order == sorted(order, reverse=True)
        if ranked:
            assert ranked[0].evaluation == evaluation
        line = base.line(position)
        assert len(line) == (evaluation.dtw or 0)
        here = position
        for step in line:
            here = here.play(step.move)
            assert here == step.position and step.evaluation == base.probe(here)
        if line:
            assert here.legal_moves() == []
