"""What people, programs and ill will may send: every way in, and things that do not belong there."""

from __future__ import annotations

import json

from web import LARGEST_BODY

POSTS = [
    "/tables",
    "/settings",
    "/tables/CODE/act",
    "/tables/CODE/name",
    "/tables/CODE/seats/sam",
    "/tables/CODE/seats/gollum",
    "/tables/XXXXX/act",
    "/tables/XXXXX/name",
    "/tables/XXXXX/seats/frodo",
    "/tables/XXXXX/seats/frodo/free",
    "/tables/XXXXX/seats/frodo/ticket",
    "/tables/CODE/seats/gollum/free",
    "/tables/CODE/seats/gollum/ticket",
    "/letter",
    "/tables/CODE/letter/word",
    "/tables/CODE/letter/open",
    "/tables/CODE/letter/break",
    "/tables/CODE/go-on",
    "/tables/XXXXX/letter/word",
]
GETS = [
    "/",
    "/new",
    "/join",
    "/join/CODE",
    "/join/XXXXX",
    "/tables/CODE/view",
    "/tables/CODE/screen",
    "/tables/CODE/host",
    "/tables/CODE/events",
    "/tables/CODE/screen/events",
    "/tables/CODE/seats/frodo",
    "/tables/CODE/seats/gollum",
    "/tables/XXXXX/view",
    "/tables/XXXXX/screen",
    "/tables/XXXXX/host",
    "/tables/XXXXX/events",
    "/tables/XXXXX/screen/events",
    "/letter",
    "/tables/CODE/letter/AAAAAAAA.letter",
    "/tables/CODE/letter/AAAAAAAA.pdf",
    "/tables/CODE/letter/AAAAAAAA/slip.pdf",
    "/static/style.css",
]

PART = b"--x\r\nContent-Disposition: form-data"

BODIES: list[tuple[str, bytes]] = [
    ("nothing but a brace", b"{"),
    ("half a line", b'{"do": "roll"'),
    ("two values", b"{} {}"),
    ("a bare word", b"roll"),
    ("NaN", b'{"do": "keep", "dice": NaN, "known": NaN, "name": NaN}'),
    ("infinity", b'{"do": "apply", "die": "red", "cell": Infinity, "known": -Infinity, "name": 1e999}'),
    ("an endless number", b'{"do": "apply", "known": ' + b"9" * 5000 + b"}"),
    ("a huge number", b'{"do": "apply", "known": ' + b"9" * 4000 + b', "ticket": ' + b"9" * 4000 + b"}"),
    ("a huge fraction", b'{"do": "apply", "known": 1e308, "name": 1e-999}'),
    ("deep lists", b"[" * 30000),
    ("deep lists, closed", b"[" * 30000 + b"]" * 30000),
    ("deep objects", b'{"do":' * 10000 + b"1" + b"}" * 10000),
    ("deep in a line", b'{"do": "keep", "known": 2, "dice": ' + b"[" * 900 + b"]" * 900 + b"}"),
    ("half a character", b'{"do": "\\ud800", "known": 2, "name": "\\udfff", "ticket": "\\ud800"}'),
    ("half a character as a word", b'{"do": "keep", "dice": ["blue"], "\\ud800": 1, "known": 2}'),
    ("half a character as a die", b'{"do": "keep", "dice": ["\\ud800"], "known": 2}'),
    ("half a character as a seat", b'{"do": "keep", "seat": "\\ud800", "known": 2}'),
    ("NUL", b'{"do": "\\u0000", "seat": "\\u0000", "known": 2, "name": "\\u0000"}'),
    ("raw NUL", b'{"do": "\0", "known": 2}'),
    ("not UTF-8", b'{"do": "\xff\xfe", "known": 2}'),
    ("UTF-16", '{"do": "end", "known": 2}'.encode("utf-16")),
    ("a byte order mark", b'\xef\xbb\xbf{"do": "end", "known": 2}'),
    ("braces to fill in", b'{"do": "{0.__class__}", "{hobbit}": "{", "known": 2, "name": 5}'),
    ("markup", b'{"do": "keep", "<script>alert(1)</script>": 1, "known": 2}'),
    ("a field twice", b'{"do": "roll", "do": "end", "known": 2, "known": 1}'),
    ("a proto", b'{"__proto__": {"do": "end"}, "constructor": 1}'),
    ("null", b"null"),
    ("true", b"true"),
    ("a number", b"-0"),
    ("a string", b'"end"'),
    ("a list", b'[{"do": "end", "known": 2}]'),
    ("an empty object", b"{}"),
    ("nothing", b""),
    ("spaces", b" \n\t "),
    ("no answer to a throw", b'{"do": "roll", "dice": {}, "known": 2}'),
    ("a long word", json.dumps({"do": "x" * 50000, "known": 2}).encode()),
    ("too much", b" " * (LARGEST_BODY + 1)),
    ("far too much", b"x" * 3_000_000),
    ("a form", b"do=keep&dice[]=blue&known:int=99999999999999&name=%00&ticket=%FF"),
    ("a form of rubbish", b"%&=%zz&&;=&=&[]=1&.=2&:int=x&a.b.c=1&a=2&a.b=3"),
    (
        "a form with everything twice",
        b"do=end&do=roll&known:int=1&known:int=\xd9\xa3&dice=1&dice.x=2&dice[]=3",
    ),
    ("a form of many fields", b"&".join(b"f%d=1" % number for number in range(5000))),
    ("multipart", PART + b'; name="do"\r\n\r\nend\r\n--x--\r\n'),
    (
        "multipart, a file",
        b'--x\r\nContent-Disposition: form-data; name="do"; filename="/etc/x"\r\n\r\ne\r\n--x--',
    ),
    ("multipart, torn", PART + b'; name="do'),
    ("multipart, no name", PART + b"\r\n\r\nend\r\n--x--\r\n"),
    (
        "multipart, many parts",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 200 + b"--x--",
    ),
]

KINDS = [
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain; charset=utf-7",
    "application/json; charset=\xff",
    "",
    ";;;=",
    "multipart/form-data; boundary=" + "x" * 300,
]


ODD_PARTS = (
    "%00 %ff %C3%28 %ED%A0%80 ..%2f..%2f %2e%2e {code} %7B0%7D % %zz %25 * a;b %E2%80%AE %F0%9F%A7%99 "
    "'%20OR%201=1-- %0d%0aX-Evil:1 CODE%00 CODE%20 " + "x" * 3000
).split()


ODD_COOKIES = ["", "x", "=", '"', "\\", "a b", "%00", "\xff", "x" * 4000, "é", "null", "seat-frodo"]


LIKELY_WORDS = """
    do seat known dice die cell name game options hobbits advanced nazgul_path ticket back language theme
    roll keep end apply reroll redo frodo sam table journey-to-mordor yellow blue ring nazgul
"""
"""Words that get further in than mere noise."""
