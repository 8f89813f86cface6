#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void draw_head(const Workbench& bench, const Ask& ask, float width) {
  const LessonTour& lesson = bench.guides().lesson();
  const float s = bench.view.ui_scale, button_width = 62 * s, gap = ImGui::GetStyle().ItemSpacing.x;
  const float buttons = 2 * button_width + 26 * s + 2 * gap;
  ImGui::AlignTextToFramePadding();
  draw_title(lesson.lesson().title.c_str());
  const std::string count = fmt::format("{} of {}", lesson.number() + 1, lesson.count());
  ImGui::SameLine(std::max(width - buttons - ImGui::CalcTextSize(count.c_str()).x - gap, 0.0f));
  ImGui::TextDisabled("%s", count.c_str());
  ImGui::SameLine(width - buttons);
  const bool last = lesson.number() + 1 == lesson.count();
  ImGui::BeginDisabled(lesson.number() == 0);
  // The transport has a button of that name, too.
  if (noted("lesson back", ImGui::Button("Back##lesson", {button_width, 0})))
    ask({Act::step_lesson, -1});
  ImGui::EndDisabled();
  tip(lesson.number() == 0 ? "this is the first step" : "the step before (Page Up)");
  ImGui::SameLine();
  const glm::vec3 colour = bench.view.colours().point_now;
  ImGui::PushStyleColor(ImGuiCol_Button, im_colour(colour * 0.9f));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, im_colour(colour));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, im_colour(colour * 0.8f));
  ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(20, 16, 0, 255));
  if (noted("lesson next", ImGui::Button(last ? "Done" : "Next", {button_width, 0})))
    ask({Act::step_lesson, 1});
  ImGui::PopStyleColor(4);
  ImGui::SameLine();
  if (noted("close lesson", ImGui::Button("x##lesson", {26 * s, 0}))) ask({Act::close_lesson});
  tip("close the lesson (Esc)");
}

}  // namespace

void draw_light(const Workbench& bench, const std::string& label) {
  const auto box = item_box(label);
  if (!box) return;
  const float s = bench.view.ui_scale;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const glm::vec3 colour = bench.view.colours().point_now;
  for (int ring = 0; ring < 4; ++ring) {
    const float out = (2.5f + 2.5f * static_cast<float>(ring)) * s;
    const float alpha = ring == 0 ? 1.0f : 0.34f / static_cast<float>(ring);
    list.AddRect(box->at - ImVec2{out, out}, box->end() + ImVec2{out, out},
                 im_colour(colour, alpha), 4 * s + out, 0, 2.5f * s);
  }
}

void draw_lessons(const Workbench& bench, const Ask& ask) {
  const OpenWindow window = begin_centred("lessons", 0.96f, 0.98f);
  draw_title("Learn");
  draw_dim("Each lesson is a run that is explained in steps.");
  ImGui::Spacing();
  int number = 0;
  for (const Lesson& lesson : lessons()) {
    const bool done = bench.guides().progress().learned(lesson.name);
    if (button(fmt::format("{}. {}", ++number, lesson.title)))
      ask({Act::start_lesson, 0, lesson.name});
    ImGui::SameLine();
    ImGui::TextDisabled(done ? "done" : "%zu steps", lesson.steps.size());
  }
  ImGui::Spacing();
  if (button("Close lessons")) ask({Act::lessons});
}

void draw_lesson(const Workbench& bench, const Ask& ask, const PanelPlan& plan) {
  if (!bench.guides().lesson().open()) return;
  const OpenWindow window = begin_fixed("lesson", plan.lesson, true);
  draw_light(bench, bench.guides().lesson().step().light);
  draw_head(bench, ask, plan.lesson.size.x - ImGui::GetStyle().WindowPadding.x);
  ImGui::Separator();
  ImGui::BeginChild("lesson text");
  draw_wrapped(bench.guides().lesson().step().text);
  ImGui::EndChild();
}

}  // namespace marblemaze
