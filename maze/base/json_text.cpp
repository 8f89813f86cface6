#include "maze/base/json_text.h"

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {

nlohmann::ordered_json parse_json(const std::string& what, const std::string& text) {
  // Other functions of the library call themselves for every level.
  constexpr int kDeepest = 64;
  const auto too_deep = [&](int depth, nlohmann::json::parse_event_t, const auto&) {
    if (depth > kDeepest)
      throw BadInput(what, "with brackets in brackets", fmt::format("at most {} levels", kDeepest));
    return true;
  };
  try {
    return nlohmann::ordered_json::parse(text, too_deep);
  } catch (const nlohmann::json::parse_error& error) {
    throw BadInput(what, fmt::format("broken at byte {}", error.byte), "a whole JSON document");
  } catch (const nlohmann::json::out_of_range&) {
    throw BadInput(what, "with a number beyond 1.8e308", "numbers that fit into 64 bits");
  }
}

}  // namespace marblemaze
