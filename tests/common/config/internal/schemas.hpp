/// The schemas that editors use, as tests compare them with what the loaders make of files.
#pragma once

#include <fstream>
#include <json/json.h>
#include <string>

namespace synchrono::config {

/// `file` is relative to the sources.
inline Json::Value schema(const std::string& file) {
    std::ifstream in(std::string(SYN_SOURCE_DIR "/") + file);
    Json::Value root;
    in >> root;
    return root;
}

/// What is told of an unknown key in an object of a scenario: the keys that the schema has there.
inline std::string known_here(const std::string& pointer) {
    std::string all;
    const Json::Value object = Json::Path(pointer).resolve(schema("scenarios/scenario.schema.json"));
    for (const std::string& key : object["properties"].getMemberNames())
        all += (all.empty() ? "" : ", ") + key;
    return "unknown; known here: " + all;
}

}  // namespace synchrono::config
