#pragma once

#include "engine/c_api/handles.h"
#include "engine/recording/recording.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_registry.h"

namespace marblemaze::c_api {

/// A run, and what it keeps for who looks at it.
struct EpisodeObject : Object {
  static constexpr Kind kKind = Kind::episode;
  static constexpr bool kShared = false;
  explicit EpisodeObject(EpisodeSpec spec) : episode(std::move(spec)) {}

  [[nodiscard]] bool in_a_maze() const { return episode.spec().setup.maze != nullptr; }
  /// Throw Failure with MM_NOT_NOW: unless it keeps a record, and unless it has not ended.
  void require_record() const;
  void require_running() const;
  /// One tick, in which an agent may think long. Throws Interrupted.
  bool tick();

  bool cut_short = false;  ///< while it ticked, so that nobody knows how it would go on
  bool keeps_record = false;
  Recording recording;  ///< of a run in a family the moves alone
  Episode episode;
};

}  // namespace marblemaze::c_api
