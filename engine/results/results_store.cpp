#include "engine/results/results_store.h"

#include "engine/results/host.h"
#include "engine/results/results_file.h"
#include "maze/base/hash.h"

namespace marblemaze {

std::string program_version() { return MARBLEMAZE_VERSION; }

ResultsStore::ResultsStore(const std::filesystem::path& path, Mode mode)
    : file_(std::make_unique<ResultsFile>(path, mode)) {}
ResultsStore::~ResultsStore() = default;

void ResultsStore::add_settings(const PhysicsSettings& settings) {
  add_settings(settings_hash(settings), to_json(settings));
}

void ResultsStore::add_settings(const std::string& hash, const std::string& text) {
  file_->define("settings", hash, text);
}

bool ResultsStore::has(const Task& task, const std::string& world,
                       const std::string& settings) const {
  return has(planned_episode(task, world, settings));
}

bool ResultsStore::has(const Problem& problem, const std::string& world,
                       const std::string& settings) const {
  return has(planned_truth(problem, world, settings));
}

bool ResultsStore::has(const StoredEpisode& key) const {
  return episodes_table().find(file_->database(), key, file_->format()).has_value();
}

bool ResultsStore::has(const StoredTruth& key) const {
  return file_->has_truths() &&
         truths_table().find(file_->database(), key, file_->format()).has_value();
}

std::string ResultsStore::own_host() {
  if (own_host_.empty()) {
    own_host_ = text_hash(host_fingerprint());
    file_->define("hosts", own_host_, host_fingerprint());
  }
  return own_host_;
}

void ResultsStore::add(const EpisodeRow& row, const std::string& settings) {
  episodes_table().insert(file_->database(), {row, settings, program_version(), own_host()});
  file_->database().expect_in_place();
}

void ResultsStore::add(const TruthRow& row, const std::string& settings) {
  truths_table().insert(file_->database(), {row, settings, program_version(), own_host()});
  file_->database().expect_in_place();
}

void ResultsStore::finish() { file_->finish(); }

std::vector<StoredEpisode> ResultsStore::episodes() const {
  return episodes_table().all(file_->database(), file_->format());
}

std::vector<StoredTruth> ResultsStore::truths() const {
  if (!file_->has_truths()) return {};
  return truths_table().all(file_->database(), file_->format());
}

std::pair<std::int64_t, std::int64_t> ResultsStore::counts() const {
  const SqliteDatabase& database = file_->database();
  return {database.number("SELECT count(*) FROM episodes"),
          file_->has_truths() ? database.number("SELECT count(*) FROM truths") : 0};
}

std::string ResultsStore::settings_json(const std::string& hash) const {
  return file_->defined("settings", hash);
}

std::string ResultsStore::host(const std::string& hash) const {
  return file_->defined("hosts", hash);
}

StoredEpisode planned_episode(const Task& task, const std::string& world,
                              const std::string& settings) {
  StoredEpisode key{{}, settings, program_version()};
  key.episode.row = task.row;
  key.episode.seed = task.seed;
  key.episode.world = world;
  return key;
}

StoredTruth planned_truth(const Problem& problem, const std::string& world,
                          const std::string& settings) {
  StoredTruth key{{}, settings, program_version()};
  key.row.problem = problem;
  key.row.world = world;
  return key;
}

}  // namespace marblemaze
