#pragma once

#include <numeric>
#include <utility>
#include <vector>

namespace marblemaze {

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

  /// Joins two sets. Returns false if both elements were already in one set.
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
