#include "maze/base/json.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {

namespace {

constexpr int kNumberTooLarge = 406;  // error number of nlohmann::json::out_of_range

std::string quoted(const Json& value) { return value.dump().substr(0, 40); }

// Emscripten's C++ library has no std::ranges::find yet.
auto find_member(auto& members, std::string_view name) {
  return std::find_if(members.begin(), members.end(),
                      [&](const Json::Member& member) { return member.first == name; });
}

}  // namespace

class Json::Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const std::string& what, Json& document) : what_(what), document_(document) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_array(std::size_t) override { return open(array()); }
  bool start_object(std::size_t) override { return open(object()); }
  bool end_array() override { return close(); }
  bool end_object() override { return close(); }
  bool key(std::string& name) override {
    name_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&,
                   const nlohmann::json::exception& error) override {
    if (error.id == kNumberTooLarge)
      throw BadInput(what_, "with a number beyond 1.8e308", "numbers that fit into 64 bits");
    throw BadInput(what_, fmt::format("with a syntax error at byte {}", byte),
                   "a complete JSON document");
  }

 private:
  /// Maximum nesting depth. Copies, the destructor and dump() are recursive.
  static constexpr std::size_t kMaxDepth = 64;

  struct Open {
    Json* value;  ///< stable, because the parent grows only after this value is complete
    /// Member names of the object, because a linear search for each new name would take quadratic
    /// time.
    std::unordered_set<std::string> names = {};
  };

  Json& place() {
    if (open_.empty()) return document_;
    Open& open = open_.back();
    if (open.value->is_object()) return member_of(open);
    return std::get<Array>(open.value->value_).emplace_back();
  }
  /// Adds a member. Rejects duplicate names, because parsers disagree about which value counts.
  Json& member_of(Open& open) {
    if (!open.names.insert(name_).second)
      throw BadInput(what_ + ": duplicate name '" + name_ + "'");
    return std::get<Object>(open.value->value_).emplace_back(name_, nullptr).second;
  }
  bool add(Json value) {
    place() = std::move(value);
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kMaxDepth)
      throw BadInput(what_, "with too many nested brackets",
                     fmt::format("at most {} levels", kMaxDepth));
    Json& opened = place();
    opened = std::move(value);
    open_.push_back({&opened});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& what_;
  Json& document_;
  std::vector<Open> open_;
  std::string name_;
};

Json::Json(std::initializer_list<Json> elements) : value_(nullptr) {
  const auto is_member = [](const Json& element) {
    return element.is_array() && element.size() == 2 && element.at(0).is_text();
  };
  if (!std::all_of(elements.begin(), elements.end(), is_member)) {
    value_ = Array(elements);
    return;
  }
  value_ = Object();
  for (const Json& element : elements) (*this)[element.at(0).text()] = element.at(1);
}

Json Json::parse(const std::string& what, std::string_view text) {
  Json document;
  Builder builder(what, document);
  nlohmann::json::sax_parse(text, &builder);
  return document;
}

namespace {

nlohmann::ordered_json for_library(const Json& json) {
  using Library = nlohmann::ordered_json;
  if (json.is_array()) {
    Library array = Library::array();
    for (const Json& element : json) array.push_back(for_library(element));
    return array;
  }
  if (json.is_object()) {
    Library object = Library::object();
    // Appends members directly, because object[name] would search linearly.
    auto& members = object.get_ref<Library::object_t&>();
    for (const auto& [name, value] : json.members()) members.emplace_back(name, for_library(value));
    return object;
  }
  if (json.is_text()) return json.text();
  if (json.is_unsigned_integer()) return json.get<std::uint64_t>();
  if (json.is_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_null()) return nullptr;
  return json.get<bool>();
}

}  // namespace

std::string Json::dump(int indent) const {
  return with_json_escapes(for_library(*this).dump(
      indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void Json::reject(std::string_view expected) const {
  throw BadInput(fmt::format("{}: expected {}", quoted(*this), expected));
}

template <class T>
const T& Json::as(std::string_view expected) const {
  if (const auto* value = std::get_if<T>(&value_)) return *value;
  reject(expected);
}

bool Json::flag() const { return as<bool>("true or false"); }
std::uint64_t Json::unsigned_integer() const { return as<std::uint64_t>("an integer from 0"); }
const std::string& Json::text() const { return as<std::string>("text"); }
const Json::Array& Json::elements() const { return as<Array>("a list"); }
const Json::Object& Json::members() const { return as<Object>("an object"); }

std::int64_t Json::integer() const {
  if (is_unsigned_integer() && std::in_range<std::int64_t>(unsigned_integer()))
    return static_cast<std::int64_t>(unsigned_integer());
  return as<std::int64_t>("an integer");
}

double Json::number() const {
  if (is_unsigned_integer()) return static_cast<double>(unsigned_integer());
  if (is_integer()) return static_cast<double>(integer());
  return as<double>("a number");
}

std::size_t Json::size() const {
  if (is_array()) return elements().size();
  return is_object() ? members().size() : 0;
}

const Json& Json::at(std::size_t index) const {
  if (index < elements().size()) return elements()[index];
  reject("a longer list");
}

const Json* Json::find(std::string_view name) const {
  const auto found = find_member(members(), name);
  return found == members().end() ? nullptr : &found->second;
}

const Json& Json::at(std::string_view name) const {
  if (const Json* found = find(name)) return *found;
  reject(fmt::format("a member \"{}\"", name));
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) value_ = Object();
  assert(is_object());
  auto& members = std::get<Object>(value_);
  const auto found = find_member(members, name);
  return found == members.end() ? members.emplace_back(name, nullptr).second : found->second;
}

void Json::push_back(Json element) {
  if (is_null()) value_ = Array();
  assert(is_array());
  std::get<Array>(value_).push_back(std::move(element));
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : other.members()) (*this)[name] = value;
}

void require_agreement(const std::string& what, const Json& given, const Json& own,
                       std::initializer_list<std::string_view> except) {
  for (const auto& [name, value] : given.members()) {
    if (std::find(except.begin(), except.end(), name) != except.end()) continue;
    const Json* const expected = own.find(name);
    if (expected == nullptr) throw BadInput(fmt::format("{}: unknown member \"{}\"", what, name));
    if (expected->dump() != value.dump())
      throw BadInput(fmt::format("{}: \"{}\"", what, name), quoted(value),
                     quoted(*expected) + ", which follows from its other members and the options");
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
  throw BadInput(fmt::format("{}: missing member \"{}\"", what_, name));
}

void JsonReader::reject(const std::string& name, const Json& value,
                        const std::string& expected) const {
  throw BadInput(fmt::format("{}\"{}\"", of_, name), quoted(value), expected);
}

std::string JsonReader::text(const std::string& name, const std::string& expected) const {
  if (!at(name).is_text()) reject(name, expected);
  return at(name).get<std::string>();
}

int JsonReader::whole(const Json& value, const std::string& name, std::int64_t low,
                      std::int64_t high, const std::string& expected) const {
  // Compares doubles, because the integer may need 64 bits. The bounds are small enough to be
  // exact.
  const double number = value.is_integer() ? value.get<double>() : HUGE_VAL;
  if (number < static_cast<double>(low) || number > static_cast<double>(high))
    reject(name, value, expected);
  return value.get<int>();
}

int JsonReader::count(const std::string& name, std::int64_t most) const {
  return whole(at(name), name, 0, most, fmt::format("an integer from 0 to {}", most));
}

int JsonReader::version_of(const std::string& format, int newest) const {
  if (text("format") != format) reject("format", format);
  const int version = count("version");
  if (version < 1 || version > newest)
    reject("version",
           newest == 1 ? "1, the only version that this program supports"
                       : fmt::format("1 to {}, the versions that this program supports", newest));
  return version;
}

double JsonReader::number(const Json& value, const std::string& name,
                          const std::string& expected) const {
  if (!value.is_number()) reject(name, value, expected);
  return value.get<double>();
}

double JsonReader::non_negative(const std::string& name) const {
  constexpr const char* kExpected = "a number of at least 0";
  const double size = number(at(name), name, kExpected);
  if (size < 0) reject(name, kExpected);
  return size;
}

const Json& JsonReader::list(const std::string& name, const std::string& expected,
                             int length) const {
  const Json& values = at(name);
  if (!values.is_array() || (length >= 0 && std::cmp_not_equal(values.size(), length)))
    reject(name, expected);
  return values;
}

std::vector<int> JsonReader::counts(const std::string& name) const {
  std::vector<int> numbers;
  for (const Json& value : list(name, "a list of integers"))
    numbers.push_back(whole(value, name, 0, kMost, fmt::format("an integer from 0 to {}", kMost)));
  return numbers;
}

}  // namespace marblemaze
