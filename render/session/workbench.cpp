#include "render/session/workbench.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/replay_page/html_replay.h"
#include "engine/run/families/world_registry.h"
#include "engine/run/world_factory.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/text_file.h"
#include "maze/files/maze_file.h"
#include "maze/grid/kruskal_generator.h"
#include "render/scene/draw_lists.h"

namespace marblemaze {
namespace {

// Of the ball in which the maze turns: room for orientation points.
constexpr float kMargin = 1.08f;
constexpr int kFollowedSide = 20;  // cells: from here on the camera follows the marble

// The look around a solved maze.
constexpr double kOrbit_s = 4;
constexpr float kOrbit_rad = 0.5f;

// Of the orbit at a time: slow at both ends.
float orbit_at(double time_s) {
  return kOrbit_rad * static_cast<float>(glm::smoothstep(0.0, kOrbit_s, time_s));
}

}  // namespace

Workbench::Workbench(EpisodeSpec spec) : marble_(std::move(spec)) { watch_runs(); }

Workbench::Workbench(Recording recording) : marble_(std::move(recording)) { watch_runs(); }

void Workbench::watch_runs() {
  marble_.on_new_runs = [this] { changed_runs(); };
  changed_runs();
}

Shown& Workbench::shown() {
  if (classic_) return *classic_;
  if (filling_) return *filling_;
  return played();
}

Played& Workbench::played() {
  if (game_) return *game_;
  return marble_;
}

void Workbench::changed_runs() {
  const Maze& maze = run().maze();
  request = {maze.grid().dims().x, maze.grid().layers(), maze.origin().seed};
  game_.reset();
  classic_.reset();
  if (filling_) show_filling(true);
  hint_ = {};
  marble_.preview.reset();
  level_.again();
  physics = run().setup().settings;
  end_dropped_ = false;
  since_solved_s_ = 0;
  timeline = {};
  graph_eye = {};
  // The same maze again is looked at as before.
  if (std::exchange(fitted_, run().setup().maze) == run().setup().maze) return;
  if (lesson_.open()) marble_.time.set_speed(speed_before_lesson_);
  lesson_.close();
  level_.close();
  look.slice_from = glm::ivec3(0);
  look.slice_to = glm::ivec3(1 << 20);
  reset_camera();
}

bool Workbench::attempt(const std::function<std::string()>& action) {
  try {
    if (const std::string answer = action(); !answer.empty()) say(answer);
    return true;
  } catch (const std::exception& error) {  // whatever a file holds, the session goes on
    say(error.what());
    return false;
  }
}

void Workbench::new_maze(const MazeRequest& wanted) {
  attempt([&] {
    EpisodeSpec spec = spec_for_others();
    spec.setup.maze =
        std::make_shared<const Maze>(generate_kruskal(wanted.size, wanted.layers, wanted.seed));
    spec.setup.orientations = wanted.layers == Layers::flat   ? 4
                              : spec.setup.orientations == 24 ? 24
                                                              : 8;
    marble_.start(std::move(spec));
    return "";
  });
}

void Workbench::set_world(const std::string& world) {
  attempt([&] {
    EpisodeSpec spec = is_marble_world_kind(world) ? marble_.spec() : spec_for_others();
    spec.setup.kind = world;
    if (!is_marble_world_kind(world)) {
      const WorldEntry& entry = world_entry(world);
      if (!entry.marble) {
        LogicSpec logic;
        logic.family = world;
        logic.seed = request.seed;
        play_logic(logic);
        return "";
      }
      const PhysicsSettings settings = spec.setup.settings;
      spec.setup = entry.setup(request.seed);
      spec.setup.settings = settings;
    }
    marble_.start(std::move(spec));
    return "";
  });
}

void Workbench::set_scheme(int orientations) {
  attempt([&] {
    if (!run().live()) throw BadInput("This is a recording: its control scheme cannot be changed.");
    if (run().ended()) throw BadInput("The run has ended: start it again (R), then change.");
    run().episode().switch_scheme(orientations);
    if (!run().pending_scheme())
      return fmt::format("The maze stays in the scheme of {} orientations.", orientations);
    return fmt::format(
        "At the next settled moment, unless that ends the run, the maze turns to the scheme of {} "
        "orientations.",
        orientations);
  });
}

void Workbench::set_recovery(bool recovery) {
  attempt([&] {
    EpisodeSpec spec = marble_.spec();
    spec.player.recovery = recovery;
    marble_.start(std::move(spec));
    return recovery ? "A frozen marble is not the end now: the maze can be tipped out of it."
                    : "A frozen marble is the end now, as in the thesis.";
  });
}

void Workbench::recover() {
  attempt([&] { return marble_.recover(); });
  end_dropped_ = false;
}

void Workbench::use_physics() {
  attempt([&] {
    EpisodeSpec spec = marble_.spec();
    spec.setup.settings = settings_from(json_of(physics));  // refuses what cannot be
    marble_.start(std::move(spec));
    return "Other physics: the run begins anew.";
  });
  physics = run().setup().settings;
}

void Workbench::compare_with(const std::string& agent, int orientations) {
  attempt([&] { return marble_.set_beside(agent, orientations), ""; });
}

void Workbench::play(std::unique_ptr<LogicGame> game) {
  leave_lesson();
  game_ = std::move(game);
  hint_ = {};
  filling_.reset();
  classic_.reset();
  large_graph = false;
  if (game_->spec().file.empty()) request.seed = game_->seed();
  if (!game_->by_hand()) game_->time.play();
}

void Workbench::show_filling(bool show) {
  filling_.reset();
  if (!show) return;
  game_.reset();
  classic_.reset();
  const Recording& recording = run().recording();
  filling_ = std::make_unique<DeadEndFilling>(recording.spec.setup.maze,
                                              run().scheme(recording.spec.setup.orientations));
  filling_->time.play();
}

void Workbench::show_classic(const std::optional<ClassicSpec>& spec) {
  classic_.reset();
  if (!spec) return;
  leave_lesson();
  game_.reset();
  filling_.reset();
  classic_ = std::make_unique<ClassicAutomaton>(*spec);
  classic_->time.play();
}

void Workbench::restart() {
  attempt([&] { return shown().restart(); });
}

void Workbench::next_maze() {
  leave_lesson();
  if (&played() == &marble_ && level_.open())
    return start_level((level_.number() + 1) % levels().size());
  make_seed(played().seed() + 1);
}

void Workbench::make_seed(std::uint64_t seed) {
  leave_lesson();
  attempt([&] {
    played().make_seed(seed);
    request.seed = seed;
    return "";
  });
}

void Workbench::set_agent(const std::string& agent) {
  attempt([&] { return played().use_agent(agent); });
}

void Workbench::set_by_hand(bool by_hand) {
  if (by_hand) welcome = false;  // it says no more than who plays has seen
  attempt([&] { return played().let_person_play(by_hand); });
}

void Workbench::choose_move(MoveId move) {
  attempt([&] { return shown().choose(move); });
}

void Workbench::choose_towards(glm::vec2 side) {
  attempt([&] { return shown().choose_towards(side, camera); });
}

void Workbench::refuse_undo() { say(played().why_no_undo()); }

bool Workbench::open(const std::filesystem::path& path) {
  return attempt([&] {
    const std::string text = read_text_file(path);
    if (is_game_recording(text)) {
      play(std::make_unique<LogicGame>(load_game(path)));
      game_->time.play();
      remember(path);
      return "Opened " + path.filename().string();
    }
    if (const auto family = logic_family_of_file(path)) {
      LogicSpec spec;
      spec.family = *family;
      spec.file = path.string();
      play_logic(spec);
      remember(path);
      return std::string();
    }
    if (text.starts_with("marblemaze-recording ")) {
      marble_.open(load_recording(path));
    } else {
      EpisodeSpec spec = spec_for_others();
      spec.setup = setup_in(std::make_shared<const Maze>(load_maze(path)), 0, spec.setup.settings,
                            spec.setup.kind);
      marble_.start(std::move(spec));
    }
    remember(path);
    return "Opened " + path.filename().string();
  });
}

void Workbench::remember(const std::filesystem::path& path) {
  const std::string name = std::filesystem::absolute(path).string();
  std::erase(recent, name);
  recent.insert(recent.begin(), name);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

bool Workbench::save(const std::filesystem::path& path) {
  return attempt([&] {
    played().save(path);
    remember(path);
    return "Saved the maze as " + path.string();
  });
}

bool Workbench::save_run(const std::filesystem::path& path) {
  return attempt([&] {
    const std::string saved = played().save_run(path);
    remember(path);
    return saved;
  });
}

void Workbench::export_film(const std::string& ending) {
  if (&shown() != &marble_) return say("Films are made of a marble's run.");
  if (exporting) return say("A film is being made: wait for it, or stop it (File).");
  exporting = FilmExport{new_file(ending)};
}

void Workbench::export_page() {
  attempt([&] {
    if (&shown() != &marble_) throw BadInput("Pages are made of a marble's run.");
    const std::filesystem::path path = new_file(".html");
    write_text_file(path, html_replay(run().recording()));
    return "Saved " + path.string() + ": open it in a browser";
  });
}

bool ViewOptions::*Workbench::path_switch() const {
  const bool plays = marble_.by_hand() || level_.open();
  return plays && !game_ && !filling_ && !classic_ ? &ViewOptions::path_by_hand
                                                   : &ViewOptions::theoretical_path;
}

ViewOptions Workbench::look_now() const {
  ViewOptions now = look;
  now.theoretical_path = look.*path_switch();
  if (marble_.preview && run().waits_for_person()) now.turn_vectors = now.predicted_path = true;
  if (lesson_.open() && lesson_.lesson().orientation_points) now.orientation_points = true;
  return now;
}

void Workbench::frame(double elapsed_s, double budget_s) {
  message_age_s_ += elapsed_s;
  const auto promised = run().pending_scheme();
  shown().frame(elapsed_s, budget_s);
  follow_lesson(elapsed_s);
  follow_level();
  follow_hint();
  if (promised && run().ended())
    say(fmt::format("The run ended before the maze could turn to {} orientations.", *promised));
  if (follow_marble && &shown() == &marble_)
    camera.target = MazePlacement(marble_.scene(), look).marble();
  celebrate(elapsed_s);
}

bool Workbench::shows_end() {
  const Outcome outcome = run().outcome();
  return !end_dropped_ && outcome != Outcome::running && &shown() == &marble_ &&
         marble_.runs().size() == 1 && marble_.over() &&
         !(outcome == Outcome::solved && counted_level());
}

bool Workbench::celebrates() {
  return shows_end() && run().outcome() == Outcome::solved && !reduced_motion &&
         since_solved_s_ < kOrbit_s;
}

bool Workbench::shows_welcome() {
  return welcome && !marble_.over() && !lesson_.open() && &shown() == &marble_ &&
         !marble_.by_hand();
}

void Workbench::celebrate(double elapsed_s) {
  if (!celebrates()) return;
  const float before = orbit_at(since_solved_s_);
  since_solved_s_ += elapsed_s;
  camera.orbit({orbit_at(since_solved_s_) - before, 0});
}

bool Workbench::changes_by_itself() {
  const bool thinks = !run().ended() && run().episode().thinks();
  const bool led = lesson_.open() && lesson_.step().view && lead_.leads();
  return shown().plays() || thinks || led || film.has_value() || exporting.has_value() ||
         wanted_screenshot.has_value() || message_shown() || celebrates() ||
         (shown().graph() && !shown().graph()->layout->rests());
}

void Workbench::reset_camera() {
  camera = Camera{};
  const glm::ivec3 dims = run().maze().grid().dims();
  follow_marble = std::max({dims.x, dims.y, dims.z}) >= kFollowedSide;
  if (follow_marble) camera.target = MazePlacement(marble_.scene(), look).marble();
  camera.distance = whole_distance();
  if (run().maze().grid().layers() == Layers::flat) look_along(Axis::z);
}

void Workbench::fit_maze() {
  follow_marble = false;
  camera.target = glm::vec3(0);
  camera.distance = whole_distance();
}

void Workbench::fit_camera(float aspect) {
  const float before = whole_distance();
  aspect_ = aspect;
  camera.distance *= whole_distance() / before;
}

float Workbench::whole_distance() const {
  const glm::vec3 whole(run().maze().grid().dims());
  const glm::vec3 dims = follow_marble ? glm::min(whole, kFollowedSide * 1.0f) : whole;
  const glm::vec3 extent = dims + glm::vec3(0, 0, look.explode * (dims.z - 1));
  return distance_to_see(glm::length(extent) * 0.5f * kMargin, camera.field_of_view_rad, aspect_);
}

void Workbench::look_along(Axis axis) {
  const glm::dquat rotation = look.frame == ReferenceFrame::maze
                                  ? glm::dquat(1, 0, 0, 0)
                                  : marble_.scene().maze_pose.rotation;
  glm::dvec3 from(0);
  from[static_cast<int>(axis)] = 1;
  from = rotation * from;
  camera.target = glm::vec3(0);
  camera.yaw_rad = static_cast<float>(std::atan2(from.y, from.x));
  camera.pitch_rad = 0;
  camera.orbit({0, static_cast<float>(std::asin(std::clamp(from.z, -1.0, 1.0)))});
}

}  // namespace marblemaze
