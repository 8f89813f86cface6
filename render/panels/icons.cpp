#include "render/panels/panels.h"

namespace marblemaze {
namespace {

// An icon in a square of side 2 about the origin, x right, y down.
class Pen {
 public:
  Pen(ImDrawList& list, ImVec2 middle, float unit, ImU32 colour)
      : list_(list), middle_(middle), unit_(unit), colour_(colour) {}

  [[nodiscard]] ImVec2 at(float x, float y) const {
    return {middle_.x + x * unit_, middle_.y + y * unit_};
  }
  /// Pointing right where `to` lies right of `from`.
  void triangle(float from, float to) const {
    const float half = 0.62f * (to > from ? to - from : from - to);
    list_.AddTriangleFilled(at(from, -half), at(from, half), at(to, 0), colour_);
  }
  void bar(float x, float half = 0.62f) const {
    list_.AddRectFilled(at(x - 0.11f, -half), at(x + 0.11f, half), colour_);
  }
  void chevron(float from, float to) const {
    list_.AddLine(at(from, -0.5f), at(to, 0), colour_, 0.22f * unit_);
    list_.AddLine(at(to, 0), at(from, 0.5f), colour_, 0.22f * unit_);
  }

 private:
  ImDrawList& list_;
  ImVec2 middle_;
  float unit_;
  ImU32 colour_;
};

void draw(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::play: return pen.triangle(-0.5f, 0.75f);
    case Icon::pause: return pen.bar(-0.3f), pen.bar(0.3f);
    case Icon::play_back: return pen.triangle(0.5f, -0.75f);
    case Icon::move_back: return pen.bar(-0.7f), pen.triangle(0.55f, -0.45f);
    case Icon::tick_back: return pen.triangle(0.35f, -0.45f);
    case Icon::tick_on: return pen.triangle(-0.35f, 0.45f);
    case Icon::move_on: return pen.triangle(-0.55f, 0.45f), pen.bar(0.7f);
    case Icon::newest:
      return pen.triangle(-0.9f, -0.15f), pen.triangle(-0.15f, 0.6f), pen.bar(0.82f);
    case Icon::fold: return pen.chevron(-0.45f, 0.05f), pen.chevron(0.45f, -0.05f);
    case Icon::unfold: return pen.chevron(-0.1f, -0.6f), pen.chevron(0.1f, 0.6f);
  }
}

}  // namespace

bool icon_button(const std::string& label, Icon icon, ImVec2 size, const std::string& words) {
  const bool pressed = noted(label, ImGui::Button(("##" + label).c_str(), size));
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float unit = 0.34f * std::min(high.x - low.x, high.y - low.y);
  const ImU32 colour = ImGui::GetColorU32(ImGuiCol_Text);
  draw(Pen(*ImGui::GetWindowDrawList(), (low + high) * 0.5f, unit, colour), icon);
  tip(words);
  return pressed;
}

}  // namespace marblemaze
