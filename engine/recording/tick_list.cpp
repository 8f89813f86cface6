#include "engine/recording/tick_list.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include <stdlib.h>
#include <unistd.h>

#include "engine/recording/tick_codec.h"
#include "maze/base/bits.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// A tick as whole numbers: eleven floats by their bits, the phase, the hash.
constexpr std::size_t kWords = 13, kHash = 12;
using Words = std::array<std::uint32_t, kWords>;

Words words_of(const RecordedTick& t) {
  const auto bits = [](float value) { return same_bits<std::uint32_t>(value); };
  return {bits(t.maze.w),
          bits(t.maze.x),
          bits(t.maze.y),
          bits(t.maze.z),
          bits(t.marble.x),
          bits(t.marble.y),
          bits(t.marble.z),
          bits(t.marble_rotation.w),
          bits(t.marble_rotation.x),
          bits(t.marble_rotation.y),
          bits(t.marble_rotation.z),
          static_cast<std::uint32_t>(t.phase),
          t.hash};
}

RecordedTick tick_of(const Words& w) {
  const auto value = [&](std::size_t i) { return same_bits<float>(w[i]); };
  RecordedTick tick;
  tick.maze = {value(0), value(1), value(2), value(3)};
  tick.marble = {value(4), value(5), value(6)};
  tick.marble_rotation = {value(7), value(8), value(9), value(10)};
  tick.phase = static_cast<Phase>(w[11]);
  tick.hash = w[kHash];
  return tick;
}

// The next words, if all goes on as before: the bits of a float that changes evenly do so, too. A
// hash tells nothing of the next one but that it may stay.
Words expected(const Words& before, const Words& now) {
  Words next;
  for (std::size_t i = 0; i < kHash; ++i) next[i] = 2 * now[i] - before[i];
  next[kHash] = now[kHash];
  return next;
}

// Which words differ from what was expected, and by how much.
void put_words(std::string& bytes, const Words& words, const Words& expected) {
  std::uint32_t differ = 0;
  for (std::size_t i = 0; i < kWords; ++i) differ |= std::uint32_t{words[i] != expected[i]} << i;
  bytes += static_cast<char>(differ & 255);
  bytes += static_cast<char>(differ >> 8);
  for (std::size_t i = 0; i < kHash; ++i)
    if (differ >> i & 1) put_varint(bytes, static_cast<std::int32_t>(words[i] - expected[i]));
  if (differ >> kHash & 1) put_word(bytes, words[kHash]);
}

Words next_words(ByteReader& bytes, const Words& expected) {
  Words words = expected;
  const std::uint32_t low = bytes.byte(), differ = low | std::uint32_t{bytes.byte()} << 8;
  for (std::size_t i = 0; i < kHash; ++i)
    if (differ >> i & 1) words[i] += static_cast<std::uint32_t>(bytes.varint());
  if (differ >> kHash & 1) words[kHash] = bytes.word();
  return words;
}

void pack(std::string& bytes, std::span<const RecordedTick> ticks) {
  Words before{}, now{};
  for (const RecordedTick& tick : ticks) {
    const Words words = words_of(tick);
    put_words(bytes, words, expected(before, now));
    before = std::exchange(now, words);
  }
}

std::vector<RecordedTick> unpack(std::string_view packed, std::size_t count) {
  std::vector<RecordedTick> ticks;
  ticks.reserve(count);
  ByteReader bytes(packed);
  Words before{}, now{};
  while (ticks.size() < count) {
    before = std::exchange(now, next_words(bytes, expected(before, now)));
    ticks.push_back(tick_of(now));
  }
  return ticks;
}

}  // namespace

// Bytes that are written once and read by place. Throws nothing; says whether it could.
class TickList::Spill {
 public:
  Spill() {
    const char* folder = std::getenv("TMPDIR");
    std::string name = std::string(folder && *folder ? folder : "/var/tmp") + "/marblemaze-XXXXXX";
    file_ = mkstemp(name.data());
    if (file_ >= 0) unlink(name.c_str());
  }
  ~Spill() {
    if (file_ >= 0) close(file_);
  }
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  [[nodiscard]] bool write(std::string_view bytes, std::size_t at) const {
    while (file_ >= 0 && !bytes.empty()) {
      const ssize_t done = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (done <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(done));
      at += static_cast<std::size_t>(done);
    }
    return file_ >= 0;
  }
  [[nodiscard]] bool read(std::string& bytes, std::size_t at) const {
    return pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(at)) ==
           static_cast<ssize_t>(bytes.size());
  }

 private:
  int file_;
};

void TickList::push_back(const RecordedTick& tick) {
  newest_.push_back(tick);
  if (newest_.size() == 2 * kBlock) pack_oldest();
}

void TickList::pack_oldest() {
  blocks_.push_back(spilled_ + packed_.size());
  pack(packed_, std::span(newest_).first(kBlock));
  newest_.erase(newest_.begin(), newest_.begin() + kBlock);
  if (packed_.size() > most_packed_) spill();
}

// A file that a copy of the list reads, too, is not written to any more: both would write to one
// place. What comes stays in memory.
void TickList::spill() {
  if (file_ && file_.use_count() > 1) return;
  if (!file_) file_ = std::make_shared<Spill>();
  if (!file_->write(packed_, spilled_)) {
    most_packed_ = ~std::size_t{0};  // the disk is full: all that comes stays in memory
    return;
  }
  spilled_ += packed_.size();
  packed_.clear();
  packed_.shrink_to_fit();
}

const std::vector<RecordedTick>& TickList::unpacked(std::size_t block) const {
  for (const Unpacked& known : looked_at_)
    if (known.block == block) return known.ticks;
  Unpacked& place = looked_at_[next_look_++ % looked_at_.size()];
  const std::size_t from = blocks_[block];
  const std::size_t to =
      block + 1 < blocks_.size() ? blocks_[block + 1] : spilled_ + packed_.size();
  if (from >= spilled_) {
    place.ticks = unpack(std::string_view(packed_).substr(from - spilled_, to - from), kBlock);
  } else {
    std::string bytes(to - from, '\0');
    if (!file_->read(bytes, from))
      throw MachineFailure("the temporary file of a long recording cannot be read");
    place.ticks = unpack(bytes, kBlock);
  }
  place.block = block;
  return place.ticks;
}

RecordedTick TickList::operator[](std::size_t index) const {
  assert(index < size());
  const std::size_t block = index / kBlock;
  if (block >= blocks_.size()) return newest_[index - blocks_.size() * kBlock];
  return unpacked(block)[index % kBlock];
}

}  // namespace marblemaze
