#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/glm.hpp>
#include <imgui_internal.h>

namespace marblemaze {

/// Describes ImGui window content that is clipped and cannot be reached by scrolling. Empty if
/// there is no fault.
inline std::string layout_fault(const ImGuiWindow& window, glm::ivec2 display) {
  constexpr float kRounding = 2;  // pixels
  const ImVec2 content = window.ContentSize;
  // Drawings may extend into the window padding.
  const float wide = window.InnerRect.GetWidth() - window.WindowPadding.x;
  if ((window.Flags & ImGuiWindowFlags_Tooltip) != 0) return "";
  if (content.x > wide + kRounding && (window.Flags & ImGuiWindowFlags_HorizontalScrollbar) == 0)
    return fmt::format("{}: content is {:.0f} pixels wide, the window {:.0f}", window.Name,
                       content.x, wide);
  const float high = window.ContentRegionRect.GetHeight() + window.ScrollMax.y;
  const bool scrolls = (window.Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0;
  if (content.y > high + kRounding && !scrolls)
    return fmt::format("{}: content is {:.0f} pixels high, the window {:.0f}", window.Name,
                       content.y, high);
  const ImRect whole(0, 0, static_cast<float>(display.x), static_cast<float>(display.y));
  ImRect rect = window.Rect();
  rect.Expand(-kRounding);
  return whole.Contains(rect) ? "" : fmt::format("{}: reaches out of the display", window.Name);
}

inline std::vector<std::string> layout_faults(glm::ivec2 display) {
  std::vector<std::string> found;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && !window->Hidden && std::string(window->Name) != "Debug##Default")
      if (std::string fault = layout_fault(*window, display); !fault.empty())
        found.push_back(std::move(fault));
  return found;
}

}  // namespace marblemaze
