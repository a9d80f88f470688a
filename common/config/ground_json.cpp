#include "common/config/internal/ground_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "common/config/internal/data_file.hpp"
#include "common/config/internal/words.hpp"
#include "common/geo/ascii_grid.hpp"

namespace synchrono::config {
namespace {

constexpr std::pair<std::string_view, Ground::Kind> kKinds[] = {{"plane", Ground::Kind::plane},
                                                                {"map", Ground::Kind::map},
                                                                {"heights", Ground::Kind::heights},
                                                                {"soil", Ground::Kind::soil}};
constexpr Range kFriction{0.01, 2};

struct SoilNumber {
    const char* key;
    double Soil::*value;
    Range range;
};
constexpr SoilNumber kSoilNumbers[] = {
    {"bekker_k_phi", &Soil::bekker_k_phi, {1e3, 1e10}},
    {"bekker_k_c", &Soil::bekker_k_c, {0, 1e8}},
    {"bekker_n", &Soil::bekker_n, {0.1, 3}},
    {"cohesion_pa", &Soil::cohesion_pa, {0, 1e7}},
    {"friction_angle_deg", &Soil::friction_angle_deg, {0, 60}},
    {"janosi_shear_m", &Soil::janosi_shear_m, {1e-4, 1}},
    {"elastic_stiffness_pa_m", &Soil::elastic_stiffness_pa_m, {1e4, 1e12}},
    {"damping_pa_s_m", &Soil::damping_pa_s_m, {0, 1e8}},
    {"mesh_m", &Soil::mesh_m, {0.01, 1}},
};

void read_soil(JsonObject& object, Soil& soil) {
    std::optional<JsonNode> stiffness;
    for (const SoilNumber& number : kSoilNumbers) {
        auto node = object.find(number.key);
        if (node) node->read_number(number.range, soil.*number.value);
        if (number.value == &Soil::elastic_stiffness_pa_m) stiffness = std::move(node);
    }
    if (soil.elastic_stiffness_pa_m > soil.bekker_k_phi) return;
    const std::string what =
        fmt::format("expected more than \"bekker_k_phi\", which is {}", soil.bekker_k_phi);
    if (stiffness) {
        stiffness->problem(what);
    } else {
        object.node().problem_at("elastic_stiffness_pa_m", what);
    }
}

/// In a resolved scenario: the text itself.
bool read_whole(const JsonNode& node, HeightsText& heights) {
    JsonObject object(node);
    const auto name = object.find("name", Need::required), grid = object.find("grid", Need::required);
    object.finish();
    if (!name || !name->read_name(heights.name) || !grid) return false;
    if (!grid->value().isString()) return grid->problem("expected a string");
    heights.grid = grid->value().asString();  // of many lines
    return true;
}

bool read_file(const JsonNode& node, HeightsText& heights) {
    std::string text;
    if (!node.read(text)) return false;
    const auto file =
        find_data_file(node, text, {.kind = "height grid", .folder = "maps", .file = "heights.asc"});
    if (!file) return false;
    auto grid = read_text_file(*file);
    if (!grid) return node.problem(grid.error().text);
    heights.name = file->stem().string();
    if (const std::string wrong = check_name(heights.name); !wrong.empty())
        return node.problem(
            fmt::format("{}: a height grid's name is that of its file: {}", file->string(), wrong));
    heights.grid = std::move(*grid);
    return true;
}

void read_heights(const JsonNode& node, HeightsText& heights) {
    HeightsText read;
    if (!(node.value().isObject() ? read_whole(node, read) : read_file(node, read))) return;
    if (const auto field = geo::read_ascii_grid(read.grid, read.name + ".asc"); !field) {
        node.problem(fmt::format("height grid '{}': {}", read.name, field.error().text));
        return;
    }
    heights = std::move(read);
}

}  // namespace

Ground read_ground_object(const JsonNode& node, bool has_map, const std::vector<AgentSpec>& vehicles) {
    Ground ground;
    JsonObject object(node);
    const auto kind = object.find("kind");
    if (kind && !read_word(*kind, kKinds, ground.kind)) return ground;  // the other keys are its
    if (ground.kind == Ground::Kind::map && !has_map) kind->problem("the scenario has no \"map\"");
    if (ground.kind == Ground::Kind::soil) {
        read_soil(object, ground.soil);
        const auto other = std::find_if(vehicles.begin(), vehicles.end(),
                                        [](const AgentSpec& agent) { return agent.engine != kChronoEngine; });
        if (other != vehicles.end()) {
            kind->problem(fmt::format("only Chrono's vehicles sink into soil, and '{}' has the engine '{}'",
                                      other->name, other->engine));
        }
    } else if (auto friction = object.find("friction")) {
        friction->read_number(kFriction, ground.friction);
    }
    if (ground.kind == Ground::Kind::heights) {
        if (auto file = object.find("file", Need::required)) read_heights(*file, ground.heights);
    }
    object.finish();
    return ground;
}

Json::Value ground_to_json(const Ground& ground) {
    Json::Value json(Json::objectValue);
    json["kind"] = word_for(kKinds, ground.kind);
    if (ground.kind == Ground::Kind::soil) {
        for (const SoilNumber& number : kSoilNumbers) json[number.key] = ground.soil.*number.value;
    } else {
        json["friction"] = ground.friction;
    }
    if (ground.kind == Ground::Kind::heights) {
        json["file"]["name"] = ground.heights.name;
        json["file"]["grid"] = ground.heights.grid;
    }
    return json;
}

}  // namespace synchrono::config
