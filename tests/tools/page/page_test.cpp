// Proves that a page contains its own style, and that nothing in its title or data can end the elements
// that hold them.
#include "tools/page/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace synchrono::tools::page {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Page, HasItsStyleInside) {
    const std::string head = page_head("Run of <two> & more", ".map { color: red; }");
    EXPECT_THAT(
        head, AllOf(StartsWith("<!doctype html>"), HasSubstr("<title>Run of &lt;two&gt; &amp; more</title>"),
                    HasSubstr("prefers-color-scheme: dark"), HasSubstr(".map { color: red; }"),
                    EndsWith("<body>\n")));
    EXPECT_THAT(head, AllOf(Not(HasSubstr("http")), Not(HasSubstr("url(")), Not(HasSubstr("@import"))));
}

TEST(Page, EndsWithItsScript) {
    EXPECT_EQ(page_end(), "</body></html>\n");
    EXPECT_EQ(page_end("go();"), "<script>go();</script>\n</body></html>\n");
}

TEST(Page, DataDoesNotEndItsElement) {
    EXPECT_EQ(script_data(R"({"name":"</script><b>"})"), R"({"name":"\u003c/script>\u003cb>"})");
}

}  // namespace
}  // namespace synchrono::tools::page
