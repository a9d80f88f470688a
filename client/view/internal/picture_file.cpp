#include "client/view/internal/picture_file.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <zlib.h>

namespace synchrono::view {
namespace {

using Buffer = std::vector<std::uint8_t>;

void append_number(Buffer& out, std::uint32_t value) {
    for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(Buffer& out, std::string_view kind, const Buffer& content) {
    append_number(out, static_cast<std::uint32_t>(content.size()));
    const std::size_t start = out.size();
    out.insert(out.end(), kind.begin(), kind.end());
    out.insert(out.end(), content.begin(), content.end());
    append_number(
        out, static_cast<std::uint32_t>(crc32(0, out.data() + start, static_cast<uInt>(out.size() - start))));
}

/// Rows of three bytes a pixel, each as its difference to the row above.
Buffer rows_of(const Picture& picture) {
    const auto width = static_cast<std::size_t>(picture.size.width),
               height = static_cast<std::size_t>(picture.size.height);
    Buffer rows;
    rows.reserve(height * (1 + 3 * width));
    for (std::size_t y = 0; y < height; ++y) {
        rows.push_back(2);  // the filter "up"
        for (std::size_t x = 0; x < width; ++x) {
            const Colour here = picture.pixels[y * width + x],
                         above = y > 0 ? picture.pixels[(y - 1) * width + x] : Colour{};
            rows.push_back(static_cast<std::uint8_t>(here.r - above.r));
            rows.push_back(static_cast<std::uint8_t>(here.g - above.g));
            rows.push_back(static_cast<std::uint8_t>(here.b - above.b));
        }
    }
    return rows;
}

}  // namespace

Result<void> write_picture(const Picture& picture, const std::filesystem::path& file) {
    const Buffer rows = rows_of(picture);
    uLongf bytes = compressBound(static_cast<uLong>(rows.size()));
    Buffer packed(bytes);
    constexpr int kQuick = 3;
    if (compress2(packed.data(), &bytes, rows.data(), static_cast<uLong>(rows.size()), kQuick) != Z_OK)
        return fail(fmt::format("cannot write {}: no memory to pack it", file.string()));
    packed.resize(bytes);
    Buffer png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    Buffer head;
    append_number(head, static_cast<std::uint32_t>(picture.size.width));
    append_number(head, static_cast<std::uint32_t>(picture.size.height));
    head.insert(head.end(), {8, 2, 0, 0, 0});  // bits, colours without alpha, the only methods there are
    append_chunk(png, "IHDR", head);
    append_chunk(png, "IDAT", packed);
    append_chunk(png, "IEND", {});
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
    out.close();
    if (!out) return fail(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
    return {};
}

}  // namespace synchrono::view
