// Linked into the test programs of a copy with mutants: tells mutant_switch.h which test runs, and
// how long each took.

#include <ctime>

#include <gtest/gtest.h>

#include "mutant_switch.h"

namespace {

std::string name_of(const testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

class ReachedListener : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    setenv("MUTANT_TEST", name_of(test).c_str(), 1);
    for (auto& reached : mutation::reached) reached = false;
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (FILE* out = std::fopen(std::getenv("MUTANT_REACHED"), "a")) {
      std::fprintf(out, "T %s %d %lld\n", name_of(test).c_str(), test.result()->Failed() ? 1 : 0,
                   static_cast<long long>(test.result()->elapsed_time()));
      std::fclose(out);
    }
  }
};

// Before main: GoogleTest has no other place for what a program's own main does not know.
const bool listening = [] {
  if (std::getenv("MUTANT_REACHED"))
    testing::UnitTest::GetInstance()->listeners().Append(new ReachedListener);
  return true;
}();

}  // namespace
