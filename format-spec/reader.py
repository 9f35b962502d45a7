#!/usr/bin/env python3
"""A slow and simple reader of Dambase tables, written from FORMAT.md.

    reader.py FILE                                checks the whole file and prints its header and counts
    reader.py FILE [--counters C=N,...] FEN ...   checks it and prints the stored value of each position; of a table of dtc
                                                  the one for these counters (those not given stand at zero), and what it says

Needs the packages zstandard and xxhash. It knows no rules of play: where a capture is on and the file does not store such
positions, what it prints for them is without meaning, and it says so. Exit status: 0 done, 1 a position cannot be
answered, 2 wrong usage, 3 the file is damaged or cannot be read.
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
VALUE_CODES = {TRITS: ("trits", {1}), BYTES: ("bytes", {2, 3}), WORDS: ("words", {2, 3})}  # name and the metrics it belongs to

# Game: files, rows, file of the leftmost dark square of the top row (1 = b), most pieces a side, wins are odd, rules.
_RULES = (
    "family=draughts;board={}x{};corner={};man-capture={};man-takes={};king={};majority={};"
    "passing-promotion={};objective={}"
)


def _game(files, rows, corner, most, *words):
    rules = _RULES.format(files, rows, corner, *words)
    return {
        "files": files,
        "rows": rows,
        "first_file": 1 if corner == "left" else 0,
        "most": most,
        "wins_are_odd": words[-1] == "normal",
        "rules": rules,
        "fingerprint": hashlib.sha256(rules.encode("ascii")).digest(),
    }


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
}


# Draw rules. A clock: name, scope, limit, and what the scope asks for. An army: kings from, to, men from, to.

_KING = (1, 1, 0, 0)


def _clock(name, scope, limit, of=None):
    """A clock with its part of the text that is hashed."""
    if scope == "class":
        army = "K{}-{}M{}-{}".format
        head = "class[{}]".format(",".join(f"{army(*strong)}v{army(*weak)}" for strong, weak in of))
    elif scope == "balance":
        head = "balance[{}-{}]".format(*of)
    else:
        head = scope
    counts = "strong-moves" if scope == "main-road" else "plies"
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
        self.sections = 1 if self.symmetric else 2

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


# Files.


class Table:
    """An open table: everything that can be checked without decoding blocks has been checked."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.read_header()
        self.read_block_table()
        self.check_name(path)
        self.cache = {}

    def read_header(self):
        data = self.bytes
        need(data[:8] == MAGIC, "not a Dambase table")
        need(len(data) >= 512, f"the file has {len(data)} bytes, a header 512")
        (version,) = struct.unpack_from("<H", data, 8)
        need(version == 1, f"format version {version}; this reader reads version 1")
        need(xxhash.xxh3_64_intdigest(data[:504]) == struct.unpack_from("<Q", data, 504)[0], "checksum of the header")
        (
            header_bytes, metric, self.scheme, codec, self.value_code, sections, exits_unstored, wins_are_odd, _,
            self.values_per_block, self.values, self.blocks, table_offset, self.data_offset, file_bytes,
        ) = struct.unpack_from("<H4B4BI5Q", data, 10)  # fmt: skip
        need(header_bytes == 512, f"header field header_bytes: {header_bytes}")
        need(metric in METRICS, f"header field metric: {metric}")
        self.metric = METRICS[metric]
        need(codec == 1, f"header field codec: {codec}")
        need(metric in VALUE_CODES.get(self.value_code, (0, ()))[1], f"header field value_code: {self.value_code}")
        need(1 <= sections <= 4, f"header field sections: {sections}")
        need(exits_unstored <= 1, f"header field exits_unstored: {exits_unstored}")
        need(wins_are_odd <= 1, f"header field wins_are_odd: {wins_are_odd}")
        self.exits_unstored, self.wins_are_odd = exits_unstored == 1, wins_are_odd == 1
        need(1 <= self.values_per_block <= 1 << 20, f"header field values_per_block: {self.values_per_block}")
        need(self.values > 0 and self.values % sections == 0, f"header field values: {self.values}")
        self.game = self.name("game", 64)
        self.material = self.name("material", 96)
        self.draw_rules = self.name("draw_rules", 128)
        self.fingerprint = data[160:192]
        self.planes, self.limit_plies, draw_rules_fingerprint = 1, 0, None
        if self.metric == "dtc":
            self.planes, self.limit_plies, draw_rules_fingerprint = struct.unpack_from("<IH2x32s", data, 384)
        need(
            1 <= self.planes <= 1 << 16 and self.values % (self.planes * sections) == 0,
            f"header field planes: {self.planes}",
        )
        need((self.metric == "dtc") == (self.draw_rules != ""), f"header field draw_rules: {self.draw_rules!r}")
        need(self.blocks == -(-self.values // self.values_per_block), f"header field blocks: {self.blocks}")
        need(table_offset == 512, f"header field table_offset: {table_offset}")
        need(
            self.data_offset == 512 + 16 * self.blocks and self.data_offset <= file_bytes,
            f"header field data_offset: {self.data_offset}",
        )
        self.section_len = self.values // self.planes // sections
        self.sections = []
        for i in range(sections):
            win, loss, draw, plies, at, _ = struct.unpack_from("<6Q", data, 192 + 48 * i)
            need(win + loss + draw == self.section_len, f"header field section counts: section {i}")
            longest = None
            if (plies, at) != (NONE, NONE):
                need(plies <= 65534 and at < self.section_len, f"header field longest win: section {i}")
                longest = (plies, at)
            self.sections.append({"win": win, "loss": loss, "draw": draw, "longest_win": longest})
        need(len(data) == file_bytes, f"the file has {len(data)} bytes where its header says {file_bytes}")
        # The header is sound; is it of a table this reader understands?
        need(self.game in GAMES, f"header field game: {self.game!r} is unknown")
        self.rules = GAMES[self.game]
        need(self.fingerprint == self.rules["fingerprint"], "header field fingerprint: other rules")
        need(self.scheme == 1, f"header field scheme: {self.scheme} is unknown")
        need(self.wins_are_odd == self.rules["wins_are_odd"], "header field wins_are_odd: not as in this game")
        wm, wk, bm, bk = counts = read_material(self.material)
        need(max(wm + wk, bm + bk) <= self.rules["most"], f"header field material: {self.material} has too many pieces")
        self.index = Scheme1(self.rules, counts)
        need(sections == self.index.sections, f"header field sections: {sections}")
        self.set = self.shape = None
        if self.metric == "dtc":
            self.set = DRAW_RULES.get(self.game, {}).get(self.draw_rules)
            need(self.set, f"header field draw_rules: {self.draw_rules!r} is unknown")
            need(draw_rules_fingerprint == self.set["fingerprint"], "header field draw_rules_fingerprint: other rules")
            self.shape = Shape(self.set, counts)
            need(self.planes == self.shape.planes, f"header field planes: {self.planes}")
            need(self.limit_plies == self.shape.limit_plies, f"header field limit_plies: {self.limit_plies}")
        need(self.section_len == self.index.section_len, f"header field values: {self.values}")

    def name(self, field, offset):
        used, _, rest = self.bytes[offset : offset + 32].partition(b"\0")
        printable = all(0x20 <= byte <= 0x7E for byte in used)
        need(printable and not rest.strip(b"\0"), f"header field {field}: not ASCII text filled up with zeros")
        return used.decode("ascii")

    def read_block_table(self):
        table = self.bytes[512 : self.data_offset]
        need(xxhash.xxh3_64_intdigest(table) == struct.unpack_from("<Q", self.bytes, 496)[0], "checksum of the block table")
        entries = list(struct.iter_unpack("<QQ", table))
        self.ends = [offset for offset, _ in entries[1:]] + [len(self.bytes)]
        self.entries = entries
        need(entries[0][0] == self.data_offset, "block 0 does not follow the block table")
        for i, ((offset, _), end) in enumerate(zip(entries, self.ends)):
            need(offset < end, f"block {i} at {offset} does not end after it begins")

    def check_name(self, path):
        expected = ".".join(part for part in (self.material, self.draw_rules, self.metric) if part)
        need(os.path.basename(path) == expected, f"the table of this header is called {expected}")

    def block(self, number):
        """The decoded bytes of a block, checked."""
        if number in self.cache:
            return self.cache[number]
        (offset, checksum), end = self.entries[number], self.ends[number]
        count = min(self.values_per_block, self.values - number * self.values_per_block)
        length = {TRITS: -(-count // 5), BYTES: count, WORDS: 2 * count}[self.value_code]
        stored = self.bytes[offset:end]
        need(len(stored) <= length, f"block {number}: {len(stored)} stored bytes for {length} decoded ones")
        need(xxhash.xxh3_64_intdigest(stored) == checksum, f"checksum of block {number}")
        if len(stored) == 1:
            decoded = stored * length
        elif len(stored) == length:
            decoded = stored
        else:
            try:
                size = zstandard.get_frame_parameters(stored).content_size
                need(size in (zstandard.CONTENTSIZE_UNKNOWN, length), f"block {number}: a frame of {size} bytes")
                decoded = zstandard.ZstdDecompressor().decompress(
                    stored, max_output_size=length, allow_extra_data=False
                )
            except zstandard.ZstdError as error:
                raise FormatError(f"block {number} cannot be decoded: {error}") from error
            need(len(decoded) == length, f"block {number}: {len(decoded)} bytes instead of {length}")
        if self.value_code == TRITS:
            need(max(decoded) <= 242, f"block {number}: a byte above 242")
        self.cache[number] = decoded
        return decoded

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
        pieces, side = read_fen(self.rules, fen)
        return self.index.index(pieces, side)

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

    def plane_counts(self, section, plane=0):
        """How many stored values of a plane of a section of dtc are 0, and how many are not."""
        whole = b"".join(self.block(number) for number in range(self.blocks))
        if self.value_code == WORDS:
            whole = array.array("H", whole)
        first = section * self.section_len * self.planes
        values = whole[first + plane : first + self.section_len * self.planes : self.planes]
        zero = values.count(0)
        return {"zero": zero, "not zero": self.section_len - zero}

    def stored_counts(self, section):
        """Counts of the stored values of a section. Those of the header differ where captures are not stored."""
        if self.metric == "dtc":
            return self.plane_counts(section)
        counts = {"win": 0, "loss": 0, "draw": 0}
        for index in range(section * self.section_len, (section + 1) * self.section_len):
            counts[self.value_at(index)[0]] += 1
        return counts


def say(table, fen, given):
    """What is stored for a position, in words."""
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
    words = f"{clocks}  position {index}, plane {plane}, value {code}: "
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
    status = 0
    if len(arguments) == 1:
        print(f"game      {table.game}\nmaterial  {table.material}\nmetric    {table.metric}")
        if table.metric == "dtc":
            outer, kings, road = (clock["name"] if clock else "none" for clock in (
                table.shape.outer, table.shape.kings, table.shape.road
            ))  # fmt: skip
            print(f"set       {table.draw_rules}: {table.set['text']}")
            print(f"clocks    outer {outer}, {table.limit_plies} plies; inner: kings {kings}, road {road}; {table.planes} planes")
        print(f"values    {table.values} as {VALUE_CODES[table.value_code][0]}, {table.blocks} blocks")
        print(f"captures  {captures}")
        stored = "stored values, plane 0 " if table.metric == "dtc" else "stored values  "
        for i, section in enumerate(table.sections):
            print(f"section {i}, all positions   {section}")
            print(f"section {i}, {stored} {table.stored_counts(i)}")
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
