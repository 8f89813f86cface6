// Fuzzes the command line. Each line of the input is an argument. Short commands run in a separate
// folder; other commands only read their options, because an unknown option is added at the end. A
// valid command must exit with a documented status, and bad input must print one line on standard
// error.
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <set>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/bench/results_store.h"
#include "engine/cli/program.h"
#include "engine/recording/recording.h"
#include "fuzz/fuzz_target.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostArguments = 20, kLongestArgument = 200;

/// Returns whether a command is short. `puzzle` is short if it neither makes nor solves a SOURCE.
bool ends_at_once(const std::vector<std::string>& words) {
  static const std::set<std::string> quick{"info",   "predict", "settings", "agents",
                                           "report", "merge",   "verify"};
  if (words.empty()) return true;
  if (words[0] != "puzzle") return quick.contains(words[0]);
  return words.size() > 3 && (words[2] == "check" || words[2] == "dot") && !words[3].empty() &&
         words[3][0] != '-';
}

/// Returns whether the word names nothing outside the folder.
bool is_harmless(const std::string& word) {
  const bool outside = word.find('/') != word.npos || word.find("..") != word.npos;
  return !outside && word.size() <= kLongestArgument;
}

/// The folder in which commands run, with files for them. Changes by a command are undone.
class Workplace {
 public:
  Workplace() {
    fs::current_path(folder_.path());
    save_maze(generate_kruskal(3, Layers::all, 1), "maze.json");
    save_maze(generate_kruskal({4, 4, 1}, Layers::flat, 1), "flat.json");
    folder_.write("settings.json", to_json(PhysicsSettings{}));
    folder_.write("jump.txt", "221/122/220\n");
    make_results();
    make_recording();
    for (const fs::directory_entry& entry : fs::directory_iterator("."))
      files_[entry.path().filename().string()] = text_of_file(entry.path());
  }
  ~Workplace() { fs::current_path("/"); }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  void tidy() const {
    std::vector<fs::path> strange;
    for (const fs::directory_entry& entry : fs::directory_iterator("."))
      if (!files_.contains(entry.path().filename().string())) strange.push_back(entry.path());
    for (const fs::path& path : strange) fs::remove_all(path);
    for (const auto& [name, text] : files_)
      if (text_of_file(name) != text) folder_.write(name, text);
  }

 private:
  static std::string text_of_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  static void make_results() {
    ResultsStore store("results.db", ResultsStore::Mode::create_or_append);
    ResultRow row{
        seeded("bullet", {}).job({"breadth-first", ControlScheme::cube_8, Layers::all, 3}, 1)};
    row.outcome = Outcome::solved;
    row.counters.moves = 5;
    store.add(row);
  }
  static void make_recording() {
    RunSpec spec;
    spec.setup.kind = "predicted";
    spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(3, Layers::all, 1));
    spec.player.agent = "breadth-first";
    Episode episode(spec);
    Recording recording;
    record(episode, recording);
    while (episode.outcome() == Outcome::running && episode.moves() < 6) episode.tick();
    save_recording(recording, "run.rec");
  }

  testing::TemporaryFolder folder_;
  std::map<std::string, std::string> files_;
};

/// Redirects standard error to a text, and standard input and output to nothing, during its
/// lifetime.
class Streams {
 public:
  Streams() : errors_(memfd_create("errors", MFD_CLOEXEC)) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (errors_ < 0 || nothing < 0) fuzz::fault("cannot turn the streams aside");
    const std::array<int, 3> instead{nothing, nothing, errors_};
    for (int stream = 0; stream < 3; ++stream) {
      kept_[static_cast<std::size_t>(stream)] = fcntl(stream, F_DUPFD_CLOEXEC, 10);
      dup2(instead[static_cast<std::size_t>(stream)], stream);
    }
    close(nothing);
    std::cin.clear();
  }
  ~Streams() {
    std::cout.flush();
    std::fflush(nullptr);
    for (int stream = 0; stream < 3; ++stream) {
      dup2(kept_[static_cast<std::size_t>(stream)], stream);
      close(kept_[static_cast<std::size_t>(stream)]);
    }
    close(errors_);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  [[nodiscard]] std::string complaints() const {
    std::fflush(stderr);
    std::string text(static_cast<std::size_t>(lseek(errors_, 0, SEEK_END)), '\0');
    if (pread(errors_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
      fuzz::fault("cannot read what was said");
    return text;
  }

 private:
  int errors_;
  std::array<int, 3> kept_{};
};

struct Ended {
  int status;
  std::string complaints;
};

Ended run(std::vector<std::string> words) {
  words.insert(words.begin(), "marblemaze");
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  const Streams streams;
  const int status = run_program(static_cast<int>(arguments.size()), arguments.data());
  return {status, streams.complaints()};
}

void check(const Ended& ended) {
  fuzz::require(ended.status >= 0 && ended.status <= 3, "a status is one of the program's");
  if (ended.status < 2) return;
  fuzz::require(ended.complaints.ends_with('\n'), "bad input is explained in a whole line");
  constexpr std::size_t kNameOfTheProgram = 50;  // length of the text before the message
  fuzz::require_one_line(std::string_view(ended.complaints).substr(0, ended.complaints.size() - 1),
                         fuzz::kLongestMessage + kNameOfTheProgram);
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  static const Workplace workplace;
  const std::string text = fuzz::text_of(data, size);
  if (text.find('\0') != text.npos) return 0;  // NUL ends an argument
  std::vector<std::string> words;
  for (fuzz::Choices lines(text); !lines.empty();) words.emplace_back(lines.line());
  if (words.size() > kMostArguments || !std::all_of(words.begin(), words.end(), is_harmless))
    return 0;
  if (!ends_at_once(words)) words.emplace_back("--no-command-has-this");
  check(run(words));
  workplace.tidy();
  return 0;
}
