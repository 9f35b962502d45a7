"""Positions, games under way, draw rules."""

import collections
import copy
import types

import pytest

import dambase


def test_positions():
    position = dambase.Position("russian", "W:WKa1,c3:Bh8,f6")
    assert repr(position) == f"Position('russian', '{position.fen}')" and str(position) == position.fen
    again = dambase.Position.from_sets("64Rc", "white", men=position.men, kings=position.kings)
    assert again == position and hash(again) == hash(position) and len({again, position}) == 1
    assert position != dambase.Position("russian", position.fen.replace("W:", "B:", 1)) and position != position.fen
    assert position.side == "white" and position.game == "russian"
    assert position.play(position.legal_moves()[0]).side == "black"
    with pytest.raises(AttributeError):
        position.side = "black"
    over = dambase.Position("russian", "W:WKa1:Bb2").play("a1:c3")
    assert over.legal_moves() == [] and over.fen


def test_chess_positions():
    fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 1"
    position = dambase.Position("chess", fen)
    assert position.castling == 15 and position.en_passant == 43 and position.half_moves == 7
    sets = {name: getattr(position, name) for name in ("men", "kings", "queens", "rooks", "bishops", "knights")}
    again = dambase.Position.from_sets("chess", **sets, castling=15, en_passant=43, half_moves=7)
    assert again == position
    # Nobody can capture en passant here: the same position with it and without.
    one = dambase.Position.from_sets("chess", "black", kings=(1, 1 << 63), men=(1 << 28, 0), en_passant=20)
    other = dambase.Position.from_sets("chess", "black", kings=(1, 1 << 63), men=(1 << 28, 0))
    assert one == other and hash(one) == hash(other)


def test_half_moves_count_under_draw_rules(opened):
    base = opened("chess")
    fen = "8/8/8/8/3k4/8/8/KQ6 w - - {} 80"
    fresh, late = base.verdict(fen.format(0)), base.verdict(fen.format(99))
    assert fresh.verdict == "win" and fresh.dtc is not None and fresh.article is None
    assert late.verdict == "spoiled_win" and late.wdl == "draw" and late.article is not None
    assert base.verdict(dambase.Position("chess", fen.format(99))) == late
    clock = next(article.clock for article in dambase.draw_rules("chess")[0].articles if article.clock)
    assert base.verdict(fen.format(0).replace(" 0 80", ""), counters={clock: 99}).verdict == "spoiled_win"
    # Any mapping will do.
    for mapping in (types.MappingProxyType({clock: 99}), collections.ChainMap({clock: 99}), collections.UserDict({clock: 99})):
        assert base.verdict(fen.format(0).replace(" 0 80", ""), counters=mapping).verdict == "spoiled_win"
    with pytest.raises(TypeError):
        base.verdict(fen.format(0), counters=[(clock, 99)])
    moves = base.verdict_moves(fen.format(99))
    assert len(moves) == len(base.moves(fen.format(99))) and moves[0].verdict.verdict == "spoiled_win"
    assert moves[0].theory.wdl == "win" and moves[0].position.side == "black"
    for counters, match in (({"nonsense": 1}, "nonsense"), ({"a=1,b": 1}, "clock"), ({clock: 60_000}, clock)):
        with pytest.raises(dambase.CountersError, match=match):
            base.verdict(fen.format(0), counters=counters)
    with pytest.raises(OverflowError):
        base.verdict(fen.format(0), counters={clock: -1})
    with pytest.raises(dambase.UnknownName, match="fide2014"):
        base.verdict(fen.format(0), draw_rules="mine")
    with pytest.raises(dambase.UnknownName, match="probe"):
        base.verdict(fen.format(0), draw_rules="none")


def test_a_game_to_mate(opened):
    base = opened("chess")
    game = dambase.Game("chess", fen="8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    evaluation = base.probe(game.position)
    while game.status().state != "over":
        verdict = game.verdict(base)
        assert verdict.wdl == ("win" if game.position.side == "white" else "loss")
        game.push(base.moves(game.position)[0].move, base)
    assert len(game.moves()) == evaluation.dtw
    status = game.status()
    assert (status.result, status.article, status.ply) == ("white", None, evaluation.dtw) and status.reason
    with pytest.raises(dambase.GameOver):
        game.push("Ka2")
    assert set(game.counters.values()) == {len(game.moves())} and f" {len(game.moves())} " in game.fen
    before = game.copy()
    assert game.pop() is not None and game.status().state == "ongoing"
    assert before.status() == status and copy.copy(before).fen == before.fen
    while game.pop() is not None:
        pass
    assert game.moves() == [] and game.position == dambase.Position("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")


def test_repetition():
    game = dambase.Game("chess", fen=dambase.Position("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"))
    assert game.occurrences == 1
    while game.status().state == "ongoing":
        for move in ("Ka2", "Kd6", "Ka1", "Kd5"):
            game.push(move)
    assert game.occurrences > 1 and game.status().state == "claimable"
    (claim, *_) = game.status().claims
    assert claim.by == game.position.side and claim.effect == "draw" and claim.article.occurrences == 3


def round_of(base, before):
    """The only winning move, where it is the king's, and three more that lead back to where it was made; None where there are none."""
    winning = [ranked for ranked in base.verdict_moves(before) if ranked.verdict.verdict == "win"]
    if len(winning) != 1 or not winning[0].move.startswith("K"):
        return None
    for away in winning[0].position.legal_moves():
        second = winning[0].position.play(away)
        for back in second.legal_moves():
            third = second.play(back)
            for home in third.legal_moves():
                if third.play(home) == before:
                    return winning[0].move, away, back, home
    return None


def test_repetition_is_open_where_the_only_win_would_repeat(opened):
    base = opened("chess")
    kings = [(own, other) for own in range(64) for other in range(64)]
    found = 0
    for own, other in kings:
        try:
            before = dambase.Position.from_sets("chess", kings=(1 << own, 1 << other), men=(1 << 12, 0))
        except dambase.ImpossiblePosition:
            continue
        moves = round_of(base, before)
        if moves is None:
            continue
        win, *others = moves
        game = dambase.Game("chess", fen=before.play(win))
        for move in (*others, win, *others):
            game.push(move)
        try:
            assert game.verdict(base).verdict == "win"
        except dambase.RepetitionOpen as open_one:
            assert open_one.verdict.verdict == "win" and game.occurrences == 2
            found += 1
            if found == 3:
                return
    raise AssertionError("no such position")


def test_games_without_rules():
    game = dambase.Game("chess", "none", "8/8/8/3k4/8/8/8/KQ6 w - - 99 80")
    assert game.draw_rules is None and game.counters == {}
    with pytest.raises(dambase.CountersError):
        dambase.Game("chess", "none", counters={"x": 1})
    with pytest.raises(dambase.UnknownName):
        dambase.Game("chess", "mine")
    with pytest.raises(dambase.FenError):
        dambase.Game("chess", fen="mine")
    with pytest.raises(dambase.WrongGame):
        dambase.Game("chess", fen=dambase.Position.start("english"))
    with pytest.raises(dambase.WrongGame):
        dambase.Game("english").verdict(dambase.Tablebase("chess", "."))


def test_lists():
    names = [game.name for game in dambase.games()]
    assert len(names) == 13 and "chess" in names
    flying = next(game for game in dambase.games() if game.name == "flying")
    assert flying.tables == "russian" and flying.aliases == ["64R"] and flying.board == "8x8"
    for name in names:
        sets = dambase.draw_rules(name)
        assert sets[0].default and not any(rules.default for rules in sets[1:])
        assert dambase.Game(name).draw_rules == sets[0].name
        for rules in sets:
            assert rules.note and rules.articles
            for article in rules.articles:
                assert article.id and article.condition and article.source and article.effect in ("draw", "award")
                assert (article.limit_plies is None) == (article.counts is None) == (article.clock is None)
    with pytest.raises(dambase.UnknownName):
        dambase.draw_rules("halma")


def test_tables(opened, tables):
    base = opened("english")
    assert base.game == "english" and base.problems() == [] and base.missing() == []
    listed = base.tables()
    assert len(listed) == 9 and sum(table.bytes for table in listed) == base.file_bytes
    assert {table.metric for table in listed} == {"wdl", "dtw", "dtc"}
    table = next(table for table in listed if (table.material, table.metric) == ("KvK", "dtw"))
    assert (table.pieces, table.values, table.draw_rules) == (2, 992, None)
    assert table.bytes == (tables / "english" / "KvK.dtw").stat().st_size
    assert {table.draw_rules for table in listed if table.metric == "dtc"} == {"wcdf"}
