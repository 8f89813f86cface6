#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/play/controller.h"
#include "agent/play/knowledge_engine.h"
#include "engine/run/world_factory.h"

namespace marblemaze {

/// Turn to another control scheme before move number `at_move`.
struct SchemeSwitch {
  int orientations;
  int at_move;
};

/// One run of one agent in one maze.
struct EpisodeSpec {
  std::shared_ptr<const Maze> maze;
  std::string agent = "complete-solution-prediction";
  int orientations = 8;
  std::string world = "bullet";
  PhysicsSettings settings;
  std::optional<SchemeSwitch> scheme_switch;
  int move_cap = kMoveCap;
  bool recovery = false;  ///< a balanced marble is a state of its own, not the end
};

struct EpisodeResult {
  Outcome outcome = Outcome::running;
  Counters counters;
  int switches = 0;
  long ticks = 0;
  StateId first_state;
  std::vector<MoveRecord> played;
};

/// One run, step by step: world, agent and controller with the lifetimes they need. run() plays it
/// to its end; the viewer ticks the controller itself.
class Episode {
 public:
  explicit Episode(EpisodeSpec spec);
  Episode(const Episode&) = delete;
  Episode& operator=(const Episode&) = delete;

  EpisodeResult run();

  /// At the next settled moment the maze turns to another scheme. Each scheme keeps its own
  /// knowledge, and switching back finds it again.
  void switch_scheme(int orientations);
  /// Another search takes over the present knowledge at the next decision.
  void switch_agent(const std::string& agent);

  [[nodiscard]] const EpisodeSpec& spec() const { return spec_; }
  [[nodiscard]] World& world() { return *world_; }
  [[nodiscard]] Controller& controller() { return controller_; }
  /// Of the scheme in force.
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return *engine_; }
  [[nodiscard]] int orientations() const { return orientations_; }
  /// Summed over schemes.
  [[nodiscard]] Counters counters() const;
  [[nodiscard]] EpisodeResult result() const;

  /// Called after each move, when the agent has learned from it.
  std::function<void(const MoveRecord&)> on_move;

 private:
  KnowledgeEngine& engine_for(int orientations);
  void moved(const MoveRecord& record);

  EpisodeSpec spec_;
  Advice first_advice_;
  std::unique_ptr<World> world_;
  std::map<int, std::unique_ptr<KnowledgeEngine>> engines_;  // by scheme
  int orientations_;
  int switching_to_ = 0;
  KnowledgeEngine* engine_;
  Controller controller_;
  StateId first_state_;
  std::vector<MoveRecord> played_;
  bool switched_ = false;
};

}  // namespace marblemaze
