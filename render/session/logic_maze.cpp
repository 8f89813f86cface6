#include "render/session/logic_maze.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/text_file.h"
#include "maze/base/words.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostSolutions = 200;
constexpr std::size_t kMostAtOnce = 12;             // shown; with more, colours are not told apart
constexpr std::uint64_t kSearchEffort = 2'000'000;  // a moment, for a person who waits
constexpr const char *kOfBoards = "0123456789Gg[],/ \t\r\n", *kOfTables = "0123456789:- \t\r\n";
constexpr const char* kShortest = "shortest, breadth-first";

std::string without_comments(const std::string& text) {
  std::string kept;
  for (const std::string& line : parts_of(text, '\n'))
    if (!line.starts_with('#')) kept += line + "\n";
  return kept;
}

auto read_maze(const std::string& file, const char* kind, const auto& parse) {
  const std::string text = read_text_file(file);
  return naming(fmt::format("As a {} '{}' has a fault", kind, file), [&] { return parse(text); });
}

LogicSolution as_solution(std::string name, const JumpStates& states, const JumpSolution& found) {
  int state = states.start();
  LogicSolution solution{std::move(name), {}, {StateId(state)}};
  for (const Heading heading : found.headings) {
    const auto legal = states.headings(state);
    const auto place = std::find(legal.begin(), legal.end(), heading);
    solution.moves.emplace_back(static_cast<int>(place - legal.begin()));
    state = states.after(state, heading);
    solution.states.emplace_back(state);
  }
  return solution;
}

// Every way on from a state that is as short as can be.
void add_shortest(const JumpStates& states, const std::vector<int>& distances, int state,
                  JumpSolution& so_far, std::vector<LogicSolution>& found) {
  if (found.size() == kMostAtOnce) return;
  if (state == states.goal())
    return found.push_back(
        as_solution(fmt::format("shortest, number {}", found.size() + 1), states, so_far));
  for (const Heading heading : states.headings(state)) {
    const int next = states.after(state, heading);
    if (distances[static_cast<std::size_t>(next)] != distances[static_cast<std::size_t>(state)] - 1)
      continue;
    so_far.headings.push_back(heading);
    add_shortest(states, distances, next, so_far, found);
    so_far.headings.pop_back();
  }
}

/// Four lamps and a button below each, which changes others by a hidden table.
class LampsMaze : public LogicMaze {
 public:
  LampsMaze(const WorldEntry& entry, const FourBitMaze& maze) : LogicMaze(entry, 0), maze_(maze) {}

  [[nodiscard]] Environment make() const override { return lamps_environment(maze_); }
  [[nodiscard]] std::string move_name(const Rules&, StateId, MoveId move) const override {
    return fmt::format("press {}", move.index + 1);
  }
  [[nodiscard]] std::optional<LogicInsight> insight() const override {
    LogicInsight insight;
    insight.distances = distances_to(maze_.graph(), FourBitMaze::kGoal);
    const std::vector<int> presses = maze_.shortest_solution();
    if (presses.empty()) return insight;
    insight.solutions = {{kShortest, {}, {StateId(FourBitMaze::kStart)}}};
    LogicSolution& shortest = insight.solutions.front();
    for (const int button : presses) {
      shortest.states.emplace_back(maze_.press(shortest.states.back().index, button));
      shortest.moves.emplace_back(button);
    }
    return insight;
  }
  [[nodiscard]] std::string text() const override { return to_text(maze_); }
  [[nodiscard]] bool has_text() const override { return true; }
  [[nodiscard]] const FourBitMaze* lamps() const override { return &maze_; }

 private:
  FourBitMaze maze_;
};

/// A board of numbers, each of which says how far to jump.
class BoardMaze : public LogicMaze {
 public:
  BoardMaze(const WorldEntry& entry, const JumpMaze& maze, UTurns u_turns)
      : LogicMaze(entry, 0), board_(maze, u_turns) {}

  [[nodiscard]] Environment make() const override {
    return board_environment(board_.maze(), board_.u_turns());
  }
  [[nodiscard]] std::string short_name(StateId state) const override {
    const int square = board_.states().square(state.index), cols = board_.maze().cols;
    return fmt::format("{},{}", square / cols + 1, square % cols + 1);
  }
  [[nodiscard]] std::optional<MoveId> towards(StateId state, glm::vec2 side) const override {
    const Heading wanted = side.x > 0   ? Heading::right
                           : side.x < 0 ? Heading::left
                           : side.y > 0 ? Heading::up
                                        : Heading::down;
    for (const MoveId move : board_.moves(state))
      if (board_.heading(state, move) == wanted) return move;
    throw BadInput(fmt::format("No jump {} from here.", heading_name(wanted)));
  }
  [[nodiscard]] std::optional<LogicInsight> insight() const override;
  [[nodiscard]] std::unique_ptr<LogicMaze> under(UTurns u_turns) const override {
    return std::make_unique<BoardMaze>(entry_, board_.maze(), u_turns);
  }
  [[nodiscard]] std::string text() const override { return to_text(board_.maze()); }
  [[nodiscard]] bool has_text() const override { return true; }
  [[nodiscard]] const JumpWorld* board() const override { return &board_; }

 private:
  JumpWorld board_;
};

std::optional<LogicInsight> BoardMaze::insight() const {
  const JumpStates states = board_.states();
  LogicInsight insight;
  insight.distances = distances_to(states.graph(), states.goal());
  const JumpSolution shortest = shortest_solution(board_.maze(), board_.u_turns());
  if (shortest.squares.empty()) return insight;
  insight.solutions.push_back(as_solution(kShortest, states, shortest));
  JumpSolution none;
  add_shortest(states, insight.distances, states.start(), none, insight.shortest);
  const JumpSolutions all =
      all_solutions(board_.maze(), board_.u_turns(), kMostSolutions, kSearchEffort);
  insight.all_solutions = all.complete;
  for (std::size_t i = 0; i < all.found.size(); ++i)
    insight.solutions.push_back(
        as_solution(fmt::format("depth-first, number {}", i + 1), states, all.found[i]));
  return insight;
}

}  // namespace

std::string LogicMaze::how_to_play() const {
  const Json* known = page_words("families").find(entry_.name);
  return known ? known->at("text").text() : std::string(entry_.summary);
}

std::string LogicMaze::text() const {
  throw BadInput("Mazes of this kind have no files: the seed makes the same maze again.");
}

std::unique_ptr<LogicMaze> make_logic_maze(const LogicSpec& spec) {
  return make_logic_maze(world_entry(spec.family), spec);
}

std::unique_ptr<LogicMaze> make_logic_maze(const WorldEntry& entry, const LogicSpec& spec) {
  if (entry.marble) throw BadInput("logic maze", "'" + spec.family + "'", "no marble maze");
  const bool made = spec.file.empty();
  if (entry.lamps)
    return std::make_unique<LampsMaze>(
        entry, made ? entry.lamps(spec.seed)
                    : read_maze(spec.file, "four-bit table", parse_four_bit_maze));
  if (entry.board)
    return std::make_unique<BoardMaze>(
        entry,
        made ? entry.board->make(spec.seed) : read_maze(spec.file, "number board", parse_jump_maze),
        entry.board->u_turns);
  if (made) return std::make_unique<LogicMaze>(entry, spec.seed);
  throw BadInput("file", "'" + spec.file + "'", "a seed: mazes of this kind have no files");
}

std::unique_ptr<LogicMaze> make_logic_maze(const GameRecording& game) {
  const WorldEntry& entry = world_entry(game.family);
  if (entry.marble) throw BadInput("recording's family", "'" + game.family + "'", "a logic maze");
  if (entry.lamps) return std::make_unique<LampsMaze>(entry, parse_four_bit_maze(game.text));
  if (entry.board)
    return std::make_unique<BoardMaze>(entry, parse_jump_maze(game.text), game.u_turns);
  return std::make_unique<LogicMaze>(entry, game.seed);
}

std::optional<std::string> logic_family_of_file(const std::filesystem::path& path) {
  const std::string text = without_comments(read_text_file(path));
  if (text.starts_with("marblemaze-recording ") || text.find("\"format\"") != std::string::npos)
    return std::nullopt;
  if (text.find_first_not_of(kOfBoards) == std::string::npos) return "jump";
  if (text.find_first_not_of(kOfTables) == std::string::npos) return "four-bit";
  throw BadInput(fmt::format(
      "'{}' is not a marblemaze file: expected a maze, a recording, a four-bit table or a "
      "number board",
      path.string()));
}

}  // namespace marblemaze
