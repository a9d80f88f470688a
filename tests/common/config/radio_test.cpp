// Proves how the radio of a scenario is read: every key and its default, and the numbers of units and ghosts.
// A resolved file reads back equal.
#include "common/config/radio.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

const std::string kCorner =
    R"({"id": 7, "position": [1, 2, 0], "lane_width_m": 3,
        "lanes": [{"id": 1, "direction": "ingress", "points": [[0, -10], [0, -60]]}]})";

const std::string kCornerExtra = "\"intersections\": {\"c\": " + kCorner + "},";

Scenario read(const std::string& radio, ScenarioText text = {}) {
    text.extra = "\"radio\": " + radio + "," + text.extra;
    auto scenario = read_scenario(text.text(), "d/s.json");
    EXPECT_TRUE(scenario) << scenario.error().text;
    return scenario.value();
}

RadioChannel channel(const std::string& object) {
    return read("{\"channels\": {\"dsrc\": " + object + "}}").radio->channels.at(Medium::dsrc);
}

/// Returns the fault of a scenario with agents "a" and "b" and a road-side unit "r".
RadioFault fault(const std::string& object) {
    const Scenario s = read(
        R"({"channels": {"dsrc": {"model": "ideal"}},
                                "road_side_units": [{"name": "r", "intersection": "c", "position": [0, 0, 5]}],
                                "faults": [)" +
            object + "]}",
        {.extra = kCornerExtra, .agents = R"({"name": "a", "vehicle": "v", "place": {"position": [0, 0, 0]}},
                                          {"name": "b", "vehicle": "v", "place": {"position": [9, 0, 0]}})"});
    return s.radio->faults.back();
}

SimTime at_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }

TEST(ReadRadio, GivesNoRadioByDefault) {
    const Scenario s = read_scenario(ScenarioText{}.text(), "s.json").value();
    EXPECT_FALSE(s.radio);
    EXPECT_TRUE(s.agents[0].radio);
    EXPECT_EQ(s.origin, geo::Geodetic{});
    // An agent may be declared to have no radio although the scenario has none at all.
    const Scenario none =
        read_scenario(ScenarioText{.agent = R"("radio": false, )"}.text(), "s.json").value();
    EXPECT_FALSE(none.agents[0].radio);
    EXPECT_EQ(read_scenario(to_json(none), "s.json").value(), none);
}

TEST(ReadRadio, FillsInTheDefaults) {
    const Radio radio = *read(R"({"channels": {"dsrc": {"model": "ideal"}}})").radio;
    Radio expected;
    expected.exchange = SimDuration::milliseconds(5);  // one heartbeat
    expected.channels[Medium::dsrc] = {};
    EXPECT_EQ(radio, expected);
    ASSERT_TRUE(radio.basic_safety);
    EXPECT_EQ(radio.basic_safety->period, SimDuration::milliseconds(100));
    EXPECT_EQ(radio.basic_safety->state, BasicSafety::State::truth);
    RadioChannel plain;
    plain.model = RadioChannel::Model::range;
    EXPECT_EQ(channel(R"({"model": "range"})"), plain);
    plain.model = RadioChannel::Model::fading;
    EXPECT_EQ(channel(R"({"model": "fading"})"), plain);
    EXPECT_EQ(channel(R"({"model": "fading", "carrier_sense": {}})").carrier_sense, CarrierSense{});
}

TEST(ReadRadio, ReadsTheOriginAndAgentsWithoutARadio) {
    const Scenario s = read(R"({"channels": {"dsrc": {"model": "ideal"}}})",
                            {.extra = R"("origin": {"latitude_deg": 43.5, "longitude_deg": -89.25,
                                        "elevation_m": 266.5},)",
                             .agent = R"("radio": false, )"});
    EXPECT_EQ(s.origin.latitude_deg, 43.5);
    EXPECT_EQ(s.origin.longitude_deg, -89.25);
    EXPECT_EQ(s.origin.elevation_m, 266.5);
    EXPECT_FALSE(s.agents[0].radio);
}

TEST(ReadRadio, ReadsEveryKeyOfAChannel) {
    EXPECT_EQ(channel(R"({"model": "ideal", "latency_ms": 2.5})").latency, SimDuration::microseconds(2500));

    const RadioChannel range =
        channel(R"({"model": "range", "range_m": 123.5, "line_of_sight": true, "latency_ms": 0.000001})");
    EXPECT_EQ(range.model, RadioChannel::Model::range);
    EXPECT_EQ(range.range_m, 123.5);
    EXPECT_TRUE(range.line_of_sight);
    EXPECT_EQ(range.latency, SimDuration::nanoseconds(1));

    const RadioChannel fading = channel(R"({"model": "fading", "power_dbm": 23, "antenna_gain_db": 2.5,
        "antenna_height_m": 2, "frequency_hz": 5.9e9, "bit_rate_bit_s": 4.5e6, "noise_dbm": -95,
        "path_loss": "log_distance", "path_loss_exponent": 2.7, "nakagami": [[0, 4], [80, 0.5]],
        "carrier_sense": {"threshold_dbm": -80, "contention_slots": 0, "aifs_slots": 6, "queue": 1}})");
    EXPECT_EQ(fading.model, RadioChannel::Model::fading);
    EXPECT_EQ(fading.power_dbm, 23);
    EXPECT_EQ(fading.antenna_gain_db, 2.5);
    EXPECT_EQ(fading.antenna_height_m, 2);
    EXPECT_EQ(fading.frequency_hz, 5.9e9);
    EXPECT_EQ(fading.bit_rate_bit_s, 4.5e6);
    EXPECT_EQ(fading.noise_dbm, -95);
    EXPECT_EQ(fading.path_loss, (PathLoss{PathLoss::Kind::log_distance, 2.7}));
    EXPECT_EQ(fading.nakagami, (std::vector<NakagamiStep>{{0, 4}, {80, 0.5}}));
    EXPECT_EQ(fading.carrier_sense, (CarrierSense{-80, 0, 6, 1}));
}

TEST(ReadRadio, ReadsAChannelForEachMedium) {
    const Radio radio = *read(R"({"channels": {"light": {"model": "range"}, "dsrc": {"model": "fading"},
                                  "cv2x": {"model": "ideal"}}})")
                             .radio;
    EXPECT_EQ(radio.channels.size(), 3u);
    EXPECT_EQ(radio.channels.at(Medium::light).model, RadioChannel::Model::range);
    EXPECT_EQ(radio.channels.at(Medium::dsrc).model, RadioChannel::Model::fading);
    EXPECT_EQ(radio.channels.at(Medium::cv2x).model, RadioChannel::Model::ideal);
}

TEST(ReadRadio, ReadsEveryOtherKey) {
    const Radio radio = *read(R"({"channels": {"dsrc": {"model": "ideal"}},
        "basic_safety": {"period_ms": 200, "identity_period_s": 60.5},
        "buildings": [{"footprint": [[0, 0], [10, 0], [0, 10.5]], "wall_loss_db": 7, "inside_loss_db_m": 0}]})")
                             .radio;
    EXPECT_EQ(radio.basic_safety, (BasicSafety{.period = SimDuration::milliseconds(200),
                                               .identity_period = SimDuration::milliseconds(60'500)}));
    ASSERT_EQ(radio.buildings.size(), 1u);
    EXPECT_EQ(radio.buildings[0], (Building{{{0, 0}, {10, 0}, {0, 10.5}}, 7, 0}));
    EXPECT_FALSE(
        read(R"({"channels": {"dsrc": {"model": "ideal"}}, "basic_safety": false})").radio->basic_safety);
}

TEST(ReadRadio, AcceptsSensedStatesIfEveryRadioHasAGps) {
    const std::string radio =
        R"({"channels": {"dsrc": {"model": "ideal"}}, "basic_safety": {"state": "sensed"}})";
    const ScenarioText text{
        .extra = R"("sensors": {"fix": {"kind": "gps", "rate_hz": 10}},)",
        .agents = R"({"name": "a", "vehicle": "v", "sensors": ["fix"], "place": {"position": [0, 0, 0]}},
                                {"name": "b", "vehicle": "v", "radio": false, "place": {"position": [9, 0, 0]}})"};
    const Scenario scenario = read(radio, text);
    EXPECT_EQ(scenario.radio->basic_safety->state, BasicSafety::State::sensed);
    EXPECT_EQ(read_scenario(to_json(scenario), "/elsewhere/s.json").value(), scenario);
}

TEST(ReadRadio, NumbersRoadSideUnitsAndThenGhostsAfterTheAgents) {
    const Scenario s = read(R"({"channels": {"dsrc": {"model": "ideal"}, "light": {"model": "ideal"}},
        "faults": [{"kind": "loss"},
                   {"kind": "ghost", "name": "g", "position": [1, 2, 3], "delay_ms": 5, "senders": ["s", "a"]},
                   {"kind": "loss", "senders": ["g"], "receivers": ["r"]}],
        "road_side_units": [{"name": "r", "intersection": "c", "position": [4, 5, 6]},
                            {"name": "s", "intersection": "c", "position": [7, 8, 9], "medium": "light"}]})",
                            {.extra = kCornerExtra});
    const Radio& radio = *s.radio;
    ASSERT_EQ(radio.road_side_units.size(), 2u);
    EXPECT_EQ(radio.road_side_units[0], (RoadSideUnit{AgentId{1}, "r", {4, 5, 6}, "c", Medium::dsrc}));
    EXPECT_EQ(radio.road_side_units[1], (RoadSideUnit{AgentId{2}, "s", {7, 8, 9}, "c", Medium::light}));
    EXPECT_EQ(s.intersections.at("c").id, 7);
    EXPECT_EQ(s.intersections.at("c").name, "c");
    EXPECT_EQ(radio.faults[1].ghost, AgentId{3});
    EXPECT_EQ(radio.faults[1].name, "g");
    EXPECT_EQ(radio.faults[1].position, (geo::Vec3{1, 2, 3}));
    EXPECT_EQ(radio.faults[1].senders, (std::vector{AgentId{0}, AgentId{2}}));
    EXPECT_EQ(radio.faults[2].senders, std::vector{AgentId{3}});
    EXPECT_EQ(radio.faults[2].receivers, std::vector{AgentId{1}});
}

TEST(ReadRadio, ReadsEveryKeyOfAFault) {
    const RadioFault loss = fault(R"({"kind": "loss", "from_s": 0.25, "until_s": 0.5, "senders": ["b", "a"],
        "receivers": ["r"], "types": ["bsm", 200, "map", 20], "probability": 0.125})");
    RadioFault expected;
    expected.kind = RadioFault::Kind::loss;
    expected.from = at_ms(250);
    expected.until = at_ms(500);
    expected.senders = {AgentId{0}, AgentId{1}};
    expected.receivers = {AgentId{2}};
    expected.types = {18, 20, 200};
    expected.probability = 0.125;
    EXPECT_EQ(loss, expected);

    const RadioFault delay = fault(R"({"kind": "delay", "delay_ms": 12.5, "jitter_ms": 3})");
    EXPECT_EQ(delay.kind, RadioFault::Kind::delay);
    EXPECT_EQ(delay.delay, SimDuration::microseconds(12'500));
    EXPECT_EQ(delay.jitter, SimDuration::milliseconds(3));
    EXPECT_EQ(fault(R"({"kind": "duplicate", "delay_ms": 4})").delay, SimDuration::milliseconds(4));
    EXPECT_EQ(fault(R"({"kind": "duplicate"})").kind, RadioFault::Kind::duplicate);
    EXPECT_EQ(fault(R"({"kind": "corrupt", "bits": 9})").bits, 9u);
    EXPECT_EQ(fault(R"({"kind": "corrupt"})").bits, 1u);
    EXPECT_EQ(fault(R"({"kind": "silence", "senders": ["a"], "types": ["psm"]})").kind,
              RadioFault::Kind::silence);

    const RadioFault alter =
        fault(R"({"kind": "alter", "field": "coreData.accelSet", "value": {"long": 1, "lat": [null, "é"]}})");
    EXPECT_EQ(alter.field, "coreData.accelSet");
    EXPECT_EQ(alter.value, R"({"lat":[null,"é"],"long":1})");
    EXPECT_EQ(fault(R"({"kind": "alter", "field": "coreData.speed", "value": 0})").value, "0");
    EXPECT_EQ(fault(R"({"kind": "alter", "field": "x", "value": null})").value, "null");
}

TEST(ReadRadio, ReadsRepeatingGhostsAndGhostsWithCapturedMessages) {
    const RadioFault repeats = fault(R"({"kind": "ghost", "name": "g", "position": [0, 0, 0],
        "senders": ["r"], "types": ["spat"], "delay_ms": 1500, "jitter_ms": 10, "probability": 0.5})");
    EXPECT_EQ(repeats.senders, std::vector{AgentId{2}});
    EXPECT_EQ(repeats.types, std::vector<std::uint16_t>{19});
    EXPECT_EQ(repeats.delay, SimDuration::milliseconds(1500));
    EXPECT_EQ(repeats.jitter, SimDuration::milliseconds(10));
    EXPECT_EQ(repeats.probability, 0.5);
    EXPECT_TRUE(repeats.captured.empty());

    const RadioFault captured = fault(R"({"kind": "ghost", "name": "g", "position": [0, 0, 0],
        "captured": [{"at_s": 0.5, "hex": "00fF"}, {"at_s": 0.5, "hex": "14"}, {"at_s": 2, "hex": "a0"}]})");
    ASSERT_EQ(captured.captured.size(), 3u);
    EXPECT_EQ(captured.captured[0].at, at_ms(500));
    EXPECT_EQ(captured.captured[0].payload, (std::vector{std::byte{0}, std::byte{0xff}}));
    EXPECT_EQ(captured.captured[2].payload, std::vector{std::byte{0xa0}});
}

TEST(ReadRadio, AcceptsFaultsThatOutlastTheRun) {
    EXPECT_GT(fault(R"({"kind": "loss"})").until, SimTime{} + SimDuration::seconds(999'999));
    const RadioFault late = fault(R"({"kind": "loss", "from_s": 5})");  // after the end of the run
    EXPECT_EQ(late.from, at_ms(5'000));
    EXPECT_GT(late.until, late.from);
    EXPECT_EQ(fault(R"({"kind": "loss", "from_s": 5, "until_s": 7})").until, at_ms(7'000));
}

TEST(ReadRadio, FindsIntersectionFiles) {
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "syn_config_corner";
    std::filesystem::create_directories(folder / "maps");
    std::filesystem::create_directories(folder / "scenarios");
    std::ofstream(folder / "maps/corner.json") << kCorner;
    ScenarioText text{.extra = R"("radio": {"channels": {"dsrc": {"model": "ideal"}}, "road_side_units": [
        {"name": "r", "intersection": "corner", "position": [0, 0, 5]},
        {"name": "s", "intersection": "corner", "position": [9, 0, 5]}]},)"};
    const auto scenario = read_scenario(text.text(), folder / "scenarios/s.json");
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(scenario) << scenario.error().text;
    EXPECT_EQ(scenario->intersections.size(), 1u);
    EXPECT_EQ(scenario->intersections.at("corner").id, 7);
    EXPECT_EQ(scenario->radio->road_side_units[1].intersection, "corner");
}

TEST(ToJson, KeepsARadioInAnyFolder) {
    const std::string rich = R"({"channels": {
            "dsrc": {"model": "fading", "bit_rate_bit_s": 27e6, "path_loss": "log_distance",
                     "nakagami": [[0, 1.25]], "carrier_sense": {"queue": 2}},
            "cv2x": {"model": "ideal", "latency_ms": 0.1}, "light": {"model": "range", "line_of_sight": true}},
        "basic_safety": {"period_ms": 33.3, "state": "true"},
        "buildings": [{"footprint": [[0.1, 0.2], [10, 0], [0, 10]]}],
        "road_side_units": [{"name": "r", "intersection": "c", "position": [0.1, 0, 5], "medium": "cv2x"}],
        "faults": [{"kind": "loss", "from_s": 0.3, "until_s": 1e6, "probability": 0.1, "senders": ["r"]},
            {"kind": "delay", "jitter_ms": 0.3, "receivers": ["a"], "types": [31, "bsm"]},
            {"kind": "duplicate", "delay_ms": 1e9}, {"kind": "corrupt", "bits": 1000},
            {"kind": "alter", "field": "a[0].b-c", "value": {"n": 1e300, "t": "\u0000\"é", "l": []}},
            {"kind": "silence", "from_s": 999999},
            {"kind": "ghost", "name": "g", "position": [1, 2, 3], "delay_ms": 0.7, "probability": 0.3},
            {"kind": "ghost", "name": "h", "position": [1, 2, 3], "captured": [{"at_s": 0.7, "hex": "0014ff"}]},
            {"kind": "loss", "senders": ["h", "g", "a"]}]})";
    const std::string none = R"({"channels": {"light": {"model": "ideal"}}, "basic_safety": false})";
    for (const std::string& radio : {rich, none}) {
        const Scenario s = read(radio, {.extra = kCornerExtra});
        const auto again = read_scenario(to_json(s), "/elsewhere/scenario.json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, s);
        EXPECT_EQ(to_json(*again), to_json(s));
    }
}

TEST(ScenarioId, DiffersWithTheRadio) {
    const Scenario base = read(R"({"channels": {"dsrc": {"model": "ideal"}}, "faults": [{"kind": "loss"}]})");
    const auto differs = [&](auto change) {
        Scenario s = base;
        change(s);
        EXPECT_NE(scenario_id(s), scenario_id(base));
    };
    differs([](Scenario& s) { s.radio.reset(); });
    differs([](Scenario& s) { s.radio->channels.at(Medium::dsrc).latency = SimDuration::milliseconds(2); });
    differs([](Scenario& s) { s.radio->faults[0].probability = 0.5; });
    differs([](Scenario& s) { s.agents[0].radio = false; });
    differs([](Scenario& s) { s.origin.latitude_deg = 1e-9; });
}

}  // namespace
}  // namespace synchrono::config
