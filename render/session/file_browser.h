#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace marblemaze {

/// The folder that a person looks through for a file. Holds what was there when it was last looked
/// at; a folder that cannot be read is empty and says why.
class FileBrowser {
 public:
  struct Entry {
    std::string name;
    bool folder = false;
    std::string what;  ///< "maze", "recording", "puzzle", or empty
  };
  static constexpr std::size_t kMostEntries = 2000;

  explicit FileBrowser(const std::filesystem::path& folder = ".");

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Folders first, each kind by name; without hidden files, and those that look like ours alone
  /// unless `all` is set.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Why nothing can be seen here; empty where something can.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  /// Into a folder of the entries, or any other.
  void go(const std::filesystem::path& folder);
  void up() { go(folder_.parent_path()); }
  void look_again();
  /// A name as a person writes it: in this folder unless it is absolute.
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const;

  bool all = false;  ///< files of other kinds, too; look_again() after a change

 private:
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string trouble_;
};

}  // namespace marblemaze
