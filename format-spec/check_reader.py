#!/usr/bin/env python3
"""Compares reader.py, which was written from FORMAT.md alone, with the dambase program.

    check_reader.py DAMBASE TABLES [GAME ...] [--sample N] [--order N]

For every table of the games (all there are in the folder TABLES unless named): checks the file, then compares the value of
N random positions (60 unless told) in which no capture is on with what `dambase enumerate` says. For materials of no more
than --order positions (120000 unless told) the whole listing is compared too: the order in which `dambase enumerate` lists
a material is that of the index, so that every position's number is checked, and the header's counts with it.
Exit status 1 when anything differs.
"""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import reader


def lines(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dambase")
    parser.add_argument("tables")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--order", type=int, default=120_000)
    options = parser.parse_intermixed_args()
    games = options.games or sorted(game for game in os.listdir(options.tables) if game in reader.GAMES)
    faults = 0

    def fault(text):
        nonlocal faults
        faults += 1
        if faults <= 20:
            print(text, file=sys.stderr)

    for game in games:
        folder = os.path.join(options.tables, game)
        names = [n for n in sorted(os.listdir(folder)) if n.endswith((".wdl", ".dtw")) and not n.startswith(".")]
        tables = {}
        blocks = compared = skipped = ordered = 0
        for name in names:
            table = reader.Table(os.path.join(folder, name))
            for number in range(table.blocks):
                table.block(number)
            blocks += table.blocks
            tables.setdefault(table.material, []).append(table)
        for material, both in tables.items():
            white, black = material.split("v")
            # Both colour orders: one file must answer for the two.
            for order in sorted({material, f"{black}v{white}"}):
                sample = lines(
                    options.dambase, "enumerate", game, order, "--seed", "7", "--limit", str(options.sample),
                    "--tables", options.tables, "--json",
                )  # fmt: skip
                with ThreadPoolExecutor() as pool:
                    moves = list(pool.map(lambda p: lines(options.dambase, "moves", game, p["fen"], "--json"), sample))
                for position, legal in zip(sample, moves):
                    capture = any("x" in m["move"] or ":" in m["move"] for m in legal)
                    if capture and both[0].exits_unstored:
                        skipped += 1
                        continue
                    compared += 1
                    for table in both:
                        wdl, plies = table.value_of(position["fen"])
                        if wdl != position["wdl"] or (table.metric == "dtw" and plies != position["dtw"]):
                            fault(f"{game} {order}.{table.metric} {position['fen']}: {wdl} {plies}, not {position}")
            table = both[0]
            if table.values <= options.order:
                listing = lines(
                    options.dambase, "enumerate", game, material, "--limit", "0", "--tables", options.tables, "--json"
                )
                # Of symmetric material both sides to move are listed, and the numbers run through the file once for White.
                if len(listing) != table.section_len * 2:
                    fault(f"{game} {material}: {len(listing)} positions listed, {table.section_len * 2} expected")
                counts = [{"win": 0, "loss": 0, "draw": 0} for _ in table.sections]
                longest = [None for _ in table.sections]
                for number, position in enumerate(listing):
                    index = table.index_of(position["fen"])
                    if position["side"] == "white" or not table.index.symmetric:
                        if index != number:
                            fault(f"{game} {material} {position['fen']}: index {index}, listed as {number}")
                        section, at = divmod(index, table.section_len)
                        counts[section][position["wdl"]] += 1
                        if position["wdl"] == "win" and position.get("dtw") is not None:
                            if longest[section] is None or position["dtw"] > longest[section][0]:
                                longest[section] = (position["dtw"], at)
                    elif not 0 <= index < table.section_len:
                        fault(f"{game} {material} {position['fen']}: index {index}")
                    ordered += 1
                for of_metric in both:
                    for i, section in enumerate(of_metric.sections):
                        wanted = longest[i] if of_metric.metric == "dtw" else None
                        if {**counts[i], "longest_win": wanted} != section:
                            fault(f"{game} {material}.{of_metric.metric} section {i}: {section}, listed {counts[i]} {wanted}")
        print(
            f"{game}: {len(names)} files, {blocks} blocks checked; {compared} positions compared, "
            f"{skipped} with a capture skipped; {ordered} numbers compared"
        )
    print("all agree" if faults == 0 else f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
