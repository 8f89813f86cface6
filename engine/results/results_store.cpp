#include "engine/results/results_store.h"

#include <cassert>

#include "engine/results/host.h"
#include "engine/results/results_file.h"
#include "maze/base/hash.h"

namespace marblemaze {

ResultsStore::ResultsStore(const std::filesystem::path& path, Mode mode)
    : file_(std::make_unique<ResultsFile>(path, mode)) {}
ResultsStore::~ResultsStore() = default;

void ResultsStore::add_source(const Source& source) {
  file_->define("settings", source.hash, source.text);
}

std::optional<ResultRow> ResultsStore::find(const Job& job) const {
  const ResultTable& table = result_table(job.question());
  if (!table.is_in(file_->format())) return std::nullopt;
  SqliteStatement finding = table.finding(file_->database(), file_->format());
  return table.find(finding, job);
}

std::string ResultsStore::own_host() {
  if (own_host_.empty()) {
    own_host_ = text_hash(host_fingerprint());
    file_->define("hosts", own_host_, host_fingerprint());
  }
  return own_host_;
}

void ResultsStore::add(ResultRow row) {
  assert(row.job.version == program_version());
  row.host = own_host();
  const ResultTable& table = result_table(row.job.question());
  SqliteStatement inserting = table.inserting(file_->database());
  table.bind(inserting, row).step();
  file_->database().expect_in_place();
}

void ResultsStore::finish() { file_->finish(); }

std::vector<ResultRow> ResultsStore::rows(Question question) const {
  const ResultTable& table = result_table(question);
  if (!table.is_in(file_->format())) return {};
  SqliteStatement statement = table.reading(file_->database(), file_->format());
  std::vector<ResultRow> rows;
  while (statement.step()) rows.push_back(table.read(statement));
  return rows;
}

std::int64_t ResultsStore::count(Question question) const {
  const ResultTable& table = result_table(question);
  if (!table.is_in(file_->format())) return 0;
  const std::string query = "SELECT count(*) FROM " + table.name();
  return file_->database().number(query.c_str());
}

std::string ResultsStore::settings_json(const std::string& hash) const {
  return file_->defined("settings", hash);
}

std::string ResultsStore::host(const std::string& hash) const {
  return file_->defined("hosts", hash);
}

}  // namespace marblemaze
