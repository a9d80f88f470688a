/// Functions that read a pilot's configuration from JSON. They throw std::runtime_error, which says what is
/// wrong, if the configuration is not valid.
#pragma once

#include <json/json.h>
#include <optional>
#include <set>
#include <string>

namespace synchrono::pcp::driving::internal {

/// Throws std::runtime_error with the text "config: key '...': why". The functions below throw the same type.
[[noreturn]] void refuse_key(const std::string& key, const std::string& why);

/// Returns the JSON object that `text` holds.
Json::Value read_object(const char* text);

/// Throws if `object` has a key that is not in `known`. `prefix` stands before the key in the error's text.
void require_known_keys(const Json::Value& object, const std::string& prefix,
                        const std::set<std::string>& known);

/// Returns the number at `key`; throws unless it is from `low` to `high`. The key may be absent if
/// `otherwise` has a value, which is then returned.
double number(const Json::Value& root, const std::string& key, double low, double high,
              std::optional<double> otherwise = {});

/// Returns the boolean at `key`, or `otherwise` if the key is absent. `prefix` stands before the key in the
/// text of an error.
bool flag(const Json::Value& root, const std::string& prefix, const std::string& key, bool otherwise);

}  // namespace synchrono::pcp::driving::internal
