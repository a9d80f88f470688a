/// Finds the files of vehicles, sensors, intersections and the like that a scenario names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// A kind of data that lies in files.
struct DataKind {
    const char* kind;            // the word for it in messages: "vehicle"
    const char* folder;          // of its files, beside the folder of scenarios
    const char* file = nullptr;  // file name within a folder NAME; null: the file is NAME.json
};

/// Returns the file that `text` means. A text that looks like a file name is relative to the file in which
/// `node` is written. Any other text is a name, NAME or FOLDER/NAME: its file is searched in the kind's
/// folder beside the folder of the scenario, beside those of the files of which it is an overlay, and among
/// the installed data. Returns nothing, with a problem, if no file is found.
std::optional<std::filesystem::path> find_data_file(const JsonNode& node, const std::string& text,
                                                    DataKind kind);

/// Returns the first of the places that exists; nothing, with a problem, if none does.
std::optional<std::filesystem::path> first_there(const JsonNode& node, const std::string& text,
                                                 const char* kind,
                                                 const std::vector<std::filesystem::path>& places);

/// Returns a key that is equal for texts that mean the same: a name itself, or the absolute path of a file.
std::string data_file_key(const JsonNode& node, const std::string& text);

/// Returns whether the text looks like a file name: it has a '/', or ends in ".json", ".xodr" or ".asc".
bool is_file_name(std::string_view text);

}  // namespace synchrono::config
