#pragma once

#include <map>
#include <optional>
#include <string>

#include "agent/play/knowledge_engine.h"

namespace marblemaze {

/// The reason of a person's move, in recordings, too.
inline constexpr const char* kChosenByHand = "chosen by hand";

/// Chooses the moves of a run: an agent, or a person whose moves the agent watches and learns from.
/// They may take turns.
///
/// Each control scheme has states of its own, and so knowledge of its own, which is kept while
/// another scheme is in force. A world without schemes has `none`.
class HumanOrAgent : public MoveSource {
 public:
  /// Knows no scheme yet: add_scheme() and use_scheme() come before the first start(). In the
  /// background, searches that take their time think in a thread of their own. Throws BadInput for
  /// an unknown agent.
  explicit HumanOrAgent(const std::string& agent, bool background = false);

  // --- for the controller ---
  void start(StateId state) override { current().start(state); }
  void observe(const Transition& transition) override { current().observe(transition); }
  [[nodiscard]] bool needs_snapshot() const override {
    return !by_hand && knowledge().needs_snapshot();
  }
  [[nodiscard]] Decision decide(const Situation& situation) override;

  // --- who chooses ---
  bool by_hand = false;
  /// The person's move, one of the present state's; taken by the next decide().
  std::optional<MoveId> chosen;
  /// Another agent goes on with all that is known. Throws BadInput for an unknown one.
  void use_agent(const std::string& agent);
  /// As KnowledgeEngine's, of the scheme in force.
  void recover(const Transition& transition) { current().recover(transition); }
  void stop_thinking() { current().stop_thinking(); }

  // --- what is known ---
  /// Precondition: not known yet.
  void add_scheme(ControlScheme scheme, const Advice& advice);
  /// Precondition: known.
  void use_scheme(ControlScheme scheme);
  [[nodiscard]] bool knows_scheme(ControlScheme scheme) const { return known_.contains(scheme); }
  /// Of the scheme in force.
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return known_.at(scheme_); }
  /// Null for a scheme that was never added.
  [[nodiscard]] const KnowledgeEngine* knowledge(ControlScheme scheme) const;
  /// Precondition: the scheme is known.
  [[nodiscard]] const Advice& advice(ControlScheme scheme) const;
  /// Summed over the schemes.
  [[nodiscard]] Counters counters() const;

 private:
  [[nodiscard]] KnowledgeEngine& current() { return known_.at(scheme_); }

  const PlannerEntry* agent_;
  bool background_;
  ControlScheme scheme_ = ControlScheme::none;
  std::map<ControlScheme, KnowledgeEngine> known_;  // by scheme
};

}  // namespace marblemaze
