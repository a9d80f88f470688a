#include "tests/common/picture/png_reader.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <zlib.h>

namespace synchrono::picture::testing {

ReadPng read_png(std::string_view bytes) {
    const auto expect = [](bool holds, const char* what) {
        if (!holds) throw std::runtime_error(std::string("not a PNG: ") + what);
    };
    const auto number = [](std::string_view at) {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(at[i]);
        return value;
    };
    expect(bytes.substr(0, 8) == std::string_view("\x89PNG\r\n\x1a\n"), "magic");
    bytes.remove_prefix(8);
    ReadPng png;
    std::string packed, order;
    while (!bytes.empty()) {
        expect(bytes.size() >= 12, "a chunk ends early");
        const std::uint32_t length = number(bytes);
        expect(length <= bytes.size() - 12, "a chunk is longer than the file");
        const std::string_view kind = bytes.substr(4, 4), content = bytes.substr(8, length);
        const auto sum = crc32(0, reinterpret_cast<const Bytef*>(kind.data()), 4 + length);
        expect(number(bytes.substr(8 + length)) == sum, "checksum");
        order += std::string(kind) + " ";
        if (kind == "IHDR") {
            expect(length == 13, "head");
            png.width = number(content);
            png.height = number(content.substr(4));
            png.bits = content[8];
            png.colour = content[9];
            expect(content[10] == 0 && content[11] == 0 && content[12] == 0, "methods");
        }
        if (kind == "PLTE") png.palette.assign(content.begin(), content.end());
        if (kind == "IDAT") packed += content;
        bytes.remove_prefix(12 + length);
    }
    expect(order == (png.colour == 3 ? "IHDR PLTE IDAT IEND " : "IHDR IDAT IEND "), "order of chunks");
    const std::size_t step = (png.colour == 2 ? 3u : 1u) * static_cast<unsigned>(png.bits) / 8;
    const std::size_t row = png.width * step;
    std::vector<std::uint8_t> rows(png.height * (row + 1));
    uLongf size = rows.size();
    expect(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()) ==
                   Z_OK &&
               size == rows.size(),
           "data");
    png.pixels.resize(png.height * row);
    for (std::size_t y = 0; y < png.height; ++y) {
        const std::uint8_t* in = &rows[y * (row + 1)];
        std::uint8_t* out = png.pixels.data() + y * row;
        for (std::size_t i = 0; i < row; ++i) {
            const int left = i >= step ? out[i - step] : 0, up = y > 0 ? *(out + i - row) : 0,
                      corner = y > 0 && i >= step ? *(out + i - row - step) : 0;
            const int guess = left + up - corner, by_left = std::abs(guess - left),
                      by_up = std::abs(guess - up), by_corner = std::abs(guess - corner);
            const int paeth = by_left <= by_up && by_left <= by_corner ? left
                              : by_up <= by_corner                     ? up
                                                                       : corner;
            const int predicted[] = {0, left, up, (left + up) / 2, paeth};
            expect(in[0] < 5, "filter");
            out[i] = static_cast<std::uint8_t>(in[1 + i] + predicted[in[0]]);
        }
    }
    return png;
}

}  // namespace synchrono::picture::testing
