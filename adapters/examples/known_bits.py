"""Known bits in Python, as a value domain for `soundline laws --exec`. With --bug a borrow is lost in the difference.

    soundline laws --exec "python3 adapters/examples/known_bits.py --bug"

An element is a word of the digits 0, 1 and ?, from the highest bit to the lowest.
"""

import sys

BUG = "--bug" in sys.argv


def mask(width):
    return (1 << width) - 1


def read(text):
    """The bits that must be 1, and those that may be."""
    return int(text.replace("?", "0"), 2), int(text.replace("?", "1"), 2)


def write(width, must, may):
    bit = lambda i: "1" if must >> i & 1 else "?" if may >> i & 1 else "0"
    return "".join(bit(i) for i in reversed(range(width)))


def best(width, words):
    must, may = mask(width), 0
    for word in words:
        must, may = must & word, may | word
    return write(width, must, may)


def add(width, a, b, carry=0):
    """Bits are known where both operands and the carry into them are."""
    (a_must, a_may), (b_must, b_may) = a, b
    least, most = a_must + b_must + carry, a_may + b_may + carry
    carries = (least ^ a_must ^ b_must) ^ (most ^ a_may ^ b_may)
    unknown = (a_must ^ a_may) | (b_must ^ b_may) | carries
    if BUG and carry:
        unknown &= ~carries | (a_must ^ a_may)
    return write(width, least & ~unknown & mask(width), (least | unknown) & mask(width))


def negated(width, a):
    return mask(width) & ~a[1], mask(width) & ~a[0]


ABSTRACT = {
    "and": lambda width, a, b: write(width, a[0] & b[0], a[1] & b[1]),
    "add": add,
    "sub": lambda width, a, b: add(width, a, negated(width, b), 1),
}
CONCRETE = {
    "and": lambda width, x, y: x & y,
    "add": lambda width, x, y: (x + y) & mask(width),
    "sub": lambda width, x, y: (x - y) & mask(width),
}


def meet(width, a, b):
    must, may = a[0] | b[0], a[1] & b[1]
    return "none" if must & ~may else write(width, must, may)


def answer(question, width, rest):
    if question == "top":
        return "?" * width
    if question == "best":
        return best(width, map(int, rest))
    if question == "count":
        return 3**width if width <= 4 else 0
    if question == "element":
        digits = int(rest[0])
        return "".join("01?"[digits // 3**i % 3] for i in range(width))
    if question == "concrete":
        return CONCRETE[rest[0]](width, *map(int, rest[1:]))
    if question == "apply":
        return ABSTRACT[rest[0]](width, *map(read, rest[1:]))
    a = read(rest[0])
    if question == "contains":
        word = int(rest[1])
        return "yes" if not a[0] & ~word and not word & ~a[1] else "no"
    b = read(rest[1])
    if question == "leq":
        return "yes" if not b[0] & ~a[0] and not a[1] & ~b[1] else "no"
    if question == "equal":
        return "yes" if a == b else "no"
    if question == "join":
        return write(width, a[0] & b[0], a[1] | b[1])
    return meet(width, a, b)


for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("hello values 1 python-known-bits")
        print("widths 1 2 3 64")
        print("has best list")
        for name in ABSTRACT:
            claims = "monotone optimal" + (" commutative" if name != "sub" else "")
            print("operator", name, "ee", claims)
        print("ready", flush=True)
    else:
        _, number, question, width, *rest = words
        print(number, answer(question, int(width), rest), flush=True)
