#pragma once

#include <vector>

#include "engine/c_api/call.h"
#include "engine/recording/recording.h"
#include "engine/run/episode.h"

namespace marblemaze::c_api {

/// A run and its record.
struct EpisodeObject : Object {
  static constexpr Kind kKind = Kind::episode;
  static constexpr bool kShared = false;
  EpisodeObject(const RunSpec& spec, bool record_it);

  [[nodiscard]] bool in_a_maze() const { return episode.spec().setup.maze != nullptr; }
  /// Returns the run. Throws Failure with MM_UNSUPPORTED with continuous control.
  [[nodiscard]] Episode& moving();
  /// Throw Failure with MM_NOT_NOW if the run has no record, or has ended.
  void require_record() const;
  void require_running() const;
  /// Makes one tick, in which an agent may think long. Throws Interrupted.
  bool tick();

  bool cut_short = false;  ///< a tick was cancelled, so the run cannot continue
  const bool keeps_record;
  Recording recording;  ///< in a logic maze only its moves
  Episode episode;
  std::vector<std::int32_t> records;  ///< memory of mm_episode_info::records
};

}  // namespace marblemaze::c_api
