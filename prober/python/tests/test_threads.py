"""Threads share everything, and work while others probe."""

import threading
import time

import numpy as np

import dambase


def test_python_goes_on_while_others_probe(opened):
    base = opened("canadian")
    array = np.tile(dambase.positions_to_array("canadian", ["W:WK1:BK72", "W:WK1:BK65", "B:W60:B12", "W:WK3:B9"]), 200_000)
    expected = np.tile(base.probe_wdl_batch(array[:4]), 200_000)
    spans, results = [], []

    def probe():
        begin = time.perf_counter()
        results.append(base.probe_wdl_batch(array))
        spans.append((begin, time.perf_counter()))

    ticks = []
    threads = [threading.Thread(target=probe) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        ticks.append(time.perf_counter())
    for thread in threads:
        thread.join()
    assert all(np.array_equal(result, expected) for result in results)
    begin, end = max(span[0] for span in spans), min(span[1] for span in spans)
    # Both were at it at once, and meanwhile this loop went on.
    assert begin < end
    assert sum(begin < tick < end for tick in ticks) > 500


def test_everything_is_shared(opened):
    base = opened("english")
    game = dambase.Game("english", fen="W:WK1:BK32")
    fens = ["W:WK1:BK32", "W:WK1:B9", "B:WK18:BK15", "W:W30:B2"]
    expected = [(base.probe(fen), base.moves(fen), base.line(fen), base.verdict(fen)) for fen in fens]
    faults = []

    def work(number):
        try:
            for round in range(100):
                fen = fens[(number + round) % 4]
                found = (base.probe(fen), base.moves(fen), base.line(fen), base.verdict(fen))
                assert found == expected[(number + round) % 4]
                if round % 10 == number:
                    base.preload(metrics=["wdl", "dtw"])
                try:
                    game.push(game.legal_moves()[0])
                    game.verdict(base)
                    game.pop()
                except (dambase.IllegalMove, dambase.GameOver, dambase.RepetitionOpen, IndexError):
                    pass
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
