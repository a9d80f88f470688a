/// Finds the files of vehicles, sensors, intersections and the like that a scenario names.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// A kind of data that lies in files.
struct DataKind {
    const char* kind;            // the word for it in errors: "vehicle"
    const char* folder;          // of the files, beside the folder of scenarios
    const char* file = nullptr;  // file name within a folder NAME; null: the file is NAME.json
};

/// Returns the path of the file that `text` means. A text that looks like a file name is relative to the file
/// in which `node` is written. Any other text is a name, NAME or FOLDER/NAME. Its file is searched for in the
/// kind's folder, which may be in three places: beside the folder of the scenario file, beside the folders of
/// the files that the scenario file overlays, and among the installed data. If no file is found, returns
/// nothing and adds a problem. The problem lists the known names, among them those in `own`.
std::optional<std::filesystem::path> find_data_file(const JsonNode& node, const std::string& text,
                                                    DataKind kind, const std::set<std::string>& own = {});

/// Returns the first of the places at which a file exists; nothing, with a problem like that of
/// find_data_file(), if there is none.
std::optional<std::filesystem::path> first_existing(const JsonNode& node, const std::string& text,
                                                    const char* kind,
                                                    const std::vector<std::filesystem::path>& places,
                                                    const std::set<std::string>& own = {});

/// Returns a key that is equal for texts that mean the same: a name itself, or the absolute path of a file.
std::string data_file_key(const JsonNode& node, const std::string& text);

/// Returns whether the text looks like a file name: it contains a '/', or ends in ".json", ".xodr" or ".asc".
bool is_file_name(std::string_view text);

}  // namespace synchrono::config
