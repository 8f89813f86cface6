#include "engine/results/results_store.h"

#include <sstream>

#include <fmt/format.h>

#include "engine/results/sqlite_database.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr int kFormatVersion = 3;
constexpr int kApplicationId = 0x4d4d417a;  // tells our files from other databases

constexpr const char* kSettingsTable =
    "CREATE TABLE settings (hash TEXT PRIMARY KEY, json TEXT NOT NULL)";
constexpr const char* kEpisodesTable = R"(
CREATE TABLE episodes (
  layers TEXT NOT NULL, size INTEGER NOT NULL, agent TEXT NOT NULL, orientations INTEGER NOT NULL,
  world TEXT NOT NULL, seed INTEGER NOT NULL, settings TEXT NOT NULL, version TEXT NOT NULL,
  outcome TEXT NOT NULL, moves INTEGER NOT NULL, repeated INTEGER NOT NULL, unrepeatable INTEGER NOT NULL,
  predicted_right INTEGER NOT NULL, predicted_total INTEGER NOT NULL, ticks INTEGER NOT NULL,
  path_cells INTEGER NOT NULL, cpu_us INTEGER NOT NULL, recovery INTEGER NOT NULL,
  PRIMARY KEY (layers, size, agent, orientations, recovery, world, seed, settings, version)) WITHOUT ROWID;
)";
constexpr const char* kTruthsTable = R"(
CREATE TABLE truths (
  layers TEXT NOT NULL, size INTEGER NOT NULL, orientations INTEGER NOT NULL, recovery INTEGER NOT NULL,
  world TEXT NOT NULL, seed INTEGER NOT NULL, settings TEXT NOT NULL, version TEXT NOT NULL,
  solvable INTEGER NOT NULL, exact INTEGER NOT NULL, solution TEXT NOT NULL, tried INTEGER NOT NULL,
  cpu_us INTEGER NOT NULL,
  PRIMARY KEY (layers, size, orientations, recovery, world, seed, settings, version)) WITHOUT ROWID;
)";
constexpr const char* kKey =
    "layers=? AND size=? AND agent=? AND orientations=? AND recovery=? AND world=? AND seed=? AND "
    "settings=? AND "
    "version=?";
constexpr const char* kTruthKey =
    "layers=? AND size=? AND orientations=? AND recovery=? AND world=? AND seed=? AND settings=? "
    "AND version=?";

Outcome outcome_from(const std::string& name) {
  for (Outcome outcome :
       {Outcome::solved, Outcome::unsolvable, Outcome::frozen, Outcome::overdue, Outcome::capped})
    if (name == to_string(outcome)) return outcome;
  throw BadInput("results file with outcome", "'" + name + "'", "one that this version knows");
}

/// In the order of kKey.
SqliteStatement& bind_key(SqliteStatement& statement, const EpisodeRow& e,
                          const std::string& settings, const std::string& version) {
  return statement.bind(to_string(e.row.layers))
      .bind(e.row.size)
      .bind(e.row.agent)
      .bind(e.row.orientations)
      .bind(e.row.recovery ? 1 : 0)
      .bind(e.world)
      .bind(static_cast<std::int64_t>(e.seed))
      .bind(settings)
      .bind(version);
}

StoredEpisode read_episode(SqliteStatement& s) {
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
  for (int* counter : {&e.counters.moves, &e.counters.repeated, &e.counters.unrepeatable,
                       &e.counters.predicted_right, &e.counters.predicted_total})
    *counter = static_cast<int>(s.integer());
  e.ticks = s.integer();
  e.path_cells = static_cast<int>(s.integer());
  e.cpu_us = s.integer();
  e.row.recovery = s.integer() != 0;
  return stored;
}

/// In the order of kTruthKey.
SqliteStatement& bind_key(SqliteStatement& statement, const Problem& problem,
                          const std::string& world, const std::string& settings,
                          const std::string& version) {
  return statement.bind(to_string(problem.kind.layers))
      .bind(problem.kind.size)
      .bind(problem.kind.orientations)
      .bind(problem.kind.recovery ? 1 : 0)
      .bind(world)
      .bind(static_cast<std::int64_t>(problem.seed))
      .bind(settings)
      .bind(version);
}

/// Moves as a person reads them: "2 0 1".
std::string solution_text(const std::vector<MoveId>& moves) {
  std::vector<int> numbers;
  for (MoveId move : moves) numbers.push_back(move.index);
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::vector<MoveId> solution_from(const std::string& text) {
  std::istringstream stream(text);
  std::vector<MoveId> moves;
  for (int number = 0; stream >> number;) moves.emplace_back(number);
  return moves;
}

StoredTruth read_truth(SqliteStatement& s) {
  StoredTruth stored;
  TruthRow& row = stored.row;
  row.problem.kind.layers = layers_from_string(s.text());
  row.problem.kind.size = static_cast<int>(s.integer());
  row.problem.kind.orientations = static_cast<int>(s.integer());
  row.problem.kind.recovery = s.integer() != 0;
  row.world = s.text();
  row.problem.seed = static_cast<std::uint64_t>(s.integer());
  stored.settings = s.text();
  stored.version = s.text();
  row.truth.solvable = s.integer() != 0;
  row.truth.exact = s.integer() != 0;
  row.truth.solution = solution_from(s.text());
  row.truth.tried = s.integer();
  row.cpu_us = s.integer();
  return stored;
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
    database_.execute(kEpisodesTable);
    database_.execute(kTruthsTable);
  }

  /// Format 1 knew no recovery, format 2 no truths. SQLite cannot change a key in place.
  void upgrade() const {
    check_format();
    if (format() == kFormatVersion) return;
    if (format() == 1) {
      database_.execute("ALTER TABLE episodes RENAME TO episodes_1");
      database_.execute(kEpisodesTable);
      database_.execute("INSERT INTO episodes SELECT *, 0 FROM episodes_1; DROP TABLE episodes_1");
    }
    database_.execute(kTruthsTable);
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
  SqliteStatement statement(impl_->database(),
                            fmt::format("SELECT 1 FROM episodes WHERE {}", kKey).c_str());
  EpisodeRow key;
  key.row = task.row;
  key.seed = task.seed;
  key.world = world;
  return bind_key(statement, key, settings, program_version()).step();
}

bool ResultsStore::has(const Problem& problem, const std::string& world,
                       const std::string& settings) const {
  SqliteStatement statement(impl_->database(),
                            fmt::format("SELECT 1 FROM truths WHERE {}", kTruthKey).c_str());
  return bind_key(statement, problem, world, settings, program_version()).step();
}

namespace {

void insert(const SqliteDatabase& database, const StoredEpisode& stored) {
  const EpisodeRow& e = stored.episode;
  SqliteStatement statement(
      database,
      "INSERT INTO episodes (layers, size, agent, orientations, recovery, world, seed, settings, "
      "version, outcome, moves, repeated, unrepeatable, predicted_right, predicted_total, ticks, "
      "path_cells, cpu_us) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  bind_key(statement, e, stored.settings, stored.version)
      .bind(std::string(to_string(e.outcome)))
      .bind(e.counters.moves)
      .bind(e.counters.repeated)
      .bind(e.counters.unrepeatable)
      .bind(e.counters.predicted_right)
      .bind(e.counters.predicted_total)
      .bind(e.ticks)
      .bind(e.path_cells)
      .bind(e.cpu_us)
      .step();
}

void insert(const SqliteDatabase& database, const StoredTruth& stored) {
  const TruthRow& row = stored.row;
  SqliteStatement statement(
      database,
      "INSERT INTO truths (layers, size, orientations, recovery, world, seed, settings, version, "
      "solvable, exact, solution, tried, cpu_us) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)");
  bind_key(statement, row.problem, row.world, stored.settings, stored.version)
      .bind(row.truth.solvable ? 1 : 0)
      .bind(row.truth.exact ? 1 : 0)
      .bind(solution_text(row.truth.solution))
      .bind(row.truth.tried)
      .bind(row.cpu_us)
      .step();
}

}  // namespace

void ResultsStore::add(const EpisodeRow& row, const std::string& settings) {
  insert(impl_->database(), {row, settings, program_version()});
}

void ResultsStore::add(const TruthRow& row, const std::string& settings) {
  insert(impl_->database(), {row, settings, program_version()});
}

std::vector<StoredEpisode> ResultsStore::episodes() const {
  std::vector<StoredEpisode> all;
  SqliteStatement statement(
      impl_->database(),
      fmt::format("SELECT *{} FROM episodes ORDER BY layers, size, agent, orientations, recovery, "
                  "world, seed, settings, version",
                  impl_->format() < 2 ? ", 0 AS recovery" : "")
          .c_str());
  while (statement.step()) all.push_back(read_episode(statement));
  return all;
}

std::vector<StoredTruth> ResultsStore::truths() const {
  std::vector<StoredTruth> all;
  if (impl_->format() < 3) return all;
  SqliteStatement statement(impl_->database(),
                            "SELECT * FROM truths ORDER BY layers, size, orientations, recovery, "
                            "world, seed, settings, version");
  while (statement.step()) all.push_back(read_truth(statement));
  return all;
}

std::string ResultsStore::settings_json(const std::string& hash) const {
  SqliteStatement statement(impl_->database(), "SELECT json FROM settings WHERE hash=?");
  return statement.bind(hash).step() ? statement.text() : "";
}

bool ResultsStore::adopt(const StoredEpisode& theirs, const std::string& from) {
  SqliteStatement find(impl_->database(),
                       fmt::format("SELECT * FROM episodes WHERE {}", kKey).c_str());
  if (bind_key(find, theirs.episode, theirs.settings, theirs.version).step()) {
    if (same_ending(read_episode(find).episode, theirs.episode)) return false;
    throw BadInput(fmt::format("'{}' and '{}' tell different endings of {} seed {}", impl_->path(),
                               from, theirs.episode.row.agent, theirs.episode.seed),
                   "under one settings hash and version", "equal results of equal episodes");
  }
  insert(impl_->database(), theirs);
  return true;
}

bool ResultsStore::adopt(const StoredTruth& theirs, const std::string& from) {
  SqliteStatement find(impl_->database(),
                       fmt::format("SELECT * FROM truths WHERE {}", kTruthKey).c_str());
  const Problem& problem = theirs.row.problem;
  if (bind_key(find, problem, theirs.row.world, theirs.settings, theirs.version).step()) {
    if (read_truth(find).row.truth == theirs.row.truth) return false;
    throw BadInput(fmt::format("'{}' and '{}' tell different truths of seed {} in {} orientations",
                               impl_->path(), from, problem.seed, problem.kind.orientations),
                   "under one settings hash and version", "equal truths of equal problems");
  }
  insert(impl_->database(), theirs);
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
