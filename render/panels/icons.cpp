#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "render/panels/widgets.h"

namespace marblemaze {
namespace {

// Vector icons, indexed by Icon, on a 24 x 24 grid with y pointing down. M or F starts a polyline
// through the following points, and F fills it. B adds a Bezier curve with three points. Z closes
// the line. O is a circle (centre, radius). C is an arc (centre, radius, two angles in degrees). R
// is a rounded rectangle (position, size, radius).
constexpr std::array kStrokes = {
    "M2 12 B5 6.5 9 5 12 5 B15 5 19 6.5 22 12 B19 17.5 15 19 12 19 B9 19 5 17.5 2 12 O12 12 3",
    "M8 12 8 6 B8 4.3 10.5 4.3 10.5 6 M10.5 11 10.5 4.2 B10.5 2.5 13 2.5 13 4.2 M13 11 13 5 B13 "
    "3.4 15.5 3.4 15.5 5 M15.5 11.5 15.5 7.5 B15.5 6 18 6 18 7.5 M18 7.5 18 14 B18 19 16 21.5 12.5 "
    "21.5 B9.5 21.5 8.3 20 7 18 M7 18 4.3 14 B3.4 12.4 5.5 11 6.6 12.4 M6.6 12.4 8 14 M8 12 8 14",
    "M12 6.5 B10 5 6 4.5 3 5 M3 5 3 18 B6 17.5 10 18 12 19.5 B14 18 18 17.5 21 18 M21 18 21 5 B18 "
    "4.5 14 5 12 6.5 M12 6.5 12 19.5",
    "F7 4.5 19 12 7 19.5",
    "M16 5.5 7 12 16 18.5 Z",
    "M9 6 9 18 M15 6 15 18",
    "M6 5.5 15 12 6 18.5 Z M19 5.5 19 18.5",
    "M14.5 6 8.5 12 14.5 18",
    "M9.5 6 15.5 12 9.5 18",
    "M4.5 3.8 4.5 8.7 9.4 8.7 C12 12 8 205 510",
    "M12 2.8 20 7.2 20 16.8 12 21.2 4 16.8 4 7.2 Z M4 7.2 12 11.8 20 7.2 M12 11.8 12 21.2",
    "R3.5 3.5 17 17 3 O8.5 8.5 0.4 O15.5 8.5 0.4 O8.5 15.5 0.4 O15.5 15.5 0.4",
    "M14 4 20 4 20 10 M20 4 13.5 10.5 M10 20 4 20 4 14 M4 20 10.5 13.5",
    "M20 10 14 10 14 4 M14 10 20.5 3.5 M4 14 10 14 10 20 M10 14 3.5 20.5",
    "M9 18 15 18 M10 21 14 21 M9 15 B6 13 5.5 10 6.5 7.5 B8 3 16 3 17.5 7.5 B18.5 10 18 13 15 15 Z",
    "R2.5 6 19 12 2 O6.5 10 0.3 O10.2 10 0.3 O13.8 10 0.3 O17.4 10 0.3 M8 14 16 14",
    "M11 16 B6 16 3 14.5 3 12 B3 8 21 8 21 12 B21 13.5 19.5 14.6 17 15.3 M8 13 11 16 8 19",
    "M6 6 18 18 M18 6 6 18",
    "M12 6 12 18 M6 12 18 12",
    "M6 12 18 12",
    "M12 15 12 3 M8 7 12 3 16 7 M5 13 5 20 19 20 19 13",
    "F12 4 21 19.5 3 19.5",
    "F12 2.6 14.9 8.8 21.6 9.6 16.7 14.2 18 20.9 12 17.6 6 20.9 7.3 14.2 2.4 9.6 9.1 8.8"};
static_assert(kStrokes.size() == static_cast<std::size_t>(Icon::star) + 1);

class Pen {
 public:
  Pen(ImDrawList& list, ImVec2 middle, float side, ImU32 colour)
      : list_(list),
        corner_(middle - ImVec2{side, side} * 0.5f),
        unit_(side / kGrid),
        colour_(colour) {}

  void draw(const char* strokes) {
    while (*strokes != '\0') {
      const char command = *strokes++;
      numbers_.clear();
      char* end = nullptr;
      for (float value = std::strtof(strokes, &end); end != strokes;
           value = std::strtof(strokes, &end))
        numbers_.push_back(value), strokes = end;
      while (*strokes == ' ') ++strokes;
      stroke(command);
    }
    finish();
  }

 private:
  static constexpr float kGrid = 24;

  void stroke(char command) {
    if (command == 'B') return list_.PathBezierCubicCurveTo(point(0), point(2), point(4));
    if (command == 'Z') return stroke_path(ImDrawFlags_Closed);
    finish();
    if (command == 'M' || command == 'F') {
      fills_ = command == 'F';
      for (std::size_t i = 0; i < numbers_.size(); i += 2) list_.PathLineTo(point(i));
    } else if (command == 'R') {
      list_.AddRect(point(0), point(0) + ImVec2{numbers_[2], numbers_[3]} * unit_, colour_,
                    numbers_[4] * unit_, 0, width());
    } else if (command == 'O' && numbers_[2] < 1) {
      list_.AddCircleFilled(point(0), (numbers_[2] + 0.9f) * unit_, colour_);
    } else {
      constexpr float kDegree = 3.14159265f / 180;
      const bool arc = command == 'C';
      list_.PathArcTo(point(0), numbers_[2] * unit_, arc ? numbers_[3] * kDegree : 0,
                      (arc ? numbers_[4] : 360) * kDegree);
      stroke_path(ImDrawFlags_None);
    }
  }
  /// Returns the point whose x coordinate is number `first` of the current command.
  [[nodiscard]] ImVec2 point(std::size_t first) const {
    return corner_ + ImVec2{numbers_[first], numbers_[first + 1]} * unit_;
  }
  [[nodiscard]] float width() const { return std::max(design_size("icon", "line") * unit_, 1.0f); }
  void stroke_path(ImDrawFlags flags) { list_.PathStroke(colour_, flags, width()); }
  void finish() {
    if (!fills_) return stroke_path(ImDrawFlags_None);
    fills_ = false;
    // Fill a star-shaped polygon without antialiasing, because antialiased triangles would have
    // visible seams. Then draw an antialiased outline.
    const ImVector<ImVec2> corners = list_._Path;
    ImVec2 middle{0, 0};
    for (const ImVec2 corner : corners) middle = middle + corner;
    middle = middle * (1 / static_cast<float>(corners.Size));
    const ImDrawListFlags flags = list_.Flags;
    list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (int i = 0; i < corners.Size; ++i)
      list_.AddTriangleFilled(middle, corners[i], corners[(i + 1) % corners.Size], colour_);
    list_.Flags = flags;
    list_.PathStroke(colour_, ImDrawFlags_Closed, 1);
  }

  ImDrawList& list_;
  ImVec2 corner_;
  float unit_;
  ImU32 colour_;
  std::vector<float> numbers_;
  bool fills_ = false;
};

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 colour) {
  Pen(list, middle, side, colour).draw(kStrokes.at(static_cast<std::size_t>(icon)));
}

}  // namespace marblemaze
