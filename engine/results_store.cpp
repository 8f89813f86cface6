#include "engine/results_store.h"

#include <sqlite3.h>

#include <fmt/format.h>

#include "maze/errors.h"

namespace marblemaze {
namespace {

constexpr int kFormatVersion = 1;
constexpr int kApplicationId = 0x4d4d417a;  // tells our files from other databases

constexpr const char* kSchema = R"(
CREATE TABLE IF NOT EXISTS settings (hash TEXT PRIMARY KEY, json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS episodes (
  layers TEXT NOT NULL, size INTEGER NOT NULL, agent TEXT NOT NULL, orientations INTEGER NOT NULL,
  world TEXT NOT NULL, seed INTEGER NOT NULL, settings TEXT NOT NULL, version TEXT NOT NULL,
  outcome TEXT NOT NULL, moves INTEGER NOT NULL, repeated INTEGER NOT NULL, unrepeatable INTEGER NOT NULL,
  predicted_right INTEGER NOT NULL, predicted_total INTEGER NOT NULL, ticks INTEGER NOT NULL,
  path_cells INTEGER NOT NULL, cpu_us INTEGER NOT NULL,
  PRIMARY KEY (layers, size, agent, orientations, world, seed, settings, version)) WITHOUT ROWID;
)";

Outcome outcome_from(const std::string& name) {
  for (Outcome outcome : {Outcome::solved, Outcome::unsolvable, Outcome::frozen, Outcome::overdue, Outcome::capped})
    if (name == to_string(outcome)) return outcome;
  throw BadInput("results file with outcome", "'" + name + "'", "one that this version knows");
}

/// One prepared statement; parameters are bound in order, columns read in order.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) : database_(database) {
    check(sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::int64_t value) {
    check(sqlite3_bind_int64(statement_, ++bound_, value));
    return *this;
  }
  Statement& bind(const std::string& value) {
    check(sqlite3_bind_text(statement_, ++bound_, value.c_str(), -1, SQLITE_TRANSIENT));
    return *this;
  }
  bool step() {
    const int result = sqlite3_step(statement_);
    read_ = 0;
    if (result != SQLITE_ROW) check(result);
    return result == SQLITE_ROW;
  }
  std::int64_t integer() { return sqlite3_column_int64(statement_, read_++); }
  std::string text() { return reinterpret_cast<const char*>(sqlite3_column_text(statement_, read_++)); }

 private:
  void check(int result) const {
    if (result == SQLITE_OK || result == SQLITE_DONE) return;
    if (result == SQLITE_FULL || result == SQLITE_IOERR)
      throw MachineFailure("cannot write the results file: is the disk full? What was stored before is intact");
    if (result == SQLITE_BUSY) throw MachineFailure("the results file is in use by another process");
    if (result == SQLITE_NOTADB || result == SQLITE_CORRUPT) throw BadInput("results file is damaged or no results file");
    throw MachineFailure(fmt::format("results file: {}", sqlite3_errmsg(database_)));
  }

  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int read_ = 0;
};

Statement& bind_key(Statement& statement, const EpisodeRow& e, const std::string& settings, const std::string& version) {
  return statement.bind(to_string(e.row.layers)).bind(e.row.size).bind(e.row.agent).bind(e.row.orientations)
      .bind(e.world).bind(static_cast<std::int64_t>(e.seed)).bind(settings).bind(version);
}

StoredEpisode read_episode(Statement& s) {
  StoredEpisode stored;
  EpisodeRow& e = stored.episode;
  e.row.layers = layers_from_string(s.text());
  e.row.size = static_cast<int>(s.integer());
  e.row.agent = s.text();
  e.row.orientations = static_cast<int>(s.integer());
  e.world = s.text();
  e.seed = static_cast<std::uint64_t>(s.integer());
  stored.settings = s.text();
  stored.version = s.text();
  e.outcome = outcome_from(s.text());
  for (int* counter : {&e.counters.moves, &e.counters.repeated, &e.counters.unrepeatable, &e.counters.predicted_right,
                       &e.counters.predicted_total})
    *counter = static_cast<int>(s.integer());
  e.ticks = s.integer();
  e.path_cells = static_cast<int>(s.integer());
  e.cpu_us = s.integer();
  return stored;
}

bool same_ending(const EpisodeRow& a, const EpisodeRow& b) {
  return a.outcome == b.outcome && a.counters == b.counters && a.ticks == b.ticks;
}

}  // namespace

std::string program_version() { return MARBLEMAZE_VERSION; }

class ResultsStore::Impl {
 public:
  Impl(const std::filesystem::path& path, Mode mode) : path_(path.string()) {
    if (mode == Mode::read && !std::filesystem::exists(path))
      throw BadInput("results file", "'" + path_ + "'", "a file that bench has written");
    const int flags = SQLITE_OPEN_READWRITE | (mode == Mode::read ? 0 : SQLITE_OPEN_CREATE);
    const bool opened = sqlite3_open_v2(path_.c_str(), &database_, flags, nullptr) == SQLITE_OK;
    try {
      if (!opened) throw MachineFailure("cannot open the results file '" + path_ + "': is its folder there and writable?");
      // Waiting would only hide from the user that two runs fight for one file.
      sqlite3_busy_timeout(database_, 0);
      claim();
      check_format();
      if (mode == Mode::create_or_append) execute(kSchema);
    } catch (...) {
      sqlite3_close(database_);
      throw;
    }
  }
  ~Impl() { sqlite3_close(database_); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  sqlite3* database() const { return database_; }
  const std::string& path() const { return path_; }

  void execute(const std::string& sql) const {
    const int result = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
    if (result == SQLITE_OK) return;
    if (result == SQLITE_BUSY) throw MachineFailure("results file '" + path_ + "' is in use by another process");
    if (result == SQLITE_NOTADB || result == SQLITE_CORRUPT)
      throw BadInput("results file", "'" + path_ + "'", "a file that bench has written (it is damaged or something else)");
    throw MachineFailure(fmt::format("results file '{}': {}: is the disk full?", path_, sqlite3_errmsg(database_)));
  }

 private:
  /// An exclusive lock held until closing, taken before anything is read.
  void claim() const {
    execute("PRAGMA locking_mode=EXCLUSIVE");
    execute("PRAGMA journal_mode=WAL");
    execute("PRAGMA synchronous=NORMAL");
    execute("BEGIN EXCLUSIVE; COMMIT");
  }

  std::int64_t pragma(const char* name) const {
    Statement statement(database_, name);
    return statement.step() ? statement.integer() : 0;
  }

  void check_format() const {
    Statement tables(database_, "SELECT count(*) FROM sqlite_master");
    tables.step();
    if (tables.integer() == 0) {
      execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId, kFormatVersion));
      return;
    }
    if (pragma("PRAGMA application_id") != kApplicationId)
      throw BadInput("results file", "'" + path_ + "'", "a file that bench has written (it is another kind of database)");
    const std::int64_t version = pragma("PRAGMA user_version");
    if (version > kFormatVersion)
      throw BadInput("results file '" + path_ + "' has format", std::to_string(version),
                     fmt::format("at most {}, the newest this program knows", kFormatVersion));
  }

  std::string path_;
  sqlite3* database_ = nullptr;
};

ResultsStore::ResultsStore(const std::filesystem::path& path, Mode mode) : impl_(std::make_unique<Impl>(path, mode)) {}
ResultsStore::~ResultsStore() = default;

void ResultsStore::add_settings(const PhysicsSettings& settings) {
  Statement(impl_->database(), "INSERT OR IGNORE INTO settings VALUES (?, ?)").bind(settings_hash(settings)).bind(to_json(settings)).step();
}

bool ResultsStore::has(const Task& task, const std::string& world, const std::string& settings) const {
  Statement statement(impl_->database(),
                      "SELECT 1 FROM episodes WHERE layers=? AND size=? AND agent=? AND orientations=? AND world=? AND "
                      "seed=? AND settings=? AND version=?");
  EpisodeRow key;
  key.row = task.row;
  key.seed = task.seed;
  key.world = world;
  return bind_key(statement, key, settings, program_version()).step();
}

namespace {

void insert(sqlite3* database, const StoredEpisode& stored) {
  const EpisodeRow& e = stored.episode;
  Statement statement(database, "INSERT INTO episodes VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  bind_key(statement, e, stored.settings, stored.version)
      .bind(std::string(to_string(e.outcome))).bind(e.counters.moves).bind(e.counters.repeated)
      .bind(e.counters.unrepeatable).bind(e.counters.predicted_right).bind(e.counters.predicted_total)
      .bind(e.ticks).bind(e.path_cells).bind(e.cpu_us).step();
}

}  // namespace

void ResultsStore::add(const EpisodeRow& row, const std::string& settings) {
  insert(impl_->database(), {row, settings, program_version()});
}

std::vector<StoredEpisode> ResultsStore::episodes() const {
  std::vector<StoredEpisode> all;
  Statement statement(impl_->database(),
                      "SELECT * FROM episodes ORDER BY layers, size, agent, orientations, world, seed, settings, version");
  while (statement.step()) all.push_back(read_episode(statement));
  return all;
}

std::string ResultsStore::settings_json(const std::string& hash) const {
  Statement statement(impl_->database(), "SELECT json FROM settings WHERE hash=?");
  return statement.bind(hash).step() ? statement.text() : "";
}

int ResultsStore::merge(const ResultsStore& other) {
  impl_->execute("BEGIN");
  int taken = 0;
  for (const StoredEpisode& theirs : other.episodes()) {
    Statement find(impl_->database(),
                   "SELECT * FROM episodes WHERE layers=? AND size=? AND agent=? AND orientations=? AND world=? AND seed=? "
                   "AND settings=? AND version=?");
    if (bind_key(find, theirs.episode, theirs.settings, theirs.version).step()) {
      if (!same_ending(read_episode(find).episode, theirs.episode))
        throw BadInput(fmt::format("'{}' and '{}' tell different endings of {} seed {}", impl_->path(), other.impl_->path(),
                                   theirs.episode.row.agent, theirs.episode.seed),
                       "under one settings hash and version", "equal results of equal episodes");
      continue;
    }
    insert(impl_->database(), theirs);
    Statement(impl_->database(), "INSERT OR IGNORE INTO settings VALUES (?, ?)").bind(theirs.settings).bind(other.settings_json(theirs.settings)).step();
    ++taken;
  }
  impl_->execute("COMMIT");
  return taken;
}

}  // namespace marblemaze
