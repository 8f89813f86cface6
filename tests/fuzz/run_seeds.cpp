// Runs a fuzz target on its seeds and on a fixed number of mutated seeds, fast enough for the test
// suite and without clang. The mutations are reproducible. libFuzzer runs the same targets without
// a limit (scripts/check/fuzz.sh).
//   run_seeds FOLDER CHANGES
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>

#include "fuzz/fuzz_target.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

std::string current;

/// Signal handler that prints the crashing input.
void report_crash(int signal) {
  std::fprintf(stderr, "input: %s\n", current.c_str());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::map<std::string, std::string> files_in(const char* folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().filename().string()].assign(std::istreambuf_iterator<char>(in), {});
  }
  if (files.empty()) fuzz::fail("no seeds");
  return files;
}

void run(const std::string& description, const std::string& input) {
  current = description;
  fuzz::test_input(input);
}

/// Flips a bit, replaces a byte, or deletes, duplicates or inserts a few bytes.
void mutate(std::string& text, const std::string& other, Rng& rng) {
  if (text.empty()) text = "0";
  const std::size_t at = rng.uniform_int(text.size());
  const std::size_t length = 1 + rng.uniform_int(std::min<std::size_t>(text.size() - at, 16));
  switch (rng.uniform_int(6)) {
    case 0: text[at] = static_cast<char>(text[at] ^ 1 << rng.uniform_int(8)); break;
    case 1: text[at] = static_cast<char>(rng.uniform_int(256)); break;
    case 2: text.erase(at, length); break;
    case 3: text.insert(at, text.substr(at, length)); break;
    case 4: text[at] = "0123456789-.,\"{}[]\n "[rng.uniform_int(20)]; break;
    default:
      if (!other.empty())
        text.insert(at, other.substr(rng.uniform_int(other.size()), 1 + rng.uniform_int(32)));
      break;
  }
}

}  // namespace
}  // namespace marblemaze

int main(int, char** argv) {
  using namespace marblemaze;
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS}) std::signal(signal, report_crash);
  const auto seeds = files_in(argv[1]);
  for (const auto& [name, text] : seeds) run(name, text);
  Rng rng(1);
  const auto any_seed = [&] { return std::next(seeds.begin(), rng.uniform_int(seeds.size())); };
  const int changes = std::atoi(argv[2]);
  for (int i = 0; i < changes; ++i) {
    auto [name, input] = *any_seed();
    for (std::uint64_t left = 1 + rng.uniform_int(4); left > 0; --left)
      mutate(input, any_seed()->second, rng);
    run("change " + std::to_string(i) + " of " + name, input);
  }
  std::printf("%zu seeds and %d changes of them\n", seeds.size(), changes);
}
