#include "tests/world/fleet_scenario.hpp"

#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::testing {
namespace {

/// Returns an intersection of two roads whose lights change every few heartbeats. If `actuated`, the
/// detectors lie where the agents start.
config::Intersection lights(bool actuated) {
    const std::string head = R"({"id": 7, "position": [10, 0, 0], "lane_width_m": 4, "lanes": [
        {"id": 1, "direction": "ingress", "points": [[0, 0], [30, 0]], "connections": [{"to": 3, "signal_group": 2}]},
        {"id": 2, "direction": "ingress", "points": [[0, 9], [30, 9]], "connections": [{"to": 3, "signal_group": 4}]},
        {"id": 3, "direction": "egress", "points": [[0, -9], [30, -9]]},
        {"id": 4, "direction": "both", "use": "crosswalk", "points": [[-5, 3], [-5, 9]],
         "connections": [{"to": 5, "signal_group": 12}]},
        {"id": 5, "direction": "both", "use": "sidewalk", "points": [[-5, 10], [-5, 20]]}],
        "signals": {"groups": [2, 4, 12], "conflicts": [[2, 4], [2, 12]], )";
    const std::string fixed = R"("fixed": {"cycle_s": 0.2, "phases": [
        {"green_s": 0.062, "yellow_s": 0.03, "all_red_s": 0.008, "protected": [2]},
        {"green_s": 0.063, "yellow_s": 0.03, "all_red_s": 0.007, "protected": [4],
         "pedestrian": {"groups": [12], "walk_s": 0.03, "clearance_s": 0.02}}]}}})";
    const std::string by_traffic = R"("actuated": {"phases": [
        {"id": 2, "ring": 1, "side": 1, "protected": [2], "min_green_s": 1, "max_green_s": 1, "passage_s": 0.013,
         "yellow_s": 0.031, "all_red_s": 0.011, "detectors": [{"points": [[0, -2], [12.5, -2], [12.5, 2], [0, 2]]}]},
        {"id": 4, "ring": 1, "side": 2, "protected": [4], "min_green_s": 1, "max_green_s": 1, "passage_s": 0.013,
         "yellow_s": 0.031, "all_red_s": 0.011, "recall": "min",
         "pedestrian": {"groups": [12], "walk_s": 0.5, "clearance_s": 0.3},
         "detectors": [{"points": [[23, -2], [25, -2], [25, 2], [23, 2]]}]}]}}})";
    auto read = config::read_intersection(head + (actuated ? by_traffic : fixed), "lights.json");
    SYN_REQUIRE(read.has_value());
    if (actuated) read->id = 8;
    return *read;
}

void add_elements(config::Scenario& s) {
    const auto add = [&s](const char* name, config::Element element, geo::Vec3 position) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(s.agents.size())};
        agent.name = name;
        agent.engine = config::kWorldEngine;
        agent.position = position;
        agent.period = s.heartbeat;
        agent.radio = false;
        agent.element = std::move(element);
        s.agents.push_back(agent);
        return agent.id;
    };
    s.intersections["fixed"] = lights(false);
    s.intersections["actuated"] = lights(true);
    const AgentId fixed = add("fixed_lights", config::SignalsElement{"fixed"}, {10, 0, 0});
    add("actuated_lights", config::SignalsElement{"actuated"}, {10, 0, 0});
    config::PedestrianElement walker;
    walker.points = {{-5, 2}, {-5, 2.1}, {-5, 9}};
    walker.waits = {{1, fixed, 12}};
    walker.repeat = config::PedestrianElement::Repeat::back;
    add("walker", walker, {-5, 2, 0});
    add("cone", config::BodyElement::of("cone"), {14.9, 0.2, 0});
    add("ball", config::BodyElement::of("ball"), {15.3, 0.1, 0});
}

/// Adds a sensor of every kind to every vehicle, with the errors that its kind can have.
void add_sensors(config::Scenario& s) {
    const char* const texts[] = {
        R"({"kind": "gps", "rate_hz": 50, "delay_ms": 12, "dropout_every_s": 0.1, "dropout_s": 0.03})",
        R"({"kind": "imu", "rate_hz": 500, "delay_ms": 1, "accelerometer": {"noise_ug_rt_hz": 100},
            "gyroscope": {"noise_deg_rt_h": 0.2, "bias_instability_deg_h": 5}})",
        R"({"kind": "wheel_speed", "rate_hz": 200, "noise_sigma_rad_s": 0.1, "ticks_per_turn": 96})",
        R"({"kind": "steering", "rate_hz": 100, "noise_sigma_deg": 0.1})",
        R"({"kind": "state", "rate_hz": 200})",
        R"({"kind": "lidar", "rate_hz": 40, "delay_ms": 7, "elevations_deg": [2, 0, -4, -10], "columns": 60,
            "dropout_probability": 0.1})",
        R"({"kind": "radar", "rate_hz": 40, "miss_probability": 0.1, "false_per_scan": 0.5})",
        R"({"kind": "camera", "rate_hz": 40, "delay_ms": 20, "width": 32, "height": 18, "depth": true, "classes": true,
            "samples": 2})",
        R"({"kind": "objects", "rate_hz": 100, "miss_probability": 0.1, "false_per_scan": 0.2, "position_sigma_m": 0.3})"};
    for (const char* const text : texts) {
        const auto sensor = config::read_sensor(text, "s.json");
        SYN_REQUIRE(sensor.has_value());
        const std::string name(sensor->kind());
        s.sensors[name] = *sensor;
        for (config::AgentSpec& agent : s.agents) {
            if (!agent.element)
                agent.sensors.push_back({.name = name, .sensor = name, .position = {0, 0, 1.6}});
        }
    }
}

void add_vehicles(config::Scenario& s, const FleetSetup& setup) {
    s.vehicles["sedan"] = sedan();
    const std::size_t agents = setup.clients * setup.agents_per_client;
    for (std::size_t i = 0; i < agents; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(i)};
        agent.name = fmt::format("cart{}", i);
        agent.vehicle = "sedan";
        agent.position = {12.0 * static_cast<double>(i), 0, 0};
        agent.speed_m_s = 5;
        agent.period = s.heartbeat * setup.periods[i % setup.periods.size()];
        agent.pilot_period = s.heartbeat * setup.pilot_period;
        if (i + 1 == agents) agent.enter = Tick{setup.last_enters_at}.at(s.heartbeat);
        s.agents.push_back(agent);
    }
}

/// Adds a radio. Requires that all agents have been added, because the numbers of road-side units follow
/// those of agents.
void add_radio(config::Scenario& s, const FleetSetup& setup) {
    s.radio.emplace();
    config::RadioChannel& channel = s.radio->channels[config::Medium::dsrc];
    channel.model = config::RadioChannel::Model::fading;
    channel.power_dbm = -5;  // so weak that distance matters within the fleet
    channel.carrier_sense.emplace();
    s.radio->basic_safety->period = s.heartbeat * 3;
    s.radio->exchange = s.heartbeat * setup.radio_exchange;
    if (setup.sensors) s.radio->basic_safety->state = config::BasicSafety::State::sensed;
    if (setup.element_clients > 0) {
        const auto number = static_cast<std::uint32_t>(s.agents.size());
        s.radio->road_side_units = {{AgentId{number}, "fixed_unit", {0, 5, 3}, "fixed"},
                                    {AgentId{number + 1}, "actuated_unit", {0, 5, 3}, "actuated"}};
    }
}

}  // namespace

config::Scenario make_fleet_scenario(const FleetSetup& setup) {
    config::Scenario s;
    s.name = "fleet";
    s.duration = s.heartbeat * setup.heartbeats;
    s.seed = setup.scenario_seed;
    s.gate = setup.gate;
    s.interest = setup.interest;
    s.silence_limit = setup.silence_limit;
    s.start_limit = WallDuration::seconds(20);
    s.server_limit = WallDuration::seconds(2);
    add_vehicles(s, setup);
    if (setup.element_clients > 0) add_elements(s);
    if (setup.sensors) add_sensors(s);
    if (setup.radio) add_radio(s, setup);
    if (setup.change) setup.change(s);
    return s;
}

std::vector<std::vector<AgentId>> divide_agents(const config::Scenario& scenario, const FleetSetup& setup) {
    std::vector<std::vector<AgentId>> clients(setup.clients + setup.element_clients);
    for (const auto& agent : scenario.agents) {
        const std::size_t i = agent.id.value, vehicles = scenario.vehicle_count();
        const std::size_t client = i < vehicles ? i / setup.agents_per_client
                                                : setup.clients + (i - vehicles) % setup.element_clients;
        clients[client].push_back(agent.id);
    }
    return clients;
}

}  // namespace synchrono::testing
