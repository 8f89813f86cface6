#include "engine/protocol/agent_answers.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostCopies = 10'000;

constexpr const char* name_of(Motion ending) {
  return ending == Motion::settled ? "settled" : ending == Motion::frozen ? "frozen" : "overdue";
}

}  // namespace

std::optional<std::string> model_answer(AgentKnowledge& knowledge,
                                        const std::vector<std::string_view>& words) {
  if (words.size() != 4) return std::nullopt;
  const auto state = number_from<std::int32_t>(words[2]),
             move = number_from<std::int32_t>(words[3]);
  if (!state || !move || !knowledge.may_ask_about(StateId(*state))) return std::nullopt;
  const auto moves = knowledge.advice().rules()->moves(StateId(*state));
  if (std::find(moves.begin(), moves.end(), MoveId(*move)) == moves.end()) return std::nullopt;
  const ForwardModel* const asked = knowledge.model(words[1]);
  if (asked == nullptr) return std::nullopt;
  std::string line = "told";
  for (const Guess& guess : knowledge.ask(*asked, StateId(*state), MoveId(*move)))
    line += guess.to ? fmt::format(" {} settled {:.6g}", guess.to->index, guess.probability)
                     : fmt::format(" -1 frozen {:.6g}", guess.probability);
  return line + "\n";
}

void CopyAnswers::begin(std::shared_ptr<const Snapshot> exact, bool recovery) {
  copies_.clear();
  exact_ = std::move(exact);
  recovery_ = recovery;
}

std::optional<std::string> CopyAnswers::answer(const std::vector<std::string_view>& words) {
  const std::size_t count = words[0] == "try" ? 2 : 1;
  if (!exact_ || words.size() != 1 + count) return std::nullopt;
  std::array<int, 2> numbers{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = number_from<std::int32_t>(words[1 + i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  if (words[0] == "copy") return copy(numbers[0]);
  if (words[0] == "try") return play(numbers[0], numbers[1]);
  return copies_.erase(numbers[0]) > 0 ? std::optional(std::string()) : std::nullopt;
}

std::optional<std::string> CopyAnswers::copy(int number) {
  const auto of = copies_.find(number);
  if (copies_.size() == kMostCopies || (number != 0 && of == copies_.end())) return std::nullopt;
  const auto origin = number == 0 ? exact_ : Snapshot::of(*of->second);
  auto world = origin->world(static_cast<std::uint64_t>(++made_));
  const std::string line = fmt::format("copied {} state {} moves {}\n", made_, world->state().index,
                                       world->moves(world->state()).size());
  copies_.emplace(made_, std::move(world));
  return line;
}

std::optional<std::string> CopyAnswers::play(int number, int move) {
  const auto found = copies_.find(number);
  if (found == copies_.end()) return std::nullopt;
  World& world = *found->second;
  const std::span<const MoveId> moves = world.moves(world.state());
  if (move < 0 || static_cast<std::size_t>(move) >= moves.size()) return std::nullopt;
  world.begin(moves[static_cast<std::size_t>(move)]);
  const Motion ending = tick_to_rest(world);
  const bool goal = ending == Motion::settled && world.is_goal(world.state());
  const bool goes_on = !goal && marblemaze::goes_on(world, ending, recovery_);
  const int state = goal || goes_on ? world.state().index : -1;
  const std::string line =
      fmt::format("tried {} {} moves {} goal {}\n", state, name_of(ending),
                  goes_on ? world.moves(world.state()).size() : 0, goal ? 1 : 0);
  if (!goes_on) copies_.erase(found);
  return line;
}

}  // namespace marblemaze
