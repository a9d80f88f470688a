/// Joins the places where one scenario is written: a file, the files of which it is an overlay, and settings
/// from the command line. They become one tree in which every value still knows where it was written, so
/// that messages name the right place.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// Returns the joined tree. It begins as the lowest file; then each overlay above that file changes it, at
/// last `text`, the content of `file`; then `settings` ("path=value") change it in their order. A change that
/// cannot be made is reported to `diagnostics` and left out. Returns null, with a problem, if a file cannot
/// be read or is not JSON.
std::unique_ptr<JsonText> read_layers(std::string_view text, const std::filesystem::path& file,
                                      std::span<const std::string> settings, Diagnostics& diagnostics);

}  // namespace synchrono::config
