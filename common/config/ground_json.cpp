#include "common/config/internal/ground_json.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/config/internal/data_file.hpp"
#include "common/config/internal/scenario_map.hpp"
#include "common/geo/ascii_grid.hpp"

namespace synchrono::config {
namespace {

constexpr Words<Ground::Kind, 4> kKinds{{{"plane", Ground::Kind::plane},
                                         {"map", Ground::Kind::map},
                                         {"heights", Ground::Kind::heights},
                                         {"soil", Ground::Kind::soil}}};

/// Reads the object with the whole text, as a resolved scenario has it.
bool read_whole(const JsonNode& node, HeightsText& heights) {
    JsonObject object(node);
    const auto name = object.find("name", Need::required), grid = object.find("grid", Need::required);
    object.finish();
    if (!name || !name->read_name(heights.name) || !grid) return false;
    if (!grid->value().isString()) return grid->problem("expected a string");
    heights.grid = grid->value().asString();  // not by read(), since it has line breaks
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

Json::Value heights_to_json(const HeightsText& heights) {
    Json::Value json(Json::objectValue);
    json["name"] = heights.name;
    json["grid"] = heights.grid;
    return json;
}

template <typename Form>
void describe_soil(Form& form, Soil& soil) {
    form.number("bekker_k_phi", soil.bekker_k_phi, {1e3, 1e10}, Need::optional);
    form.number("bekker_k_c", soil.bekker_k_c, {0, 1e8}, Need::optional);
    form.number("bekker_n", soil.bekker_n, {0.1, 3}, Need::optional);
    form.number("cohesion_pa", soil.cohesion_pa, {0, 1e7}, Need::optional);
    form.number("friction_angle_deg", soil.friction_angle_deg, {0, 60}, Need::optional);
    form.number("janosi_shear_m", soil.janosi_shear_m, {1e-4, 1}, Need::optional);
    form.number("elastic_stiffness_pa_m", soil.elastic_stiffness_pa_m, {1e4, 1e12}, Need::optional);
    form.number("damping_pa_s_m", soil.damping_pa_s_m, {0, 1e8}, Need::optional);
    form.number("mesh_m", soil.mesh_m, {0.01, 1}, Need::optional);
    if constexpr (Form::kReads) {
        if (soil.elastic_stiffness_pa_m > soil.bekker_k_phi) return;
        form.node().problem_at(
            "elastic_stiffness_pa_m",
            fmt::format("expected more than \"bekker_k_phi\", which is {}", soil.bekker_k_phi));
    }
}

void check_vehicles(const JsonNode& kind, const std::vector<AgentSpec>& vehicles) {
    const auto other = std::find_if(vehicles.begin(), vehicles.end(),
                                    [](const AgentSpec& agent) { return agent.engine != kChronoEngine; });
    if (other == vehicles.end()) return;
    kind.problem(fmt::format("only Chrono's vehicles sink into soil, and '{}' has the engine '{}'",
                             other->name, other->engine));
}

template <typename Form>
void describe_ground(Form& form, Ground& ground, bool has_map, const std::vector<AgentSpec>& vehicles) {
    if (!form.kind("kind", ground.kind, kKinds, Need::optional)) return;
    const auto kind = form.given("kind");
    if (kind && ground.kind == Ground::Kind::map && !has_map) kind->problem(kNoMap);
    if (ground.kind == Ground::Kind::soil) {
        describe_soil(form, ground.soil);
        if (kind) check_vehicles(*kind, vehicles);
        return;
    }
    form.number("friction", ground.friction, {0.01, 2}, Need::optional);
    if (ground.kind != Ground::Kind::heights) return;
    form.own(
        "file", [&](const JsonNode& node) { read_heights(node, ground.heights); },
        [&] { return std::optional(heights_to_json(ground.heights)); }, Need::required);
}

}  // namespace

void describe(FormReader& form, Ground& ground, const bool& has_map, const std::vector<AgentSpec>& vehicles) {
    describe_ground(form, ground, has_map, vehicles);
}
void describe(FormWriter& form, Ground& ground, const bool& has_map, const std::vector<AgentSpec>& vehicles) {
    describe_ground(form, ground, has_map, vehicles);
}

}  // namespace synchrono::config
