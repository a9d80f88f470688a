// Proves that the page is complete in itself and well-formed, has its plots, and escapes names from the
// run.
#include "tools/radio/radio_page.hpp"

#include <gmock/gmock.h>
#include <regex>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RadioPage : public testing::RadioRuns {
  protected:
    std::string page(const std::filesystem::path& run) {
        const auto log = RadioLog::open(run);
        EXPECT_TRUE(log) << log.error().text;
        const auto stats = make_radio_stats(run, *log, *RadioFilter::make({}, *log), {});
        EXPECT_TRUE(stats) << stats.error().text;
        return stats_page(run, *log, *stats);
    }
    /// Returns the elements that are not closed, or not in their order.
    static std::vector<std::string> unclosed(const std::string& html) {
        std::vector<std::string> open;
        static const std::regex tag("<(/?)([a-z0-9]+)[^>]*?(/?)>");
        for (std::sregex_iterator it(html.begin(), html.end(), tag), end; it != end; ++it) {
            const std::string name = (*it)[2];
            if (name == "meta" || (*it)[3] == "/") continue;
            if ((*it)[1] != "/") {
                open.push_back(name);
            } else if (!open.empty() && open.back() == name) {
                open.pop_back();
            } else {
                open.push_back("/" + name);
                break;
            }
        }
        return open;
    }
};

TEST_F(RadioPage, NeedsNoOtherFile) {
    const std::string html = page(make("run", {.agents = 12, .messages = 20, .late = 2}));
    EXPECT_THAT(unclosed(html), ::testing::IsEmpty());
    // The page must fetch nothing. Inline SVG needs no namespace, whose name would look like an address.
    EXPECT_THAT(html, AllOf(Not(HasSubstr("http:")), Not(HasSubstr("https:")), Not(HasSubstr("<script")),
                            Not(HasSubstr("src="))));
    for (const char* title :
         {"Delivery against distance", "What became of messages", "Gap against distance", "Latency",
          "Gap between messages", "Peak age of information", "Access to the medium",
          "How busy the medium was", "Messages over time", "Delivery over time"}) {
        EXPECT_THAT(html, HasSubstr("<h3>" + std::string(title) + "</h3>"));
    }
    EXPECT_THAT(html,
                AllOf(HasSubstr("prefers-color-scheme: dark"), Not(HasSubstr("nan")), Not(HasSubstr(">-0<")),
                      HasSubstr("BSM over dsrc"), HasSubstr("arrived too late")));
}

TEST_F(RadioPage, EscapesNames) {
    const std::string html = page(make("a<b>&c"));
    EXPECT_THAT(html, AllOf(HasSubstr("a&lt;b&gt;&amp;c"), Not(HasSubstr("a<b>"))));
}

TEST_F(RadioPage, HasAPageForARunWithoutMessages) {
    testing::RadioLogFile file(root_ / "quiet");
    file.station(0, "car0");
    file.close();
    EXPECT_THAT(unclosed(page(root_ / "quiet")), ::testing::IsEmpty());
}

}  // namespace
}  // namespace synchrono::tools::radio
