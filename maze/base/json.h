#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "maze/base/errors.h"

namespace marblemaze {

/// JSON value (RFC 8259). Object members keep their insertion order. The class wraps the JSON
/// library to reject narrowing conversions, duplicate names and deep documents with messages that
/// contain the value or its position. It also keeps the library out of the headers, because
/// including nlohmann/json.hpp adds 1.3 s to the 10.3 s that compiling a unity file takes.
class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  Json(std::nullptr_t = nullptr) : value_(nullptr) {}
  Json(bool value) : value_(value) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : Json(std::string(value)) {}
  Json(const char* value) : Json(std::string(value)) {}
  template <std::integral Number>
  Json(Number value) requires(!std::same_as<Number, bool>) : Json(whole(value)) {}
  /// NaN and infinities are written as null.
  template <std::floating_point Number>
  Json(Number value) : Json(Value(static_cast<double>(value))) {}
  template <std::ranges::input_range List>
  Json(const List& list) requires(!std::same_as<List, Json> &&
                                  !std::convertible_to<List, std::string_view>)
      : Json(Array(std::ranges::begin(list), std::ranges::end(list))) {}
  Json(Array list) : value_(std::move(list)) {}
  /// Creates an object from {{"name", value}, ...}. Any other list becomes an array.
  /// Json::array({...}) always creates an array.
  Json(std::initializer_list<Json> elements);

  [[nodiscard]] static Json array(std::initializer_list<Json> elements = {}) {
    return Json(Array(elements));
  }
  [[nodiscard]] static Json object() { return Json(Value(Object())); }
  template <class List, class Make>
  [[nodiscard]] static Json list(const List& elements, Make make) {
    Json made = array();
    for (const auto& element : elements) made.push_back(make(element));
    return made;
  }

  /// Parses a document. `what` is the name of the document in error messages. Throws BadInput if
  /// `text` is not valid JSON, has more than 64 levels or repeats a name within an object.
  [[nodiscard]] static Json parse(const std::string& what, std::string_view text);
  /// Returns the value as text, either on one line or indented by `indent` spaces per level.
  /// Invalid UTF-8 bytes become U+FFFD.
  [[nodiscard]] std::string dump(int indent = -1) const;

  [[nodiscard]] bool is_null() const { return is<std::nullptr_t>(); }
  [[nodiscard]] bool is_text() const { return is<std::string>(); }
  [[nodiscard]] bool is_number() const { return is_integer() || is<double>(); }
  [[nodiscard]] bool is_integer() const { return is_unsigned_integer() || is<std::int64_t>(); }
  [[nodiscard]] bool is_unsigned_integer() const { return is<std::uint64_t>(); }
  [[nodiscard]] bool is_array() const { return is<Array>(); }
  [[nodiscard]] bool is_object() const { return is<Object>(); }

  /// Returns the value as a number, a bool, a string or a vector of these. Throws BadInput if the
  /// type is wrong or a number is out of range. JsonReader adds the name of the member to the
  /// message.
  template <class T>
  [[nodiscard]] T get() const {
    if constexpr (std::same_as<T, bool>)
      return flag();
    else if constexpr (std::same_as<T, std::uint64_t>)
      return unsigned_integer();
    else if constexpr (std::integral<T>)
      return narrowed<T>(integer());
    else if constexpr (std::floating_point<T>)
      return static_cast<T>(number());
    else if constexpr (std::same_as<T, std::string>)
      return text();
    else
      return list_of<typename T::value_type>();
  }
  [[nodiscard]] const std::string& text() const;

  /// Returns the number of array elements or object members, or 0 for other values.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }

  /// Return an element or a member. Throw BadInput if the element or member is missing.
  [[nodiscard]] const Json& at(std::size_t index) const;
  [[nodiscard]] const Json& at(std::string_view name) const;
  [[nodiscard]] const Json* find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
  template <class T>
  [[nodiscard]] T value(std::string_view name, T otherwise) const {
    const Json* found = find(name);
    return found == nullptr ? otherwise : found->get<T>();
  }

  /// Return the elements of an array or the members of an object. Throw BadInput for any other
  /// value.
  [[nodiscard]] const Array& elements() const;
  [[nodiscard]] const Object& members() const;
  [[nodiscard]] auto begin() const { return elements().begin(); }
  [[nodiscard]] auto end() const { return elements().end(); }

  /// Returns the member `name`. Adds the member as null if it is missing. A null value becomes an
  /// object.
  Json& operator[](std::string_view name);
  void push_back(Json element);
  void update(const Json& other);

  friend bool operator==(const Json& json, std::string_view text) {
    return json.is_text() && json.text() == text;
  }

 private:
  using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string,
                             Array, Object>;
  class Builder;

  explicit Json(Value value) : value_(std::move(value)) {}
  template <std::integral Number>
  static Value whole(Number number) {
    if constexpr (std::is_signed_v<Number>)
      if (number < 0) return static_cast<std::int64_t>(number);
    return static_cast<std::uint64_t>(number);
  }
  template <std::integral T>
  static T narrowed(std::int64_t number) {
    if (!std::in_range<T>(number)) throw BadInput(std::to_string(number) + " is too large");
    return static_cast<T>(number);
  }
  template <class T>
  std::vector<T> list_of() const {
    std::vector<T> list;
    for (const Json& element : elements()) list.push_back(element.get<T>());
    return list;
  }
  template <class T>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<T>(value_);
  }
  /// Throws BadInput if the value has another type.
  template <class T>
  [[nodiscard]] const T& as(std::string_view expected) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] std::uint64_t unsigned_integer() const;
  [[nodiscard]] double number() const;
  [[noreturn]] void reject(std::string_view expected) const;

  Value value_;
};

/// Throws BadInput if a member of `given` differs from the member of `own` with the same name.
/// Skips the members in `except`. Callers compute `own` from other members of the document, to
/// detect contradictory documents.
void require_agreement(const std::string& what, const Json& given, const Json& own,
                       std::initializer_list<std::string_view> except);

/// Reads the members of a JSON object. Every function throws BadInput with the name and value of
/// the member if the member is missing or has the wrong type.
class JsonReader {
 public:
  static constexpr std::int64_t kMost = 1'000'000'000;  ///< default maximum of an integer

  /// Error messages refer to the object as `what`, for example "maze file". `of` precedes the names
  /// of members, for example "certificate's ". Requires: the object outlives the reader.
  JsonReader(const Json& object, std::string what, std::string of);

  /// Throws BadInput if the object has a member that is not in `names`.
  void require_only(std::initializer_list<std::string_view> names) const;

  [[nodiscard]] const Json& at(const std::string& name) const;

  /// Returns read(at(name)). If `read` throws BadInput, the message gets the name of the member, as
  /// in `map: "states" "one": expected an integer`.
  template <class Read>
  auto read(const std::string& name, Read&& read) const {
    const Json& value = at(name);
    try {
      return read(value);
    } catch (const BadInput& error) {
      throw BadInput(of_ + '"' + name + "\" " + error.what());
    }
  }
  /// Reads a member of any type that Json::get converts to.
  template <class T>
  [[nodiscard]] T get(const std::string& name) const {
    return read(name, [](const Json& value) { return value.get<T>(); });
  }

  [[nodiscard]] std::string text(const std::string& name,
                                 const std::string& expected = "text") const;
  /// Reads an integer from 0 to `most`.
  [[nodiscard]] int count(const std::string& name, std::int64_t most = kMost) const;
  /// Reads a non-negative number.
  [[nodiscard]] double non_negative(const std::string& name) const;
  /// Reads the version of a document. Throws BadInput if the document has another format or the
  /// version is not from 1 to `newest`.
  int version_of(const std::string& format, int newest) const;
  [[nodiscard]] std::vector<int> counts(const std::string& name) const;
  /// Reads a list of `length` values, or of any length if `length` is -1. `expected` describes the
  /// list in error messages.
  [[nodiscard]] const Json& list(const std::string& name, const std::string& expected,
                                 int length = -1) const;

  /// Converts `value`, which is the member `name` or a part of this member, to an integer from
  /// `low` to `high`.
  [[nodiscard]] int whole(const Json& value, const std::string& name, std::int64_t low = -kMost,
                          std::int64_t high = kMost,
                          const std::string& expected = "an integer") const;
  [[nodiscard]] double number(const Json& value, const std::string& name,
                              const std::string& expected = "a number") const;

  [[noreturn]] void reject(const std::string& name, const Json& value,
                           const std::string& expected) const;
  [[noreturn]] void reject(const std::string& name, const std::string& expected) const {
    reject(name, at(name), expected);
  }

 private:
  const Json& object_;
  std::string what_, of_;
};

}  // namespace marblemaze
