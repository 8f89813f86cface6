#include "render/session/marble_runs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "maze/grid/resting.h"
#include "maze/world/scene.h"
#include "render/session/run_words.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

constexpr long kTrailTicks = 1200;  // ten seconds
constexpr long kTrailStride = 3;

std::vector<glm::vec3> trail_until(const ShownRun& run, long tick, const Scene& now) {
  std::vector<glm::vec3> trail;
  for (long t = std::max(tick - kTrailTicks, 0L); t <= tick; t += kTrailStride)
    trail.push_back(run.recording().tick(t).marble);
  if (tick >= 0) trail.push_back(glm::vec3(now.marble_in_maze()));
  return trail;
}

std::vector<bool> visited_until(const ShownRun& run, long tick) {
  std::vector<bool> visited(static_cast<std::size_t>(run.maze().grid().box_cells()), false);
  if (run.turns_freely())
    for (long t = 0; t <= tick; t += kCommandTicks) {
      const glm::dvec3 at(run.recording().tick(t).marble);
      const CellId cell = run.maze().grid().cell_at(at);
      if (cell.valid()) visited[static_cast<std::size_t>(cell.index)] = true;
    }
  for (const RecordedMove& move : run.recording().moves) {
    if (move.begin > tick) break;
    const OrientationScheme& scheme = run.scheme(run.control_at(std::max(move.begin - 1, 0L)));
    visited[static_cast<std::size_t>(scheme.cell(move.from).index)] = true;
  }
  return visited;
}

constexpr Speeds kSpeeds{120, 0.1, 100};
constexpr double kShortestBar_s = 10;
constexpr int kLongestMoveTicks = 120 * 130;  // no move takes longer before it is overdue
constexpr const char* kRunIsOver = "The run is over. R starts the maze again.";
constexpr int kLargestPictured =
    20;  // cells a side: a small picture of a larger maze takes too long

bool is_over(const ShownRun& run, double position) {
  return (run.ended() || run.waits_for_person()) && position >= static_cast<double>(run.ticks());
}

GraphStory story_of(const ShownRun& run) {
  const ControlScheme scheme = run.control_at(run.ticks());
  const int moves = run.scheme(scheme).moves();
  return {run.setup().control == scheme ? run.first_state() : StateId(), run.recording().moves,
          scheme, run.live() ? run.episode().player().knowledge(scheme) : nullptr,
          [moves](StateId) { return moves; }};
}

std::string outcome_words(const ShownRun& run) {
  if (run.is_recording()) return fmt::format("recording, {}", outcome_name(run.outcome()));
  if (run.outcome() != Outcome::running) return outcome_name(run.outcome());
  if (run.turns_freely()) return run.waits_for_person() ? "the clock waits for you" : "under way";
  if (run.episode().thinks())
    return "thinking" + (run.episode().said().empty() ? "" : ": " + run.episode().said());
  const std::string now = run.waits_for_person() ? "your move" : "under way";
  const auto next = run.pending_scheme();
  return next ? fmt::format("{}, then to {} orientations", now, *next) : now;
}

// After a comma. Where no time passes, as while the agent thinks, a person may choose or the run is
// over, there is no speed to speak of.
std::string speed_words(const Transport& time, const ShownRun& run) {
  if (run.live() && run.episode().thinks()) return "";
  if (!time.playing()) return ", paused";
  const char* const why = time.lagging() ? ": as fast as this machine can" : "";
  return time.actual_speed() < 0.05 ? "" : fmt::format(", {:.1f}x{}", time.actual_speed(), why);
}

}  // namespace

Scene scene_at(const ShownRun& run, double position) {
  if (run.ticks() == 0) {
    const OrientationScheme& scheme = run.scheme(run.setup().control);
    return still_scene(run.maze(), scheme, scheme.state(run.maze().start(), OrientationId(0)),
                       run.setup().settings.nature.marble_radius,
                       run.setup().settings.nature.wall_thickness);
  }
  const double at = std::clamp(position - 1, 0.0, static_cast<double>(run.ticks() - 1));
  const auto first = static_cast<long>(at);
  const long second = std::min(first + 1, run.ticks() - 1);
  Scene now = between(run.recording().scene(first), run.recording().scene(second),
                      at - static_cast<double>(first));
  now.control = run.control_at(first);
  now.hinge_axis = run.hinge_axis_at(first);
  if (run.live() && second == run.ticks() - 1) now.contacts = run.episode().world().contacts();
  return now;
}

Frame frame_of_state(const ShownRun& run, const OrientationScheme& scheme, StateId state) {
  Frame frame;
  const auto& nature = run.setup().settings.nature;
  // A balanced marble is drawn where it would rest.
  const StateId rests = settled_part(state);
  frame.scene = still_scene(run.maze(), scheme, rests, nature.marble_radius, nature.wall_thickness);
  frame.scheme = &scheme;
  frame.orientation = scheme.orientation(rests);
  frame.theoretical_path = run.paths().path_from(run.maze().start());
  return frame;
}

Frame frame_at(const ShownRun& run, double position) {
  Frame frame;
  const long tick = std::min(static_cast<long>(position), run.ticks()) - 1;
  frame.scene = scene_at(run, position);
  frame.scheme = &run.scheme(run.control_at(tick));
  frame.orientation = run.orientation_at(tick);
  frame.turned_from = run.turned_from_at(tick);
  frame.trail = trail_until(run, tick, frame.scene);
  frame.theoretical_path = run.paths().path_from(run.maze().start());
  frame.visited = visited_until(run, tick);
  if (const MoveNote* note = run.note_under_way(tick)) {
    frame.predicted_path = note->predicted_path;
    frame.guessed_path = note->guessed_path;
  }
  return frame;
}

Prediction prediction_of(const ShownRun& run, long tick, StateId state, MoveId move) {
  if (is_balanced(state) || !run.live()) return {};
  const Advice& advice = run.episode().player().advice(run.control_at(tick));
  return advice.predictor ? advice.predictor->predict(state, move) : Prediction();
}

void add_preview(Frame& frame, const ShownRun& run, long tick, StateId state, MoveId move) {
  const OrientationScheme& scheme = run.scheme(run.control_at(tick));
  const Turn& turn = scheme.turn(scheme.orientation(state), move);
  frame.turned_from = scheme.orientation(state);
  frame.orientation = turn.to;
  const glm::dquat& standing = frame.scene.maze_pose.rotation;
  frame.scene.hinge_axis = standing * turn.axis;
  // The next up vector comes to where the present one is.
  frame.ghost = glm::angleAxis(turn.sweep_rad, frame.scene.hinge_axis) * standing;
  frame.predicted_path.clear();
  frame.guessed_path = prediction_of(run, tick, state, move).path;
}

MarbleRuns::MarbleRuns(RunSpec spec) : Played(kSpeeds), background(spec.player.background) {
  start(std::move(spec));
}

MarbleRuns::MarbleRuns(Recording recording) : Played(kSpeeds) {
  open(std::move(recording));
  time.play();
}

void MarbleRuns::show(std::unique_ptr<ShownRun> first, std::unique_ptr<ShownRun> second) {
  KeptRuns shown{.speed = time.speed()};
  shown.runs.push_back(std::move(first));
  if (second) shown.runs.push_back(std::move(second));
  shown.layouts.resize(shown.runs.size());
  exchange(std::move(shown));
}

void MarbleRuns::show_again(KeptRuns kept) {
  exchange(std::move(kept));
  time.pause();
}

void MarbleRuns::exchange(KeptRuns shown) {
  replaced = {std::move(runs_), std::move(layouts_), selected_,
              parted_at_,       time.position(),     time.speed()};
  // A run of these goes on beside another one.
  if (std::ranges::any_of(replaced.runs, [](const auto& run) { return !run; })) replaced = {};
  runs_ = std::move(shown.runs);
  layouts_ = std::move(shown.layouts);
  selected_ = shown.selected;
  parted_at_ = shown.parted_at;
  ++shows_;
  time.set_steps_per_s(1 / run().seconds_per_tick());
  time.set_speed(shown.speed);
  time.jump(shown.position);
  time.set_backward(false);
  if (on_new_runs) on_new_runs();
}

RunSpec MarbleRuns::spec() const {
  RunSpec spec = runs_.front()->spec();
  spec.player.background = background;
  return spec;
}

void MarbleRuns::start(RunSpec spec) {
  spec.player.background = background;
  show(std::make_unique<ShownRun>(spec));
  time.play();
}

void MarbleRuns::start_anew(std::optional<TiltSpec> tilt, bool by_hand) {
  RunSpec anew = spec();
  anew.player.by_hand = by_hand;
  anew.tilt = std::move(tilt);
  start(std::move(anew));
}

std::string MarbleRuns::turn_freely(bool freely) {
  if (!spec().tilt) by_hand_in_moves_ = by_hand();
  freely ? start_anew(TiltSpec{}, true) : start_anew(std::nullopt, by_hand_in_moves_);
  return freely ? "" : "The maze tips in moves again, from its start.";
}

void MarbleRuns::open(Recording recording) {
  show(std::make_unique<ShownRun>(std::move(recording)));
}

void MarbleRuns::set_beside(const std::string& agent, ControlScheme control) {
  if (agent.empty()) return start(spec());
  RunSpec second = spec();
  second.tilt.reset();
  auto first = std::make_unique<ShownRun>(second);
  second.player.by_hand = false;
  second.player.agent = agent;
  second.setup.control = control;
  show(std::move(first), std::make_unique<ShownRun>(second));
  time.play();
}

std::optional<std::size_t> MarbleRuns::choice_now() const {
  const auto& made = run().recording().moves;
  const auto next = std::ranges::find_if(
      made, [&](const RecordedMove& move) { return move.end == 0 || move.end > time.done(); });
  if (made.empty()) return std::nullopt;
  return static_cast<std::size_t>(next - made.begin()) - (next == made.end() ? 1 : 0);
}

std::string MarbleRuns::branch(MoveId other) {
  const auto choice = choice_now();
  if (!choice) throw BadInput("No move has been made yet.");
  const std::vector<RecordedMove> made = run().recording().moves;
  RunSpec spec = run().spec();
  spec.player.by_hand = true;
  auto second = std::make_unique<ShownRun>(spec);
  for (std::size_t i = 0; i <= *choice; ++i) {
    if (!made[i].move.valid()) throw BadInput("The control scheme was switched before this move.");
    while (second->advance()) {
    }
    second->episode().choose(i < *choice ? made[i].move : other);
  }
  show(std::move(runs_.at(selected_)), std::move(second));
  select(1);
  parted_at_ = choice;
  time.jump(static_cast<double>(made[*choice].begin));
  time.play();
  return fmt::format(
      "At the right the same run with another move {}. Then it is your turn; P lets the agent "
      "play.",
      made[*choice].number);
}

std::optional<StateId> MarbleRuns::chooses_in() const {
  if (run().waits_for_person() && is_over(run(), time.position())) return run().state_at(tick());
  const auto move = move_now();
  if (!move || run().recording().move(*move).begin != tick()) return std::nullopt;
  return run().recording().move(*move).from;
}

std::optional<std::size_t> MarbleRuns::move_now() const {
  return run().recording().move_at(tick());
}

Scene MarbleRuns::scene() const { return scene_at(run(), time.position()); }

long MarbleRuns::length() const {
  long ticks = 0;
  for (const auto& each : runs_) ticks = std::max(ticks, each->ticks());
  return ticks;
}

bool MarbleRuns::extend(long wanted) {
  bool moved = false;
  for (const auto& each : runs_)
    if (each->ticks() < wanted) moved = each->advance() || moved;
  return moved;
}

void MarbleRuns::frame(double elapsed_s, double budget_s) {
  time.frame(elapsed_s, budget_s);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    layouts_.at(i).update(story_of(run(i)));
    layouts_.at(i).relax(kGraphRounds);
  }
}

void MarbleRuns::step_moves(int direction) {
  time.pause();
  if (run().turns_freely()) {
    const long choice =
        direction < 0 ? (time.done() - 1) / kCommandTicks : time.done() / kCommandTicks + 1;
    return time.jump(static_cast<double>(choice * kCommandTicks));
  }
  const Recording& recording = run().recording();
  if (direction < 0) {
    const auto move = recording.move_at(time.done() - 1);
    return time.jump(move ? static_cast<double>(recording.move(*move).begin) : 0.0);
  }
  const long now = time.done();
  const auto& moves = recording.moves;
  const auto ended = [&] {
    return std::ranges::find_if(moves, [&](const RecordedMove& move) { return move.end > now; });
  };
  for (int i = 0; i < kLongestMoveTicks && ended() == moves.end() && !run().ended(); ++i)
    if (!extend(length() + 1)) break;
  time.jump(static_cast<double>(ended() == moves.end() ? run().ticks() : ended()->end));
}

void MarbleRuns::show_moment(double at_s, int at_move) {
  time.pause();
  if (at_s >= 0) return time.jump(std::trunc(std::min(at_s / run().seconds_per_tick(), 1e8)));
  for (int move = 0; move < at_move && !is_over(run(), time.position()); ++move) step_moves(1);
  if (at_move > 0) return;
  if (run().turns_freely()) return time.step(kHalfATurn);
  // In the middle of the first turn.
  const auto waits = [&] { return run().waits_for_person(); };
  while (run().recording().moves.empty() && !run().ended() && !waits()) time.step(1);
  if (!waits()) time.step(kHalfATurn);
}

bool MarbleRuns::over() const {
  return std::ranges::all_of(runs_,
                             [&](const auto& run) { return is_over(*run, time.position()); });
}

bool MarbleRuns::complete() const {
  return std::ranges::all_of(runs_, [](const auto& each) { return each->ended(); });
}

void MarbleRuns::restart() {
  if (runs_.size() == 1)
    start(spec());
  else
    set_beside(run(1).spec().player.agent, run(1).setup().control);
}

void MarbleRuns::steer_now() {
  if (time.backward() || time.position() + 1 < static_cast<double>(length())) to_newest();
  time.set_speed(1);
  time.play();
}

void MarbleRuns::drag(const glm::dvec3& turn) {
  if (turn != glm::dvec3(0)) steer_now();
  if (!run().waits_for_person() || turn != glm::dvec3(0)) run().hand.drag(turn, run().attitude());
}

void MarbleRuns::push(const glm::dvec3& shares) {
  if (shares != glm::dvec3(0)) steer_now();
  run().hand.push(shares);
}

std::string MarbleRuns::recover() {
  if (!run().can_recover()) throw BadInput("Only a marble that balances on an edge can be freed.");
  run().episode().recover();
  layouts_.at(selected_) = GraphLayout();  // the move that froze leads somewhere now
  to_newest();
  time.play();
  return "The run goes on with recovery: the maze is tipped until the marble rolls.";
}

std::string MarbleRuns::choose(MoveId move) {
  if (run().turns_freely()) return "This maze is turned freely: there are no moves to choose.";
  if (run().ended()) return kRunIsOver;
  if (!by_hand()) return "The agent is playing. Press P to play by hand.";
  if (!run().waits_for_person()) return "The marble still rolls: choose when it rests.";
  if (!run().episode().choose(move)) return "";
  to_newest();
  time.play();
  return "";
}

std::string MarbleRuns::choose_towards(glm::vec2 side, const Camera& camera) {
  if (run().turns_freely()) return "";
  MoveId best;
  float best_match = 0.2f;
  for (const MoveId move : run().scheme(run().control_at(run().ticks())).move_ids()) {
    const float match = glm::dot(tips(run(), run().ticks() - 1, move, camera), side);
    if (match > best_match) best = move, best_match = match;
  }
  return best.valid() ? choose(best) : "";
}

std::vector<Frame> MarbleRuns::frames() const {
  std::vector<Frame> frames;
  for (const auto& each : runs_) frames.push_back(frame_at(*each, time.position()));
  if (const auto state = chooses_in(); preview && state)
    add_preview(frames.at(selected_), run(), tick(), *state, *preview);
  return frames;
}

TransportWords MarbleRuns::transport_words() const {
  const double step_s = run().seconds_per_tick();
  const bool free = run().turns_freely();
  return {
      {{"|< move", "\u275a\u25c0", free ? "One command back (B)" : "To the start of this move (B)",
        [](Shown& shown) { shown.step_moves(-1); }},
       {"< tick", "\u25c2", "One tick back, 1/120 s (,)",
        [](Shown& shown) { shown.time.step(-1); }}},
      {{"tick >", "\u25b8", "One tick on, 1/120 s (.)", [](Shown& shown) { shown.time.step(1); }},
       {"move >|", "\u25b6\u275a", free ? "One command on (N)" : "To the end of this move (N)",
        [](Shown& shown) { shown.step_moves(1); }},
       {"End", "\u25b6\u25b6\u275a", "To the newest moment (End)",
        [](Shown& shown) { shown.to_newest(); }}},
      "%.1fx",
      1,
      fmt::format("{:.1f} s of {:.1f} s, {}{}", time.position() * step_s,
                  static_cast<double>(length()) * step_s, outcome_words(run()),
                  speed_words(time, run())),
      kShortestBar_s / step_s,
      false,
      move_marks(run()),
      runs_.size() > 1 ? move_marks(run(1 - selected_)) : plan_marks(run()),
      runs_.size() > 1,
      [this](double position) { return frame_at(run(), position); }};
}

bool MarbleRuns::has_pictures() const {
  const glm::ivec3 dims = run().maze().grid().dims();
  return std::max({dims.x, dims.y, dims.z}) <= kLargestPictured;
}

std::optional<GraphMoment> MarbleRuns::graph() const {
  if (run().turns_freely()) return std::nullopt;
  const auto now = move_now();
  // A move's result is known when it has ended.
  const bool over =
      now && run().recording().move(*now).end > 0 && tick() + 1 >= run().recording().move(*now).end;
  const OrientationScheme& scheme = run().scheme(run().control_at(run().ticks()));
  return GraphMoment{
      &layouts_.at(selected_),
      story_of(run()),
      now ? *now + (over ? 1 : 0) : 0,
      run().state_at(tick()),
      now,
      [this, &scheme](StateId state) {
        return !is_balanced(state) && scheme.cell(state) == run().maze().target();
      },
      [&scheme](StateId state) { return cell_name(scheme, state); },
      [&scheme](StateId state) { return describe_state(scheme, state); },
      has_pictures()
          ? [this, &scheme](StateId state) { return frame_of_state(run(), scheme, state); }
          : std::function<Frame(StateId)>(),
      scheme.orientations() == 24 ? "\u2197 down, from above; \u21d7 upside down; x steepest"
                                  : "\u2197 down, seen from above; \u21d7 upside down",
      parted_at_};
}

std::string MarbleRuns::title() const {
  const glm::ivec3 d = run().maze().grid().dims();
  const Origin& origin = run().maze().origin();
  return fmt::format("{} x {} x {}", d.x, d.y, d.z) +
         (origin.generator.empty() ? ""
                                   : fmt::format(", {} seed {}", origin.generator, origin.seed));
}

void MarbleRuns::make_seed(std::uint64_t seed) {
  RunSpec next = spec();
  const Grid& grid = next.setup.maze->grid();
  next.setup.maze =
      std::make_shared<const Maze>(generate_kruskal(grid.dims(), grid.layers(), seed));
  start(std::move(next));
}

std::string MarbleRuns::use_agent(const std::string& agent) {
  if (auto tilt = spec().tilt) {
    tilt->policy = agent;
    start_anew(std::move(tilt), false);
    return agent + " turns the maze from its start.";
  }
  if (!run().live()) throw BadInput("This is a recording: start a run (R) to let an agent play.");
  run().episode().switch_agent(agent);
  run().let_person_play(false);
  return fmt::format("{} takes over as soon as the marble rests.", planners().entry(agent).title);
}

std::string MarbleRuns::let_person_play(bool by_hand) {
  if (const auto tilt = spec().tilt) {
    start_anew(tilt, by_hand);
    return by_hand ? "" : tilt->policy + " turns the maze from its start.";
  }
  run().let_person_play(by_hand);
  if (run().ended()) return kRunIsOver;
  return by_hand ? "Your turn: arrow keys tip the maze, or click a move. Nothing can be undone."
                 : "The agent plays on.";
}

void MarbleRuns::save(const std::filesystem::path& path) const { save_maze(run().maze(), path); }

std::string MarbleRuns::save_run(const std::filesystem::path& path) const {
  save_recording(run().recording(), path);
  return fmt::format("Saved {} and {} as {}", counted(run().ticks(), "tick"),
                     choices_in_words(run().recording()), path.string());
}

}  // namespace marblemaze
