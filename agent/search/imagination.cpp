#include <array>

#include "agent/search/imagining.h"

namespace marblemaze {
namespace {

/// Imagines under settings that are a little off, because the world differs by about as much. A
/// world that cannot be imagined has the path predictor.
class Imagination : public ImaginingPlanner {
 public:
  Imagination(const GrantedAdvice& advice, Imagining imagining)
      : ImaginingPlanner(advice, imagining != nullptr),
        predictor_(advice.predictor()),
        imagining_(std::move(imagining)) {}

 private:
  // The second where the first leaves no hope.
  static constexpr std::array<double, kDoubts> kParameterErrors{1.0, 4.0};

  const RememberedModel& imagine(std::size_t doubt) override {
    auto& model = models_[doubt];
    if (!model)
      model = std::make_unique<RememberedModel>(imagining_ ? imagining_(kParameterErrors[doubt])
                                                           : predictor_);
    return *model;
  }

  std::shared_ptr<const ForwardModel> predictor_;
  Imagining imagining_;
  std::array<std::unique_ptr<RememberedModel>, kDoubts> models_;  // by doubt
};

}  // namespace

std::unique_ptr<Planner> make_imagination(const GrantedAdvice& advice) {
  return std::make_unique<Imagination>(advice, advice.imagination());
}

std::unique_ptr<Planner> make_misled(const GrantedAdvice& advice) {
  const auto physics = advice.doubted();
  return std::make_unique<Imagination>(advice, physics ? physics->as_told : Imagining());
}

}  // namespace marblemaze
