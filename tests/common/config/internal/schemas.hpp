/// Reads the schemas that editors use, so that tests can compare them with what the loaders accept.
#pragma once

#include <fstream>
#include <json/json.h>
#include <string>

namespace synchrono::config {

/// Returns a schema. `file` is relative to the root of the sources.
inline Json::Value schema(const std::string& file) {
    std::ifstream in(std::string(SYN_SOURCE_DIR "/") + file);
    Json::Value root;
    in >> root;
    return root;
}

/// Returns the part of the error about an unknown key that lists the known keys. These are the keys that the
/// schema of scenarios has at `pointer`.
inline std::string known_here(const std::string& pointer, const std::string& meant = "") {
    std::string all;
    const Json::Value object = Json::Path(pointer).resolve(schema("scenarios/scenario.schema.json"));
    for (const std::string& key : object["properties"].getMemberNames())
        all += (all.empty() ? "" : ", ") + key;
    return (meant.empty() ? "unknown; known here: " : "unknown; did you mean '" + meant + "'? Known here: ") +
           all;
}

}  // namespace synchrono::config
