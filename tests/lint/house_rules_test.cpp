// Proves that every file of the repository keeps the rules of the house, and that each rule finds a breach.
#include "tests/lint/house_rules.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace synchrono::lint {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::string joined(const Breaches& breaches) {
    std::string text;
    for (const std::string& breach : breaches) text += "\n  " + breach;
    return text;
}

class Repository : public testing::Test {
  protected:
    static void SetUpTestSuite() { files_ = read_tree(SYN_SOURCE_DIR); }
    template <typename Rule>
    static Breaches breaches_of(Rule rule) {
        Breaches all;
        for (const auto& [path, text] : files_) {
            for (std::string& breach : rule({path, text})) all.push_back(std::move(breach));
        }
        return all;
    }
    static inline std::map<std::string, std::string> files_;
};

TEST_F(Repository, IsFound) {
    EXPECT_TRUE(files_.contains("common/base/contract.hpp"));
    EXPECT_TRUE(files_.contains("tests/lint/CMakeLists.txt"));
}
TEST_F(Repository, DependenciesPointOneWay) {
    const Breaches breaches = breaches_of(check_includes);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, AllowedIncludesAreUsed) {
    std::vector<File> files;
    for (const auto& [path, text] : files_) files.push_back({path, text});
    const Breaches breaches = check_allowances(files);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, EachFolderIsALayerAndALibrary) {
    const Breaches breaches = check_folders(files_);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, OnlyRealtimeSleeps) {
    const Breaches breaches = breaches_of(check_sleeping);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, FilesFollowTheStyle) {
    const Breaches breaches = breaches_of(check_style);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, CommentsOpenWithTheirSubject) {
    const Breaches breaches = breaches_of(check_openings);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, EachFolderHasItsNamespace) {
    const Breaches breaches = breaches_of(check_namespace);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, LinksOfPagesHaveATarget) {
    const Breaches breaches = breaches_of([](const File& file) {
        return check_links(file, [](const std::string& path) {
            return std::filesystem::exists(std::filesystem::path(SYN_SOURCE_DIR) / path);
        });
    });
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}
TEST_F(Repository, EveryTestIsBuilt) {
    const Breaches breaches = check_tests_are_listed(files_);
    EXPECT_TRUE(breaches.empty()) << joined(breaches);
}

TEST(LayerRule, FindsIncludesThatPointUp) {
    struct Row {
        std::string path;
        std::string include;
        bool allowed;
    };
    const std::vector<Row> rows{
        {"common/base/a.hpp", "\"common/base/b.hpp\"", true},
        {"common/base/a.hpp", "\"common/time/b.hpp\"", true},
        {"common/base/a.hpp", "\"common/geo/b.hpp\"", false},
        {"common/time/a.hpp", "\"common/base/b.hpp\"", false},
        {"common/time/a.hpp", "\"common/net/b.hpp\"", false},
        {"common/net/sim/a.hpp", "\"common/net/b.hpp\"", true},
        {"common/net/a.cpp", "\"common/net/sim/b.hpp\"", false},
        {"common/program/a.cpp", "\"proto/world.pb.h\"", true},
        {"common/net/a.cpp", "\"proto/world.pb.h\"", false},
        {"common/net/a.cpp", "\"common/log/b.hpp\"", false},
        {"common/config/a.cpp", "\"proto/world.pb.h\"", false},
        {"common/log/a.cpp", "\"server/b.hpp\"", false},
        {"server/a.cpp", "\"common/net/b.hpp\"", true},
        {"server/a.cpp", "\"client/b.hpp\"", false},
        {"server/a.cpp", "\"pcp/b.h\"", false},
        {"server/program/a.cpp", "\"server/b.hpp\"", false},
        {"server/a.cpp", "\"server/program/b.hpp\"", false},
        {"server/main.cpp", "\"server/program/b.hpp\"", true},
        {"server/main.cpp", "\"server/b.hpp\"", false},
        {"comm_server/a.cpp", "\"comm_server/faults/b.hpp\"", true},
        {"comm_server/faults/a.cpp", "\"comm_server/b.hpp\"", false},
        {"comm_server/channel/a.cpp", "\"comm_server/faults/b.hpp\"", false},
        {"comm_server/channel/internal/a.cpp", "\"comm_server/channel/b.hpp\"", true},
        {"comm_server/a.cpp", "\"comm_server/program/b.hpp\"", false},
        {"client/cache/a.cpp", "\"client/transport/b.hpp\"", true},
        {"client/cache/a.cpp", "\"client/transport/udp/b.hpp\"", false},
        {"client/cache/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/cache/a.cpp", "\"proto/world.pb.h\"", false},
        {"client/transport/udp/a.cpp", "\"client/transport/b.hpp\"", true},
        {"client/transport/udp/a.cpp", "\"client/cache/b.hpp\"", false},
        {"client/transport/udp/a.cpp", "\"client/acu/b.hpp\"", false},
        {"client/transport/a.hpp", "\"client/transport/udp/b.hpp\"", false},
        {"client/transport/registry.cpp", "\"client/transport/udp/b.hpp\"", true},
        {"client/transport/registry.cpp", "\"client/acu/b.hpp\"", false},
        {"client/transport/registry.cpp", "\"client/transport/handshake/b.hpp\"", false},
        {"client/transport/handshake/a.cpp", "\"client/transport/b.hpp\"", true},
        {"client/transport/handshake/a.cpp", "\"client/transport/udp/b.hpp\"", false},
        {"client/transport/another/a.cpp", "\"client/transport/b.hpp\"", true},
        {"client/transport/another/a.cpp", "\"client/transport/handshake/b.hpp\"", true},
        {"client/transport/another/a.cpp", "\"client/transport/another/b.hpp\"", true},
        {"client/transport/another/internal/a.cpp", "\"client/transport/another/b.hpp\"", true},
        {"client/transport/another/a.cpp", "\"client/transport/udp/b.hpp\"", false},
        {"client/transport/another/a.cpp", "\"client/cache/b.hpp\"", false},
        {"client/transport/registry.cpp", "\"client/transport/another/b.hpp\"", true},
        {"client/cache/a.cpp", "\"client/transport/another/b.hpp\"", false},
        {"client/link/a.cpp", "\"client/acu/b.hpp\"", false},
        {"client/link/a.cpp", "\"client/transport/b.hpp\"", false},
        {"client/link/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/body/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/ground/a.cpp", "\"client/body/b.hpp\"", false},
        {"client/module/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/engine/a.cpp", "\"client/body/b.hpp\"", true},
        {"client/engine/a.cpp", "\"client/engine/chrono/b.hpp\"", false},
        {"client/engine/a.cpp", "\"client/world/b.hpp\"", false},
        {"client/engine/a.cpp", "\"client/sensors/b.hpp\"", false},
        {"client/engine/chrono/internal/a.cpp", "\"client/engine/b.hpp\"", true},
        {"client/engine/chrono/internal/a.cpp", "\"client/world/b.hpp\"", false},
        {"client/world/a.cpp", "\"client/engine/b.hpp\"", true},
        {"client/world/a.cpp", "\"client/acu/b.hpp\"", false},
        {"server/a.cpp", "\"server/transport/b.hpp\"", false},
        {"server/a.cpp", "\"server/transport/udp/b.hpp\"", false},
        {"server/program/a.cpp", "\"server/transport/b.hpp\"", true},
        {"server/program/a.cpp", "\"server/transport/udp/b.hpp\"", false},
        {"server/transport/a.hpp", "\"server/transport/udp/b.hpp\"", false},
        {"server/transport/registry.cpp", "\"server/transport/udp/b.hpp\"", true},
        {"server/transport/udp/a.cpp", "\"server/b.hpp\"", true},
        {"server/transport/udp/a.cpp", "\"server/program/b.hpp\"", false},
        {"client/acu/a.cpp", "\"client/transport/b.hpp\"", true},
        {"client/acu/a.cpp", "\"client/transport/udp/b.hpp\"", false},
        {"client/scenery/a.cpp", "\"client/ground/b.hpp\"", true},
        {"client/scenery/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/scenery/a.cpp", "\"client/view/b.hpp\"", false},
        {"client/sensors/a.cpp", "\"client/scenery/b.hpp\"", true},
        {"client/sensors/a.cpp", "\"client/pilot/b.hpp\"", false},
        {"client/sensors/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/pilot/a.cpp", "\"pcp/synchrono_pilot.h\"", true},
        {"client/pilot/a.cpp", "\"pcp/driving/b.hpp\"", false},
        {"client/pilot/a.cpp", "\"client/acu/b.hpp\"", false},
        {"client/pilot/a.cpp", "\"client/engine/b.hpp\"", false},
        {"client/pilot/a.cpp", "\"client/radio/b.hpp\"", true},
        {"client/pilot/a.cpp", "\"client/pilot/in_process/b.hpp\"", false},
        {"client/pilot/in_process/a.cpp", "\"client/pilot/b.hpp\"", true},
        {"client/pilot/in_process/a.cpp", "\"client/acu/b.hpp\"", false},
        {"client/radio/a.cpp", "\"client/body/b.hpp\"", true},
        {"client/radio/a.cpp", "\"client/link/b.hpp\"", false},
        {"client/acu/a.cpp", "\"client/cache/b.hpp\"", true},
        {"client/acu/a.cpp", "\"client/view/b.hpp\"", false},
        {"client/acu/a.cpp", "\"client/world/b.hpp\"", false},
        {"client/acu/a.cpp", "\"client/program/b.hpp\"", false},
        {"client/acu/a.cpp", "\"server/b.hpp\"", false},
        {"client/acu/a.cpp", "\"tools/b.hpp\"", false},
        {"client/view/a.cpp", "\"client/acu/b.hpp\"", true},
        {"client/view/a.cpp", "\"client/sensors/b.hpp\"", false},
        {"client/program/a.cpp", "\"client/view/b.hpp\"", true},
        {"client/program/a.cpp", "\"client/scenery/b.hpp\"", false},
        {"client/main.cpp", "\"client/program/b.hpp\"", true},
        {"client/main.cpp", "\"client/acu/b.hpp\"", false},
        {"client/a.cpp", "\"common/base/b.hpp\"", false},
        {"pcp/path_follower/a.cpp", "\"pcp/pilot.hpp\"", true},
        {"pcp/path_follower/a.cpp", "\"pcp/driving/internal/b.hpp\"", true},
        {"pcp/path_follower/a.cpp", "\"pcp/urban_driver/b.hpp\"", false},
        {"pcp/path_follower/a.cpp", "\"common/base/ids.hpp\"", false},
        {"pcp/a.hpp", "\"pcp/driving/b.hpp\"", false},
        {"tools/main.cpp", "\"tools/program/b.hpp\"", true},
        {"tools/main.cpp", "\"tools/run/b.hpp\"", false},
        {"tools/program/a.cpp", "\"bench/b.hpp\"", false},
        {"tools/program/a.cpp", "\"server/b.hpp\"", false},
        {"tools/run/a.cpp", "\"tools/process/b.hpp\"", true},
        {"tools/run/a.cpp", "\"tools/sweep/b.hpp\"", false},
        {"tools/run/a.cpp", "\"server/b.hpp\"", false},
        {"tools/run/a.cpp", "\"client/engine/b.hpp\"", false},
        {"tools/drive/a.cpp", "\"client/engine/b.hpp\"", true},
        {"tools/drive/a.cpp", "\"client/acu/b.hpp\"", false},
        {"tests/world/a.cpp", "\"server/b.hpp\"", true},
        {"server/a.cpp", "\"world.hpp\"", false},
        {"server/a.cpp", "\"serverless/b.hpp\"", false},
        {"elsewhere/a.cpp", "<vector>", false},
        {"server/a.cpp", "<boost/asio.hpp>", false},
        {"common/net/a.cpp", "<boost/asio.hpp>", true},
        {"common/net/a.hpp", "<boost/asio/ip/udp.hpp>", false},
        {"tools/sweep/a.cpp", "<boost/math/distributions/students_t.hpp>", true},
        {"tools/run/a.cpp", "<boost/math/distributions/students_t.hpp>", false},
        {"client/acu/a.cpp", "<sodium.h>", false},
        {"common/config/a.cpp", "<sodium.h>", true},
        {"server/a.cpp", "<spdlog/spdlog.h>", true},
        {"server/a.hpp", "<spdlog/spdlog.h>", false},
        {"server/a.cpp", "<zstd.h>", false},
        {"common/config/a.hpp", "<json/json.h>", false},
        {"common/config/internal/a.hpp", "<json/json.h>", true},
        {"common/config/a.cpp", "\"common/roadmap/b.hpp\"", true},
        {"common/roadmap/a.cpp", "\"common/config/b.hpp\"", false},
        {"common/roadmap/a.cpp", "<pugixml.hpp>", true},
        {"common/roadmap/a.hpp", "<pugixml.hpp>", false},
        {"common/config/a.cpp", "<pugixml.hpp>", false},
    };
    for (const Row& row : rows) {
        const Breaches breaches = check_includes({row.path, "\n# include " + row.include + "\n"});
        EXPECT_EQ(breaches.empty(), row.allowed)
            << row.path << " includes " << row.include << joined(breaches);
    }
}

TEST(LayerRule, FindsUnusedAllowances) {
    const std::string unused = "client/cache may include client/transport, and does not";
    std::vector<File> files{{"client/cache/a.cpp", "#include \"client/transport/udp/b.hpp\"\n"},
                            {"client/acu/a.cpp", "#include \"client/transport/b.hpp\"\n"},
                            {"client/cache/a.md", "#include \"client/transport/b.hpp\"\n"}};
    EXPECT_THAT(check_allowances(files), Contains(unused));
    files.push_back({"client/cache/a.hpp", "\n# include \"client/transport/b.hpp\"\n"});
    EXPECT_THAT(check_allowances(files), Not(Contains(unused)));
}

TEST(LayerRule, HasNoCycles) {
    EXPECT_THAT(check_order(layers()), IsEmpty());
    const std::vector<Layer> circle{{"a", {"b", "proto"}}, {"b", {"a"}}};
    EXPECT_THAT(check_order(circle), ElementsAre("a stands above b"));
}

TEST(LayerRule, HasARowAndALibraryForEachFolder) {
    std::map<std::string, std::string> files{
        {"client/link/a.hpp", ""},
        {"client/link/internal/b.cpp", ""},
        {"client/link/CMakeLists.txt", "syn_library(client/link\n    SOURCES internal/b.cpp)"},
        {"client/main.cpp", ""},
        {"client/CMakeLists.txt", "add_subdirectory(link)"},
        {"bench/a.cpp", ""}};
    EXPECT_THAT(check_folders(files), IsEmpty());
    files["client/link/CMakeLists.txt"] = "syn_library(client SOURCES internal/b.cpp)";
    EXPECT_THAT(check_folders(files), ElementsAre(HasSubstr("client/link: it has no library of its own")));
    files.erase("client/link/CMakeLists.txt");
    EXPECT_THAT(check_folders(files), ElementsAre(HasSubstr("client/link: it has no library of its own")));
    files = {{"client/link/more/a.cpp", ""},
             {"client/link/more/CMakeLists.txt", "syn_library(client/link/more SOURCES a.cpp)"}};
    EXPECT_THAT(check_folders(files), ElementsAre("client/link/more: the layer rule has no row for it"));
    // The row "client/transport/*" stands for each folder in client/transport, but not for folders in those.
    files = {
        {"client/transport/another/a.cpp", ""},
        {"client/transport/another/CMakeLists.txt", "syn_library(client/transport/another SOURCES a.cpp)"}};
    EXPECT_THAT(check_folders(files), IsEmpty());
    files = {
        {"client/transport/udp/more/a.cpp", ""},
        {"client/transport/udp/more/CMakeLists.txt", "syn_library(client/transport/udp/more SOURCES a.cpp)"}};
    EXPECT_THAT(check_folders(files),
                ElementsAre("client/transport/udp/more: the layer rule has no row for it"));
}

TEST(LayerRule, NamesFileAndLine) {
    EXPECT_THAT(check_includes({"server/a.cpp", "\n\n#include \"client/b.hpp\"\n"}),
                ElementsAre("server/a.cpp:3: server must not include client/b.hpp"));
    EXPECT_THAT(
        check_includes({"server/transport/another/a.cpp", "#include \"server/transport/udp/b.hpp\"\n"}),
        ElementsAre("server/transport/another/a.cpp:1: server/transport/another must not include "
                    "server/transport/udp/b.hpp"));
}

TEST(SleepRule, FindsSleepingOutsideRealtime) {
    const std::string sleep = std::string("    std::this_thread::") + "sleep" + "_for(1ms);\n";
    EXPECT_THAT(check_sleeping({"server/a.cpp", sleep}),
                ElementsAre(HasSubstr("only common/realtime sleeps")));
    EXPECT_THAT(check_sleeping({"server/a.cpp", std::string("u") + "sleep(3);"}), SizeIs(1));
    EXPECT_THAT(check_sleeping({"common/realtime/a.cpp", std::string("clock_nano") + "sleep(c);"}),
                IsEmpty());
    const std::string until = std::string("std::this_thread::") + "sleep" + "_until(t);";
    EXPECT_THAT(check_sleeping({"tests/a_test.cpp", until}), ElementsAre(HasSubstr("a test must not sleep")));
    EXPECT_THAT(check_sleeping({"docs/a.md", sleep}), IsEmpty());
}

TEST(StyleRule, FindsTabsNotesToSelfAndLongFiles) {
    EXPECT_THAT(check_style({"a.md", "fine\n\tnot\n"}), ElementsAre("a.md:2: a tab"));
    EXPECT_THAT(check_style({"a.cpp", std::string("// TO") + "DO: later\n"}),
                ElementsAre("a.cpp:1: a note to self"));
    EXPECT_THAT(check_style({"a.cpp",
                             "mkdtemp(\"/tmp/a-XXXX"
                             "XX\");\n"}),
                IsEmpty());
    EXPECT_THAT(check_style({"a.cpp", std::string(600, '\n')}), IsEmpty());
    EXPECT_THAT(check_style({"a.cpp", std::string(601, '\n')}),
                ElementsAre(HasSubstr("more than 600 lines")));
}

TEST(StyleRule, HeadersNeedAPurposeAndAnIncludeGuard) {
    EXPECT_THAT(check_style({"a.hpp", "/// What it is for.\n#pragma once\n"}), IsEmpty());
    EXPECT_THAT(check_style({"a.h", "/* For C. */\n#pragma once\n"}), IsEmpty());
    EXPECT_THAT(check_style({"a.h", "/* For C. */\n#ifndef A_H\n#define A_H\n#endif\n"}), IsEmpty());
    EXPECT_THAT(check_style({"a.hpp", "\n#pragma once\n"}),
                ElementsAre(HasSubstr("opens with what it is for")));
    EXPECT_THAT(check_style({"a.hpp", "/// What it is for.\n#ifndef A_H\n#endif\n"}),
                ElementsAre(HasSubstr("#pragma once")));
    EXPECT_THAT(check_style({"a.hpp", "/// What it is for.\n"}), ElementsAre(HasSubstr("#pragma once")));
}

TEST(OpeningRule, FindsBlocksThatOpenWithABareWord) {
    for (const char* word : {"Of", "What", "Who", "Whom", "Whose", "Where", "Wherever", "Whoever"}) {
        EXPECT_THAT(check_openings({"a.cpp", "int i;\n    /// " + std::string(word) + " all.\n"}),
                    ElementsAre("a.cpp:2: a comment opens with a bare Of, What, Who or Where"));
    }
    EXPECT_THAT(check_openings({"a.hpp", "// To whom it may concern.\n"}), SizeIs(1));
    EXPECT_THAT(check_openings({"a.hpp", "///< For who reads.\n"}), SizeIs(1));
    EXPECT_THAT(check_openings({"a.hpp", "// For whoever reads.\n"}), SizeIs(1));
}

TEST(OpeningRule, AllowsOtherWordsAndLaterLines) {
    EXPECT_THAT(check_openings({"a.cpp", "// Offers a seat.\n"}), IsEmpty());
    EXPECT_THAT(check_openings({"a.cpp", "// For whole worlds.\n"}), IsEmpty());
    EXPECT_THAT(check_openings({"a.cpp", "// The seats\n// Of all.\n"}), IsEmpty())
        << "only the first line of a block counts";
    EXPECT_THAT(check_openings({"a.cpp", "int what;  // Of all.\n"}), IsEmpty())
        << "comments beside code do not count";
    EXPECT_THAT(check_openings({"a.md", "// Of all.\n"}), IsEmpty());
}

TEST(NamespaceRule, FindsTheNamespaceOfAnotherFolder) {
    EXPECT_THAT(
        check_namespace({"client/cache/a.hpp", "namespace synchrono::client {\n"}),
        ElementsAre("client/cache/a.hpp:1: the namespace of this folder is synchrono::client::cache"));
    EXPECT_THAT(
        check_namespace({"tests/tools/run/a.cpp", "\nnamespace synchrono::tools::runs {\n"}),
        ElementsAre("tests/tools/run/a.cpp:2: the namespace of this folder is synchrono::tools::run"));
    EXPECT_THAT(check_namespace({"common/net/a.hpp", "namespace synchrono {\n"}),
                ElementsAre("common/net/a.hpp:1: the namespace of this folder is synchrono::net"));
}

TEST(NamespaceRule, AllowsThatOfTheFolderAndThoseInIt) {
    for (const auto& [path, name] : {std::pair{"client/cache/a.hpp", "client::cache"},
                                     {"client/pilot/in_process/a.hpp", "client::pilot"},
                                     {"client/pilot/in_process/internal/a.hpp", "client::pilot::internal"},
                                     {"client/program/a.cpp", "client"},
                                     {"server/a.cpp", "server"},
                                     {"common/net/a.cpp", "net"}}) {
        const std::string text = "namespace synchrono::" + std::string(name) + " {\n";
        EXPECT_THAT(check_namespace({path, text}), IsEmpty()) << path;
    }
    EXPECT_THAT(check_namespace({"common/net/a.hpp", "namespace synchrono::log {\nclass RunLog;\n}\n"}),
                IsEmpty())
        << "it only declares a class";
    EXPECT_THAT(check_namespace({"tools/run/a.cpp", "namespace sw = synchrono::tools::sweep;\n"}), IsEmpty());
}

TEST(LinkRule, FindsMissingPagesAndPictures) {
    const auto is_there = [](const std::string& path) { return path == "docs/a.md" || path == "README.md"; };
    EXPECT_THAT(check_links({"docs/b.md",
                             "[a](a.md#one), [up](../README.md), [web](https://x.org/y)\n"
                             "```cpp\n[x](int) {}\n```\n[here](#below)\n"},
                            is_there),
                IsEmpty());
    EXPECT_THAT(
        check_links({"docs/b.md", "\n![p](pictures/p.png) and [c](c.md#one)\n"}, is_there),
        ElementsAre("docs/b.md:2: there is no docs/pictures/p.png", "docs/b.md:2: there is no docs/c.md"));
    EXPECT_THAT(check_links({"a.cpp", "x[0](nothing.md)"}, is_there), IsEmpty());
}

TEST(ListRule, FindsTestsThatNoCMakeFileLists) {
    std::map<std::string, std::string> files{{"tests/a/one_test.cpp", ""}, {"tests/a/CMakeLists.txt", ""}};
    EXPECT_THAT(check_tests_are_listed(files), ElementsAre("tests/a/one_test.cpp:1: no CMake file lists it"));
    files["tests/a/CMakeLists.txt"] = "SOURCES another_one_test.cpp";
    EXPECT_THAT(check_tests_are_listed(files), SizeIs(1));
    files["tests/a/CMakeLists.txt"] = "SOURCES one_test.cpp)";
    EXPECT_THAT(check_tests_are_listed(files), IsEmpty());
    files["tests/a/CMakeLists.txt"] = "";
    files["tests/a/more.cmake"] = "SOURCES one_test.cpp)";
    EXPECT_THAT(check_tests_are_listed(files), IsEmpty());
    files.erase("tests/a/more.cmake");
    files["tests/CMakeLists.txt"] = "SOURCES a/one_test.cpp\n";
    EXPECT_THAT(check_tests_are_listed(files), IsEmpty());
}

}  // namespace
}  // namespace synchrono::lint
