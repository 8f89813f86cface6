#include "render/session/classic_automaton.h"

#include <cassert>

#include <fmt/format.h>

#include "maze/base/checked.h"

namespace marblemaze {
namespace {

constexpr Speeds kSpeeds{8, 0.125, 8};
constexpr int kLifeWidth = 64, kLifeHeight = 44;
constexpr double kLifeDensity = 0.3;
constexpr long kMostGenerations = 2000;  // of Life; each is kept
constexpr int kRows = 60;                // of an elementary automaton: as far as its cells reach

std::variant<Automaton<Life>, Automaton<Elementary>> begin(const ClassicSpec& spec) {
  if (spec.rule) return Automaton<Elementary>(parse_pattern("#", 2 * kRows + 1), {*spec.rule});
  return Automaton<Life>(random_cells(kLifeWidth, kLifeHeight, kLifeDensity, spec.seed));
}

}  // namespace

ClassicAutomaton::ClassicAutomaton(const ClassicSpec& spec)
    : Shown(kSpeeds),
      spec_(spec),
      automaton_(begin(spec)),
      most_(spec.rule ? kRows : kMostGenerations) {
  assert(!spec.rule || (*spec.rule >= 0 && *spec.rule <= 255));
  std::visit([this](const auto& automaton) { keep(automaton.now()); }, automaton_);
}

void ClassicAutomaton::keep(const Lattice<Bit>& generation) {
  generations_.push_back(generation);
  alive_.push_back(count_on(generation));
}

std::string ClassicAutomaton::title() const {
  return spec_.rule ? fmt::format("elementary rule {}", *spec_.rule)
                    : fmt::format("Game of Life, seed {}", spec_.seed);
}

const Lattice<Bit>& ClassicAutomaton::now() const {
  return checked(generations_, time.done(), "generation");
}

bool ClassicAutomaton::extend(long wanted) {
  if (length() >= wanted || complete()) return false;
  std::visit(
      [&](auto& automaton) {
        still_ = !automaton.step();
        if (!still_) keep(automaton.now());
      },
      automaton_);
  return !still_;
}

}  // namespace marblemaze
