// Runs of a session: starting, replacing and retaining them
#include <fmt/format.h>

#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/grid/generator.h"
#include "render/session/session.h"

namespace marblemaze {

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
  if (same_maze) return;  // does not change the view
  end_guides();
  view.look.slice_from = glm::ivec3(0);
  view.look.slice_to = glm::ivec3(1 << 20);
  view.reset_camera();
}

RunSpec Session::spec_for_others() const {
  RunSpec others = spec();
  if (!(level_.open() || lesson_.open()) || !before_) return others;
  const auto tilt = std::exchange(others, before_->run->spec()).tilt;
  others.tilt = tilt;
  return others;
}

void Session::compare_with(const std::string& agent, ControlScheme control) {
  if (agent.empty()) {
    marble_->about_beside = false;
    marble_->parted_at.reset();
    keep(std::exchange(marble_->beside, nullptr));
    return changed_runs();
  }
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
      "On the right, the same run with a different move {}. Then it is your turn; press P to let "
      "the agent play.",
      made.number);
}

std::string Session::set_tilt(bool freely) {
  leave_doors();
  if (!spec().tilt) by_hand_in_moves_ = run().spec().player.by_hand;
  start_with([&](RunSpec& again) {
    again.player.by_hand = freely || by_hand_in_moves_;
    again.tilt = freely ? std::optional(TiltSpec{}) : std::nullopt;
  });
  return freely ? "" : "You tip the maze move by move again. The maze starts again.";
}

void Session::set_rest(bool rest) {
  start_with([&](RunSpec& again) { again.tilt->rest = rest; });
}

std::string Session::use_physics() {
  const PhysicsSettings wanted = std::exchange(panels.physics, run().setup().settings);
  start_with([&](RunSpec& again) {
    again.setup.settings = settings_from(json_of(wanted));  // rejects invalid settings
  });
  return "The physics has changed, so the run starts again.";
}

std::string Session::set_scheme(ControlScheme control) {
  if (!run().live())
    throw BadInput(
        "The orientations of this run cannot be changed. Press R to start a run that you play move "
        "by move.");
  if (!run().ended()) {
    run().episode().switch_scheme(control);
    return run().pending_scheme() ? "" : fmt::format("The maze keeps {} orientations.", control);
  }
  if (marble_->about_beside) {
    compare_with(agent(), control);
    marble_->about_beside = true;
  } else {
    start_with([&](RunSpec& again) { again.setup.control = control; });
  }
  return "";
}

std::string Session::set_recovery(bool recovery) {
  start_with([&](RunSpec& again) { again.player.recovery = recovery; });
  return recovery ? "With recovery, a run continues if the marble freezes: the agent may tip the "
                    "maze again."
                  : "Without recovery, a frozen marble ends the run, as in the thesis.";
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
  if (game()) return start_logic(logic().spec());
  if (instead_) return instead_->to_start(), instead_->play();
  if (!marble_->beside) return start(spec());
  compare_with(marble_->beside->spec().player.agent, marble_->beside->setup().control);
}

std::string Session::next_maze() {
  leave_lesson();
  if (!game() && level_.open()) return start_level((level_.number() + 1) % levels().size());
  const auto level = tilt_level_of(run());
  if (!game() && level) return start_tilt_level((*level + 1) % tilt_levels().size());
  make_seed(seed() + 1);
  return "";
}

void Session::make_seed(std::uint64_t seed) {
  leave_lesson();
  if (game()) {
    LogicSpec next = logic().spec();
    next.maze = next.maze->with_seed(seed);
    next.seed = seed;
    next.file.clear();
    start_logic(std::move(next));
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
    return start_with([&](RunSpec& again) { again.setup.kind = world; });
  }
  const WorldEntry& entry = world_entry(world);
  if (!entry.marble) return play_logic({.family = world, .seed = panels.request.seed});
  RunSpec other = spec_for_others();
  const PhysicsSettings settings = other.setup.settings;
  other.setup = entry.setup(panels.request.seed);
  other.setup.settings = settings;
  start(std::move(other));
}

std::string Session::use_agent(const std::string& agent) {
  if (game() || !spec().tilt) return played().use_agent(agent);
  start_with([&](RunSpec& again) {
    again.player.by_hand = false;
    again.tilt->policy = agent;
  });
  return agent + " now turns the maze. The maze starts again.";
}

std::string Session::let_person_play(bool by_hand) {
  if (game() || !spec().tilt) return played().let_person_play(by_hand);
  start_with([&](RunSpec& again) { again.player.by_hand = by_hand; });
  return by_hand ? "" : spec().tilt->policy + " now turns the maze. The maze starts again.";
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
  LogicSpec other = logic().spec();
  if (other.maze->board()->u_turns() == u_turns) return;
  other.maze = other.maze->under(u_turns);
  start_logic(std::move(other));
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
  show_instead(std::move(game));
}

void Session::play_logic(const LogicSpec& spec) {
  play(std::make_unique<LogicGame>(spec));
  if (!by_hand()) shown().play();
}

void Session::start_logic(LogicSpec spec) {
  auto next = std::make_unique<LogicGame>(std::move(spec));
  next->set_speed(shown().speed());
  if (shown().playing()) next->play();
  show_instead(std::move(next));
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

// A game, or the display before a level, takes precedence over later runs.
void Session::keep(std::unique_ptr<Shown> shown) {
  auto* const played = dynamic_cast<Played*>(shown.get());
  if (!played || kept_ || !played->worth_keeping()) return;
  if (played->unsaved()) say("Your run is available under File > Last run.");
  static_cast<void>(shown.release());
  last_run_.reset(played);
  kept_ = true;
}

std::vector<Played*> Session::own_runs() const {
  std::vector<Played*> all{dynamic_cast<Played*>(instead_.get())};
  if (before_) all.push_back(dynamic_cast<Played*>(before_->instead.get()));
  if (before_) all.push_back(before_->run.get());
  if (!lesson_.open()) all.push_back(marble_.get());
  std::erase(all, nullptr);
  return all;
}

void Session::start_guide(RunSpec spec) {
  std::unique_ptr<MarbleRun> next = make_run(std::move(spec));
  // The user plays at the default speed, regardless of the speed at which an agent was watched.
  if (level_.open()) next->set_speed(marble_->speed());
  const bool lesson = lesson_.open();
  std::optional<Before> before = std::exchange(before_, std::nullopt);
  std::unique_ptr<Shown> instead = std::exchange(instead_, nullptr);
  std::unique_ptr<MarbleRun> replaced = exchange(std::move(next));
  marble_->play();
  if (!before) {
    before = Before{std::move(replaced), std::move(instead)};
  } else {
    keep(std::move(instead));
    if (!lesson) keep(std::move(replaced));  // the run of a lesson is not retained
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
  kept_ = false;
  keep(std::move(before.instead));
  keep(std::move(before.run));
}

}  // namespace marblemaze
