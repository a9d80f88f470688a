// Proves that errors in the logs of programs and a full disk are told once each, and that a log is read in
// bounded parts.
#include "tools/run/log_watch.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <stdlib.h>

namespace synchrono::tools::run {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LogWatchTest : public ::testing::Test {
  protected:
    LogWatchTest() {
        std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
        folder_ = ::mkdtemp(name.data());
        full = false;
    }
    ~LogWatchTest() override { std::filesystem::remove_all(folder_); }
    void append(const std::string& text) { std::ofstream(folder_ / "client0.log", std::ios::app) << text; }
    std::vector<std::string> news() { return watch_->news({"server", "client0"}); }

    static inline bool full = false;
    std::filesystem::path folder_;
    std::optional<LogWatch> watch_;
    void SetUp() override {
        watch_.emplace(folder_, [](const std::filesystem::path&) { return full; });
    }
};

TEST_F(LogWatchTest, TellsOfTheFirstErrorOfAProgramOnce) {
    EXPECT_THAT(news(), IsEmpty()) << "there is no log yet";
    append("12:34:56.789 info client0: joined the world\n12:34:56.790 err");
    EXPECT_THAT(news(), IsEmpty()) << "the line is not whole yet";
    append("or client0: no room\n12:34:56.791 error client0: no room\n");
    const std::string line = "12:34:56.790 error client0: no room";
    EXPECT_FALSE(watch_->has_told(line));
    EXPECT_THAT(news(), ElementsAre(line));
    EXPECT_TRUE(watch_->has_told(line));
    EXPECT_FALSE(watch_->has_told("12:34:56.791 error client0: no room"));
    append("12:34:56.792 error client0: again\n");
    EXPECT_THAT(news(), IsEmpty());
}

TEST_F(LogWatchTest, PassesOverLinesOfAnyLength) {
    append(std::string(300'000, 'x'));
    for (int i = 0; i < 3; ++i) EXPECT_THAT(news(), IsEmpty());
    append("\n12:34:56.789 error client0: at last\n");
    std::vector<std::string> all;
    for (int i = 0; i < 4; ++i) {
        for (std::string& line : news()) all.push_back(std::move(line));
    }
    EXPECT_THAT(all, ElementsAre("12:34:56.789 error client0: at last"));
}

TEST_F(LogWatchTest, TellsOfAFullDiskOnce) {
    EXPECT_THAT(news(), IsEmpty());
    full = true;
    EXPECT_THAT(news(), ElementsAre("the disk of " + folder_.string() +
                                    " is full; what happens now is not recorded"));
    EXPECT_THAT(news(), IsEmpty());
    EXPECT_FALSE(is_full("/proc/self/nowhere"));
}

}  // namespace
}  // namespace synchrono::tools::run
