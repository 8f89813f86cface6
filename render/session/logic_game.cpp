#include "render/session/logic_game.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostSolutions = 200;
constexpr std::size_t kMostAtOnce = 12;  // more solutions would need indistinguishable colours
constexpr std::uint64_t kSearchEffort = 2'000'000;  // takes a moment, while a person waits
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

// Adds all shortest continuations from a state.
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

/// Four lamps with a button below each, which changes other lamps according to a hidden table.
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

/// A board of numbers, each of which is the length of the jumps from its square.
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

constexpr const char* kRecorded = "This is a recording: start the maze again (R) to play it.";

// The player may be a person or an agent that this build does not have.
LogicSpec spec_of(const GameRecording& recording) {
  LogicSpec spec;
  spec.family = recording.family;
  spec.seed = recording.seed;
  spec.file = recording.name;
  spec.by_hand = recording.agent == kByHand;
  if (planners().find(recording.agent) != nullptr) spec.agent = recording.agent;
  return spec;
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

LogicGame::LogicGame(const GameRecording& recording) : spec_(spec_of(recording)) {
  begin(make_logic_maze(recording));
  replay(recording);
}

LogicGame::LogicGame(LogicSpec spec) : spec_(std::move(spec)) { begin(make_logic_maze(spec_)); }

LogicGame::LogicGame(LogicSpec spec, std::unique_ptr<LogicMaze> maze) : spec_(std::move(spec)) {
  begin(std::move(maze));
}

void LogicGame::begin(std::unique_ptr<LogicMaze> maze) {
  maze_ = std::move(maze);
  insight_ = maze_->insight();
  restart();
}

void LogicGame::restart() {
  episode_.reset();
  states_.clear();
  moves_.clear();
  notes_.clear();
  layout_ = GraphLayout();
  recorded_.reset();
  saved_moves = 0;
  solution_shown_.reset();
  together_ = false;
  environment_ = maze_->make();
  episode_ = std::make_unique<Episode>(*environment_.world, environment_.advice,
                                       PlayerSpec{.agent = spec_.agent, .by_hand = spec_.by_hand});
  record_moves(*episode_, moves_);
  take_notes(*episode_, notes_);
  episode_->watch({.on_tick = [this] { states_.push_back(environment_.world->state()); }});
  episode_->tick();  // a logic world settles immediately
  jump(0);
  set_backward(false);
}

// Repeats the recorded moves, from which the agent learns, and adds the recorded reasons.
void LogicGame::replay(const GameRecording& recording) {
  episode_->let_person_play(true);
  for (const RecordedMove& move : recording.moves) {
    if (!episode_->waits_for_person() || !episode_->choose(move.move) || !advance() ||
        state() != move.to)
      throw BadInput("recording: move " + std::to_string(move.number) +
                     " does not end in this maze as it was recorded");
    moves_.back().reason = notes_.back().rule = move.reason;
    moves_.back().plan = move.plan;
    if (move.plan.empty()) continue;
    notes_.back().planned = move.plan.size();
    notes_.back().expected = move.plan.front().expected;
  }
  recorded_ = recording;
}

GameRecording LogicGame::recording() const {
  GameRecording game;
  game.family = spec_.family;
  game.seed = spec_.seed;
  game.name = std::filesystem::path(spec_.file).filename().string();
  if (maze_->has_text()) game.text = maze_->text();
  if (maze_->board()) game.u_turns = maze_->board()->u_turns();
  game.agent = spec_.by_hand ? kByHand : agent();
  game.build = build_id();
  game.outcome = outcome();
  game.moves = moves_;
  return game;
}

bool LogicGame::unsaved() const {
  const bool by_hand = std::ranges::count(moves_, kChosenByHand, &RecordedMove::reason) > 0;
  return by_hand && worth_keeping() && moves_.size() > saved_moves;
}

void LogicGame::set_u_turns(UTurns u_turns) {
  assert(maze_->board());
  if (maze_->board()->u_turns() == u_turns) return;
  const auto& board = world_entry(spec_.family).board;
  if (board && !board->under_other_rule.empty()) spec_.family = board->under_other_rule;
  begin(maze_->under(u_turns));
}

void LogicGame::make_seed(std::uint64_t seed) {
  const JumpWorld* board = maze_->board();
  const UTurns rule = board ? board->u_turns() : UTurns::allowed;
  LogicSpec next = spec_;
  next.seed = seed;
  next.file.clear();
  auto maze = make_logic_maze(next);
  spec_ = std::move(next);
  begin(std::move(maze));
  if (maze_->board()) set_u_turns(rule);
}

std::optional<int> LogicGame::fewest_moves(StateId from) const {
  assert(insight_);
  const int moves = insight_->distances[static_cast<std::size_t>(from.index)];
  return moves == kUnreachable ? std::nullopt : std::optional(moves);
}

std::span<const LogicSolution> LogicGame::solutions() const {
  if (!insight_) return {};
  return insight_->solutions;
}

void LogicGame::show_solution(std::optional<std::size_t> index) {
  if (index && *index >= solutions().size()) return;
  together_ = false;
  if (!index && !solution_shown_) return;
  solution_shown_ = index;
  set_backward(false);
  jump(index ? 0.0 : static_cast<double>(moves_.size()));
  pause();
}

void LogicGame::show_together() {
  if (!insight_ || insight_->shortest.empty()) return;
  show_solution(0);
  together_ = true;
}

std::span<const LogicSolution> LogicGame::together() const {
  if (!together_) return {};
  return insight_->shortest;
}

std::span<const StateId> LogicGame::track() const {
  return solution_shown_ ? checked(solutions(), *solution_shown_, "solution").states : states_;
}

MoveId LogicGame::move_to(std::size_t index) const {
  if (!solution_shown_) return checked(moves_, index - 1, "move").move;
  return checked(checked(solutions(), *solution_shown_, "solution").moves, index - 1, "move");
}

StateId LogicGame::shown() const { return checked(track(), done(), "state"); }

StateId LogicGame::next_shown() const {
  return checked(track(), static_cast<long>(std::ceil(position())), "state");
}

float LogicGame::part() const { return static_cast<float>(position() - std::floor(position())); }

bool LogicGame::shows_present() const {
  return !solution_shown_ && std::ceil(position()) == static_cast<double>(moves_.size());
}

bool LogicGame::extend(long wanted) {
  return !solution_shown_ && !recorded_ && static_cast<long>(moves_.size()) < wanted && advance();
}

GraphStory LogicGame::story() const {
  const auto moves_from = [this](StateId state) {
    return rules().is_goal(state) ? 0 : static_cast<int>(rules().moves(state).size());
  };
  return {first_state(), moves_, ControlScheme::none, &episode_->knowledge(), moves_from};
}

void LogicGame::frame(double elapsed_s, double budget_s) {
  Shown::frame(elapsed_s, budget_s);
  layout_.update(story());
  layout_.relax(kGraphRounds);
}

bool LogicGame::over() const {
  return Shown::over() &&
         (solution_shown_ || recorded_ || spec_.by_hand || outcome() != Outcome::running);
}

bool LogicGame::complete() const {
  return solution_shown_ || recorded_ || outcome() != Outcome::running;
}

bool LogicGame::make_move(MoveId move) {
  if (solution_shown_ || recorded_ || !episode_->waits_for_person() || !episode_->choose(move))
    return false;
  advance();
  set_backward(false);
  jump(static_cast<double>(moves_.size() - 1));  // the move is shown from its beginning
  play();
  return true;
}

std::string LogicGame::choose(MoveId move) {
  if (solution_shown_) return "A solution is shown: go back to the game to play.";
  if (recorded_) return kRecorded;
  if (!spec_.by_hand) return "The agent is playing. Press P to play by hand.";
  make_move(move);
  return "";
}

std::string LogicGame::choose_towards(glm::vec2 side, const Camera&) {
  const auto move = maze_->towards(state(), side);
  return move ? choose(*move) : "";
}

std::optional<GraphMoment> LogicGame::graph() const {
  // While a solution is shown, the graph does not change, because the agent learns nothing from it.
  const auto known = solution_shown_ ? moves_.size() : static_cast<std::size_t>(done());
  return GraphMoment{&layout_,
                     story(),
                     known,
                     shown(),
                     known > 0 && !solution_shown_ ? std::optional(known - 1) : std::nullopt,
                     [this](StateId state) { return rules().is_goal(state); },
                     [this](StateId state) { return maze_->short_name(state); },
                     [this](StateId state) { return rules().describe(state); },
                     {}};
}

std::string LogicGame::title() const {
  return (recorded_ ? "recording: " : "") + spec_.family + ", " +
         (spec_.file.empty() ? "seed " + std::to_string(spec_.seed)
                             : std::filesystem::path(spec_.file).filename().string());
}

std::string LogicGame::use_agent(const std::string& agent) {
  if (recorded_) throw BadInput(kRecorded);
  episode_->switch_agent(agent);
  spec_.agent = agent;
  return "";
}

std::string LogicGame::let_person_play(bool by_hand) {
  if (recorded_) throw BadInput(kRecorded);
  spec_.by_hand = by_hand;
  episode_->let_person_play(by_hand);
  show_solution(std::nullopt);
  if (by_hand) return "Your turn. Nothing can be undone.";
  to_newest();
  play();
  return "The agent plays on.";
}

}  // namespace marblemaze
