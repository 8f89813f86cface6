#include "render/session/session.h"

#include <fmt/format.h>

#include "engine/replay_page/html_replay.h"
#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "render/session/run_words.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

// The look around a solved maze.
constexpr double kOrbit_s = 4;
constexpr float kOrbit_rad = 0.5f;
constexpr double kBehindDoors_rad_s = 0.12;

constexpr const char* kNoLastRun = "No run of more than three moves was replaced so far.";
constexpr const char* kRunIsKept = "The run that you have played is kept: File > Last run.";

std::filesystem::path last_run_file() {
  return kept_file("XDG_DATA_HOME", ".local/share", "last-run.rec");
}

// Of the orbit at a time: slow at both ends.
float orbit_at(double time_s) {
  return kOrbit_rad * static_cast<float>(glm::smoothstep(0.0, kOrbit_s, time_s));
}

}  // namespace

Session::Session(RunSpec spec) : marble_(std::move(spec)) { watch_runs(); }

Session::Session(Recording recording) : marble_(std::move(recording)) { watch_runs(); }

void Session::watch_runs() {
  marble_.on_new_runs = [this] { changed_runs(); };
  changed_runs();
}

const Shown& Session::shown() const {
  if (classic()) return *classic();
  if (filling()) return *filling();
  return played();
}

const Played& Session::played() const {
  if (game()) return *game();
  return marble_;
}

void Session::changed_runs() {
  const Maze& maze = run().maze();
  panels.request = {maze.grid().dims().x, maze.grid().layers(), maze.origin().seed};
  filling() ? show_filling() : show_marble();
  hint_ = {};
  marble_.preview.reset();
  panels.physics = run().setup().settings;
  end_dropped_ = false;
  since_solved_s_ = 0;
  panels.timeline = {};
  panels.graph_eye = {};
  const bool same_maze = std::exchange(fitted_, run().setup().maze) == run().setup().maze;
  guides_.changed_runs(same_maze);
  if (same_maze) return;  // it is looked at as before
  view.look.slice_from = glm::ivec3(0);
  view.look.slice_to = glm::ivec3(1 << 20);
  view.reset_camera();
}

bool Session::attempt(const std::function<std::string()>& action) {
  try {
    if (const std::string answer = action(); !answer.empty()) say(answer);
    return true;
  } catch (const std::exception& error) {  // whatever a file holds, the session goes on
    say(error.what());
    return false;
  }
}

bool Session::carry_out(std::function<std::string()> action) {
  if (holds_) return held_.push_back(std::move(action)), true;
  return attempt([&] {
    std::string answer = action();
    settle_runs();
    return answer;
  });
}

void Session::do_held() {
  holds_ = false;
  for (auto& action : std::exchange(held_, {})) carry_out(std::move(action));
}

void Session::restart() {
  keep_game(game());
  shown().restart();
}

void Session::new_maze() {
  const MazeRequest& request = panels.request;
  RunSpec spec = guides_.spec_for_others();
  spec.setup.maze =
      std::make_shared<const Maze>(generate_kruskal(request.size, request.layers, request.seed));
  if (!has_scheme(request.layers, spec.setup.control))
    spec.setup.control = usual_scheme(request.layers);
  marble_.start(std::move(spec));
}

void Session::set_world(const std::string& world) {
  if (is_marble_world_kind(world)) {
    RunSpec spec = marble_.spec();
    spec.setup.kind = world;
    return marble_.start(std::move(spec));
  }
  const WorldEntry& entry = world_entry(world);
  if (!entry.marble) return play_logic({.family = world, .seed = panels.request.seed});
  RunSpec spec = guides_.spec_for_others();
  const PhysicsSettings settings = spec.setup.settings;
  spec.setup = entry.setup(panels.request.seed);
  spec.setup.settings = settings;
  marble_.start(std::move(spec));
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
  RunSpec spec = marble_.spec();
  spec.player.recovery = recovery;
  marble_.start(std::move(spec));
  return recovery ? "With recovery a run goes on when the marble freezes: the agent may tip it on."
                  : "Without recovery a frozen marble ends the run, as in the thesis.";
}

std::string Session::turn_freely(bool freely) {
  leave_doors();
  return marble_.turn_freely(freely);
}

void Session::set_rest(bool rest) {
  RunSpec spec = marble_.spec();
  spec.tilt->rest = rest;
  marble_.start(std::move(spec));
}

std::string Session::recover() {
  end_dropped_ = false;
  return marble_.recover();
}

std::string Session::refuse_undo() const {
  return page_words(game() ? "no_undo_of_logic" : "no_undo").text();
}

std::string Session::use_physics() {
  const PhysicsSettings wanted = std::exchange(panels.physics, run().setup().settings);
  RunSpec spec = marble_.spec();
  spec.setup.settings = settings_from(json_of(wanted));  // refuses what cannot be
  marble_.start(std::move(spec));
  return "The physics has changed: the run starts again.";
}

void Session::set_u_turns(UTurns u_turns) {
  keep_game(game());
  logic().set_u_turns(u_turns);
}

void Session::show_solution(std::optional<std::size_t> number) {
  logic().show_solution(number);
  if (number) shown().time.play();
}

void Session::show_together() {
  logic().show_together();
  shown().time.play();
}

void Session::play(std::unique_ptr<LogicGame> game) {
  guides_.leave_lesson();
  hint_ = {};
  panels.large_graph = false;
  if (game->spec().file.empty()) panels.request.seed = game->seed();
  if (!game->by_hand()) game->time.play();
  show_instead(std::move(game));
}

void Session::show_instead(Instead shown) {
  keep_game(game());
  instead_ = std::move(shown);
}

void Session::keep_game(const LogicGame* game) {
  if (!game || !game->worth_keeping()) return;
  last_run_ = game->recording();
  game_kept_ = true;
  if (game->unsaved()) say(kRunIsKept);
}

std::string Session::begin_guide(const std::function<std::string()>& start) {
  const bool first = !guides_.give_back_runs();
  const ShownRun* const before = &run();
  Instead shown = std::exchange(instead_, {});
  std::string answer;
  try {
    answer = start();
  } catch (...) {
    instead_ = std::move(shown);
    throw;
  }
  if (first) before_guide_ = std::move(shown), run_before_guide_ = before;
  return answer;
}

void Session::settle_runs() {
  if (!guides_.give_back_runs()) {
    Instead before = std::exchange(before_guide_, {});
    if (run_before_guide_ == &run() && shows_marble())
      instead_ = std::move(before);
    else
      keep_game(game_of(before));
    run_before_guide_ = nullptr;
  }
  // A game, or what was shown before a level, matters more than what came after it.
  KeptRuns replaced = std::exchange(marble_.replaced, {}), left = std::exchange(guides_.left, {});
  KeptRuns& kept = left.worth_keeping() ? left : replaced;
  if (std::exchange(game_kept_, false) || !kept.worth_keeping()) return;
  if (std::ranges::any_of(kept.runs, [](const auto& run) { return run->unsaved(); }))
    say(kRunIsKept);
  last_run_ = std::move(kept);
}

std::string Session::show_last_run() {
  if (const KeptRuns* const before = guides_.before(); before && before->worth_keeping())
    return guides_.lesson().open() ? guides_.close_lesson() : guides_.leave_level();
  auto last = std::exchange(last_run_, {});
  if (auto* const runs = std::get_if<KeptRuns>(&last)) {
    show_marble();
    leave_doors();
    marble_.show_again(std::move(*runs));
  } else if (const auto* const game = std::get_if<GameRecording>(&last)) {
    play(std::make_unique<LogicGame>(*game));
  } else if (has_last_run()) {
    show_file(last_run_file());
  } else {
    throw BadInput(kNoLastRun);
  }
  return "";
}

bool Session::has_last_run() const {
  std::error_code unknown;
  const KeptRuns* const before = guides_.before();
  return last_run_.index() != 0 || (before && before->worth_keeping()) ||
         std::filesystem::exists(last_run_file(), unknown);
}

void Session::keep_last_run() const {
  const std::filesystem::path file = last_run_file();
  if (file.empty()) return;
  const auto save = [&](const Recording& run) { save_recording(run, file); };
  const auto save_kept = [&](const KeptRuns& kept) {
    save(kept.runs.at(kept.selected)->recording());
  };
  const LogicGame* const played = game() ? game() : game_of(before_guide_);
  const KeptRuns* const before = guides_.before();
  try {
    std::filesystem::create_directories(file.parent_path());
    if (played && played->worth_keeping())
      save_game(played->recording(), file);
    else if (before && before->worth_keeping())
      save_kept(*before);
    else if (!guides_.lesson().open() && run().worth_keeping())
      save(run().recording());
    else if (const auto* const last = std::get_if<KeptRuns>(&last_run_))
      save_kept(*last);
    else if (const auto* const last_game = std::get_if<GameRecording>(&last_run_))
      save_game(*last_game, file);
  } catch (const std::exception&) {
    // As with settings: losing it is no reason to end with an error.
  }
}

std::vector<std::string> Session::lost_at_quit() const {
  std::vector<std::string> lost;
  if (files.exporting)
    lost.push_back(fmt::format("The film {} is being made ({:.0f} %): quitting discards it.",
                               files.exporting->paths.front().filename().string(),
                               100 * files.exporting->part));
  const LogicGame* const played = game() ? game() : game_of(before_guide_);
  const KeptRuns* const before = guides_.before();
  const auto unsaved = [](const auto& run) { return run->unsaved(); };
  if ((played && played->unsaved()) || (!guides_.lesson().open() && run().unsaved()) ||
      (before && std::ranges::any_of(before->runs, unsaved)))
    lost.emplace_back(
        "A run that you have played by hand is not saved as a file. File > Last run shows it again "
        "after the next start.");
  return lost;
}

void Session::show_filling() {
  const Setup& setup = run().setup();
  show_instead(std::make_unique<DeadEndFilling>(setup.maze, run().scheme(setup.control)));
  shown().time.play();
}

void Session::show_classic(const ClassicSpec& spec) {
  guides_.leave_lesson();
  show_instead(std::make_unique<ClassicAutomaton>(spec));
  shown().time.play();
}

std::string Session::next_maze() {
  guides_.leave_lesson();
  if (&played() == &marble_ && guides_.level().open())
    return start_level((guides_.level().number() + 1) % levels().size());
  const auto level = free_level_of(run());
  if (&played() == &marble_ && level)
    return start_free_level((*level + 1) % free_levels().size());
  else
    make_seed(played().seed() + 1);
  return "";
}

void Session::make_seed(std::uint64_t seed) {
  guides_.leave_lesson();
  keep_game(game());
  played().make_seed(seed);
  panels.request.seed = seed;
}

std::string Session::start_lesson(const std::string& name) {
  panels.show_lessons = false;
  return begin_guide([&] { return guides_.start_lesson(find_lesson(name)), leave_doors(), ""; });
}

std::string Session::leave_level() {
  panels.show_levels = false;
  return guides_.leave_level();
}

std::string Session::start_level(std::size_t number) {
  panels.show_levels = false;
  return begin_guide([&] { return guides_.start_level(number); });
}

std::string Session::start_free_level(std::size_t number) {
  panels.show_levels = false;
  return begin_guide([&] { return guides_.start_free_level(number), leave_doors(), ""; });
}

// About a level axis. Where the maze stands still in the picture, its axes are the picture's.
glm::dvec3 Session::turn_to(glm::vec2 side) const {
  const glm::dvec3 axis(view.camera.away() * side.x - view.camera.right() * side.y);
  return view.look.frame == ReferenceFrame::maze ? run().attitude() * axis : axis;
}

std::string Session::play_by_hand(bool by_hand) {
  // Through the door there is nothing but the maze, from its start, and its moves.
  if (!by_hand || !leave_doors()) return played().let_person_play(by_hand);
  panels.setup_fold = panels.mind_fold = Fold::folded;
  std::string words = played().let_person_play(by_hand);
  shown().restart();
  return words;
}

std::string Session::open_file(const std::filesystem::path& path) {
  show_file(path);
  files.remember(path);
  return game() && !game()->is_recording() ? "" : "Opened " + path.filename().string();
}

void Session::show_file(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  const auto family = is_game_recording(text) ? std::nullopt : logic_family_of_file(path);
  if (is_game_recording(text)) {
    play(std::make_unique<LogicGame>(load_game(path)));
    shown().time.play();
  } else if (family) {
    play_logic({.family = *family, .file = path.string()});
  } else if (text.starts_with("marblemaze-recording ")) {
    marble_.open(load_recording(path));
  } else {
    RunSpec spec = guides_.spec_for_others();
    spec.setup = setup_in(std::make_shared<const Maze>(load_maze(path)), std::nullopt,
                          spec.setup.settings, spec.setup.kind);
    marble_.start(std::move(spec));
  }
}

std::string Session::save_maze(const std::filesystem::path& path) {
  played().save(path);
  files.remember(path);
  return "Saved the maze as " + path.string();
}

std::string Session::save_run(const std::filesystem::path& path) {
  std::string saved = played().save_run(path);
  if (game())
    logic().saved_moves = game()->moves().size();
  else
    run().saved_ticks = run().recording().ticks.size();
  files.remember(path);
  return saved;
}

std::string Session::export_film(const std::string& ending, bool loop) {
  if (!shows_marble()) throw BadInput("Films are made of a marble's run.");
  if (files.exporting) throw BadInput("A film is being made: wait for it, or stop it (File).");
  files.exporting = Files::FilmExport{{files.new_file(ending)}, loop};
  if (loop) files.exporting->paths.push_back(files.new_file(".gif"));
  return "";
}

std::string Session::export_page() {
  if (!shows_marble()) throw BadInput("Pages are made of a marble's run.");
  const std::filesystem::path path = files.new_file(".html");
  write_text_file(path, html_replay(run().recording()));
  return "Saved " + path.string() + ": open it in a browser";
}

std::string Session::export_csv() {
  const std::filesystem::path path = files.new_file(".csv");
  write_text_file(path, motion_csv(run()));
  return "Saved " + path.string();
}

bool ViewOptions::*Session::path_switch() const {
  const bool plays = (marble_.by_hand() && !run().turns_freely()) || guides_.level().open();
  return plays && shows_marble() ? &ViewOptions::path_by_hand : &ViewOptions::theoretical_path;
}

ViewOptions Session::look_now() const {
  ViewOptions now = view.look;
  now.theoretical_path = view.look.*path_switch();
  if (marble_.preview && marble_.chooses_in()) now.turn_vectors = true;
  if (guides_.lesson().open() && guides_.lesson().lesson().orientation_points)
    now.orientation_points = true;
  return now;
}

void Session::show_doors() {
  show_marble();
  marble_.let_person_play(false);
  panels.welcome = true;
}

std::string Session::dismiss() {
  files.asks = panels.show_help = panels.show_physics = panels.show_levels = panels.show_lessons =
      panels.asks_to_quit = false;
  end_dropped_ = end_dropped_ || shows_end();  // not the news that is still to come
  watch_from_doors();
  return guides_.close_lesson();
}

void Session::ask_to_quit() {
  quit = panels.asks_to_quit || lost_at_quit().empty();
  panels.asks_to_quit = !quit;
}

void Session::frame(double elapsed_s, double budget_s) {
  message_age_s_ += elapsed_s;
  if (shows_welcome() && run().recording().moves.empty()) run().demonstration = true;
  const auto promised = run().pending_scheme();
  shown().frame(elapsed_s, budget_s);
  attempt([&] { return guides_.frame(elapsed_s, shows_marble()); });
  settle_runs();
  follow_hint();
  if (promised && run().ended())
    say(fmt::format("The run ended before the maze could turn to {} orientations.", *promised));
  if (view.follow_marble && shows_marble()) view.look_at_marble();
  celebrate(elapsed_s);
  if (shows_welcome()) turn_behind_doors(elapsed_s);
}

void Session::turn_behind_doors(double elapsed_s) {
  if (marble_.over()) shown().restart();
  if (view.reduced_motion) return;
  view.camera.orbit({static_cast<float>(kBehindDoors_rad_s * elapsed_s), 0});
}

bool Session::leave_doors() {
  if (!std::exchange(panels.welcome, false)) return false;
  view.reset_camera();
  return true;
}

bool Session::shows_end() const {
  const Outcome outcome = run().outcome();
  return !end_dropped_ && outcome != Outcome::running && shows_marble() && marble_.count() == 1 &&
         marble_.over() && !(outcome == Outcome::solved && guides_.counted_level());
}

bool Session::celebrates() const {
  return shows_end() && run().outcome() == Outcome::solved && !view.reduced_motion &&
         since_solved_s_ < kOrbit_s;
}

bool Session::shows_welcome() const {
  return panels.welcome && !guides_.lesson().open() && shows_marble() && !marble_.by_hand();
}

void Session::celebrate(double elapsed_s) {
  if (!celebrates()) return;
  const float before = orbit_at(since_solved_s_);
  since_solved_s_ += elapsed_s;
  view.camera.orbit({orbit_at(since_solved_s_) - before, 0});
}

bool Session::changes_by_itself() const {
  const bool thinks = run().live() && !run().ended() && run().episode().thinks();
  return shown().plays() || thinks || guides_.leads() || files.film || files.exporting ||
         files.wanted_screenshot || message_shown() || celebrates() ||
         (shows_welcome() && !view.reduced_motion) ||
         (shown().graph() && !shown().graph()->layout->rests());
}

std::size_t Session::moves_so_far() const {
  return game() ? game()->moves().size() : run().recording().moves.size();
}

Hint Session::known_hint() {
  if (shows_marble() && run().turns_freely())
    throw BadInput("Hints are moves, and this maze is turned freely: follow the shortest path.");
  if (classic() || filling()) throw BadInput("There is nothing to choose here.");
  if (!played().by_hand()) throw BadInput("The agent is playing. Press P to play by hand.");
  if (game()) {
    if (game()->is_recording() || !game()->shows_present())
      throw BadInput("A hint tells of the newest moment of a game: press End.");
    return hint_for(*game());
  }
  if (run().ended()) throw BadInput("The run has ended. R starts it again.");
  if (!run().waits_for_person()) throw BadInput("The marble still rolls: ask when it rests.");
  return hint_for(run(), view.camera, guides_.counted_level());
}

std::string Session::give_hint() {
  Hint hint = known_hint();
  if (hint.move && !game() && guides_.level().open() && !hint_.move) guides_.count_hint();
  hint_ = std::move(hint);
  hint_at_ = moves_so_far();
  return hint_.words;
}

void Session::follow_hint() {
  if (hint_.move && hint_at_ != moves_so_far()) {
    if (message_ == hint_.words) drop_message();
    hint_ = {};
  }
  if (pinned_ && pinned_->second != marble_.time.position()) pinned_.reset();
  marble_.preview = game() ? std::nullopt : pinned_ ? std::optional(pinned_->first) : hint_.move;
}

}  // namespace marblemaze
