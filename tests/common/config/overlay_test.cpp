// Proves how an overlay changes the scenario below it: each kind of path and change, and which of several
// changes to a value counts. Every refusal names the place where the mistake was written, and a path in a
// value starts from the folder of the file that has this value.
#include "common/config/internal/overlay.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "common/config/data_file.hpp"
#include "common/config/scenario.hpp"
#include "tests/common/config/internal/schemas.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

/// A temporary folder with files. Owns: the folder.
class Files {
  public:
    Files() {
        std::string name = ::testing::TempDir() + "syn_overlay_XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        root_ = name;
    }
    Files(const Files&) = delete;
    ~Files() { fs::remove_all(root_); }
    fs::path write(const fs::path& name, const std::string& text) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name) << text;
        return root_ / name;
    }
    const fs::path& root() const { return root_; }

  private:
    fs::path root_;
};

class Overlay : public ::testing::Test {
  protected:
    /// Returns the resolved JSON of base and overlay, or the errors with the folder removed from the text.
    std::string resolved(const std::string& base, const std::string& overlay,
                         const std::vector<std::string>& settings = {}) {
        files_.write("base.json", base);
        const fs::path file = files_.write("o.json", overlay);
        Diagnostics diagnostics;
        const auto json = read_layers(overlay, file, settings, diagnostics);
        return diagnostics.empty() ? write_compact(json->root()) : without_folder(diagnostics.error().text);
    }
    std::string resolved_with(const std::string& base, const std::string& changes) {
        return resolved(base, "{\"overlay_of\": \"base\",\n\"set\": {\n" + changes + "}}");
    }
    std::string without_folder(std::string text) const {
        const std::string folder = files_.root().string() + "/";
        for (std::size_t at; (at = text.find(folder)) != text.npos;) text.erase(at, folder.size());
        return text;
    }

    Files files_;
};

TEST_F(Overlay, ChangesTheValuesOfItsPaths) {
    const std::string base = R"({"a": {"b": {"c": 1}}, "list": [[1, 2], [3, 4]],
        "agents": [{"name": "x", "v": 1}, {"name": "y", "v": 2}]})";
    const struct {
        const char *changes, *resolved;
    } cases[] = {
        {R"("a.b.c": 5)", R"({"a":{"b":{"c":5}})"},
        {R"("a.b": [7])", R"({"a":{"b":[7]})"},
        {R"("a.b.new": "n")", R"({"a":{"b":{"c":1,"new":"n"}})"},
        {R"("new": {"x": null})", R"("new":{"x":null})"},
        {R"("a.b.c": null)", R"({"a":{"b":{}})"},
        {R"("a": null)", R"({"agents":)"},
        {R"("list[1][0]": 9)", R"("list":[[1,2],[9,4]])"},
        {R"("list[0]": null)", R"("list":[[3,4]])"},
        {R"("agents[1].v": 9)", R"([{"name":"x","v":1},{"name":"y","v":9}])"},
        {R"("agents.y.v": 9)", R"([{"name":"x","v":1},{"name":"y","v":9}])"},
        {R"("agents.x": null)", R"("agents":[{"name":"y","v":2}])"},
        {R"("agents.y": {"name": "z"})", R"([{"name":"x","v":1},{"name":"z"}])"},
        {R"("agents[0].name": "z", "agents.z.v": 3)", R"([{"name":"z","v":3},)"},
    };
    for (const auto& c : cases)
        EXPECT_THAT(resolved_with(base, c.changes), HasSubstr(c.resolved)) << c.changes;
}

TEST_F(Overlay, FindsKeysAndNamesThatContainDots) {
    EXPECT_EQ(resolved_with(R"({"a": {"b.c": {"d": 1}, "b": {"c": 2}}})", R"("a.b.c.d": 3)"),
              R"({"a":{"b":{"c":2},"b.c":{"d":3}}})");
    EXPECT_EQ(resolved_with(R"({"l": [{"name": "car"}, {"name": "car.1"}]})", R"("l.car.1.v": 3)"),
              R"({"l":[{"name":"car"},{"name":"car.1","v":3}]})");
}

TEST_F(Overlay, ChangesAGroupAsAWhole) {
    EXPECT_EQ(resolved_with(R"({"l": [{"name": "car", "count": 3}]})", R"("l.car.v": 3)"),
              R"({"l":[{"count":3,"name":"car","v":3}]})");
    EXPECT_EQ(
        resolved_with(R"({"l": [{"name": "car", "count": 3}]})", R"("l.car2.v": 3)"),
        "o.json:3: key 'set.l.car2.v': leads nowhere: 'car2' belongs to the group 'car', which can only be "
        "changed as a whole; give it an entry of its own to change it alone");
}

TEST_F(Overlay, MakesItsChangesInTheOrderOfTheFile) {
    EXPECT_EQ(resolved_with(R"({"a": 1})", R"("b": {"x": 1}, "b.x": 2, "a": {"y": 1}, "a.y": 3)"),
              R"({"a":{"y":3},"b":{"x":2}})");
    EXPECT_EQ(resolved_with(R"({"z": {"y": 1}})", R"("z.y": 2, "z": {"y": 3})"), R"({"z":{"y":3}})");
}

TEST_F(Overlay, AppendsAfterItsChanges) {
    EXPECT_EQ(
        resolved(R"({"l": [1, 2], "m": {}})",
                 R"({"append": {"l": [3, [4]], "m.n": [5]}, "set": {"l[1]": 9}, "overlay_of": "base"})"),
        R"({"l":[1,9,3,[4]],"m":{"n":[5]}})");
}

TEST_F(Overlay, ChangesAllEntriesOfAListAtOnce) {
    const std::string base =
        R"({"l": [{"name": "x", "p": {"v": 1}}, {"name": "y", "p": {}}], "m": [[1, 2], [3]], "o": {"*": 1}})";
    const std::string rest = R"("m":[[1,2],[3]],"o":{"*":1}})";
    EXPECT_EQ(resolved_with(base, R"("l.*.p.v": 7)"),
              R"({"l":[{"name":"x","p":{"v":7}},{"name":"y","p":{"v":7}}],)" + rest);
    EXPECT_EQ(resolved_with(base, R"("l.*.q": ["n"])"), R"({"l":[{"name":"x","p":{"v":1},"q":["n"]},)"
                                                        R"({"name":"y","p":{},"q":["n"]}],)" +
                                                            rest);
    EXPECT_EQ(resolved_with(base, R"("l.*.p": null)"), R"({"l":[{"name":"x"},{"name":"y"}],)" + rest);
    EXPECT_EQ(resolved_with(R"({"l": [1, 2, 3]})", R"("l.*": null)"), R"({"l":[]})");
    EXPECT_EQ(resolved_with(R"({"l": [1, 2, 3]})", R"("l.*": 0)"), R"({"l":[0,0,0]})");
    EXPECT_EQ(resolved_with(R"({"m": [[1, 2], [3]]})", R"("m.*[0]": 9)"), R"({"m":[[9,2],[9]]})");
    EXPECT_EQ(resolved_with(R"({"o": {"*": 1}})", R"("o.*": 2)"), R"({"o":{"*":2}})")
        << "in an object, * is an ordinary key";
    EXPECT_EQ(resolved(R"({"m": [{"n": [1]}, {}]})", R"({"overlay_of": "base", "append": {"m.*.n": [2]}})"),
              R"({"m":[{"n":[1,2]},{"n":[2]}]})");
}

TEST_F(Overlay, ChangesAllEntriesOfAListOrNone) {
    const std::string base = R"({"l": [{"p": {"v": 1}}, {"name": "y"}], "e": [], "o": {"*": {"v": 1}}})";
    const struct {
        const char *changes, *refusal;
    } cases[] = {
        {R"("l.*.p.v": 7)", "leads nowhere: no 'p' in 'l[1]'; known there: name"},
        {R"("l.*.p": null)", "there is no value to remove"},
        {R"("e.*": 1)", "leads nowhere: 'e' is empty"},
        {R"("o.*.v.*": 1)", "leads nowhere: 'o.*.v' is neither an object nor a list"},
        {R"("l.*x": 1)", "leads nowhere: no '*x' in 'l'; known there: y"},
        {R"("n.*.v": 1)", "leads nowhere: no 'n' in the scenario; known there: e, l, o"},
        {R"("*.v": 1)", "leads nowhere: no '*' in the scenario; known there: e, l, o"},
    };
    for (const auto& c : cases) {
        const std::string changes = c.changes;
        const std::string path = changes.substr(1, changes.find('"', 1) - 1);
        EXPECT_EQ(resolved_with(base, changes), "o.json:3: key 'set." + path + "': " + c.refusal);
    }
    EXPECT_EQ(
        resolved_with(R"({"l": [[1], [2]]})", R"("l.*.*": 1)"),
        "o.json:3: key 'set.l.*.*': leads nowhere: 'l[0]' is a list without names: expected an index such "
        "as [0]")
        << "one * in a path is allowed";
    EXPECT_EQ(
        resolved(R"({"l": [{"n": [1]}, {"n": 2}]})", R"({"overlay_of": "base", "append": {"l.*.n": [3]}})"),
        "o.json:1: key 'append.l.*.n': is not a list");
}

TEST_F(Overlay, MayRenameTheScenario) {
    EXPECT_EQ(resolved(R"({"name": "base"})", R"({"overlay_of": "base", "name": "mine"})"),
              R"({"name":"mine"})");
    EXPECT_EQ(resolved(R"({"name": "base"})", R"({"overlay_of": "base"})"), R"({"name":"base"})");
}

TEST_F(Overlay, YieldsToLaterOverlaysAndTheseToSettings) {
    files_.write("middle.json", R"({"overlay_of": "base", "set": {"a": 2, "b": 2, "c": 2}})");
    const std::string base = R"({"a": 1, "b": 1, "c": 1, "d": 1})";
    const std::string overlay = R"({"overlay_of": "middle", "set": {"b": 3, "c": 3}})";
    EXPECT_EQ(resolved(base, overlay), R"({"a":2,"b":3,"c":3,"d":1})");
    EXPECT_EQ(resolved(base, overlay, {"c=4"}), R"({"a":2,"b":3,"c":4,"d":1})");
    EXPECT_EQ(resolved(base, overlay, {"c=4", "c=5"}), R"({"a":2,"b":3,"c":5,"d":1})");
}

TEST_F(Overlay, MayLieInAnyFolder) {
    files_.write("elsewhere/deep/o2.json", R"({"overlay_of": "../../o.json", "set": {"a": 3}})");
    resolved(R"({"a": 1})", R"({"overlay_of": "./base.json"})");
    Diagnostics diagnostics;
    const fs::path file = files_.root() / "elsewhere/deep/o2.json";
    const auto json = read_layers(read_text_file(file).value(), file, {}, diagnostics);
    ASSERT_TRUE(json) << diagnostics.error().text;
    EXPECT_EQ(write_compact(json->root()), R"({"a":3})");
}

TEST_F(Overlay, RefusesImpossibleChangesWithTheirPlace) {
    const std::string base = R"({"a": {"b": 1}, "l": [1, 2], "e": [], "n": [{"name": "x"}], "s": "t"})";
    const struct {
        const char *changes, *refusal;
    } cases[] = {
        {R"("n.xy.z": 1)", "leads nowhere: no 'xy' in 'n'; did you mean 'x'? Known there: x"},
        {R"("a.c.d": 1)", "leads nowhere: no 'c' in 'a'; known there: b"},
        {R"("c.d": 1)", "leads nowhere: no 'c' in the scenario; known there: a, e, l, n, s"},
        {R"("a.b.c": 1)", "leads nowhere: 'a.b' is neither an object nor a list"},
        {R"("s.t": 1)", "leads nowhere: 's' is neither an object nor a list"},
        {R"("s[0]": 1)", "leads nowhere: 's' is not a list"},
        {R"("[0]": 1)", "leads nowhere: the scenario is not a list"},
        {R"("l[2]": 1)", "leads nowhere: 'l' ends with [1]"},
        {R"("l[4294967296]": 1)", "leads nowhere: expected an index such as [0] after '['"},
        {R"("l[-1]": 1)", "leads nowhere: expected an index such as [0] after '['"},
        {R"("l[0": 1)", "leads nowhere: expected an index such as [0] after '['"},
        {R"("l[": 1)", "leads nowhere: expected an index such as [0] after '['"},
        {R"("l[x]": 1)", "leads nowhere: expected an index such as [0] after '['"},
        {R"("n[0]name": 1)", "leads nowhere: expected '.' or '[' after ']'"},
        {R"("e[0]": 1)", "leads nowhere: 'e' is empty"},
        {R"("l.x": 1)", "leads nowhere: 'l' is a list without names: expected an index such as [0]"},
        {R"("n.y": 1)", "leads nowhere: no 'y' in 'n'; known there: x"},
        {R"("n.": 1)", "leads nowhere: no '' in 'n'; known there: x"},
        {R"("": 1)", "leads nowhere: expected a key in the scenario"},
        {R"("a.": 1)", "leads nowhere: expected a key in 'a'"},
        {R"("a..b": 1)", "leads nowhere: expected a key in 'a'"},
        {R"(".a": 1)", "leads nowhere: expected a key in the scenario"},
        {R"("c": null)", "there is no value to remove"},
        {R"("a.c": null)", "there is no value to remove"},
    };
    for (const auto& c : cases) {
        const std::string changes = c.changes;
        const std::string path = changes.substr(1, changes.find('"', 1) - 1);
        EXPECT_EQ(resolved_with(base, changes),
                  "o.json:3: key 'set" + (path.empty() ? "." : "." + path) + "': " + c.refusal);
    }
}

TEST_F(Overlay, MustHaveItsForm) {
    const std::string base = R"({"a": 1, "l": []})";
    EXPECT_EQ(resolved(base, R"({"overlay_of": "base", "seed": 2})"),
              "o.json:1: key 'seed': unknown; known here: $schema, append, name, overlay_of, set");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "base", "set": []})"),
              "o.json:1: key 'set': expected an object");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "base", "append": []})"),
              "o.json:1: key 'append': expected an object");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "base", "append": {"l": 1}})"),
              "o.json:1: key 'append.l': expected an array");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "base", "append": {"a": [1]}})"),
              "o.json:1: key 'append.a': is not a list");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "base", "append": {"b.c": [1]}})"),
              "o.json:1: key 'append.b.c': leads nowhere: no 'b' in the scenario; known there: a, l");
    EXPECT_EQ(resolved(base, "{\n\"overlay_of\": 7}"), "o.json:2: key 'overlay_of': expected a string");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "a b"})"),
              "o.json:1: key 'overlay_of': expected a name that begins with a letter, a digit or '_' and "
              "continues with these, '-' or '.'");
    EXPECT_EQ(resolved(base, R"({"overlay_of": "./no.json"})"),
              "o.json:1: key 'overlay_of': no scenario './no.json'; looked for no.json");
    EXPECT_THAT(resolved(base, R"({"overlay_of": "nobody"})"),
                HasSubstr("key 'overlay_of': no scenario 'nobody'; looked for nobody.json and " +
                          (installed_folder("scenarios") / "nobody.json").string()));
    EXPECT_EQ(resolved(base, R"({"overlay_of": "./"})"), "o.json:1: key 'overlay_of': : not a file");
    EXPECT_EQ(resolved("{\n\"a\": }", R"({"overlay_of": "base"})"),
              "base.json:2: Syntax error: value, object or array expected (column 6)");
}

TEST_F(Overlay, MustNotFormACircle) {
    files_.write("p.json", R"({"overlay_of": "o"})");
    EXPECT_EQ(
        resolved("{}", "{\n\"overlay_of\": \"p\"}"),
        "p.json:1: key 'overlay_of': overlays refer to each other in a circle: o.json -> p.json -> o.json");
    EXPECT_EQ(resolved("{}", R"({"overlay_of": "./../)" + files_.root().filename().string() + R"(/o.json"})"),
              "o.json:1: key 'overlay_of': overlays refer to each other in a circle: o.json -> o.json");
}

TEST_F(Overlay, HasABoundedNumberOfLayers) {
    files_.write("o1.json", R"({"overlay_of": "base"})");
    for (int i = 2; i <= 8; ++i)
        files_.write("o" + std::to_string(i) + ".json",
                     R"({"overlay_of": "o)" + std::to_string(i - 1) + R"("})");
    EXPECT_EQ(resolved(R"({"a": 1})", R"({"overlay_of": "o7"})"), R"({"a":1})");
    EXPECT_EQ(resolved(R"({"a": 1})", R"({"overlay_of": "o8"})"),
              "o1.json:1: key 'overlay_of': expected at most 8 overlays on top of each other");
}

TEST_F(Overlay, HasBoundedPathsAndDepth) {
    std::string deep = "a";
    for (int i = 0; i < 50; ++i) deep += ".a";
    EXPECT_THAT(resolved_with(R"({"a": {}})", "\"" + std::string(1'001, 'a') + "\": 1"),
                HasSubstr("expected a path of at most 1000 characters"));
    std::string tree = "1";
    for (int i = 0; i < 60; ++i) tree = "{\"a\": " + tree + "}";
    EXPECT_THAT(resolved_with(tree, "\"" + deep + "\": 1"), HasSubstr("expected a path of at most 50 steps"));
    EXPECT_THAT(resolved_with(tree, "\"" + deep.substr(2) + "\": null"), HasSubstr("{\"a\":{}}"));
}

TEST_F(Overlay, LeavesABaseThatIsNotAnObject) {
    EXPECT_EQ(resolved("[1]", R"({"overlay_of": "base", "set": {"a": 1}})", {"a=2"}), "[1]");
}

TEST_F(Overlay, HasAllItsMistakesNamedAtOnce) {
    EXPECT_EQ(resolved_with(R"({"a": 1})", "\"b.c\": 1,\n\"a.b\": 2"),
              "o.json:3: key 'set.b.c': leads nowhere: no 'b' in the scenario; known there: a\n"
              "o.json:4: key 'set.a.b': leads nowhere: 'a' is neither an object nor a list");
}

class Settings : public Overlay {
  protected:
    std::string with(const std::string& base, const std::vector<std::string>& settings) {
        Diagnostics diagnostics;
        const auto json = read_layers(base, files_.root() / "s.json", settings, diagnostics);
        return diagnostics.empty() ? write_compact(json->root()) : without_folder(diagnostics.error().text);
    }
};

TEST_F(Settings, AreReadAsJsonOrElseAsAString) {
    const struct {
        const char *value, *resolved;
    } cases[] = {
        {"1", "1"},           {"-1.50", "-1.5"},  {"true", "true"},     {"\"1\"", "\"1\""},
        {"2x", "\"2x\""},     {"", "\"\""},       {"[1, 2]", "[1,2]"},  {"{\"x\": null}", "{\"x\":null}"},
        {"a=b", "\"a=b\""},   {"1 2", "\"1 2\""}, {"\"a", "\"\\\"a\""}, {"nan", "\"nan\""},
        {"\n", "\"\\u000a\""}};
    for (const auto& c : cases)
        EXPECT_EQ(with(R"({"a": 0})", {std::string("a=") + c.value}),
                  std::string("{\"a\":") + c.resolved + "}");
    EXPECT_EQ(with(R"({"a": 0})", {"a=null"}), "{}");
    EXPECT_EQ(with(R"({"a": 0})", {"a=" + std::string(200, '[')}),
              "{\"a\":\"" + std::string(200, '[') + "\"}");
}

TEST_F(Settings, AreQuotedInTheirRefusals) {
    EXPECT_EQ(with("{}", {"a"}), "--set a: expected PATH=VALUE");
    EXPECT_EQ(with("{}", {"=1"}), "--set =1: expected PATH=VALUE");
    EXPECT_EQ(with("{}", {"a.b=1"}), "--set a.b=1: leads nowhere: no 'a' in the scenario");
    EXPECT_EQ(with(R"({"l": [{"a": 1}, 2]})", {"l.*.a=3"}),
              "--set l.*.a=3: leads nowhere: 'l[1]' is neither an object nor a list");
    EXPECT_EQ(with("{}", {"a=null"}), "--set a=null: there is no value to remove");
    EXPECT_EQ(with("{}", {"a.b=" + std::string(200, 'x')}),
              "--set a.b=" + std::string(90, 'x') + "...: leads nowhere: no 'a' in the scenario");
}

class OverlaidScenario : public Overlay {
  protected:
    OverlaidScenario() { files_.write("base.json", ScenarioText{}.text()); }
    Result<Scenario> load(const std::string& overlay, const Overrides& overrides = {}) {
        return load_scenario(files_.write("o.json", overlay), overrides);
    }
    std::string refusal(const std::string& overlay, const Overrides& overrides = {}) {
        const auto scenario = load(overlay, overrides);
        return scenario ? "" : without_folder(scenario.error().text);
    }
};

TEST_F(OverlaidScenario, IsTheScenarioWithItsChanges) {
    const auto scenario = load(R"({"$schema": "./overlay.schema.json", "overlay_of": "base", "name": "mine",
        "set": {"agents.a.speed_m_s": 3.25, "heartbeat_ms": 10},
        "append": {"agents": [{"name": "b", "vehicle": "v", "place": {"position": [9, 0, 0]}}]}})");
    ASSERT_TRUE(scenario) << scenario.error().text;
    EXPECT_EQ(scenario->name, "mine");
    EXPECT_EQ(scenario->heartbeat, SimDuration::milliseconds(10));
    ASSERT_EQ(scenario->agents.size(), 2u);
    EXPECT_EQ(scenario->agents[0].speed_m_s, 3.25);
    EXPECT_EQ(scenario->agents[1].name, "b");
    EXPECT_EQ(read_scenario(to_json(*scenario), "/elsewhere/s.json").value(), *scenario)
        << "needs no other file";
}

TEST_F(OverlaidScenario, YieldsToSettingsAndTheseToOptions) {
    const std::string overlay = R"({"overlay_of": "base", "set": {"seed": 2, "duration_s": 2, "rate": "2x",
        "gate": {"window": 2}}})";
    EXPECT_EQ(load(overlay)->seed, 2u);
    EXPECT_EQ(load(overlay, {.settings = {"seed=3"}})->seed, 3u);
    const Scenario s = load(overlay, {.gate = GatePolicy{GatePolicy::Kind::exact, 2},
                                      .pace = Pace{4.0},
                                      .duration = SimDuration::seconds(4),
                                      .seed = 4,
                                      .settings = {"seed=3", "duration_s=3", "rate=3x", "gate.window=3"}})
                           .value();
    EXPECT_EQ(s.seed, 4u);
    EXPECT_EQ(s.duration, SimDuration::seconds(4));
    EXPECT_EQ(s.pace, Pace{4.0});
    EXPECT_EQ(s.gate, (GatePolicy{GatePolicy::Kind::exact, 2}));
}

TEST_F(OverlaidScenario, HasMistakesNamedAtTheirSource) {
    EXPECT_EQ(
        refusal("{\"overlay_of\": \"base\", \"set\": {\n\"seed\": -1,\n\"agents[0].place\": {\n\"position\": "
                "[0, 0]}}}"),
        "o.json:2: key 'seed': expected a whole number from 0 to 18446744073709551615\n"
        "o.json:4: key 'agents[0].place.position': expected an array of 3 numbers");
    EXPECT_EQ(refusal(R"({"overlay_of": "base", "set": {"duration_s": null}})"),
              "base.json:1: key 'duration_s': missing");
    EXPECT_EQ(
        refusal("{\"overlay_of\": \"base\",\n\"append\": {\"agents\": [\n{\"name\": \"a\", \"vehicle\": "
                "\"v\",\n\"place\": {\"position\": [0, 0, 0]}}]}}"),
        "o.json:3: key 'agents[1].name': the name 'a' is already that of agent 0");
    EXPECT_EQ(refusal(R"({"overlay_of": "base"})", {.settings = {"heartbeat_ms=0.0000001", "agents[0].x=1"}}),
              "--set heartbeat_ms=0.0000001: key 'heartbeat_ms': expected a whole number of nanoseconds\n"
              "--set agents[0].x=1: key 'agents[0].x': " +
                  known_here(".properties.agents.items"));
    EXPECT_EQ(refusal(R"({"overlay_of": "base"})", {.settings = {"seed="}}),
              "--set seed=: key 'seed': expected a whole number from 0 to 18446744073709551615");
    files_.write("base.json", ScenarioText{.extra = "\"seed\": -1,"}.text());
    EXPECT_EQ(refusal(R"({"overlay_of": "base"})"),
              "base.json:3: key 'seed': expected a whole number from 0 to 18446744073709551615");
}

TEST_F(OverlaidScenario, FindsFilesRelativeToWhereTheyAreNamed) {
    files_.write(
        "my/scenarios/base.json",
        ScenarioText{.agents = R"({"name": "a", "vehicle": "./car.json", "place": {"position": [0, 0, 0]}},
                    {"name": "b", "vehicle": "bus", "place": {"position": [9, 0, 0]}})"}
            .text());
    files_.write("my/scenarios/car.json", kVehicleText);
    files_.write("my/vehicles/bus.json", kVehicleText);
    files_.write("my/vehicles/van.json", kVehicleText);
    files_.write("other/own.json", kVehicleText);
    const fs::path file =
        files_.write("other/o.json", R"({"overlay_of": "../my/scenarios/base.json", "append": {
        "agents": [{"name": "c", "vehicle": "./own.json", "place": {"position": [18, 0, 0]}},
                   {"name": "d", "vehicle": "van", "place": {"position": [27, 0, 0]}},
                   {"name": "e", "vehicle": "../my/scenarios/car.json", "place": {"position": [36, 0, 0]},
                    "pilot": {"library": "./pilot.so"}}]}})");
    // A path on the command line starts from the current folder.
    const fs::path own = fs::relative(files_.root() / "other/own.json");
    const auto scenario = load_scenario(file, {.settings = {"agents.b.vehicle=" + own.string(),
                                                            R"(agents.b.pilot={"library": "./mine.so"})"}});
    ASSERT_TRUE(scenario) << scenario.error().text;
    std::vector<std::string> vehicles;
    for (const AgentSpec& agent : scenario->agents) vehicles.push_back(agent.vehicle);
    EXPECT_EQ(vehicles, (std::vector<std::string>{"car", "own", "own", "van", "car"}));
    EXPECT_EQ(scenario->agents[4].pilot, (files_.root() / "other/pilot.so").string());
    EXPECT_EQ(scenario->agents[1].pilot, (fs::current_path() / "mine.so").string());
    const auto bad = load_scenario(file, {.settings = {"agents.b.vehicle=nothing"}});
    EXPECT_THAT(
        without_folder(bad.error().text),
        StartsWith(
            "--set agents.b.vehicle=nothing: key 'agents[1].vehicle': no vehicle 'nothing'; looked for "
            "vehicles/nothing.json and my/vehicles/nothing.json and " +
            (installed_folder("vehicles") / "nothing.json").string() + "; expected one of v, bus, van, "))
        << "lists the names of the scenario, then those of the folders";
}

TEST_F(OverlaidScenario, ListsTheNamesThatAnUnknownOneCouldHaveBeen) {
    files_.write("my/scenarios/base.json", ScenarioText{}.text());
    files_.write("my/vehicles/heavy/lorry.json", kVehicleText);
    files_.write("my/maps/town/map.xodr", "");
    files_.write("my/maps/drawings/map.svg", "");
    const auto refusal_with = [&](const std::string& setting) {
        return load_scenario(files_.root() / "my/scenarios/base.json", {.settings = {setting}}).error().text;
    };
    EXPECT_THAT(refusal_with("agents.a.vehicle=heavy/van"), EndsWith("; expected one of v, heavy/lorry"));
    EXPECT_THAT(refusal_with("map=city"), HasSubstr("map.xodr; expected one of town, "))
        << "a map is a folder with a file map.xodr";
    EXPECT_THAT(refusal_with("map=twon"), HasSubstr("; did you mean 'town'? Expected one of town, "));
    EXPECT_THAT(refusal_with("agents.a.vehicle=./van.json"), EndsWith("; looked for van.json"))
        << "a path is looked for in one place only";
}

TEST_F(OverlaidScenario, AMissingMapIsOneProblem) {
    const char* const agents =
        R"({"name": "a", "vehicle": "v", "place": {"road": "1", "lane": 1, "s_m": 1}})";
    files_.write("my/scenarios/base.json",
                 ScenarioText{.extra = R"("ground": {"kind": "map"},)", .agents = agents}.text());
    const auto refused = load_scenario(files_.root() / "my/scenarios/base.json", {.settings = {"map=city"}});
    EXPECT_THAT(refused.error().text, AllOf(HasSubstr("no map 'city'"), Not(HasSubstr("\n"))));
    const auto without = load_scenario(files_.root() / "my/scenarios/base.json");
    EXPECT_THAT(without.error().text, AllOf(HasSubstr("ground.kind': the scenario has no \"map\""),
                                            HasSubstr("place.road': the scenario has no \"map\"")));
}

TEST_F(OverlaidScenario, HasProblemsOfAgentsNamedAtTheirSource) {
    const fs::path file = files_.write("o.json",
                                       "{\"overlay_of\": \"base\",\n\"set\": {\n\"agents.a.pilot\": "
                                       "{\n\"library\": \"p\"}}}");
    EXPECT_EQ(without_folder(agent_problem(file, {}, AgentId{0}, "pilot.library", "bad")),
              "o.json:4: key 'agents[0].pilot.library': bad");
    EXPECT_EQ(without_folder(agent_problem(file, {}, AgentId{0}, "name", "bad")),
              "base.json:7: key 'agents[0].name': bad");
    EXPECT_EQ(
        agent_problem(file, {.settings = {"agents[0].pilot.library=q"}}, AgentId{0}, "pilot.library", "bad"),
        "--set agents[0].pilot.library=q: key 'agents[0].pilot.library': bad");
    EXPECT_EQ(without_folder(agent_problem(file, {.settings = {"x.y=1"}}, AgentId{0}, "name", "bad")),
              "o.json: agent 0: bad");
}

TEST(FindScenario, FindsFilesAndInstalledScenariosByName) {
    EXPECT_EQ(find_scenario("./x.json").value(), "./x.json");
    EXPECT_EQ(find_scenario("dir/x").value(), "dir/x");
    EXPECT_EQ(find_scenario("x.json").value(), "x.json");
    const std::string folder = installed_folder("scenarios").string();
    const std::string expected =
        fmt::format("; expected a file or one of {}", fmt::join(data_names({folder}), ", "));
    EXPECT_THAT(expected, HasSubstr(", intersection_30, "));
    EXPECT_EQ(find_scenario("nobody").error().text,
              "nobody: no such file, and no scenario " + folder + "/nobody.json" + expected);
    EXPECT_EQ(find_scenario("").error().text,
              ": no such file, and no scenario " + folder + "/.json" + expected);
}

TEST(DataNames, AreThoseOfTheFilesInTheFolders) {
    const Files files;
    for (const char* const name : {"one/b.json", "one/a.json", "one/a.schema.json", "one/c.txt",
                                   "one/d e.json", "two/z.json", "two/a.json"})
        files.write(name, "{}");
    EXPECT_EQ(data_names({files.root() / "two", files.root() / "none", files.root() / "one"}),
              (std::vector<std::string>{"a", "z", "b"}));
}

}  // namespace
}  // namespace synchrono::config
