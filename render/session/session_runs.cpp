#include <fmt/format.h>

#include "engine/run/families/world_families.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/grid/generator.h"
#include "render/session/session.h"

namespace marblemaze {

namespace {

// Returns the path of the run that the next session can reopen.
std::filesystem::path last_run_file() {
  return data_file_path("XDG_DATA_HOME", ".local/share", "last-run.rec");
}

}  // namespace

std::unique_ptr<MarbleRun> Session::make_run(RunSpec spec) const {
  spec.player.background = background;
  return std::make_unique<MarbleRun>(spec);
}

void Session::start(RunSpec spec) {
  show(make_run(std::move(spec)));
  marble().play();
}

Display Session::replace_display(Display next) {
  Display replaced = std::exchange(display_, std::move(next));
  marble().set_backward(false);
  if (!replaced.marble || replaced.marble->setup().maze != marble().setup().maze) {
    view.look.slice_from = ViewOptions().slice_from;
    view.look.slice_to = ViewOptions().slice_to;
    view.reset_camera();
  }
  on_runs_changed();
  return replaced;
}

void Session::on_runs_changed() {
  ++run_version_;
  const Maze& maze = run().maze();
  panels.request = {maze.grid().dims().x, maze.grid().layers(), maze.generator().seed};
  panels.physics = run().setup().settings;
  panels.timeline = {};
  panels.graph_zoom = {};
  run().preview.reset();
  hint_ = {};
  level.restart();
}

void Session::show(std::unique_ptr<MarbleRun> next) {
  if (display_.marble) next->set_speed(marble().speed());
  const bool fills = filling() != nullptr, in_lesson = lesson.is_open();
  Display replaced = replace_display({std::move(next)});
  if (fills) show_filling();
  if (replaced.marble && replaced.marble->setup().maze != marble().setup().maze)
    close_lesson_and_level();
  if (in_lesson) replaced.marble.reset();  // lesson runs are discarded
  store_last_run(std::move(replaced));
}

void Session::show_other(std::unique_ptr<Playback> next) {
  store_last_run({.marble = nullptr, .other = std::exchange(display_.other, std::move(next))});
}

// A logic game takes precedence over a marble run. The first stored run of an action takes
// precedence over later runs.
void Session::store_last_run(Display replaced) {
  const auto keep_one = [&](auto& content) {
    auto* const run = dynamic_cast<PlayedRun*>(content.get());
    if (!run || !run->worth_keeping()) return false;
    content.release();
    return last_run_.reset(run), true;
  };
  if (run_stored_ || !(keep_one(replaced.other) || keep_one(replaced.marble))) return;
  run_stored_ = true;
  if (last_run_->unsaved()) show_message("Your run is available under File > Last run.");
}

RunSpec Session::base_spec() const {
  RunSpec others = marble().spec();
  if (!(level.is_open() || lesson.is_open()) || !previous_) return others;
  const auto tilt = std::exchange(others, previous_->marble->spec()).tilt;
  others.tilt = tilt;
  return others;
}

void Session::compare_with(const std::string& agent, ControlScheme control) {
  if (agent.empty()) {
    marble().second_selected = false;
    marble().diverges_at.reset();
    store_last_run({std::move(marble().second)});
    return on_runs_changed();
  }
  RunSpec second = marble().spec();
  second.tilt.reset();
  auto first = make_run(second);
  second.player.by_hand = false;
  second.player.agent = agent;
  second.setup.control = control;
  first->second = make_run(second);
  show(std::move(first));
  marble().play();
}

std::string Session::branch(MoveId other) {
  std::unique_ptr<MarbleRun> branched = run().branch(other);
  const std::size_t choice = run().current_decision().value();
  const RecordedMove made = run().recording().move(choice);
  const double speed = marble().speed();
  std::unique_ptr<MarbleRun> dropped =
      marble().second_selected ? std::exchange(display_.marble, std::move(marble().second))
                               : std::move(marble().second);
  marble().second = std::move(branched);
  marble().second_selected = true;
  marble().diverges_at = choice;
  marble().set_speed(speed);
  on_runs_changed();
  marble().set_backward(false);
  marble().jump(static_cast<double>(made.begin));
  marble().play();
  store_last_run({.marble = std::move(dropped)});
  return fmt::format(
      "On the right, the same run with a different move {}. Then it is your turn; press P to let "
      "the agent play.",
      made.number);
}

std::string Session::set_tilt(bool tilt) {
  close_welcome();
  if (!marble().spec().tilt) manual_before_tilt_ = run().by_hand();
  start_with([&](RunSpec& again) {
    again.player.by_hand = tilt || manual_before_tilt_;
    again.tilt = tilt ? std::optional(TiltSpec{}) : std::nullopt;
  });
  return tilt ? "" : "You tip the maze move by move again. The run starts over.";
}

void set_rest(Session& session, bool rest) {
  session.start_with([&](RunSpec& again) { again.tilt->rest = rest; });
}

std::string use_physics(Session& session) {
  const PhysicsSettings wanted =
      std::exchange(session.panels.physics, session.run().setup().settings);
  session.start_with([&](RunSpec& again) {
    again.setup.settings = settings_from(json_of(wanted));  // rejects invalid settings
  });
  return "The physics has changed, so the run starts again.";
}

std::string set_recovery(Session& session, bool recovery) {
  session.start_with([&](RunSpec& again) { again.player.recovery = recovery; });
  return recovery ? "With recovery, a run continues if the marble freezes: the agent may tip the "
                    "maze again."
                  : "Without recovery, a frozen marble ends the run, as in the thesis.";
}

std::string set_scheme(Session& session, ControlScheme control) {
  MarbleRun& run = session.run();
  if (!run.live())
    throw BadInput(
        "The orientations of this run cannot be changed. Press R to start a run that you play move "
        "by move.");
  if (!run.ended()) {
    run.episode().switch_scheme(control);
    return run.pending_scheme() ? "" : fmt::format("The maze keeps {} orientations.", control);
  }
  if (session.marble().second_selected) {
    session.compare_with(run.agent(), control);
    session.marble().second_selected = true;
  } else {
    session.start_with([&](RunSpec& again) { again.setup.control = control; });
  }
  return "";
}

void Session::new_maze() {
  const MazeRequest& request = panels.request;
  if (game()) return make_seed(request.seed);
  RunSpec spec = base_spec();
  spec.setup.maze =
      std::make_shared<const Maze>(generate_kruskal(request.size, request.layers, request.seed));
  if (!supports_scheme(request.layers, spec.setup.control))
    spec.setup.control = default_scheme(request.layers);
  start(std::move(spec));
}

void Session::restart() {
  if (game()) return start_logic(game()->spec());
  if (!shows_marble()) return shown().to_start(), shown().play();
  const MarbleRun* const second = marble().second.get();
  second ? compare_with(second->spec().player.agent, second->setup().control)
         : start(marble().spec());
}

std::string Session::next_maze() {
  leave_lesson();
  if (!game() && level.is_open()) return start_level((level.number() + 1) % levels().size());
  const auto tilt_level = tilt_level_of(run());
  if (!game() && tilt_level) return start_tilt_level((*tilt_level + 1) % tilt_levels().size());
  make_seed(played().seed() + 1);
  return "";
}

void Session::make_seed(std::uint64_t seed) {
  leave_lesson();
  if (game()) {
    LogicSpec next = game()->spec();
    next.maze = next.maze->with_seed(seed);
    next.seed = seed;
    next.file.clear();
    start_logic(std::move(next));
  } else {
    RunSpec next = marble().spec();
    const Grid& grid = next.setup.maze->grid();
    next.setup.maze =
        std::make_shared<const Maze>(generate_kruskal(grid.dims(), grid.layers(), seed));
    start(std::move(next));
  }
  panels.request.seed = seed;
}

void Session::set_world(const std::string& world) {
  if (is_marble_world_kind(world))
    return start_with([&](RunSpec& again) { again.setup.kind = world; });
  const WorldFamily& entry = world_family(world);
  if (!entry.marble) return play_logic({.family = world, .seed = panels.request.seed});
  RunSpec other = base_spec();
  const PhysicsSettings settings = other.setup.settings;
  other.setup = entry.setup(panels.request.seed);
  other.setup.settings = settings;
  start(std::move(other));
}

std::string Session::use_agent(const std::string& agent) {
  if (game() || !marble().spec().tilt) return played().use_agent(agent);
  start_with([&](RunSpec& again) {
    again.player.by_hand = false;
    again.tilt->policy = agent;
  });
  return agent + " now controls the maze. The run starts over.";
}

std::string Session::set_by_hand(bool by_hand) {
  if (game() || !marble().spec().tilt) return played().set_by_hand(by_hand);
  start_with([&](RunSpec& again) { again.player.by_hand = by_hand; });
  return by_hand ? ""
                 : marble().spec().tilt->policy + " now controls the maze. The run starts over.";
}

std::string Session::play_by_hand(bool by_hand) {
  // Manual play from the welcome panel restarts the maze with folded side panels.
  if (!by_hand || !close_welcome()) return set_by_hand(by_hand);
  panels.setup_fold = panels.agent_fold = Fold::folded;
  std::string words = set_by_hand(by_hand);
  restart();
  return words;
}

void Session::play(std::unique_ptr<LogicGame> next) {
  leave_lesson();
  hint_ = {};
  panels.large_graph = false;
  if (next->spec().file.empty()) panels.request.seed = next->seed();
  show_other(std::move(next));
}

void Session::play_logic(const LogicSpec& spec) {
  play(std::make_unique<LogicGame>(spec));
  if (!spec.by_hand) shown().play();
}

void Session::start_logic(LogicSpec spec) {
  auto next = std::make_unique<LogicGame>(std::move(spec));
  next->set_speed(shown().speed());
  if (shown().playing()) next->play();
  show_other(std::move(next));
}

void Session::show_filling() {
  const Setup& setup = run().setup();
  show_other(std::make_unique<DeadEndFilling>(setup.maze, run().scheme(setup.control)));
  shown().play();
}

void Session::show_classic(const ClassicSpec& spec) {
  leave_lesson();
  show_other(std::make_unique<ClassicAutomaton>(spec));
  shown().play();
}

std::vector<PlayedRun*> Session::user_runs() const {
  std::vector<PlayedRun*> all{game()};
  if (previous_)
    all.insert(all.end(),
               {dynamic_cast<PlayedRun*>(previous_->other.get()), previous_->marble.get()});
  if (!lesson.is_open()) all.push_back(display_.marble.get());
  std::erase(all, nullptr);
  return all;
}

void Session::start_lesson_or_level(RunSpec spec) {
  std::unique_ptr<MarbleRun> next = make_run(std::move(spec));
  // The playback speed is kept only from level to level. Otherwise, manual play starts at the
  // default speed.
  if (level.is_open()) next->set_speed(marble().speed());
  const bool in_lesson = lesson.is_open();
  lesson.close();
  level.close();
  Display replaced = replace_display({std::move(next)});
  marble().play();
  if (!previous_)
    previous_ = std::move(replaced);
  else if (!in_lesson)  // lesson runs are discarded
    store_last_run(std::move(replaced));
}

void Session::restore_display() {
  assert(previous_);
  const bool in_lesson = lesson.is_open();
  lesson.close();
  level.close();
  Display replaced = replace_display(*std::exchange(previous_, std::nullopt));
  marble().pause();
  if (!in_lesson) store_last_run(std::move(replaced));
}

void Session::close_lesson_and_level() {
  if (lesson.is_open() && previous_) marble().set_speed(previous_->marble->speed());
  lesson.close();
  level.close();
  if (previous_) store_last_run(*std::exchange(previous_, std::nullopt));
}

std::string Session::show_last_run() {
  if (previous_ && previous_->marble->worth_keeping())
    return lesson.is_open() ? close_lesson() : leave_level();
  if (!has_last_run()) throw BadInput("No run of more than three moves has been replaced yet.");
  PlayedRun* const last = last_run_.release();
  if (!last) return show_file(last_run_file()), "";
  if (auto* const last_game = dynamic_cast<LogicGame*>(last)) {
    play(std::unique_ptr<LogicGame>(last_game));
  } else {
    show_marble();
    close_welcome();
    show(std::unique_ptr<MarbleRun>(static_cast<MarbleRun*>(last)));
  }
  shown().pause();
  return "";
}

bool Session::has_last_run() const {
  std::error_code unknown;
  return last_run_ || (previous_ && previous_->marble->worth_keeping()) ||
         std::filesystem::exists(last_run_file(), unknown);
}

void Session::save_last_run() const {
  const std::filesystem::path file = last_run_file();
  if (file.empty()) return;
  std::vector<PlayedRun*> runs = user_runs();
  runs.push_back(last_run_.get());
  try {
    std::filesystem::create_directories(file.parent_path());
    const auto kept = std::ranges::find_if(
        runs, [](const PlayedRun* run) { return run && run->worth_keeping(); });
    if (kept != runs.end()) static_cast<void>((*kept)->save(file));
  } catch (const std::exception&) {
    // A failure to save the last run is not an error.
  }
}

std::vector<std::string> Session::quit_warnings() const {
  std::vector<std::string> lost;
  if (files.exporting)
    lost.push_back(fmt::format("The video {} is being created ({:.0f} %). Quitting discards it.",
                               files.exporting->paths.front().filename().string(),
                               100 * files.exporting->part));
  if (std::ranges::any_of(user_runs(), &PlayedRun::unsaved))
    lost.emplace_back(
        "A run that you played by hand has not been saved to a file. Next time you start the "
        "program, you can reopen it with File > Last run.");
  return lost;
}

}  // namespace marblemaze
