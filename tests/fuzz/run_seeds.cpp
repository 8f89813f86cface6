// Runs a fuzz target on its seeds and on a fixed number of changed seeds. This part of fuzzing is
// fast enough for every run of the tests and does not need clang. Equal arguments give equal
// inputs. libFuzzer runs the same targets without a limit (scripts/check/fuzz.sh).
//   run_seeds FOLDER CHANGES [SEED]      SEED of the changes, 1 by default
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "fuzz/fuzz_target.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

std::string now;  // describes the current input

/// Prints the input that ends the program.
void tell_and_stop(int signal) {
  std::fprintf(stderr, "input: %s\n", now.c_str());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// Makes one small change: flips a bit, changes a byte, or removes, repeats or replaces a piece.
void change(std::string& text, const std::string& other, Rng& rng) {
  if (text.empty()) text = "0";
  const std::size_t at = rng.below(text.size());
  const std::size_t length = 1 + rng.below(std::min<std::size_t>(text.size() - at, 16));
  switch (rng.below(6)) {
    case 0: text[at] = static_cast<char>(text[at] ^ 1 << rng.below(8)); break;
    case 1: text[at] = static_cast<char>(rng.below(256)); break;
    case 2: text.erase(at, length); break;
    case 3: text.insert(at, text.substr(at, length)); break;
    case 4: text[at] = "0123456789-.,\"{}[]\n "[rng.below(20)]; break;
    default:
      if (!other.empty()) text.insert(at, other.substr(rng.below(other.size()), 1 + rng.below(32)));
      break;
  }
}

int run_all(const std::filesystem::path& folder, int changes, std::uint64_t seed) {
  const auto files = files_of(folder);
  if (files.empty()) fuzz::fault("no seeds in " + folder.string());
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    now = file.filename().string();
    seeds.push_back(text_of_file(file));
    run(seeds.back());
  }
  Rng rng(seed);
  for (int i = 0; i < changes; ++i) {
    const std::size_t which = rng.below(seeds.size());
    std::string input = seeds[which];
    for (std::uint64_t left = 1 + rng.below(4); left > 0; --left)
      change(input, seeds[rng.below(seeds.size())], rng);
    now = fmt::format("change {} of {}", i, files[which].filename().string());
    run(input);
  }
  fmt::print("{} seeds and {} changes of them\n", seeds.size(), changes);
  return 0;
}

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) try {
  if (argc != 3 && argc != 4) {
    fmt::print(stderr, "usage: run_seeds FOLDER CHANGES [SEED]\n");
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS})
    std::signal(signal, marblemaze::tell_and_stop);
  const std::uint64_t seed = argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const auto changes = static_cast<int>(std::strtol(argv[2], nullptr, 10));
  return marblemaze::run_all(argv[1], changes, seed);
} catch (...) {
  std::terminate();  // the handler prints the exception and the input
}
