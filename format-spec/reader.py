#!/usr/bin/env python3
"""A slow and simple reader of Dambase tables, written from FORMAT.md.

    reader.py FILE                                checks the whole file and prints its header and counts
    reader.py FILE [--counters C=N,...] FEN ...   checks it and prints the stored value of each position; of a table of dtc
                                                  the one for these counters (those not given stand at zero), and what it says

Needs the packages zstandard and xxhash. It knows no rules of play: where a capture is on and the file does not store such
positions, what it prints for them is without meaning, and it says so. Of index schemes 2 and 3 (chess, one-colour draughts)
it checks whole files, but knows no positions. Exit status: 0 done, 1 a position cannot be answered, 2 wrong usage, 3 the
file is damaged or cannot be read.
"""

import array
import hashlib
import os
import re
import struct
import sys
from math import comb

import xxhash
import zstandard

MAGIC = b"\x89DMB\r\n\x1a\n"
NONE = 2**64 - 1
METRICS = {1: "wdl", 2: "dtw", 3: "dtc"}
TRITS, BYTES, WORDS = 1, 2, 3
CONTEXTS, ZSTD = 2, 3
CODECS = {CONTEXTS: "contexts", ZSTD: "zstd"}
VALUE_CODES = {TRITS: ("trits", {1}), BYTES: ("bytes", {2, 3}), WORDS: ("words", {2, 3})}  # name and the metrics it belongs to

# Game: files, rows, file of the leftmost dark square of the top row (1 = b), most pieces a side, wins are odd, rules.
_RULES = (
    "family=draughts;board={}x{};corner={};man-capture={};man-takes={};king={};majority={};"
    "passing-promotion={};objective={}"
)


def _game(files, rows, corner, most, *words):
    rules = _RULES.format(files, rows, corner, *words)
    return {
        "scheme": 1,
        "files": files,
        "rows": rows,
        "first_file": 1 if corner == "left" else 0,
        "most": most,
        "wins_are_odd": words[-1] == "normal",
        "rules": rules,
        "fingerprint": hashlib.sha256(rules.encode("ascii")).digest(),
    }


def _other(scheme, most, rules):
    """A game of another family, whose values this reader does not look for."""
    fingerprint = hashlib.sha256(rules.encode("ascii")).digest()
    return {"scheme": scheme, "most": most, "wins_are_odd": True, "rules": rules, "fingerprint": fingerprint}


_RUSSIAN = ("both-ways", "anything", "flying", "free", "goes-on-as-king")
_INTERNATIONAL = ("both-ways", "anything", "flying", "most", "stays-man")
GAMES = {
    "russian": _game(8, 8, "left", 12, *_RUSSIAN, "normal"),
    "russian-giveaway": _game(8, 8, "left", 12, *_RUSSIAN, "giveaway"),
    "brazilian": _game(8, 8, "left", 12, *_INTERNATIONAL, "normal"),
    "international": _game(10, 10, "left", 20, *_INTERNATIONAL, "normal"),
    "international-giveaway": _game(10, 10, "left", 20, *_INTERNATIONAL, "giveaway"),
    "canadian": _game(12, 12, "left", 30, *_INTERNATIONAL, "normal"),
    "english": _game(8, 8, "left", 12, "forward", "anything", "short", "free", "ends-capture", "normal"),
    "italian": _game(8, 8, "right", 12, "forward", "men-only", "short", "italian", "ends-capture", "normal"),
    "spancireti": _game(10, 8, "left", 15, *_RUSSIAN, "normal"),
    "stop-after": _game(
        8, 8, "left", 12, "both-ways", "anything", "flying-stop-behind", "free", "goes-on-as-king", "normal"
    ),
    "artamonov": _other(
        3, 24,
        "family=artamonov;board=8x8;corner=left;may-not-move=piece-moved-last;capture-duty=of-movable-pieces;"
        "takes=any-other-piece;man-forward=of-mover;man-capture=forward;king=flying;majority=free;"
        "passing-promotion=ends-capture;promotion=on-arrival;objective=normal",
    ),
    "chess": _other(
        2, 16,
        "family=chess;board=8x8;castling=standard;en-passant=next-ply;promotion=queen,rook,bishop,knight;mate=loss;"
        "stalemate=draw",
    ),
}  # fmt: skip


# Draw rules. A clock: name, scope, limit, and what the scope asks for. An army: kings from, to, men from, to.

_KING = (1, 1, 0, 0)


def _clock(name, scope, limit, of=None):
    """A clock with its part of the text that is hashed."""
    if scope == "class":
        army = "K{}-{}M{}-{}".format
        head = "class[{}]".format(",".join(f"{army(*strong)}v{army(*weak)}" for strong, weak in of))
    elif scope == "balance":
        head = "balance[{}-{}]".format(*of)
    elif scope == "few":
        head = f"few[{of}]"
    else:
        head = scope
    counts = "strong-moves" if scope == "main-road" else "plies,more-taken" if scope == "few" else "plies"
    return {"name": name, "scope": scope, "limit": limit, "of": of, "text": f"{head}={limit}{counts}"}


def _set(*clocks, award=None):
    parts = [clock["text"] for clock in clocks]
    if award:
        parts.append("award[K{}-{}M{}-{}vK1-1M0-0]".format(*award))
    text = ";".join(sorted(parts))
    return {"clocks": clocks, "award": award, "text": text, "fingerprint": hashlib.sha256(text.encode("ascii")).digest()}


_THREE_KINGS = _clock("three-kings", "class", 30, [((3, 255, 0, 0), _KING)])
_TWO_PIECES = _clock("two-pieces", "class", 10, [((2, 2, 0, 0), _KING), ((1, 1, 1, 1), _KING), (_KING, _KING)])
_FIVE_MOVES = _clock(
    "five-moves", "class", 10,
    [((2, 2, 0, 0), (2, 2, 0, 0)), ((2, 2, 0, 0), _KING), ((2, 2, 0, 0), (1, 1, 1, 1)), (_KING, _KING), (_KING, (1, 1, 1, 1))],
)  # fmt: skip
_THREE_PIECES = _clock(
    "three-pieces", "class", 32, [((3, 3, 0, 0), _KING), ((2, 2, 1, 1), _KING), ((1, 1, 2, 2), _KING)]
)
_KINGS_V_KING = _clock("kings-v-king", "class", 30, [((2, 255, 0, 0), _KING)])
_KING_V_KING = _clock("king-v-king", "class", 10, [(_KING, _KING)])
_MAIN_ROAD = _clock("main-road", "main-road", 5)
_FOUR_PIECES = _clock("four-pieces", "few", 30, 4)
_BALANCE = (_clock("balance-4-5", "balance", 60, (4, 5)), _clock("balance-6-7", "balance", 120, (6, 7)))


def _kings(limit, scope="king-moves"):
    return _clock("kings", scope, limit)


_FMJD64 = _set(_THREE_KINGS, _TWO_PIECES, _MAIN_ROAD, _kings(30), *_BALANCE)
_RUSSIAN_80 = (_THREE_KINGS, _TWO_PIECES, _kings(30), *_BALANCE)
_ADAPTED = (_KINGS_V_KING, _KING_V_KING, _kings(30), *_BALANCE)
_ANNEX_1 = _set(_THREE_PIECES, _TWO_PIECES, _kings(50))
# Sets that have tables of their own; the others share those of one of these, or decide nothing.
DRAW_RULES = {
    "russian": {
        "russian-code": _FMJD64,
        "lidraughts": _set(
            _THREE_KINGS, _TWO_PIECES, _MAIN_ROAD, _kings(30, "king-moves-unless-balance"), *_BALANCE
        ),
    },
    "brazilian": {
        "founding": _set(_TWO_PIECES, _kings(30)),
        "cbd": _set(_FIVE_MOVES, _kings(40)),
        "fmjd64": _FMJD64,
    },
    "international": {"fmjd": _ANNEX_1},
    "canadian": {"fmjd": _ANNEX_1},
    "english": {"wcdf": _set(_kings(80))},
    "italian": {"fid": _set(_kings(80))},
    "spancireti": {"russian-80": _set(*_RUSSIAN_80), "mark": _set(*_RUSSIAN_80, award=(3, 3, 0, 0))},
    "stop-after": {
        "adapted": _set(*_ADAPTED),
        "mark": _set(*_ADAPTED, award=(2, 2, 0, 0)),
        "russian-code": _FMJD64,
    },
    "artamonov": {"founding": _set(_FOUR_PIECES)},
    "chess": {"fide2014": _set(_kings(100), _kings(150)), "chess-lt": _set(_kings(100))},
}


def _has(army, kings, men):
    return army[0] <= kings <= army[1] and army[2] <= men <= army[3]


def _in_class(pairs, one, other):
    """Whether (kings, men) of two sides, in either order, are a pair of the class."""
    return any(
        _has(strong, *a) and _has(weak, *b) for strong, weak in pairs for a, b in ((one, other), (other, one))
    )


def runs(clock, white, black, on_road):
    """Whether a clock runs, by the (kings, men) of both sides and whether a lone king of the two stands on the main road."""
    both, pieces = white[0] > 0 and black[0] > 0, sum(white + black)
    if clock["scope"] == "class":
        return _in_class(clock["of"], white, black)
    if clock["scope"] == "balance":
        return both and clock["of"][0] <= pieces <= clock["of"][1]
    if clock["scope"] == "main-road":
        return on_road and any(a == (1, 0) and b[0] > 0 and sum(b) == 3 for a, b in ((white, black), (black, white)))
    return clock["scope"] == "king-moves" or not (both and 4 <= pieces <= 7)


class PlainShape:
    """The clock with the least limit, where there is no other. By levels there are as many planes as that has pieces."""

    def __init__(self, rules, pieces):
        self.outer = min(rules["clocks"], key=lambda clock: clock["limit"])
        self.kings = self.road = None
        self.limit_plies = self.outer["limit"]
        by_levels = self.outer["scope"] == "few"
        need(not by_levels or pieces <= self.outer["of"], "a table of more pieces than are modelled")
        self.planes = self.outer["of"] if by_levels else 1


class Shape:
    """Which clocks the tables of a material count."""

    def __init__(self, rules, counts):
        wm, wk, bm, bk = counts
        white, black = (wk, wm), (bk, bm)
        both = wk > 0 and bk > 0

        def first(*scopes):
            return next((c for c in rules["clocks"] if c["scope"] in scopes and runs(c, white, black, True)), None)

        def limit(clock):
            return clock["limit"] if clock else 65535

        in_class, balance, self.road = first("class"), first("balance"), first("main-road")
        kings = first("king-moves", "king-moves-unless-balance") if both else None
        if limit(balance) >= limit(in_class):
            balance = None
        if limit(kings) >= min(limit(in_class), limit(balance)):
            kings = None
        if wm + bm == 0 and kings and limit(balance) >= limit(kings):
            balance = None
        need(not (in_class and (balance or kings)), "two clocks that no table models")
        self.outer = in_class or balance or kings
        self.kings = kings if self.outer is not kings else None
        self.limit_plies = self.outer["limit"] if self.outer else 0
        self.kings_limit = self.kings["limit"] if self.kings else 1
        self.planes = self.kings_limit * (self.road["limit"] if self.road else 1)

    def plane(self, counters):
        """The plane of counters below their limits; clocks that stand still are not in the dictionary."""

        def count(clock):
            return counters.get(clock["name"], 0) if clock else 0

        return count(self.road) * self.kings_limit + count(self.kings)

    def left(self, counters):
        """Plies left on the outer clock."""
        return self.limit_plies - counters[self.outer["name"]] if self.outer else None


class FormatError(Exception):
    """The bytes are not those of a table that can be believed."""


class PositionError(Exception):
    """The position is not one of this table."""


def need(condition, text):
    if not condition:
        raise FormatError(text)


# Positions: a dictionary from square (0-based) to (side, kind), side "W" or "B", kind "M" or "K", and the side to move.


def read_square(game, text):
    w = game["files"] // 2
    if re.fullmatch(r"[0-9]{1,3}", text):
        square = int(text) - 1
        if 0 <= square < w * game["rows"]:
            return square
    elif re.fullmatch(r"[a-l][0-9]{1,2}", text):
        file, row = ord(text[0]) - ord("a"), game["rows"] - int(text[1:])
        if file < game["files"] and 0 <= row < game["rows"]:
            first = (game["first_file"] + row) % 2
            if file % 2 == first:
                return row * w + file // 2
    raise PositionError(f"{text} is no square of this board")


def read_fen(game, fen):
    text = re.sub(r"\s", "", fen).removesuffix(".")
    match = re.fullmatch(r"([WB]):([WB])([^:]*):([WB])([^:]*)", text)
    if not match or match[2] == match[4]:
        raise PositionError(f"not a FEN: {fen}")
    squares, w = game["files"] // 2 * game["rows"], game["files"] // 2
    pieces = {}
    for side, items in ((match[2], match[3]), (match[4], match[5])):
        for item in items.split(",") if items else []:
            kind = "M"
            if item.startswith("K"):
                kind, item = "K", item[1:]
            ends = re.fullmatch(r"([0-9]+)-([0-9]+)", item) if kind == "M" else None
            if ends:
                first, last = read_square(game, ends[1]), read_square(game, ends[2])
            else:
                first = last = read_square(game, item)
            for square in range(first, last + 1):
                if square in pieces:
                    raise PositionError(f"two pieces on square {square + 1}")
                if kind == "M" and (square < w if side == "W" else square >= squares - w):
                    raise PositionError(f"a man on its last row: square {square + 1}")
                pieces[square] = (side, kind)
    return pieces, match[1]


def count_pieces(pieces):
    """White men, white kings, black men, black kings."""
    all_pieces = list(pieces.values())
    return tuple(all_pieces.count(piece) for piece in (("W", "M"), ("W", "K"), ("B", "M"), ("B", "K")))


def read_material(text):
    """Counts of a canonical material."""
    match = re.fullmatch(r"(K*)(M*)v(K*)(M*)", text)
    need(match, f"header field material: {text!r} is no material")
    wk, wm, bk, bm = (len(group) for group in match.groups())
    need(wk + wm > 0 and bk + bm > 0, f"header field material: a side of {text} has no pieces")
    need((wk + wm, wk) >= (bk + bm, bk), f"header field material: {text} is not canonical")
    need(max(wk, wm, bk, bm) <= 15, f"header field material: {text} has more than 15 pieces of a kind")
    return wm, wk, bm, bk


# Index scheme 1.


def rank(members, allowed):
    """Rank of a set of squares among the sets as large within `allowed`."""
    place = {square: i for i, square in enumerate(sorted(allowed))}
    return sum(comb(place[square], k) for k, square in enumerate(sorted(members), 1))


class Scheme1:
    def __init__(self, game, counts):
        self.game, self.counts = game, counts
        wm, wk, bm, bk = counts
        self.w = game["files"] // 2
        self.squares = self.w * game["rows"]
        self.middle = set(range(self.w, self.squares - self.w))
        self.symmetric = (wm, wk) == (bm, bk)
        self.classes, first = {}, 0
        for i in range(min(wm, self.w) + 1):
            for j in range(min(bm, self.w) + 1):
                rest_w, rest_b = wm - i, bm - j
                if rest_w + rest_b > len(self.middle):
                    continue
                self.classes[i, j] = first
                first += (
                    comb(self.w, i)
                    * comb(self.w, j)
                    * comb(len(self.middle), rest_w)
                    * comb(len(self.middle) - rest_w, rest_b)
                )
        self.layers = first
        free = self.squares - wm - bm
        self.black_king_ways = comb(free - wk, bk) if free >= wk else 0
        self.king_places = comb(free, wk) * self.black_king_ways
        self.section_len = self.layers * self.king_places
        self.section_lens = [self.section_len] * (1 if self.symmetric else 2)

    def index(self, pieces, side):
        counts = count_pieces(pieces)
        exchanged = counts[2:] + counts[:2]
        if self.counts not in (counts, exchanged):
            raise PositionError("the position is not of this material")
        if counts != self.counts or (self.symmetric and side == "B"):
            other = {"W": "B", "B": "W"}
            pieces = {self.squares - 1 - square: (other[s], kind) for square, (s, kind) in pieces.items()}
            side = other[side]
        wm, _, bm, _ = self.counts

        def of(side, kind):
            return {square for square, piece in pieces.items() if piece == (side, kind)}

        white, black = of("W", "M"), of("B", "M")
        bottom = set(range(self.squares - self.w, self.squares))
        top = set(range(self.w))
        white_home, black_home = white & bottom, black & top
        white_rest, black_rest = white - bottom, black - top
        i, j = len(white_home), len(black_home)
        layer = rank(white_home, bottom)
        layer = layer * comb(self.w, j) + rank(black_home, top)
        layer = layer * comb(len(self.middle), wm - i) + rank(white_rest, self.middle)
        layer = layer * comb(len(self.middle) - (wm - i), bm - j) + rank(black_rest, self.middle - white_rest)
        layer += self.classes[i, j]
        free = set(range(self.squares)) - white - black
        white_kings, black_kings = of("W", "K"), of("B", "K")
        kings = rank(white_kings, free) * self.black_king_ways + rank(black_kings, free - white_kings)
        return layer * self.king_places + kings + (self.section_len if side == "B" else 0)


# The other index schemes: how long sections are, and no more.


def read_other_material(scheme, text):
    """Counts of a canonical material: scheme 2 of each side queens, rooks, bishops, knights, pawns; scheme 3 kings, men."""
    if scheme == 3:
        match = re.fullmatch(r"(K*)(M*)", text)
        need(match and text, f"header field material: {text!r} is no material")
        return tuple(len(group) for group in match.groups())
    match = re.fullmatch(r"K(Q*)(R*)(B*)(N*)(P*)vK(Q*)(R*)(B*)(N*)(P*)", text)
    need(match, f"header field material: {text!r} is no material")
    counts = tuple(len(group) for group in match.groups())
    white, black = counts[:5], counts[5:]
    need((sum(white), *white) >= (sum(black), *black), f"header field material: {text} is not canonical")
    need(max(white[4], black[4]) <= 8, f"header field material: {text} has more than 8 pawns of a colour")
    return white, black


class Lengths:
    """The lengths of the sections of schemes 2 and 3."""

    def __init__(self, scheme, counts):
        self.symmetric = scheme == 2 and counts[0] == counts[1]
        if scheme == 3:
            kings, men = counts
            self.pieces, self.sides = kings + men, (kings + men,)
            placements = comb(32, men) * comb(32 - men, kings)
            self.section_lens = [placements, placements * self.pieces]
            return
        white, black = counts
        self.sides = (1 + sum(white), 1 + sum(black))
        self.pieces = sum(self.sides)
        pawns = white[4] + black[4]
        length = comb(48, white[4]) * comb(48 - white[4], black[4]) * 1806 if pawns else 462
        free = 62 - pawns
        for count in (*white[:4], *black[:4]):
            length *= comb(free, count)
            free -= count
        self.section_lens = [length] * (1 if self.symmetric else 2)


# Codecs.

MOST_MODEL_BYTES = 1 << 21
ORDERS = ((1, 0, 2), (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
TOTAL = 1 << 14
CLASS, PARITY, WHOLE = 0, 1, 2


def decompress(stored, most):
    """One zstd frame of at most `most` bytes."""
    try:
        size = zstandard.get_frame_parameters(stored).content_size
        need(size == zstandard.CONTENTSIZE_UNKNOWN or size <= most, f"a frame of {size} bytes where {most} are the most")
        return zstandard.ZstdDecompressor().decompress(stored, max_output_size=most, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise FormatError(f"not a zstd frame that can be decoded: {error}") from error


class RangeDecoder:
    """Reads symbols whose odds are whole numbers out of TOTAL."""

    def __init__(self, stored):
        # What is missing at the end counts as zeros.
        self.bytes, self.at = stored + b"\0\0\0\0", 4
        self.code = min(int.from_bytes(self.bytes[:4], "big"), 2**32 - 2)
        self.range = 2**32 - 1

    def take(self, start, size):
        self.code -= start
        self.range = size
        while self.range < 1 << 24:
            byte = self.bytes[self.at] if self.at < len(self.bytes) else 0
            self.at += 1
            self.code = self.code << 8 | byte
            self.range <<= 8

    def symbol(self, ends):
        """The place of the symbol among those of a context, whose odds end at `ends`; that of the last is TOTAL."""
        unit = self.range >> 14
        start = 0
        for place, end in enumerate(ends[:-1]):
            end *= unit
            if self.code < end:
                self.take(start, end - start)
                return place
            start = end
        self.take(start, self.range - start)
        return len(ends) - 1

    def bits(self):
        """Sixteen bits as they are."""
        bits = 0
        for _ in range(2):
            unit = (self.range >> 14) << 6
            byte = min(self.code // unit, 255)
            self.take(byte * unit, unit if byte < 255 else self.range - byte * unit)
            bits = bits << 8 | byte
        return bits


def odds_of(byte):
    if byte == 0:
        return 0
    exponent, rest = divmod(byte - 1, 8)
    return ((8 + rest) << min(exponent, 14)) >> 3


class Model:
    """How values are foretold, as the file says it (codec 2)."""

    def __init__(self, data, value_code):
        self.data, self.at, self.value_code = data, 0, value_code
        self.parts = self.byte()
        fits = self.parts == CLASS if value_code == TRITS else self.parts in (PARITY, WHOLE)
        need(fits, f"model: {self.parts} says in no way how values are taken apart")
        self.read_classes()
        if self.parts != CLASS:
            self.read_depths()
        need(self.at == len(data), f"model: {len(data) - self.at} bytes too many")
        top = 255 if value_code == BYTES else 65535
        self.most = {PARITY: ((top - 1) // 2, 0, (top - 2) // 2), WHOLE: (0, 0, top - 1)}.get(self.parts)

    def take(self, count):
        taken = self.data[self.at : self.at + count]
        need(len(taken) == count, f"model: {count} bytes are missing")
        self.at += count
        return taken

    def byte(self):
        return self.take(1)[0]

    def distance(self):
        (distance,) = struct.unpack("<H", self.take(2))
        need(1 <= distance <= 1024, f"model: a neighbour at distance {distance}")
        return distance

    def read_classes(self):
        count = self.byte()
        need(count <= 7, f"model: {count} neighbours")
        self.neighbours = [self.distance() for _ in range(count)]
        orders, seconds, thirds = (self.take(3**count) for _ in range(3))
        self.classes = []
        for number, (order, second, third) in enumerate(zip(orders, seconds, thirds)):
            need(order <= 6, f"model: class context {number}: order {order}")
            if order == 0:
                likely = number % 3 if count else 1
                others = [other for other in range(3) if other != likely]
                self.classes.append(((TOTAL - 1024, TOTAL - 512, TOTAL), (likely, *others)))
                continue
            second, third = max(odds_of(second), 1), max(odds_of(third), 1)
            need(second + third < TOTAL, f"model: class context {number}: odds of {second} and {third}")
            self.classes.append(((TOTAL - second - third, TOTAL - third, TOTAL), ORDERS[order]))

    def read_depths(self):
        self.foretellers = [self.distance() for _ in range(3)]
        (self.first,) = struct.unpack("<H", self.take(2))
        count = self.byte()
        need(count <= 5, f"model: {count} differences")
        self.differences, contexts = [], 2
        for _ in range(count):
            distance, clamp = self.distance(), self.byte()
            need(1 <= clamp <= 3, f"model: a difference that counts up to {clamp}")
            self.differences.append((distance, clamp))
            contexts *= 2 * clamp + 1
        symbols = self.byte()
        need(2 <= symbols <= 96, f"model: {symbols} symbols")
        need(contexts <= 1 << 15, f"model: {contexts} contexts of depths")
        self.escape = symbols - 1
        lengths = self.take(contexts + 1)
        need(max(lengths) <= symbols, f"model: odds for {max(lengths)} of {symbols} symbols")
        odds = [(self.byte(), self.take(length)) if length else None for length in lengths]
        rest = self.context(odds[-1] or (0, b""), contexts)
        self.depths = [self.context(own, number) if own else rest for number, own in enumerate(odds[:-1])]

    def context(self, own, number):
        """Ends of odds and symbols of a context of depths."""
        likeliest, odds = min(own[0], self.escape), own[1]
        others = []
        for symbol in range(self.escape + 1):
            its = odds_of(odds[symbol]) if symbol < len(odds) else 0
            if symbol == self.escape:
                its = max(its, 1)
            if symbol != likeliest and its > 0:
                others.append((symbol, its))
        total = sum(its for _, its in others)
        need(total < TOTAL, f"model: depth context {number}: odds of {total}")
        ends, symbols = [TOTAL - total], [likeliest]
        for symbol, its in others:
            ends.append(ends[-1] + its)
            symbols.append(symbol)
        return ends, symbols

    def decode(self, stored, count):
        """The values of a block in the bytes that section 7 describes."""
        decoder = RangeDecoder(stored)
        classes = []
        for at in range(count):
            context = 0
            for distance in reversed(self.neighbours):
                context = 3 * context + neighbour(classes, at, distance, 1)
            ends, order = self.classes[context]
            classes.append(order[decoder.symbol(ends)])
        if self.parts == CLASS:
            return bytes(
                sum(digit * 3**place for place, digit in enumerate(classes[at : at + 5])) for at in range(0, count, 5)
            )
        need(self.parts == PARITY or 0 not in classes, "a class that does not occur")
        depths, codes = [], []
        for at, one in enumerate(classes):
            foretold = sorted(neighbour(depths, at, distance, self.first) for distance in self.foretellers)[1]
            if one == 1:
                depths.append(foretold)
                codes.append(0)
                continue
            context = 0
            for distance, clamp in reversed(self.differences):
                off = neighbour(depths, at, distance, self.first) - foretold
                context = context * (2 * clamp + 1) + max(-clamp, min(off, clamp)) + clamp
            ends, symbols = self.depths[2 * context + (one == 2)]
            symbol = symbols[decoder.symbol(ends)]
            if symbol == self.escape:
                depth = decoder.bits()
            else:
                depth = foretold + (symbol // 2 if symbol % 2 == 0 else -(symbol + 1) // 2)
            need(0 <= depth <= self.most[one], f"value {at} has a depth that does not fit")
            depths.append(depth)
            codes.append(2 * depth + (2 if one == 2 else 1) if self.parts == PARITY else depth + 1)
        return bytes(codes) if self.value_code == BYTES else struct.pack(f"<{count}H", *codes)


def neighbour(values, at, distance, first):
    """What stands so far before place `at`; before the start of the block, the value before; before all, `first`."""
    if distance <= at:
        return values[at - distance]
    return values[at - 1] if at > 0 else first


# Files.


class Table:
    """An open table: everything that can be checked without decoding blocks has been checked."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.read_header()
        self.read_frame_table()
        self.check_name(path)
        self.frames, self.cache = {}, {}

    def read_header(self):
        data = self.bytes
        need(data[:8] == MAGIC, "not a Dambase table")
        need(len(data) >= 512, f"the file has {len(data)} bytes, a header 512")
        (version,) = struct.unpack_from("<H", data, 8)
        need(version == 1, f"format version {version}; this reader reads version 1")
        need(xxhash.xxh3_64_intdigest(data[:504]) == struct.unpack_from("<Q", data, 504)[0], "checksum of the header")
        (
            header_bytes, metric, self.scheme, codec, self.value_code, sections, exits_unstored, wins_are_odd, captures_first,
            self.values_per_block, self.values, self.blocks, table_offset, self.data_offset, file_bytes,
        ) = struct.unpack_from("<H4B4BI5Q", data, 10)  # fmt: skip
        need(header_bytes == 512, f"header field header_bytes: {header_bytes}")
        need(metric in METRICS, f"header field metric: {metric}")
        self.metric = METRICS[metric]
        need(codec in CODECS, f"header field codec: {codec}")
        self.codec = codec
        need(metric in VALUE_CODES.get(self.value_code, (0, ()))[1], f"header field value_code: {self.value_code}")
        need(1 <= sections <= 4, f"header field sections: {sections}")
        need(exits_unstored <= 1, f"header field exits_unstored: {exits_unstored}")
        need(wins_are_odd <= 1, f"header field wins_are_odd: {wins_are_odd}")
        need(captures_first <= 1, f"header field captures_first: {captures_first}")
        self.exits_unstored, self.wins_are_odd = exits_unstored == 1, wins_are_odd == 1
        self.captures_first = captures_first == 1
        need(1 <= self.values_per_block <= 1 << 16, f"header field values_per_block: {self.values_per_block}")
        self.model_bytes, self.blocks_per_frame = struct.unpack_from("<IH", data, 424)
        need(1 <= self.blocks_per_frame <= 256, f"header field blocks_per_frame: {self.blocks_per_frame}")
        need(self.values >= sections, f"header field values: {self.values}")
        self.game = self.name("game", 64)
        self.material = self.name("material", 96)
        self.draw_rules = self.name("draw_rules", 128)
        self.fingerprint = data[160:192]
        self.planes, self.limit_plies, draw_rules_fingerprint = 1, 0, None
        if self.metric == "dtc":
            self.planes, self.limit_plies, draw_rules_fingerprint = struct.unpack_from("<IH2x32s", data, 384)
        need(1 <= self.planes <= 1 << 16 and self.values % self.planes == 0, f"header field planes: {self.planes}")
        need((self.metric == "dtc") == (self.draw_rules != ""), f"header field draw_rules: {self.draw_rules!r}")
        need(self.blocks == -(-self.values // self.values_per_block), f"header field blocks: {self.blocks}")
        need(table_offset == 512, f"header field table_offset: {table_offset}")
        self.frame_count = -(-self.blocks // self.blocks_per_frame)
        self.model_offset = 512 + 16 * self.frame_count
        need(
            self.data_offset == self.model_offset + self.model_bytes and self.data_offset <= file_bytes,
            f"header field data_offset: {self.data_offset}",
        )
        positions, counted = self.values // self.planes, 0
        self.sections = []
        for i in range(sections):
            win, loss, draw, plies, at, _ = struct.unpack_from("<6Q", data, 192 + 48 * i)
            counted += win + loss + draw
            need(counted <= positions, f"header field section counts: section {i}")
            longest = None
            if (plies, at) != (NONE, NONE):
                need(plies <= 65534 and at < positions, f"header field longest win: section {i}")
                longest = (plies, at)
            self.sections.append({"win": win, "loss": loss, "draw": draw, "longest_win": longest})
        need(len(data) == file_bytes, f"the file has {len(data)} bytes where its header says {file_bytes}")
        # The header is sound; is it of a table this reader understands?
        need(self.game in GAMES, f"header field game: {self.game!r} is unknown")
        self.rules = GAMES[self.game]
        need(self.fingerprint == self.rules["fingerprint"], "header field fingerprint: other rules")
        need(self.scheme == self.rules["scheme"], f"header field scheme: {self.scheme} is not that of {self.game}")
        need(self.wins_are_odd == self.rules["wins_are_odd"], "header field wins_are_odd: not as in this game")
        if self.scheme == 1:
            wm, wk, bm, bk = counts = read_material(self.material)
            sides = (wm + wk, bm + bk)
            self.index = Scheme1(self.rules, counts)
        else:
            self.index = Lengths(self.scheme, read_other_material(self.scheme, self.material))
            sides = self.index.sides
        need(max(sides) <= self.rules["most"], f"header field material: {self.material} has too many pieces")
        self.section_lens = self.index.section_lens
        need(sections == len(self.section_lens), f"header field sections: {sections}")
        self.set = self.shape = None
        if self.metric == "dtc":
            self.set = DRAW_RULES.get(self.game, {}).get(self.draw_rules)
            need(self.set, f"header field draw_rules: {self.draw_rules!r} is unknown")
            need(draw_rules_fingerprint == self.set["fingerprint"], "header field draw_rules_fingerprint: other rules")
            self.shape = Shape(self.set, counts) if self.scheme == 1 else PlainShape(self.set, self.index.pieces)
            need(self.planes == self.shape.planes, f"header field planes: {self.planes}")
            need(self.limit_plies == self.shape.limit_plies, f"header field limit_plies: {self.limit_plies}")
        need(positions == sum(self.section_lens), f"header field values: {self.values}")
        for i, (section, length) in enumerate(zip(self.sections, self.section_lens)):
            # In chess not every number stands for a position.
            of_section = section["win"] + section["loss"] + section["draw"]
            need(of_section <= length if self.scheme == 2 else of_section == length, f"header field section counts: section {i}")
            need(not section["longest_win"] or section["longest_win"][1] < length, f"header field longest win: section {i}")

    def name(self, field, offset):
        used, _, rest = self.bytes[offset : offset + 32].partition(b"\0")
        printable = all(0x20 <= byte <= 0x7E for byte in used)
        need(printable and not rest.strip(b"\0"), f"header field {field}: not ASCII text filled up with zeros")
        return used.decode("ascii")

    def read_frame_table(self):
        """Frame table and model."""
        both = self.bytes[512 : self.data_offset]
        right = xxhash.xxh3_64_intdigest(both) == struct.unpack_from("<Q", self.bytes, 496)[0]
        need(right, "checksum of frame table and model")
        entries = list(struct.iter_unpack("<QQ", self.bytes[512 : self.model_offset]))
        self.ends = [offset for offset, _ in entries[1:]] + [len(self.bytes)]
        self.entries = entries
        need(entries[0][0] == self.data_offset, "frame 0 does not follow frame table and model")
        for i, ((offset, _), end) in enumerate(zip(entries, self.ends)):
            need(offset < end, f"frame {i} at {offset} does not end after it begins")
        model = self.bytes[self.model_offset : self.data_offset]
        try:
            if self.codec == CONTEXTS:
                self.model = Model(decompress(model, MOST_MODEL_BYTES) if model else b"", self.value_code)
            else:
                need(not model, f"{len(model)} bytes where there is none")
        except FormatError as error:
            raise FormatError(f"header field model: {error}") from error

    def check_name(self, path):
        expected = ".".join(part for part in (self.material, self.draw_rules, self.metric) if part)
        need(os.path.basename(path) == expected, f"the table of this header is called {expected}")

    def frame(self, number):
        """The stored bytes of the blocks of a frame, checked."""
        if number in self.frames:
            return self.frames[number]
        (offset, checksum), end = self.entries[number], self.ends[number]
        count = min(self.blocks_per_frame, self.blocks - number * self.blocks_per_frame)
        stored = self.bytes[offset:end]
        need(xxhash.xxh3_64_intdigest(stored) == checksum, f"checksum of frame {number}")
        width = stored[0]
        need(width <= 2, f"frame {number}: lengths of {width} bytes")
        need(len(stored) > width * count, f"frame {number} ends among its lengths")
        at, blocks = 1 + width * count, []
        for block in range(count):
            length = int.from_bytes(stored[1 + width * block : 1 + width * (block + 1)], "little")
            blocks.append(stored[at : at + length])
            at += length
        need(at == len(stored), f"frame {number}: {at} bytes by its lengths, {len(stored)} in the file")
        self.frames[number] = blocks
        return blocks

    def block(self, number):
        """The decoded bytes of a block, checked."""
        if number in self.cache:
            return self.cache[number]
        frame, at = divmod(number, self.blocks_per_frame)
        stored = self.frame(frame)[at]
        count = min(self.values_per_block, self.values - number * self.values_per_block)
        length = {TRITS: -(-count // 5), BYTES: count, WORDS: 2 * count}[self.value_code]
        try:
            if self.codec == CONTEXTS:
                decoded = self.model.decode(stored, count)
            elif len(stored) == 1:
                decoded = stored * length
            elif len(stored) == length:
                decoded = stored
            else:
                decoded = decompress(stored, length)
            need(len(decoded) == length, f"{len(decoded)} bytes instead of {length}")
            need(self.value_code != TRITS or max(decoded) <= 242, "a byte above 242")
        except FormatError as error:
            raise FormatError(f"block {number}: {error}") from error
        self.cache[number] = decoded
        return decoded

    def decoded_sha256(self):
        """SHA-256 of all decoded blocks, one after the other."""
        hash_of_all = hashlib.sha256()
        for number in range(self.blocks):
            hash_of_all.update(self.block(number))
        return hash_of_all.hexdigest()

    def code_at(self, index):
        """The trit, byte or word of a value."""
        block, at = divmod(index, self.values_per_block)
        decoded = self.block(block)
        if self.value_code == TRITS:
            return decoded[at // 5] // 3 ** (at % 5) % 3
        return decoded[at] if self.value_code == BYTES else struct.unpack_from("<H", decoded, 2 * at)[0]

    def value_at(self, index):
        """The stored value of a number, not of dtc: ("win" | "draw" | "loss", plies or None)."""
        code = self.code_at(index)
        if self.value_code == TRITS:
            return ("loss", "draw", "win")[code], None
        if code == 0:
            return "draw", None
        plies = code - 1
        return ("win" if (plies % 2 == 1) == self.wins_are_odd else "loss"), plies

    def index_of(self, fen):
        self.knows_positions()
        pieces, side = read_fen(self.rules, fen)
        return self.index.index(pieces, side)

    def knows_positions(self):
        if self.scheme != 1:
            raise PositionError(f"this reader knows no positions of index scheme {self.scheme}")

    def value_of(self, fen):
        return self.value_at(self.index_of(fen))

    def running(self, pieces):
        """The clocks of the set that run in a position of dtc."""
        wm, wk, bm, bk = count_pieces(pieces)
        on_road = False
        for side, pieces_of_it in (("W", wm + wk), ("B", bm + bk)):
            if pieces_of_it == 1:
                on_road |= any(piece == (side, "K") and square in self.main_road() for square, piece in pieces.items())
        return [clock for clock in self.set["clocks"] if runs(clock, (wk, wm), (bk, bm), on_road)]

    def main_road(self):
        """The squares of the line from the corner a1 (on the Italian board from a8) to the one across."""
        rows, w = self.rules["rows"], self.rules["files"] // 2
        if self.rules["files"] != rows:
            return set()
        left = self.rules["first_file"] == 1
        road = ((row, rows - 1 - row if left else row) for row in range(rows))
        return {row * w + file // 2 for row, file in road}

    def counters(self, pieces, given):
        """Counts of all clocks that run: as given by name, else zero."""
        running = {clock["name"]: clock["limit"] for clock in self.running(pieces)}
        for name, count in given.items():
            if name not in running:
                raise PositionError(f"the clock {name} does not run here")
            if not 0 <= count <= running[name]:
                raise PositionError(f"{name}={count} is beyond its limit of {running[name]}")
        return {name: given.get(name, 0) for name in running}

    def need_of(self, pieces, side, counters):
        """What is stored for counters below their limits; None where no way to the end is in time."""
        code = self.code_at(self.index.index(pieces, side) * self.planes + self.shape.plane(counters))
        if self.limit_plies == 0:
            return 0 if code == 0 else None
        return code - 1 if code > 0 else None

    def awards(self, pieces, side, theory):
        """Whether the set awards the game, with `theory` the value without draw rules."""
        if self.set["award"] is None or theory == "draw":
            return False
        wm, wk, bm, bk = count_pieces(pieces)
        armies = {"W": (wk, wm), "B": (bk, bm)}
        other = {"W": "B", "B": "W"}
        winner = side if theory == "win" else other[side]
        return _has(self.set["award"], *armies[winner]) and _has(_KING, *armies[other[winner]])

    def verdict(self, fen, given, theory, has_move=True):
        """Verdict and DTC with the counters as given, where the value without draw rules is `theory` and no capture is on."""
        pieces, side = read_fen(self.rules, fen)
        counters = self.counters(pieces, given)
        if theory == "draw":
            return "draw", None
        spoiled = {"win": "spoiled_win", "loss": "saved_loss"}[theory]
        if any(counters[clock["name"]] >= clock["limit"] for clock in self.running(pieces)):
            # The end of the game comes before the limit, and so does what may be claimed.
            decided = not has_move or self.awards(pieces, side, theory)
            return (theory if decided else spoiled), None
        needed = self.need_of(pieces, side, counters)
        if needed is None or (self.limit_plies > 0 and needed > self.shape.left(counters)):
            return spoiled, None
        return theory, (needed if self.limit_plies > 0 else None)

    def stored_counts(self, section):
        """Counts of the stored values of a section, not of dtc. Those of the header differ where captures are not stored."""
        counts = {"win": 0, "loss": 0, "draw": 0}
        first = sum(self.section_lens[:section])
        for index in range(first, first + self.section_lens[section]):
            counts[self.value_at(index)[0]] += 1
        return counts


def say(table, fen, given):
    """What is stored for a position, in words."""
    table.knows_positions()
    if table.metric != "dtc":
        if given:
            raise PositionError("counters are for tables of dtc")
        wdl, plies = table.value_of(fen)
        return wdl if plies is None else f"{wdl} in {plies} plies"
    pieces, side = read_fen(table.rules, fen)
    index = table.index.index(pieces, side)
    counters = table.counters(pieces, given)
    clocks = ",".join(f"{name}={count}" for name, count in counters.items()) or "no clock runs"
    at_limit = [clock["name"] for clock in table.running(pieces) if counters[clock["name"]] >= clock["limit"]]
    if at_limit:
        unless = "the side to move has no move"
        if any(table.awards(pieces, side, theory) for theory in ("win", "loss")):
            unless += ", or the side that the set awards the game to wins without draw rules"
        return f"{clocks}  drawn by the clock {at_limit[0]}, unless {unless}"
    plane = table.shape.plane(counters)
    code = table.code_at(index * table.planes + plane)
    # Of a draw without draw rules the value says nothing.
    words = f"{clocks}  position {index}, plane {plane}, value {code}, unless it is a draw without draw rules: "
    if table.limit_plies == 0:
        return words + ("as without draw rules" if code == 0 else "a win is spoiled, a loss saved")
    if code == 0:
        return words + "a draw, whatever is left on the outer clock"
    left = table.shape.left(counters)
    in_time = "as without draw rules" if code - 1 <= left else "a win is spoiled, a loss saved"
    return words + f"DTC {code - 1}, {left} plies left on {table.shape.outer['name']}: {in_time}"


def main(arguments):
    given = {}
    if "--counters" in arguments[:-1]:
        at = arguments.index("--counters")
        parts = re.findall(r"([^=,]+)=([0-9]{1,5})(?:,|$)", arguments[at + 1])
        given = {name: int(count) for name, count in parts}
        if ",".join(f"{name}={count}" for name, count in parts) != arguments[at + 1] or len(given) < len(parts):
            print(f"counters: {arguments[at + 1]} is not CLOCK=COUNT,...", file=sys.stderr)
            return 2
        arguments = arguments[:at] + arguments[at + 2 :]
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        table = Table(arguments[0])
        for number in range(table.blocks):
            table.block(number)
    except (OSError, FormatError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 3
    captures = "not stored: values of positions with a capture on mean nothing" if table.exits_unstored else "stored"
    if table.captures_first:
        captures = "looked at first: a value may be worse than what a capture gives"
    status = 0
    if len(arguments) == 1:
        print(f"game      {table.game}\nmaterial  {table.material}\nmetric    {table.metric}")
        if table.metric == "dtc":
            outer, kings, road = (clock["name"] if clock else "none" for clock in (
                table.shape.outer, table.shape.kings, table.shape.road
            ))  # fmt: skip
            print(f"set       {table.draw_rules}: {table.set['text']}")
            print(f"clocks    outer {outer}, {table.limit_plies} plies; inner: kings {kings}, road {road}; {table.planes} planes")
        kind = VALUE_CODES[table.value_code][0]
        print(f"values    {table.values} as {kind}, {table.blocks} blocks in {table.frame_count} frames")
        print(f"codec     {CODECS[table.codec]}, {table.model_bytes} bytes of model")
        print(f"decoded   {table.decoded_sha256()}")
        print(f"captures  {captures}")
        for i, section in enumerate(table.sections):
            print(f"section {i}, all positions   {section}")
            if table.metric != "dtc":
                print(f"section {i}, stored values   {table.stored_counts(i)}")
    for fen in arguments[1:]:
        try:
            words = say(table, fen, given)
        except PositionError as error:
            print(f"{fen}: {error}", file=sys.stderr)
            status = 1
            continue
        print(f"{fen}  {words}  (captures {captures})")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
