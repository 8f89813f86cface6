"""Typical mistakes of students, by exercise and name. Each consists of a phrase in its hint and changes to the sample
solution."""
MISTAKES = {
    1: {
        "state_0_is_false": ("0 is a state", {"if to is None": "if not to"}),
        "depth_first": ("depth-first", {"for place, way in waiting:": "while waiting:\n        place, way = waiting.pop()"}),
        "goes_in_circles": ("in circles", {"if to not in met:": "if True:"}),
        "stops_before_the_last_move": ("last move must be the untried one",
                                       {"return [*way, untried(place)[0]]": "return way or [untried(place)[0]]"}),
    },
    2: {
        "looks_only_here": ("Only the place of the marble", {"waiting.append((places[to], [*way, move]))": "pass"}),
        "one_move_of_each_place": ("several untried moves", {
            "if to is None:": "if to is None and place in [known for known, _ in found]:\n                continue\n            if to is None:"}),
        "takes_the_farthest": ("min, not max", {"min(candidates": "max(candidates"}),
        "adds_the_path": ("as A* does", {"candidate[0].distance)": "candidate[0].distance + len(candidate[1]))"}),
        "last_of_equals": ("`<`, not `<=`", {"min(candidates": "min(reversed(candidates)"}),
        "goes_in_circles": ("in circles", {"elif to not in met:": "else:"}),
    },
    3: {
        "forgets_the_move": ("add 1", {"1 + value(": "value("}),
        "uses_bare_distances": ("use value()", {"1 + value(learned, places[to])": "places[to].distance"}),
        "does_not_store": ("into the dictionary", {"learned[here.state] =": "new ="}),
        "lets_values_fall": ("must not fall", {"max(value(learned, here), min(looked_ahead))": "min(looked_ahead)"}),
        "learns_the_greatest": ("not the greatest", {"min(looked_ahead)": "max(looked_ahead)"}),
        "counts_the_target": ("take 1 from", {"place.distance - 1": "place.distance"}),
    },
    4: {
        "only_the_most_likely_outcome": ("All outcomes count", {
            "sum(answer.probability * values.get(answer.state, 0.0) for answer in answers)":
                "values.get(answers[0].state, 0.0) if answers else 0.0"}),
        "forgets_the_probabilities": ("multiply it by the probability", {"answer.probability * ": ""}),
        "no_discount": ("Without DISCOUNT", {"DISCOUNT * ": ""}),
        "goals_change": ("worth 1 in every sweep", {"1 if state in goals else DISCOUNT": "DISCOUNT"}),
        "takes_the_mean": ("not a mean", {"max(expected(values, answers) for answers in moves)":
                                          "sum(expected(values, answers) for answers in moves) / len(moves)"}),
        "one_sweep": ("Sweep again", {"if all(abs(new[state] - values[state]) <= 0.000001 for state in model):": "if True:"}),
    },
    5: {
        "rolls_upward": ("point up", {"2 * axis if orientation >> axis & 1 else 2 * axis + 1": "2 * axis + (orientation >> axis & 1)"}),
        "one_bit_for_all": ("a bit of its own", {"orientation >> axis & 1": "orientation & 1"}),
        "never_fast": ("keeps its direction", {"fast = side == last": "fast = False"}),
        "always_fast": ("fast from its first step", {"last, fast = None, False": "last, fast = None, True",
                                                     "fast = side == last": "fast = True"}),
        "keeps_its_speed": ("stays fast after a turn", {"fast = side == last": "fast = fast or side == last"}),
        "one_step": ("stops after one step", {"cell = neighbour(": "return neighbour("}),
        "old_orientation": ("after the move", {"roll(maze, state // 8, orientation)": "roll(maze, state // 8, state % 8)"}),
    },
    6: {
        "never_explores": ("must be a random one", {"if draw.random() < exploring:": "if False:"}),
        "takes_the_least": ("max, not min", {"return max(range(MOVES)": "return min(range(MOVES)"}),
        "looks_past_the_end": ("nothing follows", {"if not over:": "if True:"}),
        "forgets_all": ("Only the share RATE", {"old + RATE * (goal - old)": "goal"}),
        "truncation_is_an_end": ("only cut off", {"after, terminated)": "after, terminated or truncated)"}),
        "stays_behind": ("in a new state", {"state, over = after,": "over ="}),
    },
}
