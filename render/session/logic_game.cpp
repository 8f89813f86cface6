#include "render/session/logic_game.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMaxSolutions = 200;
constexpr std::size_t kMaxSimultaneous = 12;        // more colours would be indistinguishable
constexpr std::uint64_t kSearchEffort = 2'000'000;  // limits the duration of the search
constexpr const char *kBoardCharacters = "0123456789GgXx[],/ \t\r\n",
                     *kTableCharacters = "0123456789:- \t\r\n";
constexpr const char* kIsRecording = "This is a recording. Press R to start the maze and play.";

std::string without_comments(const std::string& text) {
  std::string lines;
  for (const std::string& line : split_text(text, '\n'))
    if (!line.starts_with('#')) lines += line + "\n";
  return lines;
}

std::vector<MoveId> moves_of(const JumpStates& states, const JumpSolution& found) {
  std::vector<MoveId> moves;
  int state = states.start();
  for (const Heading heading : found.headings) {
    const auto legal = states.headings(state);
    moves.emplace_back(static_cast<int>(std::ranges::find(legal, heading) - legal.begin()));
    state = states.after(state, heading);
  }
  return moves;
}

LogicSpec with_maze(LogicSpec spec) {
  if (spec.maze) return spec;
  if (spec.file.empty()) {
    spec.maze.emplace(spec.family, spec.seed);
  } else {
    const std::string text = read_text_file(spec.file);
    const char* kind = spec.family == "four-bit" ? "four-bit table" : "number board";
    prefix_errors(fmt::format("cannot read the {} '{}'", kind, spec.file),
                  [&] { spec.maze.emplace(spec.family, spec.seed, text); });
  }
  return spec;
}

// A recording may name the user as the player, or an agent that is missing from this build.
LogicSpec spec_of(const GameRecording& game) {
  LogicSpec spec{game.family, game.seed, game.name};
  spec.by_hand = game.agent == kManualPlayer;
  if (planners().find(game.agent) != nullptr) spec.agent = game.agent;
  spec.maze.emplace(game.family, game.seed, game.text);
  if (spec.maze->board()) spec.maze = spec.maze->under(game.u_turns);
  return spec;
}

}  // namespace

LogicMaze::LogicMaze(const std::string& family, std::uint64_t seed, const std::string& text)
    : family_(&world_family(family)) {
  if (family_->marble) throw BadInput("logic maze", "'" + family + "'", "a maze without a marble");
  if (family_->lamps)
    lamps_ = text.empty() ? family_->lamps(seed) : parse_four_bit_maze(text);
  else
    board_ = std::make_shared<const JumpRules>(text.empty() ? family_->board->make(seed)
                                                            : parse_jump_maze(text));
  if (board_ && std::max(family_->board->u_turns, board_->maze().u_turns) == UTurns::forbidden)
    *this = under(UTurns::forbidden);
}

LogicMaze LogicMaze::under(UTurns u_turns) const {
  LogicMaze other = *this;
  JumpMaze maze = board_->maze();
  maze.u_turns = u_turns;
  other.board_ = std::make_shared<const JumpRules>(std::move(maze));
  const std::string name(family_->board->under_other_rule);
  if (u_turns != family_->board->u_turns && !name.empty()) other.family_ = &world_family(name);
  return other;
}

LogicMaze LogicMaze::with_seed(std::uint64_t seed) const {
  const LogicMaze other(family(), seed);
  return board_ ? other.under(board_->maze().u_turns) : other;
}

Environment LogicMaze::make() const {
  return lamps_ ? lamps_environment(*lamps_) : board_environment(board_->maze());
}

std::string LogicMaze::text() const { return lamps_ ? to_text(*lamps_) : to_text(board_->maze()); }

StateId LogicMaze::result(StateId state, MoveId move) const {
  return lamps_ ? StateId(lamps_->press(state.index, move.index)) : board_->result(state, move);
}

LogicInsight LogicMaze::insight() const {
  LogicInsight insight;
  const auto add = [&](std::vector<LogicSolution>& list, StateId start, std::string name,
                       const std::vector<MoveId>& moves) {
    LogicSolution& solution = list.emplace_back(LogicSolution{std::move(name), moves, {start}});
    for (const MoveId move : moves) solution.states.push_back(result(solution.states.back(), move));
  };
  const char* const first = "shortest, breadth-first";
  if (lamps_) {
    insight.distances = distances_to(lamps_->graph(), FourBitMaze::kGoal);
    std::vector<MoveId> presses;
    for (const int button : lamps_->shortest_solution()) presses.emplace_back(button);
    if (!presses.empty()) add(insight.solutions, StateId(FourBitMaze::kStart), first, presses);
    return insight;
  }
  const JumpStates states = board_->states();
  const StateId start(states.start());
  insight.distances = distances_to(states.graph(), states.goal());
  const JumpSolution shortest = shortest_solution(board_->maze());
  if (shortest.squares.empty()) return insight;
  add(insight.solutions, start, first, moves_of(states, shortest));
  const JumpSolutions all = all_solutions(board_->maze(), kMaxSolutions, kSearchEffort);
  insight.all_solutions = all.complete;
  for (std::size_t i = 0; i < all.found.size(); ++i) {
    const std::vector<MoveId> moves = moves_of(states, all.found[i]);
    if (i < kMaxSimultaneous && all.found[i].moves() == shortest.moves())
      add(insight.shortest, start, fmt::format("shortest, number {}", i + 1), moves);
    add(insight.solutions, start, fmt::format("without loops, number {}", i + 1), moves);
  }
  return insight;
}

std::string LogicMaze::instructions() const {
  const Json* known = page_text("families").find(family_->name);
  return known ? known->at("text").text() : std::string(family_->summary);
}

std::string LogicMaze::short_name(StateId state) const {
  if (lamps_) return std::to_string(state.index);
  const int square = board_->states().square(state.index), cols = board_->maze().cols;
  return fmt::format("{},{}", square / cols + 1, square % cols + 1);
}

std::string LogicMaze::move_name(StateId state, MoveId move) const {
  return lamps_ ? fmt::format("press {}", move.index + 1) : board_->describe(state, move);
}

bool is_recording(std::string_view text) { return text.starts_with("marblemaze-recording "); }

std::optional<std::string> logic_family_of_file(const std::filesystem::path& path) {
  const std::string text = without_comments(read_text_file(path));
  if (is_recording(text) || text.find("\"format\"") != std::string::npos) return std::nullopt;
  if (text.find_first_not_of(kBoardCharacters) == std::string::npos) return "jump";
  if (text.find_first_not_of(kTableCharacters) == std::string::npos) return "four-bit";
  throw BadInput(fmt::format(
      "'{}' is not a marblemaze file: expected a maze, a recording, a four-bit table or a "
      "number board",
      path.string()));
}

LogicGame::LogicGame(LogicSpec spec)
    : spec_(with_maze(std::move(spec))),
      insight_(maze().insight()),
      environment_(maze().make()),
      episode_(*environment_.world, environment_.advice,
               {.agent = spec_.agent, .by_hand = spec_.by_hand}) {
  spec_.family = maze().family();
  recording_ = {.family = spec_.family,
                .seed = spec_.seed,
                .name = std::filesystem::path(spec_.file).filename().string(),
                .text = maze().text(),
                .u_turns = maze().board() ? maze().board()->maze().u_turns : UTurns::allowed,
                .agent = spec_.agent,
                .build = build_id(),
                .moves = {}};
  record_moves(episode_, recording_.moves);
  take_notes(episode_, notes_);
  episode_.watch({.on_tick = [this] { states_.push_back(environment_.world->state()); }});
  episode_.tick();  // logic worlds settle immediately
}

// Replays the recorded moves, so that the agent learns from them.
LogicGame::LogicGame(const GameRecording& recording) : LogicGame(spec_of(recording)) {
  episode_.set_by_hand(true);
  for (const RecordedMove& move : recording.moves) {
    if (state() != move.from)
      throw BadInput("recording: move " + std::to_string(move.number) +
                     " does not begin in the recorded state in this maze");
    if (!episode_.waits_for_user() || !episode_.choose(move.move) || !advance() ||
        state() != move.to)
      throw BadInput("recording: move " + std::to_string(move.number) +
                     " does not have the recorded outcome in this maze");
    if (!move.plan.empty()) notes_.back().expected = move.plan.front().expected;
  }
  recording_ = recording;
  is_recording_ = true;
}

GameRecording LogicGame::recording() const {
  GameRecording game = recording_;
  if (is_recording_) return game;
  game.agent = spec_.by_hand ? kManualPlayer : spec_.agent;
  game.outcome = outcome();
  return game;
}

std::string LogicGame::save(const std::filesystem::path& path) {
  save_game(recording(), path);
  saved_steps_ = steps_made();
  return pluralize(saved_steps_, "move");
}

std::optional<int> LogicGame::fewest_moves(StateId from) const {
  const int moves = insight_.distances[from.index];
  return moves == kUnreachable ? std::nullopt : std::optional(moves);
}

void LogicGame::show_solution(std::optional<std::size_t> index) {
  if (index && *index >= solutions().size()) return;
  shows_all_shortest_ = false;
  if (!index && !solution_shown_) return;
  solution_shown_ = index;
  set_backward(false);
  go_to(index ? 0.0 : static_cast<double>(steps_made()));
  if (index) play();
}

void LogicGame::show_all_shortest() {
  if (insight_.shortest.empty()) return;
  show_solution(0);
  shows_all_shortest_ = true;
}

std::span<const LogicSolution> LogicGame::together() const {
  if (!shows_all_shortest_) return {};
  return insight_.shortest;
}

std::span<const StateId> LogicGame::track() const {
  return solution_shown_ ? checked(solutions(), *solution_shown_, "solution").states : states_;
}

MoveId LogicGame::move_to(std::size_t index) const {
  if (!solution_shown_) return checked(moves(), index - 1, "move").move;
  return checked(checked(solutions(), *solution_shown_, "solution").moves, index - 1, "move");
}

StateId LogicGame::shown() const { return checked(track(), done(), "state"); }

StateId LogicGame::next_shown() const {
  return checked(track(), static_cast<long>(std::ceil(position())), "state");
}

float LogicGame::part() const { return static_cast<float>(position() - std::floor(position())); }

bool LogicGame::shows_latest_state() const {
  return !solution_shown_ && std::ceil(position()) == static_cast<double>(steps_made());
}

GraphInput LogicGame::graph_input() const {
  const auto moves_from = [this](StateId state) {
    return rules().is_goal(state) ? 0 : static_cast<int>(rules().moves(state).size());
  };
  return {first_state(), moves(), ControlScheme::none, &episode_.knowledge(), moves_from};
}

void LogicGame::update(double elapsed_s, double budget_s) {
  Playback::update(elapsed_s, budget_s);
  update_graph(graph_input());
}

bool LogicGame::make_move(MoveId move) {
  if (complete() || !episode_.waits_for_user() || !episode_.choose(move)) return false;
  advance();
  set_backward(false);
  jump(static_cast<double>(steps_made() - 1));  // plays the new move from its beginning
  play();
  return true;
}

std::string LogicGame::choose(MoveId move) {
  if (solution_shown_) return "A solution is shown. Return to the game to play.";
  if (is_recording_) return kIsRecording;
  if (!spec_.by_hand) return "The agent is playing. Press P to play by hand.";
  make_move(move);
  return "";
}

// Four-bit mazes have no directions.
std::string LogicGame::choose_towards(glm::vec2 side, const Camera&) {
  const JumpRules* board = maze().board();
  if (!board) return "";
  const Heading wanted = side.x > 0   ? Heading::right
                         : side.x < 0 ? Heading::left
                         : side.y > 0 ? Heading::up
                                      : Heading::down;
  for (const MoveId move : rules().moves(state()))
    if (board->heading(state(), move) == wanted) return choose(move);
  throw BadInput(fmt::format("You cannot jump {} from here.", heading_name(wanted)));
}

std::optional<GraphMoment> LogicGame::graph() const {
  // Displaying a solution does not change the agent's graph.
  const auto known = solution_shown_ ? moves().size() : static_cast<std::size_t>(done());
  return GraphMoment{&layout_,
                     graph_input(),
                     known,
                     shown(),
                     known > 0 && !solution_shown_ ? std::optional(known - 1) : std::nullopt,
                     [this](StateId state) { return rules().is_goal(state); },
                     [this](StateId state) { return maze().short_name(state); },
                     [this](StateId state) { return rules().describe(state); },
                     {}};
}

std::string LogicGame::title() const {
  return (is_recording_ ? "recording: " : "") + spec_.family + ", " +
         (spec_.file.empty() ? "seed " + std::to_string(spec_.seed)
                             : std::filesystem::path(spec_.file).filename().string());
}

std::string LogicGame::use_agent(const std::string& agent) {
  if (is_recording_) throw BadInput(kIsRecording);
  episode_.switch_agent(agent);
  spec_.agent = agent;
  return "";
}

std::string LogicGame::set_by_hand(bool by_hand) {
  if (is_recording_) throw BadInput(kIsRecording);
  spec_.by_hand = by_hand;
  episode_.set_by_hand(by_hand);
  show_solution(std::nullopt);
  if (by_hand) return "Your turn. You cannot undo a move.";
  to_latest();
  play();
  return "";
}

}  // namespace marblemaze
