#include "engine/protocol/agent_card.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "engine/protocol/line_words.h"
#include "maze/base/rows.h"

namespace marblemaze {
namespace {

using enum Knowledge;

constexpr Knowledge kFull = distances | next_cell | predictor | rules | imagination | walls;
constexpr std::array kClasses{
    KnowledgeClass{"blind", experience, "its own experience only"},
    KnowledgeClass{"heuristic", distances, "theoretical distances"},
    KnowledgeClass{"full", kFull, "the maze, the path predictor and imagined moves"},
    KnowledgeClass{"copies", kFull | copies,
                   "exact copies of the world, the maze, the path predictor and imagined moves"},
};
constexpr std::size_t kLongestName = 40;
constexpr const char* kCard =
    "'agent NAME VERSION CLASS' (letters, digits and . _ + -; blind, heuristic, full or copies)";

bool is_name(std::string_view word) {
  return word.size() <= kLongestName && std::ranges::all_of(word, [](unsigned char c) {
           return std::isalnum(c) != 0 ||
                  std::string_view("._+-").find(static_cast<char>(c)) != std::string_view::npos;
         });
}

std::optional<AgentCard> card_of(std::string_view line) {
  const std::vector<std::string_view> words = line_words(line);
  if (words.size() != 4 || words[0] != "agent" || !is_name(words[1]) || !is_name(words[2]))
    return std::nullopt;
  const KnowledgeClass* const knows = knowledge_class(words[3]);
  if (knows == nullptr) return std::nullopt;
  return AgentCard{std::string(words[1]), std::string(words[2]), knows};
}

}  // namespace

const KnowledgeClass& knowledge_class_of(Knowledge knowledge) {
  const auto* const found = std::ranges::find_if(
      kClasses, [&](const auto& c) { return includes(c.knowledge, knowledge); });
  return found == kClasses.end() ? kClasses.back() : *found;
}

const KnowledgeClass* knowledge_class(std::string_view name) { return row_named(kClasses, name); }

void ask_for_card(Conversation& talk) { talk.tell("marblemaze 1\n"); }

std::optional<AgentCard> hear_card(Conversation& talk) {
  const auto line = talk.hear();
  if (!line) return std::nullopt;
  std::optional<AgentCard> card = card_of(*line);
  if (!card) talk.refuse(*line, kCard);
  return card;
}

bool hear_same_card(Conversation& talk, const AgentCard& card) {
  const auto words = [](const AgentCard& of) {
    return fmt::format("agent {} {} {}", of.name, of.version, of.knows->name);
  };
  const auto heard = hear_card(talk);
  if (heard && *heard != card)
    talk.refuse(words(*heard), fmt::format("the same as before, '{}',", words(card)));
  return heard && !talk.failure();
}

}  // namespace marblemaze
