#include "maze/base/digraph.h"

#include <algorithm>
#include <string>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// Groups the arcs by key(arc) with a counting sort. Node i has the values [first[i], first[i+1]) of
// `list`.
template <class Key, class Value>
void index_arcs(int nodes, std::span<const DigraphArc> arcs, Key key, Value value,
                std::vector<int>& first, std::vector<int>& list) {
  first.assign(nodes + 1, 0);
  list.resize(arcs.size());
  for (const DigraphArc& arc : arcs) ++first[key(arc) + 1];
  for (int node = 0; node < nodes; ++node) first[node + 1] += first[node];
  std::vector<int> next(first.begin(), first.end() - 1);
  for (const DigraphArc& arc : arcs) list[next[key(arc)]++] = value(arc);
}

template <class Step>
std::vector<int> breadth_first(int nodes, std::span<const int> sources, Step step) {
  std::vector<int> distance(nodes, kUnreachable);
  std::vector<int> queue;
  queue.reserve(nodes);
  for (int source : sources) {
    if (distance[source] == kUnreachable) queue.push_back(source);
    distance[source] = 0;
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (int next : step(queue[head])) {
      if (distance[next] != kUnreachable) continue;
      distance[next] = distance[queue[head]] + 1;
      queue.push_back(next);
    }
  }
  return distance;
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a + b < a ? UINT64_MAX : a + b;
}

// Returns the postorder of a depth-first search along reversed arcs. Uses an explicit stack,
// because the graphs of mazes are too deep for recursion.
std::vector<int> backward_postorder(const Digraph& graph) {
  std::vector<int> order, open;
  std::vector<std::size_t> followed(graph.size(), 0);
  std::vector<bool> entered(graph.size(), false);
  const auto enter = [&](int node) {
    if (!entered[node]) open.push_back(node);
    entered[node] = true;
  };
  for (int root = 0; root < graph.size(); ++root) {
    for (enter(root); !open.empty();) {
      const int node = open.back();
      const auto before = graph.predecessors(node);
      if (followed[node] < before.size()) {
        enter(before[followed[node]++]);
      } else {
        order.push_back(node);
        open.pop_back();
      }
    }
  }
  return order;
}

}  // namespace

Digraph::Digraph(int nodes, std::span<const DigraphArc> arcs) : nodes_(nodes) {
  for (const DigraphArc& arc : arcs) {
    for (int end : {arc.from, arc.to}) {
      if (end < 0 || end >= nodes)
        throw BadInput("node", std::to_string(end), "0 to " + std::to_string(nodes - 1));
    }
  }
  const auto from = [](const DigraphArc& arc) { return arc.from; };
  const auto to = [](const DigraphArc& arc) { return arc.to; };
  index_arcs(nodes, arcs, from, to, first_successor_, successors_);
  index_arcs(nodes, arcs, to, from, first_predecessor_, predecessors_);
}

std::span<const int> Digraph::successors(int node) const {
  return {successors_.data() + first_successor_[node],
          successors_.data() + first_successor_[node + 1]};
}

std::span<const int> Digraph::predecessors(int node) const {
  return {predecessors_.data() + first_predecessor_[node],
          predecessors_.data() + first_predecessor_[node + 1]};
}

std::vector<int> distances_from(const Digraph& graph, int source) {
  return breadth_first(graph.size(), {&source, 1},
                       [&](int node) { return graph.successors(node); });
}

std::vector<int> distances_to(const Digraph& graph, std::span<const int> targets) {
  return breadth_first(graph.size(), targets, [&](int node) { return graph.predecessors(node); });
}

std::vector<int> distances_to(const Digraph& graph, int target) {
  return distances_to(graph, {&target, 1});
}

std::vector<int> shortest_path(const Digraph& graph, int source, int target) {
  const std::vector<int> left = distances_to(graph, target);
  if (left[source] == kUnreachable) return {};
  std::vector<int> path{source};
  while (left[path.back()] > 0) {
    const auto next = graph.successors(path.back());
    path.push_back(*std::find_if(next.begin(), next.end(),
                                 [&](int node) { return left[node] == left[path.back()] - 1; }));
  }
  return path;
}

std::uint64_t count_shortest_paths(const Digraph& graph, int source, std::span<const int> targets) {
  const std::vector<int> left = distances_to(graph, targets);
  if (left[source] == kUnreachable) return 0;
  std::vector<std::uint64_t> paths(graph.size(), 0);
  std::vector<int> layer{source};
  paths[source] = 1;
  for (int distance = left[source]; distance > 0; --distance) {
    std::vector<int> next_layer;
    for (int node : layer) {
      for (int next : graph.successors(node)) {
        if (left[next] != distance - 1) continue;
        if (paths[next] == 0) next_layer.push_back(next);
        paths[next] = saturating_add(paths[next], paths[node]);
      }
    }
    layer = std::move(next_layer);
  }
  std::uint64_t total = 0;
  for (int node : layer) total = saturating_add(total, paths[node]);
  return total;
}

// Kosaraju's algorithm: searches forward from the nodes in reverse postorder of the backward
// search. Arcs between components lead only to components that have already been found.
std::vector<std::vector<int>> closed_components(const Digraph& graph) {
  std::vector<std::vector<int>> closed;
  std::vector<int> component(graph.size(), -1);
  const std::vector<int> order = backward_postorder(graph);
  for (auto root = order.rbegin(); root != order.rend(); ++root) {
    if (component[*root] >= 0) continue;
    component[*root] = *root;
    std::vector<int> members{*root};
    bool is_closed = true;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (int to : graph.successors(members[i])) {
        if (component[to] < 0) {
          component[to] = *root;
          members.push_back(to);
        }
        is_closed = is_closed && component[to] == *root;
      }
    }
    std::sort(members.begin(), members.end());
    if (is_closed) closed.push_back(std::move(members));
  }
  std::sort(closed.begin(), closed.end());
  return closed;
}

}  // namespace marblemaze
