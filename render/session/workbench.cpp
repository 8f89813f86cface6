#include "render/session/workbench.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/run/world_registry.h"
#include "maze/base/errors.h"
#include "maze/base/text_file.h"
#include "maze/files/maze_file.h"
#include "maze/grid/kruskal_generator.h"
#include "render/scene/draw_lists.h"
#include "render/session/exhibits.h"
#include "render/session/lessons.h"

namespace marblemaze {
namespace {

// Of the ball in which the maze turns: room for orientation points.
constexpr float kMargin = 1.08f;

}  // namespace

Workbench::Workbench(EpisodeSpec spec) : background(spec.background) { start(std::move(spec)); }

Workbench::Workbench(Recording recording) {
  runs_.push_back(std::make_unique<ShownRun>(std::move(recording)));
  changed_runs();
}

void Workbench::changed_runs() {
  const Maze& maze = run().maze();
  request = {maze.grid().dims().x, maze.grid().layers(), static_cast<int>(maze.origin().seed)};
  layouts_.assign(runs_.size(), GraphLayout());
  game_.reset();
  if (filling_) show_filling(true);
  selected_ = 0;
  playback.jump(0);
  playback.set_backward(false);
  look.slice_from = glm::ivec3(0);
  look.slice_to = glm::ivec3(1 << 20);
  reset_camera();
}

void Workbench::guarded(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {  // whatever a file holds, the session goes on
    say(error.what());
  }
}

void Workbench::start(EpisodeSpec spec) {
  spec.background = background;
  auto fresh = std::make_unique<ShownRun>(std::move(spec));
  runs_.clear();
  runs_.push_back(std::move(fresh));
  changed_runs();
  playback.play();
}

void Workbench::restart() {
  if (filling_) return filling_->time.jump(0), filling_->time.play();
  if (game_) return game_->reset(), game_layout_ = GraphLayout(), void();
  guarded([&] {
    EpisodeSpec first = runs_.front()->spec();
    std::optional<EpisodeSpec> second;
    if (runs_.size() > 1) second = runs_[1]->spec();
    first.orientations = runs_.front()->recording().orientations;
    start(std::move(first));
    if (second) compare_with(second->agent, second->orientations);
  });
}

void Workbench::new_maze(const MazeRequest& wanted) {
  guarded([&] {
    const bool flat = wanted.layers == Layers::flat;
    EpisodeSpec spec = runs_.front()->spec();
    spec.maze = std::make_shared<const Maze>(generate_kruskal(
        wanted.size, wanted.layers, static_cast<std::uint64_t>(std::max(wanted.seed, 0))));
    spec.orientations = flat ? 4 : spec.orientations == 24 ? 24 : 8;
    start(std::move(spec));
  });
}

void Workbench::next_maze() {
  ++request.seed;
  if (!game_) return new_maze(request);
  same_kind_of_seed();
}

void Workbench::same_kind_of_seed() {
  LogicSpec spec = game_->spec();
  const bool forbidden = game_->jump() && game_->jump()->u_turns() == UTurns::forbidden;
  spec.seed = static_cast<std::uint64_t>(std::max(request.seed, 0));
  spec.file.clear();
  play_logic(spec);
  if (forbidden) set_u_turns(UTurns::forbidden);
}

bool Workbench::by_hand() const { return game_ ? game_->spec().by_hand : run().spec().by_hand; }

void Workbench::set_world(const std::string& world) {
  guarded([&] {
    EpisodeSpec spec = runs_.front()->spec();
    spec.orientations = runs_.front()->recording().orientations;
    spec.world = world;
    if (!is_marble_world_kind(world)) {
      const WorldEntry& entry = world_entry(world);
      const auto seed = static_cast<std::uint64_t>(std::max(request.seed, 0));
      if (!entry.marble) {
        LogicSpec logic;
        logic.family = world;
        logic.seed = seed;
        return play_logic(logic);
      }
      spec.world = entry.marble->kind;
      spec.maze = marble_maze(*entry.marble, seed);
      spec.orientations = entry.marble->orientations;
    }
    start(std::move(spec));
  });
}

void Workbench::play_logic(const LogicSpec& spec) {
  guarded([&] {
    game_ = std::make_unique<LogicGame>(spec);
    game_layout_ = GraphLayout();
    filling_.reset();
    large_graph = false;
    if (spec.file.empty()) request.seed = static_cast<int>(spec.seed);
    if (!spec.by_hand) game_->time.play();
  });
}

void Workbench::set_u_turns(UTurns u_turns) {
  game_->set_u_turns(u_turns);
  game_layout_ = GraphLayout();
}

void Workbench::show_filling(bool show) {
  filling_.reset();
  if (!show) return;
  game_.reset();
  filling_ = std::make_unique<DeadEndFilling>(run().maze());
  filling_->time.play();
}

void Workbench::set_agent(const std::string& agent) {
  guarded([&] {
    if (game_) return game_->use_agent(agent);
    if (!run().live()) throw BadInput("This is a recording: start a run (R) to let an agent play.");
    run().episode().switch_agent(agent);
    run().let_person_play(false);
    say(fmt::format("{} takes over at the next settled moment.", planner_entry(agent).title));
  });
}

void Workbench::set_scheme(int orientations) {
  guarded([&] {
    if (!run().live()) throw BadInput("This is a recording: its control scheme cannot be changed.");
    if (run().ended()) throw BadInput("The run has ended: start it again (R) and then change.");
    run().episode().switch_scheme(orientations);
    say(fmt::format("At the next settled moment the maze turns to the scheme of {} orientations.",
                    orientations));
  });
}

void Workbench::set_recovery(bool recovery) {
  guarded([&] {
    EpisodeSpec spec = runs_.front()->spec();
    spec.orientations = runs_.front()->recording().orientations;
    spec.recovery = recovery;
    start(std::move(spec));
    say(recovery ? "A frozen marble is not the end now: the maze can be tipped out of it."
                 : "A frozen marble is the end now, as in the thesis.");
  });
}

void Workbench::set_by_hand(bool by_hand) {
  if (game_) {
    game_->let_person_play(by_hand);
    if (!by_hand) to_newest(), game_->time.play();
    return say(by_hand ? "Your turn. Nothing can be undone." : "The agent plays on.");
  }
  run().let_person_play(by_hand);
  say(by_hand ? "Your turn: arrow keys tip the maze, or click a move. Nothing can be undone."
              : "The agent plays on.");
}

void Workbench::choose_in_game(MoveId move) {
  if (game_->solution_shown()) return say("A solution is shown: go back to the game to play.");
  if (!game_->spec().by_hand) return say("The agent is playing. Press P to play by hand.");
  if (game_->outcome() == Outcome::running) game_->choose(move);
}

void Workbench::choose_heading(glm::vec2 side) {
  const JumpWorld* board = game_->jump();
  if (!board) return;
  const Heading wanted = side.x > 0   ? Heading::right
                         : side.x < 0 ? Heading::left
                         : side.y > 0 ? Heading::up
                                      : Heading::down;
  for (const MoveId move : board->moves(game_->state()))
    if (board->heading(game_->state(), move) == wanted) return choose_in_game(move);
  say(fmt::format("No jump {} from here.", heading_name(wanted)));
}

void Workbench::choose_move(int move) {
  if (filling_) return;
  if (game_) return choose_in_game(MoveId(move));
  if (!run().spec().by_hand) return say("The agent is playing. Press P to play by hand.");
  if (!run().waits_for_person()) return say("The marble still rolls: choose when it rests.");
  if (!run().episode().choose(MoveId(move))) return;
  playback.jump(static_cast<double>(run().ticks()));
  playback.set_backward(false);
  playback.play();
}

void Workbench::choose_towards(glm::vec2 side) {
  if (filling_) return;
  if (game_) return choose_heading(side);
  const long now = run().ticks() - 1;
  if (now < 0) return;
  const OrientationScheme& scheme = run().scheme(run().orientations_at(now));
  const glm::dquat rotation = run().recording().scene(now).maze.rotation;
  const glm::vec3 right =
      glm::normalize(glm::cross(-(camera.eye() - camera.target), glm::vec3(0, 0, 1)));
  const glm::vec3 away = glm::cross(glm::vec3(0, 0, 1), right);
  int best = -1;
  float best_match = 0.2f;
  for (const MoveId move : scheme.move_ids()) {
    const glm::dvec3 axis = rotation * scheme.turn(run().orientation_at(now), move).axis;
    const glm::vec3 tips(glm::cross(axis, glm::dvec3(0, 0, 1)));
    const float match = glm::dot(tips, right * side.x + away * side.y);
    if (match > best_match) best = move.index, best_match = match;
  }
  if (best >= 0) choose_move(best);
}

void Workbench::refuse_undo() {
  if (game_) return say("No undo. Only another way round may lead back. That is the puzzle.");
  say("No undo. Tipping the maze back does not bring the marble back: it rolls on to some other "
      "place. That is the puzzle.");
}

void Workbench::compare_with(const std::string& agent, int orientations) {
  guarded([&] { set_beside(agent, orientations); });
}

void Workbench::set_beside(const std::string& agent, int orientations) {
  EpisodeSpec first = runs_.front()->spec();
  first.orientations = runs_.front()->recording().orientations;
  std::unique_ptr<ShownRun> other;
  if (!agent.empty()) {
    EpisodeSpec second = first;
    second.by_hand = false;
    second.agent = agent;
    second.orientations = orientations;
    second.background = background;
    other = std::make_unique<ShownRun>(second);
  }
  start(std::move(first));
  if (other) runs_.push_back(std::move(other)), layouts_.emplace_back();
  reset_camera();
}

void Workbench::open(const std::filesystem::path& path) {
  guarded([&] {
    const std::string head = read_text_file(path).substr(0, 21);
    if (const auto family = logic_family_of_file(path)) return open_logic(path, *family);
    if (head == "marblemaze-recording ") {
      auto recorded = std::make_unique<ShownRun>(load_recording(path));
      runs_.clear();
      runs_.push_back(std::move(recorded));
      changed_runs();
    } else {
      EpisodeSpec spec = runs_.front()->spec();
      spec.maze = std::make_shared<const Maze>(load_maze(path));
      spec.orientations = default_orientations(*spec.maze);
      start(std::move(spec));
    }
    remember(path);
    say("Opened " + path.filename().string());
  });
}

void Workbench::open_logic(const std::filesystem::path& path, const std::string& family) {
  LogicSpec spec;
  spec.family = family;
  spec.file = path.string();
  static_cast<void>(LogicGame(spec));  // a file with a fault must leave everything as it is
  play_logic(spec);
  remember(path);
}

void Workbench::remember(const std::filesystem::path& path) {
  const std::string name = std::filesystem::absolute(path).string();
  std::erase(recent, name);
  recent.insert(recent.begin(), name);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

void Workbench::save(const std::filesystem::path& path) {
  guarded([&] {
    if (!game_)
      save_maze(run().maze(), path);
    else
      write_text_file(path, game_->jump() ? to_text(game_->jump()->maze())
                                          : to_text(game_->four_bit()->maze()));
    remember(path);
    say("Saved the maze as " + path.string());
  });
}

void Workbench::save_run(const std::filesystem::path& path) {
  guarded([&] {
    if (game_) throw BadInput("Only a marble's run can be recorded, not a logic maze.");
    save_recording(run().recording(), path);
    remember(path);
    say(fmt::format("Saved {} ticks and {} moves as {}", run().ticks(),
                    run().recording().moves.size(), path.string()));
  });
}

void Workbench::start_lesson(const std::string& name) {
  guarded([&] {
    const Lesson& lesson = find_lesson(name);
    show_filling(false);
    start(lesson_spec(lesson));
    lesson_title = lesson.title;
    lesson_text = lesson.text;
    look.orientation_points = lesson.orientation_points;
    if (lesson.second_orientations > 0) compare_with(lesson.agent, lesson.second_orientations);
  });
}

Transport* Workbench::transport() {
  return filling_ ? &filling_->time : game_ ? &game_->time : nullptr;
}

void Workbench::toggle_play() {
  if (Transport* time = transport()) return time->toggle();
  playback.toggle();
}

void Workbench::step_finely(int steps) {
  if (Transport* time = transport()) return time->step(steps);
  playback.step_ticks(runs_, steps);
}

void Workbench::step_moves(int direction) {
  if (Transport* time = transport()) return time->step(direction);
  playback.step_move(runs_, direction);
}

void Workbench::play_other_way() {
  if (Transport* time = transport()) return time->set_backward(!time->backward());
  playback.set_backward(!playback.backward());
}

void Workbench::to_newest() {
  if (filling_) return filling_->time.jump(filling_->iterations());
  if (game_) return game_->time.jump(static_cast<double>(game_->track().size() - 1));
  playback.jump(static_cast<double>(run().ticks()));
  playback.set_backward(false);
}

void Workbench::change_speed(double factor) {
  if (Transport* time = transport()) return time->set_pace(time->pace() * factor);
  playback.set_speed(playback.speed() * factor);
}

void Workbench::frame(double elapsed_s, double budget_s) {
  message_age_s_ += elapsed_s;
  if (Transport* time = transport()) {
    time->frame(elapsed_s);
    if (game_) game_layout_.update(story_of(*game_)), game_layout_.relax(12);
    return;
  }
  playback.frame(runs_, elapsed_s, budget_s);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    layouts_[i].update(story_of(*runs_[i]));
    layouts_[i].relax(12);
  }
  camera.target =
      follow_marble ? MazePlacement(playback.scene(run()), look).marble() : camera.target;
}

void Workbench::reset_camera() {
  camera = Camera{};
  follow_marble = false;
  fit_camera(aspect_);
  if (run().maze().grid().layers() == Layers::flat) look_along(Axis::z);
}

void Workbench::fit_camera(float aspect) {
  aspect_ = aspect;
  const glm::vec3 dims(run().maze().grid().dims());
  const glm::vec3 extent = dims + glm::vec3(0, 0, look.explode * (dims.z - 1));
  camera.distance =
      distance_to_see(glm::length(extent) * 0.5f * kMargin, camera.field_of_view_rad, aspect);
}

void Workbench::look_along(Axis axis) {
  const glm::dquat rotation =
      look.frame == Frame::maze ? glm::dquat(1, 0, 0, 0) : playback.scene(run()).maze.rotation;
  glm::dvec3 from(0);
  from[static_cast<int>(axis)] = 1;
  from = rotation * from;
  camera.target = glm::vec3(0);
  camera.yaw_rad = static_cast<float>(std::atan2(from.y, from.x));
  camera.pitch_rad = 0;
  camera.orbit({0, static_cast<float>(std::asin(std::clamp(from.z, -1.0, 1.0)))});
}

GraphLayout& Workbench::layout(const ShownRun& wanted) {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i].get() == &wanted) return layouts_[i];
  return layouts_.front();
}

Exhibit Workbench::exhibit(const ShownRun& shown) {
  return filling_ ? exhibit_of(shown, *filling_) : exhibit_of(shown, playback, trail_);
}

}  // namespace marblemaze
