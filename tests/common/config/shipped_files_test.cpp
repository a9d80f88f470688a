// Proves that every scenario and vehicle that ships loads, and that the schemas which editors use know
// exactly the keys that the loaders know, require the same, bound numbers alike and explain every key.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <json/json.h>
#include <set>
#include <sstream>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = SYN_SOURCE_DIR;

std::vector<fs::path> json_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".json") && !name.ends_with(".schema.json")) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

TEST(ShippedVehicles, AllLoad) {
    const auto files = json_files(kSource / "vehicles");
    EXPECT_FALSE(files.empty());
    for (const fs::path& file : files) {
        const auto vehicle = load_vehicle(file);
        EXPECT_TRUE(vehicle) << vehicle.error().text;
    }
}

TEST(ShippedScenarios, AllLoadAndSurviveBeingResolved) {
    const auto files = json_files(kSource / "scenarios");
    EXPECT_GE(files.size(), 3u);
    for (const fs::path& file : files) {
        const auto scenario = load_scenario(file);
        ASSERT_TRUE(scenario) << scenario.error().text;
        EXPECT_EQ(scenario->name, file.stem());
        const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, *scenario) << file;
    }
}

TEST(ShippedScenarios, HaveTheirAgentsApart) {
    for (const fs::path& file : json_files(kSource / "scenarios")) {
        const Scenario s = load_scenario(file).value();
        for (std::size_t i = 0; i < s.agents.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const geo::Vec3 gap = s.agents[i].position - s.agents[j].position;
                EXPECT_GT(length(gap), s.vehicle_of(s.agents[i]).length_m)
                    << file << ": " << s.agents[j].name << " and " << s.agents[i].name;
            }
        }
    }
}

TEST(ShippedScenarios, AreOfTheSizeTheyAreNamedFor) {
    EXPECT_EQ(load_scenario(kSource / "scenarios/ring_30.json")->agents.size(), 30u);
    const Scenario large = load_scenario(kSource / "scenarios/ring_1000.json").value();
    EXPECT_EQ(large.agents.size(), 1000u);
    EXPECT_EQ(large.interest.kind, Interest::Kind::radius);
}

Json::Value schema(const char* file) {
    std::ifstream in(kSource / file);
    Json::Value root;
    in >> root;
    return root;
}

std::set<std::string> split(const std::string& text) {
    std::set<std::string> parts;
    std::istringstream in(text);
    for (std::string part; in >> part;) {
        if (part.ends_with(',')) part.pop_back();
        parts.insert(part);
    }
    return parts;
}

/// An object of the format: where it is in a schema, its key in problems, and how to put a text in its place.
struct Site {
    const char* schema_file;
    const char* pointer;
    std::string key;
    std::function<std::string(const std::string& object)> refusal;
};

std::string scenario_refusal(const ScenarioText& text) {
    const auto result = read_scenario(text.text(), "s.json");
    return result ? "" : result.error().text;
}

const char* const kScenario = "scenarios/scenario.schema.json";
const char* const kVehicle = "vehicles/vehicle.schema.json";

std::vector<Site> sites() {
    return {
        {kScenario, ".", "",
         [](const std::string& object) {
             const auto result = read_scenario(object, "s.json");
             return result ? "" : result.error().text;
         }},
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
        {kScenario, ".properties.agents.items.properties.place", "agents[0].place",
         [](const std::string& o) { return scenario_refusal({.place = o}); }},
        {kVehicle, ".", "",
         [](const std::string& o) {
             const auto result = read_vehicle(o, "s.json");
             return result ? "" : result.error().text;
         }},
        {kVehicle, ".properties.tyre", "tyre",
         [](const std::string& o) {
             std::string text = kVehicleText;
             const std::size_t from = text.find("{", 1), to = text.find("}");
             const auto result = read_vehicle(text.replace(from, to + 1 - from, o), "s.json");
             return result ? "" : result.error().text;
         }},
    };
}

/// The text after `head` on its line of `problems`; empty if there is none.
std::string line_after(const std::string& problems, const std::string& head) {
    const std::size_t at = problems.find(head);
    if (at == problems.npos) return {};
    const std::size_t from = at + head.size();
    return problems.substr(from, problems.find('\n', from) - from);
}

std::string full_key(const Site& site, const std::string& key) {
    return "key '" + (site.key.empty() ? key : site.key + "." + key) + "': ";
}

TEST(Schemas, KnowTheKeysThatTheLoadersKnow) {
    for (const Site& site : sites()) {
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

TEST(Schemas, RequireTheKeysThatTheLoadersRequire) {
    for (const Site& site : sites()) {
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        const std::string problems = site.refusal("{}");
        std::set<std::string> required;
        for (const auto& key : object["required"]) required.insert(key.asString());
        for (const std::string& key : object["properties"].getMemberNames()) {
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
    for (const Site& site : sites()) {
        const Json::Value properties =
            Json::Path(site.pointer).resolve(schema(site.schema_file))["properties"];
        for (const std::string& key : properties.getMemberNames()) {
            const Json::Value& property = properties[key];
            if (property["type"] != "number" && property["type"] != "integer") continue;
            // A value out of all bounds makes the loader tell them.
            std::string object = "{\"" + key + "\": -77777777}";
            if (key == "start_m") object.insert(1, "\"path\": \"ring\", ");  // read beside these only
            if (key == "yaw_deg") object.insert(1, "\"position\": [0, 0, 0], ");
            const std::string told = line_after(site.refusal(object), full_key(site, key));
            std::ostringstream expected;
            expected.precision(15);  // what a double keeps of a decimal
            if (property["type"] == "integer") {
                expected << "expected a whole number from " << decimal(property["minimum"]) << " to "
                         << decimal(property["maximum"]);
            } else if (property.isMember("exclusiveMinimum")) {
                expected << "expected more than " << property["exclusiveMinimum"].asDouble()
                         << " and at most " << property["maximum"].asDouble();
            } else {
                expected << "expected " << property["minimum"].asDouble() << " to "
                         << property["maximum"].asDouble();
            }
            EXPECT_EQ(told, expected.str()) << site.schema_file << site.pointer << " " << key;
            ++bounds;
        }
    }
    EXPECT_GE(bounds, 30);
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
    walk(schema(kVehicle), "vehicle");
}

TEST(TheManual, ShowsAScenarioThatLoads) {
    std::ifstream in(kSource / "docs/scenario.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string fence = "```json\n";
    const std::size_t from = text.find(fence);
    ASSERT_NE(from, text.npos);
    const std::string example =
        text.substr(from + fence.size(), text.find("```\n", from + 1) - from - fence.size());
    const auto scenario = read_scenario(example, kSource / "scenarios/convoy.json");
    EXPECT_TRUE(scenario) << scenario.error().text;
}

TEST(TheManual, NamesEveryKeyOfAScenario) {
    std::ifstream in(kSource / "docs/scenario.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const Site& site : sites()) {
        if (site.schema_file != kScenario) continue;
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        for (const std::string& key : object["properties"].getMemberNames()) {
            EXPECT_NE(text.find(key), text.npos) << key;
        }
    }
}

TEST(TwoCars, ShowsEveryKeyOfAScenario) {
    std::ifstream in(kSource / "scenarios/two_cars.json");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const Site& site : sites()) {
        const Json::Value object = Json::Path(site.pointer).resolve(schema(site.schema_file));
        for (const std::string& key : object["properties"].getMemberNames()) {
            EXPECT_NE(text.find('"' + key + '"'), text.npos) << key;
        }
    }
}

}  // namespace
}  // namespace synchrono::config
