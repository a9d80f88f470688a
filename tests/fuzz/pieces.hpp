/// Cuts the input of a fuzz target into pieces: a kind in one byte, a length in two, then that many bytes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/base/bytes.hpp"

namespace synchrono::fuzz {

/// One piece of the input. Each target gives the kinds their meaning.
struct Piece {
    unsigned kind = 0;
    ByteView bytes;
};

class Pieces {
  public:
    Pieces(const std::uint8_t* data, std::size_t size)
        : rest_(reinterpret_cast<const std::byte*>(data), size) {}
    /// Reads the next piece; the last piece may be shorter than its length says. Returns false at the end.
    bool next(Piece& piece) {
        if (rest_.size() < 3) return false;
        const std::size_t length =
            std::to_integer<std::size_t>(rest_[1]) | std::to_integer<std::size_t>(rest_[2]) << 8;
        piece.kind = std::to_integer<unsigned>(rest_[0]);
        piece.bytes = rest_.subspan(3, std::min(length, rest_.size() - 3));
        rest_ = rest_.subspan(3 + piece.bytes.size());
        return true;
    }

  private:
    ByteView rest_;
};

}  // namespace synchrono::fuzz
