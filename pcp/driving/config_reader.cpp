#include "pcp/driving/internal/config_reader.hpp"

#include <memory>
#include <stdexcept>

namespace synchrono::pcp::driving::internal {

void refuse_key(const std::string& key, const std::string& why) {
    throw std::runtime_error("config: key '" + key + "': " + why);
}

Json::Value read_object(const char* text) {
    Json::CharReaderBuilder builder;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    const std::string json(text);
    Json::Value root;
    std::string errors;
    if (!reader->parse(json.data(), json.data() + json.size(), &root, &errors) || !root.isObject())
        throw std::runtime_error("config: expected a JSON object" + (errors.empty() ? "" : ": " + errors));
    return root;
}

void require_known_keys(const Json::Value& object, const std::string& prefix,
                        const std::set<std::string>& known) {
    for (const std::string& key : object.getMemberNames()) {
        if (known.contains(key)) continue;
        std::string names;
        for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
        refuse_key(prefix + key, "unknown; known here: " + names);
    }
}

double number(const Json::Value& root, const std::string& key, double low, double high,
              std::optional<double> otherwise) {
    const Json::Value& value = root[key];
    if (value.isNull() && otherwise) return *otherwise;
    if (!value.isNumeric()) refuse_key(key, "expected a number");
    const double n = value.asDouble();
    // This form refuses NaN as well, because every comparison with NaN is false.
    if (!(n >= low && n <= high))
        refuse_key(key, "expected " + std::to_string(low) + " to " + std::to_string(high));
    return n;
}

bool flag(const Json::Value& root, const std::string& prefix, const std::string& key, bool otherwise) {
    const Json::Value& value = root[key];
    if (value.isNull()) return otherwise;
    if (!value.isBool()) refuse_key(prefix + key, "expected true or false");
    return value.asBool();
}

}  // namespace synchrono::pcp::driving::internal
