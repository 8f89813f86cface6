#pragma once

#include <map>
#include <optional>
#include <string>

#include "agent/play/knowledge_engine.h"

namespace marblemaze {

/// Reason of a move made by a person, as written in recordings.
inline constexpr const char* kChosenByHand = "chosen by hand";

/// Chooses the moves of a run: an agent, or a person whose moves the agent observes and learns
/// from. They may take turns.
///
/// Each control scheme has its own states and therefore its own knowledge, which is kept while
/// another scheme is used. A world without control schemes has `none`.
class HumanOrAgent : public MoveSource {
 public:
  /// Makes a source without any scheme; call add_scheme() and use_scheme() before the first
  /// start(). With `background`, slow searches plan in a thread of their own. Throws BadInput if
  /// the agent is unknown.
  explicit HumanOrAgent(const std::string& agent, bool background = false);

  // --- called by the controller ---
  void start(StateId state) override { current().start(state); }
  void observe(const Transition& transition) override { current().observe(transition); }
  [[nodiscard]] bool needs_snapshot() const override {
    return !by_hand && knowledge().needs_snapshot();
  }
  [[nodiscard]] Decision decide(const Situation& situation) override;

  // --- who chooses the moves ---
  bool by_hand = false;
  /// The person's move, one of the moves of the current state. The next decide() takes it.
  std::optional<MoveId> chosen;
  /// Replaces the agent and keeps all knowledge. Throws BadInput if the agent is unknown.
  void use_agent(const std::string& agent);
  /// Calls KnowledgeEngine::recover() of the current scheme.
  void recover(const Transition& transition) { current().recover(transition); }
  void stop_thinking() { current().stop_thinking(); }

  // --- knowledge ---
  /// Requires: the scheme is not known yet.
  void add_scheme(ControlScheme scheme, const Advice& advice);
  /// Requires: the scheme is known.
  void use_scheme(ControlScheme scheme);
  [[nodiscard]] bool knows_scheme(ControlScheme scheme) const { return known_.contains(scheme); }
  /// Returns the knowledge of the current scheme.
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return known_.at(scheme_); }
  /// Returns null if the scheme was never added.
  [[nodiscard]] const KnowledgeEngine* knowledge(ControlScheme scheme) const;
  /// Requires: the scheme is known.
  [[nodiscard]] const Advice& advice(ControlScheme scheme) const;
  /// Returns the sums over all schemes.
  [[nodiscard]] Counters counters() const;

 private:
  [[nodiscard]] KnowledgeEngine& current() { return known_.at(scheme_); }

  const PlannerEntry* agent_;
  bool background_;
  ControlScheme scheme_ = ControlScheme::none;
  std::map<ControlScheme, KnowledgeEngine> known_;
};

}  // namespace marblemaze
