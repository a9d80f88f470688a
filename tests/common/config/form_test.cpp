// Proves each function of a form on a structure made for this test. A reader takes right values, refuses
// wrong ones, and returns the node for further checks. A writer writes the values that a reader has read,
// except for those that are absent and, for some members, those that are empty or at their default.
#include "common/config/internal/form.hpp"

#include <gtest/gtest.h>

#include "common/config/specification_form.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::config {
namespace {

enum class Colour { red, green };
constexpr Words<Colour, 2> kColours{{{"red", Colour::red}, {"green", Colour::green}}};
constexpr QuotedWords<Colour, 2> kQuoted{{{{"red", Colour::red}, {"green", Colour::green}}}};

struct Part {
    double weight = 1;

    friend bool operator==(const Part&, const Part&) = default;
};

struct Toy {
    double length = 2;
    std::optional<double> width{};
    std::uint16_t wheels = 4;
    std::optional<int> seats{};
    SimDuration period = SimDuration::milliseconds(5);
    SimTime begin{};
    bool loud = false;
    std::string name = "toy";
    std::optional<std::string> maker{};
    Colour colour = Colour::red;
    std::optional<Colour> lid{};
    geo::Vec3 place{};
    std::vector<std::array<double, 2>> corners{};
    std::vector<double> gears{};
    std::vector<std::uint8_t> groups{};
    Part body{}, spare{};
    std::optional<Part> trailer{};
    std::vector<Part> parts{};
    std::string raw{};
};

template <typename Form>
void describe(Form& form, Part& part) {
    form.number("weight", part.weight, {0, 10, true}, Need::optional);
}

template <typename Form>
void describe(Form& form, Toy& toy, const std::size_t& parts_max) {
    form.given("remark");
    if (const auto node = form.number("length", toy.length, {0, 9}, Need::optional); node && toy.length == 7)
        node->problem("expected no 7");
    form.number("width", toy.width, {0, 9});
    form.whole("wheels", toy.wheels, 1, 100, Need::optional);
    form.whole("seats", toy.seats, 1, 9);
    form.time("period_ms", toy.period, {0, 1'000, true}, Need::optional);
    form.time("begin_s", toy.begin, {0, 10}, Need::optional);
    form.flag("loud", toy.loud);
    form.name("name", toy.name);
    form.text("maker", toy.maker);
    form.choice("colour", toy.colour, kColours, Need::optional);
    form.choice("lid", toy.lid, kQuoted);
    form.position("place", toy.place, {-5, 5}, Need::optional);
    form.points("corners", toy.corners, {-5, 5}, {3}, "corners", Need::optional);
    form.list("gears", toy.gears, {0, 9}, {1, 3}, Need::optional);
    form.wholes("groups", toy.groups, 1, 200, {0, 2}, "groups", Need::optional);
    form.optional_object("body", toy.body, Written::unless_default);
    form.optional_object("spare", toy.spare, Written::always);
    form.object("trailer", toy.trailer);
    form.objects("parts", toy.parts, {0, parts_max}, Need::optional);
    form.own(
        "raw", [&](const JsonNode& node) { toy.raw = write_compact(node.value()); },
        [&] { return toy.raw.empty() ? std::nullopt : std::optional(parse_own(toy.raw)); });
}

struct Answer {
    Toy toy;
    std::string problems;
};

struct Balloon {
    double volume_m3 = 1;
    std::vector<Part> ropes{};
};

template <typename Form>
void describe(Form& form, Balloon& balloon) {
    form.number("volume_m3", balloon.volume_m3, {0, 10, true});
    form.objects("ropes", balloon.ropes, {0, 2}, Need::optional);
}

Answer read_text(const std::string& text) {
    Diagnostics diagnostics;
    Answer answer;
    const auto json = JsonText::parse(text, "f", diagnostics);
    const std::size_t parts_max = 2;
    FormReader::read(JsonNode(*json), answer.toy, parts_max);
    if (!diagnostics.empty()) answer.problems = diagnostics.error().text;
    return answer;
}

Answer read(const std::string& members) { return read_text(R"({"name":"toy")" + members + "}"); }

std::string written(Toy toy) {
    const std::size_t parts_max = 2;
    return write_compact(FormWriter::write(toy, parts_max));
}

TEST(Form, ReadsASpecificationAndNamesErrorsInOneLine) {
    const auto read_balloon = [](const std::string& json) {
        return read_specification<Balloon>({.kind = "balloon", .json = json});
    };
    const auto balloon = read_balloon(R"({"ropes":[{"weight":2}],"volume_m3":0.5})");
    ASSERT_TRUE(balloon);
    EXPECT_EQ(balloon->volume_m3, 0.5);
    EXPECT_EQ(balloon->ropes, std::vector<Part>{{2}});
    EXPECT_EQ(read_balloon("{}").error().text, "key 'volume_m3': missing");
    EXPECT_EQ(read_balloon(R"({"ropes":[{"weight":0}],"volume":1,"volume_m3":11})").error().text,
              "key 'volume_m3': expected more than 0 and at most 10; "
              "key 'ropes[0].weight': expected more than 0 and at most 10; "
              "key 'volume': unknown; did you mean 'volume_m3'? Known here: ropes, volume_m3");
}

TEST(Form, ReadsEveryMemberAndWritesItBack) {
    const std::string text =
        R"({"begin_s":0.25,"body":{"weight":3},"colour":"green","corners":[[0,1],[2,3],[4,5]],"gears":[3,1.5],)"
        R"("groups":[7,8],"length":2.5,"lid":"red","loud":true,"maker":"us","name":"t",)"
        R"("parts":[{"weight":2},{"weight":1}],"period_ms":2.5,"place":[1,-2,3],"raw":{"a":[null]},"seats":2,)"
        R"("spare":{"weight":4},"trailer":{"weight":5},"wheels":6,"width":1.25})";
    const Answer answer = read_text(text);
    EXPECT_EQ(answer.problems, "");
    EXPECT_EQ(answer.toy.period.count_ns(), 2'500'000);
    EXPECT_EQ(answer.toy.begin.count_ns(), 250'000'000);
    EXPECT_EQ(answer.toy.colour, Colour::green);
    EXPECT_EQ(answer.toy.lid, Colour::red);
    EXPECT_EQ(answer.toy.place, (geo::Vec3{1, -2, 3}));
    EXPECT_EQ(answer.toy.trailer, Part{5});
    EXPECT_EQ(written(answer.toy), text);
}

TEST(Form, WritesMembersThatAreAlwaysThere) {
    EXPECT_EQ(written({}),
              R"({"begin_s":0,"colour":"red","groups":[],"length":2,"loud":false,"name":"toy","parts":[],)"
              R"("period_ms":5,"place":[0,0,0],"spare":{"weight":1},"wheels":4})");
}

TEST(Form, ToleratesPermittedExtraKeys) { EXPECT_EQ(read(R"(,"remark": 5)").problems, ""); }

TEST(Form, NamesEachMistakeAndKeepsTheOldValue) {
    const auto expect = [](const std::string& members, const std::string& problem) {
        const Answer answer = read("," + members);
        EXPECT_EQ(answer.problems, "f:1: key '" + problem);
        EXPECT_EQ(answer.toy.length == 7 ? 2 : answer.toy.length, 2);
        EXPECT_EQ(answer.toy.width, std::nullopt);
        EXPECT_EQ(answer.toy.period, SimDuration::milliseconds(5));
        EXPECT_EQ(answer.toy.lid, std::nullopt);
    };
    expect(R"("length": 10)", "length': expected 0 to 9");
    expect(R"("length": 7)", "length': expected no 7");
    expect(R"("width": "x")", "width': expected a number");
    expect(R"("wheels": 0)", "wheels': expected a whole number from 1 to 100");
    expect(R"("seats": 1.5)", "seats': expected a whole number from 1 to 9");
    expect(R"("period_ms": 0)", "period_ms': expected more than 0 and at most 1000");
    expect(R"("begin_s": 1e-10)", "begin_s': expected a whole number of nanoseconds");
    expect(R"("loud": 1)", "loud': expected true or false");
    expect(R"("maker": 1)", "maker': expected a string");
    expect(R"("colour": "blue")", "colour': expected one of red, green");
    expect(R"("lid": "blue")", "lid': expected one of \"red\", \"green\"");
    expect(R"("place": [1, 2])", "place': expected an array of 3 numbers");
    expect(R"("corners": [[0, 0], [1, 1]])", "corners': expected at least 3 corners");
    expect(R"("corners": [[0, 0], [1, 9], [2, 2]])", "corners[1][1]': expected -5 to 5");
    expect(R"("gears": [])", "gears': expected 1 to 3 numbers");
    expect(R"("groups": [1, 2, 3])", "groups': expected 0 to 2 groups");
    expect(R"("groups": [300])", "groups[0]': expected a whole number from 1 to 200");
    expect(R"("body": 3)", "body': expected an object");
    expect(R"("spare": {"wait": 3})", "spare.wait': unknown; known here: weight");
    expect(R"("trailer": {"weight": 0})", "trailer.weight': expected more than 0 and at most 10");
    expect(R"("parts": [{}, {}, {}])", "parts': expected 0 to 2 objects");
    expect(R"("parts": [{}, {"weight": 11}])", "parts[1].weight': expected more than 0 and at most 10");
}

struct Kinds {
    Colour kind = Colour::red;
    double shade = 0;
};

template <typename Form>
void describe(Form& form, Kinds& kinds) {
    if (!form.kind("kind", kinds.kind, kColours)) return;
    if (kinds.kind == Colour::green) form.number("shade", kinds.shade, {0, 1});
}

std::string problems_of_kinds(const std::string& text) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, "f", diagnostics);
    Kinds kinds;
    FormReader::read(JsonNode(*json), kinds);
    return diagnostics.empty() ? "" : diagnostics.error().text;
}

TEST(Form, ChecksOtherKeysByTheKind) {
    EXPECT_EQ(problems_of_kinds(R"({"kind": "green", "shade": 0.5})"), "");
    EXPECT_EQ(problems_of_kinds(R"({"kind": "red", "shade": 0.5})"),
              "f:1: key 'shade': unknown; known here: kind");
    EXPECT_EQ(problems_of_kinds(R"({"kind": "green"})"), "f:1: key 'shade': missing");
}

TEST(Form, ChecksNoOtherKeysWithoutAKind) {
    EXPECT_EQ(problems_of_kinds(R"({"kind": "blue", "shade": 9, "x": 1})"),
              "f:1: key 'kind': expected one of red, green");
    EXPECT_EQ(problems_of_kinds(R"({"x": 1})"), "f:1: key 'kind': missing");
    EXPECT_EQ(problems_of_kinds("[]"), "f:1: expected an object");
}

}  // namespace
}  // namespace synchrono::config
