#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace marblemaze {

/// A JSON document with its members in the order of the text. Throws BadInput, in which the
/// document is called `what`.
[[nodiscard]] nlohmann::ordered_json parse_json(const std::string& what, const std::string& text);

}  // namespace marblemaze
