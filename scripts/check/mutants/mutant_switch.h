#pragma once
// Included by the files of a copy in which scripts/check/mutants.py has put mutants. All mutants of a sample are compiled at
// once, each behind a switch; the variable MUTANT of the environment turns one on. This is what "mutant schemata" are
// (Untch, Offutt, Harrold 1993): one build instead of one for each mutant.
//
// An operator between two operands becomes the same operator twice with a mark between them: `a + b` is written
// `a + Mark<7>{} + b`. Operators group from the left and keep their rank, so nothing else must be known of the operands.

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

// The doubled operators look like mistakes to the compiler.
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wfloat-equal"

namespace mutation {

inline constexpr int kMost = 4096;  ///< numbers of mutants are below

#ifdef MUTANT_FIXED
// Chosen by the compiler: where the object is that of MUTANT_FIXED=0, the mutant changes nothing.
constexpr bool runtime_on(int id) { return id == MUTANT_FIXED; }
constexpr bool on(int id) { return id == MUTANT_FIXED; }
#else
enum Mode { unknown, playing, recording };
inline std::atomic<Mode> mode{unknown};
inline std::atomic<int> active{0};
inline std::atomic<bool> reached[kMost] = {};

/// One line for each mutant that a test reaches, also by programs that it starts.
inline void note(int id) {
  if (reached[id].load(std::memory_order_relaxed) || reached[id].exchange(true)) return;
  const char* test = std::getenv("MUTANT_TEST");
  char line[300];
  const int length = std::snprintf(line, sizeof line, "R %s %d\n", test ? test : "-", id);
  const int out = open(std::getenv("MUTANT_REACHED"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (out < 0) return;
  [[maybe_unused]] const auto written = write(out, line, static_cast<std::size_t>(length));
  close(out);
}

inline bool slowly_on(int id) {
  if (mode == unknown) {
    const char* chosen = std::getenv("MUTANT");
    active = chosen ? std::atoi(chosen) : 0;
    mode = std::getenv("MUTANT_REACHED") ? recording : playing;
  }
  if (mode == recording) note(id);
  return active == id;
}

inline bool runtime_on(int id) {
  if (mode.load(std::memory_order_relaxed) != playing) return slowly_on(id);
  return active.load(std::memory_order_relaxed) == id;
}

constexpr bool on(int id) { return std::is_constant_evaluated() ? false : runtime_on(id); }
#endif

/// A constant, and one that replaces it.
template <int id, class T>
constexpr T constant(T usual, T other) {
  return on(id) ? other : usual;
}
/// The same where the compiler would otherwise compute a named constant itself.
template <int id, class T>
T named_constant(T usual, T other) {
  return runtime_on(id) ? other : usual;
}

template <int id>
constexpr bool negated(bool condition) {
  return on(id) != condition;
}

template <int id, class T>
constexpr std::remove_cvref_t<T> changed(T&& value) {
  using Value = std::remove_cvref_t<T>;
  static_assert(std::is_arithmetic_v<Value>, "only numbers and truth values are changed");
  if constexpr (std::is_same_v<Value, bool>)
    return on(id) != value;
  else
    return on(id) ? static_cast<Value>(value + 1) : value;
}

#define MUTATION_OPERATOR(Name, usual, other)                                                     \
  template <int id>                                                                               \
  struct Name {};                                                                                 \
  template <class A, int id>                                                                      \
  struct Name##Left {                                                                             \
    A&& a;                                                                                        \
  };                                                                                              \
  template <class A, int id>                                                                      \
  constexpr Name##Left<A, id> operator usual(A&& a, Name<id>) {                                   \
    return {static_cast<A&&>(a)};                                                                 \
  }                                                                                               \
  template <class A, int id, class B>                                                             \
  constexpr auto operator usual(Name##Left<A, id> left, B&& b) {                                  \
    using Usual = std::remove_cvref_t<decltype(static_cast<A&&>(left.a) usual static_cast<B&&>(b))>; \
    using Other = std::remove_cvref_t<decltype(static_cast<A&&>(left.a) other static_cast<B&&>(b))>; \
    static_assert(std::is_same_v<Usual, Other>, "the other operator gives another type");         \
    return on(id) ? Usual(static_cast<A&&>(left.a) other static_cast<B&&>(b))                     \
                  : Usual(static_cast<A&&>(left.a) usual static_cast<B&&>(b));                    \
  }

MUTATION_OPERATOR(Plus, +, -)
MUTATION_OPERATOR(Minus, -, +)
MUTATION_OPERATOR(Times, *, /)
MUTATION_OPERATOR(Over, /, *)
MUTATION_OPERATOR(Less, <, <=)
MUTATION_OPERATOR(AtMost, <=, <)
MUTATION_OPERATOR(Greater, >, >=)
MUTATION_OPERATOR(AtLeast, >=, >)
MUTATION_OPERATOR(Equal, ==, !=)
MUTATION_OPERATOR(Unequal, !=, ==)

#define MUTATION_ASSIGNMENT(Name, usual, other)                            \
  template <int id>                                                        \
  struct Name {};                                                          \
  template <int id, class B>                                               \
  struct Name##Right {                                                     \
    B&& b;                                                                 \
  };                                                                       \
  template <int id, class B>                                               \
  constexpr Name##Right<id, B> operator usual(Name<id>, B&& b) {           \
    return {static_cast<B&&>(b)};                                          \
  }                                                                        \
  template <class A, int id, class B>                                      \
    requires std::is_arithmetic_v<A>                                       \
  constexpr A& operator usual(A& a, Name##Right<id, B> right) {            \
    return on(id) ? (a other static_cast<B&&>(right.b)) : (a usual static_cast<B&&>(right.b)); \
  }

MUTATION_ASSIGNMENT(Add, +=, -=)
MUTATION_ASSIGNMENT(Subtract, -=, +=)
MUTATION_ASSIGNMENT(Multiply, *=, /=)

}  // namespace mutation
