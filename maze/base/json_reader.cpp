#include "maze/base/json_reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

/// Returns the beginning of a value, long enough to recognise it.
std::string quoted(const Json& value) { return value.dump().substr(0, 40); }

}  // namespace

void require_agreement(const std::string& what, const Json& given, const Json& own,
                       std::initializer_list<std::string_view> except) {
  for (const auto& [name, value] : given.members()) {
    if (std::find(except.begin(), except.end(), name) != except.end()) continue;
    const Json* const expected = own.find(name);
    if (expected == nullptr) throw BadInput(fmt::format("{}: unknown member \"{}\"", what, name));
    if (expected->dump() != value.dump())
      throw BadInput(fmt::format("{}: \"{}\"", what, name), quoted(value),
                     quoted(*expected) + ", as its other members say");
  }
}

JsonReader::JsonReader(const Json& object, std::string what, std::string of)
    : object_(object), what_(std::move(what)), of_(std::move(of)) {
  if (!object.is_object()) throw BadInput(what_, quoted(object), "a JSON object");
}

void JsonReader::require_only(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : object_.members())
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw BadInput(
          fmt::format("{}: unknown member \"{}\"; known: {}", what_, name, fmt::join(names, ", ")));
}

const Json& JsonReader::at(const std::string& name) const {
  if (const Json* found = object_.find(name)) return *found;
  throw BadInput(what_, fmt::format("without \"{}\"", name), "that member");
}

void JsonReader::refuse(const std::string& name, const Json& value,
                        const std::string& expected) const {
  throw BadInput(fmt::format("{}\"{}\"", of_, name), quoted(value), expected);
}

std::string JsonReader::text(const std::string& name, const std::string& expected) const {
  if (!at(name).is_text()) refuse(name, expected);
  return at(name).get<std::string>();
}

int JsonReader::whole(const Json& value, const std::string& name, std::int64_t low,
                      std::int64_t high, const std::string& expected) const {
  // A double also holds integers beyond 63 bits, and the bounds are small.
  const double number = value.is_whole() ? value.get<double>() : HUGE_VAL;
  if (number < static_cast<double>(low) || number > static_cast<double>(high))
    refuse(name, value, expected);
  return value.get<int>();
}

int JsonReader::count(const std::string& name, std::int64_t most) const {
  return whole(at(name), name, 0, most, fmt::format("a whole number from 0 to {}", most));
}

std::uint64_t JsonReader::natural(const std::string& name) const {
  if (!at(name).is_natural()) refuse(name, "a whole number from 0");
  return at(name).get<std::uint64_t>();
}

int JsonReader::version_of(const std::string& format, int newest) const {
  if (text("format") != format) refuse("format", format);
  const int version = count("version");
  if (version < 1 || version > newest)
    refuse("version", fmt::format("1 to {}, which this program knows", newest));
  return version;
}

double JsonReader::number(const Json& value, const std::string& name,
                          const std::string& expected) const {
  if (!value.is_number()) refuse(name, value, expected);
  return value.get<double>();
}

namespace {

double size_of(const JsonReader& from, const Json& value, const std::string& name) {
  constexpr const char* kExpected = "a number of at least 0";
  const double size = from.number(value, name, kExpected);
  if (size < 0) from.refuse(name, value, kExpected);
  return size;
}

}  // namespace

double JsonReader::size(const std::string& name) const { return size_of(*this, at(name), name); }

const Json& JsonReader::list(const std::string& name, const std::string& expected,
                             int length) const {
  const Json& values = at(name);
  if (!values.is_array() || (length >= 0 && values.size() != static_cast<std::size_t>(length)))
    refuse(name, expected);
  return values;
}

std::vector<int> JsonReader::counts(const std::string& name) const {
  std::vector<int> numbers;
  for (const Json& value : list(name, "a list of whole numbers"))
    numbers.push_back(
        whole(value, name, 0, kMost, fmt::format("a whole number from 0 to {}", kMost)));
  return numbers;
}

}  // namespace marblemaze
