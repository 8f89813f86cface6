#pragma once

#include <map>
#include <memory>
#include <vector>

#include "maze/base/random.h"
#include "support/scripted_graph.h"

namespace marblemaze::testing {

/// A graph with random results: a move ends in each of its states with this probability, and
/// freezes with the remaining probability.
using Chances = std::map<int, std::vector<std::map<int, double>>>;

class DrawingWorld : public World {
 public:
  DrawingWorld(Chances chances, int start, int goal)
      : World(rules_of(chances, goal)),
        chances_(std::make_shared<const Chances>(std::move(chances))),
        start_(start) {
    reset();
  }

  [[nodiscard]] Traits traits() const override {
    return {"drawing", false, false, chances_->rbegin()->first + 1};
  }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<DrawingWorld>(*this);
  }

 private:
  static std::shared_ptr<const Rules> rules_of(const Chances& chances, int goal) {
    Arcs arcs;
    for (const auto& [state, moves] : chances) arcs[state] = std::vector<int>(moves.size(), state);
    return std::make_shared<GraphRules>(std::move(arcs), goal);
  }
  void do_reset() override {
    state_ = StateId(start_);
    move_ = MoveId();
    drawn_ = 0;
  }
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override { move_ = move; }
  void do_draw_from(std::uint64_t stream) override {
    stream_ = stream;
    drawn_ = 0;
  }
  /// Returns a uniform number in [0, 1), by SplitMix64 (Steele, Lea and Flood 2014), because
  /// seeding the standard generator would take longer than a trial.
  static double unit(std::uint64_t seed) {
    std::uint64_t x = seed * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
  }
  Motion do_tick() override {
    if (!move_.valid()) return Motion::settled;
    double draw = unit(mixed_seed(stream_, drawn_++));
    const auto& endings = chances_->at(state_.index).at(static_cast<std::size_t>(move_.index));
    move_ = MoveId();
    for (const auto& [to, probability] : endings) {
      draw -= probability;
      if (draw >= 0) continue;
      state_ = StateId(to);
      return Motion::settled;
    }
    return Motion::frozen;
  }

  std::shared_ptr<const Chances> chances_;  // shared by copies
  int start_;
  StateId state_;
  MoveId move_;
  std::uint64_t stream_ = 0, drawn_ = 0;
};

}  // namespace marblemaze::testing
