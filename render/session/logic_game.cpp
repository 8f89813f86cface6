#include "render/session/logic_game.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "agent/belief/puzzle_advice.h"
#include "engine/recording/recorder.h"
#include "engine/run/world_registry.h"
#include "maze/base/errors.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostSolutions = 200;
constexpr std::uint64_t kSearchEffort = 2'000'000;  // a moment, for a person who waits

std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('#')) kept += line + "\n";
  return kept;
}

Setting jump_setting(const JumpMaze& maze, UTurns u_turns) {
  return {std::make_unique<JumpWorld>(maze, u_turns), jump_advice(maze, u_turns)};
}

Setting setting_of(const LogicSpec& spec) {
  const WorldEntry& entry = world_entry(spec.family);
  if (entry.marble) throw BadInput("logic maze", "'" + spec.family + "'", "no marble maze");
  if (spec.file.empty()) return entry.make(spec.seed);
  const std::string text = read_text_file(spec.file);
  if (spec.family.starts_with("four-bit"))
    return {std::make_unique<FourBitWorld>(parse_four_bit_maze(text)), four_bit_advice()};
  return jump_setting(parse_jump_maze(text),
                      spec.family == "jump-no-u-turn" ? UTurns::forbidden : UTurns::allowed);
}

std::vector<MoveId> as_moves(const JumpWorld& world, const JumpSolution& solution) {
  std::vector<MoveId> moves;
  int state = world.states().start();
  for (const Heading heading : solution.headings) {
    const auto legal = world.states().headings(state);
    const auto place = std::find(legal.begin(), legal.end(), heading);
    moves.emplace_back(static_cast<int>(place - legal.begin()));
    state = world.states().after(state, heading);
  }
  return moves;
}

}  // namespace

LogicGame::LogicGame(LogicSpec spec)
    : time([this](long moves) { return reach(moves); }), spec_(std::move(spec)) {
  take_over(setting_of(spec_));
}

const FourBitWorld* LogicGame::four_bit() const {
  return dynamic_cast<const FourBitWorld*>(setting_.world.get());
}

const JumpWorld* LogicGame::jump() const {
  return dynamic_cast<const JumpWorld*>(setting_.world.get());
}

void LogicGame::take_over(Setting setting) {
  episode_.reset();
  setting_ = std::move(setting);
  if (!four_bit() && !jump())
    throw BadInput("logic maze", "'" + spec_.family + "'", "lamps or a number board");
  if (const FourBitWorld* lamps = four_bit())
    distances_ = distances_to(lamps->maze().graph(), FourBitMaze::kGoal);
  else
    distances_ = distances_to(jump()->states().graph(), jump()->states().goal());
  reset();
  find_solutions();
}

void LogicGame::reset() {
  setting_.world->reset();
  moves_.clear();
  notes_.clear();
  episode_ = std::make_unique<Episode>(*setting_.world, setting_.advice,
                                       PlayerSpec{.agent = spec_.agent, .by_hand = spec_.by_hand});
  record_moves(*episode_, moves_);
  take_notes(*episode_, notes_);
  episode_->watch({.on_tick = [this] { states_.push_back(setting_.world->state()); }});
  states_.clear();
  episode_->tick();  // a logic world settles at once
  solution_shown_.reset();
  time.jump(0);
  time.set_backward(false);
}

void LogicGame::set_u_turns(UTurns u_turns) {
  if (!jump() || jump()->u_turns() == u_turns) return;
  if (spec_.family != "rook")
    spec_.family = u_turns == UTurns::forbidden ? "jump-no-u-turn" : "jump";
  take_over(jump_setting(JumpMaze(jump()->maze()), u_turns));
}

bool LogicGame::choose(MoveId move) {
  if (solution_shown_ || !episode_->waits_for_person() || !episode_->choose(move)) return false;
  advance();
  time.set_backward(false);
  time.jump(static_cast<double>(moves_.size() - 1));  // from where the move is seen
  time.play();
  return true;
}

void LogicGame::let_person_play(bool by_hand) {
  spec_.by_hand = by_hand;
  episode_->let_person_play(by_hand);
  show_solution(std::nullopt);
}

void LogicGame::use_agent(const std::string& agent) {
  episode_->switch_agent(agent);
  spec_.agent = agent;
}

std::optional<int> LogicGame::fewest_moves(StateId from) const {
  const int moves = distances_[static_cast<std::size_t>(from.index)];
  return moves == kUnreachable ? std::nullopt : std::optional(moves);
}

void LogicGame::find_solutions() {
  solutions_.clear();
  all_found_ = true;
  if (const FourBitWorld* lamps = four_bit()) {
    std::vector<MoveId> moves;
    for (const int button : lamps->maze().shortest_solution()) moves.emplace_back(button);
    if (!moves.empty()) add_solution("shortest, breadth-first", moves);
    return;
  }
  const JumpSolution shortest = shortest_solution(jump()->maze(), jump()->u_turns());
  if (shortest.squares.empty()) return;
  add_solution("shortest, breadth-first", as_moves(*jump(), shortest));
  const JumpSolutions all =
      all_solutions(jump()->maze(), jump()->u_turns(), kMostSolutions, kSearchEffort);
  all_found_ = all.complete;
  for (std::size_t i = 0; i < all.found.size(); ++i)
    add_solution(fmt::format("depth-first, number {}", i + 1), as_moves(*jump(), all.found[i]));
}

void LogicGame::add_solution(std::string name, const std::vector<MoveId>& moves) {
  LogicSolution solution{std::move(name), moves, {first_state()}};
  for (const MoveId move : moves) {
    const StateId from = solution.states.back();
    solution.states.push_back(four_bit() ? StateId(four_bit()->maze().press(from.index, move.index))
                                         : jump()->result(from, move));
  }
  solutions_.push_back(std::move(solution));
}

void LogicGame::show_solution(std::optional<std::size_t> index) {
  if (index && *index >= solutions_.size()) return;
  if (!index && !solution_shown_) return;
  solution_shown_ = index;
  time.set_backward(false);
  time.jump(index ? 0.0 : static_cast<double>(moves_.size()));
  time.pause();
}

long LogicGame::reach(long moves) {
  if (!solution_shown_)
    while (static_cast<long>(moves_.size()) < moves && advance()) {
    }
  return static_cast<long>(track().size()) - 1;
}

std::span<const StateId> LogicGame::track() const {
  return solution_shown_ ? solutions_[*solution_shown_].states : states_;
}

StateId LogicGame::shown() const { return track()[static_cast<std::size_t>(time.done())]; }

StateId LogicGame::next_shown() const {
  return track()[static_cast<std::size_t>(std::ceil(time.position()))];
}

bool LogicGame::shows_present() const {
  return !solution_shown_ && next_shown() == state() &&
         std::ceil(time.position()) == static_cast<double>(moves_.size());
}

std::string short_name(const LogicGame& game, StateId state) {
  if (game.four_bit()) return std::to_string(state.index);
  const int square = game.jump()->states().square(state.index), cols = game.jump()->maze().cols;
  return fmt::format("{},{}", square / cols + 1, square % cols + 1);
}

std::string move_name(const LogicGame& game, StateId state, MoveId move) {
  if (game.four_bit()) return fmt::format("press {}", move.index + 1);
  return game.world().describe(state, move);
}

std::optional<std::string> logic_family_of_file(const std::filesystem::path& path) {
  const std::string text = without_comments(read_text_file(path));
  if (text.starts_with("marblemaze-recording ") || text.find('{') != std::string::npos)
    return std::nullopt;
  return text.find(':') != std::string::npos ? "four-bit" : "jump";
}

}  // namespace marblemaze
