#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maze/base/errors.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Calls read() and turns a JsonError thrown there into BadInput, in which the document is called
/// `what`.
template <class Read>
auto reading_json(const std::string& what, Read&& read) {
  try {
    return read();
  } catch (const JsonError& error) {
    throw BadInput(what + ": " + error.what());
  }
}

/// Throws BadInput unless each member of `given` has the same value in `own`, except those named: a
/// document in which one member contradicts another is rejected.
void require_agreement(const std::string& what, const Json& given, const Json& own,
                       std::initializer_list<std::string_view> except);

/// Reads the members of an object. Every function throws BadInput, which names the member and
/// quotes its value, where the member is missing or of another kind.
class JsonReader {
 public:
  static constexpr std::int64_t kMost = 1'000'000'000;  ///< the usual limit of whole numbers

  /// Messages call the object `what` and a member `of` "name". The object must outlive the reader.
  JsonReader(const Json& object, std::string what, std::string of);

  /// Throws BadInput if the object has a member that is not among `names`: a document is used in
  /// full or rejected.
  void require_only(std::initializer_list<std::string_view> names) const;

  [[nodiscard]] const Json& at(const std::string& name) const;

  [[nodiscard]] std::string text(const std::string& name,
                                 const std::string& expected = "text") const;
  /// From 0 to `most`.
  [[nodiscard]] int count(const std::string& name, std::int64_t most = kMost) const;
  /// Any whole number of 64 bits from 0.
  [[nodiscard]] std::uint64_t natural(const std::string& name) const;
  /// Of at least 0.
  [[nodiscard]] double size(const std::string& name) const;
  /// The version of a document that says that it is of this format: from 1 to the newest one that
  /// this program knows.
  int version_of(const std::string& format, int newest) const;
  /// A list of whole numbers from 0.
  [[nodiscard]] std::vector<int> counts(const std::string& name) const;
  /// A list, `expected` in words, of `length` values; -1 for any number of them.
  [[nodiscard]] const Json& list(const std::string& name, const std::string& expected,
                                 int length = -1) const;

  /// The same for a value that is part of a member.
  [[nodiscard]] int whole(const Json& value, const std::string& name, std::int64_t low = -kMost,
                          std::int64_t high = kMost,
                          const std::string& expected = "a whole number") const;
  [[nodiscard]] double number(const Json& value, const std::string& name,
                              const std::string& expected = "a number") const;

  [[noreturn]] void refuse(const std::string& name, const Json& value,
                           const std::string& expected) const;
  [[noreturn]] void refuse(const std::string& name, const std::string& expected) const {
    refuse(name, at(name), expected);
  }

 private:
  const Json& object_;
  std::string what_, of_;
};

}  // namespace marblemaze
