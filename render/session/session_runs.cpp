// Runs of a session: starting, replacing and keeping them.
#include <fmt/format.h>

#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/grid/generator.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

constexpr const char* kRunIsKept = "The run that you have played is kept: File > Last run.";

}  // namespace

std::unique_ptr<MarbleRun> Session::make_run(RunSpec spec) const {
  spec.player.background = background;
  return std::make_unique<MarbleRun>(spec);
}

void Session::start(RunSpec spec) {
  show(make_run(std::move(spec)));
  marble_->play();
}

void Session::show(std::unique_ptr<MarbleRun> next) {
  if (marble_) next->set_speed(marble_->speed());
  keep(exchange(std::move(next)));
}

std::unique_ptr<MarbleRun> Session::exchange(std::unique_ptr<MarbleRun> next) {
  std::unique_ptr<MarbleRun> before = std::exchange(marble_, std::move(next));
  ++shows_;
  marble_->set_backward(false);
  changed_runs();
  return before;
}

void Session::changed_runs() {
  const Maze& maze = run().maze();
  panels.request = {maze.grid().dims().x, maze.grid().layers(), maze.origin().seed};
  filling() ? show_filling() : show_marble();
  hint_ = {};
  run().preview.reset();
  panels.physics = run().setup().settings;
  end_dropped_ = false;
  since_solved_s_ = 0;
  panels.timeline = {};
  panels.graph_eye = {};
  const bool same_maze = std::exchange(fitted_, run().setup().maze) == run().setup().maze;
  level_.again();
  if (same_maze) return;  // keeps the view
  end_guides();
  view.look.slice_from = glm::ivec3(0);
  view.look.slice_to = glm::ivec3(1 << 20);
  view.reset_camera();
}

RunSpec Session::spec() const {
  RunSpec spec = std::as_const(*marble_).spec();
  spec.player.background = background;
  return spec;
}

RunSpec Session::spec_for_others() const {
  RunSpec now = spec();
  if (!(level_.open() || lesson_.open()) || !before_) return now;
  RunSpec others = std::as_const(*before_->run).spec();
  others.tilt = now.tilt;
  others.player.background = background;
  return others;
}

void Session::compare_with(const std::string& agent, ControlScheme control) {
  if (agent.empty()) return start(spec());
  RunSpec second = spec();
  second.tilt.reset();
  auto first = make_run(second);
  second.player.by_hand = false;
  second.player.agent = agent;
  second.setup.control = control;
  first->beside = make_run(second);
  show(std::move(first));
  marble_->play();
}

std::string Session::branch(MoveId other) {
  std::unique_ptr<MarbleRun> branched = run().branch(other);
  const std::size_t choice = run().choice_now().value();
  const RecordedMove made = run().recording().move(choice);
  const double speed = marble_->speed();
  std::unique_ptr<MarbleRun> whole = std::exchange(marble_, nullptr);
  std::unique_ptr<MarbleRun> first =
      whole->about_beside ? std::move(whole->beside) : std::move(whole);
  first->beside = std::move(branched);
  first->about_beside = true;
  first->parted_at = choice;
  first->set_speed(speed);
  exchange(std::move(first));
  marble_->jump(static_cast<double>(made.begin));
  marble_->play();
  return fmt::format(
      "At the right the same run with another move {}. Then it is your turn; P lets the agent "
      "play.",
      made.number);
}

void Session::start_again(std::optional<TiltSpec> tilt, bool by_hand) {
  RunSpec again = spec();
  again.player.by_hand = by_hand;
  again.tilt = std::move(tilt);
  start(std::move(again));
}

std::string Session::turn_freely(bool freely) {
  leave_doors();
  if (!spec().tilt) by_hand_in_moves_ = run().spec().player.by_hand;
  freely ? start_again(TiltSpec{}, true) : start_again(std::nullopt, by_hand_in_moves_);
  return freely ? "" : "The maze tips in moves again, from its start.";
}

void Session::set_rest(bool rest) {
  RunSpec again = spec();
  again.tilt->rest = rest;
  start(std::move(again));
}

std::string Session::use_physics() {
  const PhysicsSettings wanted = std::exchange(panels.physics, run().setup().settings);
  RunSpec again = spec();
  again.setup.settings = settings_from(json_of(wanted));  // rejects invalid settings
  start(std::move(again));
  return "The physics has changed: the run starts again.";
}

std::string Session::set_scheme(ControlScheme control) {
  if (!run().live())
    throw BadInput("This run has no control scheme that can be changed: start one in moves (R).");
  if (run().ended()) throw BadInput("The run has ended: start it again (R), then change.");
  run().episode().switch_scheme(control);
  if (!run().pending_scheme())
    return fmt::format("The maze stays in the scheme of {} orientations.", control);
  return fmt::format(
      "As soon as the marble rests, unless that ends the run, the maze turns to the scheme of {} "
      "orientations.",
      control);
}

std::string Session::set_recovery(bool recovery) {
  RunSpec again = spec();
  again.player.recovery = recovery;
  start(std::move(again));
  return recovery ? "With recovery a run goes on when the marble freezes: the agent may tip it on."
                  : "Without recovery a frozen marble ends the run, as in the thesis.";
}

std::string Session::recover() {
  end_dropped_ = false;
  return marble_->recover();
}

void Session::new_maze() {
  const MazeRequest& request = panels.request;
  RunSpec spec = spec_for_others();
  spec.setup.maze =
      std::make_shared<const Maze>(generate_kruskal(request.size, request.layers, request.seed));
  if (!has_scheme(request.layers, spec.setup.control))
    spec.setup.control = usual_scheme(request.layers);
  start(std::move(spec));
}

void Session::restart() {
  if (game()) return keep_game(game()), logic().restart();
  if (instead_) return instead_->to_start(), instead_->play();
  if (!marble_->beside) return start(spec());
  compare_with(marble_->beside->spec().player.agent, marble_->beside->setup().control);
}

std::string Session::next_maze() {
  leave_lesson();
  if (!game() && level_.open()) return start_level((level_.number() + 1) % levels().size());
  const auto level = free_level_of(run());
  if (!game() && level) return start_free_level((*level + 1) % free_levels().size());
  make_seed(seed() + 1);
  return "";
}

void Session::make_seed(std::uint64_t seed) {
  leave_lesson();
  keep_game(game());
  if (game()) {
    logic().make_seed(seed);
  } else {
    RunSpec next = spec();
    const Grid& grid = next.setup.maze->grid();
    next.setup.maze =
        std::make_shared<const Maze>(generate_kruskal(grid.dims(), grid.layers(), seed));
    start(std::move(next));
  }
  panels.request.seed = seed;
}

void Session::set_world(const std::string& world) {
  if (is_marble_world_kind(world)) {
    RunSpec again = spec();
    again.setup.kind = world;
    return start(std::move(again));
  }
  const WorldEntry& entry = world_entry(world);
  if (!entry.marble) return play_logic({.family = world, .seed = panels.request.seed});
  RunSpec other = spec_for_others();
  const PhysicsSettings settings = other.setup.settings;
  other.setup = entry.setup(panels.request.seed);
  other.setup.settings = settings;
  start(std::move(other));
}

std::string Session::world() const {
  return game() ? game()->world() : std::string(run().spec().setup.kind);
}

std::uint64_t Session::seed() const { return game() ? game()->seed() : run().maze().origin().seed; }

std::string Session::use_agent(const std::string& agent) {
  if (game()) return logic().use_agent(agent);
  if (auto tilt = spec().tilt) {
    tilt->policy = agent;
    start_again(std::move(tilt), false);
    return agent + " turns the maze from its start.";
  }
  if (!run().live()) throw BadInput("This is a recording: start a run (R) to let an agent play.");
  run().episode().switch_agent(agent);
  run().let_person_play(false);
  return fmt::format("{} takes over as soon as the marble rests.", planners().entry(agent).title);
}

std::string Session::let_person_play(bool by_hand) {
  if (game()) return logic().let_person_play(by_hand);
  if (const auto tilt = spec().tilt) {
    start_again(tilt, by_hand);
    return by_hand ? "" : tilt->policy + " turns the maze from its start.";
  }
  run().let_person_play(by_hand);
  if (run().ended()) return kRunIsOver;
  return by_hand ? "Your turn: arrow keys tip the maze, or click a move. Nothing can be undone."
                 : "The agent plays on.";
}

std::string Session::play_by_hand(bool by_hand) {
  // The welcome panel leads to the maze at its start, with its moves.
  if (!by_hand || !leave_doors()) return let_person_play(by_hand);
  panels.setup_fold = panels.mind_fold = Fold::folded;
  std::string words = let_person_play(by_hand);
  restart();
  return words;
}

void Session::set_u_turns(UTurns u_turns) {
  keep_game(game());
  logic().set_u_turns(u_turns);
}

void Session::show_solution(std::optional<std::size_t> number) {
  logic().show_solution(number);
  if (number) shown().play();
}

void Session::show_together() {
  logic().show_together();
  shown().play();
}

void Session::play(std::unique_ptr<LogicGame> game) {
  leave_lesson();
  hint_ = {};
  panels.large_graph = false;
  if (game->spec().file.empty()) panels.request.seed = game->seed();
  if (!game->by_hand()) game->play();
  show_instead(std::move(game));
}

void Session::show_filling() {
  const Setup& setup = run().setup();
  show_instead(std::make_unique<DeadEndFilling>(setup.maze, run().scheme(setup.control)));
  instead_->play();
}

void Session::show_classic(const ClassicSpec& spec) {
  leave_lesson();
  show_instead(std::make_unique<ClassicAutomaton>(spec));
  instead_->play();
}

void Session::show_instead(std::unique_ptr<Shown> shown) {
  keep_game(game());
  instead_ = std::move(shown);
}

void Session::keep_game(const LogicGame* game) {
  if (!game || !game->worth_keeping()) return;
  last_run_ = game->recording();
  kept_ = true;
  if (game->unsaved()) say(kRunIsKept);
}

// A game, or the display before a level, is kept rather than later runs.
void Session::keep(std::unique_ptr<MarbleRun> run) {
  if (!run || kept_ || !run->worth_keeping()) return;
  if (run->unsaved()) say(kRunIsKept);
  last_run_ = std::move(run);
  kept_ = true;
}

void Session::start_guide(RunSpec spec) {
  std::unique_ptr<MarbleRun> next = make_run(std::move(spec));
  // A person plays at the usual speed, however fast an agent was watched.
  if (level_.open()) next->set_speed(marble_->speed());
  const bool lesson = lesson_.open();
  std::optional<Before> before = std::exchange(before_, std::nullopt);
  std::unique_ptr<Shown> instead = std::exchange(instead_, nullptr);
  std::unique_ptr<MarbleRun> replaced = exchange(std::move(next));
  marble_->play();
  if (!before) {
    before = Before{std::move(replaced), std::move(instead)};
  } else {
    keep_game(game_of(instead));
    if (!lesson) keep(std::move(replaced));  // the run of a lesson is not kept
  }
  before_ = std::move(before);
}

void Session::give_back() {
  const bool lesson = lesson_.open();
  assert(before_);
  Before before = *std::exchange(before_, std::nullopt);
  lesson_.close();
  level_.close();
  std::unique_ptr<MarbleRun> replaced = exchange(std::move(before.run));
  marble_->pause();
  instead_ = std::move(before.instead);
  if (!lesson) keep(std::move(replaced));
}

void Session::end_guides() {
  if (lesson_.open() && before_) marble_->set_speed(before_->run->speed());
  lesson_.close();
  level_.close();
  if (!before_) return;
  Before before = *std::exchange(before_, std::nullopt);
  keep_game(game_of(before.instead));
  keep(std::move(before.run));
}

}  // namespace marblemaze
