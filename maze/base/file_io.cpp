#include "maze/base/file_io.h"

#include <cerrno>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "maze/base/errors.h"

namespace marblemaze {

namespace fs = std::filesystem;

namespace {

/// Reads the rest of a stream. Does not use operator<<, because operator<< reports running out of
/// memory as a read error.
std::string read_all(std::istream& in) {
  std::string text;
  std::vector<char> part(1 << 16);
  while (in.read(part.data(), std::ssize(part)) || in.gcount() > 0)
    text.append(part.data(), in.gcount());
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

std::string read_contents(const fs::path& path) {
  if (is_standard_stream(path)) {
    std::string text = read_all(std::cin);
    if (text.empty()) throw BadInput("standard input is empty");
    return text;
  }
  std::ifstream in(path, std::ios::binary);
  std::string text = fs::is_directory(path) ? "" : read_all(in);
  if (in.bad() || text.empty())
    throw BadInput("file", "'" + path.string() + "'", "a readable, non-empty file");
  return text;
}

constexpr int kMaxLinks = 40;
constexpr int kMaxTemporaryFiles = 10'000;

std::string reason(int error) { return std::generic_category().message(error); }

std::string cannot_write(const fs::path& path, const std::string& why) {
  return fmt::format("cannot write '{}': {}", path.string(), why);
}

fs::path folder_of(const fs::path& file) {
  return file.parent_path().empty() ? fs::path(".") : file.parent_path();
}

/// Returns true if the link is an open file descriptor, such as /proc/self/fd/1. Renaming a new
/// file over the link target would not change the open file.
bool is_descriptor(const fs::path& link) {
  std::error_code ignored;
  const std::string folder = fs::weakly_canonical(folder_of(link), ignored).string();
  return folder == "/dev/fd" || (folder.starts_with("/proc/") && folder.ends_with("/fd"));
}

/// Follows symbolic links and returns the final target, which need not exist. Stops at a file
/// descriptor.
fs::path resolve_links(const fs::path& path) {
  fs::path file = path;
  std::error_code failure;
  for (int links = 0; fs::is_symlink(fs::symlink_status(file, failure)); ++links) {
    if (links == kMaxLinks) throw MachineFailure(cannot_write(path, reason(ELOOP)));
    if (is_descriptor(file)) break;
    const fs::path next = fs::read_symlink(file, failure);
    if (failure) throw MachineFailure(cannot_write(path, failure.message()));
    file = next.is_absolute() ? next : folder_of(file) / next;
  }
  return file;
}

[[noreturn]] void throw_folder_failure(const fs::path& path, const fs::path& folder, int error) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw MachineFailure(cannot_write(path, "there is no folder '" + folder.string() + "'"));
  throw MachineFailure(cannot_write(
      path, fmt::format("the folder '{}' is not writable ({})", folder.string(), reason(error))));
}

}  // namespace

std::string read_text_file(const fs::path& path) {
  last_read_file = path.string();
  std::error_code ignored;
  if (!is_standard_stream(path) && fs::is_regular_file(path, ignored)) return read_contents(path);
  static std::mutex mutex;
  static std::map<fs::path, std::string> read_once;
  const std::lock_guard lock(mutex);
  const auto known = read_once.find(path);
  return known != read_once.end() ? known->second
                                  : read_once.emplace(path, read_contents(path)).first->second;
}

void write_text_file(const fs::path& path, const std::string& text) {
  if (is_standard_stream(path)) {
    std::cout << text << std::flush;
    if (!std::cout) throw MachineFailure("cannot write the output: is the disk full?");
    return;
  }
  OutputFile file(path);
  file.write(text);
  file.finish();
}

bool is_standard_stream(const fs::path& path) { return path == "-"; }

bool is_stream(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void require_writable(const fs::path& path) {
  if (is_standard_stream(path) || is_stream(path)) return;
  const fs::path target = resolve_links(path), folder = folder_of(target);
  if (is_descriptor(target)) return;
  if (access(folder.c_str(), W_OK | X_OK) != 0) throw_folder_failure(path, folder, errno);
  std::error_code ignored;
  if (fs::exists(target, ignored) && access(target.c_str(), W_OK) != 0)
    throw MachineFailure(cannot_write(path, reason(errno)));
}

// The destructor runs even if this constructor throws, because the delegated constructor has
// completed.
OutputFile::OutputFile(const fs::path& path, const std::string& extension) : OutputFile() {
  path_ = path;
  target_ = is_stream(path) ? path : resolve_links(path);
  if (is_stream(path) || is_descriptor(target_)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
  } else {
    require_writable(path);
    open_temporary(extension);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  std::error_code ignored;
  if (!unfinished_.empty()) fs::remove(unfinished_, ignored);
}

/// Creates a temporary file in the folder of the target. The file name does not contain the
/// target's name, which may already have the maximum length.
void OutputFile::open_temporary(const std::string& extension) {
  for (int number = 0; number < kMaxTemporaryFiles; ++number) {
    const fs::path name = folder_of(target_) / fmt::format(".marblemaze-{}-{}.unfinished{}",
                                                           getpid(), number, extension);
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) {
      unfinished_ = name;
      return copy_permissions();
    }
    if (errno != EEXIST) fail_folder(errno);
  }
  fail_folder(EEXIST);
}

/// Copies the permissions of the existing file before the first write, so private data stays
/// private.
void OutputFile::copy_permissions() {
  struct stat older {};
  if (::stat(target_.c_str(), &older) != 0) return;
  // Only root can change the owner, so failure is expected.
  [[maybe_unused]] const int kept = ::fchown(descriptor_, older.st_uid, older.st_gid);
  if (::fchmod(descriptor_, older.st_mode & 07777) != 0) fail(errno);
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(written);
  }
}

void OutputFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  // Some file systems report a full disk only on close().
  if (::close(descriptor) != 0 && errno != EINTR) fail(errno);
}

void OutputFile::finish() {
  close();
  if (!unfinished_.empty()) rename_finished();
}

void OutputFile::rename_finished() {
  if (::rename(unfinished_.c_str(), target_.c_str()) != 0) fail_folder(errno);
  unfinished_.clear();
}

void OutputFile::finish_new() {
  close();
  // Unlike rename(), link() never replaces a file. File systems without hard links fall back to
  // rename().
  if (unfinished_.empty() || ::link(unfinished_.c_str(), target_.c_str()) == 0) return;
  if (errno == EEXIST) fail(EEXIST);
  rename_finished();
}

void OutputFile::fail(int error) const { throw MachineFailure(cannot_write(path_, reason(error))); }

void OutputFile::fail_folder(int error) const {
  if (error == ENOSPC || error == EDQUOT || error == EISDIR) fail(error);
  throw_folder_failure(path_, folder_of(target_), error);
}

}  // namespace marblemaze
