"""Outcomes have the same numbers in C++, C, Python and JavaScript."""
import pathlib
import re

from marblemaze.names import OUTCOMES

ROOT = pathlib.Path(__file__).parents[3]


def found(pattern, path):
    """Returns the text that the only match of a pattern in a file captures."""
    return re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.DOTALL).group(1)


def named(words):
    """Returns names in Python's notation."""
    return [word.lower().replace("_", "-") for word in words]


def test_outcomes_have_the_same_numbers_everywhere():
    cpp = re.sub(r"//[^\n]*", "", found(r"enum class Outcome \{(.*?)\}", "agent/play/simulation_controller.h"))
    c = found(r"typedef enum mm_outcome \{(.*?)\} mm_outcome;", "engine/c_api/marblemaze.h")
    js = found(r"kOutcomes = \[(.*?)\]", "engine/replay_page/web/marblemaze.js")
    python = {name: number for number, name in enumerate(OUTCOMES)}
    assert {name: number for number, name in enumerate(named(re.findall(r"\w+", cpp)))} == python
    assert {named([name])[0]: int(number) for name, number in re.findall(r"MM_OUTCOME_(\w+) = (\d+)", c)} == python
    assert {name: number for number, name in enumerate(re.findall(r'"([^"]+)"', js))} == python

