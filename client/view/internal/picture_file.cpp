#include "client/view/internal/picture_file.hpp"

#include <vector>

#include "common/picture/png.hpp"

namespace synchrono::client::view {

Result<void> write_picture(const Picture& picture, const std::filesystem::path& file) {
    std::vector<picture::Rgb> opaque;
    opaque.reserve(picture.pixels.size());
    for (const Colour& pixel : picture.pixels) opaque.push_back({pixel.r, pixel.g, pixel.b});
    return picture::write_png({.width = static_cast<std::size_t>(picture.size.width),
                               .height = static_cast<std::size_t>(picture.size.height),
                               .format = picture::PixelFormat::rgb8,
                               .pixels = std::as_bytes(std::span(opaque))},
                              file);
}

}  // namespace synchrono::client::view
