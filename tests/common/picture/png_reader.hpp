/// Reads PNG files for tests. It follows the specification, not our writer: chunks with their checksums,
/// every filter, no interlacing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace synchrono::picture::testing {

/// A picture read from a PNG. `bits` and `colour` are the bit depth and the colour type in its IHDR chunk.
struct ReadPng {
    std::uint32_t width = 0, height = 0;
    int bits = 0, colour = 0;
    std::vector<std::uint8_t> palette;
    std::vector<std::uint8_t> pixels;  // as in the file: two-byte numbers have the high byte first
};

/// Returns the picture; throws std::runtime_error when the file is wrong, which fails the test.
ReadPng read_png(std::string_view bytes);

}  // namespace synchrono::picture::testing
