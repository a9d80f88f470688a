// Proves that a file which is not JSON is refused with one line that names file and line, that depth and
// size are bounded, and that what is written reads back the same.
#include "common/config/internal/json_reader.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace synchrono::config {
namespace {

std::string problem(std::string_view text) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, "f.json", diagnostics);
    EXPECT_EQ(json == nullptr, !diagnostics.empty());
    return diagnostics.error().text;
}

std::string rewritten(std::string_view text) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, "f.json", diagnostics);
    return json ? write_compact(json->root()) : diagnostics.error().text;
}

TEST(JsonText, AcceptsCommentsAndAByteOrderMark) {
    EXPECT_EQ(problem("// one\n{ /* two */ \"a\": 1 // three\n}"), "");
    EXPECT_EQ(problem("\xef\xbb\xbf{}"), "");
}

TEST(JsonText, NamesLineAndColumnOfAMistake) {
    EXPECT_EQ(problem("{\n  \"a\": 1\n  \"b\": 2\n}"),
              "f.json:3: Missing ',' or '}' in object declaration (column 3)");
    EXPECT_EQ(problem("{\n  \"a\": nan\n}"),
              "f.json:2: Syntax error: value, object or array expected (column 8)");
    EXPECT_EQ(problem("{\"a\": 1, \"a\": 2}"), "f.json:1: Duplicate key: 'a' (column 10)");
    EXPECT_EQ(problem(""), "f.json:1: Syntax error: value, object or array expected (column 1)");
    EXPECT_EQ(problem("{} x"), "f.json:1: Extra non-whitespace after JSON value (column 4)");
}

TEST(JsonText, RefusesTooDeepNesting) {
    EXPECT_EQ(problem(std::string(100'000, '[')), "f.json: nested deeper than 100");
}

TEST(JsonText, KeepsTheTextOfNumbers) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse("\xef\xbb\xbf{\"a\": // so\n  5.00e-3 }", "f.json", diagnostics);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->as_written(json->root()["a"]), "5.00e-3");
    EXPECT_EQ(json->where(json->root()["a"]), "f.json:2");
}

TEST(WriteCompact, SortsKeysAndLosesNothing) {
    for (const char* text : {"{}", "[]", "{\"a\":[1,-2,0.1,1e+300,true,false,null],\"b\":{\"c\":\"d\"}}",
                             "[0.30000000000000004,18446744073709551615,-9223372036854775808,5e-324]",
                             "[\"\\\"\\\\\\u0000\\u001f\xc3\xa9\"]"}) {
        EXPECT_EQ(rewritten(text), text);
    }
    EXPECT_EQ(rewritten("{\"b\": 1.0, \"a\": -0.0}"), "{\"a\":0,\"b\":1}");
}

TEST(Diagnostics, ListProblemsInOrderUpToALimit) {
    Diagnostics diagnostics;
    diagnostics.add("f:1", "a.b", "wrong");
    diagnostics.add("f", "", "wrong too");
    EXPECT_EQ(diagnostics.error().text, "f:1: key 'a.b': wrong\nf: wrong too");
    for (int i = 0; i < 21; ++i) diagnostics.add("f", "", "again");
    EXPECT_THAT(diagnostics.error().text, ::testing::EndsWith("again\nand 3 more problems"));
}

TEST(ReadTextFile, RefusesPathsThatAreNotReadableFiles) {
    EXPECT_EQ(read_text_file("/no/such/file.json").error().text, "/no/such/file.json: no such file");
    EXPECT_EQ(read_text_file("/dev/zero").error().text, "/dev/zero: not a file");
    EXPECT_EQ(read_text_file("/").error().text, "/: not a file");
}

TEST(ReadTextFile, RefusesAHugeFileBeforeReadingIt) {
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "syn_config_huge.json";
    std::ofstream(file).close();
    std::filesystem::resize_file(file, (64 << 20) + 1);  // a hole, which takes no room on the disk
    EXPECT_EQ(read_text_file(file).error().text,
              file.string() + ": too large, expected at most 67108864 bytes");
    std::filesystem::remove(file);
}

TEST(ReadTextFile, ReadsAnEmptyFile) {
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "syn_config_empty.json";
    std::ofstream(file).close();
    EXPECT_EQ(read_text_file(file).value(), "");
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace synchrono::config
