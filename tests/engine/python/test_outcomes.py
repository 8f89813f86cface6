"""Test that outcomes have the same numbers in C++, C, Python and JavaScript."""
import re

from marblemaze.names import OUTCOMES
from support import PROJECT


def names_in(path, block, name):
    """Returns the names in a block of a file, converted to the spelling in Python."""
    text = re.sub(r"//[^\n]*", "", re.search(block, (PROJECT / path).read_text(), re.DOTALL)[1])
    return tuple(word.lower().replace("_", "-") for word in re.findall(name, text))


def test_outcomes_have_the_same_numbers_everywhere():
    assert names_in("agent/play/simulation_controller.h", r"enum class Outcome \{(.*?)\}", r"\w+") == OUTCOMES
    assert names_in("engine/replay_page/web/marblemaze.js", r"kOutcomes = \[(.*?)\];", r'"([^"]+)"') == OUTCOMES
    assert names_in("engine/c_api/marblemaze.h", r"typedef enum mm_outcome \{(.*?)\} mm_outcome;", r"MM_OUTCOME_(\w+ = \d+)") == tuple(
        f"{name} = {number}" for number, name in enumerate(OUTCOMES))
