/// A scenario as it is written in several places: a file, the files that it is an overlay of, and what the
/// command line sets. All of it becomes one tree, in which every value still knows where it was written, so
/// that whoever reads it tells mistakes as if there were one file.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// From the file at the bottom up to `text`, which is that of `file`, each overlay changes what is below it,
/// and `settings` ("path=value", in their order) change the result. What cannot be applied is a problem in
/// `diagnostics` and changes nothing. Null, with a problem, when a file cannot be had or is no JSON.
std::unique_ptr<JsonText> read_layers(std::string_view text, const std::filesystem::path& file,
                                      std::span<const std::string> settings, Diagnostics& diagnostics);

}  // namespace synchrono::config
