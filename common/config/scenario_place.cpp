// Finds where a scenario's file describes an agent, for problems that only a program of the run can find.
#include <algorithm>
#include <fmt/format.h>

#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/overlay.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

namespace {

/// Returns the entry of "agents" that holds the agent; a group counts as all of its agents. Returns nothing
/// for an element, since the loader finds all problems of elements.
std::optional<JsonNode> entry_of(const JsonText& json, AgentId agent) {
    const JsonNode root(json);
    const Json::Value* agents = root.value().isObject() ? &root.value()["agents"] : nullptr;
    if (agents == nullptr || !agents->isArray()) return std::nullopt;
    const JsonNode list = root.child("agents", *agents);
    std::uint64_t first = 0;
    for (Json::ArrayIndex i = 0; i < agents->size(); ++i) {
        const Json::Value& entry = (*agents)[i];
        const Json::Value count = entry.isObject() ? entry.get("count", 1) : Json::Value(1);
        first += count.isUInt64() ? count.asUInt64() : 1;
        if (agent.value < first) return list.element(i);
    }
    return std::nullopt;
}

}  // namespace

std::string agent_problem(const std::filesystem::path& file, const Overrides& overrides, AgentId agent,
                          std::string_view key, std::string_view what) {
    Diagnostics diagnostics;
    const auto text = read_text_file(file);
    if (const auto json = text ? read_layers(*text, file, overrides.settings, diagnostics) : nullptr) {
        if (auto node = diagnostics.empty() ? entry_of(*json, agent) : std::nullopt) {
            while (!key.empty()) {
                const std::size_t dot = std::min(key.find('.'), key.size());
                const std::string_view part = key.substr(0, dot);
                const Json::Value& value = node->value();
                const Json::Value* member =
                    value.isObject() ? value.find(part.data(), part.data() + part.size()) : nullptr;
                // A problem of a missing key names the line of the object in which the key is missing.
                node = node->child(part, member != nullptr ? *member : value);
                key.remove_prefix(std::min(dot + 1, key.size()));
            }
            node->problem(what);
            return diagnostics.error().text;
        }
    }
    return fmt::format("{}: agent {}: {}", file.string(), agent.value, what);
}

}  // namespace synchrono::config
