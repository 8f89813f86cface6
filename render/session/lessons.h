#pragma once

#include <span>
#include <string>

#include "render/session/shown_run.h"

namespace marblemaze {

/// A small experiment with a few sentences about what it shows. Bundled with the program; each maze
/// is made again from its seed.
struct Lesson {
  std::string name;  ///< as `--lesson` knows it
  std::string title;
  std::string text;
  int size;
  Layers layers;
  std::uint64_t seed;
  std::string agent;
  int orientations;
  int second_orientations;  ///< of a second run beside the first; 0: none
  bool by_hand;
  bool orientation_points;
};

[[nodiscard]] std::span<const Lesson> lessons();
/// Throws BadInput naming the lessons there are.
[[nodiscard]] const Lesson& find_lesson(const std::string& name);
[[nodiscard]] EpisodeSpec lesson_spec(const Lesson& lesson);

}  // namespace marblemaze
