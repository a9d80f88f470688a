/// Writes pictures as PNG files.
#pragma once

#include <filesystem>

#include "client/view/internal/picture.hpp"
#include "common/base/result.hpp"

namespace synchrono::client::view {

/// Writes or replaces the file. The same picture gives the same file.
Result<void> write_picture(const Picture& picture, const std::filesystem::path& file);

}  // namespace synchrono::client::view
