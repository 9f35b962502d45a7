#!/usr/bin/env python3
"""Compares reader.py, which was written from FORMAT.md alone, with the dambase program.

    check_reader.py DAMBASE TABLES [GAME ...] [--sample N] [--order N] [--counters N]

For every table of the games (all there are in the folder TABLES unless named): checks the file, then compares the value of
N random positions (60 unless told) in which no capture is on with what `dambase enumerate` says. For materials of no more
than --order positions (120000 unless told) the whole listing is compared too: the order in which `dambase enumerate` lists
a material is that of the index, so that every position's number is checked, and the header's counts with it.

For tables of dtc the verdicts of the same random positions, each with N random counters that can stand together (8 unless
told), with each clock at its limit where it can stand there, and with all at zero, are compared with those of `dambase probe --draw-rules`, and the header's counts with the
verdicts of all positions of materials as small. The value without draw rules is taken from the reader's own tables.
Exit status 1 when anything differs.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import reader


def lines(*command, given=None):
    done = subprocess.run(command, capture_output=True, text=True, input=given)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr.strip() or done.stdout[-500:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def can_stand(table, pieces, side, counters):
    """Whether a game can have come to these counters, as far as the program looks."""
    wm, wk, bm, bk = reader.count_pieces(pieces)
    kings = [clock for clock in table.running(pieces) if clock["scope"].startswith("king-moves")]
    for mover, its_kings in (("W", wk), ("B", bk)):
        # A side without kings has just moved a man, or lost its last king.
        if its_kings == 0 and any(counters[clock["name"]] > (1 if mover == side else 0) for clock in kings):
            return False
    rank = {"king-moves": 0, "king-moves-unless-balance": 0, "balance": 1, "class": 2}
    for one in table.running(pieces):
        for other in table.running(pieces):
            if one["scope"] == "main-road" or other["scope"] == "main-road":
                continue
            a, b = rank[one["scope"]], rank[other["scope"]]
            never_more = a < b or (a == 1 and b == 0 and wm + bm == 0)
            if never_more and counters[one["name"]] > counters[other["name"]]:
                return False
    return True


def random_counters(table, pieces, side, dice, at_limit=None):
    """Counters of the clocks that run, often low, and sometimes at a limit; that of `at_limit` is, unless it cannot be: None."""
    running = table.running(pieces)
    if not running:
        return {}
    for _ in range(1000):
        # One bound for all, so that those that have to stand alike can be met.
        bound = dice.randint(at_limit["limit"] if at_limit else 0, max(clock["limit"] for clock in running))
        counters = {
            clock["name"]: min(dice.choice((bound, dice.randint(0, bound))), clock["limit"]) for clock in running
        }
        for clock in running:
            # The kings of a side without any have not moved lately.
            if clock["scope"].startswith("king-moves") and dice.random() < 0.5:
                counters[clock["name"]] = min(counters[clock["name"]], dice.randint(0, 1))
        if at_limit:
            counters[at_limit["name"]] = at_limit["limit"]
        if can_stand(table, pieces, side, counters):
            return counters
    return None if at_limit else {}


class Ruled:
    """Compares tables of dtc with the program's verdicts."""

    def __init__(self, options, game, fault):
        self.options, self.game, self.fault = options, game, fault
        self.dice = random.Random(7)
        self.compared, self.at_limits, self.decided, self.counted = 0, 0, {}, 0

    def probe(self, table, fens, counters):
        text = ",".join(f"{name}={count}" for name, count in counters.items())
        return lines(
            self.options.dambase, "probe", self.game, "--tables", self.options.tables, "--draw-rules", table.draw_rules,
            *(["--counters", text] if text else []), "--json", given="".join(fen + "\n" for fen in fens),
        )  # fmt: skip

    def sample(self, table, theory, positions):
        """`positions`: FEN, and whether there is a legal move; no capture is on."""
        groups = {}
        for fen, has_move in positions:
            pieces, side = reader.read_fen(table.rules, fen)
            # What can stand on the clocks is the same for all positions of a group.
            key = (tuple(clock["name"] for clock in table.running(pieces)), side)
            groups.setdefault(key, []).append((fen, has_move, pieces, side))
        work = []
        for group in groups.values():
            _, _, pieces, side = group[0]
            some = [{}, *(random_counters(table, pieces, side, self.dice) for _ in range(self.options.counters))]
            limits = [random_counters(table, pieces, side, self.dice, clock) for clock in table.running(pieces)]
            limits = [given for given in limits if given is not None]
            self.at_limits += len(limits) * len(group)
            work += [(group, given) for given in some + limits]
        with ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda w: self.probe(table, [fen for fen, *_ in w[0]], w[1]), work))
        for (group, given), answered in zip(work, answers):
            if len(answered) != len(group):
                self.fault(f"{self.game} {table.material}: {len(answered)} answers for {len(group)} positions")
            for (fen, has_move, _, _), answer in zip(group, answered):
                wdl, _ = theory.value_of(fen)
                own = table.verdict(fen, given, wdl, has_move)
                if own != (answer["verdict"], answer["dtc"]):
                    self.fault(f"{self.game} {table.material}.{table.draw_rules}.dtc {fen} {given}: {own}, not {answer}")
                self.compared += 1
                self.decided[own[0]] = self.decided.get(own[0], 0) + 1

    def header(self, table, listing):
        """`listing`: the FEN of every position in the order of the index, of the side or sides that have sections."""
        counts = [{"win": 0, "loss": 0, "draw": 0, "longest_win": None} for _ in table.sections]
        names = {"spoiled_win": "draw", "saved_loss": "draw"}
        for number, answer in enumerate(self.probe(table, listing, {})):
            section, at = divmod(number, table.index.section_len)
            of = counts[section]
            of[names.get(answer["verdict"], answer["verdict"])] += 1
            if answer["verdict"] == "win" and answer["dtc"] is not None:
                if of["longest_win"] is None or answer["dtc"] > of["longest_win"][0]:
                    of["longest_win"] = (answer["dtc"], at)
            self.counted += 1
        if counts != table.sections:
            self.fault(f"{self.game} {table.material}.{table.draw_rules}.dtc: header {table.sections}, verdicts {counts}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dambase")
    parser.add_argument("tables")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--order", type=int, default=120_000)
    parser.add_argument("--counters", type=int, default=8)
    options = parser.parse_intermixed_args()
    # Of the others it knows no positions.
    known = {game for game, rules in reader.GAMES.items() if rules["scheme"] == 1}
    games = options.games or sorted(game for game in os.listdir(options.tables) if game in known)
    faults = 0

    def fault(text):
        nonlocal faults
        faults += 1
        if faults <= 20:
            print(text, file=sys.stderr)

    for game in games:
        folder = os.path.join(options.tables, game)
        names = [n for n in sorted(os.listdir(folder)) if n.endswith((".wdl", ".dtw", ".dtc")) and not n.startswith(".")]
        tables, under_rules = {}, {}
        ruled = Ruled(options, game, fault)
        blocks = compared = skipped = ordered = 0
        for name in names:
            table = reader.Table(os.path.join(folder, name))
            for number in range(table.blocks):
                table.block(number)
            blocks += table.blocks
            by_material = under_rules if table.metric == "dtc" else tables
            by_material.setdefault(table.material, []).append(table)
        for material in sorted(set(under_rules) - set(tables)):
            fault(f"{game} {material}: a table of dtc without wdl or dtw")
        for material, both in tables.items():
            of_rules = under_rules.get(material, [])
            white, black = material.split("v")
            # Both colour orders: one file must answer for the two.
            for order in sorted({material, f"{black}v{white}"}):
                sample = lines(
                    options.dambase, "enumerate", game, order, "--seed", "7", "--limit", str(options.sample),
                    "--tables", options.tables, "--json",
                )  # fmt: skip
                with ThreadPoolExecutor() as pool:
                    moves = list(pool.map(lambda p: lines(options.dambase, "moves", game, p["fen"], "--json"), sample))
                quiet = []
                for position, legal in zip(sample, moves):
                    capture = any("x" in m["move"] or ":" in m["move"] for m in legal)
                    if capture and both[0].exits_unstored:
                        skipped += 1
                        continue
                    compared += 1
                    if not capture:
                        quiet.append((position["fen"], len(legal) > 0))
                    for table in both:
                        wdl, plies = table.value_of(position["fen"])
                        if wdl != position["wdl"] or (table.metric == "dtw" and plies != position["dtw"]):
                            fault(f"{game} {order}.{table.metric} {position['fen']}: {wdl} {plies}, not {position}")
                for table in of_rules:
                    ruled.sample(table, both[0], quiet)
            table = both[0]
            if table.values <= options.order:
                listing = lines(
                    options.dambase, "enumerate", game, material, "--limit", "0", "--tables", options.tables, "--json"
                )
                # Of symmetric material both sides to move are listed, and the numbers run through the file once for White.
                if len(listing) != table.index.section_len * 2:
                    fault(f"{game} {material}: {len(listing)} positions listed, {table.index.section_len * 2} expected")
                counts = [{"win": 0, "loss": 0, "draw": 0} for _ in table.sections]
                longest = [None for _ in table.sections]
                for number, position in enumerate(listing):
                    index = table.index_of(position["fen"])
                    if position["side"] == "white" or not table.index.symmetric:
                        if index != number:
                            fault(f"{game} {material} {position['fen']}: index {index}, listed as {number}")
                        section, at = divmod(index, table.index.section_len)
                        counts[section][position["wdl"]] += 1
                        if position["wdl"] == "win" and position.get("dtw") is not None:
                            if longest[section] is None or position["dtw"] > longest[section][0]:
                                longest[section] = (position["dtw"], at)
                    elif not 0 <= index < table.index.section_len:
                        fault(f"{game} {material} {position['fen']}: index {index}")
                    ordered += 1
                for of_set in of_rules:
                    ruled.header(of_set, [p["fen"] for p in listing[: table.values]])
                for of_metric in both:
                    for i, section in enumerate(of_metric.sections):
                        wanted = longest[i] if of_metric.metric == "dtw" else None
                        if {**counts[i], "longest_win": wanted} != section:
                            fault(f"{game} {material}.{of_metric.metric} section {i}: {section}, listed {counts[i]} {wanted}")
        print(
            f"{game}: {len(names)} files, {blocks} blocks checked; {compared} positions compared, "
            f"{skipped} with a capture skipped; {ordered} numbers compared"
        )
        if under_rules:
            verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(ruled.decided.items()))
            print(
                f"    under draw rules: {sum(map(len, under_rules.values()))} files, {ruled.compared} verdicts compared, "
                f"{ruled.at_limits} with a clock put at its limit ({verdicts}); {ruled.counted} counted for headers"
            )
    print("all agree" if faults == 0 else f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
