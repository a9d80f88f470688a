/// Where a scenario's vehicles and intersections lie when it names their files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

struct DataKind {
    const char* kind;    // what people call it: "vehicle"
    const char* folder;  // of its files, beside that of scenarios
};

/// The file that `text` means: one relative to `directory` if it looks like a file's name, else NAME.json of
/// the kind's folder, beside the scenario's or installed. None, with a problem, if there is none.
std::optional<std::filesystem::path> find_data_file(const JsonNode& node, const std::string& text,
                                                    DataKind kind, const std::filesystem::path& directory);

}  // namespace synchrono::config
