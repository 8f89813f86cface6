#pragma once

#include <string>
#include <vector>

#include "engine/report/score_card.h"

namespace marblemaze {

/// A card, with what was measured beside it.
struct ComparedCard {
  ScoreCard card;
  CardTimings timings{};  ///< without decisions: not known
};

/// Two cards on the same problems. Differences are the second less the first.
struct CardPair {
  std::string first, second;  ///< agents
  /// In points: mean difference over the problems of the means of their runs.
  Estimate right{}, score{};
};

/// The first card with each of the others. Throws BadInput where a card is of other problems than
/// the first one. Precondition: at least one card.
[[nodiscard]] std::vector<CardPair> pair_cards(const std::vector<ComparedCard>& cards);

/// The agents beside each other: all problems, each group, pairs, and speeds where they are known.
/// Both throw as pair_cards() does.
[[nodiscard]] std::string cards_markdown(const std::vector<ComparedCard>& cards);
[[nodiscard]] std::string cards_json(const std::vector<ComparedCard>& cards);

}  // namespace marblemaze
