#include "engine/recording/recording.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/sim/marble_world_kinds.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/hash.h"
#include "maze/base/json.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

Traits Recording::traits() const {
  const bool known = is_marble_world_kind(spec.setup.kind);
  return marble_world_kind(known ? spec.setup.kind : bullet_physics().name)
      .traits(spec.setup.settings);
}

const RecordedTick& Recording::tick(long tick) const { return checked(ticks, tick, "tick"); }

const RecordedMove& Recording::move(std::size_t move) const { return checked(moves, move, "move"); }

Scene Recording::scene(long tick) const {
  const RecordedTick& t = this->tick(tick);
  const Setup& setup = spec.setup;
  const PhysicsSettings& settings = setup.settings;
  Scene scene;
  scene.maze = setup.maze.get();
  scene.control = setup.control;
  scene.maze_pose.rotation = glm::normalize(glm::dquat(t.maze));
  const glm::dvec3 half = glm::dvec3(setup.maze->grid().dims()) * 0.5;
  scene.marble.position = scene.maze_pose.rotation * (glm::dvec3(t.marble) - half);
  scene.marble.rotation = glm::normalize(glm::dquat(t.marble_rotation));
  scene.marble_radius = settings.nature.marble_radius;
  scene.wall_thickness = settings.nature.wall_thickness;
  scene.time_s = static_cast<double>(tick + 1) * settings.solver.step;
  if (tick > 0) {
    const RecordedTick& before = this->tick(tick - 1);
    const glm::dvec3 was =
        glm::normalize(glm::dquat(before.maze)) * (glm::dvec3(before.marble) - half);
    scene.marble_velocity = (scene.marble.position - was) / settings.solver.step;
  }
  // The rotational energy of a rolling ball is two fifths of its translational energy.
  scene.kinetic_energy_j =
      0.7 * settings.nature.marble_mass * glm::dot(scene.marble_velocity, scene.marble_velocity);
  return scene;
}

std::optional<std::size_t> Recording::move_at(long tick) const {
  const auto after =
      std::upper_bound(moves.begin(), moves.end(), tick,
                       [](long t, const RecordedMove& move) { return t < move.begin; });
  if (after == moves.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - moves.begin()) - 1;
}

RecordedTick tick_of(const Scene& scene, Phase phase, std::uint32_t hash) {
  return {glm::quat(scene.maze_pose.rotation), glm::vec3(scene.marble_in_maze()),
          glm::quat(scene.marble.rotation), phase, hash};
}

void record_moves(Episode& episode, std::vector<RecordedMove>& moves) {
  const auto begin = [&](int number, MoveId move, const std::string& reason,
                         std::vector<PlannedMove> plan) {
    moves.push_back({.number = number,
                     .from = episode.world().state(),
                     .move = move,
                     .to = StateId(),
                     .ending = Motion::rolling,
                     .control = episode.control(),
                     .begin = episode.ticks(),
                     .reason = reason,
                     .plan = std::move(plan)});
  };
  episode.watch({
      .on_decision =
          [&episode, begin](const Decision& decision) {
            const auto& queue = episode.knowledge().planned_moves();
            begin(episode.moves() + 1, decision.moves.front().move, decision.reason,
                  episode.spec().player.by_hand ? decision.moves
                                                : std::vector(queue.begin(), queue.end()));
          },
      .on_switch = [begin] { begin(0, MoveId(), kSwitchReason, {}); },
      .on_move =
          [&](const MoveRecord& record) {
            moves.back().to = record.to.value_or(StateId());
            moves.back().ending = record.ending;
            moves.back().end = episode.ticks();
          },
      .on_recovery = [&](const MoveRecord& record) { moves.back().to = *record.to; },
  });
}

void record(Episode& episode, Recording& recording) {
  assert(episode.spec().setup.maze);
  recording = {.spec = episode.spec(), .build = build_id()};
  recording.spec.scheme_switch.reset();
  if (recording.spec.player.by_hand) recording.spec.agent() = kManualPlayer;
  if (!recording.spec.tilt) record_moves(episode, recording.moves);
  episode.watch({
      .on_recovery =
          [&](const MoveRecord&) {
            recording.spec.player.recovery = true;
            recording.outcome = Outcome::running;
          },
      .on_command =
          [&](const TiltChoice& choice) {
            recording.commands.push_back({episode.tilt_world().command_steps(), choice.reason});
          },
      .on_tick =
          [&] {
            recording.ticks.push_back(
                tick_of(episode.scene(), episode.phase(), folded(episode.world().state_hash())));
          },
      .on_end = [&] { recording.outcome = episode.outcome(); },
  });
}

namespace {

constexpr std::string_view kFirstLine = "marblemaze-recording 2\n";

Json command_json(const RecordedCommand& command) {
  return {command.steps.x, command.steps.y, command.steps.z, command.reason};
}

Json header(const Recording& r) {
  const Setup& setup = r.spec.setup;
  const PlayerSpec& player = r.spec.player;
  Json document{{"maze", json_of(*setup.maze)},
                {"settings", json_of(setup.settings)},
                {"run", r.spec.run},
                {"world", setup.kind},
                {"agent", r.spec.agent()},
                {"build", r.build},
                {"orientations", orientations_of(setup.control)},
                {"recovery", player.recovery},
                {"move_cap", player.move_limit},
                {"outcome", static_cast<int>(r.outcome)},
                {"ticks", r.ticks.size()},
                {"moves", Json::list(r.moves, move_json)}};
  if (const auto& free = r.spec.tilt)
    document["free"] = {{"rest", free->rest},
                        {"limit_s", free->limit_s},
                        {"wishes", Json::list(r.commands, command_json)}};
  return document;
}

std::vector<RecordedCommand> commands_from(const Json& json, std::size_t ticks) {
  std::vector<RecordedCommand> commands;
  for (const Json& command : json) {
    if (command.size() != 4)
      throw BadInput("command", command.dump(), "three numbers and a reason");
    RecordedCommand& read = commands.emplace_back();
    for (int a = 0; a < 3; ++a) {
      read.steps[a] = command.at(static_cast<std::size_t>(a)).get<int>();
      if (read.steps[a] > kCommandSteps || read.steps[a] < -kCommandSteps)
        throw BadInput("command", std::to_string(read.steps[a]),
                       fmt::format("at most {0} and at least -{0}", kCommandSteps));
    }
    read.reason = command.at(3).text();
  }
  const std::size_t wanted = (ticks + kCommandTicks - 1) / kCommandTicks;
  if (commands.size() != wanted)
    throw BadInput("commands", std::to_string(commands.size()),
                   fmt::format("{} for {} ticks", wanted, ticks));
  return commands;
}

Recording from_header(const Json& h) {
  const JsonReader from(h, "header", "");
  from.require_only({"maze", "settings", "run", "world", "agent", "build", "orientations",
                     "recovery", "move_cap", "outcome", "ticks", "moves", "free"});
  Recording r;
  Setup& setup = r.spec.setup;
  PlayerSpec& player = r.spec.player;
  setup.maze = std::make_shared<const Maze>(maze_from(from.at("maze")));
  setup.settings = settings_from(from.at("settings"));
  r.spec.run = from.get<std::uint64_t>("run");
  setup.kind = from.text("world");
  r.build = from.text("build");
  setup.control = ControlScheme{from.get<int>("orientations")};
  player.recovery = from.get<bool>("recovery");
  player.move_limit = from.get<int>("move_cap");
  if (player.move_limit < 0)
    throw BadInput("move_cap", std::to_string(player.move_limit), "0 or more moves");
  r.outcome = from.read("outcome", outcome_from);
  r.moves = from.read("moves", moves_from);
  if (h.contains("free")) {
    const JsonReader free(h.at("free"), "header's free", "");
    free.require_only({"rest", "limit_s", "wishes"});
    r.spec.tilt = TiltSpec{.rest = free.get<bool>("rest"), .limit_s = free.get<double>("limit_s")};
    r.commands = commands_from(free.at("wishes"), from.get<std::size_t>("ticks"));
  }
  r.spec.agent() = from.text("agent");
  return r;
}

/// Throws BadInput if a state or move is invalid in this maze, because the file may be damaged.
void check_moves(const Recording& recording) {
  const Setup& setup = recording.spec.setup;
  const Grid& grid = setup.maze->grid();
  const auto ticks = static_cast<long>(recording.ticks.size());
  const bool can_switch = recording.traits().can_switch_scheme;
  OrientationScheme scheme = *setup.make_scheme();
  std::size_t entry = 0;
  long before = 0;
  const auto expect = [&](bool valid, const char* what, long value, const std::string& expected) {
    if (!valid)
      throw BadInput(fmt::format("{} of move {},", what, entry), std::to_string(value), expected);
  };
  const auto expect_state = [&](StateId state) {
    expect(state.valid() && missing_walls(state) < 8 && grid.in_maze(scheme.cell(state)), "state",
           state.index, "a state of the maze: a cell and an orientation");
  };
  for (const RecordedMove& move : recording.moves) {
    ++entry;
    expect(move.begin > before && move.begin <= ticks, "begin", move.begin,
           "a tick after the previous move");
    expect(move.end == 0 || (move.end > move.begin && move.end <= ticks + 1), "end", move.end,
           "a tick after its beginning, up to the last tick");
    expect_state(move.from);
    const bool is_switch = move.number == 0;
    const int choices = scheme.moves();
    expect(is_switch ? !move.move.valid() : move.move.valid() && move.move.index < choices,
           "choice", move.move.index, is_switch ? "none" : fmt::format("0 to {}", choices - 1));
    if (move.control != scheme.control()) {
      expect(can_switch, "control scheme", orientations_of(move.control),
             "no switch, because this world has only one control scheme");
      scheme = *setup.make_scheme(move.control);
    }
    if (move.to.valid()) expect_state(move.to);
    expect(!is_switch || move.plan.empty(), "plan", std::ssize(move.plan),
           "no moves, because it is a switch");
    for (const PlannedMove& step : move.plan) {
      expect(step.move.valid() && step.move.index < choices, "plan", step.move.index,
             fmt::format("moves from 0 to {}", choices - 1));
      if (step.expected) expect_state(*step.expected);
    }
    before = move.begin;
  }
}

/// Quantization steps per unit for each value of a tick.
constexpr double kT = kTurnSteps, kP = kPlaceSteps;
constexpr std::array kSteps{kT, kT, kT, kT, kP, kP, kP, kT, kT, kT, kT, 1.0};

/// Rotations are normalized only up to quantization error.
RecordedTick restore(const QuantisedTick& q) {
  const auto at = [&](std::size_t i) { return static_cast<float>(q[i] / kSteps[i]); };
  RecordedTick tick;
  tick.maze = {at(0), at(1), at(2), at(3)};
  tick.marble = {at(4), at(5), at(6)};
  tick.marble_rotation = {at(7), at(8), at(9), at(10)};
  tick.phase = static_cast<Phase>(q[11]);
  return tick;
}

constexpr const char* kTooLarge = "its ticks are damaged: a step does not fit into 32 bits";

/// Throws BadInput if the bytes are damaged or truncated.
struct ByteReader {
  std::string_view bytes;
  std::size_t next = 0;

  std::uint8_t byte() {
    if (next >= bytes.size()) throw BadInput("it is truncated: ticks are missing");
    return static_cast<std::uint8_t>(bytes[next++]);
  }
  std::int32_t varint() {
    std::uint32_t zigzag = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const std::uint8_t part = byte();
      zigzag |= static_cast<std::uint32_t>(part & 127) << shift;
      if (part < 128) return static_cast<std::int32_t>(zigzag >> 1 ^ (0u - (zigzag & 1)));
    }
    throw BadInput(kTooLarge);
  }
  std::uint32_t word() {  // little-endian
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << 8 * i;
    return value;
  }
};

/// Returns the hash of the first two lines of a file, which is combined with the hash of each tick.
std::uint32_t hash_of_lines(std::string_view lines) { return folded(hash_of(lines)); }

void read_ticks(Recording& recording, std::size_t count, std::string_view text,
                std::uint32_t lines) {
  ByteReader reader{text};
  QuantisedTick now{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::int32_t& value : now) {
      const std::int64_t moved = std::int64_t{value} + reader.varint();
      if (!std::in_range<std::int32_t>(moved)) throw BadInput(kTooLarge);
      value = static_cast<std::int32_t>(moved);
    }
    if (now[11] < 0 || now[11] >= static_cast<int>(kPhases.size()))
      throw BadInput("phase", std::to_string(now[11]), fmt::format("0 to {}", kPhases.size() - 1));
    RecordedTick tick = restore(now);
    tick.hash = reader.word() ^ lines;
    recording.ticks.push_back(tick);
  }
  if (const std::size_t left = text.size() - reader.next; left > 0)
    throw BadInput("after its last tick", pluralize(left, "byte"), "the end of the file");
}

[[noreturn]] void reject_format_1(const std::string& text, const std::string& name) {
  constexpr std::string_view kBuild = "\"build\":\"";
  const std::size_t found = text.find(kBuild), begin = found + kBuild.size();
  const std::string version =
      found == text.npos ? "an older version"
                         : "marblemaze " + text.substr(begin, text.find('"', begin) - begin);
  throw BadInput(
      fmt::format("cannot read '{}': it was recorded by {} (format 1); record the run again, or "
                  "read it with that version",
                  name, version));
}

}  // namespace

std::string recording_bytes(const Recording& recording) {
  std::string text = std::string(kFirstLine) + header(recording).dump() + "\n";
  const std::uint32_t lines = hash_of_lines(text);
  QuantisedTick before{};
  for (const RecordedTick& tick : recording.ticks) {
    const QuantisedTick now = quantise(tick);
    put_step(text, before, now);
    append_little_endian(text, tick.hash ^ lines, 4);
    before = now;
  }
  return text;
}

void save_recording(const Recording& recording, const std::filesystem::path& path) {
  write_text_file(path, recording_bytes(recording));
}

Recording recording_from_bytes(const std::string& text, const std::string& name) {
  const std::string file = "recording '" + name + "'";
  if (text.starts_with("marblemaze-recording 1\n")) reject_format_1(text, name);
  if (!text.starts_with(kFirstLine))
    throw BadInput(file + ": expected a file that begins with marblemaze-recording 2");
  const std::size_t end = text.find('\n', kFirstLine.size());
  if (end == std::string::npos) throw BadInput(file + " is truncated: the header is incomplete");
  return prefix_errors(file, [&] {
    const Json h = Json::parse("header", text.substr(kFirstLine.size(), end - kFirstLine.size()));
    Recording recording = from_header(h);
    const std::string_view all(text);
    read_ticks(recording, JsonReader(h, "header", "").get<std::size_t>("ticks"),
               all.substr(end + 1), hash_of_lines(all.substr(0, end + 1)));
    check_moves(recording);
    return recording;
  });
}

Recording load_recording(const std::filesystem::path& path) {
  return recording_from_bytes(read_text_file(path), path.string());
}

namespace {

/// Rounds to the nearest integer, but returns 0 for NaN and for values far outside any maze.
std::int32_t rounded(double steps) {
  constexpr double kMost = 1 << 30;
  return std::abs(steps) < kMost ? static_cast<std::int32_t>(std::lround(steps)) : 0;
}

void put_varint(std::string& bytes, std::int32_t value) {
  auto zigzag = static_cast<std::uint32_t>(value) << 1 ^ static_cast<std::uint32_t>(value >> 31);
  for (; zigzag >= 128; zigzag >>= 7) bytes += static_cast<char>(zigzag | 128);
  bytes += static_cast<char>(zigzag);
}

}  // namespace

QuantisedTick quantise(const RecordedTick& tick) {
  const TickFrame numbers = numbers_of(tick);
  QuantisedTick quantised{};
  for (std::size_t i = 0; i < numbers.size(); ++i) quantised[i] = rounded(numbers[i] * kSteps[i]);
  return quantised;
}

void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to) {
  for (std::size_t i = 0; i < to.size(); ++i) put_varint(bytes, to[i] - from[i]);
}

namespace {

/// Returns a list that alternates between moves and expected states, with -1 for no expectation.
Json plan_json(const std::vector<PlannedMove>& plan) {
  Json numbers = Json::array();
  for (const PlannedMove& step : plan) {
    numbers.push_back(step.move.index);
    numbers.push_back(step.expected.value_or(StateId()).index);
  }
  return numbers;
}

std::vector<PlannedMove> plan_from(const Json& numbers) {
  std::vector<PlannedMove> plan;
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    const StateId expected(numbers.at(i + 1).get<int>());
    plan.push_back({MoveId(numbers.at(i).get<int>()),
                    expected.valid() ? std::optional(expected) : std::nullopt});
  }
  return plan;
}

template <class Enum>
Enum enum_from(const Json& value, Enum last) {
  const int index = value.get<int>();
  if (index < 0 || index > static_cast<int>(last))
    throw BadInput(fmt::format("{}: expected 0 to {}", index, static_cast<int>(last)));
  return static_cast<Enum>(index);
}

RecordedMove move_from(const Json& m) {
  if (m.size() > 10) throw BadInput(m.dump() + ": expected at most 10 values");
  return {.number = m.at(0).get<int>(),
          .from = StateId(m.at(1).get<int>()),
          .move = MoveId(m.at(2).get<int>()),
          .to = StateId(m.at(3).get<int>()),
          .ending = enum_from(m.at(4), Motion::overdue),
          .control = ControlScheme{m.at(5).get<int>()},
          .begin = m.at(6).get<long>(),
          .end = m.at(7).get<long>(),
          .reason = m.at(8).text(),
          .plan = plan_from(m.at(9))};
}

}  // namespace

Json move_json(const RecordedMove& m) {
  return {m.number,
          m.from.index,
          m.move.index,
          m.to.index,
          static_cast<int>(m.ending),
          orientations_of(m.control),
          m.begin,
          m.end,
          m.reason,
          plan_json(m.plan)};
}

std::vector<RecordedMove> moves_from(const Json& list) {
  std::vector<RecordedMove> moves;
  for (const Json& move : list) moves.push_back(move_from(move));
  return moves;
}

Outcome outcome_from(const Json& value) { return enum_from(value, kLastOutcome); }

}  // namespace marblemaze
