#include "pcp/driving/internal/config_reader.hpp"

#include <memory>
#include <stdexcept>

namespace synchrono::pcp::internal {

void object_to(const std::string& key, const std::string& why) {
    throw std::runtime_error("config: key '" + key + "': " + why);
}

Json::Value read_object(const char* text) {
    Json::CharReaderBuilder builder;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    const std::string json(text);
    Json::Value root;
    std::string errors;
    if (!reader->parse(json.data(), json.data() + json.size(), &root, &errors) || !root.isObject())
        throw std::runtime_error("config: expected a JSON object " + errors);
    return root;
}

void known_keys(const Json::Value& object, const std::string& prefix, const std::set<std::string>& known) {
    for (const std::string& key : object.getMemberNames())
        if (!known.contains(key)) object_to(prefix + key, "unknown");
}

double number(const Json::Value& root, const std::string& key, double low, double high,
              std::optional<double> otherwise) {
    const Json::Value& value = root[key];
    if (value.isNull() && otherwise) return *otherwise;
    if (!value.isNumeric()) object_to(key, "expected a number");
    const double n = value.asDouble();
    // Written so that NaN, for which every comparison is false, is refused.
    if (!(n >= low && n <= high))
        object_to(key, "expected " + std::to_string(low) + " to " + std::to_string(high));
    return n;
}

bool flag(const Json::Value& root, const std::string& prefix, const std::string& key, bool otherwise) {
    const Json::Value& value = root[key];
    if (value.isNull()) return otherwise;
    if (!value.isBool()) object_to(prefix + key, "expected true or false");
    return value.asBool();
}

}  // namespace synchrono::pcp::internal
