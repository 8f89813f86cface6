#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/play/knowledge_engine.h"
#include "maze/grid/ids.h"

namespace marblemaze {

/// What the agent had in mind when a move was made, and what it learned from it.
struct MoveNote {
  std::string rule;
  std::vector<Candidate> why;
  std::vector<PlannedMove> plan;    ///< this move and those queued behind it
  std::optional<StateId> expected;  ///< where this move was expected to end
  std::optional<Learned> learned;
  std::vector<CellId> predicted_path;
  Counters counters;             ///< after the move
  std::size_t states_known = 0;  ///< after the move
};

/// Chooses the moves: an agent with its knowledge, or a person whose moves the agent only watches.
/// Each control scheme has states, and so knowledge, of its own; a world without any has scheme 0.
class Mind : public MoveSource {
 public:
  /// In the background, searches that take their time think in a thread.
  Mind(const std::string& agent, int scheme, Advice advice, bool background = false);

  void start(StateId state) override { current().start(state); }
  void observe(const Transition& transition) override { current().observe(transition); }
  [[nodiscard]] bool needs_snapshot() const override {
    return !by_hand && engine().needs_snapshot();
  }
  [[nodiscard]] Decision decide(const Situation& situation) override;

  /// `advice` is asked for when the scheme is used for the first time.
  void use_scheme(int scheme, const std::function<Advice()>& advice);
  /// Throws BadInput for an unknown agent.
  void use_agent(const std::string& agent);

  /// What was in mind when this decision was taken; expected and learned are still to come.
  [[nodiscard]] MoveNote note(const Decision& decision) const;
  /// Adds what the move that has just ended taught; `counted` where it was
  /// one of the agent's moves.
  void complete(MoveNote& note, bool counted) const;

  [[nodiscard]] const KnowledgeEngine& engine() const { return *engines_.at(scheme_); }
  /// Null for a scheme that was never used.
  [[nodiscard]] const KnowledgeEngine* find(int scheme) const;
  [[nodiscard]] const Advice& advice() const { return advice_.at(scheme_); }
  /// Summed over the schemes.
  [[nodiscard]] Counters counters() const;

  bool by_hand = false;
  std::optional<MoveId> chosen;  ///< by the person, for the next settled moment

 private:
  [[nodiscard]] KnowledgeEngine& current() { return *engines_.at(scheme_); }
  void add(int scheme, Advice advice);

  std::string agent_;
  int scheme_;
  bool background_;
  bool recovery_;  // of the run, whatever the scheme
  std::map<int, Advice> advice_;
  std::map<int, std::unique_ptr<KnowledgeEngine>> engines_;
};

}  // namespace marblemaze
