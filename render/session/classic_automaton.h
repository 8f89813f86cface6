#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agent/automata/classic_patterns.h"
#include "render/session/shown.h"

namespace marblemaze {

inline constexpr int kUsualRule = 30;

/// Which classic automaton, and from what it starts.
struct ClassicSpec {
  std::optional<int> rule;  ///< Wolfram's number of an elementary automaton, 0 to 255; none: Life
  std::uint64_t seed = 1;  ///< of Life's random cells; an elementary automaton starts from one cell
};

/// Conway's Game of Life, or one of Wolfram's elementary automata, to be looked at forward and
/// backward. Its steps are generations, which are made as they are wanted.
class ClassicAutomaton : public Shown {
 public:
  explicit ClassicAutomaton(const ClassicSpec& spec);

  [[nodiscard]] const ClassicSpec& spec() const { return spec_; }
  [[nodiscard]] std::string title() const;
  /// All that were made, the first included. Those of an elementary automaton are rows.
  [[nodiscard]] const std::vector<Lattice<Bit>>& generations() const { return generations_; }
  /// The living cells of each.
  [[nodiscard]] const std::vector<int>& alive() const { return alive_; }
  /// The one at the moment shown.
  [[nodiscard]] const Lattice<Bit>& now() const;
  /// Nothing changes after the last generation that was made.
  [[nodiscard]] bool still() const { return still_; }

  [[nodiscard]] long length() const override { return static_cast<long>(generations_.size()) - 1; }
  bool extend(long wanted) override;
  [[nodiscard]] bool complete() const override { return still_ || length() >= most_; }
  [[nodiscard]] bool over() const override { return complete() && Shown::over(); }
  [[nodiscard]] TransportWords transport_words() const override { return step_words("generation"); }

 private:
  void keep(const Lattice<Bit>& generation);

  ClassicSpec spec_;
  std::variant<Automaton<Life>, Automaton<Elementary>> automaton_;
  std::vector<Lattice<Bit>> generations_;
  std::vector<int> alive_;
  long most_;
  bool still_ = false;
};

}  // namespace marblemaze
