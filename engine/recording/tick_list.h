#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "agent/play/controller.h"

namespace marblemaze {

/// What is kept of one fixed step. Poses rather than inputs, so that a
/// recording opens on any build.
struct RecordedTick {
  glm::quat maze{1, 0, 0, 0};  ///< rotation, world from maze
  glm::vec3 marble{0};         ///< centre, maze coordinates, cells
  glm::quat marble_rotation{1, 0, 0, 0};
  Phase phase = Phase::waiting;
  std::uint32_t hash = 0;  ///< of the mechanical state, for telling two runs apart

  bool operator==(const RecordedTick&) const = default;
};

/// The ticks of a run, each as it was given, bit for bit, in about half of the memory that an array
/// would take. Older ones are packed in blocks; what is packed and more than a limit goes to a
/// temporary file, which has no name and is gone with the last copy of the list. Where no such file
/// can be made or written all stays in memory.
///
/// One thread uses a list and its copies: looking at a tick unpacks its block.
class TickList {
 public:
  static constexpr std::size_t kMostPacked = std::size_t{256} << 20;  ///< bytes in memory

  TickList() = default;
  explicit TickList(std::size_t most_packed) : most_packed_(most_packed) {}

  [[nodiscard]] std::size_t size() const { return blocks_.size() * kBlock + newest_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// Needs index < size(). Throws MachineFailure where the temporary file cannot be read.
  [[nodiscard]] RecordedTick operator[](std::size_t index) const;
  [[nodiscard]] RecordedTick back() const { return (*this)[size() - 1]; }
  void push_back(const RecordedTick& tick);

  /// Of packed ticks in memory, and in the temporary file.
  [[nodiscard]] std::size_t packed_bytes() const { return packed_.size(); }
  [[nodiscard]] std::size_t spilled_bytes() const { return spilled_; }

 private:
  static constexpr std::size_t kBlock = 256;  // ticks
  class Spill;
  struct Unpacked {
    std::size_t block = ~std::size_t{0};
    std::vector<RecordedTick> ticks;
  };
  void pack_oldest();
  void spill();
  [[nodiscard]] const std::vector<RecordedTick>& unpacked(std::size_t block) const;

  std::size_t most_packed_ = kMostPacked;
  std::vector<std::size_t> blocks_;  // where each begins; first those in the file
  std::string packed_;               // from the byte spilled_ on
  std::size_t spilled_ = 0;
  std::shared_ptr<Spill> file_;
  std::vector<RecordedTick> newest_;  // at most two blocks
  // The blocks looked at last: neighbours are looked at together.
  mutable std::array<Unpacked, 4> looked_at_;
  mutable std::size_t next_look_ = 0;
};

}  // namespace marblemaze
