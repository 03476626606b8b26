"""Intervals over exact rationals, as a program for `soundline test --exec`.

An example of the protocol in docs/exec-protocol.md. With --bug, join forgets the upper bounds of
its second operand. An element is None for bottom, or a list with the bounds of each variable.
"""
import re
import sys
from fractions import Fraction

INFINITY = float("inf")
BUG = "--bug" in sys.argv[1:]
DECLARATION = """hello 1 intervals in Python
kind intervals
numbers rational
narrowing yes
best all
ready"""


TERM = re.compile(r"([+-]?)(\d+(?:/\d+)?)?\*?(?:x(\d+))?")


def parse_sum(text):
    """`2*x0 - x3 + 1/2` as a dictionary of factors, and the constant."""
    factors, constant = {}, Fraction(0)
    for sign, number, variable in TERM.findall(text.replace(" ", "")):
        value = Fraction(number or 1) * (-1 if sign == "-" else 1)
        if variable:
            factors[int(variable)] = value
        elif number:
            constant = value
    return factors, constant


def parse_constraint(text):
    left, relation = re.fullmatch(r"(.*) (>=|>|=|!=) 0", text.strip()).groups()
    return (*parse_sum(left), relation)


def negated(factors, constant):
    return {v: -factor for v, factor in factors.items()}, -constant


def largest(box, factors, constant):
    """The largest value of a linear expression."""
    ends = [(factor, box[v][1] if factor > 0 else box[v][0]) for v, factor in factors.items()]
    if any(abs(end) == INFINITY for _, end in ends):
        return INFINITY
    return sum((factor * end for factor, end in ends), constant)


def guard(box, factors, constant, relation):
    if box is None:
        return None
    if relation == "=":
        above = guard(box, factors, constant, ">=")
        return guard(above, *negated(factors, constant), ">=")
    most = largest(box, factors, constant)
    if relation == "!=":
        only_zero = most == 0 and largest(box, *negated(factors, constant)) == 0
        return None if only_zero else box
    if most < 0 or (relation == ">" and most == 0):
        return None
    result = list(box)
    for v, factor in factors.items():
        rest = largest(box, {w: f for w, f in factors.items() if w != v}, constant)
        if rest != INFINITY:
            low, high = box[v]
            bound = -rest / factor
            result[v] = (max(low, bound), high) if factor > 0 else (low, min(high, bound))
    return result


def assign(box, assignments):
    if box is None:
        return None
    result = list(box)
    for variable, (factors, constant) in assignments:
        low = -largest(box, *negated(factors, constant))
        result[variable] = (low, largest(box, factors, constant))
    return result


def join(a, b):
    if a is None or b is None:
        return b if a is None else a
    if BUG:
        return [(min(x[0], y[0]), x[1]) for x, y in zip(a, b)]
    return [(min(x[0], y[0]), max(x[1], y[1])) for x, y in zip(a, b)]


def inhabited(box):
    return None if any(low > high for low, high in box) else box


def meet(a, b):
    if a is None or b is None:
        return None
    return inhabited([(max(x[0], y[0]), min(x[1], y[1])) for x, y in zip(a, b)])


def widen(a, b):
    if a is None or b is None:
        return b if a is None else a
    lows = [x[0] if x[0] <= y[0] else -INFINITY for x, y in zip(a, b)]
    return list(zip(lows, [x[1] if x[1] >= y[1] else INFINITY for x, y in zip(a, b)]))


def narrow(a, b):
    if a is None or b is None:
        return None
    lows = [y[0] if x[0] == -INFINITY else x[0] for x, y in zip(a, b)]
    highs = [y[1] if x[1] == INFINITY else x[1] for x, y in zip(a, b)]
    return inhabited(list(zip(lows, highs)))


def leq(a, b):
    if a is None or b is None:
        return a is None
    return all(x[0] >= y[0] and x[1] <= y[1] for x, y in zip(a, b))


def constraints(box):
    if box is None:
        return ["1 = 0"]
    lows = [f"x{v} >= {low}" for v, (low, _) in enumerate(box) if low != -INFINITY]
    return lows + [f"x{v} <= {high}" for v, (_, high) in enumerate(box) if high != INFINITY]


def variables(words):
    return [int(word[1:]) if word != "new" else None for word in words]


class Domain:
    def __init__(self, kinds):
        self.top = [(-INFINITY, INFINITY)] * len(kinds)
        # Bounds of integers are not rounded, so that a no about them is not certain.
        self.no = "unknown" if "int" in kinds else "no"
        self.elements = []

    def make(self, name, rest):
        """The element that an instruction makes."""
        if name == "top":
            return self.top
        if name == "bottom":
            return None
        if name == "constraint":
            element = self.top
            for text in rest.split(";") if rest else []:
                element = guard(element, *parse_constraint(text))
            return element
        if name in ("join", "meet", "widen", "narrow"):
            a, b = (self.elements[int(slot)] for slot in rest.split())
            return {"join": join, "meet": meet, "widen": widen, "narrow": narrow}[name](a, b)
        slot, _, rest = rest.partition(" ")
        a = self.elements[int(slot)]
        if name == "guard":
            return guard(a, *parse_constraint(rest))
        if name == "assign":
            pairs = (part.split(":=") for part in rest.split(";")) if rest else []
            return assign(a, [(int(v.strip()[1:]), parse_sum(e)) for v, e in pairs])
        if a is None:
            return None
        if name == "forget":
            forgotten = variables(rest.split())
            return [self.top[v] if v in forgotten else bounds for v, bounds in enumerate(a)]
        if name == "embed":
            return [(-INFINITY, INFINITY) if v is None else a[v] for v in variables(rest.split())]
        raise NotImplementedError(name)

    def answer(self, name, slots):
        a, b = self.elements[slots[0]], self.elements[slots[-1]]
        if name == "constraints":
            return ("holds " + "; ".join(constraints(a))).strip()
        holds = {
            "leq": lambda: leq(a, b),
            "equal": lambda: a == b,
            "is_bottom": lambda: a is None,
            "is_top": lambda: a == self.top,
        }[name]()
        return "yes" if holds else self.no


def main():
    domain, fault = Domain([]), None
    for line in sys.stdin:
        name, _, rest = line.strip().partition(" ")
        if name == "hello":
            domain = Domain(rest.split()[1:])
            print(DECLARATION, flush=True)
        elif name == "reset":
            domain.elements, fault = [], None
        elif name == "ask":
            number, question, *slots = rest.split()
            if fault is None:
                print(number, domain.answer(question, [int(slot) for slot in slots]), flush=True)
            else:
                print(number, fault, flush=True)
                fault = None
        elif name != "touch":
            try:
                element = domain.make(name, rest)
            except NotImplementedError:
                element, fault = domain.top, fault or f"unsupported {name}"
            except ArithmeticError as error:
                element, fault = domain.top, fault or f"exception {error}"
            domain.elements.append(element)


main()
