/// Reads PNG for tests, by the specification and not by our writer: chunks with their checksums, every
/// filter, no interlacing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace synchrono::picture::testing {

struct ReadPng {
    std::uint32_t width = 0, height = 0;
    int bits = 0, colour = 0;
    std::vector<std::uint8_t> palette;
    std::vector<std::uint8_t> pixels;  // as the file has them: two-byte numbers with the high one first
};

/// Throws std::runtime_error, which fails the test, with what is wrong.
ReadPng read_png(std::string_view bytes);

}  // namespace synchrono::picture::testing
