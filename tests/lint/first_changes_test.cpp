// Proves that docs/first-changes.md can be followed: each edit finds its one line, the edited copies of the
// files keep those rules of the house that concern one file, and the test programs that the page runs exist.
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <sstream>

#include "tests/lint/house_rules.hpp"

namespace synchrono::lint {
namespace {

namespace fs = std::filesystem;
using Texts = std::map<std::string, std::string>;  // by path

/// A sentence of the page, and the block of code below it.
struct Edit {
    std::string sentence, block;
};

/// Returns the edits of each change, by the change's heading.
std::map<std::string, std::vector<Edit>> changes_of(const std::string& page) {
    std::map<std::string, std::vector<Edit>> changes;
    std::istringstream in(page);
    std::string heading, sentence;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("## ")) heading = line.substr(3);
        if (line.starts_with("```")) {
            Edit& edit = changes[heading].emplace_back(Edit{sentence, ""});
            while (std::getline(in, line) && line != "```") edit.block += line + "\n";
        } else if (!line.empty()) {
            sentence = line;
        }
    }
    return changes;
}

/// Returns the text of a file, which is empty if there is no such file.
std::string text_of(const std::string& path) {
    std::ifstream in(SYN_SOURCE_DIR "/" + path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Makes an edit in a copy of its file. Returns why it cannot be made, or an empty text.
std::string make(const Edit& edit, Texts& copies) {
    static const std::regex writing("Write the file `([^`]+)`:"),
        changing(R"(In `([^`]+)`, (after|before|replace) the line with (`+) ?(.*?) ?\3(, add| by):)");
    std::smatch match;
    if (std::regex_match(edit.sentence, match, writing)) {
        const bool is_new = text_of(match[1]).empty() && copies.emplace(match[1].str(), edit.block).second;
        return is_new ? "" : "the file exists already";
    }
    if (!std::regex_match(edit.sentence, match, changing)) return "this is not an edit";
    std::string path = match[1];
    if (text_of(path).empty()) path = "pcp/template/" + path;  // the pilot is a copy of this folder
    std::string& text = copies.try_emplace(path, text_of(path)).first->second;
    const std::string how = match[2], part = match[4];
    const std::size_t at = text.find(part);
    if (at == text.npos || text.find(part, at + 1) != text.npos)
        return "the file has no such line, or several";
    const std::size_t begin = text.rfind('\n', at) + 1, end = text.find('\n', at) + 1;
    text.replace(how == "after" ? end : begin, how == "replace" ? end - begin : 0, edit.block);
    return "";
}

TEST(FirstChanges, CanBeMadeStepByStep) {
    const auto changes = changes_of(text_of("docs/first-changes.md"));
    EXPECT_EQ(changes.size(), 3u);
    for (const auto& [heading, edits] : changes) {
        Texts copies, added;
        for (const Edit& edit : edits) EXPECT_EQ(make(edit, copies), "") << edit.sentence;
        for (const auto& [path, text] : copies) {
            for (const auto check : {check_includes, check_style, check_openings, check_namespace})
                EXPECT_THAT(check({path, text}), testing::IsEmpty());
            if (text_of(path).empty() || path.ends_with("CMakeLists.txt")) added[path] = text;
        }
        EXPECT_THAT(check_tests_are_listed(added), testing::IsEmpty());
    }
}

TEST(FirstChanges, RunTestProgramsThatExist) {
    std::string lists;
    for (const auto& entry : fs::recursive_directory_iterator(SYN_SOURCE_DIR "/tests")) {
        if (entry.path().filename() == "CMakeLists.txt")
            lists += text_of(fs::relative(entry.path(), SYN_SOURCE_DIR).string());
    }
    const std::string page = text_of("docs/first-changes.md");
    const std::regex program("build/dev/tests/(\\w+)");
    for (std::sregex_iterator at(page.begin(), page.end(), program), end; at != end; ++at)
        EXPECT_NE(lists.find("syn_test(" + (*at)[1].str() + " "), lists.npos) << (*at)[1];
}

TEST(AnEdit, NeedsItsOneLine) {
    const auto made = [](const std::string& sentence, const std::string& path = "a.cpp") {
        Texts copies{{"pcp/template/a.cpp", "one\n  two {\nthree\n"}};
        const std::string why = make({sentence, "new\n"}, copies);
        return why.empty() ? copies["pcp/template/" + path] : why;
    };
    EXPECT_EQ(made("In `a.cpp`, after the line with `two`, add:"), "one\n  two {\nnew\nthree\n");
    EXPECT_EQ(made("In `a.cpp`, before the line with `` two { ``, add:"), "one\nnew\n  two {\nthree\n");
    EXPECT_EQ(made("In `a.cpp`, replace the line with `one` by:"), "new\n  two {\nthree\n");
    EXPECT_EQ(made("In `a.cpp`, after the line with `four`, add:"), "the file has no such line, or several");
    EXPECT_EQ(made("In `a.cpp`, after the line with `o`, add:"), "the file has no such line, or several");
    EXPECT_EQ(made("In `b.cpp`, after the line with `one`, add:"), "the file has no such line, or several");
    EXPECT_EQ(made("Write the file `pcp/template/c.cpp`:", "c.cpp"), "new\n");
    EXPECT_EQ(made("Write the file `CONTRIBUTING.md`:"), "the file exists already");
    EXPECT_EQ(made("Somewhere in `a.cpp` add:"), "this is not an edit");
}

}  // namespace
}  // namespace synchrono::lint
