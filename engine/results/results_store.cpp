#include "engine/results/results_store.h"

#include <fmt/format.h>

#include "engine/results/result_table.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// 1 knew no recovery, 2 no truths; up to 3 the key's columns did not come first.
constexpr int kFormatVersion = 4;
constexpr int kFirstWithTruths = 3;
constexpr int kApplicationId = 0x4d4d417a;  // tells our files from other databases

constexpr const char* kSettingsTable =
    "CREATE TABLE settings (hash TEXT PRIMARY KEY, json TEXT NOT NULL)";

const ResultTable<StoredEpisode>& episodes_table() {
  static const ResultTable<StoredEpisode> table("episodes", episode_columns());
  return table;
}
const ResultTable<StoredTruth>& truths_table() {
  static const ResultTable<StoredTruth> table("truths", truth_columns());
  return table;
}

bool same_ending(const EpisodeRow& a, const EpisodeRow& b) {
  return a.outcome == b.outcome && a.counters == b.counters && a.ticks == b.ticks;
}

}  // namespace

std::string program_version() { return MARBLEMAZE_VERSION; }

class ResultsStore::Impl {
 public:
  Impl(const std::filesystem::path& path, Mode mode)
      : database_(checked(path, mode), mode == Mode::read ? SqliteDatabase::Mode::read
                                                          : SqliteDatabase::Mode::create_or_write),
        writes_(mode == Mode::create_or_append) {
    if (writes_)
      claim();
    else
      check_format();
  }

  /// Leaves one plain file that can be copied and read from a folder without write permission.
  /// Where that fails the log beside the file holds the rest, and the next opening takes it in.
  ~Impl() {
    if (writes_) database_.try_to_execute("PRAGMA journal_mode=DELETE");
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const SqliteDatabase& database() const { return database_; }
  const std::string& path() const { return database_.path(); }
  std::int64_t format() const { return database_.number("PRAGMA user_version"); }

 private:
  static const std::filesystem::path& checked(const std::filesystem::path& path, Mode mode) {
    expect_database_file(path);
    if (mode == Mode::read && !std::filesystem::exists(path))
      throw BadInput("results file", "'" + path.string() + "'", "a file that bench has written");
    return path;
  }

  /// Takes an exclusive lock, held until closing, and only then looks; a file that is not ours is
  /// left as it was, byte for byte.
  void claim() {
    database_.execute("PRAGMA locking_mode=EXCLUSIVE");
    database_.execute("BEGIN EXCLUSIVE");
    if (database_.number("SELECT count(*) FROM sqlite_master") == 0 && is_blank())
      create();
    else
      upgrade();
    database_.execute("COMMIT");
    // A commit then costs no wait for the disk; only a power cut can lose the last few episodes.
    database_.execute("PRAGMA journal_mode=WAL");
    database_.execute("PRAGMA synchronous=NORMAL");
  }

  bool is_blank() const {
    return database_.number("PRAGMA application_id") == 0 &&
           database_.number("PRAGMA user_version") == 0;
  }

  void create() const {
    database_.execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}",
                                  kApplicationId, kFormatVersion));
    database_.execute(kSettingsTable);
    database_.execute(episodes_table().create());
    database_.execute(truths_table().create());
  }

  void upgrade() const {
    check_format();
    const std::int64_t older = format();
    if (older == kFormatVersion) return;
    database_.execute(episodes_table().rebuild(older));
    if (older < kFirstWithTruths) database_.execute(truths_table().create());
    database_.execute(fmt::format("PRAGMA user_version={}", kFormatVersion));
  }

  void check_format() const {
    if (database_.number("PRAGMA application_id") != kApplicationId)
      throw BadInput("results file", "'" + path() + "'",
                     "a file that bench has written (it is something else)");
    const std::int64_t version = format();
    if (version < 1 || version > kFormatVersion)
      throw BadInput("results file '" + path() + "' has format", std::to_string(version),
                     fmt::format("at most {}, the newest that this program knows", kFormatVersion));
  }

  SqliteDatabase database_;
  bool writes_;
};

ResultsStore::ResultsStore(const std::filesystem::path& path, Mode mode)
    : impl_(std::make_unique<Impl>(path, mode)) {}
ResultsStore::~ResultsStore() = default;

void ResultsStore::add_settings(const PhysicsSettings& settings) {
  SqliteStatement(impl_->database(), "INSERT OR IGNORE INTO settings VALUES (?, ?)")
      .bind(settings_hash(settings))
      .bind(to_json(settings))
      .step();
}

bool ResultsStore::has(const Task& task, const std::string& world,
                       const std::string& settings) const {
  StoredEpisode key{{}, settings, program_version()};
  key.episode.row = task.row;
  key.episode.seed = task.seed;
  key.episode.world = world;
  return episodes_table().find(impl_->database(), key, impl_->format()).has_value();
}

bool ResultsStore::has(const Problem& problem, const std::string& world,
                       const std::string& settings) const {
  StoredTruth key{{}, settings, program_version()};
  key.row.problem = problem;
  key.row.world = world;
  return impl_->format() >= kFirstWithTruths &&
         truths_table().find(impl_->database(), key, impl_->format()).has_value();
}

void ResultsStore::add(const EpisodeRow& row, const std::string& settings) {
  episodes_table().insert(impl_->database(), {row, settings, program_version()});
}

void ResultsStore::add(const TruthRow& row, const std::string& settings) {
  truths_table().insert(impl_->database(), {row, settings, program_version()});
}

std::vector<StoredEpisode> ResultsStore::episodes() const {
  return episodes_table().all(impl_->database(), impl_->format());
}

std::vector<StoredTruth> ResultsStore::truths() const {
  if (impl_->format() < kFirstWithTruths) return {};
  return truths_table().all(impl_->database(), impl_->format());
}

std::string ResultsStore::settings_json(const std::string& hash) const {
  SqliteStatement statement(impl_->database(), "SELECT json FROM settings WHERE hash=?");
  return statement.bind(hash).step() ? statement.text() : "";
}

bool ResultsStore::adopt(const StoredEpisode& theirs, const std::string& from) {
  if (const auto ours = episodes_table().find(impl_->database(), theirs, impl_->format())) {
    if (same_ending(ours->episode, theirs.episode)) return false;
    throw BadInput(fmt::format("'{}' and '{}' tell different endings of {} seed {}", impl_->path(),
                               from, theirs.episode.row.agent, theirs.episode.seed),
                   "under one settings hash and version", "equal results of equal episodes");
  }
  episodes_table().insert(impl_->database(), theirs);
  return true;
}

bool ResultsStore::adopt(const StoredTruth& theirs, const std::string& from) {
  const Problem& problem = theirs.row.problem;
  if (const auto ours = truths_table().find(impl_->database(), theirs, impl_->format())) {
    if (ours->row.truth == theirs.row.truth) return false;
    throw BadInput(fmt::format("'{}' and '{}' tell different truths of seed {} in {} orientations",
                               impl_->path(), from, problem.seed, problem.kind.orientations),
                   "under one settings hash and version", "equal truths of equal problems");
  }
  truths_table().insert(impl_->database(), theirs);
  return true;
}

void ResultsStore::adopt_settings(const std::string& hash, const ResultsStore& from) {
  SqliteStatement(impl_->database(), "INSERT OR IGNORE INTO settings VALUES (?, ?)")
      .bind(hash)
      .bind(from.settings_json(hash))
      .step();
}

Merged ResultsStore::merge(const ResultsStore& other) {
  impl_->database().execute("BEGIN");
  try {
    Merged taken;
    const auto take = [&](const auto& all, int& count) {
      for (const auto& theirs : all)
        if (adopt(theirs, other.impl_->path())) {
          adopt_settings(theirs.settings, other);
          ++count;
        }
    };
    take(other.episodes(), taken.episodes);
    take(other.truths(), taken.truths);
    impl_->database().execute("COMMIT");
    return taken;
  } catch (...) {
    impl_->database().try_to_execute("ROLLBACK");
    throw;
  }
}

}  // namespace marblemaze
