#include "common/picture/png.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>
#include <zlib.h>

#include "common/base/contract.hpp"

namespace synchrono::picture {
namespace {

constexpr std::size_t kSideMax = 65'535;
constexpr std::size_t kPaletteMax = 256;
constexpr std::string_view kMagic = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kChunkBytes = 12;  // length, kind and checksum around the content of a chunk
constexpr std::size_t kHeadBytes = 13;

void put_number(std::byte* at, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(value >> (24 - 8 * i));
}

struct Kind {
    std::uint8_t bits, colour;
};
Kind kind_of(PixelFormat pixels) {
    switch (pixels) {
        case PixelFormat::rgb8:
            return {8, 2};
        case PixelFormat::grey16:
            return {16, 0};
        case PixelFormat::indexed8:
            return {8, 3};
    }
    return {};
}

std::size_t filtered_bytes(std::size_t width, std::size_t height, PixelFormat kind) {
    return height * (1 + width * bytes_of_pixel(kind));
}

// Settings of zlib: a window of 32 KiB, and its usual memory level.
constexpr int kWindowBits = 15, kMemory = 8;
/// Returns an upper bound of the size to which zlib packs `n` bytes with these settings, like deflateBound.
std::size_t packed_bytes_max(std::size_t n) { return n + n / 2048 + 64; }

}  // namespace

std::size_t bytes_of_pixel(PixelFormat kind) {
    return kind == PixelFormat::rgb8 ? 3 : kind == PixelFormat::grey16 ? 2 : 1;
}

std::size_t png_bytes_max(std::size_t width, std::size_t height, PixelFormat kind) {
    return kMagic.size() + 4 * kChunkBytes + kHeadBytes + 3 * kPaletteMax +
           packed_bytes_max(filtered_bytes(width, height, kind));
}

struct PngEncoder::Impl {
    z_stream deflater{};
    Bytes rows;  // filtered
    Bytes png;   // room for any picture of the size of the last one; `length` bytes are filled
    std::size_t length = 0;

    Impl() {
        // Z_RLE finds only runs of one byte. After the filter, drawings consist mostly of runs and rendered
        // scenes have few repetitions of any kind, so a search for other repetitions would take several times
        // as long and gain little.
        constexpr int kQuickest = 1;
        if (deflateInit2(&deflater, kQuickest, Z_DEFLATED, kWindowBits, kMemory, Z_RLE) != Z_OK)
            throw std::bad_alloc();
    }
    Impl(const Impl&) = delete;
    ~Impl() { deflateEnd(&deflater); }

    /// Writes each byte as its difference from the byte above, and 16-bit numbers with the high byte first.
    /// Indices are written as they are, since indices that are close do not mean colours that are alike.
    void filter(const PictureView& picture) {
        constexpr unsigned char kNone = 0, kUp = 2;
        const std::size_t row_bytes = picture.width * bytes_of_pixel(picture.format);
        rows.resize(filtered_bytes(picture.width, picture.height, picture.format));
        const auto* in = reinterpret_cast<const unsigned char*>(picture.pixels.data());
        auto* out = reinterpret_cast<unsigned char*>(rows.data());
        for (std::size_t y = 0; y < picture.height; ++y, in += row_bytes, out += row_bytes) {
            const bool up = y > 0 && picture.format != PixelFormat::indexed8;
            *out++ = up ? kUp : kNone;
            if (picture.format == PixelFormat::grey16) {
                filter_grey16(out, in, row_bytes, up);
            } else if (up) {
                for (std::size_t i = 0; i < row_bytes; ++i)
                    out[i] = static_cast<unsigned char>(in[i] - *(in + i - row_bytes));
            } else {
                std::memcpy(out, in, row_bytes);
            }
        }
    }
    static void filter_grey16(unsigned char* out, const unsigned char* in, std::size_t row_bytes, bool up) {
        for (std::size_t i = 0; i < row_bytes; i += 2) {
            std::uint16_t here = 0, above = 0;
            std::memcpy(&here, in + i, sizeof here);
            if (up) std::memcpy(&above, in + i - row_bytes, sizeof above);
            out[i] = static_cast<unsigned char>((here >> 8) - (above >> 8));
            out[i + 1] = static_cast<unsigned char>(here - above);
        }
    }

    void put(ByteView bytes) {
        std::memcpy(&png[length], bytes.data(), bytes.size());
        length += bytes.size();
    }
    /// Writes a chunk whose content `fill` writes.
    template <typename Fill>
    void chunk(std::string_view kind, Fill fill) {
        const std::size_t start = length;
        length += 4;
        put(as_byte_view(kind));
        fill();
        put_number(&png[start], static_cast<std::uint32_t>(length - start - 8));
        const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(&png[start + 4]), length - start - 4);
        put_number(&png[length], static_cast<std::uint32_t>(sum));
        length += 4;
    }
    void put_head(const PictureView& picture) {
        std::array<std::byte, kHeadBytes> head{};
        put_number(head.data(), static_cast<std::uint32_t>(picture.width));
        put_number(&head[4], static_cast<std::uint32_t>(picture.height));
        const auto [bits, colour] = kind_of(picture.format);
        head[8] = std::byte{bits};
        head[9] = std::byte{colour};  // the rest stays zero: the usual methods, not interlaced
        put(head);
    }
    void put_packed() {
        deflateReset(&deflater);
        deflater.next_in = reinterpret_cast<Bytef*>(rows.data());
        deflater.avail_in = static_cast<uInt>(rows.size());
        deflater.next_out = reinterpret_cast<Bytef*>(&png[length]);
        deflater.avail_out = static_cast<uInt>(packed_bytes_max(rows.size()));
        SYN_ENSURE(deflate(&deflater, Z_FINISH) == Z_STREAM_END);
        length += deflater.total_out;
    }
};

PngEncoder::PngEncoder() : impl_(std::make_unique<Impl>()) {}
PngEncoder::PngEncoder(PngEncoder&&) noexcept = default;
PngEncoder& PngEncoder::operator=(PngEncoder&&) noexcept = default;
PngEncoder::~PngEncoder() = default;

ByteView PngEncoder::encode(const PictureView& picture) {
    SYN_REQUIRE(picture.width > 0 && picture.width <= kSideMax);
    SYN_REQUIRE(picture.height > 0 && picture.height <= kSideMax);
    SYN_REQUIRE(picture.pixels.size() == picture.width * picture.height * bytes_of_pixel(picture.format));
    SYN_REQUIRE((picture.format == PixelFormat::indexed8) == !picture.palette.empty() &&
                picture.palette.size() <= kPaletteMax);
    Impl& png = *impl_;
    png.length = 0;
    png.png.resize(png_bytes_max(picture.width, picture.height, picture.format));
    png.filter(picture);
    png.put(as_byte_view(kMagic));
    png.chunk("IHDR", [&] { png.put_head(picture); });
    if (!picture.palette.empty()) png.chunk("PLTE", [&] { png.put(std::as_bytes(picture.palette)); });
    png.chunk("IDAT", [&] { png.put_packed(); });
    png.chunk("IEND", [] {});
    return ByteView(png.png).first(png.length);
}

Result<void> write_png(const PictureView& picture, const std::filesystem::path& file) {
    PngEncoder encoder;
    const std::string_view png = as_text(encoder.encode(picture));
    errno = 0;
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(png.data(), static_cast<std::streamsize>(png.size()));
    out.close();
    if (!out) {
        return fail(
            fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(errno)));
    }
    return {};
}

}  // namespace synchrono::picture
