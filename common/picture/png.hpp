/// Pictures as PNG, in memory and as files. Quick rather than smallest: pictures of a run come by the
/// hundred. The same picture gives the same bytes.
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

enum class Pixels {
    rgb8,
    grey16,    // numbers as this machine has them
    indexed8,  // a place in the palette each
};
using Rgb = std::array<std::uint8_t, 3>;

/// Borrowed; row by row from the upper left corner, without gaps.
struct PictureView {
    std::size_t width = 0, height = 0;
    Pixels kind = Pixels::rgb8;
    ByteView pixels = {};
    std::span<const Rgb> palette = {};  // of indexed8; at most 256
};

std::size_t bytes_of_pixel(Pixels kind);
/// No PNG of such a picture is longer.
std::size_t png_bytes_max(std::size_t width, std::size_t height, Pixels kind);

/// Threading: one thread.  Owns: its buffers; pictures of a size that it has seen allocate nothing.
class PngEncoder {
  public:
    PngEncoder();
    PngEncoder(PngEncoder&&) noexcept;
    PngEncoder& operator=(PngEncoder&&) noexcept;
    ~PngEncoder();

    /// Valid until the next call. Requires sides of at least one pixel, at most 65535, as many bytes as they
    /// say, and a palette for indices alone.
    ByteView encode(const PictureView& picture);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Replaces the file. Requires what PngEncoder::encode does.
Result<void> write_png(const PictureView& picture, const std::filesystem::path& file);

}  // namespace synchrono::picture
