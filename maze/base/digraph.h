#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace marblemaze {

/// Directed edge. Parallel arcs count as separate paths.
struct DigraphArc {
  int from = 0;
  int to = 0;
  bool operator==(const DigraphArc&) const = default;
};

/// Immutable graph. Stores predecessors, so backward searches are as fast as forward searches.
class Digraph {
 public:
  /// Throws BadInput if an arc contains a node outside [0, nodes).
  Digraph(int nodes, std::span<const DigraphArc> arcs);

  [[nodiscard]] int size() const { return nodes_; }

  /// Returns the successors in the order of the arcs passed to the constructor.
  [[nodiscard]] std::span<const int> successors(int node) const;
  [[nodiscard]] std::span<const int> predecessors(int node) const;

 private:
  int nodes_;
  // Node i has the entries [first[i], first[i+1]) of each list, so `first` has nodes_ + 1 elements.
  std::vector<int> first_successor_, successors_;
  std::vector<int> first_predecessor_, predecessors_;
};

constexpr int kUnreachable = -1;

/// Returns the distance in arcs from the source to every node, or kUnreachable.
[[nodiscard]] std::vector<int> distances_from(const Digraph& graph, int source);

/// Returns the distance in arcs from every node to its nearest target, or kUnreachable.
[[nodiscard]] std::vector<int> distances_to(const Digraph& graph, std::span<const int> targets);
[[nodiscard]] std::vector<int> distances_to(const Digraph& graph, int target);

/// Returns a shortest path, including both ends. Returns an empty path if the target is not
/// reachable. The order of the arcs breaks ties.
[[nodiscard]] std::vector<int> shortest_path(const Digraph& graph, int source, int target);

/// Returns the number of shortest paths from the source to all targets at the minimum distance.
/// Saturates at the maximum value.
[[nodiscard]] std::uint64_t count_shortest_paths(const Digraph& graph, int source,
                                                 std::span<const int> targets);

/// Returns the strongly connected components that no arc leaves. The nodes of each component are
/// sorted, and the components are sorted by their first node.
[[nodiscard]] std::vector<std::vector<int>> closed_components(const Digraph& graph);

/// Disjoint sets over 0..n-1 with union by size and path halving (thesis 3.2).
class DisjointSet {
 public:
  explicit DisjointSet(int n) : parent_(n), size_(n, 1), sets_(n) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int find(int item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }

  /// Merges the sets of two elements. Returns false if both elements were already in the same set.
  bool join(int a, int b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    --sets_;
    return true;
  }

  [[nodiscard]] int sets() const { return sets_; }

 private:
  std::vector<int> parent_;
  std::vector<int> size_;
  int sets_;
};

}  // namespace marblemaze
