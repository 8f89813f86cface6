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

/// Calls read() and turns a JsonError into BadInput, which calls the document `what`.
template <class Read>
auto reading_json(const std::string& what, Read&& read) {
  try {
    return read();
  } catch (const JsonError& error) {
    throw BadInput(what + ": " + error.what());
  }
}

/// Throws BadInput unless each member of `given`, except the named ones, has the same value in
/// `own`. A document with contradictory members is thus rejected.
void require_agreement(const std::string& what, const Json& given, const Json& own,
                       std::initializer_list<std::string_view> except);

/// Reads the members of an object. Every function throws BadInput, which names the member and
/// quotes its value, if the member is missing or has the wrong type.
class JsonReader {
 public:
  static constexpr std::int64_t kMost = 1'000'000'000;  ///< default limit of integers

  /// Error messages call the object `what` and a member `of` "name". Requires: the object outlives
  /// the reader.
  JsonReader(const Json& object, std::string what, std::string of);

  /// Throws BadInput if the object has a member that is not among `names`, so that no part of a
  /// document is silently ignored.
  void require_only(std::initializer_list<std::string_view> names) const;

  [[nodiscard]] const Json& at(const std::string& name) const;

  [[nodiscard]] std::string text(const std::string& name,
                                 const std::string& expected = "text") const;
  /// Reads an integer from 0 to `most`.
  [[nodiscard]] int count(const std::string& name, std::int64_t most = kMost) const;
  /// Reads a 64-bit integer of at least 0.
  [[nodiscard]] std::uint64_t natural(const std::string& name) const;
  /// Reads a number of at least 0.
  [[nodiscard]] double size(const std::string& name) const;
  /// Reads the version of a document of this format. Throws BadInput unless it is from 1 to
  /// `newest`.
  int version_of(const std::string& format, int newest) const;
  /// Reads a list of integers of at least 0.
  [[nodiscard]] std::vector<int> counts(const std::string& name) const;
  /// Reads a list of `length` values, or of any length if `length` is -1. `expected` describes the
  /// list in error messages.
  [[nodiscard]] const Json& list(const std::string& name, const std::string& expected,
                                 int length = -1) const;

  /// Reads an integer that is part of a member.
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
