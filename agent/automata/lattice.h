#pragma once

#include <cassert>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

/// Cellular automata (van Dijk 2017): a lattice of cells, neighbourhood shapes, and a synchronous,
/// double-buffered stepper.
///
/// A rule is a pure function of a neighbourhood. The rule knows neither the cell position nor the
/// lattice size, so a pattern evolves identically wherever it is placed.
namespace marblemaze {

// The x axis points right, the y axis points down, and z is the layer.

template <int Radius>
struct LineShape {
  static constexpr bool contains(glm::ivec3 o) {
    return o.y == 0 && o.z == 0 && std::abs(o.x) <= Radius;
  }
};

/// Two-dimensional neighbourhood along the axes, up to `Radius` cells away.
template <int Radius>
struct VonNeumannShape {
  static constexpr bool contains(glm::ivec3 o) {
    const int ax = o.x < 0 ? -o.x : o.x, ay = o.y < 0 ? -o.y : o.y;
    return o.z == 0 && (ax == 0 || ay == 0) && ax <= Radius && ay <= Radius;
  }
};

struct MooreShape {
  static constexpr bool contains(glm::ivec3 o) {
    return o.z == 0 && o.x >= -1 && o.x <= 1 && o.y >= -1 && o.y <= 1;
  }
};

struct SixShape {
  static constexpr bool contains(glm::ivec3 o) {
    return (o.x < 0 ? -o.x : o.x) + (o.y < 0 ? -o.y : o.y) + (o.z < 0 ? -o.z : o.z) <= 1;
  }
};

/// Box of width x height x depth cells, stored with x fastest. A constant border of
/// default-constructed cells surrounds the box, so rules need no bounds checks.
template <class Cell>
class Lattice {
 public:
  Lattice(int width, int height, int depth = 1)
      : width_(width),
        height_(height),
        depth_(depth),
        cells_((width + 2 * kRim) * (height + 2 * kRim) * (depth + 2 * kLayerRim)) {}

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] int depth() const { return depth_; }

  [[nodiscard]] const Cell& at(int x, int y, int z = 0) const { return cells_[index(x, y, z)]; }
  [[nodiscard]] Cell& at(int x, int y, int z = 0) { return cells_[index(x, y, z)]; }
  [[nodiscard]] Cell& square(int number) { return at(number % width_, number / width_); }

  [[nodiscard]] int stride(glm::ivec3 o) const {
    return (o.z * (height_ + 2 * kRim) + o.y) * (width_ + 2 * kRim) + o.x;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (int z = 0; z < depth_; ++z) {
      for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) visit(x, y, z, at(x, y, z));
      }
    }
  }

  bool operator==(const Lattice&) const = default;

 private:
  static constexpr int kRim = 2;
  static constexpr int kLayerRim = 1;

  [[nodiscard]] std::size_t index(int x, int y, int z) const {
    assert(x >= 0 && x < width_ && y >= 0 && y < height_ && z >= 0 && z < depth_);
    return static_cast<std::size_t>(
        ((z + kLayerRim) * (height_ + 2 * kRim) + y + kRim) * (width_ + 2 * kRim) + x + kRim);
  }

  int width_, height_, depth_;
  std::vector<Cell> cells_;
};

/// Returns one character per cell, one line per row, and an empty line between layers.
template <class Cell, class Letter>
[[nodiscard]] std::string drawn(const Lattice<Cell>& cells, Letter letter) {
  std::string text;
  cells.for_each([&](int x, int y, int z, const Cell& cell) {
    if (x == 0 && y == 0 && z > 0) text += '\n';
    text += letter(cell);
    if (x + 1 == cells.width()) text += '\n';
  });
  return text;
}

template <class Cell, class Shape>
class Neighbourhood {
 public:
  Neighbourhood(const Cell* centre, int row, int layer)
      : centre_(centre), row_(row), layer_(layer) {}

  [[nodiscard]] const Cell& self() const { return *centre_; }
  /// Requires: the shape contains the offset.
  [[nodiscard]] const Cell& operator()(int x, int y = 0, int z = 0) const {
    assert(Shape::contains(glm::ivec3(x, y, z)));
    return centre_[z * layer_ + y * row_ + x];
  }

 private:
  const Cell* centre_;
  int row_, layer_;
};

/// Runs a rule. The rule defines the types `Cell` and `Shape`, and this function:
///   Cell operator()(const Neighbourhood<Cell, Shape>&) const
template <class Rule>
class Automaton {
 public:
  using Cell = typename Rule::Cell;
  using Shape = typename Rule::Shape;

  explicit Automaton(Lattice<Cell> initial, Rule rule = {})
      : rule_(std::move(rule)), now_(std::move(initial)), next_(now_) {}

  /// Computes the next generation. Returns false if no cell has changed.
  bool step() {
    const int row = now_.stride({0, 1, 0}), layer = now_.stride({0, 0, 1});
    bool changed = false;
    for (int z = 0; z < now_.depth(); ++z) {
      for (int y = 0; y < now_.height(); ++y) {
        const Cell* cell = &now_.at(0, y, z);
        Cell* result = &next_.at(0, y, z);
        for (int x = 0; x < now_.width(); ++x, ++cell, ++result) {
          *result = rule_(Neighbourhood<Cell, Shape>(cell, row, layer));
          changed = changed || !(*result == *cell);
        }
      }
    }
    std::swap(now_, next_);
    ++iterations_;
    return changed;
  }

  [[nodiscard]] const Lattice<Cell>& now() const { return now_; }
  [[nodiscard]] int iterations() const { return iterations_; }

 private:
  Rule rule_;
  Lattice<Cell> now_, next_;
  int iterations_ = 0;
};

/// Steps until no cell changes. Returns the number of iterations that changed a cell.
template <class Rule>
int run_to_rest(Automaton<Rule>& automaton) {
  int changes = 0;
  while (automaton.step()) ++changes;
  return changes;
}

}  // namespace marblemaze
