/// Reads a pilot's configuration: each key once, with what is wrong in one line.
#pragma once

#include <json/json.h>
#include <optional>
#include <set>
#include <string>

namespace synchrono::pcp::internal {

/// Throws std::runtime_error, as do the others: "config: key '...': why".
[[noreturn]] void object_to(const std::string& key, const std::string& why);

/// The object in `text`.
Json::Value read_object(const char* text);

void known_keys(const Json::Value& object, const std::string& prefix, const std::set<std::string>& known);

/// Within `low` to `high`; the key may lack where there is an `otherwise`.
double number(const Json::Value& root, const std::string& key, double low, double high,
              std::optional<double> otherwise = {});

bool flag(const Json::Value& root, const std::string& prefix, const std::string& key, bool otherwise);

}  // namespace synchrono::pcp::internal
