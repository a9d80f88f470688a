// Proves that the schemas for editors agree with the loaders: the same keys and words, the same required
// keys, bounds and defaults, and an explanation of every key. Also proves that the manual and the example
// name every key.
#include "tests/common/config/internal/schemas.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <json/json.h>
#include <set>
#include <sstream>

#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/sensor_json.hpp"
#include "common/config/loose/loose_kinds.hpp"
#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = SYN_SOURCE_DIR;

std::set<std::string> split(const std::string& text) {
    std::set<std::string> parts;
    std::istringstream in(text);
    for (std::string part; in >> part;) {
        if (part.ends_with(',')) part.pop_back();
        parts.insert(part);
    }
    return parts;
}

/// An object of a file format: its place in a schema, its key in error messages, and a function that
/// returns the loader's refusal of a file with this object.
struct SchemaObject {
    const char* schema_file;
    std::string pointer;
    std::string key;
    std::function<std::string(const std::string& object)> refusal;
    std::string given = "";  // members that `refusal` adds to the object, such as its kind
};

std::string scenario_refusal(const ScenarioText& text) {
    const auto result = read_scenario(text.text(), "s.json");
    return result ? "" : result.error().text;
}

const char* const kScenario = "scenarios/scenario.schema.json";
const char* const kRadio = "scenarios/radio.schema.json";
const char* const kOverlay = "scenarios/overlay.schema.json";
const char* const kElement = "scenarios/element.schema.json";
const char* const kVehicle = "vehicles/vehicle.schema.json";
const char* const kIntersection = "maps/intersection.schema.json";
const char* const kSensor = "vehicles/sensors/sensor.schema.json";

/// Returns the SchemaObject for an object in a file. `part` is the file's text from `key` on, in which `{%}`
/// stands for the object.
template <typename Read>
SchemaObject in_file(const char* schema_file, Read read, const char* pointer, const std::string& key,
                     const std::string& part) {
    return {schema_file, pointer, key, [read, key, part](const std::string& object) {
                std::string text = part;
                text.replace(text.find("{%}"), 3, object);
                // If `key` contains a list, `part` begins with this list. The names in `key` up to the list
                // are wrapped round `part` here, as objects.
                std::string head, tail;
                std::istringstream names(key.substr(0, key.find('[')));
                for (std::string name; std::getline(names, name, '.');) {
                    head += "{\"" + name + "\": ";
                    tail += "}";
                }
                const auto result = read(head + text + tail, "s.json");
                return result ? "" : result.error().text;
            }};
}
SchemaObject in_vehicle(const char* pointer, const std::string& key, const std::string& part) {
    return in_file(kVehicle, read_vehicle, pointer, key, part);
}
SchemaObject in_intersection(const char* pointer, const std::string& key, const std::string& part) {
    const auto read = [](const std::string& text, const char* file) { return read_intersection(text, file); };
    return in_file(kIntersection, read, pointer, key, part);
}

/// Returns the SchemaObject for an object in a scenario's radio. `part` is the text of the radio, in which
/// `%` stands for the object. The object gets the members `given` in front of its own.
SchemaObject in_radio(const char* pointer, const std::string& key, const std::string& part,
                      const std::string& given = "") {
    return {kRadio, pointer, "radio." + key,
            [part, given](std::string object) {
                if (!given.empty()) object.insert(1, given + (object == "{}" ? "" : ", "));
                std::string text = part;
                text.replace(text.find('%'), 1, object);
                return scenario_refusal({.extra = "\"radio\": {" + text + "},"});
            },
            given};
}

SchemaObject channel(const std::string& model, const char* pointer, const std::string& given = "") {
    return in_radio(pointer, "channels.dsrc", "\"channels\": {\"dsrc\": %}",
                    "\"model\": \"" + model + '"' + given);
}

SchemaObject fault(const std::string& kind, const char* pointer) {
    return in_radio(pointer, "faults[0]", "\"faults\": [%]", "\"kind\": \"" + kind + '"');
}

/// Returns the SchemaObject for an element of this kind.
SchemaObject element(const std::string& kind) {
    const std::string given = "\"kind\": \"" + kind + '"';
    return {kElement, ".definitions." + kind, "elements[0]",
            [given](std::string object) {
                object.insert(1, given + (object == "{}" ? "" : ", "));
                return scenario_refusal({.extra = "\"elements\": [" + object + "],"});
            },
            given};
}

/// Returns the SchemaObject for a ground of this kind.
SchemaObject ground(const std::string& kind) {
    const std::string given = "\"kind\": \"" + kind + '"';
    return {kScenario, ".definitions." + kind + "_ground", "ground",
            [given](std::string object) {
                object.insert(1, given + (object == "{}" ? "" : ", "));
                return scenario_refusal({.extra = "\"ground\": " + object + ","});
            },
            given};
}

/// Returns the SchemaObject for a sensor of this kind, or for the object `within` it.
SchemaObject sensor(const std::string& kind, const std::string& within = "") {
    const std::string given = "\"kind\": \"" + kind + '"';
    return {kSensor, ".definitions." + kind + (within.empty() ? "" : ".properties." + within), within,
            [given, within](std::string object) {
                if (within.empty())
                    object.insert(1, given + (object == "{}" ? "" : ", "));
                else
                    object = "{" + given + ", \"" + within + "\": " + object + "}";
                const auto result = read_sensor(object, "s.json");
                return result ? "" : result.error().text;
            },
            given};
}

std::vector<SchemaObject> sites() {
    std::vector<SchemaObject> sites{
        {kScenario, ".", "",
         [](const std::string& object) {
             const auto result = read_scenario(object, "s.json");
             return result ? "" : result.error().text;
         }},
        {kScenario, ".properties.chrono", "chrono",
         [](const std::string& o) { return scenario_refusal({.extra = "\"chrono\": " + o + ","}); }},
        {kScenario, ".properties.view", "view",
         [](const std::string& o) { return scenario_refusal({.extra = "\"view\": " + o + ","}); }},
        {kScenario, ".properties.gate", "gate",
         [](const std::string& o) { return scenario_refusal({.extra = "\"gate\": " + o + ","}); }},
        {kScenario, ".properties.interest.oneOf.[1]", "interest",
         [](const std::string& o) { return scenario_refusal({.extra = "\"interest\": " + o + ","}); }},
        {kScenario, ".properties.paths.additionalProperties", "paths.p",
         [](const std::string& o) { return scenario_refusal({.paths = "{\"p\": " + o + "}"}); }},
        {kScenario, ".properties.paths.additionalProperties.properties.circle", "paths.p.circle",
         [](const std::string& o) {
             return scenario_refusal({.paths = "{\"p\": {\"circle\": " + o + "}}"});
         }},
        {kScenario, ".properties.agents.items", "agents[0]",
         [](const std::string& o) { return scenario_refusal({.agents = o}); }},
        {kScenario, ".properties.agents.items.properties.pilot", "agents[0].pilot",
         [](const std::string& o) { return scenario_refusal({.agent = "\"pilot\": " + o + ", "}); }},
        {kScenario, ".properties.agents.items.properties.sensors.items.oneOf.[1]", "agents[0].sensors[0]",
         [](const std::string& o) { return scenario_refusal({.agent = "\"sensors\": [" + o + "], "}); }},
        {kScenario, ".properties.agents.items.properties.place", "agents[0].place",
         [](const std::string& o) { return scenario_refusal({.place = o}); }},
        {kScenario, ".properties.origin", "origin",
         [](const std::string& o) { return scenario_refusal({.extra = "\"origin\": " + o + ","}); }},
        {kRadio, ".", "radio",
         [](const std::string& o) { return scenario_refusal({.extra = "\"radio\": " + o + ","}); }},
        in_radio(".properties.channels", "channels", "\"channels\": %"),
        channel("ideal", ".definitions.ideal_channel"),
        channel("range", ".definitions.range_channel"),
        channel("fading", ".definitions.fading_channel", ", \"path_loss\": \"log_distance\""),
        in_radio(".definitions.fading_channel.properties.carrier_sense", "channels.dsrc.carrier_sense",
                 R"("channels": {"dsrc": {"model": "fading", "carrier_sense": %}})"),
        in_radio(".properties.basic_safety.oneOf.[1]", "basic_safety", R"("basic_safety": %)"),
        in_radio(".properties.buildings.items", "buildings[0]", R"("buildings": [%])"),
        in_radio(".properties.road_side_units.items", "road_side_units[0]", R"("road_side_units": [%])"),
        fault("loss", ".definitions.loss"),
        fault("delay", ".definitions.delay"),
        fault("duplicate", ".definitions.duplicate"),
        fault("corrupt", ".definitions.corrupt"),
        fault("alter", ".definitions.alter"),
        fault("silence", ".definitions.silence"),
        fault("ghost", ".definitions.ghost"),
        in_radio(".definitions.ghost.properties.captured.items", "faults[0].captured[0]",
                 R"("faults": [{"kind": "ghost", "captured": [%]}])"),
        {kOverlay, ".", "",
         [](std::string o) {
             o.insert(1, o == "{}" ? R"("overlay_of": "")" : R"("overlay_of": "two_cars", )");
             const auto result = read_scenario(o, kSource / "scenarios/s.json");
             return result ? "" : result.error().text;
         },
         "\"overlay_of\""},
        ground("plane"),
        ground("map"),
        ground("heights"),
        ground("soil"),
        element("signals"),
        element("pedestrian"),
        element("building"),
        element("box"),
        {kElement, ".definitions.wait", "elements[0].wait",
         [](const std::string& o) {
             return scenario_refusal(
                 {.extra = R"("elements": [{"kind": "pedestrian", "wait": )" + o + "}],"});
         }},
        {kVehicle, ".", "",
         [](const std::string& o) {
             const auto result = read_vehicle(o, "s.json");
             return result ? "" : result.error().text;
         }},
        in_vehicle(".properties.body", "body", "{%}"),
        in_vehicle(".properties.tyre", "tyre", "{%}"),
        in_vehicle(".definitions.tyre_curve", "tyre.longitudinal", "{%}"),
        in_vehicle(".definitions.tyre_curve", "tyre.lateral", "{%}"),
        in_vehicle(".properties.axles.items", "axles[1]", "[{}, {%}]"),
        in_vehicle(".properties.axles.items.properties.suspension", "axles[1].suspension",
                   "[{}, {\"suspension\": {%}}]"),
        in_vehicle(".properties.powertrain", "powertrain", "{%}"),
        in_vehicle(".properties.powertrain.properties.engine", "powertrain.engine", "{%}"),
        in_vehicle(".properties.powertrain.properties.coupling", "powertrain.coupling", "{%}"),
        in_vehicle(".properties.powertrain.properties.gearbox", "powertrain.gearbox", "{%}"),
        in_vehicle(".properties.powertrain.properties.gearbox.properties.shifts.items",
                   "powertrain.gearbox.shifts[0]", "[{%}]"),
        in_vehicle(".properties.chrono", "chrono", "{%}"),
        in_vehicle(".properties.handling", "handling", "{%}"),
        sensor("gps"),
        sensor("imu"),
        sensor("imu", "accelerometer"),
        sensor("imu", "gyroscope"),
        sensor("wheel_speed"),
        sensor("steering"),
        sensor("state"),
        sensor("lidar"),
        sensor("radar"),
        sensor("camera"),
        sensor("objects"),
        in_intersection(".", "", "{%}"),
        in_intersection(".definitions.lane", "lanes[0]", "[{%}]"),
        in_intersection(".definitions.connection", "lanes[0].connections[0]", "[{\"connections\": [{%}]}]"),
        in_intersection(".definitions.signals", "signals", "{%}"),
        in_intersection(".definitions.fixed", "signals.fixed", "{%}"),
        in_intersection(".definitions.fixed_phase", "signals.fixed.phases[0]", "[{%}]"),
        in_intersection(".definitions.pedestrian", "signals.fixed.phases[0].pedestrian",
                        "[{\"pedestrian\": {%}}]"),
        in_intersection(".definitions.actuated", "signals.actuated", "{%}"),
        in_intersection(".definitions.actuated_phase", "signals.actuated.phases[0]", "[{%}]"),
        in_intersection(".definitions.pedestrian", "signals.actuated.phases[0].pedestrian",
                        "[{\"pedestrian\": {%}}]"),
    };
    for (const LooseKind* const kind : loose_kinds()) sites.push_back(element(std::string(kind->name)));
    return sites;
}

bool is_of_scenarios(const SchemaObject& site) {
    return site.schema_file == kScenario || site.schema_file == kRadio || site.schema_file == kElement;
}

/// Returns the text after `head` on its line of `problems`; empty if no line has it.
std::string line_after(const std::string& problems, const std::string& head) {
    const std::size_t at = problems.find(head);
    if (at == problems.npos) return {};
    const std::size_t from = at + head.size();
    return problems.substr(from, problems.find('\n', from) - from);
}

std::string full_key(const SchemaObject& site, const std::string& key) {
    return "key '" + (site.key.empty() ? key : site.key + "." + key) + "': ";
}

TEST(Schemas, HaveTheKeysOfTheLoaders) {
    for (const SchemaObject& site : sites()) {
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        ASSERT_TRUE(object.isMember("properties")) << site.schema_file << site.pointer;
        EXPECT_EQ(object["additionalProperties"], false) << site.schema_file << site.pointer;
        const std::string problems = site.refusal("{\"?\": 0}");
        const auto names = object["properties"].getMemberNames();
        EXPECT_EQ(split(line_after(problems, full_key(site, "?") + "unknown; known here: ")),
                  std::set<std::string>(names.begin(), names.end()))
            << site.schema_file << site.pointer;
    }
}

TEST(Schemas, RequireTheSameKeysAsTheLoaders) {
    for (const SchemaObject& site : sites()) {
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        const std::string problems = site.refusal("{}");
        std::set<std::string> required;
        for (const auto& key : object["required"]) required.insert(key.asString());
        for (const auto& key : object["else"]["required"])
            required.insert(key.asString());  // {} takes the schema's "else"
        for (const std::string& key : object["properties"].getMemberNames()) {
            if (site.given.find('"' + key + '"') != std::string::npos) continue;
            EXPECT_EQ(problems.find(full_key(site, key) + "missing") != problems.npos, required.contains(key))
                << site.schema_file << site.pointer << " " << key;
        }
    }
}

std::string decimal(const Json::Value& number) {
    std::ostringstream out;
    if (number.isUInt64()) {
        out << number.asUInt64();
    } else {
        out << number.asDouble();
    }
    return out.str();
}

TEST(Schemas, BoundNumbersAsTheLoadersDo) {
    int bounds = 0;
    for (const SchemaObject& site : sites()) {
        const Json::Value properties =
            Json::Path(site.pointer).resolve(schema(site.schema_file))["properties"];
        for (const std::string& key : properties.getMemberNames()) {
            const Json::Value& property = properties[key];
            const bool list = property["items"]["type"] == "number";
            const Json::Value& number = list ? property["items"] : property;
            if (number["type"] != "number" && number["type"] != "integer") continue;
            // A value out of all bounds makes the loader's refusal name the bounds.
            const std::string out = site.schema_file == kVehicle ? "-7777777777777" : "-77777777";
            std::string value = out;
            if (list) {
                value = "[" + out;
                for (int i = 1; i < property["minItems"].asInt(); ++i) value += ", 1";
                value += "]";
            }
            std::string object = "{\"" + key + "\": " + value + "}";
            // The loaders read these two keys only together with another key.
            if (key == "start_m") object.insert(1, "\"path\": \"ring\", ");
            if (key == "yaw_deg") object.insert(1, "\"position\": [0, 0, 0], ");
            const std::string stated =
                line_after(site.refusal(object), full_key(site, list ? key + "[0]" : key));
            std::ostringstream expected;
            expected.precision(15);  // the digits of a decimal that a double keeps
            if (number["type"] == "integer") {
                expected << "expected a whole number from " << decimal(number["minimum"]) << " to "
                         << decimal(number["maximum"]);
            } else if (number.isMember("exclusiveMinimum")) {
                expected << "expected more than " << number["exclusiveMinimum"].asDouble() << " and at most "
                         << number["maximum"].asDouble();
            } else if (number.isMember("anyOf")) {
                expected << "expected 0, or " << number["anyOf"][1]["minimum"].asDouble() << " to "
                         << number["maximum"].asDouble();
            } else {
                expected << "expected " << number["minimum"].asDouble() << " to "
                         << number["maximum"].asDouble();
            }
            EXPECT_EQ(stated, expected.str()) << site.schema_file << site.pointer << " " << key;
            ++bounds;
        }
    }
    EXPECT_GE(bounds, 160);
}

TEST(Schemas, OfferTheChoicesOfTheLoaders) {
    int choices = 0;
    for (const SchemaObject& site : sites()) {
        const Json::Value properties =
            Json::Path(site.pointer).resolve(schema(site.schema_file))["properties"];
        for (const std::string& key : properties.getMemberNames()) {
            if (!properties[key]["enum"][0].isString()) continue;
            if (site.given.find('"' + key + '"') != std::string::npos) continue;
            std::string plain, quoted;
            for (const Json::Value& word : properties[key]["enum"]) {
                plain += (plain.empty() ? "" : ", ") + word.asString();
                quoted += (quoted.empty() ? "\"" : ", \"") + word.asString() + '"';
            }
            const std::string stated =
                line_after(site.refusal("{\"" + key + "\": \"?\"}"), full_key(site, key));
            EXPECT_TRUE(stated == "expected one of " + plain || stated == "expected one of " + quoted)
                << site.schema_file << site.pointer << " " << key << ": " << stated;
            ++choices;
        }
    }
    EXPECT_GE(choices, 12);
}

/// Compares the defaults that a schema states for an object with those that a loader fills in when all
/// optional keys are left out. Adds the number of compared defaults to `compared`.
void expect_defaults(const Json::Value& object, const Json::Value& resolved, const std::string& where,
                     int& compared) {
    const Json::Value& properties = object["properties"];
    for (const std::string& key : properties.getMemberNames()) {
        const Json::Value &stated = properties[key]["default"], &made = resolved[key];
        if (made.isNull() || stated.isNull()) continue;
        if (stated.isObject()) {
            for (const std::string& member : stated.getMemberNames())
                EXPECT_EQ(write_compact(stated[member]), write_compact(made[member])) << where << "." << key;
        } else {
            EXPECT_EQ(write_compact(stated), write_compact(made)) << where << "." << key;
        }
        ++compared;
    }
}

Json::Value resolved(const ScenarioText& text) {
    const auto scenario = read_scenario(text.text(), "s.json");
    EXPECT_TRUE(scenario) << scenario.error().text;
    return scenario ? parse_own(to_json(*scenario)) : Json::Value();
}

TEST(Schemas, HaveTheDefaultsOfTheLoaders) {
    int compared = 0;
    const auto compare = [&](const char* file, const std::string& pointer, const Json::Value& made) {
        ASSERT_TRUE(made.isObject()) << file << pointer;
        expect_defaults(Json::Path(pointer).resolve(schema(file)), made, file + pointer, compared);
    };
    const Json::Value plain = resolved({.extra = R"("view": {},)"});
    compare(kScenario, ".", plain);
    compare(kScenario, ".properties.chrono", plain["chrono"]);
    compare(kScenario, ".properties.view", plain["view"]);
    compare(kScenario, ".properties.agents.items", plain["agents"][0]);
    compare(kScenario, ".properties.paths.additionalProperties", plain["paths"]["line"]);
    compare(kScenario, ".definitions.plane_ground", plain["ground"]);
    const Json::Value soil =
        resolved({.extra = R"("ground": {"kind": "soil"},)", .agent = R"("engine": "chrono", )"});
    compare(kScenario, ".definitions.soil_ground", soil["ground"]);
    const Json::Value radio = resolved({.extra = R"("radio": {"channels": {
        "dsrc": {"model": "fading", "carrier_sense": {}},
        "cv2x": {"model": "range"}, "light": {"model": "ideal"}},
        "basic_safety": {}, "buildings": [{"footprint": [[0, 0], [1, 0], [1, 1]]}],
        "faults": [{"kind": "loss"}, {"kind": "corrupt"}, {"kind": "delay", "delay_ms": 1}]},)"})["radio"];
    compare(kRadio, ".", radio);
    compare(kRadio, ".definitions.fading_channel", radio["channels"]["dsrc"]);
    compare(kRadio, ".definitions.fading_channel.properties.carrier_sense",
            radio["channels"]["dsrc"]["carrier_sense"]);
    compare(kRadio, ".definitions.range_channel", radio["channels"]["cv2x"]);
    compare(kRadio, ".definitions.ideal_channel", radio["channels"]["light"]);
    compare(kRadio, ".properties.basic_safety.oneOf.[1]", radio["basic_safety"]);
    compare(kRadio, ".properties.buildings.items", radio["buildings"][0]);
    compare(kRadio, ".definitions.loss", radio["faults"][0]);
    compare(kRadio, ".definitions.corrupt", radio["faults"][1]);
    std::string loose;
    for (const LooseKind* const kind : loose_kinds()) {
        const std::string name(kind->name);
        loose += R"({"name": ")" + name + R"(", "kind": ")" + name + R"(", "position": [0, 0, 0]}, )";
    }
    const Json::Value elements = resolved({.extra = R"("elements": [
        {"name": "p", "kind": "pedestrian", "points": [[0, 0], [1, 0]]}, )" +
                                                    loose + R"(
        {"name": "w", "kind": "building", "footprint": [[0, 0], [1, 0], [1, 1]], "height_m": 3},
        {"name": "b", "kind": "box", "position": [0, 0, 0], "size_m": [1, 1, 1]}],)"})["elements"];
    for (const Json::Value& one : elements) compare(kElement, ".definitions." + one["kind"].asString(), one);
    for (const std::string_view kind : kSensorKinds) {
        const std::string name(kind), beams = R"(, "elevations_deg": [0], "columns": 1)";
        const auto made = read_sensor(
            R"({"kind": ")" + name + R"(", "rate_hz": 10)" + (name == "lidar" ? beams : "") + "}", "s.json");
        ASSERT_TRUE(made) << made.error().text;
        compare(kSensor, ".definitions." + name, sensor_to_json(*made));
    }
    EXPECT_GE(compared, 120);
}

TEST(Schemas, BoundListLengthsAsTheLoadersDo) {
    int counts = 0;
    for (const SchemaObject& site : sites()) {
        if (site.schema_file != kVehicle) continue;
        const Json::Value root = schema(site.schema_file);
        const Json::Value properties = Json::Path(site.pointer).resolve(root)["properties"];
        for (const std::string& key : properties.getMemberNames()) {
            Json::Value property = properties[key];
            const std::string name = property["allOf"][0]["$ref"].asString();
            if (name.ends_with("_curve")) property = root["definitions"][name.substr(name.rfind('/') + 1)];
            if (property["type"] != "array") continue;
            const auto low = property["minItems"].asString(), high = property["maxItems"].asString();
            const std::string stated = line_after(site.refusal("{\"" + key + "\": []}"), full_key(site, key));
            std::string expected = "expected " + low + " to " + high + " ";
            if (property["items"]["type"] == "array") {
                expected += "points [x, y]";
            } else if (property["items"]["type"] == "object") {
                expected += "objects";
            } else if (low == high) {
                expected = "expected an array of " + low + " numbers";
            } else {
                expected += "numbers";
            }
            EXPECT_EQ(stated, expected) << site.key << " " << key;
            ++counts;
        }
    }
    EXPECT_GE(counts, 30);
}

TEST(Schemas, ExplainEveryKey) {
    const std::function<void(const Json::Value&, const std::string&)> walk = [&](const Json::Value& value,
                                                                                 const std::string& where) {
        if (!value.isObject() && !value.isArray()) return;
        if (value.isObject() && value["properties"].isObject()) {
            for (const std::string& key : value["properties"].getMemberNames()) {
                EXPECT_TRUE(value["properties"][key].isMember("description")) << where << "." << key;
            }
        }
        for (auto it = value.begin(); it != value.end(); ++it) walk(*it, where + "." + it.name());
    };
    walk(schema(kScenario), "scenario");
    walk(schema(kRadio), "radio");
    walk(schema(kOverlay), "overlay");
    walk(schema(kElement), "element");
    walk(schema(kVehicle), "vehicle");
    walk(schema(kIntersection), "intersection");
}

TEST(Schemas, OfferEveryKindOfLooseBody) {
    std::set<std::string> offered;
    const Json::Value kinds = schema(kElement)["oneOf"];
    for (const Json::Value& one : kinds) offered.insert(one["$ref"].asString());
    for (const LooseKind* const kind : loose_kinds())
        EXPECT_TRUE(offered.contains("#/definitions/" + std::string(kind->name))) << kind->name;
}

TEST(TheManual, NamesEveryKindOfLooseBody) {
    for (const char* const page : {"docs/scenario.md", "docs/world-elements.md"}) {
        std::ifstream in(kSource / page);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        for (const LooseKind* const kind : loose_kinds()) {
            const std::string name(kind->name);
            EXPECT_TRUE(text.find("`" + name + "`") != text.npos ||
                        text.find("`\"" + name + "\"`") != text.npos)
                << page << " " << name;
        }
    }
}

TEST(TheManual, NamesEveryKeyOfAScenario) {
    std::ifstream in(kSource / "docs/scenario.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const SchemaObject& site : sites()) {
        if (!is_of_scenarios(site) && site.schema_file != kOverlay) continue;
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        for (const std::string& key : object["properties"].getMemberNames()) {
            EXPECT_NE(text.find(key), text.npos) << key;
        }
    }
}

TEST(TwoCars, ContainsEveryKeyOfAScenario) {
    std::ifstream in(kSource / "scenarios/two_cars.json");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const SchemaObject& site : sites()) {
        if (!is_of_scenarios(site)) continue;
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        for (const std::string& key : object["properties"].getMemberNames()) {
            EXPECT_NE(text.find('"' + key + '"'), text.npos) << key;
        }
    }
}

}  // namespace
}  // namespace synchrono::config
