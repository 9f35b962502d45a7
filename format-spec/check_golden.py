#!/usr/bin/env python3
"""Compares what reader.py decodes with what the Rust reader does.

    check_golden.py FOLDER

FOLDER holds golden files, and decoded.txt: for each the SHA-256 of its decoded blocks, one after the other, which the tests
of the Rust reader compare with theirs. Exit status 1 when anything differs.
"""

import os
import sys

import reader


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    faults = 0
    with open(os.path.join(arguments[0], "decoded.txt"), encoding="ascii") as lines:
        listed = [line.split() for line in lines]
    for name, expected in listed:
        try:
            found = reader.Table(os.path.join(arguments[0], name)).decoded_sha256()
        except (OSError, reader.FormatError) as error:
            found = error
        if found != expected:
            faults += 1
            print(f"{name}: {found}, not {expected}", file=sys.stderr)
    print(f"{len(listed)} golden files, {faults} faults")
    return 1 if faults or not listed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
