#include <fmt/format.h>

#include "agent/belief/world_advice.h"
#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/puzzles/four_bit_maze.h"

namespace marblemaze {
namespace {

using Given = GeneratedFourBitMaze;
constexpr int kRead = -1;  // changes of a maze that was not generated

class FourBitKind final : public PuzzleKindOf<Given> {
 public:
  FourBitKind()
      : PuzzleKindOf("four-bit", "Four lamps, four buttons and a hidden table",
                     "16 lines 'STATE: TARGETS OF BUTTONS 3 2 1 0', - for a lamp that is off") {}

 private:
  void add_options(CLI::App& command) override {
    command.add_option("--min-moves", rules_.min_moves,
                       "The shortest solution has at least this many moves, 1 to 11");
    command.add_flag("--strict", rules_.strict, "One press lights at most two other lamps");
    command.add_option("--agent", agent_,
                       "solve: let this agent press the buttons; see the agents command");
  }

  Given parse(const std::string& text) const override { return {parse_four_bit_maze(text), kRead}; }

  std::optional<Given> make(Rng& rng, GeneratorBudget&) const override {
    return generate_four_bit_maze(rules_, rng);
  }

  Finding generate(const Given& given) const override {
    const std::string text = to_text(given.maze);
    Json document{{"kind", name_},
                  {"table", given.maze.table()},
                  {"text", text},
                  {"shortest", given.maze.shortest_solution().size()}};
    if (given.changes != kRead)
      document["generator"] = {{"seed", options_.seed},
                               {"changes", given.changes},
                               {"min_moves", rules_.min_moves},
                               {"strict", rules_.strict}};
    return {text, document};
  }

  Finding solve(const Given& given) const override {
    const FourBitMaze& maze = given.maze;
    if (!agent_.empty())
      return solve_by_agent({std::make_unique<FourBitWorld>(maze), four_bit_advice()}, agent_);
    const std::vector<int> buttons = maze.shortest_solution();
    std::vector<int> states{FourBitMaze::kStart};
    for (int button : buttons) states.push_back(maze.press(states.back(), button));
    const bool solved = !buttons.empty();
    return {solved ? describe_presses(maze, buttons) + "\n" : "unsolvable\n",
            {{"outcome", solved ? "solved" : "unsolvable"},
             {"moves", buttons.size()},
             {"played", buttons},
             {"states", states}},
            solved};
  }

  Finding check(const Given& given) const override {
    const auto faults = given.maze.faults(rules_);
    const std::size_t shortest = given.maze.shortest_solution().size();
    std::string text;
    for (const std::string& fault : faults) text += fault + "\n";
    if (faults.empty()) text = fmt::format("valid; the shortest solution has {} moves\n", shortest);
    return {text,
            {{"valid", faults.empty()}, {"faults", faults}, {"shortest", shortest}},
            faults.empty()};
  }

  Exit play(const Given& given) const override {
    FourBitMaze maze = given.maze;
    std::uint64_t seed = options_.seed;
    int state = FourBitMaze::kStart, moves = 0;
    const auto show = [&] {
      print_out("lamps 4 3 2 1:  {}   ({} moves)\n", lamps(state), moves);
      if (state == FourBitMaze::kGoal)
        print_out("all lamps are off: solved in {} moves, the fewest possible are {}\n", moves,
                  maze.shortest_solution().size());
    };
    const auto press = [&](char key) {
      if (key >= '1' && key <= '4' && state != FourBitMaze::kGoal) {
        state = maze.press(state, key - '1');
        ++moves;
      } else if (key == 'r' || key == 'n') {
        if (key == 'n') {
          Rng rng(++seed);
          maze = generate_four_bit_maze(rules_, rng).maze;
        }
        state = FourBitMaze::kStart, moves = 0;
      } else {
        print_out("'{}' is not a button: 1 to 4, r, n or q\n", key);
      }
    };
    print_out(
        "Turn all four lamps off. Only the button of a lamp that is on does something: that lamp "
        "goes "
        "off, and others may change.\n");
    return play_keys(
        "1 2 3 4: press a button (4 is the leftmost)   r: start again   n: new maze   q: quit",
        press, show, [&] { return state == FourBitMaze::kGoal; });
  }

  std::string dot(const Given& given) const override { return to_dot(given.maze); }

  FourBitRules rules_;
  std::string agent_;
};

}  // namespace

std::shared_ptr<PuzzleKind> make_four_bit_kind() { return std::make_shared<FourBitKind>(); }

}  // namespace marblemaze
