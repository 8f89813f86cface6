#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/c_api/handles.h"
#include "engine/recording/recording.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_registry.h"

namespace marblemaze::c_api {

/// The world of a seed in a family, and the names by which it is made again.
struct FamilyWorld {
  const WorldEntry* entry = nullptr;  ///< null in a run in a maze
  std::uint64_t seed = 0;
  Environment environment = {};

  static FamilyWorld of(const std::string& family, std::uint64_t seed);
};

/// A run, and what it keeps for who looks at it.
struct EpisodeObject : Object {
  static constexpr Kind kKind = Kind::episode;
  static constexpr bool kShared = false;
  explicit EpisodeObject(EpisodeSpec spec) : episode(std::move(spec)) {}
  EpisodeObject(FamilyWorld in, PlayerSpec player)
      : family(std::move(in)),
        episode(*family.environment.world, family.environment.advice, std::move(player)) {}

  [[nodiscard]] bool in_a_maze() const { return family.entry == nullptr; }
  /// Throw Failure with MM_NOT_NOW: unless it keeps a record, and unless it has not ended.
  void require_record() const;
  void require_running() const;

  FamilyWorld family;
  bool keeps_record = false;
  Recording recording;  ///< of a run in a family the moves alone
  Episode episode;
};

}  // namespace marblemaze::c_api
