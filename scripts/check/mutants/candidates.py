"""Where C++ source can be changed by a little: finds the places and writes them with a switch (mutant_switch.h).

A place is a comparison, an arithmetic operator, a condition, a constant or a returned value. The code is not parsed: it is
formatted by clang-format, so that a binary operator stands between blanks and a template's brackets do not. What does not
compile with its switch is left out by whoever builds it."""
import dataclasses
import re

KINDS = ("arithmetic", "comparison", "condition", "constant", "returned value")
ARITHMETIC = {"+": ("Plus", "-"), "-": ("Minus", "+"), "*": ("Times", "/"), "/": ("Over", "*"),
              "+=": ("Add", "-="), "-=": ("Subtract", "+="), "*=": ("Multiply", "/=")}
COMPARISONS = {"<": ("Less", "<="), "<=": ("AtMost", "<"), ">": ("Greater", ">="), ">=": ("AtLeast", ">"),
               "==": ("Equal", "!="), "!=": ("Unequal", "==")}
OPERATOR = re.compile(r"(?<=[\w)\]}\"'] )(\+=|-=|\*=|<=|>=|==|!=|[-+*/<>])(?=[ \n])")
CONJUNCTION = re.compile(r"(?<= )(&&|\|\|)(?=[ \n])")
HEAD = re.compile(r"\b(?:if|while) \(")
FOR = re.compile(r"\bfor \(")
NUMBER = re.compile(r"(?<![\w.'#])(\d+\.\d*(?:e[-+]?\d+)?|\d+(?:e[-+]?\d+)|\d+)([uUlLzf]*)(?![\w.'])")
TRUTH = re.compile(r"\b(true|false)\b")
RETURN = re.compile(r"\breturn ([^;{}\[\]]+);")
NAMED = re.compile(r"^[ ]*(?:inline |static )*(constexpr |const )(?:double|float|int|long|std::size_t) \w+ = ", re.MULTILINE)
FUNCTION = re.compile(r"^(?:  )?(?:\[\[nodiscard\]\] |static |inline |constexpr |virtual |explicit )*"
                      r"([A-Za-z_][\w:<>, ]*?)[ ]?[&*]? ?[\w:~]+\(", re.MULTILINE)
CHANGED_TYPES = ("bool", "int", "long", "double", "float", "std::size_t", "std::uint64_t", "std::int64_t", "std::uint32_t")
MASKED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ ]*#(?:\\\n|[^\n])*',
                    re.DOTALL | re.MULTILINE)
LEFT_OUT = re.compile(r"\b(?:static_assert|assert)\(|\benum (?:class )?\w+[^;{]*\{|\boperator\S* ?\(|\brequires\b|\btemplate <")
COMPUTED = re.compile(r"\b(?:constexpr|static const (?:int|long|std::size_t))\b[^;(){}=]*[={]")


@dataclasses.dataclass
class Place:
    """One change of one file: what stands there, what would, and the edits that put both behind a switch."""
    path: str
    kind: str
    offset: int
    line: int
    usual: str
    other: str
    edits: list  # of (offset, length, text), {id} standing for the mutant's number

    def key(self):
        return f"{self.path}:{self.line}:{self.offset}:{self.other}"


def masked(text):
    """The same length, without comments, words in quotes and lines of the preprocessor."""
    def blank(match):
        found = match.group(0)
        mark = '"' if found[0] in "\"'R" else " "
        return mark + re.sub(r"[^\n]", "_" if mark == '"' else " ", found[1:-1]) + mark if len(found) > 1 else mark
    return MASKED.sub(blank, text)


def closing(text, start):
    """Where the bracket that opens at `start` closes; the end of the text for none."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at
    return len(text)


def operand_end(text, start):
    """Where the right operand of && or || that begins at `start` ends."""
    depth = 0
    for at in range(start, len(text)):
        letter = text[at]
        if depth == 0 and (letter in ",;?:)]}" and text[at:at + 2] != "::" and text[at - 1:at + 1] != "::"
                           or text[at:at + 2] in ("&&", "||")):
            return at
        depth += (letter in "([{") - (letter in ")]}")
    return len(text)


def left_out(code):
    """Spans in which nothing is changed: contracts, enumerations, declarations of operators and templates."""
    spans = []
    for match in LEFT_OUT.finditer(code):
        if match.group(0).endswith(("(", "{")):
            spans.append((match.start(), closing(code, match.end() - 1)))
        else:
            spans.append((match.start(), code.find("\n", match.end())))
    return spans


def computed_by_compiler(text, places):
    """Those of a file that stand in what the compiler computes, where no switch can reach."""
    code = masked(text)
    spans = [(match.start(), code.find(";", match.end())) for match in COMPUTED.finditer(code)]
    return [place for place in places if any(begin <= place.offset < end for begin, end in spans)
            and "named_constant" not in place.edits[-1][2]]


def swapped_tokens(code):
    for match in OPERATOR.finditer(code):
        found = match.group(1)
        kind, (name, other) = (("arithmetic", ARITHMETIC[found]) if found in ARITHMETIC else
                               ("comparison", COMPARISONS[found]))
        yield kind, match.start(1), found, other, [(match.start(1), len(found), f"{found} mutation::{name}<{{id}}>{{}} {found}")]


def dropped_operands(code, text):
    for match in CONJUNCTION.finditer(code):
        begin = match.end() + 1
        end = operand_end(code, begin)
        operand = text[begin:end].strip()
        if not operand or operand.startswith("//"):
            continue
        opening = "(mutation::on({id}) || (" if match.group(1) == "&&" else "(!mutation::on({id}) && ("
        last = begin + len(text[begin:end].rstrip())
        yield ("condition", match.start(1), f"{match.group(1)} {' '.join(operand.split())}", "",
               [(begin, 0, opening), (last, 0, "))")])


def negated_conditions(code, text):
    spans = []
    for match in HEAD.finditer(code):
        spans.append((match.end(), closing(code, match.end() - 1)))
    for match in FOR.finditer(code):
        begin, end = match.end(), closing(code, match.end() - 1)
        parts = code[begin:end].split(";")
        if len(parts) == 3 and parts[1].strip():
            spans.append((begin + len(parts[0]) + 1, begin + len(parts[0]) + 1 + len(parts[1])))
    for begin, end in spans:
        condition = code[begin:end]
        if ";" in condition:
            begin += condition.rindex(";") + 1
            condition = code[begin:end]
        if re.search(r"[^=!<>+\-*/]=[^=]", condition) or "[" in condition and "{" in condition:
            continue
        words = " ".join(text[begin:end].split())
        yield ("condition", begin, words, f"!({words})",
               [(begin, 0, "mutation::negated<{id}>(static_cast<bool>("), (end, 0, "))")])


def one_more(number, suffix):
    if "." not in number and "e" not in number:
        return str(int(number) + 1) + suffix
    return repr(float(number) + 1.0) + suffix


def constants(code):
    named = {code.find("\n", m.start() + 1) if code[m.start()] == "\n" else m.start(): m for m in NAMED.finditer(code)}
    named = list(named.values())
    for pattern in (NUMBER, TRUTH):
        for match in pattern.finditer(code):
            begin, end, usual = match.start(), match.end(), match.group(0)
            before, after = code[:begin].rstrip(" "), code[end:end + 1]
            line = code[code.rfind("\n", 0, begin) + 1:begin]
            if before.endswith("<") or after == ">" or re.search(r"\bcase $", line) or re.search(r"<[\w:, ]*, $", line):
                continue
            if pattern is TRUTH:
                other = "false" if usual == "true" else "true"
            else:
                other = one_more(match.group(1), match.group(2))
                if other == usual or "e" in usual and float(match.group(1)) + 1 == float(match.group(1)):
                    continue
            declared = next((m for m in named if m.end() <= begin < code.find(";", m.end())), None)
            if declared is None and re.search(r"\bconstexpr\b", line):
                continue
            edits = [(begin, end - begin, f"mutation::constant<{{id}}>({usual}, {other})")]
            if declared is not None:
                edits = [(declared.start(1), len(declared.group(1)), "const "),
                         (begin, end - begin, f"mutation::named_constant<{{id}}>({usual}, {other})")]
            yield "constant", begin, usual, other, edits


def returned_values(code, text):
    heads = [(m.start(), m.group(1).strip()) for m in FUNCTION.finditer(code)
             if m.group(1).strip() not in ("return", "else", "new", "delete", "throw", "using", "namespace", "case")]
    for match in RETURN.finditer(code):
        enclosing = [kind for start, kind in heads if start < match.start()]
        value = match.group(1)
        if not enclosing or enclosing[-1] not in CHANGED_TYPES or re.fullmatch(r"[\d.]+|true|false|\*?\w+::npos", value):
            continue
        words = " ".join(text[match.start(1):match.end(1)].split())
        other = f"!({words})" if enclosing[-1] == "bool" else f"({words}) + 1"
        yield ("returned value", match.start(1), words, other,
               [(match.start(1), 0, "mutation::changed<{id}>("), (match.end(1), 0, ")")])


def places_of(path, text):
    """Every place of a file, in the order of their kinds and where they stand."""
    code = masked(text)
    spans = left_out(code)
    found = (*swapped_tokens(code), *dropped_operands(code, text), *negated_conditions(code, text), *constants(code),
             *returned_values(code, text))
    for kind, offset, usual, other, edits in found:
        if any(begin <= offset < end for begin, end in spans):
            continue
        yield Place(path, kind, offset, text.count("\n", 0, offset) + 1, usual, other, edits)


def with_switches(text, numbered):
    """The text with the given (number, place) behind their switches. Edits that start at one place nest: an insertion
    before a replacement, and of two insertions the one whose span ends later is outside."""
    edits = []
    for number, place in numbered:
        last = max(offset + length for offset, length, _ in place.edits)
        first = min(offset for offset, _, _ in place.edits)
        for index, (offset, length, words) in enumerate(place.edits):
            closes = len(place.edits) == 2 and index == 1 and length == 0
            rank = (offset, 0, -first) if closes else (offset, 1 + (length > 0), -last)
            edits.append((rank, offset, length, words.replace("{id}", str(number))))
    pieces, at, done = [], 0, set()
    for _, offset, length, words in sorted(edits, key=lambda edit: edit[0]):
        if length and (offset, length) in done:  # `const` in place of `constexpr`, asked for twice
            continue
        done.add((offset, length))
        pieces += [text[at:offset], words]
        at = max(at, offset + length)
    return '#include "mutant_switch.h"\n' + "".join(pieces) + text[at:]
