#include "comm_server/faults/alter.hpp"

#include <algorithm>
#include <charconv>
#include <json/json.h>
#include <memory>
#include <string_view>

#include "common/j2735/codec.hpp"

namespace synchrono::comm_server::faults {

namespace {

bool read_json(const std::string& text, Json::Value& value) {
    Json::CharReaderBuilder builder;
    builder["strictRoot"] = false;  // accepts a value by itself: 3, "text", true
    builder["allowSpecialFloats"] = false;
    builder["failIfExtra"] = true;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    return reader->parse(text.data(), text.data() + text.size(), &value, nullptr);
}

/// Returns the member or element of `from` that the first step of `path` names, and removes that step from
/// `path`. Returns null if there is none. A step is a name, or a number in brackets.
Json::Value* step(Json::Value& from, std::string_view& path) {
    if (path.starts_with('[')) {
        unsigned index = 0;
        const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
        const auto used = static_cast<std::size_t>(end - path.data());
        if (error != std::errc{} || used >= path.size() || path[used] != ']') return nullptr;
        path.remove_prefix(used + 1);
        return from.isArray() && index < from.size() ? &from[index] : nullptr;
    }
    if (path.starts_with('.')) path.remove_prefix(1);
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    path.remove_prefix(name.size());
    if (name.empty() || !from.isObject() || !from.isMember(std::string(name))) return nullptr;
    return &from[std::string(name)];
}

/// Gives the fields that `path` leads to a value. The step "[*]" leads to every element of an array. Returns
/// false if one of the fields does not exist.
bool set_fields(Json::Value& from, std::string_view path, const Json::Value& wanted) {
    constexpr std::string_view kEach = "[*]";
    if (path.empty()) {
        from = wanted;
        return true;
    }
    if (path.starts_with(kEach)) {
        path.remove_prefix(kEach.size());
        return from.isArray() && !from.empty() &&
               std::all_of(from.begin(), from.end(),
                           [&](Json::Value& element) { return set_fields(element, path, wanted); });
    }
    Json::Value* const next = step(from, path);
    return next != nullptr && set_fields(*next, path, wanted);
}

}  // namespace

std::uint16_t message_type(ByteView payload) {
    if (payload.size() < 2) return 0;
    return static_cast<std::uint16_t>((std::to_integer<unsigned>(payload[0]) & 0x7fU) << 8 |
                                      std::to_integer<unsigned>(payload[1]));
}

bool alter_field(ByteView payload, const std::string& path, const std::string& value, Bytes& out) {
    const auto frame = j2735::decode(payload);
    if (!frame) return false;
    try {
        Json::Value json, wanted;
        if (!read_json(j2735::to_json(*frame), json) || !read_json(value, wanted)) return false;
        Json::Value* const at = json.isObject() && json.isMember("value") ? &json["value"] : nullptr;
        if (!at || !at->isObject() || at->size() != 1) return false;
        if (path.empty() || !set_fields(*at->begin(), path, wanted)) return false;
        Json::StreamWriterBuilder builder;
        builder["indentation"] = "";
        const auto changed = j2735::from_json(Json::writeString(builder, json));
        return changed && j2735::encode(*changed, out).has_value();
    } catch (const Json::Exception&) {
        return false;
    }
}

}  // namespace synchrono::comm_server::faults
