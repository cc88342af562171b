// Memory that is asked for, never assumed: a growable aligned block that reports failure instead of
// aborting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

namespace attn {

// Cache line: what vector loads and neighbouring buffers are aligned to.
inline constexpr std::size_t kAlignment = 64;

// The most that one block may hold. Sizes are computed in 64 bits and compared with this before
// anything is allocated.
inline constexpr std::uint64_t kMaxBlockBytes =
    sizeof(std::size_t) == 4 ? 0xF000'0000ULL : 1ULL << 46;

// One aligned block, grown by need and reused. Owns its memory; move-only. Contents are undefined
// after growth.
class Block {
 public:
  Block() noexcept = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  Block(Block&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Block& operator=(Block&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Block() { std::free(memory_); }

  // Makes room for `bytes`; false (and the old block kept) when the memory cannot be had.
  [[nodiscard]] bool reserve(std::uint64_t bytes) noexcept {
    if (bytes <= bytes_) return true;
    if (bytes > kMaxBlockBytes) return false;
    const std::size_t rounded =
        (static_cast<std::size_t>(bytes) + kAlignment - 1) / kAlignment * kAlignment;
    void* grown = std::aligned_alloc(kAlignment, rounded);
    if (grown == nullptr) return false;
    std::free(memory_);
    memory_ = grown;
    bytes_ = rounded;
    return true;
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  template <typename T>
  [[nodiscard]] T* as() const noexcept {
    return static_cast<T*>(memory_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

// Scratch of one engine: planned from the shape, then handed out in aligned pieces. A call that
// fits the last plan allocates nothing. Pieces live until the next begin().
class Workspace {
 public:
  // Starts a plan; add() says what will be taken, commit() makes room for it all.
  void begin() noexcept { planned_ = taken_ = 0; }

  template <typename T>
  void add(std::uint64_t count) noexcept {
    const bool fits = count <= kMaxBlockBytes / sizeof(T) && planned_ <= kMaxBlockBytes;
    planned_ = fits ? planned_ + piece_bytes(count * sizeof(T)) : kMaxBlockBytes + 1;
  }

  [[nodiscard]] bool commit() noexcept { return block_.reserve(planned_); }

  // The next piece, in the order of add().
  template <typename T>
  [[nodiscard]] std::span<T> take(std::uint64_t count) noexcept {
    T* piece = reinterpret_cast<T*>(block_.as<std::byte>() + taken_);
    taken_ += static_cast<std::size_t>(piece_bytes(count * sizeof(T)));
    return {piece, static_cast<std::size_t>(count)};
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return block_.bytes(); }

 private:
  // One cache line between pieces, so that buffers of 4 KiB multiples do not share a cache set.
  static constexpr std::uint64_t piece_bytes(std::uint64_t bytes) noexcept {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment + kAlignment;
  }

  Block block_;
  std::uint64_t planned_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace attn
