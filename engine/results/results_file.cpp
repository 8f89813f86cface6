#include "engine/results/results_file.h"

#include <chrono>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// 1 knew no recovery, 2 no truths, up to 3 the key's columns did not come first, 4 knew no hosts,
// 5 no policies, 6 no time of thinking. Since then each format has a column that the last had not.
constexpr int kFirstWithKeyInFront = 4;
constexpr int kApplicationId = 0x4d4d417a;  // tells our files from other databases

constexpr const char* kSettingsTable =
    "CREATE TABLE settings (hash TEXT PRIMARY KEY, json TEXT NOT NULL)";
constexpr const char* kHostsTable =
    "CREATE TABLE hosts (hash TEXT PRIMARY KEY, description TEXT NOT NULL)";

}  // namespace

ResultsFile::ResultsFile(const std::filesystem::path& path, ResultsStore::Mode mode)
    : writes_(mode != ResultsStore::Mode::read) {
  expect_database_file(path);
  std::error_code none;
  const bool there = std::filesystem::exists(path, none);
  if (!writes_ && !there)
    throw BadInput("results file", "'" + path.string() + "'", "a file that bench has written");
  if (!writes_) {
    database_.emplace(path, SqliteDatabase::Mode::read);
    check_format();
  } else if (mode == ResultsStore::Mode::create_whole && !there) {
    unfinished_.emplace(path);
    open(unfinished_->unfinished(), path.string());
  } else {
    open(path, path.string());
  }
}

ResultsFile::~ResultsFile() {
  if (writes_) database_->try_to_execute("PRAGMA journal_mode=DELETE");
}

/// Of two processes that come at the same time each may lock the other out, so that both begin
/// again after a while: the one that has to give way tries for a quarter of a second.
void ResultsFile::open(const std::filesystem::path& path, const std::string& name) {
  using namespace std::chrono_literals;
  const auto until = std::chrono::steady_clock::now() + 250ms;
  std::random_device chance;
  while (true) try {
      database_.emplace(path, SqliteDatabase::Mode::create_or_write, name);
      return claim();
    } catch (const FileInUse&) {
      if (std::chrono::steady_clock::now() > until) throw;
      database_.reset();  // with the lock that it has got
      std::this_thread::sleep_for(1ms * (chance() % 20));
    }
}

/// Takes an exclusive lock, held until closing, and only then looks; a file that is not ours is
/// left as it was, byte for byte.
void ResultsFile::claim() {
  database_->execute("PRAGMA locking_mode=EXCLUSIVE");
  database_->execute("BEGIN EXCLUSIVE");
  if (database_->number("SELECT count(*) FROM sqlite_master") == 0 && is_blank())
    create();
  else
    upgrade();
  format_ = newest_format();
  database_->execute("COMMIT");
  // A commit then costs no wait for the disk; only a power cut can lose the last few episodes.
  database_->execute("PRAGMA journal_mode=WAL");
  database_->execute("PRAGMA synchronous=NORMAL");
}

void ResultsFile::finish() {
  database_->expect_in_place();  // as long as the rows can still be copied
  database_->try_to_execute("PRAGMA journal_mode=DELETE");
  database_->expect_in_place();
  if (unfinished_) unfinished_->finish_new();
}

bool ResultsFile::is_blank() const {
  return database_->number("PRAGMA application_id") == 0 &&
         database_->number("PRAGMA user_version") == 0;
}

void ResultsFile::create() const {
  database_->execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId,
                                 newest_format()));
  for (const char* const dictionary : {kSettingsTable, kHostsTable}) database_->execute(dictionary);
  for (const Question question : kQuestions) database_->execute(result_table(question).create());
}

void ResultsFile::upgrade() {
  check_format();
  if (format_ == newest_format()) return;
  for (const Question question : kQuestions)
    database_->execute(result_table(question).rebuild(format_));
  if (format_ < kFirstWithHosts) database_->execute(kHostsTable);
  database_->execute(fmt::format("PRAGMA user_version={}", newest_format()));
}

void ResultsFile::check_format() {
  if (database_->number("PRAGMA application_id") != kApplicationId)
    throw BadInput("results file", "'" + path() + "'",
                   "a file that bench has written (it is something else)");
  const std::int64_t version = database_->number("PRAGMA user_version");
  if (version < 1 || version > newest_format())
    throw BadInput("results file '" + path() + "' has format", std::to_string(version),
                   fmt::format("at most {}, the newest that this program knows", newest_format()));
  format_ = static_cast<int>(version);
  // SQLite's check takes a table whose key does not come first for damaged (seen in 3.40).
  if (format_ >= kFirstWithKeyInFront) database_->expect_sound();
}

void ResultsFile::define(const std::string& dictionary, const std::string& hash,
                         const std::string& text) const {
  SqliteStatement(*database_, "INSERT OR IGNORE INTO " + dictionary + " VALUES (?, ?)")
      .bind(hash)
      .bind(text)
      .step();
}

std::string ResultsFile::defined(const std::string& dictionary, const std::string& hash) const {
  if (dictionary == "hosts" && format_ < kFirstWithHosts) return "";
  const std::string text = dictionary == "hosts" ? "description" : "json";
  SqliteStatement statement(*database_, "SELECT " + text + " FROM " + dictionary + " WHERE hash=?");
  statement.bind(hash);
  return statement.step() ? statement.text() : "";
}

void ResultsFile::adopt_dictionaries(const ResultsFile& other) const {
  for (const std::string dictionary : {"settings", "hosts"}) {
    if (dictionary == "hosts" && other.format() < kFirstWithHosts) continue;
    SqliteStatement statement(other.database(), "SELECT * FROM " + dictionary);
    while (statement.step()) {
      const std::string hash = statement.text();
      define(dictionary, hash, statement.text());
    }
  }
}

}  // namespace marblemaze
