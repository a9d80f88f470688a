// Proves that each mistake in a scenario's radio is refused with one line that names file, line and key.
// Each row spoils one part of a radio that is otherwise correct.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "common/base/limits.hpp"
#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

const std::string kDsrc = R"({"dsrc": {"model": "ideal"}})";
const std::string kCorner =
    R"({"id": 7, "position": [0, 0, 0], "lane_width_m": 3, "lanes": [{"id": 1, "direction": "ingress", "points": [[0, -10], [0, -60]]}]})";

/// Returns the refusal of a scenario whose radio has these channels on line 3 and `rest` on line 4.
std::string refusal(const std::string& rest, const std::string& channels = kDsrc,
                    const std::string& root = "") {
    const ScenarioText text{.extra = root + "\"intersections\": {\"c\": " + kCorner +
                                     "}, \"radio\": {\"channels\": " + channels + "\n" +
                                     (rest.empty() ? "" : ", ") + rest + "},"};
    const auto result = read_scenario(text.text(), "d/s.json");
    return result ? "accepted" : result.error().text;
}

struct Case {
    std::string given;
    std::string refusal;
};

class RadioRefusals : public ::testing::TestWithParam<Case> {};
TEST_P(RadioRefusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal(GetParam().given), "d/s.json:4: key 'radio." + GetParam().refusal);
}

class ChannelRefusals : public ::testing::TestWithParam<Case> {};
TEST_P(ChannelRefusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal("", GetParam().given), "d/s.json:3: key 'radio.channels" + GetParam().refusal);
}

class FaultRefusals : public ::testing::TestWithParam<Case> {};
TEST_P(FaultRefusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal("\"faults\": [{" + GetParam().given + "}]"),
              "d/s.json:4: key 'radio.faults[0]" + GetParam().refusal);
}

TEST(ReadRadio, AcceptsTheUnspoiledFile) {
    EXPECT_EQ(refusal(""), "accepted");
    EXPECT_EQ(refusal(R"("faults": [{"kind": "loss"}])"), "accepted");
}

INSTANTIATE_TEST_SUITE_P(
    All, ChannelRefusals,
    ::testing::Values(
        Case{"[]", "': expected an object with a channel for at least one of dsrc, cv2x, light"},
        Case{"{}", "': expected an object with a channel for at least one of dsrc, cv2x, light"},
        Case{R"({"wifi": {"model": "ideal"}})", ".wifi': unknown; known here: dsrc, cv2x, light"},
        Case{R"({"dsrc": "ideal"})", ".dsrc': expected an object"},
        Case{R"({"dsrc": {"range_m": 5}})", ".dsrc.model': missing"},
        Case{R"({"dsrc": {"model": "free", "range_m": 5}})",
             ".dsrc.model': expected one of ideal, range, fading"},
        Case{R"({"dsrc": {"model": 1}})", ".dsrc.model': expected a string"},
        Case{R"({"dsrc": {"model": "ideal", "range_m": 5}})",
             ".dsrc.range_m': unknown; known here: latency_ms, model"},
        Case{R"({"dsrc": {"model": "ideal", "latency_ms": 0}})",
             ".dsrc.latency_ms': expected more than 0 and at most 10000"},
        Case{R"({"dsrc": {"model": "ideal", "latency_ms": 0.0000001}})",
             ".dsrc.latency_ms': expected a whole number of nanoseconds"},
        Case{R"({"dsrc": {"model": "range", "range_m": 0}})",
             ".dsrc.range_m': expected more than 0 and at most 10000000"},
        Case{R"({"dsrc": {"model": "range", "line_of_sight": 1}})",
             ".dsrc.line_of_sight': expected true or false"},
        Case{R"({"dsrc": {"model": "fading", "latency_ms": 1}})",
             ".dsrc.latency_ms': unknown; known here: antenna_gain_db, antenna_height_m, bit_rate_bit_s, "
             "carrier_sense, frequency_hz, model, nakagami, noise_dbm, path_loss, path_loss_exponent, "
             "power_dbm"},
        Case{R"({"dsrc": {"model": "fading", "power_dbm": 61}})", ".dsrc.power_dbm': expected -50 to 60"},
        Case{R"({"dsrc": {"model": "fading", "frequency_hz": 5.9}})",
             ".dsrc.frequency_hz': expected 100000000 to 100000000000"},
        Case{R"({"dsrc": {"model": "fading", "bit_rate_bit_s": 7e6}})",
             ".dsrc.bit_rate_bit_s': expected one of 3000000, 4500000, 6000000, 9000000, 12000000, 18000000, "
             "24000000, 27000000"},
        Case{R"({"dsrc": {"model": "fading", "bit_rate_bit_s": "6M"}})",
             ".dsrc.bit_rate_bit_s': expected a number"},
        Case{R"({"dsrc": {"model": "fading", "path_loss": "free_space"}})",
             ".dsrc.path_loss': expected one of two_ray, log_distance"},
        Case{R"({"dsrc": {"model": "fading", "path_loss_exponent": 2}})",
             ".dsrc.path_loss_exponent': only allowed with \"path_loss\": \"log_distance\""},
        Case{R"({"dsrc": {"model": "fading", "path_loss": "log_distance", "path_loss_exponent": 0}})",
             ".dsrc.path_loss_exponent': expected 1 to 10"},
        Case{R"({"dsrc": {"model": "fading", "nakagami": 3}})", ".dsrc.nakagami': expected an array"},
        Case{R"({"dsrc": {"model": "fading", "nakagami": []}})",
             ".dsrc.nakagami': expected at least one pair of distance and m"},
        Case{R"({"dsrc": {"model": "fading", "nakagami": [3]}})",
             ".dsrc.nakagami[0]': expected a pair of distance and m"},
        Case{R"({"dsrc": {"model": "fading", "nakagami": [[1, 3]]}})",
             ".dsrc.nakagami[0][0]': expected 0, as it is the first"},
        Case{R"({"dsrc": {"model": "fading", "nakagami": [[0, 3], [0, 1]]}})",
             ".dsrc.nakagami[1][0]': expected more than the one before"},
        Case{R"({"dsrc": {"model": "fading", "nakagami": [[0, 0.4]]}})",
             ".dsrc.nakagami[0][1]': expected 0.5 to 100"},
        Case{R"({"dsrc": {"model": "fading", "carrier_sense": true}})",
             ".dsrc.carrier_sense': expected an object"},
        Case{R"({"dsrc": {"model": "fading", "carrier_sense": {"aifs_slots": 0}}})",
             ".dsrc.carrier_sense.aifs_slots': expected a whole number from 1 to 15"},
        Case{R"({"dsrc": {"model": "fading", "carrier_sense": {"cw": 7}}})",
             ".dsrc.carrier_sense.cw': unknown; known here: aifs_slots, contention_slots, queue, "
             "threshold_dbm"}));

INSTANTIATE_TEST_SUITE_P(
    All, RadioRefusals,
    ::testing::Values(
        Case{R"("building": [])",
             "building': unknown; did you mean 'buildings'? Known here: basic_safety, buildings, channels, "
             "exchange_ms, faults, "
             "road_side_units"},
        Case{R"("exchange_ms": 0)", "exchange_ms': expected more than 0 and at most 10000"},
        Case{R"("exchange_ms": 7)", "exchange_ms': expected a whole number of heartbeats, at most 16"},
        Case{R"("exchange_ms": 85)", "exchange_ms': expected a whole number of heartbeats, at most 16"},
        Case{R"("basic_safety": true)", "basic_safety': expected false or an object"},
        Case{R"("basic_safety": 100)", "basic_safety': expected false or an object"},
        Case{R"("basic_safety": {"period_ms": 4})",
             "basic_safety.period_ms': expected at least the heartbeat of 5 ms"},
        Case{R"("basic_safety": {"period_ms": 0})", "basic_safety.period_ms': expected 1 to 10000"},
        Case{R"("basic_safety": {"state": "truth"})", "basic_safety.state': expected one of true, sensed"},
        Case{R"("basic_safety": {"state": "sensed"})",
             "basic_safety.state': \"sensed\" needs a sensor of kind gps on every agent with a radio; 'a' "
             "has none"},
        Case{R"("buildings": {})", "buildings': expected an array"},
        Case{R"("buildings": [{}])", "buildings[0].footprint': missing"},
        Case{R"("buildings": [{"footprint": [[0, 0], [1, 0]]}])",
             "buildings[0].footprint': expected at least 3 corners"},
        Case{R"("buildings": [{"footprint": [[0, 0], [1, 0], [0]]}])",
             "buildings[0].footprint[2]': expected an array of 2 numbers"},
        Case{R"("buildings": [{"footprint": [[0, 0], [1, 0], [0, 1]], "wall_loss_db": -1}])",
             "buildings[0].wall_loss_db': expected 0 to 200"},
        Case{R"("road_side_units": {})", "road_side_units': expected an array"},
        Case{R"("road_side_units": [7])", "road_side_units[0]': expected an object"},
        Case{R"("road_side_units": [{"intersection": "./c.json", "name": "r", "position": [0, 0, 0]}])",
             "road_side_units[0].intersection': no intersection './c.json'; looked for d/c.json"},
        Case{R"("road_side_units": [{"intersection": "c", "position": [0, 0, 0]}])",
             "road_side_units[0].name': missing"},
        Case{R"("road_side_units": [{"intersection": "c", "name": "r", "position": [0, 0]}])",
             "road_side_units[0].position': expected an array of 3 numbers"},
        Case{R"("road_side_units": [{"intersection": "c", "name": "a", "position": [0, 0, 0]}])",
             "road_side_units[0].name': the name 'a' is already that of number 0"},
        Case{
            R"("road_side_units": [{"intersection": "c", "name": "r", "position": [0, 0, 0], "medium": "light"}])",
            "road_side_units[0].medium': no channel for 'light' in \"channels\""},
        Case{R"("faults": {})", "faults': expected an array"},
        Case{R"("faults": ["loss"])", "faults[0]': expected an object"}));

INSTANTIATE_TEST_SUITE_P(
    All, FaultRefusals,
    ::testing::Values(
        Case{R"("delay_ms": 5)", ".kind': missing"},
        Case{R"("kind": "jam", "delay_ms": 5)",
             ".kind': expected one of loss, delay, duplicate, corrupt, alter, silence, ghost"},
        Case{
            R"("kind": "loss", "delay_ms": 5)",
            ".delay_ms': unknown; known here: from_s, kind, probability, receivers, senders, types, until_s"},
        Case{R"("kind": "silence", "receivers": ["a"])",
             ".receivers': unknown; known here: from_s, kind, probability, senders, types, until_s"},
        Case{R"("kind": "loss", "from_s": -1)", ".from_s': expected 0 to 1000000"},
        Case{R"("kind": "loss", "from_s": 1e6)", ".from_s': expected less than 1000000"},
        Case{R"("kind": "loss", "until_s": 1e7)", ".until_s': expected 0 to 1000000"},
        Case{R"("kind": "loss", "until_s": 0)", ".until_s': expected more than \"from_s\""},
        Case{R"("kind": "loss", "from_s": 3, "until_s": 3)", ".until_s': expected more than \"from_s\""},
        Case{R"("kind": "loss", "senders": "a")", ".senders': expected an array"},
        Case{R"("kind": "loss", "senders": [])", ".senders': expected at least one; leave it out for all"},
        Case{R"("kind": "loss", "senders": [0])", ".senders[0]': expected a string"},
        Case{R"("kind": "loss", "senders": ["a", "z"])",
             ".senders[1]': no agent, road-side unit or earlier ghost 'z'; expected one of a"},
        Case{R"("kind": "loss", "receivers": ["a", "a"])", ".receivers': one of them is listed twice"},
        Case{R"("kind": "loss", "types": [])", ".types': expected at least one; leave it out for all"},
        Case{
            R"("kind": "loss", "types": ["cam"])",
            ".types[0]': expected a J2735 message id or one of map, spat, bsm, eva, rsa, srm, ssm, tim, psm"},
        Case{R"("kind": "loss", "types": [40000])", ".types[0]': expected a whole number from 0 to 32767"},
        Case{R"("kind": "loss", "probability": 1.5)", ".probability': expected 0 to 1"},
        Case{R"("kind": "delay")", "': expected \"delay_ms\" or \"jitter_ms\" above 0"},
        Case{R"("kind": "delay", "delay_ms": 0)", "': expected \"delay_ms\" or \"jitter_ms\" above 0"},
        Case{R"("kind": "delay", "delay_ms": -1)", ".delay_ms': expected 0 to 1000000000"},
        Case{R"("kind": "duplicate", "jitter_ms": -1)", ".jitter_ms': expected 0 to 1000000000"},
        Case{R"("kind": "corrupt", "bits": 0)", ".bits': expected a whole number from 1 to 1000"},
        Case{R"("kind": "alter", "value": 1)", ".field': missing"},
        Case{R"("kind": "alter", "field": "coreData.speed")", ".value': missing"},
        Case{R"("kind": "alter", "field": "", "value": 1)", ".field': expected the JSON name of a field"},
        Case{R"("kind": "ghost", "delay_ms": 5, "position": [0, 0, 0])", ".name': missing"},
        Case{R"("kind": "ghost", "delay_ms": 5, "name": "g")", ".position': missing"},
        Case{R"("kind": "ghost", "delay_ms": 5, "name": "a", "position": [0, 0, 0])",
             ".name': the name 'a' is already that of number 0"},
        Case{R"("kind": "ghost", "delay_ms": 5, "name": "g", "position": [0, 0, 0], "senders": ["g"])",
             ".senders[0]': no agent, road-side unit or earlier ghost 'g'; expected one of a"},
        Case{R"("kind": "ghost", "name": "g", "position": [0, 0, 0])",
             "': expected either \"captured\" or \"delay_ms\""},
        Case{R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "delay_ms": 0)",
             ".delay_ms': expected more than 0 and at most 1000000000"},
        Case{
            R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "delay_ms": 5, "captured": [{"at_s": 1, "hex": "00"}])",
            "': expected either \"captured\" or \"delay_ms\""},
        Case{
            R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "types": ["bsm"], "captured": [{"at_s": 1, "hex": "00"}])",
            ".types': cannot be used with \"captured\""},
        Case{R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [])",
             ".captured': expected at least one message"},
        Case{R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [{"hex": "00"}])",
             ".captured[0].at_s': missing"},
        Case{
            R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [{"at_s": 1, "hex": "001"}])",
            ".captured[0].hex': expected 1 to 2304 bytes, two hexadecimal digits each"},
        Case{R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [{"at_s": 1, "hex": ""}])",
             ".captured[0].hex': expected 1 to 2304 bytes, two hexadecimal digits each"},
        Case{R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [{"at_s": 1, "hex": "0g"}])",
             ".captured[0].hex': expected 1 to 2304 bytes, two hexadecimal digits each"},
        Case{
            R"("kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [{"at_s": 2, "hex": "00"}, {"at_s": 1, "hex": "00"}])",
            ".captured[1].at_s': expected a time not before that of the previous message"}));

TEST(ReadRadio, NeedsChannels) {
    EXPECT_EQ(read_scenario(ScenarioText{.extra = "\"radio\": {},"}.text(), "s.json").error().text,
              "s.json:3: key 'radio.channels': missing");
}

TEST(ReadRadio, RefusesADefaultPeriodThatIsShorterThanAHeartbeat) {
    EXPECT_EQ(refusal("", kDsrc, R"("heartbeat_ms": 200, )"),
              "d/s.json:3: key 'radio.basic_safety.period_ms': expected at least the heartbeat of 200 ms");
    EXPECT_EQ(refusal(R"("basic_safety": false)", kDsrc, R"("heartbeat_ms": 200, )"), "accepted");
}

TEST(ReadRadio, NeedsDsrcForDevicesThatUseItByDefault) {
    const std::string light = R"({"light": {"model": "ideal"}})";
    EXPECT_EQ(
        refusal(R"("road_side_units": [{"intersection": "c", "name": "r", "position": [0, 0, 0]}])", light),
        "d/s.json:4: key 'radio.road_side_units[0]': no channel for 'dsrc' in \"channels\"");
    EXPECT_EQ(
        refusal(
            R"("faults": [{"kind": "ghost", "name": "g", "position": [0, 0, 0], "captured": [{"at_s": 1, "hex": "00"}]}])",
            light),
        "d/s.json:4: key 'radio.faults[0].captured': no channel for 'dsrc' in \"channels\"");
}

TEST(ReadRadio, BoundsTheNumberOfStations) {
    const std::string ghosts = [] {
        std::string all;
        for (std::size_t i = 0; i < limits::kRadioStationsMax; ++i) {
            all += (i == 0 ? "" : ",") +
                   std::string(R"({"kind":"ghost","delay_ms":1,"position":[0,0,0],"name":"g)") +
                   std::to_string(i) + "\"}";
        }
        return all;
    }();
    EXPECT_EQ(
        refusal("\"faults\": [" + ghosts + "]"),
        "d/s.json:4: key 'radio.faults[17407].name': expected at most 17408 agents, road-side units and "
        "ghosts in all");
}

class IntersectionFiles : public ::testing::Test {
  protected:
    IntersectionFiles() {
        std::filesystem::create_directories(folder_ / "other");
        std::ofstream(folder_ / "odd.json") << R"({"id": -1})";
        std::ofstream(folder_ / "c.json") << kCorner;
        std::ofstream(folder_ / "other/c.json") << kCorner;
    }
    ~IntersectionFiles() override { std::filesystem::remove_all(folder_); }

    /// Returns the refusal of a scenario with one road-side unit at each of these intersections.
    std::string refusal_of(const std::vector<std::string>& intersections, const std::string& own = "{}") {
        std::string units;
        for (const std::string& name : intersections) {
            units += (units.empty() ? "" : ", ") + std::string(R"({"name": "r)") +
                     std::to_string(units.size()) + R"(", "position": [0, 0, 0], "intersection": ")" + name +
                     "\"}";
        }
        const ScenarioText text{.extra = "\"intersections\": " + own + ", \"radio\": {\"channels\": " +
                                         kDsrc + ", \"road_side_units\": [" + units + "]},"};
        const auto result = read_scenario(text.text(), folder_ / "s.json");
        return result ? "accepted" : result.error().text;
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(::testing::TempDir()) /
        (std::string("syn_config_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    const std::string unit_ = folder_ / "s.json:3: key 'radio.road_side_units[";
};

TEST_F(IntersectionFiles, HaveTheirProblemsNamedOnce) {
    const std::string text = refusal_of({"./odd.json", "./odd.json"});
    const std::string head = unit_ + "0].intersection': intersection './odd.json' has problems:\n";
    EXPECT_EQ(text.substr(0, head.size()), head);
    EXPECT_NE(text.find((folder_ / "odd.json:1: key 'id': expected a whole number").string()), text.npos)
        << text;
    EXPECT_EQ(text.find("road_side_units[1]"), text.npos) << text;
}

TEST_F(IntersectionFiles, MustHaveUniqueNames) {
    EXPECT_EQ(refusal_of({"./c.json", "./c.json"}), "accepted");
    EXPECT_EQ(refusal_of({"./c.json", "./other/c.json"}),
              unit_ + "1].intersection': another intersection is called 'c' already");
    EXPECT_EQ(refusal_of({"c", "./c.json"}, "{\"c\": " + kCorner + "}"),
              unit_ + "1].intersection': another intersection is called 'c' already");
}

}  // namespace
}  // namespace synchrono::config
