#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace marblemaze {

/// Asks work in another thread whether it should end. Safe to ask from any thread; one made by
/// default never says yes. (As std::stop_token, which libc++ lacks before version 18.)
class StopToken {
 public:
  StopToken() = default;
  [[nodiscard]] bool stop_requested() const {
    return asked_ && asked_->load(std::memory_order_acquire);
  }

 private:
  friend class StopSource;
  explicit StopToken(std::shared_ptr<const std::atomic<bool>> asked) : asked_(std::move(asked)) {}

  std::shared_ptr<const std::atomic<bool>> asked_;
};

/// Tells its tokens to stop, once and for all: new work needs a new source. Tokens may outlive it.
class StopSource {
 public:
  [[nodiscard]] StopToken token() const { return StopToken(asked_); }
  void request_stop() const { asked_->store(true, std::memory_order_release); }

 private:
  std::shared_ptr<std::atomic<bool>> asked_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace marblemaze
