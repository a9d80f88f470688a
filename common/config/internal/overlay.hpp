/// Joins the texts of one scenario: a file, the files that it overlays, and settings from the command line.
/// The result is one tree. For each value the tree knows where the value was written, so that errors name the
/// right place.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// Returns the joined tree. The tree begins as the lowest file, which is not an overlay. Then each overlay
/// changes the tree; the last one is `text`, the content of `file`. At the end `settings` ("path=value")
/// change the tree in their order. A change that cannot be made is left out, with a problem in
/// `diagnostics`. Returns null, with a problem, if a file cannot be read or is not JSON.
std::unique_ptr<JsonText> read_layers(std::string_view text, const std::filesystem::path& file,
                                      std::span<const std::string> settings, Diagnostics& diagnostics);

}  // namespace synchrono::config
