/// Where a scenario's vehicles and intersections lie when it names their files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

struct DataKind {
    const char* kind;            // what people call it: "vehicle"
    const char* folder;          // of its files, beside that of scenarios
    const char* file = nullptr;  // what it is called in a folder of its own; null: NAME.json
};

/// The file that `text` means: one relative to the file that `node` is written in if it looks like a file's
/// name, else NAME.json of the kind's folder, beside that of the scenario or of those that it is an overlay
/// of, or installed. FOLDER/NAME without an extension is a name too. None, with a problem, if there is none.
std::optional<std::filesystem::path> find_data_file(const JsonNode& node, const std::string& text,
                                                    DataKind kind);

/// The first of the places where there is something; none, with a problem, if there is nothing at any.
std::optional<std::filesystem::path> first_there(const JsonNode& node, const std::string& text,
                                                 const char* kind,
                                                 const std::vector<std::filesystem::path>& places);

/// The same for all texts that mean the same: a name as it is, a file with its folder.
std::string data_file_key(const JsonNode& node, const std::string& text);

/// Whether it looks like a file's name: has a '/', or ends in ".json", ".xodr" or ".asc".
bool is_file_name(std::string_view text);

}  // namespace synchrono::config
