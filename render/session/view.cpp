#include "render/session/view.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "render/scene/draw_lists.h"

namespace marblemaze {
namespace {

// Fraction of the free scene area that the bounding sphere of the maze fills.
constexpr float kFilledFraction = 0.92f;
// Minimum side length, in cells, of mazes in which the camera follows the marble.
constexpr int kMinFollowedSide = 20;

std::filesystem::path absolute_path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  const std::filesystem::path path = value ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

namespace fs = std::filesystem;

// Returns the kind of a file by extension and, for JSON files, by content. Empty for files of other
// programs.
std::string file_kind(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".rec") return "recording";
  if (ending == ".txt") return "text";
  if (ending != ".json") return "";
  std::string begin(200, '\0');
  std::ifstream(file).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find("marblemaze-maze") == std::string::npos ? "JSON" : "maze";
}

}  // namespace

void View::look_at_marble() {
  camera.target = MazeTransform(marble_->selected_run().scene(), look).marble();
}

void View::reset_camera() {
  camera = Camera{};
  const Grid& grid = marble_->selected_run().maze().grid();
  follow_marble = std::max({grid.dims().x, grid.dims().y, grid.dims().z}) >= kMinFollowedSide;
  if (follow_marble) look_at_marble();
  camera.distance = whole_distance();
  if (grid.layers() == Layers::flat) look_along(Axis::z);
}

void View::fit_maze() {
  follow_marble = false;
  camera.target = glm::vec3(0);
  camera.distance = whole_distance();
}

void View::fit_camera(float aspect) {
  const float before = whole_distance();
  aspect_ = aspect;
  camera.distance *= whole_distance() / before;
}

float View::whole_distance() const {
  const glm::vec3 whole(marble_->selected_run().maze().grid().dims());
  const glm::vec3 dims = follow_marble ? glm::min(whole, kMinFollowedSide * 1.0f) : whole;
  const glm::vec3 extent = dims + glm::vec3(0, 0, look.explode * (dims.z - 1));
  return distance_to_see(glm::length(extent) * 0.5f / kFilledFraction, camera.field_of_view_rad,
                         aspect_);
}

void View::look_along(Axis axis) {
  const glm::dquat rotation = look.frame == ReferenceFrame::maze
                                  ? glm::dquat(1, 0, 0, 0)
                                  : marble_->selected_run().scene().maze_pose.rotation;
  glm::dvec3 from(0);
  from[static_cast<int>(axis)] = 1;
  from = rotation * from;
  camera.target = glm::vec3(0);
  camera.yaw_rad = static_cast<float>(std::atan2(from.y, from.x));
  camera.pitch_rad = 0;
  camera.orbit({0, static_cast<float>(std::asin(std::clamp(from.z, -1.0, 1.0)))});
}

std::filesystem::path data_file_path(const char* variable, const char* in_home, const char* name) {
  const std::filesystem::path home = absolute_path_in("HOME");
  std::filesystem::path folder = absolute_path_in(variable);
  if (folder.empty() && !home.empty()) folder = home / in_home;
  return folder.empty() ? folder : folder / "marblemaze" / name;
}

std::filesystem::path unused_path(const std::string& stem, const std::string& ending) {
  std::filesystem::path path = stem + ending;
  for (int i = 2; std::filesystem::exists(path); ++i)
    path = fmt::format("{}-{}{}", stem, i, ending);
  return path;
}

std::filesystem::path dated_path(const std::filesystem::path& folder, const std::string& ending) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  const std::string day = fmt::format("marblemaze-{:04}-{:02}-{:02}", local.tm_year + 1900,
                                      local.tm_mon + 1, local.tm_mday);
  return unused_path((folder / day).string(), ending);
}

FileBrowser::FileBrowser(const fs::path& folder) { go(folder); }

void FileBrowser::go(const fs::path& folder) {
  std::error_code failure;
  const fs::path absolute = fs::weakly_canonical(folder.empty() ? fs::path("/") : folder, failure);
  folder_ = failure ? fs::path("/") : absolute;
  refresh();
}

void FileBrowser::refresh() {
  entries_.clear();
  std::error_code failure;
  fs::directory_iterator at(folder_, failure);
  for (; !failure && at != fs::directory_iterator() && entries_.size() < kMaxEntries;
       at.increment(failure)) {
    std::error_code unknown;
    const std::string name = at->path().filename().string();
    const bool folder = at->is_directory(unknown);
    const std::string kind = folder ? "" : file_kind(at->path());
    if (name.starts_with('.') || (!folder && kind.empty() && !all)) continue;
    entries_.push_back({name, folder, kind});
  }
  error_ = failure ? "cannot read this folder: " + failure.message() : "";
  std::ranges::sort(entries_, {}, [](const Entry& of) { return std::tuple(!of.folder, of.name); });
}

fs::path FileBrowser::path_of(const std::string& name) const { return folder_ / name; }

void Files::remember(const std::filesystem::path& path) {
  const std::string name = std::filesystem::absolute(path).string();
  std::erase(recent, name);
  recent.insert(recent.begin(), name);
  if (recent.size() > kMaxRecent) recent.resize(kMaxRecent);
}

}  // namespace marblemaze
