#include "engine/results/host.h"

#include <gmock/gmock.h>

#include "engine/results/results_store.h"
#include "engine/version.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Host, TheFingerprintNamesTheArithmeticAndTheVersionWithoutMarksOfCsv) {
  EXPECT_THAT(host_fingerprint(), AllOf(HasSubstr("; arithmetic "), HasSubstr(program_version())));
  EXPECT_EQ(host_fingerprint().find_first_of(",\"\n"), std::string::npos);
}

TEST(Host, TheProcessorIsNamedAsTheKernelNamesIt) {
  EXPECT_EQ(processor_model("processor\t: 0\nmodel name\t: Some CPU, fast\nflags\t: fma\n"),
            "Some CPU  fast");
  EXPECT_EQ(processor_model("processor\t: 0\nCPU part\t: 0xd0c\n"), "ARM part 0xd0c");
  EXPECT_EQ(processor_model(""), "unknown processor");
}

}  // namespace
}  // namespace marblemaze
