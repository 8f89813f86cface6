#include "render/session/run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr long kTrailTicks = 1200;  // ten seconds
constexpr long kTrailStride = 3;

std::vector<glm::vec3> trail_at(const MarbleRun& run, long tick, const Scene& now) {
  std::vector<glm::vec3> trail;
  for (long t = std::max(tick - kTrailTicks, 0L); t <= tick; t += kTrailStride)
    trail.push_back(run.recording().tick(t).marble);
  if (tick >= 0) trail.push_back(glm::vec3(now.marble_in_maze()));
  return trail;
}

std::vector<bool> visited_at(const MarbleRun& run, long tick) {
  std::vector<bool> visited(static_cast<std::size_t>(run.maze().grid().box_cells()), false);
  if (run.is_tilt())
    for (long t = 0; t <= tick; t += kCommandTicks) {
      const glm::dvec3 at(run.recording().tick(t).marble);
      const CellId cell = run.maze().grid().cell_at(at);
      if (cell.valid()) visited[cell.index] = true;
    }
  for (const RecordedMove& move : run.recording().moves) {
    if (move.begin > tick) break;
    const OrientationScheme& scheme = run.scheme(run.control_at(std::max(move.begin - 1, 0L)));
    visited[scheme.cell(move.from).index] = true;
  }
  return visited;
}

constexpr Speeds kSpeeds{120, 0.1, 100};
constexpr double kMinBar_s = 10;
constexpr int kMaxMoveTicks = 120 * 130;  // longer moves have timed out
constexpr int kMaxThumbnailSide = 20;     // cells; thumbnails of larger mazes are too slow

// Returns the status text of a run. Empty while an earlier moment is displayed, except in
// recordings.
std::string state_text(const MarbleRun& run) {
  const bool past = run.position() + 1 < static_cast<double>(run.ticks());
  if (past) return run.is_recording() ? "recording" : "";
  if (run.is_recording()) return fmt::format("recording, {}", outcome_name(run.outcome()));
  if (run.outcome() != Outcome::running) return outcome_name(run.outcome());
  if (run.is_tilt()) return run.waits_for_user() ? "the clock starts when you do" : "";
  if (run.episode().is_planning())
    return "thinking" + (run.episode().said().empty() ? "" : ": " + run.episode().said());
  const auto next = run.pending_scheme();
  if (!next) return run.waits_for_user() ? "your move" : "";
  return fmt::format("{}then to {} orientations", run.waits_for_user() ? "your move, " : "", *next);
}

// Explains why playback is paused or slower than requested. Empty during normal playback.
std::string speed_text(const Playback& time, const MarbleRun& run) {
  if (time.over() || (run.live() && run.episode().is_planning())) return "";
  if (!time.playing()) return "paused";
  return time.lagging() ? fmt::format("{:.1f}x is the maximum on this machine", time.actual_speed())
                        : "";
}

Scene interpolate(const Scene& a, const Scene& b, double part) {
  Scene scene = b;
  scene.maze_pose = {glm::mix(a.maze_pose.position, b.maze_pose.position, part),
                     glm::slerp(a.maze_pose.rotation, b.maze_pose.rotation, part)};
  scene.marble = {glm::mix(a.marble.position, b.marble.position, part),
                  glm::slerp(a.marble.rotation, b.marble.rotation, part)};
  scene.time_s = a.time_s + (b.time_s - a.time_s) * part;
  return scene;
}

Scene scene_at(const MarbleRun& run, double position) {
  if (run.ticks() == 0) {
    const OrientationScheme& scheme = run.scheme(run.setup().control);
    return resting_scene(run.maze(), scheme, scheme.state(run.maze().start(), OrientationId(0)),
                         run.setup().settings.nature.marble_radius,
                         run.setup().settings.nature.wall_thickness);
  }
  const double at = std::clamp(position - 1, 0.0, static_cast<double>(run.ticks() - 1));
  const auto first = static_cast<long>(at);
  const long second = std::min(first + 1, run.ticks() - 1);
  Scene now = interpolate(run.recording().scene(first), run.recording().scene(second),
                          at - static_cast<double>(first));
  now.control = run.control_at(first);
  if (const RecordedMove* turn = run.turn_at(first)) {
    const OrientationScheme& scheme = run.scheme(turn->control);
    now.hinge_axis = glm::dquat(run.recording().tick(first).maze) *
                     scheme.turn(scheme.orientation(turn->from), turn->move).axis;
  }
  if (run.live() && second == run.ticks() - 1) now.contacts = run.episode().world().contacts();
  return now;
}

// Returns the path that the agent expects for a move. If the agent does not know the path, returns
// only the expected end cell.
std::vector<CellId> expected_path(const MarbleRun& run, const RecordedMove& move,
                                  const std::vector<CellId>& guess) {
  const PlannerEntry* const agent = planners().find(run.agent());
  if (move.plan.empty() || (agent && !agent->predicts)) return {};
  const auto& expected = move.plan.front().expected;
  if (!expected || !expected->valid()) return {};
  const CellId end = run.scheme(move.control).cell(*expected);
  const bool knows_path = agent && includes(agent->access, AccessFlags::predictor);
  return knows_path && !guess.empty() && guess.back() == end ? guess : std::vector{end};
}

Prediction predict(const MarbleRun& run, long tick, StateId state, MoveId move) {
  const ControlScheme control = run.control_at(tick);
  if (!run.live()) return run.setup().with(control).make_predictor().predict(state, move);
  const Advice& advice = run.episode().player().advice(control);
  return advice.predictor ? advice.predictor->predict(state, move) : Prediction();
}

Frame frame_of_state(const MarbleRun& run, const OrientationScheme& scheme, StateId state) {
  Frame frame;
  const auto& nature = run.setup().settings.nature;
  // A balanced marble is drawn where it would come to rest.
  const StateId rests = settled_state(state);
  frame.scene =
      resting_scene(run.maze(), scheme, rests, nature.marble_radius, nature.wall_thickness);
  frame.scheme = &scheme;
  frame.orientation = scheme.orientation(rests);
  frame.theoretical_path = run.paths().path_from(run.maze().start());
  return frame;
}

// Adds the predicted result of a move from `state` to a frame: the path of the marble, the turn
// vectors, and a ghost of the turned maze.
void add_preview(Frame& frame, const MarbleRun& run, long tick, StateId state, MoveId move) {
  const OrientationScheme& scheme = run.scheme(run.control_at(tick));
  const Turn& turn = scheme.turn(scheme.orientation(state), move);
  frame.turned_from = scheme.orientation(state);
  frame.orientation = turn.to;
  const glm::dquat& standing = frame.scene.maze_pose.rotation;
  frame.scene.hinge_axis = standing * turn.axis;
  frame.ghost = glm::angleAxis(turn.turn_angle_rad, frame.scene.hinge_axis) * standing;
  frame.predicted_path.clear();
  frame.guessed_path = prediction_of(run, tick, state, move).path;
}

constexpr double kManualLimit_s = 3600;

/// Returns a specification that this build can run. A recording may name the user as the player, or
/// an unknown agent.
RunSpec spec_of(const Recording& recording) {
  RunSpec spec = recording.spec;
  const std::string& played = recording.spec.agent();
  spec.player = {.by_hand = played == kManualPlayer, .recovery = recording.spec.player.recovery};
  if (spec.tilt) {
    spec.tilt = TiltSpec{.rest = spec.tilt->rest};
    if (tilt_policies().find(played)) spec.tilt->policy = played;
  } else if (planners().find(played)) {
    spec.player.agent = played;
  }
  return spec;
}

class ManualTiltPolicy final : public TiltPolicy {
 public:
  ManualTiltPolicy(const MarbleRun& run, const TiltLimits& limits) : run_(run), limits_(limits) {}

  TiltChoice decide(const TiltState&) override {
    return {run_.hand.command(run_.attitude(), limits_),
            run_.hand.idle() ? "the hand has let go" : "by hand"};
  }

 private:
  const MarbleRun& run_;
  TiltLimits limits_;
};

std::unique_ptr<Episode> episode_of(const MarbleRun& run, RunSpec spec) {
  if (!spec.tilt || !spec.player.by_hand) return std::make_unique<Episode>(spec);
  spec.tilt->limit_s = kManualLimit_s;
  return std::make_unique<Episode>(spec, [&run](const TiltTask& task) {
    return std::make_unique<ManualTiltPolicy>(run, task.limits);
  });
}

}  // namespace

MarbleRun::MarbleRun(const RunSpec& spec)
    : PlayedRun(kSpeeds), spec_(spec), episode_(episode_of(*this, spec)), paths_(*spec.setup.maze) {
  record(*episode_, recording_);
  if (live()) take_notes(*episode_, notes_);
  set_steps_per_s(1 / seconds_per_tick());
}

MarbleRun::MarbleRun(Recording recording)
    : PlayedRun(kSpeeds),
      RecordedRun(std::move(recording)),
      spec_(spec_of(recording_)),
      paths_(*spec_.setup.maze) {
  for (const RecordedMove& move : recording_.moves) {
    MoveNote& note = notes_.emplace_back();
    note.counters.moves = move.number;
    if (!move.plan.empty()) note.expected = move.plan.front().expected;
  }
  set_steps_per_s(1 / seconds_per_tick());
}

std::optional<int> MarbleRun::estimated_moves() const {
  if (!live() || !first_state().valid()) return std::nullopt;
  const Advice& advice = episode_->player().advice(setup().control);
  if (!advice.predictor) return std::nullopt;
  if (!estimated_moves_)
    estimated_moves_ = explore(*advice.predictor, *advice.rules, first_state()).optimum();
  return *estimated_moves_;
}

bool MarbleRun::worth_keeping() const {
  if (second && second->worth_keeping()) return true;
  if (demonstration) return false;
  return is_tilt() ? !is_recording() && seconds() > 5 : PlayedRun::worth_keeping();
}

std::string MarbleRun::save(const std::filesystem::path& path) {
  MarbleRun& run = selected_run();
  save_recording(run.recording_, path);
  run.saved_steps_ = run.ticks();
  return fmt::format("{} and {}", pluralize(run.ticks(), "tick"), length_text(run.recording_));
}

std::string MarbleRun::use_agent(const std::string& agent) {
  if (!live())
    throw BadInput("This is a recording. Press R to start a run in which an agent can play.");
  episode_->switch_agent(agent);
  spec_.player.by_hand = false;
  episode_->set_by_hand(false);
  return fmt::format("{} takes over as soon as the marble rests.", planners().at(agent).title);
}

std::string MarbleRun::set_by_hand(bool by_hand) {
  spec_.player.by_hand = by_hand;
  if (live()) episode_->set_by_hand(by_hand);
  if (ended()) return kRunIsOver;
  return by_hand ? "Your turn: tip the maze with the arrow keys, or click a move. You cannot undo "
                   "a move."
                 : "";
}

Frame frame_at(const MarbleRun& run, double position) {
  Frame frame;
  const long tick = std::min(static_cast<long>(position), run.ticks()) - 1;
  frame.scene = scene_at(run, position);
  frame.scheme = &run.scheme(run.control_at(tick));
  frame.orientation = run.orientation_at(tick);
  if (const RecordedMove* turn = run.turn_at(tick))
    frame.turned_from = run.scheme(turn->control).orientation(turn->from);
  frame.trail = trail_at(run, tick, frame.scene);
  frame.theoretical_path = run.paths().path_from(run.maze().start());
  frame.visited = visited_at(run, tick);
  if (const RecordedMove* move = run.move_under_way(tick)) {
    frame.guessed_path = predict(run, tick, move->from, move->move).path;
    frame.predicted_path = expected_path(run, *move, frame.guessed_path);
  }
  return frame;
}

Prediction prediction_of(const MarbleRun& run, long tick, StateId state, MoveId move) {
  return is_balanced(state) ? Prediction() : predict(run, tick, state, move);
}

std::optional<std::size_t> MarbleRun::current_decision() const {
  const auto& made = recording_.moves;
  const auto next = std::ranges::find_if(
      made, [&](const RecordedMove& move) { return move.end == 0 || move.end > done(); });
  if (made.empty()) return std::nullopt;
  return static_cast<std::size_t>(next - made.begin()) - (next == made.end() ? 1 : 0);
}

std::unique_ptr<MarbleRun> MarbleRun::branch(MoveId other) const {
  const auto choice = current_decision();
  if (!choice) throw BadInput("No move has been made yet.");
  RunSpec spec = this->spec();
  spec.player.by_hand = true;
  auto branched = std::make_unique<MarbleRun>(spec);
  for (std::size_t i = 0; i <= *choice; ++i) {
    const MoveId made = recording_.move(i).move;
    if (!made.valid()) throw BadInput("The control scheme was switched before this move.");
    while (branched->advance()) {
    }
    if (!branched->waits_for_user() || !branched->episode().choose(i < *choice ? made : other))
      throw BadInput(fmt::format(
          "The run cannot be repeated up to move {}: this version of the program plays it "
          "differently.",
          recording_.move(*choice).number));
  }
  for (std::size_t i = 0; i < *choice; ++i)
    branched->notes_[i].camera_at_move = notes_[i].camera_at_move;
  return branched;
}

std::optional<StateId> MarbleRun::decision_state() const {
  if (waits_for_user() && at_own_end()) return state_at(tick());
  const auto move = current_move();
  if (!move || recording_.move(*move).begin != tick()) return std::nullopt;
  return recording_.move(*move).from;
}

Scene MarbleRun::scene() const { return scene_at(*this, position()); }

bool MarbleRun::at_own_end() const {
  return (ended() || waits_for_user()) && position() >= static_cast<double>(ticks());
}

void MarbleRun::moved() {
  if (second) second->set_position(position());
}

bool MarbleRun::extend(long wanted) {
  const bool moved = ticks() < wanted && advance();
  return (second && second->extend(wanted)) || moved;
}

void MarbleRun::update(double elapsed_s, double budget_s) {
  Playback::update(elapsed_s, budget_s);
  for (MarbleRun* run : {this, second.get()})
    if (run) run->update_graph(run->graph_input(run->control_at(run->tick())));
}

GraphInput MarbleRun::graph_input(ControlScheme control) const {
  const int moves = scheme(control).moves();
  return {setup().control == control ? first_state() : StateId(), recording_.moves, control,
          live() ? episode().player().knowledge(control) : nullptr,
          [moves](StateId) { return moves; }};
}

void MarbleRun::step_moves(int direction) {
  pause();
  const MarbleRun& run = selected_run();
  const auto& moves = run.recording_.moves;
  if (run.is_tilt()) {
    const long choice = direction < 0 ? (done() - 1) / kCommandTicks : done() / kCommandTicks + 1;
    return jump(static_cast<double>(choice * kCommandTicks));
  }
  if (direction < 0) {
    const auto move = run.recording_.move_at(done() - 1);
    return jump(move ? static_cast<double>(moves[*move].begin) : 0.0);
  }
  const long now = done();
  const auto ended = [&] {
    return std::ranges::find_if(moves, [&](const RecordedMove& move) { return move.end > now; });
  };
  for (int i = 0; i < kMaxMoveTicks && ended() == moves.end() && !run.ended(); ++i)
    if (!extend(length() + 1)) break;
  jump(static_cast<double>(ended() == moves.end() ? run.ticks() : ended()->end));
}

void MarbleRun::show_moment(double at_s, int at_move) {
  pause();
  if (at_s >= 0) return jump(std::trunc(std::min(at_s / seconds_per_tick(), 1e8)));
  const MarbleRun& run = selected_run();
  for (int move = 0; move < at_move && !run.at_own_end(); ++move) step_moves(1);
  if (at_move > 0) return;
  if (run.is_tilt()) return step(kHalfTurnTicks);
  while (run.recording_.moves.empty() && !run.ended() && !run.waits_for_user()) step(1);
  if (!run.waits_for_user()) step(kHalfTurnTicks);
}

void MarbleRun::resume_playback() {
  if (backward() || position() + 1 < static_cast<double>(length())) to_latest();
  set_speed(1);
  play();
}

void MarbleRun::drag(const glm::dvec3& turn) {
  if (turn != glm::dvec3(0)) resume_playback();
  if (!waits_for_user() || turn != glm::dvec3(0)) hand.drag(turn, attitude());
}

void MarbleRun::push(const glm::dvec3& shares) {
  if (shares != glm::dvec3(0)) resume_playback();
  hand.push(shares);
}

std::string MarbleRun::recover() {
  MarbleRun& run = selected_run();
  if (!run.can_recover()) throw BadInput("Only a marble that balances on an edge can be freed.");
  run.episode().recover();
  run.layout_ = GraphLayout();  // recovery gives the frozen move a result
  run.card_dismissed = false;
  to_latest();
  play();
  return "The run continues with recovery: the agent tips the maze until the marble rolls.";
}

std::string MarbleRun::choose(MoveId move) {
  MarbleRun& run = selected_run();
  if (run.is_tilt()) return "You turn this maze freely, so there are no moves to choose.";
  if (run.ended()) return kRunIsOver;
  if (!run.spec().player.by_hand) return "The agent is playing. Press P to play by hand.";
  if (!run.waits_for_user()) return "The marble is still rolling. Choose a move when it rests.";
  if (!run.episode().choose(move)) return "";
  to_latest();
  play();
  return "";
}

std::string MarbleRun::choose_towards(glm::vec2 side, const Camera& camera) {
  const MarbleRun& run = selected_run();
  if (run.is_tilt()) return "";
  MoveId best;
  float best_match = 0.2f;
  for (const MoveId move : run.scheme(run.control_at(run.ticks())).move_ids()) {
    const float match = glm::dot(tilt_direction(run, run.ticks() - 1, move, camera), side);
    if (match > best_match) best = move, best_match = match;
  }
  return best.valid() ? choose(best) : "";
}

std::vector<Frame> MarbleRun::frames() const {
  std::vector<Frame> frames;
  for (const MarbleRun* run : runs()) {
    frames.push_back(frame_at(*run, position()));
    if (const auto state = run->decision_state(); run->preview && state)
      add_preview(frames.back(), *run, run->tick(), *state, *run->preview);
  }
  return frames;
}

TransportInfo MarbleRun::transport_info() const {
  const MarbleRun& run = selected_run();
  const MarbleRun* const other = !second ? nullptr : second_selected ? this : second.get();
  const double step_s = seconds_per_tick();
  std::string facts = fmt::format("{:.1f} s of {:.1f} s", position() * step_s,
                                  static_cast<double>(length()) * step_s);
  // With two runs, a title above each maze shows the state of the run.
  for (const std::string& words : {other ? "" : state_text(run), speed_text(*this, run)})
    if (!words.empty()) facts += ", " + words;
  TransportInfo words{.speed_format = "%.1fx",
                      .facts = facts,
                      .shortest_span = kMinBar_s / step_s,
                      .integer_steps = false,
                      .marks = move_marks(run),
                      .below = other ? move_marks(*other) : plan_marks(run),
                      .two_runs = other != nullptr,
                      .picture = [&run](double position) { return frame_at(run, position); }};
  if (other)
    words.upper = second_selected ? "Right" : "Left",
    words.lower = second_selected ? "Left" : "Right";
  return words;
}

bool MarbleRun::has_thumbnails() const {
  const glm::ivec3 dims = maze().grid().dims();
  return std::max({dims.x, dims.y, dims.z}) <= kMaxThumbnailSide;
}

std::optional<GraphMoment> MarbleRun::graph() const {
  const MarbleRun& run = selected_run();
  if (run.is_tilt()) return std::nullopt;
  const auto now = run.current_move();
  // The result of a move is unknown until the move has ended.
  const bool over =
      now && run.recording().move(*now).end > 0 && run.tick() + 1 >= run.recording().move(*now).end;
  // The layout may show the previous control scheme until the next frame.
  const ControlScheme there = run.control_at(run.tick());
  const ControlScheme drawn =
      run.layout_.scheme() == ControlScheme::none ? there : run.layout_.scheme();
  const OrientationScheme& scheme = run.scheme(drawn);
  return GraphMoment{
      &run.layout_,
      run.graph_input(drawn),
      now ? *now + (over ? 1 : 0) : 0,
      drawn == there ? run.state_at(run.tick()) : std::nullopt,
      now,
      [&run, &scheme](StateId state) {
        return !is_balanced(state) && scheme.cell(state) == run.maze().target();
      },
      [&scheme](StateId state) { return cell_name(scheme, state); },
      [&scheme](StateId state) { return describe_state(scheme, state); },
      has_thumbnails()
          ? [&run, &scheme](StateId state) { return frame_of_state(run, scheme, state); }
          : std::function<Frame(StateId)>(),
      scheme.orientations() == 24
          ? "\u2197 lowest corner (\u21d7 upside down), then the steepest axis"
          : "\u2197 lowest corner, seen from above (\u21d7 upside down)",
      diverges_at};
}

std::string MarbleRun::title() const {
  const glm::ivec3 d = maze().grid().dims();
  const GeneratorInfo& origin = maze().generator();
  return fmt::format("{} x {} x {} maze", d.x, d.y, d.z) +
         (origin.name.empty() ? "" : fmt::format(", seed {}", origin.seed));
}

}  // namespace marblemaze
