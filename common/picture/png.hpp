/// Encodes pictures as PNG, in memory and as files. The encoder is fast rather than compact, since a run
/// makes hundreds of pictures. The same picture gives the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"

namespace synchrono::picture {

enum class PixelFormat {
    rgb8,
    grey16,    // 16-bit numbers in this machine's byte order
    indexed8,  // indices into the palette
};
using Rgb = std::array<std::uint8_t, 3>;

/// A picture that somebody else owns. The pixels are stored row by row from the upper left corner, without
/// gaps.
struct PictureView {
    std::size_t width = 0, height = 0;
    PixelFormat format = PixelFormat::rgb8;
    ByteView pixels = {};
    std::span<const Rgb> palette = {};  // only with indexed8; at most 256 colours
};

std::size_t bytes_of_pixel(PixelFormat format);
/// Returns an upper bound of the size, in bytes, of a PNG that this encoder makes of such a picture.
std::size_t png_bytes_max(std::size_t width, std::size_t height, PixelFormat format);

/// Encodes pictures one after the other.
/// Threading: one thread.  Owns: its buffers, which grow only for a picture larger than all before.
class PngEncoder {
  public:
    PngEncoder();
    PngEncoder(PngEncoder&&) noexcept;
    PngEncoder& operator=(PngEncoder&&) noexcept;
    ~PngEncoder();

    /// Returns the PNG, valid until the next call. Requires sides from 1 to 65535 pixels, exactly the bytes
    /// for these pixels, and a palette if and only if the pixels are indices.
    ByteView encode(const PictureView& picture);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Writes the PNG to `file`, and replaces an existing file. Requires the same as PngEncoder::encode.
Result<void> write_png(const PictureView& picture, const std::filesystem::path& file);

}  // namespace synchrono::picture
