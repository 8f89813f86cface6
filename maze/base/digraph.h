#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

/// Directed graphs over the nodes 0..n-1. They are small enough to be rebuilt whenever a design
/// changes. Every puzzle of this project is such a graph: settled states are nodes, moves are arcs,
/// and moves cannot be undone.

namespace marblemaze {

/// One arc. Loops and parallel arcs are allowed; a parallel arc counts as a separate path.
struct DigraphArc {
  int from = 0;
  int to = 0;
  bool operator==(const DigraphArc&) const = default;
};

/// An immutable graph that stores both directions, so backward searches cost the same as forward
/// searches.
class Digraph {
 public:
  /// Throws BadInput if an arc contains a node outside [0, nodes).
  Digraph(int nodes, std::span<const DigraphArc> arcs);

  [[nodiscard]] int size() const { return nodes_; }

  /// Returns the successors of a node in the order in which the arcs were given.
  [[nodiscard]] std::span<const int> successors(int node) const;
  [[nodiscard]] std::span<const int> predecessors(int node) const;

 private:
  int nodes_;
  std::vector<int> first_successor_, successors_;  // first_* has nodes_ + 1 entries
  // The lists of node i are [first[i], first[i+1]).
  std::vector<int> first_predecessor_, predecessors_;
};

/// Distance of a node that cannot be reached.
constexpr int kUnreachable = -1;

/// Returns the minimum number of arcs from the source to every node, or kUnreachable.
[[nodiscard]] std::vector<int> distances_from(const Digraph& graph, int source);

/// Returns the minimum number of arcs from every node to the nearest target, or kUnreachable.
[[nodiscard]] std::vector<int> distances_to(const Digraph& graph, std::span<const int> targets);
[[nodiscard]] std::vector<int> distances_to(const Digraph& graph, int target);

/// Returns one shortest path including both ends, or an empty path if there is none. Ties are
/// broken in favour of the path whose arcs were listed first.
[[nodiscard]] std::vector<int> shortest_path(const Digraph& graph, int source,
                                             std::span<const int> targets);

/// Returns the number of shortest paths from the source to the nearest targets. All targets at the
/// minimum distance count. Returns 0 if there is no path, and the maximum value on overflow.
[[nodiscard]] std::uint64_t count_shortest_paths(const Digraph& graph, int source,
                                                 std::span<const int> targets);

/// Returns the components that no arc leaves, as sorted lists of nodes, in the order of their first
/// nodes. A closed component without a goal is a dead-end region.
[[nodiscard]] std::vector<std::vector<int>> closed_components(const Digraph& graph);

/// Disjoint sets over 0..n-1 with union by size and path halving (thesis 3.2).
class DisjointSet {
 public:
  explicit DisjointSet(int n)
      : parent_(static_cast<std::size_t>(n)), size_(parent_.size(), 1), sets_(n) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int find(int item) {
    while (parent(item) != item) {
      parent(item) = parent(parent(item));
      item = parent(item);
    }
    return item;
  }

  /// Joins two sets. Returns false if both elements were already in the same set.
  bool join(int a, int b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (size(a) < size(b)) std::swap(a, b);
    parent(b) = a;
    size(a) += size(b);
    --sets_;
    return true;
  }

  [[nodiscard]] int sets() const { return sets_; }

 private:
  int& parent(int item) { return parent_[static_cast<std::size_t>(item)]; }
  int& size(int item) { return size_[static_cast<std::size_t>(item)]; }

  std::vector<int> parent_;
  std::vector<int> size_;
  int sets_;
};

}  // namespace marblemaze
