#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Directed graphs over the nodes 0..n-1, small enough to be built anew whenever a design changes.
/// Everything this project explores is one: settled states as nodes, moves as arcs, no way to undo.
namespace marblemaze {

/// One arc. Loops and parallel arcs are allowed; a parallel arc counts as a path of its own.
struct DigraphArc {
  int from = 0;
  int to = 0;
  bool operator==(const DigraphArc&) const = default;
};

/// Immutable after construction; both directions are stored, so searching backward costs the same.
class Digraph {
 public:
  /// Throws BadInput when an arc names a node outside [0, nodes).
  Digraph(int nodes, std::span<const DigraphArc> arcs);

  [[nodiscard]] int size() const { return nodes_; }

  /// In the order in which the arcs were given.
  [[nodiscard]] std::span<const int> successors(int node) const;
  [[nodiscard]] std::span<const int> predecessors(int node) const;

 private:
  int nodes_;
  std::vector<int> first_successor_, successors_;  // first_* has nodes_ + 1 entries
  std::vector<int> first_predecessor_,
      predecessors_;  // the lists of node i are [first[i], first[i+1])
};

/// The distance of a node that cannot be reached.
constexpr int kUnreachable = -1;

/// Fewest arcs from the source to every node; kUnreachable where there is no path.
[[nodiscard]] std::vector<int> distances_from(const Digraph& graph, int source);

/// Fewest arcs from every node to the nearest target; kUnreachable where there is no path.
[[nodiscard]] std::vector<int> distances_to(const Digraph& graph, std::span<const int> targets);
[[nodiscard]] std::vector<int> distances_to(const Digraph& graph, int target);

/// One shortest path, both ends included, or empty. Among equals the one whose arcs come first.
[[nodiscard]] std::vector<int> shortest_path(const Digraph& graph, int source,
                                             std::span<const int> targets);

/// How many shortest paths there are from the source to the nearest of the targets (all targets at
/// that distance count). 0 without a path; sticks at the largest value instead of wrapping round.
[[nodiscard]] std::uint64_t count_shortest_paths(const Digraph& graph, int source,
                                                 std::span<const int> targets);

/// Strongly connected components: within one, every node can be reached from every other.
struct Components {
  std::vector<int>
      of;  ///< the component of each node; arcs between components lead to lower numbers
  int count = 0;
};
[[nodiscard]] Components strongly_connected(const Digraph& graph);

/// Components that no arc leaves, as sorted lists of nodes in order of their first node. Whoever
/// enters one stays; a closed component without a goal is a dead-end region.
[[nodiscard]] std::vector<std::vector<int>> closed_components(const Digraph& graph);

}  // namespace marblemaze
