"""A player to be killed: plays without end at a journal and says which moves are safe.

Run as `python -m tests.companion.endless_evening FILE SEED`. Each line it prints is a move that the inn has
acknowledged: `["code", number, "seat", line]`.
"""

import json
import sys
from pathlib import Path
from random import Random

from companion.inn import Inn
from companion.journal import Journal
from companion.table import Table
from tests.companion.lodging import opened, table_of
from tests.companion.playing import UNDO, pick_line


def main(file: Path, chance: Random) -> None:
    inn = Inn(Journal(file))
    while True:
        unfinished = [entry.code for entry in inn.entries() if not entry.is_over]
        code = unfinished[0] if unfinished else opened(inn)
        table = table_of(inn, code)
        while not table.is_over:
            seat, line = ("sam", UNDO) if chance.random() < 0.1 else pick_line(chance, table)
            acted = inn.act(code, seat, line, table.version(seat))
            if isinstance(acted, Table):
                table = acted
                print(json.dumps([code, table.rows, seat, line]), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Random(int(sys.argv[2])))
